//! The embedded estimator of the owner of each point of a final position.

mod convolution;
mod features;
mod kernels;
mod ladders;
mod matrix;
mod network;
mod weights;

use super::estimator::{FirstLook, OwnershipError, OwnershipEstimate, OwnershipEstimator};
use super::evidence::Evidence;
use super::ownership::signed_for;
use super::reading;
use super::thresholds::{
    ALWAYS_ALLOWED_OPEN_POINTS, CLEAR_IN_FOUR_LOG_ODDS, CLEAR_IN_TWO_LOG_ODDS, CONTESTED_LOG_ODDS,
    DEAD_LOG_ODDS, DOUBTFUL_LOG_ODDS, OPEN_LOG_ODDS,
};
use crate::go::{Color, Grid, Points, Size};
use crate::rules::Ruleset;
use network::{MORE_SYMMETRIES, Network, SYMMETRIES, Symmetry};
use weights::weights_id;

/// Estimates who owns each point. The same position always gets the same answer. Keeps its memory from
/// one position to the next.
#[derive(Clone, Debug, Default)]
pub struct Estimator {
    network: Network,
    logits: Vec<f32>,
    again: Vec<f32>,
    owner: Vec<f32>,
    /// The places of the last position that were read and found unsettled.
    unsettled: Vec<Vec<u16>>,
    /// The position of which `logits` holds the first evaluation and nothing more.
    seen_once: Option<Grid>,
}

impl Estimator {
    /// Returns, for each point, row by row, the expected owner from +1, surely Black, to -1, surely White;
    /// equal for all stones of a chain. Small places that the network isn't quite sure of are read out.
    ///
    /// The network judges positions as area counting sees them. Which stones are dead is the same under
    /// either counting, but for the rare positions where a ruleset settles life and death by name.
    pub fn ownership(&mut self, grid: &Grid) -> &[f32] {
        if self.seen_once.take().as_ref() != Some(grid) {
            evaluate_once(&mut self.network, grid, &mut self.logits);
        }
        evaluate_further(&mut self.network, grid, &mut self.logits);
        if !is_clear(grid, &self.logits, DOUBTFUL_LOG_ODDS) {
            self.look_without_the_dead(grid);
        }
        self.read(grid)
    }

    /// As [`ownership`](Self::ownership), from a single evaluation.
    fn ownership_at_first_look(&mut self, grid: &Grid) -> &[f32] {
        evaluate_once(&mut self.network, grid, &mut self.logits);
        self.seen_once = Some(grid.clone());
        self.read(grid)
    }

    /// Turns the log-odds into ownership and reads small places out.
    fn read(&mut self, grid: &Grid) -> &[f32] {
        self.owner.clear();
        self.owner.extend(self.logits.iter().map(|&logit| libm::tanhf(logit / 2.0)));
        self.unsettled.clear();
        if !is_wide_open(&self.logits) {
            self.unsettled = reading::correct(grid, &mut self.owner);
        }
        &self.owner
    }

    /// Evaluates doubtful points again without the dead stones. Two chains that share their last
    /// liberties look like a seki, though one of them need only capture dead stones around it.
    fn look_without_the_dead(&mut self, grid: &Grid) {
        let mut left = grid.clone();
        for (cell, &logit) in left.cells_mut().iter_mut().zip(&self.logits) {
            cell.take_if(|color| signed_for(*color, logit) < -DEAD_LOG_ODDS);
        }
        if left == *grid {
            return;
        }
        evaluate_once(&mut self.network, &left, &mut self.again);
        evaluate_further(&mut self.network, &left, &mut self.again);
        let cells = grid.cells().iter().zip(left.cells());
        for ((logit, &again), (cell, left)) in self.logits.iter_mut().zip(&self.again).zip(cells) {
            if cell == left && logit.abs() < DOUBTFUL_LOG_ODDS {
                *logit = again;
            }
        }
    }
}

/// Fills `logits` with each point's log-odds of ending as Black's, from one evaluation.
fn evaluate_once(network: &mut Network, grid: &Grid, logits: &mut Vec<f32>) {
    network.set_position(grid);
    logits.clear();
    logits.extend_from_slice(network.evaluate(0));
}

/// On a contested board takes the mean of the first evaluation, which is in `logits`, and others: of two, four, or all
/// symmetries, until its weakest chain is clear enough.
fn evaluate_further(network: &mut Network, grid: &Grid, logits: &mut [f32]) {
    if !is_clear(grid, logits, CONTESTED_LOG_ODDS) {
        let mut evaluated = 1;
        for symmetry in MORE_SYMMETRIES {
            for (sum, logit) in logits.iter_mut().zip(network.evaluate(symmetry)) {
                *sum += logit;
            }
            evaluated += 1;
            let enough = match evaluated {
                2 => CLEAR_IN_TWO_LOG_ODDS,
                4 => CLEAR_IN_FOUR_LOG_ODDS,
                _ => continue,
            };
            if weakest(grid, logits) >= enough * evaluated as f32 {
                break;
            }
        }
        logits.iter_mut().for_each(|sum| *sum /= evaluated as f32);
    }
}

