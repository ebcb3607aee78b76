//! Cuts a large file into chunks that are read on their own.

use std::io::{self, Read};

use rayon::prelude::*;

use super::chunk_end::{is_self_contained, last_game_boundary};
use super::limits::Limits;
use super::scanner::Scanner;
use crate::sgf::text::{Charset, ChunkOffset, LineIndex, Text};
use crate::sgf::tree::Game;

/// A part of a file that can be read on its own.
#[derive(Debug, Default)]
pub struct Chunk {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Where it begins in the file.
    pub start: ChunkOffset,
}

/// Cuts a file into chunks. The file is first cut into pieces, where one game seems to end and another to begin. A piece
/// whose end isn't surely one that a reader of the whole file would find is merged with those that follow.
#[derive(Debug)]
pub struct Chunks<'a, R> {
    from: R,
    charset: &'a Charset,
    limits: Limits,
    /// About how many bytes a piece has.
    piece_size: usize,
    /// Bytes read behind the last piece.
    unused: Vec<u8>,
    at_end: bool,
    /// Where the next chunk begins.
    start: ChunkOffset,
    pending: Option<Pending>,
}

/// Pieces that may not be self-contained, merged into one.
#[derive(Debug)]
struct Pending {
    bytes: Vec<u8>,
    pieces: usize,
    /// Number of pieces to add before the end is examined again.
    missing: usize,
}

impl<'a, R: Read> Chunks<'a, R> {
    /// The chunks of a file in this charset, each of at least about `piece_size` bytes.
    pub fn new(from: R, charset: &'a Charset, limits: Limits, piece_size: usize) -> Self {
        let (unused, start) = (Vec::new(), ChunkOffset::default());
        Self { from, charset, limits, piece_size, unused, at_end: false, start, pending: None }
    }

    /// The next chunks, from up to `pieces` pieces, which are scanned on all threads of the current pool. Returns none at
    /// the file's end.
    ///
    /// # Errors
    ///
    /// If the file can't be read.
    pub fn next_chunks(&mut self, pieces: usize) -> io::Result<Vec<Chunk>> {
        let mut chunks = Vec::new();
        while chunks.is_empty() {
            let mut round = Vec::with_capacity(pieces);
            while round.len() < pieces {
                let Some(piece) = self.next_piece()? else { break };
                round.push(piece);
            }
            if round.is_empty() {
                break;
            }
            let at_start = self.start.offset == 0 && self.pending.is_none();
            let ends = scan_all(&round, self.charset, at_start, self.limits);
            let at_end = self.at_end && self.unused.is_empty();
            let last = round.len() - 1;
            for (number, (piece, end)) in round.into_iter().zip(ends).enumerate() {
                chunks.extend(self.chunk_or_merge(piece, end, at_end && number == last));
            }
        }
        Ok(chunks)
    }

    /// Makes a chunk of a piece and the pending ones before it. `None` if they must be merged with more pieces.
    fn chunk_or_merge(&mut self, piece: Vec<u8>, end: PieceEnd, is_last: bool) -> Option<Chunk> {
        let Some(mut pending) = self.pending.take() else {
            return self.chunk(piece, 1, end, is_last);
        };
        pending.bytes.extend_from_slice(&piece);
        pending.pieces += 1;
        pending.missing -= 1;
        if pending.missing > 0 && !is_last {
            self.pending = Some(pending);
            return None;
        }
        let end = scan(&pending.bytes, self.charset, self.start.offset == 0, self.limits);
        self.chunk(pending.bytes, pending.pieces, end, is_last)
    }

    /// Makes a chunk of these bytes. If they aren't self-contained, keeps them as pending and returns `None`.
    fn chunk(
        &mut self,
        bytes: Vec<u8>,
        pieces: usize,
        end: PieceEnd,
        is_last: bool,
    ) -> Option<Chunk> {
        let games = self.start.games.saturating_add(end.games);
        // From the game limit on, the rest of the file is one chunk.
        if !is_last && (!end.is_self_contained || games > self.limits.games) {
            // Doubled, so that no byte is scanned more than a few times.
            self.pending = Some(Pending { bytes, pieces, missing: pieces });
            return None;
        }
        let start = self.start;
        self.start = ChunkOffset {
            offset: start.offset + bytes.len() as u32,
            line: start.line + end.line - 1,
            column: end.column + if end.line == 1 { start.column - 1 } else { 0 },
            games,
        };
        Some(Chunk { bytes, start })
    }

    /// The bytes up to the next place where a game seems to end.
    fn next_piece(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut size = self.piece_size;
        loop {
            let missing = size.saturating_sub(self.unused.len());
            if !self.at_end && missing > 0 {
                let read = (&mut self.from).take(missing as u64).read_to_end(&mut self.unused)?;
                self.at_end = read < missing;
            }
            if self.at_end {
                let rest = std::mem::take(&mut self.unused);
                return Ok((!rest.is_empty()).then_some(rest));
            }
            if let Some(cut) = last_game_boundary(&self.unused) {
                let unused = self.unused.split_off(cut);
                return Ok(Some(std::mem::replace(&mut self.unused, unused)));
            }
            size = self.unused.len().max(size) * 2;
        }
    }
}

/// What a scan finds about a piece and its end.
struct PieceEnd {
    games: u32,
    /// Line of the end, where the piece begins in line 1.
    line: u32,
    /// Column of the end, where the piece begins in column 1.
    column: u32,
    is_self_contained: bool,
}

fn scan_all(
    pieces: &[Vec<u8>],
    charset: &Charset,
    at_start: bool,
    limits: Limits,
) -> Vec<PieceEnd> {
    let numbered = pieces.par_iter().with_max_len(1).enumerate();
    numbered.map(|(number, piece)| scan(piece, charset, at_start && number == 0, limits)).collect()
}

fn scan(bytes: &[u8], charset: &Charset, is_first: bool, limits: Limits) -> PieceEnd {
    // The scanner only needs to know whether anything comes before.
    let before = u32::from(!is_first);
    let start = ChunkOffset { offset: before, games: before, ..ChunkOffset::default() };
    let text = Text::chunk(bytes, charset, start);
    let limits = Limits { games: u32::MAX, ..limits };
    let mut scanner = Scanner::with_limits(&text, limits);
    let (mut game, mut faults) = (Game::default(), Vec::new());
    let (mut games, mut ends_well) = (0, false);
    while scanner.next_game(&mut game, &mut faults) {
        games += 1;
        ends_well = is_self_contained(&game, &faults, bytes);
        faults.clear();
    }
    ends_well &= !scanner.ended_inside_game();
    let (line, column) = LineIndex::default().locate(&text, bytes.len());
    PieceEnd { games, line, column, is_self_contained: ends_well }
}
