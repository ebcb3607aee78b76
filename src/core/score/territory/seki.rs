//! The groups of a final position: which are alive, which are in seki, and the kinds of their points.
//!
//! A group is *independently alive* with two eyes. Another group that isn't dead is "alive by seki"
//! (rules-of-go-overview, "Seki"): its enclosed points count for nobody under Japanese and Korean rules.
//!
//! The reading of the board follows goscorer by David J. Wu (github.com/lightvector/goscorer): spheres
//! of one colour, bounded by gaps that can't be passed; false eyes as points without which a block loses
//! its connection; eyes by shape; two eyes in a sphere or seki. It differs in that a gap isn't closed by a
//! stone that would be in atari, that lone stones at an open region are connected, and that room beside
//! a region counts as an eye.

use super::eye_search::{self, Eyes};
use super::eye_shape::eye_count;
use super::false_eyes::{false_eyes, fill_behind_dame, fill_forced_connections};
use super::spheres::{Space, Spheres};
use crate::go::{BitBoard, Color, Grid, NO_LABEL, Point};
use crate::score::living::PositionWithoutDead;
use crate::score::thresholds::MIN_ROOM_FOR_EYE;

/// The groups of a position as far as they are known.
pub(super) struct GroupStatus {
    /// By point: an enclosed point that its owner has to fill.
    pub filled: Vec<bool>,
    /// By point: a stone of a group in seki, or an enclosed point of such a group.
    pub seki: Vec<bool>,
    /// Those of the filled points that need it only if the opponent gets the dame beside them.
    pub behind_dame: Vec<u16>,
    /// The real points of each space with dead stones that has all eyes of its group, and the number of these.
    crowded: Vec<(Vec<u16>, u8)>,
}

/// Finds false eyes and groups in seki. Takes time in the area, times the spaces and blocks that hang
/// together.
pub(super) fn classify_groups(cleared: &PositionWithoutDead) -> GroupStatus {
    let spheres = Spheres::new(cleared);
    let false_eye = false_eyes(cleared, &spheres, &[], &[]);
    let real: Vec<bool> = false_eye.iter().map(|&is_false| !is_false).collect();
    let eyes: Vec<u8> = spheres
        .spaces
        .iter()
        .map(|space| eye_count(cleared, space.color, &space.points, &false_eye))
        .collect();
    let mut total = room_eyes(cleared, &spheres);
    for (space, &eyes) in spheres.spaces.iter().zip(&eyes) {
        total[space.sphere as usize] += usize::from(eyes);
    }
    let mut filled = false_eyes(cleared, &spheres, &eyes, &real);
    fill_forced_connections(cleared, &mut filled);
    let lives_alone = |&sphere: &u16| sphere == NO_LABEL || total[sphere as usize] >= 2;
    let seki: Vec<bool> = spheres.of.iter().map(|sphere| !lives_alone(sphere)).collect();
    let behind_dame = fill_behind_dame(cleared, &seki, &mut filled);
    let has_all_eyes =
        |space: &Space, eyes: u8| eyes > 0 && usize::from(eyes) == total[space.sphere as usize];
    let crowded = spheres.spaces.iter().zip(&eyes).filter_map(|(space, &eyes)| {
        let real = || space.points.iter().copied().filter(|&point| real[point as usize]);
        let is_crowded =
            has_all_eyes(space, eyes) && real().any(|point| cleared.dead[point as usize]);
        is_crowded.then(|| (real().collect(), eyes))
    });
    GroupStatus { crowded: crowded.collect(), filled, seki, behind_dame }
}

/// The spaces with dead stones that may make fewer eyes than they count for, by an exact search of bounded time.
pub(super) fn doubtful_spaces(
    cleared: &PositionWithoutDead,
    groups: GroupStatus,
) -> impl Iterator<Item = (Vec<u16>, Doubt)> {
    let mut budget = eye_search::BUDGET;
    groups.crowded.into_iter().filter_map(move |(points, eyes)| {
        let doubt = second_opinion(cleared, &points, eyes, &groups.filled, &mut budget)?;
        Some((points, doubt))
    })
}

/// Returns the doubt that an exact search casts on the only eye space of a group, in which dead stones lie.
fn second_opinion(
    cleared: &PositionWithoutDead,
    points: &[u16],
    eyes: u8,
    filled: &[bool],
    budget: &mut usize,
) -> Option<Doubt> {
    if eyes < 2 {
        return Some(Doubt::OneEye);
    }
    // The owner moves first, as he can: the group was agreed to live. If he has to take a stone beside
    // the space, that was his move.
    let beside = |point: usize| cleared.near(point).filter(|&near| filled[near]);
    let takes = points.iter().any(|&point| {
        beside(point as usize)
            .any(|at| cleared.dead[at] || beside(at).any(|next| cleared.dead[next]))
    });
    match eye_search::eyes(&cleared.grid, points, cleared.dead, !takes, budget) {
        Eyes::Two => None,
        Eyes::One => Some(Doubt::OneEye),
        Eyes::Unknown => Some(Doubt::EyeSpace),
    }
}

