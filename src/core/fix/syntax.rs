//! Fixes of parentheses, brackets, semicolons and what stands between them.

use super::context::{FileContext, GameContext, Value};
use super::edit::Edit;
use crate::audit::Finding;
use crate::sgf::{
    self, Ident, PointsValue, PropertyInfo, PropertyKind, Span, TornSign, TornTree, ValueType,
    is_parentheses, points_value, strip_literal_newlines,
};

pub(super) fn missing_node(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    if context.follows_foreign_text(finding) {
        return None;
    }
    let at = finding.span.start as usize;
    let missing = match context.bytes().get(at) {
        Some(b',' | b':' | b'.') => return Some(vec![Edit::replace(finding.span, ";")]),
        // A game's first node lacks the `(` before it.
        Some(b';') => "(",
        _ if at == context.game.span.start as usize => "(;",
        _ => ";",
    };
    let mut edits = vec![Edit::insert(at, missing)];
    if missing.starts_with('(') {
        let game = context.game.span;
        let open = open_parentheses(context, game.end as usize)? + 1;
        let end = game.start as usize + game.of(context.bytes()).trim_ascii_end().len();
        if open > 0 {
            // A value that is cut off has to be closed first.
            if context.values.ending_from(end as u32).is_some() {
                return None;
            }
            edits.push(Edit::insert(end, ")".repeat(open as usize)));
        }
    }
    Some(edits)
}

/// The number of `(` between the game's values, up to an offset, less the number of `)`.
fn open_parentheses(context: &GameContext, end: usize) -> Option<i64> {
    let bytes = context.bytes();
    let mut open = 0;
    let mut count = |between_values: &[u8]| {
        for byte in between_values {
            open += i64::from(*byte == b'(') - i64::from(*byte == b')');
        }
    };
    let mut from = context.game.span.start as usize;
    for value in context.values.all() {
        count(bytes.get(from..value.span.start as usize)?);
        from = value.span.end as usize;
    }
    count(bytes.get(from..end)?);
    Some(open)
}

/// Removes parentheses that close nothing, if no more than this is a sign that the game before them lacks one.
pub(super) fn parentheses(
    bytes: &[u8],
    finding: &Finding,
    torn: Option<TornTree>,
    sign: Option<TornSign>,
) -> Option<Vec<Edit>> {
    let is_stray = torn.map(|torn| torn.sign) == sign && is_parentheses(finding.span.of(bytes));
    is_stray.then(|| vec![Edit::remove(finding.span)])
}

pub(super) fn marks_behind_last_game(
    context: &FileContext,
    finding: &Finding,
) -> Option<Vec<Edit>> {
    let bytes = context.text.bytes();
    let is_mark = |byte: &u8| byte.is_ascii_whitespace() || b"-_.=*~#,:".contains(byte);
    let is_last = bytes[finding.span.end as usize..].trim_ascii().is_empty();
    let is_marks = is_last && finding.span.start > 0 && finding.span.of(bytes).iter().all(is_mark);
    is_marks.then(|| vec![Edit::remove(finding.span)])
}

pub(super) fn empty_variation(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    if context.follows_foreign_text(finding) {
        return None;
    }
    let parts = context.values.empty_variation(context.bytes(), finding.span.end);
    Some(parts.into_iter().map(Edit::remove).collect())
}

pub(super) fn literal_newlines(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let bytes = context.bytes();
    let game = context.game.span;
    if !(game.start..game.end).contains(&finding.span.start) {
        return outer_newlines(bytes, finding);
    }
    strip_literal_newlines(finding.span.of(bytes))?;
    let mut edits = Vec::new();
    let mut from = game.start as usize;
    let values = context.values.all().iter().map(|value| value.span);
    for value in values.chain([Span::new(game.end as usize, game.end as usize)]) {
        let newlines = sgf::literal_newlines(bytes, from, value.start as usize).into_iter();
        edits.extend(newlines.map(|(start, end)| Edit::replace(Span::new(start, end), "\n")));
        from = value.end as usize;
    }
    Some(edits)
}

pub(super) fn outer_newlines(bytes: &[u8], finding: &Finding) -> Option<Vec<Edit>> {
    let rest = strip_literal_newlines(finding.span.of(bytes))?;
    rest.is_empty().then(|| vec![Edit::replace(finding.span, "\n")])
}

pub(super) fn unclosed_tree(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let (bytes, values) = (context.bytes(), &context.values);
    let at_end = finding.span.start as usize == bytes.len();
    // A value that is cut off has to be closed first.
    if !at_end
        || context.is_torn_within()
        || context.follows_foreign_text(finding)
        || values.ending_from(finding.span.start).is_some()
    {
        return None;
    }
    let open = open_parentheses(context, bytes.len())?;
    // A record that begins without a parenthesis can't be closed by one.
    let end = bytes.trim_ascii_end().len();
    (open > 0).then(|| vec![Edit::insert(end, ")".repeat(open as usize))])
}

pub(super) fn unclosed_value(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let end = finding.span.end;
    let value = context.values.ending_from(end).filter(|value| value.end == end)?;
    let &Value { id, .. } = context.values.at(value)?;
    let next = context.bytes()[end as usize..].trim_ascii_start().first();
    let is_whole = match id.info() {
        _ if next.is_some_and(u8::is_ascii_alphabetic) => true,
        PropertyInfo { kind: PropertyKind::Move, .. }
        | PropertyInfo { values: ValueType::Points, .. } => {
            let points = points_value(context.text, value, context.size());
            matches!(points, PointsValue::Rectangle(..))
        }
        // Part of a name or a number may be missing.
        PropertyInfo { kind: PropertyKind::GameInfo, .. } => id == Ident::new("GC"),
        PropertyInfo { values, .. } => *values == ValueType::Text,
    };
    // A bracket alone would hide where the parenthesis is missing.
    (is_whole && !context.is_torn_within()).then(|| vec![Edit::insert(end as usize, "]")])
}

pub(super) fn bracket_behind_value(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    const WITHOUT_BRACKETS: [Ident; 8] =
        Ident::all(["BR", "DT", "HA", "KM", "RE", "SZ", "TM", "WR"]);
    let value = context.values.ending_from(finding.span.start)?;
    let first = context.text.find_bracket(value.start as usize)? as u32;
    let behind = Span { start: first.min(value.end), end: value.end };
    let bytes = behind.of(context.bytes());
    let is_blank = |byte: &u8| byte.is_ascii_whitespace() || *byte == b']';
    let stated = Span { end: behind.start, ..value }.of(context.bytes());
    let id = context.values.at(value).map(|value| value.id);
    let has_no_brackets = id.is_some_and(|id| WITHOUT_BRACKETS.contains(&id));
    let is_stray = bytes.contains(&b'\n') || has_no_brackets && !stated.contains(&b'[');
    (is_stray && bytes.iter().all(is_blank)).then(|| vec![Edit::remove(behind)])
}

pub(super) fn unescaped_bracket(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let at = finding.span.start;
    let value = context.values.ending_from(at)?;
    if value.start > at || !context.values.is_new(value) {
        return None;
    }
    let mut edits = Vec::new();
    let mut from = value.start as usize;
    while let Some(bracket) = context.text.find_bracket(from).filter(|&b| b < value.end as usize) {
        // If the byte before the bracket is the second half of a character that looks like a backslash, a reader that goes
        // byte by byte would see two backslashes and no escape.
        if context.bytes()[bracket - 1] == b'\\' {
            return None;
        }
        edits.push(Edit::insert(bracket, "\\"));
        from = bracket + 1;
    }
    Some(edits)
}
