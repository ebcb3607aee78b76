//! Rulesets with switches turned, as OGS has them: `ogs-chinese+situational` is the Chinese ruleset with situational
//! superko in place of positional. The words after the name say what differs from the ruleset.

use super::ruleset::described;
use super::ruleset::{Compensation, Counting, Field, LongCycle, Rules, Ruleset, Suicide, Superko};
use super::table::{AGA_BY_AREA, find};

const SOURCE: &str = "the record's rule switches (OGS)";

const fn f<T: Copy>(value: T) -> Field<T> {
    Field { value, source: SOURCE }
}

/// The rulesets of OGS by the names that it gives them (goban, `GobanEngineRules`), and the ones that they are here. Area
/// is what it counts under AGA rules, and a pass costs nothing.
const BASES: [(&str, &str); 6] = [
    ("japanese", "japanese"),
    ("chinese", "chinese"),
    ("korean", "korean"),
    ("aga", "aga-area"),
    ("ing", "ing"),
    ("nz", "new-zealand"),
];

/// The switches that a record sets. `None`: the ruleset's own value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    /// The superko that is forbidden, or none.
    pub superko: Option<Superko>,
    /// Whether a ko may be retaken at once.
    pub ko_allowed: Option<bool>,
    /// Whether suicide is allowed.
    pub suicide: Option<bool>,
    /// Whether stones count, and so area.
    pub area: Option<bool>,
    /// Whether eyes in seki count.
    pub seki_eyes: Option<bool>,
    /// White's points for handicap stones.
    pub compensation: Option<Compensation>,
    /// Whether White moves last.
    pub white_last: Option<bool>,
}

/// Turns one of the switches.
type Turn = fn(&mut Switches);

/// The words of identifiers, in the order in which they are written, and what each of them turns.
const WORDS: [(&str, Turn); 15] = [
    ("no-superko", |s| s.superko = Some(Superko::None)),
    ("ko-allowed", |s| s.ko_allowed = Some(true)),
    ("positional", |s| s.superko = Some(Superko::Positional)),
    ("situational", |s| s.superko = Some(Superko::Situational)),
    ("suicide", |s| s.suicide = Some(true)),
    ("no-suicide", |s| s.suicide = Some(false)),
    ("area", |s| s.area = Some(true)),
    ("territory", |s| s.area = Some(false)),
    ("seki-eyes", |s| s.seki_eyes = Some(true)),
    ("no-seki-eyes", |s| s.seki_eyes = Some(false)),
    ("no-compensation", |s| s.compensation = Some(Compensation::None)),
    ("compensation-n-1", |s| s.compensation = Some(Compensation::AllButFirst)),
    ("compensation-n", |s| s.compensation = Some(Compensation::All)),
    ("white-last", |s| s.white_last = Some(true)),
    ("not-white-last", |s| s.white_last = Some(false)),
];

const PREFIX: &str = "ogs-";

/// The identifier of the ruleset that OGS names, with the switches as the record has them; `None` for a ruleset that
/// OGS doesn't have. Switches that agree with the ruleset aren't written.
pub fn switched(base: &str, switches: &Switches) -> Option<String> {
    let ruleset = ruleset_of(base)?;
    let is_needed = |turn: &Turn| {
        let (mut with, mut alone) = (*switches, Switches::default());
        turn(&mut with);
        turn(&mut alone);
        with == *switches && !is_same(&alone.applied(ruleset.rules), &ruleset.rules)
    };
    let needed = WORDS.iter().filter(|(_, turn)| is_needed(turn));
    let words: Vec<&str> = needed.map(|&(word, _)| word).collect();
    Some(match words[..] {
        [] => ruleset.id.to_string(),
        _ => format!("{PREFIX}{base}+{}", words.join("+")),
    })
}

/// The ruleset of an identifier as [`switched`] makes it; `None` if it is none.
pub(super) fn from_switches(text: &str) -> Option<&'static Ruleset> {
    let id = text.trim();
    let (base, words) = id.strip_prefix(PREFIX)?.split_once('+')?;
    let rules = ruleset_of(base)?.rules;
    let mut switches = Switches::default();
    for word in words.split('+') {
        let (_, turn) = WORDS.iter().find(|(known, _)| *known == word)?;
        turn(&mut switches);
    }
    // Nothing twice, in another order or needlessly.
    if switched(base, &switches)? != id {
        return None;
    }
    Some(described(id.to_owned(), || switches.applied(rules)))
}

