//! A program that is spoken to line by line through pipes, and that can never make us wait for ever:
//! three threads see to its pipes, each wait has an end, and whatever is left of it is killed.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::{Breakdown, Trouble};

/// What came from a program's standard output.
pub(super) enum OutputLine {
    /// A line, without its end.
    Line(String),
    /// A line longer than any answer can be.
    TooLong,
    /// Nothing more will come.
    End,
}

/// The longest line that is read: an answer about the largest board takes some tens of kilobytes.
const LINE_BYTES: u64 = 4 << 20;
/// How long a program that was told to go may take to go.
const GRACE: Duration = Duration::from_secs(2);
/// How long the end of a program that closed its output is waited for, to say how it ended.
const AFTERMATH: Duration = Duration::from_millis(500);
/// How many lines of standard error are kept, and how much of each.
const LAST_LINES: usize = 5;
const LAST_LINE_BYTES: usize = 240;

/// A running program. Dropping it ends it.
pub(super) struct Process {
    child: Mutex<Child>,
    /// To the thread that writes its standard input; `None` once it was told to go.
    input: Mutex<Option<Sender<String>>>,
    errors: Arc<LastLines>,
    /// When it was told to go.
    leaving: Mutex<Option<Instant>>,
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Process {
    /// Starts a program. `on_line` is called on a thread of its own with each line of its standard output
    /// until it says `false`.
    ///
    /// # Errors
    ///
    /// Why it can't be started.
    pub fn start(
        words: &[String],
        mut on_line: impl FnMut(OutputLine) -> bool + Send + 'static,
    ) -> Result<Self, Trouble> {
        let failed = |why: &dyn std::fmt::Display| {
            Trouble::Broken(format!("can't be started: {why}").into())
        };
        let (program, arguments) = words.split_first().ok_or_else(|| failed(&"no program"))?;
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own, so that what a wrapper script started dies with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| failed(&error))?;
        let (Some(mut stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(failed(&"no pipes"));
        };
        // Writing is a thread's work too: a program that doesn't read would block it.
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
        let errors = Arc::new(LastLines::default());
        let kept = Arc::clone(&errors);
        thread::spawn(move || kept.keep(stderr));
        Ok(Self {
            child: Mutex::new(child),
            input: Mutex::new(Some(input)),
            errors,
            leaving: Mutex::new(None),
        })
    }

    /// Sends text, without waiting for it to be read. That nobody reads it shows when no answer comes.
    pub fn send(&self, text: String) {
        if let Some(input) = &*lock(&self.input) {
            let _ = input.send(text);
        }
    }

    /// Sends a last text and closes the program's standard input, which tells it to go.
    pub fn shutdown(&self, farewell: &str) {
        if let Some(input) = lock(&self.input).take() {
            let _ = input.send(farewell.to_owned());
            *lock(&self.leaving) = Some(Instant::now());
        }
    }

    /// Ends the program now.
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
        wait(&mut child, GRACE);
    }

    /// How the program ended, if it does so very soon: "it ended by itself (exit status: 1)".
    pub fn end(&self) -> String {
        match wait(&mut lock(&self.child), AFTERMATH) {
            Some(status) => format!("it ended by itself ({status})"),
            None => "it closed its standard output".to_owned(),
        }
    }

    /// The trouble that the program is in, with the last lines of its standard error.
    pub fn broken(&self, why: String) -> Trouble {
        Trouble::Broken(Breakdown { why, stderr_tail: self.errors.lines() })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.shutdown("");
        let since = lock(&self.leaving).unwrap_or_else(Instant::now);
        wait(&mut lock(&self.child), GRACE.saturating_sub(since.elapsed()));
        self.kill();
    }
}

/// Waits for a program's end, but no longer than this.
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
    match reader.by_ref().take(LINE_BYTES).read_until(b'\n', &mut line) {
        Err(_) | Ok(0) => OutputLine::End,
        Ok(_) if line.len() as u64 == LINE_BYTES && !line.ends_with(b"\n") => OutputLine::TooLong,
        Ok(_) => {
            while line.ends_with(b"\n") || line.ends_with(b"\r") {
                line.pop();
            }
            OutputLine::Line(String::from_utf8_lossy(&line).into_owned())
        }
    }
}

/// The last lines of a standard error that nobody else reads.
#[derive(Default)]
struct LastLines {
    kept: Mutex<Kept>,
    ended: Condvar,
}

#[derive(Default)]
struct Kept {
    lines: VecDeque<Vec<u8>>,
    ended: bool,
}

impl LastLines {
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
                    if kept.lines.len() == LAST_LINES {
                        kept.lines.pop_front();
                    }
                    kept.lines.push_back(Vec::new());
                }
                if let Some(line) = kept.lines.back_mut()
                    && line.len() < LAST_LINE_BYTES
                {
                    line.push(byte);
                }
            }
        }
        lock(&self.kept).ended = true;
        self.ended.notify_all();
    }

    /// The lines; of a program that is ending, all that it wrote.
    fn lines(&self) -> Vec<String> {
        let kept = lock(&self.kept);
        let (kept, _) = self
            .ended
            .wait_timeout_while(kept, AFTERMATH, |kept| !kept.ended)
            .unwrap_or_else(PoisonError::into_inner);
        kept.lines.iter().map(|line| excerpt(&String::from_utf8_lossy(line))).collect()
    }
}

/// The beginning of a text that a program wrote, fit for a message: one line, no control characters.
pub(super) fn excerpt(text: &str) -> String {
    let mut shown = String::new();
    for (i, c) in text.trim_end().chars().enumerate() {
        match c {
            _ if i == LAST_LINE_BYTES => {
                shown.push_str("...");
                break;
            }
            c if c.is_control() => shown.extend(c.escape_default()),
            c => shown.push(c),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept_and_no_more() {
        let lines = LastLines::default();
        let text: String = (0..100).map(|n| format!("line {n}\r\n\n")).collect();
        lines.keep(text.as_bytes());
        assert_eq!(lines.lines(), ["line 95", "line 96", "line 97", "line 98", "line 99"]);
        let lines = LastLines::default();
        lines.keep([b'x'; 100_000].as_slice());
        assert_eq!(lines.lines(), ["x".repeat(LAST_LINE_BYTES)]);
        let lines = LastLines::default();
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
