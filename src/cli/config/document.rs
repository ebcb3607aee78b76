//! The text of a configuration, and what is wrong where in it.

use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::found::Origin;
use crate::batch::absolute;
use crate::cli::Failure;
use crate::cli::inputs::{failed, text_of};
use sgf_audit_core::guarded_file::{read_named, read_regular};
use sgf_audit_core::printable::Shown;
use sgf_audit_core::similar_names::similar_names;

/// A TOML file with its path.
pub(in crate::cli) struct Document {
    pub path: PathBuf,
    pub text: String,
    pub origin: Origin,
}

impl Document {
    /// Reads a file of at most `most` bytes.
    pub fn read(path: &Path, most: u64, origin: Origin) -> Result<Self, Failure> {
        let bytes = match origin {
            Origin::User => read_named(path, most),
            Origin::Found => read_regular(path, most),
        };
        let text = bytes.and_then(text_of).map_err(|error| failed(path, &error))?;
        Ok(Self { path: path.to_path_buf(), text, origin })
    }

    pub fn table(&self) -> Result<DeTable<'_>, Failure> {
        let table = DeTable::parse(&self.text).map_err(|error| self.toml_failure(&error))?;
        Ok(table.into_inner())
    }

    /// Returns the absolute directory that the file is in.
    pub fn directory(&self) -> PathBuf {
        let path = absolute(&self.path);
        path.parent().map_or_else(|| path.clone(), Path::to_path_buf)
    }

    /// Returns the line of a byte, from 1.
    pub fn line(&self, span: &Range<usize>) -> usize {
        let before = &self.text.as_bytes()[..span.start.min(self.text.len())];
        memchr::memchr_iter(b'\n', before).count() + 1
    }

    /// Returns the failure of a part of the text.
    pub fn failure(&self, span: &Range<usize>, why: &str) -> Failure {
        Failure::new(format!("{}:{}: {why}", Shown::Path(&self.path), self.line(span)))
    }

    /// Returns an error of the parser as a failure.
    pub fn toml_failure(&self, error: &toml::de::Error) -> Failure {
        let why = error.message().replace('\n', "; ");
        match error.span() {
            // The words between backticks are the key and then the known ones.
            Some(span) if why.starts_with("unknown field `") => {
                let mut names = why.split('`').skip(1).step_by(2);
                let key = names.next().unwrap_or_default();
                self.unknown_key(&span, "unknown key", key, &names.collect::<Vec<_>>())
            }
            Some(span) => self.failure(&span, &why),
            None => failed(&self.path, &why),
        }
    }

    /// Returns the failure of a key that isn't known.
    pub fn unknown_key(
        &self,
        span: &Range<usize>,
        what: &str,
        key: &str,
        known: &[&str],
    ) -> Failure {
        let hint = match &similar_names(key, known.iter().copied())[..] {
            [] if known.len() <= 8 => format!("; known are {}", known.join(", ")),
            [] => String::new(),
            similar => format!("; did you mean {}?", similar.join(" or ")),
        };
        self.failure(span, &format!("{what} {key}{hint}"))
    }

    /// Returns the words of a list; a single word is a list of one.
    pub fn words(&self, name: &str, value: &Spanned<DeValue>) -> Result<Vec<String>, Failure> {
        let word = |value: &Spanned<DeValue>| {
            let wrong =
                || self.failure(&value.span(), &format!("{name}: a list of words is needed"));
            value.as_ref().as_str().map(str::to_owned).ok_or_else(wrong)
        };
        match value.as_ref() {
            DeValue::Array(values) => values.iter().map(word).collect(),
            _ => Ok(vec![word(value)?]),
        }
    }
}
