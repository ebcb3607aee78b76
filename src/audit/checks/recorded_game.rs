//! A game as its record states it: `RecordedGame`.

use super::server_rules::is_from_fox;
use crate::go::{Points, Size};
use crate::rules::{Ruleset, is_of_rules_string};
use crate::sgf::{Game, Text};

/// The parts of a record that replaying and counting it under a ruleset need.
pub(crate) struct RecordedGame<'a> {
    pub text: &'a Text<'a>,
    pub game: &'a Game,
    pub size: Size,
    /// The number in HA.
    pub stated_handicap: Option<i64>,
    pub komi: Option<Points>,
    /// Whether KM has a value that can't be read.
    pub unread_komi: bool,
    pub year: Option<u16>,
    /// The ruleset that RU names, by which the marks were made.
    pub named_rules: Option<&'static Ruleset>,
}

impl RecordedGame<'_> {
    /// Whether HA\[0\] is to be ignored. Fox writes it whatever the handicap, and other programs write it where there
    /// is no komi either.
    pub fn ignores_zero_handicap(&self) -> bool {
        let without_komi = || self.komi.is_some_and(|komi| komi.abs() < Points::whole(1));
        self.stated_handicap == Some(0) && (without_komi() || is_from_fox(self.text, self.game))
    }

    /// Whether KataGo wrote the record: it states its rules part by part, its komi is in points, and 0 is none.
    pub fn is_from_katago(&self) -> bool {
        self.named_rules.is_some_and(is_of_rules_string)
    }
}
