//! Where a large file can be cut into chunks that are read on their own.

use super::fault::{Fault, FaultKind};
use super::lookahead::has_root_property;
use crate::sgf::tree::Game;

/// Whether a chunk that ends with this game is read as it would be within its file: the game ends the
/// chunk with its own `)`, and a node with a closed value follows the last fault, so that no recovery from
/// a fault could have looked beyond the chunk. Another game must follow the chunk.
pub(super) fn is_self_contained(game: &Game, faults: &[Fault], chunk: &[u8]) -> bool {
    let Some(last) = game.nodes().last() else { return false };
    let has_value = game.props(game.nodes().len() as u32 - 1).any(|(_, values)| !values.is_empty());
    let closed = |fault: &Fault| match fault.kind {
        FaultKind::UnclosedTree | FaultKind::EarlyEnd | FaultKind::TooManyGames => false,
        // No search beyond its own value followed.
        FaultKind::LowerCaseIdent => true,
        _ => fault.span.end <= last.start,
    };
    // Nodes without a `(` are a game only where no other game follows.
    let opened = chunk.get(game.span.start as usize) == Some(&b'(');
    opened && game.span.end as usize == chunk.len() && has_value && faults.iter().all(closed)
}

/// The last offset at which a file can be cut, judged by these bytes from its middle: behind a `)` that
/// another game follows. `None` if there is no such place.
pub(super) fn last_game_boundary(bytes: &[u8]) -> Option<usize> {
    let mut other = None;
    for open in memchr::memrchr_iter(b'(', bytes) {
        let before = bytes[..open].trim_ascii_end();
        let Some(root) = bytes[open + 1..].trim_ascii_start().strip_prefix(b";") else { continue };
        if before.last() != Some(&b')') {
            continue;
        }
        let cut = before.len();
        let root = root.trim_ascii_start();
        if has_root_property(root) {
            return Some(cut);
        }
        // Otherwise it may be a variation.
        if root.len() > 2 && !root.starts_with(b"B[") && !root.starts_with(b"W[") {
            other.get_or_insert(cut);
        }
    }
    other
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_are_between_games() {
        for (bytes, cut) in [
            (&b"(;GM[1];B[aa]) (;GM[1];B[aa])"[..], Some(14)),
            (b"(;GM[1];B[aa]) (;GM[1];B[aa](;W[bb])(;W[cc]))", Some(14)),
            (b"(;PB[x];B[aa])\r\n(\n;PB[y];B[aa](;W[bb])(;W[cc]", Some(14)),
            (b"(;GM[1];B[aa]", None),
            (b"(;GM[1];B[aa] (;GM[1]", None),
        ] {
            assert_eq!(last_game_boundary(bytes), cut, "{}", bytes.escape_ascii());
        }
    }
}
