//! Games that begin as others which go on.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::io;

/// Returns for each game that is the beginning of others the longest of these; of equally long ones the first. `openings` has the
/// [openings](sgf_audit_core::replay::Plays::opening) of games, each with the game's number; `codes` returns a game's
/// [codes](sgf_audit_core::replay::Plays::codes), and `begins` is called with each beginning and each game that goes on from it. Fails if
/// `codes` does.
pub fn longest_continuations(
    mut openings: Vec<(u64, u32)>,
    mut codes: impl FnMut(u32) -> io::Result<Vec<u16>>,
    mut begins: impl FnMut(u32, u32),
) -> io::Result<HashMap<u32, u32>> {
    openings.sort_unstable();
    let mut longest = HashMap::new();
    for alike in openings.chunk_by(|a, b| a.0 == b.0).filter(|alike| alike.len() > 1) {
        let games = alike.iter().map(|&(_, game)| Ok((codes(game)?, game)));
        let mut games = games.collect::<io::Result<Vec<_>>>()?;
        games.sort();
        // The games that the last one begins with. What begins with them follows in the order.
        let mut begun: Vec<&(Vec<u16>, u32)> = Vec::new();
        let mut best: HashMap<u32, (usize, Reverse<u32>)> = HashMap::new();
        for game in &games {
            while begun.last().is_some_and(|(codes, _)| !game.0.starts_with(codes)) {
                begun.pop();
            }
            for (codes, beginning) in &begun {
                begins(*beginning, game.1);
                let own = (game.0.len(), Reverse(game.1));
                let best = best.entry(*beginning).or_insert((codes.len(), Reverse(0)));
                if own > *best && own.0 > codes.len() {
                    *best = own;
                    longest.insert(*beginning, game.1);
                }
            }
            begun.push(game);
        }
    }
    Ok(longest)
}

pub fn to_bytes(codes: &[u16]) -> Vec<u8> {
    codes.iter().flat_map(|code| code.to_le_bytes()).collect()
}

pub fn from_bytes(bytes: &[u8]) -> Vec<u16> {
    bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
}
