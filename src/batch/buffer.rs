//! The memory that a thread reads files into.

use std::io::{self, Read};

/// Room for a file, kept from one to the next: it is never cleared, and no file is asked for its size
/// before it is read.
#[derive(Debug)]
pub(super) struct Buffer {
    room: Vec<u8>,
    filled: usize,
}

impl Default for Buffer {
    fn default() -> Self {
        Self { room: vec![0; ROOM], filled: 0 }
    }
}

/// More than nearly every record has, so that two calls read it: one for the bytes, one for its end.
pub(super) const ROOM: usize = 1 << 16;

impl Buffer {
    /// What was read last.
    pub fn bytes(&self) -> &[u8] {
        &self.room[..self.filled]
    }

    /// Reads to the end of anything; of more than `most` bytes no more than shows that there are more.
    ///
    /// # Errors
    ///
    /// Whatever the system says.
    pub fn read(&mut self, from: impl Read, most: usize) -> io::Result<()> {
        self.read_unless(from, most, |_| false)
    }

    /// The same, but of something of [`ROOM`] bytes or more only so many if they are `enough`.
    ///
    /// # Errors
    ///
    /// Whatever the system says.
    pub fn read_unless(
        &mut self,
        mut from: impl Read,
        most: usize,
        enough: impl Fn(&[u8]) -> bool,
    ) -> io::Result<()> {
        self.filled = 0;
        // A large file's room isn't kept for small ones.
        if self.room.len() > KEPT {
            *self = Self::default();
        }
        loop {
            if self.filled == self.room.len() {
                let larger = self.room.len().saturating_mul(2).min(most.saturating_add(1));
                if larger <= self.filled {
                    return Ok(());
                }
                self.room.resize(larger, 0);
            }
            let end = if self.filled < ROOM { ROOM } else { self.room.len() };
            match from.read(&mut self.room[self.filled..end]) {
                Ok(0) => return Ok(()),
                Ok(read) => self.filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
            if self.filled > most {
                self.filled = most.saturating_add(1);
                return Ok(());
            }
            if self.filled == ROOM && enough(self.bytes()) {
                return Ok(());
            }
        }
    }
}

/// The most room that is kept from file to file.
const KEPT: usize = 1 << 23;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_read_than_shows_that_there_is_more() {
        let mut buffer = Buffer::default();
        for length in [0, 1, 9, 10, 11, ROOM - 1, ROOM, ROOM + 1, 5 * ROOM] {
            let bytes = vec![b'x'; length];
            for most in [0, 9, 10, ROOM - 1, ROOM, 3 * ROOM, usize::MAX] {
                buffer.read(&bytes[..], most).unwrap();
                assert_eq!(
                    buffer.bytes().len(),
                    length.min(most.saturating_add(1)),
                    "{length} {most}"
                );
                assert!(buffer.bytes().iter().all(|&byte| byte == b'x'));
            }
            for (enough, read) in [(b'x', length.min(ROOM)), (b'y', length)] {
                buffer.read_unless(&bytes[..], usize::MAX, |head| head[0] == enough).unwrap();
                assert_eq!(buffer.bytes().len(), read);
            }
        }
    }
}
