//! The words that values in free text are read with: one table for all readers, by language and role.
//!
//! A text is read only if each part of it is a number, a mark, or a word of the table whose role belongs to the
//! reader's [`Field`]. Anything else leaves the whole text unread.

use std::collections::HashMap;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

use super::numerals::in_digits;
use crate::go::Points;

/// The words by language. The top of the file describes its form.
pub(super) const TABLE: &str = include_str!("words.txt");

/// Number of bytes of a text that are looked at. No value in words is longer.
pub(super) const MAX_LENGTH: usize = 240;

/// What a word says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A player.
    Black,
    White,
    /// The player named wins.
    Wins,
    /// The same, and the other player may follow.
    Beats,
    /// Before the other player or `by`, that one of the two has won. Alone it may mean either.
    Defeated,
    /// The player named loses, unless he [`Role::Has`] beaten the other one.
    Beaten,
    /// The player named loses.
    Loses,
    /// Before [`Role::Beaten`]: the player named beat the other one.
    Has,
    /// Ways to lose, as a verb and as a noun. The player named with either loses; a winner may win by the noun.
    Resigns,
    Resignation,
    TimesOut,
    Time,
    Forfeits,
    Forfeit,
    BreaksRule,
    Illegal,
    Absent,
    /// Ways to win or lose, which don't say who did.
    ByResignation,
    OnTime,
    Default,
    Referee,
    Counted,
    /// The player named wins because the other one didn't come.
    Walkover,
    /// The player named loses by a decision.
    Judged,
    /// A letter after the plus sign or `by`: 1 for resignation, 2 for time, 3 for forfeit.
    Letter,
    /// A result without a winner.
    Draw,
    Void,
    Annulled,
    Suspended,
    Unknown,
    BothLose,
    NotPlayed,
    /// Before the other player: who lost, who won, or either.
    Over,
    To,
    Against,
    /// How, how much, or who did it follows.
    By,
    /// Whose it is follows.
    Of,
    /// A new clause begins.
    And,
    /// Says nothing.
    Filler,
    /// Before a result.
    Prefix,
    /// A remark about the record.
    Remark,
    /// Units of numbers.
    Moves,
    Points,
    Zi,
    Stones,
    /// Half a unit, a half after a number, and other numbers.
    Half,
    AndHalf,
    Number,
    /// Komi; Black, who gives it; komi for Black; none.
    Komi,
    Gives,
    Reverse,
    NoKomi,
    /// No handicap, and one.
    Even,
    Handicap,
    /// Units of time, of overtime, and its kinds.
    Hour,
    Minute,
    Second,
    Period,
    Turns,
    Each,
    Per,
    ByoYomi,
    Canadian,
    Fischer,
    OnePeriod,
    NoOvertime,
    /// Units of ranks and kinds of players.
    Dan,
    Kyu,
    Professional,
    Amateur,
    FirstDan,
    Unranked,
    /// A month, by number.
    Month,
    /// A country, which some records have as a rank.
    Country,
}

/// A kind of values, whose reader knows the words of some roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Result,
    /// The player before a plus sign.
    Head,
    /// Komi and handicap.
    Terms,
    Clock,
    Rank,
    Date,
    Country,
}

/// Number of fields.
const FIELDS: usize = Field::Country as usize + 1;

