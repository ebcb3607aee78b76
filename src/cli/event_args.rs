//! The options that name an event and its table of results.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use encoding_rs::Encoding;
use rayon::ThreadPool;

use super::Failure;
use super::config::Configuration;
use super::inputs::{Paths, failed, read_toml};
use super::interrupt;
use super::run_plan::RunPlan;
use crate::atomic_file::AtomicFile;
use crate::batch::{Audited, AuditedRecord, Audits, FileSelection, RunResources, Sink, run};
use crate::own_files::MAX_BYTES;
use sgf_audit_core::audit::Auditor;
use sgf_audit_core::event::{Conclusion, Entry, EventCheck, OutFormat, Results, Terms};
use sgf_audit_core::guarded_file;
use sgf_audit_core::printable::path_text;
use sgf_audit_core::table;

/// The terms of an event, and its results.
#[derive(Args)]
#[command(next_help_heading = "Event")]
pub(super) struct EventArgs {
    /// Check each record against the terms of an event, from a TOML file (docs/event-file.md).
    ///
    /// `sgf-audit event PATHS` drafts one.
    #[arg(long, value_name = "FILE")]
    event: Option<PathBuf>,
    /// Compare the records with a table of results: CSV, OpenGotha's XML, EGF's H9 or AGA's rating report.
    ///
    /// With --out, pairings.csv has each game of the table beside its record.
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// The encoding of the table, if it isn't UTF-8 and the table doesn't declare it.
    #[arg(long, requires = "results", value_name = "NAME", value_parser = encoding)]
    results_encoding: Option<&'static Encoding>,
    /// Write the results with the referee's decisions: .csv, .h9 for the EGF, .aga or .txt for the AGA's rating report.
    ///
    /// What was decided otherwise than the table has it stands above the results.
    #[arg(long, value_name = "FILE", value_parser = results_out)]
    results_out: Option<PathBuf>,
}

fn results_out(path: &str) -> Result<PathBuf, &'static str> {
    let path = PathBuf::from(path);
    match OutFormat::of_file(&path) {
        Some(_) => Ok(path),
        None => Err("the name ends in .csv, .h9, .aga or .txt, which is the form"),
    }
}

fn encoding(name: &str) -> Result<&'static Encoding, String> {
    Results::encoding(name)
        .ok_or_else(|| "no such encoding; give a name such as windows-1252 or gbk".to_owned())
}

pub(super) struct EventInput {
    pub check: EventCheck,
    /// The files with the names of their options.
    pub files: Vec<(&'static str, String)>,
    /// The file that the results are written into.
    results_out: Option<PathBuf>,
}

/// Reads an event's file. Returns its name with the terms.
pub(super) fn read_terms(path: &Path) -> Result<(String, Terms), Failure> {
    let text = read_toml(path, MAX_BYTES).map_err(|error| failed(path, &error))?;
    let terms = Terms::from_toml(&text).map_err(|error| failed(path, &error))?;
    Ok((path_text(path).into_owned(), terms))
}

/// Keeps the facts that identify a game.
struct Entries;

impl Sink for Entries {
    type Part = Vec<Entry>;

    fn size(&self, part: &Vec<Entry>) -> usize {
        part.len() * 2 * size_of::<Entry>()
    }

    fn game(&self, part: &mut Vec<Entry>, _: &AuditedRecord, game: Audited) {
        part.extend(game.entry.cloned());
    }
}

impl EventInput {
    pub fn write_results(&self, conclusion: &Conclusion) -> Result<(), Failure> {
        let Some(path) = &self.results_out else { return Ok(()) };
        let format = OutFormat::of_file(path).expect("the parser knows the endings");
        let text = table::results_out(&self.check, conclusion, format);
        let text = text.map_err(|why| failed(path, &why))?;
        AtomicFile::replace(path, text.as_bytes()).map_err(|error| failed(path, &error))
    }

    /// Settles which game each ruling and each penalty concerns: reads the headers of all records before the run. Where
    /// records can be read only once, a decision concerns each game that it fits.
    pub fn bind(
        &mut self,
        paths: &Paths,
        plan: &RunPlan,
        pool: &ThreadPool,
    ) -> Result<(), Failure> {
        if !paths.iter().all(|path| path.is_file() || path.is_dir()) {
            return Ok(());
        }
        let selected = FileSelection { not_read: Arc::default(), ..plan.selection.clone() };
        let mut entries = Vec::new();
        self.check.collect_games();
        let event = Some(&self.check);
        let resources = RunResources { event, ..RunResources::new(Auditor::new, plan.unpacker) };
        let sources = paths.sources(selected);
        let collect = |audits: Audits<Vec<Entry>>| {
            entries.extend(audits.part);
            interrupt::check()
        };
        pool.install(|| run(sources, &plan.options, &resources, &Entries, collect))?;
        drop(resources);
        self.check.bind(&entries);
        Ok(())
    }
}

impl EventArgs {
    /// Reads the event and the table; `None` if neither is given. The terms may be in the run's configuration.
    pub fn read(&self, configuration: &Configuration) -> Result<Option<EventInput>, Failure> {
        let configured = configuration.path.as_deref().zip(configuration.event.as_ref());
        if self.event.is_none() && self.results.is_none() && configured.is_none() {
            return match self.results_out {
                Some(_) => Err(Failure::new("--results-out needs --event or --results")),
                None => Ok(None),
            };
        }
        let terms = match (&self.event, configured) {
            (Some(path), _) => Some(read_terms(path)?),
            (None, configured) => {
                configured.map(|(path, terms)| (path_text(path).into_owned(), terms.clone()))
            }
        };
        let mut files: Vec<_> = terms.iter().map(|(name, _)| ("event", name.clone())).collect();
        let mut results = None;
        if let Some(path) = &self.results {
            let bytes = guarded_file::read_named(path, Results::MAX_BYTES)
                .map_err(|error| failed(path, &error))?;
            let name = path_text(path).into_owned();
            let read = Results::read(name.clone(), &bytes, self.results_encoding);
            results = Some(read.map_err(|error| match error.is_of_encoding() {
                true => failed(path, &format!("{error} (--results-encoding)")),
                false => failed(path, &error),
            })?);
            files.push(("results", name));
        }
        let (check, results_out) = (EventCheck::new(terms, results), self.results_out.clone());
        Ok(Some(EventInput { check, files, results_out }))
    }
}
