//! Decompresses xz.

use std::io::{self, Read};

use lzma_rust2::XzReader;

/// Maximum memory of a stream in KiB: `xz -9` needs slightly more than 64 MiB.
const MEMORY_LIMIT_KIB: u32 = 66 << 10;

/// Decompresses the streams of a file one after the other. After an error it is at its end.
pub(super) struct Xz<R: Read>(Option<XzReader<R>>);

impl<R: Read> Xz<R> {
    /// Decompresses what `from` yields.
    pub fn new(from: R) -> Self {
        Self(Some(XzReader::new_mem_limit(from, true, MEMORY_LIMIT_KIB)))
    }
}

impl<R: Read> Read for Xz<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let Some(streams) = &mut self.0 else { return Ok(0) };
        let read = streams.read(to);
        if read.is_err() {
            self.0 = None;
        }
        read
    }
}
