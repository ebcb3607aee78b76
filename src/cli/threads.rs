//! The threads that a run works with.

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::Failure;

/// So many threads, or one a processor. The calling one is among them: it needn't wait for the others,
/// nor be woken by them. Where there are as many as processors and nobody else is to work beside them
/// (`alone`), each stays on a processor of its own: left to itself, the system may put a thread that
/// another one wakes on the other's processor, and let them share that for long while one is idle.
pub(super) fn pool(threads: Option<usize>, alone: bool) -> Result<ThreadPool, Failure> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(0))
        .use_current_thread()
        .build()
        .map_err(|error| Failure::new(error.to_string()))?;
    if alone {
        processors::take_one_each(&pool);
    }
    Ok(pool)
}

#[cfg(target_os = "linux")]
mod processors {
    use rayon::ThreadPool;
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    /// Those that this thread may run on.
    pub fn allowed() -> Vec<usize> {
        // Where the system doesn't say, or has more than a set has room for, nothing is done.
        let set = sched_getaffinity(None).unwrap_or_default();
        (0..CpuSet::MAX_CPU).filter(|&processor| set.is_set(processor)).collect()
    }

    pub fn take_one_each(pool: &ThreadPool) {
        let allowed = allowed();
        if allowed.len() < 2 || allowed.len() != pool.current_num_threads() {
            return;
        }
        pool.broadcast(|thread| {
            let mut own = CpuSet::new();
            own.set(allowed[thread.index()]);
            // If it can't be had the thread runs wherever the system likes.
            let _ = sched_setaffinity(None, &own);
        });
    }
}

#[cfg(not(target_os = "linux"))]
mod processors {
    pub fn take_one_each(_: &rayon::ThreadPool) {}
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// The processors of each thread of a pool, made on a thread that isn't in one yet.
    fn processors_of(threads: usize, alone: bool) -> Vec<Vec<usize>> {
        let made = std::thread::spawn(move || {
            let Ok(pool) = pool(Some(threads), alone) else { panic!("no pool") };
            pool.broadcast(|_| processors::allowed())
        });
        made.join().expect("it ends")
    }

    #[test]
    fn threads_have_processors_of_their_own_where_there_is_one_for_each() {
        let all = processors::allowed();
        let one_each: Vec<_> = all.iter().map(|&processor| vec![processor]).collect();
        assert_eq!(processors_of(all.len(), true), one_each);
        assert_eq!(processors_of(all.len(), false), vec![all.clone(); all.len()]);
        assert_eq!(processors_of(all.len() + 1, true), vec![all.clone(); all.len() + 1]);
    }
}
