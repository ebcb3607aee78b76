//! The number of eyes that a space is worth by its shape.
//!
//! The shapes are those of goscorer (see [`super::seki`]): they favour the owner of the space where play
//! isn't finished, for the group was agreed to live. The exact search of [`super::eye_search`] gives
//! a second opinion on small spaces.

use crate::go::{Color, NO_LABEL, PointLists};
use crate::score::living::PositionWithoutDead;

/// Stands for a point that can't be closed off: more plays than any shape has room for.
const UNREACHABLE: usize = 1000;
/// Number of dead stones whose room holds one eye, and two.
const ROOM_FOR_ONE: usize = 5;
const ROOM_FOR_TWO: usize = 8;
/// Number of sound points that make two eyes.
const SOUND: usize = 6;
/// Number of points that hold two eyes even if stones fill all of them.
const LARGE: usize = 7;

/// The worth of a space, 0 to 2: the eyes that `color` makes of its `real` points; `false_eye` says which
/// points of the board are false eyes, and `points` are all of the space's.
pub(super) fn eye_count(
    cleared: &PositionWithoutDead,
    color: Color,
    points: &[u16],
    false_eye: &[bool],
) -> u8 {
    let shape = Shape::new(cleared, color, points, false_eye);
    if shape.is_large() || shape.can_be_divided_twice() {
        return 2;
    }
    let eyes = shape.pieces_of_one_play().max(usize::from(
        shape.plays.iter().any(|&plays| plays <= 1) || shape.prisoners() >= ROOM_FOR_ONE,
    ));
    if eyes >= 2 || shape.lives_when_taken(points) { 2 } else { eyes as u8 }
}

/// The real points of a space, numbered as they were given.
struct Shape<'a> {
    cleared: &'a PositionWithoutDead<'a>,
    color: Color,
    false_eye: &'a [bool],
    points: Vec<u16>,
    /// By point: the points of the shape beside it, then [`NO_LABEL`].
    inner: Vec<[u16; 4]>,
    /// By point: the plays that it takes to close it off from what is no eye.
    plays: Vec<usize>,
}

impl<'a> Shape<'a> {
    fn new(
        cleared: &'a PositionWithoutDead,
        color: Color,
        points: &[u16],
        false_eye: &'a [bool],
    ) -> Self {
        let real = |&point: &u16| !false_eye[point as usize];
        let points: Vec<u16> = points.iter().copied().filter(real).collect();
        let mut number = vec![NO_LABEL; cleared.area()];
        for (i, &point) in points.iter().enumerate() {
            number[point as usize] = i as u16;
        }
        let near = |&point: &u16| cleared.near(point as usize);
        let inner = points.iter().map(|point| {
            let mut inner = [NO_LABEL; 4];
            let numbers = near(point).map(|at| number[at]).filter(|&n| n != NO_LABEL);
            inner.iter_mut().zip(numbers).for_each(|(inner, number)| *inner = number);
            inner
        });
        let inner = inner.collect();
        let mut shape = Self { cleared, color, false_eye, points, inner, plays: Vec::new() };
        let poked: Vec<bool> = (0..shape.points.len()).map(|i| shape.is_poked(i)).collect();
        shape.plays = (0..shape.points.len())
            .map(|i| {
                near(&shape.points[i])
                    .map(|at| {
                        let empty = cleared.is_empty(at);
                        let prisoner = cleared.is_prisoner_of(color, at);
                        match number[at] {
                            NO_LABEL if empty => 1,
                            NO_LABEL if prisoner && false_eye[at] => UNREACHABLE,
                            NO_LABEL => 0,
                            n if prisoner && poked[n as usize] => UNREACHABLE,
                            n if empty => usize::from(shape.thrown_in_beside(n as usize) > 0),
                            n if prisoner => usize::from(shape.empty_false_beside(n as usize) > 0),
                            _ => 0,
                        }
                    })
                    .sum()
            })
            .collect();
        shape
    }

    fn len(&self) -> usize {
        self.points.len()
    }

    /// The points of the shape beside a point.
    fn inner(&self, i: usize) -> impl Iterator<Item = usize> {
        self.inner[i].iter().take_while(|&&n| n != NO_LABEL).map(|&n| n.into())
    }

    fn is_empty(&self, i: usize) -> bool {
        self.cleared.is_empty(self.points[i] as usize)
    }

    fn is_prisoner(&self, i: usize) -> bool {
        self.cleared.is_prisoner_of(self.color, self.points[i] as usize)
    }

    fn prisoners(&self) -> usize {
        (0..self.len()).filter(|&i| self.is_prisoner(i)).count()
    }

    /// Number of stones thrown in on false eyes beside a point.
    fn thrown_in_beside(&self, i: usize) -> usize {
        let near = self.cleared.near(self.points[i] as usize);
        near.filter(|&at| self.false_eye[at] && self.cleared.is_prisoner_of(self.color, at)).count()
    }

    /// Number of empty false eyes beside a point.
    fn empty_false_beside(&self, i: usize) -> usize {
        let near = self.cleared.near(self.points[i] as usize);
        near.filter(|&at| self.false_eye[at] && self.cleared.is_empty(at)).count()
    }

