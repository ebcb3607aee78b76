//! Another komi than the one that the game is judged by, or another unit.

use super::case::Case;
use super::fit::{Confirmed, Fit, Trial};
use super::unplayed::Unplayed;
use crate::audit::causes::USUAL_KOMI;
use crate::audit::recount::{GameCounter, ReplayedGame};
use crate::audit::settle::Settled;
use crate::go::Points;
use crate::record::ValueSource;
use crate::score::Score;
use crate::score::thresholds::MAX_UNSTATED_KOMI;
use crate::sgf::Outcome;

/// Komi and result as written, if their units were guessed; a usual komi if none is recorded.
pub(super) fn as_written(case: &Case, counter: &mut GameCounter) -> Trial {
    let (game, Some(score)) = (case.game, &case.recount.score) else { return Trial::NotAsked };
    let outcome = game.record.result.as_written();
    let is_open = case.is_komi_open();
    let komi = match game.komi.source {
        _ if is_open => match likely_komi(game, score, outcome) {
            Some(komi) => komi,
            None => return Trial::Refuted,
        },
        ValueSource::Record => game.record.komi_as_written().unwrap_or(game.komi.used),
        _ => return Trial::NotAsked,
    };
    if komi == game.komi.used && outcome == case.outcome {
        return Trial::NotAsked;
    }
    if Outcome::from_white_margin(score.margin - score.komi + komi) != outcome {
        return Trial::Refuted;
    }
    let source = if is_open { ValueSource::Inferred } else { game.komi.source };
    let stated = if is_open { game.komi.stated } else { Some(komi) };
    let komi = Settled { stated, used: komi, source };
    let game = ReplayedGame { komi, ..game.with(|_| ()) };
    Trial::Fits(Fit::Confirms(Box::new(Confirmed {
        recount: Some(counter.count(&game, case.end.estimates)),
        komi: Some(komi),
        outcome: Some(outcome),
        ..Confirmed::default()
    })))
}

/// The first usual komi by which the recorded result is right, if none is recorded. With a handicap only small ones are.
fn likely_komi(game: &ReplayedGame, score: &Score, outcome: Outcome) -> Option<Points> {
    let even = game.replay.handicap.stones == 0;
    let usual = USUAL_KOMI.into_iter().filter(|&komi| even || komi < Points::whole(1));
    let is_right =
        |&komi: &Points| Outcome::from_white_margin(score.margin - score.komi + komi) == outcome;
    usual.into_iter().find(is_right)
}

/// The reason if the komi isn't known: none is stated and no usual one gives the recorded result, or 0 is recorded, as some
/// servers write whatever the komi, and can't give it. A result that no komi can give has none.
pub(super) fn unknown(case: &Case, score: &Score, counter: &mut GameCounter) -> Option<String> {
    let (game, outcome, komi) = (case.game, case.outcome, score.komi);
    let recorded = match game.komi.source {
        ValueSource::Record if game.record.is_from_katago() => return None,
        ValueSource::Record | ValueSource::Doubtful => true,
        ValueSource::Option | ValueSource::Configuration | ValueSource::Event => return None,
        _ => false,
    };
    let without = score.margin - komi;
    if recorded && komi != Points::ZERO {
        // Programs that write whole numbers leave the half point out.
        let halves = [komi - Points::HALF, komi + Points::HALF];
        let is_right = |half: &&Points| {
            USUAL_KOMI.contains(half) && Some(without + **half) == outcome.white_margin()
        };
        let half = halves.iter().find(is_right).filter(|_| komi.fraction() == 0)?;
        return Some(format!(
            "{outcome} is impossible with the recorded komi {komi}; with komi {half} it is {outcome}, as recorded"
        ));
    }
    // Where the last moves may be missing too, both can make the difference.
    let moves = Unplayed::of(case, score).map(|unplayed| unplayed.reach()).unwrap_or_default();
    let reach = Points::whole(MAX_UNSTATED_KOMI) + moves;
    if !case.lies_within(without - reach, without + reach) {
        return None;
    }
    let why = match recorded {
        true => {
            outcome.white_margin()?;
            if case.is_whole_from(score.margin) {
                return None;
            }
            format!("{outcome} is impossible with the recorded komi 0")
        }
        false if game.record.unread_komi => "the recorded komi can't be read".to_owned(),
        false => "no komi is recorded".to_owned(),
    };
    if let Some(other) = case.other_ruleset(counter) {
        return Some(format!("{why}; under {} it is {outcome}, as recorded", other.name));
    }
    let recorded = outcome.white_margin();
    let fits = USUAL_KOMI.iter().find(|&&usual| Some(without + usual) == recorded);
    Some(match fits {
        Some(usual) => format!("{why}; with komi {usual} it is {outcome}, as recorded"),
        None => format!("{why}; without komi it is {}", Outcome::from_white_margin(without)),
    })
}
