//! Walks a directory, sorted by name, in memory that doesn't depend on how many files it has.
//!
//! `walkdir` keeps an entry with a path of its own for each file of a directory that is to be sorted;
//! of a million files that is more than everything else here together. So names are kept end to end,
//! those of no interest not at all, and of a directory with very many of them so many at a time: it is
//! read again for the next ones.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, FileType};
use std::io;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use super::ahead::Ahead;
use super::names::{Kind, Names};

/// What is said of pipes, sockets and devices that nobody has named.
pub(super) const NO_FILE: &str = "not a regular file";

/// A file that was found in a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    path: PathBuf,
    /// Whether its directory has so many files that it is worth holding open.
    crowded: bool,
}

impl Found {
    /// Opens it.
    ///
    /// # Errors
    ///
    /// Whatever the system says.
    pub fn open(&self) -> io::Result<File> {
        File::open(&self.path)
    }

    /// The same by the directory that a thread holds open.
    #[cfg(unix)]
    pub(super) fn open_by(&self, held: &mut HeldDirectory) -> io::Result<File> {
        use rustix::fs::{Mode, OFlags, openat};
        use std::os::unix::ffi::OsStrExt;
        let path = self.path.as_os_str().as_bytes();
        let name = match memchr::memrchr(b'/', path) {
            Some(slash) if self.crowded => slash + 1,
            _ => return self.open(),
        };
        let (dir, name) = path.split_at(name);
        let Some(dir) = held.of(dir) else { return self.open() };
        let flags = OFlags::RDONLY | OFlags::CLOEXEC;
        let file = rustix::io::retry_on_intr(|| openat(dir, name, flags, Mode::empty()))?;
        Ok(file.into())
    }

    /// The same by the directory that a thread holds open.
    #[cfg(not(unix))]
    pub(super) fn open_by(&self, _: &mut HeldDirectory) -> io::Result<File> {
        self.open()
    }
}

/// The directory that a thread's last file was in, held open so that the system needn't find the way to
/// it again for each of its files. Each thread has its own: with one that all use they would wait for each
/// other at every file, since the system counts who is using it.
#[derive(Debug, Default)]
pub(super) struct HeldDirectory {
    /// With the slash behind it.
    #[cfg(unix)]
    path: Vec<u8>,
    #[cfg(unix)]
    itself: Option<File>,
}

#[cfg(unix)]
impl HeldDirectory {
    fn of(&mut self, path: &[u8]) -> Option<&File> {
        use std::os::unix::ffi::OsStrExt;
        if self.path != path {
            self.path.clear();
            self.path.extend_from_slice(path);
            self.itself = File::open(OsStr::from_bytes(path)).ok();
        }
        self.itself.as_ref()
    }
}

impl Deref for Found {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.path
    }
}

/// What a walk comes by.
#[derive(Debug)]
pub(super) enum Step {
    /// A file.
    File(Found),
    /// What can't be read, and why.
    Trouble(PathBuf, String),
}

/// A walk through a directory and those below it. Links are followed, but not back to a directory that
/// is being walked through.
#[derive(Debug)]
pub(super) struct Walk {
    wanted: fn(&Path) -> bool,
    /// So many names of a directory are held at a time.
    held: usize,
    /// Whether other threads are to read directories before they are entered.
    ahead: bool,
    /// From the first directory down to the one that is being walked through.
    open: Vec<Directory>,
    /// What couldn't be read.
    trouble: Option<Step>,
}

impl Walk {
    /// A walk that yields the files whose names are `wanted`.
    pub fn new(path: PathBuf, wanted: fn(&Path) -> bool) -> Self {
        let (open, trouble) = (Vec::new(), None);
        let mut walk = Self { wanted, held: HELD, ahead: false, open, trouble };
        walk.enter(path);
        walk
    }

    /// The same, where the next directory may be read while the files of the one before are taken: by any thread of
    /// the pool that this is called on, if it has more than one. Otherwise the others might run out of work.
    pub fn read_ahead(mut self, ahead: bool) -> Self {
        self.ahead = ahead;
        self
    }

    fn enter(&mut self, path: PathBuf) {
        let begun = match self.open.last_mut() {
            Some(directory) if self.ahead => {
                let begun = directory.begun.take_if(|begun| begun.0 == path);
                directory.begin_next(self.wanted, self.held);
                begun
            }
            _ => None,
        };
        let opened = begun.and_then(|(_, begun)| begun.get());
        match opened.unwrap_or_else(|| Directory::open(path, self.wanted, self.held)) {
            Ok(directory) => self.open.push(directory),
            Err((path, error)) => self.trouble = Some(Step::Trouble(path, error.to_string())),
        }
    }

