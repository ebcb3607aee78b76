//! The board: stones, captures and the position's key, kept up to date play by play.
//!
//! Each cell counts the empty points next to it. A chain can only have lost its last liberty if a stone
//! next to the play has no empty point left beside it; only then is the chain searched, up to its first
//! liberty. So chains aren't stored, most plays cost four neighbours, and the most expensive one costs the
//! length of the chains around it.

mod cells;
mod liberties;

use crate::go::grid::Grid;
use crate::go::point::ByColor;
use crate::go::point::{Color, Point, Size};
use crate::go::stone::{Key, point_key, stone_key};
use crate::go::stone::{PLACES, STRIDE, Stone, padded_index};
use cells::{
    EDGE, EMPTY, FREE, HERE, SIDES, STONES, Table, around, code, color_of, index, surroundings,
    table,
};
use liberties::LibertySearch;

/// The effect of a play on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Played {
    /// Number of opposing stones taken off.
    pub captured: u32,
    /// Number of the player's own stones taken off because they had no liberty (suicide), the played
    /// one included.
    pub suicide: u32,
    /// Whether the played stone took a single one and no stone of its colour is next to it, as where a
    /// ko is taken.
    pub one_for_one: bool,
}

/// What [`Board::place_all`] did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedRun {
    /// Number of stones placed.
    pub number: u32,
    /// Whether the last of them has left a chain without a liberty.
    pub takes: bool,
}

/// A board with its stones.
#[derive(Clone, Debug)]
pub struct Board {
    size: Size,
    /// Number of places: `(row + 1) * STRIDE + col + 1` for a point, and an edge around all points.
    places: usize,
    cells: Table<u8>,
    /// The cells of the empty board.
    blank: Table<u8>,
    key: Key,
    on_board: ByColor<u32>,
    removed: Vec<Stone>,
    chains: LibertySearch,
}

