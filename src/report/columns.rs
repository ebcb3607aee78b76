//! Every column of every table: its name, type, unit, meaning, and where its value comes from.
//!
//! Columns are only ever added at the end.

use std::fmt::Write;
use std::path::Path;

use super::rows::quote;
use super::ruleset_comparison::{items, remarks, winner};
use crate::audit::{Audit, Comparison, Finding};
use crate::go::Color;
use crate::printable::printable_path;
use crate::score::{Evidence, Score};
use crate::sgf::{Outcome, Text};

/// The version of the tables' schema: raised when columns are added.
pub const SCHEMA_VERSION: &str = "1";

/// What a value is, in the terms of Data Package v2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// Text from the record or about it.
    String,
    /// A whole number.
    Integer,
    /// A decimal number.
    Number,
}

impl Type {
    /// The word of the standard.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Integer => "integer",
            Self::Number => "number",
        }
    }
}

/// A column.
pub struct Column<T: ?Sized> {
    /// Its name, for good.
    pub name: &'static str,
    /// Its type.
    pub kind: Type,
    /// What a number counts; empty where it has no unit.
    pub unit: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// Writes its value for a row; nothing where it doesn't apply or isn't known.
    pub write: fn(&T, &mut String),
}

/// A row of `games.csv`.
pub struct GameRow<'a> {
    /// The file.
    pub path: &'a Path,
    /// The file's text, for its encoding.
    pub text: &'a Text<'a>,
    /// The game.
    pub audit: &'a Audit,
}

/// A row of `findings.csv`.
pub struct FindingRow<'a> {
    /// The file.
    pub path: &'a Path,
    /// The game's number, or 0 for the file.
    pub game: u32,
    /// The board's size, for the names of points.
    pub size: crate::go::Size,
    /// The finding.
    pub finding: &'a Finding,
}

/// A row of `summary.csv`.
pub struct SummaryRow {
    /// The finding's name.
    pub finding: &'static str,
    /// Its usual severity.
    pub severity: &'static str,
    /// In how many games it occurs.
    pub games: u64,
    /// How often it occurs.
    pub count: u64,
}

/// A row of `rulesets.csv`.
pub struct ComparisonRow<'a> {
    /// The file.
    pub path: &'a Path,
    /// The game's number.
    pub game: u32,
    /// What the ruleset says.
    pub comparison: &'a Comparison,
    /// What the game's own ruleset says.
    pub own: Option<&'a Comparison>,
}

macro_rules! columns {
    ($($name:literal $kind:ident $unit:literal $meaning:literal => $write:expr,)*) => {
        &[$(Column {
            name: $name,
            kind: Type::$kind,
            unit: $unit,
            meaning: $meaning,
            write: $write,
        }),*]
    };
}

fn put(out: &mut String, value: impl std::fmt::Display) {
    write!(out, "{value}").expect("a string takes everything");
}

fn put_number(out: &mut String, number: impl itoa::Integer) {
    out.push_str(itoa::Buffer::new().format(number));
}

fn put_some_number(out: &mut String, number: Option<impl itoa::Integer>) {
    if let Some(number) = number {
        put_number(out, number);
    }
}

fn put_some(out: &mut String, value: Option<impl std::fmt::Display>) {
    if let Some(value) = value {
        put(out, value);
    }
}

fn score<'a>(row: &'a GameRow) -> Option<&'a Score> {
    row.audit.score.as_ref()
}

/// How text begins that a spreadsheet may run as a formula; the wide signs are those of some locales.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// A cell of text from a record: one that a spreadsheet would run as a formula gets a `'` before it. So
/// does one that looks as if it had got one, so that taking it off gives back the text.
pub fn put_text(out: &mut String, text: &str) {
    // Standard input's path is no formula.
    if text != "-" && text.trim_start_matches('\'').starts_with(FORMULA) {
        out.push('\'');
    }
    out.push_str(text);
}

/// The same as a cell of CSV (RFC 4180), quoted where it must be.
#[must_use]
pub fn csv_cell(text: &str) -> String {
    let mut cell = String::new();
    put_text(&mut cell, text);
    quote(&mut cell, 0);
    cell
}

