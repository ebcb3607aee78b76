//! The board: stones, captures and the position's key, kept up to date play by play.
//!
//! Each cell counts the empty points next to it. A chain can only have lost its last liberty if a stone
//! next to the play has no empty point left beside it; only then is the chain searched, up to its first
//! liberty. So chains aren't stored, most plays cost four neighbours, and the most expensive one costs the
//! length of the chains around it.

use crate::go::grid::Grid;
use crate::go::point::{ByColor, Color, Point, Size};
use crate::go::stone::{Key, PLACES, STRIDE, Stone, padded_index, stone_key};

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
    pub number: u32,
    /// Whether the last of them has left a chain without a liberty.
    pub takes: bool,
}

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

    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The position's key, kept incrementally.
    #[must_use]
    pub fn key(&self) -> Key {
        self.key
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

    /// Plays a stone of `color`: places it, takes off the opposing chains left without a liberty, then the player's own if it
    /// has none. Returns what was taken off; `None`, with nothing changed, if the point is off the board or has a stone.
    /// Whether suicide or a repeated position ([`Board::key`]) is allowed is the ruleset's matter.
    pub fn play(&mut self, color: Color, point: Point) -> Option<Played> {
        let is_free = self.size.contains(point) && self.is_empty(point);
        is_free.then(|| self.play_unchecked(color, point))
    }

    /// [`Board::play`] on a point that is on the board and empty.
    pub(crate) fn play_unchecked(&mut self, color: Color, point: Point) -> Played {
        if self.place(color, point) {
            self.remove_captured(color, point)
        } else {
            Played::default()
        }
    }

    /// Sets, for each point row by row: 0 for a stone; 1 where a play of `color` leaves every chain a liberty, as the stones next
    /// to it and those next to them show; 2 for an empty point of which chains have to be searched.
    pub(crate) fn plain_plays(&self, color: Color, to: &mut [u8]) {
        let (cols, rows) = (self.size.cols() as usize, self.size.rows() as usize);
        let [own, other] = [color, color.opponent()].map(|color| STONES[color.index()]);
        // The stones: 1 more if the chain has a liberty besides any one point next to the stone.
        let mut stones = [0; PLACES];
        let blocks =
            (1..=rows).flat_map(|row| (1..=cols).step_by(BLOCK).map(move |col| row * STRIDE + col));
        for start in blocks.clone() {
            let [here, sides @ ..] = blocks_around(&self.cells, start);
            let to = &mut stones[start..start + BLOCK];
            for (at, to) in to.iter_mut().enumerate() {
                let cell = here[at];
                let first_open = (cell & !FREE) + 1;
                let mut safe = u8::from(cell & FREE > 1);
                for side in sides {
                    safe |= u8::from(side[at].wrapping_sub(first_open) < FREE);
                }
                *to = cell & (STONES[0] | STONES[1]) | safe;
            }
        }
        let mut plays = [0; PLACES];
        for start in blocks {
            let [_, sides @ ..] = blocks_around(&stones, start);
            let here = &self.cells[start..start + BLOCK];
            let to = &mut plays[start..start + BLOCK];
            for (at, (to, &cell)) in to.iter_mut().zip(here).enumerate() {
                let (mut lives, mut harms) = (u8::from(cell & FREE != 0), 0);
                for side in sides {
                    lives |= u8::from(side[at] == own | 1);
                    harms |= u8::from(side[at] == other);
                }
                *to = u8::from(cell & EMPTY != 0) * (2 - (lives & !harms));
            }
        }
        for (to, row) in to.chunks_exact_mut(cols).zip(plays[STRIDE..].chunks_exact(STRIDE)) {
            to.copy_from_slice(&row[1..=cols]);
        }
    }

    /// Takes back the last play, on this point, which removed these stones.
    pub(crate) fn take_back(&mut self, point: Point, removed: &[Stone]) {
        self.set_up(removed.iter().map(|gone| (gone.point(), Some(gone.color()))));
        self.set_up([(point, None)]);
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
        let head = self.chains.places().first().map_or(place, |&head| usize::from(head));
        if self.cells[index(head)] & own != 0 {
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

/// The stones, then an empty point: one bit each, above the three that count empty points.
pub(super) const STONES: [u8; 2] = [1 << 3, 1 << 4];
pub(super) const EMPTY: u8 = 1 << 5;
/// A place off the board. Its count has no meaning, but has room for the one point that may be next to it.
pub(super) const EDGE: u8 = 1 << 6 | 1;
/// Marks a stone that [`super::liberties::LibertySearch::has_liberty`] has visited.
pub(super) const SEEN: u8 = 1 << 7;
/// The bits that count empty points.
pub(super) const FREE: u8 = 7;

/// The indices in [`Surroundings`] of the places above, left, right and below.
pub(super) const SIDES: [usize; 4] = [0, STRIDE - 1, STRIDE + 1, 2 * STRIDE];

/// The index in [`Surroundings`] of the place itself.
pub(super) const HERE: usize = STRIDE;

/// The cells from the place above a place to the one below it.
pub(super) type Surroundings = [u8; 2 * STRIDE + 1];

/// A value per place.
pub(super) type Table<T> = Box<[T; PLACES]>;

/// Masks a place to an index into a [`Table`], so that no bounds check is needed.
pub(super) const fn index(place: usize) -> usize {
    place & (PLACES - 1)
}

/// Number of cells that are looked at together.
const BLOCK: usize = 16;

/// The cells from a place on, and the cells above, left, right and below of each.
fn blocks_around(cells: &[u8; PLACES], start: usize) -> [&[u8]; 5] {
    let block = |from: usize| &cells[from..from + BLOCK];
    let [above, left, right, below] = SIDES.map(|side| block(start - HERE + side));
    [block(start), above, left, right, below]
}

/// The places next to a place.
pub(super) fn around(place: usize) -> [usize; 4] {
    SIDES.map(|side| place - HERE + side)
}

/// Returns the cells around a place; `None` for an index in the top or bottom edge.
#[inline(always)]
pub(super) fn surroundings(cells: &mut [u8; PLACES], place: usize) -> Option<&mut Surroundings> {
    let above = place.wrapping_sub(HERE);
    if above > PLACES - size_of::<Surroundings>() {
        return None;
    }
    cells[above..].first_chunk_mut()
}

pub(super) fn table<T: Clone>(filling: T) -> Table<T> {
    let Ok(table) = vec![filling; PLACES].into_boxed_slice().try_into() else {
        unreachable!("it has this length")
    };
    table
}

/// The code of a place: 0 empty, 1 black, 2 white.
pub(super) fn code(cell: u8) -> u8 {
    cell >> 3 & 3
}

/// The stone on a place, found without branches.
pub(super) fn color_of(cell: u8) -> Option<Color> {
    const COLORS: [Option<Color>; 2] = [Some(Color::Black), Some(Color::White)];
    if cell & (STONES[0] | STONES[1]) == 0 {
        None
    } else {
        COLORS[usize::from(cell & STONES[1] != 0)]
    }
}

/// A search of a chain's stones, with the memory that it needs.
#[derive(Clone, Debug)]
pub(super) struct LibertySearch {
    places: Table<u16>,
    len: usize,
}

impl LibertySearch {
    pub(super) fn new() -> Self {
        Self { places: table(0), len: 0 }
    }

    /// The places of the stones that the last search visited: the whole chain if it has no liberty.
    pub(super) fn places(&self) -> &[u16] {
        &self.places[..self.len]
    }

    /// Whether the stone of `own` just placed leaves an opposing chain next to it, or its own chain, without
    /// a liberty.
    #[cold]
    pub(super) fn any_without_liberty(
        &mut self,
        cells: &mut [u8; PLACES],
        place: usize,
        own: u8,
    ) -> bool {
        let other = own ^ (STONES[0] | STONES[1]);
        // A bit for each side on which an opposing stone has no empty point next to it.
        let mut closed = 0u32;
        if let Some(near) = surroundings(cells, place) {
            for (side, at) in SIDES.into_iter().enumerate() {
                closed |= u32::from(near[at] == other) << side;
            }
        }
        while closed != 0 {
            let near = place - HERE + SIDES[closed.trailing_zeros() as usize & 3];
            closed &= closed - 1;
            if !is_next_to_one_with_a_liberty(cells, near) && !self.has_liberty(cells, near) {
                return true;
            }
        }
        cells[index(place)] == own
            && !is_next_to_one_with_a_liberty(cells, place)
            && !self.has_liberty(cells, place)
    }

    /// Whether the chain of a stone has a liberty. No empty point may be next to the stone itself. If there
    /// is no liberty, `places` is the whole chain.
    pub(super) fn has_liberty(&mut self, cells: &mut [u8; PLACES], start: usize) -> bool {
        // Until a liberty is found, the cells of all visited stones are equal to this one.
        let closed = cells[index(start)];
        let beyond = |cell: u8| cell.wrapping_sub(closed + 1);
        let open = |cell: u8| beyond(cell) < FREE;
        cells[index(start)] |= SEEN;
        self.places[0] = start as u16;
        let (mut next, mut len) = (0, 1);
        let mut any = false;
        while next < len && !any {
            let place = usize::from(self.places[index(next)]);
            next += 1;
            let Some(near) = surroundings(cells, place) else { break };
            for side in SIDES {
                let cell = near[side];
                any |= open(cell);
                let joins = cell == closed;
                near[side] = cell | if joins { SEEN } else { 0 };
                self.places[index(len)] = (place - HERE + side) as u16;
                len += usize::from(joins);
            }
        }
        for &place in &self.places[..len] {
            cells[index(usize::from(place))] &= !SEEN;
        }
        self.len = len;
        any
    }
}

/// Whether an adjacent stone of the same chain has an empty point next to it; the stone at `place` must
/// have none. Finds most liberties without a search.
fn is_next_to_one_with_a_liberty(cells: &mut [u8; PLACES], place: usize) -> bool {
    let Some(near) = surroundings(cells, place) else { return true };
    let first_open = near[HERE] + 1;
    let least = SIDES.map(|side| near[side].wrapping_sub(first_open)).into_iter().min();
    least.is_some_and(|least| least < FREE)
}
