//! The command within Python.

use std::ffi::OsString;
use std::path::PathBuf;

use pyo3::{Python, pyfunction};

/// Runs the command and returns its exit status. `library` is the file of this module; the first argument is the name of
/// the command.
#[pyfunction]
pub fn main(py: Python, library: PathBuf, arguments: Vec<OsString>) -> u8 {
    py.detach(|| sgf_audit::cli::main_with_args(&library, arguments))
}
