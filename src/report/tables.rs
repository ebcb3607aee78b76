//! The tables of `--out DIR`: CSV (RFC 4180) and their Data Package.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::html::Page;
use super::item::ReportItem;
use super::package::{self, OptionalTables, PAIRINGS, Provenance, RULESETS};
use super::summary::Summary;
use crate::atomic_file::{AtomicFile, create_dirs};
use crate::own_files::{ALIASES, PACKAGE, PAGE, is_own};
use serde::{Deserialize, Serialize};
use sgf_audit_core::audit::{Audit, FileAudit, Severity, Verdict};
use sgf_audit_core::event::PairingRow;
use sgf_audit_core::table::{
    Cells, Column, ComparisonRow, GameRow, finding_columns, game_columns, pairing_columns,
    push_header, push_rows, ruleset_columns, summary_columns,
};

/// Rows of the tables, as CSV without headers.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableRows {
    games: String,
    findings: String,
    rulesets: String,
}

impl TableRows {
    /// Returns the number of their bytes.
    pub(super) fn size(&self) -> usize {
        self.games.len() + self.findings.len() + self.rulesets.len()
    }

    pub fn add(&mut self, item: ReportItem, cells: Cells) {
        let path = item.path;
        if let FileAudit::Game(audit) = item.audit {
            let row = |text| GameRow { path, text, audit, file: item.file };
            push_rows(&mut self.games, game_columns(), item.text.map(row), cells);
            with_comparison_rows(path, audit, |row| {
                push_rows(&mut self.rulesets, ruleset_columns(), [row], cells);
            });
        }
        let rows = item.finding_rows(Severity::Note);
        push_rows(&mut self.findings, finding_columns(), rows, cells);
    }

    /// Adds the rows of later files.
    pub fn append(&mut self, later: &Self) {
        self.games.push_str(&later.games);
        self.findings.push_str(&later.findings);
        self.rulesets.push_str(&later.rulesets);
    }

    /// Returns the names of the tables of a run without `--compare`, and their texts.
    pub fn tables(&self, summary: &Summary) -> [(&'static str, String); 3] {
        let mut totals = String::new();
        push_header(&mut totals, summary_columns());
        push_rows(&mut totals, summary_columns(), summary.rows(), Cells::Raw);
        let (mut games_table, mut findings_table) = (String::new(), String::new());
        push_header(&mut games_table, game_columns());
        games_table.push_str(&self.games);
        push_header(&mut findings_table, finding_columns());
        findings_table.push_str(&self.findings);
        [("games.csv", games_table), ("findings.csv", findings_table), ("summary.csv", totals)]
    }
}

/// Visits the rows of `rulesets.csv` for a game.
pub fn with_comparison_rows(path: &Path, audit: &Audit, visit: impl FnMut(ComparisonRow)) {
    let mut comparisons = Cow::Borrowed(&audit.comparisons);
    if audit.verdict == Verdict::Undecided {
        // If the game's own result is open, all of them are.
        comparisons.to_mut().iter_mut().for_each(|comparison| comparison.score = None);
    }
    let own = comparisons.iter().find(|c| c.rules.id == audit.rules.id);
    let rows = comparisons.iter();
    rows.map(|comparison| ComparisonRow { path, game: audit.game, comparison, own })
        .for_each(visit);
}

pub fn pairings_table(rows: &[PairingRow], cells: Cells) -> String {
    let mut table = String::new();
    push_header(&mut table, pairing_columns());
    table.push_str(&pairing_rows(rows, cells));
    table
}

fn pairing_rows(rows: &[PairingRow], cells: Cells) -> String {
    let mut text = String::new();
    push_rows(&mut text, pairing_columns(), rows.iter().cloned(), cells);
    text
}

/// The tables of a run. They appear in their directory when all are complete.
#[derive(Debug)]
pub struct Tables {
    dir: OutDir,
    bom: bool,
    files: Vec<(&'static str, AtomicFile)>,
    optional: OptionalTables,
}

#[derive(Debug)]
pub struct OutDir(PathBuf);

impl OutDir {
    /// Creates the directory if it is missing. Fails if it can't be created.
    pub fn new(path: &Path) -> io::Result<Self> {
        create_dirs(path)?;
        Ok(Self(path.to_path_buf()))
    }

    fn create(&self, name: &str) -> io::Result<AtomicFile> {
        AtomicFile::create(&self.0.join(name))
    }

