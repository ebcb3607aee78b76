//! The input of report formats.

use std::collections::HashMap;
use std::path::Path;

use crate::batch::{Audited, AuditedRecord};
use sgf_audit_core::audit::{
    Audit, AuditOptions, Auditor, FileAudit, Finding, Fixes, Severity, fold,
};
use sgf_audit_core::event::{Entry, EventCheck, audit_game};
use sgf_audit_core::fix::fixes_of;
use sgf_audit_core::formats::read;
use sgf_audit_core::go::Size;
use sgf_audit_core::replay::Replay;
use sgf_audit_core::sgf::{Game, GameMemory, LineIndex, Text};
use sgf_audit_core::table::{FindingRow, SeverityCounts};

/// An audit and the file it is about.
#[derive(Clone, Copy, Debug)]
pub struct ReportItem<'a> {
    /// The file's path as given or walked.
    pub path: &'a Path,
    /// The text to decode the game or the file with; `None` if the file couldn't be read.
    pub text: Option<&'a Text<'a>>,
    /// The game; `None` if the findings are about the file.
    pub source: Option<&'a Game>,
    pub audit: &'a FileAudit,
    /// What `fix` does about its findings, if somebody asked.
    pub fixes: Option<&'a Fixes>,
    /// What a run keeps of the game for its event, if it is of one.
    pub entry: Option<&'a Entry>,
    /// Numbers of the findings of the file itself, which count in each of its games.
    pub file: SeverityCounts,
    /// The round and the board of the game in its event, once they are known.
    pub place: Option<(u32, u32)>,
}

/// Audits a file in memory and passes each of its games, and then its own findings, to `render`.
pub fn audit_items(
    path: &Path,
    bytes: &[u8],
    options: &AuditOptions,
    auditor: &mut Auditor,
    event: Option<&EventCheck>,
    render: &mut dyn FnMut(ReportItem),
) {
    let (source, findings) = auditor.read_file(read(bytes), options);
    let mut of_file = FileAudit::of_file(findings);
    let file_fixes = fixes_of(&source, None, &of_file, options, auditor, &|_| true);
    fold(of_file.findings_mut());
    let file = SeverityCounts::count(of_file.findings());
    let mut lines = LineIndex::default();
    source.for_each_game(&mut GameMemory::default(), |game| {
        let (mut audit, entry) = audit_game(event, path, game, options, auditor, &mut lines);
        let fixes = fixes_of(&source, Some(game), &audit, options, auditor, &|_| true);
        fold(audit.findings_mut());
        let (text, source) = (Some(&*game.text), Some(game.game));
        let (fixes, entry) = (Some(&fixes), entry.as_ref());
        render(ReportItem { path, text, source, audit: &audit, fixes, entry, file, place: None });
    });
    if !of_file.findings().is_empty() {
        let (text, fixes) = (Some(source.text()), Some(&file_fixes));
        render(ReportItem { fixes, ..ReportItem::of_file(path, text, &of_file) });
    }
    auditor.reuse(source);
}

impl<'a> ReportItem<'a> {
    /// The item of the findings about a file.
    pub fn of_file(path: &'a Path, text: Option<&'a Text<'a>>, audit: &'a FileAudit) -> Self {
        let file = SeverityCounts::count(audit.findings());
        Self { path, text, source: None, audit, fixes: None, entry: None, file, place: None }
    }

    /// The item of a game in a run.
    pub fn of_game(record: &AuditedRecord<'a>, game: Audited<'a>) -> Self {
        Self {
            path: record.record.path,
            text: Some(&game.game.text),
            source: Some(game.game.game),
            audit: game.audit,
            fixes: Some(game.fixes),
            entry: game.entry,
            file: SeverityCounts::count(record.audit.findings()),
            place: None,
        }
    }

    /// Returns the game's number in its file, from 1; 0 for findings about the file.
    pub fn game(&self) -> u32 {
        match self.audit {
            FileAudit::Game(audit) => audit.game,
            FileAudit::Findings { game, .. } => *game,
        }
    }

