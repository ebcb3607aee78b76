//! The table of rulesets.
//!
//! Sources: `A91` Official AGA Rules of Go (1991); `AS` Simplified AGA Rules; `BGA` BGA rules of play;
//! `B07` BGA summary of the AGA rules (2007); `OVw` and `OVg` the two halves of an overview of the
//! rules of Go (an encyclopedia's article and a second one). Where they disagree the first named wins.

use super::ruleset::{
    Compensation, Counting, DeadStones, Field, LongCycle, Placement, Resumption, Ruleset, Suicide,
    Superko,
};
use crate::go::Points;

const fn f<T: Copy>(value: T, source: &'static str) -> Field<T> {
    Field { value, source }
}

const fn half(points: i64) -> Option<Points> {
    Some(Points::hundredths(points * 100 + 50))
}

const AGA_1991: Ruleset = Ruleset {
    id: "aga-1991",
    name: "AGA rules of 1991",
    ko: f(true, "A91 6"),
    superko: f(Superko::Situational, "A91 6"),
    long_cycle: f(LongCycle::PlayOn, "A91 6: every repetition is forbidden"),
    suicide: f(Suicide::Forbidden, "A91 5"),
    counting: f(Counting::Territory, "A91 12"),
    group_tax: f(false, "A91 12"),
    seki_eyes: f(true, "A91 12, Territory"),
    pass_stones: f(true, "A91 7"),
    white_last: f(true, "A91 11"),
    first_pass_point: f(false, "A91 12"),
    komi: f(half(5), "A91 3"),
    handicap_komi: f(half(0), "A91 3"),
    compensation: f(Compensation::AllButFirst, "A91 4"),
    placement: f(Placement::Fixed, "A91 4"),
    resumption: f(Resumption::InTurn, "A91 10"),
    four_passes: f(true, "A91 10"),
    dead_stones: f(DeadStones::Agreed, "A91 9"),
    black_wins_ties: f(false, "A91 3"),
};

const AGA: Ruleset = Ruleset {
    id: "aga",
    name: "AGA rules",
    komi: f(half(7), "B07 1; OVw, AGA rules"),
    ..AGA_1991
};

const JAPANESE: Ruleset = Ruleset {
    id: "japanese",
    name: "Japanese rules",
    ko: f(true, "OVw, Repetition"),
    superko: f(Superko::None, "OVw, Repetition"),
    long_cycle: f(LongCycle::NoResult, "OVw, Repetition"),
    suicide: f(Suicide::Forbidden, "OVw, Suicide"),
    counting: f(Counting::Territory, "OVw, Scoring systems"),
    group_tax: f(false, "OVw, Group tax"),
    seki_eyes: f(false, "OVw, Seki"),
    pass_stones: f(false, "OVw, Japanese rules"),
    white_last: f(false, "OVw, Japanese rules"),
    first_pass_point: f(false, "OVw, Japanese rules"),
    komi: f(half(6), "OVw, Komi"),
    handicap_komi: f(half(0), "OVw, Komi"),
    compensation: f(Compensation::None, "OVw, Handicap"),
    placement: f(Placement::Fixed, "OVw, Handicap"),
    resumption: f(Resumption::None, "OVw, Japanese rules"),
    four_passes: f(false, "OVw, Japanese rules"),
    dead_stones: f(DeadStones::Agreed, "OVw, Counting phase"),
    black_wins_ties: f(false, "OVw, Komi"),
};

const CHINESE: Ruleset = Ruleset {
    id: "chinese",
    name: "Chinese rules",
    ko: f(true, "OVw, Repetition"),
    superko: f(Superko::Positional, "OVw, Chinese rules"),
    long_cycle: f(LongCycle::PlayOn, "OVw, Repetition: every repetition is forbidden"),
    suicide: f(Suicide::Forbidden, "OVw, Suicide"),
    counting: f(Counting::Area, "OVw, Chinese rules"),
    group_tax: f(false, "OVw, Group tax"),
    seki_eyes: f(true, "OVw, Seki"),
    pass_stones: f(false, "OVw, Chinese rules"),
    white_last: f(false, "OVw, Chinese rules"),
    first_pass_point: f(false, "OVw, Chinese rules"),
    komi: f(half(7), "OVw, Komi"),
    handicap_komi: f(half(0), "OVw, Komi"),
    compensation: f(Compensation::All, "OVw, Handicap"),
    placement: f(Placement::Free, "OVw, Handicap"),
    resumption: f(Resumption::InTurn, "OVw, Counting phase"),
    four_passes: f(false, "OVw, Chinese rules"),
    dead_stones: f(DeadStones::Agreed, "OVw, Counting phase"),
    black_wins_ties: f(false, "OVw, Komi"),
};

const TROMP_TAYLOR: Ruleset = Ruleset {
    id: "tromp-taylor",
    name: "Tromp-Taylor rules",
    ko: f(false, "OVw, Rule 8: covered by positional superko"),
    superko: f(Superko::Positional, "OVw, Rule 8"),
    long_cycle: f(LongCycle::PlayOn, "OVw, Rule 8: every repetition is forbidden"),
    suicide: f(Suicide::Allowed, "OVw, Rule 7"),
    counting: f(Counting::Area, "OVw, Rule 9"),
    group_tax: f(false, "OVw, Rule 9"),
    seki_eyes: f(true, "OVw, Rule 9"),
    pass_stones: f(false, "OVw, Rule 7"),
    white_last: f(false, "OVw, Rule 9"),
    first_pass_point: f(false, "OVw, Rule 9"),
    komi: f(half(7), "none stated (OVw, basic rules); 7.5 as usual"),
    handicap_komi: f(half(0), "none stated (OVw, basic rules); 0.5 as usual"),
    compensation: f(Compensation::None, "OVw, basic rules"),
    placement: f(Placement::Unstated, "OVw, basic rules"),
    resumption: f(Resumption::None, "OVw, Rule 9"),
    four_passes: f(false, "OVw, Rule 9"),
    dead_stones: f(DeadStones::None, "OVw, Rule 9"),
    black_wins_ties: f(false, "OVw, Rule 10"),
};

/// Every built-in ruleset. The first is the default.
pub static BUILT_IN: [Ruleset; 5] = [AGA, AGA_1991, CHINESE, JAPANESE, TROMP_TAYLOR];

/// The ruleset with an identifier.
#[must_use]
pub fn find(id: &str) -> Option<&'static Ruleset> {
    BUILT_IN.iter().find(|rules| rules.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_unique_and_found() {
        for rules in &BUILT_IN {
            assert_eq!(find(rules.id).map(|found| found.name), Some(rules.name));
        }
        assert!(find("AGA").is_none());
    }

    #[test]
    fn komi_by_handicap() {
        let aga = find("aga").unwrap();
        assert_eq!(aga.default_komi(0).unwrap().to_string(), "7.5");
        assert_eq!(aga.default_komi(4).unwrap().to_string(), "0.5");
        assert_eq!(aga.compensation.value.points(4).to_string(), "3");
        assert_eq!(aga.compensation.value.points(1).to_string(), "0");
        assert_eq!(find("chinese").unwrap().compensation.value.points(4).to_string(), "4");
    }
}
