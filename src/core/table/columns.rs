//! The tables and their columns: name, type, unit, meaning, and how a row yields its value.
//!
//! Columns are only ever added at the end of a table.

use super::column::{Cell, Column, Field, Type, columns, is_word};
use super::finding_counts::Count;
use super::game_columns::games;
use super::ruleset_remarks::{MarginParts, remarks, winner};
use crate::audit::{Audit, Comparison, Finding, FindingKind, Safety, Severity};
use crate::event::{Entry, PairingRow};
use crate::go::{Color, Grid, Point, Points, Size};
use crate::printable::path_text;
use crate::record::{Change, Clock, RecordedMove, RecordedMoves, RecordedSetup};
use crate::score::{Dead, PointKind};
use std::path::{Path, PathBuf};

/// The version of the tables' schema: raised when columns are added.
pub const SCHEMA_VERSION: &str = "4";

/// A table of `check --out`, without the type of its rows.
pub struct Table {
    /// The name; its file is `NAME.csv`.
    pub name: &'static str,
    /// A phrase that describes a row.
    pub rows: &'static str,
    /// The option that adds the table; empty if every run writes it.
    pub option: &'static str,
    pub fields: Vec<Field>,
}

/// Returns the name of a table's file.
pub fn file_name(table: &Table) -> String {
    format!("{}.csv", table.name)
}

pub fn tables() -> [Table; 5] {
    fn fields<T>(columns: &[Column<T>]) -> Vec<Field> {
        columns.iter().map(|column| column.field).collect()
    }
    [
        Table { name: "games", rows: "one row per game", option: "", fields: fields(games()) },
        Table {
            name: "findings",
            rows: "one row per finding",
            option: "",
            fields: fields(findings()),
        },
        Table {
            name: "summary",
            rows: "one row per kind of finding",
            option: "",
            fields: fields(summary()),
        },
        Table {
            name: "rulesets",
            rows: "one row per game and ruleset",
            option: "--compare",
            fields: fields(rulesets()),
        },
        Table {
            name: "pairings",
            rows: "one row per game of an event's table of results, and per record without one",
            option: "--event, --results",
            fields: fields(pairings()),
        },
    ]
}

pub struct FindingRow<'a> {
    pub path: &'a Path,
    /// The game's number, or 0 for the file.
    pub game: u32,
    /// The board's size, for the names of points.
    pub size: Size,
    pub finding: &'a Finding,
    pub fix: Option<Safety>,
}

impl FindingRow<'_> {
    /// Returns the message with the game, if it isn't the file's first, and the move before it.
    pub fn described(&self) -> String {
        let mut text = String::new();
        if self.game > 1 {
            text.push_str(&format!("game {}: ", self.game));
        }
        if let Some(number) = self.finding.move_number {
            text.push_str(&format!("move {number}: "));
        }
        text + &self.finding.message + &self.finding.following()
    }

    /// Returns the path as code hosts write it, who match it with the files of a repository.
    pub fn repository_path(&self) -> String {
        repository_path(self.path)
    }
}

/// Returns a path as code hosts write it: without a leading `./`, with slashes on every system.
pub fn repository_path(path: &Path) -> String {
    let path = path_text(path.strip_prefix(".").unwrap_or(path));
    if cfg!(windows) { path.replace('\\', "/") } else { path.into_owned() }
}

pub struct SummaryRow {
    pub finding: FindingKind,
    pub count: Count,
}

pub struct ComparisonRow<'a> {
    pub path: &'a Path,
    pub game: u32,
    pub comparison: &'a Comparison,
    /// The count under the game's own ruleset.
    pub own: Option<&'a Comparison>,
}

