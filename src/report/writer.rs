//! Reports to a stream.

use std::io::{self, Write};

use super::interface::{Fragment, Report};
use super::summary::Summary;

/// Writes a report: its header, the fragments, and its footer.
pub struct ReportWriter<'r, W> {
    to: W,
    report: &'r dyn Report,
    /// Whether the header has been written.
    started: bool,
    /// Whether a fragment has been written.
    has_fragment: bool,
}

impl<'r, W: Write> ReportWriter<'r, W> {
    /// Creates a writer. Nothing is written until there is something to write.
    pub fn new(to: W, report: &'r dyn Report) -> Self {
        Self { to, report, started: false, has_fragment: false }
    }

    /// Writes a fragment.
    ///
    /// # Errors
    ///
    /// If it can't be written.
    pub fn write(&mut self, fragment: &Fragment) -> io::Result<()> {
        if fragment.text.is_empty() {
            return Ok(());
        }
        self.start()?;
        if std::mem::replace(&mut self.has_fragment, true) {
            self.to.write_all(self.report.separator().as_bytes())?;
        }
        self.to.write_all(fragment.text.as_bytes())
    }

    /// Writes the footer.
    ///
    /// # Errors
    ///
    /// If it can't be written.
    pub fn finish(mut self, files: u64, summary: &Summary) -> io::Result<()> {
        self.start()?;
        self.to.write_all(self.report.footer(files, summary).as_bytes())?;
        self.to.flush()
    }

    fn start(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.started, true) {
            return Ok(());
        }
        self.to.write_all(self.report.header().as_bytes())
    }
}
