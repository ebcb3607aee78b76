//! Tests of the judge of repetition that look inside it.

use proptest::prelude::*;

use super::*;
use crate::go::{Grid, Size};
use crate::rules::find;

const KO: &str = ". X O .
                  X . X O
                  . X O .
                  . . . .";
use Color::{Black, White};

#[test]
fn rewinding_forgets() {
    let grid = Grid::draw(KO).unwrap();
    let rules = find("aga").unwrap();
    let mut history = History::new();
    let mut board = Board::from_grid(&grid);
    history.begin(&board, White);
    let start = history.checkpoint();
    let play = |history: &mut History, board: &mut Board, color, name| {
        let point = Point::from_name(name, grid.size()).unwrap();
        let played = board.play_unchecked(color, point);
        history.play(rules, color, point, played, board)
    };
    play(&mut history, &mut board, White, "B3");
    let taken = history.checkpoint();
    assert_eq!(play(&mut history, &mut board, Black, "C3"), Repeat::Ko(PositionNumber(0)));
    history.rewind(taken);
    let mut board = Board::new(grid.size());
    board.set_up(history.stones().map(|(point, color)| (point, Some(color))));
    assert_eq!(board.key(), history.key);
    assert_eq!(play(&mut history, &mut board, Black, "A1"), Repeat::Nothing);
    // After a setup the ko may be retaken: no earlier position counts.
    history.rewind(taken);
    let mut board = Board::new(grid.size());
    board.set_up(history.stones().map(|(point, color)| (point, Some(color))));
    history.set_up(&board, Black);
    assert_eq!(play(&mut history, &mut board, Black, "C3"), Repeat::Nothing);
    history.rewind(start);
    assert_eq!(history.stones().count(), 7);
    assert_eq!(history.moves(), 0);
}

#[test]
fn positions_with_equal_numbers_of_stones_are_distinguished() {
    // Ten kos, taken one at a time in the order of a Gray code: all positions have the same number of stones, and
    // none recurs before all others have occurred.
    let ko = KO.lines().map(|line| line.trim().replace(' ', ""));
    let rows: Vec<String> = ko.map(|row| row.repeat(10)).collect();
    let mut board = Board::from_grid(&Grid::draw(&rows.join("\n")).unwrap());
    let mut history = History::new();
    history.begin(&board, White);
    let rules = find("japanese").unwrap();
    let mut taken = [false; 10];
    for number in 1..=1024u32 {
        let ko = (number.trailing_zeros() as usize).min(9);
        let (color, col) = if taken[ko] { (Black, 2) } else { (White, 1) };
        taken[ko] ^= true;
        let point = Point::new(4 * ko as u8 + col, 1);
        let played = board.play_unchecked(color, point);
        assert_eq!(played.captured, 1);
        let repeat = history.play(rules, color, point, played, &board);
        let expected =
            if number < 1024 { Repeat::Nothing } else { Repeat::Allowed(PositionNumber(0)) };
        assert_eq!(repeat, expected, "{number}");
    }
    assert!(history.by_key.previous.len() > 512);
}

proptest! {
    /// A run of plays has the same effect as each of them placed and judged by itself.
    #[test]
    fn a_run_is_its_plays_one_by_one(
        cols in 1u8..5, rows in 1u8..5,
        plays in prop::collection::vec((prop::bool::weighted(0.1), 0u8..5, 0u8..4), 0..200),
        bits in prop_oneof![Just(Key::MAX), Just(3)],
    ) {
        let rules = find("aga").unwrap();
        let size = Size::new(cols, rows).unwrap();
        let (mut board, mut slow_board) = (Board::new(size), Board::new(size));
        let (mut history, mut slow) = (History::with_key_bits(bits), History::with_key_bits(bits));
        history.begin(&board, Black);
        slow.begin(&slow_board, Black);
        // Mostly in turn; a point off the board means a node without a play.
        let mut color = White;
        let stones: Vec<Option<Stone>> = plays
            .into_iter()
            .map(|(again, col, row)| {
                color = if again { color } else { color.opponent() };
                (col < cols && row < rows).then(|| Stone::new(color, Point::new(col, row)))
            })
            .collect();
        let mut done = 0;
        let mut turn = Black;
        while done < stones.len() {
            let down = history.extend_run(&mut board, turn, &stones[done..], |&stone| stone);
            for number in 0..down.number {
                let Some(stone) = stones[done] else { unreachable!("it was put down") };
                done += 1;
                prop_assert_eq!(stone.color(), turn);
                let played = slow_board.play_unchecked(turn, stone.point());
                let last = number + 1 == down.number;
                prop_assert_eq!(played != Played::default(), last && down.takes);
                let judged = slow.play(rules, turn, stone.point(), played, &slow_board);
                if last && down.takes {
                    let taken = board.remove_captured(turn, stone.point());
                    prop_assert_eq!(taken, played);
                    let judged_too = history.play(rules, turn, stone.point(), taken, &board);
                    prop_assert_eq!(judged_too, judged);
                } else {
                    prop_assert_eq!(judged, Repeat::Nothing);
                }
                turn = turn.opponent();
            }
            if down.number > 0 {
                continue;
            }
            // The play that stopped it is tried alone if possible.
            if let Some(stone) = stones[done]
                && board.is_empty(stone.point())
            {
                turn = stone.color();
                let played = board.play_unchecked(turn, stone.point());
                prop_assert_eq!(slow_board.play_unchecked(turn, stone.point()), played);
                prop_assert_eq!(
                    history.play(rules, turn, stone.point(), played, &board),
                    slow.play(rules, turn, stone.point(), played, &slow_board)
                );
                turn = turn.opponent();
            }
            done += 1;
        }
        prop_assert_eq!(history.positions.len(), slow.positions.len());
        for changes in 0..=slow.positions.len() {
            prop_assert_eq!(history.positions.after(changes), slow.positions.after(changes));
        }
        prop_assert_eq!(&history.situations, &slow.situations);
        prop_assert_eq!(board.grid(), slow_board.grid());
        prop_assert_eq!(board.key(), Board::from_grid(&board.grid()).key());
    }
}

#[test]
fn long_games_can_be_taken_back() {
    // Enough situations that an index is made, with moves taken back now and then.
    let mut state = 1u64;
    let mut random = move |below: u64| {
        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        (state >> 33) % below
    };
    let size = Size::new(3, 2).unwrap();
    let rules = find("japanese").unwrap();
    let (mut straight, mut history) = (History::new(), History::new());
    let (mut board, mut allowed) = (Board::new(size), 0);
    straight.begin(&board, Black);
    history.begin(&board, Black);
    let play = |history: &mut History, board: &mut Board, number: u64| {
        let color = if number.is_multiple_of(2) { Black } else { White };
        let point = size.point(number as usize / 2 % size.area());
        if board.get(point).is_some() {
            history.pass(color);
            return None;
        }
        let played = board.play_unchecked(color, point);
        Some(history.play(rules, color, point, played, board))
    };
    for round in 0..2500 {
        if round > 1000 && round % 5 == 0 {
            let (mark, mut astray) = (history.checkpoint(), board.clone());
            for _ in 0..random(12) {
                play(&mut history, &mut astray, random(1000));
            }
            history.rewind(mark);
        }
        let number = random(1000);
        let expected = play(&mut straight, &mut board.clone(), number);
        assert_eq!(play(&mut history, &mut board, number), expected, "{round}");
        allowed += u32::from(matches!(expected, Some(Repeat::Allowed(_))));
    }
    assert!(
        history.by_key.previous.len() > 1024 && allowed > 500,
        "{} {allowed}",
        history.by_key.previous.len()
    );
}
