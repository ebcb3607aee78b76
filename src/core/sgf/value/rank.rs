//! Ranks of players: BR and WR.

use std::fmt;

use super::forms::{pieces, reading};
use super::quantity::Piece;
use super::words::whole_word;
use crate::go::Points;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank {
    /// The number, from 1.
    pub number: u32,
    pub unit: RankUnit,
    /// Whether it says that the player is an amateur.
    pub is_amateur: bool,
    /// One of the marks of servers.
    pub mark: &'static str,
}

/// What may follow a rank: `?` for an uncertain rank and `*` for an established one (`FF[4]`, BR). IGS has three grades of each rank:
/// `3d?`, `3d` and `3d+` (pandanet.co.jp, "Rating System").
const MARKS: [&str; 7] = ["", "?", "*", "+", "?*", "+*", "*?"];

const IS_MARK: [char; 3] = ['?', '*', '+'];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankUnit {
    Kyu,
    /// Dan; the value doesn't say whether of an amateur or of a professional.
    Dan,
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
        let (marked, title) = text.split_once(',').unwrap_or((text, ""));
        let marked = marked.trim();
        let text = marked.trim_end_matches(|c| IS_MARK.contains(&c) || " .!".contains(c));
        let mark = mark_of(&marked[text.len()..])?;
        let is_of_rank = |piece: &Piece| {
            matches!(piece.name, "dan" | "kyu" | "professional" | "first-dan" | "unranked")
        };
        let is_title = pieces("BR", title).is_none_or(|title| !title.iter().any(is_of_rank));
        let pieces = pieces("BR", text)?;
        let read = reading("BR", &pieces).filter(|_| is_title)?;
        let (unit, is_amateur) = match read.meaning {
            "kyu" => (RankUnit::Kyu, false),
            "dan" => (RankUnit::Dan, false),
            "amateur" => (RankUnit::Dan, true),
            "professional" => (RankUnit::Professional, false),
            _ => return None,
        };
        // `初段` has no number.
        let number = read.number(0).unwrap_or(Points::whole(1));
        let number =
            u32::try_from(number.as_hundredths() / 100).ok().filter(|_| number.fraction() == 0)?;
        let highest = if unit == RankUnit::Kyu { 40 } else { 10 };
        (1..=highest).contains(&number).then_some(Self { number, unit, is_amateur, mark })
    }

    /// Reads `9p`, `3d*`, `9段` and `P9段`, as nearly every record has it.
    fn in_short_form(text: &str) -> Option<Self> {
        let after_p = text.strip_prefix('P');
        let plain = after_p.unwrap_or(text);
        let (number, marked) = plain.split_at(plain.bytes().take_while(u8::is_ascii_digit).count());
        let unit = marked.trim_end_matches(IS_MARK);
        let mark = mark_of(&marked[unit.len()..])?;
        let (unit, highest) = match (unit, after_p) {
            ("k" | "级" | "級", None) => (RankUnit::Kyu, 40),
            ("d" | "段", None) => (RankUnit::Dan, 10),
            ("p", None) | ("段", Some(_)) => (RankUnit::Professional, 10),
            _ => return None,
        };
        let number = number.parse().ok().filter(|number| (1..=highest).contains(number))?;
        Some(Self { number, unit, is_amateur: false, mark })
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

/// Returns the one of [`MARKS`] that a text consists of, blanks and dots aside.
fn mark_of(text: &str) -> Option<&'static str> {
    let is_same = |mark: &&str| mark.chars().eq(text.chars().filter(|c| !" .".contains(*c)));
    MARKS.into_iter().find(is_same)
}

/// Returns the strength of a rank by its text; `None` if it can't be read.
pub fn rank_strength(text: &str) -> Option<i32> {
    Rank::read(text).map(Rank::strength)
}

/// Returns a rank in short form: `9p` (professional), `3d`, `5k`; `?` for a player without one. `None` if it can't be
/// read.
pub fn rank(text: &str) -> Option<String> {
    if whole_word("BR", text.trim()).is_some_and(|word| word.role == "unranked") {
        return Some("?".to_owned());
    }
    let rank = Rank::read(text)?;
    Some(Rank { mark: "", ..rank }.to_string())
}

impl fmt::Display for Rank {
    /// Writes the short form, with the mark: `9p`, `3d`, `14k?`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.unit {
            RankUnit::Kyu => 'k',
            RankUnit::Dan => 'd',
            RankUnit::Professional => 'p',
        };
        write!(f, "{}{unit}{}", self.number, self.mark)
    }
}

/// Returns the rank of a value that is in none of the usual forms: `9p`, and those of `FF[4]` (`3d`, `3dan`, `5k`,
/// `5kyu`). `None` for one of these and for a value that isn't a rank.
pub fn oddly_written_rank(text: &str) -> Option<Rank> {
    let rank = Rank::read(text)?;
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_usual = ["k", "kyu", "d", "dan", "p"].contains(&unit.trim_end_matches(IS_MARK));
    // `十段` is the title Judan.
    (!is_usual && (rank.unit == RankUnit::Kyu || rank.number < 10)).then_some(rank)
}

/// Returns the rank that says all that an oddly written one does. `None` if that has a title or signs besides: `9p, Kisei`, `7k!`.
pub fn respelt_rank(text: &str) -> Option<Rank> {
    oddly_written_rank(text).filter(|_| !text.contains(|c| ",;!()[]\"。、「」".contains(c)))
}

/// Whether a value that isn't a rank is the name of a country, as some records have it.
pub fn is_country(text: &str) -> bool {
    whole_word("country", text).is_some()
}
