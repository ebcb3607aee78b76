//! Every column of every table: name, type, unit, meaning, and how a row yields its value.
//!
//! Columns are only ever added at the end of a table.

use std::path::Path;

use super::column::{Cell, Column, Field, Type};
use super::ruleset_comparison::{MarginParts, remarks, winner};
use crate::audit::{Audit, Comparison, Finding, Severity};
use crate::go::{Color, Size};
use crate::printable::printable_path;
use crate::score::{Evidence, Score};
use crate::sgf::{Outcome, Text};

/// The version of the tables' schema: raised when columns are added.
pub const SCHEMA_VERSION: &str = "1";

/// A table of `check --out`, without the type of its rows.
pub(super) struct Table {
    /// The name; its file is `NAME.csv`.
    pub name: &'static str,
    /// A phrase that says what a row stands for.
    pub rows: &'static str,
    /// The option that adds the table; empty if every run writes it.
    pub option: &'static str,
    /// What its columns hold.
    pub fields: Vec<Field>,
}

/// Returns all tables.
pub(super) fn tables() -> [Table; 4] {
    fn fields<T>(columns: &[Column<T>]) -> Vec<Field> {
        columns.iter().map(|column| column.field).collect()
    }
    [
        Table { name: "games", rows: "a row a game", option: "", fields: fields(games()) },
        Table { name: "findings", rows: "a row a finding", option: "", fields: fields(findings()) },
        Table {
            name: "summary",
            rows: "a row a finding's name",
            option: "",
            fields: fields(summary()),
        },
        Table {
            name: "rulesets",
            rows: "a row a game and ruleset",
            option: "--compare",
            fields: fields(rulesets()),
        },
    ]
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
    pub size: Size,
    /// The finding.
    pub finding: &'a Finding,
}

/// A row of `summary.csv`.
pub struct SummaryRow {
    /// The finding's name.
    pub finding: &'static str,
    /// Its usual severity.
    pub severity: &'static str,
    /// Number of games (or files) in which it occurs.
    pub games: u64,
    /// Number of occurrences.
    pub count: u64,
}

/// A row of `rulesets.csv`.
pub struct ComparisonRow<'a> {
    /// The file.
    pub path: &'a Path,
    /// The game's number.
    pub game: u32,
    /// The count under the ruleset.
    pub comparison: &'a Comparison,
    /// The count under the game's own ruleset.
    pub own: Option<&'a Comparison>,
}

macro_rules! columns {
    ($($name:literal $kind:ident $unit:literal $meaning:literal => |$row:ident| $value:expr,)*) => {
        &[$(Column {
            field: Field { name: $name, kind: Type::$kind, unit: $unit, meaning: $meaning },
            value: |$row| Cell::from($value),
        }),*]
    };
}

fn score<'a>(row: &'a GameRow) -> Option<&'a Score> {
    row.audit.score.as_ref()
}

