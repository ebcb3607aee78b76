//! The audit of one game: `Audit`.

use super::causes::MarginExplanation;
use super::checks::ending::WhiteLastPass;
use super::decision::Decision;
use super::finding::{Family, Finding, FindingKind, Severity};
use super::recount::{counted_outcome, winner_of};
use super::suppositions::rulesets::Comparison;
use super::suppositions::undecided::OpenQuestion;
use crate::go::{Grid, Points, Size};
use crate::named::named;
use crate::record::{Ending, GameInfo, RecordedMoves, ValueSource};
use crate::replay::{Replay, Signature};
use crate::rules::SharedRuleset;
use crate::score::{Dead, Evidence, Score};
use crate::sgf::{Outcome, Span};

/// The audit of a game, or findings that concern no audited game.
#[derive(Clone, Debug)]
pub enum FileAudit {
    Game(Box<Audit>),
    /// Findings about the file (game 0), or about a game that wasn't audited.
    Findings {
        /// The number of the game, or 0 for the file.
        game: u32,
        findings: Vec<Finding>,
        /// Number of findings that a setting left out.
        ignored: u64,
    },
}

impl FileAudit {
    /// The audit of a file that couldn't be read or audited at all.
    pub fn failed(kind: FindingKind, message: String) -> Self {
        let finding = Finding::new(kind, Span::default(), message);
        Self::of_file(vec![finding])
    }

    pub const fn of_file(findings: Vec<Finding>) -> Self {
        Self::skipped(0, findings)
    }

    /// A game that isn't audited: it is of another game than Go, or its event needs no audit.
    pub(super) const fn skipped(game: u32, findings: Vec<Finding>) -> Self {
        Self::Findings { game, findings, ignored: 0 }
    }

    pub fn findings(&self) -> &[Finding] {
        match self {
            Self::Game(audit) => &audit.findings,
            Self::Findings { findings, .. } => findings,
        }
    }

    /// Returns the number of findings that a setting left out.
    pub fn ignored(&self) -> u64 {
        match self {
            Self::Game(audit) => audit.ignored,
            Self::Findings { ignored, .. } => *ignored,
        }
    }

    /// Leaves out findings because of a setting, and counts them.
    pub fn ignore(&mut self, is_ignored: impl Fn(&Finding) -> bool) {
        let left_out = self.findings_mut().extract_if(.., |finding| is_ignored(finding));
        let number: u64 = left_out.map(|finding| 1 + u64::from(finding.more)).sum();
        match self {
            Self::Game(audit) => audit.ignored += number,
            Self::Findings { ignored, .. } => *ignored += number,
        }
    }

