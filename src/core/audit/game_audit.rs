//! The audit of one game: `Audit`.

use super::causes::MarginExplanation;
use super::checks::ending::WhiteLastPass;
use super::finding::{Detail, Finding, FindingKind, Severity};
use super::recount::{counted_outcome, winner_of};
use super::suppositions::rulesets::Comparison;
use super::suppositions::undecided::OpenQuestion;
use crate::go::{ByColor, Color, Grid, Points, Size};
use crate::named::named;
use crate::record::{Ending, GameInfo, RecordedGame, RecordedMoves, ValueSource};
use crate::replay::{Replay, Signature};
use crate::rules::SharedRuleset;
use crate::score::{Dead, Evidence, Score};
use crate::sgf::{Ident, LineIndex, Outcome, ROOT, Span};

/// The result of auditing a game.
#[derive(Clone, Debug)]
pub enum GameOutcome {
    Audited(Box<Audit>),
    /// The record is of another game than Go and was skipped, as its findings state.
    NotGo(Vec<Finding>),
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
    /// Locations of these fields, if the options asked for them.
    pub places: HeaderPlaces,
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

/// The decision of an event on a game: a ruling, penalties, or who wins ties.
#[derive(Clone, Debug, Default)]
pub struct Decision {
    /// The result that was decided. `None` if the count stands.
    pub result: Option<DecidedResult>,
    /// The points that each player lost by penalties.
    pub penalties: ByColor<Points>,
    /// The decision with its author and its reason, as a clause.
    pub words: String,
    /// Whether a referee decided, rather than the event's terms.
    pub is_ruling: bool,
}

/// A result that an event decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecidedResult {
    /// A referee's, which no count refutes.
    Ruled(Outcome),
    /// The count's, with the stones dead and alive that a referee ruled.
    ByStones(Outcome),
    /// The count's, changed by penalties or by the rule for ties.
    Adjusted(Outcome),
}

impl Decision {
    /// The result that was decided. `None` if the count stands.
    pub fn outcome(&self) -> Option<Outcome> {
        self.result.map(|result| match result {
            DecidedResult::Ruled(outcome)
            | DecidedResult::ByStones(outcome)
            | DecidedResult::Adjusted(outcome) => outcome,
        })
    }
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

    /// The counted result, or the recorded one where a margin that is possible beside the count confirms it.
    pub(crate) fn possible_or_counted(&self) -> Option<Outcome> {
        self.possible_margin.map(Outcome::from_white_margin).or_else(|| self.recounted())
    }

    /// The result that holds: what the event decided, or else its table's, or else the recorded one.
    pub fn final_outcome(&self) -> Outcome {
        let decided = self.decision.as_ref().and_then(Decision::outcome);
        let stated =
            if self.table_outcome.is_unknown() { self.outcome } else { self.table_outcome };
        decided.unwrap_or(stated)
    }

    /// Whether the result is undecided, and as it stands another player won than the recorded one.
    pub fn stands_for_another(&self) -> bool {
        let winners = winner_of(self.outcome).zip(self.counted().and_then(winner_of));
        self.verdict == Verdict::Undecided && winners.is_some_and(|(recorded, now)| recorded != now)
    }

    /// Drops the causes of a wrong result that suppose another komi than the game had, which is known from elsewhere.
    pub(crate) fn rule_out_other_komi(&mut self, komi: Points) {
        let Some(cause) = self.cause.take() else { return };
        let before = cause.details();
        self.cause = cause.with_known_komi(komi);
        let after = self.cause.as_ref().map(MarginExplanation::details).unwrap_or_default();
        let is_wrong = |finding: &&mut Finding| finding.kind.is_wrong_result();
        let Some(finding) = self.findings.iter_mut().find(is_wrong).filter(|_| before != after)
        else {
            return;
        };
        finding.details.retain(|detail| !before.contains(detail));
        if !self.cause.as_ref().is_some_and(|cause| cause.likely) {
            let none = Detail::new("cause", "none is likely");
            finding.details.retain(|detail| *detail != none);
            finding.details.insert(0, none);
            self.explanation.clone_from(&finding.message);
        }
        finding.details.splice(0..0, after);
    }

    /// Whether the record shows the end of the game: by final passes, or by marks at its last position.
    pub fn shows_end(&self) -> bool {
        let is_marked = |dead: &Dead| dead.source == Evidence::Marked;
        self.replay.final_passes >= 2 || self.dead.as_ref().is_some_and(is_marked)
    }

    /// The player who made the last move.
    pub fn last_mover(&self) -> Option<Color> {
        self.replay.last_mover
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

/// Line, column and span of something in the file.
type Location = (u32, u32, Span);

/// The locations of a record's header in its file, for findings that are made once the audit is done.
#[derive(Clone, Debug, Default)]
pub struct HeaderPlaces {
    /// The properties of the header that the record has, in the order of the file.
    properties: Vec<(Ident, Location)>,
    /// The first byte of the game.
    root: Location,
    /// The game in the text that was audited.
    pub game: Span,
}

impl HeaderPlaces {
    /// Finds the places. `lines` may have been used only for what is before the game.
    pub(super) fn locate(record: &RecordedGame, lines: &mut LineIndex) -> Self {
        let &RecordedGame { text, game, ref header, .. } = record;
        let mut locate = |span: Span| {
            let (line, column) = lines.locate(text, span.start as usize);
            (line, column, lines.original(text, span))
        };
        let start = game.nodes()[ROOT as usize].start;
        let root = locate(Span { start, end: start + 1 });
        let mut places: Vec<_> =
            header.places().map(|(ident, place)| (ident, place.span)).collect();
        places.sort_by_key(|(_, span)| span.start);
        let places = places.into_iter();
        let properties = places.map(|(ident, span)| (ident, locate(span))).collect();
        Self { properties, root, game: game.span }
    }

    /// Returns a finding about a property of the header, or about the root if the record lacks it.
    pub(crate) fn finding(&self, of: Ident, kind: FindingKind, message: String) -> Finding {
        let property = self.properties.iter().find(|(ident, _)| *ident == of);
        let (line, column, span) = property.map_or(self.root, |(_, location)| *location);
        Finding { line, column, ..Finding::new(kind, span, message) }.at_node(ROOT)
    }
}
