//! The progress bar on standard error.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::archive::Kind;
use crate::batch::Sources;
use crate::plural::pluralize;

/// A bar with files done, games a second, what is counted so far and the time left. Nothing is drawn
/// where standard error is no terminal.
pub(super) struct Bar {
    bar: ProgressBar,
    /// Says how many of what is counted beside files and games.
    counted: fn(u64) -> String,
    stop_counting: Arc<AtomicBool>,
}

impl Bar {
    pub fn new(quiet: bool, paths: &[PathBuf], counted: fn(u64) -> String) -> Self {
        let target =
            if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(None, target);
        let stop_counting = Arc::new(AtomicBool::new(false));
        if !bar.is_hidden() {
            bar.set_style(style("{spinner} {pos} files, {msg}"));
            bar.set_message(message(0, 1.0, &counted(0)));
            bar.enable_steady_tick(Duration::from_millis(200));
            count_ahead(bar.clone(), paths.to_vec(), Arc::clone(&stop_counting));
        }
        Self { bar, counted, stop_counting }
    }

    pub fn show(&self, files: u64, games: u64, count: u64) {
        if self.bar.is_hidden() {
            return;
        }
        let seconds = self.bar.elapsed().as_secs_f64().max(0.001);
        self.bar.set_message(message(games, seconds, &(self.counted)(count)));
        self.bar.set_position(files);
    }

    /// Does something that may write to the same terminal, with the bar out of the way.
    pub fn around<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.bar.is_hidden() { write() } else { self.bar.suspend(write) }
    }

    pub fn finish(&self) {
        self.stop_counting.store(true, Ordering::Relaxed);
        self.bar.finish_and_clear();
    }
}

fn message(games: u64, seconds: f64, counted: &str) -> String {
    format!("{} ({:.0}/s), {counted}", pluralize(games, "game"), games as f64 / seconds)
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is valid")
}

/// Counts the files in the background, so that the bar gets a length; what is in archives can't be counted
/// without unpacking them.
fn count_ahead(bar: ProgressBar, paths: Vec<PathBuf>, stop: Arc<AtomicBool>) {
    std::thread::spawn(move || {
        let mut files = 0;
        for source in Sources::new(paths) {
            files += 1;
            if stop.load(Ordering::Relaxed) || Kind::of_name(source.path()).is_some() {
                return;
            }
        }
        bar.set_length(files);
        bar.set_style(style("{wide_bar} {pos}/{len} files, {msg}, {eta} left"));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_has_its_name() {
        assert_eq!(message(10, 2.0, "3 findings"), "10 games (5/s), 3 findings");
        assert_eq!(message(1, 2.0, "no files refused"), "1 game (0/s), no files refused");
    }
}
