//! Nodes that are a move and nothing else, as nearly all are: read many at a time.

use super::scanner::Scanner;
use crate::go::{Color, Point, Stone};
use crate::sgf::tree::{Game, Moves, Node, NodeId, Places};
use crate::sgf::value::two_letters;

/// How long such a node is: `;B[pd]`.
const LENGTH: usize = 6;

/// So many of them and the beginning of the next.
type Four = [u8; 4 * LENGTH + 2];

/// Nodes each of which hangs on the one before.
#[derive(Clone, Copy)]
struct Run {
    /// Where the next one starts.
    start: u32,
    /// The one before it.
    before: NodeId,
    moves: Moves,
}

impl Run {
    /// The node so many bytes and nodes from here.
    #[inline(always)]
    fn node(self, bytes: u32, nodes: u32, stone: Option<Stone>) -> Node {
        self.moves.node(self.start + bytes, self.before.wrapping_add(nodes), stone)
    }

    #[inline(always)]
    fn go_on(&mut self, bytes: u32, nodes: u32) {
        self.start += bytes;
        self.before = self.before.wrapping_add(nodes);
    }
}

/// Reads nodes that are [`only_move`], by the players in turn and with small letters, as nearly all are.
/// The bytes of each are looked at together, the first one lowest.
#[derive(Clone, Copy)]
struct Turn {
    /// `;B[..];` or `;W[..];`: of the letters only what is the same in all.
    node: u64,
}

impl Turn {
    /// The bits that are the same in each node: of a letter, all but its number.
    const FIXED: u64 = 0x0000_FFE0_E0FF_FFFF;

    /// The bits of the byte behind the node.
    const BEHIND: u64 = 0xFF << 48;

    /// A bit for each number of a small letter, `a` being 1.
    const LETTERS: u32 = (1 << 27) - 2;

    /// The bits in which `B` and `W` differ.
    const CHANGED: u64 = ((b'B' ^ b'W') as u64) << 8;

    /// One of them.
    const WHITE: u64 = 1 << 12;

    fn of(color: Color) -> Self {
        let node = match color {
            Color::Black => b";B[``];\0",
            Color::White => b";W[``];\0",
        };
        Self { node: u64::from_le_bytes(*node) }
    }

    /// Reads such nodes from the beginning of `bytes`, which is at `start` of the file, into the places
    /// for them. Returns how many it has read, and how many bytes.
    fn read_all(
        &mut self,
        bytes: &[u8],
        start: usize,
        parent: NodeId,
        room: usize,
        places: &mut Places,
    ) -> (usize, usize) {
        let mut run =
            Run { start: start as u32, before: places.next.wrapping_sub(1), moves: places.moves };
        let room = room.min(places.nodes.len());
        let nodes = &mut places.nodes[..room];
        let (mut read, mut at) = (0, 0);
        loop {
            let fours = self.read_fours(&bytes[at..], &mut run, &mut nodes[read..]);
            (read, at) = (read + 4 * fours, at + 4 * fours * LENGTH);
            // Behind the end of a line there may be four again.
            let (ones, length) = self.read_ones(&bytes[at..], &mut run, &mut nodes[read..]);
            (read, at) = (read + ones, at + length);
            if ones < 4 {
                break;
            }
        }
        if let Some(first) = nodes.first_mut() {
            first.parent = parent;
        }
        (read, at)
    }

    /// The same four by four, as long as no white space is between them; how many fours.
    #[inline(never)]
    fn read_fours(self, mut bytes: &[u8], run: &mut Run, nodes: &mut [Node]) -> usize {
        let mut now = *run;
        let mut read = 0;
        for four in nodes.as_chunks_mut::<4>().0 {
            let Some(stones) = bytes.first_chunk().and_then(|bytes| self.four(bytes)) else {
                break;
            };
            for (i, (node, stone)) in (0..).zip(four.iter_mut().zip(stones)) {
                *node = now.node(i * LENGTH as u32, i, stone);
            }
            now.go_on(4 * LENGTH as u32, 4);
            bytes = &bytes[4 * LENGTH..];
            read += 1;
        }
        *run = now;
        read
    }

    /// The same one by one, no more than four; how many, and how many bytes.
    #[inline(never)]
    fn read_ones(&mut self, bytes: &[u8], run: &mut Run, nodes: &mut [Node]) -> (usize, usize) {
        let (mut read, mut at) = (0, 0);
        for node in nodes.iter_mut().take(4) {
            let Some((stone, length)) = self.one(&bytes[at..]) else { break };
            *node = run.node(0, 0, stone);
            run.go_on(length as u32, 1);
            (read, at) = (read + 1, at + length);
        }
        (read, at)
    }

    /// The stone of the next node, and how long the node is with the white space behind it.
    #[inline(always)]
    fn one(&mut self, bytes: &[u8]) -> Option<(Option<Stone>, usize)> {
        let word = u64::from_le_bytes(*bytes.first_chunk()?);
        let [col, row] = [24, 32].map(|shift| (word >> shift) as u16 & 31);
        let is_letter = |number: u16| Self::LETTERS >> number & 1 != 0;
        if !is_letter(col) || !is_letter(row) {
            return None;
        }
        let differs = (word ^ self.node) & (Self::FIXED | Self::BEHIND);
        if differs & Self::FIXED != 0 {
            return None;
        }
        let length = if differs == 0 { LENGTH } else { end_of_node(bytes)? };
        let color = if word & Self::WHITE == 0 { Color::Black } else { Color::White };
        self.node ^= Self::CHANGED;
        Some((Stone::from_letters(color, col, row), length))
    }