    /// Follows a link.
    fn follow(&mut self, path: PathBuf) -> Option<Step> {
        let trouble = |path, error: io::Error| Some(Step::Trouble(path, error.to_string()));
        let target = match fs::metadata(&path) {
            Ok(target) => target,
            Err(error) => return trouble(path, error),
        };
        if target.is_file() {
            return (self.wanted)(&path).then_some(Step::File(Found { path, crowded: false }));
        }
        if !target.is_dir() {
            return (self.wanted)(&path).then(|| Step::Trouble(path, NO_FILE.to_owned()));
        }
        let there = match fs::canonicalize(&path) {
            Ok(there) => there,
            Err(error) => return trouble(path, error),
        };
        let is_there = |open: &&Directory| fs::canonicalize(&open.path).is_ok_and(|at| at == there);
        if let Some(open) = self.open.iter().rev().find(is_there) {
            let why = format!("a link that leads back to {}", open.path.display());
            return Some(Step::Trouble(path, why));
        }
        self.enter(path);
        None
    }
}

impl Iterator for Walk {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        loop {
            if let Some(trouble) = self.trouble.take() {
                return Some(trouble);
            }
            let directory = self.open.last_mut()?;
            match directory.next(self.wanted, self.held) {
                Ok(Some((path, Kind::File))) => {
                    if self.ahead {
                        directory.begin_next(self.wanted, self.held);
                    }
                    let crowded = directory.names.len() >= CROWDED;
                    return Some(Step::File(Found { path, crowded }));
                }
                Ok(Some((path, Kind::Directory))) => self.enter(path),
                Ok(Some((path, Kind::Other))) => {
                    return Some(Step::Trouble(path, NO_FILE.to_owned()));
                }
                Ok(Some((path, Kind::Link))) => {
                    if let Some(step) = self.follow(path) {
                        return Some(step);
                    }
                }
                Ok(None) => {
                    self.open.pop();
                }
                Err(error) => {
                    let path = directory.path.clone();
                    self.open.pop();
                    return Some(Step::Trouble(path, error.to_string()));
                }
            }
        }
    }
}

impl Kind {
    /// What of an entry is walked to; `None` for what is passed by.
    fn of(kind: FileType, name: &OsStr, wanted: fn(&Path) -> bool) -> Option<Self> {
        if kind.is_file() {
            wanted(Path::new(name)).then_some(Self::File)
        } else if kind.is_dir() {
            Some(Self::Directory)
        } else if kind.is_symlink() {
            // What it leads to may have another name.
            Some(Self::Link)
        } else {
            wanted(Path::new(name)).then_some(Self::Other)
        }
    }
}

/// A directory that is being walked through.
#[derive(Debug)]
struct Directory {
    path: PathBuf,
    names: Names,
    next: usize,
    /// Whether there are more names than are held.
    more: bool,
    /// Why the rest couldn't be read.
    failed: Option<io::Error>,
    /// The next directory in it that is being read, with its path.
    begun: Option<(PathBuf, Ahead<Opened>)>,
    /// The first of the names that may be such a directory's.
    unsearched: usize,
}

/// A directory whose names were read, or its path and why they couldn't be.
type Opened = Result<Directory, (PathBuf, io::Error)>;

/// How many names are held, unless a test wants fewer; a quarter more while a directory is read.
const HELD: usize = 80_000;

/// A directory is worth holding open if it has so many names.
const CROWDED: usize = 64;

impl Directory {
    fn open(path: PathBuf, wanted: fn(&Path) -> bool, held: usize) -> Opened {
        let mut directory = Self {
            path,
            names: Names::default(),
            next: 0,
            more: false,
            failed: None,
            begun: None,
            unsearched: 0,
        };
        match directory.read(wanted, held) {
            Ok(()) => Ok(directory),
            Err(error) => Err((directory.path, error)),
        }
    }

