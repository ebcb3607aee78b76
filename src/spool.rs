//! Bytes that wait in memory or, if they are many, in a temporary file.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;

/// Maximum number of bytes in memory.
const MAX_HELD: usize = 1 << 20;

/// Bytes that wait in memory or, if they are many, in a temporary file, which has no name and is gone with the program.
#[derive(Debug, Default)]
pub(crate) struct Spool {
    held: Vec<u8>,
    /// All of them, once they are many.
    file: Option<BufWriter<File>>,
    length: u64,
}

impl Spool {
    /// Adds bytes and returns their place. Fails if they can't be written.
    pub fn add(&mut self, bytes: &[u8]) -> io::Result<Range<u64>> {
        if self.file.is_none() && self.held.len() + bytes.len() > MAX_HELD {
            let mut file = BufWriter::new(tempfile::tempfile()?);
            file.write_all(&std::mem::take(&mut self.held))?;
            self.file = Some(file);
        }
        match &mut self.file {
            Some(file) => file.write_all(bytes)?,
            None => self.held.extend_from_slice(bytes),
        }
        let start = self.length;
        self.length += bytes.len() as u64;
        Ok(start..self.length)
    }

    /// Reads bytes back. Nothing may be added afterwards. Fails if they can't be read.
    pub fn read(&mut self, place: &Range<u64>) -> io::Result<Vec<u8>> {
        let Some(file) = &mut self.file else {
            return Ok(self.held[place.start as usize..place.end as usize].to_vec());
        };
        let mut bytes = vec![0; (place.end - place.start) as usize];
        // Buffered bytes are written first.
        file.seek(SeekFrom::Start(place.start))?;
        file.get_mut().read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// Returns the number of bytes in memory.
    pub fn held(&self) -> usize {
        self.held.len()
    }
}
