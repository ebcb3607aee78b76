//! `sgf-audit convert`.

mod output;
mod run;

use std::io::BufWriter;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use serde::Deserialize;

use output::{Layout, Output, is_joined_file};
use run::{Conversion, ConvertedRecord};

use crate::batch::for_each_record;
use crate::cli::engine_args::EngineArgs;
use crate::cli::inputs::{Archives, Paths};
use crate::cli::judging_args::CountingArgs;
use crate::cli::path_args::{WalkArgs, print_not_read};
use crate::cli::progress::Bar;
use crate::cli::size::FileLimit;
use crate::cli::threads::ThreadArgs;
use crate::cli::{Failure, interrupt, terminal, threads, word};
use crate::diagnostic::Diagnostic;
use sgf_audit_core::audit::AuditOptions;
use sgf_audit_core::convert::{Notice, Options, Strip, Target};
use sgf_audit_core::plural::pluralize;
use sgf_audit_core::score::TerritoryFrom;
use sgf_audit_core::table::Cells;

/// Convert records to normalised SGF, JSON lines, a table of moves, or GTP scripts.
///
/// Existing files are never overwritten. The exit status is 0 if every record was written, 1 if one was refused, if
/// damage left more than one way to read one, or if nothing could be written, 2 if the run itself failed, and 130 if it was interrupted.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct Convert {
    /// Files, directories, archives, or - for standard input.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Output format.
    ///
    /// sgf is SGF in normal form; jsonl writes one JSON object per game (games.jsonl); csv writes one row per move
    /// (moves.csv); gtp writes scripts for the Go Text Protocol.
    #[arg(long, value_name = "FORMAT", value_parser = word::one_of(TARGETS))]
    to: Target,
    /// Write into this directory, which mirrors the input directories, or into a new file.
    ///
    /// A path that ends in .jsonl, .csv or (with --join) .sgf names a file; with a further .gz the file is compressed.
    /// Without this option the output goes to standard output, if it is a single file.
    #[arg(long, value_name = "DIR|FILE")]
    out: Option<PathBuf>,
    /// Write one file per game: NAME-001.sgf, NAME-002.sgf ...
    #[arg(long, conflicts_with = "join")]
    split: bool,
    /// Write all games into one file, games.sgf.
    #[arg(long)]
    join: bool,
    #[command(flatten)]
    content: ContentArgs,
    #[command(flatten)]
    engines: EngineArgs,
    #[command(flatten)]
    archives: Archives,
    #[command(flatten)]
    walk: WalkArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Print only errors of the run itself.
    #[arg(long, short)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  sgf-audit convert games/ --to sgf --out clean/        normalised UTF-8 SGF
  sgf-audit convert games.zip --to jsonl --out games.jsonl.gz   one JSON object per game
  sgf-audit convert game.gib --to sgf > game.sgf";

/// What is written of a record.
#[derive(Args, Clone, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub(in crate::cli) struct ContentArgs {
    /// Parts to leave out of SGF, separated by commas.
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    #[serde(deserialize_with = "word::list")]
    strip: Vec<Part>,
    /// Write the counted result into RE and its ruleset into RU; the root's comment keeps the recorded result.
    #[arg(long)]
    recount: bool,
    /// Leave out what can't be converted, instead of refusing the file.
    #[arg(long)]
    lossy: bool,
    /// Write U+FFFD for damaged bytes in names and other text, instead of refusing the file, and report them.
    #[arg(long)]
    replace_damaged_text: bool,
    /// In CSV, write paths as they are, even those that a spreadsheet would run as a formula, or a data frame would take for a number.
    #[arg(long)]
    raw_cells: bool,
    #[command(flatten)]
    #[serde(flatten)]
    counting: CountingArgs,
    #[command(flatten)]
    #[serde(flatten)]
    limit: FileLimit,
}

const TARGETS: [(&str, Target); 4] =
    [("sgf", Target::Sgf), ("jsonl", Target::Jsonl), ("csv", Target::Csv), ("gtp", Target::Gtp)];

