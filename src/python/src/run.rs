//! A run on threads of its own, which passes on batches of rows in bounded memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use arrow_array::RecordBatch;
use crossbeam_channel::{Receiver, Sender, bounded};
use sgf_audit::batch::{Audits, Source};
use sgf_audit::cli::{Failure, RunSettings};
use sgf_audit_core::table::{move_columns, point_columns, setup_columns};

use crate::collector::{Rows, TableCollector, TableKind, Tables};
use crate::input::Input;
use crate::positions::{LeftOut, PositionRows, left_out_rows};

/// A batch has this number of rows and some more.
const BATCH: usize = 1 << 13;

/// Batches that wait for the caller at most.
const WAITING: usize = 2;

/// Items of the caller's that wait for the run at most.
const INPUTS: usize = 16;

/// How often the caller hears how far the run has come.
const TICK: Duration = Duration::from_millis(100);

/// Messages of a run to its caller.
pub enum Message {
    /// Number of further files that are done.
    Files(u64),
    /// A batch of each table, some of them without rows.
    Batches(Vec<RecordBatch>),
    /// The files that the run left out, at its end.
    Warning(String),
    /// Why the run ended early.
    Failed(String),
}

/// The caller's ends of a run. Dropping them ends it.
pub struct Run {
    /// Takes the caller's items. Dropping it ends the input.
    pub inputs: Option<Sender<Input>>,
    /// Yields messages until the run has ended.
    pub messages: Receiver<Message>,
    ended: Arc<AtomicBool>,
}

impl Run {
    /// Starts a run that makes the collector's tables. `named`: whether a person named the paths.
    pub fn start(settings: RunSettings, collector: TableCollector, named: bool) -> Self {
        let (inputs, given) = bounded::<Input>(INPUTS);
        let (sender, messages) = bounded(WAITING);
        let ended = Arc::new(AtomicBool::new(false));
        let is_ended = Arc::clone(&ended);
        thread::spawn(move || {
            let sources =
                given.into_iter().flat_map(|input| -> Box<dyn Iterator<Item = Source> + Send> {
                    match input {
                        Input::Path(path) => Box::new(settings.sources(&path, named)),
                        Input::Bytes(name, bytes) => {
                            Box::new(std::iter::once(Source::from_bytes(name, &bytes)))
                        }
                    }
                });
            let sources = sources.take_while(|_| !is_ended.load(Ordering::Relaxed));
            let mut output = Output::new(&collector.tables, &sender, &is_ended);
            let outcome = settings.run(sources, &collector, |audits| output.add(audits));
            match outcome.and_then(|()| output.finish()) {
                Ok(()) => {
                    for warning in settings.not_read() {
                        drop(sender.send(Message::Warning(warning)));
                    }
                }
                Err(Stop::NotWanted) => {}
                // A caller that is gone needs no message.
                Err(Stop::Failed(message)) => drop(sender.send(Message::Failed(message))),
            }
        });
        Self { inputs: Some(inputs), messages, ended }
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
    }
}

enum Stop {
    /// Nobody takes its batches any more.
    NotWanted,
    Failed(String),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure.message())
    }
}

/// The run's end: gathers rows to batches.
struct Output<'a> {
    tables: &'a [TableKind],
    sender: &'a Sender<Message>,
    is_ended: &'a AtomicBool,
    /// The rows of the next batch of each table.
    rows: Tables,
    positions: PositionRows,
    left_out: Vec<LeftOut>,
    files: u64,
    reported: Instant,
}

impl<'a> Output<'a> {
    fn new(tables: &'a [TableKind], sender: &'a Sender<Message>, is_ended: &'a AtomicBool) -> Self {
        Self {
            tables,
            sender,
            is_ended,
            rows: Tables::default(),
            positions: PositionRows::default(),
            left_out: Vec::new(),
            files: 0,
            reported: Instant::now(),
        }
    }

    fn add(&mut self, audits: Audits<Rows>) -> Result<(), Stop> {
        if self.is_ended.load(Ordering::Relaxed) {
            return Err(Stop::NotWanted);
        }
        self.files += audits.files;
        self.push(audits.part)?;
        if self.reported.elapsed() >= TICK {
            self.reported = Instant::now();
            let files = std::mem::take(&mut self.files);
            self.send(Message::Files(files))?;
        }
        Ok(())
    }

    fn push(&mut self, part: Rows) -> Result<(), Stop> {
        self.rows.append(part.tables);
        self.left_out.extend(part.left_out);
        self.flush(BATCH)?;
        for game in part.played {
            self.positions.push(&game);
            self.flush(BATCH)?;
        }
        for game in part.details {
            for &kind in self.tables {
                let rows = self.rows.of(kind);
                match kind {
                    TableKind::Moves => {
                        game.moves().for_each(|row| rows.push(move_columns(), &row))
                    }
                    TableKind::Setup => {
                        game.setup().for_each(|row| rows.push(setup_columns(), &row))
                    }
                    TableKind::Points => {
                        game.points().for_each(|row| rows.push(point_columns(), &row))
                    }
                    _ => {}
                }
            }
            self.flush(BATCH)?;
        }
        Ok(())
    }

    /// Passes on the rows of the tables that have at least this number.
    fn flush(&mut self, least: usize) -> Result<(), Stop> {
        let mut batches = Vec::new();
        for &kind in self.tables {
            batches.push(match kind {
                TableKind::Positions(shape) if self.positions.rows() >= least => {
                    self.positions.finish(shape)
                }
                TableKind::LeftOut if self.left_out.len() >= least => {
                    left_out_rows(&std::mem::take(&mut self.left_out))
                }
                TableKind::Positions(_) | TableKind::LeftOut => {
                    RecordBatch::new_empty(kind.schema())
                }
                _ if self.rows.of(kind).rows() >= least => {
                    self.rows.of(kind).finish(&kind.schema())
                }
                _ => RecordBatch::new_empty(kind.schema()),
            });
        }
        match batches.iter().all(|batch| batch.num_rows() == 0) {
            true => Ok(()),
            false => self.send(Message::Batches(batches)),
        }
    }

    fn send(&self, message: Message) -> Result<(), Stop> {
        self.sender.send(message).map_err(|_| Stop::NotWanted)
    }

    fn finish(mut self) -> Result<(), Stop> {
        self.flush(1)?;
        self.send(Message::Files(self.files))
    }
}
