//! Results in words, by the names of the players.

use super::name_key::name_or_words;
use crate::go::Color;
use crate::sgf::{Outcome, WinBy};

/// The two players of a game as messages name them, Black first.
#[derive(Clone, Debug)]
pub(super) struct Names(pub [String; 2]);

impl Names {
    /// Takes the names, or the colours of players without one.
    pub(super) fn new(names: [&str; 2]) -> Self {
        let [black, white] = names;
        let or = |name: &str, color: Color| match name.trim() {
            "" => color.to_string(),
            name => name_or_words(name),
        };
        Self([or(black, Color::Black), or(white, Color::White)])
    }

    pub(super) fn of(&self, color: Color) -> &str {
        &self.0[usize::from(color == Color::White)]
    }

    /// Returns a result as a clause: `Wang Bo won by 2.5`.
    pub(super) fn won(&self, outcome: Outcome) -> String {
        self.say(outcome, "won")
    }

    /// Returns a decision as a clause: `Kim Jin wins by default`.
    pub(super) fn wins(&self, outcome: Outcome) -> String {
        self.say(outcome, "wins")
    }

    /// Returns a decision in words with its result, which the words of a ruling on stones don't have.
    pub(super) fn with_result(&self, words: &str, outcome: Outcome) -> String {
        let result = self.wins(outcome);
        if words.contains(&result) { words.to_owned() } else { format!("{words}; {result}") }
    }

    fn say(&self, outcome: Outcome, verb: &str) -> String {
        let (winner, by) = match outcome {
            Outcome::Win(winner, by) => (winner, by),
            Outcome::Draw => return "a draw".to_owned(),
            Outcome::Void | Outcome::Annulled => return "no result, by decision".to_owned(),
            Outcome::BothLose => return "both lose".to_owned(),
            Outcome::BothWin => return "both win".to_owned(),
            Outcome::NotPlayed => return "not played".to_owned(),
            Outcome::Bye => return "a bye".to_owned(),
            Outcome::Suspended => return "suspended".to_owned(),
            outcome if outcome.is_unknown() => return "no result".to_owned(),
            outcome => return outcome.to_string(),
        };
        let how = match by {
            WinBy::Points(points) | WinBy::Adjudication(Some(points)) => format!(" by {points}"),
            WinBy::Resignation => " by resignation".to_owned(),
            WinBy::Time => " on time".to_owned(),
            WinBy::Forfeit | WinBy::Default => " by default".to_owned(),
            WinBy::IllegalMove => " by an illegal move".to_owned(),
            WinBy::Adjudication(None) => " by adjudication".to_owned(),
            WinBy::Unspecified => String::new(),
        };
        format!("{} {verb}{how}", self.of(winner))
    }
}

/// Whether a result was decided off the board, so that no count refutes it.
pub(super) fn is_decided(outcome: Outcome) -> bool {
    match outcome {
        Outcome::Win(_, by) => matches!(
            by,
            WinBy::Time
                | WinBy::Forfeit
                | WinBy::Default
                | WinBy::IllegalMove
                | WinBy::Adjudication(_)
        ),
        Outcome::Draw => false,
        outcome => !outcome.is_unknown(),
    }
}
