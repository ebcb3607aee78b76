//! Names of players in the forms in which they are compared: `NameForms`; and text as messages show it.

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use crate::audit::Names;
use crate::go::Color;
use crate::sgf::rank;
use crate::similar_names::distance_within;

/// Maximum number of characters that messages show of a text.
const MAX_EXCERPT: usize = 40;

/// Maximum number of words of a name. The rest is one word.
const MAX_WORDS: usize = 8;

/// Length of names, in bytes, up to which syllables may be joined.
pub(super) const MAX_JOINED: usize = 200;

/// Words before a name that don't belong to it.
const TITLES: [&str; 8] = ["dr", "prof", "mr", "mrs", "ms", "sir", "herr", "frau"];

/// Ranks and titles that follow East Asian names without a blank.
const EAST_TITLES: &str = "名人 本因坊 棋聖 棋圣 王座 天元 碁聖 碁圣 国手 國手 先生 老师 老師 女流 さん プロ 명인 \
    국수 기성 선생 사범 프로 선생님 사범님 프로님 아마 アマ 职业 職業 业余 業餘 名誉 名譽";

fn east_titles() -> impl Iterator<Item = &'static str> {
    EAST_TITLES.split_whitespace()
}

/// A name without case, accents, punctuation, titles and ranks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct NameForms {
    /// Chinese, Japanese and Korean characters, which have a fixed order with or without blanks; empty if there are none.
    pub east: String,
    /// The words in other scripts, in their order. `Tae-Woong` is two words, `TaeWoong` too.
    pub words: Vec<String>,
    /// Whether a comma separates the family name.
    pub has_comma: bool,
    /// The rank beside the name in short form, such as `3d`; empty if there is none.
    pub rank: String,
}

impl NameForms {
    /// Reads a name. What has neither letters nor digits is a word itself, so that names of symbols equal themselves.
    pub(super) fn read(name: &str) -> Self {
        let mut folded = String::new();
        let mut before = ' ';
        for c in name.nfkd().filter(|&c| !matches!(c, '\u{300}'..='\u{36f}')) {
            // `KeJie` is two words.
            if before.is_lowercase() && c.is_uppercase() {
                folded.push(' ');
            }
            for c in c.to_lowercase() {
                match spelt(c) {
                    None => folded.push(c),
                    Some(spelling) => folded.push_str(spelling),
                }
            }
            before = c;
        }
        // NFKD takes the syllables of Hangul and voiced kana apart.
        let folded: String = folded.nfc().collect();
        // Apostrophes belong to a word: O'Brien is OBrien.
        let letters = folded.replace(['\'', '’', '`', '´', 'ʼ'], "");
        // Marks belong to the letter before them, such as the vowels of Thai and Hindi.
        let is_letter = |c: char| c.is_alphanumeric() || is_combining_mark(c);
        let all: Vec<&str> =
            letters.split(|c: char| !is_letter(c)).filter(|word| !word.is_empty()).collect();
        let is_number = |c: char| c.is_ascii_digit() || "一二三四五六七八九十".contains(c);
        let is_rank = |word: &&str| word.chars().any(is_number) && rank(word).is_some();
        let is_title = |word: &&str| TITLES.contains(word) || east_titles().any(|it| it == *word);
        let named = || all.iter().copied().filter(|word| !is_rank(word) && !is_title(word));
        let all_ranks: Vec<&str> = all.iter().copied().filter(|word| is_rank(word)).collect();
        let words: Vec<&str> =
            if named().next().is_some() { named().collect() } else { all.clone() };
        let mut forms = Self { has_comma: name.contains(','), ..Self::default() };
        let stated = all_ranks.iter().find_map(|word| rank(word).filter(|rank| rank != "?"));
        forms.rank = stated.unwrap_or_default();
        for word in words {
            let (word, joined_rank) = without_east_title(word);
            if let Some(joined) = joined_rank.and_then(rank) {
                forms.rank = joined;
            }
            if word.chars().all(is_east_asian) {
                forms.east.push_str(word);
            } else if forms.words.len() < MAX_WORDS {
                forms.words.push(word.to_owned());
            } else if let Some(last) = forms.words.last_mut() {
                last.push_str(word);
            }
        }
        let symbols = folded.trim();
        let is_dash = |c: char| c.is_whitespace() || matches!(c, '-' | '–' | '—' | '?' | '.');
        if forms.is_empty() && !symbols.chars().all(is_dash) {
            forms.words.push(symbols.to_owned());
        }
        forms
    }

