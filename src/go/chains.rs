//! Chains of stones and regions of empty points of a finished position.

use super::by_color::ByColor;
use super::grid::Grid;
use super::point::Color;
use super::point_lists::PointLists;

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
    #[must_use]
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
    #[must_use]
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
    #[must_use]
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
