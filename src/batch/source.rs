//! Where the bytes come from: files, directories, standard input, archives.

use std::io::{self, BufRead, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::ahead::Ahead;
use super::walk::{Found, NO_FILE, Step, Walk};
use crate::archive::{ArchiveError, ArchiveErrorKind, Kind, Member, Unpacker, Whole, is_record};
use crate::audit::FindingKind;

/// One thing to audit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file that was found in a directory.
    File(Found),
    /// A file that was given by name, and is taken whatever it is called.
    Named(PathBuf),
    /// Standard input.
    Stdin,
    /// Bytes that have been read, from an archive.
    Held(PathBuf, Vec<u8>),
    /// Something that can't be read, and why.
    Trouble(PathBuf, FindingKind, String),
}

impl Source {
    /// The path as reports write it: as given or walked, `-` for standard input.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::File(found) => found,
            Self::Named(path) | Self::Held(path, _) | Self::Trouble(path, ..) => path,
            Self::Stdin => Path::new("-"),
        }
    }

    /// How many bytes it has, as far as that is known before it is read.
    #[must_use]
    pub fn size(&self) -> u64 {
        match self {
            Self::File(_) | Self::Named(_) => self.path().metadata().map_or(0, |file| file.len()),
            Self::Held(_, bytes) => bytes.len() as u64,
            Self::Stdin | Self::Trouble(..) => 0,
        }
    }

    /// Whether it can't be opened again: standard input, or a pipe or device that was named.
    pub(super) fn is_read_once(&self) -> bool {
        match self {
            Self::Stdin => true,
            Self::Named(path) => is_stream(path),
            Self::File(_) | Self::Held(..) | Self::Trouble(..) => false,
        }
    }

    /// Reads everything into `bytes`, replacing what it held; of more than `most` bytes no more than
    /// shows that there are more.
    ///
    /// # Errors
    ///
    /// Whatever the system says.
    pub fn read(&self, bytes: &mut Vec<u8>, most: u32) -> io::Result<()> {
        bytes.clear();
        let enough = u64::from(most) + 1;
        match self {
            Self::File(found) => {
                found.open()?.take(enough).read_to_end(bytes)?;
            }
            Self::Named(path) => {
                std::fs::File::open(path)?.take(enough).read_to_end(bytes)?;
            }
            Self::Stdin => {
                io::stdin().lock().take(enough).read_to_end(bytes)?;
            }
            Self::Held(_, held) => bytes.extend_from_slice(held),
            Self::Trouble(_, _, reason) => return Err(io::Error::other(reason.clone())),
        }
        Ok(())
    }
}

/// Reads a record that is named, `-` being standard input.
///
/// # Errors
///
/// Whatever the system says, if there are more than `most` bytes, and if they are an archive's.
pub fn read_named(path: &Path, most: u32) -> io::Result<Vec<u8>> {
    let source =
        if path.as_os_str() == "-" { Source::Stdin } else { Source::Named(path.to_path_buf()) };
    let mut bytes = Vec::new();
    source.read(&mut bytes, most)?;
    if bytes.len() > most as usize {
        return Err(io::Error::other(format!("more than {most} bytes")));
    }
    if Kind::of_bytes(&bytes).is_some() {
        return Err(io::Error::other("an archive; unpack it and name one of its records"));
    }
    Ok(bytes)
}

/// Walks the given paths in order, directories recursively and sorted by name.
#[derive(Debug)]
pub struct Sources {
    paths: std::vec::IntoIter<PathBuf>,
    /// How many of them were named, and are still to come; the others were listed.
    named: usize,
    walk: Option<Walk>,
    /// The walk after that one, if another thread has begun it.
    next: Option<Ahead<Walk>>,
    ahead: bool,
}

impl Sources {
    /// The sources under these paths. A file that is named is taken whatever it is called; in
    /// directories those ending in `.sgf`, `.sgfs`, `.mgt`, `.gib`, `.ngf`, `.ugf` or `.ugi` are, in any case, and
    /// archives. `-` is standard input.
    #[must_use]
    pub fn new(paths: Vec<PathBuf>) -> Self {
        let paths = paths.into_iter();
        Self { paths, named: usize::MAX, walk: None, next: None, ahead: false }
    }

    /// The same, where so many paths were named and the others come from a list: a pipe that is named
    /// is read, one that is listed might hold up the run.
    #[must_use]
    pub fn listed_after(mut self, named: usize) -> Self {
        self.named = named;
        self
    }

