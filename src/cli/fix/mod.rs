//! `sgf-audit fix`.

mod atomic_replace;
mod outcome;
mod run;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anstyle::{AnsiColor, Style};
use clap::{ArgMatches, Args, ColorChoice, FromArgMatches};

pub use atomic_replace::Original;
use outcome::{FileOutcome, Mode};
use run::fix_all;
pub use run::write_fixed;

use crate::batch::{Policy, Scope, read_named};
use crate::cli::config::{ConfigFile, Layers, Scopes};
use crate::cli::inputs::{GivenOnce, Inputs, failed};
use crate::cli::judging_args::JudgingArgs;
use crate::cli::path_args::{PathArgs, print_not_read};
use crate::cli::selectors::{FindingKinds, finding_kinds, left_out};
use crate::cli::{Failure, interrupt, terminal, threads};
use sgf_audit_core::audit::{AuditOptions, FindingKind};
use sgf_audit_core::fix::{
    FIXES, Fixed, FixedRecord, Options, Reader, Safety, Selection, fix_bytes,
};
use sgf_audit_core::guard::guarded;
use sgf_audit_core::printable::Shown;
use sgf_audit_core::similar_names::similar_names;

/// Repair records: show what would change, or change it.
///
/// By default only safe fixes are made, which change how something is written and not what it means. The other classes are
/// rules (adds what the rules of Go demand) and judgement (a person might decide differently); --unsafe makes fixes of all
/// classes. No result is written on the basis of an estimate.
///
/// The exit status is 0 if nothing is left to fix and no error is left, 1 otherwise, 2 if the run itself failed, and 130
/// if it was interrupted.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct Fix {
    /// Files or directories. Archives must be unpacked first. With - alone, the record on standard input is fixed and printed.
    paths: Vec<PathBuf>,
    /// Read more paths from a file, one per line (- for standard input).
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    files_from: Option<PathBuf>,
    /// The name of the record on standard input, for messages and to find its configuration.
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
    /// Fix only these findings, whatever the class of the fix.
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = fixable,
          conflicts_with_all = ["unsafe_too", "select"])]
    fix: Vec<FindingKind>,
    /// Fix only these findings, if their class is chosen: names, families, or all.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = finding_kinds,
          help_heading = "Selection")]
    select: Vec<FindingKinds>,
    /// Don't fix these findings: names or families.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = finding_kinds,
          help_heading = "Selection")]
    ignore: Vec<FindingKinds>,
    /// Make the fixes of all classes.
    #[arg(long = "unsafe")]
    unsafe_too: bool,
    #[command(flatten)]
    judging: JudgingArgs,
    #[command(flatten)]
    files: PathArgs,
    /// The configurations and the command line.
    #[arg(skip)]
    pub layers: Option<Layers>,
    /// Print in colour.
    #[arg(long, default_value = "auto", value_name = "WHEN", help_heading = "Output")]
    color: ColorChoice,
    /// Print only the totals: the number of fixes by finding and class.
    #[arg(long, help_heading = "Output")]
    statistics: bool,
    /// Print only errors of the run itself.
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
    /// Number of threads; 0 = one per CPU, the default.
    #[arg(long, value_name = "N", value_parser = threads::number, allow_negative_numbers = true, help_heading = "Performance")]
    threads: Option<usize>,
}

const EXAMPLES: &str = "\
Examples:
  sgf-audit fix games/                    show what the safe fixes would change
  sgf-audit fix games/ --write            make the safe fixes
  sgf-audit fix games/ --unsafe --statistics
  sgf-audit fix game.sgf --fix missing-white-pass --write";

