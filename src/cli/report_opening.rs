//! The report in the browser.

use std::path::{Path, PathBuf};

use super::inputs::failed;
use super::{Failure, terminal};
use crate::printable::printable_path;

/// Creates a temporary directory for a report. It stays until the system clears it.
pub(super) fn temporary_dir() -> Result<PathBuf, Failure> {
    let created = tempfile::Builder::new().prefix("sgf-audit-").tempdir();
    let created = created.map_err(|error| failed(&std::env::temp_dir(), &error))?;
    Ok(created.keep())
}

/// Opens the report in this directory. Prints its path, and why it couldn't be opened.
pub(super) fn open(dir: &Path) {
    let report = dir.join("report.html");
    terminal::print_message(&format!("the report is {}", printable_path(&report)));
    // Programs that open files take a relative path with a colon for an address.
    let report = std::path::absolute(&report).unwrap_or(report);
    if let Err(error) = open::that_detached(&report) {
        terminal::print_message(&format!("no browser was opened: {error}"));
    }
}
