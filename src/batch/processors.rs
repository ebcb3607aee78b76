//! Which processors threads run on.

use std::sync::OnceLock;

/// The processors that this program may run on, where the system lets threads choose.
#[derive(Clone, Debug)]
pub struct Processors(#[cfg(target_os = "linux")] Vec<usize>);

/// Those that it could run on before any thread took its own.
static GIVEN: OnceLock<Processors> = OnceLock::new();

/// Lets this thread run on any of them again.
pub(super) fn take_any() {
    if let Some(given) = GIVEN.get() {
        given.take(|_| true);
    }
}

#[cfg(target_os = "linux")]
impl Processors {
    /// Those that the calling thread may run on.
    #[must_use]
    pub fn allowed() -> Self {
        use rustix::thread::{CpuSet, sched_getaffinity};
        // Where the system doesn't say, or has more than a set has room for, nothing is done.
        let set = sched_getaffinity(None).unwrap_or_default();
        Self((0..CpuSet::MAX_CPU).filter(|&number| set.is_set(number)).collect())
    }

    /// Their numbers.
    #[must_use]
    pub fn numbers(&self) -> &[usize] {
        &self.0
    }

    /// Keeps this thread of a pool, by its number, on a processor that no other has, if there is one for each.
    pub fn take_own(&self, thread: usize) {
        if self.0.len() < 2 || self.0.len() != rayon::current_num_threads() {
            return;
        }
        GIVEN.get_or_init(|| self.clone());
        self.take(|number| number == thread);
    }

    /// Keeps this thread on some of them. If they can't be had it runs wherever the system likes.
    fn take(&self, wanted: impl Fn(usize) -> bool) {
        use rustix::thread::{CpuSet, sched_setaffinity};
        let mut set = CpuSet::new();
        let all = self.0.iter().enumerate();
        all.filter(|&(number, _)| wanted(number)).for_each(|(_, &processor)| set.set(processor));
        let _ = sched_setaffinity(None, &set);
    }
}

#[cfg(not(target_os = "linux"))]
impl Processors {
    /// Those that the calling thread may run on: nobody says which.
    #[must_use]
    pub fn allowed() -> Self {
        Self()
    }

    /// Their numbers.
    #[must_use]
    pub fn numbers(&self) -> &[usize] {
        &[]
    }

    /// Keeps a thread on a processor of its own, where the system lets threads choose.
    pub fn take_own(&self, _: usize) {}

    fn take(&self, _: impl Fn(usize) -> bool) {}
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_thread_needs_not_stay_where_the_one_is_that_started_it() {
        let all = Processors::allowed();
        let threads = all.numbers().len();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.broadcast(|context| all.take_own(context.index()));
        let started = || {
            std::thread::spawn(|| {
                let before = Processors::allowed().numbers().len();
                take_any();
                (before, Processors::allowed().numbers().to_vec())
            })
        };
        let (before, after) = pool.install(|| started().join()).unwrap();
        assert_eq!((before, after), (1, all.numbers().to_vec()));
    }
}