impl Board {
    /// An empty board.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let mut board = Self {
            size,
            places: 0,
            cells: table(EDGE),
            blank: table(EDGE),
            key: 0,
            on_board: ByColor::default(),
            removed: Vec::new(),
            chains: LibertySearch::new(),
        };
        board.lay_out(size);
        board.reset(size);
        board
    }

    /// Empties the board and gives it another size, keeping its memory.
    pub fn reset(&mut self, size: Size) {
        if size != self.size {
            self.lay_out(size);
            self.cells[self.places..].fill(EDGE);
        }
        self.cells[..self.places].copy_from_slice(&self.blank[..self.places]);
        self.key = 0;
        self.on_board = ByColor::default();
        self.removed.clear();
    }

    /// Makes the tables of an empty board of this size.
    fn lay_out(&mut self, size: Size) {
        let (cols, rows) = (size.cols() as usize, size.rows() as usize);
        self.size = size;
        self.places = (rows + 2) * STRIDE;
        self.blank[..self.places].fill(EDGE);
        for row in 0..rows {
            let start = (row + 1) * STRIDE + 1;
            for (col, cell) in self.blank[start..start + cols].iter_mut().enumerate() {
                let sides = [row > 0, row + 1 < rows, col > 0, col + 1 < cols];
                *cell = EMPTY | sides.into_iter().map(u8::from).sum::<u8>();
            }
        }
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
        self.on_board[color]
    }

    /// The stone on a point, which must be on the board.
    #[must_use]
    pub fn get(&self, point: Point) -> Option<Color> {
        color_of(self.cells[index(self.padded(point))])
    }

    /// Whether a point, which must be on the board, is empty.
    #[must_use]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cells[index(self.padded(point))] & EMPTY != 0
    }

    /// The stones taken off by the last play, captured first, in no particular order.
    #[must_use]
    pub fn removed(&self) -> &[Stone] {
        &self.removed
    }

    /// Number of stones in the chain on a point: 0 where it is empty. Walks the chain.
    #[must_use]
    pub fn chain_len(&self, point: Point) -> u32 {
        self.walk(point).len() as u32
    }

    /// Number of liberties of the chain on a point (0 where it is empty). Walks the chain.
    #[must_use]
    pub fn liberties(&self, point: Point) -> usize {
        let chain = self.walk(point);
        let around = chain.into_iter().flat_map(around);
        let is_empty = |&near: &usize| self.cells[index(near)] & EMPTY != 0;
        let mut free: Vec<usize> = around.filter(is_empty).collect();
        free.sort_unstable();
        free.dedup();
        free.len()
    }

    /// The places of the chain on a point.
    fn walk(&self, point: Point) -> Vec<usize> {
        let start = self.padded(point);
        let stone = self.cells[index(start)] & !FREE;
        let mut chain = Vec::new();
        if !STONES.contains(&stone) {
            return chain;
        }
        let mut seen = vec![false; self.places];
        seen[start] = true;
        chain.push(start);
        let mut next = 0;
        while let Some(&place) = chain.get(next) {
            next += 1;
            for near in around(place) {
                let same = self.cells[index(near)] & !FREE == stone;
                if same && !std::mem::replace(&mut seen[near], true) {
                    chain.push(near);
                }
            }
        }
        chain
    }

    /// Plays a stone of `color` on `point`, which must be on the board and empty: places it, takes off
    /// the opposing chains left without a liberty, then the player's own if it has none. Does so
    /// whether or not the play is legal.
    pub fn play(&mut self, color: Color, point: Point) -> Played {
        if self.place(color, point) {
            self.remove_captured(color, point)
        } else {
            Played::default()
        }
    }

    /// The first half of [`Board::play`]: places the stone. Returns whether that leaves a chain without a
    /// liberty; only then, [`Board::remove_captured`] must follow.
    pub(crate) fn place(&mut self, color: Color, point: Point) -> bool {
        let stone = Some(Stone::new(color, point));
        self.place_all(color, std::iter::once(stone), |_, _| ()).takes
    }

    /// Places stones one after another, the players in turn and `color` first, until one leaves a chain
    /// without a liberty or can't be placed: it isn't its player's turn, or the point isn't an empty one
    /// of the board. Calls `placed` for each stone that leaves every chain its liberties, with the
    /// position's key after it.
    #[inline(always)]
    pub(crate) fn place_all(
        &mut self,
        color: Color,
        stones: impl Iterator<Item = Option<Stone>>,
        mut placed: impl FnMut(Stone, Key),
    ) -> PlacedRun {
        let cells = &mut *self.cells;
        let mut key = self.key;
        let mut own = STONES[color.index()];
        // The bits of the codes of the player's stones, shifted above the bits of the place.
        let mut base = Stone::base(color);
        let (mut number, mut takes) = (0, false);
        for stone in stones {
            let Some(stone) = stone else { break };
            let place = stone.number() ^ base;
            let Some(near) = surroundings(cells, place) else { break };
            if near[HERE] & EMPTY == 0 {
                break;
            }
            key ^= stone_key(stone);
            near[HERE] ^= EMPTY | own;
            let other = own ^ (STONES[0] | STONES[1]);
            let mut closed = near[HERE] == own;
            for side in SIDES {
                near[side] = near[side].wrapping_sub(1);
                closed |= near[side] == other;
            }
            number += 1;
            if closed && self.chains.any_without_liberty(cells, place, own) {
                takes = true;
                break;
            }
            placed(stone, key);
            base ^= Stone::base(Color::White);
            own = other;
        }
        self.key = key;
        self.on_board[color] += u32::div_ceil(number, 2);
        self.on_board[color.opponent()] += number / 2;
        self.removed.clear();
        PlacedRun { number, takes }
    }

    /// The second half of [`Board::play`], which must directly follow a [`Board::place`] that returned true:
    /// takes off the opposing chains that the stone on `point` left without a liberty, or else its own.
    pub(crate) fn remove_captured(&mut self, color: Color, point: Point) -> Played {
        let place = self.padded(point);
        let [own, other] = [color, color.opponent()].map(|color| STONES[color.index()]);
        // The search has found the first of them.
        let found = self.chains.places().first().map_or(place, |&found| usize::from(found));
        if self.cells[index(found)] & own != 0 {
            return Played { suicide: self.remove_chain(color), ..Played::default() };
        }
        let captured = self.remove_chain(color.opponent());
        let mut played = Played { captured, ..Played::default() };
        for near in around(place) {
            if self.cells[index(near)] == other && !self.chains.has_liberty(&mut self.cells, near) {
                played.captured += self.remove_chain(color.opponent());
            }
        }
        let alone = || around(place).into_iter().all(|near| self.cells[index(near)] & own == 0);
        played.one_for_one = played.captured == 1 && alone();
        played
    }

    /// Sets points without playing (AB, AW, AE): no capture takes place. Returns the number of
    /// points that changed. Points off the board must not be given.
    pub fn set_up(&mut self, changes: impl IntoIterator<Item = (Point, Option<Color>)>) -> u32 {
        let mut changed = 0;
        for (point, stone) in changes {
            let before = self.get(point);
            if before == stone {
                continue;
            }
            changed += 1;
            let place = self.padded(point);
            if let Some(color) = before {
                self.take(place, color);
            }
            if let Some(color) = stone {
                self.put(place, color);
            }
        }
        changed
    }

    /// Copies the points as codes, row by row: 0 empty, 1 black, 2 white.
    pub fn copy_codes(&self, to: &mut [u8]) {
        let cols = self.size.cols() as usize;
        let rows = self.cells[STRIDE..].chunks_exact(STRIDE);
        for (to, row) in to.chunks_exact_mut(cols).zip(rows) {
            to.iter_mut().zip(&row[1..=cols]).for_each(|(to, &cell)| *to = code(cell));
        }
    }

    /// Copies the position into a grid.
    pub fn copy_to(&self, grid: &mut Grid) {
        grid.reset(self.size);
        let cols = self.size.cols() as usize;
        let rows = self.cells[STRIDE..].chunks_exact(STRIDE);
        for (to, row) in grid.cells_mut().chunks_exact_mut(cols).zip(rows) {
            to.iter_mut().zip(&row[1..=cols]).for_each(|(to, &cell)| *to = color_of(cell));
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

    fn padded(&self, point: Point) -> usize {
        debug_assert!(self.size.contains(point));
        padded_index(point)
    }

    fn put(&mut self, place: usize, color: Color) {
        self.cells[index(place)] ^= EMPTY | STONES[color.index()];
        self.key ^= stone_key(Stone::at(color, place));
        self.on_board[color] += 1;
        for near in around(place) {
            self.cells[index(near)] = self.cells[index(near)].wrapping_sub(1);
        }
    }

    fn take(&mut self, place: usize, color: Color) {
        clear_cell(&mut self.cells, place, color);
        self.key ^= stone_key(Stone::at(color, place));
        self.on_board[color] -= 1;
    }

    /// Takes off the chain that [`LibertySearch::has_liberty`] has searched.
    #[cold]
    fn remove_chain(&mut self, color: Color) -> u32 {
        let chain = self.chains.places();
        for place in chain.iter().map(|&place| usize::from(place)) {
            let stone = Stone::at(color, place);
            clear_cell(&mut self.cells, place, color);
            self.key ^= stone_key(stone);
            self.removed.push(stone);
        }
        let number = chain.len() as u32;
        self.on_board[color] -= number;
        number
    }
}

/// Empties the cell of a stone.
fn clear_cell(cells: &mut [u8; PLACES], place: usize, color: Color) {
    cells[index(place)] ^= EMPTY | STONES[color.index()];
    for near in around(place) {
        cells[index(near)] = cells[index(near)].wrapping_add(1);
    }
}
