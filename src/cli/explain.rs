//! `sgf-audit explain`.

use std::process::ExitCode;

use clap::Args;

use super::{Failure, terminal};
use crate::audit::Name;
use crate::report::{explanation, finding_list, nearest};

/// Say what a finding means, why it matters and what to do; without a name list all findings.
#[derive(Args)]
pub(super) struct Explain {
    /// The finding's name, as reports write it.
    name: Option<String>,
}

impl Explain {
    pub fn run(self) -> Result<ExitCode, Failure> {
        let text = match &self.name {
            None => finding_list(),
            Some(name) => {
                let found = Name::find(&name.to_lowercase());
                explanation(found.ok_or_else(|| {
                    let known = Name::ALL.iter().map(|name| name.as_str());
                    Failure::unknown("finding", name, &nearest(name, known))
                })?)
            }
        };
        terminal::print(&text)
    }
}
