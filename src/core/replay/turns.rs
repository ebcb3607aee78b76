//! A game turn by turn, and what the player to move may do.

use crate::go::{Board, Color, Grid, Point, point_key, point_of_key};
use crate::rules::{FirstPass, History, Ruleset};

/// Number of earlier positions with as many stones that are compared with all plays at once.
const MAX_COMPARED: usize = 16;

/// A game under a ruleset, from its start position on.
#[derive(Clone, Debug)]
pub struct Turns<'a> {
    rules: &'a Ruleset,
    board: Board,
    history: History,
    is_first_pass: bool,
}

impl<'a> Turns<'a> {
    /// A game that begins with this position; `first` is to move.
    pub fn new(rules: &'a Ruleset, start: &Grid, first: Color) -> Self {
        let board = Board::from_grid(start);
        let mut history = History::new();
        history.begin(&board, first);
        Self { rules, board, history, is_first_pass: true }
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The point where a player may not retake a ko at once; `None` if there is none.
    pub fn ko(&mut self, color: Color) -> Option<Point> {
        let (stone, taken) = self.history.one_for_one()?;
        (self.board.liberties(stone) == 1 && !self.is_legal(color, taken)).then_some(taken)
    }

    /// Whether the ruleset lets a player play on a point of the board: it is empty, and the play is neither a forbidden suicide nor
    /// a forbidden repetition.
    pub fn is_legal(&mut self, color: Color, point: Point) -> bool {
        self.board.is_empty(point) && self.is_legal_on_empty(color, point)
    }

    /// Sets, for each point of the board row by row, 1 where the ruleset lets a player play, else 0.
    pub fn legal(&mut self, color: Color, to: &mut [u8]) {
        let size = self.board.size();
        self.board.plain_plays(color, to);
        // Where all chains keep a liberty, only a play that makes an earlier position can be illegal.
        let mut keys = self.history.keys_with(self.stones_after_a_play());
        for key in keys.by_ref().take(MAX_COMPARED) {
            if let Some(point) = point_of_key(color, size, key ^ self.board.key()) {
                to[size.index(point)] <<= u8::from(to[size.index(point)] == 1);
            }
        }
        if keys.next().is_some() {
            to.iter_mut().for_each(|to| *to <<= u8::from(*to == 1));
        }
        drop(keys);
        for (at, to) in to.iter_mut().enumerate().filter(|(_, to)| **to > 1) {
            *to = u8::from(self.is_legal_on_empty(color, size.point(at)));
        }
    }

    fn stones_after_a_play(&self) -> u32 {
        self.board.stones(Color::Black) + self.board.stones(Color::White) + 1
    }

    fn is_legal_on_empty(&mut self, color: Color, point: Point) -> bool {
        let stones = self.stones_after_a_play();
        if self.keeps_all(color, point) {
            let key = self.board.key() ^ point_key(color, point);
            if !self.history.may_have(stones, key) {
                return true;
            }
        }
        self.history.is_legal(self.rules, color, point, &mut self.board)
    }

    /// Whether a play on an empty point takes no stone.
    fn keeps_all(&mut self, color: Color, point: Point) -> bool {
        let takes = self.board.place(color, point);
        self.board.take_back(point, &[]);
        !takes
    }

    /// Makes a move: a play on an empty point, or a pass. Whether it is legal isn't looked at.
    pub fn make(&mut self, color: Color, point: Option<Point>) {
        match point {
            Some(point) => {
                let played = self.board.play_unchecked(color, point);
                self.history.play(self.rules, color, point, played, &self.board);
            }
            None if self.is_first_pass && self.rules.first_pass.value == FirstPass::Button => {
                self.history.set_up(&self.board, color.opponent());
            }
            None => self.history.pass(color),
        }
        self.is_first_pass &= point.is_some();
    }
}
