//! Whether a recorded result is the one that a count gives.

use crate::go::{Color, Points};
use crate::rules::Ruleset;
use crate::score::Score;
use crate::sgf::{Outcome, WinBy};

/// The result of a count under a ruleset.
pub(crate) fn counted_outcome(score: &Score, rules: &Ruleset) -> Outcome {
    if score.margin == Points::ZERO && rules.black_wins_ties.value {
        return Outcome::Win(Color::Black, WinBy::Unspecified);
    }
    Outcome::from_white_margin(score.margin)
}

/// Whether a recorded result is the count's. Without a recorded margin only the winner is compared. A tie that
/// Black wins may be recorded as either.
pub(crate) fn is_right(outcome: Outcome, score: &Score, rules: &Ruleset) -> bool {
    let counted = counted_outcome(score, rules);
    let tie = score.margin == Points::ZERO && outcome == Outcome::Draw;
    let same_winner = match outcome {
        Outcome::Win(winner, WinBy::Unspecified) => winner_of(counted) == Some(winner),
        _ => false,
    };
    outcome == counted || tie || same_winner
}

/// Whether a recorded result that may come from a count isn't this count's.
pub(crate) fn is_wrong(outcome: Outcome, score: &Score, rules: &Ruleset) -> bool {
    matches!(outcome, Outcome::Draw | Outcome::Win(..)) && !is_right(outcome, score, rules)
}

/// The winner of a game, if there is one.
pub(crate) fn winner_of(outcome: Outcome) -> Option<Color> {
    match outcome {
        Outcome::Win(winner, _) => Some(winner),
        _ => None,
    }
}
