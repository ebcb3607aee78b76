//! Chains of stones and regions of empty points of a finished position.

use super::grid::Grid;
use super::point::{ByColor, Color};
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
    /// By chain: its points, in order of discovery (the first is the first in row-major order).
    pub points: PointLists,
}

impl Chains {
    /// Finds the chains of a position, numbered in row-major order of their first stones.
    pub fn new(grid: &Grid) -> Self {
        let area = grid.cells().len();
        let points = PointLists::with_capacity(area);
        let mut chains = Self { of: vec![NO_LABEL; area], color: Vec::new(), points };
        for start in 0..grid.cells().len() {
            let Some(color) = grid.cells()[start] else { continue };
            if chains.of[start] == NO_LABEL {
                let label = chains.color.len() as u16;
                let Self { of, points, .. } = &mut chains;
                points.push_with(|points| {
                    flood(grid, start, label, of, points, |cell| cell == Some(color));
                });
                chains.color.push(color);
            }
        }
        chains
    }
}

/// The regions of empty points: maximal connected sets, each with the colours next to it.
#[derive(Clone, Debug, Default)]
pub struct Regions {
    /// By point: its region's number, or [`NO_LABEL`].
    pub of: Vec<u16>,
    /// By region: its points.
    pub points: PointLists,
    /// By region: whether a black stone, and whether a white stone, is next to it.
    pub touches: Vec<ByColor<bool>>,
}

impl Regions {
    /// Finds the regions of empty points of a position.
    pub fn new(grid: &Grid) -> Self {
        let mut regions = Self { of: vec![NO_LABEL; grid.cells().len()], ..Self::default() };
        for start in 0..grid.cells().len() {
            if grid.cells()[start].is_some() || regions.of[start] != NO_LABEL {
                continue;
            }
            let label = regions.points.len() as u16;
            let Self { of, points, .. } = &mut regions;
            points.push_with(|points| {
                flood(grid, start, label, of, points, |cell| cell.is_none());
            });
            let mut touches = ByColor::new(false, false);
            for &point in &points[usize::from(label)] {
                for near in grid.neighbors(point as usize) {
                    if let Some(color) = grid.cells()[near] {
                        touches[color] = true;
                    }
                }
            }
            regions.touches.push(touches);
        }
        regions
    }

    /// The colour that alone surrounds a region; `None` if both do or no stone does.
    pub fn owner(&self, region: usize) -> Option<Color> {
        match self.touches[region] {
            ByColor { black: true, white: false } => Some(Color::Black),
            ByColor { black: false, white: true } => Some(Color::White),
            _ => None,
        }
    }
}

/// Labels everything connected to `start` through points that `belongs` accepts, and appends it to `points`.
pub(super) fn flood(
    grid: &Grid,
    start: usize,
    label: u16,
    labels: &mut [u16],
    points: &mut Vec<u16>,
    belongs: impl Fn(Option<Color>) -> bool,
) {
    labels[start] = label;
    let mut at = points.len();
    points.push(start as u16);
    while at < points.len() {
        for near in grid.neighbors(points[at] as usize) {
            if labels[near] == NO_LABEL && belongs(grid.cells()[near]) {
                labels[near] = label;
                points.push(near as u16);
            }
        }
        at += 1;
    }
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