impl Switches {
    /// The rules with these switches turned.
    fn applied(&self, mut rules: Rules) -> Rules {
        if let Some(superko) = self.superko {
            rules.superko = f(superko);
            rules.long_cycle = match superko {
                Superko::None => f(LongCycle::NoResult),
                _ => f(LongCycle::Forbidden),
            };
            if superko == Superko::None {
                rules.ko = f(true);
            }
        }
        if self.ko_allowed == Some(true) {
            rules.ko = f(false);
        }
        if let Some(allowed) = self.suicide {
            rules.suicide = f(if allowed { Suicide::Allowed } else { Suicide::Forbidden });
        }
        if let Some(area) = self.area {
            rules.counting = f(if area { Counting::Area } else { Counting::Territory });
        }
        if let Some(count) = self.seki_eyes {
            rules.seki_eyes = f(count);
        }
        if let Some(compensation) = self.compensation {
            rules.compensation = f(compensation);
        }
        if let Some(last) = self.white_last {
            rules.white_last = f(last);
        }
        rules
    }
}

/// Whether the rules of play and of counting that the switches set agree.
fn is_same(a: &Rules, b: &Rules) -> bool {
    let superko = |rules: &Rules| match rules.superko.value {
        Superko::SituationalAfterMoves => Superko::Situational,
        superko => superko,
    };
    superko(a) == superko(b)
        && a.ko.value == b.ko.value
        && (a.suicide.value == Suicide::Forbidden) == (b.suicide.value == Suicide::Forbidden)
        && a.counting.value == b.counting.value
        && a.seki_eyes.value == b.seki_eyes.value
        && a.compensation.value == b.compensation.value
        && a.white_last.value == b.white_last.value
}

fn ruleset_of(base: &str) -> Option<&'static Ruleset> {
    let (_, id) = BASES.iter().find(|(name, _)| *name == base)?;
    if *id == AGA_BY_AREA.id { Some(&AGA_BY_AREA) } else { find(id) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ruleset_whose_switches_are_its_own_has_its_name() {
        let of = |base: &str, switches| switched(base, &switches).unwrap();
        for (base, id) in BASES {
            assert_eq!(of(base, Switches::default()), id);
        }
        let chinese = Switches {
            superko: Some(Superko::Positional),
            ko_allowed: Some(false),
            suicide: Some(false),
            area: Some(true),
            seki_eyes: Some(true),
            compensation: Some(Compensation::All),
            white_last: Some(false),
        };
        assert_eq!(of("chinese", chinese), "chinese");
        let new_zealand = Switches {
            superko: Some(Superko::Situational),
            suicide: Some(true),
            ..Switches::default()
        };
        assert_eq!(of("nz", new_zealand), "new-zealand");
        assert_eq!(switched("house", &Switches::default()), None);
    }

    #[test]
    fn turned_switches_are_read_back() {
        let turned = Switches {
            superko: Some(Superko::Situational),
            suicide: Some(true),
            compensation: Some(Compensation::AllButFirst),
            ..Switches::default()
        };
        let id = switched("chinese", &turned).unwrap();
        assert_eq!(id, "ogs-chinese+situational+suicide+compensation-n-1");
        let rules = from_switches(&id).unwrap();
        assert_eq!(rules.id, id);
        assert_eq!(rules.superko.value, Superko::Situational);
        assert_eq!(rules.suicide.value, Suicide::Allowed);
        assert_eq!(rules.compensation.value, Compensation::AllButFirst);
        assert_eq!(rules.counting.value, Counting::Area);
        for other in [
            "ogs-chinese",
            "ogs-chinese+",
            "ogs-chinese+x",
            "ogs-x+suicide",
            "ogs-chinese+suicide+situational",
            "ogs-chinese+suicide+no-suicide",
            "ogs-chinese+suicide+suicide",
            "ogs-chinese+no-suicide",
        ] {
            assert!(from_switches(other).is_none(), "{other}");
        }
    }
}
