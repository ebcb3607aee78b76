//! Floor 7: arguments and exit codes. One file a subcommand; no logic.

mod check;
mod convert;
mod drawing;
mod engines;
mod explain;
mod fix;
mod inputs;
mod judging;
mod progress;
mod referee;
mod rules;
mod score;
mod show;
mod terminal;
mod threads;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "sgf-audit", version, about, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

// Each says what it does where it is: a line here would hide the rest from its help.
#[derive(Subcommand)]
enum Command {
    Check(check::Check),
    Fix(fix::Fix),
    Score(score::Score),
    Show(show::Show),
    Convert(convert::Convert),
    Rules(rules::Rules),
    Explain(explain::Explain),
}

/// A run that failed as such: exit status 2.
#[derive(Debug)]
pub(crate) struct Failure(String);

impl Failure {
    fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// A name that isn't known, with those that may be meant.
    fn unknown(what: &str, name: &str, nearest: &[&str]) -> Self {
        let mut message = format!("no such {what}: {name}");
        if !nearest.is_empty() {
            message.push_str(&format!("; did you mean {}?", nearest.join(" or ")));
        }
        Self(message)
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
        Err(error) => {
            // A help text that nobody reads to its end is no failure.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    let outcome = match cli.command {
        Command::Check(check) => check.run(),
        Command::Fix(fix) => fix.run(),
        Command::Score(score) => score.run(),
        Command::Show(show) => show.run(),
        Command::Convert(convert) => convert.run(),
        Command::Rules(rules) => rules.run(),
        Command::Explain(explain) => explain.run(),
    };
    match outcome {
        Ok(code) => code,
        Err(Failure(message)) => {
            terminal::tell(&format!("sgf-audit: {message}"));
            ExitCode::from(2)
        }
    }
}
