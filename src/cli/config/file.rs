//! A configuration that was read.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue, ValueDeserializer};

use super::document::Document;
use super::tables::{CheckTable, FixTable, Override, Severities};
use super::{FILE, SCHEMA};
use crate::batch::{PathPolicy, absolute};
use crate::cli::inputs::{MAX_TOML, failed};
use crate::cli::judging_args::{JudgingArgs, OwnRulesArgs};
use crate::cli::{Failure, terminal};
use sgf_audit_core::audit::Aliases;
use sgf_audit_core::event::Terms;
use sgf_audit_core::guarded_file::{read_named, read_regular};
use sgf_audit_core::printable::Shown;

/// The configuration of a run; empty if it has none.
#[derive(Default)]
pub(in crate::cli) struct Configuration {
    /// Its path, as messages write it; `None` if there is no file.
    pub path: Option<PathBuf>,
    /// The absolute directory that it is in.
    pub directory: PathBuf,
    /// The names of what it sets, in order.
    pub keys: Vec<String>,
    pub check: CheckTable,
    pub fix: FixTable,
    pub severity: Severities,
    pub overrides: Vec<Override>,
    pub event: Option<Terms>,
    /// Replacements for values of the header.
    pub aliases: Option<Arc<Aliases>>,
    pub text: String,
}

impl Configuration {
    pub fn named(path: &Path) -> Result<Self, Failure> {
        let bytes = read_named(path, MAX_TOML).map_err(|error| failed(path, &error))?;
        Self::read(Document::new(path, bytes)?)
    }

    /// Reads the nearest file to the current directory, up to the root of its repository.
    pub fn nearest() -> Result<Self, Failure> {
        let current = std::env::current_dir().unwrap_or_default();
        for directory in current.ancestors() {
            let path = directory.join(FILE);
            let shown = path.strip_prefix(&current).unwrap_or(&path);
            match path.symlink_metadata() {
                Ok(found) if found.is_file() => {
                    let bytes = read_regular(&path, MAX_TOML);
                    return Self::read(Document::new(
                        shown,
                        bytes.map_err(|why| failed(shown, &why))?,
                    )?);
                }
                Ok(_) => return Err(failed(shown, &"not a regular file (--isolated reads none)")),
                Err(_) if directory.join(".git").symlink_metadata().is_ok() => break,
                Err(_) => {}
            }
        }
        Ok(Self::default())
    }

    /// Leaves the last word about rules and komi to the command line, in all files.
    pub fn give_way(&mut self, given: &JudgingArgs, own_rules: &OwnRulesArgs) {
        for part in &mut self.overrides {
            let are_rules_given = given.rules.is_some() || own_rules.is_given();
            part.rules = part.rules.take().filter(|_| !are_rules_given);
            let is_default_given = are_rules_given || given.default_rules.is_some();
            part.default_rules = part.default_rules.take().filter(|_| !is_default_given);
            part.komi = part.komi.filter(|_| given.komi.is_none());
        }
    }

    /// Returns the path and the names of what it sets, for people; `None` without a file.
    pub fn described(&self) -> Option<String> {
        let path = Shown::Path(self.path.as_ref()?);
        Some(match &self.keys[..] {
            [] => path.to_string(),
            keys => format!("{path} ({})", keys.join(", ")),
        })
    }

    /// Names it on standard error.
    pub fn print(&self) {
        if let Some(described) = self.described() {
            terminal::print_message(&format!("configuration: {described}"));
        }
    }

