//! The threads that a run works with.

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::Failure;

/// More are of no use to any machine, and may be more than the system can start.
const MAX_THREADS: usize = 1024;

pub(super) fn number(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number| number <= MAX_THREADS);
    number.ok_or_else(|| format!("not a number of threads; there may be up to {MAX_THREADS}"))
}

/// Creates a pool of this number of threads, or one per processor for `None` and 0. The calling thread is one of them, so that it need
/// not wait for the others, nor be woken by them.
pub(super) fn pool(threads: Option<usize>) -> Result<ThreadPool, Failure> {
    ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(0))
        .use_current_thread()
        .build()
        .map_err(|error| Failure::new(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_no_more_threads_than_a_system_can_start() {
        assert_eq!((number("1"), number("1024")), (Ok(1), Ok(1024)));
        for text in ["1025", "20000", "999999999999", "99999999999999999999", "-1", "many"] {
            assert!(number(text).is_err(), "{text}");
        }
    }
}
