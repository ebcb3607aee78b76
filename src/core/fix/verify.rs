//! Verifies that an edited record means what it meant before, apart from what its fixes may change.

use std::cell::LazyCell;
use std::collections::HashSet;
use std::ops::Range;

use super::context::is_move;
use super::edit::{ByteOrigin, Edit, StepMap};
use super::version::{Rejection, Version};
use crate::audit::{Audit, FileAudit, FindingKind};
use crate::sgf::{EncodingSource, Game, GameMemory, Ident, NodeId, PropertyKind, Span, Text};

/// The changes that a fix may make in the audit of a game, besides removing its finding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MayChange {
    /// The recorded result, and with it the verdict.
    pub result: bool,
    /// The komi, the count and the verdict.
    pub count: bool,
    pub passes: bool,
}

impl MayChange {
    pub(super) const NOTHING: Self = Self { result: false, count: false, passes: false };
    pub(super) const RESULT: Self = Self { result: true, ..Self::NOTHING };
    pub(super) const COUNT: Self = Self { count: true, ..Self::NOTHING };
    pub(super) const PASSES: Self = Self { passes: true, ..Self::NOTHING };

    /// Returns what either of two fixes may change.
    pub(super) const fn union(self, other: Self) -> Self {
        Self {
            result: self.result || other.result,
            count: self.count || other.count,
            passes: self.passes || other.passes,
        }
    }
}

/// The edits of a step and the fixes that they belong to.
pub(super) struct Step {
    /// Sorted and apart from each other.
    pub edits: Vec<Edit>,
    /// The kind of each finding that is fixed.
    pub kinds: Vec<FindingKind>,
    /// The changes that at least one of the fixes may make.
    pub may_change: MayChange,
    /// The properties of the header whose values at least one of the fixes may edit.
    pub header: HashSet<Ident>,
}

impl Step {
    /// Whether no fix may edit a property of the header.
    fn keeps(&self, id: Ident) -> bool {
        let is_header = matches!(id.info().kind, PropertyKind::Root | PropertyKind::GameInfo);
        is_header && !self.header.contains(&id)
    }

    /// Whether a fix may remove a property that isn't empty.
    fn may_remove(&self, id: Ident) -> bool {
        self.header.contains(&id)
    }
}

/// Checks an edited game, or an edited file with all of its games. Fails if a fixed finding is still there, if there
/// are more errors than before, or if something has changed that the fixes may not change.
pub(super) fn verify(before: &Version, after: &Version, step: &Step) -> Result<(), Rejection> {
    let mut kinds = step.kinds.clone();
    kinds.sort_unstable();
    for same in kinds.chunk_by(|a, b| a == b) {
        if after.count(same[0]) + same.len() > before.count(same[0]) {
            return Err(Rejection::StillFound);
        }
    }
    if after.errors() > before.errors() {
        return Err(Rejection::NewError);
    }
    let is_decoded_alike = match after.game {
        Some(_) => after.text.is_ascii() || after.text.encoding() == before.text.encoding(),
        None => after.file.is_decoded_as(before.file),
    };
    // A guess that becomes less sure can no longer be declared.
    let is_as_sure = after.text.source() != EncodingSource::Detected
        || after.text.confidence() >= before.text.confidence();
    if !is_decoded_alike || !is_as_sure {
        return Err(Rejection::Charset);
    }
    let map = StepMap::new(&step.edits);
    match (&before.game, &after.game) {
        (Some(old), Some(new)) => {
            let before = Tree { text: before.text, game: old.game, base: before.base };
            let after = Tree { text: after.text, game: new.game, base: after.base };
            same_tree(before, after, step, &map)?;
            match (old.audit, new.audit) {
                (FileAudit::Game(old), FileAudit::Game(new)) => same_game(old, new, step),
                (FileAudit::Findings { .. }, FileAudit::Findings { .. }) => Ok(()),
                _ => Err(Rejection::GameLost),
            }
        }
        _ => same_trees(before, after, step, &map),
    }
}

