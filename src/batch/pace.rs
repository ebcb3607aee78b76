//! How long files take to be read.

use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

/// Whether files are waited for. Those that lie in the system's memory take some 5 µs each, those on a disk or
/// beyond a network twenty times that and more.
#[derive(Debug, Default)]
pub(super) struct Pace {
    /// How many more lots were slow than not, of the last ones.
    slow: AtomicU8,
}

/// What a file, and a kilobyte of it, may take where nothing is waited for; a thread may have to share its processor.
const FILE: Duration = Duration::from_micros(40);
const KILOBYTE: Duration = Duration::from_micros(1);

/// A few slow lots may be chance.
const SLOW: u8 = 4;
const MOST: u8 = 2 * SLOW;

impl Pace {
    /// Counts what was read since then: so many files, with so many bytes altogether.
    pub fn count(&self, since: Instant, files: usize, bytes: usize) {
        self.note(since.elapsed(), files, bytes);
    }

    pub fn note(&self, took: Duration, files: usize, bytes: usize) {
        let usual = FILE * files as u32 + KILOBYTE * (bytes >> 10) as u32;
        let slow = self.slow.load(Ordering::Relaxed);
        // Threads may lose each other's count: it is a guess all the same.
        let now = if took > usual { MOST.min(slow + 1) } else { slow.saturating_sub(1) };
        if now != slow {
            self.slow.store(now, Ordering::Relaxed);
        }
    }

    /// Whether it is worth while to wait for many files at the same time.
    pub fn is_slow(&self) -> bool {
        self.slow.load(Ordering::Relaxed) >= SLOW
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_waited_for_are_slow() {
        let pace = Pace::default();
        let read = |each: u64| pace.note(Duration::from_micros(16 * each), 16, 16 << 10);
        for _ in 1..SLOW {
            read(100);
            assert!(!pace.is_slow());
        }
        read(100);
        assert!(pace.is_slow());
        (0..20).for_each(|_| read(100));
        for _ in 0..=MOST - SLOW {
            assert!(pace.is_slow());
            read(5);
        }
        assert!(!pace.is_slow());
        // A large file takes its time.
        (0..20).for_each(|_| pace.note(Duration::from_millis(3), 1, 4 << 20));
        assert!(!pace.is_slow());
    }
}
