//! A run on threads of its own, which passes on batches of rows in bounded memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use arrow_array::RecordBatch;
use crossbeam_channel::{Receiver, Sender, bounded};
use sgf_audit::batch::{Audits, Source};
use sgf_audit::cli::RunSettings;
use sgf_audit_core::table::{move_columns, point_columns, setup_columns};

use crate::collector::{Rows, TableCollector, TableKind};
use crate::input::Input;
use crate::positions::{LeftOut, PositionRows, left_out_rows};
use crate::table_builder::TableBuilder;

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

/// Why a run ends early.
enum Stop {
    /// Nobody takes its batches any more.
    NotWanted,
    Failed(String),
}

impl From<String> for Stop {
    fn from(message: String) -> Self {
        Self::Failed(message)
    }
}

/// The run's end: gathers rows to batches.
struct Output<'a> {
    tables: &'a [TableKind],
    sender: &'a Sender<Message>,
    is_ended: &'a AtomicBool,
    /// The rows of the next batch of each table.
    games: TableBuilder,
    findings: TableBuilder,
    moves: TableBuilder,
    setup: TableBuilder,
    points: TableBuilder,
    rulesets: TableBuilder,
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
            games: TableBuilder::default(),
            findings: TableBuilder::default(),
            moves: TableBuilder::compact(),
            setup: TableBuilder::compact(),
            points: TableBuilder::compact(),
            rulesets: TableBuilder::default(),
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
        self.games.append(part.games);
        self.findings.append(part.findings);
        self.rulesets.append(part.rulesets);
        self.left_out.extend(part.left_out);
        self.flush(BATCH)?;
        for game in part.played {
            self.positions.push(&game);
            self.flush(BATCH)?;
        }
        for game in part.details {
            if self.tables.contains(&TableKind::Moves) {
                game.moves().for_each(|row| self.moves.push(move_columns(), &row));
            }
            if self.tables.contains(&TableKind::Setup) {
                game.setup().for_each(|row| self.setup.push(setup_columns(), &row));
            }
            if self.tables.contains(&TableKind::Points) {
                game.points().for_each(|row| self.points.push(point_columns(), &row));
            }
            self.flush(BATCH)?;
        }
        Ok(())
    }

    /// Passes on the rows of the tables that have at least this number.
    fn flush(&mut self, least: usize) -> Result<(), Stop> {
        let mut batches = Vec::new();
        for &kind in self.tables {
            let rows = match kind {
                TableKind::Games => &mut self.games,
                TableKind::Findings => &mut self.findings,
                TableKind::Moves => &mut self.moves,
                TableKind::Setup => &mut self.setup,
                TableKind::Points => &mut self.points,
                TableKind::Rulesets => &mut self.rulesets,
                TableKind::Positions(shape) => {
                    batches.push(match self.positions.rows() >= least {
                        true => self.positions.finish(shape),
                        false => RecordBatch::new_empty(shape.schema()),
                    });
                    continue;
                }
                TableKind::LeftOut => {
                    let left_out = match self.left_out.len() >= least {
                        true => std::mem::take(&mut self.left_out),
                        false => Vec::new(),
                    };
                    batches.push(left_out_rows(&left_out));
                    continue;
                }
            };
            let schema = kind.schema();
            batches.push(match rows.rows() >= least {
                true => rows.finish(&schema),
                false => RecordBatch::new_empty(schema),
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
