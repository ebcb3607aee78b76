//! Whatever grows, the time grows with it, and not with its square: each kind of input is made in a size and in four times
//! that, for commands, formats and tables.
//!
//! What is compared is the processor's time in the program, less what the program takes for the smallest input, the least of
//! several runs. Each input grows to its full size, or until a run takes long enough to be compared with that of a quarter of it.
//! Each command takes some of the inputs: whatever reads, audits or writes them is then compared many times. In the slow set
//! each input is compared with one command, and in small sizes each runs once, so that a command or an input that doesn't work is
//! noticed.

mod files;
mod inputs;

use std::cell::LazyCell;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use wait4::Wait4;

use crate::support::{PROGRAM, size};

/// The files of an input, below the directory of a run.
pub type Files = Vec<(String, Vec<u8>)>;

/// An input that grows, and the commands that read it.
pub struct Growing {
    pub name: String,
    /// The number that the largest input has of what grows.
    pub most: usize,
    pub make: Box<dyn Fn(usize) -> Files>,
    pub commands: Vec<Vec<&'static str>>,
    /// One of so many commands takes it.
    pub every: usize,
}

/// Times of at least this many seconds are compared.
const LEAST_COMPARED: f64 = 0.12;

/// Number of runs of which the fastest counts, where the first ones differ too much.
const RUNS: usize = 5;

/// What is compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Compared {
    /// Nothing: some commands run once.
    Nothing,
    /// Each input with one command, beside other tests: what is quadratic as a whole is found.
    Once,
    /// Each input with all commands that take it, in minutes on a machine that does nothing else: `SGF_AUDIT_DOUBLING=full`.
    All,
}

impl Compared {
    fn chosen() -> Self {
        match std::env::var("SGF_AUDIT_DOUBLING") {
            Ok(size) if size == "full" => Self::All,
            _ => size(Self::Nothing, Self::Once),
        }
    }

    /// The most that the time of four times the input may be of the time of the input: 16 where all of it is quadratic.
    fn most_growth(self) -> f64 {
        if self == Self::All { 7.0 } else { 10.0 }
    }

    /// One of so many commands takes an input.
    fn every(self, growing: &Growing) -> usize {
        match self {
            Self::Nothing => 12,
            Self::Once => growing.commands.len(),
            Self::All => growing.every,
        }
    }
}

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
    let chosen = Compared::chosen();
    let mut faults = String::new();
    let mut compared = 0;
    for (number, growing) in inputs.iter().enumerate() {
        // The least input, a 64th of the full size, a 16th, a quarter, and the whole.
        let parts: &[usize] = match chosen {
            Compared::Nothing => &[64],
            Compared::Once | Compared::All => &[usize::MAX, 64, 16, 4, 1],
        };
        let folders: Vec<_> = (parts.iter())
            .map(|part| LazyCell::new(move || written(growing, growing.most / part)))
            .collect();
        let every = chosen.every(growing);
        let is_taken = |at: usize| (at + number).is_multiple_of(every);
        for (_, command) in growing.commands.iter().enumerate().filter(|(at, _)| is_taken(*at)) {
            match grows(&folders, command, chosen.most_growth()) {
                Ok(is_compared) => compared += usize::from(is_compared),
                Err(fault) => _ = writeln!(faults, "{}: {command:?}: {fault}", growing.name),
            }
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
    assert!(compared > 0 || chosen == Compared::Nothing, "no input is large enough");
}

/// Compares the times of a command for an input in these sizes. Returns whether one of them took long enough.
fn grows<F: FnOnce() -> tempfile::TempDir>(
    folders: &[LazyCell<tempfile::TempDir, F>],
    command: &[&str],
    most_growth: f64,
) -> Result<bool, String> {
    let run = |folder: &LazyCell<tempfile::TempDir, F>| match seconds(folder.path(), command) {
        (time, Some(0 | 1)) => Ok(time),
        (_, status) => Err(format!("status {status:?}")),
    };
    let mut least = run(&folders[0])?;
    let mut before: Option<(&LazyCell<_, F>, f64)> = None;
    for folder in &folders[1..] {
        let mut long = run(folder)?;
        if let Some((smaller, mut short)) = before.filter(|_| long - least >= LEAST_COMPARED) {
            for _ in 0..RUNS {
                if long - least <= (short - least) * most_growth {
                    return Ok(true);
                }
                long = long.min(run(folder)?);
                short = short.min(run(smaller)?);
                least = least.min(run(&folders[0])?);
            }
            return Err(format!(
                "{long:.3} s, {short:.3} s for a quarter, {least:.3} s for nothing"
            ));
        }
        before = Some((folder, long));
    }
    Ok(false)
}
