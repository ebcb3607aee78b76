//! Ladders: which chains of one or two liberties are caught by ataris alone.

use crate::go::{Color, Grid};

/// Maximum number of positions per first play of a ladder; a chain that isn't caught by then counts as not
/// caught. A ladder across a board of 19x19 takes some 70.
const POSITIONS: u32 = 400;
/// Maximum number of stones visited per first play, so that long chains on a large board don't take long
/// either: as many as if all of a 19x19 board were visited in each position.
const STONES: usize = POSITIONS as usize * 361;
/// Maximum number of plays looked ahead.
const DEPTH: u32 = 120;

/// Whether a chain is caught in a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ladder {
    /// Three liberties or more, or it gets away.
    No,
    /// In atari, and whatever its owner plays first it's caught.
    Caught,
    /// Of two liberties, and caught once the opponent plays first.
    Catchable,
}

/// Reads ladders. Keeps its memory from one position to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Ladders {
    cells: Vec<Option<Color>>,
    /// By point: the number of the last search that visited it.
    seen: Vec<u32>,
    search: u32,
    stones: Vec<u16>,
    positions: u32,
    /// Number of stones visited for this first play.
    visited_stones: usize,
}

/// A chain's first three liberties and their number, three standing for more.
struct Liberties {
    first: [usize; 3],
    count: usize,
}

struct Played {
    at: usize,
    taken: Vec<u16>,
    /// Where it is forbidden to take back at once.
    ko: Option<usize>,
}

impl Ladders {
    /// Sets the position to read in.
    pub(super) fn fill(&mut self, grid: &Grid) {
        self.cells.clear();
        self.cells.extend_from_slice(grid.cells());
        self.seen.clear();
        self.seen.resize(self.cells.len(), 0);
        self.search = 0;
    }

    /// Reads the ladder of the chain at `point`, which must have a stone.
    pub(super) fn read(&mut self, grid: &Grid, point: usize) -> Ladder {
        let liberties = self.liberties(grid, point);
        self.begin();
        match liberties.count {
            1 if self.defend(grid, point, None, 0) => Ladder::Caught,
            2 => {
                let attacker = self.cells[point].map(Color::opponent);
                let catches = liberties.first[..2].iter().any(|&at| {
                    self.begin();
                    self.after(grid, at, attacker, None, |ladders, ko| {
                        ladders.defend(grid, point, ko, 1)
                    })
                    .unwrap_or(false)
                });
                if catches { Ladder::Catchable } else { Ladder::No }
            }
            _ => Ladder::No,
        }
    }

    fn begin(&mut self) {
        (self.positions, self.visited_stones) = (0, 0);
    }

    /// Whether the chain is caught, its owner to move.
    fn defend(&mut self, grid: &Grid, point: usize, ko: Option<usize>, depth: u32) -> bool {
        let Some(liberties) = self.enter(grid, point, depth) else { return false };
        match liberties.count {
            0 => return true,
            1 => {}
            2 => return self.attack(grid, point, ko, depth + 1),
            _ => return false,
        }
        let color = self.cells[point];
        let mut plays = self.captures(grid, point);
        if !plays.contains(&liberties.first[0]) {
            plays.push(liberties.first[0]);
        }
        !plays.into_iter().any(|at| {
            self.after(grid, at, color, ko, |ladders, ko| {
                match ladders.liberties(grid, point).count {
                    0 | 1 => false,
                    2 => !ladders.attack(grid, point, ko, depth + 1),
                    _ => true,
                }
            })
            .unwrap_or(false)
        })
    }

    /// Whether the chain, which has two liberties, is caught, the opponent to move.
    fn attack(&mut self, grid: &Grid, point: usize, ko: Option<usize>, depth: u32) -> bool {
        let Some(liberties) = self.enter(grid, point, depth) else { return false };
        let attacker = self.cells[point].map(Color::opponent);
        liberties.first[..2].iter().any(|&at| {
            self.after(grid, at, attacker, ko, |ladders, ko| {
                ladders.defend(grid, point, ko, depth + 1)
            })
            .unwrap_or(false)
        })
    }

