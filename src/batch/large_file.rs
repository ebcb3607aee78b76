//! Large files, chunk by chunk: their games are audited on all threads, and no more of a file is held than these work on.
//!
//! A file is read twice. First its charset is determined, which may depend on any of its bytes. Then it is cut where one
//! game seems to end and another to begin. Each chunk is scanned, and where its end isn't surely one that a reader of the
//! whole file would find, it is merged with what follows. So the findings and their places are those of the file read
//! whole. Files that can't be cut are read whole: those in UTF-16 or ISO-2022-JP, which must be decoded first, those whose
//! games declare different charsets, and those in other formats.

use std::io::{self, Read};
use std::path::Path;

use super::error::ReadError;
use super::ordered::ordered_map;
use super::records::RecordWorkers;
use super::run::{AuditRun, Audits, Collector};
use crate::archive::Whole;
use crate::audit::{Auditor, FileSummary, FindingKind, LineIndex, audit_part};
use crate::formats::ForeignFormat;
use crate::guard::guarded;
use crate::sgf::{
    Charset, CharsetSurvey, ChunkOffset, Game, Limits, Scanner, Text, is_self_contained,
    last_game_boundary,
};

/// Files of more bytes are read chunk by chunk.
pub(super) const LARGE: usize = 1 << 22;

/// About how many bytes a chunk has.
const CHUNK: usize = 1 << 19;

/// Audits a large file chunk by chunk. Returns false if it has to be read whole.
///
/// # Errors
///
/// The first error of `consume`.
pub(super) fn audit<C: Collector, E>(
    run: &AuditRun<C>,
    path: &Path,
    whole: Whole,
    workers: &RecordWorkers<Auditor>,
    mut consume: impl FnMut(Audits<C::Part>) -> Result<(), E>,
) -> Result<bool, E> {
    let limit = run.options.limits.bytes;
    let surveyed = whole.open().and_then(|from| survey(from, limit));
    let failed = |error: &ReadError| {
        let mut audits = Audits::default();
        run.failed(path, error, &mut audits);
        audits
    };
    match surveyed {
        Err(error) => consume(failed(&error.into()))?,
        Ok((length, _)) if length > u64::from(limit) => {
            consume(failed(&ReadError::TooLarge { limit }))?;
        }
        Ok((_, None)) => return Ok(false),
        Ok((_, Some(charset))) => match whole.open() {
            Ok(from) => audit_chunks(run, path, from, &charset, workers, consume)?,
            Err(error) => consume(failed(&error.into()))?,
        },
    }
    Ok(true)
}

fn audit_chunks<C: Collector, E>(
    run: &AuditRun<C>,
    path: &Path,
    from: impl Read,
    charset: &Charset,
    workers: &RecordWorkers<Auditor>,
    mut consume: impl FnMut(Audits<C::Part>) -> Result<(), E>,
) -> Result<(), E> {
    let mut chunks = Chunks::new(from, charset, run.options.limits, CHUNK);
    let mut failure = None;
    let mut about: Option<FileSummary> = None;
    ordered_map(
        |submit| {
            loop {
                match chunks.next_chunks(rayon::current_num_threads()) {
                    Ok(chunks) if chunks.is_empty() => return,
                    Ok(chunks) => {
                        if chunks.into_iter().any(|chunk| submit(chunk).is_break()) {
                            return;
                        }
                    }
                    Err(error) => return failure = Some(error.to_string()),
                }
            }
        },
        |_| 1,
        |chunk| workers.with(|(_, scratch)| audit_chunk(run, path, &chunk, charset, scratch)),
        |(audits, next)| {
            match (&mut about, next) {
                (Some(about), Some(next)) => about.join(next),
                (None, next) => about = next,
                (Some(_), None) => {}
            }
            consume(audits)
        },
    )?;
    let mut end = Audits { files: 1, ..Audits::default() };
    if let Some(audit) = about.and_then(|about| about.finish(charset)) {
        run.collector.add(&mut end.part, path, &audit, None);
    }
    if let Some(message) = failure {
        run.report(path, FindingKind::Unreadable, message, &mut end.part);
    }
    consume(end)
}

