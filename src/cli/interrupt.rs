//! Ctrl-C, or another request to end the run.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{flag, low_level};

use super::{Failure, terminal};
use sgf_audit_core::interruption;
pub(super) use sgf_audit_core::interruption::is_requested;
use sgf_audit_core::plural::pluralize;

/// The exit status of a run that was interrupted: 128 and the number of SIGINT, as shells have it.
const STATUS: i32 = 130;

/// How long a run may take to complete what it has done so far, once it is to end.
const GRACE: Duration = Duration::from_millis(1500);

/// From now on the first request to end makes [`is_requested`] true, and a second one ends the process at once. So does
/// time: what still waits then, such as for a reader of standard output, may wait for ever. Before the first file is
/// written nothing has to be completed, and a run that waits for an option's file ends by the first.
pub(super) fn watch() {
    static WATCHED: Once = Once::new();
    WATCHED.call_once(|| {
        let is_noticed = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // The flag comes first, so that no request between the two is lost. Where that isn't possible the first request
            // ends the process.
            let _ = flag::register(signal, interruption::flag()).and_then(|_| {
                flag::register_conditional_shutdown(signal, STATUS, Arc::clone(&is_noticed))
            });
        }
        let end = move || {
            while !is_requested() {
                thread::sleep(interruption::PERIOD);
            }
            is_noticed.store(true, Ordering::Relaxed);
            thread::sleep(GRACE);
            low_level::exit(STATUS);
        };
        let _ = thread::Builder::new().spawn(end);
    });
}

pub(super) fn check() -> Result<(), Failure> {
    interruption::check().map_err(|error| Failure::new(error.to_string()))
}

/// Reports after how many files the run was interrupted, and returns its exit status.
pub(super) fn status(files: u64) -> u8 {
    terminal::print_message(&format!("sgf-audit: interrupted after {}", pluralize(files, "file")));
    STATUS as u8
}
