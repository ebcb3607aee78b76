//! Which stones of a final position are dead, and how that is known.

use crate::go::{Chains, Color, Grid, Point, all_pass_alive};
use crate::rules::{DeadStones, Ruleset};

/// How the dead stones are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadSource {
    /// From the territory marks (TB, TW) in the record.
    Marked,
    /// There are none: the rules say so, or every stone on the board is unconditionally alive.
    PlayedOut,
    /// They aren't known.
    Undecided,
}

impl DeadSource {
    /// The word that reports use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Marked => "marked",
            Self::PlayedOut => "played-out",
            Self::Undecided => "undecided",
        }
    }
}

/// Why the dead stones aren't known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// No dead stones are marked, and some stones on the board may be dead.
    NoMarks,
    /// Both colours mark the same point.
    MarksContradict,
    /// Play went on after the game had ended, and no marks say what was counted.
    AfterEnd,
    /// Large regions touch both colours, and the ruleset needs to know whose they are.
    Unfinished,
}

/// The territory marks of a record: for each point (row by row), whose it is.
#[derive(Clone, Debug)]
pub struct Marks {
    /// By point.
    pub owner: Vec<Option<Color>>,
    /// Whether some point is marked for both colours.
    pub contradict: bool,
}

impl Marks {
    /// Marks from the points of TB and TW, all of which must be on the grid.
    pub fn new(
        grid: &Grid,
        black: impl IntoIterator<Item = Point>,
        white: impl IntoIterator<Item = Point>,
    ) -> Self {
        let mut owner = vec![None; grid.cells().len()];
        let mut contradict = false;
        for point in black {
            owner[grid.size().index(point)] = Some(Color::Black);
        }
        for point in white {
            let mark = &mut owner[grid.size().index(point)];
            contradict |= *mark == Some(Color::Black);
            *mark = Some(Color::White);
        }
        Self { owner, contradict }
    }

    /// Whether empty points are marked too, so that the marks are the territory as the players agreed
    /// on it; otherwise they only name dead stones.
    #[must_use]
    pub fn show_territory(&self, grid: &Grid) -> bool {
        grid.cells().iter().zip(&self.owner).any(|(cell, mark)| cell.is_none() && mark.is_some())
    }
}

/// The dead stones of a position.
#[derive(Clone, Debug)]
pub struct Dead {
    /// By point: whether a dead stone stands there.
    pub stones: Vec<bool>,
    /// Number of dead stones (Black, White).
    pub count: [u32; 2],
    /// How they are known.
    pub source: DeadSource,
    /// Why they aren't.
    pub undecided: Option<Undecided>,
}

/// Finds the dead stones of a final position: from the marks, if there are any; none where the rules
/// say that all stones are alive (`all_alive`: four passes under A91 10), or where each chain is
/// unconditionally alive; otherwise they are undecided.
#[must_use]
pub fn dead_stones(grid: &Grid, rules: &Ruleset, marks: Option<&Marks>, all_alive: bool) -> Dead {
    let none = |source, undecided| Dead {
        stones: vec![false; grid.cells().len()],
        count: [0; 2],
        source,
        undecided,
    };
    if rules.dead_stones.value == DeadStones::None || all_alive {
        return none(DeadSource::PlayedOut, None);
    }
    match marks {
        Some(marks) if marks.contradict => {
            none(DeadSource::Undecided, Some(Undecided::MarksContradict))
        }
        Some(marks) => from_marks(grid, marks),
        None if both_pass_alive(grid) => none(DeadSource::PlayedOut, None),
        None => none(DeadSource::Undecided, Some(Undecided::NoMarks)),
    }
}

/// A stone on a point marked for the other colour is dead, and its whole chain with it; so is a chain
/// whose liberties are all marked for the other colour, since no living stone is left in territory.
fn from_marks(grid: &Grid, marks: &Marks) -> Dead {
    let chains = Chains::new(grid);
    let mut count = [0; 2];
    let mut stones = vec![false; grid.cells().len()];
    for (points, &color) in chains.points.iter().zip(&chains.color) {
        let theirs = |&point: &usize| marks.owner[point] == Some(color.opponent());
        let marked = points.iter().any(|&point| theirs(&(point as usize)));
        let mut liberties = points
            .iter()
            .flat_map(|&point| grid.neighbors(point as usize))
            .filter(|&near| grid.cells()[near].is_none())
            .peekable();
        let enclosed = liberties.peek().is_some() && liberties.all(|near| theirs(&near));
        if marked || enclosed {
            count[color.index()] += points.len() as u32;
            for &point in points {
                stones[point as usize] = true;
            }
        }
    }
    Dead { stones, count, source: DeadSource::Marked, undecided: None }
}

fn both_pass_alive(grid: &Grid) -> bool {
    // A board with stones of one colour only is a board where nothing was played out.
    let has = |color| grid.cells().contains(&Some(color));
    if !has(Color::Black) || !has(Color::White) {
        return false;
    }
    all_pass_alive(grid, Color::Black) && all_pass_alive(grid, Color::White)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::find;

    const SETTLED: &str = ". X X O O .
                           X X X O O O
                           . X O O . O
                           X X O . O O";

    #[test]
    fn marks_kill_whole_chains() {
        let grid = Grid::draw(". X O .\nX X O O\n. X O X\nX . O X").unwrap();
        let marks = Marks::new(&grid, [Point::new(0, 0)], [Point::new(3, 2), Point::new(3, 0)]);
        assert!(marks.show_territory(&grid));
        let dead = dead_stones(&grid, find("aga").unwrap(), Some(&marks), false);
        assert_eq!((dead.source, dead.count), (DeadSource::Marked, [2, 0]));
        assert!(dead.stones[15] && dead.stones[11]);
    }

    #[test]
    fn played_out_means_no_doubt_is_left() {
        let aga = find("aga").unwrap();
        let settled = Grid::draw(SETTLED).unwrap();
        assert_eq!(dead_stones(&settled, aga, None, false).source, DeadSource::PlayedOut);
        let open = Grid::draw(". X . O .\nX X . O O\n. . . . .").unwrap();
        assert_eq!(dead_stones(&open, aga, None, false).source, DeadSource::Undecided);
        assert_eq!(dead_stones(&open, aga, None, true).source, DeadSource::PlayedOut);
        let tromp_taylor = find("tromp-taylor").unwrap();
        assert_eq!(dead_stones(&open, tromp_taylor, None, false).source, DeadSource::PlayedOut);
    }

    #[test]
    fn a_chain_whose_liberties_are_all_marked_is_dead() {
        let grid = Grid::draw(". . . X\n. O . X\n. . . X\nX X X X").unwrap();
        let territory =
            grid.size().points().filter(|&point| grid.get(point).is_none()).collect::<Vec<_>>();
        let marks = Marks::new(&grid, territory.iter().copied(), []);
        let aga = find("aga").unwrap();
        assert_eq!(dead_stones(&grid, aga, Some(&marks), false).count, [0, 1]);
        let all_but_one =
            Marks::new(&grid, territory[1..].iter().copied().filter(|p| p.col != 1), []);
        assert_eq!(dead_stones(&grid, aga, Some(&all_but_one), false).count, [0, 0]);
    }

    #[test]
    fn contradicting_marks_decide_nothing() {
        let grid = Grid::draw(SETTLED).unwrap();
        let corner = Point::new(0, 0);
        let marks = Marks::new(&grid, [corner], [corner]);
        let dead = dead_stones(&grid, find("aga").unwrap(), Some(&marks), false);
        assert_eq!(dead.undecided, Some(Undecided::MarksContradict));
    }
}
