//! Verifies that an edited record means what it meant before, apart from what its fixes may change.

use std::collections::HashSet;

use super::context::{Value, Values, is_move};
use super::edit::{Edit, EditHistory};
use super::version::{Rejection, Version, errors};
use crate::audit::{Audit, AuditOptions, Auditor, FileAudit, Finding, FindingKind};
use crate::sgf::{
    EncodingSource, Game, GameMemory, Ident, LineIndex, Node, NodeId, PropertyKind, Span, Text,
};

/// The changes that a fix may make in the audit of a game, besides removing its finding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MayChange(u8);

impl MayChange {
    pub(super) const NOTHING: Self = Self(0);
    /// The recorded result, and with it the verdict.
    pub(super) const RESULT: Self = Self(1);
    /// The komi, the count and the verdict.
    pub(super) const COUNT: Self = Self(2);
    pub(super) const PASSES: Self = Self(4);

    /// Returns what either of two fixes may change.
    pub(super) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
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
}

/// Checks an edited game, or an edited file with all of its games. Fails if a fixed finding is still there, if there
/// are more errors than before, or if something has changed that the fixes may not change.
pub(super) fn verify(
    before: &Version,
    after: &Version,
    step: &Step,
    options: &AuditOptions,
    auditor: &mut Auditor,
) -> Result<(), Rejection> {
    let mut kinds = step.kinds.clone();
    kinds.sort_unstable();
    for same in kinds.chunk_by(|a, b| a == b) {
        if after.count(same[0]) + same.len() > before.count(same[0]) {
            return Err(Rejection::StillFound);
        }
    }
    if has_more_errors(before.findings(), after.findings()) {
        return Err(Rejection::NewError);
    }
    if !is_decoded_alike(before.text, after.text)
        || after.game.is_none() && !after.file.is_decoded_as(before.file)
    {
        return Err(Rejection::Charset);
    }
    let map = EditHistory::new(before.base, &step.edits);
    match (&before.game, &after.game) {
        (Some(old), Some(new)) => {
            let trees = [Tree::new(before.text, old.game), Tree::new(after.text, new.game)];
            same_tree(trees, step, &map)?;
            same_game([old.audit, new.audit], step)
        }
        _ => same_games(before, after, step, &map, options, auditor),
    }
}

/// Whether an edited text is decoded as it was, and as surely: a guess that becomes less sure can no longer be declared.
pub(super) fn is_decoded_alike(before: &Text, after: &Text) -> bool {
    (after.is_ascii() || after.encoding() == before.encoding())
        && (after.source() != EncodingSource::Detected || after.confidence() >= before.confidence())
}

fn has_more_errors(before: &[Finding], after: &[Finding]) -> bool {
    errors(after).count() > errors(before).count()
}

/// Checks that all games of a file are what they were.
fn same_games(
    before: &Version,
    after: &Version,
    step: &Step,
    map: &EditHistory,
    options: &AuditOptions,
    auditor: &mut Auditor,
) -> Result<(), Rejection> {
    if before.file.games() != after.file.games() {
        return Err(Rejection::Games);
    }
    let [mut old, mut new] = [GameMemory::default(), GameMemory::default()];
    for number in 1..=before.file.games() {
        let old = before.file.game(number, &mut old).ok_or(Rejection::Games)?;
        let new = after.file.game(number, &mut new).ok_or(Rejection::Games)?;
        same_tree([&old, &new].map(|it| Tree::new(&it.text, it.game)), step, map)?;
        let [old, new] =
            [&old, &new].map(|game| auditor.audit_game(game, options, &mut LineIndex::default()));
        if has_more_errors(old.findings(), new.findings()) {
            return Err(Rejection::NewError);
        }
        same_game([&old, &new], step)?;
    }
    Ok(())
}

/// A game with the text to decode it with.
#[derive(Clone, Copy)]
struct Tree<'a> {
    text: &'a Text<'a>,
    game: &'a Game,
    /// Number of nodes that are compared; the others behind them are the same.
    nodes: usize,
}

impl<'a> Tree<'a> {
    fn new(text: &'a Text<'a>, game: &'a Game) -> Self {
        Self { text, game, nodes: game.nodes().len() }
    }
}

