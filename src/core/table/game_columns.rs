//! The columns of `games.csv`: what happened first, book-keeping last.

use std::path::Path;

use serde_json::{Map, Value};

use super::column::{Cell, Column, Field, Type, columns, is_word};
use super::finding_counts::SeverityCounts;
use crate::audit::{Audit, FindingKind, Severity};
use crate::event::rating_class;
use crate::go::{Color, position_text};
use crate::printable::path_text;
use crate::record::ValueSource;
use crate::replay::game_hash;
use crate::score::{Evidence, Score};
use crate::sgf::{Outcome, Text, WinBy, overtime, rank};

pub struct GameRow<'a> {
    pub path: &'a Path,
    /// The file's text, for its encoding.
    pub text: &'a Text<'a>,
    pub audit: &'a Audit,
    /// The findings of the file itself.
    pub file: SeverityCounts,
}

impl GameRow<'_> {
    /// Returns the number of findings, including findings of the file.
    fn count(&self, severity: Severity) -> u64 {
        self.audit.count(severity) + self.file.get(severity)
    }

    /// The parts of the column `clean` that fail.
    pub fn flaws(&self) -> Vec<&'static str> {
        let audit = self.audit;
        let warnings = audit.findings.iter().filter(|it| it.severity == Severity::Warning);
        let warnings = warnings.map(|it| it.kind).filter(|kind| CONTRADICTIONS.contains(kind));
        let flaws = [
            (self.count(Severity::Error) > 0).then_some("error"),
            audit.verdict.is_wrong().then(|| audit.verdict.name()),
            (audit.outcome == Outcome::Annulled).then_some("annulled"),
            (audit.komi_source == ValueSource::Doubtful).then_some("komi doubtful"),
        ];
        flaws.into_iter().flatten().chain(warnings.map(FindingKind::as_str)).collect()
    }
}

/// Warnings about a record that contradicts itself in the start position, the moves, the komi or the result.
const CONTRADICTIONS: [FindingKind; 5] = [
    FindingKind::HandicapMismatch,
    FindingKind::OutOfTurn,
    FindingKind::PlayAfterEnd,
    FindingKind::ImpossibleMargin,
    FindingKind::ResultContradictsEnd,
];

fn score<'a>(row: &'a GameRow) -> Option<&'a Score> {
    row.audit.score.as_ref()
}

/// Returns the class of the time limits.
fn egf_class(audit: &Audit) -> Option<&'static str> {
    rating_class(audit.info.main_time?, &audit.info.overtime)
}

/// The player to move after the last move.
fn to_move(audit: &Audit) -> Option<Color> {
    audit.replay.last_mover.map_or(audit.replay.to_move, |last| Some(last.opponent()))
}

fn winner(outcome: Outcome) -> Cell<'static> {
    match outcome {
        Outcome::Win(color, _) => color.into(),
        Outcome::Draw => "draw".into(),
        _ => Cell::Empty,
    }
}

fn margin(outcome: Outcome) -> Cell<'static> {
    match outcome {
        Outcome::Win(_, WinBy::Points(points)) => points.into(),
        outcome => outcome.white_margin().into(),
    }
}

/// Whether a column is in JSON lines, which have the columns with text or with a value for every game. Programs guess types from the first
/// lines, and can't do it from `null`.
pub(super) fn is_in_json(field: &Field) -> bool {
    field.required || field.kind == Type::String
}

/// Returns the columns of a row as a JSON object without `null`.
pub fn game_object(row: &GameRow) -> Map<String, Value> {
    let columns = games().iter().filter(|column| is_in_json(&column.field));
    let value = |cell| if cell == Cell::Empty { "".into() } else { Value::from(cell) };
    columns.map(|column| (column.field.name.to_owned(), value((column.value)(row)))).collect()
}

