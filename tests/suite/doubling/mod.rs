//! Whatever grows, the time grows with it, and not with its square: each kind of input is made in a size and in eight times
//! that, for commands, formats and tables.
//!
//! What is compared is the processor's time in the program, less what the program takes for the smallest input. Other programs
//! can double it but not make a line of a square: eight times the input takes eight times as long, or 64 times. Each input grows
//! to its full size, or until a run takes long enough to be compared with that of an eighth of it. Each command takes some of the
//! inputs: whatever reads, audits or writes them is then compared many times. Times are compared in the slow tests; otherwise some
//! commands run once, so that a command or an input that doesn't work is noticed. The memory of hostile records is bounded, too.

mod cycles;
mod files;
mod hostile;
mod inputs;

use std::cell::LazyCell;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use crate::support::{self, Random, Taken};

/// The files of an input, below the directory of a run.
pub type Files = Vec<(String, Vec<u8>)>;

/// An input that grows, and the commands that read it.
pub struct Growing {
    pub name: String,
    /// The number that the largest input has of what grows.
    pub most: usize,
    pub make: Box<dyn Fn(usize) -> Files>,
    pub commands: Vec<Vec<&'static str>>,
    /// With `SGF_AUDIT_DOUBLING=full`, one of so many commands takes it.
    pub every: usize,
    /// The most memory that a run may take for each byte of the input.
    pub memory: Option<u64>,
}

/// What the input is as many times as large as the one that it is compared with.
const STEP: usize = 8;

/// The most that the time of an input may be of that of the smaller one. Caches that no longer hold the input, and directories of
/// many files, have cost 22 times; a square costs 64.
const MOST_GROWTH: f64 = 28.0;

/// Growth up to which one run of each size is enough.
const CLEARLY_LINEAR: f64 = 12.0;

/// Number of runs of each size of which the shortest counts, where one isn't enough.
const RUNS: usize = 7;

/// Times of at least this many seconds are compared.
const LEAST_COMPARED: f64 = 0.1;

/// Memory allowed for any input, in bytes: the unoptimised program alone takes 24 MB.
const MEMORY_BESIDES: u64 = 40 << 20;

/// Memory allowed for `--variations`, in bytes: a branch remembers every setup before it, up to a limit.
const FOR_VARIATIONS: u64 = 48 << 20;

const MAX_TIME: Duration = Duration::from_secs(300);

/// What is compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Compared {
    /// Nothing: some commands run once.
    Nothing,
    /// Each input with one command.
    Once,
    /// Each input with all commands that take it, in minutes. `SGF_AUDIT_DOUBLING=full`.
    All,
}

impl Compared {
    fn chosen() -> Self {
        match std::env::var("SGF_AUDIT_DOUBLING").as_deref() {
            Ok("full") => Self::All,
            _ => support::size(Self::Nothing, Self::Once),
        }
    }

    /// One of so many commands takes an input.
    fn every(self, growing: &Growing) -> usize {
        match self {
            Self::Nothing if growing.commands.len() == 1 => 1,
            Self::Nothing => 12,
            Self::Once => growing.commands.len(),
            Self::All => growing.every,
        }
    }
}

/// Runs the program in a directory on one thread.
fn taken(folder: &Path, arguments: &[&str]) -> Taken {
    // What a run writes is in no other's way.
    let _ = fs::remove_dir_all(folder.join("out"));
    let mut command = support::program(folder, arguments);
    command.args(["--threads", "1"].iter().filter(|_| !takes_no_threads(arguments[0])));
    command.env("XDG_CONFIG_HOME", "/nonexistent").stdout(Stdio::null()).stderr(Stdio::null());
    support::measured(&mut command, MAX_TIME, None)
}

/// Whether a command always takes one thread.
fn takes_no_threads(command: &str) -> bool {
    matches!(command, "score" | "show" | "event")
}

/// An input in a new directory, and its number of bytes.
fn written(growing: &Growing, number: usize) -> (tempfile::TempDir, u64) {
    let files = (growing.make)(number.max(1));
    let length = files.iter().map(|(_, bytes)| bytes.len() as u64).sum();
    (support::folder(&support::borrowed(&files)), length)
}