fn audit_chunk<C: Collector>(
    run: &AuditRun<C>,
    path: &Path,
    chunk: &Chunk,
    charset: &Charset,
    scratch: &mut Auditor,
) -> (Audits<C::Part>, Option<FileSummary>) {
    let mut audits = Audits::default();
    let audited = guarded(scratch, run.resources.new_scratch, |scratch| {
        let text = Text::chunk(&chunk.bytes, charset, chunk.start);
        audit_part(&text, charset, run.options, scratch, &mut |audit, text| {
            run.collector.add(&mut audits.part, path, &audit, Some(text));
        })
    });
    match audited {
        Ok(about) => (audits, Some(about)),
        Err(panic) => {
            run.report(path, FindingKind::InternalError, panic.to_string(), &mut audits.part);
            (audits, None)
        }
    }
}

/// A part of a file that is read by itself.
#[derive(Debug, Default)]
pub(super) struct Chunk {
    pub bytes: Vec<u8>,
    pub start: ChunkOffset,
}

/// Finds out how a file is encoded; `None` where it must be read whole. Reads no more than `most` bytes
/// and one.
///
/// # Errors
///
/// Whatever the system says.
pub(super) fn survey(from: impl Read, most: u32) -> io::Result<(u64, Option<Charset>)> {
    let mut from = from.take(u64::from(most) + 1);
    let mut survey = CharsetSurvey::default();
    let mut block = Vec::new();
    let mut length = 0;
    let mut is_sgf = true;
    loop {
        block.clear();
        let read = (&mut from).take(1 << 18).read_to_end(&mut block)?;
        if length == 0 {
            let content = block.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&block);
            is_sgf = ForeignFormat::of(content).is_none();
        }
        if read == 0 || !is_sgf {
            return Ok((length, if is_sgf { survey.finish() } else { None }));
        }
        length += read as u64;
        survey.add(&block);
    }
}

/// What a scan of a part shows.
struct Scanned {
    games: u32,
    /// Where the next part begins, counted from this one.
    line: u32,
    column: u32,
    is_self_contained: bool,
}

fn scan(bytes: &[u8], charset: &Charset, is_first: bool, limits: Limits) -> Scanned {
    // Only whether something stands before it matters to the scanner.
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
    Scanned { games, line, column, is_self_contained: ends_well }
}

/// Cuts a file into parts.
pub(super) struct Chunks<'a, R> {
    from: R,
    charset: &'a Charset,
    limits: Limits,
    /// About how long a part is.
    size: usize,
    /// What was read behind the last cut.
    rest: Vec<u8>,
    ended: bool,
    /// Pieces that aren't parts yet: where the next one begins.
    start: ChunkOffset,
    /// What couldn't be cut soundly, of how many pieces it is, and how many more it is to get before it is
    /// tried again.
    pending: Option<(Vec<u8>, usize, usize)>,
}

impl<'a, R: Read> Chunks<'a, R> {
    pub fn new(from: R, charset: &'a Charset, limits: Limits, size: usize) -> Self {
        Self {
            from,
            charset,
            limits,
            size,
            rest: Vec::new(),
            ended: false,
            start: ChunkOffset::default(),
            pending: None,
        }
    }

