//! The options that choose findings.

use clap::Args;

use super::config::{ConfigFile, Layers};
use super::selectors::{FindingKinds, finding_kinds, left_out};
use crate::batch::Policy;

/// Which findings are reported.
#[derive(Args)]
#[command(next_help_heading = "Selection")]
pub(super) struct PolicyArgs {
    /// Report only these findings: names, families (legality, end, setup, result, format, encoding, cleaning, event), or all.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = finding_kinds)]
    select: Vec<FindingKinds>,
    /// Don't report these findings: names or families.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = finding_kinds)]
    ignore: Vec<FindingKinds>,
}

impl PolicyArgs {
    /// Returns which findings are reported, and with which severity. `record`: the configuration of the records, where it
    /// isn't that of the run.
    pub fn policy(&self, layers: &Layers, record: Option<&ConfigFile>) -> Policy {
        let ignored = left_out(&self.select, &self.ignore);
        let (severities, overrides) = layers.findings(record);
        Policy { ignored, severities, overrides }
    }
}
