//! A finished game, counted slowly.

use std::collections::BTreeSet;

use super::rulesets::{Counting, PLAYERS};
use super::{Game, Player, Point, Position};

/// What a game counts to: White's points less Black's, komi aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Living stones by player.
    pub stones: [usize; 2],
    /// Points surrounded, by player.
    pub territory: [usize; 2],
    /// Stones of each player that the other one holds, those of added passes included.
    pub lost: [usize; 2],
    /// Moves of each player, the handicap as one and the added passes included.
    pub moved: [usize; 2],
    /// Passes that were added.
    pub added: [usize; 2],
    pub area_margin: i64,
    pub territory_margin: i64,
    pub margin: i64,
}

fn lead(of: impl Fn(Player) -> usize) -> i64 {
    of(Player::White) as i64 - of(Player::Black) as i64
}

/// "Both players remove all their dead stones; they become prisoners" (A91 9).
fn without(position: &Position, dead: &BTreeSet<Point>) -> (Position, [usize; 2]) {
    let mut position = position.clone();
    let mut removed = [0; 2];
    for point in dead {
        if let Some(player) = position.stones.remove(point) {
            removed[player as usize] += 1;
        }
    }
    (position, removed)
}

/// The passes that are missing: "two consecutive passes signal the end" (A91 9), and where White must
/// make the last move "White passes again" after Black's (A91 11). "The total number of stones played or passed
/// ... must be equal" (A91 11), so not where they are equal without: the players didn't take turns. Of a position
/// that was set up nobody knows.
fn missing_passes(
    game: &Game,
    rules: Counting,
    handicap: usize,
    final_passes: usize,
) -> [usize; 2] {
    let mut added = [0; 2];
    let mut passes = final_passes;
    let mut next = game.to_move();
    let set_up = handicap < 2 && game.began_with_stones();
    let equal = |added: [usize; 2]| {
        let black = game.moves_of(Player::Black) + added[0] + usize::from(handicap >= 2);
        black <= game.moves_of(Player::White) + added[1]
    };
    while passes < 2 || rules.white_last && next == Player::White && (set_up || !equal(added)) {
        added[next as usize] += 1;
        passes += 1;
        next = next.other();
    }
    added
}

/// Counts a game in which `handicap` stones stood at first and whose last `final_passes` moves were
/// passes.
pub fn count(
    game: &Game,
    rules: Counting,
    handicap: usize,
    final_passes: usize,
    dead: &BTreeSet<Point>,
) -> Counted {
    let nothing = BTreeSet::new();
    let (position, removed) = without(game.position(), if rules.removal { dead } else { &nothing });
    let added = missing_passes(game, rules, handicap, final_passes);
    let stones = PLAYERS.map(|player| position.count(player));
    let territory = PLAYERS.map(|player| position.territory(player));
    let lost = PLAYERS.map(|player| {
        let i = player as usize;
        let handed = if rules.pass_stones { game.handed[i] + added[i] } else { 0 };
        game.captured[i] + removed[i] + handed
    });
    let moved = PLAYERS.map(|player| {
        let handicap = usize::from(player == Player::Black && handicap >= 2);
        game.moves_of(player) + added[player as usize] + handicap
    });
    let surrounded = lead(|player| territory[player as usize]);
    let area_margin =
        surrounded + lead(|player| stones[player as usize]) + rules.compensation.points(handicap);
    let territory_margin = surrounded - lead(|player| lost[player as usize]);
    let first_pass = game.first_pass().unwrap_or(game.to_move());
    let point = i64::from(rules.first_pass_point && first_pass == Player::White);
    let margin = point + if rules.area { area_margin } else { territory_margin };
    Counted { stones, territory, lost, moved, added, area_margin, territory_margin, margin }
}
