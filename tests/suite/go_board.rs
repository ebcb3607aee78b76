//! Plays, captures and setup on a board.

use proptest::prelude::*;
use sgf_audit_core::go::{Board, Color, Grid, Key, Played, Point, Size, point_key};

fn board(text: &str) -> Board {
    Board::from_grid(&Grid::draw(text).unwrap())
}

fn key_from_scratch(grid: &Grid) -> Key {
    let stones = grid.size().points().filter_map(|point| Some(point_key(grid.get(point)?, point)));
    stones.fold(0, |key, stone| key ^ stone)
}

fn drawn(board: &Board) -> String {
    board.grid().to_string()
}

fn normal(text: &str) -> String {
    Grid::draw(text).unwrap().to_string()
}

#[test]
fn captures_a_chain_and_counts_it() {
    let mut b = board(
        ". X X .
         X O O .
         . X X .",
    );
    let played = b.play(Color::Black, Point::new(3, 1)).expect("an empty point");
    assert_eq!((played.captured, played.suicide), (2, 0));
    assert_eq!(drawn(&b), normal(". X X .\nX . . X\n. X X ."));
    assert_eq!(b.key(), key_from_scratch(&b.grid()));
}

#[test]
fn captures_before_looking_at_its_own_liberties() {
    for (drawing, captured, one_for_one) in [
        (". O X\nO O X\nX X .", 3, false),
        (". O X\nO X X\nX X .", 2, false),
        (". O X\nO X .\n. . .", 1, true),
    ] {
        let played = board(drawing).play(Color::Black, Point::new(0, 0));
        assert_eq!(played, Some(Played { captured, suicide: 0, one_for_one }), "{drawing}");
    }
}

#[test]
fn takes_off_a_suicide() {
    let mut b = board(
        ". X O
         X X O
         O O .",
    );
    let played = b.play(Color::Black, Point::new(0, 0)).expect("an empty point");
    assert_eq!((played.captured, played.suicide, played.one_for_one), (0, 4, false));
    assert_eq!(b.stones(Color::Black), 0);
    assert_eq!(b.liberties(Point::new(0, 2)), 3);
}

#[test]
fn one_point_board() {
    let mut b = Board::new(Size::new(1, 1).unwrap());
    let played = b.play(Color::Black, Point::new(0, 0)).expect("an empty point");
    assert_eq!((played.suicide, b.key()), (1, 0));
}

#[test]
fn refuses_what_is_no_empty_point() {
    let mut b = board("X .\n. O");
    let before = b.key();
    for point in [Point::new(0, 0), Point::new(1, 1), Point::new(2, 0), Point::new(0, 51)] {
        assert_eq!(b.play(Color::White, point), None);
    }
    assert_eq!(b.key(), before);
}

#[test]
fn edge_column_does_not_join_rows() {
    let b = board(
        ". . X
         X . .",
    );
    assert_eq!(b.liberties(Point::new(2, 0)), 2);
}

#[test]
fn set_up_changes_only_what_differs() {
    let mut b = board("X O\n. .");
    let changed = b.set_up([
        (Point::new(0, 0), Some(Color::White)),
        (Point::new(1, 0), Some(Color::White)),
        (Point::new(1, 1), None),
    ]);
    assert_eq!(changed, 1);
    assert_eq!(b.key(), key_from_scratch(&b.grid()));
}

/// Plays on a grid by flood fill; returns the numbers of captured and of own stones taken off.
fn slow_play(grid: &mut Grid, color: Color, point: Point) -> (u32, u32) {
    grid.set(point, Some(color));
    let mut removed = [0, 0];
    for (i, victim) in [color.opponent(), color].into_iter().enumerate() {
        let before = grid.clone();
        for p in grid.size().points() {
            if before.get(p) == Some(victim) && !has_liberty(&before, p) {
                grid.set(p, None);
                removed[i] += 1;
            }
        }
    }
    (removed[0], removed[1])
}

fn has_liberty(grid: &Grid, point: Point) -> bool {
    let color = grid.get(point);
    let mut seen = vec![grid.size().index(point)];
    let mut at = 0;
    while at < seen.len() {
        for near in grid.neighbors(seen[at]) {
            if grid.cells()[near].is_none() {
                return true;
            }
            if grid.cells()[near] == color && !seen.contains(&near) {
                seen.push(near);
            }
        }
        at += 1;
    }
    false
}

proptest! {
    #[test]
    fn agrees_with_flood_fill(
        cols in 1u8..=7, rows in 1u8..=7,
        plays in prop::collection::vec((any::<bool>(), 0u8..7, 0u8..7), 0..300),
    ) {
        let size = Size::new(cols, rows).unwrap();
        let mut fast = Board::new(size);
        let mut slow = Grid::new(size);
        for (black, col, row) in plays {
            let point = Point::new(col % cols, row % rows);
            let color = if black { Color::Black } else { Color::White };
            let Some(played) = fast.play(color, point) else {
                prop_assert!(slow.get(point).is_some());
                continue;
            };
            let removed = slow_play(&mut slow, color, point);
            prop_assert_eq!((played.captured, played.suicide), removed);
            let is_own = |near: usize| slow.cells()[near] == Some(color);
            let alone = slow.get(point).is_some() && !slow.neighbors(size.index(point)).any(is_own);
            prop_assert_eq!(played.one_for_one, alone && played.captured == 1);
            prop_assert_eq!(fast.removed().len() as u32, removed.0 + removed.1);
            prop_assert_eq!(&fast.grid(), &slow);
            prop_assert_eq!(fast.key(), key_from_scratch(&slow));
            for color in Color::BOTH {
                let count = slow.cells().iter().filter(|&&c| c == Some(color)).count();
                prop_assert_eq!(fast.stones(color) as usize, count);
            }
            let rebuilt = Board::from_grid(&slow);
            for p in size.points() {
                prop_assert_eq!(fast.liberties(p), rebuilt.liberties(p));
            }
        }
    }
}

#[test]
fn an_empty_point_has_no_chain() {
    let b = board(". X .\n. . .");
    assert_eq!(b.liberties(Point::new(0, 0)), 0);
    assert_eq!(b.liberties(Point::new(1, 0)), 3);
}

#[test]
fn a_board_that_was_larger_is_as_a_new_one() {
    let mut used = Board::new(Size::new(9, 9).unwrap());
    for (cols, rows) in [(5, 3), (1, 1), (3, 7), (2, 2), (9, 1), (4, 4), (1, 6), (8, 9)] {
        // Stones wherever the larger board had places.
        used.reset(Size::new(9, 9).unwrap());
        used.set_up(used.size().points().map(|point| (point, Some(Color::White))));
        let size = Size::new(cols, rows).unwrap();
        used.reset(size);
        let mut new = Board::new(size);
        for (number, point) in size.points().chain(size.points()).enumerate() {
            let color = [Color::Black, Color::White, Color::White][number % 3];
            if new.get(point).is_none() {
                assert_eq!(used.play(color, point), new.play(color, point), "{size}");
                assert_eq!(used.grid(), new.grid());
                assert_eq!(used.liberties(point), new.liberties(point));
            }
        }
    }
}
