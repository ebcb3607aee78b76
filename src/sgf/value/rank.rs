//! Ranks of players: BR and WR.

use std::fmt::{self, Write};

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
        let text = text.trim().to_lowercase();
        // A title may follow: `9p, Kisei`.
        let text = text.split(',').next()?;
        let mark = text.chars().next_back().filter(|last| matches!(last, '?' | '*'));
        let text = text.trim_end_matches(['?', '*', '+', ' ', '.']);
        let prefix = |words: &[&str]| words.iter().find_map(|word| text.strip_prefix(word));
        let (text, is_professional) =
            match (prefix(&["业余", "業餘", "ama "]), prefix(&["职业", "pro ", "p"])) {
                (Some(rest), _) => (rest, false),
                (None, Some(rest)) => (rest, true),
                (None, None) => (text, false),
            };
        let (number, unit) = number(text)?;
        let unit = match unit.trim_matches([' ', '-', '.']) {
            "k" | "kyu" | "級" | "级" | "급" if !is_professional => RankUnit::Kyu,
            "d" | "dan" | "段" | "단" if is_professional => RankUnit::Professional,
            "d" | "dan" | "段" | "단" | "d ama" | "dan ama" | "d amateur" | "dan amateur" => {
                RankUnit::Dan
            }
            "p" | "pro" | "dan pro" | "d pro" | "dp" | "段pro" => RankUnit::Professional,
            "" if is_professional => RankUnit::Professional,
            _ => return None,
        };
        let highest = if unit == RankUnit::Kyu { 40 } else { 10 };
        (1..=highest).contains(&number).then_some(Self { number, unit, mark })
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
    if matches!(&*text.trim().to_lowercase(), "?" | "-" | "nr" | "ur" | "none" | "unranked") {
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

/// Returns the number that a text begins with, in digits or as one Chinese character, and the rest.
fn number(text: &str) -> Option<(u32, &str)> {
    const CHINESE: [char; 11] = ['初', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 {
        return Some((text[..digits].parse().ok()?, &text[digits..]));
    }
    let first = text.chars().next()?;
    let place = CHINESE.iter().position(|&c| c == first)?;
    Some((place.max(1) as u32, &text[first.len_utf8()..]))
}
