//! A game's result as its event decided it, written into the record: RE, and the territory as TB and TW.

use std::path::Path;

use super::edit::{Edit, apply, with_brackets};
use crate::audit::{Audit, AuditOptions, Auditor, FileAudit};
use crate::event::{EventCheck, audit_game};
use crate::formats::read;
use crate::go::{ByColor, Color, Point};
use crate::record::ValueSource;
use crate::score::Score;
use crate::sgf::{
    Agreement, GameMemory, Ident, LineIndex, Outcome, ROOT, SourceFile, SourceGame, Span,
};

const RESULT: Ident = Ident::new("RE");
const MARKS: ByColor<Ident> = ByColor::new(Ident::new("TB"), Ident::new("TW"));

/// Returns a record with the result that counts in its event: the ruling, or else the count with the dead stones that a
/// ruling names and the penalties. Where the count stands, its territory is marked, if marks can say which stones are dead.
/// Everything else stays as it is. Fails with the reason why it can't be written, and what to do.
pub fn write_decision(
    path: &Path,
    bytes: &[u8],
    number: u32,
    options: &AuditOptions,
    event: &EventCheck,
    auditor: &mut Auditor,
) -> Result<Vec<u8>, &'static str> {
    let text = read(bytes);
    if text.is_converted() || text.no_record().is_some() || text.is_decoded() {
        return Err("a decision can be written only into SGF, in an encoding that extends ASCII");
    }
    let file = SourceFile::new(text, options.limits);
    if file.has_conflict() {
        return Err("the file has marks of a merge conflict");
    }
    let mut memory = GameMemory::default();
    let game = file.game(number, &mut memory).ok_or("the file has no such game")?;
    let lines = &mut LineIndex::default();
    let audit = audit_game(Some(event), path, &game, options, auditor, lines).0;
    let FileAudit::Game(audit) = audit else { return Err("the game isn't Go") };
    let decision = audit.decision.clone().unwrap_or_default();
    let outcome = decision.result.or(audit.possible_or_counted());
    let outcome = outcome.ok_or("the game has neither a count nor a ruling")?;
    let has_penalty = decision.penalties != ByColor::default();
    // A ruled result may be another one than the board's.
    let is_count = decision.is_adjusted || [None, audit.recounted()].contains(&decision.result);
    let counts = is_count || has_penalty;
    let stated = [
        (audit.info.komi.is_some(), audit.komi_source),
        (!audit.info.rules.is_empty(), audit.ruleset_source),
    ];
    if counts && stated.contains(&(true, ValueSource::Event)) {
        return Err(
            "the record states another komi or ruleset than the event; correct KM or RU first",
        );
    }
    // Where marks can't say what was decided, the result alone does.
    for is_marked in [counts, false] {
        let mut edits = result_edits(&game, outcome)?;
        if let Some(score) = audit.score.as_ref().filter(|_| is_marked) {
            edits.extend(
                territory_edits(&game, &audit, score)
                    .ok_or("a property of the last node has no end")?,
            );
        }
        edits.sort_by_key(|edit| edit.span.start);
        let written = apply(bytes, &edits);
        // The written text must be read the same way.
        let options = AuditOptions { dead_stones: None, ..options.clone() };
        let file = SourceFile::new(read(&written), options.limits);
        let mut memory = GameMemory::default();
        let again = file.game(number, &mut memory);
        let again =
            again.map(|game| auditor.audit_game(&game, &options, &mut LineIndex::default()));
        if let Some(FileAudit::Game(again)) = again
            && again.outcome.agreement(outcome) != Agreement::Differs
            && (!is_marked || audit.counted() == again.counted())
        {
            return Ok(written);
        }
    }
    Err("the record would be read otherwise")
}

/// The edits that make RE an outcome.
fn result_edits(game: &SourceGame, outcome: Outcome) -> Result<Vec<Edit>, &'static str> {
    let value = outcome.to_string();
    let of_node = |node| game.game.find(node, RESULT);
    if let Some(values) = (0..game.game.main_line()).find_map(of_node) {
        let edits = values.iter().map(|&span| Edit::replace(span, &*value));
        return Ok(edits.take(1).collect());
    }
    let start = game.game.nodes().get(ROOT as usize).map(|root| root.start as usize);
    let is_node = |start: &usize| game.text.bytes().get(*start) == Some(&b';');
    let at = start.filter(is_node).ok_or("the game has no root node")?;
    Ok(vec![Edit::insert(at + 1, format!("RE[{value}]"))])
}

/// The edits that mark the territory of a count in the last node of the main line, or in that with marks. `None` if a value
/// of the node has no end.
fn territory_edits(game: &SourceGame, audit: &Audit, score: &Score) -> Option<Vec<Edit>> {
    let tree = game.game;
    let node = audit.replay.marked_node.unwrap_or(tree.main_line().saturating_sub(1));
    let mut edits = Vec::new();
    let mut end = tree.nodes()[node as usize].start as usize + 1;
    for (prop, values) in tree.props(node) {
        let last = with_brackets(game.text.bytes(), *values.last()?)?.end as usize;
        if MARKS.iter().any(|(_, id)| *id == prop.id) {
            edits.push(Edit::remove(Span::new(prop.start as usize, last)));
        } else {
            end = end.max(last);
        }
    }
    let cells = audit.replay.position.cells();
    let is_dead = |at: usize| audit.dead.as_ref().is_some_and(|dead| dead.stones[at]);
    let mut marks = String::new();
    for color in Color::BOTH {
        let places = audit.size.points().enumerate().filter(|(at, _)| {
            score.count.owner[*at] == Some(color) && (cells[*at].is_none() || is_dead(*at))
        });
        let letters = |point: Point| String::from_iter(point.sgf().map(char::from));
        let points: String = places.map(|(_, point)| format!("[{}]", letters(point))).collect();
        if !points.is_empty() {
            marks.push_str(MARKS[color].spelling().as_str());
            marks.push_str(&points);
        }
    }
    edits.push(Edit::insert(end, marks));
    Some(edits)
}
