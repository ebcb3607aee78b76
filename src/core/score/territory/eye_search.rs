//! Whether an enclosed space is one eye or can become two: an exact search on small spaces.
//!
//! The wall round the space counts as one chain without liberties elsewhere, as it is when the dame are
//! taken. It holds if the opponent can't take it. Where a chain of dead stones is large enough to be a
//! nakade, the owner must make two *vital* regions inside (D. B. Benson, "Life in the game of Go",
//! 1976), or the group lives at best in seki; there the wall is granted a liberty elsewhere, for those
//! stones were agreed to be dead: they don't win a race against it.

use crate::go::Grid;

/// Maximum number of points of a space that is searched.
const SEARCHED: usize = 9;
/// Maximum number of positions for all searches of one board, so that a count stays below a millisecond; a space of [`SEARCHED`] points has at most twice 3 to that power.
pub(in crate::score) const BUDGET: usize = 12_000;
/// Least number of stones of a dead chain that may leave the shape of a single eye when it is taken.
const NAKADE: u32 = 3;

/// The number of eyes that a space makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::score) enum Eyes {
    One,
    Two,
    /// The space is crowded with dead stones and too large to search.
    Unknown,
}

/// The eyes that the owner of the wall round `points` can make in them, with the `dead` stones there;
/// he moves first if `owner_first`. Takes the positions looked at from the `budget`.
pub(in crate::score) fn eyes(
    grid: &Grid,
    points: &[u16],
    dead: &[bool],
    owner_first: bool,
    budget: &mut usize,
) -> Eyes {
    let stones = points.iter().filter(|&&point| dead[point as usize]).count();
    if points.len() > SEARCHED {
        return if 2 * stones < points.len() { Eyes::Two } else { Eyes::Unknown };
    }
    if owner_first && stones == 0 {
        // Three points and more are divided by a play, but for the square of four.
        let links = |&point: &u16| {
            grid.neighbors(point as usize).filter(|&near| points.contains(&(near as u16))).count()
        };
        let square = points.len() == 4 && points.iter().map(links).sum::<usize>() == 8;
        return if points.len() < 3 || square { Eyes::One } else { Eyes::Two };
    }
    let space = Space::new(grid, points);
    let opposing = (0..points.len()).filter(|&i| dead[points[i] as usize]).map(|i| 1 << i).sum();
    let longest = (0..points.len()).map(|i| space.connected(1 << i, opposing).count_ones()).max();
    let two = if longest.unwrap_or(0) >= NAKADE {
        space.reaches(Aim::TwoEyes, opposing, owner_first, budget)
    } else {
        space.reaches(Aim::Capture, opposing, owner_first, budget).map(|falls| !falls)
    };
    match two {
        Ok(true) => Eyes::Two,
        Ok(false) => Eyes::One,
        Err(BudgetSpent) => Eyes::Unknown,
    }
}

/// A space of at most [`SEARCHED`] points; sets of them are bits, numbered as the points were given.
struct Space {
    /// By set of points: the points next to one of them.
    around: Vec<u16>,
    /// By set of the owner's stones: those connected to the wall.
    wall: Vec<u16>,
    /// Points next to the wall.
    at_wall: u16,
    all: u16,
}

impl Space {
    fn new(grid: &Grid, points: &[u16]) -> Self {
        let mut near = vec![0; points.len()];
        let mut at_wall = 0;
        for (i, &point) in points.iter().enumerate() {
            for at in grid.neighbors(point as usize) {
                match points.iter().position(|&point| point as usize == at) {
                    Some(j) => near[i] |= 1 << j,
                    None => at_wall |= 1 << i,
                }
            }
        }
        let mut around = vec![0; 1 << points.len()];
        for set in 1..around.len() {
            around[set] = around[set & (set - 1)] | near[set.trailing_zeros() as usize];
        }
        let mut space = Self { around, wall: Vec::new(), at_wall, all: (1 << points.len()) - 1 };
        space.wall = (0..=space.all).map(|own| space.connected(at_wall & own, own)).collect();
        space
    }

