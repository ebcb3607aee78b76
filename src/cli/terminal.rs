//! Standard output and its colours.

use std::io::{self, Write};
use std::process::ExitCode;

use anstream::AutoStream;
use clap::ColorChoice;

use super::Failure;
use crate::printable::printable_lines;

/// Whether to print in colours.
pub(super) fn colors(choice: ColorChoice) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        // Knows NO_COLOR, CLICOLOR and what the terminal can do.
        ColorChoice::Auto => AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
    }
}

/// Standard output, able to show colours if they are wanted.
pub(super) fn stdout(choice: ColorChoice) -> Box<dyn Write + Send> {
    if colors(choice) { Box::new(AutoStream::always(io::stdout())) } else { Box::new(io::stdout()) }
}

/// Prints a message to standard error, with what would command the terminal made visible. That nobody
/// can read it is no failure.
pub(super) fn tell(message: &str) {
    let _ = writeln!(io::stderr(), "{}", printable_lines(message));
}

/// Prints a text to standard output. A closed pipe is no failure.
pub(super) fn print(text: &str) -> Result<ExitCode, Failure> {
    print_with(ColorChoice::Never, text)
}

/// The same, able to show colours if they are wanted.
pub(super) fn print_with(choice: ColorChoice, text: &str) -> Result<ExitCode, Failure> {
    let mut out = stdout(choice);
    is_unread(out.write_all(text.as_bytes()).and_then(|()| out.flush()))?;
    Ok(ExitCode::SUCCESS)
}

/// Whether what was written to standard output found a closed pipe: nobody reads on, which is no failure.
pub(super) fn is_unread(written: io::Result<()>) -> Result<bool, Failure> {
    match written {
        Ok(()) => Ok(false),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(true),
        Err(error) => Err(Failure::new(format!("standard output: {error}"))),
    }
}
