//! Groups of a judged position whose status may be the other one: `doubtful_groups`.

use std::collections::BTreeMap;

use super::dead::Dead;
use super::disjoint_sets::DisjointSets;
use super::evidence::{ChainStatus, Status};
use super::living::{first_liberties, without_dead};
use super::territory::PointKind;
use super::thresholds::{
    FITTING_OWNERSHIP, LARGE_FIGHT_CHAIN, LARGE_FIGHT_OWNERSHIP, MAX_TRIED_GROUPS, SURE_OWNERSHIP,
};
use crate::go::{Chains, Color, Grid, NO_LABEL, Regions};

/// Why a group may have another status than the estimate gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupDoubt {
    /// The estimate isn't sure.
    Unsure,
    /// It has no two eyes, so it is taken to live in seki.
    Seki,
    /// It is in atari, or will be before a point is filled, and who may capture it may do so (J89 7.1).
    NeedsMove,
}

/// Chains of one colour and one status that live or die together.
#[derive(Clone, Debug)]
pub struct DoubtfulGroup {
    /// Its chains, in row-major order of their first stones.
    pub chains: Vec<ChainStatus>,
    /// The opponent's dead chains beside it, which live if it is dead.
    pub prisoners: Vec<ChainStatus>,
    /// The confidence of the least certain chain.
    pub sure: f32,
    pub doubt: GroupDoubt,
    /// Whether it is all that lives or dies together, and not only a part of it.
    pub is_whole: bool,
}

/// The groups that may have another status than an estimate gives them, the least certain first; none without an estimate.
/// Each is all chains that hang together, or that live or die together, or one chain. `kinds`: what the points are without the
/// dead stones. `is_over`: whether both players have
/// passed, so that a move that a chain needs wasn't made.
pub fn doubtful_groups(
    grid: &Grid,
    dead: &Dead,
    kinds: &[PointKind],
    is_over: bool,
) -> Vec<DoubtfulGroup> {
    let chains = Chains::new(grid);
    let judged = dead.judged.as_ref().map(|judged| &judged.chains);
    let Some(judged) = judged.filter(|judged| judged.len() == chains.color.len()) else {
        return Vec::new();
    };
    let doubt = |chain: usize| {
        let ChainStatus { status, confidence, .. } = judged[chain];
        let (sure, lives) = (confidence?, status != Status::Dead);
        let points = &chains.points[chain];
        let needs_move = || {
            let liberties = first_liberties(grid, points);
            let to_fill = |&at: &usize| matches!(kinds[at], PointKind::FalseEye(_));
            liberties.len() == 1 || liberties.len() == 2 && liberties.iter().any(to_fill)
        };
        let least = match points.len() {
            LARGE_FIGHT_CHAIN.. => LARGE_FIGHT_OWNERSHIP,
            _ => FITTING_OWNERSHIP,
        };
        match kinds[points[0] as usize] {
            _ if sure < SURE_OWNERSHIP => Some(GroupDoubt::Unsure),
            PointKind::SekiStone if lives => Some(GroupDoubt::Seki),
            _ if sure < least => Some(GroupDoubt::Unsure),
            _ if lives && is_over && needs_move() => Some(GroupDoubt::NeedsMove),
            _ => None,
        }
    };
    let doubts: Vec<Option<GroupDoubt>> = (0..judged.len()).map(doubt).collect();
    let mut sets = joined_in_territory(grid, dead, &chains, judged);
    let together = classes(&mut sets, judged);
    join_by_liberties(grid, &chains, judged, &doubts, kinds, &mut sets);
    let mut groups: Vec<DoubtfulGroup> = Vec::new();
    let mut add = |is_whole: bool, set: &[usize]| {
        let sure = set.iter().filter_map(|&chain| judged[chain].confidence);
        let doubt = set.iter().map(|&chain| doubts[chain]).reduce(|a, b| a.or(b)).flatten();
        let (Some(sure), Some(doubt)) = (sure.min_by(f32::total_cmp), doubt) else { return };
        let of_set: Vec<ChainStatus> = set.iter().map(|&chain| judged[chain]).collect();
        if !groups.iter().any(|known| known.chains == of_set) {
            let prisoners = prisoners(grid, &chains, judged, set);
            groups.push(DoubtfulGroup { chains: of_set, prisoners, sure, doubt, is_whole });
        }
    };
    classes(&mut sets, judged).iter().for_each(|set| add(true, set));
    together.iter().for_each(|set| add(false, set));
    (0..judged.len()).for_each(|chain| add(false, &[chain]));
    groups.sort_by(|a, b| a.sure.total_cmp(&b.sure));
    groups.truncate(MAX_TRIED_GROUPS);
    groups
}

