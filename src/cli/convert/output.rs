//! Where converted records are written.

use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use flate2::{Compression, write::GzEncoder};

use super::run::{ConvertedRecord, GameTexts};
use crate::atomic_file::{AtomicFile, create_dirs, link_between};
use crate::cli::inputs::{failed, not_written};
use crate::cli::{Failure, terminal};
use sgf_audit_core::convert::{Notice, Target, csv_header};
use sgf_audit_core::printable::Shown;

/// How games are spread over files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    Joined,
    /// The games of a file into one file.
    PerFile,
    /// Each game into a file of its own.
    PerGame,
}

fn joined_name(target: Target) -> &'static str {
    match target {
        Target::Sgf => "games.sgf",
        Target::Jsonl => "games.jsonl",
        Target::Csv => "moves.csv",
        Target::Gtp => "games.gtp",
    }
}

/// Whether a path names a file for all games, packed or not, rather than a directory.
pub(super) fn is_joined_file(target: Target, path: &Path) -> bool {
    let extension = Path::new(joined_name(target)).extension();
    let name = path.file_name().unwrap_or_default();
    let packed = ["gz", "zst", "xz", "bz2"].iter().any(|packer| {
        path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(packer))
    });
    let inner = if packed { Path::new(name).file_stem() } else { Some(name) };
    inner.is_some_and(|inner| Path::new(inner).extension() == extension) && !path.is_dir()
}

/// A stream, a file or a directory that converted records are written to. No file is ever replaced.
pub struct Output {
    target: Target,
    place: Place,
}

enum Place {
    /// A stream; `None` once its reader has closed it, which isn't a failure.
    Stream(Option<Box<dyn Write + Send>>),
    File(PackedFile, PathBuf),
    Dir(PathBuf, Layout),
}

impl Output {
    /// Creates an output into a stream, to which all games are written. Fails if a header can't be written.
    pub fn to_stream(stream: Box<dyn Write + Send>, target: Target) -> Result<Self, Failure> {
        Self::new(target, Place::Stream(Some(stream)))
    }

    /// Creates an output into a directory. Fails if the directory is a file, or the file for all games can't be created
    /// or exists already.
    pub fn to_dir(dir: &Path, target: Target, layout: Layout) -> Result<Self, Failure> {
        if dir.exists() && !dir.is_dir() {
            return Err(failed(dir, &io::Error::from(io::ErrorKind::NotADirectory)));
        }
        match layout {
            Layout::Joined => Self::to_file(&dir.join(joined_name(target)), target),
            _ => Self::new(target, Place::Dir(dir.to_path_buf(), layout)),
        }
    }

    /// Creates an output into a file, to which all games are written. It is packed if its name ends with `.gz`. Fails
    /// if the file can't be created or exists already, or its name asks for another packer.
    pub fn to_file(path: &Path, target: Target) -> Result<Self, Failure> {
        let file = PackedFile::create_new(path).map_err(|error| not_written(path, &error))?;
        Self::new(target, Place::File(file, path.to_path_buf()))
    }

    fn new(target: Target, place: Place) -> Result<Self, Failure> {
        let mut output = Self { target, place };
        if target == Target::Csv {
            output.append(csv_header().as_bytes())?;
        }
        Ok(output)
    }

    /// Writes a record: all of its games, or none. Returns a notice if another file is in the way, or no file
    /// can have the name. Fails if a file can't be written for another reason.
    pub fn write(&mut self, done: &mut ConvertedRecord) -> Result<Option<Notice>, Failure> {
        let Place::Dir(dir, layout) = &self.place else {
            for index in 0..done.texts.games.len() {
                let text = done.texts.read(index);
                let text = text.map_err(|error| Failure::new(format!("a temporary file: {error}")));
                self.append(&text?)?;
            }
            return Ok(None);
        };
        let files = self.files(dir, *layout, done);
        let notice = |name, message| Ok(Some(Notice::about_file(name, message)));
        if let Some(link) = files.iter().find_map(|(path, _)| link_between(dir, path)) {
            let link = Shown::Path(&link);
            let message = format!("{link} is a link, which could lead out of the directory");
            return notice("output-exists", message);
        }
        let Err((path, error)) = write_files(&files, &mut done.texts) else { return Ok(None) };
        match error.kind() {
            io::ErrorKind::AlreadyExists => {
                let path = Shown::Path(obstacle(&path));
                let how = "exists already, from before or from another input; not overwriting";
                notice("output-exists", format!("{path} {how}"))
            }
            // The name is too long or contains NUL. Records with other names can still be written.
            io::ErrorKind::InvalidFilename | io::ErrorKind::InvalidInput => {
                notice("output-name", format!("{}: {error}", Shown::Path(&path)))
            }
            _ => Err(failed(&path, &error)),
        }
    }

