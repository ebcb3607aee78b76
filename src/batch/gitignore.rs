//! Files that git doesn't keep: `.gitignore` along a walk.
//!
//! As in git, the rules of a directory hold for everything below it, those nearer to a file have the last word, and
//! nothing holds across the border of a repository. Outside of repositories nothing is ignored.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::policy::absolute;

/// The directory that a repository is known by, or the file in a further working tree or a submodule.
const GIT: &str = ".git";

/// The rules along a walk, from the directory that was given to the one that is being walked.
#[derive(Debug)]
pub(super) struct GitignoreStack {
    root: PathBuf,
    /// The directories by their depth below the one that was given.
    levels: Vec<Level>,
    /// The files that git tracks, by repository, where that was needed.
    tracked: HashMap<PathBuf, Tracked>,
}

#[derive(Debug)]
struct Level {
    /// The rules that hold here and below, the nearest last.
    rules: Vec<Gitignore>,
    /// Whether the rules of the directories above hold here too.
    continues: bool,
    /// The repository that the directory belongs to.
    repository: Option<PathBuf>,
    /// Whether git ignores the directory, of which it tracks some files.
    is_ignored: bool,
}

impl GitignoreStack {
    /// Returns the rules for the content of a directory, including the rules of the directories above it.
    pub fn new(directory: &Path) -> Self {
        let root = absolute(directory);
        let repository = root.ancestors().find(|above| above.join(GIT).exists());
        let repository = repository.map(Path::to_path_buf);
        let mut rules = Vec::new();
        if let Some(repository) = &repository {
            let inside = root.ancestors().take_while(|above| above.starts_with(repository));
            let inside: Vec<&Path> = inside.collect();
            rules.extend(inside.into_iter().rev().filter_map(rules_of));
        }
        let level = Level { rules, continues: false, repository, is_ignored: false };
        Self { root, levels: vec![level], tracked: HashMap::new() }
    }

    /// Whether git ignores an entry of the directory at the depth before its own, and tracks neither it nor anything in it.
    /// `relative` is its path below the directory that was given, `depth` its depth.
    pub fn is_ignored(&mut self, relative: &Path, depth: usize, is_dir: bool) -> bool {
        self.matches(relative, depth, is_dir) && !self.is_tracked(relative, is_dir)
    }

    /// Whether the rules match an entry.
    fn matches(&mut self, relative: &Path, depth: usize, is_dir: bool) -> bool {
        self.levels.truncate(depth);
        match self.levels.last() {
            Some(Level { repository: Some(_), is_ignored, .. }) if *is_ignored => return true,
            Some(Level { repository: Some(_), .. }) => {}
            _ => return false,
        }
        let path = self.root.join(relative);
        for level in self.levels.iter().rev() {
            for rules in level.rules.iter().rev() {
                match rules.matched(&path, is_dir) {
                    Match::None => {}
                    matched => return matched.is_ignore(),
                }
            }
            if !level.continues {
                break;
            }
        }
        false
    }

    /// Whether git tracks a file, or a file in a directory.
    fn is_tracked(&mut self, relative: &Path, is_dir: bool) -> bool {
        let Some(repository) = self.levels.last().and_then(|level| level.repository.as_ref())
        else {
            return false;
        };
        let path = self.root.join(relative);
        let Ok(below) = path.strip_prefix(repository) else { return false };
        let tracked = self
            .tracked
            .entry(repository.clone())
            .or_insert_with_key(|repository| Tracked::read(repository).unwrap_or_default());
        tracked.has(below, is_dir)
    }

    /// Goes into a directory that isn't ignored as a whole.
    pub fn enter(&mut self, relative: &Path, depth: usize) {
        let is_ignored = self.matches(relative, depth, true);
        let directory = self.root.join(relative);
        let is_repository = directory.join(GIT).exists();
        let above = self.levels.last().and_then(|level| level.repository.clone());
        let repository = if is_repository { Some(directory.clone()) } else { above };
        let rules = repository.is_some().then(|| rules_of(&directory)).flatten();
        let rules = rules.into_iter().collect();
        let is_ignored = is_ignored && !is_repository;
        self.levels.push(Level { rules, continues: !is_repository, repository, is_ignored });
    }
}