/// The columns of `games.csv`.
#[must_use]
pub fn games<'a>() -> &'a [Column<GameRow<'a>>] {
    columns! {
        "path" String "" "the file's path as given or walked; - for standard input"
            => |row| printable_path(row.path),
        "game" Integer "" "the game's number in its file, from 1" => |row| row.audit.game,
        "black" String "" "PB as recorded" => |row| &*row.audit.black,
        "white" String "" "PW as recorded" => |row| &*row.audit.white,
        "date" String "" "DT as recorded" => |row| &*row.audit.date,
        "event" String "" "EV as recorded" => |row| &*row.audit.event,
        "size" String "lines" "the board: 19, or 13x9 (columns x rows)"
            => |row| row.audit.size.to_string(),
        "encoding" String "" "the file's encoding by its WHATWG name"
            => |row| row.text.encoding().name(),
        "encoding_source" String "" "declared (CA), bom, detected or default"
            => |row| row.text.source().name(),
        "ruleset" String "" "the ruleset that the game was judged by"
            => |row| &*row.audit.rules.id,
        "ruleset_source" String "" "record (RU), option, server, inferred (no ruleset is named, and this one confirms the result) or default"
            => |row| row.audit.ruleset_source.name(),
        "komi" Number "points" "White's komi" => |row| row.audit.komi,
        "komi_source" String "" "record (KM), option or default"
            => |row| row.audit.komi_source.name(),
        "handicap" Integer "stones" "handicap stones set up or played first; 0 for none"
            => |row| row.audit.replay.handicap.stones,
        "moves" Integer "moves" "moves in the main line, passes counted"
            => |row| row.audit.replay.moves,
        "black_passes" Integer "passes" "Black's passes"
            => |row| row.audit.replay.tally.passes.black,
        "white_passes" Integer "passes" "White's passes"
            => |row| row.audit.replay.tally.passes.white,
        "final_passes" Integer "passes" "passes in a row at the end, without one that takes a button"
            => |row| row.audit.replay.final_passes,
        "last_mover" String "" "who made the last move: B or W"
            => |row| row.audit.replay.last_mover,
        "ending" String "" "passes, resignation, time, forfeit, void, repetition (a draw), unfinished or unknown"
            => |row| row.audit.ending.name(),
        "white_last_pass" String "" "ok, missing or not-needed (the ruleset asks for none, or the game wasn't decided by counting); empty where a game of a ruleset that asks for it ends before two passes"
            => |row| row.audit.white_last_pass.map(|pass| pass.name()),
        "dead_source" String "" "how the dead stones are known: marked, played-out, proven, estimated, engine or undecided; empty where nothing was to be counted"
            => |row| row.audit.dead.as_ref().map(|dead| dead.source.name()),
        "dead_stones" Integer "stones" "dead stones of both colours"
            => |row| row.audit.dead.as_ref()
                .filter(|dead| dead.source != Evidence::Undecided)
                .map(|dead| dead.count.total()),
        "black_prisoners" Integer "stones" "stones held by Black, pass stones and dead stones included"
            => |row| score(row).map(|score| score.prisoners.black),
        "white_prisoners" Integer "stones" "stones held by White, pass stones and dead stones included"
            => |row| score(row).map(|score| score.prisoners.white),
        "black_area" Integer "points" "Black's stones and territory"
            => |row| score(row).map(|score| score.count.area(Color::Black)),
        "white_area" Integer "points" "White's stones and territory, without komi"
            => |row| score(row).map(|score| score.count.area(Color::White)),
        "black_territory" Integer "points" "Black's territory, without prisoners"
            => |row| score(row).map(|score| score.count.territory.black),
        "white_territory" Integer "points" "White's territory, without prisoners and komi"
            => |row| score(row).map(|score| score.count.territory.white),
        "dame" Integer "points" "points that count for nobody"
            => |row| score(row).map(|score| score.count.dame),
        "area_margin" Number "points" "White's area minus Black's, with komi and compensation for handicap stones"
            => |row| score(row).map(|score| score.area_margin),
        "territory_margin" Number "points" "White's territory and prisoners minus Black's, with komi and the pass stones as recorded"
            => |row| score(row).map(|score| score.territory_margin),
        "territory_margin_completed" Number "points" "the same with the missing final passes added"
            => |row| score(row).map(|score| score.territory_margin_completed),
        "recorded_result" String "" "RE in SGF's form (B+R, W+3.5, 0, Void, ?; Both lose, for which SGF has none) where it can be read, else as recorded"
            => |row| match row.audit.outcome {
                Outcome::Unreadable => Cell::from(&*row.audit.recorded_result),
                outcome => Cell::from(outcome.to_string()),
            },
        "recounted_result" String "" "the result by the ruleset's own counting, the final passes completed; empty when undecided"
            => |row| row.audit.recounted().map(|outcome| outcome.to_string()),
        "verdict" String "" "confirmed, wrong-winner, wrong-margin, not-counted, undecided or no-result (none is recorded, or none that can be read)"
            => |row| row.audit.verdict.name(),
        "explanation" String "" "a sentence where the verdict is wrong or undecided, or a winner is confirmed by a tie"
            => |row| &*row.audit.explanation,
        "errors" Integer "findings" "findings of severity error"
            => |row| row.audit.count(Severity::Error),
        "warnings" Integer "findings" "findings of severity warning"
            => |row| row.audit.count(Severity::Warning),
        "notes" Integer "findings" "findings of severity note"
            => |row| row.audit.count(Severity::Note),
        "format" String "" "the format of the file: sgf, gib, ngf or ugf"
            => |row| row.text.format(),
        "dead_confidence" Number "" "how sure the estimate or the engine is of the chain that it is least sure of, from 0 to 1; empty where nobody was asked"
            => |row| row.audit.dead.as_ref()
                .and_then(|dead| dead.weakest()?.confidence)
                .map_or(Cell::Empty, Cell::Fraction),
        "dead_judge" String "" "who was asked which stones are dead: the engine's name and version, or the embedded estimator; empty where nobody was asked"
            => |row| row.audit.dead.as_ref()
                .and_then(|dead| dead.judged.as_ref())
                .map(|judged| &*judged.by),
        "cause" String "" "the simplest cause that gives exactly the recorded margin, where the verdict is wrong (docs/causes.md); two are joined by +; empty where none was found"
            => |row| row.audit.cause.as_ref().map(|cause| &*cause.cause),
        "other_causes" String "" "other causes that are as simple, separated by blanks"
            => |row| row.audit.cause.as_ref().map(|cause| cause.others.join(" ")),
        "game_hash" String "" "equal for records of the same game, however the board is turned: 16 hexadecimal digits from its size, the stones that stand there when White plays first, and what is played from there on; passes, names and variations don't count; empty where nothing is played"
            => |row| row.audit.signature.game.map(|hash| format!("{hash:016x}")),
        "dyer_signature" String "" "the points of moves 20, 40, 60, 31, 51 and 71 (Dyer), turned to what is first by the alphabet: equal also for copies that are cut short or have a mistaken move; tt for a pass, ?? for a move that isn't there; empty below 20 moves"
            => |row| row.audit.signature.dyer.as_deref(),
    }
}

