//! Another count of the same final position: other dead stones, or points that need not be filled.

use super::case::Case;
use super::fit::{Confirmed, Fit, Trial};
use super::unplayed::Unplayed;
use crate::audit::recount::{GameCounter, Recount};
use crate::go::{Chains, Color, Grid, NO_LABEL, Points};
use crate::rules::{Counting, Dispute};
use crate::score::{Doubt, Evidence, PointKind, Score, Undecided, first_liberties, touches_both};

/// Where one player alone has living stones, a margin of the whole board shows that the other one played to the end
/// without any.
pub(super) fn whole_board(case: &Case, counter: &mut GameCounter) -> Trial {
    let dead = case.dead().filter(|dead| dead.undecided == Some(Undecided::NoLivingStone));
    let Some(dead) = dead.filter(|_| case.outcome.white_margin().is_some()) else {
        return Trial::NotAsked;
    };
    let whole = match dead.judged {
        Some(_) => Recount::with_dead(dead.clone().with_every_judgement(), case.game),
        // All stones are of one colour.
        None => {
            counter.count(&case.game.with(|replay| replay.all_alive = true), case.end.estimates)
        }
    };
    match whole.is_right(case.outcome, case.game.rules) {
        true => {
            let confirmed = Confirmed { recount: Some(whole), ..Confirmed::default() };
            Trial::Fits(Fit::Confirms(Box::new(confirmed)))
        }
        false => Trial::Refuted,
    }
}

/// A proof is stronger than a mark, but not than an agreement that the result confirms.
pub(super) fn marks_against_proof(case: &Case, counter: &mut GameCounter) -> Trial {
    if !case.recount.rests_on(Evidence::Marked) {
        return Trial::NotAsked;
    }
    let marked = counter.count(case.game, case.end.estimates);
    let (Some(marked), Some(score)) = (marked.score, &case.recount.score) else {
        return Trial::NotAsked;
    };
    if marked.margin == score.margin {
        return Trial::NotAsked;
    }
    if !case.is_right(&marked) {
        return Trial::Refuted;
    }
    let stands = case.as_it_stands(score);
    let words = format!(
        "the marks call stones dead that live whatever happens; with these alive it is {stands}, and as marked {}, as recorded",
        case.outcome
    );
    Trial::confirms(marked.margin, words)
}

/// Whether four passes make all stones alive unless the players agreed otherwise (A91 10; BGA 10 iii; KGS). WMSG's dispute
/// knows no such exception.
fn is_unless_agreed(case: &Case) -> bool {
    let rules = case.game.rules;
    case.game.replay.all_alive && rules.dispute.value != Dispute::OneResumption
}