    /// Whether nothing is left of the name.
    pub(super) fn is_empty(&self) -> bool {
        self.east.is_empty() && self.words.is_empty()
    }

    /// The words in the order of the alphabet.
    pub(super) fn sorted(&self) -> String {
        let mut words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        words.sort_unstable();
        words.join(" ")
    }

    /// The keys by which the name is found: the words in any order, one for each script, and the letters without blanks.
    pub(super) fn keys(&self) -> impl Iterator<Item = String> {
        let any_order =
            [self.east.clone(), self.sorted()].into_iter().filter(|key| !key.is_empty());
        any_order.map(|key| format!("a{key}")).chain(self.joined().map(|key| format!("j{key}")))
    }

    /// The letters without blanks, beginning with each word in turn: given and family name may change places.
    pub(super) fn joined(&self) -> impl Iterator<Item = String> {
        let is_long = self.words.iter().map(String::len).sum::<usize>() > MAX_JOINED;
        (0..if is_long { 0 } else { self.words.len() })
            .map(|first| self.words[first..].concat() + &self.words[..first].concat())
    }

    /// Whether two names differ only in blanks and hyphens between syllables, and in whether the family name comes first:
    /// each end of a word of one is one of the other.
    pub(super) fn is_joined(&self, other: &Self) -> bool {
        let (few, many) =
            if self.words.len() <= other.words.len() { (self, other) } else { (other, self) };
        (0..many.words.len()).any(|first| {
            let mut parts = many.words[first..].iter().chain(&many.words[..first]);
            few.words.iter().all(|word| {
                let mut rest = word.as_str();
                while !rest.is_empty() {
                    match parts.next().and_then(|part| rest.strip_prefix(part.as_str())) {
                        Some(next) => rest = next,
                        None => return false,
                    }
                }
                true
            })
        })
    }

    /// Whether one name is the other without middle names, or with initials in place of names: `J. Smith`,
    /// `John Smith` and `John A. Smith`. One word at least is the same in both.
    pub(super) fn is_shortened(&self, other: &Self) -> bool {
        let (few, many) = if self.words.len() <= other.words.len() {
            (&self.words, &other.words)
        } else {
            (&other.words, &self.words)
        };
        let ([first, .., last], true) = (&many[..], few.len() >= 2) else { return false };
        let is_initial = |one: &str, word: &str| one.chars().count() == 1 && word.starts_with(one);
        let same = |one: &String, word: &String| one == word && word.chars().count() > 2;
        let fits = |one: &String, word: &String| {
            one == word || is_initial(one, word) || is_initial(word, one)
        };
        let has = |word: &String| few.iter().any(|one| fits(one, word));
        let all = few.iter().all(|one| many.iter().any(|word| fits(one, word)));
        let shares = || few.iter().any(|one| many.iter().any(|word| same(one, word)));
        all && has(first) && has(last) && shares()
    }

    /// Returns the words of another name that this one has, too, or nearly: with a letter or two changed in a long word.
    pub(super) fn near_words<'a>(&self, other: &'a Self) -> Vec<&'a str> {
        let has = |word: &&String| self.words.iter().any(|one| is_near(one, word));
        other.words.iter().filter(has).map(String::as_str).collect()
    }
}

/// Whether two words are the same, but for a letter or two of a long one.
fn is_near(one: &str, word: &str) -> bool {
    let most = match one.len().min(word.len()) {
        5..7 => 1,
        7..40 => 2,
        _ => 0,
    };
    let length = one.len().abs_diff(word.len());
    one == word || most > 0 && length <= most && distance_within(one, word, most).is_some()
}

/// Returns the forms in which names are grouped: the characters of East Asian scripts, and the words in the order of the
/// alphabet. A name in two scripts (`柯洁 Ke Jie`) has both. Empty if nothing is left.
pub fn name_keys(name: &str) -> Vec<String> {
    let forms = NameForms::read(name);
    let words = forms.sorted();
    [forms.east, words].into_iter().filter(|key| !key.is_empty()).collect()
}

/// Returns a name, and without what is in brackets, if that leaves something else.
pub(super) fn spellings(name: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let without = without_brackets(name, &['(', '[', '（']);
    std::iter::once(name.into()).chain(without.map(Cow::Owned))
}

