//! Sets of points as rows of bits, compared with the regions of the same board.

use proptest::prelude::*;
use sgf_audit_core::go::{BitBoard, Color, Grid, NO_LABEL, Regions, Size};

proptest! {
    #[test]
    fn floods_are_regions(
        cols in 1u8..=52, rows in 1u8..6,
        cells in prop::collection::vec(0u8..4, 5 * 52),
    ) {
        let mut grid = Grid::new(Size::new(cols, rows).unwrap());
        for (cell, drawn) in grid.cells_mut().iter_mut().zip(cells) {
            *cell = match drawn {
                0 => Some(Color::Black),
                1 => Some(Color::White),
                _ => None,
            };
        }
        let regions = Regions::new(&grid);
        let by_stone = BitBoard::by_stone(&grid);
        let empty = &by_stone[2];
        let mut left = empty.clone();
        let mut found = 0;
        while let Some(first) = left.first() {
            let region = first.flood(empty);
            left = left.difference(&region);
            let places: Vec<usize> = region.places().collect();
            let number = regions.of[places[0]];
            prop_assert!(number != NO_LABEL);
            let points = &regions.points[usize::from(number)];
            prop_assert!(points.iter().map(|&point| usize::from(point)).eq(places.iter().copied()));
            prop_assert_eq!(points.len(), region.count());
            prop_assert_eq!(region.complement().count(), grid.size().area() - region.count());
            for color in Color::BOTH {
                let touches = regions.touches[usize::from(number)][color];
                let near = region.dilate();
                let is_color = |at: usize| grid.cells()[at] == Some(color);
                prop_assert_eq!(near.places().any(is_color), touches);
            }
            let beside = |index: usize| {
                grid.neighbors(index).filter(|near| places.contains(near)).count()
            };
            let two = (0..grid.cells().len()).filter(|&index| beside(index) >= 2);
            prop_assert_eq!(region.two_neighbors().places().collect::<Vec<_>>(), two.collect::<Vec<_>>());
            found += 1;
        }
        prop_assert_eq!(found, regions.points.len());
        for (rows, stone) in by_stone.iter().zip([Some(Color::Black), Some(Color::White), None]) {
            let places = (0..grid.cells().len()).filter(|&place| grid.cells()[place] == stone);
            prop_assert_eq!(rows.places().collect::<Vec<_>>(), places.collect::<Vec<_>>());
        }
    }
}
