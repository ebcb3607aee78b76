//! The text of a configuration, and what is wrong where in it.

use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeString, DeTable};

use crate::batch::absolute;
use crate::cli::Failure;
use crate::cli::inputs::{failed, text_of};
use crate::cli::word::did_you_mean;
use sgf_audit_core::printable::Shown;

/// A TOML file with its path.
pub(in crate::cli) struct Document {
    pub path: PathBuf,
    pub text: String,
}

impl Document {
    /// Takes the bytes of a file. Fails if they aren't UTF-8.
    pub fn new(path: &Path, bytes: Vec<u8>) -> Result<Self, Failure> {
        let text = text_of(bytes).map_err(|error| failed(path, &error))?;
        Ok(Self { path: path.to_path_buf(), text })
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

    pub fn failure(&self, span: &Range<usize>, why: &str) -> Failure {
        Failure::new(format!("{}:{}: {why}", Shown::Path(&self.path), self.line(span)))
    }

    pub fn toml_failure(&self, error: &toml::de::Error) -> Failure {
        let why = error.message().replace('\n', "; ");
        match error.span() {
            Some(span) => match why.strip_prefix("unknown field `") {
                Some(fields) => {
                    // The words between backticks are the key and then the known ones.
                    let mut names = fields.split('`').step_by(2).map(str::to_owned);
                    let key = names.next().unwrap_or_default();
                    self.unknown_key(&span, &key, &names.collect::<Vec<_>>())
                }
                None => self.failure(&span, &in_words(&why)),
            },
            None => failed(&self.path, &why),
        }
    }

    /// Returns the failure of an entry of a table, of which these keys are known.
    pub fn fault(&self, key: &Spanned<DeString>, why: &str, known: &[String]) -> Failure {
        let name = key.as_ref();
        match why.starts_with("unknown field `") {
            true => self.unknown_key(&key.span(), name, known),
            false => self.failure(&key.span(), &format!("{name}: {}", in_words(why))),
        }
    }

    pub fn unknown_key(&self, span: &Range<usize>, key: &str, known: &[String]) -> Failure {
        let all = format!("known are {}", known.join(", "));
        let hint = did_you_mean(key, known.iter().map(String::as_str), &all);
        self.failure(span, &format!("unknown key {key}; {hint}"))
    }
}

/// Returns why a value can't be used, as people say it: of a wrong word the similar ones.
pub(in crate::cli) fn in_words(why: &str) -> String {
    let Some(names) = why.strip_prefix("unknown variant `") else { return why.to_owned() };
    let mut names = names.split('`').step_by(2);
    let (word, known) = (names.next().unwrap_or_default(), names.collect::<Vec<_>>());
    let all = format!("use {}", known.join(", "));
    format!("no such value: {word}; {}", did_you_mean(word, known, &all))
}
