//! The dead stones of a final position.

use sgf_audit_core::go::{Grid, Point};
use sgf_audit_core::rules::{find, parse_ru};
use sgf_audit_core::score::{EndOfGame, Evidence, Marks, Undecided, dead_stones};

const SETTLED: &str = ". X X O O .
                       X X X O O O
                       . X O O . O
                       X X O . O O";

#[test]
fn marks_kill_whole_chains() {
    let grid = Grid::draw(". X O .\nX X O O\n. X O X\nX . O X").unwrap();
    let marks = Marks::new(&grid, [Point::new(0, 0)], [Point::new(3, 2), Point::new(3, 0)]);
    let dead = dead_stones(&grid, find("aga").unwrap(), EndOfGame::marked(&marks));
    assert!(marks.show_territory(&grid, &dead.stones));
    assert_eq!((dead.source, dead.count), (Evidence::Marked, [2, 0].into()));
    assert!(dead.stones[15] && dead.stones[11]);
}

#[test]
fn played_out_means_no_doubt_is_left() {
    let aga = find("aga").unwrap();
    let settled = Grid::draw(SETTLED).unwrap();
    assert_eq!(dead_stones(&settled, aga, EndOfGame::default()).source, Evidence::PlayedOut);
    let open = Grid::draw(". X . O .\nX X . O O\n. . . . .").unwrap();
    assert_eq!(dead_stones(&open, aga, EndOfGame::default()).source, Evidence::Undecided);
    assert_eq!(
        dead_stones(&open, aga, EndOfGame { marks: None, all_alive: true }).source,
        Evidence::PlayedOut
    );
    let tromp_taylor = find("tromp-taylor").unwrap();
    assert_eq!(dead_stones(&open, tromp_taylor, EndOfGame::default()).source, Evidence::PlayedOut);
}

#[test]
fn marks_that_leave_out_what_is_surely_territory_only_name_dead_stones() {
    let grid = Grid::draw(". X . X O O .\nX X X X O O O\n. . O X O . .\nX X X X O O O").unwrap();
    let point = Point::new;
    let black = [point(0, 0), point(2, 0), point(0, 2), point(1, 2), point(2, 2)];
    let white = [point(6, 0), point(5, 2), point(6, 2)];
    let left_out = |black: &[Point], white: &[Point]| {
        let marks = Marks::new(&grid, black.iter().copied(), white.iter().copied());
        let dead = dead_stones(&grid, find("japanese").unwrap(), EndOfGame::marked(&marks));
        let left_out = marks.left_out(&grid, &dead.stones);
        assert_eq!(marks.show_territory(&grid, &dead.stones), left_out.is_empty());
        left_out
    };
    assert_eq!(left_out(&black, &white), [] as [usize; 0]);
    assert_eq!(left_out(&black[1..], &white), [0]);
    assert_eq!(left_out(&black, &white[1..]), [6]);
    assert_eq!(left_out(&black, &[]), [6, 19, 20]);
    // One eye, or none that is sure: points may have to be filled.
    let one = Grid::draw(". X . O\nX X O .\n. X O O").unwrap();
    let marks = Marks::new(&one, [point(0, 0)], []);
    assert_eq!(marks.left_out(&one, &[false; 12]), [8]);
    let open = Grid::draw(". X O .\nX X O O\n. O O .").unwrap();
    let marks = Marks::new(&open, [point(0, 0)], [point(3, 0), point(3, 2)]);
    assert_eq!(marks.left_out(&open, &[false; 12]), [] as [usize; 0]);
}

#[test]
fn marks_are_the_agreement_that_four_passes_would_do_without() {
    let grid = Grid::draw(". X . X O O\nX X X X O .\n. . O X O O\nX X X X O .").unwrap();
    let marks = Marks::new(&grid, [Point::new(2, 2)], []);
    let dead = |rules| {
        dead_stones(&grid, find(rules).unwrap(), EndOfGame { marks: Some(&marks), all_alive: true })
    };
    assert_eq!((dead("aga").source, dead("aga").count), (Evidence::Marked, [0, 1].into()));
    assert_eq!((dead("wmsg").source, dead("wmsg").count), (Evidence::PlayedOut, [0, 0].into()));
}

#[test]
fn a_chain_whose_liberties_are_all_marked_is_dead() {
    let grid = Grid::draw(". . . X\n. O . X\n. . . X\nX X X X").unwrap();
    let territory =
        grid.size().points().filter(|&point| grid.get(point).is_none()).collect::<Vec<_>>();
    let marks = Marks::new(&grid, territory.iter().copied(), []);
    let aga = find("aga").unwrap();
    assert_eq!(dead_stones(&grid, aga, EndOfGame::marked(&marks)).count, [0, 1]);
    let all_but_one = Marks::new(&grid, territory[1..].iter().copied().filter(|p| p.col != 1), []);
    assert_eq!(dead_stones(&grid, aga, EndOfGame::marked(&all_but_one)).count, [0, 0]);
}

