//! Files that are read together, before any of them is audited.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use super::buffer::{Buffer, ROOM};
use super::in_order::Piece;
use super::pace::Pace;
use super::source::Source;
use super::walk::HeldDirectory;
use crate::archive::{HEAD, Kind};

/// Files beyond so many bytes are put off.
pub(super) const LARGE: usize = 1 << 22;

/// What a thread reads files with.
#[derive(Debug)]
pub(super) struct Reader {
    directory: HeldDirectory,
    /// How long files take, whoever reads them.
    pace: Arc<Pace>,
}

impl Reader {
    pub fn new(pace: Arc<Pace>) -> Self {
        Self { directory: HeldDirectory::default(), pace }
    }
}

/// A unit of files.
#[derive(Debug, Default)]
pub(super) struct Files {
    pub sources: Vec<Source>,
    /// What was read of the first ones.
    pub lot: Lot,
}

impl Piece for Files {}

impl Files {
    /// Reads as many of them as one can read for another thread, unless some are read already.
    pub fn read_ahead(&mut self, limit: usize, reader: &mut Reader) {
        if self.lot.is_empty() {
            self.lot.fill_ahead(&self.sources, limit, reader);
        }
    }

    /// Makes room for other files.
    pub fn clear(&mut self) {
        self.sources.clear();
        self.lot.clear();
    }
}

/// What was read of some files. To read them together is faster than one after another: the system's code
/// and that of the audit needn't displace each other at each.
#[derive(Debug, Default)]
pub(super) struct Lot {
    buffer: Buffer,
    places: Vec<io::Result<Range<usize>>>,
}

impl Lot {
    /// Reads a lot of these sources, of each as much as must be known of it now, which depends on how many
    /// bytes a record may have; nothing of what is trouble.
    pub fn fill(&mut self, sources: &[Source], limit: usize, reader: &mut Reader) {
        let most = limit.clamp(HEAD, LARGE);
        let begun = Instant::now();
        for source in sources {
            let place = match source {
                // They can't be read again.
                Source::Stdin => self.buffer.read(io::stdin().lock(), limit.max(HEAD)),
                Source::Named(path) if source.is_read_once() => {
                    File::open(path).and_then(|file| self.buffer.read(file, limit.max(HEAD)))
                }
                _ => self.read(source, most, &mut reader.directory),
            };
            self.places.push(place);
            if self.buffer.is_full() {
                break;
            }
        }
        reader.pace.count(begun, self.len(), self.buffer.len());
    }

    /// The same for another thread, which may be long in coming: only of what can be read at once, and
    /// takes no more memory than every lot has.
    fn fill_ahead(&mut self, sources: &[Source], limit: usize, reader: &mut Reader) {
        let begun = Instant::now();
        self.fill_in_advance(sources, limit, &mut reader.directory);
        reader.pace.count(begun, self.len(), self.buffer.len());
    }

    fn fill_in_advance(&mut self, sources: &[Source], limit: usize, directory: &mut HeldDirectory) {
        let wanted = limit.clamp(HEAD, LARGE);
        let most = wanted.min(ROOM - 1);
        for source in sources.iter().take_while(|source| !source.is_read_once()) {
            let place = self.read(source, most, directory);
            if let Ok(place) = &place
                && most < wanted
                && place.len() > most
            {
                return self.buffer.take_back(place);
            }
            self.places.push(place);
            if self.buffer.is_full() {
                break;
            }
        }
    }

    /// How many files were read.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether none was.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// What was read of each.
    pub fn files(&self) -> impl Iterator<Item = Result<&[u8], &io::Error>> {
        self.places.iter().map(|place| place.as_ref().map(|place| self.buffer.bytes(place)))
    }

    /// Makes room for the next files.
    pub fn clear(&mut self) {
        self.places.clear();
        self.buffer.clear();
    }

    /// Reads a source that can be read again.
    fn read(
        &mut self,
        source: &Source,
        most: usize,
        directory: &mut HeldDirectory,
    ) -> io::Result<Range<usize>> {
        let file = match source {
            Source::Named(path) => File::open(path)?,
            Source::File(found) => found.open_by(directory)?,
            Source::Held(_, bytes) => return self.buffer.read(&bytes[..], most),
            Source::Stdin | Source::Trouble(..) => return self.buffer.read(io::empty(), most),
        };
        self.buffer.read_unless(ByPlace::new(&file), most, |head| Kind::of_bytes(head).is_some())
    }
}

/// A file that is read by the place in it, for which the system needn't see that no two threads read it at the same
/// time. What has no places, a pipe that was put where a file had been found, is read on.
struct ByPlace<'f> {
    file: &'f File,
    #[cfg(unix)]
    at: u64,
}

impl<'f> ByPlace<'f> {
    fn new(file: &'f File) -> Self {
        Self {
            file,
            #[cfg(unix)]
            at: 0,
        }
    }
}

impl Read for ByPlace<'_> {
    #[cfg(unix)]
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        use std::os::unix::fs::FileExt;
        match self.file.read_at(to, self.at) {
            Ok(read) => {
                self.at += read as u64;
                Ok(read)
            }
            Err(error) if error.kind() == io::ErrorKind::NotSeekable => self.file.read(to),
            Err(error) => Err(error),
        }
    }

    #[cfg(not(unix))]
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.file.read(to)
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn no_large_file_is_read_ahead() {
        for (files, limit, all, ahead) in [
            (&[3, 0, ROOM - 1, 7][..], LARGE, &[3, 0, ROOM - 1, 7][..], 4),
            (&[3, ROOM, 7], LARGE, &[3, ROOM, 7], 1),
            (&[3, 9 * ROOM, 7], LARGE, &[3, 9 * ROOM], 1),
            (&[3, 9 * ROOM, 7], 2000, &[3, 2001, 7], 3),
            (&[3, 9 * ROOM, 7], 1, &[3, HEAD + 1, 7], 3),
        ] {
            let held = |&length| Source::Held(PathBuf::new(), vec![b'x'; length]);
            let sources: Vec<Source> = files.iter().map(held).collect();
            let (mut lot, mut reader) = (Lot::default(), Reader::new(Arc::default()));
            let lengths =
                |lot: &Lot| lot.files().map(|read| read.unwrap().len()).collect::<Vec<_>>();
            lot.fill(&sources, limit, &mut reader);
            assert_eq!(lengths(&lot), all);
            lot.clear();
            lot.fill_ahead(&sources, limit, &mut reader);
            assert_eq!(lengths(&lot), all[..ahead]);
        }
    }

    #[test]
    fn what_can_be_read_only_once_is_not_read_ahead() {
        let (mut lot, mut reader) = (Lot::default(), Reader::new(Arc::default()));
        let lost = Source::Named(PathBuf::from("no such thing"));
        lot.fill_ahead(&[lost, Source::Stdin], LARGE, &mut reader);
        assert_eq!(lot.len(), 1);
        assert!(lot.files().all(|read| read.is_err()));
    }

    #[cfg(unix)]
    #[test]
    fn what_has_no_places_is_read_on() {
        use std::io::Write;
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"abcdefg").unwrap();
        let (reader, mut writer) = io::pipe().unwrap();
        writer.write_all(b"abcdefg").unwrap();
        drop(writer);
        for file in [file, File::from(std::os::fd::OwnedFd::from(reader))] {
            let (mut from, mut read) = (ByPlace::new(&file), [0; 3]);
            assert_eq!(from.read(&mut read).unwrap(), 3);
            assert_eq!(io::read_to_string(from).unwrap(), "defg");
            assert_eq!(read, *b"abc");
        }
    }
}
