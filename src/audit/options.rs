//! How to audit.

use crate::audit::checks::server_rules;
use crate::formats::default_rules;
use crate::go::Points;
use crate::rules::{Ruleset, SharedRuleset};
use crate::score::TerritoryFrom;
use crate::sgf::{Game, Limits, Text};

/// Which ruleset games are judged by.
#[derive(Clone, Debug)]
pub enum RulesChoice {
    /// The record's own, as its RU names it; where it names none that is known this one, or without
    /// one that of the server that it names, or the default of the file's format.
    Auto(Option<SharedRuleset>),
    /// This one, whatever the record says.
    Fixed(SharedRuleset),
}

impl RulesChoice {
    /// The ruleset of a game, and where from, given the one that the record names.
    pub(super) fn of(
        &self,
        named: Option<&'static Ruleset>,
        text: &Text,
        game: &Game,
    ) -> (SharedRuleset, ValueSource) {
        match (self, named) {
            (Self::Fixed(rules), _) => (rules.clone(), ValueSource::Option),
            (Self::Auto(_), Some(rules)) => (rules.into(), ValueSource::Record),
            (Self::Auto(default), None) => {
                if let Some(rules) = default {
                    return (rules.clone(), ValueSource::Default);
                }
                // Other formats are of one server each, and have its rules.
                let usual = default_rules(text);
                if text.is_converted() {
                    return (usual.into(), ValueSource::Server);
                }
                match server_rules::rules(text, game) {
                    Some(rules) => (rules.into(), ValueSource::Server),
                    None => (usual.into(), ValueSource::Default),
                }
            }
        }
    }
}

/// Where a game's ruleset or komi was taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueSource {
    /// The record's RU or KM.
    Record,
    /// The caller.
    Option,
    /// The server's, by whose rules games are played there that name none.
    Server,
    /// None of these: the default ruleset, or the ruleset's komi.
    Default,
}

impl ValueSource {
    /// Whether the record or the caller says so, and it isn't assumed.
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
            Self::Default => "default",
        }
    }
}

/// How to audit.
#[derive(Clone, Debug)]
pub struct AuditOptions {
    /// Which ruleset.
    pub rules: RulesChoice,
    /// Whether no longer cycle than a ko is forbidden, whatever the ruleset says
    /// ([`Ruleset::with_simple_ko`]).
    pub simple_ko: bool,
    /// A komi that replaces the record's.
    pub komi: Option<Points>,
    /// Whether variations are replayed too.
    pub variations: bool,
    /// Whether every built-in ruleset is asked what it says of the game.
    pub compare: bool,
    /// How many findings of a name and severity are listed for a game; the last one says how many more there are.
    pub max_findings: u32,
    /// How much of a file is read.
    pub limits: Limits,
    /// Where territory is taken from under rulesets that don't count eyes in seki.
    pub territory_from: TerritoryFrom,
    /// Whether the embedded estimator says which stones are dead where a result was counted and neither
    /// marks nor a proof say so. A judge that was given to the auditor is asked in its stead.
    pub estimate: bool,
    /// Whether the record's names, messages of findings and their lines and columns are wanted. Without,
    /// names and messages may be empty, and lines and columns are 0.
    pub details: bool,
    /// Whether the game's [`Signature`](crate::replay::Signature) is wanted.
    pub signature: bool,
}

impl Default for AuditOptions {
    fn default() -> Self {
        Self {
            rules: RulesChoice::Auto(None),
            simple_ko: false,
            komi: None,
            variations: false,
            compare: false,
            max_findings: 1000,
            limits: Limits::DEFAULT,
            territory_from: TerritoryFrom::Marks,
            estimate: true,
            details: true,
            signature: false,
        }
    }
}

impl AuditOptions {
    /// A ruleset as games are judged by it.
    #[must_use]
    pub fn applied(&self, rules: SharedRuleset) -> SharedRuleset {
        if self.simple_ko { rules.with_simple_ko() } else { rules }
    }
}
