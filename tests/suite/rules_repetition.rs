//! Which plays repeat a position, under each kind of superko.

use proptest::prelude::*;
use sgf_audit_core::audit::{AuditOptions, FindingKind};
use sgf_audit_core::go::Color::{self, Black, White};
use sgf_audit_core::go::{Board, Grid, Key, Point, Size};
use sgf_audit_core::rules::{BUILT_IN, History, PositionNumber, Repeat, Ruleset, Superko, find};

use crate::support::{audit_game_with, under};

/// Plays `moves` (colour, point, or `None` for a pass) and returns what each play repeats.
fn judge(
    mut history: History,
    drawing: &str,
    rules: &Ruleset,
    first: Color,
    moves: &[(Color, Option<&str>)],
) -> Vec<Repeat> {
    let grid = Grid::draw(drawing).unwrap();
    let mut board = Board::from_grid(&grid);
    history.begin(&board, first);
    let mut repeats = Vec::new();
    for &(color, name) in moves {
        let Some(name) = name else {
            history.pass(color);
            continue;
        };
        let point = Point::from_name(name, grid.size()).unwrap();
        let played = board.play(color, point).expect("an empty point");
        repeats.push(history.play(rules, color, point, played, &board));
    }
    repeats
}

fn with_superko(superko: Superko) -> Ruleset {
    let mut rules = BUILT_IN[0].clone();
    rules.ko.value = false;
    rules.superko.value = superko;
    rules
}

const KO: &str = ". X O .
                  X . X O
                  . X O .
                  . . . .";

#[test]
fn an_immediate_retake_is_a_ko() {
    let moves = [(White, Some("B3")), (Black, Some("C3"))];
    for rules in &BUILT_IN {
        let repeats = judge(History::new(), KO, rules, White, &moves);
        // Where only what players made counts, the initial position may come again.
        let superko = rules.superko.value;
        let made_only = [Superko::NaturalSituational, Superko::SituationalAfterMoves];
        let second = if !rules.ko.value && made_only.contains(&superko) {
            Repeat::Nothing
        } else {
            Repeat::Ko(PositionNumber(0))
        };
        assert_eq!(repeats, [Repeat::Nothing, second], "{}", rules.id);
    }
}

#[test]
fn a_retake_after_an_exchange_is_fine() {
    let moves = [
        (White, Some("B3")),
        (Black, Some("A1")),
        (White, Some("D1")),
        (Black, Some("C3")),
        (White, Some("B1")),
        (Black, Some("C1")),
        (White, Some("B3")),
    ];
    for rules in &BUILT_IN {
        let repeats = judge(History::new(), KO, rules, White, &moves);
        assert!(repeats.iter().all(|&r| r == Repeat::Nothing), "{}", rules.id);
    }
}

#[test]
fn passes_tell_the_kinds_of_superko_apart() {
    // White takes, both pass, Black retakes: the initial position, with White to move, recurs.
    let moves = [(White, Some("B3")), (Black, None), (White, None), (Black, Some("C3"))];
    let repeated = |superko| judge(History::new(), KO, &with_superko(superko), White, &moves)[1];
    assert_eq!(repeated(Superko::Positional), Repeat::Superko(PositionNumber(0)));
    assert_eq!(repeated(Superko::Situational), Repeat::Superko(PositionNumber(0)));
    // The initial position is after nobody's move, and nobody played it.
    assert_eq!(repeated(Superko::SituationalAfterMoves), Repeat::Nothing);
    assert_eq!(repeated(Superko::NaturalSituational), Repeat::Nothing);
    assert_eq!(repeated(Superko::None), Repeat::Allowed(PositionNumber(0)));
}

#[test]
fn the_player_to_move_makes_the_situation() {
    // The same, but Black was to move in the initial position and passed: White to move occurred.
    let moves =
        [(Black, None), (White, Some("B3")), (Black, None), (White, None), (Black, Some("C3"))];
    let rules = with_superko(Superko::SituationalAfterMoves);
    assert_eq!(
        judge(History::new(), KO, &rules, Black, &moves)[1],
        Repeat::Superko(PositionNumber(1))
    );
    // Two passes make the initial situation anew: this time after a move.
    let moves = [
        (White, None),
        (Black, None),
        (White, Some("B3")),
        (Black, None),
        (White, None),
        (Black, Some("C3")),
    ];
    assert_eq!(
        judge(History::new(), KO, &rules, White, &moves)[1],
        Repeat::Superko(PositionNumber(2))
    );
    // With one pass fewer it would be White's turn before and Black's now.
    let moves = [(White, Some("B3")), (Black, None), (White, None), (Black, Some("C3"))];
    let rules = with_superko(Superko::Situational);
    assert_eq!(judge(History::new(), KO, &rules, Black, &moves)[1], Repeat::Nothing);
    let rules = with_superko(Superko::Positional);
    assert_eq!(
        judge(History::new(), KO, &rules, Black, &moves)[1],
        Repeat::Superko(PositionNumber(0))
    );
}