/// Fails if the time of a command grows faster than its input, or its memory is out of bounds.
pub fn check(inputs: &[Growing]) {
    let chosen = Compared::chosen();
    // The least input, parts of the full size, and the whole.
    let parts: &[usize] = match chosen {
        Compared::Nothing => &[STEP * STEP],
        Compared::Once | Compared::All => &[usize::MAX, STEP * STEP * STEP, STEP * STEP, STEP, 1],
    };
    let mut faults = String::new();
    for (number, growing) in inputs.iter().enumerate() {
        let folders: Vec<_> = (parts.iter())
            .map(|part| LazyCell::new(move || written(growing, growing.most / part)))
            .collect();
        let every = chosen.every(growing);
        let is_taken = |at: usize| (at + number).is_multiple_of(every);
        for (_, command) in growing.commands.iter().enumerate().filter(|(at, _)| is_taken(*at)) {
            let for_all = if command.contains(&"--variations") { FOR_VARIATIONS } else { 0 };
            let run = |size: usize| {
                let (folder, length) = &*folders[size];
                let taken = taken(folder.path(), command);
                let most = growing.memory.map(|each| length * each + MEMORY_BESIDES + for_all);
                match taken.status {
                    Some(0 | 1) if most.is_some_and(|most| taken.memory > most) => {
                        Err(format!("{} bytes of memory for {length}", taken.memory))
                    }
                    Some(0 | 1) => Ok(taken.seconds),
                    status => Err(format!("status {status:?} after {:?}", taken.time)),
                }
            };
            if let Err(fault) = grows_with_input(folders.len(), run) {
                _ = writeln!(faults, "{}: {command:?}: {fault}", growing.name);
            }
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
}

/// Compares the times that `run` takes for an input in these sizes: the least, and each `STEP` times the one before. Fails where
/// they grow faster than the input, or `run` fails.
fn grows_with_input(
    sizes: usize,
    mut run: impl FnMut(usize) -> Result<f64, String>,
) -> Result<(), String> {
    let mut least = run(0)?;
    let mut short = if sizes > 1 { run(1)? } else { least };
    for size in 2..sizes {
        let mut long = run(size)?;
        if long - least < LEAST_COMPARED {
            short = long;
            continue;
        }
        let grows = |long: f64, short: f64, least: f64, most: f64| {
            long - least > ((short - least) * most).max(LEAST_COMPARED)
        };
        for _ in 1..RUNS {
            if !grows(long, short, least, CLEARLY_LINEAR) {
                return Ok(());
            }
            long = long.min(run(size)?);
            short = short.min(run(size - 1)?);
            least = least.min(run(0)?);
        }
        return match grows(long, short, least, MOST_GROWTH) {
            false => Ok(()),
            true => Err(format!(
                "{long:.3} s, {short:.3} s for 1/{STEP} of it, {least:.3} s for nothing"
            )),
        };
    }
    Ok(())
}

/// Times of programs, each as other programs may lengthen it, up to twice: what is linear always passes, what is quadratic nearly
/// never.
#[test]
fn a_square_is_told_from_a_line_under_load() {
    let mut random = Random(1);
    let mut under_load =
        |seconds: f64| seconds * (1.0 + random.below(1 << 24) as f64 / f64::from(1 << 24));
    let mut has_passed = |seconds: &dyn Fn(f64) -> f64| {
        let size = |at: usize| at.checked_sub(1).map_or(0, |at| STEP.pow(at as u32)) as f64;
        grows_with_input(5, |at| Ok(under_load(0.005 + seconds(size(at))))).is_ok()
    };
    const CASES: usize = 1000;
    for each in [1e-5, 3e-5, 1e-4, 3e-4, 1e-3, 3e-3] {
        for _ in 0..CASES {
            assert!(has_passed(&|size| size * each), "{each} s each");
            assert!(
                has_passed(&|size| size * (100.0 * size + 1.0).log2() * each / 10.0),
                "{each} s each"
            );
        }
        let passed = (0..CASES).filter(|_| has_passed(&|size| size * size * each / 10.0)).count();
        assert!(passed < CASES / 50, "{passed} squares passed, {each} s each");
    }
}
