//! The ruleset that a game is judged by: the one that is named, or the likely ones.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::header::Field;
use super::recorded_game::RecordedGame;
use super::servers;
use crate::go::Points;
use crate::named::named;
use crate::rules::{Ruleset, SharedRuleset, find};

/// The choice of the ruleset that games are judged by.
#[derive(Clone, Debug)]
pub enum RulesChoice {
    /// The ruleset that RU names. Where RU names no known one, this default. Without a default, the ruleset of the
    /// server that the record names or of the file's format; else the first of the likely ones that confirms the
    /// recorded result.
    Auto(Option<SharedRuleset>),
    /// This ruleset, whatever the record states.
    Fixed(SharedRuleset),
}

impl RulesChoice {
    /// Makes a ruleset the default, unless there is one or the choice is fixed.
    pub fn default_to(&mut self, rules: Option<&SharedRuleset>) {
        if let Self::Auto(default @ None) = self {
            *default = rules.cloned();
        }
    }
}

named! {
    /// Where the ruleset or the komi of a game comes from.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ValueSource {
        /// The record's RU or KM.
        Record = "record",
        /// The caller's options.
        Option = "option",
        /// A configuration that lies beside the records, where they say something else or nothing.
        Configuration = "configuration",
        /// The terms of the game's event, if the record has others or none.
        Event = "event",
        /// The rules of the server that the record names, whose games carry no RU.
        Server = "server",
        /// The recorded result: it is right by this ruleset or komi, one of the likely ones.
        Inferred = "inferred",
        /// The likeliest ruleset or the default one, or the komi of the ruleset.
        Default = "default",
        /// The record's KM, which the rest of the record gives reason to doubt.
        Doubtful = "doubtful",
    }
}

impl ValueSource {
    /// Whether the record or the caller states the value, so that it isn't assumed.
    pub const fn is_stated(self) -> bool {
        self.is_recorded() || matches!(self, Self::Option | Self::Configuration | Self::Event)
    }

    /// Returns the record instead of a configuration or an event with the same value.
    pub(crate) fn unless_recorded(self, is_recorded: bool) -> Self {
        let yields = is_recorded && matches!(self, Self::Configuration | Self::Event);
        if yields { Self::Record } else { self }
    }

    /// Whether the record states the value.
    pub const fn is_recorded(self) -> bool {
        matches!(self, Self::Record | Self::Doubtful)
    }
}

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
    /// The rulesets that a game may be judged by, one unless the ruleset is to be inferred: the one in `choice`, the one
    /// that RU names, the default of `choice`, the server's; else the likely ones, the likeliest first. `set_by`: where a
    /// fixed choice comes from, or a change of the ruleset. `applied` changes a ruleset as the options ask.
    pub(crate) fn choose(
        record: &RecordedGame,
        choice: &RulesChoice,
        set_by: ValueSource,
        applied: impl Fn(SharedRuleset) -> SharedRuleset,
    ) -> Vec<Self> {
        let (rules, source) = match (choice, record.named_rules) {
            (RulesChoice::Fixed(rules), named) => {
                let is_named = named.is_some_and(|named| named.id == rules.id);
                (vec![rules.clone()], set_by.unless_recorded(is_named))
            }
            // Its ko or its territory is what is set.
            (RulesChoice::Auto(_), Some(rules)) if set_by == ValueSource::Configuration => {
                (vec![rules.into()], set_by)
            }
            (RulesChoice::Auto(_), Some(rules)) => (vec![rules.into()], ValueSource::Record),
            (RulesChoice::Auto(Some(rules)), None) => (vec![rules.clone()], ValueSource::Default),
            (RulesChoice::Auto(None), None) => match servers::rules(record.text, record.game) {
                Some(rules) => (vec![rules.into()], ValueSource::Server),
                None => {
                    let likely = likely_rulesets(record).into_iter().map(Into::into);
                    (likely.collect(), ValueSource::Default)
                }
            },
        };
        let stated = record.header.place(Field::Rules);
        let unknown = !source.is_stated() && stated.is_some_and(|place| !place.span.is_empty());
        let likely = rules.len() > 1;
        let chosen = |rules| Self { rules: applied(rules), source, unknown, likely };
        rules.into_iter().map(chosen).collect()
    }
}

/// The rulesets that are always likely. The first is the likeliest where nothing speaks for another.
pub const LIKELY: [&str; 3] = ["aga", "japanese", "chinese"];

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

/// The likely rulesets by what a record states besides RU, the likeliest first. A word states more than a number.
fn likely_rulesets(record: &RecordedGame) -> Vec<&'static Ruleset> {
    let mut weights: Vec<(&str, u32)> = LIKELY.map(|id| (id, 0)).into();
    let mut add = |id: &'static str, weight| match weights.iter_mut().find(|of| of.0 == id) {
        Some((_, sum)) => *sum += weight,
        None => weights.push((id, weight)),
    };
    let &RecordedGame { text, ref header, komi, stated_handicap, year, .. } = record;
    for stated in [header.event(text), header.text(text, Field::Place)] {
        if !stated.is_empty() {
            words_of(&stated.to_lowercase()).for_each(|id| add(id, 4));
        }
    }
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
    // Most texts lack a byte of most words.
    let mut has = [false; 256];
    text.bytes().for_each(|byte| has[usize::from(byte)] = true);
    let may_have = move |word: &Finder| word.needle().iter().all(|&byte| has[usize::from(byte)]);
    let words = FINDERS.iter().filter(move |(word, _)| may_have(word) && has_word(text, word));
    words.map(|&(_, id)| id)
}

/// Whether a text in lower case has this word. Chinese and Japanese don't separate words.
fn has_word(text: &str, word: &Finder) -> bool {
    word.find_iter(text.as_bytes()).any(|at| {
        let end = at + word.needle().len();
        let beside = [text[..at].chars().next_back(), text[end..].chars().next()];
        !word.needle().is_ascii() || !beside.into_iter().flatten().any(char::is_alphabetic)
    })
}
