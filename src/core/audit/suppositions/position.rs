//! Another count of the same final position: other dead stones, or points that need not be filled.

use super::case::Case;
use super::fit::{Confirmed, Fit, Trial};
use super::unplayed::Unplayed;
use crate::audit::causes::MarginExplanation;
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
        true => Trial::confirms(whole),
        false => Trial::Refuted,
    }
}

/// Whether four passes make all stones alive unless the players agreed otherwise (A91 10; BGA 10 iii; KGS). WMSG's dispute
/// knows no such exception.
fn is_unless_agreed(case: &Case) -> bool {
    let rules = case.game.rules;
    case.game.replay.all_alive && rules.dispute.value != Dispute::OneResumption
}

/// The count of the dead stones that the players may have agreed on after four passes.
fn agreed(case: &Case, counter: &mut GameCounter) -> Option<Recount> {
    let asked = is_unless_agreed(case) && case.recount.rests_on(Evidence::PlayedOut);
    let game = asked.then(|| case.game.with(|replay| replay.all_alive = false))?;
    Some(counter.count(&game, case.end.estimates))
}

/// A margin that is right only without the dead stones shows that the players agreed on them.
pub(super) fn agreed_after_four_passes(case: &Case, counter: &mut GameCounter) -> Trial {
    match agreed(case, counter) {
        Some(agreed) if agreed.is_right(case.outcome, case.game.rules) => Trial::confirms(agreed),
        Some(_) => Trial::Refuted,
        None => Trial::NotAsked,
    }
}

/// Whether the players may have agreed on other dead stones after four passes. Where every stone is alive by proof, there
/// was nothing to agree on.
pub(super) fn four_passes_leave_open(case: &Case, counter: &mut GameCounter) -> bool {
    agreed(case, counter).is_some_and(|agreed| !agreed.rests_on(Evidence::PlayedOut))
}

/// Marks name dead stones, but a margin that is right only with all stones alive shows that nobody agreed on them.
pub(super) fn all_alive_after_four_passes(case: &Case, counter: &mut GameCounter) -> Trial {
    if !is_unless_agreed(case) || !case.recount.rests_on(Evidence::Marked) {
        return Trial::NotAsked;
    }
    let unmarked = case.game.with(|replay| replay.marked_node = None);
    let alive = counter.count(&unmarked, case.end.estimates);
    match alive.is_right(case.outcome, case.game.rules) {
        true => Trial::confirms(alive),
        false => Trial::Refuted,
    }
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
    let filled = score.clone().with_last_dame(player);
    if unplayed.dame % 2 == 0 || !case.is_right(&filled) {
        return Trial::Refuted;
    }
    let words = format!(
        "the record stops with {} dame open; as it stands it is {}, and with these filled in turn {}, as recorded",
        unplayed.dame,
        case.as_it_stands(score),
        case.outcome
    );
    Trial::Fits(Fit::Confirms(Box::new(Confirmed {
        recount: Some(Recount { dead: case.recount.dead.clone(), score: Some(filled) }),
        words,
        ..Confirmed::default()
    })))
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
    let mut count = score.count.clone();
    for &at in own.iter().take(number) {
        count.owner[at] = Some(owner);
        count.territory[owner] += 1;
        count.dame -= 1;
        count.kinds.iter_mut().for_each(|kinds| kinds[at] = PointKind::Territory(owner));
    }
    let size = case.grid().size();
    let names: Vec<String> = own.iter().map(|&at| size.point(at).name(size)).collect();
    let (have, are) = if own.len() == 1 { ("has", "it is") } else { ("have", "they are") };
    let words = format!(
        "{} {have} to be filled only once the dame beside are taken; filled, it is {}, and if {are} not, {}, as recorded",
        names.join(", "),
        case.as_it_stands(score),
        case.outcome
    );
    let score = Score::new(count, &case.game.replay, case.game.rules, score.komi);
    Trial::Fits(Fit::Confirms(Box::new(Confirmed {
        recount: Some(Recount { dead: case.recount.dead.clone(), score: Some(score) }),
        cause: Some(MarginExplanation::unfilled(words.clone())),
        words,
        ..Confirmed::default()
    })))
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
    let liberties: Vec<Vec<usize>> =
        own.map(|chain| first_liberties(grid, &chains.points[chain as usize])).collect();
    liberties.iter().all(|of_chain| of_chain.len() > 1)
        && liberties.iter().flatten().any(|&liberty| dame[liberty])
}
