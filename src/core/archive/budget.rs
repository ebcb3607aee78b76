//! Counts what is unpacked from one archive, and compares it with the limits.

use std::cell::{Cell, RefCell};
use std::io::{self, Read};

use super::ArchiveLimits;
use crate::interruption;

/// Bytes that may be unpacked whatever the ratio: small repetitive files compress very well.
const ALWAYS_ALLOWED: u64 = 64 << 20;

/// The limits of one archive, and the bytes unpacked so far.
#[derive(Debug)]
pub(super) struct Budget {
    limits: ArchiveLimits,
    /// Bytes read from the archive, counting those read several times.
    packed: Cell<u64>,
    /// The largest offset up to which the archive was read.
    reach: Cell<u64>,
    unpacked: Cell<u64>,
    members: Cell<u64>,
    /// The first limit that was exceeded, in words.
    exceeded: RefCell<Option<String>>,
}

impl Budget {
    pub(super) fn new(limits: ArchiveLimits) -> Self {
        Self {
            limits,
            packed: Cell::new(0),
            reach: Cell::new(0),
            unpacked: Cell::new(0),
            members: Cell::new(0),
            exceeded: RefCell::default(),
        }
    }

    /// The first limit that was exceeded, in words. Nothing more must be read then.
    pub(super) fn exceeded(&self) -> Option<String> {
        self.exceeded.borrow().clone()
    }

    /// Whether a limit was exceeded.
    pub(super) fn is_exceeded(&self) -> bool {
        self.exceeded.borrow().is_some()
    }

    /// Counts a member. Returns false if there are too many.
    pub(super) fn take_member(&self) -> bool {
        self.members.set(self.members.get() + 1);
        let limit = self.limits.members;
        self.members.get() <= limit || self.exceed(format!("more than {limit} members"))
    }

    /// The maximum depth of archives in archives.
    pub(super) fn max_depth(&self) -> u32 {
        self.limits.depth
    }

    fn exceed(&self, message: String) -> bool {
        self.exceeded.borrow_mut().get_or_insert(message);
        false
    }

    fn count(&self, bytes: usize) -> io::Result<()> {
        let unpacked = self.unpacked.get() + bytes as u64;
        self.unpacked.set(unpacked);
        let ArchiveLimits { bytes: limit, ratio, .. } = self.limits;
        // Overlapping members read the same bytes again, which must not raise the limit.
        let packed = self.packed.get().min(self.reach.get());
        let within = if unpacked > limit {
            self.exceed(format!("it unpacks to more than {limit} bytes"))
        } else if unpacked > ALWAYS_ALLOWED && unpacked / u64::from(ratio.max(1)) > packed {
            self.exceed(format!("it unpacks to more than {ratio} times its size"))
        } else {
            true
        };
        if within { Ok(()) } else { Err(io::Error::other("beyond a limit")) }
    }
}

/// Reads the archive itself, and counts the bytes read from it.
pub(super) struct ArchiveReader<'b, R> {
    inner: R,
    budget: &'b Budget,
    offset: u64,
}

impl<'b, R> ArchiveReader<'b, R> {
    /// `inner` must be at the beginning of the archive.
    pub(super) fn new(inner: R, budget: &'b Budget) -> Self {
        Self { inner, budget, offset: 0 }
    }
}

impl<R: Read> Read for ArchiveReader<'_, R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(to)?;
        let budget = self.budget;
        self.offset += read as u64;
        budget.packed.set(budget.packed.get() + read as u64);
        budget.reach.set(budget.reach.get().max(self.offset));
        Ok(read)
    }
}

impl<R: io::Seek> io::Seek for ArchiveReader<'_, R> {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        self.offset = self.inner.seek(to)?;
        Ok(self.offset)
    }
}

/// Reads unpacked bytes, and fails when they exceed a limit.
pub(super) struct LimitedReader<'b, R> {
    pub inner: R,
    pub budget: &'b Budget,
}

impl<R: Read> Read for LimitedReader<'_, R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        interruption::check()?;
        let read = self.inner.read(to)?;
        self.budget.count(read)?;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Seek;

    use super::*;

    fn read_all(limits: ArchiveLimits, packed: u64, unpacked: u64) -> Option<String> {
        let budget = Budget::new(limits);
        io::copy(&mut ArchiveReader::new(io::repeat(1).take(packed), &budget), &mut io::sink())
            .unwrap();
        let inner = io::repeat(0).take(unpacked);
        let read = io::copy(&mut LimitedReader { inner, budget: &budget }, &mut io::sink());
        assert_eq!(read.is_err(), budget.exceeded().is_some());
        budget.exceeded()
    }

    #[test]
    fn bytes_read_again_count_once() {
        let budget = Budget::new(ArchiveLimits { ratio: 1, ..ArchiveLimits::DEFAULT });
        let file = vec![0; 1 << 20];
        let mut packed = ArchiveReader::new(io::Cursor::new(&file), &budget);
        for _ in 0..100 {
            packed.seek(io::SeekFrom::Start(0)).unwrap();
            io::copy(&mut packed, &mut io::sink()).unwrap();
        }
        let inner = io::repeat(0).take(ALWAYS_ALLOWED + 9);
        assert!(io::copy(&mut LimitedReader { inner, budget: &budget }, &mut io::sink()).is_err());
    }

    #[test]
    fn the_exceeded_limit_is_named() {
        let limits = ArchiveLimits { bytes: ALWAYS_ALLOWED + 9, ratio: 10, members: 2, depth: 1 };
        assert_eq!(read_all(limits, 0, ALWAYS_ALLOWED), None);
        assert!(read_all(limits, 0, ALWAYS_ALLOWED + 9).unwrap().contains("10 times"));
        assert_eq!(read_all(limits, ALWAYS_ALLOWED / 10 + 1, ALWAYS_ALLOWED + 9), None);
        assert!(read_all(limits, ALWAYS_ALLOWED, ALWAYS_ALLOWED + 10).unwrap().contains("bytes"));
        let budget = Budget::new(limits);
        assert!(budget.take_member() && budget.take_member() && !budget.take_member());
        assert!(budget.exceeded().unwrap().contains("2 members"));
    }
}