    /// The same, where directories that follow each other are read at the same time, by two threads of the
    /// pool that this is called on: before there are files nothing else can be done.
    pub(super) fn read_ahead(mut self) -> Self {
        self.ahead = rayon::current_num_threads() > 1;
        self
    }

    /// Lets another thread read what comes next, if it is a directory.
    fn begin_next(&mut self) {
        let Some(next) = self.paths.as_slice().first().filter(|_| self.ahead) else { return };
        if is_directory(next) {
            let path = next.clone();
            self.next = Some(Ahead::begin(|| Walk::new(path, is_source).read_ahead(true)));
        }
    }

    /// The next path, and whether it was named.
    fn next_path(&mut self) -> Option<(PathBuf, bool)> {
        let named = self.named > 0;
        self.named = self.named.saturating_sub(1);
        self.paths.next().map(|path| (path, named))
    }

    fn walk(&mut self, path: PathBuf) -> Walk {
        let begun = self.next.take();
        self.begin_next();
        let walk = || Walk::new(path, is_source).read_ahead(self.ahead);
        begun.and_then(Ahead::get).unwrap_or_else(walk)
    }
}

impl Iterator for Sources {
    type Item = Source;

    fn next(&mut self) -> Option<Source> {
        loop {
            let Some(walk) = &mut self.walk else {
                let (path, named) = self.next_path()?;
                if path.as_os_str() == "-" {
                    return Some(Source::Stdin);
                }
                if self.next.is_none() && !is_directory(&path) {
                    return Some(match !named && is_stream(&path) {
                        true => Source::Trouble(path, FindingKind::Unreadable, NO_FILE.to_owned()),
                        false => Source::Named(path),
                    });
                }
                self.walk = Some(self.walk(path));
                continue;
            };
            match walk.next() {
                None => self.walk = None,
                Some(Step::File(found)) => return Some(Source::File(found)),
                Some(Step::Trouble(path, reason)) => {
                    return Some(Source::Trouble(path, FindingKind::Unreadable, reason));
                }
            }
        }
    }
}

/// Whether a file in a directory is read.
fn is_source(path: &Path) -> bool {
    is_record(path) || Kind::of_name(path).is_some()
}

fn is_directory(path: &Path) -> bool {
    path.as_os_str() != "-" && path.is_dir()
}

/// Whether a path names what can be read only once, and only forwards: a pipe, a terminal, a device.
pub(super) fn is_stream(path: &Path) -> bool {
    path.metadata().is_ok_and(|meta| !meta.is_file() && !meta.is_dir())
}

/// Gives a source itself, or the records in it if it is an archive; breaks when `give` does. What stands before
/// the damage of a record is given where `parts` are wanted.
pub fn expand(
    source: Source,
    unpacker: &Unpacker,
    parts: bool,
    give: &mut dyn FnMut(Source) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let bytes = match archive(&source, unpacker.most) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return give(source),
        Err(other) => return give(other),
    };
    let path = source.path();
    let whole = bytes.as_deref().map_or(Whole::File(path), Whole::Bytes);
    let named = !matches!(source, Source::File(_));
    let mut wanted = ControlFlow::Continue(());
    unpacker.unpack(path, whole, named, &mut |member| {
        wanted = give(match member {
            Member::Part(..) if !parts => return ControlFlow::Continue(()),
            Member::Record(path, bytes) | Member::Part(path, bytes) => {
                Source::Held(path.to_path_buf(), bytes.to_vec())
            }
            Member::Trouble(path, error) => {
                Source::Trouble(path.to_path_buf(), finding_name(error.kind), error.to_string())
            }
        });
        wanted
    });
    wanted
}

/// Whether a source is an archive, with its bytes where they can't be read again; otherwise what is to
/// be read instead of it.
fn archive(source: &Source, most: u32) -> Result<Option<Option<Vec<u8>>>, Source> {
    let (path, named) = match source {
        Source::Stdin | Source::Named(_) if source.is_read_once() => {
            let mut bytes = Vec::new();
            return match source.read(&mut bytes, most) {
                Err(error) => {
                    let path = source.path().to_path_buf();
                    Err(Source::Trouble(path, FindingKind::Unreadable, error.to_string()))
                }
                Ok(()) if Kind::of_bytes(&bytes).is_some() => Ok(Some(Some(bytes))),
                Ok(()) => Err(Source::Held(source.path().to_path_buf(), bytes)),
            };
        }
        Source::File(found) => (&**found, false),
        Source::Named(path) => (&**path, true),
        Source::Stdin | Source::Held(..) | Source::Trouble(..) => return Ok(None),
    };
    let mut head = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(4096).read_to_end(&mut head));
    match Kind::of(path, &head) {
        // What can't be read is told when it is to be.
        None if read.is_ok() && Kind::is_lost(path, &head, named) => {
            let error = ArchiveError::not_an_archive();
            Err(Source::Trouble(path.to_path_buf(), finding_name(error.kind), error.to_string()))
        }
        None => Ok(None),
        Some(_) => Ok(Some(None)),
    }
}

