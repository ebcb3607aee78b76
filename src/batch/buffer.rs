//! The memory that a thread reads files into.

use std::io::{self, Read};
use std::ops::Range;

/// Room for files one behind another, kept from one lot of them to the next: it is never cleared, and no
/// file is asked for its size before it is read.
#[derive(Debug)]
pub(super) struct Buffer {
    room: Vec<u8>,
    filled: usize,
}

/// More than nearly every record has, so that two calls read it: one for the bytes, one for its end.
pub(super) const ROOM: usize = 1 << 16;

/// So many bytes are a full lot.
const FULL: usize = 1 << 18;

/// The most room that is kept from lot to lot.
const KEPT: usize = 1 << 23;

impl Default for Buffer {
    fn default() -> Self {
        Self { room: vec![0; FULL + ROOM], filled: 0 }
    }
}

impl Buffer {
    /// Begins a new lot.
    pub fn clear(&mut self) {
        self.filled = 0;
        // A large file's room isn't kept for small ones.
        if self.room.len() > KEPT {
            *self = Self::default();
        }
    }

    /// How many bytes were read.
    pub fn len(&self) -> usize {
        self.filled
    }

    /// Whether what was read is a full lot, so that nothing more should be added.
    pub fn is_full(&self) -> bool {
        self.filled >= FULL
    }

    /// What was read of a file, by the place that reading it has returned.
    pub fn bytes(&self, place: &Range<usize>) -> &[u8] {
        &self.room[place.clone()]
    }

    /// Forgets what was read last.
    pub fn take_back(&mut self, place: &Range<usize>) {
        self.filled = place.start;
    }

    /// Reads to the end of anything; of more than `most` bytes no more than shows that there are more.
    ///
    /// # Errors
    ///
    /// Whatever the system says.
    pub fn read(&mut self, from: impl Read, most: usize) -> io::Result<Range<usize>> {
        self.read_unless(from, most, |_| false)
    }

    /// The same, but of something of [`ROOM`] bytes or more only so many if they are `enough`.
    ///
    /// # Errors
    ///
    /// Whatever the system says.
    pub fn read_unless(
        &mut self,
        from: impl Read,
        most: usize,
        enough: impl Fn(&[u8]) -> bool,
    ) -> io::Result<Range<usize>> {
        let start = self.filled;
        let length = self.append(from, start, most, enough)?;
        self.filled = start + length;
        Ok(start..self.filled)
    }

    /// Reads something to where `start` says; returns its length.
    fn append(
        &mut self,
        mut from: impl Read,
        start: usize,
        most: usize,
        enough: impl Fn(&[u8]) -> bool,
    ) -> io::Result<usize> {
        let mut read = 0;
        loop {
            if start + read.max(ROOM) > self.room.len() || start + read == self.room.len() {
                let larger = read.saturating_mul(2).min(most.saturating_add(1)).max(ROOM);
                if larger <= read {
                    return Ok(read);
                }
                self.room.resize(start + larger, 0);
            }
            let end = if read < ROOM { start + ROOM } else { self.room.len() };
            match from.read(&mut self.room[start + read..end]) {
                Ok(0) => return Ok(read),
                Ok(more) => read += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
            if read > most {
                return Ok(most.saturating_add(1));
            }
            if read == ROOM && enough(&self.room[start..start + read]) {
                return Ok(read);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_read_than_shows_that_there_is_more() {
        let mut buffer = Buffer::default();
        for length in [0, 1, 9, 10, 11, ROOM - 1, ROOM, ROOM + 1, 5 * ROOM] {
            let bytes = vec![b'x'; length];
            for most in [0, 9, 10, ROOM - 1, ROOM, 3 * ROOM, usize::MAX] {
                let place = buffer.read(&bytes[..], most).unwrap();
                assert_eq!(place.len(), length.min(most.saturating_add(1)), "{length} {most}");
                assert!(buffer.bytes(&place).iter().all(|&byte| byte == b'x'));
            }
            for (enough, read) in [(b'x', length.min(ROOM)), (b'y', length)] {
                let enough = |head: &[u8]| head[0] == enough;
                assert_eq!(buffer.read_unless(&bytes[..], usize::MAX, enough).unwrap().len(), read);
            }
            buffer.clear();
        }
    }

    #[test]
    fn what_was_read_stays_until_the_lot_is_done() {
        let mut buffer = Buffer::default();
        let lengths = [3, 0, ROOM, 7, FULL - 1, 5, 3 * FULL, 9, 2 * KEPT, 4];
        let read = |buffer: &mut Buffer, byte, length| {
            buffer.read(&vec![byte; length][..], usize::MAX).unwrap()
        };
        let lot = lengths.map(|length| (read(&mut buffer, b'a', length), length));
        assert!(buffer.is_full());
        for (place, length) in lot {
            assert_eq!(buffer.bytes(&place), vec![b'a'; length]);
        }
        buffer.clear();
        assert!(!buffer.is_full() && buffer.room.len() < KEPT);
        // What can't be read leaves nothing.
        let broken = std::io::Read::chain(&b"xyz"[..], Broken);
        assert!(buffer.read(broken, usize::MAX).is_err());
        assert_eq!(read(&mut buffer, b'b', 2), 0..2);
    }

    struct Broken;

    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }
}