#[test]
fn single_stone_suicide_repeats_the_position_not_the_situation() {
    let drawing = ". O .
                   O O .
                   . . .";
    let moves = [(Black, Some("A3"))];
    let repeated =
        |superko| judge(History::new(), drawing, &with_superko(superko), Black, &moves)[0];
    assert_eq!(repeated(Superko::Positional), Repeat::Superko(PositionNumber(0)));
    assert_eq!(repeated(Superko::Situational), Repeat::Nothing);
}

#[test]
fn colliding_keys_make_no_repetition() {
    let moves: Vec<_> = ["A1", "B1", "C1", "D1", "A3", "B3", "C3", "D3"]
        .iter()
        .enumerate()
        .map(|(i, name)| (if i % 2 == 0 { White } else { Black }, Some(*name)))
        .collect();
    let rules = find("tromp-taylor").unwrap();
    let empty = ". . . .\n. . . .\n. . . .\n. . . .";
    let repeats = judge(History::with_key_bits(0), empty, rules, White, &moves);
    assert!(repeats.iter().all(|&repeat| repeat == Repeat::Nothing));
    let moves = [(White, Some("B3")), (Black, Some("C3"))];
    let repeats = judge(History::with_key_bits(0), KO, rules, White, &moves);
    assert_eq!(repeats[1], Repeat::Ko(PositionNumber(0)));
}

#[test]
fn long_games_find_positions_far_back() {
    // Two kos apart from each other, taken and retaken: every position recurs, at any distance.
    let mut history = History::new();
    let grid = Grid::draw(". X O .\nX . X O\n. X O .\n. . . .").unwrap();
    let mut board = Board::from_grid(&grid);
    history.begin(&board, White);
    let rules = with_superko(Superko::None);
    let (take, retake) = (Point::new(1, 1), Point::new(2, 1));
    for round in 0..2000u32 {
        for (color, point) in [(White, take), (Black, retake)] {
            let played = board.play(color, point).expect("an empty point");
            let repeat = history.play(&rules, color, point, played, &board);
            if round > 0 {
                assert!(
                    matches!(repeat, Repeat::Allowed(PositionNumber(n)) if n == history.moves() - 2)
                );
            }
        }
    }
}

#[test]
fn one_players_stones_stand_there_too() {
    for drawing in ["X . X\n. . .\n. . X", ". O\n. .", ". . . .\n"] {
        let grid = Grid::draw(drawing).unwrap();
        let board = Board::from_grid(&grid);
        let mut history = History::new();
        history.begin(&board, White);
        let there = grid.size().points().filter_map(|point| Some((point, board.get(point)?)));
        assert!(history.stones().eq(there), "{drawing}");
    }
}

proptest! {
    /// Random plays on boards so small that positions recur, against a list of all positions.
    #[test]
    fn agrees_with_a_list_of_positions(
        cols in 1u8..4, rows in 1u8..4,
        plays in prop::collection::vec((any::<bool>(), 0u8..3, 0u8..3), 0..200),
        bits in prop_oneof![Just(Key::MAX), Just(3)],
    ) {
        let rules = with_superko(Superko::Positional);
        let mut board = Board::new(Size::new(cols, rows).unwrap());
        let mut history = History::with_key_bits(bits);
        history.begin(&board, Black);
        let mut all = vec![board.grid()];
        for (black, col, row) in plays {
            let color = if black { Black } else { White };
            let point = Point::new(col % cols, row % rows);
            if board.get(point).is_some() {
                continue;
            }
            let played = board.play(color, point).expect("an empty point");
            let repeat = history.play(&rules, color, point, played, &board);
            let grid = board.grid();
            let latest = all.iter().rposition(|other| *other == grid);
            match repeat {
                Repeat::Nothing => prop_assert_eq!(latest, None),
                Repeat::Ko(since) | Repeat::Superko(since) => {
                    prop_assert_eq!(latest, Some(since.0 as usize));
                }
                Repeat::Allowed(_) => prop_assert!(false),
            }
            all.push(grid);
        }
    }
}