/// The names of the roles in the table, and the fields that know them.
#[rustfmt::skip]
pub(super) const ROLES: &[(&str, Role, &[Field])] = &[
    ("black", Role::Black, &[Field::Result, Field::Head]),
    ("white", Role::White, &[Field::Result, Field::Head]),
    ("black letter", Role::Black, &[Field::Head]),
    ("white letter", Role::White, &[Field::Head]),
    ("wins", Role::Wins, &[Field::Result]),
    ("beats", Role::Beats, &[Field::Result]),
    ("defeated", Role::Defeated, &[Field::Result]),
    ("beaten", Role::Beaten, &[Field::Result]),
    ("loses", Role::Loses, &[Field::Result]),
    ("has", Role::Has, &[Field::Result]),
    ("resigns", Role::Resigns, &[Field::Result]),
    ("resignation", Role::Resignation, &[Field::Result]),
    ("times out", Role::TimesOut, &[Field::Result]),
    ("time", Role::Time, &[Field::Result]),
    ("forfeits", Role::Forfeits, &[Field::Result]),
    ("forfeit", Role::Forfeit, &[Field::Result]),
    ("breaks a rule", Role::BreaksRule, &[Field::Result]),
    ("illegal", Role::Illegal, &[Field::Result]),
    ("absent", Role::Absent, &[Field::Result]),
    ("by resignation", Role::ByResignation, &[Field::Result]),
    ("on time", Role::OnTime, &[Field::Result]),
    ("default", Role::Default, &[Field::Result]),
    ("referee", Role::Referee, &[Field::Result]),
    ("counted", Role::Counted, &[Field::Result]),
    ("walkover", Role::Walkover, &[Field::Result]),
    ("judged", Role::Judged, &[Field::Result]),
    ("letter", Role::Letter, &[Field::Result]),
    ("draw", Role::Draw, &[Field::Result]),
    ("void", Role::Void, &[Field::Result]),
    ("annulled", Role::Annulled, &[Field::Result]),
    ("suspended", Role::Suspended, &[Field::Result]),
    ("unknown", Role::Unknown, &[Field::Result]),
    ("both lose", Role::BothLose, &[Field::Result]),
    ("not played", Role::NotPlayed, &[Field::Result]),
    ("over", Role::Over, &[Field::Result]),
    ("to", Role::To, &[Field::Result]),
    ("against", Role::Against, &[Field::Result]),
    ("by", Role::By, &[Field::Result]),
    ("of", Role::Of, &[Field::Result]),
    ("and", Role::And, &[Field::Result]),
    ("filler", Role::Filler, &[Field::Result]),
    ("prefix", Role::Prefix, &[Field::Result]),
    ("remark", Role::Remark, &[Field::Result]),
    ("moves", Role::Moves, &[Field::Result]),
    ("points", Role::Points, &[Field::Result, Field::Terms]),
    ("zi", Role::Zi, &[Field::Result, Field::Terms]),
    ("stones", Role::Stones, &[Field::Terms]),
    ("half", Role::Half, &[Field::Result, Field::Terms]),
    ("and half", Role::AndHalf, &[Field::Result, Field::Terms]),
    ("number", Role::Number, &[Field::Result]),
    ("komi", Role::Komi, &[Field::Terms]),
    ("gives", Role::Gives, &[Field::Terms]),
    ("reverse", Role::Reverse, &[Field::Terms]),
    ("no komi", Role::NoKomi, &[Field::Terms]),
    ("even", Role::Even, &[Field::Terms]),
    ("handicap", Role::Handicap, &[Field::Terms]),
    ("hour", Role::Hour, &[Field::Clock]),
    ("minute", Role::Minute, &[Field::Clock]),
    ("second", Role::Second, &[Field::Clock]),
    ("period", Role::Period, &[Field::Clock]),
    ("turns", Role::Turns, &[Field::Clock]),
    ("each", Role::Each, &[Field::Clock]),
    ("per", Role::Per, &[Field::Clock]),
    ("byo-yomi", Role::ByoYomi, &[Field::Clock]),
    ("canadian", Role::Canadian, &[Field::Clock]),
    ("fischer", Role::Fischer, &[Field::Clock]),
    ("one period", Role::OnePeriod, &[Field::Clock]),
    ("no overtime", Role::NoOvertime, &[Field::Clock]),
    ("dan", Role::Dan, &[Field::Rank]),
    ("kyu", Role::Kyu, &[Field::Rank]),
    ("professional", Role::Professional, &[Field::Rank]),
    ("amateur", Role::Amateur, &[Field::Rank]),
    ("first dan", Role::FirstDan, &[Field::Rank]),
    ("unranked", Role::Unranked, &[Field::Rank]),
    ("month", Role::Month, &[Field::Date]),
    ("country", Role::Country, &[Field::Country]),
];