    /// The part of `through` that is connected to `from` by way of `through`.
    fn connected(&self, from: u16, through: u16) -> u16 {
        let mut reached = from & through;
        loop {
            let next = reached | (self.around(reached) & through);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    fn around(&self, points: u16) -> u16 {
        self.around[usize::from(points)]
    }

    /// Plays on an empty point for the owner or his opponent.
    fn play(&self, own: u16, opposing: u16, point: u16, owner: bool) -> Play {
        let (mut own, mut opposing) = (own, opposing);
        if owner {
            own |= point;
            if self.around(point) & opposing != 0 {
                opposing &= !self.taken(opposing, self.all & !own & !opposing);
            }
            let empty = self.all & !own & !opposing;
            let loose = own & !self.wall(own);
            if self.wall_liberties(own) & empty == 0 || self.taken(loose, empty) & point != 0 {
                return Play::Illegal;
            }
        } else {
            opposing |= point;
            let empty = self.all & !own & !opposing;
            if self.wall_liberties(own) & empty == 0 {
                return Play::TakesWall;
            }
            own &= !self.taken(own & !self.wall(own), empty);
            let empty = self.all & !own & !opposing;
            if self.taken(opposing, empty) != 0 {
                return Play::Illegal;
            }
        }
        Play::To(own, opposing)
    }

    /// The owner's stones that are connected to the wall.
    fn wall(&self, own: u16) -> u16 {
        self.wall[usize::from(own)]
    }

    /// The points next to the wall or to stones connected to it.
    fn wall_liberties(&self, own: u16) -> u16 {
        self.around(self.wall(own)) | self.at_wall
    }

    /// The stones that have no liberty among the `empty` points.
    fn taken(&self, stones: u16, empty: u16) -> u16 {
        let beside = self.around(empty) & stones;
        if beside == stones { 0 } else { stones & !self.connected(beside, stones) }
    }

    /// Whether there are two regions whose empty points are all liberties of the wall, and which no other
    /// stones of the owner border.
    fn has_two_eyes(&self, own: u16, opposing: u16) -> bool {
        let wall = self.wall(own);
        let liberties = self.wall_liberties(own);
        let mut rest = self.all & !own;
        let mut eyes = 0;
        while rest != 0 {
            let region = self.connected(rest & rest.wrapping_neg(), self.all & !own);
            rest &= !region;
            let empty = region & !opposing;
            let loose = self.around(region) & own & !wall;
            if empty & !liberties == 0 && loose == 0 {
                eyes += 1;
            }
        }
        eyes >= 2
    }

    /// Whether the side that has an aim reaches it with best play of both. Found backwards from the
    /// positions in which it is reached, so a line that repeats itself isn't a success. Every position
    /// that can be reached is looked at once.
    fn reaches(
        &self,
        aim: Aim,
        opposing: u16,
        owner_first: bool,
        budget: &mut usize,
    ) -> Result<bool, BudgetSpent> {
        let mut positions = vec![(0, opposing, owner_first)];
        // By code of a position: its number.
        let mut number = vec![u16::MAX; 2 * 3usize.pow(self.all.count_ones())];
        number[code(positions[0])] = 0;
        // The positions before each one, by number: a list, each with the index of the next entry, and where it begins.
        let mut before: Vec<(u16, u32)> = Vec::new();
        let mut begin = vec![u32::MAX];
        // By position: number of replies left before the aim is reached.
        let mut open: Vec<u32> = Vec::new();
        let mut reached: Vec<usize> = Vec::new();
        let mut at = 0;
        let mut after: Vec<(u16, u16, bool)> = Vec::new();
        while at < positions.len() {
            *budget = budget.checked_sub(1).ok_or(BudgetSpent)?;
            let (own, opposing, owner) = positions[at];
            after.clear();
            // Either side may pass.
            after.push((own, opposing, !owner));
            let mut done = aim == Aim::TwoEyes && self.has_two_eyes(own, opposing);
            let mut rest = self.all & !own & !opposing;
            while rest != 0 && !done {
                let point = rest & rest.wrapping_neg();
                rest &= !point;
                match self.play(own, opposing, point, owner) {
                    Play::To(own, opposing) => after.push((own, opposing, !owner)),
                    Play::TakesWall => done |= aim == Aim::Capture,
                    Play::Illegal => {}
                }
            }
            if done {
                reached.push(at);
                after.clear();
            }
            let chooses = owner == (aim == Aim::TwoEyes);
            open.push(match (done, chooses) {
                (true, _) => 0,
                (false, true) => 1,
                (false, false) => after.len() as u32,
            });
            for &position in &after {
                let next = &mut number[code(position)];
                if *next == u16::MAX {
                    *next = positions.len() as u16;
                    positions.push(position);
                    begin.push(u32::MAX);
                }
                let begin = &mut begin[usize::from(*next)];
                before.push((at as u16, *begin));
                *begin = before.len() as u32 - 1;
            }
            at += 1;
        }
        let mut at = 0;
        while at < reached.len() && reached[at] != 0 {
            let mut entry = begin[reached[at]];
            while let Some(&(earlier, next)) = before.get(entry as usize) {
                let earlier = usize::from(earlier);
                entry = next;
                if open[earlier] > 0 {
                    open[earlier] -= 1;
                    if open[earlier] == 0 {
                        reached.push(earlier);
                    }
                }
            }
            at += 1;
        }
        Ok(at < reached.len())
    }
}

/// The number of a position among all arrangements of stones: each point is empty, the owner's or his
/// opponent's, and one of them is to move.
fn code((own, opposing, owner): (u16, u16, bool)) -> usize {
    let [own, opposing] = [own, opposing].map(|stones| usize::from(TERNARY[usize::from(stones)]));
    2 * (own + 2 * opposing) + usize::from(owner)
}

/// For each set of points, the number whose ternary digits are the set's bits.
const TERNARY: [u16; 1 << SEARCHED] = {
    let mut numbers = [0; 1 << SEARCHED];
    let mut set = 1;
    while set < numbers.len() {
        numbers[set] = 3 * numbers[set >> 1] + (set & 1) as u16;
        set += 1;
    }
    numbers
};

/// More positions would have to be looked at than the budget allows.
#[derive(Debug, PartialEq, Eq)]
struct BudgetSpent;

/// The goal of a side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// The owner of the wall: two eyes. The wall can't be taken meanwhile.
    TwoEyes,
    /// The opponent: to take the wall.
    Capture,
}

enum Play {
    /// These stones of the owner and of the opponent.
    To(u16, u16),
    TakesWall,
    Illegal,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::go::{Board, Color, pass_alive};

