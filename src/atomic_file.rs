//! Files that appear at their path complete or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile, TempPath};

/// How the names of files begin that are being written.
pub(crate) const TEMPORARY: &str = ".sgf-audit-";

/// Whether a file that is already at the path is replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Existing {
    Replace,
    Keep,
}

/// A file that is written beside its path and renamed when it is complete. Dropping it without
/// [`AtomicFile::finish`] leaves nothing behind.
#[derive(Debug)]
pub(crate) struct AtomicFile {
    // Errors of writing to a `NamedTempFile` would name the temporary file.
    file: BufWriter<File>,
    temporary: TempPath,
    path: PathBuf,
    existing: Existing,
}

impl AtomicFile {
    /// Starts a file that will replace what is at `path`. Missing directories are created. Fails if the temporary file
    /// can't be created.
    pub fn create(path: &Path) -> io::Result<Self> {
        Self::start(path, Existing::Replace)
    }

    /// Starts a file that never replaces another. Missing directories are created. Fails if the temporary file can't be
    /// created, or there is something at `path` already.
    pub fn create_new(path: &Path) -> io::Result<Self> {
        if path.symlink_metadata().is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        Self::start(path, Existing::Keep)
    }

    /// Replaces what is at `path` by a file with this content. Fails if it can't be written.
    pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
        let mut file = Self::create(path)?;
        file.write_all(content)?;
        file.finish()
    }

    fn start(path: &Path, existing: Existing) -> io::Result<Self> {
        let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty());
        let dir = dir.unwrap_or(Path::new("."));
        create_dirs(dir)?;
        let mut builder = Builder::new();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As for any new file; the system applies the umask.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let (file, temporary) = open_temporary(&mut builder, dir)?.into_parts();
        Ok(Self { file: BufWriter::new(file), temporary, path: path.to_path_buf(), existing })
    }

    /// Writes what is buffered and moves the file to its path. Fails if something can't be written; for a file of
    /// [`AtomicFile::create_new`] also if there is something at its path by now.
    pub fn finish(self) -> io::Result<()> {
        self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        match self.existing {
            Existing::Replace => self.temporary.persist(&self.path)?,
            Existing::Keep => self.temporary.persist_noclobber(&self.path)?,
        }
        Ok(())
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Creates a directory and its parents where they are missing. Fails if it can't be created, or the path is a file.
pub(crate) fn create_dirs(dir: &Path) -> io::Result<()> {
    fs::create_dir_all(dir).map_err(|error| match error.kind() {
        // A file is in the way.
        io::ErrorKind::AlreadyExists => io::ErrorKind::NotADirectory.into(),
        _ => error,
    })
}

/// Returns the first link among the directories between `root` and a file below it; a file written there could lie outside.
pub(crate) fn link_between(root: &Path, file: &Path) -> Option<PathBuf> {
    let below = file.parent()?.strip_prefix(root).ok()?;
    let mut dir = root.to_path_buf();
    below.components().find_map(|part| {
        dir.push(part);
        dir.is_symlink().then(|| dir.clone())
    })
}

/// Creates a temporary file in a directory. Fails, without its path in the message, if it can't be created.
pub(crate) fn open_temporary(builder: &mut Builder, dir: &Path) -> io::Result<NamedTempFile> {
    builder.prefix(TEMPORARY).suffix(".tmp").tempfile_in(dir).map_err(|error| {
        // Only the error's text has the cause without the path.
        let why = error.to_string();
        let why = why.split_once(" at path ").map_or(&*why, |(why, _)| why);
        io::Error::new(error.kind(), why)
    })
}
