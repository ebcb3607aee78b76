//! Whatever grows, the time grows with it, and not with its square: each kind of input is made in a size and in four times
//! that, for each command, format and table.
//!
//! What is compared is the processor's time in the program, the least of several runs. Each input grows to its full size, or
//! until a run takes long enough to be compared with that of a quarter of it. Without `SGF_AUDIT_DOUBLING=full` small
//! inputs are run once, each by some of the commands, so that a command or an input that doesn't work is noticed.

mod files;
mod inputs;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use wait4::Wait4;

use crate::support::PROGRAM;

/// Whether inputs grow to their full size. That takes a machine of its own: other work on it looks like growth.
fn in_full() -> bool {
    std::env::var("SGF_AUDIT_DOUBLING").is_ok_and(|size| size == "full")
}

/// The files of an input, below the directory of a run.
pub type Files = Vec<(String, Vec<u8>)>;

/// An input that grows, and the commands that read it.
pub struct Growing {
    pub name: String,
    /// The number that the largest input has of what grows.
    pub most: usize,
    pub make: Box<dyn Fn(usize) -> Files>,
    pub commands: Vec<Vec<&'static str>>,
}

/// The most that the time of four times the input may be of the time of the input: 16 where all of it is quadratic.
const MOST_GROWTH: f64 = 7.0;

/// Times of at least this many seconds are compared.
const LEAST_COMPARED: f64 = 0.5;

/// Number of runs of which the fastest counts, where the first ones differ too much.
const RUNS: usize = 5;

/// Runs the program in a directory. Returns the seconds of processor time that it took, and its exit status.
fn seconds(folder: &Path, arguments: &[&str]) -> (f64, Option<i32>) {
    // What a run writes is in no other's way.
    let _ = fs::remove_dir_all(folder.join("out"));
    let mut child = Command::new(PROGRAM)
        .args(arguments)
        .args(["--threads", "1"].iter().filter(|_| !takes_no_threads(arguments[0])))
        .current_dir(folder)
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let used = child.wait4().expect("it ends");
    (used.rusage.utime.as_secs_f64(), used.status.code())
}

/// Whether a command always takes one thread.
fn takes_no_threads(command: &str) -> bool {
    matches!(command, "compare" | "score" | "show" | "event")
}

/// Writes an input into a new directory.
fn written(growing: &Growing, number: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a directory");
    for (name, bytes) in (growing.make)(number.max(1)) {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it is below the directory")).expect("made");
        fs::write(path, bytes).expect("written");
    }
    folder
}

/// Fails if the time of a command grows faster than its input.
pub fn check(inputs: &[Growing]) {
    let mut faults = String::new();
    for (number, growing) in inputs.iter().enumerate() {
        // A 64th of the input, a 16th, a quarter, and the whole.
        let folders: Vec<_> = [64, 16, 4, 1]
            .iter()
            .take(if in_full() { 4 } else { 1 })
            .map(|part| written(growing, growing.most / part))
            .collect();
        // In small sizes each command takes some of the inputs.
        let is_taken = |at: usize| in_full() || (at + number).is_multiple_of(12);
        for (_, command) in growing.commands.iter().enumerate().filter(|(at, _)| is_taken(*at)) {
            if let Err(fault) = grows(&folders, command) {
                let _ = writeln!(faults, "{}: {command:?}: {fault}", growing.name);
            }
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
}

/// Compares the times of a command for an input in these sizes.
fn grows(folders: &[tempfile::TempDir], command: &[&str]) -> Result<(), String> {
    let mut before: Option<(&Path, f64)> = None;
    for folder in folders {
        let folder = folder.path();
        let (mut long, status) = seconds(folder, command);
        if !matches!(status, Some(0 | 1)) {
            return Err(format!("status {status:?}"));
        }
        if let Some((smaller, mut short)) = before.filter(|_| long >= LEAST_COMPARED) {
            for _ in 0..RUNS {
                if long <= short * MOST_GROWTH {
                    return Ok(());
                }
                long = long.min(seconds(folder, command).0);
                short = short.min(seconds(smaller, command).0);
            }
            return Err(format!("{long:.2} s, {short:.2} s for a quarter"));
        }
        before = Some((folder, long));
    }
    Ok(())
}
