//! The threads that a run works with.

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::Failure;
use crate::batch::Processors;

/// More are of no use to any machine, and may be more than the system can start.
const MOST: usize = 1024;

/// The value of `--threads`.
pub(super) fn number(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number| number <= MOST);
    number.ok_or_else(|| format!("not a number of threads; there may be up to {MOST}"))
}

/// So many threads, or one a processor. The calling one is among them: it needn't wait for the others,
/// nor be woken by them. Where there are as many as processors and nobody else is to work beside them
/// (`alone`), each stays on a processor of its own: left to itself, the system may put a thread that
/// another one wakes on the other's processor, and let them share that for long while one is idle.
pub(super) fn pool(threads: Option<usize>, alone: bool) -> Result<ThreadPool, Failure> {
    let mut builder =
        ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).use_current_thread();
    let processors = Processors::allowed();
    if alone {
        // First of all: the system likes to begin a thread where the one is that makes it, which goes on
        // there, and may find out only milliseconds later that another processor is idle.
        let processors = processors.clone();
        builder = builder.start_handler(move |thread| processors.take_own(thread));
    }
    let pool = builder.build().map_err(|error| Failure::new(error.to_string()))?;
    if alone {
        pool.install(|| processors.take_own(0));
    }
    Ok(pool)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// The processors of each thread of a pool, made on a thread that isn't in one yet.
    fn processors_of(threads: usize, alone: bool) -> Vec<Vec<usize>> {
        let made = std::thread::spawn(move || {
            let Ok(pool) = pool(Some(threads), alone) else { panic!("no pool") };
            pool.broadcast(|_| Processors::allowed().numbers().to_vec())
        });
        made.join().expect("it ends")
    }

    #[test]
    fn there_are_no_more_threads_than_a_system_can_start() {
        assert_eq!((number("1"), number("1024")), (Ok(1), Ok(1024)));
        for text in ["1025", "20000", "999999999999", "99999999999999999999", "-1", "many"] {
            assert!(number(text).is_err(), "{text}");
        }
    }

    #[test]
    fn threads_have_processors_of_their_own_where_there_is_one_for_each() {
        let all = Processors::allowed().numbers().to_vec();
        let one_each: Vec<_> = all.iter().map(|&processor| vec![processor]).collect();
        assert_eq!(processors_of(all.len(), true), one_each);
        assert_eq!(processors_of(all.len(), false), vec![all.clone(); all.len()]);
        assert_eq!(processors_of(all.len() + 1, true), vec![all.clone(); all.len() + 1]);
    }
}
