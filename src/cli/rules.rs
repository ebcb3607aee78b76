//! `sgf-audit rules`.

use std::process::ExitCode;

use clap::Args;

use super::{Failure, terminal};
use crate::report::{ruleset_list, ruleset_text};
use crate::rules::{BUILT_IN, lookup};
use crate::similar_names::similar_names;

/// The rulesets; with a name, one of them with every field and its source.
#[derive(Args)]
pub(super) struct Rules {
    /// The ruleset, as --rules takes it.
    name: Option<String>,
}

impl Rules {
    pub fn run(self) -> Result<ExitCode, Failure> {
        let text = match &self.name {
            None => ruleset_list(),
            Some(name) => ruleset_text(lookup(name).ok_or_else(|| {
                let known = BUILT_IN.iter().map(|rules| &*rules.id);
                Failure::unknown("ruleset", name, &similar_names(name, known), "rules")
            })?),
        };
        terminal::print(&text)
    }
}