    /// Returns the files for a record in a directory, each with its number of games.
    fn files(&self, dir: &Path, layout: Layout, done: &ConvertedRecord) -> Vec<(PathBuf, usize)> {
        let extension = if self.target == Target::Gtp { "gtp" } else { "sgf" };
        let games = &done.texts.games;
        if layout == Layout::PerGame {
            let number = |game| (done.converted.game_count > 1).then_some(game);
            let path = |game| done.output(dir, extension, number(game));
            return games.iter().map(|&(game, _)| (path(game), 1)).collect();
        }
        match games.len() {
            0 => Vec::new(),
            games => vec![(done.output(dir, extension, None), games)],
        }
    }

    fn append(&mut self, text: &[u8]) -> Result<(), Failure> {
        match &mut self.place {
            Place::Stream(Some(stream)) => {
                if terminal::is_closed(stream.write_all(text))? {
                    self.place = Place::Stream(None);
                }
                Ok(())
            }
            Place::File(file, path) => {
                file.writer().write_all(text).map_err(|error| failed(path, &error))
            }
            Place::Stream(None) | Place::Dir(..) => Ok(()),
        }
    }

    /// Completes the output. Returns whether the reader of a stream has closed it. Fails if the rest can't be written.
    pub fn finish(self) -> Result<bool, Failure> {
        match self.place {
            Place::Stream(Some(mut stream)) => terminal::is_closed(stream.flush()),
            Place::Stream(None) => Ok(true),
            Place::File(file, path) => {
                file.finish().map(|()| false).map_err(|error| not_written(&path, &error))
            }
            Place::Dir(..) => Ok(false),
        }
    }
}

/// Writes the files of a record, once the paths of all of them are known to be free. Returns the first error with its path.
fn write_files(
    files: &[(PathBuf, usize)],
    texts: &mut GameTexts,
) -> Result<(), (PathBuf, io::Error)> {
    for (path, _) in files {
        require_free(path).map_err(|error| (path.clone(), error))?;
    }
    let mut written = 0;
    for (path, games) in files {
        let all = write_file(path, written..written + games, texts);
        all.map_err(|error| (path.clone(), error))?;
        written += games;
    }
    Ok(())
}

fn write_file(path: &Path, games: Range<usize>, texts: &mut GameTexts) -> io::Result<()> {
    let mut file = AtomicFile::create_new(path)?;
    for index in games {
        file.write_all(&texts.read(index)?)?;
    }
    file.finish()
}

/// Checks that a file can be created, as far as its name and existing files tell. Its directory is created,
/// since no system reports a name that is too long without it.
fn require_free(path: &Path) -> io::Result<()> {
    if let Some(dir) = path.parent() {
        create_dirs(dir).map_err(|error| match error.kind() {
            io::ErrorKind::NotADirectory => io::ErrorKind::AlreadyExists.into(),
            _ => error,
        })?;
    }
    match path.symlink_metadata() {
        Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// Returns what is in a file's place: the path itself, or a file where the path needs a directory.
fn obstacle(path: &Path) -> &Path {
    let file = |path: &&Path| path.symlink_metadata().is_ok() && !path.is_dir();
    path.ancestors().find(file).unwrap_or(path)
}

/// A new file that appears when it is complete, packed by gzip if its name ends with `.gz`. The same content gives the same bytes.
pub(super) enum PackedFile {
    Plain(AtomicFile),
    Gzip(Box<GzEncoder<AtomicFile>>),
}

impl PackedFile {
    /// Starts a file that never replaces another. Fails if there is something at the path, the file can't be created,
    /// or it can't be packed as its name requires.
    pub fn create_new(path: &Path) -> io::Result<Self> {
        let extension = path.extension().map(|extension| extension.to_ascii_lowercase());
        let packer = match extension.as_ref().and_then(|extension| extension.to_str()) {
            Some("gz") => {
                let file = AtomicFile::create_new(path)?;
                return Ok(Self::Gzip(Box::new(GzEncoder::new(file, Compression::default()))));
            }
            Some("zst") => "zstd",
            Some("xz") => "xz",
            Some("bz2") => "bzip2",
            _ => return AtomicFile::create_new(path).map(Self::Plain),
        };
        Err(io::Error::other(format!(
            "only gzip (.gz) is written; without --out, `| {packer} > FILE` packs"
        )))
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Plain(file) => file,
            Self::Gzip(packer) => packer,
        }
    }

    /// Writes what is buffered and moves the file to its path. Fails if something can't be written, or there is
    /// something at its path by now.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.finish(),
            Self::Gzip(packer) => packer.finish()?.finish(),
        }
    }
}
