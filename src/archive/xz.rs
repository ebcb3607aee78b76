//! What xz has packed.

use std::io::{self, Read};

use lzma_rust2::XzReader;

/// The most memory that a stream may ask for: `xz -9` asks for 64 MiB and a little more.
const MOST_KIB: u32 = 66 << 10;

/// The streams of a file one after another. Behind an error nothing is read.
pub(super) struct Xz<R: Read>(Option<XzReader<R>>);

impl<R: Read> Xz<R> {
    /// A reader of what is packed in `from`.
    pub fn new(from: R) -> Self {
        Self(Some(XzReader::new_mem_limit(from, true, MOST_KIB)))
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
