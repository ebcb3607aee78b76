//! The board: chains, liberties and captures, kept up to date stone by stone.
//!
//! Chains are circular lists threaded through the points; each knows its number of stones and of
//! *pseudo-liberties* (pairs of a stone and an empty point next to it: zero exactly when the chain has
//! no liberty). A play costs time in the stones that it joins (the smaller chain is relabelled) or
//! captures, never in the size of the board.

use super::grid::Grid;
use super::point::{Color, MAX_LINES, Point, Size};
use super::zobrist::{Key, point_key};

const EMPTY: u8 = 2;
const EDGE: u8 = 3;

/// Places of the largest board, rounded up to a power of two, so that an index is masked, not checked.
const PLACES: usize = 4096;
const _: () = {
    let lines = MAX_LINES as usize;
    assert!((lines + 2) * (lines + 1) < PLACES);
};

/// The head of every place without a stone: what is counted there means nothing. Place 0 is an edge.
const NOWHERE: u16 = 0;

/// What a play did to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Played {
    /// Number of opposing stones taken off.
    pub captured: u32,
    /// Number of the player's own stones taken off because they had no liberty (suicide), the played
    /// one included.
    pub suicide: u32,
    /// Stones in the chain that the played stone belongs to afterwards; 0 after a suicide.
    pub chain: u32,
}

/// What is known of a place besides what stands there.
#[derive(Clone, Copy, Debug)]
struct Cell {
    /// The place that stands for its chain; [`NOWHERE`] where there is no stone.
    head: u16,
    /// The next stone of its chain.
    next: u16,
    /// For a chain's head: its stones.
    stones: u16,
    /// For a chain's head: its pseudo-liberties.
    liberties: u16,
}

impl Cell {
    const NO_STONE: Self = Self { head: NOWHERE, next: 0, stones: 0, liberties: 0 };
}

/// A board with its stones and chains.
#[derive(Clone, Debug)]
pub struct Board {
    size: Size,
    /// Places are `(row + 1) * stride + col + 1` with `stride = cols + 1`: one column of edge serves
    /// the right of one row and the left of the next.
    stride: usize,
    /// How many places there are.
    places: usize,
    state: Box<[u8; PLACES]>,
    cells: Box<[Cell; PLACES]>,
    key: Key,
    on_board: [u32; 2],
    removed: Vec<Point>,
}

/// A place as an index into the tables of a board.
const fn i(place: usize) -> usize {
    place & (PLACES - 1)
}

fn table<T: Clone>(filling: T) -> Box<[T; PLACES]> {
    let Ok(table) = vec![filling; PLACES].into_boxed_slice().try_into() else {
        unreachable!("it has this length")
    };
    table
}

