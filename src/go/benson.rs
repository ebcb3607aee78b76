//! Unconditional life (D. B. Benson, "Life in the game of Go", Information Sciences 10, 1976).

use super::grid::Grid;
use super::point::Color;
use super::region::{Chains, NONE, flood};

/// Which chains of `color` can't be captured even if their owner passes for ever: each point of the
/// result says whether it holds a stone of such a chain.
///
/// Benson's algorithm: a region enclosed by `color` (empty points and opposing stones) is vital to a
/// chain when all its empty points are liberties of that chain. Chains with fewer than two vital
/// regions are dropped, then the regions that a dropped chain encloses, until nothing changes.
#[must_use]
pub fn pass_alive(grid: &Grid, color: Color) -> Vec<bool> {
    let chains = Chains::new(grid);
    let mut of = vec![NONE; grid.cells().len()];
    // Every region enclosed by `color`: its neighbouring chains, and those it is vital to.
    let mut regions: Vec<(Vec<u16>, Vec<u16>)> = Vec::new();
    for start in 0..grid.cells().len() {
        if grid.cells()[start] == Some(color) || of[start] != NONE {
            continue;
        }
        let points = flood(grid, start, regions.len() as u16, &mut of, |c| c != Some(color));
        let mut around: Vec<u16> = Vec::new();
        let mut vital: Option<Vec<u16>> = None;
        for &point in &points {
            let near: Vec<u16> = grid
                .neighbors(point as usize)
                .filter(|&near| grid.cells()[near] == Some(color))
                .map(|near| chains.of[near])
                .collect();
            if grid.cells()[point as usize].is_none() {
                match &mut vital {
                    None => vital = Some(near.clone()),
                    Some(vital) => vital.retain(|chain| near.contains(chain)),
                }
            }
            around.extend(near);
        }
        around.sort_unstable();
        around.dedup();
        let mut vital = vital.unwrap_or_default();
        vital.sort_unstable();
        vital.dedup();
        regions.push((around, vital));
    }
    let mut alive: Vec<bool> = chains.color.iter().map(|&c| c == color).collect();
    loop {
        let mut eyes = vec![0u32; alive.len()];
        for (around, vital) in &regions {
            if around.iter().all(|&chain| alive[chain as usize]) {
                for &chain in vital {
                    eyes[chain as usize] += 1;
                }
            }
        }
        let mut changed = false;
        for (chain, alive) in alive.iter_mut().enumerate() {
            if *alive && eyes[chain] < 2 {
                *alive = false;
                changed = true;
            }
        }
        if !changed {
            return chains.of.iter().map(|&chain| chain != NONE && alive[chain as usize]).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alive(text: &str, color: Color) -> usize {
        let grid = Grid::draw(text).unwrap();
        pass_alive(&grid, color).iter().filter(|&&alive| alive).count()
    }

    #[test]
    fn two_eyes_live_and_one_does_not() {
        assert_eq!(alive(". X . X\nX X X X\n. . . .", Color::Black), 6);
        assert_eq!(alive(". . . X\nX X X X\nO O O O", Color::Black), 0);
    }

    #[test]
    fn an_opposing_stone_in_a_small_eye_does_not_matter() {
        assert_eq!(alive("O . X . X\nX X X X X\n. . . . .", Color::Black), 7);
        // Two empty points, of which one is no liberty of the chain below: not vital.
        assert_eq!(alive(". X . .\nX . . O\nX X X X\nO O O O", Color::Black), 0);
    }

    #[test]
    fn chains_that_share_eyes_live_together() {
        assert_eq!(alive(". X .\nX . X\n. X .", Color::Black), 4);
        // With three corners gone, two of the four chains have one eye, and the others fall with them.
        assert_eq!(alive(". X O\nX . X\nO X O", Color::Black), 0);
        let text = ". X . X .
                    X X . X X
                    O O O O O";
        assert_eq!(alive(text, Color::Black), 6);
    }
}
