//! Whether an edited record says what it said before, but for what its edits change.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use super::edit::{Edit, Mapping, Was};
use crate::audit::{
    Audit, AuditOptions, FileAudit, Finding, FindingKind, Scratch, Severity, audit_bytes,
};
use crate::sgf::{Game, Ident, Limits, NodeId, Scanner, Text};

const MOVES: [Ident; 2] = [Ident::new("B"), Ident::new("W")];

/// A file and everything that was found about it.
pub(super) struct Audited {
    /// By game, 0 being the file.
    pub findings: Vec<(u32, Finding)>,
    pub audits: HashMap<u32, Box<Audit>>,
}

impl Audited {
    pub fn new(bytes: &[u8], options: &AuditOptions, scratch: &mut Scratch) -> Self {
        // All findings are wanted: a fix must make each of them vanish.
        // Nothing is rewritten because of a guess.
        let estimate = false;
        let options = AuditOptions { max_findings: u32::MAX, compare: false, estimate, ..*options };
        let mut audited = Self { findings: Vec::new(), audits: HashMap::new() };
        audit_bytes(bytes, &options, scratch, &mut |audit, _| match audit {
            FileAudit::Game(mut audit) => {
                let found = std::mem::take(&mut audit.findings);
                audited.findings.extend(found.into_iter().map(|finding| (audit.game, finding)));
                audited.audits.insert(audit.game, audit);
            }
            FileAudit::Findings { game, findings } => {
                audited.findings.extend(findings.into_iter().map(|finding| (game, finding)));
            }
        });
        audited
    }

    pub fn count(&self, name: FindingKind) -> usize {
        self.findings.iter().filter(|(_, finding)| finding.kind == name).count()
    }

    pub fn errors(&self) -> usize {
        let error = |finding: &Finding| finding.severity == Severity::Error;
        self.findings.iter().filter(|(_, finding)| error(finding)).count()
    }
}

/// Says what is wrong with an edited file, if anything is. `mended` are the findings that the edits are
/// for.
pub(super) fn verify(
    before: (&[u8], &Audited),
    after: (&[u8], &Audited),
    edits: &[Edit],
    mended: &[FindingKind],
    limits: Limits,
) -> Result<(), &'static str> {
    let mut sorted = mended.to_vec();
    sorted.sort_unstable();
    for same in sorted.chunk_by(|a, b| a == b) {
        if after.1.count(same[0]) + same.len() > before.1.count(same[0]) {
            return Err("the finding is still there");
        }
    }
    if after.1.errors() > before.1.errors() {
        return Err("there would be an error that wasn't there before");
    }
    same_record(&Picture::new(before.0, limits), &Picture::new(after.0, limits), edits)?;
    same_games(before.1, after.1, mended)
}

/// Where everything in a file stands.
struct Picture {
    games: u32,
    values: Vec<Value>,
    nodes: Vec<Place>,
}

struct Value {
    start: usize,
    end: usize,
    id: Ident,
    /// Where the identifier stands.
    prop: usize,
    /// Of what it says, escapes resolved.
    hash: u64,
}

struct Place {
    game: u32,
    /// In `nodes`.
    parent: usize,
    start: usize,
    props: Vec<usize>,
    /// Those of `props` that are moves.
    moves: Vec<usize>,
}

impl Picture {
    fn new(bytes: &[u8], limits: Limits) -> Self {
        let text = Text::new(bytes);
        let mut scanner = Scanner::with_limits(&text, limits);
        let (mut game, mut faults) = (Game::default(), Vec::new());
        let mut picture = Self { games: 0, values: Vec::new(), nodes: Vec::new() };
        while scanner.next_game(&mut game, &mut faults) {
            faults.clear();
            picture.games += 1;
            picture.add(scanner.text(), &game);
        }
        picture
    }

    fn add(&mut self, text: &Text, game: &Game) {
        let first = self.nodes.len();
        for (id, node) in game.nodes().iter().enumerate() {
            let (mut props, mut moves) = (Vec::new(), Vec::new());
            for (prop, values) in game.props(id as NodeId) {
                props.push(prop.start as usize);
                if MOVES.contains(&prop.id) {
                    moves.push(prop.start as usize);
                }
                for value in values {
                    let mut hasher = DefaultHasher::new();
                    text.simple_text(value).hash(&mut hasher);
                    let (start, end) = (value.start as usize, value.end as usize);
                    let (id, prop) = (prop.id, prop.start as usize);
                    self.values.push(Value { start, end, id, prop, hash: hasher.finish() });
                }
            }
            self.nodes.push(Place {
                game: self.games,
                parent: first + node.parent as usize,
                start: node.start as usize,
                props,
                moves,
            });
        }
    }
}

