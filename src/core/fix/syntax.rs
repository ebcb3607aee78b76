//! Fixes of parentheses, brackets, semicolons and what stands between them.

use super::context::{FileContext, GameContext, Value};
use super::edit::Edit;
use crate::audit::Finding;
use crate::sgf::{
    self, Ident, PointsValue, PropertyInfo, PropertyKind, Span, TornSign, TornTree, ValueType,
    is_parentheses, points_value, strip_literal_newlines,
};

/// Adds the `;` of a node, or the `(` and `;` of a game, and its `)` if that is missing as well.
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

/// Removes closing parentheses before a game that close nothing, if no `(` can be missing before them.
pub(super) fn stray_parenthesis(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    only_parentheses(context.bytes(), finding.span).filter(|_| context.torn_before.is_none())
}

/// The same after a game with variations, one of which may have lost its `(`.
pub(super) fn doubtful_parenthesis(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let is_sign = |torn: TornTree| torn.sign == TornSign::Variations;
    only_parentheses(context.bytes(), finding.span)
        .filter(|_| context.torn_before.is_some_and(is_sign))
}

/// Removes closing parentheses after the last game that close nothing.
pub(super) fn stray_parenthesis_of_file(
    context: &FileContext,
    finding: &Finding,
) -> Option<Vec<Edit>> {
    parentheses_of_file(context, finding).filter(|_| context.torn_last.is_none())
}

/// The same after a game with variations.
pub(super) fn doubtful_parenthesis_of_file(
    context: &FileContext,
    finding: &Finding,
) -> Option<Vec<Edit>> {
    let is_sign = |torn: TornTree| torn.sign == TornSign::Variations;
    parentheses_of_file(context, finding).filter(|_| context.torn_last.is_some_and(is_sign))
}

fn parentheses_of_file(context: &FileContext, finding: &Finding) -> Option<Vec<Edit>> {
    only_parentheses(context.text.bytes(), finding.span).filter(|_| !context.is_last_doubtful)
}

/// Removes what follows the last game, if it has no letter, digit or bracket.
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

fn only_parentheses(bytes: &[u8], span: Span) -> Option<Vec<Edit>> {
    is_parentheses(span.of(bytes)).then(|| vec![Edit::remove(span)])
}

/// Removes a parenthesis that ends the game too early.
pub(super) fn early_end(_: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    Some(vec![Edit::remove(finding.span)])
}

/// Removes the parentheses of an empty variation.
pub(super) fn empty_variation(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    if context.follows_foreign_text(finding) {
        return None;
    }
    let parts = context.values.empty_variation(context.bytes(), finding.span.end);
    Some(parts.into_iter().map(Edit::remove).collect())
}

/// Replaces line breaks written as `\r\n` by line breaks: all those between the values of the game, or, for a finding
/// outside the game, the finding's bytes.
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

/// Replaces line breaks written as `\r\n` outside the games.
pub(super) fn literal_newlines_outside(
    context: &FileContext,
    finding: &Finding,
) -> Option<Vec<Edit>> {
    outer_newlines(context.text.bytes(), finding)
}

fn outer_newlines(bytes: &[u8], finding: &Finding) -> Option<Vec<Edit>> {
    let rest = strip_literal_newlines(finding.span.of(bytes))?;
    rest.is_empty().then(|| vec![Edit::replace(finding.span, "\n")])
}

/// Closes the parentheses that are open at the end of the file.
pub(super) fn unclosed_tree(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let (bytes, values) = (context.bytes(), &context.values);
    let at_end = finding.span.start as usize == bytes.len();
    // A value that the end of the file cuts off has to be closed first.
    if !at_end
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

/// Adds the bracket of a value that the end of the file cuts off, if nothing that matters is lost of the value.
pub(super) fn value_cut_off(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let value = context.values.ending_from(finding.span.end)?;
    let is_whole = is_cut_off(context, finding) && lost_part(context, value) == LostPart::None;
    if is_whole { close_value(value, finding) } else { None }
}

/// Adds the bracket before the node that a value swallowed, or behind a value that may have been longer.
pub(super) fn value_that_swallowed(context: &GameContext, finding: &Finding) -> Option<Vec<Edit>> {
    let value = context.values.ending_from(finding.span.end)?;
    let may_close = !is_cut_off(context, finding) || lost_part(context, value) == LostPart::Unknown;
    if may_close { close_value(value, finding) } else { None }
}

fn is_cut_off(context: &GameContext, finding: &Finding) -> bool {
    finding.span.end as usize == context.bytes().len()
}

fn close_value(value: Span, finding: &Finding) -> Option<Vec<Edit>> {
    let end = finding.span.end;
    (value.end == end).then(|| vec![Edit::insert(end as usize, "]")])
}

/// The loss of a value that ends with the file.
#[derive(PartialEq)]
enum LostPart {
    /// Nothing, or the end of a text.
    None,
    /// Part of a move or a point.
    Point,
    /// Digits of a number, or something else that can't be known.
    Unknown,
}

fn lost_part(context: &GameContext, value: Span) -> LostPart {
    let Some(&Value { id, .. }) = context.values.at(value) else {
        return LostPart::Unknown;
    };
    match id.info() {
        PropertyInfo { kind: PropertyKind::Move, .. }
        | PropertyInfo { values: ValueType::Points, .. } => {
            match points_value(context.text, value, context.size()) {
                PointsValue::Rectangle(..) => LostPart::None,
                _ => LostPart::Point,
            }
        }
        PropertyInfo { kind: PropertyKind::GameInfo, .. } if id != Ident::new("GC") => {
            LostPart::Unknown
        }
        PropertyInfo { values: ValueType::Text, .. } => LostPart::None,
        _ => LostPart::Unknown,
    }
}

/// Removes a bracket after a value that only blanks part from the value's own one: `C[text]`, and `]` on the next line. In
/// a property whose values have no brackets it may follow at once: `RE[B+1]]`.
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

/// Puts a backslash before each bracket inside a text.
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
