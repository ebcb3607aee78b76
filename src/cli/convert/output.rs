//! Where converted records are written.

use std::error::Error;
use std::fmt;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

#[cfg(feature = "archives")]
use flate2::{Compression, write::GzEncoder};

use super::run::{ConvertedRecord, GameTexts};
use crate::atomic_file::{AtomicFile, link_between};
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

/// Returns the name of the file for all games.
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

fn extension(target: Target) -> &'static str {
    if target == Target::Gtp { "gtp" } else { "sgf" }
}

/// A stream, a file or a directory that converted records are written to. No file is ever replaced.
pub struct Output {
    layout: Layout,
    extension: &'static str,
    place: Place,
}

enum Place {
    /// A stream; `None` once its reader has closed it, which isn't a failure.
    Stream(Option<Box<dyn Write + Send>>),
    File(PackedFile, PathBuf),
    Dir(PathBuf),
}

/// Why an output can't be written.
#[derive(Debug)]
pub struct OutputError {
    /// The file; `None` for the stream.
    pub path: Option<PathBuf>,
    pub error: io::Error,
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => write!(f, "{}: ", Shown::Path(path))?,
            None => f.write_str("standard output: ")?,
        }
        match self.error.kind() {
            io::ErrorKind::AlreadyExists => f.write_str("exists already; not overwriting"),
            _ => self.error.fmt(f),
        }
    }
}

impl Error for OutputError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}

fn at(path: &Path) -> impl Fn(io::Error) -> OutputError {
    move |error| OutputError { path: Some(path.to_path_buf()), error }
}

impl Output {
    /// Creates an output into a stream, to which all games are written. Fails if a header can't be written.
    pub fn to_stream(stream: Box<dyn Write + Send>, target: Target) -> Result<Self, OutputError> {
        Self::new(target, Layout::Joined, Place::Stream(Some(stream)))
    }

    /// Creates an output into a directory. Fails if the directory is a file, or the file for all games can't be created
    /// or exists already.
    pub fn to_dir(dir: &Path, target: Target, layout: Layout) -> Result<Self, OutputError> {
        if std::fs::metadata(dir).is_ok_and(|there| !there.is_dir()) {
            return Err(at(dir)(io::ErrorKind::NotADirectory.into()));
        }
        if layout != Layout::Joined {
            return Self::new(target, layout, Place::Dir(dir.to_path_buf()));
        }
        Self::to_file(&dir.join(joined_name(target)), target)
    }

    /// Creates an output into a file, to which all games are written. It is packed if its name ends with `.gz`. Fails
    /// if the file can't be created or exists already, or its name asks for another packer.
    pub fn to_file(path: &Path, target: Target) -> Result<Self, OutputError> {
        let file = PackedFile::create_new(path).map_err(at(path))?;
        Self::new(target, Layout::Joined, Place::File(file, path.to_path_buf()))
    }

    fn new(target: Target, layout: Layout, place: Place) -> Result<Self, OutputError> {
        let mut output = Self { layout, extension: extension(target), place };
        if target == Target::Csv {
            output.append(csv_header().as_bytes())?;
        }
        Ok(output)
    }

    /// Writes a record: all of its games, or none. Returns a notice if another file is in the way, or no file
    /// can have the name. Fails if a file can't be written for another reason.
    pub fn write(&mut self, done: &mut ConvertedRecord) -> Result<Option<Notice>, OutputError> {
        let files = match &self.place {
            Place::Dir(dir) => self.files(dir, done),
            _ => {
                for index in 0..done.texts.count() {
                    let text = done.texts.read(index).map_err(not_read)?;
                    self.append(&text)?;
                }
                return Ok(None);
            }
        };
        if let Place::Dir(dir) = &self.place
            && let Some(link) = files.iter().find_map(|(path, _)| link_between(dir, path))
        {
            let link = Shown::Path(&link);
            let message = format!("{link} is a link, which could lead out of the directory");
            return Ok(Some(Notice::about_file("output-exists", message)));
        }
        match write_files(&files, &mut done.texts) {
            Err(OutputError { path: Some(path), error }) if is_in_the_way(&error) => {
                let path = Shown::Path(obstacle(&path));
                let message = format!(
                    "{path} exists already, from before or from another input; not overwriting"
                );
                Ok(Some(Notice::about_file("output-exists", message)))
            }
            // Records with other names can still be written.
            Err(OutputError { path: Some(path), error }) if is_impossible_name(&error) => {
                let message = format!("{}: {error}", Shown::Path(&path));
                Ok(Some(Notice::about_file("output-name", message)))
            }
            written => written.map(|()| None),
        }
    }

