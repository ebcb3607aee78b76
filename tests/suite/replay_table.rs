//! What a replay says of short games: passes under each way to end a game, turns, handicap and setup.

use std::fmt::Write;

use sgf_audit_core::go::{ByColor, Color, Size};
use sgf_audit_core::record::RecordedGame;
use sgf_audit_core::replay::{Replay, ReplayRequest, Replayer, Violation};
use sgf_audit_core::rules::find;
use sgf_audit_core::sgf::Text;

use crate::support::first_game;

fn replay(rules: &str, record: &str) -> Replay {
    let text = Text::new(record.as_bytes());
    let game = first_game(&text);
    let mut recorded = RecordedGame::read(&text, &game);
    recorded.size = Size::new(5, 5).expect("a size");
    let rules = find(rules).expect("a ruleset");
    let request = ReplayRequest { record: &recorded, rules, variations: true };
    Replayer::new().replay(&request)
}

/// A game of five stones each, all of them living, and what follows: `b` and `w` pass, `B` and `W` play.
fn with_moves(moves: &str) -> String {
    let mut record = "(;SZ[5]".to_owned();
    for row in ["a", "b", "c", "d", "e"] {
        let _ = write!(record, ";B[c{row}];W[d{row}]");
    }
    let mut points = ["ba", "ea", "bb", "eb", "bc", "ec", "bd", "ed"].into_iter();
    for player in moves.chars() {
        let point = if player.is_uppercase() { points.next().expect("a point") } else { "" };
        let _ = write!(record, ";{}[{point}]", player.to_ascii_uppercase());
    }
    record + ")"
}

/// The violations: the number of the move and its kind.
fn violations(of: &[Violation]) -> String {
    let shown = of.iter().map(|it| format!("{}:{:?}", it.ply.number, it.kind));
    shown.collect::<Vec<_>>().join(" ")
}

fn both<T: std::fmt::Display>(of: ByColor<T>) -> String {
    format!("{}/{}", of.black, of.white)
}

#[test]
fn passes() {
    let mut table = String::new();
    for rules in ["aga", "bga-2007", "japanese", "chinese", "ing", "wmsg", "tromp-taylor"] {
        let _ = writeln!(table, "{rules}");
        for moves in [
            "", "b", "bw", "wb", "bwb", "bwbw", "bwbwb", "bwbwbw", "bWbw", "bWBwb", "bwB", "bwBW",
            "bwBwb", "bwBwbw", "bwBwbwb", "BwbW", "BwbWb", "BwbWbw", "BwbWbwb", "BwbBwb", "bwbwB",
            "bwbwBwb", "BWbb", "BWBB",
        ] {
            let it = replay(rules, &with_moves(moves));
            let letter = |color: Option<Color>| color.map_or('-', |color| color.letter());
            let mut notes = Vec::new();
            notes.extend(it.all_alive.then_some("all alive"));
            notes.extend(it.resumed.then_some("resumed"));
            notes.extend(it.after_end.then_some("after the end"));
            let _ = writeln!(
                table,
                "{moves:8} final {} from {}, first pass {}, passes {}, next {} {} {}",
                it.final_passes,
                letter(it.first_final_pass),
                letter(it.first_pass),
                both(it.tally.passes),
                letter(it.to_move),
                notes.join(", "),
                violations(&it.violations),
            );
        }
    }
    insta::assert_snapshot!(table);
}

