//! Fixes of what a node has more than once: properties, points and texts.

use std::collections::HashSet;

use super::context::{GameContext, Value, is_move};
use super::edit::Edit;
use crate::audit::Finding;
use crate::sgf::{
    Ident, ListGroup, PointsValue, Prop, PropertyKind, Span, ValueType, Values, points_value,
};

/// The properties of the header, of which a node may lose all but one of the same value.
pub(super) const HEADER: &[Ident] = &Ident::all([
    "AN", "AP", "BR", "BT", "CA", "CP", "DT", "EV", "FF", "GC", "GM", "GN", "HA", "KM", "ON", "OT",
    "PB", "PC", "PW", "RE", "RO", "RU", "SO", "ST", "SZ", "TM", "US", "WR", "WT",
]);

/// The lists that are merged, and the marks that are removed.
pub(super) const LISTS: &[Ident] = &Ident::all([
    "AB", "AE", "AR", "AW", "CR", "DD", "LB", "LN", "MA", "SL", "SQ", "TB", "TR", "TW", "VW",
]);

pub(super) const TEXTS: &[Ident] = &[Ident::new("C"), Ident::new("GC")];

pub(super) fn repeated_list(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let (id, same) = repeated(context, finding)?;
    if !LISTS.contains(&id)
        || same.iter().any(|(_, values)| values.iter().any(|value| value.is_empty()))
    {
        return None;
    }
    let bytes = context.bytes();
    let mut edits = Vec::new();
    // The values of lists that are behind another property, and the place that they go to.
    let (mut moved, mut end) = (Vec::new(), context.end_of_values(&same[0].1)?);
    let mut is_moved = false;
    for again in &same[1..] {
        let (prop, values) = again;
        let start = prop.start as usize;
        let before = bytes[..start].trim_ascii_end().len();
        if before == end && !is_moved {
            // Only the identifier is between the two.
            edits.push(Edit::remove(Span::new(start, start + usize::from(prop.length))));
            end = context.end_of_values(values)?;
            continue;
        }
        is_moved = true;
        for &value in values.iter() {
            moved.extend_from_slice(context.with_brackets(value)?.of(bytes));
        }
        edits.push(Edit::remove(Span::new(before, context.end_of_values(values)?)));
    }
    if is_moved {
        edits.push(Edit::insert(end, moved));
        edits.sort_by_key(|edit| edit.span.start);
    }
    Some(edits)
}

pub(super) fn repeated_text(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let (id, same) = repeated(context, finding)?;
    if !TEXTS.contains(&id) {
        return None;
    }
    let bytes = context.bytes();
    let (mut edits, mut texts): (Vec<Edit>, Vec<&[u8]>) = (Vec::new(), Vec::new());
    let mut seen = HashSet::new();
    for (prop, values) in &same {
        let [value] = values[..] else { return None };
        // An unescaped bracket could end the joined text where it doesn't end this one.
        if context.text.find_bracket(value.start as usize) != Some(value.end as usize) {
            return None;
        }
        let text = value.of(bytes);
        if !text.is_empty() && seen.insert(text) {
            texts.push(text);
        }
        let before = bytes[..prop.start as usize].trim_ascii_end().len();
        edits.push(Edit::remove(Span::new(before, context.end_of_values(values)?)));
    }
    // The first one stays, and the others' texts are added to it.
    let first = same[0].1[0];
    let joined = texts.join(&b"\n"[..]);
    edits[0] = Edit::insert(first.end as usize, &joined[first.of(bytes).len()..]);
    if edits[0].with.is_empty() {
        edits.remove(0);
    }
    Some(edits)
}

pub(super) fn several_texts(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let first = context.values.starting_at(finding.span.start)?;
    let values = context.values.of_property(first.id_start);
    if values.len() < 2 || values[0].span != first.span || !TEXTS.contains(&first.id) {
        return None;
    }
    let between = values.windows(2).map(|pair| (pair[0].span.end, pair[1].span.start));
    Some(between.map(|(start, end)| Edit::replace(Span { start, end }, "\n")).collect())
}

pub(super) fn equal_values(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let first = context.values.starting_at(finding.span.start)?;
    let values = context.values.of_property(first.id_start);
    let bytes = context.bytes();
    let is_same = |value: &Value| value.span.of(bytes) == first.span.of(bytes);
    if values.len() < 2 || !HEADER.contains(&first.id) || !values.iter().all(is_same) {
        return None;
    }
    let others = Span { start: values[0].span.end + 1, end: values[values.len() - 1].span.end + 1 };
    context.with_brackets(values[values.len() - 1].span)?;
    Some(vec![Edit::remove(others)])
}

