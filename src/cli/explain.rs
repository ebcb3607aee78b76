//! `sgf-audit explain` and `sgf-audit rules`.

use clap::Args;

use super::{Failure, terminal};
use crate::report::{cause_text, explanation, finding_list, ruleset_list, ruleset_text};
use sgf_audit_core::audit::{CAUSES, FindingKind};
use sgf_audit_core::rules::{BUILT_IN, by_id, lookup};

/// Explain a finding, a cause of a wrong result, or a ruleset; without a name, list all.
#[derive(Args)]
#[command(after_help = "Example:\n  sgf-audit explain missing-white-pass")]
pub(super) struct Explain {
    /// The name of a finding, cause or ruleset, as reports write it.
    name: Option<String>,
}

impl Explain {
    pub fn run(self) -> Result<u8, Failure> {
        let width = terminal::width();
        terminal::print(&match &self.name {
            None => finding_list(width),
            Some(name) => explained(name, width)?,
        })
    }
}

/// Explains everything with this name: some findings are causes too. `width`: the terminal's in columns, if the text
/// is for one. Fails if nothing has this name.
pub(super) fn explained(name: &str, width: Option<usize>) -> Result<String, Failure> {
    let text = named(name, width).or_else(|| named(&name.to_lowercase(), width));
    let text = text.or_else(|| lookup(name).map(|rules| ruleset_text(rules, width)));
    text.ok_or_else(|| {
        let findings = FindingKind::ALL.iter().map(|name| name.as_str());
        let causes = CAUSES.iter().map(|cause| cause.name);
        let rulesets = BUILT_IN.iter().map(|rules| &*rules.id);
        let known = findings.chain(causes).chain(rulesets);
        Failure::unknown("finding, cause or ruleset", name, known, "explain")
    })
}

fn named(name: &str, width: Option<usize>) -> Option<String> {
    let finding = FindingKind::find(name).map(|kind| explanation(kind, width));
    let cause =
        CAUSES.iter().find(|cause| cause.name == name).map(|cause| cause_text(cause, width));
    let ruleset = by_id(name).map(|rules| ruleset_text(rules, width));
    let texts: Vec<String> = finding.into_iter().chain(cause).chain(ruleset).collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

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
                    Failure::unknown("ruleset", name, known, "rules")
                })?,
                terminal::width(),
            ),
        };
        terminal::print(&text)
    }
}