    /// The next parts, made of about so many pieces, which are scanned on several threads; none at the
    /// file's end.
    ///
    /// # Errors
    ///
    /// Whatever the system says.
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
            let scanned = scan_all(&round, self.charset, at_start, self.limits);
            let ended = self.ended && self.rest.is_empty();
            let last = round.len() - 1;
            for (number, (piece, scanned)) in round.into_iter().zip(scanned).enumerate() {
                self.accept_or_merge(piece, scanned, ended && number == last, &mut chunks);
            }
        }
        Ok(chunks)
    }

    /// Makes a part of a piece, or puts it together with those before it.
    fn accept_or_merge(
        &mut self,
        piece: Vec<u8>,
        scanned: Scanned,
        is_last: bool,
        chunks: &mut Vec<Chunk>,
    ) {
        let Some((mut bytes, pieces, wanted)) = self.pending.take() else {
            return self.finish(piece, 1, scanned, is_last, chunks);
        };
        bytes.extend_from_slice(&piece);
        let pieces = pieces + 1;
        if wanted > 1 && !is_last {
            self.pending = Some((bytes, pieces, wanted - 1));
            return;
        }
        let scanned = scan(&bytes, self.charset, self.start.offset == 0, self.limits);
        self.finish(bytes, pieces, scanned, is_last, chunks);
    }

    fn finish(
        &mut self,
        bytes: Vec<u8>,
        pieces: usize,
        scanned: Scanned,
        is_last: bool,
        chunks: &mut Vec<Chunk>,
    ) {
        let games = self.start.games.saturating_add(scanned.games);
        // Beyond the limit the rest of the file is one thing.
        if !is_last && (!scanned.is_self_contained || games > self.limits.games) {
            // Twice as many, so that no byte is scanned again more than a few times.
            self.pending = Some((bytes, pieces, pieces));
            return;
        }
        let start = self.start;
        self.start = ChunkOffset {
            offset: start.offset + bytes.len() as u32,
            line: start.line + scanned.line - 1,
            column: scanned.column + if scanned.line == 1 { start.column - 1 } else { 0 },
            games,
        };
        chunks.push(Chunk { bytes, start });
    }

    /// What lies between two places at which games seem to end.
    fn next_piece(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut size = self.size;
        loop {
            let missing = size.saturating_sub(self.rest.len());
            if !self.ended && missing > 0 {
                let read = (&mut self.from).take(missing as u64).read_to_end(&mut self.rest)?;
                self.ended = read < missing;
            }
            if self.ended {
                let rest = std::mem::take(&mut self.rest);
                return Ok((!rest.is_empty()).then_some(rest));
            }
            if let Some(cut) = last_game_boundary(&self.rest) {
                let rest = self.rest.split_off(cut);
                return Ok(Some(std::mem::replace(&mut self.rest, rest)));
            }
            size = self.rest.len().max(size) * 2;
        }
    }
}

