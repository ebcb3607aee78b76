//! Random games under every ruleset: the program against the slow rules, move by move and in the count.
//!
//! `SGF_AUDIT_SLOW=1000000 cargo test --release --test suite random_games -- --nocapture` plays at least so
//! many moves under each ruleset and says how long it took.

use std::time::Instant;

use sgf_audit_core::rules::BUILT_IN;

use crate::reference::differential::{Boards, Random, Seen, compare};
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
