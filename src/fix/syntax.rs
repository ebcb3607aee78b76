//! Parentheses, brackets and semicolons.

use super::catalog::{Mended, Safety, Subject};
use super::edit::Edit;
use super::values::Value;
use crate::audit::Finding;
use crate::go::Size;
use crate::sgf::{
    self, Ident, PointsValue, PropertyKind, Span, Standard, ValueType, behind_written_breaks,
    points_value,
};

pub(super) fn missing_node(subject: &Subject, finding: &Finding) -> Mended {
    let at = finding.span.start as usize;
    // Of a game's first node it is the `(` before it that is missing, or both.
    let missing = match subject.bytes().get(at) {
        Some(b';') => "(",
        _ if at == subject.game.span.start as usize => "(;",
        _ => ";",
    };
    Some((Safety::Safe, vec![Edit::insert(at, missing)]))
}

pub(super) fn early_end(finding: &Finding) -> Mended {
    Some((Safety::Judgement, vec![Edit::replace(finding.span, "")]))
}

pub(super) fn empty_variation(subject: &Subject, finding: &Finding) -> Mended {
    let parts = subject.values.empty_variation(subject.bytes(), finding.span.end);
    let edits: Vec<Edit> = parts.into_iter().map(|part| Edit::replace(part, "")).collect();
    (!edits.is_empty()).then_some((Safety::Safe, edits))
}

/// Line breaks in the place of those that are written as `\r\n` between the values of a game, or of those outside the games that
/// the finding names.
pub(super) fn written_breaks(subject: &Subject, finding: &Finding) -> Mended {
    let bytes = subject.bytes();
    let game = subject.game.span;
    if !(game.start..game.end).contains(&finding.span.start) {
        return outer_written_breaks(bytes, finding);
    }
    behind_written_breaks(finding.span.of(bytes))?;
    let mut edits = Vec::new();
    let mut from = game.start as usize;
    let values = subject.values.all(subject.game).iter().map(|value| value.span);
    for value in values.chain([Span::new(game.end as usize, game.end as usize)]) {
        let runs = sgf::written_breaks(bytes, from, value.start as usize).into_iter();
        edits.extend(runs.map(|(start, end)| Edit::replace(Span::new(start, end), "\n")));
        from = value.end as usize;
    }
    Some((Safety::Safe, edits))
}

/// The same outside the games.
pub(super) fn outer_written_breaks(bytes: &[u8], finding: &Finding) -> Mended {
    let nothing_else = behind_written_breaks(finding.span.of(bytes))?.is_empty();
    nothing_else.then(|| (Safety::Safe, vec![Edit::replace(finding.span, "\n")]))
}

/// The parentheses that are open at the end of the file.
pub(super) fn unclosed_tree(subject: &Subject, finding: &Finding) -> Mended {
    let bytes = subject.bytes();
    if finding.span.start as usize != bytes.len() {
        return None;
    }
    // What the end of the file cuts off is closed first.
    if subject.values.ending_from(subject.game, finding.span.start).is_some() {
        return None;
    }
    let end = bytes.trim_ascii_end().len();
    let mut open = 0usize;
    let mut at = subject.game.span.start as usize;
    let mut outside = |piece: &[u8]| {
        for byte in piece {
            match byte {
                b'(' => open += 1,
                b')' => open = open.saturating_sub(1),
                _ => {}
            }
        }
    };
    for Value { span: value, .. } in subject.values.all(subject.game) {
        outside(bytes.get(at..value.start as usize)?);
        at = value.end as usize;
    }
    outside(bytes.get(at..)?);
    // A record that begins without a parenthesis can't be closed by one.
    (open > 0).then(|| (Safety::Safe, vec![Edit::insert(end, ")".repeat(open))]))
}

pub(super) fn unclosed_value(subject: &Subject, finding: &Finding) -> Mended {
    let end = finding.span.end as usize;
    let last = end == subject.bytes().len();
    let cut_off = subject.values.ending_from(subject.game, finding.span.end)?;
    let safety = match (last, what_is_cut_off(subject, cut_off)) {
        (true, CutOff::Value) => return None,
        (true, CutOff::Nothing) => Safety::Safe,
        (true, CutOff::Unknown) | (false, _) => Safety::Judgement,
    };
    (cut_off.end == finding.span.end).then(|| (safety, vec![Edit::insert(end, "]")]))
}

/// What may be lost of a value that ends with the file.
enum CutOff {
    /// Nothing, or some of a text.
    Nothing,
    /// A move or a point isn't whole.
    Value,
    /// A number may have been longer.
    Unknown,
}

fn what_is_cut_off(subject: &Subject, value: Span) -> CutOff {
    let Some(&Value { id, .. }) = subject.values.at(subject.game, value) else {
        return CutOff::Unknown;
    };
    let size = subject.audit.map_or(Size::STANDARD, |audit| audit.size);
    match id.standard() {
        Standard { kind: PropertyKind::Move, .. } | Standard { values: ValueType::Points, .. } => {
            match points_value(subject.text, value, size) {
                PointsValue::Rectangle(..) => CutOff::Nothing,
                _ => CutOff::Value,
            }
        }
        Standard { kind: PropertyKind::GameInfo, .. } if id != Ident::new("GC") => CutOff::Unknown,
        Standard { values: ValueType::Text, .. } => CutOff::Nothing,
        _ => CutOff::Unknown,
    }
}

/// A backslash before each bracket of the text that goes on after one.
pub(super) fn unescaped_bracket(subject: &Subject, finding: &Finding) -> Mended {
    let at = finding.span.start;
    let value = subject.values.ending_from(subject.game, at)?;
    // One finding stands for all brackets of its value.
    if value.start > at || !subject.values.is_next(value) {
        return None;
    }
    let mut edits = Vec::new();
    let mut from = value.start as usize;
    while let Some(bracket) = subject.text.find_bracket(from).filter(|&b| b < value.end as usize) {
        // The second half of a character, for a reader that goes byte by byte: it would see two
        // backslashes and no escape.
        if subject.bytes()[bracket - 1] == b'\\' {
            return None;
        }
        edits.push(Edit::insert(bracket, "\\"));
        from = bracket + 1;
    }
    Some((Safety::Judgement, edits))
}
