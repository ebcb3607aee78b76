//! The regions that the chains of a colour enclose, and the unconditional life they give.

use super::chains::{Chains, NO_LABEL, flood};
use super::grid::Grid;
use super::point::Color;

/// The chains of a colour and the regions that they enclose.
pub(super) struct Enclosures {
    chains: Chains,
    color: Color,
    /// By point: the region that it is in, or [`NO_LABEL`].
    of: Vec<u16>,
    regions: Vec<Enclosed>,
}

/// A region that stones of one colour enclose.
pub(super) struct Enclosed {
    /// The chains around it.
    around: Vec<u16>,
    /// Those that all its empty points are liberties of.
    pub vital: Vec<u16>,
    /// Those that all its points are next to, whatever stands there.
    pub close: Vec<u16>,
}

impl Enclosures {
    /// Finds them. Where `suicide` is allowed an opponent's stones in a region can become empty points
    /// without having been captured, so they count as such.
    pub fn new(grid: &Grid, color: Color, suicide: bool) -> Self {
        let chains = Chains::new(grid);
        let mut of = vec![NO_LABEL; grid.cells().len()];
        let mut regions: Vec<Enclosed> = Vec::new();
        for start in 0..grid.cells().len() {
            if grid.cells()[start] == Some(color) || of[start] != NO_LABEL {
                continue;
            }
            let points = flood(grid, start, regions.len() as u16, &mut of, |c| c != Some(color));
            let mut around: Vec<u16> = Vec::new();
            let (mut vital, mut close) = (None, None);
            for &point in &points {
                let near: Vec<u16> = grid
                    .neighbors(point as usize)
                    .filter(|&near| grid.cells()[near] == Some(color))
                    .map(|near| chains.of[near])
                    .collect();
                if grid.cells()[point as usize].is_none() {
                    keep_common(&mut vital, &near);
                }
                keep_common(&mut close, &near);
                around.extend(near);
            }
            around.sort_unstable();
            around.dedup();
            let close = sorted(close);
            let vital = if suicide { close.clone() } else { sorted(vital) };
            regions.push(Enclosed { around, vital, close });
        }
        Self { chains, color, of, regions }
    }

    /// The region that a point is in; `None` for a stone of the colour.
    pub fn region(&self, point: usize) -> Option<(u16, &Enclosed)> {
        let region = self.of[point];
        (region != NO_LABEL).then(|| (region, &self.regions[region as usize]))
    }

    /// By point: whether a stone of an unconditionally living chain stands there, if nobody looks for
    /// an eye in the region `without`.
    pub fn alive(&self, without: Option<u16>) -> Vec<bool> {
        let mut alive: Vec<bool> = self.chains.color.iter().map(|&c| c == self.color).collect();
        loop {
            let mut eyes = vec![0u32; alive.len()];
            for (number, Enclosed { around, vital, .. }) in self.regions.iter().enumerate() {
                let counts = without != Some(number as u16);
                if counts && around.iter().all(|&chain| alive[chain as usize]) {
                    for &chain in vital {
                        eyes[chain as usize] += 1;
                    }
                }
            }
            let mut changed = false;
            for (chain, alive) in alive.iter_mut().enumerate() {
                if *alive && eyes[chain] < 2 {
                    *alive = false;
                    changed = true;
                }
            }
            if !changed {
                let lives = |&chain: &u16| chain != NO_LABEL && alive[chain as usize];
                return self.chains.of.iter().map(lives).collect();
            }
        }
    }
}

/// By point: the stones that are dead as KataGo counts by area (`Board::calculateArea`): those in a region
/// whose chains all live unconditionally and of whose points at most one is next to none of them, so that
/// there is no room for two eyes. `suicide` as in [`Proofs`](super::Proofs).
#[must_use]
pub fn pass_dead(grid: &Grid, suicide: bool) -> Vec<bool> {
    let mut dead = vec![false; grid.cells().len()];
    for color in Color::BOTH {
        let enclosures = Enclosures::new(grid, color, suicide);
        let alive = enclosures.alive(None);
        let lives =
            |&chain: &u16| alive[usize::from(enclosures.chains.points[usize::from(chain)][0])];
        let regions = enclosures.regions.iter();
        let mut closed: Vec<bool> =
            regions.map(|r| !r.around.is_empty() && r.around.iter().all(lives)).collect();
        let mut inner = vec![false; closed.len()];
        let places = || enclosures.of.iter().map(|&region| usize::from(region)).enumerate();
        for (point, region) in places().filter(|&(_, region)| region != usize::from(NO_LABEL)) {
            if !grid.neighbors(point).any(|near| grid.cells()[near] == Some(color)) {
                closed[region] &= !std::mem::replace(&mut inner[region], true);
            }
        }
        for (point, region) in places() {
            dead[point] |= grid.cells()[point] == Some(color.opponent()) && closed[region];
        }
    }
    dead
}

/// Keeps of the `common` chains those that are `near` another point too.
fn keep_common(common: &mut Option<Vec<u16>>, near: &[u16]) {
    match common {
        None => *common = Some(near.to_vec()),
        Some(common) => common.retain(|chain| near.contains(chain)),
    }
}

fn sorted(chains: Option<Vec<u16>>) -> Vec<u16> {
    let mut chains = chains.unwrap_or_default();
    chains.sort_unstable();
    chains.dedup();
    chains
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::pass_alive;
    use proptest::prelude::*;

    /// The stones that KataGo takes off, by name.
    fn off(text: &str, suicide: bool) -> String {
        let grid = Grid::draw(text).unwrap();
        let dead = pass_dead(&grid, suicide);
        let points = (0..dead.len()).filter(|&point| dead[point]);
        let names = points.map(|point| grid.size().point(point).name(grid.size()));
        names.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn stones_without_room_for_an_eye_away_from_living_chains_are_dead() {
        let narrow = ". X . X . .
                      X X X X X X
                      . . . . O X
                      X X X X X X";
        assert_eq!(off(narrow, false), "E2");
        // Of nine points in a square one is next to no living stone; of twelve two are.
        let room = |rows: &str| format!("X X X X X\n{rows}X X X X X\n. X . X .");
        let row = "X . . . X\n";
        assert_eq!(off(&room(&format!("{row}X . O . X\n{row}")), false), "C4");
        assert_eq!(off(&room(&format!("{row}X . O . X\n{row}{row}")), false), "");
        // One eye proves nothing.
        assert_eq!(off("O . X O\nX X X O", false), "");
        assert_eq!(off("O O . X\n. X X X", false), "");
    }

    #[test]
    fn where_a_chain_may_take_itself_off_its_points_are_no_eye_either() {
        let text = "O O . X . X
                    O X X X X X";
        assert_eq!(off(text, false), "A2 B2 A1");
        assert_eq!(off(text, true), "");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]
        #[test]
        fn both_ways_of_finding_unconditional_life_agree(cells in prop::collection::vec(0u8..5, 5 * 6)) {
            let mut grid = Grid::new(crate::go::Size::new(6, 5).unwrap());
            for (cell, kind) in grid.cells_mut().iter_mut().zip(cells) {
                *cell = [None, Some(Color::Black), Some(Color::Black), Some(Color::White), None]
                    [usize::from(kind)];
            }
            for color in Color::BOTH {
                let alive = Enclosures::new(&grid, color, false).alive(None);
                prop_assert_eq!(alive, pass_alive(&grid, color));
            }
        }
    }
}
