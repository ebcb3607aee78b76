//! An option of a subcommand as a configuration gives it.

use std::any::TypeId;
use std::error::Error;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::builder::ValueRange;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command};
use toml::Spanned;
use toml::de::DeValue;

use super::document::Document;
use super::found::{Origin, check_below, refusal};
use super::is_configurable;
use crate::cli::Failure;
use sgf_audit_core::similar_names::similar_names;

/// An option of a subcommand as a configuration gives it.
#[derive(Clone, Debug)]
pub(in crate::cli) struct ConfiguredOption {
    pub name: String,
    /// Its values; `None` if it is a flag.
    pub values: Option<Vec<String>>,
    pub line: usize,
}

impl ConfiguredOption {
    /// Reads an option; `None` for a flag that is false.
    pub fn read(
        document: &Document,
        subcommand: &Command,
        key: &Spanned<impl AsRef<str>>,
        value: &Spanned<DeValue>,
    ) -> Result<Option<Self>, Failure> {
        let name = key.as_ref().as_ref();
        let options = || subcommand.get_arguments().filter(|option| is_configurable(option));
        let Some(option) = options().find(|option| option.get_long() == Some(name)) else {
            if subcommand.get_arguments().any(|option| option.get_long() == Some(name)) {
                let why = format!("{name} works only on the command line");
                return Err(document.failure(&key.span(), &why));
            }
            let what = format!("{} has no option", subcommand.get_name());
            let known: Vec<&str> = options().filter_map(Arg::get_long).collect();
            return Err(document.unknown_key(&key.span(), &what, name, &known));
        };
        let is_found = document.origin == Origin::Found;
        if let Some(why) = refusal(name).filter(|_| is_found) {
            return Err(document.failure(&key.span(), &why));
        }
        let failure = |why: &str| document.failure(&value.span(), &format!("{name}: {why}"));
        let values = match (value.as_ref(), takes(option)) {
            (DeValue::Boolean(false), Takes::Nothing) => return Ok(None),
            (DeValue::Boolean(true), Takes::Nothing) => None,
            (_, Takes::Nothing) => return Err(failure("true or false is needed")),
            (DeValue::Array(_), Takes::One) => return Err(failure("one value is needed")),
            (DeValue::Array(values), Takes::Many) => {
                let words = values.iter().map(|value| word(value.as_ref()));
                let words: Option<Vec<String>> = words.collect();
                Some(words.ok_or_else(|| failure("a list of words is needed"))?)
            }
            (value, _) => {
                Some(vec![word(value).ok_or_else(|| failure("a word or a number is needed"))?])
            }
        };
        let mut read = Self { name: name.to_owned(), values, line: document.line(&key.span()) };
        if is_path(option) {
            let directory = document.directory();
            for value in read.values.iter_mut().flatten() {
                if is_found {
                    check_below(&directory, value).map_err(|why| failure(&why))?;
                }
                *value = relative_to(&directory, value);
            }
        }
        // Each value is parsed alone, so that an error has its line.
        let mut alone = subcommand.clone().no_binary_name(true);
        match alone.try_get_matches_from_mut(read.arguments()) {
            Err(error) if is_of_value(error.kind()) => Err(failure(&reason(&error))),
            _ => Ok(Some(read)),
        }
    }

    /// Returns the option as arguments of the command line.
    pub fn arguments(&self) -> Vec<OsString> {
        match &self.values {
            None => vec![format!("--{}", self.name).into()],
            Some(values) => {
                values.iter().map(|value| format!("--{}={value}", self.name).into()).collect()
            }
        }
    }
}

/// How many values an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Takes {
    Nothing,
    One,
    Many,
}

/// Returns how many values an option takes.
pub(in crate::cli) fn takes(option: &Arg) -> Takes {
    let range = option.get_num_args().unwrap_or(ValueRange::SINGLE);
    match option.get_action() {
        ArgAction::Append => Takes::Many,
        ArgAction::Set if range.max_values() > 1 => Takes::Many,
        ArgAction::Set => Takes::One,
        _ => Takes::Nothing,
    }
}

/// Whether the value of an option is a path.
pub(in crate::cli) fn is_path(option: &Arg) -> bool {
    option.get_value_parser().type_id() == TypeId::of::<PathBuf>()
}

/// Returns a path that is relative to a directory as one that is relative to the current one.
fn relative_to(directory: &Path, path: &str) -> String {
    let is_current = std::env::current_dir().is_ok_and(|current| current == directory);
    match path {
        "-" => path.to_owned(),
        _ if is_current => path.to_owned(),
        _ => directory.join(path).to_string_lossy().into_owned(),
    }
}

fn word(value: &DeValue) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.clone().into_owned()),
        DeValue::Integer(number) => Some(number.to_string()),
        DeValue::Float(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Whether an error is about the value of an option, not about others that it needs or can't be used with.
fn is_of_value(kind: ErrorKind) -> bool {
    !matches!(kind, ErrorKind::MissingRequiredArgument | ErrorKind::ArgumentConflict)
}

/// Returns why a value can't be used.
fn reason(error: &clap::Error) -> String {
    if let Some(source) = error.source() {
        return source.to_string();
    }
    let value = match error.get(ContextKind::InvalidValue) {
        Some(ContextValue::String(value)) => value.clone(),
        _ => String::new(),
    };
    let Some(ContextValue::Strings(known)) = error.get(ContextKind::ValidValue) else {
        return error.kind().as_str().unwrap_or("it can't be used").to_owned();
    };
    match &similar_names(&value, known.iter().map(String::as_str))[..] {
        [] => format!("{value} is not one of {}", known.join(", ")),
        similar => format!("no such value: {value}; did you mean {}?", similar.join(" or ")),
    }
}