pub fn findings<'a>() -> &'a [Column<FindingRow<'a>>] {
    columns! {
        "path" String required "" "the file's path as given or walked; - for standard input"
            => |row| path_text(row.path),
        "game" Integer required "" "the game's number in its file, from 1; 0 for the file itself; a game other than Go has no row in games.csv"
            => |row| row.game,
        "severity" String required "" "error, warning or note" => |row| row.finding.severity.name(),
        "finding" String required "" "the finding's name" => |row| row.finding.kind.as_str(),
        "message" String required "" "what a person should know" => |row| &*row.finding.message,
        "move" Integer "" "the move's number, from 1, passes counted"
            => |row| row.finding.move_number,
        "color" String "" "whose move or stone it is about: B or W"
            => |row| row.finding.color,
        "point" String "" "the point as GTP names it, e.g. Q16"
            => |row| row.finding.point.map(|point| point.name(row.size)),
        "line" Integer required "" "the line of the file, from 1; 0 where the file couldn't be read"
            => |row| row.finding.line,
        "column" Integer required "characters" "the column in that line, from 1; 0 where the file couldn't be read"
            => |row| row.finding.column,
        "rule" String "" "document and paragraph of the rule"
            => |row| &*row.finding.rule,
        "fix" String "" "the class of the fix that `sgf-audit fix` makes for it in this file (docs/fixes.md): safe, rules or judgement; empty if it makes none"
            => |row| row.fix.map(Safety::name),
        "node" Integer "" "the node in the order of the file, from 0 at the game's root"
            => |row| row.finding.node,
        "byte_start" Integer required "bytes" "the first byte concerned, from 0"
            => |row| row.finding.span.start,
        "byte_end" Integer required "bytes" "one past the last byte concerned"
            => |row| row.finding.span.end,
        "follows" String "" "the name of the finding of the same game or file that this one follows from; totals count only rows without one"
            => |row| row.finding.follows.map(FindingKind::as_str),
    }
}

pub fn summary() -> &'static [Column<SummaryRow>] {
    columns! {
        "finding" String required "" "the finding's name" => |row| row.finding.as_str(),
        "family" String required "" "legality, end, setup, result, format, encoding, cleaning or event"
            => |row| row.finding.info().family.name(),
        "errors" Integer required "findings" "how often it was found with severity error"
            => |row| row.count.found.get(Severity::Error),
        "warnings" Integer required "findings" "how often with severity warning"
            => |row| row.count.found.get(Severity::Warning),
        "notes" Integer required "findings" "how often with severity note"
            => |row| row.count.found.get(Severity::Note),
        "games" Integer required "games" "number of games that have it" => |row| row.count.games,
        "files" Integer required "files" "number of files that have it themselves, apart from their games"
            => |row| row.count.files,
    }
}

