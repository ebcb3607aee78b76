//! Territory as Japanese and Korean rules count it, and the group tax.

mod barriers;
mod bent_four;
mod eye_search;
mod eye_shape;
mod false_eyes;
mod seki;
mod spheres;

pub(super) use bent_four::{BentFour, bent_fours, is_dead_under};
pub(super) use eye_search::{BUDGET as EYE_BUDGET, Eyes, eyes};
pub use seki::{Doubt, PointKind, Unclear};

use crate::go::{ByColor, Color, Grid, chains_and_regions};
use crate::score::disjoint_sets::DisjointSets;
use crate::score::living::{PositionWithoutDead, open_regions};
use seki::{classify_groups, doubtful_spaces};

/// The kind of each point of a final position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Territory {
    /// By point, in row-major order: what it counts as.
    pub kind: Vec<PointKind>,
    /// What isn't certain, besides the [`doubtful_eyes`].
    pub unclear: Vec<Unclear>,
}

/// The territory of a final position under Japanese and Korean rules.
///
/// `grid` still has the dead stones on it and `dead` has them, by point in row-major order
/// (missing entries, and entries at empty points, mean nothing dead). Enclosed points count, but for
/// eyes in seki and points that have to be filled. Dead stones that aren't on territory count no
/// point there; whether they are prisoners is up to the caller.
///
/// The stones that aren't in `dead` are trusted to live: a group without two eyes is in seki.
/// The players are taken to have made the plays that were necessary, so that an eye space is worth what
/// its owner can make of it. Only the final position is looked at, so a ko or a capture that somebody
/// still threatens isn't seen. Takes time in the area, times the blocks and spaces that hang together.
pub fn territory(grid: &Grid, dead: &[bool]) -> Territory {
    let dead = dead_stones(grid, dead);
    let cleared = PositionWithoutDead::new(grid, &dead);
    let settled = classify_groups(&cleared);
    let kind: Vec<PointKind> = (0..dead.len())
        .map(|point| match (cleared.living(point), cleared.owner(point)) {
            (Some(_), _) if settled.seki[point] => PointKind::SekiStone,
            (Some(_), _) => PointKind::Stone,
            (None, None) => PointKind::Dame,
            (None, Some(owner)) if settled.filled[point] => PointKind::FalseEye(owner),
            (None, Some(owner)) if settled.seki[point] => PointKind::SekiEye(owner),
            (None, Some(owner)) => PointKind::Territory(owner),
        })
        .collect();
    let behind_dame = settled.behind_dame.iter().map(|&point| (vec![point], Doubt::BehindDame));
    let open = open_regions(&cleared.regions).map(|points| (points.to_vec(), Doubt::Unfinished));
    let unclear = unclear(grid, behind_dame.chain(open));
    Territory { kind, unclear }
}

/// The eye spaces of a final position that may make fewer eyes than [`territory`] counts, given the same.
pub fn doubtful_eyes(grid: &Grid, dead: &[bool]) -> Vec<Unclear> {
    let dead = dead_stones(grid, dead);
    let cleared = PositionWithoutDead::new(grid, &dead);
    unclear(grid, doubtful_spaces(&cleared, classify_groups(&cleared)))
}

/// By point: whether it has a stone that is in `dead`, of which entries may be missing.
fn dead_stones(grid: &Grid, dead: &[bool]) -> Vec<bool> {
    let is_dead =
        |(point, cell): (usize, &Option<Color>)| cell.is_some() && dead.get(point) == Some(&true);
    grid.cells().iter().enumerate().map(is_dead).collect()
}

fn unclear(grid: &Grid, doubts: impl Iterator<Item = (Vec<u16>, Doubt)>) -> Vec<Unclear> {
    let unclear = doubts.map(|(mut points, doubt)| {
        points.sort_unstable();
        let points = points.iter().map(|&point| grid.size().point(point as usize)).collect();
        Unclear { points, doubt }
    });
    unclear.collect()
}

/// The group tax of each colour (Black, White): a point for each eye that a group needs, two for a
/// living group and one for a group in seki with an eye (overview, "Group tax"). `position` has no dead stones on
/// it. Where eyes in seki aren't counted at all, a group in seki isn't taxed.
///
/// Chains are one group if they share an enclosed region, a false eye included, since it will be filled
/// and join them. Links over dame aren't looked at: on a finished board there are none.
pub fn group_tax(position: &Grid, kinds: &[PointKind], seki_eyes: bool) -> ByColor<u32> {
    let (chains, regions) = chains_and_regions(position);
    let mut groups = DisjointSets::around_regions(position, &chains, &regions, |_| true);
    let mut tax = ByColor::default();
    let mut taxed_in_seki = vec![false; chains.color.len()];
    for chain in 0..chains.color.len() {
        let group = usize::from(groups.find(chain as u16));
        let color = chains.color[chain];
        let points = || chains.points[chain].iter().map(|&point| usize::from(point));
        let is = |point: usize, kind: PointKind| kinds.get(point) == Some(&kind);
        let in_seki = points().any(|point| is(point, PointKind::SekiStone));
        let mut near = points().flat_map(|point| position.neighbors(point));
        if !in_seki {
            tax[color] += if group == chain { 2 } else { 0 };
        } else if seki_eyes
            && !taxed_in_seki[group]
            && near.any(|near| is(near, PointKind::SekiEye(color)))
        {
            taxed_in_seki[group] = true;
            tax[color] += 1;
        }
    }
    tax
}