#[test]
fn contradicting_marks_decide_nothing() {
    let grid = Grid::draw(SETTLED).unwrap();
    let corner = Point::new(0, 0);
    let marks = Marks::new(&grid, [corner], [corner]);
    let dead = dead_stones(&grid, find("aga").unwrap(), EndOfGame::marked(&marks));
    assert_eq!(dead.undecided, Some(Undecided::MarksContradict));
}

#[test]
fn stones_of_one_colour_prove_nothing() {
    let aga = find("aga").unwrap();
    for alone in [". X .\nX . X\n. X .", ". O .\nO . O\n. O ."] {
        let dead = dead_stones(&Grid::draw(alone).unwrap(), aga, EndOfGame::default());
        assert_eq!(dead.undecided, Some(Undecided::NoLivingStone), "{alone}");
    }
}

#[test]
fn no_stone_is_dead_where_there_is_none() {
    let dead =
        dead_stones(&Grid::draw(". . .").unwrap(), find("aga").unwrap(), EndOfGame::default());
    assert_eq!((dead.source, dead.undecided), (Evidence::PlayedOut, None));
}

#[test]
fn a_proof_needs_every_stone_and_names_the_dead() {
    let aga = find("aga").unwrap();
    let grid = Grid::draw(
        ". X . X O O
         X X X X O .
         . . O X O O
         X X X X O .",
    )
    .unwrap();
    let dead = dead_stones(&grid, aga, EndOfGame::default());
    assert_eq!((dead.source, dead.count, dead.undecided), (Evidence::Proven, [0, 1].into(), None));
    assert_eq!(dead.describe_evidence(), "proved");
    let points: Vec<usize> = (0..24).filter(|&point| dead.stones[point]).collect();
    assert_eq!(points, [14]);
    // White's chain has one eye only: nothing is known of it.
    let open = Grid::draw(
        ". X . X O O
         X X X X O .
         . . O X O O
         X X X X O O",
    )
    .unwrap();
    let dead = dead_stones(&open, aga, EndOfGame::default());
    assert_eq!((dead.source, dead.count), (Evidence::Undecided, [0, 0].into()));
}

#[test]
fn what_is_dead_inside_unconditional_life_comes_off_and_all_else_stands() {
    let katago = parse_ru("koPOSITIONALscoreAREAtaxNONEsui1").unwrap();
    // White's stone at C2 is dead inside two eyes; nothing is proved of those on the right.
    let grid = Grid::draw(
        ". X . X O .
         X X X X O .
         . . O X O X
         X X X X O .",
    )
    .unwrap();
    let marks = Marks::new(&grid, [], [Point::new(5, 2)]);
    for marks in [None, Some(&marks)] {
        let dead = dead_stones(&grid, katago, EndOfGame { marks, all_alive: false });
        assert_eq!(
            (dead.source, dead.count, dead.undecided),
            (Evidence::Proven, [0, 1].into(), None)
        );
    }
    let open = Grid::draw("X . O .").unwrap();
    assert_eq!(dead_stones(&open, katago, EndOfGame::default()).source, Evidence::PlayedOut);
}

#[test]
fn a_proof_asks_whether_suicide_is_allowed() {
    // Black lives without either side, but not without both. Where White may take his own stones
    // off, neither side is an eye.
    let grid = Grid::draw(
        "O O . X . X . O O
         O O . X X X . O O
         X X X X X X X X X",
    )
    .unwrap();
    let proved = |rules: &str| {
        let dead = dead_stones(&grid, find(rules).unwrap(), EndOfGame::default());
        (dead.source, dead.count)
    };
    assert_eq!(proved("aga"), (Evidence::Proven, [0, 8].into()));
    assert_eq!(proved("new-zealand"), (Evidence::Undecided, [0, 0].into()));
}

#[test]
fn reasons_are_words_of_their_own() {
    use Undecided::{
        AfterEnd, MarksContradict, NoAnswer, NoLivingStone, NoMarks, Unfinished, Unsure,
    };
    let all = [NoMarks, MarksContradict, AfterEnd, Unfinished, NoLivingStone, Unsure, NoAnswer];
    let words: std::collections::BTreeSet<&str> = all.map(Undecided::name).into();
    assert_eq!(words.len(), all.len());
    assert_eq!(Unfinished.name(), "not finished");
}
