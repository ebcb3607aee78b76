//! A final position without its dead stones.

use super::thresholds::MAX_DAME_REGION;
use crate::go::{Chains, Color, Grid, NO_LABEL, Point, Regions, chains_and_regions};

/// A position whose dead stones are known, seen without them.
pub(super) struct PositionWithoutDead<'a> {
    /// The position with the dead stones on it.
    pub original: &'a Grid,
    /// By point: whether it has a dead stone.
    pub dead: &'a [bool],
    pub grid: Grid,
    /// The chains of the living stones.
    pub chains: Chains,
    /// The regions between the living stones.
    pub regions: Regions,
    /// The chains of the dead stones.
    pub prisoners: Chains,
}

impl<'a> PositionWithoutDead<'a> {
    /// Takes the `dead` stones off a position.
    pub(super) fn new(original: &'a Grid, dead: &'a [bool]) -> Self {
        let grid = without_dead(original, dead);
        let others: Vec<bool> = dead.iter().map(|dead| !dead).collect();
        let prisoners = Chains::new(&without_dead(original, &others));
        let (chains, regions) = chains_and_regions(&grid);
        Self { original, dead, grid, chains, regions, prisoners }
    }

    /// Number of points of the board.
    pub(super) fn area(&self) -> usize {
        self.dead.len()
    }

    /// The living stone on a point.
    pub(super) fn living(&self, point: usize) -> Option<Color> {
        self.grid.cells()[point]
    }

    /// Whether a point is empty, even of dead stones.
    pub(super) fn is_empty(&self, point: usize) -> bool {
        self.original.cells()[point].is_none()
    }

    /// Whether a point has a dead stone of the opponent of `color`.
    pub(super) fn is_prisoner_of(&self, color: Color, point: usize) -> bool {
        self.dead[point] && self.original.cells()[point] == Some(color.opponent())
    }

    /// The points next to `point`.
    pub(super) fn near(&self, point: usize) -> impl Iterator<Item = usize> + use<> {
        self.grid.neighbors(point)
    }

    /// The living stones, with the enclosed points that `filled` names taken by their owners.
    pub(super) fn with(&self, filled: &[bool]) -> Grid {
        let mut grid = self.grid.clone();
        for (point, cell) in grid.cells_mut().iter_mut().enumerate() {
            if filled[point] {
                *cell = self.owner(point);
            }
        }
        grid
    }

    /// The colour whose living stones alone surround a point; `None` for dame and stones.
    pub(super) fn owner(&self, point: usize) -> Option<Color> {
        let region = self.regions.of[point];
        if region == NO_LABEL { None } else { self.regions.owner(region as usize) }
    }

    /// Whether a play at `play` takes the dead chain of `stone`, having no other liberty.
    pub(super) fn takes_prisoners(&self, stone: usize, play: usize) -> bool {
        let chain = &self.prisoners.points[self.prisoners.of[stone] as usize];
        let mut near = chain.iter().flat_map(|&stone| self.near(stone as usize));
        !near.any(|at| at != play && self.is_empty(at))
    }

    /// Number of liberties, counted up to 3, of a stone of `color` if it were played on an empty point;
    /// `None` if it would take stones.
    pub(super) fn liberties_of_play(&self, point: usize, color: Color) -> Option<usize> {
        let mut left: Vec<usize> = Vec::with_capacity(3);
        for near in self.near(point) {
            match self.living(near) {
                None => insert(&mut left, near, point),
                Some(c) => {
                    let chain = &self.chains.points[self.chains.of[near] as usize];
                    let mut liberties = Vec::with_capacity(3);
                    for next in chain.iter().flat_map(|&stone| self.near(stone as usize)) {
                        if self.living(next).is_none() {
                            insert(&mut liberties, next, point);
                        }
                        if liberties.len() == 3 {
                            break;
                        }
                    }
                    if c == color {
                        liberties.into_iter().for_each(|liberty| insert(&mut left, liberty, point));
                    } else if liberties.is_empty() {
                        return None;
                    }
                }
            }
        }
        Some(left.len().min(3))
    }
}

/// Returns a position without its `dead` stones (by point; missing entries aren't dead stones).
pub(super) fn without_dead(grid: &Grid, dead: &[bool]) -> Grid {
    let mut living = grid.clone();
    for (cell, _) in living.cells_mut().iter_mut().zip(dead).filter(|(_, dead)| **dead) {
        *cell = None;
    }
    living
}

/// The regions between the stones of a position that aren't `dead` (by point).
pub(super) fn living_regions(grid: &Grid, dead: &[bool]) -> Regions {
    Regions::new(&without_dead(grid, dead))
}

/// The points of each region that stones of both colours touch and that is too large to be dame.
pub(super) fn open_regions(regions: &Regions) -> impl Iterator<Item = &[u16]> {
    regions.mixed().filter(|points| points.len() > MAX_DAME_REGION)
}

