//! The audit of one game: `Audit`.

use super::causes::MarginExplanation;
use super::checks::ending::WhiteLastPass;
use super::finding::{Finding, Severity};
use super::header_places::HeaderPlaces;
use super::recount::alternatives::Comparison;
use super::recount::count::counted_outcome;
use super::verdict::Verdict;
use crate::go::{Color, Grid, Points, Size};
use crate::record::{Ending, GameInfo, RecordedMoves, ValueSource};
use crate::replay::{Replay, Signature};
use crate::rules::SharedRuleset;
use crate::score::{Dead, Score};
use crate::sgf::Outcome;

/// The result of auditing a game.
#[derive(Clone, Debug)]
pub enum GameOutcome {
    /// The game was audited.
    Audited(Box<Audit>),
    /// The record is of another game than Go and was skipped, as its findings state.
    NotGo(Vec<Finding>),
}

/// The audit of one game.
#[derive(Clone, Debug)]
pub struct Audit {
    /// The number of the game in its file, from 1.
    pub game: u32,
    /// Black's name: PB.
    pub black: String,
    /// White's name: PW.
    pub white: String,
    /// The date: DT.
    pub date: String,
    /// The event: EV.
    pub event: String,
    /// Other header fields.
    pub info: GameInfo,
    /// Locations of these fields, if the options asked for them.
    pub places: HeaderPlaces,
    /// The size of the board.
    pub size: Size,
    /// The ruleset that the game was judged by.
    pub rules: SharedRuleset,
    /// Where the ruleset comes from.
    pub ruleset_source: ValueSource,
    /// White's komi.
    pub komi: Points,
    /// Where the komi comes from.
    pub komi_source: ValueSource,
    /// The replay of the moves.
    pub replay: Replay,
    /// The signature by which the game is recognised in other records, if the options asked for it.
    pub signature: Signature,
    /// The moves of the main line, if the options asked for them.
    pub moves: RecordedMoves,
    /// How the game ended.
    pub ending: Ending,
    /// Whether White's last pass is recorded; `None` if the record has too few passes to say.
    pub white_last_pass: Option<WhiteLastPass>,
    /// The position that was counted, if the game was to be counted.
    pub position: Option<Grid>,
    /// The dead stones, if the game was to be counted.
    pub dead: Option<Dead>,
    /// The count, if the dead stones are known.
    pub score: Option<Score>,
    /// The recorded result.
    pub outcome: Outcome,
    /// The text of RE, decoded.
    pub recorded_result: String,
    /// The recorded result compared with the count.
    pub verdict: Verdict,
    /// The reason for a verdict that is wrong or undecided; else empty.
    pub explanation: String,
    /// The cause of a wrong margin, where one was found.
    pub cause: Option<MarginExplanation>,
    /// The findings, in the order of the file.
    pub findings: Vec<Finding>,
    /// The count by the game's own ruleset, if that isn't built in, and then by each built-in one. Empty unless
    /// the options asked for it and the game was to be counted.
    pub comparisons: Vec<Comparison>,
}

impl Audit {
    /// Number of findings of a severity that don't follow from others. Findings beyond the limit count with the last listed one of their kind.
    #[must_use]
    pub fn count(&self, severity: Severity) -> u64 {
        let matching = self
            .findings
            .iter()
            .filter(|finding| finding.severity == severity && finding.follows.is_none());
        matching.map(|finding| 1 + u64::from(finding.more)).sum()
    }

    /// Whether a wrong result is among the reported findings.
    #[must_use]
    pub fn reports_wrong_result(&self) -> bool {
        self.findings.iter().any(|finding| finding.kind.is_wrong_result())
    }

    /// The counted result by the ruleset's own way of counting, also where a komi or handicap stones had to be
    /// assumed.
    #[must_use]
    pub fn counted(&self) -> Option<Outcome> {
        self.score.as_ref().map(|score| counted_outcome(score, &self.rules))
    }

    /// The counted result; `None` if the verdict is undecided.
    #[must_use]
    pub fn recounted(&self) -> Option<Outcome> {
        self.counted().filter(|_| self.verdict != Verdict::Undecided)
    }

    /// The player who made the last move.
    #[must_use]
    pub fn last_mover(&self) -> Option<Color> {
        self.replay.last_mover
    }
}
