//! `[aliases]` of a configuration: names and ranks that stand for others.

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeValue, ValueDeserializer};

use super::document::Document;
use crate::audit::Aliases;
use crate::cli::Failure;

/// Reads the list.
pub(super) fn read(document: &Document, value: &Spanned<DeValue<'_>>) -> Result<Aliases, Failure> {
    let read = Aliases::deserialize(ValueDeserializer::from(value.clone()));
    let aliases = read.map_err(|error| document.toml_failure(&error))?;
    let checked = aliases.check();
    checked.map_err(|error| document.failure(&value.span(), &format!("aliases: {error}")))?;
    Ok(aliases)
}
