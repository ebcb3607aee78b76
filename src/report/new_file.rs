//! A file that wasn't there before.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::tables::OutDir;

/// A file being written beside its place. It appears there whole, and never in the place of another.
#[derive(Debug)]
pub struct NewFile {
    file: BufWriter<NamedTempFile>,
    path: PathBuf,
}

impl NewFile {
    /// Begins a file; its directories are made if they aren't there.
    ///
    /// # Errors
    ///
    /// If it can't be made, and if there is a file of this name already.
    pub fn create(path: &Path) -> io::Result<Self> {
        if path.symlink_metadata().is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty());
        let file = OutDir::new(dir.unwrap_or(Path::new(".")))?.create()?;
        Ok(Self { file, path: path.to_path_buf() })
    }

    /// Writes the rest and puts the file into its place.
    ///
    /// # Errors
    ///
    /// If something can't be written, and if there is a file of this name by now.
    pub fn finish(self) -> io::Result<()> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.persist_noclobber(&self.path)?;
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