    /// Returns the overrides that concern no file of a run over these paths, though all of the configuration's directory was read, as
    /// lines for people.
    pub fn unused<'p>(
        &self,
        overrides: &[PathPolicy],
        mut paths: impl Iterator<Item = &'p Path>,
    ) -> Vec<String> {
        let Some(path) = &self.path else { return Vec::new() };
        if !paths.any(|path| self.directory.starts_with(absolute(path))) {
            return Vec::new();
        }
        let lines = self.overrides.iter().map(|part| part.line).zip(overrides);
        let unused = lines.filter(|(_, part)| !part.is_used.load(Ordering::Relaxed));
        let described = |(line, part): (usize, &PathPolicy)| {
            format!(
                "{}:{line}: no record matches {}",
                Shown::Path(path),
                part.paths.words.join(", ")
            )
        };
        unused.map(described).collect()
    }

    fn read(document: Document) -> Result<Self, Failure> {
        let directory = document.directory();
        let mut read = Self { path: Some(document.path.clone()), directory, ..Self::default() };
        for (key, value) in in_order(&document.table()?) {
            let name: &str = key.as_ref();
            match name {
                "check" => read.check = read.options(&document, key, value)?,
                "fix" => read.fix = read.options(&document, key, value)?,
                "severity" => read.severity = table(&document, key, value)?,
                "overrides" => read.overrides = overrides(&document, key, value)?,
                "event" => {
                    let terms: Terms = whole(&document, value)?;
                    let why = |error| document.failure(&value.span(), &format!("event: {error}"));
                    let terms = terms.checked().map_err(why)?;
                    read.event = Some(terms.with_places(&document.text, Some("event")));
                }
                "aliases" => {
                    let aliases: Aliases = whole(&document, value)?;
                    let why = |error| document.failure(&value.span(), &format!("aliases: {error}"));
                    aliases.check().map_err(why)?;
                    read.aliases = Some(Arc::new(aliases));
                }
                _ => {
                    let known = keys_of("/properties");
                    return Err(document.unknown_key(&key.span(), name, &known));
                }
            }
            if !["check", "fix"].contains(&name) {
                read.keys.push(name.to_owned());
            }
        }
        if let Some(baseline) = &mut read.check.baseline.baseline {
            let beside = document.path.with_file_name(&*baseline);
            if beside.symlink_metadata().is_ok_and(|found| !found.is_file()) {
                return Err(failed(&beside, &"not a regular file"));
            }
            *baseline = beside;
        }
        read.text = document.text;
        Ok(read)
    }

    /// Reads a table of options, and notes their names.
    fn options<T: DeserializeOwned>(
        &mut self,
        document: &Document,
        key: &Spanned<DeString>,
        value: &Spanned<DeValue>,
    ) -> Result<T, Failure> {
        let read = table(document, key, value)?;
        let names = value.as_ref().as_table().into_iter().flat_map(in_order);
        let names = names.map(|(key, _)| key.as_ref().to_string());
        self.keys.extend(names.filter(|name| !self.keys.contains(name)).collect::<Vec<_>>());
        Ok(read)
    }
}

fn overrides(
    document: &Document,
    key: &Spanned<DeString>,
    value: &Spanned<DeValue>,
) -> Result<Vec<Override>, Failure> {
    let DeValue::Array(all) = value.as_ref() else {
        return Err(document.failure(&key.span(), "overrides are tables: [[overrides]]"));
    };
    let read = all.iter().map(|one| {
        let mut read: Override = table(document, key, one)?;
        read.line = document.line(&one.span());
        match read.paths.is_empty() {
            true => Err(document.failure(&one.span(), "overrides: paths is missing")),
            false => Ok(read),
        }
    });
    read.collect()
}

/// Reads a table. Each entry is read alone first, so that an error has its line.
fn table<T: DeserializeOwned>(
    document: &Document,
    key: &Spanned<DeString>,
    value: &Spanned<DeValue>,
) -> Result<T, Failure> {
    let name = key.as_ref();
    let Some(table) = value.as_ref().as_table() else {
        return Err(document.failure(&key.span(), &format!("{name} is a table: [{name}]")));
    };
    for (key, value) in in_order(table) {
        let alone = DeTable::from_iter([(key.clone(), value.clone())]);
        if let Err(error) = T::deserialize(ValueDeserializer::from(Spanned::new(
            value.span(),
            DeValue::Table(alone),
        ))) {
            let of_array = if name == "overrides" { "/items" } else { "" };
            let known = keys_of(&format!("/properties/{name}{of_array}/properties"));
            return Err(document.fault(key, error.message(), &known));
        }
    }
    whole(document, value)
}

fn whole<T: DeserializeOwned>(document: &Document, value: &Spanned<DeValue>) -> Result<T, Failure> {
    let read = T::deserialize(ValueDeserializer::from(value.clone()));
    read.map_err(|error| document.toml_failure(&error))
}

/// Returns the keys of a table, by its place in the schema.
fn keys_of(pointer: &str) -> Vec<String> {
    let schema: serde_json::Value = serde_json::from_str(SCHEMA).unwrap_or_default();
    let table = schema.pointer(pointer).and_then(serde_json::Value::as_object);
    table.into_iter().flat_map(|table| table.keys().cloned()).collect()
}

/// Returns the entries of a table in the order of the file.
fn in_order<'t, 'i>(
    table: &'t DeTable<'i>,
) -> Vec<(&'t Spanned<DeString<'i>>, &'t Spanned<DeValue<'i>>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}
