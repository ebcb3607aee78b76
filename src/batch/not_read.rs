//! Files that a walk leaves out: by their names, by their kinds, or because git ignores them.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

use crate::atomic_file::TEMPORARY;
use crate::own_files::is_own;
use sgf_audit_core::archive::{Kind, is_record};
use sgf_audit_core::plural::pluralize;
use sgf_audit_core::printable::{Shown, path_text};

/// Files that the walks of a run left out.
#[derive(Debug, Default)]
pub struct NotRead(Mutex<LeftOut>);

#[derive(Debug, Default)]
struct LeftOut {
    ignored_files: u64,
    ignored: Counted,
    /// Links to directories, if links aren't followed.
    links: Counted,
    /// Further ways to a directory that was walked already, if links are followed.
    walked_before: Counted,
    /// Why something that decides what is read wasn't read itself, with its path.
    problems: Vec<(PathBuf, String)>,
    all_problems: u64,
    /// The other files, by the ends of their names.
    others: BTreeMap<String, Others>,
}

#[derive(Clone, Debug, Default)]
struct Counted {
    number: u64,
    first: Option<PathBuf>,
}

impl Counted {
    fn add(&mut self, path: &Path) {
        self.number += 1;
        self.first.get_or_insert_with(|| path.to_path_buf());
    }

    /// Returns a line about them; `None` if there are none.
    fn message(&self, what: &str) -> Option<String> {
        let first = Shown::Path(self.first.as_ref()?);
        Some(format!("{what}: {}, such as {first}", self.number))
    }

    fn example(&self) -> Option<String> {
        Some(path_text(self.first.as_ref()?).into_owned())
    }
}

#[derive(Clone, Debug)]
struct Others {
    files: u64,
    first: PathBuf,
    /// Whether the name resembles a record's or an archive's.
    is_like_record: bool,
}

impl LeftOut {
    /// Adds files. The result doesn't depend on the order, since archives are read by several threads.
    fn add(&mut self, end: String, more: Others) {
        match self.others.get_mut(&end) {
            Some(others) => {
                others.files += more.files;
                if more.first < others.first {
                    others.first = more.first;
                }
            }
            None => _ = self.others.insert(end, more),
        }
        if self.others.len() > MAX_ENDS {
            let mut ends = self.others.keys().rev().filter(|&end| end != REST);
            let last = ends.next().cloned().unwrap_or_default();
            if let Some(others) = self.others.remove(&last) {
                self.add(REST.to_owned(), others);
            }
        }
    }
}

/// The ends of names that are counted as one.
const REST: &str = "others";

/// Maximum number of ends of names that are counted apart.
const MAX_ENDS: usize = 200;

/// Maximum number of problems that are named.
const MAX_PROBLEMS: usize = 10;

/// Maximum number of ends of names that a message gives.
const MAX_SHOWN: usize = 12;

/// The files of this program and of git.
const KNOWN: [&str; 4] = ["sgf-audit.toml", ".gitignore", ".gitattributes", ".gitmodules"];

impl NotRead {
    pub(super) fn add_ignored(&self, path: &Path, is_dir: bool) {
        let mut left_out = self.lock();
        left_out.ignored_files += u64::from(!is_dir);
        left_out.ignored.add(path);
    }

    pub(super) fn add_link(&self, path: &Path) {
        self.lock().links.add(path);
    }

    pub(super) fn add_walked_before(&self, path: &Path) {
        self.lock().walked_before.add(path);
    }

    /// Adds the reason why a file that decides what is read wasn't read itself.
    pub(super) fn add_problem(&self, path: &Path, why: String) {
        let mut left_out = self.lock();
        left_out.all_problems += 1;
        if left_out.problems.len() < MAX_PROBLEMS {
            left_out.problems.push((path.to_path_buf(), why));
        }
    }

    /// Returns the number of files that aren't read for their names.
    pub fn others(&self) -> u64 {
        self.lock().others.values().map(|others| others.files).sum()
    }

