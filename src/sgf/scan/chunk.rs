//! Where a large file can be cut into chunks that are read on their own.

use super::fault::{Fault, FaultKind};
use crate::sgf::tree::Game;

/// Whether a part that ends with this game, the last one in it, is read as it would be with the rest of
/// the file behind it. So it is if the game ends with the part, by its own `)`, and no search that a
/// fault set off can have gone beyond: a node with a value, whole and closed, follows the last fault.
/// What comes behind the part must begin another game. Nodes without a `(` before them are a game only
/// where no other follows.
#[must_use]
pub fn is_self_contained(game: &Game, faults: &[Fault], part: &[u8]) -> bool {
    let Some(last) = game.nodes().last() else { return false };
    let has_value = game.props(game.nodes().len() as u32 - 1).any(|(_, values)| !values.is_empty());
    let closed = |fault: &Fault| match fault.kind {
        FaultKind::UnclosedTree | FaultKind::EarlyEnd | FaultKind::TooManyGames => false,
        // It set off no search beyond its own value.
        FaultKind::LowerCaseIdent => true,
        _ => fault.span.end <= last.start,
    };
    let opened = part.get(game.span.start as usize) == Some(&b'(');
    opened && game.span.end as usize == part.len() && has_value && faults.iter().all(closed)
}

/// The last place at which a file can be cut, as far as its bytes from there on show: behind a `)` that
/// another game follows.
#[must_use]
pub fn last_game_boundary(bytes: &[u8]) -> Option<usize> {
    let mut other = None;
    for open in memchr::memrchr_iter(b'(', bytes) {
        let before = bytes[..open].trim_ascii_end();
        let Some(root) = bytes[open + 1..].trim_ascii_start().strip_prefix(b";") else { continue };
        if before.last() != Some(&b')') {
            continue;
        }
        let cut = before.len();
        let root = root.trim_ascii_start();
        if [&b"GM["[..], b"FF[", b"SZ[", b"CA["].iter().any(|id| root.starts_with(id)) {
            return Some(cut);
        }
        // It may be a variation.
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
