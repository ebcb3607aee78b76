//! The ruleset that a game is judged by, and `unknown-ruleset`.

use super::header::{Field, Header};
use super::server_rules;
use crate::audit::finding::{FindingKind, FindingList};
use crate::audit::options::{AuditOptions, RulesChoice, ValueSource};
use crate::formats::default_rules;
use crate::rules::{Ruleset, SharedRuleset, parse_ru};
use crate::sgf::{Game, Text};

/// A ruleset that a game is judged by.
#[derive(Clone)]
pub(crate) struct ChosenRules {
    pub rules: SharedRuleset,
    pub source: ValueSource,
    /// Whether RU names a ruleset that isn't known, and no other was stated.
    pub unknown: bool,
    /// Whether other likely rulesets are asked, too.
    pub likely: bool,
}

impl ChosenRules {
    /// The rulesets that a game may be judged by, one unless the ruleset is to be inferred: the options', the one that
    /// RU names (`named`), the options' default, the server's; else `likely`, the likeliest first.
    pub fn choose(
        text: &Text,
        game: &Game,
        header: &Header,
        named: Option<&'static Ruleset>,
        options: &AuditOptions,
        likely: impl FnOnce() -> Vec<&'static Ruleset>,
    ) -> Vec<Self> {
        let (rules, source) = match (&options.rules, named) {
            (RulesChoice::Fixed(rules), _) => (vec![rules.clone()], ValueSource::Option),
            (RulesChoice::Auto(_), Some(rules)) => (vec![rules.into()], ValueSource::Record),
            (RulesChoice::Auto(Some(rules)), None) => (vec![rules.clone()], ValueSource::Default),
            (RulesChoice::Auto(None), None) => match server_ruleset(text, game) {
                Some(rules) => (vec![rules.into()], ValueSource::Server),
                None => (likely().into_iter().map(Into::into).collect(), ValueSource::Default),
            },
        };
        let names_one = header.place(Field::Rules).is_some_and(|place| !place.span.is_empty());
        let unknown = !source.is_stated() && names_one;
        let likely = rules.len() > 1;
        let chosen = |rules| Self { rules: options.applied(rules), source, unknown, likely };
        rules.into_iter().map(chosen).collect()
    }

    /// Reports `unknown-ruleset` where RU names none that is known.
    pub fn report_unknown(&self, text: &Text, header: &Header, findings: &mut FindingList) {
        let Some(place) = header.place(Field::Rules).filter(|_| self.unknown) else { return };
        let name = text.simple_text(place.span);
        if !name.is_empty() {
            let message = format!("RU[{name}] isn't a known ruleset; judged by {}", self.rules.id);
            findings.push(place.finding(FindingKind::UnknownRuleset, message));
        }
    }
}

/// The ruleset that RU names, if it is known.
pub(crate) fn named_ruleset(text: &Text, header: &Header) -> Option<&'static Ruleset> {
    parse_ru(&text.simple_text(header.place(Field::Rules)?.span))
}

/// The ruleset of the server that a record is from. Each format other than SGF belongs to one server, and its games are
/// played by that server's rules.
fn server_ruleset(text: &Text, game: &Game) -> Option<&'static Ruleset> {
    if text.is_converted() {
        return Some(default_rules(text));
    }
    server_rules::rules(text, game)
}
