//! The positions of a game, kept as the stones that came and went.

use crate::go::{Board, Color, Point, Size, Stone};

/// The stones that came and went, one after another: a stone that is on the board goes.
#[derive(Clone, Debug)]
pub(super) struct Positions {
    size: Size,
    changes: Vec<Stone>,
    /// The points after every `size.area()` changes: 0 empty, 1 black, 2 white.
    snapshots: Vec<u8>,
    /// Number of changes at the next snapshot.
    next_snapshot: usize,
}

impl Positions {
    /// No positions. [`Positions::begin`] must be called before anything else.
    pub fn new() -> Self {
        Self { size: Size::STANDARD, changes: Vec::new(), snapshots: Vec::new(), next_snapshot: 0 }
    }

    /// Begins anew with a position.
    pub fn begin(&mut self, board: &Board) {
        self.size = board.size();
        self.changes.clear();
        self.snapshots.clear();
        self.snapshots.resize(self.size.area(), 0);
        if board.stones(Color::Black) + board.stones(Color::White) > 0 {
            board.copy_codes(&mut self.snapshots);
        }
        self.next_snapshot = self.size.area();
    }

    /// Number of changes.
    pub fn len(&self) -> usize {
        self.changes.len()
    }

    /// Adds a stone that comes, or goes if it is on the board.
    #[inline]
    pub fn push(&mut self, stone: Stone) {
        self.changes.push(stone);
        if self.changes.len() == self.next_snapshot {
            self.take_snapshot();
        }
    }

    /// Adds stones that come.
    pub fn extend(&mut self, stones: impl ExactSizeIterator<Item = Stone>) {
        if self.changes.len() + stones.len() < self.next_snapshot {
            self.changes.extend(stones);
        } else {
            stones.for_each(|stone| self.push(stone));
        }
    }

    #[cold]
    fn take_snapshot(&mut self) {
        let area = self.size.area();
        let start = self.snapshots.len() - area;
        self.snapshots.extend_from_within(start..);
        let changes = self.next_snapshot - area..;
        apply(&mut self.snapshots[start + area..], self.size, &self.changes[changes]);
        self.next_snapshot += area;
    }

    /// Forgets all but the first `len` changes.
    pub fn truncate(&mut self, len: usize) {
        let area = self.size.area();
        self.changes.truncate(len);
        self.next_snapshot = (len / area + 1) * area;
        self.snapshots.truncate(self.next_snapshot);
    }

    /// The current points: 0 empty, 1 black, 2 white.
    pub fn now(&self) -> Vec<u8> {
        self.after(self.changes.len())
    }

    /// The points after the first `len` changes.
    pub fn after(&self, len: usize) -> Vec<u8> {
        let area = self.size.area();
        let start = len / area * area;
        let mut points = self.snapshots[start..start + area].to_vec();
        apply(&mut points, self.size, &self.changes[start..len]);
        points
    }

    /// The stones of the current position.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> {
        let now = self.now().into_iter().enumerate();
        now.filter_map(|(index, code)| Some((self.size.point(index), color_of(code)?)))
    }

    /// Adds the changes that lead to the position of a board.
    pub fn set_up(&mut self, board: &Board) {
        for (point, before) in self.size.points().zip(self.now()) {
            let after = board.get(point);
            if before != code_of(after) {
                let changed = [color_of(before), after].into_iter().flatten();
                changed.for_each(|color| self.push(Stone::new(color, point)));
            }
        }
    }
}

fn apply(points: &mut [u8], size: Size, changes: &[Stone]) {
    for stone in changes {
        points[size.index(stone.point())] ^= code_of(Some(stone.color()));
    }
}

fn code_of(stone: Option<Color>) -> u8 {
    stone.map_or(0, |color| color as u8 + 1)
}

fn color_of(code: u8) -> Option<Color> {
    match code {
        1 => Some(Color::Black),
        2 => Some(Color::White),
        _ => None,
    }
}
