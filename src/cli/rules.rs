//! `sgf-audit rules`.

use clap::Args;

use super::{Failure, terminal};
use crate::report::{ruleset_list, ruleset_text};
use sgf_audit_core::rules::{BUILT_IN, lookup};
use sgf_audit_core::similar_names::similar_names;

/// List the rulesets, or show one of them with the source of each field.
#[derive(Args)]
#[command(after_help = "Example:\n  sgf-audit rules aga")]
pub(super) struct Rules {
    /// The name of a ruleset, as --rules takes it.
    name: Option<String>,
}

impl Rules {
    pub fn run(self) -> Result<u8, Failure> {
        let text = match &self.name {
            None => ruleset_list(),
            Some(name) => ruleset_text(
                lookup(name).ok_or_else(|| {
                    let known = BUILT_IN.iter().map(|rules| &*rules.id);
                    Failure::unknown("ruleset", name, &similar_names(name, known), "rules")
                })?,
                terminal::width(),
            ),
        };
        terminal::print(&text)
    }
}