/// Whether the board is open to such a degree that further evaluations, which take sixteen times as long together,
/// would be in vain.
fn is_wide_open(logits: &[f32]) -> bool {
    let open = logits.iter().filter(|logit| logit.abs() < OPEN_LOG_ODDS).count();
    open > (logits.len() / 4).max(ALWAYS_ALLOWED_OPEN_POINTS)
}

/// Whether every chain has these log-odds at least, for either colour, or more evaluations are in vain.
fn is_clear(grid: &Grid, logits: &[f32], least: f32) -> bool {
    weakest(grid, logits) >= least || is_wide_open(logits)
}

/// The log-odds of the weakest chain, for either colour.
fn weakest(grid: &Grid, logits: &[f32]) -> f32 {
    let stones = grid.cells().iter().zip(logits).filter(|(cell, _)| cell.is_some());
    stones.map(|(_, logit)| logit.abs()).fold(f32::INFINITY, f32::min)
}

impl Estimator {
    /// Returns the name of the embedded estimator with the hash of its weights, which identifies it in reports.
    pub fn id() -> String {
        format!("embedded estimator, weights {}", weights_id())
    }
}

impl OwnershipEstimator for Estimator {
    fn name(&self) -> String {
        "the embedded estimator".to_owned()
    }

    fn evidence(&self) -> Evidence {
        Evidence::Estimated
    }

    fn ownership(
        &mut self,
        grid: &Grid,
        _: &Ruleset,
        _: Points,
    ) -> Result<OwnershipEstimate, OwnershipError> {
        Ok(self.estimate(grid, Self::ownership))
    }

    fn first_look(&mut self, grid: &Grid) -> Option<FirstLook> {
        let estimate = self.estimate(grid, Self::ownership_at_first_look);
        let least = CONTESTED_LOG_ODDS.max(DOUBTFUL_LOG_ODDS);
        let seen = self.seen_once.as_ref()?;
        Some(FirstLook { estimate, is_final: is_clear(seen, &self.logits, least) })
    }
}

impl Estimator {
    /// The estimate of a position by a look at one of the sixteen that it makes when it is turned and mirrored and its colours
    /// are exchanged, always the same one, so that it is judged alike however the board lies and whoever has Black.
    fn estimate(
        &mut self,
        grid: &Grid,
        look: for<'a> fn(&'a mut Self, &Grid) -> &'a [f32],
    ) -> OwnershipEstimate {
        let (turned, origins, sign) = canonical(grid);
        let seen = look(self, &turned);
        let mut owner = vec![0.0; seen.len()];
        origins.iter().zip(seen).for_each(|(&at, seen)| owner[usize::from(at)] = sign * seen);
        let unsettled = self.unsettled.iter().map(|stones| {
            let stones = stones.iter().map(|&place| origins[usize::from(place)]);
            let mut stones: Vec<u16> = stones.collect();
            stones.sort_unstable();
            stones
        });
        OwnershipEstimate { owner, unsettled: unsettled.collect() }
    }
}

/// The first, row by row, of the positions that a board makes when it is turned and mirrored and its colours are exchanged; for
/// each place there, the point of the board; and -1 if Black's stones are White's there.
fn canonical(grid: &Grid) -> (Grid, Vec<u16>, f32) {
    let (cols, rows) = (usize::from(grid.size().cols()), usize::from(grid.size().rows()));
    let symmetries = (0..SYMMETRIES).map(|number| Symmetry::new(cols, rows, number));
    let narrow = symmetries.filter(|symmetry| symmetry.cols == cols.min(rows));
    let views = narrow.flat_map(|symmetry| [(symmetry, false), (symmetry, true)]);
    let first = views.min_by(|&a, &b| cells_seen(grid, a).cmp(cells_seen(grid, b)));
    let turned = first.and_then(|(symmetry, is_exchanged)| {
        let mut turned = Grid::new(Size::new(symmetry.cols as u8, symmetry.rows as u8)?);
        let cells = turned.cells_mut().iter_mut().zip(cells_seen(grid, (symmetry, is_exchanged)));
        cells.for_each(|(cell, seen)| *cell = seen);
        Some((turned, symmetry.origins().collect(), if is_exchanged { -1.0 } else { 1.0 }))
    });
    turned.unwrap_or_else(|| (grid.clone(), (0..(cols * rows) as u16).collect(), 1.0))
}

