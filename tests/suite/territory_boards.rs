//! Territory, seki and false eyes on small boards.

use sgf_audit_core::go::{Color, Grid, Point, Size};
use sgf_audit_core::score::{Doubt, doubtful_eyes, territory};

use crate::territory::{drawn, owners};

/// Checks what the points of a board count as, without doubts.
fn assert_counts(text: &str, expected: &str) {
    crate::territory::assert_counts(text, expected, &[]);
}

#[test]
fn enclosed_points_and_dead_stones_are_territory() {
    assert_counts(
        ". X . X . O . O
         X X X X . O O O
         . o . X . O x .",
        "bXbX-OwO XXXX-OOO bbbX-Oww",
    );
    let grid = Grid::draw(". X . O .\nX X . O O\n. X . O .").unwrap();
    assert_eq!(territory(&grid, &[]), territory(&grid, &[false; 15]));
}

#[test]
fn a_stone_that_will_be_in_atari_has_to_be_connected() {
    assert_counts(
        ". X . X . X . O .
         X X X X X O O O O
         O O O O O O . O .",
        "bXbXfX-Ow XXXXXOOOO OOOOOOwOw",
    );
}

#[test]
fn one_false_eye_makes_the_next() {
    assert_counts(". X . X . X . O . O .", "sxfxfx-ofos");
}

#[test]
fn a_way_out_over_dame_is_a_connection() {
    let rest = "X . X . X O O O
                X X X X . O . O
                X . X X X O O .
                X X X O O O . O";
    let two = format!("X X X X . O . O\n{rest}");
    assert_counts(&two, "XXXX-OwO XbXbXOOO XXXX-OwO XbXXXOOw XXXOOOwO");
    let one = format!("X X X X O O . O\n{rest}");
    assert_counts(&one, "XXXXOOwO XbXbXOOO XXXX-OwO XbXXXOOw XXXOOOwO");
}

#[test]
fn a_cut_that_stands_in_atari_does_not_threaten() {
    assert_counts(
        "X X X X O O . O
         X . X . X O O O
         X X X X . . O O
         X . X X X O O .
         X X X O O O . O",
        "XXXXOOwO XbXbXOOO XXXX--OO XbXXXOOw XXXOOOwO",
    );
}

#[test]
fn eyes_in_seki_do_not_count() {
    assert_counts(". X . O .\nX X . O O", "sx-os xx-oo");
}

#[test]
fn a_ring_through_two_false_eyes_lives() {
    let ring = "X X X X X X X X X
                X X O O O O O X X
                X X O . O . O X X
                . X O O O O O X .
                X O O O O O O O X
                X X X X X X X X X";
    assert_counts(ring, "XXXXXXXXX XXOOOOOXX XXOwOwOXX bXOOOOOXb XOOOOOOOX XXXXXXXXX");
    let broken = ring.replace("O X .", "O X X");
    assert_counts(&broken, "xxxxxxxxx xxOOOOOxx xxOwOwOxx sxOOOOOxx xOOOOOOOx xxxxxxxxx");
}

#[test]
fn a_stone_on_a_false_point_costs_the_play_that_takes_it() {
    assert_counts(
        ". . . o X O . O
         X X X X O O O O
         . X O O O . O .",
        "bbffXOwO XXXXOOOO bXOOOwOw",
    );
}

#[test]
fn stones_that_live_without_an_eye_take_dame_too() {
    assert_counts(". X . X . O .", "sxfx-os");
    assert_counts(". X . X . O", "sxfx-o");
    assert_counts(". . X .\n. X . O\n. X O .", "bbX- bX-o bXos");
}

#[test]
fn a_capture_costs_the_first_move_in_the_rest_of_the_eye() {
    assert_counts(
        ". . . . o X O . O
         X X X X X O O O O
         O O O O O O O . O",
        "sssffxOwO xxxxxOOOO OOOOOOOwO",
    );
}

#[test]
fn one_large_eye_lives_unless_a_nakade_fills_it() {
    let rest = "O O O O O O X X
                X X X X X X X .
                . X . X X X X X";
    assert_counts(&format!(". . . . . O . X\n{rest}"), "wwwwwO-X OOOOOOXX XXXXXXXb bXbXXXXX");
    let (drawn, doubts) = drawn(&format!(". x x x . O . X\n{rest}"));
    assert_eq!(drawn, "ssssso-X ooooooXX XXXXXXXb bXbXXXXX");
    assert_eq!(doubts, [Doubt::OneEye]);
}

#[test]
fn a_board_that_is_not_played_out_is_unfinished() {
    let (owners, doubts) = drawn(". . . . .\n. . . . .\n. X . O .\nX X . O O\n. X . O .");
    assert_eq!(doubts, [Doubt::Unfinished]);
    // The corner is room enough for a second eye.
    assert_eq!(owners, "----- ----- -X-O- XX-OO bX-Ow");
    assert_eq!(drawn(". . .\n. . .").0, "--- ---");
}

/// A generator of numbers for boards (SplitMix64).
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed ^ (mixed >> 27)
}

#[test]
fn colours_and_axes_make_no_difference_on_any_board() {
    let mut state = 7;
    for _ in 0..300 {
        let (cols, rows) = (1 + random(&mut state) % 9, 1 + random(&mut state) % 9);
        let fill = random(&mut state) % 16;
        let size = Size::new(cols as u8, rows as u8).unwrap();
        let mut grid = Grid::new(size);
        let mut dead = vec![false; size.area()];
        for (cell, dead) in grid.cells_mut().iter_mut().zip(&mut dead) {
            let number = random(&mut state);
            if number % 16 < fill {
                *cell = Some(if number & 256 == 0 { Color::Black } else { Color::White });
                *dead = number & 0x7000 == 0;
            }
        }
        let owner = owners(&territory(&grid, &dead));

        let mut swapped = grid.clone();
        for cell in swapped.cells_mut() {
            *cell = cell.map(Color::opponent);
        }
        let back = owners(&territory(&swapped, &dead));
        let back: Vec<_> = back.into_iter().map(|owner| owner.map(Color::opponent)).collect();
        assert_eq!(owner, back, "{grid}{dead:?}");

        let turned_size = Size::new(rows as u8, cols as u8).unwrap();
        let mut turned = Grid::new(turned_size);
        let mut turned_dead = vec![false; size.area()];
        for point in size.points() {
            let to = Point::new(point.row, point.col);
            turned.set(to, grid.get(point));
            turned_dead[turned_size.index(to)] = dead[size.index(point)];
        }
        let turned = owners(&territory(&turned, &turned_dead));
        for point in size.points() {
            let to = turned_size.index(Point::new(point.row, point.col));
            assert_eq!(owner[size.index(point)], turned[to], "{grid}{dead:?}");
        }
    }
}

#[test]
fn a_board_full_of_hard_spaces_leaves_doubts() {
    let size = Size::new(52, 52).unwrap();
    let mut grid = Grid::new(size);
    let mut dead = vec![false; size.area()];
    // Black rooms of three by three with dead stones in them, one beside the other.
    for point in size.points() {
        let (col, row) = (point.col % 6, point.row % 6);
        let color = if col == 5 || row == 5 || ((1..3).contains(&col) && row == 2) {
            Color::White
        } else if col % 4 == 0 || row % 4 == 0 {
            Color::Black
        } else {
            continue;
        };
        dead[size.index(point)] = row == 2 && (1..3).contains(&col);
        grid.set(point, Some(color));
    }
    let doubts = doubtful_eyes(&grid, &dead);
    assert!(doubts.iter().any(|unclear| unclear.doubt == Doubt::EyeSpace));
}