    /// Returns the files for a record in a directory, each with its number of games.
    fn files(&self, dir: &Path, done: &ConvertedRecord) -> Vec<(PathBuf, usize)> {
        if self.layout == Layout::PerGame {
            let is_numbered = done.game_count > 1;
            let number = |game| is_numbered.then_some(game);
            let files = done.texts.numbers();
            return files.map(|game| (done.output(dir, self.extension, number(game)), 1)).collect();
        }
        match done.texts.count() {
            0 => Vec::new(),
            games => vec![(done.output(dir, self.extension, None), games)],
        }
    }

    /// Writes to the stream or to the file for all games.
    fn append(&mut self, text: &[u8]) -> Result<(), OutputError> {
        match &mut self.place {
            Place::Stream(Some(stream)) => {
                if is_closed(stream.write_all(text))? {
                    self.place = Place::Stream(None);
                }
                Ok(())
            }
            Place::File(file, path) => file.write_all(text).map_err(at(path)),
            Place::Stream(None) | Place::Dir(_) => Ok(()),
        }
    }

    /// Completes the output. Returns whether the reader of a stream has closed it. Fails if the rest can't be written.
    pub fn finish(self) -> Result<bool, OutputError> {
        match self.place {
            Place::Stream(Some(mut stream)) => is_closed(stream.flush()),
            Place::Stream(None) => Ok(true),
            Place::File(file, path) => file.finish().map(|()| false).map_err(at(&path)),
            Place::Dir(_) => Ok(false),
        }
    }
}

fn is_closed(written: io::Result<()>) -> Result<bool, OutputError> {
    match written {
        Ok(()) => Ok(false),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(true),
        Err(error) => Err(OutputError { path: None, error }),
    }
}

/// Writes the files of a record, once the paths of all of them are known to be free.
fn write_files(files: &[(PathBuf, usize)], texts: &mut GameTexts) -> Result<(), OutputError> {
    for (path, _) in files {
        require_free(path).map_err(at(path))?;
    }
    let mut written = 0;
    for (path, games) in files {
        write_file(path, written..written + games, texts).map_err(at(path))?;
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

/// The error of texts that can't be read back.
fn not_read(error: io::Error) -> OutputError {
    OutputError { path: None, error }
}

/// Checks that a file can be created, as far as its name and existing files tell. Its directory is created,
/// since no system reports a name that is too long without it.
fn require_free(path: &Path) -> io::Result<()> {
    if let Some(dir) = path.parent() {
        std::fs::create_dir_all(dir).map_err(|error| match error.kind() {
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

fn is_in_the_way(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::AlreadyExists
}

/// Returns what is in a file's place: the path itself, or a file where the path needs a directory.
fn obstacle(path: &Path) -> &Path {
    let file = |path: &&Path| path.symlink_metadata().is_ok() && !path.is_dir();
    path.ancestors().find(file).unwrap_or(path)
}

/// Whether no file can have the name, as it is too long or contains NUL.
fn is_impossible_name(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::InvalidFilename | io::ErrorKind::InvalidInput)
}

/// A new file that appears when it is complete, packed by gzip if its name ends with `.gz`. The same content gives the same bytes.
pub(super) enum PackedFile {
    Plain(AtomicFile),
    #[cfg(feature = "archives")]
    Gzip(Box<GzEncoder<AtomicFile>>),
}

impl PackedFile {
    /// Starts a file that never replaces another. Fails if there is something at the path, the file can't be created,
    /// or it can't be packed as its name requires.
    pub fn create_new(path: &Path) -> io::Result<Self> {
        let extension = path.extension().map(|extension| extension.to_ascii_lowercase());
        match extension.as_ref().and_then(|extension| extension.to_str()) {
            #[cfg(feature = "archives")]
            Some("gz") => {
                let file = AtomicFile::create_new(path)?;
                Ok(Self::Gzip(Box::new(GzEncoder::new(file, Compression::default()))))
            }
            #[cfg(not(feature = "archives"))]
            Some("gz") => {
                Err(io::Error::other("built without the feature `archives`, which packs"))
            }
            Some(other @ ("zst" | "xz" | "bz2")) => {
                let packer = match other {
                    "zst" => "zstd",
                    "xz" => "xz",
                    _ => "bzip2",
                };
                Err(io::Error::other(format!(
                    "only gzip (.gz) is written; without --out, `| {packer} > FILE` packs"
                )))
            }
            _ => AtomicFile::create_new(path).map(Self::Plain),
        }
    }

    /// Writes what is buffered and moves the file to its path. Fails if something can't be written, or there is
    /// something at its path by now.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.finish(),
            #[cfg(feature = "archives")]
            Self::Gzip(packer) => packer.finish()?.finish(),
        }
    }
}

impl Write for PackedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.write(bytes),
            #[cfg(feature = "archives")]
            Self::Gzip(packer) => packer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.flush(),
            #[cfg(feature = "archives")]
            Self::Gzip(packer) => packer.flush(),
        }
    }
}