/// After four passes: the count by the other admitted reading than the one that was counted, and what the two are. All
/// stones are alive unless the players agreed on dead ones, which only marks would show.
fn other_reading(case: &Case, counter: &mut GameCounter) -> Option<(Score, [&'static str; 2])> {
    if !is_unless_agreed(case) {
        return None;
    }
    let (agreed, alive) = ("with the dead stones agreed on", "with every stone alive");
    let (game, readings) = match case.recount.dead.as_ref()?.source {
        Evidence::PlayedOut => (case.game.with(|replay| replay.all_alive = false), [alive, agreed]),
        Evidence::Marked => (case.game.with(|replay| replay.marked_node = None), [agreed, alive]),
        _ => return None,
    };
    let score = counter.count(&game, case.end.estimates).score?;
    (Some(score.margin) != case.recount.score.as_ref().map(|score| score.margin))
        .then_some((score, readings))
}

/// A margin that is right only by the other reading of four passes shows which one the players meant.
pub(super) fn four_passes_otherwise(case: &Case, counter: &mut GameCounter) -> Trial {
    let (Some((other, [counted, supposed])), Some(score)) =
        (other_reading(case, counter), &case.recount.score)
    else {
        return Trial::NotAsked;
    };
    if !case.is_right(&other) {
        return Trial::Refuted;
    }
    let stands = case.as_it_stands(score);
    let words = format!(
        "four passes end the game; {counted} it is {stands}, and {supposed} {}, as recorded",
        case.outcome
    );
    Trial::confirms(other.margin, words)
}

/// The reason if four passes admit two readings of which neither gives the recorded result: the record doesn't say which one
/// a slip would have to be measured by.
pub(super) fn four_passes(case: &Case, score: &Score, counter: &mut GameCounter) -> Option<String> {
    if case.recount.rests_on(Evidence::Marked) {
        // The marks are what the players agreed on.
        return None;
    }
    let (other, [counted, supposed]) = other_reading(case, counter)?;
    let [stands, otherwise] = [score, &other].map(|score| case.as_it_stands(score));
    Some(format!("four passes end the game; {counted} it is {stands}, and {supposed} {otherwise}"))
}

/// Where area is counted and the record stops with nothing but dame left, these are filled in turn: the player to move gets
/// the last one of an odd number.
pub(super) fn dame_in_turn(case: &Case, _: &mut GameCounter) -> Trial {
    let replay = &case.game.replay;
    let Some(score) = case.recount.score.as_ref() else { return Trial::NotAsked };
    let Some(unplayed) = Unplayed::of(case, score).filter(Unplayed::is_dame_alone) else {
        return Trial::NotAsked;
    };
    let by_area = case.game.rules.counting.value != Counting::Territory;
    let to_move = replay.to_move.or(replay.last_mover.map(Color::opponent));
    let Some(player) = to_move.filter(|_| by_area && replay.final_passes == 0) else {
        return Trial::NotAsked;
    };
    let filled = score.margin + Points::whole(if player == Color::White { 1 } else { -1 });
    if unplayed.dame % 2 == 0 || !case.is_margin(filled) {
        return Trial::Refuted;
    }
    let words = format!(
        "the record stops with {} dame open; as it stands it is {}, and with these filled in turn {}, as recorded",
        unplayed.dame,
        case.as_it_stands(score),
        case.outcome
    );
    Trial::confirms(filled, words)
}

/// Points that have to be filled only once the dame beside them are taken, or only if the opponent gets these: with or
/// without them, the count is right.
pub(super) fn unfilled(case: &Case, _: &mut GameCounter) -> Trial {
    let (Some(score), Some(margin)) = (&case.recount.score, case.outcome.white_margin()) else {
        return Trial::NotAsked;
    };
    let points = unfilled_points(case, score);
    let missing = margin - score.margin;
    let owner = if missing > Points::ZERO { Color::White } else { Color::Black };
    let number = missing.abs().as_hundredths() as usize / 100;
    let own: Vec<usize> =
        points.iter().filter(|(_, color)| *color == owner).map(|&(at, _)| at).collect();
    if points.is_empty() || missing.fraction() != 0 || number > own.len() {
        return if points.is_empty() { Trial::NotAsked } else { Trial::Refuted };
    }
    let size = case.grid().size();
    let names: Vec<String> = own.iter().map(|&at| size.point(at).name(size)).collect();
    let have = if own.len() == 1 { "has" } else { "have" };
    let left = match (own.len(), number) {
        (1, _) => "if it is not".to_owned(),
        (all, number) if all == number => "if they are not".to_owned(),
        (_, number) => format!("with {number} of them left"),
    };
    let words = format!(
        "{} {have} to be filled only once the dame beside are taken; filled, it is {}, and {left}, {}, as recorded",
        names.join(", "),
        case.as_it_stands(score),
        case.outcome
    );
    Trial::confirms(margin, words)
}

/// The points, with their owners, that territory leaves out since they have to be filled, though no chain beside them is in
/// atari as long as nobody takes the dame.
fn unfilled_points(case: &Case, score: &Score) -> Vec<(usize, Color)> {
    let (Some(kinds), Counting::Territory) = (&score.count.kinds, case.game.rules.counting.value)
    else {
        return Vec::new();
    };
    let (grid, Some(dead)) = (case.grid(), case.dead()) else { return Vec::new() };
    let size = grid.size();
    let of_dame = score.count.unclear.iter().filter(|unclear| unclear.doubt == Doubt::BehindDame);
    let behind_dame: Vec<usize> =
        of_dame.flat_map(|unclear| &unclear.points).map(|&point| size.index(point)).collect();
    let chains = Chains::new(grid);
    let dame = touches_both(grid, &dead.stones);
    let is_open = |at: usize, owner: Color| {
        behind_dame.contains(&at) || is_held_by_dame(grid, &chains, &dame, at, owner)
    };
    let of_kind = kinds.iter().enumerate().filter_map(|(at, kind)| match *kind {
        PointKind::FalseEye(owner) if score.count.owner[at].is_none() => Some((at, owner)),
        _ => None,
    });
    of_kind.filter(|&(at, owner)| is_open(at, owner)).collect()
}

/// Whether no chain of `owner` beside a point is in atari, and one has a dame as liberty.
fn is_held_by_dame(grid: &Grid, chains: &Chains, dame: &[bool], at: usize, owner: Color) -> bool {
    let beside = grid.neighbors(at).map(|near| chains.of[near]).filter(|&chain| chain != NO_LABEL);
    let own = beside.filter(|&chain| chains.color[chain as usize] == owner);
    let own: Vec<&[u16]> = own.map(|chain| &chains.points[chain as usize]).collect();
    let is_dame = |near: usize| grid.cells()[near].is_none() && dame[near];
    let has_dame = |stone: &u16| grid.neighbors(usize::from(*stone)).any(is_dame);
    own.iter().all(|stones| first_liberties(grid, stones).len() > 1)
        && own.iter().copied().flatten().any(has_dame)
}
