//! The names that records give to rulesets (RU).

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::LazyLock;

use super::katago::from_rules_string;
use super::ruleset::Ruleset;
use super::table::{AGA_BY_AREA, BUILT_IN, find};

/// Rulesets with the names that records give them, as lower-case letters and digits, without what may follow
/// a name ([`described`]).
const NAMES: [(&str, &[&str]); 15] = [
    ("aga", &["aga", "usgo", "americangoassociation", "agaterritory"]),
    (
        "japanese",
        &[
            "japanese",
            "japan",
            "jap",
            "japanisch",
            "japonais",
            "jp",
            "ja",
            "jpn",
            "nihon",
            "nihonkiin",
            "territory",
            "日本",
            "日本棋院",
            "日本囲碁規約",
            "日本棋院囲碁規約",
            "囲碁規約",
            "日韩",
            "日韓",
            "数目",
            "數目",
            "数目法",
            "일본",
        ],
    ),
    (
        "chinese",
        &[
            "chinese",
            "china",
            "chi",
            "chinesisch",
            "chinois",
            "cn",
            "zh",
            "chn",
            "area",
            "中国",
            "中國",
            "chineseogs",
            "chinesekgs",
            "chinesepsk",
            "数子",
            "數子",
            "数子法",
            "數子法",
            "중국",
        ],
    ),
    ("aga-simplified", &["simplifiedaga"]),
    ("bga", &["bga", "britishgoassociation"]),
    ("french", &["french", "ffg", "française", "francaise"]),
    (
        "korean",
        &[
            "korean",
            "korea",
            "kor",
            "koreanisch",
            "coréen",
            "kr",
            "ko",
            "한국",
            "한국기원",
            "koreanbadukassociation",
            "kba",
            "韩国",
            "韓国",
            "韓國",
        ],
    ),
    (
        "ing",
        &[
            "ing",
            "goe",
            "inggoe",
            "inggo",
            "ingsst",
            "ingssst",
            "simpleing",
            "sst",
            "ikd",
            "应氏",
            "應氏",
            "应昌期",
            "應昌期",
            "計點制",
            "计点制",
        ],
    ),
    ("new-zealand", &["nz", "newzealand"]),
    (
        "area-group-tax",
        &[
            "oldchinese",
            "ancientchinese",
            "chineseancient",
            "chnancient",
            "ancientarea",
            "古代",
            "还棋头",
            "還棋頭",
        ],
    ),
    ("territory-group-tax", &["ancientterritory"]),
    ("stone-scoring", &["stonescoring", "stones"]),
    ("tromp-taylor", &["tromptaylor", "tt", "logical", "cgos"]),
    ("wagc", &["wagc", "worldamateurgochampionship", "worldamateur"]),
    ("wmsg", &["wmsg", "worldmindsportsgames", "worldmindgames"]),
];

/// The names that records give this ruleset, beside its own identifier and name, as lower-case letters and
/// digits.
pub fn record_names(rules: &Ruleset) -> &'static [&'static str] {
    NAMES.iter().find(|(id, _)| *id == rules.id).map_or(&[], |(_, names)| names)
}

/// The ruleset with an identifier that reports write: a built-in one, AGA rules by area, or the ruleset of a
/// rules string of KataGo's.
pub fn by_id(id: &str) -> Option<&'static Ruleset> {
    let by_area = (id == AGA_BY_AREA.id).then_some(&AGA_BY_AREA);
    find(id).or(by_area).or_else(|| from_rules_string(id))
}

/// The ruleset that an option names by its identifier or by one of its names: `AGA`, `nz`, `Tromp-Taylor`.
pub fn lookup(name: &str) -> Option<&'static Ruleset> {
    let plain = plain(name);
    let by_name = || id_of(&plain).and_then(find).or_else(|| own_name(&plain));
    by_id(name).or_else(|| by_id(&name.to_lowercase())).or_else(by_name)
}

/// Whether a record named this ruleset by a rules string of KataGo's.
pub fn is_of_rules_string(rules: &Ruleset) -> bool {
    from_rules_string(&rules.id).is_some()
}

