//! The options that choose findings and files.

use clap::Args;
use globset::GlobSet;

use super::Failure;
use super::config::Config;
use super::selectors::{FindingKinds, finding_kinds, glob_set};
use crate::audit::FindingKind;
use crate::batch::Policy;

/// Which findings are reported, and which files are read.
#[derive(Args)]
#[command(next_help_heading = "Selection")]
pub(super) struct PolicyArgs {
    /// Report these findings only: names, families (legality, end, setup, result, format, encoding, event), or all.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = finding_kinds)]
    select: Vec<FindingKinds>,
    /// Don't report these findings: names or families.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = finding_kinds)]
    ignore: Vec<FindingKinds>,
    /// Don't read files and directories whose path matches this pattern, such as 'old/**' or '*.bak.sgf'.
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// What the configuration file says besides options.
    #[arg(skip)]
    pub config: Config,
}

impl PolicyArgs {
    /// Returns which findings are reported, and with which severity.
    pub fn policy(&self) -> Policy {
        let mut ignored: Vec<FindingKind> = Vec::new();
        if !self.select.is_empty() {
            let selected =
                |kind: &FindingKind| self.select.iter().any(|part| part.0.contains(kind));
            ignored.extend(FindingKind::ALL.iter().filter(|kind| !selected(kind)));
        }
        ignored.extend(self.ignore.iter().flat_map(|part| &part.0));
        Policy {
            ignored,
            severities: self.config.severities.clone(),
            overrides: self.config.overrides.clone(),
        }
    }

    /// Returns the files that aren't read.
    pub fn excluded(&self) -> Result<GlobSet, Failure> {
        glob_set(&self.exclude).map_err(Failure::new)
    }
}