    /// Counts a position and returns its chain's liberties; `None` beyond a limit of the search.
    fn enter(&mut self, grid: &Grid, point: usize, depth: u32) -> Option<Liberties> {
        self.positions += 1;
        let enough = self.positions > POSITIONS || self.visited_stones > STONES || depth > DEPTH;
        (!enough).then(|| self.liberties(grid, point))
    }

    /// Begins a search of the chain at a point and returns its colour.
    fn begin_chain(&mut self, point: usize) -> Option<Color> {
        self.search += 1;
        self.stones.clear();
        self.stones.push(point as u16);
        self.seen[point] = self.search;
        self.cells[point]
    }

    /// The liberties of a chain; its stones are left in `stones` if there are fewer than three.
    fn liberties(&mut self, grid: &Grid, point: usize) -> Liberties {
        let color = self.begin_chain(point);
        let mut liberties = Liberties { first: [0; 3], count: 0 };
        let mut at = 0;
        while let Some(&stone) = self.stones.get(at) {
            at += 1;
            for near in grid.neighbors(stone as usize) {
                if self.seen[near] == self.search {
                    continue;
                }
                if self.cells[near].is_none() {
                    self.seen[near] = self.search;
                    liberties.first[liberties.count] = near;
                    liberties.count += 1;
                    if liberties.count == 3 {
                        self.visited_stones += at;
                        return liberties;
                    }
                } else if self.cells[near] == color {
                    self.seen[near] = self.search;
                    self.stones.push(near as u16);
                }
            }
        }
        self.visited_stones += at;
        liberties
    }

    /// The points where the chain's owner can capture an adjacent chain. Each chain is searched once.
    fn captures(&mut self, grid: &Grid, point: usize) -> Vec<usize> {
        self.liberties(grid, point);
        let stones = std::mem::take(&mut self.stones);
        let opponent = self.cells[point].map(Color::opponent);
        let before = self.search;
        let mut plays = Vec::new();
        for &stone in &stones {
            for near in grid.neighbors(stone as usize) {
                if self.cells[near] == opponent
                    && self.seen[near] <= before
                    && let Some(play) = self.only_liberty(grid, near, before)
                    && !plays.contains(&play)
                {
                    plays.push(play);
                }
            }
        }
        plays
    }

    /// The liberty of a chain that has one only. A search since `before` that visited one of its
    /// stones ended because the chain has more.
    fn only_liberty(&mut self, grid: &Grid, point: usize, before: u32) -> Option<usize> {
        let color = self.begin_chain(point);
        let mut only = None;
        let mut at = 0;
        while let Some(&stone) = self.stones.get(at) {
            at += 1;
            self.visited_stones += 1;
            for near in grid.neighbors(stone as usize) {
                if self.cells[near].is_none() {
                    if only.is_some_and(|only| only != near) {
                        return None;
                    }
                    only = Some(near);
                } else if self.cells[near] == color && self.seen[near] != self.search {
                    if self.seen[near] > before {
                        return None;
                    }
                    self.seen[near] = self.search;
                    self.stones.push(near as u16);
                }
            }
        }
        only
    }

    /// Plays, calls `ask`, and takes the play back; `None` if the play is illegal.
    fn after<T>(
        &mut self,
        grid: &Grid,
        at: usize,
        color: Option<Color>,
        ko: Option<usize>,
        ask: impl FnOnce(&mut Self, Option<usize>) -> T,
    ) -> Option<T> {
        let played = self.play(grid, at, color, ko)?;
        let answer = ask(self, played.ko);
        self.cells[played.at] = None;
        for &stone in &played.taken {
            self.cells[stone as usize] = color.map(Color::opponent);
        }
        Some(answer)
    }

    fn play(
        &mut self,
        grid: &Grid,
        at: usize,
        color: Option<Color>,
        ko: Option<usize>,
    ) -> Option<Played> {
        if self.cells[at].is_some() || ko == Some(at) {
            return None;
        }
        self.cells[at] = color;
        let opponent = color.map(Color::opponent);
        let mut taken = Vec::new();
        for near in grid.neighbors(at) {
            if self.cells[near] == opponent && self.liberties(grid, near).count == 0 {
                for &stone in &self.stones {
                    self.cells[stone as usize] = None;
                }
                taken.extend_from_slice(&self.stones);
            }
        }
        let liberties = self.liberties(grid, at);
        if liberties.count == 0 {
            self.cells[at] = None;
            return None;
        }
        let alone = liberties.count == 1 && self.stones.len() == 1;
        let ko = (taken.len() == 1 && alone).then(|| taken[0] as usize);
        Some(Played { at, taken, ko })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Board, Chains, NO_LABEL, Point};

