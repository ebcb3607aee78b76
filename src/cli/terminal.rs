//! Standard output and its colours.

use std::io::{self, Write};

use anstream::AutoStream;
use clap::ColorChoice;

use super::Failure;
use crate::printable::push_printable;

/// Whether to print in colours.
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

/// Prints a message to standard error with control characters escaped. Write errors are ignored.
pub(super) fn print_message(message: &str) {
    let _ = writeln!(io::stderr(), "{}", printable_lines(message));
}

/// Prints a text to standard output and returns the exit status. A closed pipe is no failure.
pub(super) fn print(text: &str) -> Result<u8, Failure> {
    print_with(ColorChoice::Never, text)
}

/// Prints a text, which may have ANSI colours, to standard output and returns the exit status. A closed pipe is no failure.
pub(super) fn print_with(choice: ColorChoice, text: &str) -> Result<u8, Failure> {
    let mut out = stdout(choice);
    is_closed(out.write_all(text.as_bytes()).and_then(|()| out.flush()))?;
    Ok(0)
}

/// Returns whether the reader of standard output has closed it, which is no failure.
///
/// # Errors
///
/// If it couldn't be written for another reason.
pub(super) fn is_closed(written: io::Result<()>) -> Result<bool, Failure> {
    match written {
        Ok(()) => Ok(false),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(true),
        Err(error) => Err(Failure::new(format!("standard output: {error}"))),
    }
}

/// Escapes the unprintable characters of a text, but keeps its line breaks.
fn printable_lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            out.push('\n');
        }
        push_printable(&mut out, line);
    }
    out
}
