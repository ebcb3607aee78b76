//! What is known of a game after its audit.

use crate::audit::causes::MarginExplanation;
use crate::audit::checks::ending::{Ending, WhiteLastPass};
use crate::audit::finding::{Finding, Severity};
use crate::audit::options::ValueSource;
use crate::audit::recount::compare_rulesets::Comparison;
use crate::audit::recount::verdict::{Verdict, counted_outcome};
use crate::go::{Color, Points, Size};
use crate::replay::{Replay, Signature};
use crate::rules::SharedRuleset;
use crate::score::{Dead, Score};
use crate::sgf::Outcome;

/// What came of a game.
#[derive(Clone, Debug)]
pub enum GameOutcome {
    /// It was audited.
    Audited(Box<Audit>),
    /// It is of another game than Go and was skipped; here is what was found about it.
    NotGo(Vec<Finding>),
}

/// What is known of one game after its audit.
#[derive(Clone, Debug)]
pub struct Audit {
    /// The game's number in its file, from 1.
    pub game: u32,
    /// PB.
    pub black: String,
    /// PW.
    pub white: String,
    /// DT.
    pub date: String,
    /// EV.
    pub event: String,
    /// The board.
    pub size: Size,
    /// The ruleset that the game was judged by.
    pub rules: SharedRuleset,
    /// Where the ruleset was taken from.
    pub ruleset_source: ValueSource,
    /// White's komi.
    pub komi: Points,
    /// Where the komi was taken from.
    pub komi_source: ValueSource,
    /// The replay.
    pub replay: Replay,
    /// What tells the game again, if that was asked for.
    pub signature: Signature,
    /// How the game ended.
    pub ending: Ending,
    /// Whether White's last pass is there; `None` where the record has too few passes to say.
    pub white_last_pass: Option<WhiteLastPass>,
    /// The dead stones, where the game was to be counted.
    pub dead: Option<Dead>,
    /// The count, where the dead stones are known.
    pub score: Option<Score>,
    /// The recorded result.
    pub outcome: Outcome,
    /// RE as it stands in the record, decoded.
    pub recorded_result: String,
    /// What the count says of it.
    pub verdict: Verdict,
    /// Why, where the verdict is wrong or undecided.
    pub explanation: String,
    /// The cause of a wrong margin, where one was found.
    pub cause: Option<MarginExplanation>,
    /// Everything that was found, in the order of the file.
    pub findings: Vec<Finding>,
    /// What each built-in ruleset says of the game, and before them the game's own if it is none of
    /// them; if that was asked for and the game was to be counted.
    pub comparisons: Vec<Comparison>,
}

impl Audit {
    /// Number of findings of a severity. Those that aren't listed count as the last one of their name.
    #[must_use]
    pub fn count(&self, severity: Severity) -> u64 {
        let of_it = self.findings.iter().filter(|finding| finding.severity == severity);
        of_it.map(|finding| 1 + u64::from(finding.more)).sum()
    }

    /// The count's result by the ruleset's own way of counting, with what had to be assumed: a komi that isn't
    /// recorded, handicap stones that aren't.
    #[must_use]
    pub fn counted(&self) -> Option<Outcome> {
        self.score.as_ref().map(|score| counted_outcome(score, &self.rules))
    }

    /// The same where it decides: `None` where the verdict is undecided.
    #[must_use]
    pub fn recounted(&self) -> Option<Outcome> {
        self.counted().filter(|_| self.verdict != Verdict::Undecided)
    }

    /// Who made the last move.
    #[must_use]
    pub fn last_mover(&self) -> Option<Color> {
        self.replay.last_mover
    }
}