    fn read(drawing: &str, name: &str) -> Ladder {
        let grid = Grid::draw(drawing).unwrap();
        let point = Point::from_name(name, grid.size()).unwrap();
        let mut ladders = Ladders::default();
        ladders.fill(&grid);
        let ladder = ladders.read(&grid, grid.size().index(point));
        assert_eq!(ladders.cells, grid.cells(), "every play is taken back");
        ladder
    }

    const RUNNING: &str = ". . . . . . .
                           . . X X . . .
                           . X O . . . .
                           . . X . . . .
                           . . . . . . .
                           . . . . . . .
                           . . . . . . .";

    #[test]
    fn a_ladder_runs_into_the_edge_or_to_a_friend() {
        assert_eq!(read(RUNNING, "C5"), Ladder::Caught);
        let friend = RUNNING.replace(". . X . . . .", ". . X . . . .\n. . . . . O .");
        let friend = friend.rsplit_once('\n').unwrap().0.to_owned();
        assert_eq!(read(&friend, "C5"), Ladder::No);
    }

    #[test]
    fn two_liberties_are_caught_once_the_opponent_begins() {
        let free = RUNNING.replace(". . X X . . .", ". . X . . . .");
        assert_eq!(read(&free, "C5"), Ladder::No, "in atari, and gets three liberties");
        let edge = ". . . . .\n. . . . .\n. X X X .\n. O O O X\nX . . . X";
        assert_eq!(read(edge, "C2"), Ladder::No);
        let two = ". X X .\nX O O X\n. X . .\n. . . .";
        assert_eq!(read(two, "B3"), Ladder::Caught);
        let corner = ". O X .\n. O X .\nX X . .\n. . . .";
        assert_eq!(read(corner, "B4"), Ladder::Catchable);
    }

    #[test]
    fn taking_a_chain_in_atari_saves() {
        let saved = "O X O . .\nO X O . .\n. . X . .\n. . . . .";
        assert_eq!(read(saved, "A4"), Ladder::No);
        let lost = "O X X . .\nO X O . .\n. . X . .\n. X . . .";
        assert_eq!(read(lost, "A4"), Ladder::Caught);
    }

    #[test]
    fn a_ko_is_not_taken_back_at_once() {
        let ko = ". X O .\nX . X O\n. X O .\n. . . .";
        // What White takes at B3: where Black may not take back.
        let taken = |drawing: &str| {
            let grid = Grid::draw(drawing).unwrap();
            let at = |name| grid.size().index(Point::from_name(name, grid.size()).unwrap());
            let mut ladders = Ladders::default();
            ladders.fill(&grid);
            let played = ladders.play(&grid, at("B3"), Some(Color::White), None).unwrap();
            assert_eq!(played.taken, [at("C3") as u16]);
            if let Some(ko) = played.ko {
                assert_eq!(ko, at("C3"));
                assert!(ladders.play(&grid, ko, Some(Color::Black), played.ko).is_none());
            }
            let back = ladders.play(&grid, at("C3"), Some(Color::Black), None);
            (played.ko.is_some(), back.map(|back| back.taken.len()))
        };
        assert_eq!(taken(ko), (true, Some(1)));
        // The taking stone has another liberty, or is one of a chain of three.
        assert_eq!(taken(&ko.replacen("X .", ". .", 1)), (false, None));
        assert_eq!(taken(". X O .\nX . X O\nX O O X\n. X X ."), (false, Some(3)));
    }

    /// Maximum number of positions of the slow reader.
    const MAX_STEPS: u32 = 100;

    /// Reads ladders on a board, without any memory.
    struct Slow {
        color: Color,
        point: usize,
        count: u32,
    }

