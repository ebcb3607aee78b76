//! The options by which games are judged as `check` judges them, for subcommands that do something else with the audits.

use std::sync::Arc;

use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::config::{ConfigFile, Layers, Scopes};
use super::engine_args::EngineArgs;
use super::inputs::Archives;
use super::judging_args::{EstimateArgs, JudgingArgs};
use super::path_args::PathArgs;
use super::policy_args::PolicyArgs;
use super::size::LimitArgs;
use super::{Failure, threads};
use crate::batch::Scope;
use sgf_audit_core::audit::AuditOptions;
use sgf_audit_core::rules::SharedRuleset;

/// How games are judged, and which are read. All of these are options of `check`, whose table of a configuration sets them
/// here too.
#[derive(Args)]
pub(super) struct AuditArgs {
    #[command(flatten)]
    pub judging: JudgingArgs,
    #[command(flatten)]
    pub estimate: EstimateArgs,
    /// Replay variations too, not only the main line.
    #[arg(long, help_heading = "Rules and counting")]
    pub variations: bool,
    #[command(flatten)]
    pub engines: EngineArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub archives: Archives,
    #[command(flatten)]
    pub policy: PolicyArgs,
    #[command(flatten)]
    pub files: PathArgs,
    /// Number of threads; 0 = one per CPU, the default. With KataGo the default is 16.
    #[arg(long, value_name = "N", value_parser = threads::number, allow_negative_numbers = true, help_heading = "Performance")]
    pub threads: Option<usize>,
}

impl AuditArgs {
    /// Returns how games are judged, with their signatures.
    pub fn options(&self) -> Result<AuditOptions, Failure> {
        Ok(AuditOptions {
            variations: self.variations,
            limits: self.limits.into(),
            estimate: !self.estimate.no_estimate,
            signature: true,
            ..self.judging.options()?
        })
    }
}

/// Whether a subcommand's option is one of those above, and not one that only has the same name.
pub(super) fn is_shared(name: &str) -> bool {
    let options = AuditArgs::augment_args(Command::new("options"));
    options.get_arguments().any(|option| option.get_long() == Some(name))
}

/// Notes where ruleset and komi come from, of records with this configuration.
pub(super) fn set_sources(
    options: &mut AuditOptions,
    layers: &Layers,
    record: Option<&ConfigFile>,
) {
    let of_rules = ["rules", "rules-file", "ko", "territory-from"];
    options.rules_set_by = layers.source(&of_rules, record);
    options.komi_set_by = layers.source(&["komi"], record);
}

/// Returns the scopes of records by their configurations. `options` are the run's.
pub(super) fn scopes(
    layers: &Layers,
    options: &AuditOptions,
    event_rules: Option<SharedRuleset>,
) -> Arc<Scopes> {
    let (all, run) = (layers.clone(), options.clone());
    let make = move |matches: &ArgMatches, file: &ConfigFile| {
        let args = AuditArgs::from_arg_matches(matches)
            .map_err(|error| all.unusable(Some(file), &error))?;
        let AuditOptions { mut rules, simple_ko, komi, territory_from, .. } =
            args.judging.options()?;
        rules.default_to(event_rules.as_ref());
        let aliases = all.aliases(Some(file));
        let mut options =
            AuditOptions { rules, simple_ko, komi, territory_from, aliases, ..run.clone() };
        set_sources(&mut options, &all, Some(file));
        let policy = args.policy.policy(&all, Some(file));
        let excluded = args.files.excluded(all.excluded(Some(file)))?;
        Ok(Scope { options, policy, excluded, is_left_alone: false })
    };
    Scopes::new(layers, Box::new(make))
}
