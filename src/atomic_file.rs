//! Files that appear at their path complete or not at all.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

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
    file: BufWriter<NamedTempFile>,
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

    fn start(path: &Path, existing: Existing) -> io::Result<Self> {
        let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty());
        let dir = dir.unwrap_or(Path::new("."));
        create_dirs(dir)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".sgf-audit-").suffix(".tmp");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As for any new file; the system applies the umask.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let file = BufWriter::new(builder.tempfile_in(dir).map_err(without_temporary_path)?);
        Ok(Self { file, path: path.to_path_buf(), existing })
    }

    /// Writes what is buffered and moves the file to its path. Fails if something can't be written; for a file of
    /// [`AtomicFile::create_new`] also if there is something at its path by now.
    pub fn finish(self) -> io::Result<()> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        match self.existing {
            Existing::Replace => file.persist(&self.path)?,
            Existing::Keep => file.persist_noclobber(&self.path)?,
        };
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

/// Drops the temporary file's path from an error message.
fn without_temporary_path(error: io::Error) -> io::Error {
    let system = error.get_ref().and_then(|error| error.source()?.downcast_ref::<io::Error>());
    system.and_then(io::Error::raw_os_error).map_or(error, io::Error::from_raw_os_error)
}
