//! What was made of a record, kept for the next run.
//!
//! An entry's name is a hash of everything that it depends on: the program itself, byte by byte, all
//! settings, the record's path and its bytes. So an entry that doesn't fit isn't found: a record is read,
//! though not replayed, to know what it holds, since times and sizes of files can lie. Entries are written
//! beside their place and renamed, so that several runs may share a directory, and carry a checksum: what
//! is damaged is made again. Nothing is ever removed; the directory may be deleted at any time.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use blake3::{Hash, Hasher};

use crate::atomic_file::create_dirs;

/// A directory of entries for one program and one set of settings.
#[derive(Clone, Debug)]
pub struct Cache {
    dir: PathBuf,
    base: Hash,
}

/// Tells programs for backups that the directory holds nothing of worth (bford.info/cachedir).
const TAG: &str = "Signature: 8a477f597d28d172789f06886806bc55\n\
                   # Made by sgf-audit; may be deleted.\n";

/// Keeps the directory out of a repository that it lies in.
const IGNORE: &str = "# Made by sgf-audit.\n*\n";

const SUM: usize = 32;

impl Cache {
    /// The cache in a directory, made if it isn't there. `program` is the file that holds this code, `settings`
    /// everything else but the records that the entries depend on.
    ///
    /// # Errors
    ///
    /// If the directory can't be made, or the program can't be read.
    pub fn open(dir: &Path, program: &Path, settings: &str) -> io::Result<Self> {
        create_dirs(dir)?;
        if fs::read_dir(dir)?.next().is_none() {
            // Only into one of its own: elsewhere it would hide what is somebody's.
            fs::write(dir.join(".gitignore"), IGNORE)?;
        }
        let tag = dir.join("CACHEDIR.TAG");
        if !tag.exists() {
            fs::write(tag, TAG)?;
        }
        let mut code = Vec::new();
        File::open(program)?.read_to_end(&mut code)?;
        Ok(Self::of(dir, &code, settings))
    }

    fn of(dir: &Path, program: &[u8], settings: &str) -> Self {
        let mut hasher = Hasher::new();
        add(&mut hasher, program);
        add(&mut hasher, settings.as_bytes());
        Self { dir: dir.to_path_buf(), base: hasher.finalize() }
    }

    /// What names the entry of a record. `scope`: what applies to it besides the settings of the run.
    #[must_use]
    pub fn key(&self, scope: &str, path: &Path, bytes: &[u8]) -> Hash {
        let mut hasher = Hasher::new();
        add(&mut hasher, self.base.as_bytes());
        add(&mut hasher, scope.as_bytes());
        add(&mut hasher, path.as_os_str().as_encoded_bytes());
        add(&mut hasher, bytes);
        hasher.finalize()
    }

    fn place(&self, key: &Hash) -> (PathBuf, String) {
        let name = key.to_hex().to_string();
        let (folder, file) = name.split_at(2);
        (self.dir.join(folder), file.to_owned())
    }

    /// An entry; `None` where there is none, or none that is whole.
    #[must_use]
    pub fn get(&self, key: &Hash) -> Option<Vec<u8>> {
        let (folder, name) = self.place(key);
        let mut entry = fs::read(folder.join(name)).ok()?;
        let (sum, content) = entry.split_first_chunk::<SUM>()?;
        if blake3::hash(content) != Hash::from_bytes(*sum) {
            return None;
        }
        entry.drain(..SUM);
        Some(entry)
    }

    /// Keeps an entry. One that can't be kept is made again next time.
    pub fn put(&self, key: &Hash, content: &[u8]) {
        let write = || -> io::Result<()> {
            let (folder, name) = self.place(key);
            fs::create_dir_all(&folder)?;
            let mut file = tempfile::NamedTempFile::new_in(&folder)?;
            file.write_all(blake3::hash(content).as_bytes())?;
            file.write_all(content)?;
            file.persist(folder.join(name))?;
            Ok(())
        };
        let _ = write();
    }
}

/// Adds something of any length, so that no two lists of things are hashed alike.
fn add(hasher: &mut Hasher, bytes: &[u8]) {
    hasher.update(&(bytes.len() as u64).to_le_bytes());
    hasher.update(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_a_part_of_the_key() {
        let dir = tempfile::tempdir().unwrap();
        let cache = Cache::of(dir.path(), b"program", "settings");
        let key =
            |cache: &Cache, path: &str, bytes: &[u8]| cache.key("scope", Path::new(path), bytes);
        let own = key(&cache, "a.sgf", b"(;)");
        assert_eq!(own, key(&Cache::of(dir.path(), b"program", "settings"), "a.sgf", b"(;)"));
        for other in [
            key(&Cache::of(dir.path(), b"program 2", "settings"), "a.sgf", b"(;)"),
            key(&Cache::of(dir.path(), b"program", "settings 2"), "a.sgf", b"(;)"),
            key(&Cache::of(dir.path(), b"programs", "ettings"), "a.sgf", b"(;)"),
            key(&cache, "b.sgf", b"(;)"),
            key(&cache, "a.sgf", b"(; )"),
            key(&cache, "a.sgf(", b";)"),
            cache.key("another", Path::new("a.sgf"), b"(;)"),
        ] {
            assert_ne!(own, other);
        }
    }

    #[test]
    fn damaged_entries_are_none() {
        let dir = tempfile::tempdir().unwrap();
        let cache = Cache::of(dir.path(), b"program", "settings");
        let key = cache.key("", Path::new("a.sgf"), b"(;)");
        assert_eq!(cache.get(&key), None);
        cache.put(&key, b"what was found");
        assert_eq!(cache.get(&key).as_deref(), Some(&b"what was found"[..]));
        let (folder, name) = cache.place(&key);
        let whole = fs::read(folder.join(&name)).unwrap();
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            fs::write(folder.join(&name), damaged).unwrap();
            assert_eq!(cache.get(&key), None);
            fs::write(folder.join(&name), &whole[..at]).unwrap();
            assert_eq!(cache.get(&key), None);
        }
        cache.put(&key, b"again");
        assert_eq!(cache.get(&key).as_deref(), Some(&b"again"[..]));
    }
}
