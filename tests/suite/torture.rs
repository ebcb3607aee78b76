//! Hostile input, made here and never stored: the program must end with a documented status, in time
//! linear in the input, with memory that is a small multiple of it.
//!
//! Each input is run at a quarter, a half and the whole of its size. `SGF_AUDIT_TORTURE=full cargo test
//! --release --test suite torture -- --nocapture --test-threads 1` takes the sizes of the names below and
//! prints a table; without it they are a hundredth, or half of that unless the tests run in full.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::hostile::{self, Case};
use crate::support::{PROGRAM, peak_memory, size};

/// Maximum memory per byte of input, in bytes.
const MEMORY_PER_BYTE: u64 = 24;
/// The maximum for many small games: the rows of the reports, which are kept until a file is done, take more than
/// the games.
const WITH_ROWS: u64 = 64;
/// The maximum for many small repairs: findings, messages and the diff take more than the record.
const FOR_EDITS: u64 = 256;
/// Memory allowed for any input, in bytes: the unoptimised program alone takes 24 MB.
const MEMORY_BESIDES: u64 = 40 << 20;

/// Memory allowed for `--variations`, in bytes: a branch remembers every setup before it, up to a limit.
const FOR_VARIATIONS: u64 = 48 << 20;

/// Four times the input may take `GROWTH` times as long, and `SLACK` seconds more on a busy machine.
const GROWTH: f64 = 10.0;
const SLACK: f64 = 1.5;

const MAX_TIME: Duration = Duration::from_secs(100);

/// The command and its options: `check`, unless they begin with another.
fn command<'a>(arguments: &'a [&'a str], out: &'a Path) -> Vec<&'a OsStr> {
    let mut command: Vec<&OsStr> = match arguments {
        ["fix" | "convert", ..] => Vec::new(),
        _ => ["check", "--show", "note", "--out"].iter().map(OsStr::new).collect(),
    };
    if !command.is_empty() {
        command.push(out.as_os_str());
    }
    command.extend(arguments.iter().map(OsStr::new));
    command.extend(["--threads", "1"].map(OsStr::new));
    command
}

struct Outcome {
    seconds: f64,
    /// The most memory seen, in bytes. `None` if the system doesn't report it.
    peak: Option<u64>,
    /// The exit status; `None` for a signal.
    status: Option<i32>,
    late: bool,
}

fn run(file: &Path, arguments: &[&str], out: &Path) -> Outcome {
    let begun = Instant::now();
    let mut child = Command::new(PROGRAM)
        .args(command(arguments, out))
        .arg(file)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut peak = None;
    let mut late = false;
    let status = loop {
        if let Some(status) = child.try_wait().expect("the program can be waited for") {
            break status;
        }
        peak = peak_memory(child.id()).or(peak);
        if begun.elapsed() > MAX_TIME && !late {
            late = true;
            child.kill().expect("the program can be stopped");
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    Outcome { seconds: begun.elapsed().as_secs_f64(), peak, status: status.code(), late }
}

fn torture(cases: &[Case], memory_per_byte: u64) {
    let full = std::env::var_os("SGF_AUDIT_TORTURE").is_some_and(|value| value == "full");
    torture_with(cases, memory_per_byte, if full { 1 } else { size(400, 100) });
}

/// Runs each case with its size divided by `part`.
fn torture_with(cases: &[Case], memory_per_byte: u64, part: usize) {
    let dir = tempfile::tempdir().expect("a directory for the input");
    let mut faults = String::new();
    for case in cases {
        let whole = case.size / part;
        let mut outcomes = Vec::new();
        let mut length = 0;
        for size in [whole / 4, whole / 2, whole] {
            let bytes = (case.make)(size.max(1));
            length = bytes.len() as u64;
            let file = dir.path().join("record.sgf");
            std::fs::write(&file, &bytes).expect("the input can be written");
            drop(bytes);
            outcomes.push(run(&file, case.arguments, &dir.path().join("out")));
        }
        let times: Vec<f64> = outcomes.iter().map(|outcome| outcome.seconds).collect();
        let peak = outcomes.iter().filter_map(|outcome| outcome.peak).max();
        let status = outcomes.last().and_then(|outcome| outcome.status);
        println!(
            "| {} | {length} | {:.2} | {:.2} | {:.2} | {} | {} |",
            case.name,
            times[0],
            times[1],
            times[2],
            peak.map_or_else(|| "?".to_owned(), |peak| format!("{} MB", peak >> 20)),
            status.map_or_else(|| "signal".to_owned(), |status| status.to_string()),
        );
        let mut fault = |what: String| writeln!(faults, "{}: {what}", case.name).expect("text");
        if outcomes.iter().any(|outcome| outcome.late) {
            fault(format!("not done after {MAX_TIME:?}"));
        } else if let Some(odd) = outcomes.iter().find(|o| !matches!(o.status, Some(0 | 1))) {
            fault(format!("exit status {:?}", odd.status));
        }
        if times[2] > times[0] * GROWTH + SLACK {
            fault(format!("{:.2} s, and {:.2} s for a quarter", times[2], times[0]));
        }
        let mut most = length * memory_per_byte + MEMORY_BESIDES;
        if case.arguments.contains(&"--variations") {
            most += FOR_VARIATIONS;
        }
        if let Some(peak) = peak.filter(|&peak| peak > most) {
            fault(format!("{peak} bytes of memory for {length} of input"));
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
}

#[test]
fn nesting() {
    torture(hostile::NESTING, MEMORY_PER_BYTE);
}

/// These run in full size, since a hundredth of it takes too little time to compare.
#[test]
fn variations_before_the_first_move() {
    torture_with(hostile::BEFORE_THE_FIRST_MOVE, MEMORY_PER_BYTE, 1);
}

#[test]
fn long_games() {
    torture(hostile::LONG_GAMES, MEMORY_PER_BYTE);
}

#[test]
fn text() {
    torture(hostile::TEXT, MEMORY_PER_BYTE);
}

#[test]
fn repairs() {
    torture(hostile::REPAIRS, FOR_EDITS);
}

#[test]
fn many_games() {
    torture(hostile::MANY_GAMES, WITH_ROWS);
}
