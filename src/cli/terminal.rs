//! Standard output and its colours.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::AutoStream;
use clap::ColorChoice;

use super::Failure;
use sgf_audit_core::printable::{Shown, push_printable};

pub(super) fn colors(choice: ColorChoice) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        // Knows NO_COLOR, CLICOLOR and what the terminal can do.
        ColorChoice::Auto => AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
    }
}

/// Whether standard output is a terminal that shows links.
pub(super) fn links() -> bool {
    supports_hyperlinks::on(supports_hyperlinks::Stream::Stdout)
}

/// Returns the width of the terminal that standard output is, in columns. There is none if it goes elsewhere.
pub(super) fn width() -> Option<usize> {
    let size = terminal_size::terminal_size_of(io::stdout());
    size.map(|(width, _)| usize::from(width.0).clamp(40, 120))
}

/// Returns standard output, which shows colours on any system if they are wanted.
pub(super) fn stdout(choice: ColorChoice) -> Box<dyn Write + Send> {
    if colors(choice) { Box::new(AutoStream::always(io::stdout())) } else { Box::new(io::stdout()) }
}

/// Returns standard output for data, such as the names of files. On a terminal, control characters are escaped.
pub(super) fn data() -> Box<dyn Write + Send> {
    match io::stdout().is_terminal() {
        true => Box::new(Escaping { to: io::stdout(), line: Vec::new() }),
        false => Box::new(io::stdout()),
    }
}

/// Escapes the control characters of data, except for line breaks and tabs.
struct Escaping<W> {
    to: W,
    /// The last line, until it is complete.
    line: Vec<u8>,
}

impl<W: Write> Write for Escaping<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        if let Some(end) = memchr::memrchr(b'\n', &self.line) {
            let rest = self.line.split_off(end + 1);
            let lines = std::mem::replace(&mut self.line, rest);
            self.to.write_all(printable_data(&String::from_utf8_lossy(&lines)).as_bytes())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        self.to.write_all(printable_data(&String::from_utf8_lossy(&line)).as_bytes())?;
        self.to.flush()
    }
}

/// Prints a line to standard error. What isn't printable in it is escaped, line breaks too. Write errors are ignored.
pub(super) fn print_message(line: &str) {
    let _ = writeln!(io::stderr(), "{}", Shown::Text(line));
}

/// Prints lines to standard error, each as [`print_message`] does.
pub(super) fn print_messages(lines: impl IntoIterator<Item = impl AsRef<str>>) {
    lines.into_iter().for_each(|line| print_message(line.as_ref()));
}

/// Whether a program called the command, which asks for nothing but data and warnings.
static FOR_PROGRAM: AtomicBool = AtomicBool::new(false);

/// From now on no totals are printed.
pub(super) fn print_no_totals() {
    FOR_PROGRAM.store(true, Ordering::Relaxed);
}

/// Whether totals are printed, for people.
pub(super) fn prints_totals() -> bool {
    !FOR_PROGRAM.load(Ordering::Relaxed)
}

/// Prints the totals of a run as [`print_messages`] does, unless a program called the command.
pub(super) fn print_totals(totals: &str) {
    if prints_totals() {
        print_messages(totals.lines());
    }
}

/// Prints a text to standard output and returns the exit status. A closed pipe isn't a failure.
pub(super) fn print(text: &str) -> Result<u8, Failure> {
    print_to(data(), text)
}

/// Like [`print`], to [`stdout`] for text that may have ANSI colours.
pub(super) fn print_to(mut out: Box<dyn Write + Send>, text: &str) -> Result<u8, Failure> {
    is_closed(out.write_all(text.as_bytes()).and_then(|()| out.flush()))?;
    Ok(0)
}

/// Returns whether the reader of standard output has closed it, which isn't a failure. Fails if it couldn't be written
/// for another reason.
pub(super) fn is_closed(written: io::Result<()>) -> Result<bool, Failure> {
    match written {
        Ok(()) => Ok(false),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(true),
        Err(error) => Err(Failure::new(format!("standard output: {error}"))),
    }
}

/// Escapes the unprintable characters of data, but keeps its line breaks and tabs.
fn printable_data(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for part in text.split_inclusive(['\n', '\t']) {
        let line = part.strip_suffix("\r\n").unwrap_or(part.trim_end_matches(['\n', '\t']));
        push_printable(&mut out, line);
        out.push_str(&part[line.len()..]);
    }
    out
}
