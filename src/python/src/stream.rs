//! A run as Python sees it: an iterator of batches.

use std::collections::{HashMap, HashSet};
use std::ffi::CString;
use std::time::Duration;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use crossbeam_channel::{RecvTimeoutError, select};
use pyo3::exceptions::{PyTypeError, PyUserWarning, PyValueError};
use pyo3::types::{PyAny, PyAnyMethods, PyCapsule, PyIterator};
use pyo3::{Bound, Py, PyErr, PyRef, PyRefMut, PyResult, Python, pyclass, pymethods};
use sgf_audit::cli::RunSettings;
use sgf_audit_core::go::Size;

use crate::arrow::{schema_capsule, stream_capsule};
use crate::collector::{TableCollector, TableKind};
use crate::error;
use crate::input::Input;
use crate::positions::PositionShape;
use crate::run::{Message, Run};
use crate::table::Table;

/// How often a caller who waits looks for Ctrl-C.
pub const PATIENCE: Duration = Duration::from_millis(50);

/// Yields a batch of each table, in bounded memory.
#[pyclass(module = "sgf_audit._native")]
pub struct Stream {
    tables: Vec<TableKind>,
    /// None once it was handed to a reader of Arrow's.
    batches: Option<Batches>,
}

#[pymethods]
impl Stream {
    /// Starts a run. `items` are paths, or pairs of a name and bytes; `named`: whether a person named the paths; `options`
    /// are those of `sgf-audit check`, a JSON object; `progress` is called with numbers of files that are done. `positions`: in place of
    /// tables, the positions on square boards of this size and the games left out, and whether of counted games only. `games`: the
    /// numbers of the games that are taken by their paths; by default all are.
    #[new]
    #[pyo3(signature = (items, named, options, tables, progress, positions = None, games = None))]
    fn new(
        items: &Bound<PyAny>,
        named: bool,
        options: &str,
        tables: Vec<String>,
        progress: Option<Py<PyAny>>,
        positions: Option<(u8, bool)>,
        games: Option<HashMap<String, HashSet<u32>>>,
    ) -> PyResult<Self> {
        let mut settings = RunSettings::of_check(options).map_err(PyValueError::new_err)?;
        let tables: Result<Vec<_>, _> = tables.iter().map(|name| TableKind::named(name)).collect();
        let mut tables = tables.map_err(PyValueError::new_err)?;
        if let Some((side, ownership)) = positions {
            let size = Size::new(side, side)
                .ok_or_else(|| PyValueError::new_err(format!("no size of a board: {side}")))?;
            tables =
                vec![TableKind::Positions(PositionShape { size, ownership }), TableKind::LeftOut];
        }
        if tables.iter().any(|table| table.is_of_details()) {
            settings = settings.with_moves();
        }
        if tables.contains(&TableKind::Rulesets) {
            settings = settings.with_comparisons();
        }
        let items = items.try_iter()?.unbind();
        let run = Run::start(settings, TableCollector { tables: tables.clone(), games }, named);
        let batches =
            Batches { run: Some(run), items: Some(items), next: None, progress, files: 0 };
        Ok(Self { tables, batches: Some(batches) })
    }

    fn __iter__(this: PyRef<Self>) -> PyRef<Self> {
        this
    }

    fn __next__(mut this: PyRefMut<Self>, py: Python) -> PyResult<Option<Vec<Table>>> {
        let batches = this.batches.as_mut().ok_or_else(taken)?;
        let Some(batches) = batches.next(py)? else { return Ok(None) };
        let table = |batch: RecordBatch| Table { schema: batch.schema(), batches: vec![batch] };
        Ok(Some(batches.into_iter().map(table).collect()))
    }

    /// Returns all that is left: a table of each kind.
    fn read_all(&mut self, py: Python) -> PyResult<Vec<Table>> {
        let empty = |kind: &TableKind| Table { schema: kind.schema(), batches: Vec::new() };
        let mut tables: Vec<Table> = self.tables.iter().map(empty).collect();
        let all = self.batches.as_mut().ok_or_else(taken)?;
        while let Some(batches) = all.next(py)? {
            for (table, batch) in tables.iter_mut().zip(batches) {
                if batch.num_rows() > 0 {
                    table.batches.push(batch);
                }
            }
        }
        Ok(tables)
    }

