//! Chains of stones and regions of empty points of a finished position.

use super::grid::Grid;
use super::point::{ByColor, Color, Size};
use std::ops::Index;

/// The label of a point that belongs to no chain or region.
pub const NO_LABEL: u16 = u16::MAX;

/// The chains of a position: maximal sets of connected stones of one colour.
#[derive(Clone, Debug, Default)]
pub struct Chains {
    /// By point: its chain's number, or [`NO_LABEL`].
    pub of: Vec<u16>,
    /// By chain: its colour.
    pub color: Vec<Color>,
    /// By chain: its points, in row-major order.
    pub points: PointLists,
}

impl Chains {
    /// Finds the chains of a position, numbered in row-major order of their first stones.
    pub fn new(grid: &Grid) -> Self {
        Self::of_parts(grid, &Parts::new(grid.size(), grid.cells()))
    }

    fn of_parts(grid: &Grid, parts: &Parts) -> Self {
        let (of, points) = parts.selected(|point| grid.cells()[point].is_some());
        let color = points.iter().filter_map(|points| grid.cells()[usize::from(points[0])]);
        Self { of, color: color.collect(), points }
    }
}

/// The regions of empty points: maximal connected sets, each with the colours next to it.
#[derive(Clone, Debug, Default)]
pub struct Regions {
    /// By point: its region's number, or [`NO_LABEL`].
    pub of: Vec<u16>,
    /// By region: its points, in row-major order.
    pub points: PointLists,
    /// By region: whether a black stone, and whether a white stone, is next to it.
    pub touches: Vec<ByColor<bool>>,
}

impl Regions {
    /// Finds the regions of empty points of a position, numbered in row-major order of their first points.
    pub fn new(grid: &Grid) -> Self {
        Self::of_parts(grid, &Parts::new(grid.size(), grid.cells()))
    }

    fn of_parts(grid: &Grid, parts: &Parts) -> Self {
        let cells = grid.cells();
        let (of, points) = parts.selected(|point| cells[point].is_none());
        let mut touches = vec![ByColor::new(false, false); points.len()];
        let mut touch = |point: usize, near: usize| match (cells[point], cells[near]) {
            (None, Some(color)) => touches[usize::from(of[point])][color] = true,
            (Some(color), None) => touches[usize::from(of[near])][color] = true,
            _ => {}
        };
        let cols = usize::from(grid.size().cols());
        (1..cells.len()).filter(|at| at % cols != 0).for_each(|at| touch(at, at - 1));
        (cols..cells.len()).for_each(|at| touch(at, at - cols));
        Self { of, points, touches }
    }

    /// The colour that alone surrounds a region; `None` if both do or no stone does.
    pub fn owner(&self, region: usize) -> Option<Color> {
        match self.touches[region] {
            ByColor { black: true, white: false } => Some(Color::Black),
            ByColor { black: false, white: true } => Some(Color::White),
            _ => None,
        }
    }

    /// The points of each region that stones of both colours touch.
    pub fn mixed(&self) -> impl Iterator<Item = &[u16]> {
        let regions = self.touches.iter().zip(self.points.iter());
        regions.filter(|(touches, _)| **touches == [true, true]).map(|(_, points)| points)
    }
}

/// Finds the chains and the regions of a position together, in less time.
pub fn chains_and_regions(grid: &Grid) -> (Chains, Regions) {
    let parts = Parts::new(grid.size(), grid.cells());
    (Chains::of_parts(grid, &parts), Regions::of_parts(grid, &parts))
}

/// The connected parts of a board whose points are of one kind, numbered in row-major order of their first points.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// By point: its part's number.
    pub of: Vec<u16>,
    /// By part: its number of points.
    pub size: Vec<u16>,
}

