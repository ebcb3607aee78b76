//! The first bytes of a stream, by which its kind is known.

use std::io::{self, BufRead, Read};

use super::HEAD;

/// Reads the first bytes of a stream, by which its kind is known, and returns them with the rest of the stream. Fails
/// if not even one byte can be read.
pub(super) fn read_head<R: BufRead>(mut from: R) -> io::Result<(Vec<u8>, Rest<R>)> {
    let mut head = Vec::with_capacity(HEAD);
    match (&mut from).take(HEAD as u64).read_to_end(&mut head) {
        Err(error) if head.is_empty() => Err(error),
        read => Ok((head, Rest { error: read.err(), from })),
    }
}

/// The rest of a stream. An error that came while its first bytes were read is returned here: a decompressor reports a
/// wrong checksum only once.
pub(super) struct Rest<R> {
    error: Option<io::Error>,
    from: R,
}

impl<R: BufRead> Read for Rest<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.error.take().map_or_else(|| self.from.read(to), Err)
    }
}

impl<R: BufRead> BufRead for Rest<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self.error.take() {
            Some(error) => Err(error),
            None => self.from.fill_buf(),
        }
    }

    fn consume(&mut self, bytes: usize) {
        self.from.consume(bytes);
    }
}