/// The columns of `games.csv`.
#[must_use]
pub fn games<'a>() -> &'a [Column<GameRow<'a>>] {
    columns! {
        "path" String "" "the file's path as given or walked; - for standard input"
            => |row, out| put_text(out, &printable_path(row.path)),
        "game" Integer "" "the game's number in its file, from 1" => |row, out| put_number(out, row.audit.game),
        "black" String "" "PB as recorded" => |row, out| put_text(out, &row.audit.black),
        "white" String "" "PW as recorded" => |row, out| put_text(out, &row.audit.white),
        "date" String "" "DT as recorded" => |row, out| put_text(out, &row.audit.date),
        "event" String "" "EV as recorded" => |row, out| put_text(out, &row.audit.event),
        "size" String "lines" "the board: 19, or 13x9 (columns x rows)"
            => |row, out| put(out, row.audit.size),
        "encoding" String "" "the file's encoding by its WHATWG name"
            => |row, out| out.push_str(row.text.encoding().name()),
        "encoding_source" String "" "declared (CA), bom, detected or default"
            => |row, out| out.push_str(row.text.source().name()),
        "ruleset" String "" "the ruleset that the game was judged by"
            => |row, out| out.push_str(row.audit.rules.id),
        "ruleset_source" String "" "record (RU), option, server or default"
            => |row, out| out.push_str(row.audit.ruleset_source.name()),
        "komi" Number "points" "White's komi" => |row, out| put(out, row.audit.komi),
        "komi_source" String "" "record (KM), option or default"
            => |row, out| out.push_str(row.audit.komi_source.name()),
        "handicap" Integer "stones" "handicap stones set up or played first; 0 for none"
            => |row, out| put_number(out, row.audit.replay.handicap.stones),
        "moves" Integer "moves" "moves in the main line, passes counted"
            => |row, out| put_number(out, row.audit.replay.moves),
        "black_passes" Integer "passes" "Black's passes"
            => |row, out| put_number(out, row.audit.replay.tally.passes.black),
        "white_passes" Integer "passes" "White's passes"
            => |row, out| put_number(out, row.audit.replay.tally.passes.white),
        "final_passes" Integer "passes" "passes in a row at the end, without one that takes a button"
            => |row, out| put_number(out, row.audit.replay.final_passes),
        "last_mover" String "" "who made the last move: B or W"
            => |row, out| put_some(out, row.audit.replay.last_mover.map(Color::letter)),
        "ending" String "" "passes, resignation, time, forfeit, void, repetition (a draw), unfinished or unknown"
            => |row, out| out.push_str(row.audit.ending.name()),
        "white_last_pass" String "" "ok, missing or not-needed (the ruleset asks for none, or the game wasn't decided by counting); empty where a game of a ruleset that asks for it ends before two passes"
            => |row, out| put_some(out, row.audit.white_last_pass.map(|pass| pass.name())),
        "dead_source" String "" "how the dead stones are known: marked, played-out, proven, estimated, engine or undecided; empty where nothing was to be counted"
            => |row, out| put_some(out, row.audit.dead.as_ref().map(|dead| dead.source.name())),
        "dead_stones" Integer "stones" "dead stones of both colours"
            => |row, out| put_some_number(out, row.audit.dead.as_ref()
                .filter(|dead| dead.source != Evidence::Undecided)
                .map(|dead| dead.count.total())),
        "black_prisoners" Integer "stones" "stones held by Black, pass stones and dead stones included"
            => |row, out| put_some_number(out, score(row).map(|score| score.prisoners.black)),
        "white_prisoners" Integer "stones" "stones held by White, pass stones and dead stones included"
            => |row, out| put_some_number(out, score(row).map(|score| score.prisoners.white)),
        "black_area" Integer "points" "Black's stones and territory"
            => |row, out| put_some_number(out, score(row).map(|score| score.count.area(Color::Black))),
        "white_area" Integer "points" "White's stones and territory, without komi"
            => |row, out| put_some_number(out, score(row).map(|score| score.count.area(Color::White))),
        "black_territory" Integer "points" "Black's territory, without prisoners"
            => |row, out| put_some_number(out, score(row).map(|score| score.count.territory.black)),
        "white_territory" Integer "points" "White's territory, without prisoners and komi"
            => |row, out| put_some_number(out, score(row).map(|score| score.count.territory.white)),
        "dame" Integer "points" "points that count for nobody"
            => |row, out| put_some_number(out, score(row).map(|score| score.count.dame)),
        "area_margin" Number "points" "White's area minus Black's, with komi and compensation for handicap stones"
            => |row, out| put_some(out, score(row).map(|score| score.area_margin)),
        "territory_margin" Number "points" "White's territory and prisoners minus Black's, with komi and the pass stones as recorded"
            => |row, out| put_some(out, score(row).map(|score| score.territory_margin)),
        "territory_margin_completed" Number "points" "the same with the missing final passes added"
            => |row, out| put_some(out, score(row).map(|score| score.territory_margin_completed)),
        "recorded_result" String "" "RE in SGF's form (B+R, W+3.5, 0, Void, ?; Both lose, for which SGF has none) where it can be read, else as recorded"
            => |row, out| match row.audit.outcome {
                Outcome::Unreadable => put_text(out, &row.audit.recorded_result),
                outcome => put(out, outcome),
            },
        "recounted_result" String "" "the result by the ruleset's own counting, the final passes completed; empty when undecided"
            => |row, out| put_some(out, row.audit.recounted()),
        "verdict" String "" "confirmed, wrong-winner, wrong-margin, not-counted, undecided or no-result (none is recorded, or none that can be read)"
            => |row, out| out.push_str(row.audit.verdict.name()),
        "explanation" String "" "a sentence where the verdict is wrong or undecided, or a winner is confirmed by a tie"
            => |row, out| put_text(out, &row.audit.explanation),
        "errors" Integer "findings" "findings of severity error"
            => |row, out| put_number(out, row.audit.count(crate::audit::Severity::Error)),
        "warnings" Integer "findings" "findings of severity warning"
            => |row, out| put_number(out, row.audit.count(crate::audit::Severity::Warning)),
        "infos" Integer "findings" "findings of severity info"
            => |row, out| put_number(out, row.audit.count(crate::audit::Severity::Info)),
        "format" String "" "the format of the file: sgf, gib, ngf or ugf"
            => |row, out| out.push_str(row.text.format()),
        "dead_confidence" Number "" "how sure the estimate or the engine is of the chain that it is least sure of, from 0 to 1; empty where nobody was asked"
            => |row, out| if let Some(sure) = row.audit.dead.as_ref()
                .and_then(|dead| dead.weakest()?.confidence) {
                put(out, format_args!("{sure:.2}"));
            },
        "dead_judge" String "" "who was asked which stones are dead: the engine's name and version, or the embedded estimator; empty where nobody was asked"
            => |row, out| if let Some(judged) = row.audit.dead.as_ref()
                .and_then(|dead| dead.judged.as_ref()) {
                put_text(out, &judged.by);
            },
        "cause" String "" "the simplest cause that gives exactly the recorded margin, where the verdict is wrong (docs/causes.md); two are joined by +; empty where none was found"
            => |row, out| if let Some(cause) = &row.audit.cause { out.push_str(&cause.cause) },
        "other_causes" String "" "other causes that are as simple, separated by blanks"
            => |row, out| if let Some(cause) = &row.audit.cause { out.push_str(&cause.others.join(" ")) },
        "game_hash" String "" "equal for records of the same game, however the board is turned: 16 hexadecimal digits from its size, the stones that stand there when White plays first, and what is played from there on; passes, names and variations don't count; empty where nothing is played"
            => |row, out| put_some(out, row.audit.signature.game
                .map(|number| format!("{number:016x}"))),
        "dyer_signature" String "" "the points of moves 20, 40, 60, 31, 51 and 71 (Dyer), turned to what is first by the alphabet: equal also for copies that are cut short or have a mistaken move; tt for a pass, ?? for a move that isn't there; empty below 20 moves"
            => |row, out| if let Some(dyer) = &row.audit.signature.dyer { out.push_str(dyer) },
    }
}

