//! `sgf-audit.toml`, the configuration of a folder of records.
//!
//! A run has one: the nearest to the current directory, or the one that it names. Whoever made the records may have made it,
//! too. So it has no key that runs something, or that writes or reads elsewhere.

mod document;
mod file;
#[cfg(test)]
mod schema;
mod tables;

use std::path::PathBuf;

use clap::Args;

use super::Failure;

pub(super) use document::{Document, in_words};
pub(super) use file::Configuration;
pub(super) use tables::{BaselineSetting, CheckTable, FixTable, Override, ReportArgs, Severities};

pub(super) const FILE: &str = "sgf-audit.toml";

/// The JSON Schema of configurations. `UPDATE_DOCS=1 cargo test --lib schema` writes it.
pub(super) const SCHEMA: &str = include_str!("../../../docs/sgf-audit.schema.json");

/// Which configuration a run has.
#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Configuration")]
pub(super) struct ConfigArgs {
    /// Read this configuration rather than the nearest sgf-audit.toml.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Read no configuration.
    #[arg(long)]
    pub isolated: bool,
}

impl ConfigArgs {
    pub fn read(&self) -> Result<Configuration, Failure> {
        match &self.config {
            Some(path) => Configuration::named(path),
            None if self.isolated => Ok(Configuration::default()),
            None => Configuration::nearest(),
        }
    }
}
