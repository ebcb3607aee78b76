//! Ranks of players: BR and WR.

use std::fmt::{self, Write};

use super::tokens::{Token, tokens};
use super::words::{Field, Role, normalized, whole_word};

/// A rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank {
    /// The number, from 1.
    pub number: u32,
    /// Its unit.
    pub unit: RankUnit,
    /// `?` for an uncertain rank, `*` for an established one (`FF[4]`, BR).
    pub mark: Option<char>,
}

/// The unit of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankUnit {
    /// Kyu.
    Kyu,
    /// Dan; the value doesn't say whether of an amateur or of a professional.
    Dan,
    /// Dan of a professional.
    Professional,
}

impl Rank {
    /// Reads a rank. Returns `None` if the value isn't a rank. `FF[4]` recommends `..k` or `..kyu` and `..d` or `..dan`;
    /// servers write `9段`, and `P9段` for professionals.
    pub fn read(text: &str) -> Option<Self> {
        if let Some(rank) = Self::in_short_form(text) {
            return Some(rank);
        }
        // A title may follow: `9p, Kisei`.
        let text = text.split(',').next()?.trim();
        let mark = text.chars().next_back().filter(|last| matches!(last, '?' | '*'));
        let text = text.trim_end_matches(['?', '*', '+', ' ', '.']);
        let (mut number, mut unit, mut kind) = (None, None, None);
        for token in tokens(Field::Rank, &normalized(&in_ascii_digits(text)))? {
            let is_new = match token {
                Token::Mark => number.is_some(),
                Token::Quantity(read) => {
                    let is_whole = read.value.fraction() == 0 && unit.is_none();
                    is_whole && number.replace(read.value.as_hundredths() / 100).is_none()
                }
                Token::Word(word) => match word.role {
                    Role::Dan | Role::Kyu => number.is_some() && unit.replace(word.role).is_none(),
                    Role::FirstDan => {
                        number.replace(1).is_none() && unit.replace(Role::Dan).is_none()
                    }
                    Role::Professional | Role::Amateur => {
                        kind.replace(word.role).is_none_or(|before| before == word.role)
                    }
                    _ => false,
                },
            };
            is_new.then_some(())?;
        }
        let unit = match (unit, kind) {
            (Some(Role::Kyu), None | Some(Role::Amateur)) => RankUnit::Kyu,
            (Some(Role::Dan), None | Some(Role::Amateur)) => RankUnit::Dan,
            (Some(Role::Dan) | None, Some(Role::Professional)) => RankUnit::Professional,
            _ => return None,
        };
        let number = u32::try_from(number?).ok()?;
        let highest = if unit == RankUnit::Kyu { 40 } else { 10 };
        (1..=highest).contains(&number).then_some(Self { number, unit, mark })
    }

    /// Reads `9p`, `3d*` and `14k?`, as nearly every record has it.
    fn in_short_form(text: &str) -> Option<Self> {
        let (number, unit) = text.split_at(text.bytes().take_while(u8::is_ascii_digit).count());
        let (unit, highest) = match unit.trim_end_matches(['?', '*']) {
            "k" => (RankUnit::Kyu, 40),
            "d" => (RankUnit::Dan, 10),
            "p" => (RankUnit::Professional, 10),
            _ => return None,
        };
        let mark = text.chars().next_back().filter(|last| matches!(last, '?' | '*'));
        let number = number.parse().ok().filter(|number| (1..=highest).contains(number))?;
        Some(Self { number, unit, mark })
    }

    /// Returns a number that is greater for a stronger rank: -1 for 1k, 0 for 1d, 101 for 1p.
    pub fn strength(self) -> i32 {
        let number = i32::try_from(self.number).unwrap_or(i32::MAX);
        match self.unit {
            RankUnit::Kyu => -number,
            RankUnit::Dan => number - 1,
            RankUnit::Professional => 100 + number,
        }
    }
}

/// Returns the strength of a rank by its text; `None` if it can't be read.
pub fn rank_strength(text: &str) -> Option<i32> {
    Rank::read(text).map(Rank::strength)
}

/// Returns a rank in short form: `9p` (professional), `3d`, `5k`; `?` for a player without one. `None` if it can't be
/// read.
pub fn rank(text: &str) -> Option<String> {
    let is_unranked =
        |text| whole_word(Field::Rank, text).is_some_and(|word| word.role == Role::Unranked);
    if matches!(text.trim(), "?" | "-") || is_unranked(text) {
        return Some("?".to_owned());
    }
    let rank = Rank::read(text)?;
    Some(Rank { mark: None, ..rank }.to_string())
}

impl fmt::Display for Rank {
    /// Writes the short form, with the mark: `9p`, `3d`, `14k?`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.unit {
            RankUnit::Kyu => 'k',
            RankUnit::Dan => 'd',
            RankUnit::Professional => 'p',
        };
        write!(f, "{}{unit}", self.number)?;
        self.mark.map_or(Ok(()), |mark| f.write_char(mark))
    }
}

/// Returns the rank of a value that is in none of the usual forms: `9p`, and those of `FF[4]` (`3d`, `3dan`, `5k`,
/// `5kyu`). `None` for one of these and for a value that isn't a rank.
pub fn oddly_written_rank(text: &str) -> Option<Rank> {
    let rank = Rank::read(text)?;
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_usual = ["k", "kyu", "d", "dan", "p"].contains(&unit.trim_end_matches(['?', '*']));
    // `十段` is the title Judan.
    (!is_usual && (rank.unit == RankUnit::Kyu || rank.number < 10)).then_some(rank)
}

/// A text with Chinese numerals up to ten replaced by digits.
fn in_ascii_digits(text: &str) -> String {
    const CHINESE: &str = "一二三四五六七八九十";
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match CHINESE.chars().position(|numeral| numeral == c) {
            Some(place) => plain.push_str(&(place + 1).to_string()),
            None => plain.push(c),
        }
    }
    plain
}

/// Whether a value that isn't a rank is the name of a country, as some records have it.
pub fn is_country(text: &str) -> bool {
    whole_word(Field::Country, text).is_some()
}
