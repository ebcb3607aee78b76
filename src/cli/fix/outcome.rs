//! The outcomes of files, and their totals.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use std::path::Path;

use crate::diagnostic::Diagnostic;
use sgf_audit_core::audit::{FindingKind, Safety, Severity};
use sgf_audit_core::fix::{Fixed, FixedRecord, GameFinding, NotFixed, Reader};
use sgf_audit_core::plural::pluralize;
use sgf_audit_core::printable::Shown;

/// Whether fixes are shown or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Diff(Reader),
    Write,
}

#[derive(Debug, Default)]
pub struct FileOutcome {
    /// Lines for people: a line per fixed finding and per finding that isn't fixed.
    pub text: String,
    /// The diff, if requested.
    pub diff: Vec<u8>,
    /// Why the file couldn't be written.
    pub write_error: Option<String>,
    pub totals: Totals,
}

impl FileOutcome {
    /// Creates the outcome of a file that was fixed, or needed no fix.
    pub(super) fn new(path: &Path, record: FixedRecord, mode: Mode) -> Self {
        let mut outcome = Self::unchanged(&record);
        outcome.totals.changed = record.bytes.is_some().into();
        let FixedRecord { bytes, history, fixed, not_fixed, .. } = record;
        drop((bytes, history));
        let label = if mode == Mode::Write { "fixed" } else { "fixable" };
        for Fixed { found, safety, .. } in fixed {
            let message = format!("{} ({})", found.finding.message, safety.name());
            outcome.add_line(path, label, &found, &message);
            *outcome.totals.fixed.entry((found.finding.kind.as_str(), safety)).or_default() += 1;
        }
        for NotFixed { found, reason, .. } in not_fixed {
            let message = format!("{} (not fixed: {})", found.finding.message, reason.name());
            outcome.add_line(path, found.finding.severity.name(), &found, &message);
        }
        outcome
    }

    /// Creates the outcome of a file that couldn't be written, so that all its findings remain.
    pub(super) fn not_written(path: &Path, record: &FixedRecord, error: &io::Error) -> Self {
        let message = format!("{}: not written: {error}", Shown::Path(path));
        let mut outcome = Self { write_error: Some(message), ..Self::unchanged(record) };
        outcome.totals.failed = 1;
        outcome.totals.not_fixed += record.fixed.len();
        let is_error = |fixed: &&Fixed| fixed.found.finding.severity == Severity::Error;
        outcome.totals.errors += record.fixed.iter().filter(is_error).count();
        outcome
    }

    /// Creates the outcome of a file that can't be read.
    pub(super) fn unreadable(path: &Path, reason: &str) -> Self {
        let mut text = String::new();
        let name = FindingKind::Unreadable.as_str();
        Diagnostic::about_file(path, "error", name, reason).push_to(&mut text);
        let totals = Totals { files: 1, errors: 1, ..Totals::default() };
        Self { text, totals, ..Self::default() }
    }

    /// Creates the outcome of an archive in a directory, which is skipped.
    pub(super) fn archive() -> Self {
        Self { totals: Totals { archives: 1, ..Totals::default() }, ..Self::default() }
    }

    fn unchanged(record: &FixedRecord) -> Self {
        let totals = Totals {
            files: 1,
            not_fixed: record.not_fixed.len(),
            unfixable: record.unfixable,
            beyond_class: record.beyond_class,
            errors: record.errors,
            ..Totals::default()
        };
        Self { totals, ..Self::default() }
    }

    fn add_line(&mut self, path: &Path, label: &str, found: &GameFinding, message: &str) {
        let line = Diagnostic::of_finding(path, found.game, &found.finding);
        Diagnostic { label, message, move_number: None, details: &[], ..line }
            .push_to(&mut self.text);
    }
}

#[derive(Debug, Default)]
pub struct Totals {
    pub files: usize,
    pub changed: usize,
    /// Number of errors that are left.
    pub errors: usize,
    /// Number of findings that could be fixed, but not without another change.
    pub not_fixed: usize,
    /// Number of unfixable findings of the kinds selected by name.
    unfixable: usize,
    /// Number of findings left that can usually be fixed, but only by classes of fixes that aren't selected.
    beyond_class: usize,
    /// Number of files that couldn't be written.
    pub failed: usize,
    /// Number of archives in directories, which are skipped.
    archives: usize,
    /// Number of fixed findings by name and class.
    fixed: BTreeMap<(&'static str, Safety), usize>,
}

impl Totals {
    pub(super) fn add(&mut self, other: &Self) {
        self.files += other.files;
        self.changed += other.changed;
        self.errors += other.errors;
        self.not_fixed += other.not_fixed;
        self.unfixable += other.unfixable;
        self.beyond_class += other.beyond_class;
        self.failed += other.failed;
        self.archives += other.archives;
        for (kind, number) in &other.fixed {
            *self.fixed.entry(*kind).or_default() += number;
        }
    }

    pub fn text(&self, mode: Mode) -> String {
        let count = |number: usize, noun| pluralize(number as u64, noun);
        let fixed: usize = self.fixed.values().sum();
        let files = count(self.files, "file");
        let mut text = match (mode, fixed) {
            (_, 0) if self.beyond_class > 0 => format!("{files} checked, nothing to fix safely.\n"),
            (_, 0) if self.failed > 0 => format!("{files} checked, nothing fixed.\n"),
            (_, 0) => format!("{files} checked, nothing to fix.\n"),
            (mode, _) => {
                let (can_be, then) = match mode {
                    Mode::Diff(_) => ("can be ", " Nothing is changed yet; --write changes it."),
                    Mode::Write => ("", ""),
                };
                let (fixed, changed) = (count(fixed, "finding"), count(self.changed, "file"));
                format!("{files} checked: {fixed} {can_be}fixed in {changed}.{then}\n")
            }
        };
        for ((name, safety), number) in &self.fixed {
            let _ = writeln!(text, "  {name:<28} {number:>4}  {}", safety.name());
        }
        let mut line = |number: usize, noun, rest: &str| {
            if number > 0 {
                let _ = writeln!(text, "{} {rest}", count(number, noun));
            }
        };
        line(self.not_fixed, "finding", "not fixed; the messages say why.");
        line(self.beyond_class, "finding", "can only be fixed with --unsafe.");
        line(self.unfixable, "finding", "of the chosen names left: no repair is certain.");
        line(self.failed, "file", "not written.");
        line(self.errors, "error", "left; `sgf-audit check` lists what is wrong.");
        line(self.archives, "archive", "skipped: unpack it to fix what is inside.");
        text
    }
}
