//! The positions of a game, kept as the stones that came and went.

use crate::go::{Board, Color, Point, Size, Stone};
use crate::pile::Pile;

/// The stones that came and went, one after another: a stone that is there goes.
#[derive(Clone, Debug)]
pub(super) struct Changes {
    size: Size,
    stones: Pile<Stone>,
    /// The points after every `size.area()` changes: 0 empty, 1 black, 2 white.
    checkpoints: Vec<u8>,
    /// How many changes there will be at the next checkpoint.
    next_checkpoint: usize,
}

impl Changes {
    /// None, and no board either: [`Changes::begin`] must be called before anything else.
    pub fn new() -> Self {
        Self {
            size: Size::STANDARD,
            stones: Pile::default(),
            checkpoints: Vec::new(),
            next_checkpoint: 0,
        }
    }

    /// Begins anew with a position.
    pub fn begin(&mut self, board: &Board) {
        self.size = board.size();
        self.stones.clear();
        self.checkpoints.clear();
        self.checkpoints.resize(self.size.area(), 0);
        if board.stones(Color::Black) + board.stones(Color::White) > 0 {
            board.copy_numbers(&mut self.checkpoints);
        }
        self.next_checkpoint = self.size.area();
    }

    /// How many there were.
    pub fn len(&self) -> usize {
        self.stones.len()
    }

    /// Adds a stone that is played and those that it takes off.
    #[inline]
    pub fn push(&mut self, played: Stone, taken: &[Stone]) {
        let number = 1 + taken.len();
        let places = &mut self.room(number)[..number];
        places[0] = played;
        for (place, &taken) in places[1..].iter_mut().zip(taken) {
            *place = taken;
        }
        self.take_in(number);
    }

    /// Places for the next changes, at least so many; those that were written there are added by
    /// [`Changes::take_in`].
    pub fn room(&mut self, at_least: usize) -> &mut [Stone] {
        const ANY: Stone = Stone::new(Color::Black, Point::new(0, 0));
        self.stones.room(at_least, ANY)
    }

    pub fn take_in(&mut self, number: usize) {
        self.stones.take_in(number);
        while self.stones.len() >= self.next_checkpoint {
            self.checkpoint();
        }
    }

    #[cold]
    fn checkpoint(&mut self) {
        let area = self.size.area();
        let start = self.checkpoints.len() - area;
        self.checkpoints.extend_from_within(start..);
        let changes = self.next_checkpoint - area..self.next_checkpoint;
        change(&mut self.checkpoints[start + area..], self.size, &self.stones[changes]);
        self.next_checkpoint += area;
    }

    /// Forgets all but the first so many.
    pub fn truncate(&mut self, changes: usize) {
        let area = self.size.area();
        self.stones.truncate(changes);
        self.next_checkpoint = (changes / area + 1) * area;
        self.checkpoints.truncate(self.next_checkpoint);
    }

    /// The points as they are: 0 empty, 1 black, 2 white.
    pub fn now(&self) -> Vec<u8> {
        self.after(self.stones.len())
    }

    /// The points as they were after so many changes.
    pub fn after(&self, changes: usize) -> Vec<u8> {
        let area = self.size.area();
        let start = changes / area * area;
        let mut points = self.checkpoints[start..start + area].to_vec();
        change(&mut points, self.size, &self.stones[start..changes]);
        points
    }

    /// The stones of the position as it is.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> {
        let now = self.now().into_iter().enumerate();
        now.filter_map(|(place, state)| Some((self.size.point(place), stone_of(state)?)))
    }

    /// Adds what makes the position that of a board.
    pub fn set_up(&mut self, board: &Board) {
        for (point, before) in self.size.points().zip(self.now()) {
            let after = board.get(point);
            if before != state(after) {
                let changed = [stone_of(before), after].into_iter().flatten();
                changed.for_each(|color| self.push(Stone::new(color, point), &[]));
            }
        }
    }
}

fn change(points: &mut [u8], size: Size, changes: &[Stone]) {
    for stone in changes {
        points[size.index(stone.point())] ^= state(Some(stone.color()));
    }
}

fn state(stone: Option<Color>) -> u8 {
    stone.map_or(0, |color| color as u8 + 1)
}

fn stone_of(state: u8) -> Option<Color> {
    match state {
        1 => Some(Color::Black),
        2 => Some(Color::White),
        _ => None,
    }
}
