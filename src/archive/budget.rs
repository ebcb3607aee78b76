//! What one archive has used of its limits.

use std::cell::{Cell, RefCell};
use std::io::{self, Read};

use super::ArchiveLimits;

/// So much may be unpacked whatever the ratio: what repeats itself may well become small.
const RATIO_FROM: u64 = 64 << 20;

/// What one file has used of its limits.
#[derive(Debug)]
pub(super) struct Budget {
    limits: ArchiveLimits,
    packed: Cell<u64>,
    /// How far into the file it was read.
    reach: Cell<u64>,
    unpacked: Cell<u64>,
    members: Cell<u64>,
    /// What was beyond a limit.
    exceeded: RefCell<Option<String>>,
}

impl Budget {
    pub fn new(limits: ArchiveLimits) -> Self {
        Self {
            limits,
            packed: Cell::new(0),
            reach: Cell::new(0),
            unpacked: Cell::new(0),
            members: Cell::new(0),
            exceeded: RefCell::default(),
        }
    }

    /// What was beyond a limit, if anything was. Then nothing more is to be read.
    pub fn exceeded(&self) -> Option<String> {
        self.exceeded.borrow().clone()
    }

    /// Counts a member; false if there are too many.
    pub fn take_member(&self) -> bool {
        self.members.set(self.members.get() + 1);
        let most = self.limits.members;
        self.members.get() <= most || self.exceed(format!("more than {most} members"))
    }

    /// Whether archives may be nested so deeply.
    pub fn allows_depth(&self, depth: u32) -> bool {
        depth <= self.limits.depth
    }

    pub fn depth(&self) -> u32 {
        self.limits.depth
    }

    fn exceed(&self, message: String) -> bool {
        self.exceeded.borrow_mut().get_or_insert(message);
        false
    }

    fn count(&self, bytes: usize) -> io::Result<()> {
        let unpacked = self.unpacked.get() + bytes as u64;
        self.unpacked.set(unpacked);
        let ArchiveLimits { bytes: most, ratio, .. } = self.limits;
        // What is read again, as members that overlap are, makes no more room.
        let packed = self.packed.get().min(self.reach.get());
        let within = if unpacked > most {
            self.exceed(format!("it unpacks to more than {most} bytes"))
        } else if unpacked > RATIO_FROM && unpacked / u64::from(ratio.max(1)) > packed {
            self.exceed(format!("it unpacks to more than {ratio} times its size"))
        } else {
            true
        };
        if within { Ok(()) } else { Err(io::Error::other("beyond a limit")) }
    }
}

/// A reader of the file itself: what it reads makes room.
pub(super) struct Packed<'b, R> {
    inner: R,
    budget: &'b Budget,
    /// Where in the file it stands.
    place: u64,
}

impl<'b, R> Packed<'b, R> {
    /// A reader that stands at the file's beginning.
    pub fn new(inner: R, budget: &'b Budget) -> Self {
        Self { inner, budget, place: 0 }
    }
}

impl<R: Read> Read for Packed<'_, R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(to)?;
        let budget = self.budget;
        self.place += read as u64;
        budget.packed.set(budget.packed.get() + read as u64);
        budget.reach.set(budget.reach.get().max(self.place));
        Ok(read)
    }
}

impl<R: io::Seek> io::Seek for Packed<'_, R> {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        self.place = self.inner.seek(to)?;
        Ok(self.place)
    }
}

/// A reader of what was unpacked: fails where it is beyond the limits.
pub(super) struct Unpacked<'b, R> {
    pub inner: R,
    pub budget: &'b Budget,
}

impl<R: Read> Read for Unpacked<'_, R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
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
        io::copy(&mut Packed::new(io::repeat(1).take(packed), &budget), &mut io::sink()).unwrap();
        let inner = io::repeat(0).take(unpacked);
        let read = io::copy(&mut Unpacked { inner, budget: &budget }, &mut io::sink());
        assert_eq!(read.is_err(), budget.exceeded().is_some());
        budget.exceeded()
    }

    #[test]
    fn what_is_read_again_makes_no_room() {
        let budget = Budget::new(ArchiveLimits { ratio: 1, ..ArchiveLimits::DEFAULT });
        let file = vec![0; 1 << 20];
        let mut packed = Packed::new(io::Cursor::new(&file), &budget);
        for _ in 0..100 {
            packed.seek(io::SeekFrom::Start(0)).unwrap();
            io::copy(&mut packed, &mut io::sink()).unwrap();
        }
        let inner = io::repeat(0).take(RATIO_FROM + 9);
        assert!(io::copy(&mut Unpacked { inner, budget: &budget }, &mut io::sink()).is_err());
    }

    #[test]
    fn what_is_beyond_a_limit_is_said() {
        let limits = ArchiveLimits { bytes: RATIO_FROM + 9, ratio: 10, members: 2, depth: 1 };
        assert_eq!(read_all(limits, 0, RATIO_FROM), None);
        assert!(read_all(limits, 0, RATIO_FROM + 9).unwrap().contains("10 times"));
        assert_eq!(read_all(limits, RATIO_FROM / 10 + 1, RATIO_FROM + 9), None);
        assert!(read_all(limits, RATIO_FROM, RATIO_FROM + 10).unwrap().contains("bytes"));
        let budget = Budget::new(limits);
        assert!(budget.take_member() && budget.take_member() && !budget.take_member());
        assert!(budget.exceeded().unwrap().contains("2 members"));
    }
}