    /// Number of files that are done.
    #[getter]
    fn files(&self) -> u64 {
        self.batches.as_ref().map_or(0, |batches| batches.files)
    }

    /// Ends the run.
    fn close(&mut self) {
        if let Some(batches) = &mut self.batches {
            batches.end();
        }
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &mut self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A wish, which the standard lets a producer decline.
        drop(requested_schema);
        let schema = self.only_table()?.schema();
        let batches = self.batches.take().ok_or_else(taken)?;
        stream_capsule(py, Box::new(Reader { schema, batches }))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.only_table()?.schema())
    }
}

impl Stream {
    fn only_table(&self) -> PyResult<TableKind> {
        match self.tables[..] {
            [table] => Ok(table),
            _ => Err(PyTypeError::new_err("a stream of several tables isn't one of Arrow's")),
        }
    }
}

fn taken() -> PyErr {
    PyValueError::new_err("the stream was handed to another reader")
}

/// The batches of a run to come.
struct Batches {
    /// None once it has ended.
    run: Option<Run>,
    /// The caller's items that weren't asked for yet.
    items: Option<Py<PyIterator>>,
    /// The one that the run doesn't take yet.
    next: Option<Input>,
    progress: Option<Py<PyAny>>,
    files: u64,
}

impl Batches {
    fn end(&mut self) {
        (self.run, self.items, self.next) = (None, None, None);
    }

    /// Returns the next batch of each table; `None` after the last.
    fn next(&mut self, py: Python) -> PyResult<Option<Vec<RecordBatch>>> {
        let batches = self.try_next(py);
        if !matches!(batches, Ok(Some(_))) {
            self.end();
        }
        batches
    }

    fn try_next(&mut self, py: Python) -> PyResult<Option<Vec<RecordBatch>>> {
        loop {
            self.pull(py)?;
            match self.wait(py) {
                Some(Message::Batches(batches)) => return Ok(Some(batches)),
                Some(Message::Files(files)) => {
                    self.files += files;
                    if let Some(progress) = &self.progress {
                        progress.call1(py, (files,))?;
                    }
                }
                Some(Message::Warning(message)) => {
                    let message = CString::new(message).unwrap_or_default();
                    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)?;
                }
                Some(Message::Failed(message)) => return Err(error(py, None, &message)),
                None if self.run.is_none() => return Ok(None),
                None => py.check_signals()?,
            }
        }
    }

    /// Takes the caller's next item if the last one was passed on.
    fn pull(&mut self, py: Python) -> PyResult<()> {
        if let (None, Some(items)) = (&self.next, &self.items) {
            self.next = items
                .bind(py)
                .clone()
                .next()
                .transpose()?
                .map(|item| Input::from_object(&item))
                .transpose()?;
            if self.next.is_none() {
                self.items = None;
                if let Some(run) = &mut self.run {
                    run.inputs = None;
                }
            }
        }
        Ok(())
    }

    /// Waits a while for a message, and passes the next item on if the run takes it. `None` without a message, or
    /// none any more.
    fn wait(&mut self, py: Python) -> Option<Message> {
        let run = self.run.as_ref()?;
        let received = match (&run.inputs, self.next.take()) {
            (Some(inputs), Some(next)) => {
                let mut next = Some(next);
                let received = py.detach(|| {
                    select! {
                        recv(run.messages) -> message => message.map_err(|_| RecvTimeoutError::Disconnected),
                        send(inputs, next.take().expect("it is there")) -> _ => Err(RecvTimeoutError::Timeout),
                        default(PATIENCE) => Err(RecvTimeoutError::Timeout),
                    }
                });
                self.next = next;
                received
            }
            _ => py.detach(|| run.messages.recv_timeout(PATIENCE)),
        };
        if let Err(RecvTimeoutError::Disconnected) = received {
            self.run = None;
        }
        received.ok()
    }
}

/// A stream of one table as Arrow reads it.
struct Reader {
    schema: SchemaRef,
    batches: Batches,
}

impl Iterator for Reader {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let batches = Python::attach(|py| self.batches.next(py)).transpose()?;
        let batch = batches.map(|mut batches| batches.remove(0));
        Some(batch.map_err(|error| ArrowError::ExternalError(Box::new(error))))
    }
}

impl RecordBatchReader for Reader {
    fn schema(&self) -> SchemaRef {
        SchemaRef::clone(&self.schema)
    }
}
