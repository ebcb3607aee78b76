//! The threads that a run works with.

use clap::Args;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Deserialize;

use super::Failure;
use super::word::word_type;

/// More are of no use to any machine, and may be more than the system can start.
const MAX_THREADS: usize = 1024;

/// The option for the number of threads.
#[derive(Args, Clone, Copy, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub(super) struct ThreadArgs {
    /// Number of threads; 0 = one per CPU, the default. With KataGo the default is 16.
    #[arg(long, value_name = "N", allow_negative_numbers = true, help_heading = "Performance")]
    threads: Option<ThreadCount>,
}

impl ThreadArgs {
    pub fn number(self) -> Option<usize> {
        self.threads.map(|threads| threads.0)
    }
}

word_type! {
    ThreadCount(usize),
    |text| {
        let number = text.parse().ok().filter(|&number| number <= MAX_THREADS);
        number.ok_or("not a number of threads; there may be up to 1024")
    }
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
        assert_eq!("1024".parse(), Ok(ThreadCount(1024)));
        for text in ["1025", "20000", "999999999999", "99999999999999999999", "-1", "many"] {
            assert!(text.parse::<ThreadCount>().is_err(), "{text}");
        }
    }
}