pub fn games<'a>() -> &'a [Column<GameRow<'a>>] {
    columns! {
        "path" String required "" "the file's path as given or walked; - for standard input"
            => |row| path_text(row.path),
        "game" Integer required "" "the game's number in its file, from 1" => |row| row.audit.game,
        "black" String "" "PB as recorded" => |row| &*row.audit.black,
        "white" String "" "PW as recorded" => |row| &*row.audit.white,
        "date" String "" "DT as recorded" => |row| &*row.audit.date,
        "event" String "" "EV as recorded" => |row| &*row.audit.event,
        "round" String "" "RO as recorded" => |row| &*row.audit.info.round,
        "recorded_result" String "" "RE in SGF's form: B+R, W+3.5, Draw, Void, ?; Both lose, for which SGF has none; empty where it can't be read"
            => |row| row.audit.outcome,
        "recounted_result" String "" "the result by the ruleset's own counting, the final passes completed; empty when undecided"
            => |row| row.audit.recounted(),
        "verdict" String required "" "confirmed, wrong-winner, wrong-margin, not-counted, undecided or no-result (none is recorded, or none that can be read)"
            => |row| row.audit.verdict.name(),
        "cause" String "" "the likely cause, if the verdict is wrong (docs/causes.md); empty if none is likely"
            => |row| row.audit.cause.as_ref().and_then(|cause| cause.likely_cause()),
        "explanation" String "" "a sentence where the verdict is wrong or undecided, or the recorded result is confirmed although it isn't the count's"
            => |row| &*row.audit.explanation,
        "clean" Boolean required "" "whether neither the game nor its file has an error, the verdict isn't wrong, the result wasn't annulled, the komi isn't doubtful, and the game has no warning handicap-mismatch, out-of-turn, play-after-end, impossible-margin or result-contradicts-end"
            => |row| row.flaws().is_empty(),
        "errors" Integer required "findings" "findings of severity error, those of the file included"
            => |row| row.count(Severity::Error),
        "warnings" Integer required "findings" "findings of severity warning, those of the file included"
            => |row| row.count(Severity::Warning),
        "notes" Integer required "findings" "findings of severity note, those of the file included"
            => |row| row.count(Severity::Note),
        "file_errors" Integer required "findings" "errors of the file itself, which count in each of its games"
            => |row| row.file.get(Severity::Error),
        "ruleset" String required "" "the ruleset that the game was judged by"
            => |row| &*row.audit.rules.id,
        "ruleset_source" String required "" "record (RU), option, configuration (one beside the records, where they say something else), event (the terms of the event, where the record states another one), server, inferred (no ruleset is named, and this one confirms the result) or default"
            => |row| row.audit.ruleset_source.name(),
        "komi" Number required "points" "White's komi" => |row| row.audit.komi,
        "komi_source" String required "" "record (KM), option, configuration, event (the terms of the event, where the record states another komi or none), inferred (a usual komi by which the result is right, where none is recorded or Fox wrote KM[0]), doubtful (KM, but the recorded margin is impossible with it, or Fox wrote KM[0] and no count confirms it) or default"
            => |row| row.audit.komi_source.name(),
        "handicap" Integer "stones" "handicap stones set up, played first, or stated and assumed; 0 for none; empty where the position at the start isn't known"
            => |row| row.audit.replay.handicap.known(),
        "width" Integer required "lines" "columns of the board" => |row| u32::from(row.audit.size.cols()),
        "height" Integer required "lines" "rows of the board" => |row| u32::from(row.audit.size.rows()),
        "moves" Integer required "moves" "moves in the main line, passes counted"
            => |row| row.audit.replay.moves,
        "ending" String required "" "passes, resignation, time, forfeit, void, repetition (a draw), unfinished or unknown"
            => |row| row.audit.ending.name(),
        "winner" String "" "of the recorded result: B, W or draw" => |row| winner(row.audit.outcome),
        "margin" Number "points" "the winner's margin in the recorded result, if that is one of points"
            => |row| margin(row.audit.outcome),
        "black_rank" String "" "BR as 9p, 3d or 5k, ? where the record says that there is none; empty where it can't be read"
            => |row| rank(&row.audit.info.black_rank),
        "white_rank" String "" "WR in the same way" => |row| rank(&row.audit.info.white_rank),
        "date_iso" String "" "the first date of DT as YYYY-MM-DD, YYYY-MM or YYYY, as far as it is certain"
            => |row| &*row.audit.info.date_iso,
        "place" String "" "PC as recorded" => |row| &*row.audit.info.place,
        "server" String "" "the server that the record is from (PC, US, AP or the file's format): cyberoro, dgs, fox, goquest, igs, kgs, nngs, ogs, tygem or wbaduk"
            => |row| row.audit.info.server,
        "main_time" Integer "seconds" "TM; empty where it is no time" => |row| row.audit.info.main_time,
        "overtime" String "" "OT, what stands behind the main time in TM, or Fox's TC and TT, as 5x30 (periods x seconds), 25/600 (stones / seconds), +10 (seconds added for each move) or none; empty where it can't be read"
            => |row| overtime(&row.audit.info.overtime),
        "white_last_pass" String "" "ok, missing or not-needed (the ruleset asks for none, or the game wasn't decided by counting); empty where a game of a ruleset that asks for it ends before two passes"
            => |row| row.audit.white_last_pass.map(|pass| pass.name()),
        "black_passes" Integer required "passes" "Black's passes"
            => |row| row.audit.replay.tally.passes.black,
        "white_passes" Integer required "passes" "White's passes"
            => |row| row.audit.replay.tally.passes.white,
        "final_passes" Integer required "passes" "passes in a row at the end, without one that takes a button"
            => |row| row.audit.replay.final_passes,
        "last_mover" String "" "who made the last move: B or W"
            => |row| row.audit.replay.last_mover,
        "dead_source" String "" "how the dead stones are known: marked, played-out, proven, estimated, engine or undecided; empty where the game wasn't to be counted"
            => |row| row.audit.dead.as_ref().map(|dead| dead.source.name()),
        "dead_stones" Integer "stones" "dead stones of both colours"
            => |row| row.audit.dead.as_ref()
                .filter(|dead| dead.source != Evidence::Undecided)
                .map(|dead| dead.count.total()),
        "dead_confidence" Number "" "confidence of the estimate or the engine in its least certain chain, from 0 to 1; empty where neither was asked"
            => |row| row.audit.dead.as_ref()
                .and_then(|dead| dead.weakest()?.confidence)
                .map_or(Cell::Empty, Cell::Fraction),
        "black_area" Integer "points" "Black's living stones and the points that they surround, whatever the ruleset counts as territory"
            => |row| score(row).map(|score| score.count.area(Color::Black)),
        "white_area" Integer "points" "White's, without komi"
            => |row| score(row).map(|score| score.count.area(Color::White)),
        "black_territory" Integer "points" "Black's territory by the ruleset, without prisoners"
            => |row| score(row).map(|score| score.count.territory.black),
        "white_territory" Integer "points" "White's territory by the ruleset, without prisoners and komi"
            => |row| score(row).map(|score| score.count.territory.white),
        "black_prisoners" Integer "stones" "stones held by Black, pass stones and dead stones included"
            => |row| score(row).map(|score| score.prisoners.black),
        "white_prisoners" Integer "stones" "stones held by White, pass stones and dead stones included"
            => |row| score(row).map(|score| score.prisoners.white),
        "dame" Integer "points" "points that count for nobody by the ruleset"
            => |row| score(row).map(|score| score.count.dame),
        "area_margin" Number "points" "White's area minus Black's, with komi and compensation for handicap stones"
            => |row| score(row).map(|score| score.area_margin),
        "territory_margin" Number "points" "White's territory and prisoners minus Black's, with komi and the pass stones as recorded"
            => |row| score(row).map(|score| score.territory_margin),
        "territory_margin_completed" Number "points" "the same with the missing final passes added"
            => |row| score(row).map(|score| score.territory_margin_completed),
        "encoding" String required "" "the file's encoding by its WHATWG name"
            => |row| row.text.encoding().name(),
        "encoding_source" String required "" "declared (CA), bom, detected or default"
            => |row| row.text.source().name(),
        "format" String required "" "the format of the file: sgf, gib, ngf, ugf or ogs"
            => |row| row.text.format(),
        "game_hash" String "" "equal for records of the same game, however the board is turned: g and 16 hexadecimal digits from its size, the stones on the board when White first plays, and what is played from there on, or of a position without plays its stones, whichever colour has which; passes, names and variations don't count; empty for an empty board"
            => |row| row.audit.signature.game.map(game_hash),
        "dyer_signature" String "" "the points of moves 20, 40, 60, 31, 51 and 71 (Dyer), in the rotation or reflection that comes first in the alphabet: also equal for copies that are cut short or have a wrong move; tt for a pass, ?? for a move that isn't there; empty below 20 moves, or where move 20 is no move"
            => |row| row.audit.signature.dyer.as_deref(),
        "dead_judge" String "" "who was asked which stones are dead: the engine's name and version, or the embedded estimator; empty where nobody was asked"
            => |row| row.audit.dead.as_ref()
                .and_then(|dead| dead.judged.as_ref())
                .map(|judged| &*judged.by),
        "other_causes" String "" "causes that fit by their number without being likely, separated by blanks"
            => |row| row.audit.cause.as_ref().map(|cause| cause.also_fit().join(" ")),
        "egf_class" String "" "the class that the EGF gives the time limits for its ratings: A, B or C; empty if they are too fast for any, or aren't known"
            => |row| egf_class(row.audit),
        "ignored" Integer required "findings" "findings of the game that aren't reported because of ignore or select"
            => |row| row.audit.ignored,
        "result_text" String "" "RE as recorded" => |row| &*row.audit.recorded_result,
        "black_rank_text" String "" "BR as recorded" => |row| &*row.audit.info.as_recorded[0],
        "white_rank_text" String "" "WR as recorded" => |row| &*row.audit.info.as_recorded[1],
        "main_time_text" String "" "TM as recorded" => |row| &*row.audit.info.as_recorded[2],
        "overtime_text" String "" "OT as recorded" => |row| &*row.audit.info.as_recorded[3],
        "final_position" String required "" "a key of the position just after the last move, equal for equal stones, board and player to move (docs/convert.md says how it is computed)"
            => |row| position_text(
                row.audit.replay.after_last_move.key,
                row.audit.size,
                to_move(row.audit).unwrap_or(Color::Black),
            ),
        "to_move" String "" "who is to move after the last move: B or W; before any move empty where neither PL nor a handicap says it"
            => |row| to_move(row.audit),
        "black_captures" Integer required "stones" "White's stones taken off by the moves, without dead stones"
            => |row| row.audit.replay.after_last_move.captured_from.white,
        "white_captures" Integer required "stones" "Black's stones taken off by the moves, without dead stones"
            => |row| row.audit.replay.after_last_move.captured_from.black,
        "possible_margin" Number "points" "White's margin that confirms the recorded result although it isn't the count's, which is the same whatever is recorded; empty if the count confirms it, or nothing does"
            => |row| row.audit.possible_margin,
        "final_result" String "" "the result that holds: what the event decided (--event), or else its table's (--results), or else the recorded one"
            => |row| row.audit.final_outcome(),
    }
}