    /// Reads the first names after those that are held.
    fn read(&mut self, wanted: fn(&Path) -> bool, held: usize) -> io::Result<()> {
        let last = self.names.last();
        self.names.clear();
        (self.next, self.unsearched, self.more) = (0, 0, false);
        let room = held + held / 4 + 1;
        // The last name that is among the first, as far as the directory has been read.
        let mut limit: Option<OsString> = None;
        for entry in fs::read_dir(&self.path)? {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    self.failed = Some(error);
                    break;
                }
            };
            let name = entry.file_name();
            if last.as_ref().is_some_and(|last| name <= *last)
                || limit.as_ref().is_some_and(|limit| name > *limit)
            {
                continue;
            }
            let kind = match entry.file_type() {
                Ok(kind) => Kind::of(kind, &name, wanted),
                // It is told when it is followed.
                Err(_) => Some(Kind::Link),
            };
            if let Some(kind) = kind {
                self.names.push(&name, kind);
            }
            if self.names.len() == room {
                limit = self.names.keep_first(held);
            }
        }
        if self.names.len() > held {
            limit = self.names.keep_first(held);
        }
        self.more = limit.is_some();
        self.names.sort();
        Ok(())
    }

    fn next(
        &mut self,
        wanted: fn(&Path) -> bool,
        held: usize,
    ) -> io::Result<Option<(PathBuf, Kind)>> {
        if self.next == self.names.len() && self.more {
            self.read(wanted, held)?;
        }
        let Some((name, kind)) = self.names.get(self.next) else {
            return self.failed.take().map_or(Ok(None), Err);
        };
        self.next += 1;
        Ok(Some((self.path_of(name), kind)))
    }

    /// Has the next directory in this one read by another thread, unless one is already.
    fn begin_next(&mut self, wanted: fn(&Path) -> bool, held: usize) {
        if self.begun.is_some() || self.unsearched == self.names.len() {
            return;
        }
        self.unsearched = self.unsearched.max(self.next);
        while let Some((name, kind)) = self.names.get(self.unsearched) {
            self.unsearched += 1;
            if kind == Kind::Directory {
                let path = self.path_of(name);
                let there = path.clone();
                let opened = Ahead::begin(move || Directory::open(there, wanted, held));
                self.begun = Some((path, opened));
                return;
            }
        }
    }

    fn path_of(&self, name: &OsStr) -> PathBuf {
        // Made as long as it will be: to grow it, a thread might have to wait for the one whose memory it is.
        let mut path = PathBuf::with_capacity(self.path.as_os_str().len() + 1 + name.len());
        path.push(&self.path);
        path.push(name);
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(path: &Path) -> bool {
        path.extension().is_some_and(|ext| ext == "sgf")
    }

    /// A walk that holds so many names.
    fn walk_of(dir: &Path, held: usize) -> Walk {
        let (open, trouble) = (Vec::new(), None);
        let mut walk = Walk { wanted: record, held, ahead: false, open, trouble };
        walk.enter(dir.to_path_buf());
        walk
    }

    fn steps(dir: &Path, walk: Walk) -> Vec<String> {
        let shown = |path: &Path| path.strip_prefix(dir).unwrap().display().to_string();
        walk.map(|step| match step {
            Step::File(found) => shown(&found),
            Step::Trouble(path, why) => {
                format!("{}: {}", shown(&path), why.replace(dir.to_str().unwrap(), "HERE"))
            }
        })
        .collect()
    }

    fn walked(dir: &Path) -> Vec<String> {
        steps(dir, Walk::new(dir.to_path_buf(), record))
    }

    #[test]
    fn files_come_in_order_of_their_names() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(dir.path().join("b/c")).unwrap();
        std::fs::create_dir(dir.path().join("empty.sgf")).unwrap();
        for name in ["b/z.sgf", "b/c/d.sgf", "b.sgf", "B.sgf", "a.txt", "ä.sgf", "b/c.sgf"] {
            std::fs::write(dir.path().join(name), "").unwrap();
        }
        let order = ["B.sgf", "b/c/d.sgf", "b/c.sgf", "b/z.sgf", "b.sgf", "ä.sgf"];
        assert_eq!(walked(dir.path()), order);
    }

    #[test]
    fn the_first_names_are_kept_and_the_rest_found_again() {
        let mut names = Names::default();
        for number in [5, 3, 9, 1, 7, 2, 8] {
            names.push(OsStr::new(&format!("{number}.sgf")), Kind::File);
        }
        assert_eq!(names.keep_first(3).unwrap(), "3.sgf");
        names.sort();
        let kept: Vec<_> = (0..names.len()).map(|i| names.get(i).unwrap().0.to_owned()).collect();
        assert_eq!(kept, ["1.sgf", "2.sgf", "3.sgf"]);
        assert_eq!(names.last().unwrap(), "3.sgf");
        let dir = tempfile::tempdir().unwrap();
        let many: Vec<String> = (0..30).map(|number| format!("{number:02}.sgf")).collect();
        many.iter().for_each(|name| std::fs::write(dir.path().join(name), "").unwrap());
        for held in [1, 7, 10, 29, 30, 31] {
            let found = walk_of(dir.path(), held).map(|step| match step {
                Step::File(found) => found.file_name().unwrap().to_str().unwrap().to_owned(),
                Step::Trouble(_, why) => panic!("{why}"),
            });
            assert_eq!(found.collect::<Vec<_>>(), many, "{held}");
        }
    }

    #[test]
    fn directories_that_are_read_ahead_come_in_order() {
        let dir = tempfile::tempdir().unwrap();
        for below in ["a", "a/b", "a/d", "c/a/b/c", "c/b", "e", "f"] {
            std::fs::create_dir_all(dir.path().join(below)).unwrap();
        }
        for name in ["0", "a/a", "a/b/1", "a/b/2", "a/c", "a/d/1", "b", "c/a/b/c/1", "c/c", "f/1"] {
            std::fs::write(dir.path().join(name).with_extension("sgf"), "").unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink("../f", dir.path().join("a/bb")).unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        for held in [1, 2, 3, 80] {
            let walk = || walk_of(dir.path(), held);
            let expected = steps(dir.path(), walk());
            assert_eq!(expected.len(), 10 + usize::from(cfg!(unix)));
            for _ in 0..20 {
                let ahead = pool.install(|| steps(dir.path(), walk().read_ahead(true)));
                assert_eq!(ahead, expected);
            }
        }
        // One that is gone when it is read ahead.
        let mut walk = walk_of(dir.path(), 80);
        while !matches!(walk.next(), Some(Step::File(found)) if found.ends_with("0.sgf")) {}
        std::fs::remove_dir(dir.path().join("e")).unwrap();
        let rest = pool.install(|| steps(dir.path(), walk.read_ahead(true)));
        let trouble: Vec<_> = rest.iter().filter(|step| step.contains(": ")).collect();
        assert!(trouble.len() == 1 && trouble[0].starts_with("e: "), "{trouble:?}");
    }

    #[test]
    fn files_are_opened_with_or_without_their_directory() {
        let dir = tempfile::tempdir().unwrap();
        for (below, files) in [("few", CROWDED - 1), ("many", CROWDED + 3)] {
            std::fs::create_dir(dir.path().join(below)).unwrap();
            for number in 0..files {
                let name = format!("{below}/{number:03}.sgf");
                std::fs::write(dir.path().join(&name), &name).unwrap();
            }
        }
        let walk = Walk::new(dir.path().to_path_buf(), record);
        let found: Vec<Found> = walk
            .map(|step| match step {
                Step::File(found) => found,
                Step::Trouble(_, why) => panic!("{why}"),
            })
            .collect();
        assert_eq!(found.len(), 2 * CROWDED + 2);
        assert_eq!(found.iter().filter(|found| found.crowded).count(), CROWDED + 3);
        let mut held = HeldDirectory::default();
        for found in &found {
            for file in [found.open(), found.open_by(&mut held)] {
                let text = io::read_to_string(file.unwrap()).unwrap();
                assert_eq!(found.strip_prefix(dir.path()).unwrap(), Path::new(&text));
            }
        }
        let gone = found.last().unwrap();
        std::fs::remove_file(&**gone).unwrap();
        let by_path = File::open(&**gone).unwrap_err();
        assert_eq!(gone.open_by(&mut held).unwrap_err().to_string(), by_path.to_string());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_but_not_in_circles() {
        use std::os::unix::fs::symlink;
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        std::fs::create_dir_all(path("a/b")).unwrap();
        std::fs::write(path("a/x.sgf"), "").unwrap();
        symlink("../..", path("a/b/up")).unwrap();
        symlink("a/x.sgf", path("link.sgf")).unwrap();
        symlink("a/x.sgf", path("link.txt")).unwrap();
        symlink("nowhere", path("lost.txt")).unwrap();
        symlink("a", path("z")).unwrap();
        let walked = walked(dir.path());
        assert_eq!(walked[0], "a/b/up: a link that leads back to HERE");
        assert_eq!(walked[1..3], ["a/x.sgf", "link.sgf"]);
        assert!(walked[3].starts_with("lost.txt: No such file"), "{walked:?}");
        assert_eq!(walked[4], "z/b/up: a link that leads back to HERE");
        assert_eq!(walked[5..], ["z/x.sgf"]);
    }
}
