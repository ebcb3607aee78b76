//! `sgf-audit check`.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::{Args, ColorChoice};
use serde_json::{Value, json};

use super::audit_args::AuditArgs;
use super::baseline_args::BaselineArgs;
use super::check_output::Output;
use super::config::{ConfigArgs, Configuration, ReportArgs};
use super::event_args::{EventArgs, EventInput};
use super::inputs::{Inputs, failed};
use super::path_args::print_not_read;
use super::progress::Bar;
use super::run_plan::RunPlan;
use super::version::today;
use super::{Failure, interrupt, terminal, word};
use crate::batch::{RunResources, Shard, Source};
use crate::report::{
    ContextStyle, FORMATS, Format, OptionalTables, OutDir, Page, Provenance, Renderer,
    ReportOptions, ReportWriter, Summary, Tables,
};
use sgf_audit_core::audit::{AuditOptions, Compare, RulesChoice, Severity};
use sgf_audit_core::event::Spellings;
use sgf_audit_core::plural::pluralize;
use sgf_audit_core::printable::{Shown, path_text};
use sgf_audit_core::record::LIKELY;
use sgf_audit_core::rules::SharedRuleset;
use sgf_audit_core::score::{Estimator, TerritoryFrom};
use sgf_audit_core::table::Cells;

/// Check records: replay, recount, and report what is wrong and where.
///
/// Each game is replayed under its ruleset, its result is counted again by area and by territory, and the file is checked
/// against the SGF format. `sgf-audit explain NAME` says what a finding means.
///
/// The exit status is 0 if no finding is at or above --fail-on, 1 if one is, 2 if the run itself
/// failed, and 130 if it was interrupted.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Check {
    #[command(flatten)]
    inputs: Inputs,
    /// Check only records that differ from a revision of their git repository, such as origin/main: those that were changed
    /// since the branches parted, and committed or staged.
    #[arg(long, value_name = "REV", help_heading = "Input")]
    since: Option<String>,
    /// Write report.html, games.csv, findings.csv, summary.csv and datapackage.json into a directory.
    #[arg(long, value_name = "DIR", help_heading = OUTPUT)]
    out: Option<PathBuf>,
    /// Audit one of N parts of the records, such as 3/16, for machines that share the work.
    ///
    /// Records are divided by the hash of their paths, members of archives by the hash of their own. The tables and the JSON lines of all
    /// parts are those of the whole run, one after another; the header of a table stands in each.
    #[arg(long, value_name = "I/N", conflicts_with_all = ["event", "results"], help_heading = OUTPUT)]
    shard: Option<Shard>,
    /// Open the report in the browser; without --out it is written into a temporary directory.
    #[arg(long, help_heading = OUTPUT)]
    open: bool,
    /// Write tables for Excel: with a byte-order mark, by which it reads them as UTF-8, and numbers in text as they are.
    #[arg(long, requires = "out", help_heading = OUTPUT)]
    excel: bool,
    /// Write cells as they are, even text that a spreadsheet would run as a formula, or a data frame would take for a number.
    ///
    /// Without this option such a cell gets a ' in front.
    #[arg(long, help_heading = OUTPUT)]
    raw_cells: bool,
    /// Output format.
    #[arg(long, default_value = FORMATS[0].name, value_name = "FORMAT", value_parser = word::one_of(FORMATS.map(|format| (format.name, format))),
          help_heading = OUTPUT)]
    format: &'static Format,
    #[command(flatten)]
    report: ReportArgs,
    /// Print only the totals, and a draft of [aliases]: names, events and other values that may mean the same.
    #[arg(long, help_heading = OUTPUT)]
    statistics: bool,
    /// Print only errors of the run itself.
    #[arg(long, short, help_heading = OUTPUT)]
    quiet: bool,
    /// Show the line of the file and the board with each finding.
    #[arg(long, default_value = "auto", value_name = "WHEN", help_heading = OUTPUT)]
    context: ColorChoice,
    /// Print every finding, even if an earlier one says the same.
    ///
    /// On a terminal, repeated findings are counted at the end instead.
    #[arg(long, help_heading = OUTPUT)]
    show_all: bool,
    /// Print in colour.
    #[arg(long, default_value = "auto", value_name = "WHEN", help_heading = OUTPUT)]
    color: ColorChoice,
    #[command(flatten)]
    pub audit: AuditArgs,
    #[command(flatten)]
    event: EventArgs,
    /// Count each game under every ruleset: adds rulesets.csv to the tables, and the counts to all cards of the page.
    #[arg(long, help_heading = RULES)]
    compare: bool,
    #[command(flatten)]
    baseline: BaselineArgs,
    #[command(flatten)]
    configuration: ConfigArgs,
    /// Leave out what is excluded even if it is named, for hooks that name the files of a commit.
    #[arg(long, help_heading = "Selection")]
    force_exclude: bool,
}

/// Maximum number of lines of a draft of `[aliases]` on a terminal.
const MAX_SPELLINGS: usize = 20;

const OUTPUT: &str = "Output";
const RULES: &str = "Rules and counting";

