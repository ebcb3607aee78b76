//! The progress bar on standard error.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use sgf_audit_core::plural::pluralize;

/// A bar with the number of files done, games per second and a count. It has no length, since the number of files is known
/// only once the last directory has been walked, shortly before the end. Nothing is drawn unless standard error is a
/// terminal.
pub(super) struct Bar {
    bar: ProgressBar,
    /// Formats what is counted besides files and games; empty if nothing is.
    counted: fn(u64) -> String,
}

impl Bar {
    pub fn new(quiet: bool, counted: fn(u64) -> String) -> Self {
        let target =
            if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(None, target);
        if !bar.is_hidden() {
            let style = ProgressStyle::with_template("{spinner} {msg}");
            bar.set_style(style.expect("the template is valid"));
            bar.set_message(message(0, 0, 1.0, &counted(0)));
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        Self { bar, counted }
    }

    pub fn show(&self, files: u64, games: u64, count: u64) {
        if self.bar.is_hidden() {
            return;
        }
        let seconds = self.bar.elapsed().as_secs_f64().max(0.001);
        self.bar.set_message(message(files, games, seconds, &(self.counted)(count)));
    }

    /// Hides the bar while `write` runs, which may print to the same terminal.
    pub fn around<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.bar.is_hidden() { write() } else { self.bar.suspend(write) }
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn message(files: u64, games: u64, seconds: f64, counted: &str) -> String {
    let comma = if counted.is_empty() { "" } else { ", " };
    let (files, speed) = (pluralize(files, "file"), games as f64 / seconds);
    format!("{files}, {} ({speed:.0}/s){comma}{counted}", pluralize(games, "game"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_names_what_is_counted() {
        assert_eq!(message(8, 10, 2.0, "3 findings"), "8 files, 10 games (5/s), 3 findings");
        assert_eq!(message(1, 1, 2.0, ""), "1 file, 1 game (0/s)");
    }
}