impl Board {
    /// An empty board.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let mut board = Self {
            size,
            stride: 0,
            places: 0,
            state: table(EDGE),
            cells: table(Cell::NO_STONE),
            key: 0,
            on_board: [0; 2],
            removed: Vec::new(),
        };
        board.reset(size);
        board
    }

    /// Empties the board and gives it another size, keeping its memory.
    pub fn reset(&mut self, size: Size) {
        let (cols, rows) = (size.cols() as usize, size.rows() as usize);
        self.size = size;
        self.stride = cols + 1;
        self.places = (rows + 2) * self.stride + 1;
        self.state[..self.places].fill(EDGE);
        for row in 0..rows {
            let start = (row + 1) * self.stride + 1;
            self.state[start..start + cols].fill(EMPTY);
        }
        self.cells[..self.places].fill(Cell::NO_STONE);
        self.key = 0;
        self.on_board = [0; 2];
        self.removed.clear();
    }

    /// The board's size.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The position's key, kept incrementally; equal to [`Board::key_from_scratch`].
    #[must_use]
    pub fn key(&self) -> Key {
        self.key
    }

    /// The position's key, computed from the stones.
    #[must_use]
    pub fn key_from_scratch(&self) -> Key {
        self.size
            .points()
            .filter_map(|point| self.get(point).map(|color| point_key(color, point)))
            .fold(0, |key, stone| key ^ stone)
    }

    /// Number of stones of a colour on the board.
    #[must_use]
    pub fn stones(&self, color: Color) -> u32 {
        self.on_board[color.index()]
    }

    /// What stands on a point, which must be on the board.
    #[must_use]
    pub fn get(&self, point: Point) -> Option<Color> {
        color_of(self.state[i(self.place(point))])
    }

    /// The stones taken off by the last play, captured first, in no particular order.
    #[must_use]
    pub fn removed(&self) -> &[Point] {
        &self.removed
    }

    /// Number of stones in the chain on a point: 0 where it is empty.
    #[must_use]
    pub fn chain_len(&self, point: Point) -> u32 {
        let place = self.place(point);
        if self.state[i(place)] >= EMPTY {
            return 0;
        }
        u32::from(self.cells[i(self.head(place))].stones)
    }

    /// Number of liberties of the chain on a point (0 where it is empty). Walks the chain.
    #[must_use]
    pub fn liberties(&self, point: Point) -> usize {
        let start = self.place(point);
        if self.state[i(start)] >= EMPTY {
            return 0;
        }
        let mut free = Vec::new();
        let mut at = start;
        loop {
            free.extend(self.around(at).into_iter().filter(|&near| self.state[i(near)] == EMPTY));
            at = self.cells[i(at)].next as usize;
            if at == start {
                break;
            }
        }
        free.sort_unstable();
        free.dedup();
        free.len()
    }

    /// Plays a stone of `color` on `point`, which must be on the board and empty: places it, takes off
    /// the opposing chains left without a liberty, then the player's own if it has none. Always does
    /// so: whether the play is legal is the ruleset's business.
    pub fn play(&mut self, color: Color, point: Point) -> Played {
        let place = self.place(point);
        debug_assert_eq!(self.state[place], EMPTY);
        self.removed.clear();
        let own = color as u8;
        let other = own ^ 1;
        let around = self.around(place);

        self.put(place, point, color);
        // Every neighbour is counted down, also where that means nothing: what stands there is hard
        // to foresee, so that a branch would cost more than it saves.
        let mut free = 0;
        // A bit for each side.
        let (mut joined, mut taken) = (0u8, 0u8);
        for (side, near) in around.into_iter().enumerate() {
            let state = self.state[i(near)];
            let head = &mut self.cells[i(self.head(near))];
            head.liberties = head.liberties.wrapping_sub(1);
            free += u16::from(state == EMPTY);
            joined |= u8::from(state == own) << side;
            // Of a chain that is next to it more than once the last side finds it without liberties.
            taken |= u8::from((state == other) & (head.liberties == 0)) << side;
        }
        self.cells[i(place)] =
            Cell { head: place as u16, next: place as u16, stones: 1, liberties: free };
        while joined != 0 {
            self.join(place, around[joined.trailing_zeros() as usize]);
            joined &= joined - 1;
        }
        let mut captured = 0;
        while taken != 0 {
            captured += self.remove_chain(around[taken.trailing_zeros() as usize]);
            taken &= taken - 1;
        }
        let head = &self.cells[i(self.head(place))];
        if head.liberties > 0 {
            return Played { captured, suicide: 0, chain: u32::from(head.stones) };
        }
        let suicide = self.remove_chain(place);
        Played { captured, suicide, chain: 0 }
    }

    /// Sets points without playing (AB, AW, AE): no capture takes place. Returns how many points
    /// changed. Costs time in the size of the board; points off the board must not be given.
    pub fn set_up(&mut self, changes: impl IntoIterator<Item = (Point, Option<Color>)>) -> u32 {
        let mut changed = 0;
        for (point, stone) in changes {
            let before = self.get(point);
            if before == stone {
                continue;
            }
            changed += 1;
            let place = self.place(point);
            if let Some(color) = before {
                self.take(place, color);
            }
            if let Some(color) = stone {
                self.put(place, point, color);
            }
        }
        if changed > 0 {
            self.rebuild_chains();
        }
        changed
    }

    /// Copies the position into a grid.
    pub fn copy_to(&self, grid: &mut Grid) {
        grid.reset(self.size);
        let cols = self.size.cols() as usize;
        for (row, cells) in grid.cells_mut().chunks_exact_mut(cols).enumerate() {
            let start = (row + 1) * self.stride + 1;
            for (cell, &state) in cells.iter_mut().zip(&self.state[start..start + cols]) {
                *cell = color_of(state);
            }
        }
    }

    /// The position as a grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        let mut grid = Grid::new(self.size);
        self.copy_to(&mut grid);
        grid
    }

    /// A board with a grid's stones.
    #[must_use]
    pub fn from_grid(grid: &Grid) -> Self {
        let mut board = Self::new(grid.size());
        board.set_up(grid.size().points().map(|point| (point, grid.get(point))));
        board
    }

    fn place(&self, point: Point) -> usize {
        debug_assert!(self.size.contains(point));
        (point.row as usize + 1) * self.stride + point.col as usize + 1
    }

    fn point(&self, place: usize) -> Point {
        let (place, stride) = (place as u32 - 1, self.stride as u32);
        Point::new((place % stride) as u8, (place / stride - 1) as u8)
    }

    fn head(&self, place: usize) -> usize {
        self.cells[i(place)].head as usize
    }

    fn around(&self, place: usize) -> [usize; 4] {
        [place - self.stride, place - 1, place + 1, place + self.stride]
    }

    fn put(&mut self, place: usize, point: Point, color: Color) {
        self.state[i(place)] = color as u8;
        self.key ^= point_key(color, point);
        self.on_board[color.index()] += 1;
    }

    fn take(&mut self, place: usize, color: Color) -> Point {
        let point = self.point(place);
        self.state[i(place)] = EMPTY;
        self.cells[i(place)].head = NOWHERE;
        self.key ^= point_key(color, point);
        self.on_board[color.index()] -= 1;
        point
    }

    /// Joins the chains at two places of the same colour, relabelling the smaller one.
    fn join(&mut self, a: usize, b: usize) {
        let (mut keep, mut lose) = (self.head(a), self.head(b));
        if keep == lose {
            return;
        }
        if self.cells[i(keep)].stones < self.cells[i(lose)].stones {
            std::mem::swap(&mut keep, &mut lose);
        }
        let mut at = lose;
        loop {
            let cell = &mut self.cells[i(at)];
            cell.head = keep as u16;
            at = cell.next as usize;
            if at == lose {
                break;
            }
        }
        // Field by field: a cell that was just written in part is slow to read as a whole.
        let lost = &self.cells[i(lose)];
        let (stones, liberties, next) = (lost.stones, lost.liberties, lost.next);
        self.cells[i(lose)].next = self.cells[i(keep)].next;
        let kept = &mut self.cells[i(keep)];
        kept.stones += stones;
        kept.liberties += liberties;
        kept.next = next;
    }

    /// Takes a chain off the board and gives its neighbours their liberties back.
    fn remove_chain(&mut self, start: usize) -> u32 {
        let color = color_of(self.state[i(start)]).expect("a stone stands at the start of a chain");
        let mut count = 0;
        let mut at = start;
        loop {
            let point = self.take(at, color);
            self.removed.push(point);
            for near in self.around(at) {
                // Stones of this same chain get counts too; they are never read again.
                let head = &mut self.cells[i(self.head(near))];
                head.liberties = head.liberties.wrapping_add(1);
            }
            count += 1;
            at = self.cells[i(at)].next as usize;
            if at == start {
                return count;
            }
        }
    }

    fn rebuild_chains(&mut self) {
        let lines = self.stride..self.places - self.stride;
        for place in lines.clone() {
            self.cells[i(place)] = if self.state[i(place)] < EMPTY {
                let free =
                    self.around(place).into_iter().filter(|&near| self.state[i(near)] == EMPTY);
                let liberties = free.count() as u16;
                Cell { head: place as u16, next: place as u16, stones: 1, liberties }
            } else {
                Cell::NO_STONE
            };
        }
        for place in lines {
            for near in [place + 1, place + self.stride] {
                if self.state[i(place)] < EMPTY && self.state[i(near)] == self.state[i(place)] {
                    self.join(place, near);
                }
            }
        }
    }
}

