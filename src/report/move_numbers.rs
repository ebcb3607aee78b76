//! The numbers of the stones on a board.

use crate::go::Size;
use crate::replay::{Ply, Positions};

/// Goes on to just after move `last` and passes each move on the way to `each`. Returns, by point, the number of the
/// last move there; `None` if the main line ends before.
pub(super) fn number_moves(
    positions: &mut Positions,
    size: Size,
    last: u32,
    mut each: impl FnMut(Ply),
) -> Option<Vec<Option<u32>>> {
    let mut numbers = vec![None; size.area()];
    for number in positions.number()..=last {
        if !positions.advance_to(number) {
            return None;
        }
        let Some(ply) = positions.last() else { continue };
        each(ply);
        if let Some(point) = ply.point.filter(|&point| size.contains(point)) {
            numbers[size.index(point)] = Some(number);
        }
    }
    Some(numbers)
}
