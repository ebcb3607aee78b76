//! `sgf-audit.toml`, the configuration of a folder of records.
//!
//! Its tables `[check]` and `[fix]` hold options of these subcommands by their long names, which are put before the
//! arguments of the command line. What concerns a run comes from the configuration nearest to the current directory,
//! what concerns a record ([`RECORD_OPTIONS`]) from the one nearest to the record. The user's own configuration lies
//! under both.

mod document;
mod file;
mod findings;
mod found;
mod layers;
mod option;
mod schema;
mod scopes;

use std::path::PathBuf;

use clap::{Arg, ArgAction, Command};

pub(super) use document::Document;
pub(super) use file::ConfigFile;
pub(super) use found::Origin;
pub(super) use layers::Layers;
pub(super) use option::{Takes, takes};
pub(super) use schema::schema;
pub(super) use scopes::Scopes;

/// The name of the file.
pub(super) const FILE: &str = "sgf-audit.toml";

/// The subcommands that have a table of options.
pub(super) const SUBCOMMANDS: [&str; 2] = ["check", "fix"];

/// The subcommands that judge games by the options of `check`.
pub(super) const JUDGING: [&str; 2] = ["select", "duplicates"];

/// Whether a subcommand reads configurations.
pub(super) fn is_configured(subcommand: &str) -> bool {
    SUBCOMMANDS.contains(&subcommand) || JUDGING.contains(&subcommand)
}

/// Returns the table that holds the options of a subcommand, and whether the table is its own.
fn table_of(subcommand: &str) -> (&str, bool) {
    match JUDGING.contains(&subcommand) {
        true => ("check", false),
        false => (subcommand, true),
    }
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

/// Whether an option may be set in a configuration.
pub(super) fn is_configurable(option: &Arg) -> bool {
    const COMMAND_LINE_ONLY: [&str; 8] = [
        "config",
        "isolated",
        "write",
        "unsafe",
        "write-baseline",
        "no-baseline",
        "help",
        "version",
    ];
    option.get_long().is_some_and(|long| !COMMAND_LINE_ONLY.contains(&long))
}