/// Checks that the trees of all games of a file are what they were.
fn same_trees(
    before: &Version,
    after: &Version,
    step: &Step,
    map: &StepMap,
) -> Result<(), Rejection> {
    if before.file.games() != after.file.games() {
        return Err(Rejection::GameCount);
    }
    let mut memory = [GameMemory::default(), GameMemory::default()];
    for number in 1..=before.file.games() {
        let [old, new] = &mut memory;
        let old = before.file.game(number, old).ok_or(Rejection::GameLost)?;
        let new = after.file.game(number, new).ok_or(Rejection::GameLost)?;
        let old = Tree { text: &old.text, game: old.game, base: 0 };
        same_tree(old, Tree { text: &new.text, game: new.game, base: 0 }, step, map)?;
    }
    Ok(())
}

/// A game, and where the bytes begin that its offsets count from.
#[derive(Clone, Copy)]
struct Tree<'a> {
    text: &'a Text<'a>,
    game: &'a Game,
    base: u32,
}

fn same_tree(before: Tree, after: Tree, step: &Step, map: &StepMap) -> Result<(), Rejection> {
    if edits_values_alone(before, after, step, map) {
        return Ok(());
    }
    let (before, after) = (Snapshot::new(before), Snapshot::new(after));
    same_values(&before, &after, step, map)?;
    same_nodes(&before, &after, &step.edits, map)
}

/// Whether the edits change nothing but the content of values that they may change, so that everything else is where it was.
/// Both texts must be decoded alike.
fn edits_values_alone(before: Tree, after: Tree, step: &Step, map: &StepMap) -> bool {
    let Span { start, end } = before.game.span;
    // A file may have as many edits as games.
    let first = step.edits.partition_point(|edit| edit.span.end + before.base < start);
    let of_game = step.edits[first..].iter().map(|edit| Span {
        start: edit.span.start + before.base,
        end: edit.span.end + before.base,
    });
    let mut of_game = of_game.take_while(|span| span.start <= end);
    of_game.all(|span| before.game.property_around(span).is_some_and(|id| !step.keeps(id)))
        && after.game.is_moved_from(before.game, |at| {
            let kept = map.origin(at.checked_sub(after.base)? as usize).kept()?;
            Some(kept as u32 + before.base)
        })
}

/// Checks that all values that no edit touches are unchanged, that edits touch only those values of the header that they
/// may, and that only edits add others.
fn same_values(
    before: &Snapshot,
    after: &Snapshot,
    step: &Step,
    map: &StepMap,
) -> Result<(), Rejection> {
    let edits = &step.edits;
    // Where edits that add a value begin. Few steps need it.
    let adding = LazyCell::new(|| -> HashSet<usize> {
        let starts = after.values.iter().map(|value| map.origin(value.start));
        let inserted = |origin| match origin {
            ByteOrigin::Inserted(at) => Some(at),
            ByteOrigin::Kept(_) => None,
        };
        starts.filter_map(inserted).collect()
    });
    let check_gone = |gone: &SnapshotValue| {
        let is_removed =
            is_removed(gone, edits) && (gone.start == gone.end || step.may_remove(gone.id));
        if !is_removed && !is_replaced(gone, edits, &adding) && !is_joined(gone, edits) {
            return Err(Rejection::ValueLost);
        }
        if step.keeps(gone.id) { Err(Rejection::Header) } else { Ok(()) }
    };
    // An edited value ends in an edit or where a value ended before. A value that it swallowed would be missing.
    let ends_with_value = |end: usize| match map.origin(end).kept() {
        Some(end) => before.values.binary_search_by_key(&end, |old| old.end).is_ok(),
        None => true,
    };
    let mut old_values = before.values.iter().peekable();
    for value in &after.values {
        let Some(start) = map.origin(value.start).kept() else {
            if step.keeps(value.id) {
                return Err(Rejection::Header);
            }
            continue;
        };
        while let Some(gone) = old_values.next_if(|old| old.start < start) {
            check_gone(gone)?;
        }
        let Some(old) = old_values.next_if(|old| old.start == start) else {
            return Err(Rejection::ValueAdded);
        };
        let is_same = after.has_same_text(value, before, old);
        let has_same_id = old.id == value.id;
        if is_same && has_same_id {
            continue;
        }
        let has_id = has_same_id || is_renamed(old, value.id, edits);
        if !has_id || !(is_same || is_edited(old, edits) && ends_with_value(value.end)) {
            return Err(Rejection::ValueChanged);
        }
        if step.keeps(old.id) || step.keeps(value.id) {
            return Err(Rejection::Header);
        }
    }
    old_values.try_for_each(check_gone)
}

