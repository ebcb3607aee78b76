//! The search for a liberty of a chain.

use super::cells::{FREE, HERE, SEEN, SIDES, STONES, Table, index, surroundings, table};
use crate::go::stone::PLACES;

/// A search of a chain's stones, with the memory that it needs.
#[derive(Clone, Debug)]
pub(super) struct LibertySearch {
    places: Table<u16>,
    len: usize,
}

impl LibertySearch {
    pub fn new() -> Self {
        Self { places: table(0), len: 0 }
    }

    /// The places of the stones that the last search visited: the whole chain if it has no liberty.
    pub fn places(&self) -> &[u16] {
        &self.places[..self.len]
    }

    /// Whether the stone of `own` just placed leaves an opposing chain next to it, or its own chain, without
    /// a liberty.
    #[cold]
    pub fn any_without_liberty(&mut self, cells: &mut [u8; PLACES], place: usize, own: u8) -> bool {
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
    pub fn has_liberty(&mut self, cells: &mut [u8; PLACES], start: usize) -> bool {
        // Until a liberty is found, the cells of all visited stones are equal to this one.
        let closed = cells[index(start)];
        let beyond = |cell: u8| cell.wrapping_sub(closed + 1);
        let open = |cell: u8| beyond(cell) < FREE;
        cells[index(start)] |= SEEN;
        self.places[0] = start as u16;
        let (mut next, mut len) = (0, 1);
        let mut found = false;
        while next < len && !found {
            let place = usize::from(self.places[index(next)]);
            next += 1;
            let Some(near) = surroundings(cells, place) else { break };
            for side in SIDES {
                let cell = near[side];
                found |= open(cell);
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
        found
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
