//! `sgf-audit fix`.

mod atomic_replace;
mod outcome;
mod run;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use anstyle::{AnsiColor, Style};
use clap::{Args, ColorChoice};
use serde::Deserialize;

pub use atomic_replace::Original;
use outcome::{FileOutcome, Mode};
pub use run::write_fixed;
use run::{fix_all, options_of};

use crate::batch::{Policy, read_named};
use crate::cli::audit_args::overrides;
use crate::cli::config::{ConfigArgs, Configuration, FixTable};
use crate::cli::inputs::{Inputs, failed};
use crate::cli::judging_args::{JudgingArgs, OwnRulesArgs};
use crate::cli::path_args::{PathArgs, print_not_read};
use crate::cli::policy_args::FindingArgs;
use crate::cli::threads::ThreadArgs;
use crate::cli::{Failure, interrupt, terminal, threads, word};
use sgf_audit_core::audit::FindingKind;
use sgf_audit_core::fix::{
    FIXES, Fixed, FixedRecord, Options, Reader, Safety, Selection, fix_bytes,
};
use sgf_audit_core::guard::guarded;
use sgf_audit_core::printable::Shown;

/// Repair records: show what would change, or change it.
///
/// By default only safe fixes are made, which change how something is written and not what it means. The other classes are
/// rules (adds what the rules of Go demand) and judgement (a person might decide differently); --unsafe makes fixes of all
/// classes. No result is written on the basis of an estimate, and none that an estimate explains.
///
/// Archives must be unpacked first. With - alone, the record on standard input is fixed and printed.
///
/// The exit status is 0 if nothing is left to fix and no error is left, 1 otherwise, 2 if the run itself failed, and 130
/// if it was interrupted.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct Fix {
    #[command(flatten)]
    inputs: Inputs,
    /// The name of the record on standard input, for messages and the overrides of the configuration.
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    stdin_filename: Option<PathBuf>,
    /// Show what would change as a unified diff; this is the default, except for -.
    ///
    /// Piped, its lines are the bytes of the records, as `patch --binary -p1` and `git apply` need them. On a terminal the
    /// text is decoded, and long lines are cut to the part around the change.
    #[arg(long, conflicts_with = "write")]
    diff: bool,
    /// Change the files; each is replaced as a whole or not at all.
    #[arg(long)]
    write: bool,
    /// Exit with status 0 even if errors are left or there is something to fix, but with 2 if the run itself failed.
    ///
    /// For hooks that detect changed files themselves.
    #[arg(long)]
    exit_zero: bool,
    #[command(flatten)]
    choice: ChoiceArgs,
    #[command(flatten)]
    files: PathArgs,
    /// Leave out what is excluded even if it is named, for hooks that name the files of a commit.
    #[arg(long, help_heading = "Selection")]
    force_exclude: bool,
    #[command(flatten)]
    configuration: ConfigArgs,
    /// Print in colour.
    #[arg(long, default_value = "auto", value_name = "WHEN", help_heading = "Output")]
    color: ColorChoice,
    /// Print only the totals: the number of fixes by finding and class.
    #[arg(long, help_heading = "Output")]
    statistics: bool,
    /// Print only errors of the run itself.
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// Which fixes are made of a record.
#[derive(Args, Clone, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub(in crate::cli) struct ChoiceArgs {
    /// Fix only these findings, whatever the class of the fix.
    #[arg(long, value_name = "NAME", value_delimiter = ',', conflicts_with_all = ["unsafe_too", "select"])]
    #[serde(deserialize_with = "word::list")]
    fix: Vec<Fixable>,
    /// Make the fixes of all classes.
    #[arg(long = "unsafe")]
    #[serde(rename = "unsafe")]
    unsafe_too: bool,
    #[command(flatten)]
    #[serde(flatten)]
    findings: FindingArgs,
    #[command(flatten)]
    #[serde(flatten)]
    judging: JudgingArgs,
    #[command(flatten)]
    #[serde(flatten)]
    own_rules: OwnRulesArgs,
}

const EXAMPLES: &str = "\
Examples:
  sgf-audit fix games/                    show what the safe fixes would change
  sgf-audit fix games/ --write            make the safe fixes
  sgf-audit fix games/ --unsafe --statistics
  sgf-audit fix game.sgf --fix missing-white-pass --write";

/// A finding that has a fix.
#[derive(Clone)]
struct Fixable(FindingKind);

impl FromStr for Fixable {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = FIXES.iter().map(|fix| fix.kind);
        known.clone().find(|known| known.as_str() == name).map(Self).ok_or_else(|| {
            let mut names: Vec<&str> = known.map(FindingKind::as_str).collect();
            names.dedup();
            let all = format!("there are fixes of {}", names.join(", "));
            format!("no fix of that name; {}", word::did_you_mean(name, names, &all))
        })
    }
}

/// Writes a diff with the colours that git gives its lines.
fn write_colored(to: &mut dyn Write, diff: &[u8]) -> io::Result<()> {
    for line in diff.split_inclusive(|&byte| byte == b'\n') {
        let style = match line {
            [b'-', b'-', b'-', b' ', ..] | [b'+', b'+', b'+', b' ', ..] => Style::new().bold(),
            [b'-', ..] => AnsiColor::Red.on_default(),
            [b'+', ..] => AnsiColor::Green.on_default(),
            [b'@', ..] => AnsiColor::Cyan.on_default(),
            _ => Style::new(),
        };
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        write!(to, "{style}")?;
        to.write_all(text)?;
        write!(to, "{style:#}")?;
        to.write_all(&line[text.len()..])?;
    }
    Ok(())
}

