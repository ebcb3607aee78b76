//! The sources of a run: files, directories, standard input.

use std::collections::HashSet;
use std::fmt;
use std::io::{self, BufRead, Cursor, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use walkdir::{DirEntry, WalkDir};

use super::gitignore::{GitignoreStack, is_git};
use super::not_read::NotRead;
use super::policy::{PathPatterns, path_of};
use sgf_audit_core::archive::{
    ArchiveError, ArchiveErrorKind, HEAD, Kind, Member, exceeds_limit, is_record,
    is_record_by_content, may_be_record,
};
use sgf_audit_core::audit::FindingKind;
use sgf_audit_core::guarded_file::{open_named, open_regular};
use sgf_audit_core::interruption::{Stream, is_requested};

/// The files that are read. By default all that are records by their names.
#[derive(Clone, Default)]
pub struct FileSelection {
    /// The files and directories that aren't read.
    pub excluded: Vec<PathPatterns>,
    /// Whether these are left out even if they are named.
    pub excludes_named: bool,
    /// Whether files and directories that git ignores are left out, unless they are named.
    pub respects_git: bool,
    /// Whether links to directories are followed. Each directory is walked once then, by the first path that leads there.
    pub follows_links: bool,
    /// Notes what a walk leaves out, except for what is excluded.
    pub not_read: Arc<NotRead>,
}

/// Something to read: a file, which may be an archive, or standard input.
#[derive(Clone, Debug)]
pub struct Source {
    path: PathBuf,
    origin: Origin,
    /// The list of its members that aren't read.
    not_read: Option<Arc<NotRead>>,
}

#[derive(Clone, Debug)]
enum Origin {
    /// It was given by name, and is read whatever it is called.
    Named,
    /// It was found in a directory that was given, this many levels below it.
    Walked(usize),
    Stdin,
    /// Its bytes were given.
    Bytes(Arc<[u8]>),
    Failed(ReadError),
}

impl Source {
    fn new(path: PathBuf, origin: Origin) -> Self {
        Self { path, origin, not_read: None }
    }

    /// Whether a member isn't read for its name, which is noted then.
    pub(super) fn leaves_out(&self, member: &Member) -> bool {
        let is_left_out =
            member.bytes.as_ref().is_err_and(|error| error.kind == ArchiveErrorKind::OtherName);
        if let (true, Some(not_read)) = (is_left_out, &self.not_read) {
            not_read.add_other(member.path);
        }
        is_left_out
    }

    /// Returns the source with these bytes, which are read like a file that was given by this name.
    pub fn from_bytes(path: PathBuf, bytes: &[u8]) -> Self {
        Self::new(path, Origin::Bytes(bytes.into()))
    }

    /// The path as reports write it: as given or walked, `-` for standard input.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it is a file that was found in a directory.
    pub fn is_walked(&self) -> bool {
        matches!(self.origin, Origin::Walked(_))
    }

    /// A file that is named, or standard input as `-`.
    pub(super) fn named(path: &Path) -> Self {
        let origin = if is_stdin(path) { Origin::Stdin } else { Origin::Named };
        Self::new(path.to_path_buf(), origin)
    }

    /// Whether it is a link in a directory to a file outside it, or in a linked directory outside it.
    pub fn leads_out(&self) -> bool {
        let real = std::fs::canonicalize(&self.path);
        self.is_walked() && real.map_or(true, |real| self.is_outside(&real))
    }

    /// Whether it was found in a directory that a path without links lies outside of.
    pub fn is_outside(&self, real: &Path) -> bool {
        let depth = self.relative().components().count();
        let root = self.path.ancestors().nth(depth).filter(|root| !root.as_os_str().is_empty());
        let root = std::fs::canonicalize(root.unwrap_or(Path::new(".")));
        self.is_walked() && root.map_or(true, |root| !real.starts_with(root))
    }

    /// Whether it is a file, as far as that is known before it is read.
    pub fn is_file(&self) -> bool {
        matches!(self.origin, Origin::Walked(_) | Origin::Named)
    }

    /// The path under the directory that was given; of a file that was given by name, its name; of bytes the name that was given,
    /// if it doesn't lead elsewhere.
    pub fn relative(&self) -> PathBuf {
        let leads_below =
            || self.path.components().all(|part| matches!(part, Component::Normal(_)));
        match self.origin {
            Origin::Stdin => PathBuf::from("stdin"),
            Origin::Bytes(_) if leads_below() => self.path.clone(),
            Origin::Walked(depth) => {
                let components = self.path.components();
                let above = components.clone().count().saturating_sub(depth);
                components.skip(above).collect()
            }
            Origin::Named | Origin::Bytes(_) | Origin::Failed(_) => {
                self.path.file_name().map_or_else(|| self.path.clone(), PathBuf::from)
            }
        }
    }

    /// Size of the file in bytes; 0 if that isn't known before it is read.
    pub fn size(&self) -> u64 {
        match &self.origin {
            Origin::Walked(_) | Origin::Named => self.path.metadata().map_or(0, |file| file.len()),
            Origin::Bytes(bytes) => bytes.len() as u64,
            Origin::Stdin | Origin::Failed(_) => 0,
        }
    }

    /// Whether it can be read only once: standard input, or a pipe or device that was named.
    pub(super) fn is_read_once(&self) -> bool {
        match self.origin {
            Origin::Stdin => true,
            Origin::Named => is_stream(&self.path),
            Origin::Bytes(_) | Origin::Walked(_) | Origin::Failed(_) => false,
        }
    }

    /// Its bytes, if they were given.
    pub(super) fn bytes(&self) -> Option<&[u8]> {
        match &self.origin {
            Origin::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }

    pub(super) fn open(&self) -> Result<Box<dyn Read>, ReadError> {
        match &self.origin {
            Origin::Named if is_stream(&self.path) => {
                let path = self.path.clone();
                Ok(Box::new(Stream::new(move || open_named(&path))?))
            }
            Origin::Walked(_) | Origin::Named => Ok(Box::new(open_regular(&self.path)?)),
            Origin::Stdin => Ok(Box::new(Stream::new(|| Ok(io::stdin()))?)),
            Origin::Bytes(bytes) => Ok(Box::new(Cursor::new(Arc::clone(bytes)))),
            Origin::Failed(error) => Err(error.clone()),
        }
    }

    /// Reads all of it; of more than `limit` bytes one byte more than the limit. Fails if it can't be read.
    pub fn read(&self, limit: u32) -> Result<Vec<u8>, ReadError> {
        let limit = u64::from(limit) + 1;
        let mut bytes = Vec::with_capacity(self.size().min(limit) as usize + 1);
        self.open()?.take(limit).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// Walks the given paths in order, directories recursively and sorted by name. What is named is read even if it is a link,
/// and so are links to files. Memory holds the names of one directory, and of those above it; if links are followed, also
/// a number for each directory. Ends when the run is to end.
pub struct Sources {
    paths: std::vec::IntoIter<PathBuf>,
    /// Number of paths to come that were named; the others are from a list.
    named: usize,
    /// The directory that is being walked.
    walk: Option<Walk>,
    selection: FileSelection,
    /// The directories that were walked, if links are followed.
    walked: HashSet<DirectoryId>,
}

struct Walk {
    root: PathBuf,
    entries: walkdir::IntoIter,
    gitignore: Option<GitignoreStack>,
}

impl Sources {
    /// The sources under these paths. A file that is named is read whatever it is called; in directories those are whose
    /// names end like a record's or an archive's, and JSON files that begin like OGS's. `-` is standard input.
    pub fn new(paths: Vec<PathBuf>) -> Self {
        Self {
            paths: paths.into_iter(),
            named: usize::MAX,
            walk: None,
            selection: FileSelection::default(),
            walked: HashSet::new(),
        }
    }

    /// The same, if only the first `named` paths were named and the others are from a list. A named pipe is read; a listed
    /// one might hold up the run.
    #[must_use]
    pub fn listed_after(mut self, named: usize) -> Self {
        self.named = named;
        self
    }

    /// The same, of which only these files are read.
    #[must_use]
    pub fn selected(mut self, selection: FileSelection) -> Self {
        self.selection = selection;
        self
    }

    /// Whether a pattern matches a path or a directory above it.
    fn is_excluded(&self, path: &Path) -> bool {
        self.selection.excluded.iter().any(|patterns| patterns.covers(path))
    }

    /// Looks at an entry of the directory that is being walked. Returns the source that it is, if it is one that is read.
    fn entry(&mut self, entry: DirEntry) -> Option<Source> {
        let (path, is_dir) = (entry.path(), entry.file_type().is_dir());
        if entry.depth() == 0 {
            if self.selection.follows_links {
                self.walked.extend(directory_id(&entry));
            }
            return None;
        }
        let excluded = &self.selection.excluded;
        let Walk { root, entries, gitignore } = self.walk.as_mut()?;
        let mut is_skipped = excluded.iter().any(|patterns| patterns.is_match(path));
        if let (Some(rules), false) = (gitignore, is_skipped) {
            let relative = path.strip_prefix(&root).unwrap_or(path);
            let is_ignored = rules.is_ignored(relative, entry.depth(), is_dir);
            is_skipped = is_ignored || is_dir && is_git(entry.file_name());
            if is_ignored {
                if is_dir || is_read(path) {
                    self.selection.not_read.add_ignored(path, is_dir);
                }
            } else if is_dir && !is_skipped {
                rules.enter(relative);
            }
        }
        if is_dir && !is_skipped && self.selection.follows_links {
            is_skipped = directory_id(&entry).is_some_and(|id| !self.walked.insert(id));
            if is_skipped {
                self.selection.not_read.add_walked_before(path);
            }
        }
        if is_skipped && is_dir {
            entries.skip_current_dir();
        }
        match is_skipped {
            true => None,
            false => source_of(entry, &self.selection.not_read),
        }
    }

    fn start(&mut self, root: PathBuf) {
        // Paths in one directory sort as their names do; a path's last component takes longer to find.
        let entries = WalkDir::new(&root)
            .follow_links(self.selection.follows_links)
            .sort_by(|a, b| a.path().as_os_str().cmp(b.path().as_os_str()))
            .into_iter();
        let gitignore = self
            .selection
            .respects_git
            .then(|| GitignoreStack::new(&root, Arc::clone(&self.selection.not_read)));
        self.walk = Some(Walk { root, entries, gitignore });
    }

    /// Returns the next source; none if the run is to end.
    fn advance(&mut self) -> Option<Source> {
        loop {
            if is_requested() {
                (self.paths, self.walk) = (Vec::new().into_iter(), None);
                return None;
            }
            if let Some(walk) = &mut self.walk {
                let entry = match walk.entries.next() {
                    Some(Ok(entry)) => self.entry(entry),
                    Some(Err(error)) if error.loop_ancestor().is_some() => {
                        self.selection
                            .not_read
                            .add_walked_before(error.path().unwrap_or(&walk.root));
                        None
                    }
                    Some(Err(error)) => Some(failure_of(&error, &walk.root)),
                    None => {
                        self.walk = None;
                        None
                    }
                };
                if entry.is_some() {
                    return entry;
                }
                continue;
            }
            let path = self.paths.next()?;
            let is_named = self.named > 0;
            self.named = self.named.saturating_sub(1);
            if self.selection.excludes_named && !is_stdin(&path) && self.is_excluded(&path) {
                continue;
            }
            let origin = match is_stdin(&path) {
                true => Origin::Stdin,
                false if path.is_dir() => {
                    self.start(path);
                    continue;
                }
                false if !is_named && is_stream(&path) => Origin::Failed(ReadError::NotAFile),
                false => Origin::Named,
            };
            return Some(Source::new(path, origin));
        }
    }
}

impl Iterator for Sources {
    type Item = Source;

    fn next(&mut self) -> Option<Source> {
        let not_read = Some(Arc::clone(&self.selection.not_read));
        self.advance().map(|source| Source { not_read, ..source })
    }
}

/// Whether a file is one that is read in directories.
pub fn is_record_file(path: &Path) -> bool {
    path.is_file() && (is_read(path) || is_record_inside(path))
}

/// Whether files of this name are read in directories.
fn is_read(path: &Path) -> bool {
    is_record(path) || Kind::of_name(path).is_some()
}

/// The first bytes of a file; none if it can't be read.
fn head(path: &Path) -> Vec<u8> {
    let mut head = Vec::with_capacity(HEAD);
    _ = open_regular(path).and_then(|file| file.take(HEAD as u64).read_to_end(&mut head));
    head
}

/// Whether a file is a record by its content, where that decides.
fn is_record_inside(path: &Path) -> bool {
    may_be_record(path) && is_record_by_content(path, &head(path))
}

/// The source that an entry of a directory is, if it is one. Notes a file that isn't read.
fn source_of(entry: DirEntry, not_read: &NotRead) -> Option<Source> {
    let path = entry.path();
    let mut kind = entry.file_type();
    if kind.is_symlink() {
        match path.metadata() {
            Ok(there) if there.is_dir() => {
                not_read.add_link(path);
                return None;
            }
            Ok(there) => kind = there.file_type(),
            Err(error) => {
                let failed = Origin::Failed(error.into());
                return Some(Source::new(entry.into_path(), failed));
            }
        }
    }
    if kind.is_dir() {
        return None;
    }
    let origin = if kind.is_file() && (is_read(path) || is_record_inside(path)) {
        Origin::Walked(entry.depth())
    } else if is_read(path) {
        Origin::Failed(ReadError::NotAFile)
    } else {
        not_read.add_other(path);
        return None;
    };
    Some(Source::new(entry.into_path(), origin))
}

/// What can't be walked in the directory `root`.
fn failure_of(error: &walkdir::Error, root: &Path) -> Source {
    // The system's own words, since the walk's repeat the path.
    let reason = match error.io_error().map(|error| (error.raw_os_error(), error)) {
        Some((Some(code), _)) => io::Error::from_raw_os_error(code).into(),
        Some((None, error)) => io::Error::new(error.kind(), error.to_string()).into(),
        None => ReadError::NotAFile,
    };
    let path = error.path().unwrap_or(root).to_path_buf();
    Source::new(path, Origin::Failed(reason))
}

/// Tells directories apart, whatever path leads to them.
#[cfg(unix)]
type DirectoryId = (u64, u64);
#[cfg(not(unix))]
type DirectoryId = PathBuf;

/// Returns the identity of a directory; `None` if it can't be read.
#[cfg(unix)]
fn directory_id(entry: &DirEntry) -> Option<DirectoryId> {
    use std::os::unix::fs::MetadataExt;
    entry.path().metadata().ok().map(|there| (there.dev(), there.ino()))
}

#[cfg(not(unix))]
fn directory_id(entry: &DirEntry) -> Option<DirectoryId> {
    entry.path().canonicalize().ok()
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Whether a path names something that can be read only once, and only forwards: a pipe, a terminal, a device.
fn is_stream(path: &Path) -> bool {
    path.metadata().is_ok_and(|meta| !meta.is_file() && !meta.is_dir())
}

/// The byte order mark of UTF-8, as editors on Windows write it.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// Maximum length of a line in a list of paths, in bytes. No system has paths as long.
const MAX_LINE: u64 = 1 << 16;

/// Maximum length of a list of paths, in bytes.
const MAX_LIST: u64 = 1 << 32;

/// Reads paths, one per line, from a file or (`-`) from standard input. Skips empty lines and a byte order mark. Fails
/// if the list can't be read, or is too long or binary.
pub fn files_from(list: &Path) -> io::Result<Vec<PathBuf>> {
    let reader: Box<dyn BufRead> = match is_stdin(list) {
        true => Box::new(io::stdin().lock()),
        false => Box::new(io::BufReader::new(open_named(list)?)),
    };
    let mut reader = reader.take(MAX_LIST);
    let mut paths = Vec::new();
    loop {
        let mut line = Vec::new();
        let length = reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)? as u64;
        if length == MAX_LINE || line.contains(&0) || reader.limit() == 0 {
            return Err(io::Error::other("not a list of paths, one per line"));
        }
        if length == 0 {
            return Ok(paths);
        }
        let mut path = line.strip_suffix(b"\n").unwrap_or(&line);
        path = path.strip_suffix(b"\r").unwrap_or(path);
        if paths.is_empty() {
            path = path.strip_prefix(BOM).unwrap_or(path);
        }
        if !path.is_empty() {
            paths.push(path_of(path.to_vec()));
        }
    }
}

/// Why a source, or a member of an archive, can't be read.
#[derive(Clone, Debug)]
pub enum ReadError {
    /// The system can't read it.
    Io(Arc<io::Error>),
    /// It has more bytes than are read.
    TooLarge {
        /// The most bytes that are read.
        limit: u32,
    },
    /// A pipe, socket or device that nobody has named: reading it could hold up the run.
    NotAFile,
    /// An archive, or a member of one.
    Archive(ArchiveError),
}

impl ReadError {
    /// The finding that it is reported as.
    pub const fn finding(&self) -> FindingKind {
        match self {
            Self::Io(_) | Self::NotAFile => FindingKind::Unreadable,
            Self::TooLarge { .. } => FindingKind::TooLarge,
            Self::Archive(error) => match error.kind {
                ArchiveErrorKind::Unreadable | ArchiveErrorKind::OtherName => {
                    FindingKind::Unreadable
                }
                ArchiveErrorKind::Damaged => FindingKind::DamagedArchive,
                ArchiveErrorKind::Encrypted => FindingKind::EncryptedMember,
                ArchiveErrorKind::Limit => FindingKind::ArchiveLimit,
                ArchiveErrorKind::TooLarge => FindingKind::TooLarge,
                ArchiveErrorKind::Internal => FindingKind::InternalError,
            },
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::TooLarge { limit } => {
                f.write_str(&exceeds_limit(format_args!("more than {limit} bytes")))
            }
            Self::NotAFile => f.write_str("not a regular file"),
            Self::Archive(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(Arc::new(error))
    }
}

impl From<ArchiveError> for ReadError {
    fn from(error: ArchiveError) -> Self {
        Self::Archive(error)
    }
}
