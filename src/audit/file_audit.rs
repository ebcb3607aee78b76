//! One result of auditing a file: `FileAudit`.

use super::finding::{Finding, FindingKind};
use super::game_audit::Audit;
use crate::sgf::Span;

/// The audit of a game, or findings that concern no audited game.
#[derive(Clone, Debug)]
pub enum FileAudit {
    /// A game.
    Game(Box<Audit>),
    /// Findings about the file (game 0), or about a game that wasn't audited.
    Findings {
        /// The number of the game, or 0 for the file.
        game: u32,
        /// The findings.
        findings: Vec<Finding>,
    },
}

impl FileAudit {
    /// The audit of a file that couldn't be read or audited at all.
    #[must_use]
    pub fn failed(kind: FindingKind, message: String) -> Self {
        let finding = Finding::new(kind, Span::default(), message);
        Self::Findings { game: 0, findings: vec![finding] }
    }
}
