//! The options and explanations of the command line, for programs that embed the library.

use std::error::Error;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use clap::error::{ContextKind, ContextValue};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::audit_args::AuditArgs;
use super::baseline_args::BaselineArgs;
use super::config::{Configuration, in_words};
use super::convert::{ContentArgs, target};
use super::explain::explained;
use super::fix::ChoiceArgs;
use super::judging_args::CountingArgs;
use super::run_plan::RunPlan;
use super::{Failure, in_one_line, parse, word};
use crate::batch::{Audits, Baseline, RunResources, Sink, Source, Sources};
use sgf_audit_core::audit::{AuditOptions, Compare};
use sgf_audit_core::{convert, fix};

/// The options of `check` that decide what its tables say.
#[derive(Args, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
struct TableArgs {
    #[command(flatten)]
    #[serde(flatten)]
    audit: AuditArgs,
    /// The file that lists known findings, which aren't reported.
    #[arg(long)]
    baseline: Option<PathBuf>,
    /// Maximum number of findings of one name and severity listed per game, by default 1000; all are counted.
    #[arg(long)]
    #[serde(deserialize_with = "word::optional")]
    max_findings: Option<NonZeroU32>,
}

/// Returns the options that an embedding program can give, of the subcommand that has them.
pub fn embedded(subcommand: &str) -> Option<clap::Command> {
    let command = clap::Command::new("options");
    match subcommand {
        "check" => Some(TableArgs::augment_args(command)),
        "score" => Some(CountingArgs::augment_args(command)),
        "fix" => Some(ChoiceArgs::augment_args(command)),
        "convert" => Some(ContentArgs::augment_args(command)),
        _ => None,
    }
}

/// Reads options from a JSON object. Each is read alone first, so that an error has its name.
fn read<T: DeserializeOwned>(options: &str) -> Result<T, String> {
    let options: Map<String, Value> =
        serde_json::from_str(options).map_err(|why| why.to_string())?;
    for (name, value) in &options {
        let alone = Map::from_iter([(name.clone(), value.clone())]);
        if let Err(why) = T::deserialize(Value::from(alone)) {
            return Err(format!("{}: {}", name.replace('-', "_"), in_words(&why.to_string())));
        }
    }
    T::deserialize(Value::from(options)).map_err(|why| why.to_string())
}

/// A run of `check` without its output: which records are read and how they are judged.
pub struct RunSettings {
    plan: RunPlan,
    baseline: Option<Arc<Baseline>>,
}

impl RunSettings {
    /// Takes the options of `check` as a JSON object, and starts the engine if one is named. Fails if they can't be used.
    pub fn of_check(options: &str) -> Result<Self, String> {
        let TableArgs { audit: args, baseline, max_findings } = read(options)?;
        let mut options = args.options().map_err(Failure::message)?;
        if let Some(most) = max_findings {
            options.max_findings = most.get();
        }
        let engine = args.engines.start().map_err(Failure::message)?;
        let policy = args.policy(&Configuration::default()).map_err(Failure::message)?;
        let plan = RunPlan::new(&args.reading, false, options, policy, engine)
            .map_err(Failure::message)?;
        let baseline = BaselineArgs::of(baseline);
        Ok(Self { plan, baseline: baseline.read().map_err(Failure::message)? })
    }

    /// Also keeps the [moves](sgf_audit_core::audit::Audit::moves) of each game.
    pub fn with_moves(mut self) -> Self {
        self.plan.options.moves = true;
        self
    }

    /// Also counts each game under every ruleset.
    pub fn with_comparisons(mut self) -> Self {
        self.plan.options.compare = Compare::Always;
        self
    }

    /// Returns what the walks of its sources have left out so far, for a warning: by name, or because git ignores it.
    pub fn not_read(&self) -> Vec<String> {
        self.plan.selection.not_read.messages()
    }

    /// Returns the sources under a path. `named`: whether a person named it, so that it is read even if it is a pipe.
    pub fn sources(&self, path: &Path, named: bool) -> Sources {
        Sources::new(vec![path.to_path_buf()])
            .listed_after(usize::from(named))
            .selected(self.plan.selection.clone())
    }

    /// Audits all records in the sources and passes the audits to `consume`, in the order of the sources. It takes over
    /// the calling thread, which can't do so again. Returns the first error of `consume`, or a failure if threads can't
    /// be started or the engine failed.
    pub fn run<S: Sink, E: From<Failure> + Send>(
        &self,
        sources: impl Iterator<Item = Source> + Send,
        sink: &S,
        consume: impl FnMut(Audits<S::Part>) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        let resources = RunResources { baseline: self.baseline.clone(), ..self.plan.resources() };
        self.plan.run(&self.plan.pool()?, sources, &resources, sink, consume)
    }
}

/// Returns what `score` counts by: its options as a JSON object. Fails if they can't be used.
pub fn score_options(options: &str) -> Result<AuditOptions, String> {
    read::<CountingArgs>(options)?.options().map_err(Failure::message)
}

/// Returns how `convert` converts into a format with these options, a JSON object. Fails if they can't be used.
pub fn convert_options(to: &str, options: &str) -> Result<convert::Options, String> {
    let target = target(to).ok_or_else(|| format!("invalid variant: {to}"))?;
    read::<ContentArgs>(options)?.options(target).map_err(Failure::message)
}

/// Returns how `fix` repairs with these options, a JSON object. Fails if they can't be used.
pub fn fix_options(options: &str) -> Result<fix::Options, String> {
    read::<ChoiceArgs>(options)?.options().map_err(Failure::message)
}

/// Explains a finding, a cause of a wrong result, or a ruleset. Fails if nothing has this name.
pub fn explain(name: &str) -> Result<String, String> {
    explained(name, None).map_err(Failure::message)
}

/// Fails if a subcommand refuses these options, which are as the command line has them.
pub fn check_options<S: AsRef<str>>(subcommand: &str, options: &[S]) -> Result<(), String> {
    let given = options.iter().map(AsRef::as_ref);
    let arguments = ["sgf-audit", subcommand].into_iter().chain(given).chain(["-"]);
    match parse(arguments.map(Into::into).collect()) {
        Ok(_) => Ok(()),
        Err(error) => Err(refusal(&error).unwrap_or_else(|| in_one_line(&error))),
    }
}

/// Returns why the value of an option is refused, with the option as a keyword; `None` if something else is wrong.
fn refusal(error: &clap::Error) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let (option, value) = (text(ContextKind::InvalidArg)?, text(ContextKind::InvalidValue)?);
    let name = option.trim_start_matches('-').split(' ').next()?.replace('-', "_");
    let why = match (error.source(), error.get(ContextKind::ValidValue)) {
        (Some(source), _) => source.to_string(),
        (None, Some(ContextValue::Strings(known))) => format!("use {}", known.join(", ")),
        _ => error.kind().to_string(),
    };
    Some(format!("{name}: {value}: {why}"))
}
