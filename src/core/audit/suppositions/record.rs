//! Reasons in the record itself for which a result that isn't the count's may be right.

use super::case::Case;
use crate::audit::recount::{GameCounter, ReplayedGame};
use crate::go::Points;
use crate::plural::pluralize;
use crate::replay::ViolationKind;
use crate::rules::Counting;
use crate::score::{Evidence, Score};
use crate::sgf::{Outcome, RecordedResult};

/// The reason if RE may not state a count.
pub(super) fn not_counted(result: &RecordedResult) -> Option<String> {
    let why = match result {
        _ if result.zero_margin => "it names a winner with a margin of 0",
        _ if result.has_unread_reason => "the reason of the win isn't understood",
        _ => return None,
    };
    Some(format!("{why}, so it may not have been counted"))
}

/// The reason if the komi allows no draw.
pub(super) fn impossible_draw(case: &Case, score: &Score) -> Option<String> {
    if case.outcome != Outcome::Draw || score.komi.fraction() == 0 {
        return None;
    }
    Some(format!(
        "a draw is impossible with komi {}, so the game may have ended without a result; as it stands it is {}",
        score.komi,
        case.as_it_stands(score)
    ))
}

/// The reason if players may have agreed on a draw, as they can at any time.
pub(super) fn agreed_draw(case: &Case, score: &Score, counter: &mut GameCounter) -> Option<String> {
    if case.outcome != Outcome::Draw
        || case.game.replay.final_passes > 0
        || case.recount.rests_on(Evidence::Marked)
        || case.other_ruleset(counter).is_some()
    {
        return None;
    }
    let stands = case.as_it_stands(score);
    Some(format!(
        "no pass ends the game, so a draw may have been agreed; as it stands it is {stands}"
    ))
}

/// The first move that can't have been played: on a point that was occupied, or off the board. One of the moves before
/// may be mistyped instead.
pub(crate) fn impossible_move(game: &ReplayedGame) -> Option<String> {
    let impossible = [ViolationKind::OccupiedPoint, ViolationKind::OffBoard];
    let mut violations = game.replay.violations.iter();
    let ply = violations.find(|violation| impossible.contains(&violation.kind))?.ply;
    let size = game.record.size;
    let number = ply.number;
    let Some(point) = ply.point else {
        return Some(format!("move {number} can't have been played: it is off the board"));
    };
    let moves = game.record.moves();
    let before = moves.points().get(..number as usize - 1).unwrap_or_default();
    let by = before.iter().rposition(|&(_, earlier)| earlier == Some(point));
    let (by, which) = match by {
        Some(index) => (format!("move {}", index + 1), "one of them"),
        None => ("a stone that was set up".to_owned(), "it"),
    };
    let name = point.name(size);
    Some(format!(
        "move {number} can't have been played: {name} was occupied by {by}; {which} is mistyped"
    ))
}

/// The reason if stones that were set up or taken off after the first move can make the difference: they may be prisoners.
pub(super) fn unknown_prisoners(case: &Case, score: &Score) -> Option<String> {
    let ReplayedGame { rules, replay, .. } = case.game;
    let setups = replay.setups.iter().filter(|setup| !setup.takes_dead);
    let changed: u32 = setups.map(|setup| setup.changed).sum();
    let reach = Points::whole(changed.into());
    case.outcome.white_margin()?;
    if rules.counting.value != Counting::Territory
        || changed == 0
        || !case.is_whole_from(score.margin)
        || !case.lies_within(score.margin - reach, score.margin + reach)
    {
        return None;
    }
    Some(format!(
        "{} changed by setup after the first move, so the number of prisoners isn't known; as it stands it is {}",
        pluralize(changed, "point"),
        case.as_it_stands(score)
    ))
}