/// The cells of a board, row by row, as it is seen turned by a symmetry and perhaps with its colours exchanged.
fn cells_seen(
    grid: &Grid,
    (symmetry, is_exchanged): (Symmetry, bool),
) -> impl Iterator<Item = Option<Color>> {
    let cell = move |origin: u16| grid.cells()[usize::from(origin)];
    let seen = move |color: Color| if is_exchanged { color.opponent() } else { color };
    symmetry.origins().map(move |origin| cell(origin).map(seen))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Point;

    /// A board and, by point, the log-odds that one evaluation gives, and the mean of all symmetries.
    struct Expected {
        grid: Grid,
        once: Vec<f32>,
        turned: Vec<f32>,
    }

    /// The boards of `tests/estimator/expected.txt`, computed by the script beside it.
    fn expected() -> Vec<Expected> {
        let text = include_str!("../../../../tests/estimator/expected.txt");
        let boards = text.split("\n\n").map(|board| {
            let lines = board.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
            let (drawn, numbers): (Vec<&str>, Vec<&str>) =
                lines.partition(|line| line.starts_with(['.', 'X', 'O']));
            let grid = Grid::draw(&drawn.join("\n")).unwrap();
            let numbers = numbers.iter().flat_map(|line| line.split(' '));
            let mut once: Vec<f32> = numbers.map(|number| number.parse().unwrap()).collect();
            let turned = once.split_off(grid.cells().len());
            assert_eq!(turned.len(), once.len());
            Expected { grid, once, turned }
        });
        boards.collect()
    }

    fn assert_near(actual: &[f32], expected: &[f32], grid: &Grid) {
        assert_eq!(actual.len(), expected.len());
        for (point, (actual, expected)) in actual.iter().zip(expected).enumerate() {
            let name = grid.size().point(point).name(grid.size());
            assert!((actual - expected).abs() < 0.0005, "{name}: {actual}, not {expected}\n{grid}");
        }
    }

    #[test]
    fn a_board_is_wide_open_where_more_than_a_quarter_of_it_is() {
        let wide = |area: usize, open: usize| {
            let logits: Vec<f32> = (0..area).map(|at| if at < open { -0.6 } else { 0.7 }).collect();
            is_wide_open(&logits)
        };
        assert!(!wide(361, 90) && wide(361, 91));
        // On a small board a third or more may be.
        assert!(!wide(81, 36) && wide(81, 37));
    }

    #[test]
    fn a_board_is_judged_alike_however_it_is_turned_and_whoever_has_black() {
        for Expected { grid, .. } in expected() {
            let first = canonical(&grid).0;
            let (cols, rows) = (grid.size().cols().into(), grid.size().rows().into());
            for number in 0..SYMMETRIES {
                let symmetry = Symmetry::new(cols, rows, number);
                let size = Size::new(symmetry.cols as u8, symmetry.rows as u8).unwrap();
                let mut turned = Grid::new(size);
                for (cell, origin) in turned.cells_mut().iter_mut().zip(symmetry.origins()) {
                    *cell = grid.cells()[usize::from(origin)];
                }
                assert_eq!(canonical(&turned).0, first, "symmetry {number}");
                turned.cells_mut().iter_mut().for_each(|cell| *cell = cell.map(Color::opponent));
                assert_eq!(canonical(&turned).0, first, "symmetry {number}, exchanged");
            }
        }
    }

    #[test]
    fn the_network_computes_the_expected_odds() {
        let mut network = Network::default();
        for Expected { grid, once, .. } in expected() {
            network.set_position(&grid);
            assert_near(network.evaluate(0), &once, &grid);
        }
    }

    /// The log-odds of one evaluation, or of several symmetries of a contested board.
    fn seen(grid: &Grid) -> Vec<f32> {
        let mut logits = Vec::new();
        let mut network = Network::default();
        evaluate_once(&mut network, grid, &mut logits);
        evaluate_further(&mut network, grid, &mut logits);
        logits
    }

    /// Black's stones in the corner and White's three there have the same two liberties. White's others
    /// around them are dead, so Black need not fear for his.
    const RACE: &str = "
        . O X X O . . O X . .
        X O X X O . . O X X X
        X O . X O O O O X . X
        X X X X O X X X X X .
        O O O O O X . X . X X
        X X X X X X X X X X O
        . X . X O O O O O O O
        X X X X O . . . O . .
        O O O O O O . O O . .
        . . O . . O . . . O O
        . . . . . . . . . . .";

    #[test]
    fn a_race_against_dead_stones_is_won() {
        let grid = Grid::draw(RACE).unwrap();
        let first = seen(&grid);
        let mut estimator = Estimator::default();
        let owner = estimator.ownership(&grid);
        assert!(first[1] < -2.0 && owner[1] > 0.9, "{} {}", first[1], owner[1]);
        // Sure points and dead stones keep their values; the rest takes the values without the dead.
        let mut left = grid.clone();
        for (cell, &logit) in left.cells_mut().iter_mut().zip(&first) {
            cell.take_if(|color| signed_for(*color, logit) < -DEAD_LOG_ODDS);
        }
        let again = seen(&left);
        for (point, (&first, &again)) in first.iter().zip(&again).enumerate() {
            let dead = grid.cells()[point] != left.cells()[point];
            let expected = if dead || first.abs() >= DOUBTFUL_LOG_ODDS { first } else { again };
            assert_eq!(estimator.logits[point].to_bits(), expected.to_bits(), "{point}");
        }
    }

    #[test]
    fn where_nothing_is_dead_one_evaluation_decides() {
        // Doubtful, but nobody's stones are the other's.
        let grid = Grid::draw(". X . . . O .\n. X . . . O .\n. . . . . . .").unwrap();
        let first = seen(&grid);
        let mut estimator = Estimator::default();
        estimator.ownership(&grid);
        assert!(weakest(&grid, &first) < DOUBTFUL_LOG_ODDS);
        assert_eq!(estimator.logits, first);
    }

    /// The mean log-odds of the first symmetries.
    fn mean(grid: &Grid, symmetries: usize) -> Vec<f32> {
        let mut network = Network::default();
        network.set_position(grid);
        let mut mean = network.evaluate(0).to_vec();
        for &symmetry in &MORE_SYMMETRIES[..symmetries - 1] {
            mean.iter_mut().zip(network.evaluate(symmetry)).for_each(|(sum, logit)| *sum += logit);
        }
        mean.iter_mut().for_each(|sum| *sum /= symmetries as f32);
        mean
    }

    #[test]
    fn the_mean_of_all_symmetries_is_that_of_the_reference() {
        for Expected { grid, turned, .. } in expected() {
            assert_near(&mean(&grid, 8), &turned, &grid);
        }
    }

    #[test]
    fn a_contested_board_is_evaluated_until_it_is_clear() {
        let clear = expected().swap_remove(0).grid;
        let contested = expected().swap_remove(2).grid;
        let race = Grid::draw(RACE).unwrap();
        let mut clearer = race.clone();
        clearer.set(Point::new(8, 2), None);
        for (grid, symmetries) in [(clear, 1), (clearer, 2), (race, 4), (contested, 8)] {
            let weakest_of = |symmetries| weakest(&grid, &mean(&grid, symmetries));
            let enough =
                [(1, CONTESTED_LOG_ODDS), (2, CLEAR_IN_TWO_LOG_ODDS), (4, CLEAR_IN_FOUR_LOG_ODDS)];
            let first = enough.into_iter().find(|&(number, enough)| weakest_of(number) >= enough);
            assert_eq!(first.map_or(8, |(number, _)| number), symmetries, "{grid}");
            assert_eq!(seen(&grid), mean(&grid, symmetries), "{grid}");
        }
    }

    #[test]
    fn ownership_is_the_expectation_of_the_odds() {
        let mut estimator = Estimator::default();
        for Expected { grid, .. } in expected() {
            // The odds as an expectation: what Black has of them, less what White has.
            let owner = estimator.ownership(&grid).to_vec();
            for (owner, logit) in owner.iter().zip(&estimator.logits) {
                let black = 1.0 / (1.0 + (-f64::from(*logit)).exp());
                assert!((f64::from(*owner) - (2.0 * black - 1.0)).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn a_first_look_changes_no_answer() {
        let boards = expected();
        let mut looked = Estimator::default();
        for (board, other) in boards.iter().zip(boards.iter().cycle().skip(1)) {
            let fresh = Estimator::default().ownership(&board.grid).to_vec();
            let once = mean(&board.grid, 1);
            let first = looked.first_look(&board.grid).unwrap();
            let all = looked.estimate(&board.grid, Estimator::ownership);
            assert_eq!(first.is_final, first.estimate == all, "{}", board.grid);
            assert_eq!(looked.ownership_at_first_look(&board.grid).len(), fresh.len());
            assert_eq!(looked.logits, once);
            assert_eq!(looked.ownership(&board.grid), fresh, "{}", board.grid);
            // Nor does one at another position.
            looked.ownership_at_first_look(&other.grid);
            assert_eq!(looked.ownership(&board.grid), fresh, "{}", board.grid);
        }
    }

    #[test]
    fn any_board_has_an_answer() {
        for (cols, rows) in [(1, 1), (1, 2), (7, 1), (6, 3), (13, 2), (19, 19), (52, 1)] {
            let grid = Grid::new(Size::new(cols, rows).unwrap());
            let owner = Estimator::default().ownership(&grid).to_vec();
            assert_eq!(owner.len(), grid.cells().len());
            assert!(owner.iter().all(|owner| owner.abs() <= 1.0));
        }
    }
}