/// By sphere: number of parts of mixed regions beside it that are room for an eye.
fn room_eyes(cleared: &PositionWithoutDead, spheres: &Spheres) -> Vec<usize> {
    let mut rooms = vec![0; spheres.count];
    for points in cleared.regions.mixed().filter(|points| points.len() >= MIN_ROOM_FOR_EYE) {
        for color in Color::BOTH {
            for part in own_parts(&cleared.grid, points, color) {
                let own = |near: &usize| cleared.living(*near) == Some(color);
                let near = part.dilate().places().filter(own).collect::<Vec<_>>();
                let mut beside: Vec<u16> = near.iter().map(|&near| spheres.of[near]).collect();
                beside.sort_unstable();
                beside.dedup();
                beside.iter().for_each(|&sphere| rooms[sphere as usize] += 1);
            }
        }
    }
    rooms
}

/// The parts of a mixed region that `color` can enclose even if the opponent plays first: nearer to
/// its stones than to the opponent's, and more than two steps from those.
fn own_parts(grid: &Grid, points: &[u16], color: Color) -> Vec<BitBoard> {
    let own = steps(grid, points, color);
    let theirs = steps(grid, points, color.opponent());
    let is_own = |&at: &usize| own[at] < theirs[at] && theirs[at] > 2;
    let mut left =
        BitBoard::of(grid.size(), points.iter().map(|&at| usize::from(at)).filter(is_own));
    let mut parts = Vec::new();
    while let Some(first) = left.first() {
        let part = first.flood(&left);
        left = left.difference(&part);
        parts.push(part);
    }
    parts.retain(|part| part.count() >= MIN_ROOM_FOR_EYE);
    parts
}

/// By point: number of steps from a stone of `color` over the points of a region; [`u16::MAX`] off the
/// region.
fn steps(grid: &Grid, points: &[u16], color: Color) -> Vec<u16> {
    let mut steps = vec![u16::MAX; grid.cells().len()];
    let touches = |point: usize| grid.neighbors(point).any(|at| grid.cells()[at] == Some(color));
    let mut queue: Vec<u16> = points.iter().copied().filter(|&p| touches(p as usize)).collect();
    for &point in &queue {
        steps[point as usize] = 1;
    }
    let mut at = 0;
    while at < queue.len() {
        let point = queue[at] as usize;
        for near in grid.neighbors(point) {
            if grid.cells()[near].is_none() && steps[near] == u16::MAX {
                steps[near] = steps[point] + 1;
                queue.push(near as u16);
            }
        }
        at += 1;
    }
    steps
}

/// The kind of a point in a count, whether it is empty or holds a dead stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointKind {
    /// A stone of a group that is independently alive.
    Stone,
    /// A stone that lives in seki ("not independently alive, yet cannot be captured",
    /// rules-of-go-overview, "Seki").
    SekiStone,
    /// A colour's territory: a point for it, and a second one for a dead stone there.
    Territory(Color),
    /// Dame: next to living stones of both colours, or of none.
    Dame,
    /// Enclosed by a colour, but by a group in seki: "neutral territory" (rules-of-go-overview, "Seki").
    SekiEye(Color),
    /// Enclosed by a colour, which has to play there to connect or to take the stone on it when the
    /// dame are filled (rules-of-go-overview, "Issues": protective plays).
    FalseEye(Color),
}

/// Why a count isn't certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doubt {
    /// An eye space crowded with dead stones and too large to search, the only one of its group. It is
    /// taken to make two eyes.
    EyeSpace,
    /// The only eye space of its group, with dead stones that leave it one eye by its shape, and then it
    /// is taken to be in seki, or only by a search in which its owner moves first, and then it is taken to
    /// make two.
    OneEye,
    /// A point that its owner has to fill only if the opponent gets the dame that connect the stones beside it. It is taken
    /// as filled.
    BehindDame,
    /// A region that both colours touch and that is too large to be dame. It is taken as dame.
    Unfinished,
}

impl Doubt {
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::EyeSpace => {
                "an eye space with dead stones, too large to search; taken to make two eyes"
            }
            Self::OneEye => "an eye space with dead stones that may make one eye or two",
            Self::BehindDame => "to be filled if the opponent takes the dame; taken as filled",
            Self::Unfinished => "both colours touch it, and it is large; taken as dame",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unclear {
    /// The points, in row-major order.
    pub points: Vec<Point>,
    pub doubt: Doubt,
}
