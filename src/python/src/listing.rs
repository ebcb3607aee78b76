//! The files of a run, for engines that divide it.

use std::path::PathBuf;

use pyo3::exceptions::PyValueError;
use pyo3::{PyResult, Python, pyfunction};
use sgf_audit::cli::RunSettings;

/// Returns the files that a run over these paths reads, each with its size in bytes, in the order of the run.
#[pyfunction]
pub fn list_files(
    py: Python,
    paths: Vec<PathBuf>,
    options: Vec<String>,
) -> PyResult<Vec<(PathBuf, u64)>> {
    let settings = RunSettings::of_check(&options).map_err(PyValueError::new_err)?;
    Ok(py.detach(|| {
        let sources = paths.iter().flat_map(|path| settings.sources(path, true));
        sources.map(|source| (source.path().to_path_buf(), source.size())).collect()
    }))
}
