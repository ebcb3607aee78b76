//! The rulesets that a record which names none was most likely played by.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::recorded_game::RecordedGame;
use crate::go::Points;
use crate::rules::{Ruleset, find};

/// The rulesets that are always likely. The first is the likeliest where nothing speaks for another.
pub(crate) const LIKELY: [&str; 3] = ["aga", "japanese", "chinese"];

/// Words of an event or a place, in lower case, and the rulesets that they speak for: countries, their capitals and
/// titles, and the events that have rules of their own.
const WORDS: [(&str, &str); 45] = [
    ("japan", "japanese"),
    ("japanese", "japanese"),
    ("tokyo", "japanese"),
    ("osaka", "japanese"),
    ("nihon", "japanese"),
    ("kansai", "japanese"),
    ("honinbo", "japanese"),
    ("kisei", "japanese"),
    ("meijin", "japanese"),
    ("judan", "japanese"),
    ("tengen", "japanese"),
    ("gosei", "japanese"),
    ("oza", "japanese"),
    ("oteai", "japanese"),
    ("nhk", "japanese"),
    ("日本", "japanese"),
    ("本因坊", "japanese"),
    ("棋聖", "japanese"),
    ("korea", "korean"),
    ("korean", "korean"),
    ("seoul", "korean"),
    ("kuksu", "korean"),
    ("guksu", "korean"),
    ("baduk", "korean"),
    ("韩国", "korean"),
    ("韓国", "korean"),
    ("韓國", "korean"),
    ("한국", "korean"),
    ("china", "chinese"),
    ("chinese", "chinese"),
    ("beijing", "chinese"),
    ("shanghai", "chinese"),
    ("tianyuan", "chinese"),
    ("mingren", "chinese"),
    ("weiqi", "chinese"),
    ("中国", "chinese"),
    ("中國", "chinese"),
    ("ing", "ing"),
    ("应氏", "ing"),
    ("應氏", "ing"),
    ("wagc", "wagc"),
    ("world amateur", "wagc"),
    ("world mind sports games", "wmsg"),
    ("new zealand", "new-zealand"),
    ("us go congress", "aga"),
];

/// Rulesets that a komi which is theirs, now or in earlier years, speaks for.
const BY_KOMI: [&str; 2] = ["japanese", "ing"];

/// The year of the AGA rules (A91); there are none of them before.
const FIRST_AGA_YEAR: u16 = 1991;

/// What a record says besides RU that may speak for a ruleset.
pub(crate) struct Signs<'a> {
    pub record: &'a RecordedGame<'a>,
    /// The event and the place.
    pub texts: [&'a str; 2],
}

impl Signs<'_> {
    /// The likely rulesets, the likeliest first. A word says more than a number.
    pub fn likely(&self) -> Vec<&'static Ruleset> {
        let mut weights: Vec<(&str, u32)> = LIKELY.map(|id| (id, 0)).into();
        let mut add = |id: &'static str, weight| match weights.iter_mut().find(|of| of.0 == id) {
            Some((_, sum)) => *sum += weight,
            None => weights.push((id, weight)),
        };
        for text in self.texts.iter().filter(|text| !text.is_empty()) {
            let text = text.to_lowercase();
            words_of(&text).for_each(|id| add(id, 4));
        }
        let &RecordedGame { komi, stated_handicap, year, .. } = self.record;
        let even = stated_handicap.is_none_or(|stones| stones < 2);
        if let Some(komi) = komi.filter(|&komi| even && komi > Points::ZERO) {
            BY_KOMI.into_iter().filter(|id| has_komi(id, komi)).for_each(|id| add(id, 1));
        }
        if year.is_some_and(|year| year < FIRST_AGA_YEAR) {
            add("japanese", 1);
        }
        weights.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
        weights.into_iter().filter_map(|(id, _)| find(id)).collect()
    }
}

/// Whether an even game by this ruleset has, or once had, this komi.
fn has_komi(id: &str, komi: Points) -> bool {
    find(id).is_some_and(|rules| {
        let earlier = rules.earlier_komi.value.iter().map(|&(_, earlier)| earlier);
        earlier.chain(rules.komi.value).any(|own| own == komi)
    })
}

/// The rulesets of the [`WORDS`] that a text in lower case has, once for each word.
fn words_of(text: &str) -> impl Iterator<Item = &'static str> {
    /// Preparing a search takes longer than searching a short text.
    static FINDERS: LazyLock<[(Finder<'static>, &'static str); WORDS.len()]> =
        LazyLock::new(|| WORDS.map(|(word, id)| (Finder::new(word), id)));
    FINDERS.iter().filter(|(word, _)| has_word(text, word)).map(|&(_, id)| id)
}

/// Whether a text in lower case has this word. Chinese and Japanese don't separate words.
fn has_word(text: &str, word: &Finder) -> bool {
    word.find_iter(text.as_bytes()).any(|at| {
        let end = at + word.needle().len();
        let beside = [text[..at].chars().next_back(), text[end..].chars().next()];
        !word.needle().is_ascii() || !beside.into_iter().flatten().any(char::is_alphabetic)
    })
}