/// Returns the form of this name.
pub(super) fn target(name: &str) -> Option<Target> {
    TARGETS.iter().find(|(known, _)| *known == name).map(|(_, target)| *target)
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Part {
    Comments,
    Variations,
    Markup,
    Times,
}

impl FromStr for Part {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        ValueEnum::from_str(word, false)
    }
}

#[derive(Default)]
struct Counts {
    files: u64,
    games: u64,
    refused: u64,
    /// Number of these that something would be lost of.
    lost: u64,
    /// Number of files that were written, but not read as strict SGF.
    departing: u64,
}

impl Convert {
    pub fn run(self) -> Result<u8, Failure> {
        let mut options = self.options()?;
        options.shows_paths = self.to == Target::Csv && self.out.is_none();
        let paths = Paths::named(&self.paths)?;
        self.check_paths(&paths)?;
        let engine = self.engines.start()?;
        interrupt::watch();
        let mut output = self.output()?;
        let bar = Bar::new(self.quiet, |n| format!("{} refused", pluralize(n, "file")));
        let mut counts = Counts::default();
        let mut consume = |mut done: ConvertedRecord| -> Result<(), Failure> {
            interrupt::check()?;
            engine.check()?;
            let notices = self.write(&mut output, &mut counts, &mut done)?;
            if !self.quiet && !notices.is_empty() {
                bar.around(|| terminal::print_messages(notices.lines()));
            }
            bar.show(counts.files, counts.games, counts.refused);
            Ok(())
        };
        let unpacker = self.archives.unpacker(options.audit.limits.bytes);
        let pool = threads::pool(self.threads.number().or(engine.threads()))?;
        let new_auditor = || engine.auditor();
        let selected = self.walk.selection();
        let not_read = Arc::clone(&selected.not_read);
        let conversion = Conversion { options: &options, new_auditor: &new_auditor };
        let result = pool.install(|| {
            for_each_record(paths.sources(selected), &unpacker, &conversion, |done: Vec<_>| {
                done.into_iter().try_for_each(&mut consume)
            })
        });
        bar.finish();
        if interrupt::is_requested() {
            return Ok(interrupt::status(counts.files));
        }
        result?;
        if !self.quiet {
            print_not_read(&not_read);
        }
        if counts.files == 0 {
            return Err(paths.no_records(&not_read, true));
        }
        // A program that asked for a file takes it for the records.
        if counts.games == 0 && !terminal::prints_totals() {
            let files = pluralize(counts.files, "file");
            return Err(Failure::new(format!("nothing of {files} could be converted")));
        }
        let is_closed = output.finish()?;
        if !self.quiet && !is_closed {
            let Counts { files, games, refused, lost, departing } = counts;
            let hint = match self.content.lossy || lost == 0 {
                true => "",
                false => " (--lossy writes what can be carried over)",
            };
            let departing = match departing {
                0 => String::new(),
                _ => format!("; {} damaged, as the warnings say", pluralize(departing, "file")),
            };
            terminal::print_totals(&format!(
                "{} read; {} written; {} refused{hint}{departing}",
                pluralize(files, "file"),
                pluralize(games, "game"),
                pluralize(refused, "file"),
            ));
        }
        Ok(paths.status(u8::from(counts.refused + counts.departing > 0 || counts.games == 0)))
    }

    /// Writes a converted record. Returns the lines that report its problems.
    fn write(
        &self,
        output: &mut Output,
        counts: &mut Counts,
        done: &mut ConvertedRecord,
    ) -> Result<String, Failure> {
        let games = done.texts.games.len() as u64;
        counts.files += 1;
        // A script ends with `quit`, so nothing would read a second one.
        if self.to == Target::Gtp && self.out.is_none() && counts.games + games > 1 {
            return Err(Failure::new("several games need --out DIR: each has its own script"));
        }
        let is_refused = done.converted.is_refused();
        let problem = if is_refused { None } else { output.write(done)? };
        if is_refused || problem.is_some() {
            counts.refused += 1;
            counts.lost += u64::from(is_refused);
        } else {
            counts.games += games;
            counts.departing += u64::from(done.converted.departs);
        }
        let mut lines = String::new();
        for notice in done.converted.notices.iter().chain(&problem) {
            let label = if notice.refuses { "error" } else { "warning" };
            let &Notice { line, column, name, ref message, .. } = notice;
            let about = Diagnostic::about_file(&done.path, label, name, message);
            Diagnostic { line, column, ..about }.push_to(&mut lines);
        }
        Ok(lines)
    }

