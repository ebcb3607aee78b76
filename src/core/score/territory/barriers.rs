//! Dame that one colour can't pass, though no stone is there yet.
//!
//! Before the last dame are filled, a gap in a wall doesn't let the opponent through: a stone that he
//! plays into it is answered. Six shapes of such gaps are known here, in eight directions each, as in
//! goscorer (see [`super::seki`]).

use crate::go::{ByColor, Color, Point};
use crate::score::living::PositionWithoutDead;

/// The requirement of a shape for a place beside the gap.
#[derive(Clone, Copy)]
enum Place {
    /// A living stone of the wall's colour.
    Wall,
    /// No stone but one of the wall's colour, or a dead one of its opponent.
    Free,
    Outside,
}

use Place::{Free, Outside, Wall};

/// Steps down and to the right from the gap, with what is required there.
type Shape = &'static [(i16, i16, Place)];

const SHAPES: [Shape; 6] = [
    // ##
    // *.   between two stones, one of which is on solid ground
    // #.
    &[(-1, 0, Wall), (1, 0, Wall), (0, 1, Free), (-1, 1, Wall), (1, 1, Free)],
    // .#
    // .*.  between two stones, with room at both sides
    // .#
    &[(-1, 0, Wall), (1, 0, Wall), (0, -1, Free), (0, 1, Free), (-1, -1, Free), (1, -1, Free)],
    // #..
    // .*#  the mouth of a tiger
    // #..
    &[
        (0, 1, Wall),
        (0, -1, Free),
        (-1, 0, Free),
        (1, 0, Free),
        (-1, -1, Wall),
        (1, -1, Wall),
        (-1, 1, Free),
        (1, 1, Free),
    ],
    //  .
    // #*#  between two stones on the edge
    &[(1, 0, Outside), (0, -1, Wall), (0, 1, Wall), (-1, 0, Free)],
    // ##
    // *.   below two stones on the second line
    &[(1, 0, Outside), (-1, 0, Wall), (0, 1, Free), (-1, 1, Wall)],
    // .#
    // .*.  below one stone on the second line, with room at both sides
    &[(1, 0, Outside), (-1, 0, Wall), (0, -1, Free), (0, 1, Free), (-1, -1, Free)],
];

/// By point and colour: whether stones of that colour keep the opponent from passing there.
pub(super) fn barriers(cleared: &PositionWithoutDead) -> Vec<ByColor<bool>> {
    let mut barriers = vec![ByColor::new(false, false); cleared.area()];
    for &point in cleared.regions.mixed().flatten() {
        let point = point as usize;
        if !cleared.is_empty(point) {
            continue;
        }
        for color in Color::BOTH {
            let beside = |near: usize| cleared.living(near) == Some(color);
            barriers[point][color] = cleared.near(point).any(beside)
                && SHAPES.iter().any(|shape| fits(cleared, point, color, shape))
                // A gap is held only if the stone that closes it isn't in atari itself.
                && cleared.liberties_of_play(point, color).is_none_or(|liberties| liberties > 1);
        }
    }
    barriers
}

/// Whether a shape lies round a point in one of the eight directions.
fn fits(cleared: &PositionWithoutDead, point: usize, color: Color, shape: Shape) -> bool {
    let size = cleared.grid.size();
    let from = size.point(point);
    let at = |down: i16, right: i16| {
        let (row, col) = (i16::from(from.row) + down, i16::from(from.col) + right);
        let inside = (0..i16::from(size.rows())).contains(&row)
            && (0..i16::from(size.cols())).contains(&col);
        inside.then(|| size.index(Point::new(col as u8, row as u8)))
    };
    let is = |place: Place, at: Option<usize>| match (place, at) {
        (Outside, at) => at.is_none(),
        (_, None) => false,
        (Wall, Some(at)) => cleared.living(at) == Some(color),
        (Free, Some(at)) => {
            cleared.is_empty(at)
                || cleared.living(at) == Some(color)
                || cleared.is_prisoner_of(color, at)
        }
    };
    (0..8).any(|turn| {
        shape.iter().all(|&(down, right, place)| {
            let (down, right) = if turn & 1 == 0 { (down, right) } else { (right, down) };
            let down = if turn & 2 == 0 { down } else { -down };
            let right = if turn & 4 == 0 { right } else { -right };
            is(place, at(down, right))
        })
    })
}
