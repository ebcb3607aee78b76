//! The records that a subcommand works on.

use std::ffi::OsStr;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use clap::Args;
use serde::Deserialize;

use super::size::Size;
use super::word;
use super::{Failure, interrupt, terminal};
use crate::batch::{
    FileSelection, NotRead, Source, Sources, files_from, is_record_file, path_of, read_named,
};
use sgf_audit_core::archive::{ArchiveLimits, Unpacker};
use sgf_audit_core::formats::{read, record_extensions};
use sgf_audit_core::guarded_file;
use sgf_audit_core::plural::pluralize;
use sgf_audit_core::printable::Shown;
use sgf_audit_core::sgf::{Limits, SourceFile};
use sgf_audit_core::similar_names::similar_names;

/// The records to work on.
#[derive(Args)]
pub(super) struct Inputs {
    /// Files, directories or archives; - for standard input.
    pub paths: Vec<PathBuf>,
    /// Read more paths from a file, one per line (- for standard input).
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub files_from: Option<PathBuf>,
}

/// What is beyond a limit isn't read; the finding `archive-limit` says so.
#[derive(Args, Clone, Copy, Deserialize)]
#[command(next_help_heading = "Limits")]
#[serde(default, rename_all = "kebab-case")]
pub(super) struct Archives {
    /// Maximum size that an archive may unpack to.
    #[arg(long, default_value_t = Self::default().max_unpacked, value_name = "SIZE")]
    max_unpacked: Size,
    /// Maximum number of files read from an archive.
    #[arg(long, default_value_t = Self::default().max_members, value_name = "N")]
    #[serde(deserialize_with = "word::parsed")]
    max_members: u64,
}

impl Default for Archives {
    fn default() -> Self {
        let ArchiveLimits { bytes, members, .. } = ArchiveLimits::DEFAULT;
        Self { max_unpacked: Size(bytes), max_members: members }
    }
}

impl Archives {
    /// Returns an unpacker with these limits that reads at most `most` bytes of a member.
    pub fn unpacker(self, most: u32) -> Unpacker {
        let (bytes, members) = (self.max_unpacked.0, self.max_members);
        Unpacker { limits: ArchiveLimits { bytes, members, ..ArchiveLimits::DEFAULT }, most }
    }
}

/// Returns the failure of a file: its path and the reason, without the number that the system gives an error.
pub(super) fn failed(path: &Path, why: &dyn Display) -> Failure {
    let why = why.to_string();
    let why = why.split_once(" (os error ").map_or(&*why, |(why, _)| why);
    Failure::new(format!("{}: {why}", Shown::Path(path)))
}

/// Returns the failure of a file that isn't written; one that exists already is never replaced.
pub(super) fn not_written(path: &Path, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::AlreadyExists => failed(path, &"exists already; not overwriting"),
        _ => failed(path, error),
    }
}

/// Returns the failure of a path that can't be found, with similar names.
fn missing(path: &Path, error: &io::Error) -> Failure {
    let directory = path.parent().filter(|directory| !directory.as_os_str().is_empty());
    let entries = std::fs::read_dir(directory.unwrap_or(Path::new("."))).into_iter().flatten();
    let names: Vec<String> = (entries.flatten())
        .map(|entry| Shown::Path(Path::new(&entry.file_name())).to_string())
        .filter(|name| !name.starts_with('.'))
        .take(MAX_NAMES)
        .collect();
    let name = Shown::Path(Path::new(path.file_name().unwrap_or_default())).to_string();
    match &similar_names(&name, names.iter().map(String::as_str))[..] {
        _ if path.to_string_lossy().contains("://") => {
            failed(path, &"an address; `curl -L ADDRESS | sgf-audit check -` checks what is there")
        }
        similar if error.kind() == io::ErrorKind::NotFound && !similar.is_empty() => {
            let near = similar.join(" or ");
            failed(path, &format!("No such file or directory; did you mean {near}?"))
        }
        _ => failed(path, error),
    }
}

/// Maximum number of names that a misspelt one is compared with.
const MAX_NAMES: usize = 10_000;