/// A word of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Word {
    pub role: Role,
    /// The number behind `=` in the table; zero without one.
    pub value: Points,
    /// Its length in bytes.
    pub len: usize,
}

/// The words of a field by their first character, the longest first.
type Words = HashMap<char, Vec<(&'static str, Word)>>;

static WORDS: LazyLock<[Words; FIELDS]> = LazyLock::new(|| {
    let mut fields = [(); FIELDS].map(|()| Words::new());
    for (name, spelling, value) in entries() {
        let Some(&(_, role, known_to)) = ROLES.iter().find(|(of, ..)| *of == name) else {
            continue;
        };
        let word = Word { role, value, len: spelling.len() };
        for &field in known_to {
            let first = spelling.chars().next().unwrap_or_default();
            fields[field as usize].entry(first).or_default().push((spelling, word));
        }
    }
    for words in fields.iter_mut().flat_map(HashMap::values_mut) {
        words.sort_by_key(|(spelling, _)| std::cmp::Reverse(spelling.len()));
    }
    fields
});

/// The words of the table: each one's role by name, spelling and value.
fn entries() -> impl Iterator<Item = (&'static str, &'static str, Points)> {
    let lines = TABLE.lines().filter_map(|line| line.split_once(": "));
    lines.flat_map(|(role, words)| {
        words.split(", ").map(move |word| match word.split_once('=') {
            Some((word, value)) => (role, word, Points::parse(value).unwrap_or_default()),
            None => (role, word, Points::ZERO),
        })
    })
}

/// Returns the longest word that a text begins with. Where letters make words, it ends with the word.
pub(super) fn word_at(field: Field, text: &str) -> Option<Word> {
    let words = WORDS[field as usize].get(&text.chars().next()?)?;
    let ends = |word: &str| {
        let after = text[word.len()..].chars().next();
        let is_apart = |c: char| !c.is_alphabetic() || is_unspaced(c);
        word.chars().next_back().is_none_or(is_apart) || after.is_none_or(is_apart)
    };
    let (_, word) = words.iter().find(|(word, _)| text.starts_with(word) && ends(word))?;
    Some(*word)
}

/// Returns the word that a text is, whatever its case.
pub(super) fn whole_word(field: Field, text: &str) -> Option<Word> {
    let text = normalized(text);
    word_at(field, &text).filter(|word| word.len == text.len())
}

/// Whether a character is of a script that doesn't part words with blanks, or not always.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}')
}

/// Returns the beginning of a text as the table writes it: small letters, plain signs and digits, single blanks, and a blank for
/// a hyphen before a letter.
pub(super) fn normalized(text: &str) -> String {
    let text = &text[..text.floor_char_boundary(MAX_LENGTH)];
    // Unicode's tables leave ASCII as it is.
    let plain = if text.is_ascii() { text.to_ascii_lowercase() } else { compatible(text) };
    let mut plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    if plain.contains('-') {
        plain = without_hyphens(&plain.replace(" - ", ", "));
    }
    if plain.is_ascii() { plain } else { in_digits(&plain) }
}

/// Replaces each character by plain ones that mean the same, and capitals by small letters.
fn compatible(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '½' => plain.push_str(" 1/2"),
            '¼' => plain.push_str(" 1/4"),
            '¾' => plain.push_str(" 3/4"),
            '’' => plain.push('\''),
            c => plain.push(c),
        }
    }
    plain.nfkc().flat_map(char::to_lowercase).collect()
}

/// Replaces each hyphen between a letter or digit and a letter by a blank.
fn without_hyphens(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        let joins = c == '-' && before.is_alphanumeric();
        let is_hyphen = joins && chars.peek().is_some_and(|next| next.is_alphabetic());
        spaced.push(if is_hyphen { ' ' } else { c });
        before = c;
    }
    spaced
}
