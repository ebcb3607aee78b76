//! The moves of a main line as the record has them.

use std::borrow::Cow;

use super::main_line::Move;
use super::node_actions::NodeActions;
use crate::go::{Color, Point, Size};
use crate::sgf::{Game, MoveValue, Text, move_value};

/// A move of the main line as the record has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove<'a> {
    /// Whose it is.
    pub color: Color,
    /// The point; `None` for a pass, and for a value that names no point of the board.
    pub point: Option<Point>,
    /// The value, where it is neither a point of the board nor a pass.
    pub other: Option<Cow<'a, str>>,
}

impl<'a> RecordedMove<'a> {
    /// Returns what a move's value says.
    #[must_use]
    pub fn of(text: &'a Text, &Move { color, value, span }: &Move) -> Self {
        let is_other = matches!(value, MoveValue::OffBoard | MoveValue::Malformed);
        Self { color, point: value.point(), other: is_other.then(|| text.decode(span)) }
    }

    /// Returns the point as GTP names it, `pass`, or `?` and the value as recorded.
    #[must_use]
    pub fn name(&self, size: Size) -> String {
        match (self.point, &self.other) {
            (Some(point), _) => point.name(size),
            (None, Some(other)) => format!("?{other}"),
            (None, None) => "pass".to_owned(),
        }
    }
}

/// All moves of a main line. They take a few bytes each, less than in the record.
#[derive(Clone, Debug, Default)]
pub struct RecordedMoves {
    moves: Vec<(Color, Option<Point>)>,
    /// The values that are neither points nor passes, with the index of the move.
    others: Vec<(usize, String)>,
}

impl RecordedMoves {
    /// Reads the moves of a game. They are those that the replay counts.
    #[must_use]
    pub fn of(text: &Text, game: &Game, size: Size) -> Self {
        let mut all = Self::default();
        let mut actions = NodeActions::default();
        for node in 0..game.main_line() {
            if let Some((color, point, span)) = game.nodes()[node as usize].only_move() {
                all.push(text, &Move { color, value: MoveValue::of(point, size), span });
                continue;
            }
            actions.read(text, game, node, |_, _, _| {});
            for &(color, span) in &actions.moves {
                all.push(text, &Move { color, value: move_value(text, span, size), span });
            }
        }
        all
    }

    fn push(&mut self, text: &Text, recorded: &Move) {
        let RecordedMove { color, point, other } = RecordedMove::of(text, recorded);
        self.others.extend(other.map(|other| (self.moves.len(), other.into_owned())));
        self.moves.push((color, point));
    }

    /// Returns the moves in order.
    pub fn iter(&self) -> impl Iterator<Item = RecordedMove<'_>> {
        let mut others = self.others.iter().peekable();
        self.moves.iter().enumerate().map(move |(index, &(color, point))| {
            let other = others.next_if(|(of, _)| *of == index);
            RecordedMove { color, point, other: other.map(|(_, other)| other.as_str().into()) }
        })
    }
}
