//! The options that choose findings.

use clap::{Args, ValueEnum};

use super::config::{ConfigFile, Layers};
use super::selectors::{FindingKinds, finding_kinds, left_out};
use crate::batch::Policy;
use sgf_audit_core::audit::{FindingKind, Severity};

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
    /// What the records are: it sets the severities of findings that mean little there.
    ///
    /// In problems and joseki, players may play elsewhere or twice, retake a ko and play on after passes, setup may follow moves,
    /// and results are missing: all of that is a note. With games, it is as severe in variations as in games.
    #[arg(long, value_name = "WHAT")]
    profile: Option<Profile>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Profile {
    Games,
    Joseki,
    Problems,
}

impl Profile {
    /// Returns the severities that it sets.
    fn severities(self) -> Vec<(FindingKind, Severity)> {
        use FindingKind::{
            Ko, MidGameSetup, MissingPasses, MissingResult, OutOfTurn, PlayAfterEnd, Repetition,
            Superko, UnequalMoves,
        };
        let play = [Ko, Superko, Repetition, OutOfTurn, PlayAfterEnd];
        match self {
            Self::Games => play.map(|kind| (kind, kind.info().severity)).to_vec(),
            Self::Joseki | Self::Problems => {
                let others = [MidGameSetup, MissingPasses, MissingResult, UnequalMoves];
                play.into_iter().chain(others).map(|kind| (kind, Severity::Note)).collect()
            }
        }
    }
}

impl PolicyArgs {
    /// Returns which findings are reported, and with which severity. `record`: the configuration of the records, where it
    /// isn't the run's.
    pub fn policy(&self, layers: &Layers, record: Option<&ConfigFile>) -> Policy {
        let ignored = left_out(&self.select, &self.ignore);
        let (configured, overrides) = layers.findings(record);
        let mut severities = self.profile.map(Profile::severities).unwrap_or_default();
        severities.extend(configured);
        Policy { ignored, severities, overrides }
    }
}
