//! The Arrow PyCapsule interface, by which data frames take tables without copying.

use arrow_array::ffi::{FFI_ArrowArray, to_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, RecordBatch, RecordBatchReader, StructArray};
use arrow_schema::Schema;
use arrow_schema::ffi::FFI_ArrowSchema;
use pyo3::exceptions::PyRuntimeError;
use pyo3::types::PyCapsule;
use pyo3::{Bound, PyErr, PyResult, Python};

/// Returns what `__arrow_c_stream__` returns.
pub fn stream_capsule<'py>(
    py: Python<'py>,
    reader: Box<dyn RecordBatchReader + Send>,
) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(reader), c"arrow_array_stream")
}

/// Returns what `__arrow_c_schema__` returns.
pub fn schema_capsule<'py>(py: Python<'py>, schema: &Schema) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(schema).map_err(failed)?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}

/// What `__arrow_c_array__` returns: a schema and an array.
pub type ArrayCapsules<'py> = (Bound<'py, PyCapsule>, Bound<'py, PyCapsule>);

/// Returns what `__arrow_c_array__` returns.
pub fn array_capsules<'py>(py: Python<'py>, batch: &RecordBatch) -> PyResult<ArrayCapsules<'py>> {
    let data = StructArray::from(batch.clone()).into_data();
    let (array, _): (FFI_ArrowArray, _) = to_ffi(&data).map_err(failed)?;
    let array = PyCapsule::new_with_value(py, array, c"arrow_array")?;
    Ok((schema_capsule(py, batch.schema_ref())?, array))
}

fn failed(error: arrow_schema::ArrowError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}
