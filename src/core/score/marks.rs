//! The territory marks of a record, and whether they are the territory that the players agreed on.

use std::cell::OnceCell;

use super::living::{living_regions, open_regions, without_dead};
use super::territory::{PointKind, territory};
use super::thresholds::MIN_REGION_NO_SEKI_EYE;
use crate::go::{ByColor, Color, Grid, Point, Regions, pass_alive};

/// The territory marks of a record: for each point (row by row), whose it is.
#[derive(Clone, Debug)]
pub struct Marks {
    /// By point.
    pub owner: Vec<Option<Color>>,
    /// Whether some point is marked for both colours.
    pub contradict: bool,
}

impl Marks {
    /// Marks from the points of TB and TW, all of which must be on the grid.
    pub fn new(
        grid: &Grid,
        black: impl IntoIterator<Item = Point>,
        white: impl IntoIterator<Item = Point>,
    ) -> Self {
        let mut owner = vec![None; grid.cells().len()];
        let mut contradict = false;
        for point in black {
            owner[grid.size().index(point)] = Some(Color::Black);
        }
        for point in white {
            let mark = &mut owner[grid.size().index(point)];
            contradict |= *mark == Some(Color::Black);
            *mark = Some(Color::White);
        }
        Self { owner, contradict }
    }

    /// Whether the marks are the territory as the players agreed on it: empty points are marked too, and
    /// none is left out of what they can't have disagreed on ([`Marks::left_out`]). Otherwise they only
    /// name dead stones.
    pub fn show_territory(&self, grid: &Grid, dead: &[bool]) -> bool {
        self.name_points(grid) && self.left_out(grid, dead).is_empty()
    }

    /// Whether empty points are marked.
    pub fn name_points(&self, grid: &Grid) -> bool {
        grid.cells().iter().zip(&self.owner).any(|(cell, mark)| cell.is_none() && mark.is_some())
    }

    /// Whether living stones of both colours touch a region that is too large to be dame, of at least `least`
    /// points, and not marked for the most part: the players didn't agree whose it is. The dead stones (by point) are
    /// off.
    pub fn leave_open(&self, grid: &Grid, dead: &[bool], least: usize) -> bool {
        let marked = |region: &[u16]| {
            region.iter().filter(|&&point| self.owner[usize::from(point)].is_some()).count()
        };
        let open = |region: &[u16]| region.len() >= least && 2 * marked(region) <= region.len();
        open_regions(&living_regions(grid, dead)).any(open)
    }

    /// The empty points (row by row) that one player's stones enclose and that aren't marked as
    /// territory of that player, where nobody can have disagreed: none of these stones can be captured whoever plays,
    /// so that nothing there ever has to be filled; or most of a region too large for an eye in seki isn't marked,
    /// which is territory by the board ([`territory`]). The dead stones (by point) are off.
    pub fn left_out(&self, grid: &Grid, dead: &[bool]) -> Vec<usize> {
        let position = without_dead(grid, dead);
        let regions = Regions::new(&position);
        let alive: ByColor<OnceCell<Vec<bool>>> = ByColor::default();
        let lives = |near: usize, color: Color| {
            let alive = || alive[color].get_or_init(|| pass_alive(&position, color));
            position.cells()[near].is_none() || alive()[near]
        };
        let board = OnceCell::new();
        let is_territory = |point: usize, owner: Color| {
            let board = board.get_or_init(|| territory(grid, dead));
            board.kind[point] == PointKind::Territory(owner)
        };
        let enclosed = |&region: &usize| {
            let points = || regions.points[region].iter().map(|&point| usize::from(point));
            let owner = regions.owner(region)?;
            let empty = || points().filter(|&point| grid.cells()[point].is_none());
            let left: Vec<usize> = empty().filter(|&p| self.owner[p] != Some(owner)).collect();
            if left.is_empty() {
                return None;
            }
            let mut near = points().flat_map(|point| position.neighbors(point));
            let agreed = near.all(|near| lives(near, owner))
                || left.len() >= MIN_REGION_NO_SEKI_EYE
                    && 2 * left.len() > empty().count()
                    && left.iter().all(|&point| is_territory(point, owner));
            agreed.then_some(left)
        };
        let mut left: Vec<usize> =
            (0..regions.points.len()).filter_map(|region| enclosed(&region)).flatten().collect();
        left.sort_unstable();
        left
    }
}
