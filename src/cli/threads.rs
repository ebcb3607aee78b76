//! The threads that a run works with.

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::Failure;

/// So many threads, or one a processor. The calling one is among them: it needn't wait for the others,
/// nor be woken by them.
pub(super) fn pool(threads: Option<usize>) -> Result<ThreadPool, Failure> {
    ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(0))
        .use_current_thread()
        .build()
        .map_err(|error| Failure::new(error.to_string()))
}
