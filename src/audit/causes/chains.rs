//! Chains that give the recorded margin if their status is the other one.

use super::margin_case::MarginCase;
use super::status_flip::StatusFlip;
use crate::go::{Chains, Color, Grid, Points, Proofs};
use crate::rules::Suicide;
use crate::score::ChainStatus;

/// The largest number of chains that are counted with the other status. It bounds the work per record. Where more
/// would fit, none is worth naming.
const MOST_CHAINS: usize = 24;

/// The chains, and the stones within one enclosed area, that give exactly the recorded margin if their status is the
/// other one; the smallest first.
pub(super) fn flips(case: &MarginCase) -> Vec<StatusFlip> {
    let missing = case.recorded - case.counted();
    if missing == Points::ZERO || missing.fraction() != 0 {
        return Vec::new();
    }
    let most = missing.abs().as_hundredths() / 100;
    // A chain that turns out dead loses at least its stones, one that turns out alive gains them.
    let loser = if missing > Points::ZERO { Color::Black } else { Color::White };
    let grid = case.grid;
    let suicide = case.rules.suicide.value != Suicide::Forbidden;
    let mut groups = Groups::new(grid, &case.dead.stones, loser, suicide, case.is_marked());
    groups.list.retain(|group| group.points.len() as i64 <= most);
    groups.list.sort_by_key(|group| (group.points.len(), group.points[0]));
    groups.list.truncate(MOST_CHAINS);
    let mut found = Vec::new();
    for group in &groups.list {
        let mut dead = case.dead.clone();
        let number = group.points.len() as u32;
        for &point in &group.points {
            dead.stones[point as usize] = !group.was_dead;
        }
        let count = &mut dead.count[group.color];
        *count = if group.was_dead { *count - number } else { *count + number };
        let margin = case.margin_with(&dead);
        if margin == case.recorded {
            found.push(StatusFlip {
                point: grid.size().point(group.points[0] as usize),
                color: group.color,
                stones: number,
                one_chain: group.one_chain,
                was_dead: group.was_dead,
                gain: margin - case.counted(),
                confidence: confidence(case, group),
            });
        }
    }
    found
}

fn confidence(case: &MarginCase, group: &Group) -> Option<f32> {
    let size = case.grid.size();
    let is_of = |chain: &&ChainStatus| {
        group.points.binary_search(&(size.index(chain.point) as u16)).is_ok()
    };
    let chains = case.dead.judged.iter().flat_map(|judged| &judged.chains);
    // A proven status is certain.
    let sure = chains.filter(is_of).map(|chain| chain.confidence.unwrap_or(1.0));
    sure.reduce(f32::max)
}

/// Stones that live or die together.
struct Group {
    /// In row-major order.
    points: Vec<u16>,
    color: Color,
    one_chain: bool,
    was_dead: bool,
}

struct Groups {
    list: Vec<Group>,
}

impl Groups {
    /// The groups whose change costs `loser` points: its living ones and the opponent's dead ones, unless their
    /// status is proven. Stones proven dead are included where they aren't marked, since players often leave such stones
    /// unmarked.
    fn new(grid: &Grid, dead: &[bool], loser: Color, suicide: bool, marked: bool) -> Self {
        let mut list = Vec::new();
        let proofs = Proofs::new(grid, suicide);
        let proven = |point: usize, dead| match dead {
            true => marked && proofs.dead[point],
            false => proofs.alive[point],
        };
        let chains = Chains::new(grid);
        let changes = |color: Color, first: usize| {
            let costs = if dead[first] { color != loser } else { color == loser };
            costs && !proven(first, dead[first])
        };
        for (points, &color) in chains.points.iter().zip(&chains.color) {
            let first = points[0] as usize;
            if changes(color, first) {
                let mut points = points.clone();
                points.sort_unstable();
                list.push(Group { points, color, one_chain: true, was_dead: dead[first] });
            }
        }
        // All stones of one status that the opponent's living stones enclose.
        for was_dead in [true, false] {
            let color = if was_dead { loser.opponent() } else { loser };
            let wall = |point: usize| grid.cells()[point] == Some(color.opponent()) && !dead[point];
            let mut seen = vec![false; grid.cells().len()];
            for start in 0..seen.len() {
                if seen[start] || wall(start) {
                    continue;
                }
                let mut place = vec![start];
                seen[start] = true;
                let mut at = 0;
                while at < place.len() {
                    for near in grid.neighbors(place[at]) {
                        if !seen[near] && !wall(near) {
                            seen[near] = true;
                            place.push(near);
                        }
                    }
                    at += 1;
                }
                let mut points: Vec<u16> = place
                    .into_iter()
                    .filter(|&point| grid.cells()[point] == Some(color) && dead[point] == was_dead)
                    .map(|point| point as u16)
                    .collect();
                points.sort_unstable();
                let Some(&first) = points.first() else { continue };
                let label = chains.of[first as usize];
                let several = points.iter().any(|&point| chains.of[point as usize] != label);
                let proven = points.iter().any(|&point| proven(point as usize, was_dead));
                if several && !proven {
                    list.push(Group { points, color, one_chain: false, was_dead });
                }
            }
        }
        Self { list }
    }
}
