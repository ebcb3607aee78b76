//! The inputs that a caller passes, and the files that they lead to.

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::types::{
    PyAny, PyAnyMethods, PyBytes, PyBytesMethods, PyIterator, PyMemoryView, PyTuple,
};
use pyo3::{Bound, Py, PyErr, PyResult, Python, pyfunction};
use sgf_audit::batch::Source;
use sgf_audit::cli::RunSettings;
use sgf_audit_core::interruption::is_requested;

/// An item of what a caller gives.
pub enum Input {
    /// A file, a directory or an archive.
    Path(PathBuf),
    /// The bytes of a file and its name.
    Bytes(PathBuf, Vec<u8>),
}

impl Input {
    /// Takes a path, or a name and bytes.
    pub fn from_object(item: &Bound<PyAny>) -> PyResult<Self> {
        if let Ok(path) = item.extract() {
            return Ok(Self::Path(path));
        }
        let pair = item.cast::<PyTuple>().ok().and_then(|pair| {
            let (name, bytes) = pair.extract::<(PathBuf, Bound<PyAny>)>().ok()?;
            Some((name, copied(&bytes).ok()?))
        });
        let (name, bytes) = pair.ok_or_else(|| {
            let kind = item.get_type();
            PyTypeError::new_err(format!("not a path, nor a pair of a name and bytes: {kind}"))
        })?;
        Ok(Self::Bytes(name, bytes))
    }
}

/// The records that an iterator yields, as pairs of a name and bytes. It raises an exception once the run is to end.
pub struct GivenRecords(pub Py<PyIterator>);

impl Iterator for GivenRecords {
    type Item = Source;

    fn next(&mut self) -> Option<Source> {
        let next = Python::attach(|py| -> PyResult<Option<Source>> {
            let Some(item) = self.0.bind(py).clone().next() else { return Ok(None) };
            let (name, bytes) =
                item?.extract::<(PathBuf, Bound<PyBytes>)>().map_err(PyErr::from)?;
            Ok(Some(Source::from_bytes(name, bytes.as_bytes())))
        });
        next.unwrap_or_else(|_| {
            // What was read isn't all, and must not be taken for it.
            while !is_requested() {
                thread::sleep(Duration::from_millis(10));
            }
            None
        })
    }
}

/// Copies the bytes of an object that has some: bytes, a bytearray, a memory view, a buffer of Arrow's.
pub fn copied(object: &Bound<PyAny>) -> PyResult<Vec<u8>> {
    if let Ok(bytes) = object.cast::<PyBytes>() {
        return Ok(bytes.as_bytes().to_vec());
    }
    let bytes = PyMemoryView::from(object)?.call_method0("tobytes")?;
    Ok(bytes.cast::<PyBytes>()?.as_bytes().to_vec())
}

/// Returns the files that a run over these paths reads, each with its size in bytes, in the order of the run.
#[pyfunction]
pub fn list_files(py: Python, paths: Vec<PathBuf>, options: &str) -> PyResult<Vec<(PathBuf, u64)>> {
    let settings = RunSettings::of_check(options).map_err(PyValueError::new_err)?;
    Ok(py.detach(|| {
        let sources = paths.iter().flat_map(|path| settings.sources(path, true));
        sources.map(|source| (source.path().to_path_buf(), source.size())).collect()
    }))
}