/// The finding that a failure of an archive is reported as.
pub(super) const fn finding_name(kind: ArchiveErrorKind) -> FindingKind {
    match kind {
        ArchiveErrorKind::Unreadable => FindingKind::Unreadable,
        ArchiveErrorKind::Damaged => FindingKind::DamagedArchive,
        ArchiveErrorKind::Encrypted => FindingKind::EncryptedMember,
        ArchiveErrorKind::Limit => FindingKind::ArchiveLimit,
        ArchiveErrorKind::TooLarge => FindingKind::TooLarge,
        ArchiveErrorKind::Internal => FindingKind::InternalError,
    }
}

/// UTF-8's, as editors on Windows write it.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// Reads paths, one a line, from a file or (`-`) from standard input. Empty lines are skipped, and a byte order
/// mark.
///
/// # Errors
///
/// Whatever the system says.
pub fn files_from(list: &Path) -> io::Result<Vec<PathBuf>> {
    let reader: Box<dyn BufRead> = if list.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(io::BufReader::new(std::fs::File::open(list)?))
    };
    let mut paths = Vec::new();
    for line in reader.split(b'\n') {
        let mut line = line?;
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        if paths.is_empty() && line.starts_with(BOM) {
            line.drain(..BOM.len());
        }
        if !line.is_empty() {
            paths.push(path_of(line));
        }
    }
    Ok(paths)
}

#[cfg(unix)]
fn path_of(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    std::ffi::OsString::from_vec(bytes).into()
}

#[cfg(not(unix))]
fn path_of(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_end_in_any_kind_of_line() {
        let list = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(list.path(), "a b.sgf\r\n\n-\nlast").unwrap();
        let paths = files_from(list.path()).unwrap();
        assert_eq!(paths, ["a b.sgf", "-", "last"].map(PathBuf::from));
    }

    #[test]
    fn what_is_named_is_taken_as_it_is() {
        let named = ["-", "no such thing", "record.txt"].map(PathBuf::from).to_vec();
        let sources: Vec<Source> = Sources::new(named.clone()).collect();
        assert_eq!(sources[0], Source::Stdin);
        assert_eq!(
            sources[1..],
            [Source::Named(named[1].clone()), Source::Named(named[2].clone())]
        );
        assert!(sources[1].read(&mut Vec::new(), 9).is_err());
    }

    #[test]
    fn directories_that_are_read_at_the_same_time_come_in_order() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        for (below, file) in [("b", "b/1.sgf"), ("a", "a/2.sgf"), ("c", "c/3.sgf")] {
            std::fs::create_dir(path(below)).unwrap();
            std::fs::write(path(file), "").unwrap();
        }
        // A device may be named, but not listed.
        let device = "/dev/null";
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        for given in [&["b", "a", "c", device, device][..], &["b", "a"], &[device, "b", "a"], &[]] {
            let paths: Vec<_> = given.iter().map(|name| path(name)).collect();
            let sources = || Sources::new(paths.clone()).listed_after(4);
            let ahead: Vec<_> = pool.install(|| sources().read_ahead().collect());
            assert_eq!(ahead, sources().collect::<Vec<_>>(), "{given:?}");
        }
    }

    #[test]
    fn records_are_told_by_their_ending() {
        for (name, is) in [
            ("a.gib", true),
            ("a.Ngf", true),
            ("a.UGI", true),
            ("a.sgfs", true),
            ("a.MGT", true),
            ("a.txt", false),
        ] {
            assert_eq!(is_record(Path::new(name)), is, "{name}");
        }
        for (name, is) in [("a.sgf", true), ("a.SgF", true), ("sgf", false), (".sgf", false)] {
            assert_eq!(is_record(Path::new(name)), is, "{name}");
        }
    }
}
