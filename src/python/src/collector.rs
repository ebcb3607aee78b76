//! Audits as rows of tables, on the threads that make them.

use arrow_schema::SchemaRef;
use sgf_audit::Severity;
use sgf_audit::audit::{AuditOptions, Auditor, FileAudit};
use sgf_audit::batch::{Audited, AuditedRecord, Sink};
use sgf_audit::fix::mark_fixable;
use sgf_audit::report::{
    GameMoves, GameRow, ReportItem, finding_columns, game_columns, move_columns,
};
use sgf_audit::sgf::{SourceFile, SourceGame};

use crate::table_builder::{TableBuilder, schema};

/// A table that a run can make.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TableKind {
    Games,
    Findings,
    Moves,
}

impl TableKind {
    /// All tables with their names.
    const ALL: [(&'static str, Self); 3] =
        [("games", Self::Games), ("findings", Self::Findings), ("moves", Self::Moves)];

    /// Returns the table of this name, or a message.
    pub fn named(name: &str) -> Result<Self, String> {
        let kind = Self::ALL.iter().find(|(known, _)| *known == name);
        kind.map(|(_, kind)| *kind).ok_or_else(|| {
            let known = Self::ALL.map(|(known, _)| known).join(", ");
            format!("no such table: {name:?}; the tables are {known}")
        })
    }

    /// Returns its schema.
    pub fn schema(self) -> SchemaRef {
        match self {
            Self::Games => schema(game_columns()),
            Self::Findings => schema(finding_columns()),
            Self::Moves => schema(move_columns()),
        }
    }
}

/// Collects the rows of some tables.
pub struct TableCollector {
    /// The tables.
    pub tables: Vec<TableKind>,
}

/// Rows of several records.
#[derive(Default)]
pub struct Rows {
    /// Those of each table, in the order of [`TableKind`].
    pub games: TableBuilder,
    pub findings: TableBuilder,
    /// Becomes rows of moves later: a few bytes per move instead of a hundred.
    pub moves: Vec<GameMoves>,
}

impl TableCollector {
    fn add_findings(&self, rows: &mut Rows, item: ReportItem) {
        if self.tables.contains(&TableKind::Findings) {
            for row in item.finding_rows(Severity::Note) {
                rows.findings.push(finding_columns(), &row);
            }
        }
    }
}

impl Sink for TableCollector {
    type Part = Rows;

    fn mark(
        &self,
        file: &SourceFile,
        game: Option<&SourceGame>,
        audit: &mut FileAudit,
        options: &AuditOptions,
        auditor: &mut Auditor,
    ) {
        if self.tables.contains(&TableKind::Findings) {
            mark_fixable(file, game, audit, options, auditor);
        }
    }

    fn game(&self, rows: &mut Rows, record: &AuditedRecord, game: Audited) {
        let item = ReportItem::of_game(record, game);
        if let (FileAudit::Game(audit), Some(text)) = (item.audit, item.text) {
            let (path, file) = (item.path, item.file);
            if self.tables.contains(&TableKind::Games) {
                rows.games.push(game_columns(), &GameRow { path, text, audit, file });
            }
            if self.tables.contains(&TableKind::Moves) {
                rows.moves.push(GameMoves::new(path, audit));
            }
        }
        self.add_findings(rows, item);
    }

    fn end(&self, rows: &mut Rows, record: &AuditedRecord) {
        let text = record.file.map(SourceFile::text);
        self.add_findings(rows, ReportItem::of_file(record.record.path, text, &record.audit));
    }
}
