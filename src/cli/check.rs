//! `sgf-audit check`.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ColorChoice, ValueEnum};
use serde::{Deserialize, Serialize};

use super::engine_args::EngineArgs;
use super::inputs::{Archives, Inputs};
use super::judging_args::JudgingArgs;
use super::progress::Bar;
use super::referee::Referee;
use super::{Failure, terminal, threads};
use crate::audit::{AuditOptions, FileAudit, Severity};
use crate::batch::{Audits, Cache, Collector, RunResources, Sources, run};
use crate::plural::pluralize;
use crate::report::{
    Format, OutDir, Printed, Printer, Printout, SCHEMA_VERSION, Summary, TableRows, Tables,
};
use crate::sgf::{Limits, Text};

/// Audit records: replay, count again, say what is wrong and where.
///
/// The exit status is 0 if nothing at or above --fail-on was found, 1 if something was, and 2 if the run
/// itself failed.
#[derive(Args)]
pub(super) struct Check {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    judging: JudgingArgs,
    #[command(flatten)]
    referee: Referee,
    #[command(flatten)]
    engines: EngineArgs,
    /// Ask every ruleset what it says of each game: adds a matrix to the totals, and rulesets.csv to the
    /// tables.
    #[arg(long)]
    compare: bool,
    /// In text, print the book-keeping of each counted game: moves, stones, prisoners, pass stones.
    #[arg(long)]
    explain_count: bool,
    /// Replay every variation too.
    #[arg(long)]
    variations: bool,
    /// Write games.csv, findings.csv, summary.csv and datapackage.json into a directory.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The least severity that makes the exit status 1.
    #[arg(long, default_value = "error", value_name = "SEVERITY")]
    fail_on: FailOn,
    /// The least severity that is printed; the tables hold all.
    #[arg(long, default_value = "warning", value_name = "SEVERITY")]
    show: Show,
    /// The most findings of a name and severity that are listed for a game; the last says how many more there
    /// are. All are counted.
    #[arg(long, default_value_t = AuditOptions::default().max_findings, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..))]
    max_findings: u32,
    #[command(flatten)]
    limits: MaxArgs,
    #[command(flatten)]
    archives: Archives,
    /// How findings are printed. The totals follow only in text.
    #[arg(long, default_value = "text", value_name = "FORMAT")]
    format: FormatName,
    /// In text, show the line of the file and the board around the move; auto does on a terminal.
    #[arg(long, default_value = "auto", value_name = "WHEN")]
    context: When,
    /// Print in colours; auto does on a terminal that can show them, unless NO_COLOR is set.
    #[arg(long, default_value = "auto", value_name = "WHEN")]
    color: ColorChoice,
    /// Keep in a directory what was found in each record, so that the next run need not replay those
    /// that haven't changed. It may be deleted at any time. Not with an engine, whose answers may differ
    /// from run to run.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["engine", "engine_gtp"])]
    cache: Option<PathBuf>,
    /// Number of threads; 0 is one a processor, which is the default, but with KataGo 16, which mostly wait.
    #[arg(long, value_name = "N", value_parser = threads::number)]
    threads: Option<usize>,
    /// Print nothing but errors of the run itself.
    #[arg(long, short)]
    quiet: bool,
}

/// What is beyond a limit is skipped with the finding `too-large`.
#[derive(Args, Clone, Copy)]
struct MaxArgs {
    /// The largest file that is read, in bytes.
    #[arg(long, default_value_t = Limits::DEFAULT.bytes, value_name = "N")]
    max_bytes: u32,
    /// The most nodes of a game that are read.
    #[arg(long, default_value_t = Limits::DEFAULT.nodes, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..))]
    max_nodes: u32,
    /// The most games of a file that are read.
    #[arg(long, default_value_t = Limits::DEFAULT.games, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..))]
    max_games: u32,
    /// How deep variations within variations are read.
    #[arg(long, default_value_t = Limits::DEFAULT.depth, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..))]
    max_depth: u32,
}

