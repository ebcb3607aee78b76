//! The options that choose findings and their severities.

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};

use super::selectors::FindingKinds;
use super::word;
use sgf_audit_core::audit::{FindingKind, Severity};

/// Which findings are reported, or fixed.
#[derive(Args, Clone, Default, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[command(next_help_heading = "Selection")]
#[serde(default, rename_all = "kebab-case")]
pub(super) struct FindingArgs {
    /// Only these findings: names, families (legality, end, setup, result, format, encoding, cleaning, event), or all.
    #[arg(long, value_name = "NAMES")]
    #[serde(deserialize_with = "word::list")]
    pub select: Vec<FindingKinds>,
    /// Not these findings: names or families.
    #[arg(long, value_name = "NAMES")]
    #[serde(deserialize_with = "word::list")]
    pub ignore: Vec<FindingKinds>,
}

/// What the records are, and what is looked at in them.
#[derive(Args, Clone, Copy, Default, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, rename_all = "kebab-case")]
pub(super) struct ProfileArgs {
    /// Replay variations too, not only the main line.
    #[arg(long, help_heading = "Rules and counting")]
    pub variations: bool,
    /// What the records are: it sets the severities of findings that mean little there.
    ///
    /// In problems and joseki, players may play elsewhere or twice, retake a ko and play on after passes, setup may follow moves,
    /// and results are missing: all of that is a note. With games, it is as severe in variations as in games.
    #[arg(long, value_name = "WHAT", help_heading = "Selection")]
    pub profile: Option<Profile>,
}

#[derive(Clone, Copy, ValueEnum, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub(super) enum Profile {
    Games,
    Joseki,
    Problems,
}

impl FindingArgs {
    /// Takes from a configuration what isn't given. What is ignored there is ignored, too, unless findings are selected anew.
    pub fn fill(&mut self, configured: Self) {
        let Self { select, mut ignore } = configured;
        if self.select.is_empty() {
            self.select = select;
            ignore.append(&mut self.ignore);
            self.ignore = ignore;
        }
    }

    /// Returns the kinds to leave out: the ignored, and, if any are selected, all others.
    pub fn left_out(&self) -> Vec<FindingKind> {
        let is_selected = |kind: &FindingKind| self.select.iter().any(|part| part.has(*kind));
        let all = FindingKind::ALL.iter().copied();
        let others = all.filter(|kind| !self.select.is_empty() && !is_selected(kind));
        others.chain(self.ignore.iter().flat_map(|part| part.kinds().to_vec())).collect()
    }
}

impl ProfileArgs {
    pub fn fill(&mut self, configured: Self) {
        let Self { variations, profile } = configured;
        self.variations |= variations;
        self.profile = self.profile.or(profile);
    }
}

impl Profile {
    pub fn severities(self) -> Vec<(FindingKind, Severity)> {
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