/// The columns of `findings.csv`.
#[must_use]
pub fn findings<'a>() -> &'a [Column<FindingRow<'a>>] {
    columns! {
        "path" String "" "the file's path as given or walked; - for standard input"
            => |row, out| put_text(out, &printable_path(row.path)),
        "game" Integer "" "the game's number in its file, from 1; 0 for the file itself"
            => |row, out| put_number(out, row.game),
        "node" Integer "" "the node in the order of the file, from 0 at the game's root"
            => |row, out| put_some_number(out, row.finding.node),
        "move" Integer "" "the move's number, from 1, passes counted"
            => |row, out| put_some_number(out, row.finding.move_number),
        "color" String "" "whose move or stone it is about: B or W"
            => |row, out| put_some(out, row.finding.color.map(Color::letter)),
        "point" String "" "the point as GTP names it, e.g. Q16"
            => |row, out| put_some(out, row.finding.point.map(|point| point.name(row.size))),
        "line" Integer "" "the line of the file, from 1; 0 where the file couldn't be read"
            => |row, out| put_number(out, row.finding.line),
        "column" Integer "characters" "the column in that line, from 1; 0 where the file couldn't be read"
            => |row, out| put_number(out, row.finding.column),
        "byte_start" Integer "bytes" "the first byte concerned, from 0"
            => |row, out| put_number(out, row.finding.span.start),
        "byte_end" Integer "bytes" "one past the last byte concerned"
            => |row, out| put_number(out, row.finding.span.end),
        "severity" String "" "error, warning or info" => |row, out| put(out, row.finding.severity),
        "finding" String "" "the finding's name" => |row, out| out.push_str(row.finding.kind.as_str()),
        "rule" String "" "document and paragraph of the rule"
            => |row, out| put_text(out, &row.finding.rule),
        "message" String "" "what a person should know"
            => |row, out| put_text(out, &row.finding.message),
    }
}

