//! The points left to play for in a position that no passes follow.

use super::case::Case;
use super::fights;
use crate::audit::recount::Recount;
use crate::go::{ByColor, Chains, Points};
use crate::rules::Counting;
use crate::score::thresholds::{
    ALL_ALIVE_POINTS, CAPTURE_POINTS, DAME_PER_POINT, MAX_MISSING_POINTS, MIN_OPEN_DAME,
    MISSING_MOVES_POINTS,
};
use crate::score::{PointKind, Score, doubtful_eyes, first_liberties, touches_both};

/// The moves and points that the board shows to be left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unplayed {
    /// Empty points between living stones of both colours.
    pub dame: u32,
    /// Points that their owner has to fill.
    to_fill: u32,
    /// Stones in atari that aren't dead, including a ko's.
    in_atari: u32,
    /// Whether the count of some points isn't certain.
    is_unclear: bool,
    /// Whether a move in anybody's territory changes nothing: by area, or where each pass costs a stone.
    is_by_area: bool,
}

impl Unplayed {
    /// Returns the moves left to play; `None` if the record shows the end of the game.
    pub(crate) fn of(case: &Case, score: &Score) -> Option<Self> {
        if case.shows_end() {
            return None;
        }
        let (grid, dead) = (case.grid(), &case.dead()?.stones);
        let (kinds, unclear) = match &score.count.kinds {
            Some(kinds) => (kinds, &score.count.unclear),
            None => (&case.territory().kind, &case.territory().unclear),
        };
        let to_fill = kinds.iter().filter(|kind| matches!(kind, PointKind::FalseEye(_))).count();
        let chains = Chains::new(grid);
        let in_atari = chains.points.iter().map(|points| {
            let lives = !dead[points[0] as usize];
            if lives && first_liberties(grid, points).len() == 1 { points.len() } else { 0 }
        });
        let dame = touches_both(grid, dead).into_iter().filter(|&dame| dame).count();
        Some(Self {
            dame: dame as u32,
            to_fill: to_fill as u32,
            in_atari: in_atari.sum::<usize>() as u32,
            is_unclear: !unclear.is_empty() || !doubtful_eyes(grid, dead).is_empty(),
            is_by_area: by_area(case) || case.game.rules.pass_stones.value,
        })
    }

    /// Whether nothing is left to play but dame.
    pub(crate) fn is_dame_alone(&self) -> bool {
        self.dame > 0 && self.to_fill + self.in_atari == 0 && !self.is_unclear
    }

    /// The points by which the missing moves may change the margin. Unless nothing is left, there is always something that the
    /// board doesn't show.
    pub(crate) fn reach(&self) -> Points {
        // No dame is open, and no point has to be filled.
        let is_closed = self.dame + self.to_fill == 0 && !self.is_unclear && self.is_by_area;
        let hidden = match self.in_atari {
            0 if is_closed => 0,
            _ if is_closed => CAPTURE_POINTS,
            _ => MISSING_MOVES_POINTS,
        };
        // Filling an own point costs nothing by area.
        let to_fill = if self.is_by_area { 0 } else { self.to_fill };
        let shown = self.dame.div_ceil(DAME_PER_POINT) + to_fill + 2 * self.in_atari;
        Points::whole((hidden + shown).min(MAX_MISSING_POINTS).into())
    }
}

fn by_area(case: &Case) -> bool {
    case.game.rules.counting.value != Counting::Territory
}

/// The reason if the last moves may be missing, and can make up for the difference.
pub(super) fn missing_moves(case: &Case, score: &Score) -> Option<String> {
    let unplayed = Unplayed::of(case, score)?;
    let reach = unplayed.reach();
    let near = |margin: Points, reach: Points| {
        case.is_whole_from(margin) && case.lies_within(margin - reach, margin + reach)
    };
    // Fights that the estimate isn't sure of reach further.
    let fights = fights::fights(case, score);
    let is_near = case.is_whole_from(score.margin)
        && case.lies_within(fights.low - reach, fights.high + reach);
    if !is_near && !is_near_all_alive(case, reach, near) {
        return None;
    }
    let replay = &case.game.replay;
    let passes = match replay.final_passes {
        0 => "without a pass",
        _ => "after one pass",
    };
    let open = match unplayed.dame {
        dame if dame >= MIN_OPEN_DAME => format!(", with {dame} dame open"),
        _ => String::new(),
    };
    let left = match reach {
        Points::ZERO => String::new(),
        reach => format!(" (up to {reach} points)"),
    };
    let other = fights.other_result(case).map_or(String::new(), |other| format!(", {other}"));
    Some(format!(
        "the record stops after move {} {passes}{open}; as it stands it is {}{other}, recorded {}: its last moves may be missing{left}",
        replay.moves - replay.final_passes,
        case.as_it_stands(score),
        case.outcome,
    ))
}

/// Whether the recorded result is near the count with every stone alive. Nothing shows that the stones that look dead were taken
/// off: programs that count area leave them.
fn is_near_all_alive(case: &Case, reach: Points, near: impl Fn(Points, Points) -> bool) -> bool {
    let dead = case.recount.dead.clone().filter(|dead| by_area(case) && dead.count != [0, 0]);
    let score = dead.and_then(|mut dead| {
        dead.stones.fill(false);
        dead.count = ByColor::default();
        Recount::with_dead(dead, case.game).score
    });
    let around = Points::whole(ALL_ALIVE_POINTS.into()).min(reach);
    score.is_some_and(|score| near(score.margin, around))
}
