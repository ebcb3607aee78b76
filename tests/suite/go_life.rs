//! Unconditional life, compared with its definition.

use std::collections::BTreeSet;

use proptest::prelude::*;
use sgf_audit_core::go::{Color, Grid, Size, pass_alive, pass_dead, stones_without_two_eyes};

fn alive(text: &str, color: Color) -> usize {
    pass_alive(&Grid::draw(text).unwrap(), color).into_iter().filter(|&alive| alive).count()
}

#[test]
fn two_eyes_live_and_one_does_not() {
    assert_eq!(alive(". X . X\nX X X X\n. . . .", Color::Black), 6);
    assert_eq!(alive(". . . X\nX X X X\nO O O O", Color::Black), 0);
    // These two points and no other are next to Black wherever they are empty.
    assert_eq!(alive(". X . X\nX X X X\n. . . .\n. O . .", Color::Black), 6);
}

#[test]
fn an_opposing_stone_in_a_small_eye_does_not_matter() {
    assert_eq!(alive("O . X . X\nX X X X X\n. . . . .", Color::Black), 7);
    // Two empty points, of which one is no liberty of the chain below: not vital.
    assert_eq!(alive(". X . .\nX . . O\nX X X X\nO O O O", Color::Black), 0);
}

#[test]
fn chains_that_share_eyes_live_together() {
    assert_eq!(alive(". X .\nX . X\n. X .", Color::Black), 4);
    // With three corners gone, two of the four chains have one eye, and the others fall with them.
    assert_eq!(alive(". X O\nX . X\nO X O", Color::Black), 0);
    let text = ". X . X .
                X X . X X
                O O O O O";
    assert_eq!(alive(text, Color::Black), 6);
}

/// The stones that KataGo takes off, by name.
fn off(text: &str, suicide: bool) -> String {
    let grid = Grid::draw(text).unwrap();
    let dead = pass_dead(&grid, suicide);
    let points = (0..dead.len()).filter(|&point| dead[point]);
    let names = points.map(|point| grid.size().point(point).name(grid.size()));
    names.collect::<Vec<_>>().join(" ")
}

#[test]
fn stones_without_room_for_an_eye_away_from_living_chains_are_dead() {
    let narrow = ". X . X . .
                  X X X X X X
                  . . . . O X
                  X X X X X X";
    assert_eq!(off(narrow, false), "E2");
    // Of nine points in a square one is next to no living stone; of twelve two are.
    let room = |rows: &str| format!("X X X X X\n{rows}X X X X X\n. X . X .");
    let row = "X . . . X\n";
    assert_eq!(off(&room(&format!("{row}X . O . X\n{row}")), false), "C4");
    assert_eq!(off(&room(&format!("{row}X . O . X\n{row}{row}")), false), "");
    // One eye proves nothing.
    assert_eq!(off("O . X O\nX X X O", false), "");
    assert_eq!(off("O O . X\n. X X X", false), "");
}

#[test]
fn where_a_chain_may_take_itself_off_its_points_are_no_eye_either() {
    let text = "O O . X . X
                O X X X X X";
    assert_eq!(off(text, false), "A2 B2 A1");
    assert_eq!(off(text, true), "");
}

type Set = BTreeSet<usize>;

/// The points connected to a point through points that `belongs` accepts.
fn connected(grid: &Grid, start: usize, belongs: &dyn Fn(usize) -> bool) -> Set {
    let mut set = Set::from([start]);
    loop {
        let near = set.iter().flat_map(|&point| grid.neighbors(point));
        let wider: Set = set.iter().copied().chain(near.filter(|&p| belongs(p))).collect();
        if wider == set {
            return set;
        }
        set = wider;
    }
}

fn next_to(grid: &Grid, point: usize, set: &Set) -> bool {
    grid.neighbors(point).any(|near| set.contains(&near))
}

/// Benson's definition word by word: the stones of the largest set of chains of which each has two
/// vital regions that only chains of the set enclose.
fn slowly_alive(grid: &Grid, color: Color) -> Vec<bool> {
    let own = |point: usize| grid.cells()[point] == Some(color);
    let area = 0..grid.cells().len();
    let sets = |wanted: bool| -> BTreeSet<Set> {
        let points = area.clone().filter(|&point| own(point) == wanted);
        points.map(|point| connected(grid, point, &|p| own(p) == wanted)).collect()
    };
    let (mut chains, mut regions) = (sets(true), sets(false));
    loop {
        let is_vital = |region: &Set, chain: &Set| {
            let mut empty = region.iter().filter(|&&p| grid.cells()[p].is_none()).peekable();
            empty.peek().is_some() && empty.all(|&point| next_to(grid, point, chain))
        };
        let before = (chains.len(), regions.len());
        chains.retain(|chain| regions.iter().filter(|r| is_vital(r, chain)).count() >= 2);
        let stones: Set = chains.iter().flatten().copied().collect();
        regions.retain(|region| {
            let around = region.iter().flat_map(|&point| grid.neighbors(point));
            around.filter(|&near| own(near)).all(|near| stones.contains(&near))
        });
        if (chains.len(), regions.len()) == before {
            return area.clone().map(|point| stones.contains(&point)).collect();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn life_is_as_benson_defines_it(cells in prop::collection::vec(0u8..5, 5 * 6)) {
        let mut grid = Grid::new(Size::new(6, 5).unwrap());
        for (cell, kind) in grid.cells_mut().iter_mut().zip(cells) {
            *cell = [None, Some(Color::Black), Some(Color::Black), Some(Color::White), None]
                [usize::from(kind)];
        }
        let weak = stones_without_two_eyes(&grid);
        for color in Color::BOTH {
            let alive = pass_alive(&grid, color);
            prop_assert_eq!(&alive, &slowly_alive(&grid, color));
            prop_assert!(weak[color].is_none_or(|stone| !alive[stone]));
        }
    }
}