pub fn rulesets<'a>() -> &'a [Column<ComparisonRow<'a>>] {
    columns! {
        "path" String required "" "the file's path as given or walked; - for standard input"
            => |row| path_text(row.path),
        "game" Integer required "" "the game's number in its file, from 1" => |row| row.game,
        "ruleset" String required "" "the ruleset asked" => |row| &*row.comparison.rules.id,
        "own" Boolean required "" "whether it is the ruleset that the game was judged by"
            => |row| row.own.is_some_and(|own| own.rules.id == row.comparison.rules.id),
        "forbidden" Integer required "moves" "moves that the ruleset forbids"
            => |row| row.comparison.forbidden,
        "margin" Number "points" "White's margin by the ruleset's own counting; empty where the position can't be counted, or where the game's verdict is undecided"
            => |row| row.comparison.score.as_ref().map(|score| score.margin),
        "result" String "" "the result; empty as the margin"
            => |row| row.comparison.outcome(),
        "board" Number "points" "of the margin: territory or area"
            => |row| MarginParts::new(row.comparison).map(|parts| parts.board),
        "prisoners" Number "points" "of the margin: prisoners and pass stones"
            => |row| MarginParts::new(row.comparison).map(|parts| parts.prisoners),
        "komi" Number "points" "of the margin: komi"
            => |row| MarginParts::new(row.comparison).map(|parts| parts.komi),
        "other" Number "points" "of the margin: compensation for handicap stones, group tax, first pass"
            => |row| MarginParts::new(row.comparison).map(|parts| parts.other),
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

fn record(row: &PairingRow) -> Option<&Entry> {
    row.record.as_ref()
}

pub fn pairings() -> &'static [Column<PairingRow>] {
    columns! {
        "round" String plain "" "the round: of the table, else of the record; a number, or a name such as final"
            => |row| row.row.round.as_ref().map(|round| round.to_string()),
        "board" Integer "" "the number of the board in the table" => |row| row.row.board,
        "black" String "" "Black, or the first player where the table doesn't know the colours; as the event's list or the table writes the name"
            => |row| &*row.black,
        "white" String "" "White, or the second player; empty for a bye" => |row| &*row.white,
        "mark" String required "" "agrees or differs: the record and the table; no-record; no-row: the table has no such game; not-played: a bye or a win by default"
            => |row| row.mark.name(),
        "table_result" String "" "the result in the table: B+, W+ with the margin where there is one, +F by default; 1+ and 2+ for the first and second player where colours aren't known; empty without --results"
            => |row| &*row.table_result,
        "record_result" String "" "the recorded result with the row's colours; empty without a record"
            => |row| &*row.record_result,
        "recounted_result" String "" "the counted result; empty where it isn't known"
            => |row| &*row.recounted_result,
        "ruling" String "" "the referee's decision, from the event's file"
            => |row| &*row.ruling,
        "table_komi" Number "points" "komi in the table; AGA's has whole points only" => |row| row.row.komi,
        "record_komi" Number "points" "the recorded komi"
            => |row| record(row).and_then(|entry| entry.komi).map(Points::hundredths),
        "table_handicap" Integer "stones" "handicap stones in the table" => |row| row.row.handicap,
        "record_handicap" Integer "stones" "handicap stones of the record"
            => |row| record(row).and_then(|entry| entry.handicap),
        "differences" String "" "names of the findings that say how record and table differ, separated by blanks"
            => |row| record(row).map(|entry| entry.differences.join(" ")),
        "path" String "" "the record's path" => |row| record(row).map(|entry| &*entry.path),
        "game" Integer "" "the game's number in its file" => |row| record(row).map(|entry| entry.game),
        "line" Integer "" "the line of the table, from 1" => |row| (row.row.line > 0).then_some(row.row.line),
        "decided_result" String "" "the result that counts by a ruling, by penalties or by the event's rule for ties; empty if nothing was decided"
            => |row| row.decided,
        "black_team" String "" "the team of the first player, by the event's file or the table" => |row| &*row.teams[0],
        "white_team" String "" "the team of the second player" => |row| &*row.teams[1],
    }
}

/// The main line of a game and its counted board, and which game it is. Their rows take many times its memory.
pub struct GameDetails {
    path: PathBuf,
    game: u32,
    size: Size,
    moves: RecordedMoves,
    board: Option<CountedBoard>,
}

/// A board that was counted.
struct CountedBoard {
    position: Grid,
    dead: Dead,
    owner: Vec<Option<Color>>,
    kinds: Option<Vec<PointKind>>,
}

impl GameDetails {
    /// Takes the moves of an audit, whose options must have [asked](crate::audit::AuditOptions::moves) for them; with `board`, the
    /// counted board.
    pub fn new(path: &Path, audit: &Audit, board: bool) -> Self {
        let Audit { game, size, ref moves, .. } = *audit;
        let counted = || {
            let (position, dead) = (audit.position.clone()?, audit.dead.clone()?);
            let count = &audit.score.as_ref()?.count;
            let (owner, kinds) = (count.owner.clone(), count.kinds.clone());
            Some(CountedBoard { position, dead, owner, kinds })
        };
        let board = if board { counted() } else { None };
        Self { path: path.to_path_buf(), game, size, moves: moves.clone(), board }
    }

    fn row<T>(&self, item: T) -> DetailRow<'_, T> {
        DetailRow { path: &self.path, game: self.game, size: self.size, item }
    }

    pub fn moves(&self) -> impl Iterator<Item = DetailRow<'_, MoveItem<'_>>> {
        (1..)
            .zip(self.moves.iter())
            .map(|(number, (recorded, clock))| self.row(MoveItem { number, recorded, clock }))
    }

    /// Returns a row for each point that is set up.
    pub fn setup(&self) -> impl Iterator<Item = DetailRow<'_, SetupItem<'_>>> {
        let all = self.moves.setups().iter();
        all.flat_map(|setup| setup.changes.iter().map(move |&change| SetupItem { setup, change }))
            .map(|item| self.row(item))
    }

    /// Returns a row for each point of the counted board.
    pub fn points(&self) -> impl Iterator<Item = DetailRow<'_, PointItem>> {
        let board = self.board.iter();
        let items =
            board.flat_map(|board| (0..self.size.area()).map(move |place| board.item(place)));
        items.map(|item| self.row(item))
    }
}

impl CountedBoard {
    fn item(&self, place: usize) -> PointItem {
        let stone = self.position.cells()[place];
        let kind = self.kinds.as_ref().map(|kinds| kinds[place]);
        let owner = match stone.filter(|_| !self.dead.stones[place]) {
            Some(color) => Some(color),
            None => self.owner[place],
        };
        let status = match (stone, kind) {
            (Some(_), _) if self.dead.stones[place] => "dead",
            (_, Some(PointKind::SekiStone | PointKind::SekiEye(_))) => "seki",
            (Some(_), _) => "alive",
            (None, _) if owner.is_some() => "territory",
            (None, Some(PointKind::FalseEye(_))) => "to-fill",
            (None, _) => "dame",
        };
        let point = self.position.size().point(place);
        PointItem { point, stone, status, owner, source: self.dead.source.name() }
    }
}