    /// Whether a dead stone is connected to a stone on a false eye, or can be by either of two points: its
    /// point can't be closed off any more.
    fn is_poked(&self, i: usize) -> bool {
        self.is_prisoner(i) && (self.thrown_in_beside(i) > 0 || self.empty_false_beside(i) >= 2)
    }

    /// Whether the owner can play on a point: it is empty, and his stone has a liberty, is connected or
    /// takes a chain.
    fn is_playable(&self, i: usize) -> bool {
        let point = self.points[i] as usize;
        self.is_empty(i)
            && self.cleared.near(point).any(|near| {
                !self.cleared.is_prisoner_of(self.color, near)
                    || self.cleared.takes_prisoners(near, point)
            })
    }

    /// The parts of the shape without the points that `gone` names.
    fn parts(&self, gone: impl Fn(usize) -> bool) -> PointLists {
        let mut seen: Vec<bool> = (0..self.len()).map(gone).collect();
        let mut parts = PointLists::with_capacity(self.len());
        for start in 0..self.len() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            parts.push_with(|part| {
                let mut at = part.len();
                part.push(start as u16);
                while at < part.len() {
                    for next in self.inner(usize::from(part[at])) {
                        if !std::mem::replace(&mut seen[next], true) {
                            part.push(next as u16);
                        }
                    }
                    at += 1;
                }
            });
        }
        parts
    }

    /// Whether there is room for two eyes whatever is played.
    fn is_large(&self) -> bool {
        let number = |holds: &dyn Fn(usize) -> bool| (0..self.len()).filter(|&i| holds(i)).count();
        let weak = number(&|i| self.plays[i] >= 1) + number(&|i| self.plays[i] >= 2);
        let lodged = number(&|i| self.is_prisoner(i) && self.inner(i).count() >= 2);
        let wide = number(&|i| self.is_empty(i) && self.inner(i).count() >= 4)
            + number(&|i| self.is_empty(i) && self.inner(i).count() >= 3);
        self.prisoners() >= ROOM_FOR_TWO || self.len() >= SOUND + weak + lodged || wide >= SOUND
    }

    /// The most eyes that a play of the owner leaves by dividing the shape.
    fn pieces_of_one_play(&self) -> usize {
        let divide = |i: usize| {
            let parts = self.parts(|gone| gone == i);
            if parts.len() < 2 {
                return 0;
            }
            // The play itself closes off what a single thrown-in stone beside it left open.
            let closed = usize::from(self.thrown_in_beside(i) == 1);
            parts
                .iter()
                .filter(|part| part.iter().any(|&p| self.plays[usize::from(p)] <= closed))
                .count()
        };
        (0..self.len()).filter(|&i| self.is_playable(i)).map(divide).max().unwrap_or(0)
    }

    /// Whether two neighbouring points divide the shape, the owner gets one of them at least, and an eye
    /// at each side.
    fn can_be_divided_twice(&self) -> bool {
        let crossing = |i: usize| self.plays[i] <= 1 && self.inner(i).count() >= 3;
        let on_edge = |i: usize| self.cleared.near(self.points[i] as usize).count() < 4;
        (0..self.len()).filter(|&i| crossing(i) && !on_edge(i) && self.is_playable(i)).any(
            |first| {
                self.inner(first).any(|second| {
                    let empty_beside = self.inner(second).filter(|&n| self.is_empty(n));
                    if !crossing(second) || !self.is_empty(second) && empty_beside.count() <= 1 {
                        return false;
                    }
                    let sound = self.parts(|gone| gone == first || gone == second);
                    let sound: Vec<usize> = sound
                        .iter()
                        .map(|part| {
                            part.iter().filter(|&&p| self.plays[usize::from(p)] == 0).count()
                        })
                        .collect();
                    let at_least = |n: usize| sound.iter().filter(|&&points| points >= n).count();
                    let double = if self.is_empty(second) { 1 } else { 2 };
                    at_least(1) >= 2 && at_least(2) >= double
                })
            },
        )
    }

    /// Whether the dead stones, once taken, leave a shape that lives even if the opponent plays first in
    /// it. Points where the owner can't play belong to it; the opponent may leave out one of them.
    fn lives_when_taken(&self, space: &[u16]) -> bool {
        if self.prisoners() == 0 {
            return false;
        }
        let thrown_in = space
            .iter()
            .map(|&point| point as usize)
            .filter(|&at| {
                self.false_eye[at]
                    && self.cleared.original.cells()[at] == Some(self.color.opponent())
            })
            .count();
        let within: Vec<bool> =
            (0..self.len()).map(|i| self.is_prisoner(i) || !self.is_playable(i)).collect();
        let omitted = (0..self.len()).filter(|&i| within[i] && !self.is_prisoner(i));
        omitted.map(Some).chain([None]).all(|omitted| {
            let inside = |i: usize| within[i] && Some(i) != omitted;
            let size = (0..self.len()).filter(|&i| inside(i)).count();
            let pieces = self.parts(|i| !inside(i)).len();
            let vital = (0..self.len())
                .filter(|&i| inside(i))
                .filter(|&i| {
                    self.parts(|gone| !inside(gone) || gone == i).len() > pieces
                        || self.inner(i).filter(|&n| inside(n)).count() >= 3
                })
                .count();
            pieces + (vital + usize::from(size >= LARGE)) / 2 >= 2 + thrown_in
        })
    }
}