    fn lock(&self) -> MutexGuard<'_, LeftOut> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a file without the name of a record or an archive.
    pub(super) fn add_other(&self, path: &Path) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_of_git = path.components().any(|part| part.as_os_str() == ".git");
        let is_known = || KNOWN.contains(&&*name) || name.starts_with(TEMPORARY);
        if is_of_git || is_known() || is_own(path).unwrap_or(false) {
            return;
        }
        let (end, is_like_record) = end_of(&name);
        let mut left_out = self.lock();
        left_out.add(end, Others { files: 1, first: path.to_path_buf(), is_like_record });
    }

    /// Returns lines about what was left out: by git, and by name. Names that resemble records' come first.
    pub fn messages(&self) -> Vec<String> {
        let left_out = self.lock();
        let LeftOut { ignored_files, ignored, others, .. } = &*left_out;
        let mut messages: Vec<String> = (left_out.problems.iter())
            .map(|(path, why)| format!("{}: {why}", Shown::Path(path)))
            .collect();
        if left_out.all_problems > messages.len() as u64 {
            let more = left_out.all_problems - messages.len() as u64;
            messages.push(format!("... and {} of this kind", pluralize(more, "more problem")));
        }
        let links = left_out.links.message("links to directories that weren't followed");
        messages.extend(links.map(|links| links + " (--follow follows them)"));
        messages.extend(left_out.walked_before.message("not walked again by a further path"));
        if let Some(first) = &ignored.first {
            let directories = ignored.number - ignored_files;
            let numbers = [(directories, "directory"), (*ignored_files, "file")];
            let numbers = numbers.into_iter().filter(|(number, _)| *number > 0);
            let numbers: Vec<String> =
                numbers.map(|(number, what)| pluralize(number, what)).collect();
            messages.push(format!(
                "not read, since git ignores them: {}, such as {} (--no-gitignore reads them)",
                numbers.join(" and "),
                Shown::Path(first)
            ));
        }
        let total: u64 = others.values().map(|others| others.files).sum();
        if total > 0 {
            let mut sorted: Vec<_> = others.iter().collect();
            sorted.sort_by_key(|(_, others)| {
                (!others.is_like_record, std::cmp::Reverse(others.files))
            });
            let mut message = format!("not read, by their names: {}:", pluralize(total, "file"));
            for (number, (end, others)) in sorted.iter().take(MAX_SHOWN).enumerate() {
                let comma = if number > 0 { "," } else { "" };
                _ = write!(message, "{comma} {} {}", others.files, Shown::Text(end));
                if others.is_like_record {
                    let first = others.first.file_name().map(Path::new).unwrap_or(&others.first);
                    _ = write!(message, " ({})", Shown::Path(first));
                }
            }
            if sorted.len() > MAX_SHOWN {
                message.push_str(", and more");
            }
            messages.push(message);
        }
        messages
    }

    pub fn as_json(&self) -> Value {
        let left_out = self.lock();
        let others = left_out.others.iter().map(|(end, others)| {
            let example = path_text(&others.first).into_owned();
            (end.clone(), json!({ "files": others.files, "example": example }))
        });
        json!({
            "git_ignored_files": left_out.ignored_files,
            "git_ignored_directories": left_out.ignored.number - left_out.ignored_files,
            "git_ignored_example": left_out.ignored.example(),
            "links_to_directories": left_out.links.number,
            "links_to_directories_example": left_out.links.example(),
            "directories_walked_before": left_out.walked_before.number,
            "directories_walked_before_example": left_out.walked_before.example(),
            "other_names": others.collect::<serde_json::Map<_, _>>(),
        })
    }
}

/// The end of a name, by which files are counted, and whether the name is like a record's or an archive's.
fn end_of(name: &str) -> (String, bool) {
    let Some((stem, extension)) = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()) else {
        return ("without an ending".to_owned(), false);
    };
    if name.starts_with("._") {
        return ("._*".to_owned(), false);
    }
    let extension = extension.to_lowercase();
    let inner = Path::new(stem);
    if is_record(inner) || Kind::of_name(inner).is_some() {
        let inner = inner.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        return (format!("*.{inner}.{extension}"), true);
    }
    // `a.sgf~`, `a.sgf_`, `a.sgf `
    let known = extension.trim_end_matches(|c: char| !c.is_alphanumeric());
    let is_like_record = is_record(&inner.with_extension(known));
    (format!("*.{extension}"), is_like_record)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart_by_their_ends() {
        for (name, end, is_like_record) in [
            ("a.sgf.txt", "*.sgf.txt", true),
            ("a.SGF.1", "*.sgf.1", true),
            ("a.7z.002", "*.7z.002", true),
            ("a.sgf~", "*.sgf~", true),
            ("._a.sgf", "._*", false),
            ("README", "without an ending", false),
            (".hidden", "without an ending", false),
            ("a.b.PNG", "*.png", false),
        ] {
            assert_eq!(end_of(name), (end.to_owned(), is_like_record), "{name}");
        }
    }
}