const EXAMPLES: &str = "\
Examples:
  sgf-audit check games/                          all records below a directory
  sgf-audit check games.zip --rules aga --out report/
  sgf-audit check games/ --open                   the report in the browser
  sgf-audit check . --show error --statistics     totals of errors only
  sgf-audit check changed.sgf --format github     annotations in CI";

impl Check {
    pub fn run(mut self) -> Result<u8, Failure> {
        let configuration = self.configure()?;
        let mut paths = self.inputs.paths("check")?;
        if let Some(revision) = &self.since {
            paths = paths.changed_since(revision)?;
            self.force_exclude = true;
        }
        if self.open && self.out.is_none() {
            self.out = Some(temporary_dir()?);
        }
        let mut options = self.audit_options()?;
        let mut event = self.event.read(&configuration)?;
        options.aliases = configuration.aliases.clone();
        let event_rules = event.as_ref().and_then(|event| event.check.ruleset());
        options.rules.default_to(event_rules.map(SharedRuleset::from).as_ref());
        let baseline = self.baseline.read()?;
        let engine = self.audit.engines.start()?;
        let (reading, policy) = (&self.audit.reading, self.audit.policy(&configuration)?);
        let mut plan = RunPlan::new(reading, self.force_exclude, options, policy, engine)?;
        interrupt::watch();
        let pool = plan.pool()?;
        if let Some(event) = event.as_mut().filter(|event| event.check.has_decisions()) {
            event.bind(&paths, &plan, &pool)?;
        }
        let checked = event.as_ref().map(|event| &event.check);
        let tables = self.tables(event.is_some())?;
        let report_options = self.report_options();
        let report = report_options.as_ref().map(|options| (self.format.report)(options));
        let page = Page::default();
        let aliases = plan.options.aliases.clone().unwrap_or_default();
        let renderer = Renderer {
            report: report.as_deref(),
            tables: tables.is_some().then(|| self.cells()),
            cuts: page.cuts(),
            // Totals count the fixes of all findings.
            says_fixes: match &report_options {
                _ if tables.is_some() || self.statistics => Some(Severity::Note),
                options => options.as_ref().map(|options| options.min_severity),
            },
            spellings: (self.statistics && self.format.is_text).then_some(&*aliases),
        };
        plan.options.signature = tables.is_some();
        let resources =
            RunResources { baseline, event: checked, shard: self.shard, ..plan.resources() };
        let sources = paths.sources(plan.selection.clone());
        let sources: Box<dyn Iterator<Item = Source> + Send> = match self.shard {
            Some(shard) => Box::new(shard.sources(sources)),
            None => Box::new(sources),
        };
        // A report for people may have colours.
        let stdout =
            if self.format.is_text { terminal::stdout(self.color) } else { terminal::data() };
        let mut output = Output {
            out: self.out.as_deref(),
            is_text: self.format.is_text,
            tables,
            report: report.as_deref().map(|report| ReportWriter::new(stdout, report)),
            page,
            provenance: Provenance {
                date: today(),
                inputs: paths.iter().map(|path| path_text(path).into_owned()).collect(),
                options: self.described(&plan.options, event.as_ref()),
                estimator: match plan.engine.name() {
                    Some(name) => Some(name.to_owned()),
                    None => plan.options.estimate.then(Estimator::id),
                },
                files: 0,
                not_read: Value::Null,
            },
            summary: Summary::default(),
            entries: Vec::new(),
            spellings: Spellings::default(),
            counted: BTreeMap::new(),
            notes: String::new(),
            unwritten: None,
            bar: Bar::new(self.quiet, |n| pluralize(n, "finding")),
        };
        let result = plan.run(&pool, sources, &resources, &renderer, |audits| output.add(audits));
        output.bar.finish();
        if interrupt::is_requested() {
            let files = output.provenance.files;
            // Tables would look complete.
            Output { tables: None, ..output }.finish()?;
            return Ok(interrupt::status(files));
        }
        result?;
        if !self.quiet {
            print_not_read(&plan.selection.not_read);
            let is_whole = self.since.is_none() && self.shard.is_none();
            let unused =
                configuration.unused(&plan.policy.overrides, paths.iter().filter(|_| is_whole));
            unused.iter().for_each(|line| terminal::print_message(line));
        }
        if let Some(event) = &event {
            output.conclude(event, &renderer, &resources)?;
        }
        // A part may have no record.
        if self.shard.is_none() {
            plan.check_found(&paths, output.provenance.files)?;
        }
        if let Some(baseline) = &resources.baseline {
            output.notes = self.baseline.conclude(baseline, &output.counted)?;
        }
        output.provenance.not_read = plan.selection.not_read.as_json();
        if let Some(described) = configuration.described() {
            output.notes.insert_str(0, &format!("Configuration: {described}.\n"));
            output.summary.configurations = Some(described);
        }
        let is_whole = self.show_all || !io::stdout().is_terminal();
        let most = if is_whole { usize::MAX } else { MAX_SPELLINGS };
        output.draft_aliases(most)?;
        let path = configuration.path.as_deref().map(path_text);
        output.provenance.options["configuration"] = json!(path);
        if let Some(shard) = self.shard {
            output.provenance.options["shard"] = shard.to_string().into();
        }
        let unwritten = output.unwritten.take();
        let summary = output.finish()?;
        if let Some(dir) = self.out.as_deref().filter(|_| self.open) {
            open_report(dir);
        }
        if let Some(failure) = unwritten {
            return Err(failure);
        }
        Ok(paths.status(match self.report.fails_from() {
            Some(severity) => u8::from(summary.at_least(severity) > 0),
            None => 0,
        }))
    }

