//! Where the selected games are written.

use std::io::ErrorKind::{PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::game::{Game, Reason};
use super::selection::Selection;
use crate::atomic_file::{AtomicFile, link_between};
use sgf_audit_core::printable::Shown;

/// Where the selected games are written.
pub enum Destination<'a> {
    /// Their paths, one per line, or lines that were made for them.
    Lines(&'a mut dyn Write),
    Copies(&'a Path),
    Collection(&'a Path),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    pub games: u64,
    /// Of these, games whose encoding isn't UTF-8 and isn't declared.
    pub undeclared: u64,
}

/// Returns an error as one of the file, with its path.
fn at(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |error| {
        let why = match error.kind() {
            io::ErrorKind::AlreadyExists => "exists already; not overwriting".to_owned(),
            _ => error.to_string(),
        };
        io::Error::new(error.kind(), format!("{}: {why}", Shown::Path(path)))
    }
}

impl Selection<'_> {
    /// Chooses among the games that fit, and writes the selected ones in the order of the run. A file that is in the way
    /// stays as it is, and its game is left out. Fails if the list, the collection or any further copies can't be written, or a
    /// game can't be read back.
    pub fn write(&mut self, mut destination: Destination) -> io::Result<Written> {
        let mut written = Written::default();
        let mut collection = match destination {
            Destination::Collection(path) => {
                Some((AtomicFile::create_new(path).map_err(at(path))?, path))
            }
            _ => None,
        };
        for place in self.choose()? {
            let game = self.game(place)?;
            match &mut destination {
                Destination::Lines(to) => match &game.bytes {
                    Some(line) => to.write_all(line)?,
                    None => writeln!(to, "{}", game.name())?,
                },
                Destination::Collection(_) => {
                    let Some((file, path)) = &mut collection else { continue };
                    let bytes = game.bytes.as_deref().unwrap_or_default();
                    file.write_all(bytes).and_then(|()| file.write_all(b"\n")).map_err(at(path))?;
                }
                Destination::Copies(dir) => {
                    let path = dir.join(path_below(&game));
                    if let Err(error) = write_file(&game, dir, &path).map_err(at(&path)) {
                        // Further copies would fail, too.
                        if matches!(
                            error.kind(),
                            PermissionDenied | QuotaExceeded | ReadOnlyFilesystem | StorageFull
                        ) {
                            return Err(error);
                        }
                        self.leave_out(&game.left_out(Reason::NotWritten, error.to_string()))?;
                        continue;
                    }
                }
            }
            written.games += 1;
            written.undeclared += u64::from(game.is_undeclared);
        }
        if let Destination::Lines(to) = destination {
            to.flush()?;
        }
        if let Some((file, path)) = collection {
            file.finish().map_err(at(path))?;
        }
        Ok(written)
    }
}

/// Returns the path of a game below the output directory: its file's, with the game's number if the file has several.
fn path_below(game: &Game) -> PathBuf {
    if game.is_only_game {
        return game.relative.clone();
    }
    let mut name = game.relative.file_stem().unwrap_or_default().to_os_string();
    name.push(format!("-{:03}.sgf", game.game));
    game.relative.with_file_name(name)
}

fn write_file(game: &Game, dir: &Path, to: &Path) -> io::Result<()> {
    if let Some(link) = link_between(dir, to) {
        let link = Shown::Path(&link);
        let why = format!("{link} is a link, which could lead out of the directory");
        return Err(io::Error::other(why));
    }
    let mut file = AtomicFile::create_new(to)?;
    file.write_all(game.bytes.as_deref().unwrap_or_default())?;
    file.finish()
}