#[test]
fn setup_turns_and_handicap() {
    let mut table = String::new();
    for record in [
        "(;C[nothing])",
        "(;AB[aa][bb]AW[cc];B[dd])",
        "(;AB[aa][bb]AW[cc];W[dd])",
        "(;AB[aa][bb]AW[cc]PL[B];W[dd])",
        "(;AB[aa][bb]AW[cc]PL[W];W[dd])",
        "(;AB[aa][bb];W[dd];B[cc])",
        "(;AB[aa][bb];B[dd];W[cc])",
        "(;HA[2]AB[aa][bb];W[dd];B[cc])",
        "(;HA[3]AB[aa][bb];W[dd];B[cc])",
        "(;HA[2];B[aa];B[bb];W[dd];B[cc])",
        "(;HA[2];B[aa];W[];B[bb];W[dd];B[cc])",
        "(;HA[3];B[aa];B[aa];W[dd];B[cc])",
        "(;HA[3];B[aa];B[];B[bb];W[dd];B[cc])",
        "(;HA[3];B[];B[];B[];W[dd];B[cc])",
        "(;B[aa];B[bb];W[dd];B[cc])",
        "(;KM[0.5]HA[0];B[aa];B[bb];W[dd];B[cc])",
        "(;KM[6.5]HA[0];B[aa];B[bb];W[dd];B[cc])",
        "(;AB[aa][aa]AW[aa];B[bb];W[cc])",
        "(;AB[aa][bb];AE[aa];W[dd])",
        "(;B[aa];W[bb];AB[cc];W[dd])",
        "(;B[aa];W[bb];AB[aa];W[dd])",
        "(;B[aa];W[bb];AB[cc]PL[B];B[dd])",
        "(;B[aa];W[bb];AB[cc]PL[B];W[dd])",
        "(;B[aa];W[bb]PL[W];W[dd])",
        "(;B[aa];W[bb]PL[B];B[dd])",
        "(;B[aa]PL[B];W[dd])",
        "(;B[aa];W[bb];B[];W[];AE[aa])",
        "(;B[aa];W[bb];B[];W[];AE[aa][bb];AE[cc])",
        "(;B[aa];W[bb];B[];W[];AE[aa];AB[ee];AW[dd])",
        "(;B[aa];W[bb];B[];AE[aa])",
        "(;B[aa];W[aa];B[bb])",
        "(;B[zz];W[aa];B[a])",
        "(;B[tt];W[aa];B[jj])",
        "(;B[ab];W[aa];B[ba];W[aa];B[ee];AW[bb];B[aa])",
        "(;B[ab]TB[aa];W[ee];B[]TB[aa];W[])",
        "(;B[ab];W[ee]TW[dd];B[];W[])",
        "(;B[ab];W[ee];B[];W[]TB[aa];C[the end])",
        "(;B[ab]W[bb]B[cc];B[dd])",
        "(;B[ab](;W[bb];W[cc])(;W[ab];AB[dd];AW[dd];B[ee]))",
        "(;AB[aa](;AB[aa];W[bb])(;AB[aa]AW[bb];W[bb]))",
    ] {
        for rules in ["aga", "japanese"] {
            let it = replay(rules, record);
            let first_setups = it.first_setups.iter().map(|setup| setup.idle);
            let _ = writeln!(
                table,
                "{record} {rules}\n  moves {} plays {} passes {} illegal {} captured {} initial {} \
                 handicap {} {:?} {} last {:?} next {:?}\n  setups {:?} first {:?} marked {:?} is set up {}\n  \
                 [{}] variations [{}] {:?}",
                it.moves,
                both(it.tally.plays),
                both(it.tally.passes),
                both(it.tally.illegal_moves),
                both(it.tally.captured_from),
                both(it.initial),
                it.handicap.stones,
                it.handicap.by,
                it.handicap.skipped,
                it.last_mover,
                it.to_move,
                it.setups
                    .iter()
                    .map(|s| (s.node, s.changed, s.idle, s.takes_dead))
                    .collect::<Vec<_>>(),
                first_setups.collect::<Vec<_>>(),
                it.marked_node,
                it.is_set_up(),
                violations(&it.violations),
                violations(&it.in_variations.violations),
                it.in_variations.setups.iter().map(|s| (s.changed, s.idle)).collect::<Vec<_>>(),
            );
            let _ = writeln!(table, "{}", it.position);
        }
    }
    insta::assert_snapshot!(table);
}
