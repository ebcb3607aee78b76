//! `sgf-audit config`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, FromArgMatches};
use serde::Serialize;

use super::check::Check;
use super::config::{
    CheckTable, ConfigArgs, Configuration, FILE, FixTable, Override, SCHEMA, Severities,
};
use super::fix::Fix;
use super::inputs::Paths;
use super::{Failure, command, in_one_line, terminal};
use crate::cli::selectors::path_patterns;
use sgf_audit_core::printable::Shown;

/// Print the settings of a run, as a configuration.
///
/// What is different in some files is printed too; of a record, only what concerns it.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Config {
    /// A record, or a directory of records.
    #[arg(default_value = ".")]
    path: PathBuf,
    #[command(flatten)]
    configuration: ConfigArgs,
    /// Print the JSON Schema of configurations, which editors use to complete and check them.
    #[arg(long, exclusive = true)]
    schema: bool,
    /// Options of check, as on its command line.
    #[arg(last = true, value_name = "OPTIONS", allow_hyphen_values = true)]
    options: Vec<OsString>,
}

const EXAMPLES: &str = "\
Examples:
  sgf-audit config                        what a run in this directory does
  sgf-audit config games/a.sgf -- --rules aga
  sgf-audit config --schema > sgf-audit.schema.json";

#[derive(Serialize)]
struct Printed {
    check: CheckTable,
    fix: FixTable,
    severity: Severities,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    overrides: Vec<Override>,
    event: Option<toml::Value>,
    aliases: Option<toml::Value>,
}

impl Config {
    pub fn run(self) -> Result<u8, Failure> {
        if self.schema {
            return terminal::print(SCHEMA);
        }
        Paths::named(std::slice::from_ref(&self.path))?;
        let mut check: Check = self.parsed("check", &self.options)?;
        let mut fix: Fix = self.parsed("fix", &[])?;
        let configuration = check.configure()?;
        fix.configure()?;
        let path = configuration.path.as_deref().map(|path| Shown::Path(path).to_string());
        let head = format!("# {}\n", path.unwrap_or_else(|| format!("There is no {FILE}.")));
        let mut tables: toml::Table = configuration.text.parse().unwrap_or_default();
        let printed = Printed {
            check: check.table(),
            fix: fix.table(),
            overrides: self.concerning(&configuration)?,
            severity: configuration.severity,
            event: tables.remove("event"),
            aliases: tables.remove("aliases"),
        };
        let text = toml::to_string(&printed).map_err(|error| Failure::new(error.to_string()))?;
        terminal::print(&(head + &text))
    }

    fn parsed<T: FromArgMatches>(&self, name: &str, options: &[OsString]) -> Result<T, Failure> {
        let ConfigArgs { config, isolated } = &self.configuration;
        let mut arguments: Vec<OsString> = vec!["sgf-audit".into(), name.into()];
        if let Some(config) = config {
            arguments.extend(["--config".into(), config.into()]);
        }
        arguments.extend(isolated.then(|| "--isolated".into()));
        arguments.extend_from_slice(options);
        let matches = command().try_get_matches_from(arguments);
        let parsed = matches.and_then(|matches| {
            let (_, options) = matches.subcommand().expect("there is one");
            T::from_arg_matches(options)
        });
        parsed.map_err(|error| Failure::new(in_one_line(&error)))
    }

    /// Returns the overrides of a directory, or those that concern a record.
    fn concerning(&self, configuration: &Configuration) -> Result<Vec<Override>, Failure> {
        let mut overrides = configuration.overrides.clone();
        if !self.path.is_dir() {
            for part in std::mem::take(&mut overrides) {
                let base = Some(configuration.directory.clone());
                let patterns = path_patterns(base, &part.paths).map_err(Failure::new)?;
                overrides.extend(patterns.is_match(&self.path).then_some(part));
            }
        }
        Ok(overrides)
    }
}
