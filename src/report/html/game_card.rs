//! The card of one game on request, also with dead stones that a person marks.

use std::path::Path;

use super::card::{card, read_points};
use crate::report::item::ReportItem;
use crate::report::position_view::{GameLookupError, audit_found, find_game};
use sgf_audit_core::audit::{Audit, AuditOptions, Auditor, Compare, FileAudit};
use sgf_audit_core::event::{EventCheck, audit_game};
use sgf_audit_core::formats::read;
use sgf_audit_core::go::{Chains, Grid, Point};
use sgf_audit_core::sgf::{GameMemory, LineIndex, SourceFile};
use sgf_audit_core::table::SeverityCounts;

/// Stones that a person marks as dead. Points are in SGF's letters, one pair after the other.
#[derive(Clone, Copy, Debug)]
pub struct DeadMarks<'a> {
    /// The stones that were dead so far.
    pub dead: &'a str,
    /// A stone whose chain changes from alive to dead, or back. Empty if none does.
    pub toggled: &'a str,
}

/// Returns the card of a game of a file, with its result under every ruleset and the findings of its event. Fails if
/// there is no such game.
pub fn game_card(
    path: &Path,
    bytes: &[u8],
    number: u32,
    marks: Option<DeadMarks>,
    options: &AuditOptions,
    event: Option<&EventCheck>,
    auditor: &mut Auditor,
) -> Result<String, GameLookupError> {
    let text = read(bytes);
    let file = SourceFile::new(text, options.limits);
    let mut memory = GameMemory::default();
    let source = find_game(&file, number, &mut memory)?;
    let mut options = AuditOptions { compare: Compare::Always, ..options.clone() };
    if let Some(marks) = marks {
        let dead_stones = Some(read_points(marks.dead));
        options = AuditOptions { dead_stones, compare: Compare::Never, ..options };
        let before = audit_found(&source, &options, auditor)?;
        if let (Some(&point), Some(grid)) = (read_points(marks.toggled).first(), &before.position) {
            options.dead_stones = Some(toggled(&before, grid, point));
        }
        options.compare = Compare::Always;
    }
    let lines = &mut LineIndex::default();
    let audit = audit_game(event, path, &source, &options, auditor, lines).0;
    let item = ReportItem {
        path,
        text: Some(&source.text),
        source: Some(source.game),
        audit: &audit,
        fixes: None,
        entry: None,
        file: SeverityCounts::default(),
        place: None,
    };
    match &audit {
        FileAudit::Game(game) => Ok(card(item, game, &source.text, source.game)),
        FileAudit::Findings { .. } => Err(GameLookupError::OtherGame),
    }
}

/// Returns the dead stones of an audit with the chain at a point changed from alive to dead, or back.
fn toggled(audit: &Audit, grid: &Grid, point: Point) -> Vec<Point> {
    let size = grid.size();
    let dead = |place: usize| audit.dead.as_ref().is_some_and(|dead| dead.stones[place]);
    let chains = Chains::new(grid);
    let chain = size.contains(point).then(|| usize::from(chains.of[size.index(point)]));
    let chain = chain.and_then(|chain| chains.points.get(chain)).map_or(&[][..], |chain| chain);
    let places = (0..size.area()).filter(|&place| {
        let is_in_chain = chain.contains(&(place as u16));
        dead(place) != is_in_chain
    });
    places.map(|place| size.point(place)).collect()
}
