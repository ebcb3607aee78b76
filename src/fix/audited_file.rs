//! A version of a file together with its audit.

use std::collections::HashMap;

use crate::audit::{
    Audit, AuditOptions, Auditor, Compare, FileAudit, Finding, FindingKind, Severity,
};
use crate::formats::read;
use crate::sgf::{GameMemory, LineIndex, Text};

/// A finding and the game that it is about.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GameFinding {
    /// The game's number in its file, 0 for the file.
    pub game: u32,
    /// The finding.
    pub finding: Finding,
}

/// The bytes of a file and everything that the audit finds in them.
pub(super) struct AuditedFile {
    pub bytes: Vec<u8>,
    /// Game by game; those about the file come last.
    pub findings: Vec<GameFinding>,
    /// The audits of the Go games, by number.
    pub audits: HashMap<u32, Box<Audit>>,
}

impl AuditedFile {
    /// Audits a file. All findings are kept, since a fix must remove the one that it is for, and nothing is estimated, since
    /// no record is changed because of a guess.
    pub fn new(bytes: Vec<u8>, options: &AuditOptions, auditor: &mut Auditor) -> Self {
        let findings = Self::of_text(read(&bytes), options, auditor);
        Self { bytes, ..findings }
    }

    /// Audits a text, as [`AuditedFile::new`] does, without its bytes.
    pub fn of_text(text: Text, options: &AuditOptions, auditor: &mut Auditor) -> Self {
        let options = AuditOptions {
            max_findings: u32::MAX,
            compare: Compare::Never,
            estimate: false,
            ..options.clone()
        };
        let (mut all, mut audits) = (Vec::new(), HashMap::new());
        let (file, of_file) = auditor.read_file(text, &options);
        let mut lines = LineIndex::default();
        file.for_each_game(&mut GameMemory::default(), |game| {
            let (game, findings) = match auditor.audit_game(game, &options, &mut lines) {
                FileAudit::Game(mut audit) => {
                    let (game, findings) = (audit.game, std::mem::take(&mut audit.findings));
                    audits.insert(game, audit);
                    (game, findings)
                }
                FileAudit::Findings { game, findings } => (game, findings),
            };
            all.extend(findings.into_iter().map(|finding| GameFinding { game, finding }));
        });
        all.extend(of_file.into_iter().map(|finding| GameFinding { game: 0, finding }));
        Self { bytes: Vec::new(), findings: all, audits }
    }

    /// Returns the number of findings of a kind.
    pub fn count(&self, kind: FindingKind) -> usize {
        self.findings.iter().filter(|found| found.finding.kind == kind).count()
    }

    /// Returns the number of findings of severity `error`.
    pub fn errors(&self) -> usize {
        self.findings.iter().filter(|found| found.finding.severity == Severity::Error).count()
    }
}
