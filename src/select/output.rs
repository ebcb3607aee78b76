//! Where the selected games are written.

use std::error::Error;
use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::selection::{Selection, left_out, name};
use super::selector::{Candidate, Payload, Reason};
use crate::atomic_file::{AtomicFile, create_dirs, link_between};
use crate::spool::Spool;
use sgf_audit_core::printable::Shown;

/// Where the selected games are written.
pub enum Destination<'a> {
    /// Their paths, one per line, or lines that were made for them.
    Lines(&'a mut dyn Write),
    Copies(&'a Path),
    /// Hard links below a directory; copies of what has no file of its own.
    Links(&'a Path),
    Collection(&'a Path),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    pub games: u64,
    /// Of these, games that were copied since they have no file to link to.
    pub copied: u64,
    /// Of these, games whose encoding isn't UTF-8 and isn't declared.
    pub undeclared: u64,
}

/// Why nothing more could be written.
#[derive(Debug)]
pub struct OutputError {
    /// The file; none for standard output.
    pub path: Option<PathBuf>,
    pub error: io::Error,
}

impl OutputError {
    /// Whether the reader of standard output has closed it.
    pub fn is_closed_pipe(&self) -> bool {
        self.path.is_none() && self.error.kind() == io::ErrorKind::BrokenPipe
    }
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, error } = self;
        if let Some(path) = path {
            write!(f, "{}: ", Shown::Path(path))?;
        }
        match error.kind() {
            io::ErrorKind::AlreadyExists => f.write_str("exists already; not overwriting"),
            _ => error.fmt(f),
        }
    }
}

impl Error for OutputError {}

fn at(path: &Path) -> impl Fn(io::Error) -> OutputError {
    move |error| OutputError { path: Some(path.to_path_buf()), error }
}

fn in_passing(error: io::Error) -> OutputError {
    OutputError { path: None, error }
}

impl Selection<'_> {
    /// Chooses among the games that fit, and writes the selected ones in the order of the run. A file that is in the way
    /// stays as it is, and its game is left out. Fails if the list or the collection can't be written, or the bytes of
    /// a game can't be read back.
    pub fn write(&mut self, destination: Destination) -> Result<Written, OutputError> {
        let (games, mut spool) = self.choose().map_err(in_passing)?;
        let mut written = Written::default();
        let mut note = |game: &Candidate| {
            written.games += 1;
            written.undeclared += u64::from(game.is_undeclared);
        };
        match destination {
            Destination::Lines(to) => {
                for game in &games {
                    let line = match bytes(game, &mut spool).map_err(in_passing)? {
                        Some(line) => line,
                        None => format!("{}\n", name(game)).into_bytes(),
                    };
                    to.write_all(&line).map_err(in_passing)?;
                    note(game);
                }
                to.flush().map_err(in_passing)?;
            }
            Destination::Collection(path) => {
                let mut file = AtomicFile::create_new(path).map_err(at(path))?;
                for game in &games {
                    let bytes = bytes(game, &mut spool).map_err(in_passing)?.unwrap_or_default();
                    file.write_all(&bytes)
                        .and_then(|()| file.write_all(b"\n"))
                        .map_err(at(path))?;
                    note(game);
                }
                file.finish().map_err(at(path))?;
            }
            Destination::Copies(dir) | Destination::Links(dir) => {
                let mut copied = 0;
                for game in &games {
                    let path = dir.join(place(game));
                    let bytes = bytes(game, &mut spool).map_err(in_passing)?;
                    copied += u64::from(bytes.is_some());
                    let outcome = match (link_between(dir, &path), bytes) {
                        (Some(link), _) => Err(io::Error::other(format!(
                            "{} is a link, which could lead out of the directory",
                            Shown::Path(&link)
                        ))),
                        (None, Some(bytes)) => copy(&bytes, &path),
                        (None, None) => link(&game.path, &path),
                    };
                    match outcome.map_err(at(&path)) {
                        Ok(()) => note(game),
                        Err(error) => {
                            let not_written = left_out(game, Reason::NotWritten, error.to_string());
                            self.leave_out(&not_written).map_err(in_passing)?;
                        }
                    }
                }
                written.copied = copied;
            }
        }
        Ok(written)
    }
}

/// Returns the bytes of a game that were put aside.
fn bytes(game: &Candidate, spool: &mut Spool) -> io::Result<Option<Vec<u8>>> {
    match &game.payload {
        Payload::None => Ok(None),
        Payload::Bytes(bytes) => Ok(Some(bytes.clone())),
        Payload::Spooled(place) => spool.read(place).map(Some),
    }
}

/// Returns the path of a game below the output directory: its file's, with the game's number if the file has several.
fn place(game: &Candidate) -> PathBuf {
    if game.is_only_game {
        return game.relative.clone();
    }
    let mut name = game.relative.file_stem().unwrap_or_default().to_os_string();
    name.push(format!("-{:03}.sgf", game.game));
    game.relative.with_file_name(name)
}

fn copy(bytes: &[u8], to: &Path) -> io::Result<()> {
    let mut file = AtomicFile::create_new(to)?;
    file.write_all(bytes)?;
    file.finish()
}

fn link(from: &Path, to: &Path) -> io::Result<()> {
    create_dirs(to.parent().unwrap_or(Path::new(".")))?;
    // The file itself, if the path is a link to it.
    fs::hard_link(from.canonicalize()?, to).map_err(|error| match error.kind() {
        io::ErrorKind::CrossesDevices => {
            io::Error::other("on another file system, to which links can't be made; use --copy")
        }
        _ => error,
    })
}
