//! `sgf-audit fix`.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::inputs::Inputs;
use super::judging_args::JudgingArgs;
use super::{Failure, interrupt, terminal, threads};
use crate::audit::FindingKind;

use crate::fix::{FIXES, FileOutcome, Mode, Options, Reader, Safety, Selection, fix_all};
use crate::similar_names::similar_names;

/// Repair records: show what would be changed, or change it.
///
/// Without options the safe fixes are shown as a diff: those that change how something is written, not
/// what it means. docs/fixes.md lists all fixes with their classes. The exit status is 0 if nothing of
/// the chosen fixes is left to make and no finding of severity error is left, 1 if there is, and 2 if
/// the run itself failed (a file that couldn't be written among others).
#[derive(Args)]
pub(super) struct Fix {
    /// Files and directories, or - for standard input, which --write doesn't take. Archives are to be
    /// unpacked first.
    paths: Vec<PathBuf>,
    /// Read further paths from a file, one a line (- for standard input).
    #[arg(long, value_name = "FILE")]
    files_from: Option<PathBuf>,
    /// Show what would be changed as a unified diff; this is the default. To a pipe or a file its lines are
    /// the records' bytes, as `patch --binary -p1` takes them; on a terminal the text is decoded.
    #[arg(long, conflicts_with = "write")]
    diff: bool,
    /// Change the files, each whole or not at all.
    #[arg(long)]
    write: bool,
    /// Make the fixes of these findings and no others, whatever their class.
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = fixable,
          conflicts_with = "unsafe_too")]
    fix: Vec<FindingKind>,
    /// Make all fixes, those too that add to a record or need a person's judgement.
    #[arg(long = "unsafe")]
    unsafe_too: bool,
    #[command(flatten)]
    judging: JudgingArgs,
    /// Number of threads; 0, the default, is one a processor.
    #[arg(long, value_name = "N", value_parser = threads::number)]
    threads: Option<usize>,
    /// Print nothing but errors of the run itself.
    #[arg(long, short)]
    quiet: bool,
}

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

impl Fix {
    pub fn run(self) -> Result<ExitCode, Failure> {
        let inputs = Inputs { paths: self.paths, files_from: self.files_from };
        let paths = inputs.paths("fix")?;
        if self.write && paths.iter().any(|path| path.as_os_str() == "-") {
            return Err(Failure::new("standard input can't be written to"));
        }
        let selection = match (self.fix.is_empty(), self.unsafe_too) {
            (false, _) => Selection::Kinds(self.fix.clone()),
            (true, false) => Selection::UpTo(Safety::Safe),
            (true, true) => Selection::UpTo(Safety::Judgement),
        };
        let options = Options { audit: self.judging.options()?, selection };
        let pool = threads::pool(self.threads)?;
        let mut out = terminal::stdout(clap::ColorChoice::Never);
        let reader = if io::stdout().is_terminal() { Reader::Person } else { Reader::Program };
        let mode = if self.write { Mode::Write } else { Mode::Diff(reader) };
        let mut is_closed = false;
        let print = |outcome: &FileOutcome| -> Result<(), Failure> {
            if let Some(message) = &outcome.write_error {
                terminal::print_message(&format!("sgf-audit: {message}"));
            }
            if self.quiet || is_closed {
                return Ok(());
            }
            let written =
                out.write_all(outcome.text.as_bytes()).and_then(|()| out.write_all(&outcome.diff));
            // Files are written even if nobody reads the diff.
            is_closed = terminal::is_closed(written)?;
            Ok(())
        };
        let sources = paths.sources();
        let totals = pool.install(|| fix_all(sources, &options, mode, print))?;
        let is_interrupted = interrupt::is_requested();
        if totals.files == 0 && !is_interrupted {
            return Err(paths.no_records());
        }
        if !self.quiet {
            terminal::print(&totals.text(mode))?;
        }
        if is_interrupted {
            return Ok(interrupt::status(totals.files as u64));
        }
        let left = totals.errors + totals.not_fixed > 0 || !self.write && totals.changed > 0;
        Ok(paths.status(if totals.failed > 0 { 2 } else { u8::from(left) }))
    }
}
