//! Bytes that wait in memory or, if they are many, in a temporary file.

use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;

use tempfile::SpooledTempFile;

/// Maximum number of bytes in memory.
const MAX_HELD: usize = 1 << 22;

/// Bytes that wait in memory or, if they are many, in a temporary file, which has no name and is gone with the program.
#[derive(Debug, Default)]
pub(crate) struct Spool {
    file: Option<BufWriter<SpooledTempFile>>,
    length: u64,
}

impl Spool {
    /// Adds bytes and returns their place. Fails if they can't be written.
    pub fn add(&mut self, bytes: &[u8]) -> io::Result<Range<u64>> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(BufWriter::new(SpooledTempFile::new(MAX_HELD))),
        };
        file.write_all(bytes)?;
        let start = self.length;
        self.length += bytes.len() as u64;
        Ok(start..self.length)
    }

    /// Reads bytes back. Nothing may be added afterwards. Fails if they can't be read.
    pub fn read(&mut self, place: &Range<u64>) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; (place.end - place.start) as usize];
        if let Some(file) = &mut self.file {
            // Buffered bytes are written first.
            file.seek(SeekFrom::Start(place.start))?;
            file.get_mut().read_exact(&mut bytes)?;
        }
        Ok(bytes)
    }
}