    /// Returns its findings, to be changed.
    pub fn findings_mut(&mut self) -> &mut Vec<Finding> {
        match self {
            Self::Game(audit) => &mut audit.findings,
            Self::Findings { findings, .. } => findings,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Audit {
    /// The number of the game in its file, from 1.
    pub game: u32,
    /// Black's name: PB.
    pub black: String,
    /// White's name: PW.
    pub white: String,
    /// The players as the game's event names them, Black first; empty where it doesn't, or as the record does.
    pub event_names: [String; 2],
    /// The date: DT.
    pub date: String,
    /// The event: EV.
    pub event: String,
    pub info: GameInfo,
    pub size: Size,
    /// The ruleset that the game was judged by.
    pub rules: SharedRuleset,
    pub ruleset_source: ValueSource,
    /// White's komi that the game was judged by.
    pub komi: Points,
    pub komi_source: ValueSource,
    pub replay: Replay,
    /// The signature by which the game is recognised in other records, if the options asked for it.
    pub signature: Signature,
    /// The moves of the main line, if the options asked for them.
    pub moves: RecordedMoves,
    pub ending: Ending,
    /// Whether White's last pass is recorded; `None` if the record has too few passes to say.
    pub white_last_pass: Option<WhiteLastPass>,
    /// The position that was counted, if the game was to be counted.
    pub position: Option<Grid>,
    /// The dead stones, if the game was to be counted.
    pub dead: Option<Dead>,
    /// The count, if the dead stones are known.
    pub score: Option<Score>,
    pub outcome: Outcome,
    /// The text of RE, decoded.
    pub recorded_result: String,
    /// The recorded result compared with the count.
    pub verdict: Verdict,
    /// White's margin that confirms the recorded result although the count has another one: the count doesn't depend on
    /// the result.
    pub possible_margin: Option<Points>,
    /// The reason for a verdict that is wrong or undecided, or for one that a possible margin confirms; else empty.
    pub explanation: String,
    /// What isn't known, if the verdict is undecided.
    pub open_question: Option<OpenQuestion>,
    /// The cause of a wrong margin, where one was found.
    pub cause: Option<MarginExplanation>,
    /// The decision of the game's event, if it has one.
    pub decision: Option<Decision>,
    /// How the count by the event's komi or ruleset differs from one by what the record states, as a clause.
    pub by_event: Option<String>,
    /// The result in the event's table, with the record's colours; missing without a table or its row.
    pub table_outcome: Outcome,
    /// The findings, in the order of the file.
    pub findings: Vec<Finding>,
    /// Number of findings that a setting left out.
    pub ignored: u64,
    /// The count by the game's own ruleset, if that isn't built in, and then by each built-in one. Empty unless
    /// the options asked for it and the game was to be counted.
    pub comparisons: Vec<Comparison>,
}

impl Audit {
    /// Number of findings of a severity that don't follow from others. Findings beyond the limit count with the last listed one of their kind.
    pub fn count(&self, severity: Severity) -> u64 {
        let matching = self
            .findings
            .iter()
            .filter(|finding| finding.severity == severity && finding.follows.is_none());
        matching.map(|finding| 1 + u64::from(finding.more)).sum()
    }

    /// Whether a wrong result is among the reported findings.
    pub fn reports_wrong_result(&self) -> bool {
        self.findings.iter().any(|finding| finding.kind.is_wrong_result())
    }

    /// The counted result by the ruleset's own way of counting, also where a komi or handicap stones had to be
    /// assumed.
    pub fn counted(&self) -> Option<Outcome> {
        self.score.as_ref().map(|score| counted_outcome(score, &self.rules))
    }

    /// The counted result; `None` if the verdict is undecided.
    pub fn recounted(&self) -> Option<Outcome> {
        self.counted().filter(|_| self.verdict != Verdict::Undecided)
    }

    /// The counted result with the penalties and the rule for ties of the event, or the recorded one where a margin that is
    /// possible beside the count confirms it.
    pub(crate) fn possible_or_counted(&self) -> Option<Outcome> {
        let adjusted = self.decision.as_ref().filter(|decision| decision.is_adjusted);
        let possible = self.possible_margin.map(Outcome::from_white_margin);
        adjusted.and_then(|it| it.result).or(possible).or_else(|| self.recounted())
    }

    /// The result that holds: what the event decided, or else its table's, or else the recorded one.
    pub fn final_outcome(&self) -> Outcome {
        let decided = self.decision.as_ref().and_then(|decision| decision.result);
        let stated =
            if self.table_outcome.is_unknown() { self.outcome } else { self.table_outcome };
        decided.unwrap_or(stated)
    }

    /// Whether the result is undecided, and as it stands another player won than the recorded one.
    pub fn stands_for_another(&self) -> bool {
        let winners = winner_of(self.outcome).zip(self.counted().and_then(winner_of));
        self.verdict == Verdict::Undecided && winners.is_some_and(|(recorded, now)| recorded != now)
    }

    /// Whether an event changes the judgement or reports something.
    pub(crate) fn is_by_event(&self) -> bool {
        let mut kinds = self.findings.iter().map(|finding| finding.kind);
        self.decision.is_some()
            || [self.komi_source, self.ruleset_source].contains(&ValueSource::Event)
            || kinds.any(|kind| kind.info().family == Family::Event)
    }

    /// Whether the record shows the end of the game: by final passes, or by marks at its last position.
    pub fn shows_end(&self) -> bool {
        let is_marked = |dead: &Dead| dead.source == Evidence::Marked;
        self.replay.final_passes >= 2 || self.dead.as_ref().is_some_and(is_marked)
    }
}

named! {
    /// The recorded result compared with the count.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Verdict {
        Confirmed = "confirmed",
        WrongWinner = "wrong-winner",
        /// The winner is right, the margin isn't.
        WrongMargin = "wrong-margin",
        /// It can't be counted again.
        Undecided = "undecided",
        /// The game wasn't decided by counting.
        NotCounted = "not-counted",
        NoResult = "no-result",
    }
}

impl Verdict {
    /// Whether the recorded result is wrong, or can't be checked.
    #[must_use]
    pub const fn is_in_doubt(self) -> bool {
        matches!(self, Self::WrongWinner | Self::WrongMargin | Self::Undecided)
    }

    /// Whether the recorded result differs from the count.
    #[must_use]
    pub const fn is_wrong(self) -> bool {
        matches!(self, Self::WrongWinner | Self::WrongMargin)
    }
}
