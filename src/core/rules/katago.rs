//! Rulesets in KataGo's short form, as its self-play records write them in RU:
//! `koPOSITIONALscoreAREAtaxNONEsui1` (KataGo, "GTP extensions", rules strings; `Rules::toStringNoKomi`).

use super::ruleset::described;
use super::ruleset::{
    Compensation, Counting, DeadStones, Dispute, Field, FirstPass, LongCycle, Penalty, Placement,
    Presentation, Resumption, Rules, Ruleset, Suicide, Superko,
};
use crate::go::Points;

const SOURCE: &str = "KataGo's rules string";

const fn f<T: Copy>(value: T) -> Field<T> {
    Field { value, source: SOURCE }
}

/// The ruleset of a rules string; `None` if it is none, or has a part that isn't known here.
pub fn from_rules_string(text: &str) -> Option<&'static Ruleset> {
    let chosen = read(text)?;
    Some(described(written(chosen), || rules(chosen)))
}

/// The parts of a rules string, in the order in which KataGo writes them, with the words that each may have. The
/// first word is the default, as Tromp-Taylor rules have it (KataGo, `Rules::parseRules`).
const PARTS: [(&str, &[&str]); 7] = [
    ("ko", &["POSITIONAL", "SIMPLE", "SITUATIONAL", "SPIGHT"]),
    ("score", &["AREA", "TERRITORY"]),
    ("tax", &["NONE", "SEKI", "ALL"]),
    ("sui", &["1", "0"]),
    ("button", &["0", "1"]),
    ("whb", &["0", "N-1", "N"]),
    // Whether a player may pass before he has taken the dead stones. It changes no count.
    ("fpok", &["0", "1"]),
];

/// By part: the index of its word in [`PARTS`].
type Chosen = [usize; PARTS.len()];

/// Reads a rules string: its parts in any order, of which `ko` and `score` must be there.
fn read(text: &str) -> Option<Chosen> {
    let mut chosen = [None; PARTS.len()];
    let mut rest = text.trim();
    while !rest.is_empty() {
        let mut parts = PARTS.iter().enumerate();
        let (part, words, after) = parts
            .find_map(|(part, (name, words))| Some((part, words, rest.strip_prefix(name)?)))?;
        let word = words.iter().position(|word| after.starts_with(word));
        rest = word.map_or(after, |word| &after[words[word].len()..]).trim_start();
        // Some records have a bare `fpok`.
        let word = word.or((PARTS[part].0 == "fpok").then_some(1))?;
        chosen[part].replace(word).is_none().then_some(())?;
    }
    let [ko, score, tax, others @ ..] = chosen;
    let score = score?;
    // Territory is taxed in seki by default.
    let tax = tax.unwrap_or(score);
    let [sui, button, whb, fpok] = others.map(Option::unwrap_or_default);
    Some([ko?, score, tax, sui, button, whb, fpok])
}

/// The string as KataGo writes it: the last three only where they aren't the default.
fn written(chosen: Chosen) -> String {
    let parts = PARTS.iter().zip(chosen).enumerate();
    let needed = parts.filter(|&(part, (_, word))| part < 4 || word > 0);
    needed.map(|(_, ((name, words), word))| format!("{name}{}", words[word])).collect()
}

fn rules(chosen: Chosen) -> Rules {
    let [ko, score, tax, sui, button, bonus, _] = chosen;
    let territory = score == 1;
    Rules {
        ko: f(true),
        superko: f([
            Superko::Positional,
            Superko::None,
            Superko::Situational,
            Superko::NaturalSituational,
        ][ko]),
        long_cycle: f(if ko == 1 { LongCycle::NoResult } else { LongCycle::Forbidden }),
        // A single stone's suicide is never legal for KataGo.
        suicide: f(if sui == 0 { Suicide::MultiStone } else { Suicide::Forbidden }),
        counting: f(if territory { Counting::Territory } else { Counting::Area }),
        presentation: f(Presentation::Points),
        group_tax: f(tax == 2),
        seki_eyes: f(tax != 1),
        pass_stones: f(false),
        white_last: f(false),
        first_pass: f(if button == 1 { FirstPass::Button } else { FirstPass::Nothing }),
        komi: f(Some(Points::hundredths(if territory { 650 } else { 750 }))),
        handicap_komi: f(Some(Points::HALF)),
        earlier_komi: f(&[]),
        compensation: f([Compensation::None, Compensation::AllButFirst, Compensation::All][bonus]),
        placement: f(Placement::Unstated),
        resumption: f(Resumption::None),
        dispute: f(Dispute::OffTheBoard),
        dead_stones: f(match (territory, tax) {
            // KataGo, `BoardHistory::countAreaScoreWhiteMinusBlack`.
            (false, 0) => DeadStones::PassDead,
            _ => DeadStones::Agreed,
        }),
        black_wins_ties: f(false),
        penalty: f(Penalty::None),
    }
}
