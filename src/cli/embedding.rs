//! The options and explanations of the command line, for programs that embed the library.

use std::path::Path;
use std::sync::Arc;

use super::config::SUBCOMMANDS;
use super::engine_args::EngineArgs;
use super::explain::explained;
use super::run_plan::RunPlan;
use super::{Command, Failure, ParseError, in_one_line, parse};
use crate::batch::{Audits, Baseline, RunResources, Sink, Source, Sources};
use sgf_audit_core::audit::{AuditOptions, Compare};
use sgf_audit_core::{convert, fix};

/// A run of `check` without its output: which records are read and how they are judged.
pub struct RunSettings {
    plan: RunPlan,
    baseline: Option<Arc<Baseline>>,
}

impl RunSettings {
    /// Takes options as the command line has them, such as `--rules=aga`, and starts the engine if one is named.
    /// Fails if `check` refuses them.
    pub fn of_check<S: AsRef<str>>(options: &[S]) -> Result<Self, String> {
        let Command::Check(check) = parsed("check", options)? else { unreachable!("it is check") };
        let layers = check.layers.clone().expect("it was set after parsing");
        let audit = AuditOptions { signature: true, ..check.audit_options().map_err(message)? };
        let engine = check.audit.engines.start().map_err(message)?;
        let plan = RunPlan::new(&check.audit, audit, layers, engine, None).map_err(message)?;
        Ok(Self { plan, baseline: check.baseline.read().map_err(message)? })
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
        self.plan.not_read.messages()
    }

    /// Returns the sources under a path. `named`: whether a person named it, so that it is read even if it is a pipe.
    pub fn sources(&self, path: &Path, named: bool) -> Sources {
        Sources::new(vec![path.to_path_buf()])
            .listed_after(usize::from(named))
            .selected(self.plan.selection())
    }

    /// Audits all records in the sources and passes the audits to `consume`, in the order of the sources. It takes over
    /// the calling thread, which can't do so again. Returns the first error of `consume`, or a message if threads can't
    /// be started or the engine failed.
    pub fn run<S: Sink, E: From<String> + Send>(
        &self,
        sources: impl Iterator<Item = Source> + Send,
        sink: &S,
        mut consume: impl FnMut(Audits<S::Part>) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        let resources = RunResources { baseline: self.baseline.clone(), ..self.plan.resources() };
        let pool = self.plan.pool().map_err(message)?;
        let result = self.plan.run(&pool, sources, &resources, sink, |audits| {
            consume(audits).map_err(Ended::ByCaller)
        });
        result.map_err(|ended| match ended {
            Ended::ByCaller(error) => error,
            Ended::Failed(failure) => message(failure).into(),
        })
    }
}

/// Why a run ended early.
enum Ended<E> {
    Failed(Failure),
    ByCaller(E),
}