    fn options(&self) -> Result<Options, Failure> {
        let layouts = [(self.split, "split"), (self.join, "join")];
        check_only_sgf(self.to, layouts)?;
        // Only JSON lines have the source of the dead stones.
        if self.engines.is_given() && self.to != Target::Jsonl {
            return Err(Failure::new("--engine and --engine-gtp work only with --to jsonl"));
        }
        self.content.options(self.to)
    }

    /// Checks that no path contains the output directory, and that the output can hold all records.
    fn check_paths(&self, paths: &Paths) -> Result<(), Failure> {
        if let Some(out) = &self.out {
            paths.check_outside("--out", out)?;
        }
        let several = self.paths.len() > 1 || self.paths.iter().any(|path| path.is_dir());
        if self.out.is_none() && several && self.layout() != Layout::Joined {
            return Err(Failure::new("several inputs, and directories, need --out DIR"));
        }
        if self.out.is_none() && self.split {
            return Err(Failure::new("--split needs --out DIR"));
        }
        Ok(())
    }

    fn layout(&self) -> Layout {
        match self.to {
            Target::Sgf if self.join => Layout::Joined,
            Target::Sgf if !self.split => Layout::PerFile,
            Target::Sgf | Target::Gtp => Layout::PerGame,
            Target::Jsonl | Target::Csv => Layout::Joined,
        }
    }

    fn output(&self) -> Result<Output, Failure> {
        match &self.out {
            Some(file) if self.layout() == Layout::Joined && is_joined_file(self.to, file) => {
                Output::to_file(file, self.to)
            }
            Some(dir) => Output::to_dir(dir, self.to, self.layout()),
            None => Output::to_stream(Box::new(BufWriter::new(terminal::data())), self.to),
        }
    }
}

impl ContentArgs {
    /// Returns how a record is converted into a format.
    pub fn options(&self, to: Target) -> Result<Options, Failure> {
        check_only_sgf(to, [(!self.strip.is_empty(), "strip"), (self.recount, "recount")])?;
        let strip = |part| self.strip.contains(&part);
        let mut audit = AuditOptions { limits: self.limit.into(), ..self.counting.options()? };
        if self.recount && audit.komi.is_some() {
            return Err(Failure::new(
                "--recount uses each record's own komi, so it can't be used with --komi",
            ));
        }
        // The converted record keeps its marks beside the ruleset that is written. A later count takes
        // its territory from them, so this one does too.
        if self.recount && audit.territory_from == TerritoryFrom::Marks {
            audit.territory_from = TerritoryFrom::AnyMarks;
        }
        Ok(Options {
            target: to,
            strip: Strip {
                comments: strip(Part::Comments),
                variations: strip(Part::Variations),
                markup: strip(Part::Markup),
                times: strip(Part::Times),
            },
            recount: self.recount,
            lossy: self.lossy,
            replace_damaged_text: self.replace_damaged_text,
            shows_paths: false,
            cells: if self.raw_cells { Cells::Raw } else { Cells::Table },
            audit,
        })
    }
}

/// Fails if an option is given that works only with SGF.
fn check_only_sgf(to: Target, options: [(bool, &str); 2]) -> Result<(), Failure> {
    match options.into_iter().find(|&(is_given, _)| is_given && to != Target::Sgf) {
        Some((_, option)) => Err(Failure::new(format!("--{option} works only with --to sgf"))),
        None => Ok(()),
    }
}
