//! Floor 7: arguments and exit codes, with one file per subcommand and no logic.

mod audit_args;
mod baseline_args;
mod check;
mod check_output;
mod completions;
mod config;
mod convert;
mod duplicates;
mod embedding;
mod engine_args;
mod event;
mod event_args;
mod explain;
pub mod fix;
mod inputs;
mod interrupt;
mod judging_args;
mod path_args;
mod policy_args;
mod print_config;
mod progress;
mod run_plan;
mod score;
mod select;
mod selectors;
mod show;
mod size;
mod svg_output;
mod terminal;
mod threads;
mod version;
mod word;

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, CommandFactory, FromArgMatches, Parser, Subcommand};

use sgf_audit_core::printable::Shown;
use sgf_audit_core::similar_names::similar_names;

pub use inputs::Given;

pub use embedding::{
    RunSettings, check_options, convert_options, embedded, explain, fix_options, score_options,
};

/// Checks Go game records (SGF): replays each game under a ruleset, recounts the result, and says what is wrong and where.
#[derive(Parser)]
#[command(name = "sgf-audit", version = version::short(), long_version = version::long(), max_term_width = 100, after_help = EXAMPLES, override_usage = USAGE)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const USAGE: &str = "\
sgf-audit <COMMAND> [OPTIONS] ...
       sgf-audit <PATH> [OPTIONS of check] ...";

const EXAMPLES: &str = "\
Examples:
  sgf-audit games/                                   check all records, open the report in the browser
  sgf-audit check games/ --rules aga --out report/   check all records, write report and tables
  sgf-audit score game.sgf                           count one game item by item
  sgf-audit explain wrong-margin                     what a finding means

`sgf-audit COMMAND --help` explains a command, `-h` lists its options.";

// The help of a subcommand is the doc comment of its type. A comment here would replace it.
#[derive(Subcommand)]
enum Command {
    Check(Box<check::Check>),
    Fix(Box<fix::Fix>),
    Score(score::Score),
    Show(show::Show),
    Convert(convert::Convert),
    Select(Box<select::Select>),
    Duplicates(Box<duplicates::Duplicates>),
    Event(event::Event),
    Rules(explain::Rules),
    Explain(explain::Explain),
    Config(print_config::Config),
    Completions(completions::Completions),
    Man(completions::Man),
}

/// Why a run failed, which gives exit status 2: lines of text.
#[derive(Debug)]
pub struct Failure(Vec<String>);

impl Failure {
    fn new(line: impl Into<String>) -> Self {
        Self(vec![line.into()])
    }

    /// Creates the failure with what an engine printed, whose lines are excerpts.
    fn of_engine(text: &str) -> Self {
        Self(text.lines().map(str::to_owned).collect())
    }

    pub fn message(self) -> String {
        self.0.join("\n")
    }

    fn print(&self) {
        let program = |number| if number == 0 { "sgf-audit: " } else { "" };
        let lines = self.0.iter().enumerate();
        terminal::print_messages(lines.map(|(number, line)| format!("{}{line}", program(number))));
    }

    /// Reports an unknown name, with similar ones, or else the subcommand `list` that lists all names.
    fn unknown<'k>(
        what: &str,
        name: &str,
        known: impl IntoIterator<Item = &'k str>,
        list: &str,
    ) -> Self {
        let hint = word::did_you_mean(name, known, &format!("`sgf-audit {list}` lists all"));
        Self::new(format!("no such {what}: {name}; {hint}"))
    }
}

/// Runs the program with the process's arguments.
///
/// The exit status is 0 if nothing at or above `--fail-on` was found, 1 if something was, and 2 if the
/// run itself failed: bad arguments, nothing to read, a report that couldn't be written.
pub fn main() -> ExitCode {
    // Shells of Windows leave wildcards to the program.
    #[cfg(windows)]
    let arguments = wild::args_os();
    #[cfg(not(windows))]
    let arguments = std::env::args_os();
    ExitCode::from(run(arguments.collect()))
}

/// Runs the program within another one and returns the exit status. The first of the arguments is the program's name.
pub fn main_with_args(arguments: Vec<OsString>, caller: Caller) -> u8 {
    if let Caller::Program(records) = caller {
        terminal::print_no_totals();
        inputs::give(records);
    }
    let status = run(arguments);
    // Only a program's own end flushes it. A closed pipe isn't a failure.
    _ = io::stdout().flush();
    status
}

/// The caller of a command.
pub enum Caller {
    /// A person, or a script.
    Person,
    /// A program that wants no totals, and nothing written if nothing can be converted. The path `-` may stand for records of its own.
    Program(Option<Given>),
}

