//! A table in memory.

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int8Type, Int32Type, Int64Type};
use arrow_array::{Array, RecordBatch, RecordBatchIterator};
use arrow_schema::{DataType, SchemaRef};
use pyo3::types::{
    PyAny, PyBytes, PyCapsule, PyDict, PyDictMethods, PyList, PyListMethods, PyString,
};
use pyo3::{Bound, IntoPyObjectExt, PyResult, Python, pyclass, pymethods};

use crate::arrow::{schema_capsule, stream_capsule};

/// A table of Arrow's batches.
#[pyclass(frozen, module = "sgf_audit._native")]
pub struct Table {
    pub schema: SchemaRef,
    pub batches: Vec<RecordBatch>,
}

#[pymethods]
impl Table {
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A wish, which the standard lets a producer decline.
        drop(requested_schema);
        let batches = self.batches.clone().into_iter().map(Ok);
        let reader = RecordBatchIterator::new(batches, SchemaRef::clone(&self.schema));
        stream_capsule(py, Box::new(reader))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.schema)
    }

    /// Returns the values of each column of a table's only batch: a list of texts, or the bytes of numbers with how many of them a
    /// row has.
    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let arrays = PyDict::new(py);
        for batch in &self.batches {
            for (field, column) in self.schema.fields().iter().zip(batch.columns()) {
                let (values, width) = match column.as_fixed_size_list_opt() {
                    Some(lists) => (lists.values(), lists.value_length()),
                    None => (column, 1),
                };
                if !values.data_type().is_primitive() {
                    arrays.set_item(field.name(), texts(py, values)?)?;
                    continue;
                }
                let data = values.to_data();
                let bytes = data.buffers().first().map_or(&[][..], |buffer| buffer.as_slice());
                arrays.set_item(field.name(), (PyBytes::new(py, bytes), width))?;
            }
        }
        Ok(arrays)
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// Returns the columns: name, type, unit and description of each, and whether every row has a value.
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let columns = PyList::empty(py);
        for field in self.schema.fields() {
            let column = PyDict::new(py);
            column.set_item("name", field.name())?;
            let kind = match field.data_type() {
                DataType::Int8 | DataType::Int32 | DataType::Int64 => "integer",
                DataType::Float64 => "number",
                DataType::Boolean => "boolean",
                _ => "string",
            };
            column.set_item("type", kind)?;
            let metadata = |key: &str| field.metadata().get(key).map_or("", String::as_str);
            column.set_item("unit", metadata("unit"))?;
            column.set_item("description", metadata("description"))?;
            column.set_item("required", !field.is_nullable())?;
            columns.append(column)?;
        }
        Ok(columns)
    }

    /// Returns a dictionary for each row.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows = PyList::empty(py);
        for batch in &self.batches {
            for row in 0..batch.num_rows() {
                let values = PyDict::new(py);
                for (field, column) in self.schema.fields().iter().zip(batch.columns()) {
                    values.set_item(field.name(), value(py, column, row)?)?;
                }
                rows.append(values)?;
            }
        }
        Ok(rows)
    }
}

/// Returns the texts of a column. Those of a dictionary are made once.
fn texts<'py>(py: Python<'py>, column: &dyn Array) -> PyResult<Bound<'py, PyList>> {
    let Some(dictionary) = column.as_any_dictionary_opt() else {
        return PyList::new(py, column.as_string::<i32>().iter());
    };
    let texts = dictionary.values().as_string::<i32>().iter();
    let texts: Vec<_> = texts.map(|text| PyString::new(py, text.unwrap_or_default())).collect();
    PyList::new(py, dictionary.normalized_keys().into_iter().map(|key| &texts[key]))
}

/// Returns a value of a column; `None` if there is none.
fn value<'py>(
    py: Python<'py>,
    column: &dyn Array,
    row: usize,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    if column.is_null(row) {
        return Ok(None);
    }
    let value = match column.data_type() {
        DataType::Int8 => column.as_primitive::<Int8Type>().value(row).into_bound_py_any(py),
        DataType::Int32 => column.as_primitive::<Int32Type>().value(row).into_bound_py_any(py),
        DataType::Int64 => column.as_primitive::<Int64Type>().value(row).into_bound_py_any(py),
        DataType::Float64 => column.as_primitive::<Float64Type>().value(row).into_bound_py_any(py),
        DataType::Boolean => column.as_boolean().value(row).into_bound_py_any(py),
        DataType::Dictionary(..) => {
            let key = column.as_dictionary::<Int32Type>().key(row);
            return key.map_or(Ok(None), |key| value(py, column.as_any_dictionary().values(), key));
        }
        _ => column.as_string::<i32>().value(row).into_bound_py_any(py),
    };
    value.map(Some)
}