/// Whether an edit removes the property of a value.
fn is_removed(value: &SnapshotValue, edits: &[Edit]) -> bool {
    let at = edits.partition_point(|edit| edit.span.end as usize <= value.id_start);
    let here = edits.get(at).filter(|edit| edit.span.start as usize <= value.id_start);
    here.is_some_and(|edit| edit.with.is_empty() && edit.span.end as usize > value.end)
}

/// Whether an edit removes a value with its brackets, or puts another value where it begins.
fn is_replaced(value: &SnapshotValue, edits: &[Edit], adding: &HashSet<usize>) -> bool {
    // An empty value has no byte of its own: whatever fills or closes it stands where it began.
    if value.start == value.end && adding.contains(&value.start) {
        return true;
    }
    let at = edits.partition_point(|edit| edit.span.end as usize <= value.start);
    let here = edits.get(at).filter(|edit| (edit.span.start as usize) < value.start);
    here.is_some_and(|edit| match edit.with.is_empty() {
        true => edit.span.end as usize > value.end,
        false => is_edited(value, edits) && adding.contains(&(edit.span.start as usize)),
    })
}

/// Whether an edit replaces the bracket before a value, so that it becomes part of the value before it.
fn is_joined(value: &SnapshotValue, edits: &[Edit]) -> bool {
    let at = edits.partition_point(|edit| (edit.span.end as usize) < value.start);
    let here = edits.get(at).filter(|edit| edit.span.end as usize == value.start);
    here.is_some_and(|edit| !edit.span.is_empty() && !edit.with.is_empty())
}

/// Whether an edit replaces part of a value, or adds to it.
fn is_edited(value: &SnapshotValue, edits: &[Edit]) -> bool {
    let from = edits.partition_point(|edit| (edit.span.end as usize) < value.start);
    let near = edits[from..].iter().take_while(|edit| edit.span.start as usize <= value.end);
    near.into_iter().any(|edit| {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        let is_within = start >= value.start.saturating_sub(1);
        // The bracket behind it is replaced where another value is joined to it.
        let replaces = !edit.span.is_empty() && end > value.start && start <= value.end;
        let adds = edit.span.is_empty() && start >= value.start;
        is_within && (replaces || adds)
    })
}

/// Whether an edit replaces the identifier of a value's property by this one.
fn is_renamed(value: &SnapshotValue, id: Ident, edits: &[Edit]) -> bool {
    let from = edits.partition_point(|edit| (edit.span.start as usize) < value.id_start);
    let here = edits[from..].iter().take_while(|edit| edit.span.start as usize == value.id_start);
    here.into_iter().any(|edit| !edit.span.is_empty() && Ident::read(&edit.with) == id)
}

/// Checks that all nodes have the parents that they had. A node is identified by its first property that was there before
/// and stays.
fn same_nodes(
    before: &Snapshot,
    after: &Snapshot,
    edits: &[Edit],
    map: &StepMap,
) -> Result<(), Rejection> {
    let stays = |at: usize| {
        let last = edits.partition_point(|edit| edit.span.start as usize <= at).checked_sub(1);
        let edit = last.map(|last| &edits[last]);
        edit.is_none_or(|edit| !edit.with.is_empty() || edit.span.end as usize <= at)
    };
    let key = |node: &SnapshotNode| {
        let mut starts = before.properties(node).iter().map(|property| property.start);
        starts.find(|&at| stays(at)).unwrap_or(node.start)
    };
    // In the order of the file, so that they are sorted.
    let old_keys: Vec<usize> = before.nodes.iter().map(key).collect();
    let kept = |at: usize| map.origin(at).kept();
    // For each node its own key; for an added node the key of the node that it follows.
    let mut keys: Vec<Option<usize>> = Vec::with_capacity(after.nodes.len());
    // For each node whether it or a node before it has an added move.
    let mut behind_added: Vec<bool> = Vec::with_capacity(after.nodes.len());
    let mut matched = 0;
    for (id, node) in after.nodes.iter().enumerate() {
        let is_root = node.parent == id;
        let properties = after.properties(node);
        let has_move =
            |added| properties.iter().any(|it| it.is_move && kept(it.start).is_none() == added);
        let follows_added = !is_root && behind_added[node.parent];
        if follows_added && has_move(false) {
            return Err(Rejection::MoveAfterAdded);
        }
        behind_added.push(follows_added || has_move(true));
        let own_key = properties.iter().find_map(|it| kept(it.start)).or_else(|| kept(node.start));
        match own_key.and_then(|own| Some((own, old_keys.binary_search(&own).ok()?))) {
            Some((own, old)) => {
                matched += 1;
                keys.push(Some(own));
                let parent = if is_root { Some(own) } else { keys[node.parent] };
                if parent != Some(old_keys[before.nodes[old].parent]) {
                    return Err(Rejection::NodeMoved);
                }
            }
            None if is_root => keys.push(None),
            None => keys.push(keys[node.parent]),
        }
    }
    if matched == before.nodes.len() { Ok(()) } else { Err(Rejection::NodeLost) }
}

