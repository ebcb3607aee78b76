//! Bent four in the corner: what looks like a seki, and is death where nobody has to play it out.
//!
//! Three stones stand inside, with two liberties that they share with the chains around them. Who is
//! inside may play one of these two whenever he likes; the four stones that are taken then were a bent
//! four, whose place is one eye or a ko that he takes first. The other player can't touch the position
//! at all. So he only has to wait until no ko threat is left, and some rules take the stones around off as
//! they stand (WIK, Rulesets).

use crate::go::{Chains, Grid, NO_LABEL};
use crate::rules::{Counting, Ruleset};
use crate::score::living::first_liberties;

/// A bent four, by the numbers of the chains.
pub(in crate::score) struct BentFour {
    /// Those around it, which are dead.
    pub around: Vec<usize>,
    /// Those that enclose these from outside; they have to live for it.
    pub outside: Vec<usize>,
}

/// Whether a ruleset counts stones in a bent four as dead without playing it out.
pub(in crate::score) fn is_dead_under(rules: &Ruleset) -> bool {
    let by_territory = rules.counting.value == Counting::Territory;
    by_territory && !rules.seki_eyes.value && !rules.group_tax.value
}

/// The bent fours in the corners of a position. Takes time in the number of stones.
pub(in crate::score) fn bent_fours(grid: &Grid, chains: &Chains) -> Vec<BentFour> {
    let three = (0..chains.points.len()).filter(|&chain| chains.points[chain].len() == 3);
    three.filter_map(|inside| bent_four(grid, chains, inside)).collect()
}

fn bent_four(grid: &Grid, chains: &Chains, inside: usize) -> Option<BentFour> {
    let [first, second] = first_liberties(grid, &chains.points[inside])[..] else { return None };
    let four = |play: usize| {
        let mut four: Vec<usize> = points(chains, inside).collect();
        four.push(play);
        is_bent_in_corner(grid, &four)
    };
    if !four(first) && !four(second) {
        return None;
    }
    let mut around = Vec::new();
    for point in points(chains, inside).chain([first, second]) {
        for near in grid.neighbors(point).filter(|&near| near != first && near != second) {
            match chains.of[near] {
                NO_LABEL => return None,
                chain if usize::from(chain) == inside => {}
                chain if chains.color[usize::from(chain)] == chains.color[inside] => return None,
                chain => around.push(usize::from(chain)),
            }
        }
    }
    around.sort_unstable();
    around.dedup();
    // Another liberty would be a place to play, or an eye.
    if around.is_empty()
        || around.iter().any(|&chain| {
            let liberties = first_liberties(grid, &chains.points[chain]);
            liberties.iter().any(|&liberty| liberty != first && liberty != second)
        })
    {
        return None;
    }
    let mut outside: Vec<usize> = around
        .iter()
        .flat_map(|&chain| points(chains, chain))
        .flat_map(|point| grid.neighbors(point))
        .filter(|&near| chains.of[near] != NO_LABEL)
        .map(|near| usize::from(chains.of[near]))
        .filter(|chain| *chain != inside && !around.contains(chain))
        .collect();
    outside.sort_unstable();
    outside.dedup();
    Some(BentFour { around, outside })
}

/// Whether four points are three in a row along an edge, the last in the corner, and the one next to it on the
/// other edge.
fn is_bent_in_corner(grid: &Grid, four: &[usize]) -> bool {
    let size = grid.size();
    let (cols, rows) = (usize::from(size.cols()), usize::from(size.rows()));
    let at = |col: usize, row: usize| four.contains(&(row * cols + col));
    let corners = [(0, 0), (cols - 1, 0), (0, rows - 1), (cols - 1, rows - 1)];
    // The line that is some steps away from a corner's.
    let from = |corner: usize, steps: usize| if corner == 0 { steps } else { corner - steps };
    cols >= 3
        && rows >= 3
        && corners.iter().any(|&(col, row)| {
            let along = |across: usize, down: usize| at(from(col, across), from(row, down));
            let both = along(0, 0) && along(1, 0) && along(0, 1);
            both && (along(2, 0) || along(0, 2))
        })
}