/// A row of a table of details: what it is about, and of which game.
pub struct DetailRow<'a, T> {
    pub path: &'a Path,
    pub game: u32,
    /// The size of the board, for the names of points.
    pub size: Size,
    pub item: T,
}

/// A move of a game for `moves.csv`.
pub struct MoveItem<'a> {
    number: u32,
    recorded: RecordedMove<'a>,
    clock: Clock,
}

/// A point that is set up.
pub struct SetupItem<'a> {
    setup: &'a RecordedSetup,
    change: Change,
}

/// A point of a counted board.
pub struct PointItem {
    point: Point,
    stone: Option<Color>,
    status: &'static str,
    owner: Option<Color>,
    source: &'static str,
}

/// The columns of the table of moves. The integers are as in `points` of `convert --to jsonl`, and the names as in
/// `moves` there.
pub fn moves<'a>() -> &'a [Column<DetailRow<'a, MoveItem<'a>>>] {
    columns! {
        "path" String required "" "the file's path as given or walked; - for standard input"
            => |row| path_text(row.path),
        "game" Integer required "" "the game's number in its file, from 1" => |row| row.game,
        "move" Integer required "" "the move's number, from 1, passes counted" => |row| row.item.number,
        "color" String required "" "whose move it is: B or W" => |row| row.item.recorded.color,
        "x" Integer "" "the point's column, from 0 at the left; empty for a pass, and for a value that names no point of the board"
            => |row| row.item.recorded.point.map(|point| u32::from(point.col)),
        "y" Integer "" "the point's row, from 0 at the top; empty as x"
            => |row| row.item.recorded.point.map(|point| u32::from(point.row)),
        "point" String required "" "the point as GTP names it, e.g. Q16; pass; ? and the value as recorded where it names no point of the board"
            => |row| row.item.recorded.name(row.size),
        "time_left" Number "seconds" "the player's time after the move, as recorded (BL, WL)"
            => |row| row.item.clock.time.map_or(Cell::Empty, Cell::Number),
        "overtime_left" Integer "" "the moves or periods of overtime that the player has left, as recorded (OB, OW)"
            => |row| row.item.clock.overtime,
    }
}

/// The columns of the table of setup.
pub fn setup<'a>() -> &'a [Column<DetailRow<'a, SetupItem<'a>>>] {
    columns! {
        "path" String required "" "the file's path as given or walked; - for standard input"
            => |row| path_text(row.path),
        "game" Integer required "" "the game's number in its file, from 1" => |row| row.game,
        "node" Integer required "" "the node in the order of the file, from 0 at the game's root"
            => |row| row.item.setup.node,
        "after" Integer required "moves" "number of moves before it" => |row| row.item.setup.after,
        "color" String required "" "the stone that is set up: B or W; E where the point is emptied"
            => |row| row.item.change.1.map_or('E', Color::letter).to_string(),
        "x" Integer required "" "the point's column, from 0 at the left"
            => |row| u32::from(row.item.change.0.col),
        "y" Integer required "" "the point's row, from 0 at the top"
            => |row| u32::from(row.item.change.0.row),
        "point" String required "" "the point as GTP names it, e.g. Q16"
            => |row| row.item.change.0.name(row.size),
        "assumed" Boolean required "" "whether it is a handicap stone that HA states and the record doesn't have"
            => |row| row.item.setup.is_assumed,
    }
}

/// The columns of the table of points.
pub fn points<'a>() -> &'a [Column<DetailRow<'a, PointItem>>] {
    columns! {
        "path" String required "" "the file's path as given or walked; - for standard input"
            => |row| path_text(row.path),
        "game" Integer required "" "the game's number in its file, from 1" => |row| row.game,
        "x" Integer required "" "the point's column, from 0 at the left"
            => |row| u32::from(row.item.point.col),
        "y" Integer required "" "the point's row, from 0 at the top"
            => |row| u32::from(row.item.point.row),
        "point" String required "" "the point as GTP names it, e.g. Q16"
            => |row| row.item.point.name(row.size),
        "stone" String "" "the stone there: B or W" => |row| row.item.stone,
        "status" String required "" "alive or dead (a stone), seki (a stone or an eye of one), territory, to-fill (an eye that its owner has to fill) or dame"
            => |row| row.item.status,
        "owner" String "" "whom the point counts for: B or W; a dead stone's point is the other player's"
            => |row| row.item.owner,
        "source" String required "" "how the dead stones are known: marked, played-out, proven, estimated or engine"
            => |row| row.item.source,
    }
}
