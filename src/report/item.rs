//! The input of report formats.

use std::path::Path;

use super::columns::FindingRow;
use crate::audit::{FileAudit, Finding, Severity};
use crate::go::Size;
use crate::replay::Replay;
use crate::sgf::Text;

/// An audit and the file it is about.
#[derive(Clone, Copy, Debug)]
pub struct ReportItem<'a> {
    /// The file's path as given or walked.
    pub path: &'a Path,
    /// The file's text; `None` where the file couldn't be read.
    pub text: Option<&'a Text<'a>>,
    /// The audit.
    pub audit: &'a FileAudit,
}

impl<'a> ReportItem<'a> {
    /// Returns the game's number in its file, from 1; 0 where the findings are about the file.
    #[must_use]
    pub fn game(&self) -> u32 {
        match self.audit {
            FileAudit::Game(audit) => audit.game,
            FileAudit::Findings { game, .. } => *game,
        }
    }

    /// Returns the size of the board; 19x19 where no game was audited.
    #[must_use]
    pub fn size(&self) -> Size {
        match self.audit {
            FileAudit::Game(audit) => audit.size,
            FileAudit::Findings { .. } => Size::STANDARD,
        }
    }

    /// Returns the replay of an audited game.
    #[must_use]
    pub fn replay(&self) -> Option<&'a Replay> {
        match self.audit {
            FileAudit::Game(audit) => Some(&audit.replay),
            FileAudit::Findings { .. } => None,
        }
    }

    /// Returns all findings.
    #[must_use]
    pub fn findings(&self) -> &'a [Finding] {
        match self.audit {
            FileAudit::Game(audit) => &audit.findings,
            FileAudit::Findings { findings, .. } => findings,
        }
    }

    /// Returns a table row for each finding of at least this severity.
    pub fn finding_rows(&self, min_severity: Severity) -> impl Iterator<Item = FindingRow<'a>> {
        let (path, game, size) = (self.path, self.game(), self.size());
        let findings = self.findings().iter();
        findings
            .filter(move |finding| finding.severity >= min_severity)
            .map(move |finding| FindingRow { path, game, size, finding })
    }
}