/// Keeps the first value of a property of the header that a node has several times, if all have the same value or none.
/// `is_first`: whether that is the first one.
pub(super) fn repeated_value(
    context: &GameContext,
    finding: &Finding,
    is_first: bool,
) -> Option<Vec<Edit>> {
    let (id, same) = repeated(context, finding)?;
    if !matches!(id.info().kind, PropertyKind::Root | PropertyKind::GameInfo) {
        return None;
    }
    let (mut spans, mut texts) = (Vec::new(), Vec::new());
    for again in &same {
        let [value] = again.1[..] else { return None };
        spans.push(Span { end: context.end_of_values(&again.1)? as u32, start: again.0.start });
        texts.push(context.text.simple_text(value));
    }
    let kept = texts.iter().position(|text| !text.is_empty()).unwrap_or(0);
    let is_same = texts.iter().all(|text| text.is_empty() || *text == texts[kept]);
    spans.remove(kept);
    (is_same && (kept == 0) == is_first).then(|| spans.into_iter().map(Edit::remove).collect())
}

/// Returns a property that a node has several times, in the order of the file. The finding is about the second.
fn repeated<'g>(
    context: &'g GameContext,
    finding: &Finding,
) -> Option<(Ident, Vec<(Prop, Values<'g>)>)> {
    let id = context.values.of_property(finding.span.start).first()?.id;
    let info = id.info();
    let may_be_fixed = matches!(info.kind, PropertyKind::Root | PropertyKind::GameInfo)
        || matches!(info.values, ValueType::Points | ValueType::Composed)
        || TEXTS.contains(&id);
    if !may_be_fixed {
        return None;
    }
    let node = finding.node?;
    // It isn't known which move belongs to which property.
    if context.game.props(node).filter(|(prop, _)| is_move(prop.id)).nth(1).is_some() {
        return None;
    }
    let same = context.game.props(node).filter(|(prop, _)| prop.id == id);
    let same: Vec<(Prop, Values)> = same.collect();
    (same.len() > 1).then_some((id, same))
}

pub(super) fn repeated_points(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let size = context.audit?.size;
    let values = context.values.of_property(context.values.at(finding.span)?.id_start);
    let in_others = in_other_lists(context, values, |_| true)?;
    let points = |value: &Value| points_value(context.text, value.span, size);
    // Then they would remain twice in the node.
    if values.iter().flat_map(|value| points(value).points()).any(|it| in_others[size.index(it)]) {
        return None;
    }
    // If a point is written in two ways, the one that other programs read stays.
    let is_odd = |value: &Value| matches!(points(value), PointsValue::Odd(_));
    let (odd, standard): (Vec<&Value>, Vec<&Value>) =
        values.iter().partition(|value| is_odd(value));
    let mut edits = Vec::new();
    let mut seen = vec![false; size.area()];
    for value in standard.into_iter().chain(odd) {
        let (mut has_points, mut has_new) = (false, false);
        for point in points(value).points() {
            has_points = true;
            has_new |= !std::mem::replace(&mut seen[size.index(point)], true);
        }
        // A value that can't be read stays.
        if has_points && !has_new {
            edits.extend(context.with_brackets(value.span).map(Edit::remove));
        }
    }
    edits.sort_by_key(|edit| edit.span.start);
    Some(edits)
}

pub(super) fn second_marks(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let size = context.audit?.size;
    let values = context.values.of_property(context.values.at(finding.span)?.id_start);
    let &Value { id, id_start, .. } = values.first()?;
    if id.info().group != Some(ListGroup::Marks) {
        return None;
    }
    let marked = in_other_lists(context, values, |start| start < id_start)?;
    let mut gone = Vec::new();
    for value in values {
        let points = points_value(context.text, value.span, size).points();
        let again: Vec<bool> = points.map(|point| marked[size.index(point)]).collect();
        if again.contains(&true) {
            if again.contains(&false) {
                return None;
            }
            gone.push(context.with_brackets(value.span)?);
        }
    }
    if gone.len() == values.len() {
        let end = gone.last()?.end;
        return Some(vec![Edit::remove(Span { start: id_start, end })]);
    }
    Some(gone.into_iter().map(Edit::remove).collect())
}

/// Returns which points of the board are in other lists of the node that exclude those of this one, by the place of the
/// list. `None` for a list that excludes none, and for a node of too many lists.
fn in_other_lists(
    context: &GameContext,
    values: &[Value],
    is_wanted: impl Fn(u32) -> bool,
) -> Option<Vec<bool>> {
    let &Value { id, node, id_start, .. } = values.first()?;
    let (group, size) = (id.info().group?, context.size());
    let mut in_others = vec![false; size.area()];
    for start in context.values.lists_of(node)? {
        let others = context.values.of_property(start);
        let is_other = start != id_start && is_wanted(start);
        if !is_other || others.first()?.id.info().group != Some(group) {
            continue;
        }
        for value in others {
            for point in points_value(context.text, value.span, size).points() {
                in_others[size.index(point)] = true;
            }
        }
    }
    Some(in_others)
}
