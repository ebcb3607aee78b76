//! The files that git tracks, and those among them that it keeps out of the checkout.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::not_read::NotRead;
use super::policy::path_of;
use sgf_audit_core::guarded_file::{open_regular, read_regular};

/// The directory that a repository is known by, or the file in a further working tree or a submodule.
pub(super) const GIT: &str = ".git";

/// Maximum size of an index, enough for a million files.
const MAX_INDEX: u64 = 1 << 27;

/// Maximum size of all names of an index. Version 4 writes a name as what differs from the one before.
const MAX_NAMES: usize = 1 << 26;

/// Maximum length of a name in bytes, which no system exceeds.
const MAX_NAME: usize = 1 << 12;

/// Maximum size of a `.git` file.
const MAX_LINK: u64 = 1 << 14;

/// The indexes of the repositories that were asked about.
#[derive(Debug, Default)]
pub(super) struct Indexes {
    /// `None` for one that can't be read.
    read: HashMap<PathBuf, Option<Index>>,
    not_read: Arc<NotRead>,
}

impl Indexes {
    /// `not_read` gets the reason if an index can't be read.
    pub fn new(not_read: Arc<NotRead>) -> Self {
        Self { read: HashMap::new(), not_read }
    }

    /// Whether git tracks a file of a repository, or a file in a directory.
    pub fn tracks(&mut self, repository: &Path, path: &Path, is_dir: bool) -> bool {
        let Ok(below) = path.strip_prefix(repository) else { return false };
        let index = self.index(repository);
        index.is_some_and(|index| index.has(&git_name(below), is_dir))
    }

    /// Whether git keeps a file out of the checkout: it is outside the cone of a sparse checkout, or in a submodule that isn't
    /// checked out, or nobody knows. `path`: an absolute path at which nothing is.
    pub fn keeps_out(&mut self, path: &Path) -> bool {
        let Some(repository) = repository_of(path) else { return false };
        let Ok(below) = path.strip_prefix(repository) else { return false };
        let index = self.index(repository);
        index.is_none_or(|index| index.keeps_out(&git_name(below)))
    }

    /// Returns the index of a repository; `None` if it can't be read.
    fn index(&mut self, repository: &Path) -> Option<&Index> {
        if !self.read.contains_key(repository) {
            let index = Index::of(repository).map_err(|why| {
                let why = format!("{why}; all files count as untracked");
                self.not_read.add_problem(&repository.join(GIT), why);
            });
            self.read.insert(repository.to_path_buf(), index.ok());
        }
        self.read[repository].as_ref()
    }
}

/// Returns the repository that a path belongs to.
pub(super) fn repository_of(path: &Path) -> Option<&Path> {
    path.ancestors().find(|above| above.join(GIT).exists())
}

/// Returns a path as git writes it.
fn git_name(below: &Path) -> Vec<u8> {
    let parts = below.components().map(|part| part.as_os_str().as_encoded_bytes());
    parts.collect::<Vec<_>>().join(&b'/')
}

/// The entries of an index, in the order of their names.
#[derive(Debug, Default)]
struct Index {
    names: Vec<u8>,
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    start: u32,
    length: u16,
    /// Whether what has this name is kept out of the checkout, with all that is below it.
    is_kept_out: bool,
}