proptest! {
    /// Going back and playing something else is as if the rest hadn't been played.
    #[test]
    fn rewinding_leaves_nothing_behind(
        cols in 1u8..4, rows in 1u8..4,
        before in prop::collection::vec((any::<bool>(), 0u8..4, 0u8..3), 0..60),
        taken_back in prop::collection::vec((any::<bool>(), 0u8..4, 0u8..3), 0..60),
        after in prop::collection::vec((any::<bool>(), 0u8..4, 0u8..3), 0..60),
    ) {
        let rules = with_superko(Superko::None);
        let mut board = Board::new(Size::new(cols, rows).unwrap());
        // A move, of which a column too many means a pass.
        let step = |history: &mut History, board: &mut Board, (black, col, row)| {
            let color = if black { Black } else { White };
            let point = Point::new(col % cols, row % rows);
            if col == 3 || board.get(point).is_some() {
                history.pass(color);
                return Repeat::Nothing;
            }
            let played = board.play(color, point).expect("an empty point");
            history.play(&rules, color, point, played, board)
        };
        let (mut straight, mut history) = (History::new(), History::new());
        straight.begin(&board, Black);
        history.begin(&board, Black);
        for &plan in &before {
            let mut copy = board.clone();
            step(&mut straight, &mut copy, plan);
            step(&mut history, &mut board, plan);
        }
        let (mark, kept) = (history.checkpoint(), board.clone());
        for &plan in &taken_back {
            step(&mut history, &mut board, plan);
        }
        history.rewind(mark);
        board.clone_from(&kept);
        for &plan in &after {
            let mut copy = board.clone();
            let expected = step(&mut straight, &mut copy, plan);
            prop_assert_eq!(step(&mut history, &mut board, plan), expected);
            let stones: Vec<_> = history.stones().collect();
            let there = board.size().points();
            let there: Vec<_> = there.filter_map(|p| Some((p, board.get(p)?))).collect();
            prop_assert_eq!(stones, there);
            prop_assert_eq!(history.moves(), straight.moves());
            prop_assert_eq!(history.changed_points(), straight.changed_points());
        }
    }
}

#[test]
fn a_position_that_was_set_up_counts_from_then_on() {
    let mut history = History::new();
    let mut board = Board::new(Size::new(4, 4).unwrap());
    history.begin(&board, Black);
    board = Board::from_grid(&Grid::draw(KO).unwrap());
    history.set_up(&board, White);
    let rules = with_superko(Superko::Positional);
    let mut play = |color, point| {
        let played = board.play(color, point).expect("an empty point");
        history.play(&rules, color, point, played, &board)
    };
    assert_eq!(play(White, Point::new(1, 1)), Repeat::Nothing);
    assert_eq!(play(Black, Point::new(2, 1)), Repeat::Ko(PositionNumber(0)));
}

/// The initial situation has the player to move who does move first, unless PL or the handicap names one (A91 6, B07 3).
#[test]
fn the_initial_situation_is_the_first_players() {
    let superko = |record: &str| {
        let options = AuditOptions { variations: true, ..under(find("aga").unwrap()) };
        let kinds = audit_game_with(record, &options).findings.into_iter().map(|of| of.kind);
        kinds.filter(|&kind| kind == FindingKind::Superko).count()
    };
    for (record, expected) in [
        // White moves first, and it is Black's turn when the initial stones come again.
        ("(;SZ[3:1]AB[aa]AW[ca];W[ba];B[aa];W[ca])", 0),
        ("(;SZ[3:1]AB[aa]AW[ca]PL[B];W[ba];B[aa];W[ca])", 1),
        // White moves first, and it is White's turn again.
        ("(;SZ[4:1]AB[aa][ca];W[ba];B[];W[];B[aa])", 1),
        ("(;SZ[4:1]AB[aa][ca]PL[B];W[ba];B[];W[];B[aa])", 0),
        ("(;SZ[4:1]HA[2]AB[aa][ca];W[ba];B[];W[];B[aa])", 1),
        ("(;SZ[3:1]AB[aa];W[ca];B[];W[ba];B[aa])", 1),
        // The same after a setup within the game, and in both of two variations.
        ("(;SZ[3:1];B[ba];W[];AE[ba]AB[aa]AW[ca];W[ba];B[aa];W[ca])", 0),
        ("(;SZ[3:1];B[ba];W[];AE[ba]AB[aa]AW[ca]PL[B];W[ba];B[aa];W[ca])", 1),
        ("(;SZ[4:1];B[ba];W[];AE[ba]AB[aa][ca];W[ba];B[];W[];B[aa])", 1),
        ("(;SZ[4:1]AB[aa][ca](;W[ba];B[];W[];B[aa])(;W[ba];B[];W[];B[aa]))", 2),
        ("(;SZ[4:1];B[ba];W[];AE[ba]AB[aa][ca](;B[ba])(;W[ba];B[];W[];B[aa]))", 1),
    ] {
        assert_eq!(superko(record), expected, "{record}");
    }
}
