//! Reasons in the record itself for which a result that isn't the count's may be right.

use super::case::Case;
use super::fit::Trial;
use crate::audit::recount::{GameCounter, ReplayedGame};
use crate::go::{Color, Points};
use crate::plural::{fmt_points, pluralize};
use crate::record::{HandicapBy, RecordedGame};
use crate::replay::ViolationKind;
use crate::rules::{Counting, Penalty};
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

/// Maximum number of penalties of one player that are supposed.
const MAX_PENALTIES: i64 = 3;

/// The reason if penalties explain the result, which the board doesn't show: where the ruleset sells overtime for points, or
/// where it punishes and a comment mentions that.
pub(super) fn penalty(case: &Case, score: &Score) -> Option<String> {
    let ReplayedGame { rules, record, .. } = case.game;
    let (points, why) = match rules.penalty.value {
        Penalty::Overtime(points) => (points, "a period of overtime costs"),
        Penalty::Warning(points) if record.mentions_penalty() => (points, "a penalty costs"),
        _ => return None,
    };
    let missing = case.outcome.white_margin()? - score.margin;
    let loser = if missing < Points::ZERO { Color::White } else { Color::Black };
    let price = |number| Points::hundredths(points.as_hundredths() * number);
    let number = (1..=MAX_PENALTIES).find(|&number| price(number) == missing.abs())?;
    Some(format!(
        "under {} {why} {}; as it stands it is {}, with {} off for {loser} {}, as recorded",
        rules.name,
        fmt_points(points),
        case.as_it_stands(score),
        fmt_points(price(number)),
        case.outcome
    ))
}

/// Black's first moves may be those of an even game in which White passed, if HA doesn't state a handicap.
pub(super) fn even_game(case: &Case, counter: &mut GameCounter) -> Trial {
    let replay = &case.game.replay;
    let by_moves = replay.handicap.by == HandicapBy::Moves;
    if !by_moves || case.game.record.stated_handicap.is_some_and(|stated| stated >= 2) {
        return Trial::NotAsked;
    }
    // White's passes between Black's first stones then count like any others.
    let record = RecordedGame { stated_handicap: Some(0), ..case.game.record.clone() };
    let even = counter.replay_main_line(&record, case.game.rules);
    let Some(score) = counter.count(&even, case.end.estimates).score else {
        return Trial::NotAsked;
    };
    match case.is_right(&score) {
        true => {
            let words = format!(
                "Black's first {} stones may be moves of an even game; counted so it is {}, as recorded",
                replay.handicap.stones, case.outcome
            );
            Trial::confirms(score.margin, words)
        }
        false => Trial::Refuted,
    }
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
