//! Large files, chunk by chunk: their games are audited on all threads, and no more of a file is held than these work on.
//!
//! A file is read twice. First its charset is determined, which may depend on any of its bytes. Then it is cut where one
//! game seems to end and another to begin. Each chunk is scanned, and where its end isn't surely one that a reader of the
//! whole file would find, it is merged with what follows. So the findings and their places are those of the file read
//! whole. Files that can't be cut are read whole: those in UTF-16 or ISO-2022-JP, which must be decoded first, those whose
//! games declare different charsets, and those in other formats.

use std::io::{self, Read};

use super::error::ReadError;
use super::ordered::ordered_map;
use super::record_auditor::{Audits, Collector, RecordAuditor};
use super::records::RecordWorkers;
use super::source::Source;

use crate::archive::Input;
use crate::audit::{Auditor, FileAudit, FileSummary, FindingKind, audit_part};
use crate::formats::{OtherFile, recognise};
use crate::guard::guarded;
use crate::sgf::{Charset, CharsetSurvey, Chunk, Chunks, Text};

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
    run: &RecordAuditor<C>,
    source: &Source,
    input: Input,
    workers: &RecordWorkers<Auditor>,
    mut consume: impl FnMut(Audits<C::Part>) -> Result<(), E>,
) -> Result<bool, E> {
    let limit = run.options.limits.bytes;
    let surveyed = input.open().and_then(|from| survey(from, limit));
    let failed = |error: &ReadError| {
        let mut audits = Audits::default();
        run.failed(run.start(source, source.path()), error, &mut audits);
        audits
    };
    match surveyed {
        Err(error) => consume(failed(&error.into()))?,
        Ok((length, _)) if length > u64::from(limit) => {
            consume(failed(&ReadError::TooLarge { limit }))?;
        }
        Ok((_, None)) => return Ok(false),
        Ok((_, Some(charset))) => match input.open() {
            Ok(from) => audit_chunks(run, source, from, &charset, workers, consume)?,
            Err(error) => consume(failed(&error.into()))?,
        },
    }
    Ok(true)
}

fn audit_chunks<C: Collector, E>(
    run: &RecordAuditor<C>,
    source: &Source,
    from: impl Read,
    charset: &Charset,
    workers: &RecordWorkers<Auditor>,
    mut consume: impl FnMut(Audits<C::Part>) -> Result<(), E>,
) -> Result<(), E> {
    let mut chunks = Chunks::new(from, charset, run.options.limits, CHUNK);
    let mut failure = None;
    let mut about: Option<FileSummary> = None;
    let mut record = run.start(source, source.path());
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
        |chunk| workers.with(|(_, auditor)| audit_chunk(run, source, chunk, charset, auditor)),
        |audited| {
            let AuditedChunk { chunk, mut audits, to_count, about: next } = audited;
            match (&mut about, next) {
                (Some(about), Some(next)) => about.join(next),
                (None, next) => about = next,
                (Some(_), None) => {}
            }
            let text = Text::chunk(&chunk.bytes, charset, chunk.start);
            for audit in to_count {
                run.add_judged(&mut audits.part, &mut record, audit, Some(&text));
            }
            consume(audits)
        },
    )?;
    let mut end = Audits { files: 1, ..Audits::default() };
    run.collector.begin_part(&mut end.part, source);
    if let Some(audit) = about.and_then(|about| about.finish(charset)) {
        run.add(&mut end.part, &mut record, audit, None);
    }
    if let Some(message) = failure {
        run.report(&mut record, FindingKind::Unreadable, message, &mut end);
    }
    run.end_counting(record, &mut end);
    consume(end)
}

/// A chunk with its audits.
struct AuditedChunk<P> {
    chunk: Chunk,
    audits: Audits<P>,
    /// The audits that are counted for a baseline, which depends on those of the chunks before. They aren't collected yet.
    to_count: Vec<FileAudit>,
    /// `None` if the chunk wasn't audited to its end.
    about: Option<FileSummary>,
}

fn audit_chunk<C: Collector>(
    run: &RecordAuditor<C>,
    source: &Source,
    chunk: Chunk,
    charset: &Charset,
    auditor: &mut Auditor,
) -> AuditedChunk<C::Part> {
    let (mut audits, mut to_count) = (Audits::default(), Vec::new());
    run.collector.begin_part(&mut audits.part, source);
    let mut record = run.start(source, source.path());
    let mut add = |mut audit: FileAudit, text: Option<&Text>| {
        if record.known.is_some() {
            record.judge(&mut audit, text);
            to_count.push(audit);
        } else {
            run.add(&mut audits.part, &mut record, audit, text);
        }
    };
    let audited = guarded(auditor, run.resources.new_auditor, |auditor| {
        let text = Text::chunk(&chunk.bytes, charset, chunk.start);
        let options = run.options(source);
        audit_part(&text, charset, options, auditor, &mut |audit, text| add(audit, Some(text)))
    });
    if let Err(panic) = &audited {
        add(FileAudit::failed(FindingKind::InternalError, panic.to_string()), None);
    }
    AuditedChunk { chunk, audits, to_count, about: audited.ok() }
}

/// Determines the charset of a file; `None` if the file has to be read whole. Reads at most one byte more than `limit`.
/// Returns the number of bytes read too.
fn survey(from: impl Read, limit: u32) -> io::Result<(u64, Option<Charset>)> {
    let mut from = from.take(u64::from(limit) + 1);
    let mut survey = CharsetSurvey::default();
    let mut block = Vec::new();
    let mut length = 0;
    let mut is_sgf = true;
    loop {
        block.clear();
        let read = (&mut from).take(1 << 18).read_to_end(&mut block)?;
        if length == 0 {
            let content = block.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&block);
            is_sgf = recognise(content).is_none() && OtherFile::of(content).is_none();
        }
        if read == 0 || !is_sgf {
            return Ok((length, if is_sgf { survey.finish() } else { None }));
        }
        length += read as u64;
        survey.add(&block);
    }
}
