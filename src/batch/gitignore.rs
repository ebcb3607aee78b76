//! What `.gitignore` and `info/exclude` leave out of a walk, whether git tracks it or not.
//!
//! As in git, the rules of a directory hold for everything below it, those nearer to a file have the last word, and
//! nothing holds across the border of a repository. Outside of repositories nothing is ignored.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::not_read::NotRead;
use super::policy::absolute;
use sgf_audit_core::guarded_file::read_regular;

/// The directory that a repository is known by, or the file in a further working tree or a submodule.
const GIT: &str = ".git";

/// Maximum size of a file of patterns, in bytes.
const MAX_BYTES: u64 = 1 << 18;

/// Maximum number of patterns of a walk. A hostile pattern takes some ten kilobytes and a quarter of a millisecond.
const MAX_PATTERNS: usize = 10_000;

/// The rules along a walk, from the directory that was given to the one that is being walked.
#[derive(Debug)]
pub(super) struct GitignoreStack {
    root: PathBuf,
    /// The directories by their depth below the one that was given.
    levels: Vec<Level>,
    not_read: Arc<NotRead>,
    patterns: usize,
}

#[derive(Debug)]
struct Level {
    /// The rules that hold here and below, the nearest last.
    rules: Vec<Gitignore>,
    /// Whether the rules of the directories above hold here too.
    continues: bool,
    /// The repository that the directory belongs to.
    repository: Option<PathBuf>,
}

impl GitignoreStack {
    /// Returns the rules for the content of a directory, including the rules of the directories above it.
    /// `not_read` gets the files of patterns that can't be read.
    pub fn new(directory: &Path, not_read: Arc<NotRead>) -> Self {
        let root = absolute(directory);
        let repository = repository_of(&root).map(Path::to_path_buf);
        let mut stack = Self { root, levels: Vec::new(), not_read, patterns: 0 };
        let mut rules = Vec::new();
        if let Some(repository) = &repository {
            let inside = stack.root.ancestors().take_while(|above| above.starts_with(repository));
            let inside: Vec<PathBuf> = inside.map(Path::to_path_buf).collect();
            rules.extend(inside.iter().rev().filter_map(|directory| stack.rules_of(directory)));
        }
        stack.levels.push(Level { rules, continues: false, repository });
        stack
    }

    /// Whether the rules ignore an entry of the directory at the depth before its own. `relative` is its path below the
    /// directory that was given, `depth` its depth.
    pub fn is_ignored(&mut self, relative: &Path, depth: usize, is_dir: bool) -> bool {
        self.levels.truncate(depth);
        if self.levels.last().is_none_or(|level| level.repository.is_none()) {
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

    pub fn enter(&mut self, relative: &Path) {
        let directory = self.root.join(relative);
        let is_repository = directory.join(GIT).exists();
        let above = self.levels.last().and_then(|level| level.repository.clone());
        let repository = if is_repository { Some(directory.clone()) } else { above };
        let rules = repository.is_some().then(|| self.rules_of(&directory)).flatten();
        let rules = rules.into_iter().collect();
        self.levels.push(Level { rules, continues: !is_repository, repository });
    }

    /// Returns the rules that a directory holds, if it holds any. A line that can't be read is none, as for git; so is a file
    /// with too much to read, which is noted.
    fn rules_of(&mut self, directory: &Path) -> Option<Gitignore> {
        let git = directory.join(GIT);
        let exclude = git.is_dir().then(|| git.join("info/exclude"));
        let mut rules = GitignoreBuilder::new(directory);
        for file in exclude.into_iter().chain([directory.join(".gitignore")]) {
            let text = lines_of(&file).and_then(|bytes| {
                let number = bytes.split(|&byte| byte == b'\n').filter(|line| is_pattern(line));
                let patterns = self.patterns + number.count();
                if patterns > MAX_PATTERNS {
                    return Err(io::Error::other(format!(
                        "more than {MAX_PATTERNS} patterns in all"
                    )));
                }
                self.patterns = patterns;
                Ok(bytes)
            });
            match text {
                Ok(bytes) => String::from_utf8_lossy(&bytes).lines().for_each(|line| {
                    _ = rules.add_line(None, line.trim_start_matches('\u{feff}'));
                }),
                Err(why) => self.not_read.add_problem(&file, format!("{why}; not followed")),
            }
        }
        rules.build().ok().filter(|rules| !rules.is_empty())
    }
}

fn repository_of(path: &Path) -> Option<&Path> {
    path.ancestors().find(|above| above.join(GIT).exists())
}

pub(super) fn is_git(name: &std::ffi::OsStr) -> bool {
    name == GIT
}

fn is_pattern(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    !line.is_empty() && !line.starts_with(b"#")
}

/// Reads the patterns of a file; none without a file. As for git, a link isn't a `.gitignore`.
fn lines_of(file: &Path) -> io::Result<Vec<u8>> {
    if file.ends_with(".gitignore") && file.is_symlink() {
        return Err(io::Error::other("a link"));
    }
    match read_regular(file, MAX_BYTES) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        read => read,
    }
}