    /// More positions than the largest space that is searched has.
    const MAX_POSITIONS: usize = 40_000;

    /// The eyes of the space that is drawn as empty points and dead `O` stones within `X`.
    fn drawn(text: &str, owner_first: bool) -> Eyes {
        let (grid, points, dead) = read(text);
        eyes(&grid, &points, &dead, owner_first, &mut MAX_POSITIONS.clone())
    }

    fn read(text: &str) -> (Grid, Vec<u16>, Vec<bool>) {
        let grid = Grid::draw(text).unwrap();
        let dead: Vec<bool> = grid.cells().iter().map(|c| *c == Some(Color::White)).collect();
        let points = (0..dead.len() as u16)
            .filter(|&point| grid.cells()[point as usize] != Some(Color::Black))
            .collect();
        (grid, points, dead)
    }

    const SHAPES: [(&str, [Eyes; 2]); 9] = [
        (". . X X\nX X X X", [Eyes::One, Eyes::One]),
        (". . . X\nX X X X", [Eyes::Two, Eyes::One]),
        (". . X X\n. X X X", [Eyes::Two, Eyes::One]),
        (". . X X\n. . X X", [Eyes::One, Eyes::One]),
        (". . . .\nX X X X", [Eyes::Two, Eyes::Two]),
        (". . . X\nX . X X", [Eyes::Two, Eyes::One]),
        (". . . X\n. . X X\nX X X X", [Eyes::Two, Eyes::One]),
        ("X . X X\n. . . X\nX . X X", [Eyes::Two, Eyes::One]),
        ("X X X X X\nX . . . X\nX . . . X\nX X X X X", [Eyes::Two, Eyes::Two]),
    ];

    #[test]
    fn small_spaces_make_the_eyes_that_every_player_knows() {
        for (text, [first, second]) in SHAPES {
            assert_eq!((drawn(text, true), drawn(text, false)), (first, second), "{text}");
        }
    }

    #[test]
    fn the_short_way_agrees_with_the_search() {
        for (text, [first, _]) in SHAPES {
            let (grid, points, _) = read(text);
            let falls = Space::new(&grid, &points).reaches(
                Aim::Capture,
                0,
                true,
                &mut MAX_POSITIONS.clone(),
            );
            assert_eq!(falls, Ok(first == Eyes::One), "{text}");
        }
    }

    #[test]
    fn dead_stones_count_as_moves_already_played() {
        // The stone in the middle of three, and a chain of three that is a nakade when taken.
        assert_eq!(drawn(". O . X\nX X X X", true), Eyes::One);
        assert_eq!(drawn(". O O O .\nX X X X X", true), Eyes::One);
        assert_eq!(drawn("O . . . .\nX X X X X", true), Eyes::Two);
    }

    #[test]
    fn a_spent_budget_leaves_it_open() {
        let (grid, points, dead) = read(". O . . .\n. . . . X\nX X X X X");
        assert_eq!(eyes(&grid, &points, &dead, true, &mut 5), Eyes::Unknown);
        assert_eq!(eyes(&grid, &points, &dead, true, &mut MAX_POSITIONS.clone()), Eyes::Two);
    }

