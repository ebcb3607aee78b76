//! The records that a subcommand works on.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use clap::Args;

use super::{Failure, terminal};
use crate::archive::{ArchiveLimits, Unpacker};
use crate::batch::{files_from, read_named};
use crate::formats::read;
use crate::sgf::{Game, Limits, Scanner};

/// The records to work on.
#[derive(Args)]
pub(super) struct Inputs {
    /// Files, directories, archives, or - for standard input.
    pub paths: Vec<PathBuf>,
    /// Read further paths from a file, one a line (- for standard input).
    #[arg(long, value_name = "FILE")]
    pub files_from: Option<PathBuf>,
}

/// What of an archive is beyond a limit isn't read; the finding `archive-limit` says so.
#[derive(Args, Clone, Copy)]
pub(super) struct Archives {
    /// The most bytes that an archive may unpack to.
    #[arg(long, default_value_t = ArchiveLimits::DEFAULT.bytes, value_name = "N")]
    max_unpacked: u64,
    /// How many times its own size an archive may unpack to, beyond the first 64 MiB.
    #[arg(long, default_value_t = ArchiveLimits::DEFAULT.ratio, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..))]
    max_ratio: u32,
    /// The most members of an archive that are read.
    #[arg(long, default_value_t = ArchiveLimits::DEFAULT.members, value_name = "N")]
    max_members: u64,
    /// How deep archives within archives are read.
    #[arg(long, default_value_t = ArchiveLimits::DEFAULT.depth, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=64))]
    max_nesting: u32,
}

impl Archives {
    /// Returns an unpacker with these limits that reads at most `most` bytes of a member.
    pub fn unpacker(self, most: u32) -> Unpacker {
        let limits = ArchiveLimits {
            bytes: self.max_unpacked,
            ratio: self.max_ratio,
            members: self.max_members,
            depth: self.max_nesting,
        };
        Unpacker { limits, most }
    }
}

/// Returns the failure of a file: its path and the reason.
pub(super) fn failed(path: &Path, why: &dyn Display) -> Failure {
    Failure::new(format!("{}: {why}", path.display()))
}

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

/// Prints a message if the first game of a file is worked on and the file has further ones.
pub(super) fn warn_if_several_games(bytes: &[u8], game: u32) {
    let text = read(bytes);
    let (mut scanner, mut read, mut faults) = (Scanner::new(&text), Game::default(), Vec::new());
    if game == 1 && (0..2).all(|_| scanner.next_game(&mut read, &mut faults)) {
        terminal::print_message("this is the first game of several; --game N takes another");
    }
}

impl Inputs {
    /// Returns the number of paths on the command line, which precede those of a list.
    pub fn named(&self) -> usize {
        self.paths.len()
    }

    /// Returns all paths. Those on the command line must exist; a listed one that doesn't becomes a finding.
    pub fn paths(&self, subcommand: &str) -> Result<Vec<PathBuf>, Failure> {
        let mut paths = self.paths.clone();
        for path in paths.iter().filter(|path| path.as_os_str() != "-") {
            if let Err(error) = std::fs::symlink_metadata(path) {
                return Err(failed(path, &error));
            }
        }
        if let Some(list) = &self.files_from {
            let listed = files_from(list).map_err(|error| failed(list, &error))?;
            paths.extend(listed);
        } else if paths.is_empty() {
            let how = format!("no paths given; `sgf-audit {subcommand} --help` shows how");
            return Err(Failure::new(how));
        }
        check_stdin(&paths)?;
        Ok(paths)
    }
}

/// Checks that standard input is given at most once, since it can be read only once.
pub(super) fn check_stdin(paths: &[PathBuf]) -> Result<(), Failure> {
    match paths.iter().filter(|path| path.as_os_str() == "-").nth(1) {
        Some(_) => Err(Failure::new("standard input (-) is given twice")),
        None => Ok(()),
    }
}
