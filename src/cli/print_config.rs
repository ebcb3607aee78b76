//! `sgf-audit config`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Args, Command};

use super::config::{ConfigFile, FILE, Layers, SUBCOMMANDS, Takes, is_configurable, schema, takes};
use super::{Failure, command, in_one_line, terminal};
use crate::batch::{PathPatterns, absolute};
use sgf_audit_core::audit::{FindingKind, Severity};
use sgf_audit_core::printable::{Shown, toml_string};

/// Print the settings that apply to a path, and where each comes from.
///
/// The output is a configuration. The comment after a value names the file and the line that it comes from.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Config {
    /// A record, or a directory of records.
    #[arg(default_value = ".")]
    path: PathBuf,
    /// Read this configuration rather than the nearest sgf-audit.toml.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Read no configuration.
    #[arg(long)]
    isolated: bool,
    /// Print the JSON Schema of configurations, which editors use to complete and check them.
    #[arg(long, exclusive = true)]
    schema: bool,
    /// Options of check, as on its command line.
    #[arg(last = true, value_name = "OPTIONS", allow_hyphen_values = true)]
    options: Vec<OsString>,
}

const EXAMPLES: &str = "\
Examples:
  sgf-audit config                        what applies to the records of this directory
  sgf-audit config games/a.sgf -- --rules aga
  sgf-audit config --schema > sgf-audit.schema.json";

impl Config {
    pub fn run(self) -> Result<u8, Failure> {
        let command = command();
        if self.schema {
            return terminal::print(&schema(&command));
        }
        if !self.path.exists() {
            return Err(Failure::new(format!(
                "{}: no such file or directory",
                Shown::Path(&self.path)
            )));
        }
        let mut out = String::new();
        for subcommand in SUBCOMMANDS {
            let options = if subcommand == SUBCOMMANDS[0] { &self.options[..] } else { &[] };
            self.push(&mut out, &command, subcommand, options)?;
        }
        terminal::print(&out)
    }

    /// Appends what applies under a subcommand.
    fn push(
        &self,
        out: &mut String,
        command: &Command,
        name: &str,
        options: &[OsString],
    ) -> Result<(), Failure> {
        let mut arguments: Vec<OsString> = vec!["sgf-audit".into(), name.into()];
        if let Some(config) = &self.config {
            arguments.extend(["--config".into(), config.into()]);
        }
        arguments.extend(self.isolated.then(|| "--isolated".into()));
        arguments.extend_from_slice(options);
        let matches = command.clone().try_get_matches_from(&arguments);
        let matches = matches.map_err(|error| Failure::new(in_one_line(&error)))?;
        let (_, given) = matches.subcommand().expect("there is one");
        let layers = Layers::read(command, name, &arguments, given, |_| true, true)?;
        let directory = match self.path.is_dir() {
            true => &self.path,
            false => self.path.parent().unwrap_or(Path::new("")),
        };
        let record = layers.of_directory(directory);
        let record = record.map(|path| layers.read_file(&path)).transpose()?;
        if let Some(record) = &record {
            // Options that can't be used together.
            layers.matches(record)?;
        }
        let is_first = out.is_empty();
        if is_first {
            self.push_files(out, &layers, record.as_ref());
        }
        push_options(out, command, name, &layers, record.as_ref(), given);
        if self.is_excluded(&layers, record.as_ref()) {
            out.push_str("# Not read where a directory above it is given: exclude.\n");
        }
        if is_first && let Some(file) = record.as_ref().or(layers.run().map(|run| &**run)) {
            self.push_findings(out, file);
        }
        if let Some(file) = record.as_ref().or(layers.run().map(|run| &**run)).filter(|_| is_first)
            && let Some((_, line)) = &file.aliases
        {
            out.push_str(&format!("\n# Values that stand for others: {}:{line}\n", shown(file)));
        }
        if let Some(run) = layers.run().filter(|_| is_first)
            && let Some((_, line)) = &run.event
        {
            out.push_str(&format!("\n# The terms of an event: {}:{line}\n", shown(run)));
        }
        Ok(())
    }

    fn push_files(&self, out: &mut String, layers: &Layers, record: Option<&ConfigFile>) {
        let run = layers.run().map(|run| &**run);
        let name = |file: Option<&ConfigFile>| file.map_or(format!("no {FILE}"), shown);
        out.push_str(&format!(
            "# What applies to {}\n# Settings of the run: {}. Settings of its records: {}.\n",
            Shown::Path(&self.path),
            name(run),
            name(record.or(run))
        ));
    }

    fn is_excluded(&self, layers: &Layers, record: Option<&ConfigFile>) -> bool {
        let excluded = layers.excluded(record);
        let is_excluded = |path| excluded.iter().any(|patterns| patterns.is_match(path));
        self.path.ancestors().any(is_excluded)
    }

