//! Ctrl-C, or another request to end the run.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Once};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use super::{Failure, terminal};
use crate::plural::pluralize;

/// The exit status of a run that was interrupted: 128 and the number of SIGINT, as shells have it.
const STATUS: i32 = 130;

static REQUESTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// From now on the first request to end makes [`is_requested`] true, and a second one ends the process at once. Before the
/// first file is written nothing has to be completed, and a run that waits for an option's file ends by the first.
pub(super) fn watch() {
    static WATCHED: Once = Once::new();
    WATCHED.call_once(|| {
        for signal in [SIGINT, SIGTERM] {
            // Where that isn't possible the first request ends the process.
            let _ = flag::register_conditional_shutdown(signal, STATUS, Arc::clone(&REQUESTED))
                .and_then(|_| flag::register(signal, Arc::clone(&REQUESTED)));
        }
    });
}

/// Whether the run is to end, with what has been done so far.
pub(super) fn is_requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}

/// Fails if the run is to end.
pub(super) fn check() -> Result<(), Failure> {
    if is_requested() { Err(Failure::new("interrupted")) } else { Ok(()) }
}

/// Reports after how many files the run was interrupted, and returns its exit status.
pub(super) fn status(files: u64) -> u8 {
    terminal::print_message(&format!("sgf-audit: interrupted after {}", pluralize(files, "file")));
    STATUS as u8
}
