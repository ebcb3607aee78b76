//! `[event]` of a configuration: the terms of an event.

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeValue, ValueDeserializer};

use super::document::Document;
use crate::cli::Failure;
use crate::event::Terms;

/// Reads the terms of an event.
pub(super) fn terms(document: &Document, value: &Spanned<DeValue<'_>>) -> Result<Terms, Failure> {
    let read = Terms::deserialize(ValueDeserializer::from(value.clone()));
    let read = read.map_err(|error| document.toml_failure(&error))?;
    read.checked().map_err(|error| document.failure(&value.span(), &format!("event: {error}")))
}