fn color_of(state: u8) -> Option<Color> {
    match state {
        0 => Some(Color::Black),
        1 => Some(Color::White),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn board(text: &str) -> Board {
        Board::from_grid(&Grid::draw(text).unwrap())
    }

    fn drawn(board: &Board) -> String {
        board.grid().to_string()
    }

    fn normal(text: &str) -> String {
        Grid::draw(text).unwrap().to_string()
    }

    #[test]
    fn captures_a_chain_and_counts_it() {
        let mut b = board(
            ". X X .
             X O O .
             . X X .",
        );
        let played = b.play(Color::Black, Point::new(3, 1));
        assert_eq!((played.captured, played.suicide), (2, 0));
        assert_eq!(drawn(&b), normal(". X X .\nX . . X\n. X X ."));
        assert_eq!(b.key(), b.key_from_scratch());
    }

    #[test]
    fn captures_before_looking_at_its_own_liberties() {
        let mut b = board(
            ". O X
             O O X
             X X .",
        );
        let played = b.play(Color::Black, Point::new(0, 0));
        assert_eq!((played.captured, played.suicide, played.chain), (3, 0, 1));
    }

    #[test]
    fn takes_off_a_suicide() {
        let mut b = board(
            ". X O
             X X O
             O O .",
        );
        let played = b.play(Color::Black, Point::new(0, 0));
        assert_eq!((played.captured, played.suicide, played.chain), (0, 4, 0));
        assert_eq!(b.stones(Color::Black), 0);
        assert_eq!(b.liberties(Point::new(0, 2)), 3);
    }

    #[test]
    fn one_point_board() {
        let mut b = Board::new(Size::new(1, 1).unwrap());
        let played = b.play(Color::Black, Point::new(0, 0));
        assert_eq!((played.suicide, b.key()), (1, 0));
    }

    #[test]
    fn edge_column_does_not_join_rows() {
        let b = board(
            ". . X
             X . .",
        );
        assert_eq!(b.chain_len(Point::new(2, 0)), 1);
        assert_eq!(b.liberties(Point::new(2, 0)), 2);
    }

    #[test]
    fn set_up_changes_only_what_differs() {
        let mut b = board("X O\n. .");
        let changed = b.set_up([
            (Point::new(0, 0), Some(Color::White)),
            (Point::new(1, 0), Some(Color::White)),
            (Point::new(1, 1), None),
        ]);
        assert_eq!(changed, 1);
        assert_eq!(b.chain_len(Point::new(0, 0)), 2);
        assert_eq!(b.key(), b.key_from_scratch());
    }

    /// The same play, found by flood fill.
    fn slow_play(grid: &mut Grid, color: Color, point: Point) -> (u32, u32) {
        grid.set(point, Some(color));
        let mut removed = [0, 0];
        for (i, victim) in [color.opponent(), color].into_iter().enumerate() {
            let before = grid.clone();
            for p in grid.size().points() {
                if before.get(p) == Some(victim) && !has_liberty(&before, p) {
                    grid.set(p, None);
                    removed[i] += 1;
                }
            }
        }
        (removed[0], removed[1])
    }

    fn has_liberty(grid: &Grid, point: Point) -> bool {
        let color = grid.get(point);
        let mut seen = vec![grid.size().index(point)];
        let mut at = 0;
        while at < seen.len() {
            for near in grid.neighbors(seen[at]) {
                if grid.cells()[near].is_none() {
                    return true;
                }
                if grid.cells()[near] == color && !seen.contains(&near) {
                    seen.push(near);
                }
            }
            at += 1;
        }
        false
    }

    proptest! {
        #[test]
        fn agrees_with_flood_fill(
            cols in 1u8..=7, rows in 1u8..=7,
            plays in prop::collection::vec((any::<bool>(), 0u8..7, 0u8..7), 0..300),
        ) {
            let size = Size::new(cols, rows).unwrap();
            let mut fast = Board::new(size);
            let mut slow = Grid::new(size);
            for (black, col, row) in plays {
                let point = Point::new(col % cols, row % rows);
                if slow.get(point).is_some() {
                    continue;
                }
                let color = if black { Color::Black } else { Color::White };
                let played = fast.play(color, point);
                let removed = slow_play(&mut slow, color, point);
                prop_assert_eq!((played.captured, played.suicide), removed);
                prop_assert_eq!(fast.removed().len() as u32, removed.0 + removed.1);
                prop_assert_eq!(&fast.grid(), &slow);
                prop_assert_eq!(fast.key(), fast.key_from_scratch());
                for color in [Color::Black, Color::White] {
                    let count = slow.cells().iter().filter(|&&c| c == Some(color)).count();
                    prop_assert_eq!(fast.stones(color) as usize, count);
                }
                let rebuilt = Board::from_grid(&slow);
                for p in size.points() {
                    prop_assert_eq!(fast.liberties(p), rebuilt.liberties(p));
                    prop_assert_eq!(fast.chain_len(p), rebuilt.chain_len(p));
                }
            }
        }
    }
}
