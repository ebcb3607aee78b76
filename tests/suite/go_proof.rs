//! Proofs of life and death, compared with play on small boards.

use std::collections::{HashMap, HashSet};

use sgf_audit_core::go::{Board, Color, Grid, Point, Proofs, Size, pass_alive};

use crate::support::size;

/// The dead stones of a drawing, drawn.
fn dead(text: &str) -> String {
    let grid = Grid::draw(text).unwrap();
    let proofs = Proofs::new(&grid, false);
    let points = (0..proofs.dead.len()).filter(|&point| proofs.dead[point]);
    points.map(|point| grid.size().point(point).name(grid.size())).collect::<Vec<_>>().join(" ")
}

#[test]
fn stones_without_room_for_two_eyes_are_dead() {
    let two_eyes = ". X . X O . . .
                    X X X X O O . .
                    . . O X . O . O
                    X X X X . O O .";
    assert_eq!(dead(two_eyes), "C2");
    // The same with a cut: Black lives without the corner no more.
    assert_eq!(dead(&two_eyes.replacen(". X . X", "O X . X", 1)), "A4 C2");
    assert_eq!(dead(&two_eyes.replacen(". X . X", "X X X X", 1)), "");
}

#[test]
fn room_for_two_eyes_is_not_proved() {
    let room = "X X X X X X X
                X . . . . . X
                X . . . . O X
                X . . . . . X
                X X X X X X X
                . X . X . X .";
    assert_eq!(dead(room), "");
    // The inner points are three in a row, and the outer ones are next to living stones.
    let narrow = "X X X X X X
                  X . . . . X
                  X . . O . X
                  X X X X X X
                  . X . X . X";
    assert_eq!(dead(narrow), "D3");
    // The two corners are inner points, and apart: two eyes. A living stone takes one away.
    let corners = ". . . X . . .
                   . O O O O O .
                   O O O O O O O
                   O O . O . O O
                   O O O O O O O";
    assert_eq!(dead(corners), "");
    assert_eq!(dead(&corners.replacen(". O", "O O", 1)), "D5");
}

#[test]
fn an_eye_that_is_needed_must_be_filled_safely() {
    // Black needs the room at the top; all of it is next to his chain, or it isn't.
    assert_eq!(dead("O . X .\nX X X X"), "A2");
    assert_eq!(dead("O O . X .\nO X X X X\nX X X X X"), "");
}

/// The colour's plays, but for suicide and the retaking of a ko: position and ko after each.
fn plays(grid: &Grid, color: Color, ko: Option<Point>) -> Vec<(Grid, Option<Point>)> {
    let mut plays = Vec::new();
    for point in grid.size().points() {
        if grid.get(point).is_some() || ko == Some(point) {
            continue;
        }
        let mut board = Board::from_grid(grid);
        let played = board.play(color, point).expect("an empty point");
        if played.suicide == 0 {
            let single = played.one_for_one && board.liberties(point) == 1;
            let ko = if single { board.removed().first().map(|stone| stone.point()) } else { None };
            plays.push((board.grid(), ko));
        }
    }
    plays
}

/// Every position that `color` can reach by playing alone, up to a number.
fn alone(grid: &Grid, color: Color, most: usize) -> Vec<Grid> {
    let mut found = vec![grid.clone()];
    let mut seen = HashSet::from([found[0].cells().to_vec()]);
    let mut at = 0;
    while at < found.len() && found.len() < most {
        for (next, _) in plays(&found[at], color, None) {
            if seen.insert(next.cells().to_vec()) {
                found.push(next);
            }
        }
        at += 1;
    }
    found
}

/// Whether `color`, moving second, takes every stone of the opponent in `room` whatever he does;
/// `None` if that takes more than `most` positions to tell.
fn takes_all(grid: &Grid, color: Color, room: &[bool], most: usize) -> Option<bool> {
    type State = (Grid, Option<Point>, Color);
    let key = |(grid, ko, turn): &State| (grid.cells().to_vec(), *ko, *turn);
    let mut states: Vec<State> = vec![(grid.clone(), None, color.opponent())];
    let mut number = HashMap::from([(key(&states[0]), 0)]);
    let mut before: Vec<Vec<usize>> = vec![Vec::new()];
    let (mut open, mut won) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < states.len() {
        if states.len() > most {
            return None;
        }
        let (grid, ko, turn) = states[at].clone();
        let cleared =
            room.iter().zip(grid.cells()).all(|(r, c)| !r || *c != Some(color.opponent()));
        let mut next = Vec::new();
        if cleared {
            won.push(at);
        } else {
            next = plays(&grid, turn, ko);
            next.push((grid, None));
        }
        open.push(match (cleared, turn == color) {
            (true, _) => 0,
            (false, true) => 1,
            (false, false) => next.len(),
        });
        for (grid, ko) in next {
            let state = (grid, ko, turn.opponent());
            let to = *number.entry(key(&state)).or_insert_with(|| {
                states.push(state);
                before.push(Vec::new());
                states.len() - 1
            });
            before[to].push(at);
        }
        at += 1;
    }
    let mut at = 0;
    while at < won.len() {
        for &earlier in &before[won[at]] {
            if open[earlier] > 0 {
                open[earlier] -= 1;
                if open[earlier] == 0 {
                    won.push(earlier);
                }
            }
        }
        at += 1;
    }
    Some(won.contains(&0))
}

fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed ^ (mixed >> 27)
}

/// A small board with a wall of `color` and stones thrown on it, without captured chains.
fn board(state: &mut u64) -> Grid {
    let (cols, rows) = [(4, 4), (5, 3), (5, 4), (9, 1), (7, 2)][random(state) as usize % 5];
    let mut board = Board::new(Size::new(cols, rows).unwrap());
    let wall = if random(state).is_multiple_of(2) { Color::Black } else { Color::White };
    for _ in 0..40 {
        let number = random(state) >> 20;
        let point = board.size().point(number as usize % board.size().area());
        let color = if number >> 32 & 3 == 0 { wall.opponent() } else { wall };
        let before = board.clone();
        if board.play(color, point).is_some_and(|played| played.suicide > 0) {
            board = before;
        }
    }
    board.grid()
}

#[test]
fn proofs_hold_on_small_boards() {
    let mut state = 11;
    let (mut lived, mut died) = (0, 0);
    for _ in 0..size(200, 600) {
        let grid = board(&mut state);
        let proofs = Proofs::new(&grid, false);
        assert!(!proofs.alive.iter().zip(&proofs.dead).any(|(a, d)| *a && *d), "{grid}");
        for color in Color::BOTH {
            let of = |point: &usize| grid.cells()[*point] == Some(color);
            let points = || (0..grid.cells().len()).filter(of);
            let safe: Vec<usize> = points().filter(|&p| proofs.alive[p]).collect();
            let dead: Vec<usize> = points().filter(|&p| proofs.dead[p]).collect();
            if !safe.is_empty() {
                lived += 1;
                for after in alone(&grid, color.opponent(), 100) {
                    assert!(safe.iter().all(|&p| after.cells()[p] == Some(color)), "{grid}");
                }
            }
            if dead.is_empty() {
                continue;
            }
            died += 1;
            // The dead stones' room: what is connected to them past the living stones.
            let mut room = vec![false; grid.cells().len()];
            let mut todo = dead.clone();
            while let Some(point) = todo.pop() {
                if !proofs.alive[point] && !std::mem::replace(&mut room[point], true) {
                    todo.extend(grid.neighbors(point));
                }
            }
            for after in alone(&grid, color, 100) {
                let alive = pass_alive(&after, color);
                assert!(room.iter().zip(alive).all(|(r, a)| !(*r && a)), "{grid}{after}");
            }
            assert_ne!(takes_all(&grid, color.opponent(), &room, 3_000), Some(false), "{grid}");
        }
    }
    assert!(lived > size(33, 100) && died > size(6, 20), "{lived} {died}");
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(size(500, 2000)))]
    #[test]
    fn a_look_agrees_with_the_proof(
        cells in proptest::collection::vec(0u8..5, 5 * 6),
        suicide: bool,
    ) {
        let mut grid = Grid::new(Size::new(6, 5).unwrap());
        for (cell, kind) in grid.cells_mut().iter_mut().zip(cells) {
            *cell = [None, Some(Color::Black), Some(Color::White), Some(Color::Black), None]
                [usize::from(kind)];
        }
        // Chains without a liberty don't stay on a board.
        for points in sgf_audit_core::go::Chains::new(&grid).points.iter() {
            let mut near = points.iter().flat_map(|&point| grid.neighbors(usize::from(point)));
            if !near.any(|near| grid.cells()[near].is_none()) {
                points.iter().for_each(|&point| grid.cells_mut()[usize::from(point)] = None);
            }
        }
        let proofs = Proofs::new(&grid, suicide);
        let proved = |point: usize| proofs.alive[point] || proofs.dead[point];
        let all = (0..30).all(|point| grid.cells()[point].is_none() || proved(point));
        proptest::prop_assert!(!all || !Proofs::cannot_be_complete(&grid));
    }
}

#[test]
fn three_points_away_from_living_stones_cannot_be_complete() {
    let hopeless = |text: &str| Proofs::cannot_be_complete(&Grid::draw(text).unwrap());
    assert!(hopeless(". . . . .\n. X . O .\n. . . . ."));
    // Black lives; in his corner no living stone is next to one point, to two, to three of them.
    let lives = "X X X X X X\n. X . X . X";
    assert!(!hopeless(&format!("O . X X X X\n. X X X X X\n{lives}")));
    assert!(!hopeless(&format!("O . . X X X\n. X X X X X\n{lives}")));
    assert!(!hopeless(&format!("O . . X X X\n. . X X X X\n{lives}")));
    assert!(hopeless(&format!("O . . . X X\n. . . X X X\nX X X X X X\n{lives}")));
    assert!(hopeless(&format!("O . . . X X\n. . . X X X\n. X X X X X\n{lives}")));
}