impl Parts {
    /// Divides a board by the `kinds` of its points.
    pub fn new<K: Copy + PartialEq>(size: Size, kinds: &[K]) -> Self {
        let cols = usize::from(size.cols());
        // First, by point, an earlier point of its part, or the point itself.
        let mut of: Vec<u16> = vec![0; kinds.len()];
        let mut above: &[K] = &[];
        for (row, kinds) in kinds.chunks_exact(cols).enumerate() {
            let start = row * cols;
            let (mut first, mut is_joined, mut last) = (start, false, kinds[0]);
            for (col, &kind) in kinds.iter().enumerate() {
                if kind != last {
                    (first, is_joined, last) = (start + col, false, kind);
                }
                let goes_up = above.get(col).is_some_and(|&above| above == kind);
                if goes_up && !is_joined {
                    let above = first_of(&mut of, start + col - cols);
                    of[first.max(above)] = first.min(above) as u16;
                    first = first.min(above);
                }
                is_joined = goes_up;
                of[start + col] = first as u16;
            }
            above = kinds;
        }
        let mut size = Vec::with_capacity(kinds.len() / 4);
        for point in 0..of.len() {
            let earlier = usize::from(of[point]);
            if earlier == point {
                size.push(0);
            }
            of[point] = if earlier == point { size.len() as u16 - 1 } else { of[earlier] };
            size[usize::from(of[point])] += 1;
        }
        Self { of, size }
    }

    /// The parts whose points `is_selected` accepts, numbered anew: each point's part or [`NO_LABEL`], and each part's points.
    pub(super) fn selected(&self, is_selected: impl Fn(usize) -> bool) -> (Vec<u16>, PointLists) {
        let mut of = vec![NO_LABEL; self.of.len()];
        let mut points = vec![0; self.of.len()];
        let mut number = vec![NO_LABEL; self.size.len()];
        // First where each list begins, which moves to its end as the list is filled.
        let mut ends = Vec::with_capacity(self.size.len());
        let mut total = 0;
        for (point, &part) in self.of.iter().enumerate().filter(|&(point, _)| is_selected(point)) {
            let number = &mut number[usize::from(part)];
            if *number == NO_LABEL {
                *number = ends.len() as u16;
                ends.push(total);
                total += u32::from(self.size[usize::from(part)]);
            }
            of[point] = *number;
            let end = &mut ends[usize::from(*number)];
            points[*end as usize] = point as u16;
            *end += 1;
        }
        points.truncate(total as usize);
        (of, PointLists { points, ends })
    }
}

/// Follows the earlier points of a part to its first, and shortens the way.
fn first_of(earlier: &mut [u16], mut point: usize) -> usize {
    while usize::from(earlier[point]) != point {
        earlier[point] = earlier[usize::from(earlier[point])];
        point = usize::from(earlier[point]);
    }
    point
}

/// Lists of points, by row-major index.
#[derive(Clone, Debug, Default)]
pub struct PointLists {
    points: Vec<u16>,
    /// By list: where it ends among the points.
    ends: Vec<u32>,
}

impl PointLists {
    /// No lists, with room for as many points.
    pub fn with_capacity(points: usize) -> Self {
        Self { points: Vec::with_capacity(points), ends: Vec::with_capacity(points / 4) }
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The list of that number; `None` if there are fewer.
    pub fn get(&self, number: usize) -> Option<&[u16]> {
        let end = *self.ends.get(number)?;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(&self.points[start as usize..end as usize])
    }

    pub fn iter(&self) -> impl Iterator<Item = &[u16]> + Clone {
        (0..self.len()).map(|number| &self[number])
    }

    /// Adds a list that `fill` appends to the points that there are.
    pub(crate) fn push_with(&mut self, fill: impl FnOnce(&mut Vec<u16>)) {
        fill(&mut self.points);
        self.ends.push(self.points.len() as u32);
    }
}

impl Index<usize> for PointLists {
    type Output = [u16];

    fn index(&self, number: usize) -> &[u16] {
        self.get(number).expect("there is a list of that number")
    }
}
