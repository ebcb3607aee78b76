//! Random games under every ruleset: the program against the slow rules, move by move and in the count.
//!
//! `SGF_AUDIT_SLOW=1000000 cargo test --release --test suite random_games -- --nocapture` plays at least so
//! many moves under each ruleset and says how long it took.

use std::time::Instant;

use sgf_audit_core::go::{Color, Point};
use sgf_audit_core::replay::Turns;
use sgf_audit_core::rules::{self, BUILT_IN};

use crate::reference::differential::{
    Boards, Choices, Random, Seen, compare, compare_moves, grid, set_up,
};
use crate::reference::rulesets::rules_of;
use crate::reference::{Game, Player, Position, Rules, Suicide, Superko};
use crate::support::size;

/// Of so many games one is on an odd board, and of so many one on a large one.
const ODD: u64 = 4;
const LARGE: u64 = 40;

#[test]
fn the_program_agrees_with_the_slow_rules() {
    let moves = std::env::var("SGF_AUDIT_SLOW").ok();
    let moves = moves.map_or(size(300, 1_500), |moves| moves.parse().expect("a number of moves"));
    println!(
        "| ruleset | games | moves | taken | suicides | ko | superko | repeated | counts | s |"
    );
    let mut all = Seen::default();
    for (place, ruleset) in BUILT_IN.iter().enumerate() {
        let begun = Instant::now();
        let mut seen = Seen::default();
        let mut random = Random(place as u64);
        while seen.moves < moves {
            let boards = match seen.games {
                games if games % LARGE == LARGE - 1 => Boards::Large,
                games if games % ODD == ODD - 1 => Boards::Odd,
                _ => Boards::Small,
            };
            let most = if boards == Boards::Large { 60 } else { 150 };
            compare(&mut random, boards, ruleset, most, &mut seen);
        }
        println!(
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {:.1} |",
            ruleset.id,
            seen.games,
            seen.moves,
            seen.captures,
            seen.suicides,
            seen.kos,
            seen.superkos,
            seen.repetitions,
            seen.counts,
            begun.elapsed().as_secs_f64()
        );
        all.suicides += seen.suicides;
        all.kos += seen.kos;
        all.superkos += seen.superkos;
        all.repetitions += seen.repetitions;
        all.occupied += seen.occupied;
        all.out_of_turn += seen.out_of_turn;
    }
    // A comparison in which nothing happens says nothing.
    let rare =
        [all.suicides, all.kos, all.superkos, all.repetitions, all.occupied, all.out_of_turn];
    assert!(rare.iter().all(|&times| times > size(20, 100)), "{all:?}");
}

/// Every kind of repetition with every kind of suicide, some of which no built-in ruleset may have.
#[test]
fn rules_of_every_kind_agree_with_the_slow_rules() {
    let mut random = Random(3);
    let mut seen = Seen::default();
    for (superko, slow_superko) in [
        (rules::Superko::None, Superko::None),
        (rules::Superko::Positional, Superko::Positional),
        (rules::Superko::Situational, Superko::Situational),
        (rules::Superko::SituationalAfterMoves, Superko::SituationalAfterMoves),
        (rules::Superko::NaturalSituational, Superko::NaturalSituational),
    ] {
        for (suicide, slow_suicide) in [
            (rules::Suicide::Forbidden, Suicide::Forbidden),
            (rules::Suicide::MultiStone, Suicide::MultiStone),
            (rules::Suicide::Allowed, Suicide::Allowed),
        ] {
            // The other kinds forbid an immediate retake by themselves, or nearly so.
            let simple_ko =
                matches!(superko, rules::Superko::None | rules::Superko::NaturalSituational);
            let mut ruleset = BUILT_IN[0].clone();
            ruleset.ko.value = simple_ko;
            ruleset.superko.value = superko;
            ruleset.suicide.value = suicide;
            let (superko, suicide) = (slow_superko, slow_suicide);
            let slow = Rules { simple_ko, superko, suicide, asked_resumption: false };
            for _ in 0..size(12, 200) {
                compare_moves(&mut random, Boards::Small, (&ruleset, slow), 90, &mut seen);
            }
        }
    }
    assert!(seen.superkos > 50 && seen.suicides > 50 && seen.kos > 50, "{seen:?}");
}

