//! Times single rooms: the scanner, the board, the judge of repetition, the count.
//!
//! `cargo bench --bench rooms`. All of them work on the same complete game of 361 plays at most, made
//! by a fixed rule, so that figures of different versions can be compared.

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use sgf_audit_core::audit::{AuditOptions, Auditor, audit_bytes};
use sgf_audit_core::go::{Board, Color, Grid, Point, Size, pass_alive};
use sgf_audit_core::rules::{History, find};
use sgf_audit_core::score::{Count, EndOfGame, dead_stones};
use sgf_audit_core::sgf::{Game, Scanner, Text};

fn main() {
    divan::main();
}

/// A game in which the players fill the board in steps of 151 points, leaving their own eyes.
fn game() -> Vec<(Color, Point)> {
    let size = Size::STANDARD;
    let mut board = Board::new(size);
    let mut color = Color::Black;
    let mut moves = Vec::new();
    let mut place = 0;
    while moves.len() < 300 {
        place = (place + 151) % size.area();
        let mut candidates = (0..size.area()).map(|step| size.point((place + step) % size.area()));
        let own_eye = |board: &Board, point| {
            let grid = board.grid();
            grid.neighbors(size.index(point)).all(|near| grid.cells()[near] == Some(color))
        };
        let open = |point: &Point| board.get(*point).is_none() && !own_eye(&board, *point);
        let Some(point) = candidates.find(open) else { break };
        if board.play(color, point).expect("an empty point").suicide == 0 {
            moves.push((color, point));
            color = color.opponent();
        }
    }
    moves
}

fn record() -> Vec<u8> {
    let mut record =
        b"(;GM[1]FF[4]CA[UTF-8]SZ[19]KM[7.5]RU[AGA]PB[Black]PW[White]RE[B+R]\n".to_vec();
    for (color, point) in game() {
        record.push(b';');
        record.push(color.letter() as u8);
        record.push(b'[');
        record.extend(point.sgf());
        record.push(b']');
    }
    record.extend(b")\n");
    record
}

fn final_position() -> Grid {
    let mut board = Board::new(Size::STANDARD);
    for (color, point) in game() {
        board.play(color, point).expect("an empty point");
    }
    board.grid()
}

#[divan::bench]
fn scanner(bencher: Bencher) {
    let record = record();
    let (mut game, mut faults) = (Game::default(), Vec::new());
    bencher.counter(BytesCount::new(record.len())).bench_local(|| {
        let text = Text::new(black_box(&record));
        Scanner::new(&text).next_game(&mut game, &mut faults)
    });
}

#[divan::bench]
fn board(bencher: Bencher) {
    let moves = game();
    let mut board = Board::new(Size::STANDARD);
    bencher.counter(ItemsCount::new(moves.len())).bench_local(|| {
        board.reset(Size::STANDARD);
        for &(color, point) in black_box(&moves) {
            board.play(color, point).expect("an empty point");
        }
        board.key()
    });
}

#[divan::bench]
fn repetition(bencher: Bencher) {
    let moves = game();
    let rules = find("aga").expect("a built-in ruleset");
    let (mut board, mut history) = (Board::new(Size::STANDARD), History::new());
    bencher.counter(ItemsCount::new(moves.len())).bench_local(|| {
        board.reset(Size::STANDARD);
        history.begin(&board, Color::Black);
        for &(color, point) in black_box(&moves) {
            let played = board.play(color, point).expect("an empty point");
            black_box(history.play(rules, color, point, played, &board));
        }
    });
}

#[divan::bench(args = ["aga", "japanese"])]
fn scoring(bencher: Bencher, rules: &str) {
    let grid = final_position();
    let rules = find(rules).expect("a built-in ruleset");
    bencher.bench_local(|| {
        let dead = dead_stones(black_box(&grid), rules, EndOfGame { marks: None, all_alive: true });
        Count::new(&grid, &dead, rules)
    });
}

#[divan::bench]
fn unconditional_life(bencher: Bencher) {
    let grid = final_position();
    bencher.bench_local(|| pass_alive(black_box(&grid), Color::Black));
}

#[divan::bench]
fn whole_audit(bencher: Bencher) {
    let record = record();
    let (options, mut scratch) = (AuditOptions::default(), Auditor::new());
    bencher.counter(BytesCount::new(record.len())).bench_local(|| {
        audit_bytes(black_box(&record), &options, &mut scratch, &mut |audit, _| {
            black_box(audit);
        });
    });
}
