//! The main line as setup and moves.

use super::replayer::{AB, AE, AW, B, W, keep_playable};
use crate::go::{Color, Point, Size};
use crate::sgf::{Game, MoveValue, Node, Span, Text, move_value, points_value};

/// A change of a point.
pub type Change = (Point, Option<Color>);

/// So many points may be set up in a game.
const MOST: usize = 1 << 20;

/// A move of the main line.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    /// Whose it is.
    pub color: Color,
    /// What its value says.
    pub value: MoveValue,
    /// Where that stands.
    pub span: Span,
}

impl Move {
    /// Who plays where; `None` for a pass, and for what names no point of the board.
    #[must_use]
    pub fn play(&self) -> Option<(Color, Point)> {
        match self.value {
            MoveValue::Point(point) | MoveValue::OddPoint(point) => Some((self.color, point)),
            _ => None,
        }
    }
}

/// What a node of the main line does, or several in a row that only have moves.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The points that it sets up.
    pub setup: &'a [Change],
    /// The moves behind that.
    pub moves: &'a [Move],
}

/// So many nodes of one move each are visited together.
const TOGETHER: usize = 64;

/// Visits the nodes of the main line that change the board or have moves, with what the replay makes
/// of each. Of a point that a node sets twice the last time counts.
///
/// # Errors
///
/// What `visit` returns, and if the setup is out of all proportion.
pub fn walk(
    text: &Text,
    game: &Game,
    size: Size,
    mut visit: impl FnMut(Step) -> Result<(), String>,
) -> Result<(), String> {
    let mut named = 0usize;
    let (mut setup, mut named_moves, mut moves) = (Vec::new(), Vec::new(), Vec::new());
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
        named_moves.clear();
        moves.clear();
        for (prop, values) in game.props(node) {
            let stone = match prop.id {
                B | W => {
                    let color = if prop.id == B { Color::Black } else { Color::White };
                    named_moves.extend(values.first().map(|&value| (color, value)));
                    continue;
                }
                AB => Some(Color::Black),
                AW => Some(Color::White),
                AE => None,
                _ => continue,
            };
            for value in values {
                let points = points_value(text, value, size).points();
                let before = setup.len();
                setup.extend(points.map(|point| (point, stone)));
                named += setup.len() - before;
                if named > MOST {
                    return Err(format!("more than {MOST} points are set up"));
                }
            }
        }
        keep_last(&mut setup, size);
        if named_moves.len() > 1 {
            keep_playable(&mut named_moves);
        }
        let read = |&(color, span)| Move { color, value: move_value(text, span, size), span };
        moves.extend(named_moves.iter().map(read));
        node += 1;
        if !setup.is_empty() || !moves.is_empty() {
            visit(Step { setup: &setup, moves: &moves })?;
        }
    }
    Ok(())
}

fn keep_last(setup: &mut Vec<Change>, size: Size) {
    if setup.len() < 2 {
        return;
    }
    let mut seen = vec![false; size.area()];
    setup.reverse();
    setup.retain(|(point, _)| !std::mem::replace(&mut seen[size.index(*point)], true));
    setup.reverse();
}