fn scan_all(pieces: &[Vec<u8>], charset: &Charset, at_start: bool, limits: Limits) -> Vec<Scanned> {
    use rayon::prelude::*;
    let numbered = pieces.par_iter().with_max_len(1).enumerate();
    numbered.map(|(number, piece)| scan(piece, charset, at_start && number == 0, limits)).collect()
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use proptest::prelude::*;

    use super::*;
    use crate::audit::{AuditOptions, Auditor, FileAudit, audit_bytes, audit_part};

    /// Everything that is said of a file. The moves of a replay have their places in the part.
    fn said(audit: &FileAudit, text: Option<&Text>) -> String {
        let FileAudit::Game(audit) = audit else { return format!("{audit:?}") };
        let encoding = text.map(|text| (text.encoding().name(), text.source()));
        let names = (&audit.black, &audit.white, &audit.date, &audit.event);
        let result = (&audit.recorded_result, &audit.score, audit.verdict, &audit.explanation);
        let replay = (audit.replay.tally, audit.replay.moves, audit.replay.violations.len());
        let (game, findings) = (audit.game, &audit.findings);
        format!("{encoding:?} {game} {names:?} {result:?} {replay:?} {findings:?}")
    }

    fn whole(bytes: &[u8], options: &AuditOptions) -> Vec<String> {
        let mut all = Vec::new();
        audit_bytes(bytes, options, &mut Auditor::new(), &mut |audit, text| {
            all.push(said(&audit, Some(text)));
        });
        all
    }

    /// The same in parts of about so many bytes; `None` where the file must be read whole.
    fn in_parts(bytes: &[u8], size: usize, options: &AuditOptions) -> Option<(Vec<String>, usize)> {
        let charset = survey(bytes, u32::MAX).unwrap().1?;
        let mut chunks = Chunks::new(bytes, &charset, options.limits, size);
        let (mut all, mut number) = (Vec::new(), 0);
        let mut about: Option<crate::audit::FileSummary> = None;
        let mut scratch = Auditor::new();
        loop {
            let some = chunks.next_chunks(3).unwrap();
            if some.is_empty() {
                break;
            }
            for Chunk { bytes, start } in some {
                number += 1;
                let text = Text::chunk(&bytes, &charset, start);
                let next =
                    audit_part(&text, &charset, options, &mut scratch, &mut |audit, text| {
                        all.push(said(&audit, Some(text)));
                    });
                match &mut about {
                    Some(about) => about.join(next),
                    None => about = Some(next),
                }
            }
        }
        all.extend(about?.finish(&charset).map(|audit| said(&audit, None)));
        Some((all, number))
    }

    fn compare(bytes: &[u8], name: &str) -> usize {
        let options = AuditOptions::default();
        let expected = whole(bytes, &options);
        let mut most = 0;
        for size in [1, 50, 700] {
            let Some((said, parts)) = in_parts(bytes, size, &options) else { return 0 };
            assert_eq!(said, expected, "{name} in parts of {size}");
            most = most.max(parts);
        }
        most
    }

    fn records(folder: &Path, to: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { records(&path, to) } else { to.push(path) }
        }
    }

    /// All records of the corpus, each alone and all in a row; those of another folder too, if
    /// `SGF_RECORDS` names one.
    #[test]
    fn parts_say_what_the_whole_says() {
        let mut paths = Vec::new();
        records(&Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus"), &mut paths);
        if let Some(folder) = std::env::var_os("SGF_RECORDS") {
            records(Path::new(&folder), &mut paths);
        }
        paths.sort();
        let mut row = Vec::new();
        for path in &paths {
            let bytes = std::fs::read(path).unwrap();
            if bytes.len() > 1 << 20 {
                continue;
            }
            compare(&bytes, &path.display().to_string());
            if row.len() < 1 << 18
                && !bytes.starts_with(b"\xff\xfe")
                && !bytes.starts_with(b"\xfe\xff")
            {
                row.extend_from_slice(&bytes);
            }
        }
        compare(&row, "all in a row");
        let games = b"(;GM[1]SZ[9];B[ee];W[ee])".repeat(100);
        assert!(compare(&games, "games") > 10);
        let torn = b"(;B[aa])(;;B[ee](;PB[a]junk(\x8aA;CA[big5]PB[y];B[aa])(;PB[a](;GM[1];B[aa];W[bb])(;(;PB[a]";
        compare(torn, "a character that is torn apart");
        let gap = b"(;PB[a]\0)(;GM[1];B[aa];W[bb])";
        assert_eq!(compare(gap, "a NUL behind text"), 2);
        compare(b";B[ee])(;GM[1]SZ[9];B[ee](;W[dd])(;W[cc]))(;GM[1]SZ[9]", "nodes before games");
    }

    #[test]
    fn games_beyond_the_limit_are_one_rest() {
        let bytes = b"(;GM[1]SZ[9];B[ee];W[ee])\n".repeat(100);
        for games in [1, 2, 50, 99, 100] {
            let limits = Limits { games, ..Limits::DEFAULT };
            let options = AuditOptions { limits, ..AuditOptions::default() };
            let (said, _) = in_parts(&bytes, 60, &options).unwrap();
            assert_eq!(said, whole(&bytes, &options));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1500))]
        #[test]
        fn damage_is_told_in_parts_as_in_the_whole(
            tokens in prop::collection::vec(prop::sample::select(vec![
                "(;GM[1]SZ[9]", "(;FF[4]CA[gbk]PB[x]", "(;FF[3]CA[utf-8]", "(;PB[a]", "(;", "(", ")", "))",
                ";B[ee]", ";W[ee]", ";B[dd]C[text]", "C[", "]", "[x]", "\\", "\n", "\r\n", " ", "柯洁", "é",
                "(;B[aa])", "(;GM[1];B[aa];W[bb])", "(;GM[1]PB[é];B[aa])\n", "junk", "*", "\0",
                "(;GM[1]SZ[9];B[ee](;W[dd])(;W[cc]))", "(;GM[1]C[see (;GM[1\\])];B[aa])", ";B[ee])",
                "(;CA[big5]PB[y];B[aa])", "PB", "B[cc", "\u{feff}",
            ]), 0..60),
            noise in prop::collection::vec(any::<u8>(), 0..3),
            size in 1usize..200,
        ) {
            let mut bytes = tokens.concat().into_bytes();
            let at = bytes.len() / 2;
            bytes.splice(at..at, noise);
            let options = AuditOptions::default();
            if let Some((said, _)) = in_parts(&bytes, size, &options) {
                prop_assert_eq!(said, whole(&bytes, &options), "{}", bytes.escape_ascii());
            }
        }
    }
}
