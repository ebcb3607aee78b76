//! The Python package's half in Rust: tables for data frames, and the command.
//!
//! `sgf_audit/` beside this crate is the other half, which is what users see.

mod arrow;
mod collector;
mod input;
mod positions;
mod record;
mod run;
mod stream;
mod table;
mod table_builder;

use std::ffi::OsString;
use std::path::Path;

use pyo3::exceptions::{PyException, PyValueError};
use pyo3::types::{PyAnyMethods, PyIterator};
use pyo3::{Py, PyErr, PyResult, Python, create_exception, pyfunction, pymodule};
use sgf_audit::cli::{Caller, Given};
use sgf_audit::report::Shown;

use input::GivenRecords;

create_exception!(
    sgf_audit,
    Error,
    PyException,
    "What couldn't be done. `path` is the file that it is about, or None."
);

/// Returns the exception with this message about a file.
fn error(py: Python, path: Option<&Path>, message: &str) -> PyErr {
    let text = match path {
        Some(path) => format!("{}: {message}", Shown::Path(path)),
        None => message.to_owned(),
    };
    let error = Error::new_err(text);
    let set: PyResult<()> = error.value(py).setattr("path", path.map(Path::as_os_str));
    set.err().unwrap_or(error)
}

/// Runs the command and returns its exit status. The first argument is the name of the command; `for_program`: whether only data and warnings are printed; `records`: names and bytes of the records that it
/// reads in place of standard input.
#[pyfunction]
#[pyo3(signature = (arguments, for_program, records = None))]
fn main(
    py: Python,
    arguments: Vec<OsString>,
    for_program: bool,
    records: Option<Py<PyIterator>>,
) -> u8 {
    let given = records.map(|records| -> Given { Box::new(GivenRecords(records)) });
    let caller = if for_program { Caller::Program(given) } else { Caller::Person };
    py.detach(|| sgf_audit::cli::main_with_args(arguments, caller))
}

/// Raises a ValueError if a command that works on collections refuses these options.
#[pyfunction]
fn check_options(subcommand: &str, options: Vec<String>) -> PyResult<()> {
    sgf_audit::cli::check_options(subcommand, &options).map_err(PyValueError::new_err)
}

/// What `sgf_audit` is made of. Use that instead.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::Error;
    #[pymodule_export]
    use super::input::list_files;
    #[pymodule_export]
    use super::record::{convert, explain, fix, rulesets, score};
    #[pymodule_export]
    use super::stream::Stream;
    #[pymodule_export]
    use super::table::Table;
    #[pymodule_export]
    use super::{check_options, main};
}
