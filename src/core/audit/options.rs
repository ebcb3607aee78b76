//! How to audit: `AuditOptions`.

use std::sync::Arc;

use super::aliases::Aliases;
use crate::go::{Point, Points};
use crate::record::{RulesChoice, ValueSource};
use crate::rules::SharedRuleset;
use crate::score::TerritoryFrom;
use crate::sgf::Limits;

/// The games that are counted by every built-in ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// None.
    Never,
    /// Those whose recorded result is wrong.
    WrongResults,
    /// All that are counted.
    Always,
}

#[derive(Clone, Debug)]
pub struct AuditOptions {
    /// The choice of the ruleset that games are judged by.
    pub rules: RulesChoice,
    /// Whether to forbid only the simple ko, whatever the ruleset does about longer cycles
    /// ([`Ruleset::with_simple_ko`](crate::rules::Ruleset::with_simple_ko)).
    pub simple_ko: bool,
    /// Where a ruleset that replaces or changes the record's comes from.
    pub rules_set_by: ValueSource,
    /// A komi that replaces the record's.
    pub komi: Option<Points>,
    pub komi_set_by: ValueSource,
    pub variations: bool,
    /// The games that are counted by every built-in ruleset ([`Audit::comparisons`](super::Audit::comparisons)).
    pub compare: Compare,
    /// The largest number of findings that are listed per game, kind and severity. The last one gives the number of
    /// the others.
    pub max_findings: u32,
    /// How much of a file is read.
    pub limits: Limits,
    /// Where territory is taken from under rulesets that don't count eyes in seki.
    pub territory_from: TerritoryFrom,
    /// Whether the embedded estimator decides which stones are dead, if a result was counted and neither marks
    /// nor a proof do. An auditor with a judge of its own asks that one instead.
    pub estimate: bool,
    /// The dead stones of a final position as a person sees them, one stone of each chain or more. They replace what
    /// the record's marks, a proof or an estimate say.
    pub dead_stones: Option<Vec<Point>>,
    /// Whether to compute the game's [`Signature`](crate::replay::Signature).
    pub signature: bool,
    /// Whether to keep the game's [`moves`](super::Audit::moves).
    pub moves: bool,
    /// Names and ranks that are reported, since others are meant.
    pub aliases: Option<Arc<Aliases>>,
    /// Whether a record without moves is counted: a position that was set up.
    pub count_bare: bool,
}

impl Default for AuditOptions {
    fn default() -> Self {
        Self {
            rules: RulesChoice::Auto(None),
            simple_ko: false,
            rules_set_by: ValueSource::Option,
            komi: None,
            komi_set_by: ValueSource::Option,
            variations: false,
            compare: Compare::Never,
            max_findings: 1000,
            limits: Limits::DEFAULT,
            territory_from: TerritoryFrom::Marks,
            estimate: true,
            dead_stones: None,
            signature: false,
            moves: false,
            aliases: None,
            count_bare: false,
        }
    }
}

impl AuditOptions {
    /// A ruleset with the changes that the options make to it.
    pub fn applied(&self, rules: SharedRuleset) -> SharedRuleset {
        if self.simple_ko { rules.with_simple_ko() } else { rules }
    }
}
