//! Files that are too large to be held: their parts are read when they are needed.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::iter;
use std::ops::{Range, RangeInclusive};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use sgf_audit_core::audit::{AuditOptions, Auditor, BEFORE, FileReading};
use sgf_audit_core::formats::{OtherFile, recognise};
use sgf_audit_core::guarded_file::open_regular;
use sgf_audit_core::sgf::{CharsetSurvey, SourceFile, Text};

/// Files of fewer bytes are held.
const HELD: usize = 1 << 24;

/// Number of bytes that a thread audits at once.
const PART: usize = 1 << 19;

/// Number of bytes that are read to find out the charset.
const PIECE: usize = 1 << 18;

/// Number of bytes around a finding of the file that are shown of it, at most.
const SHOWN: usize = 4096;

/// Allocators fill less memory with zeros themselves, and keep it.
const LEAST_MAPPED: usize = 1 << 26;

/// A file of which parts are read.
pub(super) struct FileParts {
    file: Mutex<File>,
    length: usize,
    modified: Option<SystemTime>,
    /// Number of bytes of a part, unless a game needs more.
    part: usize,
}

/// Games of a file that are audited together.
pub(super) struct Part {
    pub games: RangeInclusive<u32>,
    /// Where the bytes end that decide how the games are read.
    end: usize,
}

impl Part {
    /// Returns the parts of a file that is held.
    pub(super) fn all_of(file: &SourceFile) -> Vec<Self> {
        let (mut parts, mut first, mut size) = (Vec::new(), 1, 0);
        for number in 1..=file.games() {
            let extent = file.extent(number);
            size += extent.len();
            if size >= PART || number == file.games() {
                parts.push(Self { games: first..=number, end: extent.end });
                (first, size) = (number + 1, 0);
            }
        }
        parts
    }
}

/// A file that was scanned part by part.
pub(super) struct ScannedParts {
    pub reading: FileReading,
    /// A text in its charset, which holds nothing of it.
    pub text: Text<'static>,
    /// The bytes of the file that its own findings are about.
    pub bytes: Vec<u8>,
    pub parts: Vec<Part>,
}

impl FileParts {
    /// Opens a file. `None` if it is small enough to be held, or too large to be read at all.
    pub(super) fn open(path: &Path, limit: u32) -> io::Result<Option<Self>> {
        let parts = Self::of_file(open_regular(path)?, PART)?;
        Ok((HELD..=limit as usize).contains(&parts.length).then_some(parts))
    }

    fn of_file(file: File, part: usize) -> io::Result<Self> {
        let about = file.metadata()?;
        let (length, modified) = (about.len() as usize, about.modified().ok());
        Ok(Self { file: Mutex::new(file), length, modified, part })
    }

    /// Scans the file part by part. `None` if it has to be held, since all of it decides how a part is decoded, or another format
    /// is read, or a finding of the file can't be made from parts.
    pub(super) fn scan(
        &self,
        auditor: &mut Auditor,
        options: &AuditOptions,
    ) -> io::Result<Option<ScannedParts>> {
        let Some(text) = self.survey()? else { return Ok(None) };
        let mut reading = FileReading::new(auditor, options);
        let (mut parts, mut size) = (Vec::new(), self.part);
        loop {
            let (games, at) = reading.read_so_far();
            let (from, end) = (at.saturating_sub(BEFORE), self.length.min(at + size));
            let bytes = self.read(iter::once(from..end))?;
            reading.add(&text.of_part(&bytes), end < self.length);
            let (read, behind) = reading.read_so_far();
            if read > games {
                parts.push(Part { games: games + 1..=read, end });
            }
            if end == self.length {
                let Some(places) = reading.places() else { return Ok(None) };
                let around = |at: usize| at.saturating_sub(BEFORE)..self.length.min(at + SHOWN);
                let shown = places.into_iter().map(around);
                let ends = [0..PIECE.min(end), from..end];
                let bytes = self.read(ends.into_iter().chain(shown))?;
                return Ok(Some(ScannedParts { reading, text, bytes, parts }));
            }
            // A game that looks far ahead needs a larger part; so do those behind it, or each byte would be scanned often.
            size = if behind - at < size / 2 { 4 * size } else { self.part.max(size / 4) };
        }
    }

