//! The tables of a configuration. They hold options as the command line has them.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::{Component, Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use crate::cli::judging_args::{Choice, EstimateArgs, JudgingArgs, Komi, NamedRuleset};
use crate::cli::path_args::{ExcludeArgs, GitArgs};
use crate::cli::policy_args::{FindingArgs, Profile, ProfileArgs};
use crate::cli::selectors::{FindingKinds, Level, PathPattern};
use crate::cli::word;
use sgf_audit_core::audit::{AuditOptions, FindingKind, Severity};

/// Options of `check`, of which `select` and `duplicates` take those that they have.
#[derive(Default, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub(in crate::cli) struct CheckTable {
    #[serde(flatten)]
    pub judging: JudgingArgs,
    #[serde(flatten)]
    pub estimate: EstimateArgs,
    #[serde(flatten)]
    pub profile: ProfileArgs,
    #[serde(flatten)]
    pub findings: FindingArgs,
    #[serde(flatten)]
    pub exclude: ExcludeArgs,
    #[serde(flatten)]
    pub git: GitArgs,
    #[serde(flatten)]
    pub baseline: BaselineSetting,
    #[serde(flatten)]
    pub report: ReportArgs,
}

/// Options of `fix`.
#[derive(Default, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub(in crate::cli) struct FixTable {
    #[serde(flatten)]
    pub judging: JudgingArgs,
    #[serde(flatten)]
    pub findings: FindingArgs,
    #[serde(flatten)]
    pub exclude: ExcludeArgs,
    #[serde(flatten)]
    pub git: GitArgs,
}

/// The findings that aren't reported.
#[derive(Default, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub(in crate::cli) struct BaselineSetting {
    /// The file that lists known findings, which aren't reported. It lies beside the configuration.
    #[serde(deserialize_with = "file_name")]
    pub baseline: Option<PathBuf>,
}

/// What is printed of findings, and what they mean for the exit status.
#[derive(Args, Clone, Copy, Default, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[command(next_help_heading = "Output")]
#[serde(default, rename_all = "kebab-case")]
pub(in crate::cli) struct ReportArgs {
    /// Lowest severity to print, by default warning (tables always contain all findings).
    #[arg(long, value_name = "SEVERITY")]
    show: Option<Level>,
    /// Exit with status 1 if there is a finding of at least this severity, by default error.
    #[arg(long, value_name = "SEVERITY")]
    fail_on: Option<FailOn>,
    /// Maximum number of findings of one name and severity listed per game, by default 1000; all are counted.
    #[arg(long, value_name = "N")]
    #[serde(deserialize_with = "word::optional")]
    max_findings: Option<NonZeroU32>,
}

#[derive(Clone, Copy, ValueEnum, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
enum FailOn {
    Error,
    Warning,
    Never,
}

/// Severities by finding. A finding's own name counts more than its family's.
#[derive(Clone, Default, Deserialize, Serialize)]
pub(in crate::cli) struct Severities(BTreeMap<FindingKinds, Level>);

/// What is different in some files.
#[derive(Clone, Default, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::cli) struct Override {
    /// Patterns for the files, relative to the directory of the configuration.
    #[serde(deserialize_with = "word::list")]
    pub paths: Vec<PathPattern>,
    /// Judge these games by this ruleset.
    pub rules: Option<Choice>,
    /// Judge those that name no ruleset by this one.
    pub default_rules: Option<NamedRuleset>,
    /// Override the recorded komi.
    pub komi: Option<Komi>,
    /// What the records are.
    pub profile: Option<Profile>,
    /// Findings that aren't reported, nor fixed.
    #[serde(deserialize_with = "word::list")]
    pub ignore: Vec<FindingKinds>,
    /// Findings with a severity other than their own.
    pub severity: Severities,
    /// Its line in the file.
    #[serde(skip)]
    pub line: usize,
}

impl ReportArgs {
    pub fn fill(&mut self, configured: Self) {
        let Self { show, fail_on, max_findings } = configured;
        self.show = self.show.or(show);
        self.fail_on = self.fail_on.or(fail_on);
        self.max_findings = self.max_findings.or(max_findings);
    }

    pub fn max_findings(&self) -> u32 {
        self.max_findings.map_or(AuditOptions::default().max_findings, NonZeroU32::get)
    }

    /// Returns the least severity that is printed.
    pub fn shows_from(&self) -> Severity {
        self.show.map_or(Severity::Warning, Severity::from)
    }

    /// Returns the least severity that fails the run.
    pub fn fails_from(&self) -> Option<Severity> {
        match self.fail_on {
            Some(FailOn::Error) | None => Some(Severity::Error),
            Some(FailOn::Warning) => Some(Severity::Warning),
            Some(FailOn::Never) => None,
        }
    }
}

impl Severities {
    /// Returns the severity of each finding that has another than its own; the last one of a finding counts.
    pub fn by_kind(&self) -> Vec<(FindingKind, Severity)> {
        let severities = self.0.iter().flat_map(|(kinds, level)| {
            kinds.kinds().iter().map(|kind| (*kind, Severity::from(*level)))
        });
        severities.collect()
    }
}

/// Reads the name of a file that lies beside the configuration.
fn file_name<'de, D: Deserializer<'de>>(from: D) -> Result<Option<PathBuf>, D::Error> {
    let name = String::deserialize(from)?;
    match &Path::new(&name).components().collect::<Vec<_>>()[..] {
        [Component::Normal(_)] => Ok(Some(name.into())),
        _ => Err(D::Error::custom(format!(
            "{name} isn't the name of a file beside the configuration"
        ))),
    }
}