    /// Whether a side reaches its aim, played out on a real board: the space within a wall, and where two
    /// eyes are wanted, an edge below that gives the wall liberties and no eye.
    fn played_out(grid: &Grid, points: &[u16], aim: Aim, owner_first: bool) -> bool {
        type State = (Vec<Option<Color>>, bool);
        let wall = (0..grid.cells().len())
            .find(|&at| grid.cells()[at] == Some(Color::Black) && !points.contains(&(at as u16)))
            .unwrap();
        let put = |board: &mut Board, stones: &[Option<Color>]| {
            let at = |point: u16| grid.size().point(point as usize);
            board.set_up(grid.size().points().map(|point| (point, grid.get(point))));
            board.set_up(points.iter().zip(stones).map(|(&point, &stone)| (at(point), stone)));
        };
        let begin: Vec<_> = points.iter().map(|&point| grid.cells()[point as usize]).collect();
        let mut states: Vec<State> = vec![(begin, owner_first)];
        let mut follow: Vec<Vec<usize>> = Vec::new();
        let mut reached: Vec<bool> = Vec::new();
        let mut board = Board::new(grid.size());
        let mut at = 0;
        while at < states.len() {
            let (stones, owner) = states[at].clone();
            let color = if owner { Color::Black } else { Color::White };
            put(&mut board, &stones);
            let lives = pass_alive(&board.grid(), Color::Black)[wall];
            let mut done = aim == Aim::TwoEyes && lives;
            let mut after = vec![(stones.clone(), !owner)];
            for (i, &point) in points.iter().enumerate() {
                if stones[i].is_some() {
                    continue;
                }
                put(&mut board, &stones);
                let played = board.play_unchecked(color, grid.size().point(point as usize));
                if board.get(grid.size().point(wall)).is_none() {
                    done |= aim == Aim::Capture && !owner;
                } else if played.suicide == 0 {
                    let cells = board.grid();
                    let stones = points.iter().map(|&point| cells.cells()[point as usize]);
                    after.push((stones.collect(), !owner));
                }
            }
            let number = |state: State| {
                states.iter().position(|known| *known == state).unwrap_or_else(|| {
                    states.push(state);
                    states.len() - 1
                })
            };
            follow.push(after.into_iter().map(number).collect());
            reached.push(done);
            at += 1;
        }
        loop {
            let before = reached.clone();
            for at in 0..states.len() {
                let chooses = states[at].1 == (aim == Aim::TwoEyes);
                let mut next = follow[at].iter().map(|&next| before[next]);
                reached[at] |= if chooses { next.any(|is| is) } else { next.all(|is| is) };
            }
            if reached == before {
                return reached[0];
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn the_search_finds_what_play_on_a_board_finds(
            cells in prop::collection::vec(0u8..4, 4 * 3),
            capture: bool,
            owner_first: bool,
        ) {
            let aim = if capture { Aim::Capture } else { Aim::TwoEyes };
            let (cols, rows) = (6, if capture { 5 } else { 7 });
            let mut grid = Grid::new(crate::go::Size::new(cols, rows).unwrap());
            let mut points: Vec<u16> = Vec::new();
            for point in grid.size().points().filter(|point| point.row < 5) {
                let inside = (1..5).contains(&point.col) && (1..4).contains(&point.row);
                let cell = cells[(usize::from(point.row) + 2) % 3 * 4 + usize::from(point.col) % 4];
                if inside && cell > 0 && points.len() < 5 {
                    points.push(grid.size().index(point) as u16);
                    grid.set(point, (cell > 2).then_some(Color::White));
                } else {
                    grid.set(point, Some(Color::Black));
                }
            }
            // One wall, and no dead chain without a liberty.
            let chains = crate::go::Chains::new(&grid);
            prop_assume!(chains.color.iter().filter(|&&color| color == Color::Black).count() == 1);
            let free = |&stone: &u16| {
                grid.neighbors(stone as usize).any(|near| grid.cells()[near].is_none())
            };
            prop_assume!(chains.points.iter().zip(&chains.color).all(|(stones, &color)| {
                color == Color::Black || stones.iter().any(free)
            }));
            prop_assume!(points.iter().any(|&point| grid.cells()[point as usize].is_none()));
            let dead = |i: &usize| grid.cells()[points[*i] as usize].is_some();
            let opposing = (0..points.len()).filter(dead).map(|i| 1 << i).sum();
            let space = Space::new(&grid, &points);
            let actual = space.reaches(aim, opposing, owner_first, &mut MAX_POSITIONS.clone());
            prop_assert_eq!(actual, Ok(played_out(&grid, &points, aim, owner_first)), "{}", grid);
        }
    }

    #[test]
    fn a_space_too_large_to_search_is_two_eyes_unless_it_is_crowded() {
        let wall = "X X X X X X X X X X";
        assert_eq!(drawn(&format!(". . . . . . O O O O\n{wall}"), true), Eyes::Two);
        assert_eq!(drawn(&format!(". . . . . O O O O O\n{wall}"), true), Eyes::Unknown);
        assert_eq!(drawn(&format!(". . . . . . . . . .\n{wall}"), false), Eyes::Two);
    }
}
