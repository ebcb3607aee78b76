//! Rounds by their number or their name: `RoundId`.

use std::fmt;

use serde::Serialize;

const MAX_LETTERS: usize = 40;

/// Words beside a name that say nothing.
const FILLERS: [&str; 3] = ["round", "the", "game"];

/// Parts of the names of stages, whose numbers count the games of the stage: `final 2` isn't round 2.
const STAGES: [&str; 8] = ["final", "playoff", "roundof", "финал", "決勝", "决赛", "決賽", "결승"];

/// A round: a number, or the letters of a name such as `final`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(untagged)]
pub enum RoundId {
    /// `3`, `R3`, `Round 3`, `3rd`, `第3局`.
    Number(u32),
    /// `final`, `Semi-Final 2`: lower-case letters without blanks and hyphens, then the digits.
    Name(String),
}

impl RoundId {
    /// Reads a round as RO, a table or an event's file states it. `None` if the text has neither a number above 0 nor a
    /// name.
    pub fn read(text: &str) -> Option<Self> {
        let lower = text.to_lowercase().replace("round of", "roundof");
        let is_digit = |c: char| c.is_ascii_digit();
        let digits = lower.split(|c| !is_digit(c)).find(|part| !part.is_empty());
        let letters: String = lower.chars().filter(|c| c.is_alphabetic()).collect();
        let is_stage = STAGES.iter().any(|stage| letters.contains(stage));
        if let Some(digits) = digits.filter(|_| !is_stage || is_numbered(&lower)) {
            return digits.parse().ok().filter(|&round| round > 0).map(Self::Number);
        }
        let words = lower.split(|c: char| !c.is_alphanumeric());
        let words = words.map(|word| match word.trim_end_matches(char::is_alphabetic) {
            // `2nd` is 2.
            number if number.ends_with(is_digit) && word.len() == number.len() + 2 => number,
            _ => word,
        });
        let words = words.filter(|word| !FILLERS.contains(word));
        let (digits, letters): (String, String) =
            words.flat_map(str::chars).partition(|&c| is_digit(c));
        let letters = letters.replace(['第', '局'], "");
        let name: String = letters.chars().chain(digits.chars()).take(MAX_LETTERS).collect();
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

/// Whether a text that names a stage begins with the number of the round: `Round 5 final`, `5 (final)`.
fn is_numbered(lower: &str) -> bool {
    let before = lower.split('(').next().unwrap_or_default().trim();
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let rest = lower.trim_start().strip_prefix("round").map(str::trim_start);
    is_number(before) || rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
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
            ("final 2", "final2"),
            ("final2", "final2"),
            ("Semi-final, Game 2", "semifinal2"),
            ("2nd semi-final", "semifinal2"),
            ("1/4 final", "final14"),
            ("Round of 16", "roundof16"),
            ("roundof16", "roundof16"),
            ("决赛第2局", "决赛2"),
            ("Round 5 (Final)", "5"),
            ("5 (final)", "5"),
            ("round 6, replay", "6"),
        ] {
            assert_eq!(RoundId::read(text).map(|round| round.to_string()).as_deref(), Some(round));
        }
        assert_eq!([RoundId::read(""), RoundId::read("0"), RoundId::read("-")], [None, None, None]);
    }
}
