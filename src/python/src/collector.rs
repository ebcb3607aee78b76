//! Audits as rows of tables, on the threads that make them.

use std::collections::{HashMap, HashSet};

use arrow_schema::SchemaRef;
use sgf_audit::batch::{Audited, AuditedRecord, FixesOf, Sink};
use sgf_audit::report::{ReportItem, with_comparison_rows};
use sgf_audit_core::Severity;
use sgf_audit_core::audit::FileAudit;
use sgf_audit_core::fix::fixes_of;
use sgf_audit_core::printable::path_text;
use sgf_audit_core::sgf::SourceFile;
use sgf_audit_core::table::{
    GameDetails, GameRow, finding_columns, game_columns, move_columns, point_columns,
    ruleset_columns, setup_columns,
};

use crate::positions::{LeftOut, PlayedGame, PositionRows, PositionShape, left_out_rows};
use crate::table_builder::{TableBuilder, schema};

/// A table that a run can make.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TableKind {
    Games,
    Findings,
    Moves,
    Setup,
    Points,
    Rulesets,
    /// The positions of the games, and the games that have none to give.
    Positions(PositionShape),
    LeftOut,
}

impl TableKind {
    /// All tables with their names.
    const ALL: [(&'static str, Self); 6] = [
        ("games", Self::Games),
        ("findings", Self::Findings),
        ("moves", Self::Moves),
        ("setup", Self::Setup),
        ("points", Self::Points),
        ("rulesets", Self::Rulesets),
    ];

    /// Returns the table of this name, or a message.
    pub fn named(name: &str) -> Result<Self, String> {
        let kind = Self::ALL.iter().find(|(known, _)| *known == name);
        kind.map(|(_, kind)| *kind).ok_or_else(|| {
            let known = Self::ALL.map(|(known, _)| known).join(", ");
            format!("no such table: {name:?}; the tables are {known}")
        })
    }

    pub fn schema(self) -> SchemaRef {
        match self {
            Self::Games => schema(game_columns(), false),
            Self::Findings => schema(finding_columns(), false),
            Self::Moves => schema(move_columns(), true),
            Self::Setup => schema(setup_columns(), true),
            Self::Points => schema(point_columns(), true),
            Self::Rulesets => schema(ruleset_columns(), false),
            Self::Positions(shape) => PositionRows::default().finish(shape).schema(),
            Self::LeftOut => left_out_rows(&[]).schema(),
        }
    }

    /// Whether its rows are made from the [details](GameDetails) of games.
    pub fn is_of_details(self) -> bool {
        matches!(self, Self::Moves | Self::Setup | Self::Points | Self::Positions(_))
    }
}

/// Collects the rows of some tables.
pub struct TableCollector {
    pub tables: Vec<TableKind>,
    /// The numbers of the games that are taken by their paths; `None` if all are.
    pub games: Option<HashMap<String, HashSet<u32>>>,
}

/// Rows of several records.
#[derive(Default)]
pub struct Rows {
    /// Those of the tables of games, findings and rulesets.
    pub tables: Tables,
    /// Becomes rows of moves, setup and points later: a few bytes per row instead of a hundred.
    pub details: Vec<GameDetails>,
    /// Becomes rows of positions.
    pub played: Vec<PlayedGame>,
    pub left_out: Vec<LeftOut>,
}

/// The rows of some tables.
#[derive(Default)]
pub struct Tables(Vec<(TableKind, TableBuilder)>);

impl Tables {
    /// Returns the rows of a table.
    pub fn of(&mut self, kind: TableKind) -> &mut TableBuilder {
        let known = self.0.iter().position(|(known, _)| *known == kind);
        let place = known.unwrap_or(self.0.len());
        if known.is_none() {
            self.0.push((kind, TableBuilder::new(kind.is_of_details())));
        }
        &mut self.0[place].1
    }

    pub fn append(&mut self, other: Self) {
        other.0.into_iter().for_each(|(kind, rows)| self.of(kind).append(rows));
    }
}

impl TableCollector {
    /// Whether rows are made of a record, or of one of its games.
    fn takes(&self, record: &AuditedRecord, game: Option<u32>) -> bool {
        let Some(games) = &self.games else { return true };
        let taken = games.get(&*path_text(record.record.path));
        taken.is_some_and(|taken| game.is_none_or(|game| taken.contains(&game)))
    }

    /// The positions that are made, if any are.
    fn positions(&self) -> Option<PositionShape> {
        self.tables.iter().find_map(|table| match table {
            TableKind::Positions(shape) => Some(*shape),
            _ => None,
        })
    }

    fn add_findings(&self, rows: &mut Rows, item: ReportItem) {
        if self.tables.contains(&TableKind::Findings) {
            for row in item.finding_rows(Severity::Note) {
                rows.tables.of(TableKind::Findings).push(finding_columns(), &row);
            }
        }
    }
}

impl Sink for TableCollector {
    type Part = Rows;

    fn fixes_of(&self) -> Option<(FixesOf, Severity)> {
        self.tables.contains(&TableKind::Findings).then_some((fixes_of, Severity::Note))
    }

    fn game(&self, rows: &mut Rows, record: &AuditedRecord, game: Audited) {
        if !self.takes(record, Some(game.game.number)) {
            return;
        }
        let item = ReportItem::of_game(record, game);
        if let (FileAudit::Game(audit), Some(text)) = (item.audit, item.text) {
            let (path, file) = (item.path, item.file);
            if self.tables.contains(&TableKind::Games) {
                let row = GameRow { path, text, audit, file };
                rows.tables.of(TableKind::Games).push(game_columns(), &row);
            }
            if self.tables.contains(&TableKind::Rulesets) {
                let rulesets = rows.tables.of(TableKind::Rulesets);
                with_comparison_rows(path, audit, |row| rulesets.push(ruleset_columns(), &row));
            }
            if let Some(shape) = self.positions() {
                match PlayedGame::new(&GameRow { path, text, audit, file }, shape) {
                    Ok(game) => rows.played.push(game),
                    Err(reason) => rows.left_out.push(LeftOut::new(path, audit.game, reason)),
                }
            } else if self.tables.iter().any(|table| table.is_of_details()) {
                let board = self.tables.contains(&TableKind::Points);
                rows.details.push(GameDetails::new(path, audit, board));
            }
        }
        self.add_findings(rows, item);
    }

    fn size(&self, rows: &Rows) -> usize {
        let in_tables: usize = rows.tables.0.iter().map(|(_, rows)| rows.rows()).sum();
        (in_tables + rows.left_out.len()) * 512 + (rows.details.len() + rows.played.len()) * 4096
    }

    fn end(&self, rows: &mut Rows, record: &AuditedRecord) {
        if !self.takes(record, None) {
            return;
        }
        let text = record.file.map(SourceFile::text);
        let item = ReportItem::of_file(record.record.path, text, &record.audit);
        self.add_findings(rows, ReportItem { fixes: Some(&record.fixes), ..item });
    }
}
