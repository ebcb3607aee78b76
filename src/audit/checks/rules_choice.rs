//! The ruleset that a game is judged by, and `unknown-ruleset`.

use super::header::{Field, Header};
use super::server_rules;
use crate::audit::finding::{FindingKind, FindingList};
use crate::audit::options::{AuditOptions, RulesChoice, ValueSource};
use crate::formats::default_rules;
use crate::rules::{Ruleset, SharedRuleset, parse_ru};
use crate::sgf::{Game, Text};

/// The ruleset that a game is judged by.
pub(crate) struct ChosenRules {
    pub rules: SharedRuleset,
    pub source: ValueSource,
    /// The ruleset that RU names, whether it is the chosen one or not.
    pub named: Option<&'static Ruleset>,
    /// Whether RU names a ruleset that isn't known, and no other was stated.
    pub unknown: bool,
}

impl ChosenRules {
    /// Chooses the ruleset of a game. Reports `unknown-ruleset` where RU names none that is known.
    pub fn choose(
        text: &Text,
        game: &Game,
        header: &Header,
        options: &AuditOptions,
        findings: &mut FindingList,
    ) -> Self {
        let place = header.place(Field::Rules);
        let named = place.and_then(|place| parse_ru(&text.simple_text(place.span)));
        let (rules, source) = match (&options.rules, named) {
            (RulesChoice::Fixed(rules), _) => (rules.clone(), ValueSource::Option),
            (RulesChoice::Auto(_), Some(rules)) => (rules.into(), ValueSource::Record),
            (RulesChoice::Auto(Some(rules)), None) => (rules.clone(), ValueSource::Default),
            (RulesChoice::Auto(None), None) => assumed_rules(text, game),
        };
        if let Some(place) = place.filter(|_| !source.is_stated()) {
            let name = text.simple_text(place.span);
            if !name.is_empty() {
                let message = format!("RU[{name}] is no known ruleset; judged by {}", rules.id);
                findings.push(place.finding(FindingKind::UnknownRuleset, message));
            }
        }
        let unknown = !source.is_stated() && place.is_some_and(|place| !place.span.is_empty());
        Self { rules: options.applied(rules), source, named, unknown }
    }
}

/// The ruleset of a game that names none.
fn assumed_rules(text: &Text, game: &Game) -> (SharedRuleset, ValueSource) {
    let usual = default_rules(text);
    // Each format other than SGF belongs to one server, and its games are played by that server's rules.
    if text.is_converted() {
        return (usual.into(), ValueSource::Server);
    }
    match server_rules::rules(text, game) {
        Some(rules) => (rules.into(), ValueSource::Server),
        None => (usual.into(), ValueSource::Default),
    }
}
