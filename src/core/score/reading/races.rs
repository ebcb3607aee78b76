//! Capturing races that no player can win by the liberties.

use crate::go::{BitBoard, Color, Grid};
use crate::score::ownership::signed_for;
use crate::score::thresholds::{LARGE_FIGHT, LARGE_FIGHT_OWNERSHIP};

/// The stones of large races that the estimate takes as won although the winner has no eye, and too few liberties of his own to
/// fill those that both sides share: a seki ends them.
pub(super) fn races_without_winner(grid: &Grid, owner: &[f32]) -> Vec<usize> {
    let mut stones = Vec::new();
    let both = |a: &BitBoard, b: &BitBoard| a.difference(&b.complement());
    let either = |a: &BitBoard, b: &BitBoard| a.complement().difference(b).complement();
    for color in Color::BOTH {
        let [mut own, mut rivals, empty] = BitBoard::by_stone(grid);
        if color == Color::White {
            std::mem::swap(&mut own, &mut rivals);
        }
        let is_lost = |&at: &usize| signed_for(color, owner[at]) < 0.0;
        let lost = BitBoard::of(grid.size(), (0..owner.len()).filter(is_lost));
        let (dead, living) = (both(&own, &lost), both(&rivals, &lost));
        let in_doubt = |at: &usize| owner[*at].abs() < LARGE_FIGHT_OWNERSHIP;
        let mut left = BitBoard::of(grid.size(), dead.places().filter(in_doubt));
        while let Some(first) = left.first() {
            let loser = first.flood(&either(&dead, &empty));
            left = left.difference(&loser);
            let (lost, shared) = (both(&loser, &dead), both(&loser, &empty));
            let winner = shared.dilate().flood(&living);
            let liberties = both(&winner.dilate(), &empty);
            let beside = either(&winner, &liberties).dilate();
            let is_within = |set: &BitBoard, other: &BitBoard| set.difference(other).count() == 0;
            // Each shared liberty but the last two costs the winner one of his own. One that no opposing stone touches may
            // become an eye; his other chains, or other prisoners, would give him more.
            if is_within(&shared, &liberties)
                && liberties.count() + 1 < 2 * shared.count()
                && is_within(&liberties, &own.dilate())
                && is_within(&both(&beside, &living), &winner)
                && is_within(&both(&beside, &dead), &loser)
                && lost.count() + winner.count() >= LARGE_FIGHT as usize
            {
                stones.extend(lost.places().chain(winner.places()));
            }
        }
    }
    stones
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::reading::tests::drawn;

    #[test]
    fn a_race_for_shared_liberties_alone_has_no_winner() {
        let race = "
            w O X X o X b
            w O X . o X b
            w O X . o X b
            w O X o o X b
            w O X o o X b
            w O X o o X b
            w O X o o X b";
        let stones = |race: &str, sure: f32| {
            let (grid, owner) = drawn(race, sure);
            races_without_winner(&grid, &owner).len()
        };
        assert_eq!((stones(race, 0.96), stones(race, 0.99)), (19, 0));
        // With a liberty of his own Black takes White's stones; White's have another one.
        assert_eq!(stones(&race.replacen("w O X . o", "w . X . o", 1), 0.96), 0);
        assert_eq!(stones(&race.replacen("X X o X b", "X X o . b", 1), 0.96), 0);
    }
}