    impl Slow {
        fn read(&mut self, grid: &Grid) -> Ladder {
            let board = Board::from_grid(grid);
            match liberties(grid, self.point)[..] {
                [_] if self.defend(&board, None) => Ladder::Caught,
                [_, _] if self.attack(&board, None) => Ladder::Catchable,
                _ => Ladder::No,
            }
        }

        fn defend(&mut self, board: &Board, ko: Option<Point>) -> bool {
            self.count += 1;
            if self.count > MAX_STEPS {
                return false;
            }
            let grid = board.grid();
            match liberties(&grid, self.point)[..] {
                [_] => {}
                [_, _] => return self.attack(board, ko),
                _ => return false,
            }
            let chains = Chains::new(&grid);
            let around = (0..grid.cells().len()).filter(|&at| {
                chains.of[at] == chains.of[self.point]
                    || grid.neighbors(at).any(|near| chains.of[near] == chains.of[self.point])
            });
            // Its own last liberty, and the last liberties of chains next to it.
            let last = around.filter(|&at| chains.of[at] != NO_LABEL).filter_map(|at| {
                let [last] = liberties(&grid, at)[..] else { return None };
                Some(last)
            });
            !last.collect::<Vec<_>>().into_iter().any(|at| {
                let Some((board, ko)) = after(board, at, self.color, ko) else { return false };
                match liberties(&board.grid(), self.point).len() {
                    0 | 1 => false,
                    2 => !self.attack(&board, ko),
                    _ => true,
                }
            })
        }

        fn attack(&mut self, board: &Board, ko: Option<Point>) -> bool {
            self.count += 1;
            self.count <= MAX_STEPS
                && liberties(&board.grid(), self.point).into_iter().any(|at| {
                    after(board, at, self.color.opponent(), ko)
                        .is_some_and(|(board, ko)| self.defend(&board, ko))
                })
        }
    }

    fn liberties(grid: &Grid, point: usize) -> Vec<usize> {
        let chains = Chains::new(grid);
        let chain = &chains.points[usize::from(chains.of[point])];
        let near = chain.iter().flat_map(|&stone| grid.neighbors(stone.into()));
        let mut liberties: Vec<_> = near.filter(|&at| chains.of[at] == NO_LABEL).collect();
        liberties.sort_unstable();
        liberties.dedup();
        liberties
    }

    /// The board after a legal play, and where it may not be taken back at once.
    fn after(
        board: &Board,
        at: usize,
        color: Color,
        ko: Option<Point>,
    ) -> Option<(Board, Option<Point>)> {
        let point = board.size().point(at);
        let mut board = board.clone();
        let played = (ko != Some(point)).then(|| board.play_unchecked(color, point))?;
        if played.suicide > 0 {
            return None;
        }
        let alone = played.one_for_one && liberties(&board.grid(), at).len() == 1;
        let taken = alone.then(|| board.removed()[0].point());
        Some((board, taken))
    }

    #[test]
    fn a_slow_reader_finds_the_same() {
        let mut state = 1u64;
        let mut random = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let mut outcomes = [0; 3];
        let mut ladders = Ladders::default();
        for number in 0..900u32 {
            let (cols, rows) = [(5, 5), (7, 4), (9, 9)][number as usize % 3];
            let mut board = Board::new(crate::go::Size::new(cols, rows).unwrap());
            for _ in 0..u64::from(cols) * u64::from(rows) * 2 / 3 {
                let color = Color::BOTH[random(2) as usize];
                let point = board.size().point(random(u64::from(cols) * u64::from(rows)) as usize);
                if board.get(point).is_none() {
                    board.play_unchecked(color, point);
                }
            }
            let grid = board.grid();
            ladders.fill(&grid);
            for chain in Chains::new(&grid).points.iter() {
                let point = usize::from(chain[0]);
                let mut slow = Slow { color: grid.cells()[point].unwrap(), point, count: 0 };
                let expected = slow.read(&grid);
                // It may be too much for either.
                if slow.count > MAX_STEPS {
                    continue;
                }
                outcomes[expected as usize] += 1;
                assert_eq!(ladders.read(&grid, point), expected, "{point} of {grid:?}");
            }
        }
        assert!(outcomes.into_iter().all(|number| number > 500), "{outcomes:?}");
    }
}