/// Reads the file of a subcommand that works on one.
pub(super) fn read_one(path: &Path) -> Result<Vec<u8>, Failure> {
    if path.is_dir() {
        return Err(failed(path, &"a directory, where one record is needed"));
    }
    let bytes = read_named(path, Limits::DEFAULT.bytes).map_err(|error| failed(path, &error))?;
    match read(&bytes).no_record() {
        Some(reason) => Err(failed(path, &reason)),
        None => Ok(bytes),
    }
}

/// Length in bytes that no TOML file comes near which people write.
pub(super) const MAX_TOML: u64 = 1 << 20;

/// Reads the text of a TOML file of at most `most` bytes that a person named.
pub(super) fn read_toml(path: &Path, most: u64) -> io::Result<String> {
    text_of(guarded_file::read_named(path, most)?)
}

/// Returns bytes as text. Fails if they aren't UTF-8.
pub(super) fn text_of(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|_| io::Error::other("the text isn't UTF-8"))
}

/// Prints a message if the first game of a file is worked on and the file has further ones.
pub(super) fn warn_if_several_games(bytes: &[u8], game: u32) {
    if game == 1 && SourceFile::new(read(bytes), Limits::DEFAULT).games() > 1 {
        terminal::print_message(
            "the file has several games; this is the first, and --game N chooses another",
        );
    }
}

/// Records that come from an embedding program.
pub type Given = Box<dyn Iterator<Item = Source> + Send>;

/// Those of the program that called the command. They take the place of standard input, and like it can be read once.
static GIVEN: Mutex<Option<Given>> = Mutex::new(None);

/// Makes these records take the place of standard input.
pub(super) fn give(records: Option<Given>) {
    *GIVEN.lock().unwrap_or_else(PoisonError::into_inner) = records;
}

pub(super) struct Paths {
    paths: Vec<PathBuf>,
    /// Number of paths on the command line, which precede the paths of a list.
    named: usize,
    /// Number of those on the command line that don't exist. They have been reported.
    missing: usize,
}

impl Inputs {
    /// Returns all paths. Reports those on the command line that don't exist; a listed one becomes a finding.
    pub fn paths(&self, subcommand: &str) -> Result<Paths, Failure> {
        let mut paths = Paths::named(&self.paths)?;
        if let Some(list) = &self.files_from {
            let listed = files_from(list).map_err(|error| failed(list, &error))?;
            paths.paths.extend(listed);
        } else if self.paths.is_empty() && subcommand == "check" {
            paths = Paths::named(&[PathBuf::from(".")])?;
        } else if self.paths.is_empty() {
            let how = format!("no paths given; `sgf-audit {subcommand} --help` shows how");
            return Err(Failure::new(how));
        }
        check_stdin(&paths.paths)?;
        Ok(paths)
    }
}

impl Paths {
    /// Returns the paths on the command line that exist, and reports the others. One must exist.
    pub fn named(given: &[PathBuf]) -> Result<Self, Failure> {
        check_stdin(given)?;
        let mut paths = Vec::new();
        for path in given {
            match std::fs::symlink_metadata(path) {
                Err(error) if path.as_os_str() != "-" => match given.len() {
                    1 => return Err(missing(path, &error)),
                    _ => missing(path, &error).print(),
                },
                _ => paths.push(path.clone()),
            }
        }
        let (named, missing) = (paths.len(), given.len() - paths.len());
        Ok(Self { paths, named, missing })
    }

    /// Returns the records among the paths that differ from a revision of their git repositories, in the index or since
    /// then: committed, or staged. The working tree isn't looked at, so that no filter or monitor of the repository is run.
    pub fn changed_since(self, revision: &str) -> Result<Self, Failure> {
        let mut changed = Vec::new();
        for path in &self.paths {
            if path.as_os_str() == "-" {
                return Err(Failure::new("--since can't be used with standard input"));
            }
            let (directory, file) = match path.is_dir() {
                true => (path.as_path(), None),
                false => (path.parent().unwrap_or(Path::new("")), path.file_name()),
            };
            let new = git_changed(directory, file, revision);
            let new = new.map_err(|why| failed(path, &format!("--since {revision}: {why}")))?;
            changed.extend(new.into_iter().filter(|path| is_record_file(path)));
        }
        Ok(Self { paths: changed, named: 0, ..self })
    }