impl ChoiceArgs {
    pub fn options(&self) -> Result<Options, Failure> {
        let fix = || self.fix.iter().map(|Fixable(kind)| *kind).collect();
        let selection = match (self.fix.is_empty(), self.unsafe_too) {
            (false, _) => Selection::Kinds(fix()),
            (true, false) => Selection::UpTo(Safety::Safe),
            (true, true) => Selection::UpTo(Safety::Judgement),
        };
        let audit = self.judging.options(&self.own_rules)?;
        Ok(Options { audit, selection, ignored: self.findings.left_out() })
    }
}

impl Fix {
    fn configure(&mut self) -> Result<Configuration, Failure> {
        let mut read = self.configuration.read()?;
        let choice = &mut self.choice;
        read.give_way(&choice.judging, &choice.own_rules);
        let FixTable { judging, mut findings, exclude, git } = std::mem::take(&mut read.fix);
        choice.judging.fill(judging);
        if !choice.fix.is_empty() {
            findings.select.clear();
        }
        choice.findings.fill(findings);
        self.files.exclude.fill(exclude, read.directory.clone());
        self.files.walk.git.fill(git);
        Ok(read)
    }

    /// Fixes the record on standard input and prints it. Messages go to standard error.
    fn filter(&self, options: &Options, policy: &Policy) -> Result<u8, Failure> {
        let name = self.stdin_filename.as_deref().unwrap_or(Path::new("-"));
        let excluded = self.files.exclude.patterns()?;
        let options = &*options_of(name, options, policy);
        let bytes = read_named(Path::new("-"), options.audit.limits.bytes)
            .map_err(|error| failed(name, &error))?;
        let mut record = FixedRecord::default();
        if !self.force_exclude || !excluded.iter().any(|patterns| patterns.covers(name)) {
            let fixed = guarded(&mut (), || (), |()| fix_bytes(&bytes, options));
            record = fixed.map_err(|error| failed(name, &error))?;
        }
        let mut out = terminal::data();
        let written = out.write_all(record.bytes.as_ref().unwrap_or(&bytes));
        terminal::is_closed(written.and_then(|()| out.flush()))?;
        for Fixed { found, safety, .. } in record.fixed.iter().filter(|_| !self.quiet) {
            let (finding, path) = (&found.finding, Shown::Path(name));
            terminal::print_message(&format!(
                "{path}:{}:{}: fixed[{}] {} ({})",
                finding.line,
                finding.column,
                finding.kind.as_str(),
                finding.message,
                safety.name()
            ));
        }
        Ok(u8::from(record.errors + record.not_fixed.len() > 0 && !self.exit_zero))
    }

    pub fn run(mut self) -> Result<u8, Failure> {
        let configuration = self.configure()?;
        let mut options = self.choice.options()?;
        options.audit.aliases = configuration.aliases.clone();
        let policy = Policy {
            overrides: overrides(&configuration, &self.choice.judging)?,
            ..Policy::default()
        };
        let paths = self.inputs.paths("fix")?;
        if self.write && paths.iter().any(|path| path.as_os_str() == "-") {
            return Err(Failure::new("standard input can't be written to"));
        }
        let is_filter = self.stdin_filename.is_some()
            || !self.diff && !self.statistics && paths.iter().eq([Path::new("-")]);
        if is_filter {
            return self.filter(&options, &policy);
        }
        let pool = threads::pool(self.threads.number())?;
        let mut out = terminal::stdout(self.color);
        let colored = terminal::colors(self.color);
        let reader = if io::stdout().is_terminal() { Reader::Person } else { Reader::Program };
        let mode = if self.write { Mode::Write } else { Mode::Diff(reader) };
        let mut is_closed = false;
        let print = |outcome: &FileOutcome| -> Result<(), Failure> {
            if let Some(message) = &outcome.write_error {
                terminal::print_message(&format!("sgf-audit: {message}"));
            }
            if self.quiet || self.statistics || is_closed {
                return Ok(());
            }
            let written = out.write_all(outcome.text.as_bytes()).and_then(|()| match colored {
                true => write_colored(&mut out, &outcome.diff),
                false => out.write_all(&outcome.diff),
            });
            // Files are written even if nobody reads the diff.
            is_closed = terminal::is_closed(written)?;
            Ok(())
        };
        let selected = self.files.selection(self.force_exclude)?;
        let not_read = Arc::clone(&selected.not_read);
        let sources = paths.sources(selected);
        let totals = pool.install(|| fix_all(sources, &options, &policy, mode, print))?;
        if !self.quiet {
            print_not_read(&not_read);
            configuration.print();
        }
        let is_interrupted = interrupt::is_requested();
        if totals.files == 0 && !self.force_exclude && !is_interrupted {
            return Err(paths.no_records(&not_read, false));
        }
        if !self.quiet {
            terminal::print(&totals.text(mode))?;
        }
        if is_interrupted {
            return Ok(interrupt::status(totals.files as u64));
        }
        let left = totals.errors + totals.not_fixed > 0 || !self.write && totals.changed > 0;
        let left = left && !self.exit_zero;
        Ok(paths.status(if totals.failed > 0 { 2 } else { u8::from(left) }))
    }
}
