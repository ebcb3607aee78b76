//! A child process with line-based pipes that can't block us for ever: three threads serve its pipes, every
//! wait has a limit, and it is killed if it doesn't exit.

use std::collections::VecDeque;
use std::error::Error;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{fmt, thread};

/// An event on a process's standard output.
pub(super) enum OutputLine {
    /// A line, without its line break.
    Line(String),
    /// A line of [`MAX_LINE_BYTES`] or more.
    TooLong,
    End,
}

/// Longest line that is read. An answer about the largest board has some tens of kilobytes.
const MAX_LINE_BYTES: u64 = 4 << 20;
/// How long a process may take to exit after its shutdown.
const EXIT_GRACE: Duration = Duration::from_secs(2);
/// How long to wait for the exit status of a process that closed its output.
const STATUS_WAIT: Duration = Duration::from_millis(500);
/// Number of lines of standard error that are kept, and bytes of each.
const STDERR_LINES: usize = 5;
const STDERR_LINE_BYTES: usize = 240;

/// A running process. Dropping it ends it.
pub(super) struct Process {
    child: Mutex<Child>,
    /// To the thread that writes its standard input; `None` after the shutdown.
    input: Mutex<Option<Sender<String>>>,
    stderr: Arc<StderrTail>,
    /// When it was shut down.
    shut_down: Mutex<Option<Instant>>,
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Process {
    /// Starts a program. `on_line` is called on a thread of its own with each line of its standard output
    /// until it returns `false`. Fails if it can't be started.
    pub fn start(
        argv: &[String],
        mut on_line: impl FnMut(OutputLine) -> bool + Send + 'static,
    ) -> Result<Self, QueryError> {
        let failed = |reason: &dyn std::fmt::Display| {
            QueryError::Failed(format!("can't be started: {reason}").into())
        };
        let (program, arguments) = argv.split_first().ok_or_else(|| failed(&"no program"))?;
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A process group of its own, so that the children of a wrapper script die with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| failed(&error))?;
        let (Some(mut stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(failed(&"no pipes"));
        };
        // On a thread too, since a program that doesn't read would block the writer.
        let (input, lines) = channel::<String>();
        thread::spawn(move || {
            while let Ok(line) = lines.recv() {
                if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            while on_line(next_line(&mut reader)) {}
        });
        let stderr_tail = Arc::new(StderrTail::default());
        let kept = Arc::clone(&stderr_tail);
        thread::spawn(move || kept.keep(stderr));
        Ok(Self {
            child: Mutex::new(child),
            input: Mutex::new(Some(input)),
            stderr: stderr_tail,
            shut_down: Mutex::new(None),
        })
    }

    /// Sends text without waiting for it to be read. A write error shows up as a missing answer.
    pub fn send(&self, text: String) {
        if let Some(input) = &*lock(&self.input) {
            let _ = input.send(text);
        }
    }

    /// Sends a last text and closes the program's standard input, which asks it to exit.
    pub fn shutdown(&self, last: &str) {
        if let Some(input) = lock(&self.input).take() {
            let _ = input.send(last.to_owned());
            *lock(&self.shut_down) = Some(Instant::now());
        }
    }

    pub fn kill(&self) {
        lock(&self.input).take();
        let mut child = lock(&self.child);
        if matches!(child.try_wait(), Ok(Some(_))) {
            return;
        }
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&child),
            rustix::process::Signal::KILL,
        );
        let _ = child.kill();
        wait(&mut child, EXIT_GRACE);
    }

    /// Returns how the program ended: "it ended by itself (exit status: 1)".
    pub fn describe_end(&self) -> String {
        match wait(&mut lock(&self.child), STATUS_WAIT) {
            Some(status) => format!("it ended by itself ({status})"),
            None => "it closed its standard output".to_owned(),
        }
    }

    /// Returns the failure of the program, with the last lines of its standard error.
    pub fn failed(&self, reason: String) -> QueryError {
        QueryError::Failed(EngineFailure { reason, stderr_tail: self.stderr.lines() })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.shutdown("");
        let since = lock(&self.shut_down).unwrap_or_else(Instant::now);
        wait(&mut lock(&self.child), EXIT_GRACE.saturating_sub(since.elapsed()));
        self.kill();
    }
}

