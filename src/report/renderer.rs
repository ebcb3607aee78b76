//! Rendering of audits on the threads that make them.

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::html::{PageCuts, PagePart};
use super::interface::{Fragment, Report};
use super::item::ReportItem;
use super::summary::Summary;
use super::tables::TableRows;
use crate::batch::{Audited, AuditedRecord, CountedFile, FixesOf, Sink};
use sgf_audit_core::audit::{Aliases, FileAudit, FindingKind, Severity};
use sgf_audit_core::event::{Entry, Spellings};
use sgf_audit_core::fix::fixes_of;
use sgf_audit_core::sgf::SourceFile;
use sgf_audit_core::table::Cells;

/// The place of rounds with a name, such as finals, after all numbers.
const LAST_ROUND: u32 = 1000;

/// Everything that a run writes about some files.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Rendered {
    pub fragment: Fragment,
    pub rows: TableRows,
    pub page: PagePart,
    pub summary: Summary,
    /// Their games, if they are of an event.
    pub entries: Vec<Entry>,
    /// The values of their headers, if they are compared.
    pub spellings: Spellings,
    /// Those of them that were counted for a baseline.
    pub counted: Vec<CountedFile>,
}

/// Renders audits for a report and tables.
#[derive(Default)]
pub struct Renderer<'r> {
    /// The report, if one is printed.
    pub report: Option<&'r dyn Report>,
    /// How the cells of the tables are written, if the tables are.
    pub tables: Option<Cells>,
    /// Ranks that no longer fit on the page.
    pub cuts: Arc<PageCuts>,
    /// The least severity of the findings of which it is read what `fix` does; `None` if nothing reads that.
    pub says_fixes: Option<Severity>,
    /// The aliases to follow, if the values of headers are compared.
    pub spellings: Option<&'r Aliases>,
}

impl Renderer<'_> {
    /// Renders what was found about the files of an event. `apply` leaves what is reported of it.
    pub fn conclusion(
        &self,
        findings: Vec<(String, FileAudit)>,
        mut apply: impl FnMut(&Path, &mut FileAudit),
    ) -> Rendered {
        let mut part = Rendered::default();
        for (path, mut audit) in findings {
            let path = Path::new(&path);
            apply(path, &mut audit);
            part.fragment.begin_file();
            self.add(&mut part, ReportItem::of_file(path, None, &audit));
        }
        part
    }

    /// Adds a file of which nothing but this finding is known.
    pub fn add_unread(
        &self,
        part: &mut Rendered,
        path: &Path,
        finding: FindingKind,
        message: String,
    ) {
        part.fragment.begin_file();
        let audit = FileAudit::failed(finding, message);
        self.add(part, ReportItem::of_file(path, None, &audit));
    }

    pub fn add(&self, part: &mut Rendered, mut item: ReportItem) {
        part.summary.add(item.path, item.audit, item.fixes);
        if let Some(entry) = item.entry {
            let round = entry.round.as_ref().map(|round| round.number().unwrap_or(LAST_ROUND));
            item.place = round.map(|round| (round, entry.board.unwrap_or(0)));
            part.entries.push(entry.clone());
        }
        if let (Some(aliases), FileAudit::Game(game)) = (self.spellings, item.audit) {
            part.spellings.add(game, aliases);
        }
        if let Some(cells) = self.tables {
            part.rows.add(item, cells);
            part.page.add(item, &self.cuts);
        }
        if let Some(report) = self.report {
            report.render(item, &mut part.fragment);
        }
    }
}

impl Sink for Renderer<'_> {
    type Part = Rendered;

    fn fixes_of(&self) -> Option<(FixesOf, Severity)> {
        self.says_fixes.map(|least| (fixes_of as FixesOf, least))
    }

    fn file(&self, part: &mut Rendered, _: &AuditedRecord) {
        part.fragment.begin_file();
    }

    fn game(&self, part: &mut Rendered, record: &AuditedRecord, game: Audited) {
        self.add(part, ReportItem::of_game(record, game));
    }

    fn end(&self, part: &mut Rendered, record: &AuditedRecord) {
        let (path, audit) = (record.record.path, &record.audit);
        if audit.findings().is_empty() {
            part.summary.add(path, audit, None);
        } else {
            let text = record.file.map(SourceFile::text);
            let fixes = Some(&record.fixes);
            self.add(part, ReportItem { fixes, ..ReportItem::of_file(path, text, audit) });
        }
    }

    fn add_counted(&self, part: &mut Rendered, counted: CountedFile) {
        part.counted.push(counted);
    }

    fn size(&self, part: &Rendered) -> usize {
        let lists = part.entries.len() * 1024 + part.counted.len() * 512;
        part.fragment.size() + part.rows.size() + part.page.size() + lists
    }
}