/// Checks that a game is what it was, apart from what the fixes may change.
fn same_game(old: &Audit, new: &Audit, step: &Step) -> Result<(), Rejection> {
    let MayChange { result, count, passes } = step.may_change;
    let kept = |(id, _): &(Ident, &str)| !step.header.contains(id);
    if !stated(old).into_iter().filter(kept).eq(stated(new).into_iter().filter(kept))
        || old.info.server != new.info.server
    {
        return Err(Rejection::Header);
    }
    if old.size != new.size || old.rules.id != new.rules.id {
        return Err(Rejection::Setting);
    }
    if old.replay.tally.plays != new.replay.tally.plays
        || !passes && old.replay.moves != new.replay.moves
        || old.replay.initial != new.replay.initial
        || effective_setups(old) != effective_setups(new)
    {
        return Err(Rejection::Moves);
    }
    if !result && old.outcome != new.outcome {
        return Err(Rejection::Result);
    }
    if !count
        && (old.komi != new.komi
            || old.counted() != new.counted()
            || !result && old.verdict != new.verdict)
    {
        return Err(Rejection::Count);
    }
    Ok(())
}

/// Returns a record's header by property.
fn stated(audit: &Audit) -> [(Ident, &str); 10] {
    let Audit { black, white, date, event, info, .. } = audit;
    [
        (Ident::new("PB"), black),
        (Ident::new("PW"), white),
        (Ident::new("DT"), date),
        (Ident::new("EV"), event),
        (Ident::new("RO"), &info.round),
        (Ident::new("PC"), &info.place),
        (Ident::new("BR"), &info.black_rank),
        (Ident::new("WR"), &info.white_rank),
        (Ident::new("OT"), &info.overtime),
        (Ident::new("RU"), &info.rules),
    ]
}

/// Returns for each setup in mid-game that changes the board how many points it changes, and whether it takes dead stones off.
fn effective_setups(audit: &Audit) -> Vec<(u32, bool)> {
    let effective = audit.replay.setups.iter().filter(|setup| setup.changed > 0);
    effective.map(|setup| (setup.changed, setup.takes_dead)).collect()
}

/// The nodes and values of a game, in the order of the file. Offsets count from where the game's bytes begin.
struct Snapshot<'a> {
    text: &'a Text<'a>,
    base: u32,
    values: Vec<SnapshotValue>,
    properties: Vec<SnapshotProperty>,
    nodes: Vec<SnapshotNode>,
}

struct SnapshotValue {
    start: usize,
    end: usize,
    id: Ident,
    /// Start of the property's identifier.
    id_start: usize,
}

struct SnapshotProperty {
    /// Start of the identifier.
    start: usize,
    is_move: bool,
}

struct SnapshotNode {
    /// Index of the parent; the root is its own parent.
    parent: usize,
    start: usize,
    properties: Range<usize>,
}