fn same_tree(mut trees: [Tree; 2], step: &Step, map: &EditHistory) -> Result<(), Rejection> {
    let [before, after] = trees;
    let of_game = step.edits.partition_point(|edit| edit.span.start <= before.game.span.end);
    let edited = step.edits[..of_game].last().map_or(0, |edit| edit.span.end);
    let last = after.game.nodes().last().map_or(0, |node| node.start as usize);
    // The first node that only moved is compared: its parent shows that the nodes before it are the same.
    let same = map.original(last).map_or(0, |origin| {
        let moved = last as i64 - origin as i64;
        after.game.nodes_moved_from(before.game, edited, moved).saturating_sub(1)
    });
    trees.iter_mut().for_each(|tree| tree.nodes -= same);
    same_values(trees, step, map)?;
    same_nodes(trees, step, map)
}

/// Checks that all values that no edit touches are unchanged, that edits touch only those values of the header that they
/// may, and that only edits add others.
fn same_values(
    [before, after]: [Tree; 2],
    step: &Step,
    map: &EditHistory,
) -> Result<(), Rejection> {
    let edits = &step.edits;
    let [old_values, new_values] = [before, after].map(|it| Values::of_first(it.game, it.nodes));
    let check_gone = |gone: &Value| match is_edited(gone, edits) {
        false => Err(Rejection::Values),
        true if step.keeps(gone.id) => Err(Rejection::Header),
        true => Ok(()),
    };
    // An edited value ends in an edit or where a value of its property ended. Otherwise it has swallowed what is another's.
    let ends_in_property = |old: &Value, new: Span| {
        let mut ends = old_values.of_property(old.id_start).iter().map(|it| it.span.end);
        map.original(new.end as usize).is_none_or(|end| ends.any(|other| other as usize == end))
    };
    let mut left = old_values.all().iter().peekable();
    for value in new_values.all() {
        let Some(start) = map.original(value.span.start as usize) else {
            if step.keeps(value.id) {
                return Err(Rejection::Header);
            }
            continue;
        };
        while let Some(gone) = left.next_if(|old| (old.span.start as usize) < start) {
            check_gone(gone)?;
        }
        let Some(old) = left.next_if(|old| old.span.start as usize == start) else {
            return Err(Rejection::Values);
        };
        let is_same = have_same_text([before, after], [old.span, value.span]);
        let has_same_id = old.id == value.id;
        if is_same && has_same_id {
            continue;
        }
        let has_id = has_same_id || is_renamed(old, value.id, edits);
        if !has_id || !(is_same || is_edited(old, edits) && ends_in_property(old, value.span)) {
            return Err(Rejection::Values);
        }
        if step.keeps(old.id) || step.keeps(value.id) {
            return Err(Rejection::Header);
        }
    }
    left.try_for_each(check_gone)
}

/// Whether values of two versions have the same text, escapes resolved.
fn have_same_text([before, after]: [Tree; 2], [old, new]: [Span; 2]) -> bool {
    let raw = [old.of(before.text.bytes()), new.of(after.text.bytes())];
    let is_alike = before.text.encoding() == after.text.encoding() || raw[0].is_ascii();
    raw[0] == raw[1] && is_alike || before.text.simple_text(old) == after.text.simple_text(new)
}

/// Whether an edit replaces part of a value or one of its brackets, or adds to it.
fn is_edited(value: &Value, edits: &[Edit]) -> bool {
    let Span { start, end } = value.span;
    let from = edits.partition_point(|edit| edit.span.end < start);
    let near = edits[from..].iter().take_while(|edit| edit.span.start <= end);
    near.into_iter().any(|edit| match edit.span.is_empty() {
        true => edit.span.start >= start,
        // What is before it is replaced with it only where it becomes part of another value.
        false => edit.with.is_empty() || edit.span.end == start || edit.span.start + 1 >= start,
    })
}

/// Whether an edit replaces the identifier of a value's property by this one.
fn is_renamed(value: &Value, id: Ident, edits: &[Edit]) -> bool {
    let from = edits.partition_point(|edit| edit.span.start < value.id_start);
    let here = edits[from..].iter().take_while(|edit| edit.span.start == value.id_start);
    here.into_iter().any(|edit| !edit.span.is_empty() && Ident::read(&edit.with) == id)
}