    fn configure(&mut self) -> Result<Configuration, Failure> {
        let mut read = self.configuration.read()?;
        let (baseline, report) = self.audit.fill(&mut read);
        self.baseline.fill(baseline);
        self.report.fill(report);
        Ok(read)
    }

    pub fn audit_options(&self) -> Result<AuditOptions, Failure> {
        Ok(AuditOptions {
            compare: match self.compare {
                true => Compare::Always,
                // The page shows them.
                false if self.out.is_some() || self.format.compares => Compare::WrongResults,
                false => Compare::Never,
            },
            max_findings: self.report.max_findings(),
            ..self.audit.options()?
        })
    }

    /// Returns the options that decide what the tables say, by their names.
    fn described(&self, options: &AuditOptions, event: Option<&EventInput>) -> Value {
        let (rules, default_rules) = match &options.rules {
            RulesChoice::Fixed(rules) => (&*rules.id, String::new()),
            RulesChoice::Auto(Some(default)) => ("auto", default.id.to_string()),
            RulesChoice::Auto(None) => ("auto", format!("inferred: {}", LIKELY.join(", "))),
        };
        let board = options.territory_from == TerritoryFrom::Board;
        let mut described = json!({
            "rules": rules,
            "default-rules": default_rules,
            "ko": if options.simple_ko { "simple" } else { "rules" },
            "komi": options.komi.map(|komi| komi.as_hundredths() as f64 / 100.0),
            "territory-from": if board { "board" } else { "marks" },
            "no-estimate": !options.estimate,
            "variations": options.variations,
            "compare": self.compare,
            "max-findings": options.max_findings,
            "max-bytes": options.limits.bytes,
            "raw-cells": self.raw_cells,
            "excel": self.excel,
            "baseline": self.baseline.path_text(),
        });
        for (name, path) in event.into_iter().flat_map(|event| &event.files) {
            described[name] = json!(path);
        }
        described
    }

    fn tables(&self, pairings: bool) -> Result<Option<Tables>, Failure> {
        let Some(dir) = &self.out else { return Ok(None) };
        let is_file = dir.extension().is_some_and(|end| end == "html" || end == "csv");
        if is_file && !dir.is_dir() {
            return Err(failed(dir, &"--out takes a directory, for report.html and the tables"));
        }
        let optional =
            OptionalTables { rulesets: self.compare, pairings, aliases: self.statistics };
        let tables = OutDir::new(dir).and_then(|dir| Tables::create(dir, optional, self.excel));
        tables.map(Some).map_err(|error| failed(dir, &error))
    }

    /// Returns the options of the report; `None` if nothing is printed.
    fn report_options(&self) -> Option<ReportOptions> {
        let context = match self.context {
            ColorChoice::Never => ContextStyle::Off,
            ColorChoice::Auto if !io::stdout().is_terminal() => ContextStyle::Off,
            ColorChoice::Auto | ColorChoice::Always if terminal::colors(self.color) => {
                ContextStyle::Colored
            }
            ColorChoice::Auto | ColorChoice::Always => ContextStyle::Plain,
        };
        let options = ReportOptions {
            min_severity: self.report.shows_from(),
            context,
            cells: self.cells(),
            only_totals: self.statistics,
            collapse: context != ContextStyle::Off && !self.show_all,
            links: terminal::links(),
            width: terminal::width(),
            judging: self.audit.judging.as_written(&self.audit.own_rules),
        };
        (!self.quiet).then_some(options)
    }

    fn cells(&self) -> Cells {
        match (self.raw_cells, self.excel) {
            (true, _) => Cells::Raw,
            (_, true) => Cells::Spreadsheet,
            _ => Cells::Table,
        }
    }
}

/// Creates a temporary directory for a report. It stays until the system clears it.
fn temporary_dir() -> Result<PathBuf, Failure> {
    let created = tempfile::Builder::new().prefix("sgf-audit-").tempdir();
    let created = created.map_err(|error| failed(&std::env::temp_dir(), &error))?;
    Ok(created.keep())
}

/// Opens the report in this directory. Prints its path, and why it couldn't be opened.
fn open_report(dir: &Path) {
    let report = dir.join("report.html");
    terminal::print_message(&format!("the report is {}", Shown::Path(&report)));
    // Programs that open files take a relative path with a colon for an address.
    let report = std::path::absolute(&report).unwrap_or(report);
    if open::that_detached(&report).is_err() {
        terminal::print_message("no browser could be opened; open the report yourself");
    }
}