impl<'a> Snapshot<'a> {
    fn new(Tree { text, game, base }: Tree<'a>) -> Self {
        let offset = |at: u32| at.saturating_sub(base) as usize;
        // Most nodes have one value.
        let size = game.nodes().len() + 32;
        let (mut values, mut properties) = (Vec::with_capacity(size), Vec::with_capacity(size));
        let mut nodes = Vec::with_capacity(size);
        for (id, node) in game.nodes().iter().enumerate() {
            let first = properties.len();
            for (prop, of_prop) in game.props(id as NodeId) {
                let id_start = offset(prop.start);
                properties.push(SnapshotProperty { start: id_start, is_move: is_move(prop.id) });
                for value in of_prop {
                    values.push(SnapshotValue {
                        start: offset(value.start),
                        end: offset(value.end),
                        id: prop.id,
                        id_start,
                    });
                }
            }
            nodes.push(SnapshotNode {
                parent: node.parent as usize,
                start: offset(node.start),
                properties: first..properties.len(),
            });
        }
        Self { text, base, values, properties, nodes }
    }

    /// Whether a value has the same text as one of another version, escapes resolved.
    fn has_same_text(&self, value: &SnapshotValue, other: &Self, theirs: &SnapshotValue) -> bool {
        let span = |of: &Self, it: &SnapshotValue| {
            let base = of.base as usize;
            Span::new(base + it.start, base + it.end)
        };
        let (own, theirs) = (span(self, value), span(other, theirs));
        let raw = [own.of(self.text.bytes()), theirs.of(other.text.bytes())];
        let is_alike = self.text.encoding() == other.text.encoding() || raw[0].is_ascii();
        raw[0] == raw[1] && is_alike || self.text.simple_text(own) == other.text.simple_text(theirs)
    }

