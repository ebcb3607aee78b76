//! The progress bar on standard error.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::plural::pluralize;

/// A bar with the number of files done, games per second and a count. It has no length, since the number of files is known
/// only once the last directory has been walked, shortly before the end. Nothing is drawn unless standard error is a
/// terminal.
pub(super) struct Bar {
    bar: ProgressBar,
    /// Formats what is counted besides files and games.
    counted: fn(u64) -> String,
}

impl Bar {
    pub fn new(quiet: bool, counted: fn(u64) -> String) -> Self {
        let target =
            if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(None, target);
        if !bar.is_hidden() {
            let style = ProgressStyle::with_template("{spinner} {pos} files, {msg}");
            bar.set_style(style.expect("the template is valid"));
            bar.set_message(message(0, 1.0, &counted(0)));
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        Self { bar, counted }
    }

    pub fn show(&self, files: u64, games: u64, count: u64) {
        if self.bar.is_hidden() {
            return;
        }
        let seconds = self.bar.elapsed().as_secs_f64().max(0.001);
        self.bar.set_message(message(games, seconds, &(self.counted)(count)));
        self.bar.set_position(files);
    }

    /// Hides the bar while `write` runs, which may print to the same terminal.
    pub fn around<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.bar.is_hidden() { write() } else { self.bar.suspend(write) }
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn message(games: u64, seconds: f64, counted: &str) -> String {
    format!("{} ({:.0}/s), {counted}", pluralize(games, "game"), games as f64 / seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_names_what_is_counted() {
        assert_eq!(message(10, 2.0, "3 findings"), "10 games (5/s), 3 findings");
        assert_eq!(message(1, 2.0, "no files refused"), "1 game (0/s), no files refused");
    }
}
