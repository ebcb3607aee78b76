//! The progress bar on standard error.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::batch::Sources;

/// A bar with files done, games a second, what is counted so far and the time left. Nothing is drawn
/// where standard error is no terminal.
pub(super) struct Bar {
    bar: ProgressBar,
    /// What is counted beside files and games: findings, files refused.
    counted: &'static str,
    stop_counting: Arc<AtomicBool>,
}

impl Bar {
    pub fn new(quiet: bool, paths: &[PathBuf], counted: &'static str) -> Self {
        let target =
            if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(None, target);
        let stop_counting = Arc::new(AtomicBool::new(false));
        if !bar.is_hidden() {
            bar.set_style(style("{spinner} {pos} files, {msg}"));
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
        self.bar.set_message(message(games, seconds, count, self.counted));
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

fn message(games: u64, seconds: f64, count: u64, counted: &str) -> String {
    format!("{games} games ({:.0}/s), {count} {counted}", games as f64 / seconds)
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is valid")
}

/// Counts the files in the background, so that the bar gets a length.
fn count_ahead(bar: ProgressBar, paths: Vec<PathBuf>, stop: Arc<AtomicBool>) {
    std::thread::spawn(move || {
        let mut files = 0;
        for _ in Sources::new(paths) {
            files += 1;
            if stop.load(Ordering::Relaxed) {
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
        let drawn = message(10, 2.0, 3, "files refused");
        assert_eq!(drawn, "10 games (5/s), 3 files refused");
    }
}