/// Checks that all nodes have the parents that they had. A node is identified by its first property that was there before
/// and stays.
fn same_nodes([before, after]: [Tree; 2], step: &Step, map: &EditHistory) -> Result<(), Rejection> {
    let edits = &step.edits;
    let [old_nodes, new_nodes] = [before, after].map(|it| &it.game.nodes()[..it.nodes]);
    let stays = |at: u32| {
        let last = edits.partition_point(|edit| edit.span.start <= at).checked_sub(1);
        last.map(|last| &edits[last])
            .is_none_or(|edit| !edit.with.is_empty() || edit.span.end <= at)
    };
    let key = |(id, node): (usize, &Node)| {
        let mut starts = before.game.props(id as NodeId).map(|(prop, _)| prop.start);
        starts.find(|&at| stays(at)).unwrap_or(node.start) as usize
    };
    // In the order of the file, so that they are sorted.
    let old_keys: Vec<usize> = old_nodes.iter().enumerate().map(key).collect();
    let kept = |at: u32| map.original(at as usize);
    // For each node its own key; for an added node the key of the node that it follows.
    let mut keys: Vec<Option<usize>> = Vec::with_capacity(new_nodes.len());
    // For each node whether it or a node before it has an added move.
    let mut behind_added: Vec<bool> = Vec::with_capacity(new_nodes.len());
    let mut matched = 0;
    for (id, node) in new_nodes.iter().enumerate() {
        let parent = node.parent as usize;
        let is_root = parent == id;
        let props = || after.game.props(id as NodeId).map(|(prop, _)| prop);
        let has_move =
            |added| props().any(|it| is_move(it.id) && kept(it.start).is_none() == added);
        let follows_added = !is_root && behind_added[parent];
        if follows_added && has_move(false) {
            return Err(Rejection::MoveAfterAdded);
        }
        behind_added.push(follows_added || has_move(true));
        let own_key = props().find_map(|it| kept(it.start)).or_else(|| kept(node.start));
        match own_key.and_then(|own| Some((own, old_keys.binary_search(&own).ok()?))) {
            Some((own, old)) => {
                matched += 1;
                keys.push(Some(own));
                let parent = if is_root { Some(own) } else { keys[parent] };
                if parent != Some(old_keys[old_nodes[old].parent as usize]) {
                    return Err(Rejection::Nodes);
                }
            }
            None if is_root => keys.push(None),
            None => keys.push(keys[parent]),
        }
    }
    if matched == old_nodes.len() { Ok(()) } else { Err(Rejection::Nodes) }
}

/// Checks that a game is what it was, apart from what the fixes may change.
fn same_game(audits: [&FileAudit; 2], step: &Step) -> Result<(), Rejection> {
    let (old, new) = match audits {
        [FileAudit::Game(old), FileAudit::Game(new)] => (old, new),
        [FileAudit::Findings { .. }, FileAudit::Findings { .. }] => return Ok(()),
        _ => return Err(Rejection::Games),
    };
    let may = |change: MayChange| step.may_change.0 & change.0 != 0;
    let [result, count, passes] = [MayChange::RESULT, MayChange::COUNT, MayChange::PASSES].map(may);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fix::version::fix_options;

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
        let options = fix_options(&AuditOptions::default());
        let mut auditor = Auditor::new();
        let (file, _) = auditor.read_file(Text::new(record.as_bytes()), &options);
        let mut memory = GameMemory::default();
        let game = file.game(1, &mut memory).expect("a game");
        let found = auditor.audit_game(&game, &options, &mut LineIndex::default());
        let before = Version::of_game(&file, &game, &found);
        let after = before.edited(&edits, &options, &mut auditor).expect("a game");
        let header = header.iter().map(|id| Ident::new(id)).collect();
        let step = Step { edits, kinds: Vec::new(), may_change, header };
        verify(&before, &after.version(), &step, &options, &mut auditor)
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
            ((&[("C[one];", "C[one]AB[cc];")], NOTHING, &[]), Err(Rejection::Values)),
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
        let with_pass_behind = |text: &str| {
            let changes = [(text, &*format!("{text};W[]"))];
            verdict("(;GM[1]SZ[9];B[aa](;C[x])(;W[bb]))", &changes, MayChange::PASSES, &[])
        };
        assert_eq!(with_pass_behind(";B[aa]"), Err(Rejection::MoveAfterAdded));
        assert_eq!(with_pass_behind(";B[aa]("), Ok(()));
        assert_eq!(with_pass_behind("C[x]"), Ok(()));
        assert_eq!(with_pass_behind("W[bb]"), Ok(()));
    }
}