/// By point: whether it is empty once the dead stones (by point) are off, and living stones of both colours touch its region.
pub fn touches_both(grid: &Grid, dead: &[bool]) -> Vec<bool> {
    let mut both = vec![false; grid.cells().len()];
    let regions = living_regions(grid, dead);
    regions.mixed().flatten().for_each(|&point| both[usize::from(point)] = true);
    both
}

/// The first three liberties of stones, each once.
pub fn first_liberties(grid: &Grid, stones: &[u16]) -> Vec<usize> {
    let mut liberties = Vec::with_capacity(3);
    for near in stones.iter().flat_map(|&stone| grid.neighbors(stone as usize)) {
        if grid.cells()[near].is_none() && !liberties.contains(&near) {
            liberties.push(near);
            if liberties.len() == 3 {
                break;
            }
        }
    }
    liberties
}

/// Adds a liberty once, if it isn't the point of the play.
fn insert(liberties: &mut Vec<usize>, liberty: usize, play: usize) {
    if liberty != play && !liberties.contains(&liberty) {
        liberties.push(liberty);
    }
}

/// Whether a region that living stones of both colours touch is too large to be dame. The `dead` stones (by
/// point) are off.
pub fn is_open(grid: &Grid, dead: &[bool]) -> bool {
    open_regions(&living_regions(grid, dead)).next().is_some()
}

/// The largest region that is too large to be dame: a point in its middle, and its number of points.
pub fn largest_open(grid: &Grid, dead: &[bool]) -> Option<(Point, usize)> {
    let regions = living_regions(grid, dead);
    let region = open_regions(&regions).max_by_key(|region| region.len())?;
    Some((grid.size().point(usize::from(region[region.len() / 2])), region.len()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::go::{Board, Size};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        /// A play has the liberties that it would have on a board.
        #[test]
        fn liberties_of_a_play_are_those_on_a_board(
            cells in prop::collection::vec(0u8..7, 5 * 5),
            color in prop_oneof![Just(Color::Black), Just(Color::White)],
        ) {
            let mut grid = Grid::new(Size::new(5, 5).unwrap());
            for (cell, kind) in grid.cells_mut().iter_mut().zip(&cells) {
                *cell = [None, Some(Color::Black), Some(Color::White)][usize::from(kind % 3)];
            }
            // Chains without a liberty don't stay on a board.
            for points in Chains::new(&grid).points.iter() {
                let mut near = points.iter().flat_map(|&point| grid.neighbors(point as usize));
                if !near.any(|near| grid.cells()[near].is_none()) {
                    points.iter().for_each(|&point| grid.cells_mut()[point as usize] = None);
                }
            }
            let dead: Vec<bool> = cells.iter().map(|&kind| kind >= 5).collect();
            let cleared = PositionWithoutDead::new(&grid, &dead);
            for point in (0..25).filter(|&point| cleared.living(point).is_none()) {
                let mut board = Board::from_grid(&cleared.grid);
                let at = grid.size().point(point);
                let played = board.play_unchecked(color, at);
                let expected = (played.captured == 0).then(|| board.liberties(at).min(3));
                prop_assert_eq!(cleared.liberties_of_play(point, color), expected, "{}{}", grid, point);
            }
        }

        /// A dead chain is taken by a play where a board takes it, all dead stones being on it.
        #[test]
        fn prisoners_are_taken_as_on_a_board(cells in prop::collection::vec(0u8..4, 4 * 5)) {
            let mut grid = Grid::new(Size::new(5, 4).unwrap());
            for (cell, kind) in grid.cells_mut().iter_mut().zip(&cells) {
                *cell = [None, Some(Color::Black), Some(Color::White), None][usize::from(*kind)];
            }
            let dead: Vec<bool> = grid.cells().iter().map(|&c| c == Some(Color::White)).collect();
            let cleared = PositionWithoutDead::new(&grid, &dead);
            for play in (0..20).filter(|&play| grid.cells()[play].is_none()) {
                for stone in grid.neighbors(play).filter(|&near| dead[near]) {
                    let mut board = Board::from_grid(&grid);
                    board.play_unchecked(Color::Black, grid.size().point(play));
                    let taken = board.get(grid.size().point(stone)).is_none();
                    prop_assert_eq!(cleared.takes_prisoners(stone, play), taken, "{}{}", grid, play);
                }
            }
        }
    }

    #[test]
    fn an_open_region_has_more_than_twelve_points() {
        let open = |text: &str| {
            let grid = Grid::draw(text).unwrap();
            let dead = vec![false; grid.cells().len()];
            let cleared = PositionWithoutDead::new(&grid, &dead);
            (cleared.regions.mixed().count(), open_regions(&cleared.regions).count())
        };
        assert_eq!(open("X . . . . . . . . . . . . O"), (1, 0));
        assert_eq!(open("X . . . . . . . . . . . . . O"), (1, 1));
        assert_eq!(open("X . . . . . . . . . . . . . X"), (0, 0));
        assert_eq!(open(". X . O . O"), (1, 0));
    }
}
