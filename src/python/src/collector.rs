//! Audits as rows of tables, on the threads that make them.

use std::path::Path;

use arrow_schema::SchemaRef;
use sgf_audit::Severity;
use sgf_audit::audit::FileAudit;
use sgf_audit::batch::Collector;
use sgf_audit::report::{
    GameMoves, GameRow, ReportItem, SeverityCounts, finding_columns, game_columns, move_columns,
};
use sgf_audit::sgf::Text;

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
        let found = Self::ALL.iter().find(|(known, _)| *known == name);
        found.map(|(_, kind)| *kind).ok_or_else(|| {
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
    /// What becomes rows of moves later: a few bytes a move, where a row has a hundred.
    pub moves: Vec<GameMoves>,
    /// Where in `games` the rows of the last file begin that isn't known to be complete.
    last_file: usize,
    /// The findings of that file.
    file: SeverityCounts,
}

impl Rows {
    /// Says that the last file is complete: its findings count in the rows of its games.
    pub fn end_file(&mut self) {
        let file = std::mem::take(&mut self.file);
        let rows = self.last_file..self.games.rows();
        self.last_file = rows.end;
        self.games.add_file(game_columns(), rows, file);
    }

    /// Returns the findings of a file of which these rows are a part.
    pub fn file(&self) -> SeverityCounts {
        self.file
    }

    /// Adds the findings of a file of which these rows are a part.
    pub fn add_file(&mut self, file: SeverityCounts) {
        self.file = file;
        self.end_file();
    }
}

impl Collector for TableCollector {
    type Part = Rows;

    fn add(&self, rows: &mut Rows, path: &Path, audit: &FileAudit, text: Option<&Text>) {
        let item = ReportItem { path, text, audit };
        if self.tables.contains(&TableKind::Games) {
            if let (FileAudit::Game(audit), Some(text)) = (audit, text) {
                let file = SeverityCounts::default();
                rows.games.push(game_columns(), &GameRow { path, text, audit, file });
            }
            if item.game() == 0 {
                rows.file += SeverityCounts::of(item.findings());
            }
        }
        if self.tables.contains(&TableKind::Moves)
            && let FileAudit::Game(audit) = audit
        {
            rows.moves.push(GameMoves::of(path, audit));
        }
        if self.tables.contains(&TableKind::Findings) {
            for row in item.finding_rows(Severity::Note) {
                rows.findings.push(finding_columns(), &row);
            }
        }
    }

    fn end_file(&self, rows: &mut Rows) {
        rows.end_file();
    }
}