/// The files that git tracks, as `/`-separated paths in order.
#[derive(Debug, Default)]
struct Tracked(Vec<Vec<u8>>);

impl Tracked {
    /// Reads the index of a repository (gitformat-index(5), versions 2 to 4). Runs no program: a repository may be a
    /// stranger's. `None` if there is none, or it can't be read.
    fn read(repository: &Path) -> Option<Self> {
        const FIXED: usize = 62;
        const EXTENDED: u16 = 0x4000;
        let git = repository.join(GIT);
        let directory = match std::fs::read_to_string(&git) {
            // A further working tree or a submodule.
            Ok(file) => repository.join(file.strip_prefix("gitdir:")?.trim()),
            Err(_) => git,
        };
        let index = std::fs::read(directory.join("index")).ok()?;
        let number = |at: usize| Some(u32::from_be_bytes(*index.get(at..)?.first_chunk()?));
        let version =
            number(4).filter(|version| index.starts_with(b"DIRC") && (2..=4).contains(version))?;
        let mut names: Vec<Vec<u8>> = Vec::new();
        let mut at = 12;
        for _ in 0..number(8)? {
            let flags = u16::from_be_bytes(*index.get(at + FIXED - 2..)?.first_chunk()?);
            let mut name_at = at + FIXED + if flags & EXTENDED != 0 { 2 } else { 0 };
            let mut name = Vec::new();
            if version == 4 {
                let (mut dropped, mut byte) = (0usize, *index.get(name_at)?);
                name_at += 1;
                loop {
                    dropped |= usize::from(byte & 0x7f);
                    if byte & 0x80 == 0 {
                        break;
                    }
                    byte = *index.get(name_at)?;
                    name_at += 1;
                    dropped = dropped.checked_add(1)?.checked_mul(128)?;
                }
                let last = names.last().map_or(&[][..], Vec::as_slice);
                name.extend_from_slice(last.get(..last.len().checked_sub(dropped)?)?);
            }
            let rest = index.get(name_at..)?;
            let length = memchr::memchr(0, rest)?;
            name.extend_from_slice(&rest[..length]);
            names.push(name);
            let end = name_at + length;
            // Before version 4, one to eight zeros fill the entry to a multiple of eight bytes.
            at = if version == 4 { end + 1 } else { at + (end - at + 8) / 8 * 8 };
        }
        names.sort_unstable();
        Some(Self(names))
    }

    fn has(&self, path: &Path, is_dir: bool) -> bool {
        let mut name = Vec::new();
        for part in path.components() {
            if !name.is_empty() {
                name.push(b'/');
            }
            name.extend_from_slice(part.as_os_str().as_encoded_bytes());
        }
        if !is_dir {
            return self.0.binary_search(&name).is_ok();
        }
        name.push(b'/');
        let next = self.0.partition_point(|tracked| *tracked < name);
        self.0.get(next).is_some_and(|tracked| tracked.starts_with(&name))
    }
}

/// Whether an entry is git's own directory.
pub(super) fn is_git(name: &std::ffi::OsStr) -> bool {
    name == GIT
}

/// Returns the rules that a directory holds, if it holds any. A rule that can't be read is none, as for git.
fn rules_of(directory: &Path) -> Option<Gitignore> {
    let files = [directory.join(GIT).join("info/exclude"), directory.join(".gitignore")];
    let mut rules = GitignoreBuilder::new(directory);
    for file in files.iter().filter(|file| file.is_file()) {
        _ = rules.add(file);
    }
    rules.build().ok().filter(|rules| !rules.is_empty())
}
