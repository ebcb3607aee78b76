//! What a node does to a game: setup, moves, and whose turn it is.

use crate::go::Color;
use crate::sgf::{Game, Ident, NodeId, Prop, Span, Text};

pub(super) const B: Ident = Ident::new("B");
pub(super) const W: Ident = Ident::new("W");
const AB: Ident = Ident::new("AB");
const AW: Ident = Ident::new("AW");
const AE: Ident = Ident::new("AE");
const PL: Ident = Ident::new("PL");
const TB: Ident = Ident::new("TB");
const TW: Ident = Ident::new("TW");

/// The moves of a node and the player to move. Keeps its memory from node to node.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeActions {
    /// The moves that are played, with the value of each: one, unless the record is broken.
    pub moves: Vec<(Color, Span)>,
    /// The player that PL names.
    pub to_move: Option<Color>,
    /// Whether the node has TB or TW.
    pub marked: bool,
}

impl NodeActions {
    /// Reads a node. Calls `set_up` with each setup property, its values, and the stone that it puts
    /// on their points (`None` for AE).
    pub fn read(
        &mut self,
        text: &Text,
        game: &Game,
        node: NodeId,
        mut set_up: impl FnMut(&Prop, &[Span], Option<Color>),
    ) {
        self.moves.clear();
        (self.to_move, self.marked) = (None, false);
        for (prop, values) in game.props(node) {
            let first = values.first().copied();
            match prop.id {
                B => self.moves.extend(first.map(|value| (Color::Black, value))),
                W => self.moves.extend(first.map(|value| (Color::White, value))),
                AB => set_up(&prop, &values, Some(Color::Black)),
                AW => set_up(&prop, &values, Some(Color::White)),
                AE => set_up(&prop, &values, None),
                PL => self.to_move = first.and_then(|value| to_play(text, value)),
                TB | TW => self.marked = true,
                _ => {}
            }
        }
        if self.moves.len() > 1 {
            keep_playable(&mut self.moves);
        }
    }
}

/// Keeps the moves of a node that are played: all of them if the colours alternate, since then only the
/// `;` between them is missing; otherwise the first of each colour.
#[cold]
pub(super) fn keep_playable(moves: &mut Vec<(Color, Span)>) {
    if moves.windows(2).all(|pair| pair[0].0 != pair[1].0) {
        return;
    }
    let mut seen = [false; 2];
    moves.retain(|(color, _)| !std::mem::replace(&mut seen[color.index()], true));
}

/// Returns the player of the first move of the main line at or after a node.
pub(super) fn next_mover(game: &Game, from: NodeId) -> Option<Color> {
    (from..game.main_line()).find_map(|node| {
        game.props(node).find_map(|(prop, _)| match prop.id {
            B => Some(Color::Black),
            W => Some(Color::White),
            _ => None,
        })
    })
}

/// Returns the player that a PL value names, in any spelling that programs use.
#[must_use]
pub fn to_play(text: &Text, value: Span) -> Option<Color> {
    match text.decode(value).trim() {
        "B" | "b" | "1" | "black" | "Black" => Some(Color::Black),
        "W" | "w" | "2" | "white" | "White" => Some(Color::White),
        _ => None,
    }
}
