//! The main line as setup and moves.

use std::fmt;

use super::node_actions::NodeActions;
use crate::go::{Color, Point, Size};
use crate::sgf::{Game, MoveValue, Node, Span, Text, move_value, points_value};

/// A change of a point.
pub type Change = (Point, Option<Color>);

/// Maximum number of points that may be set up in a game.
const MOST: usize = 1 << 20;

/// The error for a game whose setup names too many points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManySetupPoints;

impl fmt::Display for TooManySetupPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {MOST} points are set up")
    }
}

impl std::error::Error for TooManySetupPoints {}

/// A move of the main line.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    /// Whose it is.
    pub color: Color,
    /// What its value says.
    pub value: MoveValue,
    /// The place of the value in the text.
    pub span: Span,
}

impl Move {
    /// The player and the point; `None` for a pass and for a value that names no point of the board.
    #[must_use]
    pub fn play(&self) -> Option<(Color, Point)> {
        self.value.point().map(|point| (self.color, point))
    }
}

/// The changes that a node of the main line makes, or several in a row that only have moves.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The points that it sets up.
    pub setup: &'a [Change],
    /// The moves after the setup.
    pub moves: &'a [Move],
}

/// Maximum number of nodes of one move each that are visited together.
const TOGETHER: usize = 64;

/// Visits the nodes of the main line that change the board or have moves, as the replay reads them. If
/// a node sets a point twice, the last change counts.
///
/// # Errors
///
/// Returns what `visit` returns, and [`TooManySetupPoints`].
pub fn walk<E: From<TooManySetupPoints>>(
    text: &Text,
    game: &Game,
    size: Size,
    mut visit: impl FnMut(Step) -> Result<(), E>,
) -> Result<(), E> {
    let mut number_set_up = 0;
    let mut actions = NodeActions::default();
    let (mut setup, mut moves) = (Vec::new(), Vec::new());
    let none = Move { color: Color::Black, value: MoveValue::Pass, span: Span::default() };
    let mut together = [none; TOGETHER];
    let mut node = 0;
    while node < game.main_line() {
        let rest = &game.nodes()[node as usize..game.main_line() as usize];
        let only = rest.iter().map_while(Node::only_move);
        let mut number = 0;
        for (place, (color, point, span)) in together.iter_mut().zip(only) {
            *place = Move { color, value: MoveValue::of(point, size), span };
            number += 1;
        }
        if number > 0 {
            visit(Step { setup: &[], moves: &together[..number] })?;
            node += number as u32;
            continue;
        }
        setup.clear();
        moves.clear();
        actions.read(text, game, node, |_, values, stone| {
            for &value in values {
                let left = MOST.saturating_sub(number_set_up);
                let before = setup.len();
                let points = points_value(text, value, size).points();
                setup.extend(points.map(|point| (point, stone)).take(left + 1));
                number_set_up += setup.len() - before;
            }
        });
        if number_set_up > MOST {
            return Err(TooManySetupPoints.into());
        }
        keep_last(&mut setup, size);
        let read = |&(color, span)| Move { color, value: move_value(text, span, size), span };
        moves.extend(actions.moves.iter().map(read));
        node += 1;
        if !setup.is_empty() || !moves.is_empty() {
            visit(Step { setup: &setup, moves: &moves })?;
        }
    }
    Ok(())
}

/// Keeps the last change of each point.
pub(super) fn keep_last(setup: &mut Vec<Change>, size: Size) {
    if setup.len() < 2 {
        return;
    }
    let mut seen = vec![false; size.area()];
    setup.reverse();
    setup.retain(|(point, _)| !std::mem::replace(&mut seen[size.index(*point)], true));
    setup.reverse();
}
