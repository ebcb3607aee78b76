//! Rulesets with switches turned, as OGS has them: `ogs-chinese+situational` is the Chinese ruleset with situational
//! superko in place of positional. The words after the name say what differs from the ruleset.

use std::sync::OnceLock;

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

/// The words of each switch, in the order in which they are written.
const SWITCHES: [&[&str]; 6] = [
    &["no-superko", "positional", "situational"],
    &["suicide", "no-suicide"],
    &["area", "territory"],
    &["seki-eyes", "no-seki-eyes"],
    &["no-compensation", "compensation-n-1", "compensation-n"],
    &["white-last", "not-white-last"],
];

/// Number of different rulesets: each switch may be left out.
const COMBINATIONS: usize = BASES.len() * 4 * 3 * 3 * 3 * 4 * 3;

/// The ruleset that OGS names, with the switches as the record has them: a switch that isn't given is as the ruleset has
/// it. Returns its identifier, `None` for a ruleset that OGS hasn't.
#[must_use]
pub fn switched(base: &str, switches: &Switches) -> Option<String> {
    let rules = ruleset_of(base)?;
    let words = switches.words().into_iter().enumerate();
    let differing = words.filter_map(|(switch, word)| {
        let mut changed = rules.rules;
        let word = word?;
        turn(&mut changed, switch, word);
        let differs = !is_same(&changed, &rules.rules);
        differs.then(|| SWITCHES[switch][word])
    });
    let words: Vec<&str> = differing.collect();
    if words.is_empty() {
        return Some(rules.id.clone().into_owned());
    }
    Some(format!("{PREFIX}{base}+{}", words.join("+")))
}

const PREFIX: &str = "ogs-";

/// What a record says of the switches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Switches {
    /// The superko that is forbidden, or none.
    pub superko: Option<Superko>,
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

impl Switches {
    /// By switch: the index of its word.
    fn words(&self) -> [Option<usize>; SWITCHES.len()] {
        let either = |on: Option<bool>| on.map(|on| usize::from(!on));
        [
            self.superko.and_then(|superko| match superko {
                Superko::None => Some(0),
                Superko::Positional => Some(1),
                Superko::Situational => Some(2),
                _ => None,
            }),
            either(self.suicide),
            either(self.area),
            either(self.seki_eyes),
            self.compensation.map(|compensation| match compensation {
                Compensation::None => 0,
                Compensation::AllButFirst => 1,
                Compensation::All => 2,
            }),
            either(self.white_last),
        ]
    }
}

/// Sets what a word of a switch says.
fn turn(rules: &mut Rules, switch: usize, word: usize) {
    match (switch, word) {
        (0, 0) => {
            rules.ko = f(true);
            rules.superko = f(Superko::None);
            rules.long_cycle = f(LongCycle::NoResult);
        }
        (0, word) => {
            rules.superko = f(if word == 1 { Superko::Positional } else { Superko::Situational });
            rules.long_cycle = f(LongCycle::Forbidden);
        }
        (1, word) => {
            rules.suicide = f(if word == 0 { Suicide::Allowed } else { Suicide::Forbidden })
        }
        (2, word) => {
            rules.counting = f(if word == 0 { Counting::Area } else { Counting::Territory })
        }
        (3, word) => rules.seki_eyes = f(word == 0),
        (4, word) => {
            rules.compensation =
                f([Compensation::None, Compensation::AllButFirst, Compensation::All][word]);
        }
        (_, word) => rules.white_last = f(word == 0),
    }
}

/// Whether the rules of play and of counting that the switches set agree.
fn is_same(a: &Rules, b: &Rules) -> bool {
    let superko = |rules: &Rules| match rules.superko.value {
        Superko::SituationalAfterMoves => Superko::Situational,
        superko => superko,
    };
    superko(a) == superko(b)
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

/// The ruleset of an identifier that [`switched`] makes; `None` if it is none.
#[must_use]
pub fn from_switches(text: &str) -> Option<&'static Ruleset> {
    static RULESETS: [OnceLock<Box<Ruleset>>; COMBINATIONS] =
        [const { OnceLock::new() }; COMBINATIONS];
    let (base, words) = text.trim().strip_prefix(PREFIX)?.split_once('+')?;
    let mut number = BASES.iter().position(|(name, _)| *name == base)?;
    let mut rules = ruleset_of(base)?.rules;
    let mut words = words.split('+').peekable();
    for (switch, known) in SWITCHES.iter().enumerate() {
        let at = words.peek().and_then(|word| known.iter().position(|known| known == word));
        if let Some(word) = at {
            turn(&mut rules, switch, word);
            words.next();
        }
        number = number * (known.len() + 1) + at.map_or(0, |word| word + 1);
    }
    if words.next().is_some() {
        return None;
    }
    let id = text.trim().to_owned();
    Some(
        RULESETS[number]
            .get_or_init(|| Box::new(Ruleset { id: id.clone().into(), name: id.into(), rules })),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ruleset_whose_switches_are_its_own_has_its_name() {
        let of = |base: &str, switches| switched(base, &switches).unwrap();
        for (base, id) in [
            ("japanese", "japanese"),
            ("chinese", "chinese"),
            ("korean", "korean"),
            ("aga", "aga-area"),
            ("ing", "ing"),
            ("nz", "new-zealand"),
        ] {
            assert_eq!(of(base, Switches::default()), id);
        }
        let chinese = Switches {
            superko: Some(Superko::Positional),
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
        ] {
            assert!(from_switches(other).is_none(), "{other}");
        }
    }
}
