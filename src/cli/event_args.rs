//! The options that name an event and its table of results.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use encoding_rs::Encoding;

use super::Failure;
use super::config::ConfigFile;
use super::inputs::{MAX_TOML, failed, read_toml};
use crate::event::{EventCheck, Results, ResultsFormat, Terms};
use crate::guarded_file;
use crate::printable::path_text;

/// What the records of an event must be, and what its results are.
#[derive(Args)]
#[command(next_help_heading = "Event")]
pub(super) struct EventArgs {
    /// Check each record against the terms of an event, from a TOML file (docs/directors.md).
    ///
    /// `sgf-audit event PATHS` drafts one.
    #[arg(long, value_name = "FILE")]
    event: Option<PathBuf>,
    /// Compare the records with a table of results: CSV, OpenGotha's XML, EGF's H9 or AGA's rating report.
    ///
    /// With --out, pairings.csv has each game of the table beside its record.
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// The format of the table; auto detects it from the content.
    #[arg(long, requires = "results", default_value = "auto", value_name = "FORMAT",
          value_parser = formats())]
    results_format: String,
    /// The encoding of the table, if it isn't UTF-8 and the table doesn't declare it.
    #[arg(long, requires = "results", value_name = "NAME", value_parser = encoding)]
    results_encoding: Option<&'static Encoding>,
}

/// Returns what `--results-format` may be.
fn formats() -> PossibleValuesParser {
    let names = ResultsFormat::ALL.into_iter().map(|(name, _)| name);
    PossibleValuesParser::new(std::iter::once("auto").chain(names))
}

fn encoding(name: &str) -> Result<&'static Encoding, String> {
    Results::encoding(name)
        .ok_or_else(|| "no such encoding; give a name such as windows-1252 or gbk".to_owned())
}

/// An event to check, and a fingerprint of its files.
pub(super) struct EventInput {
    pub check: EventCheck,
    /// The content of its files, as part of the key of a cache.
    pub fingerprint: String,
    /// The files with the names of their options.
    pub files: Vec<(&'static str, String)>,
}

impl EventArgs {
    /// Reads the event and the table; `None` if neither is given. The terms may be in the run's configuration.
    pub fn read(&self, config: Option<&ConfigFile>) -> Result<Option<EventInput>, Failure> {
        let configured = config.and_then(|config| Some((config, config.event.as_ref()?)));
        if self.event.is_none() && self.results.is_none() && configured.is_none() {
            return Ok(None);
        }
        let (mut fingerprint, mut files) = (String::new(), Vec::new());
        let mut terms = None;
        if let Some(path) = &self.event {
            let text = read_toml(path, MAX_TOML).map_err(|error| failed(path, &error))?;
            let read = Terms::from_toml(&text).map_err(|error| failed(path, &error))?;
            let name = path_text(path).into_owned();
            fingerprint.push_str(&format!("{name} {}", blake3::hash(text.as_bytes())));
            files.push(("event", name.clone()));
            terms = Some((name, read));
        } else if let Some((config, (read, _))) = configured {
            let name = path_text(&config.path).into_owned();
            fingerprint.push_str(&format!("{name} {}", blake3::hash(config.text.as_bytes())));
            files.push(("event", name.clone()));
            terms = Some((name, read.clone()));
        }
        let mut results = None;
        if let Some(path) = &self.results {
            let bytes = guarded_file::read_named(path, Results::MAX_BYTES)
                .map_err(|error| failed(path, &error))?;
            let name = path_text(path).into_owned();
            let format =
                ResultsFormat::ALL.into_iter().find(|(known, _)| *known == self.results_format);
            let format = format.map(|(_, format)| format);
            let read = Results::read(name.clone(), &bytes, format, self.results_encoding);
            results = Some(read.map_err(|error| match error.is_of_encoding() {
                true => failed(path, &format!("{error} (--results-encoding)")),
                false => failed(path, &error),
            })?);
            let encoding = self.results_encoding.map(Encoding::name);
            fingerprint
                .push_str(&format!("{name} {} {format:?} {encoding:?}", blake3::hash(&bytes)));
            files.push(("results", name));
        }
        Ok(Some(EventInput { check: EventCheck::new(terms, results), fingerprint, files }))
    }
}