/// The columns of `summary.csv`.
#[must_use]
pub fn summary<'a>() -> &'a [Column<SummaryRow>] {
    columns! {
        "finding" String "" "the finding's name" => |row, out| out.push_str(row.finding),
        "severity" String "" "its usual severity" => |row, out| out.push_str(row.severity),
        "games" Integer "games" "in how many games (or files) it occurs" => |row, out| put_number(out, row.games),
        "count" Integer "findings" "how often it occurs" => |row, out| put_number(out, row.count),
    }
}

/// The columns of `rulesets.csv`.
#[must_use]
pub fn rulesets<'a>() -> &'a [Column<ComparisonRow<'a>>] {
    columns! {
        "path" String "" "the file's path as given or walked; - for standard input"
            => |row, out| put_text(out, &printable_path(row.path)),
        "game" Integer "" "the game's number in its file, from 1" => |row, out| put_number(out, row.game),
        "ruleset" String "" "the ruleset asked" => |row, out| out.push_str(row.comparison.rules.id),
        "own" String "" "yes for the ruleset that the game was judged by"
            => |row, out| if row.own.is_some_and(|own| own.rules.id == row.comparison.rules.id) {
                out.push_str("yes");
            },
        "forbidden" Integer "moves" "moves that the ruleset forbids"
            => |row, out| put_number(out, row.comparison.forbidden),
        "margin" Number "points" "White's margin by the ruleset's own counting; empty when undecided"
            => |row, out| put_some(out, row.comparison.score.as_ref().map(|score| score.margin)),
        "result" String "" "the result; empty when undecided"
            => |row, out| put_some(out, row.comparison.outcome()),
        "board" Number "points" "of the margin: territory or area"
            => |row, out| put_some(out, items(row.comparison).map(|items| items[0])),
        "prisoners" Number "points" "of the margin: prisoners and pass stones"
            => |row, out| put_some(out, items(row.comparison).map(|items| items[1])),
        "komi" Number "points" "of the margin: komi"
            => |row, out| put_some(out, items(row.comparison).map(|items| items[2])),
        "other" Number "points" "of the margin: compensation for handicap stones, group tax, first pass"
            => |row, out| put_some(out, items(row.comparison).map(|items| items[3])),
        "differs" String "" "from the game's own ruleset: same, margin or winner; empty when undecided"
            => |row, out| out.push_str(differs(row.comparison, row.own)),
        "remarks" String "" "what makes the difference from the game's own ruleset, in words, each with what White gains by it"
            => |row, out| put_text(out, &remarks(row.comparison, row.own)),
    }
}

fn differs(comparison: &Comparison, own: Option<&Comparison>) -> &'static str {
    match (comparison.outcome(), own.and_then(Comparison::outcome)) {
        (Some(here), Some(there)) if here == there => "same",
        (Some(here), Some(there)) if winner(here) == winner(there) => "margin",
        (Some(_), Some(_)) => "winner",
        _ => "",
    }
}
