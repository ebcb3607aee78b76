//! Files that git doesn't keep: `.gitignore` along a walk.
//!
//! As in git, the rules of a directory hold for everything below it, those nearer to a file have the last word, and
//! nothing holds across the border of a repository. Outside of repositories nothing is ignored.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::policy::absolute;

/// The directory that a repository is known by, or the file in a further working tree or a submodule.
const GIT: &str = ".git";

/// What wasn't read because git doesn't keep it.
#[derive(Debug, Default)]
pub struct GitIgnored(Mutex<Skipped>);

/// The numbers of what was skipped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// Number of records and archives.
    pub files: u64,
    /// Number of directories, whatever they hold.
    pub directories: u64,
    /// The first of all.
    pub first: Option<PathBuf>,
}

impl GitIgnored {
    /// Returns what has been skipped so far.
    #[must_use]
    pub fn skipped(&self) -> Skipped {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone()
    }

    pub(super) fn add(&self, path: &Path, is_dir: bool) {
        let mut skipped = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        *(if is_dir { &mut skipped.directories } else { &mut skipped.files }) += 1;
        skipped.first.get_or_insert_with(|| path.to_path_buf());
    }
}

/// The rules along a walk, from the directory that was given to the one that is being walked.
#[derive(Debug)]
pub(super) struct GitignoreStack {
    root: PathBuf,
    /// The directories by their depth below the one that was given.
    levels: Vec<Level>,
}

#[derive(Debug)]
struct Level {
    /// The rules that hold here and below, the nearest last.
    rules: Vec<Gitignore>,
    /// Whether the rules of the directories above hold here too.
    continues: bool,
    /// Whether the directory belongs to a repository.
    in_repository: bool,
}

impl GitignoreStack {
    /// Returns the rules for the content of a directory, including the rules of the directories above it.
    pub fn new(directory: &Path) -> Self {
        let root = absolute(directory);
        let repository = root.ancestors().find(|above| above.join(GIT).exists());
        let mut rules = Vec::new();
        if let Some(repository) = repository {
            let inside = root.ancestors().take_while(|above| above.starts_with(repository));
            let inside: Vec<&Path> = inside.collect();
            rules.extend(inside.into_iter().rev().filter_map(rules_of));
        }
        let level = Level { rules, continues: false, in_repository: repository.is_some() };
        Self { root, levels: vec![level] }
    }

    /// Whether git ignores an entry of the directory at the depth before its own. `relative` is its path below the
    /// directory that was given, `depth` its depth.
    pub fn is_ignored(&mut self, relative: &Path, depth: usize, is_dir: bool) -> bool {
        self.levels.truncate(depth);
        if !self.levels.last().is_some_and(|level| level.in_repository) {
            return false;
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

    /// Goes into a directory that isn't ignored.
    pub fn enter(&mut self, relative: &Path, depth: usize) {
        self.levels.truncate(depth);
        let directory = self.root.join(relative);
        let is_repository = directory.join(GIT).exists();
        let above = self.levels.last().is_some_and(|level| level.in_repository);
        let in_repository = is_repository || above;
        let rules = in_repository.then(|| rules_of(&directory)).flatten();
        let rules = rules.into_iter().collect();
        self.levels.push(Level { rules, continues: !is_repository, in_repository });
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
