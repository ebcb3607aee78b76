//! Cache of rendered results, keyed by content.
//!
//! An entry's name is a hash of everything that it depends on: the build of the program, all settings, the record's path and
//! its bytes. Records are read but not replayed to compute it, since times and sizes of files can lie. Entries are written to
//! a temporary file and renamed, so several runs may share a directory. Nothing is ever removed; the directory may be deleted
//! at any time.
//!
//! Names and entries are authenticated by a secret of the user, so that nobody else can make an entry: one that came with a
//! checkout, is damaged or was renamed is replaced.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use blake3::{Hash, Hasher};

use crate::atomic_file::create_dirs;
use sgf_audit_core::guarded_file::read_regular;

/// A directory of entries for one build of the program and one set of settings.
#[derive(Clone)]
pub struct Cache {
    dir: PathBuf,
    secret: [u8; 32],
    base: Hash,
}

/// Marks the directory for backup programs as one to skip (bford.info/cachedir).
const TAG: &str = "Signature: 8a477f597d28d172789f06886806bc55\n\
                   # Made by sgf-audit; may be deleted.\n";

/// Keeps the directory out of a repository that it lies in.
const IGNORE: &str = "# Made by sgf-audit.\n*\n";

/// Length of what authenticates an entry.
const SUM: usize = 32;

/// What the names of tags begin with that aren't complete.
const BEGUN: &str = ".CACHEDIR.TAG.";

/// Maximum size of an entry. A record of a gigabyte has less.
const MAX_ENTRY: u64 = 1 << 30;

/// Marks a directory as a cache, at once: a run beside it, or after one that was killed, finds it marked or empty but for what
/// has been begun.
fn mark(dir: &Path) -> io::Result<()> {
    let mut tag = tempfile::Builder::new().prefix(BEGUN).tempfile_in(dir)?;
    tag.write_all(TAG.as_bytes())?;
    tag.persist(dir.join("CACHEDIR.TAG"))?;
    fs::write(dir.join(".gitignore"), IGNORE)
}

impl Cache {
    /// Opens the cache in a directory, which is created if necessary. `secret`: the user's; `build` identifies the program,
    /// `settings` everything else that the entries depend on besides the records. Fails if the directory can't be created, or
    /// holds something else.
    pub fn open(dir: &Path, secret: [u8; 32], build: &str, settings: &str) -> io::Result<Self> {
        create_dirs(dir)?;
        // Only a new directory, so that no user's file is hidden from git.
        let is_begun = |entry: io::Result<fs::DirEntry>| {
            entry.is_ok_and(|entry| {
                entry.file_name().as_encoded_bytes().starts_with(BEGUN.as_bytes())
            })
        };
        if fs::read_dir(dir)?.all(is_begun) {
            mark(dir)?;
        }
        let tag = read_regular(&dir.join("CACHEDIR.TAG"), TAG.len() as u64);
        if !tag.is_ok_and(|tag| tag == TAG.as_bytes()) {
            return Err(io::Error::other("no cache, but a directory of other files"));
        }
        let mut hasher = Hasher::new_keyed(&secret);
        add(&mut hasher, build.as_bytes());
        add(&mut hasher, settings.as_bytes());
        Ok(Self { dir: dir.to_path_buf(), secret, base: hasher.finalize() })
    }

    /// Returns the key of a record. `scope` identifies the settings that override the run's.
    pub fn key(&self, scope: &str, path: &Path, bytes: &[u8]) -> Hash {
        let mut hasher = Hasher::new_keyed(&self.secret);
        add(&mut hasher, self.base.as_bytes());
        add(&mut hasher, scope.as_bytes());
        add(&mut hasher, path.as_os_str().as_encoded_bytes());
        add(&mut hasher, bytes);
        hasher.finalize()
    }

    /// Returns the folder and the file name of an entry.
    fn location(&self, key: &Hash) -> (PathBuf, String) {
        let name = key.to_hex().to_string();
        let (folder, file) = name.split_at(2);
        (self.dir.join(folder), file.to_owned())
    }

    /// Returns what authenticates the entry of a key.
    fn sum(&self, key: &Hash, content: &[u8]) -> Hash {
        let mut hasher = Hasher::new_keyed(&self.secret);
        add(&mut hasher, key.as_bytes());
        add(&mut hasher, content);
        hasher.finalize()
    }

    /// Returns an entry; `None` if there is none, or it isn't one of this user for this key.
    pub fn get(&self, key: &Hash) -> Option<Vec<u8>> {
        let (folder, name) = self.location(key);
        let mut entry = read_regular(&folder.join(name), MAX_ENTRY).ok()?;
        let (sum, content) = entry.split_first_chunk::<SUM>()?;
        if self.sum(key, content) != Hash::from_bytes(*sum) {
            return None;
        }
        entry.drain(..SUM);
        Some(entry)
    }

    /// Stores an entry. A failure is ignored: the entry is made again next time.
    pub fn put(&self, key: &Hash, content: &[u8]) {
        let write = || -> io::Result<()> {
            let (folder, name) = self.location(key);
            fs::create_dir_all(&folder)?;
            // A link could lead elsewhere.
            if folder.is_symlink() {
                return Ok(());
            }
            let mut file = tempfile::NamedTempFile::new_in(&folder)?;
            file.write_all(self.sum(key, content).as_bytes())?;
            file.write_all(content)?;
            file.persist(folder.join(name))?;
            Ok(())
        };
        let _ = write();
    }
}

/// Adds bytes after their length, so that no two lists of byte strings have the same hash.
fn add(hasher: &mut Hasher, bytes: &[u8]) {
    hasher.update(&(bytes.len() as u64).to_le_bytes());
    hasher.update(bytes);
}