fn points(chains: &Chains, chain: usize) -> impl Iterator<Item = usize> {
    chains.points[chain].iter().map(|&point| usize::from(point))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::find;

    /// For each bent four: the number of stones of each dead chain, and of each chain that encloses these.
    fn shapes(drawing: &str) -> Vec<[Vec<usize>; 2]> {
        let grid = Grid::draw(drawing).expect("a board");
        let chains = Chains::new(&grid);
        let stones = |of: &[usize]| of.iter().map(|&chain| chains.points[chain].len()).collect();
        let bent = bent_fours(&grid, &chains).into_iter();
        bent.map(|bent| [stones(&bent.around), stones(&bent.outside)]).collect()
    }

    /// The same board from all sides.
    fn views(drawing: &str) -> Vec<String> {
        let rows: Vec<String> = drawing.lines().map(|row| row.trim().replace(' ', "")).collect();
        let mirrored = rows.iter().map(|row| row.chars().rev().collect()).collect();
        let column = |col: usize| rows.iter().map(|row| &row[col..=col]).collect();
        let turned: Vec<String> = (0..rows[0].len()).map(column).collect();
        let turned_and_mirrored = turned.iter().map(|row| row.chars().rev().collect()).collect();
        let half: Vec<Vec<String>> = vec![rows, mirrored, turned, turned_and_mirrored];
        let upside_down = half.iter().map(|rows| rows.iter().rev().cloned().collect()).collect();
        [half, upside_down].concat().iter().map(|rows| rows.join("\n")).collect()
    }

    #[test]
    fn in_each_corner_both_ways() {
        let three_in_a_row_to_the_corner = ". O X . O O O
                                            . O X X X X .
                                            . O O O O X X
                                            . . . . O O O";
        let three_columns = "O O .
                             O X X
                             . X O
                             X X O
                             O O O
                             . O .";
        let board = ". . O X . O O
                     . . O X X X O
                     . . O O O X .
                     . . . . O X X
                     . . . . O O O";
        for (board, around, outside) in
            [(board, 7, 9), (three_in_a_row_to_the_corner, 7, 9), (three_columns, 5, 6)]
        {
            for view in views(board) {
                assert_eq!(shapes(&view), [[vec![around], vec![outside]]], "{view}");
            }
        }
    }

    #[test]
    fn there_are_eight_shapes_on_a_board_that_has_room() {
        for (cols, rows, expected) in [(5, 4, 8), (3, 3, 8), (2, 5, 0), (5, 2, 0)] {
            let grid = Grid::new(crate::go::Size::new(cols, rows).expect("a size"));
            let all = grid.cells().len();
            let fours = (0u32..1 << all).filter(|set| set.count_ones() == 4);
            let bent = fours.filter(|set| {
                let four: Vec<usize> = (0..all).filter(|point| set >> point & 1 == 1).collect();
                is_bent_in_corner(&grid, &four)
            });
            assert_eq!(bent.count(), expected, "{cols}x{rows}");
        }
    }

    #[test]
    fn a_seki_elsewhere_or_with_a_way_out_is_none() {
        let on_the_edge = ". O X . O O . X O
                           . O X X X O X X O
                           . O O O X X X O O
                           . . . . O O O . .";
        let black_has_an_eye = ". . O X . O O
                                . O X X X X O
                                . O X . O X .
                                . O X X O X X
                                . O O O O O O";
        let black_may_take_three = ". . . X . O O
                                    . . O X X X O
                                    . . O O O X .
                                    . . . . O X X
                                    . . . . O O O";
        let a_stone_beside_the_way_out_makes_five = ". . O X . O O
                                                     . . O X X X O
                                                     . . O O O X .
                                                     . . . . O X O
                                                     . . . . O X X
                                                     . . . . O O O";
        for board in [
            on_the_edge,
            black_has_an_eye,
            black_may_take_three,
            a_stone_beside_the_way_out_makes_five,
        ] {
            assert!(shapes(board).is_empty(), "{board}");
        }
    }

    #[test]
    fn where_it_has_to_be_played_out_nothing_is_dead() {
        for (rules, dead) in
            [("japanese", true), ("korean", true), ("aga", false), ("chinese", false)]
        {
            assert_eq!(is_dead_under(find(rules).expect("it is there")), dead, "{rules}");
        }
    }
}