impl<E> From<Failure> for Ended<E> {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// Returns what `score` counts by: its options, as the command line has them. Fails if `score` refuses
/// them, or if they name an engine.
pub fn score_options<S: AsRef<str>>(options: &[S]) -> Result<AuditOptions, String> {
    let Command::Score(score) = parsed("score", options)? else { unreachable!("it is score") };
    refuse_engine(&score.engines)?;
    score.audit_options().map_err(message)
}

/// Returns how `convert` converts with these options, as the command line has them. Fails if `convert`
/// refuses them, or if they name an engine.
pub fn convert_options<S: AsRef<str>>(options: &[S]) -> Result<convert::Options, String> {
    let Command::Convert(convert) = parsed("convert", options)? else {
        unreachable!("it is convert")
    };
    refuse_engine(&convert.engines)?;
    convert.options().map_err(message)
}

/// Returns how `fix` repairs with these options, as the command line has them. Fails if `fix` refuses them.
pub fn fix_options<S: AsRef<str>>(options: &[S]) -> Result<fix::Options, String> {
    let Command::Fix(fix) = parsed("fix", options)? else { unreachable!("it is fix") };
    fix.options().map_err(message)
}

/// Explains a finding, a cause of a wrong result, or a ruleset. Fails if nothing has this name.
pub fn explain(name: &str) -> Result<String, String> {
    explained(name, None).map_err(message)
}

/// Engines are started once per run, not for each record.
fn refuse_engine(engines: &EngineArgs) -> Result<(), String> {
    match engines.is_given() {
        true => {
            Err("an engine is asked by a run over records only, not about one record".to_owned())
        }
        false => Ok(()),
    }
}

fn message(failure: Failure) -> String {
    failure.0.join("\n")
}

/// Parses options as the command line has them. No configuration file is read.
fn parsed<S: AsRef<str>>(subcommand: &str, options: &[S]) -> Result<Command, String> {
    for option in options.iter().map(AsRef::as_ref) {
        let name = option.trim_start_matches('-').split('=').next().unwrap_or_default();
        if is_command_only(subcommand, name) {
            return Err(format!("{name} works only on the command line"));
        }
    }
    parsed_as_given(subcommand, options)
}

/// Fails if a subcommand refuses these options. All that it has on the command line are known.
pub fn check_options<S: AsRef<str>>(subcommand: &str, options: &[S]) -> Result<(), String> {
    match parsed_as_given(subcommand, options)? {
        Command::Convert(convert) => convert.options().map(drop).map_err(message),
        _ => Ok(()),
    }
}

fn parsed_as_given<S: AsRef<str>>(subcommand: &str, options: &[S]) -> Result<Command, String> {
    let isolated = SUBCOMMANDS.contains(&subcommand).then_some("--isolated");
    let given = isolated.into_iter().chain(options.iter().map(AsRef::as_ref));
    // Every subcommand takes standard input, so it can replace the records of the embedding program.
    let arguments = ["sgf-audit", subcommand].into_iter().chain(given).chain(["-"]);
    match parse(arguments.map(Into::into).collect()) {
        Ok(cli) => Ok(cli.command),
        Err(ParseError::Config(failure)) => Err(message(failure)),
        Err(ParseError::Usage(error)) => Err(as_keywords(&in_one_line(&error))),
    }
}

/// Returns a message with options as keywords: `max_findings` for `--max-findings <N>`.
fn as_keywords(message: &str) -> String {
    let mut parts = message.split("--");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(part.len());
        let (name, rest) = part.split_at(end);
        let rest =
            rest.strip_prefix(" <").and_then(|rest| Some(rest.split_once('>')?.1)).unwrap_or(rest);
        out.push_str(
            &name
                .strip_prefix("no-est")
                .map_or(name.replace('-', "_"), |rest| format!("est{rest}")),
        );
        out.push_str(rest);
    }
    out
}

/// The options of each subcommand that mean nothing to an embedding program: they concern the command's arguments, output
/// or configuration. All others are taken.
const COMMAND_ONLY: [(&str, &[&str]); 4] = [
    (
        "check",
        &[
            "color",
            "compare",
            "context",
            "event",
            "excel",
            "explain-count",
            "fail-on",
            "files-from",
            "force-exclude",
            "format",
            "no-baseline",
            "open",
            "out",
            "quiet",
            "raw-cells",
            "results",
            "results-encoding",
            "results-format",
            "results-out",
            "shard",
            "show",
            "show-all",
            "since",
            "statistics",
            "write-baseline",
        ],
    ),
    ("score", &["color", "compare", "event", "numbers", "sheet", "svg"]),
    (
        "fix",
        &[
            "color",
            "diff",
            "exclude",
            "exit-zero",
            "files-from",
            "follow",
            "force-exclude",
            "no-gitignore",
            "quiet",
            "statistics",
            "stdin-filename",
            "threads",
            "write",
        ],
    ),
    (
        "convert",
        &[
            "follow",
            "join",
            "max-members",
            "max-nesting",
            "max-ratio",
            "max-unpacked",
            "no-gitignore",
            "out",
            "quiet",
            "split",
            "threads",
        ],
    ),
];

/// The options of every subcommand that mean nothing to an embedding program.
const COMMAND_ONLY_IN_ALL: [&str; 4] = ["config", "help", "isolated", "version"];

/// Whether an option of a subcommand means nothing to an embedding program.
pub(super) fn is_command_only(subcommand: &str, option: &str) -> bool {
    let mut own = COMMAND_ONLY.iter().filter(|(name, _)| *name == subcommand);
    COMMAND_ONLY_IN_ALL.contains(&option) || own.any(|(_, options)| options.contains(&option))
}

/// Whether an embedding program can give this option of a subcommand.
pub fn is_embedded(subcommand: &str, option: &str) -> bool {
    let asks_engine = subcommand != "check" && option.split('-').next() == Some("engine");
    !asks_engine && !is_command_only(subcommand, option)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::command;

    #[test]
    fn the_options_that_are_left_out_exist() {
        let command = command();
        for (name, options) in COMMAND_ONLY {
            let subcommand = command.find_subcommand(name).expect(name);
            let known: Vec<_> = subcommand.get_arguments().filter_map(|o| o.get_long()).collect();
            for option in options {
                assert!(known.contains(option), "{name} --{option}");
            }
        }
    }
}
