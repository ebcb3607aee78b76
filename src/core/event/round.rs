//! Rounds by their number or their name: `RoundId`.

use std::fmt;

use serde::Serialize;

/// Maximum number of letters of a name.
const MAX_LETTERS: usize = 40;

/// Words beside a name that say nothing.
const FILLERS: [&str; 3] = ["round", "the", "game"];

/// A round: a number, or the letters of a name such as `final`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(untagged)]
pub enum RoundId {
    /// `3`, `R3`, `Round 3`, `3rd`, `第3局`.
    Number(u32),
    /// `final`, `Semi-Final`: lower-case letters without blanks and hyphens.
    Name(String),
}

impl RoundId {
    /// Reads a round as RO, a table or an event's file states it. `None` if the text has neither a number above 0 nor a
    /// name.
    pub fn read(text: &str) -> Option<Self> {
        if let Some(digits) =
            text.split(|c: char| !c.is_ascii_digit()).find(|part| !part.is_empty())
        {
            return digits.parse().ok().filter(|&round| round > 0).map(Self::Number);
        }
        let lower = text.to_lowercase();
        let words = lower.split(|c: char| !c.is_alphanumeric());
        let words = words.filter(|word| !FILLERS.contains(word));
        let name: String = words.flat_map(str::chars).take(MAX_LETTERS).collect();
        // A name is read as itself again.
        (!name.is_empty() && !FILLERS.contains(&&*name)).then_some(Self::Name(name))
    }

    /// The number, if the round has one.
    pub fn number(&self) -> Option<u32> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Name(_) => None,
        }
    }
}

impl fmt::Display for RoundId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Name(name) => f.write_str(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_are_rounds() {
        for (text, round) in [
            ("3", "3"),
            ("R2", "2"),
            ("3rd", "3"),
            ("第4局", "4"),
            ("Round 5 of 7", "5"),
            ("Final", "final"),
            ("the semi-final", "semifinal"),
            ("決勝", "決勝"),
        ] {
            assert_eq!(RoundId::read(text).map(|round| round.to_string()).as_deref(), Some(round));
        }
        assert_eq!([RoundId::read(""), RoundId::read("0"), RoundId::read("-")], [None, None, None]);
    }
}