    pub fn iter(&self) -> impl Iterator<Item = &Path> {
        self.paths.iter().map(PathBuf::as_path)
    }

    /// Checks that no path is a directory that contains the output of an option.
    pub fn check_outside(&self, option: &str, out: &Path) -> Result<(), Failure> {
        let contains = |path: &&Path| path.is_dir() && resolved(out).starts_with(resolved(path));
        match self.iter().find(contains) {
            Some(path) => {
                let (out, path) = (Shown::Path(out), Shown::Path(path));
                Err(Failure::new(format!("{option} {out} lies inside {path}")))
            }
            None => Ok(()),
        }
    }

    /// Returns the selected sources under the paths, or in their place the records of the embedding program. They end when the run
    /// is to end.
    pub fn sources(&self, selection: FileSelection) -> impl Iterator<Item = Source> + use<> {
        // An archive may be unpacked into a temporary file.
        interrupt::watch();
        let given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner).take();
        let paths = if given.is_some() { Vec::new() } else { self.paths.clone() };
        let walked = Sources::new(paths).listed_after(self.named).selected(selection);
        walked.chain(given.into_iter().flatten())
    }

    /// Returns the failure of a run that found no records: where it looked and for what.
    pub fn no_records(&self, not_read: &NotRead, reads_archives: bool) -> Failure {
        if self.paths.is_empty() {
            return Failure::new("no records found");
        }
        let places: Vec<String> = self.iter().map(|path| Shown::Path(path).to_string()).collect();
        let others = pluralize(not_read.others(), "other file");
        let (or, but) = match reads_archives {
            true => (" and no archive", ""),
            false => ("", "; archives aren't changed"),
        };
        let formats = record_extensions().map(|extension| format!(".{extension}"));
        let formats = formats.collect::<Vec<_>>().join(", ");
        Failure::new(format!(
            "no records found: no {formats} file{or} in {} ({others}{but})",
            places.join(", ")
        ))
    }

    /// Returns the exit status of a run that would have this one if all paths existed.
    pub fn status(&self, status: u8) -> u8 {
        if self.missing > 0 { 2 } else { status }
    }
}

/// Returns the files below a directory, or the one with this name, that differ from where the current branch left a
/// revision.
fn git_changed(
    directory: &Path,
    file: Option<&OsStr>,
    revision: &str,
) -> Result<Vec<PathBuf>, String> {
    if revision.starts_with('-') {
        return Err("not a revision".to_owned());
    }
    let directory_or_here =
        if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let mut git = std::process::Command::new("git");
    git.current_dir(directory_or_here)
        .args(["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "--no-pager"])
        .args(["diff-index", "--cached", "--merge-base", "--name-only", "--diff-filter=d", "-z"])
        .args([
            "--no-ext-diff",
            "--no-textconv",
            "--ignore-submodules",
            "--relative",
            revision,
            "--",
        ])
        .args(file)
        .envs([
            ("GIT_OPTIONAL_LOCKS", "0"),
            ("GIT_NO_LAZY_FETCH", "1"),
            ("GIT_LITERAL_PATHSPECS", "1"),
        ]);
    let output = git.output().map_err(|error| format!("git: {error}"))?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr);
        return Err(why.lines().next().unwrap_or("git failed").to_owned());
    }
    let names = output.stdout.split(|&byte| byte == 0).filter(|name| !name.is_empty());
    Ok(names.map(|name| directory.join(path_of(name.to_vec()))).collect())
}

/// Checks that standard input is given at most once, since it can be read only once.
fn check_stdin(paths: &[PathBuf]) -> Result<(), Failure> {
    match paths.iter().filter(|path| path.as_os_str() == "-").nth(1) {
        Some(_) => Err(Failure::new("standard input (-) is given twice")),
        None => Ok(()),
    }
}

/// Resolves the links of a path, as far as it exists.
fn resolved(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let known = absolute.ancestors().find_map(|there| Some((there, there.canonicalize().ok()?)));
    match known {
        Some((there, real)) => match absolute.strip_prefix(there) {
            Ok(rest) if !rest.as_os_str().is_empty() => real.join(rest),
            _ => real,
        },
        None => absolute,
    }
}
