//! Runs of the whole program.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use wait4::Wait4;

/// The path of the program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_sgf-audit");

/// A run that isn't done by then is held up.
const MAX_TIME: Duration = Duration::from_secs(600);

/// The outcome of a run.
#[derive(Debug)]
pub struct Run {
    /// The exit status; -1 for a signal.
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// Exit status, standard output and standard error in one text.
    pub fn snapshot(&self) -> String {
        let Self { status, stdout, stderr } = self;
        format!("status: {status}\n--- stdout\n{stdout}--- stderr\n{stderr}")
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the program prints UTF-8");
        let (stdout, stderr) = (text(output.stdout), text(output.stderr));
        Self { status: output.status.code().unwrap_or(-1), stdout, stderr }
    }
}

/// The program with these arguments, in this folder.
pub fn program<S: AsRef<OsStr>>(folder: impl AsRef<Path>, arguments: &[S]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder).args(arguments);
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command.env("SOURCE_DATE_EPOCH", "1700000000");
    command
}

/// Runs the program in this folder.
pub fn run<S: AsRef<OsStr>>(folder: impl AsRef<Path>, arguments: &[S]) -> Run {
    run_with_stdin(folder, arguments, b"")
}

/// Runs the program in this folder with these bytes as its standard input.
pub fn run_with_stdin<S: AsRef<OsStr>>(
    folder: impl AsRef<Path>,
    arguments: &[S],
    stdin: &[u8],
) -> Run {
    ran(program(folder, arguments), stdin)
}

/// Runs a command with these bytes as its standard input. It must end in time, and by no signal.
pub fn ran(command: Command, stdin: &[u8]) -> Run {
    let mut command = assert_cmd::Command::from_std(command);
    let output = command.write_stdin(stdin).timeout(MAX_TIME).output().expect("the program runs");
    let run = Run::from(output);
    assert!(run.status >= 0, "it blocks, or a signal ended it: {run:?}");
    run
}

/// What a run took.
#[derive(Debug)]
pub struct Taken {
    /// The exit status; `None` for a signal.
    pub status: Option<i32>,
    /// Seconds of processor time.
    pub seconds: f64,
    /// The most memory seen, in bytes; 0 if the system doesn't say.
    pub memory: u64,
    /// The time from its start, or from the signal TERM, if one was sent.
    pub time: Duration,
}

/// Runs a command without input, and sends it TERM after some time, if one is given, and KILL after `most`.
pub fn measured(command: &mut Command, most: Duration, term_after: Option<Duration>) -> Taken {
    let mut child = command.stdin(Stdio::null()).spawn().expect("the program starts");
    let (process, begun, done) = (child.id(), Instant::now(), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let (mut signalled, mut memory) = (None, 0);
            while !done.load(Ordering::Relaxed) {
                if signalled.is_none() && term_after.is_some_and(|time| begun.elapsed() > time) {
                    end(process, false);
                    signalled = Some(Instant::now());
                }
                if begun.elapsed() > most {
                    end(process, true);
                }
                memory = peak_memory(process).unwrap_or(0).max(memory);
                std::thread::sleep(Duration::from_millis(1));
            }
            (signalled, memory)
        });
        let ended = child.wait4().expect("it ends");
        done.store(true, Ordering::Relaxed);
        let (signalled, memory) = watch.join().expect("no panic");
        // Of a short run, only the sum is exact: what is the system's is sampled.
        let seconds = (ended.rusage.utime + ended.rusage.stime).as_secs_f64();
        let time = signalled.unwrap_or(begun).elapsed();
        Taken { status: ended.status.code(), seconds, memory, time }
    })
}

/// Asks a process to end, or ends it.
#[cfg(unix)]
fn end(process: u32, at_once: bool) {
    use rustix::process::{Pid, Signal, kill_process};
    let signal = if at_once { Signal::KILL } else { Signal::TERM };
    let process = Pid::from_raw(process.cast_signed()).expect("it was started");
    // It may have ended.
    let _ = kill_process(process, signal);
}

#[cfg(not(unix))]
fn end(_: u32, _: bool) {}

/// The most memory that a running process has had, on Linux. What the system counts up to its end begins with the memory of
/// the process that started it.
fn peak_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}
