//! `sgf-audit.toml`, the configuration of a folder of records.
//!
//! Its tables `[check]` and `[fix]` hold options of these subcommands by their long names. They are put before
//! the arguments of the command line, which therefore have the last word.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, Command};
use toml::{Table, Value};

use super::Failure;
use super::inputs::read_toml;
use super::selectors::{finding_kinds, glob_set, severity};
use crate::audit::{FindingKind, Severity};
use crate::batch::PathPolicy;
use crate::similar_names::similar_names;

/// The name of the file.
pub(super) const FILE: &str = "sgf-audit.toml";

/// What a configuration says besides options.
#[derive(Clone, Debug, Default)]
pub(super) struct Config {
    /// `[severity]`: findings with a severity other than their own.
    pub severities: Vec<(FindingKind, Severity)>,
    /// `[[overrides]]`: findings that aren't reported in some files.
    pub overrides: Vec<PathPolicy>,
}

/// The options of a configuration, as arguments of a subcommand.
#[derive(Debug, Default)]
pub(super) struct ConfiguredArguments {
    pub arguments: Vec<OsString>,
    pub config: Config,
}

/// Adds the options that choose the configuration. An option may occur again, since the command line has the last
/// word.
pub(super) fn add_options(subcommand: Command) -> Command {
    let config = Arg::new("config")
        .long("config")
        .value_name("FILE")
        .help("Read this configuration rather than the nearest sgf-audit.toml")
        .value_parser(clap::value_parser!(PathBuf));
    let isolated = Arg::new("isolated")
        .long("isolated")
        .help("Read no configuration")
        .action(ArgAction::SetTrue);
    subcommand
        .args_override_self(true)
        .args([config, isolated].map(|option| option.help_heading("Configuration")))
}

/// Returns the configuration of the current directory: the nearest one upwards.
pub(super) fn find() -> Option<PathBuf> {
    let current = std::env::current_dir().ok()?;
    current.ancestors().map(|dir| dir.join(FILE)).find(|path| path.is_file())
}

/// Reads a configuration for a subcommand.
pub(super) fn read(path: &Path, subcommand: &Command) -> Result<ConfiguredArguments, Failure> {
    let failed = |why: String| Failure::new(format!("{}: {why}", path.display()));
    let text = read_toml(path).map_err(|error| failed(error.to_string()))?;
    let table: Table = text.parse().map_err(|error: toml::de::Error| failed(error.to_string()))?;
    configured(&table, subcommand).map_err(failed)
}

fn configured(table: &Table, subcommand: &Command) -> Result<ConfiguredArguments, String> {
    let mut configured = ConfiguredArguments::default();
    for (key, value) in table {
        match (key.as_str(), value) {
            ("check" | "fix", Value::Table(options)) => {
                if key == subcommand.get_name() {
                    for (name, value) in options {
                        push_option(&mut configured.arguments, subcommand, name, value)?;
                    }
                }
            }
            ("severity", Value::Table(severities)) => {
                for (name, value) in severities {
                    let word =
                        value.as_str().ok_or_else(|| format!("severity.{name}: not a word"))?;
                    let severity = severity(word)?;
                    let kinds = finding_kinds(name).map_err(|why| format!("{name}: {why}"))?;
                    configured
                        .config
                        .severities
                        .extend(kinds.0.into_iter().map(|kind| (kind, severity)));
                }
            }
            ("overrides", Value::Array(overrides)) => {
                for part in overrides {
                    configured.config.overrides.push(path_policy(part)?);
                }
            }
            _ => {
                return Err(format!(
                    "unknown key {key}; known are check, fix, severity and overrides"
                ));
            }
        }
    }
    Ok(configured)
}

fn path_policy(value: &Value) -> Result<PathPolicy, String> {
    let table = value.as_table().ok_or("overrides: not a table")?;
    if let Some(key) = table.keys().find(|key| !["paths", "ignore"].contains(&key.as_str())) {
        return Err(format!("overrides: unknown key {key}; known are paths and ignore"));
    }
    let words = |key: &str| -> Result<Vec<String>, String> {
        let missing = || format!("overrides: {key} must be a list of words");
        let values = table.get(key).and_then(Value::as_array).ok_or_else(missing)?;
        values.iter().map(|value| value.as_str().map(str::to_owned).ok_or_else(missing)).collect()
    };
    let mut ignored = Vec::new();
    for name in words("ignore")? {
        ignored.extend(finding_kinds(&name).map_err(|why| format!("{name}: {why}"))?.0);
    }
    Ok(PathPolicy { paths: glob_set(&words("paths")?)?, ignored })
}

/// Appends an option as arguments.
fn push_option(
    out: &mut Vec<OsString>,
    subcommand: &Command,
    name: &str,
    value: &Value,
) -> Result<(), String> {
    let option = subcommand.get_arguments().find(|option| option.get_long() == Some(name));
    let Some(option) = option.filter(|option| option.get_id() != "config") else {
        let names: Vec<&str> = subcommand.get_arguments().filter_map(Arg::get_long).collect();
        return Err(match &similar_names(name, names.iter().copied())[..] {
            [] => format!("{} has no option {name}", subcommand.get_name()),
            similar => format!(
                "{} has no option {name}; did you mean {}?",
                subcommand.get_name(),
                similar.join(" or ")
            ),
        });
    };
    let mut push = |value: &str| out.push(format!("--{name}={value}").into());
    match (value, option.get_action()) {
        (Value::Boolean(true), ArgAction::SetTrue) => out.push(format!("--{name}").into()),
        (Value::Boolean(false), ArgAction::SetTrue) => {}
        (_, ArgAction::SetTrue) => return Err(format!("{name} is true or false")),
        (Value::Array(values), _) => {
            for value in values {
                push(&word(name, value)?);
            }
        }
        (value, _) => push(&word(name, value)?),
    }
    Ok(())
}

fn word(name: &str, value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        _ => Err(format!("{name}: a word or a number is needed")),
    }
}
