//! Threads that read files for the others where reading is slow.
//!
//! A file that lies in the system's memory is read in microseconds, and threads beyond the number of
//! processors would only be in each other's way. From a disk, or over a network, a file takes far longer,
//! nearly all of it waiting: then many are waited for at the same time. What the others get comes in the
//! order in which it was asked for.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};

use super::ahead::received;
use super::in_order::Take;
use super::lot::{Files, Reader};
use super::pace::Pace;
use super::processors;

/// How many there are, once they are wanted.
const READERS: usize = 16;

/// Units of files on the way to those that work on them.
pub(super) struct Readers {
    pace: Arc<Pace>,
    limit: usize,
    /// Whether there may be any.
    wanted: bool,
    /// Where they take their work from.
    work: Option<Sender<(Files, Sender<Files>)>>,
    /// What isn't handed on yet, in order.
    line: VecDeque<Reading>,
    /// Units to be used again.
    spare: Vec<Files>,
}

enum Reading {
    /// Whoever works on it reads it.
    Unread(Files),
    By(Receiver<Files>),
}

impl Readers {
    /// None yet. Of a file no more is read than shows that it has more bytes than `limit`. Without `wanted` there will
    /// never be any.
    pub fn new(pace: Arc<Pace>, limit: usize, wanted: bool) -> Self {
        Self { pace, limit, wanted, work: None, line: VecDeque::new(), spare: Vec::new() }
    }

    /// Hands a unit on, now or behind those before it; gives one back that is empty.
    pub fn pass(&mut self, unit: Files, take: Take<Files>) -> ControlFlow<(), Files> {
        let slow = self.wanted && self.pace.is_slow();
        let reading = if slow { self.begin(unit) } else { Reading::Unread(unit) };
        self.line.push_back(reading);
        self.hand_on(if slow { READERS } else { 0 }, take)?;
        ControlFlow::Continue(self.spare.pop().unwrap_or_default())
    }

    /// Hands on what is left.
    pub fn finish(mut self, take: Take<Files>) {
        let _ = self.hand_on(0, take);
    }

    /// Hands on units, in order, until so many are left.
    fn hand_on(&mut self, left: usize, take: Take<Files>) -> ControlFlow<()> {
        while self.line.len() > left {
            let Some(first) = self.line.pop_front() else { break };
            let unit = match first {
                Reading::Unread(unit) => unit,
                Reading::By(reader) => match received(&reader) {
                    Some(unit) => unit,
                    None => panic!("a reader has ended with what it was to read"),
                },
            };
            let mut used = take(unit)?;
            used.clear();
            self.spare.push(used);
        }
        ControlFlow::Continue(())
    }

    /// Has a unit read.
    fn begin(&mut self, unit: Files) -> Reading {
        let work = self.work.get_or_insert_with(|| hire(&self.pace, self.limit));
        let (give, read) = mpsc::channel();
        match work.send((unit, give)) {
            Ok(()) => Reading::By(read),
            // None could be started.
            Err(mpsc::SendError((unit, _))) => Reading::Unread(unit),
        }
    }
}

/// Starts as many as the system lets. They end when nobody can ask them any more.
fn hire(pace: &Arc<Pace>, limit: usize) -> Sender<(Files, Sender<Files>)> {
    let (ask, asked) = mpsc::channel::<(Files, Sender<Files>)>();
    let asked = Arc::new(Mutex::new(asked));
    for _ in 0..READERS {
        let (asked, pace) = (Arc::clone(&asked), Arc::clone(pace));
        let started = std::thread::Builder::new().name("reader".to_owned()).spawn(move || {
            // They wait, mostly, and needn't stay where the thread is that has started them.
            processors::take_any();
            let mut reader = Reader::new(pace);
            let next = || asked.lock().unwrap_or_else(PoisonError::into_inner).recv();
            while let Ok((mut unit, give)) = next() {
                unit.read_ahead(limit, &mut reader);
                // Nobody may want it any more.
                let _ = give.send(unit);
            }
        });
        if started.is_err() {
            break;
        }
    }
    ask
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::time::Duration;

    use super::*;
    use crate::batch::Source;

    fn slow() -> Arc<Pace> {
        let pace = Pace::default();
        (0..100).for_each(|_| pace.note(Duration::from_secs(1), 1, 0));
        assert!(pace.is_slow());
        Arc::new(pace)
    }

    /// Passes on units of one to three sources, and says which bytes each source had, or that none were read, until so
    /// many units have come.
    fn passed(pace: &Arc<Pace>, wanted: bool, units: usize, until: usize) -> Vec<Vec<u8>> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let mut readers = Readers::new(Arc::clone(pace), 99, wanted);
        let (mut got, mut came) = (Vec::new(), 0);
        pool.install(|| {
            let mut take = |mut unit: Files| {
                let all = unit.sources.len();
                let read: Vec<_> = unit.lot.files().map(|read| read.unwrap().to_vec()).collect();
                assert!(read.is_empty() || read.len() == all);
                got.extend(read);
                came += 1;
                if came == until {
                    return ControlFlow::Break(());
                }
                unit.lot.clear();
                ControlFlow::Continue(unit)
            };
            let (mut unit, mut number) = (Files::default(), 0u32);
            for size in (1..=3).cycle().take(units) {
                for _ in 0..size {
                    let bytes = number.to_le_bytes().to_vec();
                    unit.sources.push(Source::Held(PathBuf::new(), bytes));
                    number += 1;
                }
                match readers.pass(unit, &mut take) {
                    ControlFlow::Continue(empty) => unit = empty,
                    ControlFlow::Break(()) => return,
                }
                assert!(unit.sources.is_empty() && unit.lot.is_empty());
            }
            readers.finish(&mut take);
        });
        assert_eq!(came, units.min(until));
        got
    }

    #[test]
    fn what_is_read_for_others_comes_in_order() {
        for (units, until) in [(0, 9), (1, 9), (READERS, 99), (200, 999), (200, 7)] {
            let pace = slow();
            let got = passed(&pace, true, units, until);
            let numbers: Vec<u32> =
                got.iter().map(|bytes| u32::from_le_bytes(bytes[..].try_into().unwrap())).collect();
            // At last they find that nothing is slow, and read no more.
            assert!(numbers.iter().copied().eq(0..numbers.len() as u32), "{numbers:?}");
            assert!(numbers.len() >= units.min(until).min(5) && numbers.len() < 200);
        }
    }

    #[test]
    fn nobody_is_asked_where_nothing_is_slow() {
        assert!(passed(&Arc::default(), true, 50, 99).is_empty());
        assert!(passed(&slow(), false, 50, 99).is_empty());
    }
}