fn fixable(name: &str) -> Result<FindingKind, String> {
    let known = FIXES.iter().map(|fix| fix.kind);
    known.clone().find(|known| known.as_str() == name).ok_or_else(|| {
        let mut names: Vec<&str> = known.map(FindingKind::as_str).collect();
        names.dedup();
        match &similar_names(name, names.iter().copied())[..] {
            [] => format!("no fix of that name; there are fixes of {}", names.join(", ")),
            near => format!("no fix of that name; did you mean {}?", near.join(" or ")),
        }
    })
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

/// Returns the scopes of records by their configurations.
fn scopes(layers: &Layers) -> Arc<Scopes> {
    let all = layers.clone();
    let make = move |matches: &ArgMatches, file: &ConfigFile| {
        let fix =
            Fix::from_arg_matches(matches).map_err(|error| all.unusable(Some(file), &error))?;
        Ok(Scope {
            options: AuditOptions { aliases: all.aliases(Some(file)), ..fix.judging.options()? },
            policy: Policy { ignored: fix.ignored(), ..Policy::default() },
            excluded: fix.files.excluded(all.excluded(Some(file)))?,
            is_left_alone: false,
        })
    };
    Scopes::new(layers, Box::new(make))
}

impl Fix {
    pub fn options(&self) -> Result<Options, Failure> {
        let selection = match (self.fix.is_empty(), self.unsafe_too) {
            (false, _) => Selection::Kinds(self.fix.clone()),
            (true, false) => Selection::UpTo(Safety::Safe),
            (true, true) => Selection::UpTo(Safety::Judgement),
        };
        Ok(Options { audit: self.judging.options()?, selection, ignored: self.ignored() })
    }

    /// Fixes the record on standard input and prints it. Messages go to standard error.
    fn filter(&self, mut options: Options, layers: &Layers) -> Result<u8, Failure> {
        let name = self.stdin_filename.as_deref().unwrap_or(Path::new("-"));
        let scopes = scopes(layers);
        let mut excluded = self.files.excluded(layers.excluded(None))?;
        let directory = name.parent().unwrap_or(Path::new(""));
        if let Some(scope) = scopes.of_directory(directory) {
            if scope.is_left_alone {
                return Ok(2);
            }
            (options.audit, options.ignored) =
                (scope.options.clone(), scope.policy.ignored.clone());
            excluded.clone_from(&scope.excluded);
        }
        let bytes = read_named(Path::new("-"), options.audit.limits.bytes)
            .map_err(|error| failed(name, &error))?;
        let mut record = FixedRecord::default();
        if !self.files.force_exclude || !excluded.iter().any(|patterns| patterns.covers(name)) {
            let fixed = guarded(&mut (), || (), |()| fix_bytes(&bytes, &options));
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

    /// Returns the findings that aren't fixed.
    fn ignored(&self) -> Vec<FindingKind> {
        left_out(&self.select, &self.ignore)
    }

    pub fn run(mut self) -> Result<u8, Failure> {
        let mut options = self.options()?;
        let layers = self.layers.take().expect("it was set after parsing");
        options.audit.aliases = layers.aliases(None);
        let inputs = Inputs {
            paths: std::mem::take(&mut self.paths),
            files_from: self.files_from.take(),
            given: GivenOnce::default(),
        };
        let paths = inputs.paths("fix")?;
        if self.write && paths.iter().any(|path| path.as_os_str() == "-") {
            return Err(Failure::new("standard input can't be written to"));
        }
        let is_filter = self.stdin_filename.is_some()
            || !self.diff && !self.statistics && paths.iter().eq([Path::new("-")]);
        if is_filter {
            return self.filter(options, &layers);
        }
        let pool = threads::pool(self.threads)?;
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
        let scopes = scopes(&layers);
        let selected = self.files.selection(&layers, scopes.finder())?;
        let not_read = Arc::clone(&selected.not_read);
        let sources = paths.sources(selected);
        let totals = pool.install(|| fix_all(sources, &options, mode, print))?;
        if !self.quiet {
            print_not_read(&not_read);
            scopes.print_files();
        }
        let is_interrupted = interrupt::is_requested();
        if totals.files == 0 && !self.files.force_exclude && !is_interrupted {
            return Err(paths.no_files(&not_read));
        }
        if !self.quiet {
            terminal::print(&totals.text(mode))?;
        }
        if is_interrupted {
            return Ok(interrupt::status(totals.files as u64));
        }
        let left = totals.errors + totals.not_fixed > 0 || !self.write && totals.changed > 0;
        let left = left && !self.exit_zero;
        Ok(scopes.status(paths.status(if totals.failed > 0 { 2 } else { u8::from(left) })))
    }
}