/// Runs the program and returns its exit status.
fn run(arguments: Vec<OsString>) -> u8 {
    let cli = match parse(arguments.clone()) {
        Ok(cli) => cli,
        Err(error) => return report_usage_error(&error, &arguments),
    };
    let outcome = match cli.command {
        Command::Check(check) => check.run(),
        Command::Fix(fix) => fix.run(),
        Command::Score(score) => score.run(),
        Command::Show(show) => show.run(),
        Command::Convert(convert) => convert.run(),
        Command::Select(select) => select.run(),
        Command::Duplicates(duplicates) => duplicates.run(),
        Command::Event(event) => event.run(),
        Command::Rules(rules) => rules.run(),
        Command::Explain(explain) => explain.run(),
        Command::Config(config) => config.run(),
        Command::Completions(completions) => completions.run(),
        Command::Man(man) => man.run(),
    };
    match outcome {
        Ok(status) => status,
        Err(failure) => {
            failure.print();
            2
        }
    }
}

/// Returns the parser: the program with its subcommands and their options. A negative number behind an option is its value,
/// which the option may refuse. The last of several values of an option counts.
pub fn command() -> clap::Command {
    Cli::command().mut_subcommands(|subcommand| {
        let subcommand = subcommand.args_override_self(true).mut_args(|argument| {
            let is_option = !argument.is_positional() && argument.get_action().takes_values();
            if is_option { argument.allow_negative_numbers(true) } else { argument }
        });
        // Behind the options that do something.
        let help = Arg::new("help").short('h').long("help").action(ArgAction::Help);
        let help = help.help("List the options; --help explains them").help_heading("Help");
        subcommand.disable_help_flag(true).arg(help)
    })
}

/// Parses the arguments of a process.
fn parse(mut arguments: Vec<OsString>) -> Result<Cli, clap::Error> {
    let mut command = command();
    // A path in place of the subcommand, such as a folder dropped on the program.
    if let Some((first, others)) = arguments.get(1..).and_then(<[_]>::split_first)
        && is_path(first, others, &command)
    {
        arguments.splice(1..1, ["check".into(), "--open".into()]);
    }
    let matches = command.try_get_matches_from_mut(&arguments).map_err(with_hint)?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Names the command for an option that checkers of other languages have.
fn with_hint(mut error: clap::Error) -> clap::Error {
    if error.get(ContextKind::InvalidArg) == Some(&ContextValue::String("--fix".to_owned())) {
        let hint = "`sgf-audit fix` repairs records".into();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint]));
    }
    error
}

/// Whether the first argument names something that exists, or can only be a path, and neither a subcommand nor an option. A
/// word alone is a misspelt path unless it is similar to a subcommand.
fn is_path(argument: &OsStr, others: &[OsString], command: &clap::Command) -> bool {
    let is_word = command.find_subcommand(argument).is_some() || argument == "help";
    let is_option = argument.as_encoded_bytes().starts_with(b"-");
    let is_written_so = argument.as_encoded_bytes().iter().any(|byte| b"/\\.".contains(byte));
    let is_alone = || {
        let subcommands = command.get_subcommands().map(clap::Command::get_name);
        others.is_empty() && similar_names(&argument.to_string_lossy(), subcommands).is_empty()
    };
    !is_word && !is_option && (is_written_so || Path::new(argument).exists() || is_alone())
}

/// Returns what is wrong with arguments in one line, without the usage.
fn in_one_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let first = text.split("\n\n").next().unwrap_or_default();
    first.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Prints what is wrong with the arguments, or the help if that was requested. Returns the exit status.
fn report_usage_error(error: &clap::Error, arguments: &[OsString]) -> u8 {
    if error.use_stderr() {
        // An argument is parsed again as it is shown, so that no line break in the text is its own.
        let shown = |argument: &OsString| Shown::Text(&argument.to_string_lossy()).to_string();
        let shown: Vec<OsString> =
            arguments.iter().map(|argument| shown(argument).into()).collect();
        let is_shown = shown == arguments;
        let text = match if is_shown { None } else { parse(shown).err() } {
            Some(error) => error.render().to_string(),
            None if is_shown => error.render().to_string(),
            _ => in_one_line(error),
        };
        let program = match error.kind() {
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => "",
            _ => "sgf-audit: ",
        };
        let text = text.strip_prefix("error: ").unwrap_or(&text).trim_end();
        terminal::print_messages(format!("{program}{text}").lines());
        return 2;
    }
    match error.print() {
        // A closed pipe isn't a failure.
        Err(lost) if lost.kind() != io::ErrorKind::BrokenPipe => {
            terminal::print_message(&format!("sgf-audit: standard output: {lost}"));
            2
        }
        _ => 0,
    }
}
