//! The options by which games are judged as `check` judges them, for subcommands that do something else with the audits.

use clap::Args;
use serde::Deserialize;

use super::Failure;
use super::config::{BaselineSetting, CheckTable, Configuration, Override, ReportArgs};
use super::engine_args::EngineArgs;
use super::inputs::Archives;
use super::judging_args::{EstimateArgs, JudgingArgs, OwnRulesArgs};
use super::path_args::PathArgs;
use super::policy_args::{FindingArgs, Profile, ProfileArgs};
use super::selectors::path_patterns;
use super::size::FileLimit;
use super::threads::ThreadArgs;
use crate::batch::{PathPolicy, Policy};
use sgf_audit_core::audit::AuditOptions;

/// How games are judged, and which are read.
#[derive(Args, Clone, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub(super) struct AuditArgs {
    #[command(flatten)]
    #[serde(flatten)]
    pub judging: JudgingArgs,
    #[command(flatten)]
    #[serde(flatten)]
    pub own_rules: OwnRulesArgs,
    #[command(flatten)]
    #[serde(flatten)]
    pub estimate: EstimateArgs,
    #[command(flatten)]
    #[serde(flatten)]
    pub profile: ProfileArgs,
    #[command(flatten)]
    #[serde(flatten)]
    pub engines: EngineArgs,
    #[command(flatten)]
    #[serde(flatten)]
    pub findings: FindingArgs,
    #[command(flatten)]
    #[serde(flatten)]
    pub reading: ReadingArgs,
}

/// Which records are read, and how much of them.
#[derive(Args, Clone, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub(super) struct ReadingArgs {
    #[command(flatten)]
    #[serde(flatten)]
    pub limit: FileLimit,
    #[command(flatten)]
    #[serde(flatten)]
    pub archives: Archives,
    #[command(flatten)]
    #[serde(flatten)]
    pub files: PathArgs,
    #[command(flatten)]
    #[serde(flatten)]
    pub threads: ThreadArgs,
}

impl AuditArgs {
    /// Takes from a configuration what isn't given. Returns what concerns only the findings of `check`.
    pub fn fill(&mut self, configuration: &mut Configuration) -> (BaselineSetting, ReportArgs) {
        configuration.give_way(&self.judging, &self.own_rules);
        let CheckTable { judging, estimate, profile, findings, exclude, git, baseline, report } =
            std::mem::take(&mut configuration.check);
        self.judging.fill(judging);
        self.estimate.fill(estimate);
        self.profile.fill(profile);
        self.findings.fill(findings);
        self.reading.files.exclude.fill(exclude, configuration.directory.clone());
        self.reading.files.walk.git.fill(git);
        (baseline, report)
    }

    /// Returns how games are judged, with their signatures.
    pub fn options(&self) -> Result<AuditOptions, Failure> {
        Ok(AuditOptions {
            variations: self.profile.variations,
            limits: self.reading.limit.into(),
            estimate: !self.estimate.no_estimate,
            signature: true,
            ..self.judging.options(&self.own_rules)?
        })
    }

    /// Returns which findings are reported, and with which severity, and what is different in some files.
    pub fn policy(&self, configuration: &Configuration) -> Result<Policy, Failure> {
        let mut severities = self.profile.profile.map(Profile::severities).unwrap_or_default();
        severities.extend(configuration.severity.by_kind());
        let overrides = overrides(configuration, &self.judging)?;
        Ok(Policy { ignored: self.findings.left_out(), severities, overrides })
    }
}

/// Returns what is different in some files by a configuration. `judging` is what holds in the others.
pub(super) fn overrides(
    configuration: &Configuration,
    judging: &JudgingArgs,
) -> Result<Vec<PathPolicy>, Failure> {
    let overrides = configuration.overrides.iter().map(|part| {
        let Override { paths, rules, default_rules, komi, profile, ignore, severity, line: _ } =
            part;
        let has_rules = rules.is_some() || default_rules.is_some();
        let rules = JudgingArgs {
            rules: rules.clone().or(judging.rules.clone()),
            default_rules: default_rules.clone().or(judging.default_rules.clone()),
            ..JudgingArgs::default()
        };
        let mut severities = profile.map(Profile::severities).unwrap_or_default();
        severities.extend(severity.by_kind());
        let base = Some(configuration.directory.clone());
        Ok(PathPolicy {
            paths: path_patterns(base, paths).map_err(Failure::new)?,
            rules: has_rules.then(|| rules.rules_choice()),
            komi: komi.map(|komi| komi.0),
            ignored: ignore.iter().flat_map(|kinds| kinds.kinds().to_vec()).collect(),
            severities,
            is_used: Default::default(),
        })
    });
    overrides.collect()
}