    /// Checks that files of these names can be written. Only empty ones, and those of an earlier run, are replaced.
    fn may_hold<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> io::Result<()> {
        for name in names {
            let path = self.0.join(name);
            let Ok(there) = path.symlink_metadata() else { continue };
            if there.is_dir() {
                return Err(io::Error::other(format!("{name} is a directory")));
            }
            let is_empty = || path.metadata().is_ok_and(|file| file.len() == 0);
            if path.is_file() && !is_empty() && !is_own(&path)? {
                let why = "exists and was not written by sgf-audit; not overwriting";
                return Err(io::Error::other(format!("{name} {why}")));
            }
        }
        Ok(())
    }
}

/// The files that every run writes.
const ALWAYS: [&str; 5] = ["games.csv", "findings.csv", "summary.csv", PAGE, PACKAGE];

impl Tables {
    /// Starts the tables, and the optional ones that are written. `bom`: whether they begin with a
    /// byte-order mark. Fails if a file can't be created, or one that isn't ours is in the way.
    pub fn create(dir: OutDir, optional: OptionalTables, bom: bool) -> io::Result<Self> {
        let written = optional.names().into_iter().filter(|(_, is_written)| *is_written);
        let written = written.map(|(name, _)| name).chain(optional.aliases.then_some(ALIASES));
        dir.may_hold(ALWAYS.into_iter().chain(written))?;
        let mut tables = Self { dir, bom, files: Vec::new(), optional };
        tables.begin("games.csv", game_columns())?;
        tables.begin("findings.csv", finding_columns())?;
        if optional.rulesets {
            tables.begin(RULESETS, ruleset_columns())?;
        }
        if optional.pairings {
            tables.begin(PAIRINGS, pairing_columns())?;
        }
        Ok(tables)
    }

    fn begin<T>(&mut self, name: &'static str, columns: &[Column<T>]) -> io::Result<()> {
        self.files.push((name, self.dir.create(name)?));
        let mut header = String::from(if self.bom { "\u{feff}" } else { "" });
        push_header(&mut header, columns);
        self.write(name, &header)
    }

    /// Writes to a table, if the run has it.
    fn write(&mut self, name: &str, text: &str) -> io::Result<()> {
        let file = self.files.iter_mut().find(|(known, _)| *known == name);
        file.map_or(Ok(()), |(_, file)| file.write_all(text.as_bytes()))
    }

    /// Adds rows. Fails if they can't be written.
    pub fn add(&mut self, rows: &TableRows) -> io::Result<()> {
        self.write("games.csv", &rows.games)?;
        self.write("findings.csv", &rows.findings)?;
        self.write(RULESETS, &rows.rulesets)
    }

    /// Adds the games of an event. Fails if they can't be written.
    pub fn add_pairings(&mut self, rows: &[PairingRow], cells: Cells) -> io::Result<()> {
        self.write(PAIRINGS, &pairing_rows(rows, cells))
    }

    /// Adds the draft of `[aliases]`. Fails if it can't be written.
    pub fn add_aliases(&mut self, draft: &str) -> io::Result<()> {
        self.files.push((ALIASES, self.dir.create(ALIASES)?));
        self.write(ALIASES, draft)
    }

    /// Writes the summary, the page and the Data Package, and moves all files into place. Fails if something can't be
    /// written, or something is in the way; then no file is moved into place.
    pub fn finish(
        mut self,
        summary: &Summary,
        mut page: Page,
        provenance: &Provenance,
    ) -> io::Result<()> {
        self.begin("summary.csv", summary_columns())?;
        let mut rows = String::new();
        push_rows(&mut rows, summary_columns(), summary.rows(), Cells::Raw);
        self.write("summary.csv", &rows)?;
        let mut html = self.dir.create(PAGE)?;
        page.describe_run(provenance.in_words());
        page.write(&mut html, provenance.files, summary)?;
        let mut package = self.dir.create(PACKAGE)?;
        let described = package::data_package(self.optional, provenance, summary);
        serde_json::to_writer_pretty(&mut package, &described)?;
        writeln!(package)?;
        self.files.extend([(PAGE, html), (PACKAGE, package)]);
        for (_, file) in &mut self.files {
            file.flush()?;
        }
        self.dir.may_hold(self.files.iter().map(|(name, _)| *name))?;
        let unwritten = self.optional.names().into_iter().filter(|(_, is_written)| !is_written);
        let is_own = |name: &str| is_own(&self.dir.0.join(name)).unwrap_or(false);
        let unwritten = unwritten.map(|(name, _)| name).filter(|_| is_own(PACKAGE));
        let stale: Vec<&str> = unwritten.filter(|name| is_own(name)).collect();
        for (_, file) in self.files {
            file.finish()?;
        }
        for name in stale {
            std::fs::remove_file(self.dir.0.join(name))?;
        }
        Ok(())
    }
}