/// Returns a name without what is in brackets, often a country, a title or a club; `None` if that leaves nothing or
/// everything.
pub(super) fn without_brackets(name: &str, brackets: &[char]) -> Option<String> {
    let (mut out, mut depth) = (String::new(), 0_u32);
    for c in name.chars() {
        match c {
            c if brackets.contains(&c) => depth += 1,
            ')' | ']' | '）' if depth > 0 => depth -= 1,
            c if depth == 0 => out.push(c),
            _ => {}
        }
    }
    (out.len() < name.len() && !NameForms::read(&out).is_empty()).then_some(out)
}

/// Returns an East Asian name without the titles and ranks joined to it, and the rank. At least two characters are left.
fn without_east_title(word: &str) -> (&str, Option<&str>) {
    let (mut name, mut rank) = (word, None);
    let is_name = |name: &str| name.chars().count() > 1 && name.chars().all(is_east_asian);
    loop {
        let title = east_titles().find_map(|title| name.strip_suffix(title));
        // A title may be numbered: 六冠, 二十五世本因坊.
        let with_unit = |unit: &char| "段級级단급pdk冠世".contains(*unit);
        let before = name.strip_suffix(|c: char| with_unit(&c)).map(|rest| {
            let is_number = |c: char| c.is_ascii_digit() || "一二三四五六七八九十初".contains(c);
            rest.trim_end_matches(is_number)
        });
        // A number precedes the unit: 段 alone belongs to a name.
        let unit_length = name.chars().next_back().map_or(0, char::len_utf8);
        let before = before.filter(|before| before.len() + unit_length < name.len());
        match (before, title) {
            (Some(before), _) if is_name(before) => {
                let stated = &name[before.len()..];
                rank = if stated.ends_with(['冠', '世']) { rank } else { Some(stated) };
                name = before;
            }
            (_, Some(before)) if is_name(before) => name = before,
            _ => return (name, rank),
        }
    }
}

/// Returns how a letter is spelt in plain Latin letters: one that has no decomposition without its mark, a Cyrillic or a
/// Greek one as passports have it. `None` for all others.
fn spelt(c: char) -> Option<&'static str> {
    const CYRILLIC: [&str; 32] = [
        "a", "b", "v", "g", "d", "e", "zh", "z", "i", "i", "k", "l", "m", "n", "o", "p", "r", "s",
        "t", "u", "f", "kh", "ts", "ch", "sh", "shch", "", "y", "", "e", "yu", "ya",
    ];
    const GREEK: [&str; 25] = [
        "a", "v", "g", "d", "e", "z", "i", "th", "i", "k", "l", "m", "n", "x", "o", "p", "r", "s",
        "s", "t", "y", "f", "ch", "ps", "o",
    ];
    let in_list = |list: &[&'static str], first: char| {
        list.get((u32::from(c)).checked_sub(u32::from(first))? as usize).copied()
    };
    Some(match c {
        'ł' => "l",
        'ø' => "o",
        'đ' | 'ð' | 'ђ' => "d",
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ı' | 'і' => "i",
        'þ' => "th",
        'ħ' => "h",
        'є' => "ie",
        'ґ' => "g",
        'ј' => "j",
        'љ' => "lj",
        'њ' => "nj",
        'ћ' => "c",
        'џ' => "dz",
        'а'..='я' => return in_list(&CYRILLIC, 'а'),
        'α'..='ω' => return in_list(&GREEK, 'α'),
        _ => return None,
    })
}

fn is_east_asian(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Returns text without control characters, cut where it is long.
pub(super) fn excerpt(text: &str) -> String {
    let mut cut: String = text.chars().take(MAX_EXCERPT).filter(|c| !c.is_control()).collect();
    if text.chars().nth(MAX_EXCERPT).is_some() {
        cut.push('…');
    }
    cut
}

/// Returns the name of a player, or words for one that is empty.
pub(super) fn name_or_words(name: &str) -> String {
    if name.is_empty() { "a player without a name".to_owned() } else { excerpt(name) }
}

/// Returns the names of two players for messages, or the colours of those without one.
pub(super) fn names(names: [&str; 2]) -> Names {
    let [black, white] = names;
    let or = |name: &str, color: Color| match name.trim() {
        "" => color.to_string(),
        name => name_or_words(name),
    };
    Names([or(black, Color::Black), or(white, Color::White)])
}