/// The unproved chains that live or die together: living ones around a region that only their colour touches once the dead
/// stones are off, and dead ones within one.
fn joined_in_territory(
    grid: &Grid,
    dead: &Dead,
    chains: &Chains,
    judged: &[ChainStatus],
) -> DisjointSets {
    let regions = Regions::new(&without_dead(grid, &dead.stones));
    let mut sets = DisjointSets::new(judged.len());
    for (region, points) in regions.points.iter().enumerate() {
        let Some(owner) = regions.owner(region) else { continue };
        let mut first: [Option<u16>; 2] = [None; 2];
        for &point in points {
            let here = chains.of[point as usize];
            let near = grid.neighbors(point as usize).map(|near| chains.of[near]);
            for chain in near.chain([here]).filter(|&chain| chain != NO_LABEL) {
                let ChainStatus { color, status, confidence, .. } = judged[chain as usize];
                let is_own = color == owner;
                if confidence.is_some() && is_own == (status != Status::Dead) {
                    sets.join(*first[usize::from(is_own)].get_or_insert(chain), chain);
                }
            }
        }
    }
    sets
}

/// Joins living chains that share a liberty, where they can be connected: the doubtful ones, and any that has only dame and so
/// lives by such a connection alone.
fn join_by_liberties(
    grid: &Grid,
    chains: &Chains,
    judged: &[ChainStatus],
    doubts: &[Option<GroupDoubt>],
    kinds: &[PointKind],
    sets: &mut DisjointSets,
) {
    let near = |point: usize| grid.neighbors(point).map(|near| chains.of[near]);
    let has_dame_alone = |chain: usize| {
        let points = chains.points[chain].iter();
        let mut beside = points.flat_map(|&point| grid.neighbors(point as usize));
        judged[chain].confidence.is_some()
            && beside.all(|at| grid.cells()[at].is_some() || kinds[at] == PointKind::Dame)
    };
    let has_dame_alone: Vec<bool> = (0..judged.len()).map(has_dame_alone).collect();
    for point in (0..grid.cells().len()).filter(|&point| grid.cells()[point].is_none()) {
        for color in Color::BOTH {
            let joins = |chain: &u16| {
                let at = usize::from(*chain);
                *chain != NO_LABEL
                    && judged[at].color == color
                    && judged[at].status != Status::Dead
                    && (doubts[at].is_some() || has_dame_alone[at])
            };
            let own: Vec<u16> = near(point).filter(joins).collect();
            if own.iter().any(|&chain| doubts[usize::from(chain)].is_some()) {
                own.windows(2).for_each(|pair| sets.join(pair[0], pair[1]));
            }
        }
    }
}

/// The sets of unproved chains.
fn classes(sets: &mut DisjointSets, judged: &[ChainStatus]) -> Vec<Vec<usize>> {
    let mut classes: BTreeMap<u16, Vec<usize>> = BTreeMap::new();
    for chain in (0..judged.len()).filter(|&chain| judged[chain].confidence.is_some()) {
        classes.entry(sets.find(chain as u16)).or_default().push(chain);
    }
    classes.into_values().collect()
}

/// The opponent's dead chains that touch a living group or share a liberty with it, unless they are proved dead.
fn prisoners(
    grid: &Grid,
    chains: &Chains,
    judged: &[ChainStatus],
    group: &[usize],
) -> Vec<ChainStatus> {
    let color: Color = chains.color[group[0]];
    if judged[group[0]].status == Status::Dead {
        return Vec::new();
    }
    let points = group.iter().flat_map(|&chain| &chains.points[chain]);
    let near = points.flat_map(|&point| grid.neighbors(point as usize));
    let mut beside: Vec<u16> = near
        .flat_map(|near| {
            let around = grid.neighbors(near).filter(move |_| grid.cells()[near].is_none());
            around.chain([near])
        })
        .map(|point| chains.of[point])
        .filter(|&chain| chain != NO_LABEL && chains.color[chain as usize] != color)
        .collect();
    beside.sort_unstable();
    beside.dedup();
    let beside = beside.into_iter().map(|chain| judged[chain as usize]);
    beside.filter(|chain| chain.status == Status::Dead && chain.confidence.is_some()).collect()
}
