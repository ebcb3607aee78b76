//! Stones that give the recorded margin if their status is the other one.

use super::margin_case::MarginCase;
use crate::go::{BitBoard, Chains, Color, Points, Proofs, Size};
use crate::rules::Suicide;
use crate::score::thresholds::MAX_SURE_OF_DISPUTED;
use crate::score::{ChainStatus, Status};

/// Stones of one colour that are dead or alive together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoneGroup {
    /// By index, in row-major order.
    pub points: Vec<u16>,
    pub color: Color,
    pub extent: Extent,
    /// Whether they were counted as dead.
    pub was_dead: bool,
}

/// Which stones are a [`StoneGroup`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    Chain,
    /// Those of one status within an area that the opponent's living stones enclose.
    Area,
    /// A player's dead ones.
    Board,
}

impl StoneGroup {
    /// The change of their status in words: "White's chain of 4 stones at C3 dead rather than alive".
    pub fn words(&self, size: Size) -> String {
        let rather =
            if self.was_dead { "alive rather than dead" } else { "dead rather than alive" };
        format!("{} {rather}", self.name(size))
    }

    /// The stones in words: "White's chain of 4 stones at C3".
    pub fn name(&self, size: Size) -> String {
        let (color, at) = (self.color, size.point(self.points[0].into()).name(size));
        match (self.points.len(), self.extent) {
            (1, _) => format!("{color}'s stone at {at}"),
            (stones, Extent::Chain) => format!("{color}'s chain of {stones} stones at {at}"),
            (stones, Extent::Area) => format!("{color}'s {stones} stones around {at}"),
            (stones, Extent::Board) => format!("all of {color}'s {stones} dead stones"),
        }
    }
}

/// A group with the other status than it was counted with.
pub(super) struct StatusFlip {
    pub group: StoneGroup,
    /// White's gain by the change.
    pub gain: Points,
    /// The confidence of the estimate in the counted status, from -1 (it gives the other status) to 1; of several chains
    /// the highest. `None` without an estimate.
    pub confidence: Option<f32>,
}

impl StatusFlip {
    /// Whether the estimate gives the other status too small a chance to be in dispute.
    pub(super) fn is_sure(&self) -> bool {
        self.confidence.is_some_and(|sure| sure > MAX_SURE_OF_DISPUTED)
    }
}

/// The largest number of chains that are counted with the other status. It bounds the work per record. Where more
/// would fit, none is worth naming.
const MAX_CHAINS: usize = 24;

/// The chains, the stones within one enclosed area, and all dead stones of a colour that give exactly the recorded margin if
/// their status is the other one; the smallest first.
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
    // Those of one size are left out together, so that it doesn't matter how the board lies.
    if let Some(size) = groups.get(MAX_CHAINS).map(|group| group.points.len()) {
        groups.retain(|group| group.points.len() < size);
    }
    let all = all_dead(case, loser.opponent());
    let is_new = groups.iter().all(|group| group.points != all.points);
    if is_new && !case.is_marked() && (2..=most).contains(&(all.points.len() as i64)) {
        groups.push(all);
    }
    let flips = groups.into_iter().filter_map(|group| {
        let mut dead = case.dead.clone();
        let number = group.points.len() as u32;
        for &point in &group.points {
            dead.stones[point as usize] = !group.was_dead;
        }
        let count = &mut dead.count[group.color];
        *count = if group.was_dead { *count - number } else { *count + number };
        let is_right = case.margin_with(&dead) == case.recorded;
        let confidence = confidence(case, &group);
        is_right.then_some(StatusFlip { group, gain: missing, confidence })
    });
    flips.collect()
}

/// The confidence of the estimate in the status that a group was counted with: negative if it gives it the other status.
fn confidence(case: &MarginCase, group: &StoneGroup) -> Option<f32> {
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

/// The groups whose change of status costs `loser` points: its living ones and the opponent's dead ones, unless their
/// status is proven. Stones proven dead are included where they aren't marked, since players often leave such stones
/// unmarked.
fn groups(case: &MarginCase, loser: Color) -> Vec<StoneGroup> {
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
            groups.push(StoneGroup { points, color, extent: Extent::Chain, was_dead });
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
            let points: Vec<u16> =
                area.places().filter(belongs).map(|point| point as u16).collect();
            let chain = |&point: &u16| chains.of[usize::from(point)];
            let several = points.iter().any(|point| chain(point) != chain(&points[0]));
            if several && !points.iter().any(|&point| is_proven(point.into())) {
                groups.push(StoneGroup { points, color, extent: Extent::Area, was_dead });
            }
        }
    }
    groups
}

/// All dead stones of a colour.
fn all_dead(case: &MarginCase, color: Color) -> StoneGroup {
    let stones = (0..).zip(case.grid.cells()).zip(&case.dead.stones);
    let dead = stones.filter(|((_, cell), dead)| **cell == Some(color) && **dead);
    let points = dead.map(|((point, _), _)| point).collect();
    StoneGroup { points, color, extent: Extent::Board, was_dead: true }
}