    /// The stones of the next four nodes, if no white space is between them and behind them.
    #[inline(always)]
    fn four(self, bytes: &Four) -> Option<[Option<Stone>; 4]> {
        // In each byte a letter's number.
        const NUMBERS: u64 = 0x1F1F_1F1F_1F1F_1F1F;
        const EACH: u64 = 0x0101_0101_0101_0101;
        let mut differs = 0;
        let mut letters = 0;
        let (own, other) = (self.node, self.node ^ Self::CHANGED);
        for (i, node) in [own, other, own, other].into_iter().enumerate() {
            let word = bytes[i * LENGTH..].first_chunk().copied().map(u64::from_le_bytes)?;
            differs |= word ^ node;
            letters |= (word >> 24 & 0xFFFF) << (16 * i);
        }
        letters &= NUMBERS;
        // The sixth bit is set in the first sum from 27 on, and not in the second at 0.
        let (beyond, before) = (letters + 5 * EACH, !(letters + 31 * EACH));
        let no_letter = (beyond | before) & (32 * EACH);
        if differs & (Self::FIXED | Self::BEHIND) | no_letter != 0 {
            return None;
        }
        let first = if self.node & Self::WHITE == 0 { Color::Black } else { Color::White };
        Some(Stone::four_from_letters(first, letters))
    }
}

/// Where a node of six bytes ends, white space after it included, if nothing else belongs to it.
fn end_of_node(bytes: &[u8]) -> Option<usize> {
    let mut end = LENGTH;
    while bytes.get(end)?.is_ascii_whitespace() {
        end += 1;
    }
    matches!(bytes[end], b';' | b'(' | b')').then_some(end)
}

/// Whether the node that begins here is `;B[pd]` or the like and nothing else: its move, and where to
/// go on.
fn only_move(bytes: &[u8], at: usize) -> Option<(Color, Point, usize)> {
    let &[b';', ident @ (b'B' | b'W'), b'[', col, row, b']'] = bytes[at..].first_chunk()? else {
        return None;
    };
    let point = two_letters(col, row)?;
    let color = if ident == b'B' { Color::Black } else { Color::White };
    Some((color, point, at + end_of_node(&bytes[at..])?))
}

impl Scanner<'_> {
    /// Reads the nodes from here on as long as each is only a move; the last of them, and where to go on.
    pub(crate) fn read_moves(
        &self,
        game: &mut Game,
        from: usize,
        parent: NodeId,
    ) -> Option<(NodeId, usize)> {
        let mut last = parent;
        let mut at = from;
        let mut turn = Turn::of(Color::Black);
        let mut room = (self.limits.nodes as usize).saturating_sub(game.nodes().len());
        while room > 0 {
            let mut places = game.places();
            let rest = &self.bytes[at..];
            let (quick, length) = turn.read_all(rest, at, last, room, &mut places);
            if quick > 0 {
                last = places.next + quick as NodeId - 1;
                at += length;
                room -= quick;
                game.take_in(quick);
                continue;
            }
            let Some((color, point, end)) = only_move(self.bytes, at) else { break };
            let stone = Some(Stone::new(color, point));
            places.nodes[0] = places.moves.node(at as u32, last, stone);
            last = places.next;
            game.take_in(1);
            room -= 1;
            turn = Turn::of(color.opponent());
            at = end;
        }
        (at > from).then_some((last, at))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::limits::Limits;
    use super::*;
    use crate::sgf::text::Text;

    proptest! {
        /// Read many at a time, nodes are the same as one by one.
        #[test]
        fn many_are_read_as_one_by_one(
            nodes in prop::collection::vec((0u32..12, 0u8..4, 0u8..28, 0u8..28), 0..60),
            end in prop::sample::select(vec![")", "", ";", "C[x]", ";C[x])", "("]),
            limit in 1u32..100,
        ) {
            let mut bytes = Vec::new();
            for (number, (kind, odd, col, row)) in nodes.into_iter().enumerate() {
                let turn = (usize::from(odd == 0) + number) % 2;
                // From one before `a` to one beyond `z`.
                bytes.extend([b';', b"BW"[turn], b'[', b'`' + col, b'`' + row, b']']);
                match kind {
                    0 => bytes.extend(b"\n"),
                    1 => bytes.extend(b"\r\n "),
                    2 => bytes.extend_from_slice(format!(";{}[Ab]", ["B", "W"][turn]).as_bytes()),
                    _ => {}
                }
            }
            bytes.extend(end.bytes());
            let text = Text::new(&bytes);
            let scanner = Scanner::with_limits(&text, Limits { nodes: limit, ..Limits::DEFAULT });
            let mut game = Game::default();
            let read = scanner.read_moves(&mut game, 0, 7);
            let (mut at, mut before) = (0, 7);
            for (id, node) in (0..).zip(game.nodes()) {
                let one = bytes.get(at..).and_then(|_| only_move(&bytes, at));
                prop_assert!(one.is_some(), "{}", bytes.escape_ascii());
                let Some((color, point, end)) = one else { break };
                prop_assert_eq!((node.start as usize, node.parent), (at, before));
                prop_assert_eq!(node.stone(), Some(Stone::new(color, point)));
                (at, before) = (end, id);
            }
            prop_assert_eq!(read, (at > 0).then_some((before, at)));
            let is_full = game.nodes().len() == limit as usize;
            prop_assert!(is_full || only_move(&bytes, at).is_none(), "{}", bytes.escape_ascii());
        }
    }
}
