//! Where the results of `sgf-audit check` go.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use super::event_args::EventInput;
use super::inputs::failed;
use super::progress::Bar;
use super::{Failure, terminal};
use crate::batch::{Audits, CountedFile, RunResources, remove_known};
use crate::report::{Page, Provenance, Rendered, Renderer, ReportWriter, Summary, Tables};
use sgf_audit_core::audit::Severity;
use sgf_audit_core::event::{Entry, Spellings};
use sgf_audit_core::printable::Shown;

/// Where the results of a run go, and its totals so far.
pub(super) struct Output<'a> {
    pub out: Option<&'a Path>,
    /// Whether the report is for people.
    pub is_text: bool,
    pub tables: Option<Tables>,
    pub page: Page,
    /// `None` if nothing is printed, or once the reader of standard output has closed it. The exit status
    /// and the tables cover all records in any case.
    pub report: Option<ReportWriter<'a, Box<dyn Write + Send>>>,
    pub provenance: Provenance,
    pub summary: Summary,
    pub entries: Vec<Entry>,
    /// The values of the headers of all games.
    pub spellings: Spellings,
    /// The counts for a baseline, by path.
    pub counted: BTreeMap<String, CountedFile>,
    /// Lines for people after the report.
    pub notes: String,
    /// Why the results of the event weren't written.
    pub unwritten: Option<Failure>,
    pub bar: Bar,
}

impl Output<'_> {
    pub fn add(&mut self, mut audits: Audits<Rendered>) -> Result<(), Failure> {
        self.provenance.files += audits.files;
        self.summary.merge(&audits.part.summary);
        self.entries.append(&mut audits.part.entries);
        self.spellings.merge(std::mem::take(&mut audits.part.spellings));
        let counted = std::mem::take(&mut audits.part.counted).into_iter();
        self.counted.extend(counted.map(|file| (file.path.clone(), file)));
        if let Some(tables) = &mut self.tables {
            self.page.add(std::mem::take(&mut audits.part.page));
            tables.add(&audits.part.rows).map_err(|error| not_written(self.out, &error))?;
        }
        if let Some(report) = &mut self.report {
            let written = self.bar.around(|| report.write(&mut audits.part.fragment));
            if terminal::is_closed(written)? {
                self.report = None;
            }
        }
        self.bar.show(
            self.provenance.files,
            self.summary.games,
            self.summary.at_least(Severity::Note),
        );
        Ok(())
    }

    /// Adds a draft of `[aliases]` to the notes, of at most this many lines, and writes the whole draft beside the tables.
    pub fn draft_aliases(&mut self, most: usize) -> Result<(), Failure> {
        let whole = self.spellings.draft(usize::MAX);
        if let Some(tables) = self.tables.as_mut().filter(|_| !whole.is_empty()) {
            let written = tables.add_aliases(whole.trim_start());
            written.map_err(|error| not_written(self.out, &error))?;
        }
        self.notes.push_str(&self.spellings.draft(most));
        Ok(())
    }

    /// Adds what only all records of an event together show.
    pub fn conclude(
        &mut self,
        event: &EventInput,
        renderer: &Renderer,
        resources: &RunResources,
    ) -> Result<(), Failure> {
        let mut conclusion = event.check.conclude(&self.entries);
        // The findings say why they can't be written.
        self.unwritten = event.write_results(&conclusion).err();
        let findings = std::mem::take(&mut conclusion.findings);
        let part = renderer.conclusion(findings, |path, audit| {
            resources.policy.apply(path, audit);
            if let Some(baseline) = &resources.baseline {
                remove_known(baseline, path, audit, &mut self.counted);
            }
        });
        self.add(Audits { part, ..Audits::default() })?;
        if let (Some(tables), Some(cells)) = (&mut self.tables, renderer.tables) {
            tables
                .add_pairings(&conclusion.pairings, cells)
                .map_err(|error| not_written(self.out, &error))?;
        }
        if let Some(report) = &mut self.report {
            report.conclude(&conclusion);
        }
        for (at, of_teams) in conclusion.matches().iter().enumerate() {
            let title = if at == 0 { "\nMatches of teams:\n" } else { "" };
            self.notes.push_str(&format!("{title}  {}\n", Shown::Text(&of_teams.to_string())));
        }
        self.page.conclude(conclusion);
        Ok(())
    }

    pub fn finish(self) -> Result<Summary, Failure> {
        let mut written = if self.is_text { self.notes.clone() } else { String::new() };
        if let Some(dir) = self.out.filter(|_| self.is_text && self.tables.is_some()) {
            let page = dir.join("report.html");
            let page = Shown::Path(&page);
            let dir = Shown::Path(dir);
            written.push_str(&format!(
                "Wrote games.csv, findings.csv and summary.csv into {dir}.\nOpen {page} in a browser.\n"
            ));
        }
        if let Some(tables) = self.tables {
            tables
                .finish(&self.summary, self.page, &self.provenance)
                .map_err(|error| not_written(self.out, &error))?;
        }
        if let Some(mut report) = self.report {
            report.describe_run(self.provenance.in_words());
            terminal::is_closed(report.finish(self.provenance.files, &self.summary, &written))?;
            if !self.is_text && !self.notes.is_empty() {
                terminal::print_messages(self.notes.trim_end().lines());
            }
        }
        Ok(self.summary)
    }
}

fn not_written(dir: Option<&Path>, error: &io::Error) -> Failure {
    failed(dir.unwrap_or(Path::new("")), error)
}
