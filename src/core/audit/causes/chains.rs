//! Chains that give the recorded margin if their status is the other one.

use super::count_model::StatusFlip;
use super::margin_case::MarginCase;
use crate::go::{BitBoard, Chains, Color, Points, Proofs};
use crate::rules::Suicide;
use crate::score::{ChainStatus, Status};

/// The largest number of chains that are counted with the other status. It bounds the work per record. Where more
/// would fit, none is worth naming.
const MAX_CHAINS: usize = 24;

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
    let mut groups = groups(case, loser);
    groups.retain(|group| group.points.len() as i64 <= most);
    groups.sort_by_key(|group| (group.points.len(), group.points[0]));
    groups.truncate(MAX_CHAINS);
    let mut flips = Vec::new();
    for group in &groups {
        let mut dead = case.dead.clone();
        let number = group.points.len() as u32;
        for &point in &group.points {
            dead.stones[point as usize] = !group.was_dead;
        }
        let count = &mut dead.count[group.color];
        *count = if group.was_dead { *count - number } else { *count + number };
        let margin = case.margin_with(&dead);
        let confidence = confidence(case, group);
        if margin == case.recorded {
            flips.push(StatusFlip {
                point: case.grid.size().point(group.points[0] as usize),
                color: group.color,
                stones: number,
                one_chain: group.one_chain,
                was_dead: group.was_dead,
                gain: margin - case.counted(),
                confidence,
            });
        }
    }
    flips
}

/// The confidence of the estimate in the status that a group was counted with: negative if it gives it the other status.
fn confidence(case: &MarginCase, group: &Group) -> Option<f32> {
    let size = case.grid.size();
    let is_of = |chain: &&ChainStatus| {
        group.points.binary_search(&(size.index(chain.point) as u16)).is_ok()
    };
    let chains = case.estimated.or(case.dead.judged.as_ref())?.chains.iter().filter(is_of);
    let sure = chains.map(|chain| {
        let same = (chain.status == Status::Dead) == group.was_dead;
        chain.confidence.unwrap_or(1.0) * if same { 1.0 } else { -1.0 }
    });
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

/// The groups whose change of status costs `loser` points: its living ones and the opponent's dead ones, unless their
/// status is proven. Stones proven dead are included where they aren't marked, since players often leave such stones
/// unmarked.
fn groups(case: &MarginCase, loser: Color) -> Vec<Group> {
    let (grid, dead) = (case.grid, &case.dead.stones);
    let (size, cells) = (grid.size(), grid.cells());
    let proofs = Proofs::new(grid, case.rules.suicide.value != Suicide::Forbidden);
    let is_proven = |point: usize| match dead[point] {
        true => case.is_marked() && proofs.dead[point],
        false => proofs.alive[point],
    };
    let chains = Chains::new(grid);
    let mut groups = Vec::new();
    for (points, &color) in chains.points.iter().zip(&chains.color) {
        let first = points[0] as usize;
        let was_dead = dead[first];
        if was_dead == (color != loser) && !is_proven(first) {
            let mut points = points.to_vec();
            points.sort_unstable();
            groups.push(Group { points, color, one_chain: true, was_dead });
        }
    }
    // All stones of one status within an area that the opponent's living stones enclose.
    for was_dead in [true, false] {
        let color = if was_dead { loser.opponent() } else { loser };
        let is_wall = |point: usize| cells[point] == Some(color.opponent()) && !dead[point];
        let mut open = BitBoard::of(size, (0..cells.len()).filter(|&point| !is_wall(point)));
        while let Some(first) = open.first() {
            let area = first.flood(&open);
            open = open.difference(&area);
            let belongs = |&point: &usize| cells[point] == Some(color) && dead[point] == was_dead;
            let points: Vec<usize> = area.places().filter(belongs).collect();
            let several = points.iter().any(|&point| chains.of[point] != chains.of[points[0]]);
            if several && !points.iter().any(|&point| is_proven(point)) {
                let points = points.into_iter().map(|point| point as u16).collect();
                groups.push(Group { points, color, one_chain: false, was_dead });
            }
        }
    }
    groups
}