/// Waits for a program's end, at most `longest`.
fn wait(child: &mut Child, longest: Duration) -> Option<ExitStatus> {
    let until = Instant::now() + longest;
    let mut pause = Duration::from_millis(1);
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        if Instant::now() >= until {
            return None;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

fn next_line(reader: &mut impl BufRead) -> OutputLine {
    let mut line = Vec::new();
    match reader.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line) {
        Err(_) | Ok(0) => OutputLine::End,
        Ok(_) if line.len() as u64 == MAX_LINE_BYTES && !line.ends_with(b"\n") => {
            OutputLine::TooLong
        }
        Ok(_) => {
            while line.ends_with(b"\n") || line.ends_with(b"\r") {
                line.pop();
            }
            OutputLine::Line(String::from_utf8_lossy(&line).into_owned())
        }
    }
}

/// The last lines of a standard error.
#[derive(Default)]
struct StderrTail {
    kept: Mutex<Kept>,
    ended: Condvar,
}

#[derive(Default)]
struct Kept {
    lines: VecDeque<Vec<u8>>,
    ended: bool,
}

impl StderrTail {
    fn keep(&self, mut stderr: impl Read) {
        let mut bytes = [0; 4096];
        let mut in_line = false;
        while let Ok(length @ 1..) = stderr.read(&mut bytes) {
            let mut kept = lock(&self.kept);
            for &byte in &bytes[..length] {
                if byte == b'\n' || byte == b'\r' {
                    in_line = false;
                    continue;
                }
                if !in_line {
                    in_line = true;
                    if kept.lines.len() == STDERR_LINES {
                        kept.lines.pop_front();
                    }
                    kept.lines.push_back(Vec::new());
                }
                if let Some(line) = kept.lines.back_mut()
                    && line.len() < STDERR_LINE_BYTES
                {
                    line.push(byte);
                }
            }
        }
        lock(&self.kept).ended = true;
        self.ended.notify_all();
    }

    /// Returns the lines. If the program is ending, waits until all that it wrote is read.
    fn lines(&self) -> Vec<String> {
        let kept = lock(&self.kept);
        let (kept, _) = self
            .ended
            .wait_timeout_while(kept, STATUS_WAIT, |kept| !kept.ended)
            .unwrap_or_else(PoisonError::into_inner);
        kept.lines.iter().map(|line| excerpt(&String::from_utf8_lossy(line))).collect()
    }
}

/// Returns the beginning of an engine's text for a message: one line, no control characters.
pub(super) fn excerpt(text: &str) -> String {
    let mut excerpt = String::new();
    for (i, c) in text.trim_end().chars().enumerate() {
        match c {
            _ if i == STDERR_LINE_BYTES => {
                excerpt.push_str("...");
                break;
            }
            c if c.is_control() => excerpt.extend(c.escape_default()),
            c => excerpt.push(c),
        }
    }
    excerpt
}

/// Why an engine can't be used.
#[derive(Debug)]
pub struct StartError {
    /// The command that should have started it.
    pub command: String,
    /// The reason, with the last lines that it wrote to standard error.
    pub reason: String,
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "engine {:?}: {}", self.command, self.reason)
    }
}

impl Error for StartError {}

/// Why a query has no answer.
#[derive(Debug)]
pub(super) enum QueryError {
    /// The engine works, but refuses this query.
    Refused(String),
    Failed(EngineFailure),
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(reason) => f.write_str(reason),
            Self::Failed(failure) => failure.fmt(f),
        }
    }
}

impl Error for QueryError {}

#[derive(Clone, Debug, Default)]
pub(super) struct EngineFailure {
    /// The reason, in words that are the same each time.
    pub reason: String,
    /// The last lines that the engine wrote to standard error.
    pub stderr_tail: Vec<String>,
}

impl fmt::Display for EngineFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)?;
        if !self.stderr_tail.is_empty() {
            f.write_str("; the last it wrote to standard error:")?;
        }
        self.stderr_tail.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}

impl Error for EngineFailure {}

impl From<QueryError> for EngineFailure {
    fn from(error: QueryError) -> Self {
        match error {
            QueryError::Refused(reason) => reason.into(),
            QueryError::Failed(failure) => failure,
        }
    }
}

impl From<String> for EngineFailure {
    fn from(reason: String) -> Self {
        Self { reason, stderr_tail: Vec::new() }
    }
}

/// A protocol that engines speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// KataGo's analysis protocol: `katago analysis`.
    Katago,
    /// The Go Text Protocol: `gnugo --mode gtp`.
    Gtp,
}

/// How long an engine may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// From its start until it has given its name.
    pub start: Duration,
    /// From a query until its answer.
    pub answer: Duration,
}

/// How to start an engine and what to expect of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSettings {
    pub protocol: Protocol,
    /// The program and its arguments, split and quoted as a shell would; no shell is started.
    pub command: String,
    pub timeouts: Timeouts,
    /// Maximum number of restarts in a run.
    pub restarts: u32,
    pub visits: u32,
}

impl EngineSettings {
    /// Returns the default settings: 300 seconds to start (KataGo tunes itself the first time), 60 to
    /// answer, ten restarts, one visit.
    pub fn new(protocol: Protocol, command: &str) -> Self {
        Self {
            protocol,
            command: command.to_owned(),
            timeouts: Timeouts { start: Duration::from_secs(300), answer: Duration::from_secs(60) },
            restarts: 10,
            visits: 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept_and_no_more() {
        let lines = StderrTail::default();
        let text: String = (0..100).map(|n| format!("line {n}\r\n\n")).collect();
        lines.keep(text.as_bytes());
        assert_eq!(lines.lines(), ["line 95", "line 96", "line 97", "line 98", "line 99"]);
        let lines = StderrTail::default();
        lines.keep([b'x'; 100_000].as_slice());
        assert_eq!(lines.lines(), ["x".repeat(STDERR_LINE_BYTES)]);
        let lines = StderrTail::default();
        lines.keep(b"\x1b[31mred\n".as_slice());
        assert_eq!(lines.lines(), ["\\u{1b}[31mred"]);
    }

    #[test]
    fn lines_have_a_length() {
        let mut reader = b"one\r\n\nlast".as_slice();
        for expected in ["one", "", "last"] {
            assert!(matches!(next_line(&mut reader), OutputLine::Line(line) if line == expected));
        }
        assert!(matches!(next_line(&mut reader), OutputLine::End));
        let mut endless = BufReader::new(std::io::repeat(b'x'));
        assert!(matches!(next_line(&mut endless), OutputLine::TooLong));
    }
}