/// The columns of `findings.csv`.
#[must_use]
pub fn findings<'a>() -> &'a [Column<FindingRow<'a>>] {
    columns! {
        "path" String "" "the file's path as given or walked; - for standard input"
            => |row| printable_path(row.path),
        "game" Integer "" "the game's number in its file, from 1; 0 for the file itself"
            => |row| row.game,
        "node" Integer "" "the node in the order of the file, from 0 at the game's root"
            => |row| row.finding.node,
        "move" Integer "" "the move's number, from 1, passes counted"
            => |row| row.finding.move_number,
        "color" String "" "whose move or stone it is about: B or W"
            => |row| row.finding.color,
        "point" String "" "the point as GTP names it, e.g. Q16"
            => |row| row.finding.point.map(|point| point.name(row.size)),
        "line" Integer "" "the line of the file, from 1; 0 where the file couldn't be read"
            => |row| row.finding.line,
        "column" Integer "characters" "the column in that line, from 1; 0 where the file couldn't be read"
            => |row| row.finding.column,
        "byte_start" Integer "bytes" "the first byte concerned, from 0"
            => |row| row.finding.span.start,
        "byte_end" Integer "bytes" "one past the last byte concerned"
            => |row| row.finding.span.end,
        "severity" String "" "error, warning or note" => |row| row.finding.severity.name(),
        "finding" String "" "the finding's name" => |row| row.finding.kind.as_str(),
        "rule" String "" "document and paragraph of the rule"
            => |row| &*row.finding.rule,
        "message" String "" "what a person should know"
            => |row| &*row.finding.message,
    }
}

/// The columns of `summary.csv`.
#[must_use]
pub fn summary() -> &'static [Column<SummaryRow>] {
    columns! {
        "finding" String "" "the finding's name" => |row| row.finding,
        "severity" String "" "its usual severity" => |row| row.severity,
        "games" Integer "games" "in how many games (or files) it occurs" => |row| row.games,
        "count" Integer "findings" "how often it occurs" => |row| row.count,
    }
}

/// The columns of `rulesets.csv`.
#[must_use]
pub fn rulesets<'a>() -> &'a [Column<ComparisonRow<'a>>] {
    columns! {
        "path" String "" "the file's path as given or walked; - for standard input"
            => |row| printable_path(row.path),
        "game" Integer "" "the game's number in its file, from 1" => |row| row.game,
        "ruleset" String "" "the ruleset asked" => |row| &*row.comparison.rules.id,
        "own" String "" "yes for the ruleset that the game was judged by"
            => |row| row.own
                .is_some_and(|own| own.rules.id == row.comparison.rules.id)
                .then_some("yes"),
        "forbidden" Integer "moves" "moves that the ruleset forbids"
            => |row| row.comparison.forbidden,
        "margin" Number "points" "White's margin by the ruleset's own counting; empty when undecided"
            => |row| row.comparison.score.as_ref().map(|score| score.margin),
        "result" String "" "the result; empty when undecided"
            => |row| row.comparison.outcome().map(|outcome| outcome.to_string()),
        "board" Number "points" "of the margin: territory or area"
            => |row| MarginParts::of(row.comparison).map(|parts| parts.board),
        "prisoners" Number "points" "of the margin: prisoners and pass stones"
            => |row| MarginParts::of(row.comparison).map(|parts| parts.prisoners),
        "komi" Number "points" "of the margin: komi"
            => |row| MarginParts::of(row.comparison).map(|parts| parts.komi),
        "other" Number "points" "of the margin: compensation for handicap stones, group tax, first pass"
            => |row| MarginParts::of(row.comparison).map(|parts| parts.other),
        "differs" String "" "from the game's own ruleset: same, margin or winner; empty when undecided"
            => |row| differs(row.comparison, row.own),
        "remarks" String "" "what makes the difference from the game's own ruleset, in words, each with what White gains by it"
            => |row| remarks(row.comparison, row.own),
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