    fn properties(&self, node: &SnapshotNode) -> &[SnapshotProperty] {
        &self.properties[node.properties.clone()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::{AuditOptions, Auditor};
    use crate::fix::edit::apply;
    use crate::fix::version::fix_options;
    use crate::sgf::{Limits, LineIndex, SourceFile};

    /// The verdict on a step that puts texts in place of others.
    fn verdict(
        record: &str,
        changes: &[(&str, &str)],
        may_change: MayChange,
        header: &[&str],
    ) -> Result<(), Rejection> {
        let edit = |&(was, is): &(&str, &str)| {
            let at = record.find(was).expect("it is there");
            match is.strip_prefix(was) {
                Some(added) => Edit::insert(at + was.len(), added),
                None => Edit::replace(Span::new(at, at + was.len()), is),
            }
        };
        let edits: Vec<Edit> = changes.iter().map(edit).collect();
        let edited = apply(record.as_bytes(), &edits);
        let options = fix_options(&AuditOptions::default());
        let mut auditor = Auditor::new();
        let mut read = |bytes| auditor.read_file(Text::new(bytes), &options).0;
        let files = [read(record.as_bytes()), read(&edited)];
        let mut memory = [GameMemory::default(), GameMemory::default()];
        let [old, new] = &mut memory;
        let (old, new) = (files[0].game(1, old), files[1].game(1, new));
        let (old, new) = (old.expect("a game"), new.expect("a game"));
        let mut audit = |game| auditor.audit_game(game, &options, &mut LineIndex::default());
        let audits = [audit(&old), audit(&new)];
        let before = Version::of_game(&files[0], &old, &audits[0]);
        let after = Version::of_game(&files[1], &new, &audits[1]);
        let header = header.iter().map(|id| Ident::new(id)).collect();
        verify(&before, &after, &Step { edits, kinds: Vec::new(), may_change, header })
    }

    #[test]
    fn a_step_changes_what_it_may_and_nothing_else() {
        const GAME: &str = "(;GM[1]FF[4]SZ[9]RU[AGA]KM[6.5]RE[B+R]PB[x]C[one];B[aa];W[bb]C[two])";
        type Case = (&'static [(&'static str, &'static str)], MayChange, &'static [&'static str]);
        const NOTHING: MayChange = MayChange::NOTHING;
        let cases: [(Case, Result<(), Rejection>); 32] = [
            ((&[("two", "three")], NOTHING, &[]), Ok(())),
            ((&[("x", "y")], NOTHING, &[]), Err(Rejection::Header)),
            ((&[("x", "y")], NOTHING, &["PW"]), Err(Rejection::Header)),
            ((&[("x", "y")], NOTHING, &["PB"]), Ok(())),
            ((&[("PB[x]", "")], NOTHING, &["PB"]), Ok(())),
            ((&[("PB[x]", "")], NOTHING, &[]), Err(Rejection::Header)),
            ((&[("C[two]", "")], NOTHING, &[]), Ok(())),
            ((&[("C[one]", "C[one]PW[y]")], NOTHING, &[]), Err(Rejection::Header)),
            ((&[("C[one]", "C[one]PW[y]")], NOTHING, &["PW"]), Ok(())),
            ((&[("C[one]", "C[one]GC[y]")], NOTHING, &["PW"]), Err(Rejection::Header)),
            ((&[("B+R", "W+R")], NOTHING, &["RE"]), Err(Rejection::Result)),
            ((&[("B+R", "W+R")], MayChange::COUNT, &["RE"]), Err(Rejection::Result)),
            ((&[("B+R", "W+R")], MayChange::RESULT, &["RE"]), Ok(())),
            ((&[("B+R", "B+Resign")], NOTHING, &["RE"]), Ok(())),
            ((&[("9", "13")], NOTHING, &["SZ"]), Err(Rejection::Setting)),
            ((&[("9", "9:9")], NOTHING, &["SZ"]), Ok(())),
            ((&[("AGA", "Chinese")], NOTHING, &[]), Err(Rejection::Header)),
            ((&[("AGA", "Chinese")], MayChange::COUNT, &["RU"]), Err(Rejection::Setting)),
            ((&[("6.5", "7.5")], NOTHING, &["KM"]), Err(Rejection::Count)),
            ((&[("6.5", "7.5")], MayChange::RESULT, &["KM"]), Err(Rejection::Count)),
            ((&[("6.5", "7.5")], MayChange::COUNT, &["KM"]), Ok(())),
            ((&[("6.5", "6,5")], NOTHING, &["KM"]), Ok(())),
            ((&[("aa", "tt")], NOTHING, &[]), Err(Rejection::Moves)),
            ((&[("aa", "ab")], NOTHING, &[]), Ok(())),
            ((&[("C[two]", "C[two];B[]")], NOTHING, &[]), Err(Rejection::Moves)),
            ((&[("C[two]", "C[two];B[]")], MayChange::PASSES, &[]), Ok(())),
            ((&[("C[two]", "C[two];B[cc]")], MayChange::PASSES, &[]), Err(Rejection::Moves)),
            ((&[("C[one];", "C[one];AB[cc];")], NOTHING, &[]), Err(Rejection::Moves)),
            ((&[("C[two]", "C[two];AB[cc]")], NOTHING, &[]), Err(Rejection::Moves)),
            ((&[("C[one];", "C[one]AB[cc];")], NOTHING, &[]), Err(Rejection::ValueLost)),
            ((&[("C[two]", "C[two](;C[a])(;C[b])")], NOTHING, &[]), Ok(())),
            ((&[("W[bb]", "W[bb]B[zz]")], NOTHING, &[]), Err(Rejection::NewError)),
        ];
        for ((changes, may_change, header), expected) in cases {
            let found = verdict(GAME, changes, may_change, header);
            assert_eq!(found, expected, "{changes:?} {may_change:?} {header:?}");
        }
    }

    #[test]
    fn no_move_may_follow_an_added_one() {
        let record = b"(;GM[1]SZ[9];B[aa](;C[x])(;W[bb]))";
        let with_pass_before = |text: &[u8]| {
            let at = memchr::memmem::find(record, text).unwrap();
            let edits = [Edit::insert(at, ";W[]")];
            let edited = apply(record, &edits);
            let read = |bytes| SourceFile::new(Text::new(bytes), Limits::DEFAULT);
            let files = [read(record), read(&edited)];
            let [before, after] = [0, 1].map(|index| {
                let file: &SourceFile = &files[index];
                let game = file.only_game().expect("a game");
                Snapshot::new(Tree { text: file.text(), game, base: 0 })
            });
            same_nodes(&before, &after, &edits, &StepMap::new(&edits))
        };
        assert_eq!(with_pass_before(b"(;C"), Err(Rejection::MoveAfterAdded));
        assert_eq!(with_pass_before(b";C"), Ok(()));
        assert_eq!(with_pass_before(b")(;W"), Ok(()));
        assert_eq!(with_pass_before(b"))"), Ok(()));
    }
}