/// Boards up to the widest, and small ones on which positions come again.
const BOARDS: [(u8, u8, usize); 8] = [
    (2, 2, 40),
    (3, 2, 60),
    (1, 5, 40),
    (4, 4, 80),
    (9, 9, 20),
    (16, 3, 20),
    (19, 5, 12),
    (52, 2, 12),
];

#[test]
fn legal_points_are_those_of_the_slow_rules() {
    let (mut forbidden, mut kos, mut no_kos) = (0, 0, 0);
    let mut random = Random(7);
    for ruleset in &BUILT_IN {
        for (cols, rows, most) in BOARDS.into_iter().flat_map(|board| vec![board; size(1, 8)]) {
            let mut start = Position::empty(cols, rows);
            let stones = random.below(usize::from(cols) * usize::from(rows)).unwrap_or(0);
            set_up(&mut random, &mut start, stones);
            let mut turns = Turns::new(ruleset, &grid(&start), Color::Black);
            let mut game = Game::new(rules_of(&ruleset.id), start, Player::Black);
            let mut single = None;
            for number in 0..most {
                let mut points = game.position().points();
                points.sort_unstable_by_key(|&(col, row)| (row, col));
                let color = [Color::Black, Color::White][number % 2];
                let expected: Vec<u8> =
                    points.iter().map(|&point| u8::from(game.may_play(point))).collect();
                let mut legal = vec![9; points.len()];
                turns.legal(color, &mut legal);
                assert_eq!(
                    legal,
                    expected,
                    "{}: {color} in {:?}",
                    ruleset.id,
                    turns.board().grid()
                );
                let ko = single.filter(|&(by, taken)| is_ko(game.position(), by, taken));
                let ko = ko.filter(|&(_, taken)| !game.may_play(taken));
                assert_eq!(
                    turns.ko(color),
                    ko.map(|(_, (col, row))| Point::new(col, row)),
                    "{}: {color} in {:?}",
                    ruleset.id,
                    turns.board().grid()
                );
                kos += usize::from(ko.is_some());
                no_kos += usize::from(
                    ko.is_none() && single.is_some_and(|(_, taken)| !game.may_play(taken)),
                );
                let empty =
                    points.iter().filter(|point| !game.position().stones.contains_key(point));
                forbidden += empty.count() - expected.iter().filter(|&&legal| legal == 1).count();
                let open: Vec<_> = (0..points.len()).filter(|&at| legal[at] == 1).collect();
                let chosen = random.below(open.len() + 1).and_then(|at| open.get(at));
                let point = chosen.map(|&at| points[at]);
                turns.make(color, point.map(|(col, row)| Point::new(col, row)));
                let before = game.position().stones.clone();
                let player = game.to_move();
                game.make(player, point);
                let gone = before.iter().filter(|(point, owner)| {
                    **owner != player && !game.position().stones.contains_key(point)
                });
                let gone: Vec<_> = gone.map(|(&point, _)| point).collect();
                single = point.filter(|_| gone.len() == 1).map(|by| (by, gone[0]));
            }
        }
    }
    assert!(forbidden > 1000 && kos > 20 && no_kos > 20, "{forbidden} {kos} {no_kos}");
}

/// Whether a stone that took a single one is alone, and its only liberty is the point of that one.
fn is_ko(position: &Position, by: (u8, u8), taken: (u8, u8)) -> bool {
    let alone = position.connected(by).len() == 1;
    let mut free = position.adjacent(by).filter(|point| !position.stones.contains_key(point));
    alone && free.next() == Some(taken) && free.next().is_none()
}
