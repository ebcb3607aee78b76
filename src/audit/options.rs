//! How to audit: `AuditOptions`.

use std::sync::Arc;

use super::aliases::Aliases;
use crate::go::{Point, Points};
use crate::rules::SharedRuleset;
use crate::score::TerritoryFrom;
use crate::sgf::Limits;

/// The choice of the ruleset that games are judged by.
#[derive(Clone, Debug)]
pub enum RulesChoice {
    /// The ruleset that RU names. Where RU names no known one, this default. Without a default, the ruleset of the
    /// server that the record names or of the file's format; else the first of the likely ones that confirms the
    /// recorded result.
    Auto(Option<SharedRuleset>),
    /// This ruleset, whatever the record says.
    Fixed(SharedRuleset),
}

impl RulesChoice {
    /// Makes a ruleset the default, unless there is one or the choice is fixed.
    pub fn default_to(&mut self, rules: Option<&SharedRuleset>) {
        if let Self::Auto(default @ None) = self {
            *default = rules.cloned();
        }
    }
}

/// Which games are counted by every built-in ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// None.
    Never,
    /// Those whose recorded result is wrong.
    WrongResults,
    /// All that are counted.
    Always,
}

/// Where the ruleset or the komi of a game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueSource {
    /// The record's RU or KM.
    Record,
    /// The caller's options.
    Option,
    /// The rules of the server that the record names, whose games carry no RU.
    Server,
    /// The recorded result, which this ruleset, one of the likely ones, confirms.
    Inferred,
    /// The likeliest ruleset or the default one, or the komi of the ruleset.
    Default,
}

impl ValueSource {
    /// Whether the record or the caller states the value, so that it isn't assumed.
    #[must_use]
    pub const fn is_stated(self) -> bool {
        matches!(self, Self::Record | Self::Option)
    }

    /// The word that reports use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Record => "record",
            Self::Option => "option",
            Self::Server => "server",
            Self::Inferred => "inferred",
            Self::Default => "default",
        }
    }
}

/// How to audit.
#[derive(Clone, Debug)]
pub struct AuditOptions {
    /// The choice of the ruleset that games are judged by.
    pub rules: RulesChoice,
    /// Whether to forbid only the simple ko, whatever the ruleset says of longer cycles
    /// ([`Ruleset::with_simple_ko`](crate::rules::Ruleset::with_simple_ko)).
    pub simple_ko: bool,
    /// A komi that replaces the record's.
    pub komi: Option<Points>,
    /// Whether to replay variations too.
    pub variations: bool,
    /// Which games are counted by every built-in ruleset ([`Audit::comparisons`](super::Audit::comparisons)).
    pub compare: Compare,
    /// The largest number of findings that are listed per game, kind and severity. The last one gives the number of
    /// the others.
    pub max_findings: u32,
    /// How much of a file is read.
    pub limits: Limits,
    /// Where territory is taken from under rulesets that don't count eyes in seki.
    pub territory_from: TerritoryFrom,
    /// Whether the embedded estimator says which stones are dead, where a result was counted and neither marks
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
    /// Whether to find the [`places`](super::Audit::places) of the header.
    pub places: bool,
}

impl Default for AuditOptions {
    fn default() -> Self {
        Self {
            rules: RulesChoice::Auto(None),
            simple_ko: false,
            komi: None,
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
            places: false,
        }
    }
}

impl AuditOptions {
    /// A ruleset with the changes that the options make to it.
    #[must_use]
    pub fn applied(&self, rules: SharedRuleset) -> SharedRuleset {
        if self.simple_ko { rules.with_simple_ko() } else { rules }
    }
}