    /// Finds out the charset of the file. `None` if the file has to be held.
    fn survey(&self) -> io::Result<Option<Text<'static>>> {
        let mut survey = CharsetSurvey::default();
        let mut piece = vec![0; PIECE];
        for from in (0..self.length).step_by(PIECE) {
            piece.truncate(self.length - from);
            self.read_at(from, &mut piece)?;
            let content = piece.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&piece);
            let is_sgf = from > 0
                || !content.trim_ascii_start().is_empty()
                    && recognise(content).is_none()
                    && OtherFile::recognise(&piece).is_none();
            if !is_sgf || !survey.add(&piece) {
                return Ok(None);
            }
        }
        Ok(Text::surveyed(survey))
    }

    /// Reads what decides how the games of a part are read, and the games beside them.
    pub(super) fn read_part(&self, file: &SourceFile, part: &Part) -> io::Result<Vec<u8>> {
        let (first, last) = (*part.games.start(), *part.games.end());
        let from = file.extent((first - 1).max(1)).start.saturating_sub(BEFORE);
        let end = part.end.max(file.extent((last + 1).min(file.games())).end);
        self.read(iter::once(from..end))
    }

    /// Returns the file up to the end of the last range, of which only the ranges are read. What is between them is 0: the system has
    /// memory for what is written only.
    fn read(&self, ranges: impl IntoIterator<Item = Range<usize>>) -> io::Result<Vec<u8>> {
        let ranges = Vec::from_iter(ranges);
        let length = ranges.iter().map(|range| range.end).max().unwrap_or(0);
        let asked = length.max(LEAST_MAPPED);
        // Zeroed memory can't be asked for without aborting where there is none.
        Vec::<u8>::new().try_reserve_exact(asked).map_err(|_| io::ErrorKind::OutOfMemory)?;
        let mut bytes = vec![0; asked];
        bytes.truncate(length);
        for range in ranges {
            self.read_at(range.start, &mut bytes[range])?;
        }
        Ok(bytes)
    }

    fn read_at(&self, from: usize, to: &mut [u8]) -> io::Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(from as u64))?;
        file.read_exact(to)
    }

    /// Fails if the file has changed since it was opened.
    pub(super) fn check_unchanged(&self) -> io::Result<()> {
        let about = self.file.lock().unwrap_or_else(PoisonError::into_inner).metadata()?;
        match about.len() == self.length as u64 && about.modified().ok() == self.modified {
            true => Ok(()),
            false => Err(io::Error::other("the file changed while it was read")),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use sgf_audit_core::formats::read;
    use sgf_audit_core::sgf::{GameMemory, Limits, LineIndex, SourceGame};

    use super::*;

    /// Reads a file in parts of this size, and all of it at once: both have the same games and findings. Returns the number of parts.
    fn compare(bytes: &[u8], part: usize) -> Option<usize> {
        let (mut auditor, options) =
            (Auditor::new(), AuditOptions { estimate: false, ..AuditOptions::default() });
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        let parts = FileParts::of_file(file, part).unwrap();
        let ScannedParts { reading, text, bytes: shown, parts: all } =
            parts.scan(&mut auditor, &options).unwrap()?;
        let (file, findings) = reading.finish(text.of_part(&shown));
        let (whole, expected) = auditor.read_file(read(bytes), &options);
        assert_eq!(findings, expected, "{part}");
        assert_eq!(file.games(), whole.games(), "{part}");
        assert_eq!(file.has_conflict(), whole.has_conflict());
        assert_eq!(file.is_surely_as_declared(), whole.is_surely_as_declared());
        let (mut memory, mut other) = (GameMemory::default(), GameMemory::default());
        let mut numbers = 1..=whole.games();
        for part in &all {
            let bytes = parts.read_part(&file, part).unwrap();
            let file = file.with_part(&bytes);
            for number in part.games.clone() {
                assert_eq!(numbers.next(), Some(number));
                let game = file.game(number, &mut memory).unwrap();
                let expected = whole.game(number, &mut other).unwrap();
                let content = |game: &SourceGame| format!("{:?} {:?}", game.game, game.faults);
                assert_eq!(content(&game), content(&expected), "{number}");
                if number % 5 > 0 {
                    continue;
                }
                let mut findings = |game| {
                    let audit = auditor.audit_game(game, &options, &mut LineIndex::default());
                    audit.findings().to_vec()
                };
                assert_eq!(findings(&game), findings(&expected), "{number}");
            }
        }
        assert_eq!(numbers.next(), None);
        parts.check_unchanged().unwrap();
        Some(all.len())
    }

    fn records(folder: &Path, to: &mut Vec<Vec<u8>>) {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let mut entries = Vec::from_iter(entries);
        entries.sort();
        for path in entries {
            match path.is_dir() {
                true => records(&path, to),
                false => to.push(std::fs::read(&path).unwrap()),
            }
        }
    }

    /// Records of the corpus that are ASCII or UTF-8, in a row: many of them are damaged.
    #[test]
    fn a_file_in_parts_is_the_file() {
        let mut all = Vec::new();
        records(&Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus"), &mut all);
        all.retain(|bytes| {
            let mut survey = CharsetSurvey::default();
            survey.add(bytes) && bytes.starts_with(b"(") && Text::surveyed(survey).is_some()
        });
        let mut read = Vec::new();
        for part in [300, 1000, 4000, 30_000] {
            all.rotate_left(100);
            // Longer than what a part holds before its games, and without games that have no end: with damage, and without.
            for are_faults_wanted in [true, false] {
                let fits = |bytes: &&Vec<u8>| {
                    let followed = [bytes, &b"(;GM[1]SZ[9])"[..]].concat();
                    let file = SourceFile::new(Text::new(&followed), Limits::DEFAULT);
                    let alone = SourceFile::new(Text::new(bytes), Limits::DEFAULT);
                    let mut has_faults = false;
                    file.for_each_game(&mut GameMemory::default(), |game| {
                        has_faults |= !game.faults.is_empty();
                    });
                    file.games() == alone.games() + 1
                        && bytes.is_ascii()
                        && !bytes.windows(7).any(|bytes| bytes == b"=======")
                        && (are_faults_wanted || !has_faults)
                };
                let long = all.iter().filter(fits).cycle().take(2 * all.len());
                let parts = compare(&long.flatten().copied().collect::<Vec<u8>>(), part);
                read.push(Some(parts.expect("nothing hinders parts")));
            }
            for few in all.chunks(20) {
                read.push(compare(&few.concat(), part));
            }
        }
        let held = read.iter().filter(|parts| parts.is_none()).count();
        let most = read.iter().flatten().max();
        assert!(held < read.len() / 2 && most > Some(&100), "{held} of {}, {most:?}", read.len());
    }
}