/// Whether all values that no edit touches are there as before, in the same nodes of the same tree, and
/// no others but what the edits put in.
fn same_record(before: &Picture, after: &Picture, edits: &[Edit]) -> Result<(), &'static str> {
    if before.games != after.games {
        return Err("the number of games would change");
    }
    let mapping = Mapping::new(edits);
    let touched = |value: &Value| {
        let from = edits.partition_point(|edit| (edit.span.end as usize) < value.start);
        edits[from..].iter().take_while(|edit| edit.span.start as usize <= value.end).any(|edit| {
            let inside = edit.span.start as usize >= value.start.saturating_sub(1);
            let replaced = !edit.span.is_empty() && (edit.span.end as usize) > value.start;
            inside
                && (replaced && (edit.span.start as usize) < value.end.max(value.start + 1)
                    || edit.span.is_empty() && value.start == value.end)
        })
    };
    // Whether an edit writes this identifier in the place of the property's own.
    let renamed = |was: &Value, id: Ident| {
        let from = edits.partition_point(|edit| (edit.span.start as usize) < was.prop);
        let here = edits[from..].iter().take_while(|edit| edit.span.start as usize == was.prop);
        here.into_iter()
            .any(|edit| !edit.span.is_empty() && Ident::read(edit.with.as_bytes()) == id)
    };
    let mut old = before.values.iter().peekable();
    for value in &after.values {
        let Was::At(start) = mapping.back(value.start) else { continue };
        while let Some(gone) = old.next_if(|old| old.start < start) {
            if !touched(gone) {
                return Err("a value would be lost");
            }
        }
        let Some(was) = old.next_if(|old| old.start == start) else {
            return Err("a value would appear");
        };
        let same_name = was.id == value.id || renamed(was, value.id);
        if !touched(was) && (was.hash != value.hash || !same_name) {
            return Err("a value would change");
        }
    }
    if old.any(|gone| !touched(gone)) {
        return Err("a value would be lost");
    }
    same_trees(before, after, &mapping)
}

/// Whether the nodes hang together as before. A node is known by its first property that was there.
fn same_trees(before: &Picture, after: &Picture, mapping: &Mapping) -> Result<(), &'static str> {
    let key = |place: &Place| place.props.first().copied().unwrap_or(place.start);
    let known: HashMap<usize, &Place> =
        before.nodes.iter().map(|place| (key(place), place)).collect();
    // By node: its own key, or for a node that was put in that of the node it hangs on.
    let mut keys: Vec<Option<usize>> = Vec::with_capacity(after.nodes.len());
    // By node: whether a move that wasn't there is made in it or before it.
    let mut behind_new: Vec<bool> = Vec::with_capacity(after.nodes.len());
    let mut found = 0;
    for (id, place) in after.nodes.iter().enumerate() {
        let at = |was| match was {
            Was::At(at) => Some(at),
            Was::New(_) => None,
        };
        let mapped = place.props.iter().find_map(|&prop| at(mapping.back(prop)));
        let own = mapped.or_else(|| at(mapping.back(place.start)));
        let new = place.moves.iter().filter(|&&prop| at(mapping.back(prop)).is_none()).count();
        let follows = place.parent != id && behind_new[place.parent];
        if follows && place.moves.len() > new {
            return Err("a move would follow one that wasn't there");
        }
        behind_new.push(new > 0 || follows);
        match own.and_then(|own| Some((own, known.get(&own)?))) {
            Some((own, was)) => {
                found += 1;
                keys.push(Some(own));
                let above = if place.parent == id { Some(own) } else { keys[place.parent] };
                if above != Some(key(&before.nodes[was.parent])) || was.game != place.game {
                    return Err("a node would move");
                }
            }
            None if place.parent == id => keys.push(None),
            None => keys.push(keys[place.parent]),
        }
    }
    if found == before.nodes.len() { Ok(()) } else { Err("a node would be lost") }
}

/// What setup in mid-game changes: how many points, node by node.
fn setups(audit: &Audit) -> Vec<(u32, bool)> {
    let changing = audit.replay.setups.iter().filter(|setup| setup.changed > 0);
    changing.map(|setup| (setup.changed, setup.takes_dead)).collect()
}

/// Whether each game is what it was, but for what the fixes are for.
fn same_games(
    before: &Audited,
    after: &Audited,
    mended: &[FindingKind],
) -> Result<(), &'static str> {
    let mends = |names: &[FindingKind]| mended.iter().any(|name| names.contains(name));
    let result = mends(&[FindingKind::WrongWinner, FindingKind::WrongMargin]);
    let handicap = mends(&[FindingKind::HandicapMismatch]);
    let passes = mends(&[FindingKind::MissingWhitePass, FindingKind::MissingPasses]);
    if before.audits.len() != after.audits.len() {
        return Err("a game would be lost");
    }
    for (number, was) in &before.audits {
        let Some(is) = after.audits.get(number) else { return Err("a game would be lost") };
        let header = |audit: &Audit| {
            (audit.black.clone(), audit.white.clone(), audit.date.clone(), audit.event.clone())
        };
        if header(was) != header(is) {
            return Err("the players, the date or the event would change");
        }
        if was.size != is.size || was.rules.id != is.rules.id {
            return Err("the board or the ruleset would change");
        }
        if was.replay.tally.plays != is.replay.tally.plays
            || !passes && was.replay.moves != is.replay.moves
            || was.replay.initial != is.replay.initial
            || setups(was) != setups(is)
        {
            return Err("the moves would change");
        }
        if !result && was.outcome != is.outcome {
            return Err("the result would change");
        }
        if !handicap
            && (was.komi != is.komi
                || was.counted() != is.counted()
                || !result && was.verdict != is.verdict)
        {
            return Err("the count would change");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fix::edit::apply;

    #[test]
    fn moves_that_would_follow_an_added_one_are_seen() {
        let record = b"(;GM[1]SZ[9];B[aa](;C[x])(;W[bb]))";
        let added = |at| {
            let edits = [Edit::insert(at, ";W[]")];
            let new = apply(record, &edits);
            let picture = |bytes| Picture::new(bytes, Limits::DEFAULT);
            same_record(&picture(record), &picture(&new), &edits)
        };
        let place = |what: &[u8]| memchr::memmem::find(record, what).unwrap();
        assert_eq!(added(place(b"(;C")), Err("a move would follow one that wasn't there"));
        assert_eq!(added(place(b";C")), Ok(()));
        assert_eq!(added(place(b")(;W")), Ok(()));
        assert_eq!(added(record.len() - 2), Ok(()));
    }
}
