//! The count of a final position.

use proptest::prelude::*;
use sgf_audit_core::go::{ByColor, Color, Grid, Point, Size};
use sgf_audit_core::record::RecordedGame;
use sgf_audit_core::replay::{ReplayRequest, Replayer};
use sgf_audit_core::rules::{BUILT_IN, DeadStones, Ruleset, find};
use sgf_audit_core::score::{
    Count, EndOfGame, Marks, TerritoryFrom, completed_passes, dead_stones, stated_dead_stones,
};
use sgf_audit_core::sgf::Text;

use crate::support::first_game;

/// Number of passes missing at the end of these moves.
fn missing(moves: &str, rules: &str) -> ByColor<u32> {
    let record = format!("(;SZ[9]{moves})");
    let text = Text::new(record.as_bytes());
    let game = first_game(&text);
    let rules = find(rules).unwrap();
    let record = RecordedGame::read(&text, &game);
    let replay =
        Replayer::new().replay(&ReplayRequest { record: &record, rules, variations: false });
    completed_passes(&replay, rules)
}

#[test]
fn white_moves_last_where_the_ruleset_asks_for_it() {
    // After Black's last stone White, Black and White pass; after White's Black and White.
    assert_eq!(missing(";B[aa]", "aga"), [1, 2]);
    assert_eq!(missing(";B[aa];W[bb]", "aga"), [1, 1]);
    assert_eq!(missing(";B[aa];W[]", "aga"), [1, 1]);
    assert_eq!(missing(";B[aa];W[];B[]", "aga"), [0, 1]);
    assert_eq!(missing(";B[aa];W[bb];B[];W[]", "aga"), [0, 0]);
    assert_eq!(missing("AB[aa][bb]", "aga"), [1, 2]);
    assert_eq!(missing("", "aga"), [1, 1]);
}

#[test]
fn two_passes_are_enough_elsewhere() {
    for rules in ["japanese", "chinese", "tromp-taylor"] {
        assert_eq!(missing(";B[aa];W[];B[]", rules), [0, 0], "{rules}");
        assert_eq!(missing(";B[aa]", rules), [1, 1], "{rules}");
    }
}

#[test]
fn marks_are_the_territory_only_where_eyes_in_seki_do_not_count() {
    // Two chains of one eye each share a liberty in the top row.
    let grid = Grid::draw(
        ". X . O . O X
         X X X O O O X
         O O O X X X X
         . . O X . . .",
    )
    .unwrap();
    let marks = Marks::new(
        &grid,
        [4, 5, 6].map(|col| Point::new(col, 3)),
        [0, 1].map(|col| Point::new(col, 3)),
    );
    let territory = |rules: &str| {
        let rules = find(rules).unwrap();
        let dead = dead_stones(&grid, rules, EndOfGame::marked(&marks));
        let count = Count::with_marks(&grid, &dead, rules, Some(&marks), TerritoryFrom::Marks);
        (count.territory, count.dame)
    };
    assert_eq!(territory("japanese"), ([3, 2].into(), 3));
    assert_eq!(territory("aga"), ([4, 3].into(), 1));
}

#[test]
fn a_false_eye_holds_a_stone_where_stones_count() {
    let grid = Grid::draw(
        ". X . X . X . O .
         X X X X X O O O O
         O O O O O O . O .",
    )
    .unwrap();
    let territory = |rules: &Ruleset| {
        let dead = dead_stones(&grid, rules, EndOfGame::default());
        Count::new(&grid, &dead, rules).territory
    };
    let mut stones = find("stone-scoring").unwrap().clone();
    assert_eq!(territory(&stones), [3, 3]);
    stones.seki_eyes.value = false;
    assert_eq!(territory(&stones), [3, 3]);
    assert_eq!(territory(find("japanese").unwrap()), [2, 3]);
}

/// The areas by every ruleset whose dead stones are those that the players agree on.
fn areas(grid: &Grid, dead: &[Point]) -> Vec<ByColor<u32>> {
    let agreed = BUILT_IN.iter().filter(|rules| rules.dead_stones.value == DeadStones::Agreed);
    let area =
        |rules: &Ruleset| Count::new(grid, &stated_dead_stones(grid, rules, dead), rules).areas();
    agreed.map(area).collect()
}

#[test]
fn area_counts_what_territory_leaves_out() {
    // Black has a false eye at E3.
    let grid = Grid::draw(
        ". X . X . X . O .
         X X X X X O O O O
         O O O O O O . O .",
    )
    .unwrap();
    let dead = dead_stones(&grid, find("japanese").unwrap(), EndOfGame::default());
    let count = Count::new(&grid, &dead, find("japanese").unwrap());
    assert_eq!((count.territory, count.areas()), ([2, 3].into(), [11, 15].into()));
    assert!(areas(&grid, &[]).iter().all(|area| *area == [11, 15]));
}

proptest! {
    #[test]
    fn area_is_the_same_whatever_counts_as_territory(cells in prop::collection::vec(0u8..9, 6 * 6)) {
        let mut grid = Grid::new(Size::new(6, 6).unwrap());
        for (cell, kind) in grid.cells_mut().iter_mut().zip(&cells) {
            *cell = [None, Some(Color::Black), Some(Color::White)][usize::from(kind % 3)];
        }
        let size = grid.size();
        let dead: Vec<Point> = (0..36).filter(|&at| cells[at] > 7).map(|at| size.point(at)).collect();
        let areas = areas(&grid, &dead);
        prop_assert!(areas.iter().all(|area| *area == areas[0]), "{} {:?}", grid, areas);
    }
}