impl From<MaxArgs> for Limits {
    fn from(most: MaxArgs) -> Self {
        Self {
            bytes: most.max_bytes,
            nodes: most.max_nodes,
            games: most.max_games,
            depth: most.max_depth,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum FailOn {
    Error,
    Warning,
    Never,
}

#[derive(Clone, Copy, ValueEnum)]
enum Show {
    Error,
    Warning,
    Info,
}

#[derive(Clone, Copy, ValueEnum)]
enum FormatName {
    Text,
    Csv,
    Jsonl,
    Sarif,
    Github,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Text => Self::Text,
            FormatName::Csv => Self::Csv,
            FormatName::Jsonl => Self::Jsonl,
            FormatName::Sarif => Self::Sarif,
            FormatName::Github => Self::Github,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

/// What is made of a unit of files.
#[derive(Default)]
struct Part {
    printed: Printed,
    rows: TableRows,
    summary: Summary,
}

/// The same in a cache.
#[derive(Serialize, Deserialize)]
struct Saved {
    printed: String,
    rows: TableRows,
    summary: Summary,
}

struct Rendering {
    /// `None` to print nothing.
    printer: Option<Printer>,
    tables: bool,
}

impl Collector for Rendering {
    type Part = Part;

    fn add(&self, part: &mut Part, path: &Path, audit: &FileAudit, text: Option<&Text>) {
        part.summary.add(audit);
        if self.tables {
            part.rows.add(path, audit, text);
        }
        if let Some(printer) = &self.printer {
            printer.add(&mut part.printed, path, audit, text);
        }
    }

    fn save(&self, part: Part) -> Vec<u8> {
        let printed = part.printed.as_str().to_owned();
        let saved = Saved { printed, rows: part.rows, summary: part.summary };
        serde_json::to_vec(&saved).expect("text and numbers can be written")
    }

    fn load(&self, saved: &[u8]) -> Option<Part> {
        let Saved { printed, rows, summary } = serde_json::from_slice(saved).ok()?;
        let printed = Printed::of(printed);
        Some(Part { printed, rows, summary })
    }
}

impl Check {
    pub fn run(self) -> Result<ExitCode, Failure> {
        let paths = self.inputs.paths("check")?;
        let mut options = AuditOptions {
            variations: self.variations,
            compare: self.compare,
            max_findings: self.max_findings,
            limits: self.limits.into(),
            estimate: !self.referee.no_estimate,
            ..self.judging.options()?
        };
        let asked = self.engines.start()?;
        let mut tables = match &self.out {
            Some(dir) => Some(
                OutDir::new(dir)
                    .and_then(|dir| Tables::create(dir, self.compare))
                    .map_err(|error| Failure::new(format!("{}: {error}", dir.display())))?,
            ),
            None => None,
        };
        let show = match self.show {
            _ if self.quiet => None,
            Show::Error => Some(Severity::Error),
            Show::Warning => Some(Severity::Warning),
            Show::Info => Some(Severity::Info),
        };
        let format: Format = self.format.into();
        let printer = show.map(|least| {
            let printer = Printer::new(format, least).with_counts(self.explain_count);
            match self.context {
                When::Never => printer,
                When::Auto if !io::stdout().is_terminal() => printer,
                When::Auto | When::Always => printer.with_context(terminal::colors(self.color)),
            }
        });
        let rendering = Rendering { printer, tables: tables.is_some() };
        options.details = printer.is_some() || tables.is_some();
        options.signature = tables.is_some();
        // Everything that what is made of a record depends on, but the record.
        let settings = format!("{SCHEMA_VERSION} {options:?} {printer:?} {}", tables.is_some());
        let cache = match &self.cache {
            Some(dir) => Some(
                Cache::open(dir, &settings)
                    .map_err(|error| Failure::new(format!("{}: {error}", dir.display())))?,
            ),
            None => None,
        };
        let bar = Bar::new(self.quiet, |n| pluralize(n, "finding"));
        let mut summary = Summary::default();
        let mut files = 0;
        // Whether standard output was closed by its reader.
        let mut unread = false;
        let mut stdout = Printout::new(terminal::stdout(self.color), format);
        let consume = |audits: Audits<Part>| {
            asked.check()?;
            files += audits.files;
            summary.merge(&audits.part.summary);
            if let Some(tables) = &mut tables {
                tables.add(&audits.part.rows).map_err(|error| self.not_written(&error))?;
            }
            if !unread {
                // The exit status and the tables are of all records, whoever reads on.
                unread = terminal::is_unread(bar.around(|| stdout.add(&audits.part.printed)))?;
            }
            bar.show(files, summary.games, summary.at_least(Severity::Info));
            Ok(())
        };
        let resources = RunResources {
            new_scratch: &|| asked.scratch(),
            unpacker: self.archives.unpacker(options.limits.bytes),
            cache,
            is_slow: asked.is_engine(),
        };
        let sources = Sources::new(paths).listed_after(self.inputs.named());
        let pool = threads::pool(self.threads.or(asked.threads()))?;
        let ran = pool.install(|| run(sources, &options, &resources, &rendering, consume));
        bar.finish();
        ran?;
        if files == 0 {
            return Err(Failure::new("no records found"));
        }
        if let Some(tables) = tables {
            tables.finish(&summary).map_err(|error| self.not_written(&error))?;
        }
        if !self.quiet && !unread {
            terminal::is_unread(
                stdout.finish(&format!("{}, {summary}", pluralize(files, "file"))),
            )?;
        }
        let least = match self.fail_on {
            FailOn::Error => Severity::Error,
            FailOn::Warning => Severity::Warning,
            FailOn::Never => return Ok(ExitCode::SUCCESS),
        };
        Ok(ExitCode::from(u8::from(summary.at_least(least) > 0)))
    }

    fn not_written(&self, error: &io::Error) -> Failure {
        let dir = self.out.as_deref().unwrap_or(Path::new(""));
        Failure::new(format!("{}: {error}", dir.display()))
    }
}
