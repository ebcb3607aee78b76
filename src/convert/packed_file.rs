//! A file that is packed according to its name.

use std::io::{self, Write};
use std::path::Path;

#[cfg(feature = "archives")]
use flate2::{Compression, write::GzEncoder};

use crate::atomic_file::AtomicFile;

/// A new file that appears when it is complete, packed by gzip if its name ends with `.gz`. The same content gives the same bytes.
pub(super) enum PackedFile {
    Plain(AtomicFile),
    #[cfg(feature = "archives")]
    Gzip(Box<GzEncoder<AtomicFile>>),
}

impl PackedFile {
    /// Starts a file that never replaces another.
    ///
    /// # Errors
    ///
    /// If there is something at the path, the file can't be created, or it can't be packed as its name requires.
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

    /// Writes what is buffered and moves the file to its path.
    ///
    /// # Errors
    ///
    /// If something can't be written, or there is something at its path by now.
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
