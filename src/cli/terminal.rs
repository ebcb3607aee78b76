//! Standard output and its colours.

use std::io::{self, Write};

use anstream::AutoStream;
use clap::ColorChoice;

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