/// The ruleset that an RU value means, in the spellings of real records; `None` if it means none that
/// is known, or has a word that isn't. Case, blanks and punctuation don't matter.
pub fn parse_ru(ru: &str) -> Option<&'static Ruleset> {
    let plain = plain(ru);
    if matches!(&plain[..], "agaarea" | "agarulesarea") {
        return Some(&AGA_BY_AREA);
    }
    let known = id_of(&plain).and_then(find).or_else(|| from_rules_string(ru.trim()));
    known.or_else(|| own_name(&plain)).or_else(|| described(ru))
}

/// Words for "rules" that may follow the name of a ruleset.
const RULES: [&str; 10] =
    ["rules", "rule", "ruleset", "规则", "規則", "规约", "規約", "ルール", "룰", "규칙"];

/// The words of `FF[4]` for rulesets (RU), and two that all programs know.
const STANDARD: [&str; 6] = ["AGA", "GOE", "Japanese", "NZ", "Chinese", "Korean"];

/// Returns the RU value for a ruleset: the word of `FF[4]` if it has one, else its name, which servers write.
pub fn ru_value(rules: &Ruleset) -> &str {
    let is_same = |name: &&str| parse_ru(name).is_some_and(|named| named.id == rules.id);
    STANDARD.into_iter().find(is_same).unwrap_or(&rules.name)
}

/// Returns the word by which SGF knows a ruleset, for an RU value that is another spelling of the ruleset's name and says
/// nothing else: `Japanese` for `japan rules` or `日本`. `None` for the word itself, for a ruleset that has none, and for
/// a value that has more or less than a name (`Chinese (OGS)`, `area`).
pub fn respelt_ru(ru: &str) -> Option<&'static str> {
    /// The last values and their words: a run meets few values, again and again.
    type Last = VecDeque<(String, Option<&'static str>)>;
    const MAX_LAST: usize = 8;
    const MAX_LENGTH: usize = 64;
    thread_local!(static LAST: RefCell<Last> = const { RefCell::new(VecDeque::new()) });
    if ru.len() > MAX_LENGTH {
        return find_respelt_ru(ru);
    }
    LAST.with_borrow_mut(|last| {
        if let Some((_, word)) = last.iter().find(|(known, _)| known == ru) {
            return *word;
        }
        let word = find_respelt_ru(ru);
        last.truncate(MAX_LAST - 1);
        last.push_front((ru.to_owned(), word));
        word
    })
}

fn find_respelt_ru(ru: &str) -> Option<&'static str> {
    const NOT_NAMES: [&str; 17] = [
        "agaterritory",
        "territory",
        "area",
        "日韩",
        "日韓",
        "数目",
        "數目",
        "数目法",
        "数子",
        "數子",
        "数子法",
        "數子法",
        "chineseogs",
        "chinesekgs",
        "ingsst",
        "sst",
        "ikd",
    ];
    let plain = plain(ru);
    let named = |name: &str| id_of(name).and_then(find).or_else(|| own_name(name));
    let name = std::iter::once(&"gorules").chain(&RULES).find_map(|word| plain.strip_suffix(word));
    let name = if named(&plain).is_some() { &plain } else { name? };
    let rules = named(name).filter(|_| !NOT_NAMES.contains(&name))?;
    let word = STANDARD.into_iter().find(|word| *word == ru_value(rules))?;
    (word != ru).then_some(word)
}