    /// Returns the audit of a game.
    pub fn audited(&self) -> Option<&'a Audit> {
        match self.audit {
            FileAudit::Game(audit) => Some(audit),
            FileAudit::Findings { .. } => None,
        }
    }

    /// Returns the size of the board; 19x19 where no game was audited.
    pub fn size(&self) -> Size {
        self.audited().map_or(Size::STANDARD, |audit| audit.size)
    }

    /// Returns the replay of an audited game.
    pub fn replay(&self) -> Option<&'a Replay> {
        self.audited().map(|audit| &audit.replay)
    }

    pub fn findings(&self) -> &'a [Finding] {
        self.audit.findings()
    }

    /// Returns a table row for each finding of at least this severity that doesn't follow from another one.
    pub fn cause_rows(&self, min_severity: Severity) -> impl Iterator<Item = FindingRow<'a>> {
        self.finding_rows(min_severity).filter(|row| row.finding.follows.is_none())
    }

    /// Returns a table row for each finding of at least this severity.
    pub fn finding_rows(&self, min_severity: Severity) -> impl Iterator<Item = FindingRow<'a>> {
        let (path, game, size, fixes) = (self.path, self.game(), self.size(), self.fixes);
        let findings = self.findings().iter();
        findings.filter(move |finding| finding.severity >= min_severity).map(move |finding| {
            let fix = fixes.and_then(|fixes| fixes.of(finding));
            FindingRow { path, game, size, finding, fix }
        })
    }
}

/// The fingerprints of the findings of one audit.
#[derive(Default)]
pub(super) struct Fingerprints {
    /// How many findings had the same place so far.
    equals: HashMap<String, u32>,
}

impl Fingerprints {
    /// Returns the fingerprint of the next finding: a hash of its file, name, game, move and point, and its number among
    /// those where these are the same. Line breaks, comments and headers don't change it.
    pub fn next(&mut self, row: &FindingRow) -> String {
        let finding = row.finding;
        let path = row.repository_path();
        let point = finding.point.map(|point| point.name(row.size));
        let (name, game, number) = (finding.kind.as_str(), row.game, finding.move_number);
        let place = format!("{path}\0{name}\0{game}\0{number:?}\0{point:?}");
        let hash = blake3::hash(place.as_bytes()).to_hex();
        let equals = self.equals.entry(place).or_default();
        *equals += 1;
        format!("{}:{equals}", &hash[..16])
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use sgf_audit_core::audit::{Finding, FindingKind};
    use sgf_audit_core::go::{Point, Size};
    use sgf_audit_core::sgf::Span;

    #[test]
    fn what_a_finding_is_about_makes_its_fingerprint() {
        let finding = |kind, line, move_number, point| {
            let mut finding = Finding::new(kind, Span::default(), "");
            (finding.line, finding.move_number, finding.point) = (line, move_number, point);
            finding
        };
        let of = |fingerprints: &mut Fingerprints, path: &str, game, finding: &Finding| {
            let row = FindingRow {
                path: Path::new(path),
                game,
                size: Size::STANDARD,
                finding,
                fix: None,
            };
            fingerprints.next(&row)
        };
        let new = |path, game, finding| of(&mut Fingerprints::default(), path, game, finding);
        let ko = finding(FindingKind::Ko, 3, Some(7), Some(Point::new(2, 3)));
        let first = new("a.sgf", 1, &ko);
        let moved = finding(FindingKind::Ko, 9, ko.move_number, ko.point);
        assert_eq!(new("./a.sgf", 1, &moved), first);
        let others = [
            new("b.sgf", 1, &ko),
            new("a.sgf", 2, &ko),
            new("a.sgf", 1, &finding(FindingKind::Superko, 3, ko.move_number, ko.point)),
            new("a.sgf", 1, &finding(FindingKind::Ko, 3, Some(8), ko.point)),
            new("a.sgf", 1, &finding(FindingKind::Ko, 3, ko.move_number, Some(Point::new(3, 3)))),
        ];
        assert!(!others.contains(&first), "{others:?}");
        let mut fingerprints = Fingerprints::default();
        let twice = [1, 2].map(|_| of(&mut fingerprints, "a.sgf", 1, &ko));
        assert_eq!(twice[0], first);
        assert_eq!(twice[1], first.replace(":1", ":2"));
    }
}
