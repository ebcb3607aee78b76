//! Floor 7: arguments and exit codes, with one file per subcommand and no logic.

mod check;
mod completions;
mod convert;
mod engine_args;
mod explain;
mod fix;
mod inputs;
mod judging_args;
mod limit_args;
mod progress;
mod rules;
mod score;
mod show;
mod svg_output;
mod terminal;
mod threads;

use std::io::ErrorKind;
use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{Parser, Subcommand};

use crate::convert::OutputError;

#[derive(Parser)]
#[command(name = "sgf-audit", version, about, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

// The help of a subcommand is the doc comment of its type. A comment here would replace it.
#[derive(Subcommand)]
enum Command {
    Check(check::Check),
    Fix(fix::Fix),
    Score(score::Score),
    Show(show::Show),
    Convert(convert::Convert),
    Rules(rules::Rules),
    Explain(explain::Explain),
    Completions(completions::Completions),
}

/// Why a run failed, which gives exit status 2.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl Failure {
    fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// Reports an unknown name, with similar ones, or else the subcommand `list` that lists all names.
    fn unknown(what: &str, name: &str, similar: &[&str], list: &str) -> Self {
        let hint = match similar {
            [] => format!("`sgf-audit {list}` shows what there is"),
            _ => format!("did you mean {}?", similar.join(" or ")),
        };
        Self(format!("no such {what}: {name}; {hint}"))
    }
}

impl From<OutputError> for Failure {
    fn from(error: OutputError) -> Self {
        Self(error.to_string())
    }
}

/// Runs the program with the process's arguments.
///
/// The exit status is 0 if nothing at or above `--fail-on` was found, 1 if something was, and 2 if the
/// run itself failed: bad arguments, nothing to read, a report that couldn't be written.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return report_usage_error(error),
    };
    let outcome = match cli.command {
        Command::Check(check) => check.run(),
        Command::Fix(fix) => fix.run(),
        Command::Score(score) => score.run(),
        Command::Show(show) => show.run(),
        Command::Convert(convert) => convert.run(),
        Command::Rules(rules) => rules.run(),
        Command::Explain(explain) => explain.run(),
        Command::Completions(completions) => completions.run(),
    };
    match outcome {
        Ok(code) => code,
        Err(Failure(message)) => {
            terminal::print_message(&format!("sgf-audit: {message}"));
            ExitCode::from(2)
        }
    }
}

/// Prints what is wrong with the arguments, or the help if that was requested.
fn report_usage_error(mut error: clap::Error) -> ExitCode {
    // A path in place of the subcommand is meant for `check`.
    if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
        && Path::new(word).exists()
    {
        let tip = format!("to audit it: sgf-audit check {word}");
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    match error.print() {
        // A closed pipe is no failure.
        Err(lost) if lost.kind() != ErrorKind::BrokenPipe => {
            terminal::print_message(&format!("sgf-audit: standard output: {lost}"));
            ExitCode::from(2)
        }
        _ if error.use_stderr() => ExitCode::from(2),
        _ => ExitCode::SUCCESS,
    }
}