/// Returns the ruleset that a longer description names: `Ing Rules (SST)`, `Japanese 1989`, `Chinese, komi 7.5`,
/// `中国规则 (3又3/4子)`. `None` if it names several, or if a word isn't known: it may change the rules.
fn described(ru: &str) -> Option<&'static Ruleset> {
    const MAX_LENGTH: usize = 100;
    /// Words that say nothing of the rules beside the name, and units of a komi and of a year.
    const OTHERS: [&str; 23] = [
        "黑贴", "贴", "ogs", "official", "of", "go", "the", "counting", "scoring", "komi",
        "regeln", "règles", "围棋", "圍棋", "囲碁", "바둑", "年", "又", "子", "目", "半", "집",
        "コミ",
    ];
    let lower = ru.to_lowercase();
    if lower.len() > MAX_LENGTH {
        return None;
    }
    let mut rest = &lower[..];
    let mut named: Option<&Ruleset> = None;
    let mut years = Vec::new();
    loop {
        rest = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
        let number = rest.bytes().take_while(u8::is_ascii_digit).count();
        if rest.is_empty() {
            break;
        } else if number > 0 {
            years.push(&rest[..number]);
            rest = &rest[number..];
        } else if let Some((rules, after)) = name_at(rest) {
            if named.is_some_and(|before| before.id != rules.id) {
                return None;
            }
            (named, rest) = (Some(rules), after);
        } else {
            rest = RULES.iter().chain(&OTHERS).find_map(|word| after(rest, word))?;
        }
    }
    let rules = named?;
    let of_year = |year: &&str| own_name(&format!("{}{year}", plain(&rules.id)));
    years.iter().find_map(of_year).or(Some(rules))
}

/// Returns the ruleset with the longest name that a text in small letters begins with, and the text after it.
fn name_at(text: &str) -> Option<(&'static Ruleset, &str)> {
    let names = NAMES.iter().flat_map(|(id, names)| names.iter().map(move |name| (*name, *id)));
    let own = OWN_NAMES.iter().map(|(name, rules)| (&name[..], &*rules.id));
    let found = names.chain(own).filter_map(|(name, id)| Some((id, after(text, name)?)));
    let (id, rest) = found.min_by_key(|(_, rest)| rest.len())?;
    Some((find(id)?, rest))
}

/// Returns the text after a name, in which blanks and punctuation don't matter. In an alphabet the name ends with a word, but a
/// word for rules may follow at once.
fn after<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut rest = text;
    for c in name.chars() {
        rest = rest.trim_start_matches(|c: char| !c.is_alphanumeric()).strip_prefix(c)?;
    }
    let is_letter = |c: char| c.is_alphabetic() && c < '\u{1100}';
    let goes_on = name.ends_with(is_letter) && rest.starts_with(is_letter);
    let is_apart = !goes_on || RULES.iter().any(|word| rest.starts_with(word));
    is_apart.then_some(rest)
}

/// The identifier of the ruleset with a name in [`NAMES`].
fn id_of(plain: &str) -> Option<&'static str> {
    NAMES.iter().find(|(_, names)| names.contains(&plain)).map(|(id, _)| *id)
}

/// The letters and digits of a name, in lower case.
fn plain(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    plain.extend(name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase));
    plain
}

/// The ruleset with this identifier or name in the table, as `convert` writes them, or that of KataGo's
/// `aga-button` (`Rules::parseRules`), which the table doesn't have.
fn own_name(ru: &str) -> Option<&'static Ruleset> {
    if ru == "agabutton" {
        return from_rules_string("koSITUATIONALscoreAREAtaxNONEsui0button1whbN-1");
    }
    OWN_NAMES.iter().find(|(own, _)| own == ru).map(|&(_, rules)| rules)
}

/// The identifiers and names of the table, as [`plain`] writes them.
static OWN_NAMES: LazyLock<Vec<(String, &Ruleset)>> = LazyLock::new(|| {
    let names = BUILT_IN.iter().flat_map(|rules| [(&rules.id, rules), (&rules.name, rules)]);
    names.map(|(name, rules)| (plain(name), rules)).collect()
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Compensation, Counting};

    #[test]
    fn each_name_means_one_ruleset() {
        for (id, names) in NAMES {
            assert!(find(id).is_some(), "{id}");
            for name in names {
                assert_eq!(plain(name), *name);
                assert_eq!(parse_ru(name).map(|rules| &*rules.id), Some(id), "{name}");
            }
        }
    }

    #[test]
    fn area_is_counted_where_a_record_says_that_the_players_agreed_on_it() {
        for own in ["AGA (area)", &AGA_BY_AREA.id, &AGA_BY_AREA.name] {
            let rules = parse_ru(own).unwrap();
            assert_eq!(rules.counting.value, Counting::Area);
            assert_eq!(rules.compensation.value, Compensation::AllButFirst);
            assert!(rules.pass_stones.value && rules.white_last.value);
        }
    }
}