    /// Whether an override concerns the path, or files below it.
    fn is_concerned(&self, patterns: &PathPatterns) -> bool {
        if !self.path.is_dir() {
            return patterns.covers(&self.path);
        }
        let (path, base) = (absolute(&self.path), patterns.base.as_deref());
        let below = path.strip_prefix(base.unwrap_or(Path::new(""))).unwrap_or(Path::new(""));
        patterns.words.iter().any(|word| {
            // Up to its first wildcard. One without a slash matches anywhere.
            let fixed = word.split(['*', '?', '[', '{']).next().unwrap_or_default();
            let fixed = fixed.rsplit_once('/').map_or("", |(directory, _)| directory);
            below.starts_with(fixed) || Path::new(fixed).starts_with(below)
        })
    }

    /// Appends severities, and the overrides that concern the path.
    fn push_findings(&self, out: &mut String, file: &ConfigFile) {
        if !file.severities.is_empty() {
            out.push_str("\n[severity]\n");
            for (kind, severity, line) in &file.severities {
                let value = format!("{} = \"{severity}\"", kind.as_str());
                push_line(out, &value, &format!("{}:{line}", shown(file)));
            }
        }
        for (part, line) in &file.overrides {
            if !self.is_concerned(&part.paths) {
                continue;
            }
            out.push('\n');
            push_line(out, "[[overrides]]", &format!("{}:{line}", shown(file)));
            out.push_str(&format!("paths = {}\n", list(&part.paths.words)));
            if !part.ignored.is_empty() {
                let names: Vec<&str> = part.ignored.iter().map(|kind| kind.as_str()).collect();
                out.push_str(&format!("ignore = {}\n", list(&names)));
            }
            if !part.severities.is_empty() {
                let word = |(kind, severity): &(FindingKind, Severity)| {
                    format!("{} = \"{severity}\"", kind.as_str())
                };
                let words: Vec<String> = part.severities.iter().map(word).collect();
                out.push_str(&format!("severity = {{ {} }}\n", words.join(", ")));
            }
        }
    }
}

/// Appends every option with its value and origin, and then those without a value.
fn push_options(
    out: &mut String,
    command: &Command,
    name: &str,
    layers: &Layers,
    record: Option<&ConfigFile>,
    given: &ArgMatches,
) {
    let subcommand = command.find_subcommand(name).expect("there is one");
    out.push_str(&format!("\n[{name}]\n"));
    let mut without = Vec::new();
    for option in subcommand.get_arguments().filter(|option| is_configurable(option)) {
        let long = option.get_long().expect("options have one");
        match value_of(option, layers, record, given) {
            Some((value, origins)) => {
                push_line(out, &format!("{long} = {value}"), &origins.join(", "));
            }
            None => without.push(long),
        }
    }
    if !without.is_empty() {
        let words = format!("Without a value: {}.", without.join(", "));
        for line in textwrap::wrap(&words, 98) {
            out.push_str(&format!("# {line}\n"));
        }
    }
}

/// Returns the value of an option as a configuration would write it, and its origins.
fn value_of(
    option: &Arg,
    layers: &Layers,
    record: Option<&ConfigFile>,
    given: &ArgMatches,
) -> Option<(String, Vec<String>)> {
    let long = option.get_long()?;
    let takes = takes(option);
    let (mut words, mut origins) = (Vec::new(), Vec::new());
    for (file, configured) in layers.options(record).filter(|(_, option)| option.name == long) {
        words.extend(configured.values.clone().unwrap_or_default());
        origins.push(format!("{}:{}", shown(file), configured.line));
    }
    if layers.is_given(long) {
        let raw = given.get_raw(option.get_id().as_str()).into_iter().flatten();
        let raw = raw.map(|word| word.to_string_lossy().into_owned());
        if takes != Takes::Many {
            (words, origins) = Default::default();
        }
        words.extend(raw);
        origins.push("command line".to_owned());
    }
    if origins.is_empty() {
        let default = option.get_default_values().iter();
        words = default.map(|word| word.to_string_lossy().into_owned()).collect();
        if words.is_empty() && takes != Takes::Nothing {
            return None;
        }
    }
    let value = match takes {
        Takes::Nothing => (!origins.is_empty()).to_string(),
        Takes::One => toml_value(&words.pop()?),
        Takes::Many => list(&words),
    };
    if origins.is_empty() {
        origins.push("default".to_owned());
    }
    Some((value, origins))
}

/// Appends a line with a comment behind it.
fn push_line(out: &mut String, text: &str, comment: &str) {
    out.push_str(&format!("{text:<32}  # {comment}\n"));
}

fn toml_value(word: &str) -> String {
    match word.parse::<i64>() {
        Ok(number) => number.to_string(),
        Err(_) => toml_string(word),
    }
}

fn list(words: &[impl AsRef<str>]) -> String {
    let words: Vec<String> = words.iter().map(|word| toml_value(word.as_ref())).collect();
    format!("[{}]", words.join(", "))
}

fn shown(file: &ConfigFile) -> String {
    Shown::Path(&file.path).to_string()
}
