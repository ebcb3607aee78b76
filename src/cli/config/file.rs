//! A configuration that was read.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Command;
use serde::Deserialize;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::document::Document;
use super::findings::{self, Severities, in_order};
use super::found::{Origin, RECORD_OPTIONS, check_below};
use super::option::ConfiguredOption;
use super::{FILE, SUBCOMMANDS};
use crate::batch::{PathPatterns, PathPolicy, absolute};
use crate::cli::Failure;
use crate::cli::inputs::{MAX_TOML, failed};
use sgf_audit_core::audit::Aliases;
use sgf_audit_core::event::Terms;

/// The tables of a configuration.
pub(in crate::cli) const TABLES: [&str; 6] =
    ["check", "fix", "severity", "overrides", "event", "aliases"];

pub(in crate::cli) struct ConfigFile {
    /// Its path, as messages write it.
    pub path: PathBuf,
    pub origin: Origin,
    /// `[check]` and `[fix]`: options by subcommand.
    options: [OptionTable; SUBCOMMANDS.len()],
    /// `[severity]`: findings with a severity other than their own.
    pub severities: Severities,
    /// `[[overrides]]`: what is different in some files, each with the line of the file.
    pub overrides: Vec<(PathPolicy, usize)>,
    /// `[event]`: the terms of an event, with the line of the file.
    pub event: Option<(Terms, usize)>,
    /// `[aliases]`: replacements for values of the header, with the line of the file.
    pub aliases: Option<(Arc<Aliases>, usize)>,
}

/// The options of a subcommand.
#[derive(Default)]
pub(in crate::cli) struct OptionTable {
    /// In the order of the file.
    pub options: Vec<ConfiguredOption>,
    /// The patterns of `exclude`.
    pub excluded: Option<PathPatterns>,
}

impl ConfigFile {
    /// Reads a configuration. `command` has the subcommands with their options.
    pub fn read(path: &Path, command: &Command, origin: Origin) -> Result<Self, Failure> {
        if origin == Origin::Found {
            let below = check_below(&absolute(path).with_file_name(""), FILE);
            below.map_err(|why| failed(path, &format!("{why} (--isolated reads none)")))?;
        }
        let document = Document::read(path, MAX_TOML, origin)?;
        let mut file = Self {
            path: path.to_path_buf(),
            origin,
            options: Default::default(),
            severities: Vec::new(),
            overrides: Vec::new(),
            event: None,
            aliases: None,
        };
        let table = document.table()?;
        for (key, value) in in_order(&table) {
            let name: &str = key.as_ref();
            match (name, value.as_ref()) {
                ("severity", DeValue::Table(table)) => {
                    file.severities = findings::severities(&document, table)?;
                }
                ("overrides", DeValue::Array(overrides)) => {
                    let read = overrides.iter().map(|part| findings::path_policy(&document, part));
                    file.overrides = read.collect::<Result<_, _>>()?;
                }
                ("event", DeValue::Table(_)) => {
                    let line = document.line(&key.span());
                    let read = Terms::deserialize(ValueDeserializer::from(value.clone()));
                    let terms = read.map_err(|error| document.toml_failure(&error))?.checked();
                    let why = |error| document.failure(&value.span(), &format!("event: {error}"));
                    let terms = terms.map_err(why)?.with_places(&document.text, Some("event"));
                    file.event = Some((terms, line));
                }
                ("aliases", DeValue::Table(_)) => {
                    let line = document.line(&key.span());
                    let read = Aliases::deserialize(ValueDeserializer::from(value.clone()));
                    let aliases = read.map_err(|error| document.toml_failure(&error))?;
                    let why = |error| document.failure(&value.span(), &format!("aliases: {error}"));
                    aliases.check().map_err(why)?;
                    file.aliases = Some((Arc::new(aliases), line));
                }
                (_, DeValue::Table(table)) if SUBCOMMANDS.contains(&name) => {
                    let subcommand = command.find_subcommand(name).expect("there is one");
                    file.options[place(name)] = OptionTable::read(&document, subcommand, table)?;
                }
                ("overrides", _) => {
                    let why = "overrides are tables: [[overrides]]";
                    return Err(document.failure(&key.span(), why));
                }
                _ if TABLES.contains(&name) => {
                    let why = format!("{name} is a table: [{name}]");
                    return Err(document.failure(&key.span(), &why));
                }
                _ => {
                    return Err(document.unknown_key(&key.span(), "unknown key", name, &TABLES));
                }
            }
        }
        Ok(file)
    }

    /// Returns the names of the settings that decide which findings are reported, and how games are judged.
    pub fn deciding(&self, subcommand: &str) -> Vec<&str> {
        let options = self.options(subcommand).options.iter().map(|option| &*option.name);
        let options = options.filter(|name| RECORD_OPTIONS.contains(name));
        let tables = [
            ("severity", self.severities.is_empty()),
            ("overrides", self.overrides.is_empty()),
            ("aliases", self.aliases.is_none()),
            ("event", self.event.is_none()),
        ];
        let tables = tables.into_iter().filter(|(_, is_empty)| !is_empty).map(|(name, _)| name);
        options.chain(tables).collect()
    }

    /// Returns the options of a subcommand.
    pub fn options(&self, subcommand: &str) -> &OptionTable {
        &self.options[place(subcommand)]
    }
}

impl OptionTable {
    fn read(document: &Document, subcommand: &Command, table: &DeTable) -> Result<Self, Failure> {
        let mut read = Self::default();
        for (key, value) in in_order(table) {
            if let Some(option) = ConfiguredOption::read(document, subcommand, key, value)? {
                read.options.push(option);
            }
            if key.as_ref() == "exclude" {
                read.excluded = Some(findings::patterns(document, "exclude", value)?);
            }
        }
        Ok(read)
    }
}

/// The place of a subcommand in [`SUBCOMMANDS`].
fn place(subcommand: &str) -> usize {
    SUBCOMMANDS.iter().position(|&name| name == subcommand).expect("it has a table")
}
