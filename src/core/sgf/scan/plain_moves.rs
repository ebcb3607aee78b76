//! Nodes that are a single move, as nearly all are.

use crate::go::{Color, Stone};
use crate::sgf::tree::{Game, NodeId};
use crate::sgf::value::two_letters;

/// Length of such a node: `;B[pd]`.
const LENGTH: usize = 6;

/// Where consecutive nodes of one move each end.
pub(super) struct PlainMoves {
    pub last: NodeId,
    /// The offset behind it and the white space that follows it.
    pub end: usize,
}

/// Reads nodes from `from` on while each is a single move, up to `max_nodes` in the game. `None` if the
/// first one is something else.
pub(super) fn read_plain_moves(
    bytes: &[u8],
    from: usize,
    parent: NodeId,
    max_nodes: u32,
    game: &mut Game,
) -> Option<PlainMoves> {
    let (mut last, mut end) = (parent, from);
    while game.nodes().len() < max_nodes as usize
        && let Some((stone, next)) = plain_move(bytes, end)
    {
        last = game.push_move(end, last, stone);
        end = next;
    }
    (end > from).then_some(PlainMoves { last, end })
}

/// The stone of a node that is `;B[pd]` or the like and nothing else, and where the next node begins.
fn plain_move(bytes: &[u8], at: usize) -> Option<(Stone, usize)> {
    let rest = bytes.get(at..)?;
    let &[b';', ident @ (b'B' | b'W'), b'[', col, row, b']', mut next] = rest.first_chunk()? else {
        return None;
    };
    let mut length = LENGTH;
    while next.is_ascii_whitespace() {
        length += 1;
        next = *rest.get(length)?;
    }
    if !matches!(next, b';' | b'(' | b')') {
        return None;
    }
    let color = if ident == b'B' { Color::Black } else { Color::White };
    Some((Stone::new(color, two_letters(col, row)?), at + length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Point;

    fn read(bytes: &[u8], max_nodes: u32) -> (Option<usize>, Vec<(usize, NodeId, Stone)>) {
        let mut game = Game::default();
        let end = read_plain_moves(bytes, 0, 7, max_nodes, &mut game).map(|read| read.end);
        let node = |node: &crate::sgf::tree::Node| {
            (node.start as usize, node.parent, node.stone().expect("it is a move"))
        };
        (end, game.nodes().iter().map(node).collect())
    }

    #[test]
    fn moves_are_read_up_to_the_first_other_node() {
        let black = Stone::new(Color::Black, Point::new(0, 1));
        let white = Stone::new(Color::White, Point::new(26, 25));
        let two = vec![(0, 7, black), (8, 0, white)];
        for other in [";C[x]", "(;B[aa])", ";B[a1];", ";B[aa]C[x]", ")"] {
            let bytes = [b";B[ab]\r\n;W[Az] ", other.as_bytes()].concat();
            assert_eq!(read(&bytes, 100), (Some(15), two.clone()), "{other}");
        }
        assert_eq!(read(b";B[ab]\r\n;W[Az] ;B[aa];", 2), (Some(15), two));
        for other in [";B[ab]", ";B[ab]C[x]", ";B[a.];", ";AB[ab];", ""] {
            assert_eq!(read(other.as_bytes(), 100), (None, vec![]), "{other}");
        }
    }
}