impl Index {
    /// Reads the index of a repository. Runs no program: a repository may be a stranger's.
    fn of(repository: &Path) -> io::Result<Self> {
        let git = repository.join(GIT);
        let directory = match git.is_dir() {
            true => git,
            // A further working tree or a submodule. As for git, the directory may lie anywhere.
            false => {
                let link = read_regular(&git, MAX_LINK)?;
                let to = link.strip_prefix(b"gitdir:").map(|to| to.trim_ascii().to_vec());
                let to = to.ok_or_else(|| io::Error::other("the file names no directory"))?;
                repository.join(path_of(to))
            }
        };
        let path = directory.join("index");
        let with_hashes_of = |length| {
            let file = open_regular(&path)?;
            if file.metadata()?.len() > MAX_INDEX {
                return Err(io::Error::other(format!("more than {} MiB", MAX_INDEX >> 20)));
            }
            Self::read(BufReader::new(file.take(MAX_INDEX)), length)
        };
        let read = match with_hashes_of(SHA1) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            // Only the configuration, which may include others, names the hashes of a repository.
            Err(error) if is_misread(&error) => with_hashes_of(SHA256),
            read => read,
        };
        read.map_err(|error| io::Error::other(format!("the index can't be read: {error}")))
    }

    /// Reads an index (gitformat-index(5), versions 2 to 4) with hashes of `hash` bytes.
    fn read(mut from: impl BufRead, hash: usize) -> io::Result<Self> {
        let mut head = [0; 12];
        from.read_exact(&mut head)?;
        let number =
            |at: usize| u32::from_be_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let version = number(4);
        if !head.starts_with(b"DIRC") || !(2..=4).contains(&version) {
            return Err(io::Error::other("not an index of version 2, 3 or 4"));
        }
        let mut index = Self::default();
        let mut last = Vec::new();
        for _ in 0..number(8) {
            let is_kept_out = index.entry(&mut from, version, hash, &mut last)?;
            if index.names.len() + last.len() > MAX_NAMES {
                return Err(io::Error::other(format!(
                    "more than {} MiB of names",
                    MAX_NAMES >> 20
                )));
            }
            let (start, length) = (index.names.len() as u32, last.len() as u16);
            index.names.extend_from_slice(&last);
            index.entries.push(Entry { start, length, is_kept_out });
        }
        let mut signature = Vec::new();
        from.take(4).read_to_end(&mut signature)?;
        if signature == b"link" {
            return Err(io::Error::other("it is split in two files"));
        }
        let Self { names, entries } = &mut index;
        entries.sort_unstable_by_key(|entry| entry.name(names));
        Ok(index)
    }

    /// Reads an entry, whose name replaces `name`, the previous entry's. Returns whether git keeps it out of the
    /// checkout.
    fn entry(
        &self,
        from: &mut impl BufRead,
        version: u32,
        hash: usize,
        name: &mut Vec<u8>,
    ) -> io::Result<bool> {
        const BEFORE_HASH: usize = 40;
        const EXTENDED: u16 = 0x4000;
        const SKIP_WORKTREE: u16 = 0x4000;
        let invalid = || io::Error::from(io::ErrorKind::InvalidData);
        let mut fixed = [0; BEFORE_HASH + SHA256 + 2];
        let fixed = &mut fixed[..BEFORE_HASH + hash + 2];
        from.read_exact(fixed)?;
        let mode = u16::from_be_bytes([fixed[26], fixed[27]]);
        let flags = u16::from_be_bytes([fixed[fixed.len() - 2], fixed[fixed.len() - 1]]);
        let is_mode = [FILE, PROGRAM, SYMLINK, GITLINK, DIRECTORY].contains(&mode);
        if !is_mode || fixed[24..26] != [0, 0] {
            return Err(invalid());
        }
        let (mut skips, mut length) = (false, fixed.len());
        if flags & EXTENDED != 0 {
            let mut more = [0; 2];
            from.read_exact(&mut more)?;
            skips = u16::from_be_bytes(more) & SKIP_WORKTREE != 0;
            length += more.len();
        }
        let kept = if version == 4 { name.len().checked_sub(dropped(from)?) } else { Some(0) };
        name.truncate(kept.ok_or_else(invalid)?);
        let most = MAX_NAME + 1 - name.len();
        from.by_ref().take(most as u64).read_until(0, name)?;
        if name.pop() != Some(0) {
            return Err(invalid());
        }
        if version < 4 {
            // One to eight zeros, of which one was read, fill the entry to a multiple of eight bytes.
            let rest = 7 - (length + name.len()) % 8;
            from.read_exact(&mut [0; 7][..rest])?;
        }
        Ok(skips || mode == GITLINK)
    }

    /// Whether a name has an entry, or, of a directory, one below it.
    fn has(&self, name: &[u8], is_dir: bool) -> bool {
        let below = [name, b"/"].concat();
        let wanted = if is_dir { &below } else { name };
        let next = self.entries.partition_point(|entry| entry.name(&self.names) < wanted);
        self.entries.get(next).is_some_and(|entry| match (is_dir, entry.name(&self.names)) {
            (true, found) => found.starts_with(wanted),
            (false, found) => found == wanted,
        })
    }

    /// Whether the entry of a name, or of a directory above it, is kept out of the checkout.
    fn keeps_out(&self, name: &[u8]) -> bool {
        // A submodule is listed without a slash at its end, a directory with one.
        let above = memchr::memchr_iter(b'/', name).flat_map(|slash| [slash, slash + 1]);
        above.chain([name.len()]).any(|end| {
            let wanted = &name[..end];
            let found = self.entries.binary_search_by_key(&wanted, |entry| entry.name(&self.names));
            found.is_ok_and(|found| self.entries[found].is_kept_out)
        })
    }
}

impl Entry {
    fn name<'n>(&self, names: &'n [u8]) -> &'n [u8] {
        &names[self.start as usize..][..usize::from(self.length)]
    }
}

/// Whether an index may have been read with hashes of the wrong length.
fn is_misread(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof)
}

const SHA1: usize = 20;
const SHA256: usize = 32;

/// The kinds of entries. A directory is outside the cone of a sparse checkout, and marked as skipped.
const FILE: u16 = 0o100_644;
const PROGRAM: u16 = 0o100_755;
const SYMLINK: u16 = 0o120_000;
const GITLINK: u16 = 0o160_000;
const DIRECTORY: u16 = 0o040_000;

/// Reads how many bytes of the name before aren't in the next one.
fn dropped(from: &mut impl BufRead) -> io::Result<usize> {
    let mut dropped = 0usize;
    loop {
        let mut byte = [0];
        from.read_exact(&mut byte)?;
        dropped |= usize::from(byte[0] & 0x7f);
        if byte[0] & 0x80 == 0 {
            return Ok(dropped);
        }
        let next = dropped.checked_add(1).and_then(|dropped| dropped.checked_mul(128));
        dropped = next.ok_or(io::ErrorKind::InvalidData)?;
    }
}
