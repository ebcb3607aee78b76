//! Life and death that can be proved by looking: unconditional life, and death inside it.

use super::grid::Grid;
use super::life::{EnclosedRegions, pass_alive, stones_without_two_eyes};
use super::point::Color;

/// What can be proved of the stones of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proofs {
    /// By point: a stone that can't be captured even if its owner passes for ever.
    pub alive: Vec<bool>,
    /// By point: a stone that can be captured, and whose owner can't prevent it by anything that he
    /// plays there.
    pub dead: Vec<bool>,
}

impl Proofs {
    /// Looks for both colours' unconditional life (Benson) and for stones that are dead inside it.
    /// `suicide` says whether a player may take his own chain of several stones off the board.
    #[must_use]
    pub fn new(grid: &Grid, suicide: bool) -> Self {
        let area = grid.cells().len();
        let mut proofs = Self { alive: vec![false; area], dead: vec![false; area] };
        for color in Color::BOTH {
            let enclosures = EnclosedRegions::new(grid, color, suicide);
            let alive = enclosures.alive(None);
            if alive.contains(&true) {
                dead_within(grid, color, &enclosures, &alive, &mut proofs.dead);
            }
            for (proved, alive) in proofs.alive.iter_mut().zip(alive) {
                *proved |= alive;
            }
        }
        proofs
    }

    /// Whether one look at a position shows that not every stone in it can be proved alive or dead: some
    /// stone hasn't two eyes of its own, and living stones leave its opponent's area too wide for a
    /// proof of its death. Takes a small part of the time of a proof.
    #[must_use]
    pub fn cannot_be_complete(grid: &Grid) -> bool {
        let stones = stones_without_two_eyes(grid);
        let weak =
            || stones.iter().filter_map(|(color, stone)| Some(((*stone)?, color.opponent())));
        // What is too wide even if all stones around it live needs no search for those that do.
        weak().any(|(stone, living)| is_wide(grid, stone, |at| grid.cells()[at] == Some(living)))
            || weak().any(|(stone, living)| {
                let alive = pass_alive(grid, living);
                is_wide(grid, stone, |at| alive[at])
            })
    }
}

/// Whether the part of the board that a stone is in, if living stones bound it, has three points or more
/// that none of them is next to: of three, two are apart.
fn is_wide(grid: &Grid, stone: usize, lives: impl Fn(usize) -> bool) -> bool {
    let mut seen = vec![false; grid.cells().len()];
    seen[stone] = true;
    // Mostly few points show it.
    let mut part = Vec::with_capacity(64);
    part.push(stone);
    let (mut at, mut inner) = (0, 0);
    while at < part.len() && inner < 3 {
        inner += u32::from(!grid.neighbors(part[at]).any(&lives));
        for near in grid.neighbors(part[at]) {
            if !lives(near) && !std::mem::replace(&mut seen[near], true) {
                part.push(near);
            }
        }
        at += 1;
    }
    inner >= 3
}

/// Marks the opponent's stones that are dead inside the unconditionally living stones U of `color`.
///
/// Let R be a connected part of the board without U, and I those of its points, whatever stands there,
/// that aren't next to U. Stones of the opponent in R are dead if
///
/// 1. no two points of I are apart, that is, neither the same nor next to each other; and
/// 2. U lives without an eye in R; or each chain of U for which R is a vital region has every point of
///    R next to it.
///
/// For U can't be captured, so nothing connects R with the rest of the board, and an eye of the
/// opponent in R, being next to none of U's stones, lies in I: two eyes would be two points of I that
/// are apart. So he never lives there with two eyes, even if he moves all the time.
///
/// And `color` can take what he has there. Let it play on points of R next to U, or to stones connected
/// to U. These stones are never captured: a chain that doesn't need R has its eyes elsewhere, and by 2
/// a chain that needs R has all empty points of R as liberties, of which `color` takes the last only by
/// capturing all that stands in R. So those plays come to an end, and then the empty points of R are
/// all in I: one point, or two that are next to each other. Every chain of the opponent in R has its
/// liberties there; a play on one of them takes them all, or is answered by the other, after which the
/// first takes them. Where the opponent has just taken a ko there, `color` passes once: the opponent
/// can't fill his own last liberty.
fn dead_within(
    grid: &Grid,
    color: Color,
    enclosures: &EnclosedRegions,
    alive: &[bool],
    dead: &mut [bool],
) {
    let mut seen = alive.to_vec();
    let mut part = Vec::new();
    for start in 0..seen.len() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        part.clear();
        part.push(start);
        let mut at = 0;
        while at < part.len() {
            for near in grid.neighbors(part[at]) {
                if !std::mem::replace(&mut seen[near], true) {
                    part.push(near);
                }
            }
            at += 1;
        }
        let opposing = |&point: &usize| grid.cells()[point] == Some(color.opponent());
        if part.iter().any(opposing)
            && no_two_eyes(grid, &part, alive)
            && lives_without(grid, color, enclosures, &part, alive)
        {
            for point in part.iter().copied().filter(|point| opposing(point)) {
                dead[point] = true;
            }
        }
    }
}

/// Whether of the points of a part that aren't next to living stones no two are apart.
fn no_two_eyes(grid: &Grid, part: &[usize], alive: &[bool]) -> bool {
    let mut inner =
        part.iter().copied().filter(|&point| !grid.neighbors(point).any(|near| alive[near]));
    match (inner.next(), inner.next(), inner.next()) {
        (Some(a), Some(b), None) => grid.neighbors(a).any(|near| near == b),
        (_, None, _) => true,
        _ => false,
    }
}

/// Whether the living stones don't need an eye in a part, or are next to all of it where they do.
fn lives_without(
    grid: &Grid,
    color: Color,
    enclosures: &EnclosedRegions,
    part: &[usize],
    alive: &[bool],
) -> bool {
    if part.iter().any(|&point| grid.cells()[point] == Some(color)) {
        // Regions that stones enclose which may fall are nobody's eyes.
        return true;
    }
    let Some((number, region)) = enclosures.region(part[0]) else { return false };
    region.vital.iter().all(|chain| region.fully_adjacent.contains(chain))
        || enclosures.alive(Some(number)) == alive
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;
    use crate::go::{Board, Point, Size, pass_alive};

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
            let played = board.play(color, point);
            if played.suicide == 0 {
                let single = played.one_for_one && board.liberties(point) == 1;
                let ko =
                    if single { board.removed().first().map(|stone| stone.point()) } else { None };
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
            if board.get(point).is_none() && board.play(color, point).suicide > 0 {
                board = before;
            }
        }
        board.grid()
    }

    #[test]
    fn proofs_hold_on_small_boards() {
        let mut state = 11;
        let (mut lived, mut died) = (0, 0);
        for _ in 0..600 {
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
        assert!(lived > 100 && died > 20, "{lived} {died}");
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(2000))]
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
            for points in crate::go::Chains::new(&grid).points {
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
}
