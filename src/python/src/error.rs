//! The exception of the package.

use std::path::Path;

use pyo3::exceptions::PyException;
use pyo3::types::PyAnyMethods;
use pyo3::{PyErr, PyResult, Python, create_exception};
use sgf_audit::report::Shown;

create_exception!(
    sgf_audit,
    Error,
    PyException,
    "What couldn't be done. `path` is the file that it is about, or None."
);

/// Returns the exception with this message about a file.
pub fn error(py: Python, path: Option<&Path>, message: &str) -> PyErr {
    let text = match path {
        Some(path) => format!("{}: {message}", Shown::Path(path)),
        None => message.to_owned(),
    };
    let error = Error::new_err(text);
    let set: PyResult<()> = error.value(py).setattr("path", path.map(Path::as_os_str));
    set.err().unwrap_or(error)
}
