//! Results as people write them in tables and in rulings.

use crate::go::Color;
use crate::sgf::{Outcome, WinBy, result};

/// What a table's columns say of its results.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::event) struct ResultStyle {
    /// Whether results are Black's points: 1, 0.5 and 0, so that `0` is White's win.
    pub has_points: bool,
    /// Whether White is the first of both, so that `1-0` is White's win.
    pub is_white_first: bool,
}

impl ResultStyle {
    /// Reads a result: SGF's forms and its dialects, `B`, `W`, `jigo`, `bye`, `forfeit`, scores such as `1-0` and `½-½`,
    /// each with `!` for a game that wasn't played; a player's name stands for the colour. `None` for every other text.
    pub(in crate::event) fn read(self, text: &str, names: [&str; 2]) -> Option<Outcome> {
        let text = text.trim();
        let (plain, is_default) = match text.strip_suffix('!') {
            Some(plain) => (plain.trim(), true),
            None => (text, false),
        };
        let outcome = self.of_score(plain).or_else(|| in_words(&with_colors(plain, names)))?;
        Some(if is_default { super::table::by_default(outcome) } else { outcome })
    }

    fn of_score(self, text: &str) -> Option<Outcome> {
        let score = text.replace([' ', '\u{a0}'], "").replace([':', '–', '—'], "-");
        let win = |winner| Some(Outcome::Win(winner, WinBy::Unspecified));
        let first = if self.is_white_first { Color::White } else { Color::Black };
        match &*score {
            "1-0" => win(first),
            "0-1" => win(first.opponent()),
            "1" if self.has_points => win(Color::Black),
            "0" if self.has_points => win(Color::White),
            "0.5" | "0,5" | "½" | "½-½" | "0.5-0.5" | "0,5-0,5" | "1/2-1/2" | "1/2" => {
                Some(Outcome::Draw)
            }
            "0-0" => Some(Outcome::BothLose),
            "1-1" => Some(Outcome::BothWin),
            "" | "?" | "-" | "?-?" => Some(Outcome::Unknown),
            _ => None,
        }
    }
}

fn in_words(text: &str) -> Option<Outcome> {
    let win = |winner| Some(Outcome::Win(winner, WinBy::Unspecified));
    let outcome = match &*text.to_lowercase().replace([' ', '\u{a0}'], "") {
        "b" | "+" | "b+" => win(Color::Black),
        "w" | "w+" => win(Color::White),
        "jigo" | "=" | "draw" => Some(Outcome::Draw),
        "forfeit" | "notplayed" | "--" | "noshow" | "no-show" | "doubleforfeit" | "bothforfeit"
        | "bothabsent" | "doubleno-show" | "bothno-show" => Some(Outcome::NotPlayed),
        _ => None,
    };
    let outcome = outcome.or_else(|| is_bye(text).then_some(Outcome::Bye));
    let outcome = outcome.or_else(|| by_forfeit(text));
    outcome.or_else(|| match result(text).outcome {
        Outcome::Unreadable | Outcome::Missing => None,
        // A table has one letter for a player who didn't come.
        Outcome::Win(winner, WinBy::Forfeit) => Some(Outcome::Win(winner, WinBy::Default)),
        outcome => Some(outcome),
    })
}

/// Whether a text is a bye in words: `bye`, `half-point bye`, `1/2 bye`, `½bye`, `freilos`.
fn is_bye(text: &str) -> bool {
    let mut name = text.to_lowercase();
    name.retain(|c| !c.is_whitespace() && !matches!(c, '-' | '(' | ')'));
    for known in ["full", "half", "point", "1/2", "½", "0.5", "0,5", "1"] {
        name = name.replace(known, "");
    }
    matches!(&*name, "bye" | "free" | "freilos")
}

/// Whether the result of a player without an opponent is half a point.
pub(super) fn is_half_bye(text: &str) -> bool {
    text.contains(['½', '/'])
        || text.contains("0.5")
        || text.contains("0,5")
        || text.to_lowercase().contains("half")
}

/// Puts `Black` or `White` for the player's name at the beginning of a text, or for the text that it is.
fn with_colors(text: &str, names: [&str; 2]) -> String {
    let is_longer = names[1].len() > names[0].len();
    for side in if is_longer { [1, 0] } else { [0, 1] } {
        let rest = match text.get(..names[side].len()) {
            Some(start)
                if !start.is_empty() && start.to_lowercase() == names[side].to_lowercase() =>
            {
                &text[start.len()..]
            }
            _ => continue,
        };
        // A word that only begins like the name is another one.
        if rest.starts_with(|c: char| !c.is_alphanumeric()) {
            return format!("{}{rest}", [Color::Black, Color::White][side]);
        }
    }
    text.to_owned()
}

/// Reads who didn't come or lost by default: `no show W`, `Black forfeits`, `B no-show`. The other player wins.
fn by_forfeit(text: &str) -> Option<Outcome> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || "/.,½".contains(c)));
    let words = words.map(|word| word.trim_matches(['/', '.', ',']));
    let words: Vec<String> = words.filter(|it| !it.is_empty()).map(str::to_lowercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).filter(|word| *word != "by").collect();
    let loser = match words[..] {
        ["no", "show", who] | [who, "no", "show"] | ["noshow", who] | [who, "noshow"] => who,
        [who, "forfeits"] | [who, "forfeited"] | [who, "absent"] => who,
        _ => return None,
    };
    // The name of the colour, in each language in which results are read.
    match result(&format!("{loser}+R")).outcome {
        Outcome::Win(loser, WinBy::Resignation) => {
            Some(Outcome::Win(loser.opponent(), WinBy::Default))
        }
        _ => None,
    }
}
