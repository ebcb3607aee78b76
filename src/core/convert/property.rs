//! The normal form of properties: identifiers, values, order.

use std::collections::HashSet;

use crate::go::{Point, Size};
use crate::record::to_play;
use crate::sgf::{
    Ident, PointsValue, Prop, PropertyInfo, PropertyKind, SizeValue, Span, Text, ValueType,
    alias_target, escape_swallowed, komi, komi_of_ki, move_value, overtime_of_periods, points_of,
    points_value, size, skip_second_of_break, standard_date,
};

/// A property. Its values are escaped, as they stand between the brackets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Property {
    pub id: String,
    pub values: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TreeNode {
    /// Index of the parent; the root is its own parent.
    pub parent: usize,
    pub props: Vec<Property>,
}

/// A game tree. The nodes are in the order of the file: depth first, parents before children.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tree {
    pub nodes: Vec<TreeNode>,
    /// Number of nodes on the main line, which come first.
    pub main_line: usize,
}

/// Returns the normal form of a property.
pub(super) fn read(text: &Text, prop: &Prop, values: &[Span], board: Size) -> Property {
    let id = spelling(text, prop);
    let value = |&span: &Span| match &id[..] {
        "B" | "W" => play(text, span, board),
        "SZ" => board_size(text, span),
        "PL" => to_play(text, span)
            .map_or_else(|| normal_value(&text.decode(span)), |player| player.letter().to_string()),
        _ if values_of(&id) == ValueType::Points => points(text, span, board),
        _ => normal_value(&text.decode(span)),
    };
    let mut values: Vec<String> = values.iter().map(value).collect();
    // A text has one value.
    if matches!(&id[..], "C" | "GC") && values.len() > 1 {
        values = vec![values.join("\n")];
    }
    Property { id, values }
}

/// Returns the identifier as `FF[4]` spells it: the capitals and digits, or all letters if it has no capitals.
fn spelling(text: &Text, prop: &Prop) -> String {
    let known = prop.id.spelling();
    if known.starts_with(|c: char| c.is_ascii_uppercase()) {
        return known;
    }
    let rest = &text.bytes()[prop.start as usize..];
    let raw: Vec<u8> = rest.iter().copied().take_while(u8::is_ascii_alphanumeric).collect();
    let capitals: Vec<u8> = raw.iter().copied().filter(|b| !b.is_ascii_lowercase()).collect();
    let kept = if prop.id == Ident::LONG && capitals.first().is_some_and(u8::is_ascii_uppercase) {
        capitals
    } else {
        raw.to_ascii_uppercase()
    };
    kept.into_iter().map(char::from).collect()
}

fn play(text: &Text, span: Span, board: Size) -> String {
    let read = move_value(text, span, board);
    match read.point() {
        Some(point) => letters(point),
        None if read.is_pass() => String::new(),
        None => no_point(text, span),
    }
}

fn board_size(text: &Text, span: Span) -> String {
    match size(&text.simple_text(span)) {
        SizeValue::Standard(size) | SizeValue::Odd(size) => size.to_string().replace('x', ":"),
        SizeValue::OutOfRange | SizeValue::Malformed => normal_value(&text.decode(span)),
    }
}

/// Returns the normal form of points. Rectangles aren't expanded, which could make a small file huge.
fn points(text: &Text, span: Span, board: Size) -> String {
    match points_value(text, span, board) {
        PointsValue::Rectangle(from, to) => rectangle(from, to),
        PointsValue::Odd(point) => rectangle(point, point),
        PointsValue::Empty => String::new(),
        PointsValue::OffBoard | PointsValue::Malformed => no_point(text, span),
    }
}

/// Returns the normal form of a value that names no point of the board. It keeps its backslashes, since it might name a point
/// without them. With a bracket it can't, and is escaped as usual.
fn no_point(text: &Text, span: Span) -> String {
    let raw = text.decode(span);
    if raw.contains('\\') && !raw.contains(']') && !raw.ends_with('\\') {
        raw.into_owned()
    } else {
        normal_value(&raw)
    }
}

fn rectangle(from: Point, to: Point) -> String {
    if from == to { letters(from) } else { format!("{}:{}", letters(from), letters(to)) }
}

pub(super) fn letters(point: Point) -> String {
    point.sgf().into_iter().map(char::from).collect()
}

/// Replaces properties of old formats by properties of `FF[4]` with the same meaning.
pub(super) fn modernise(props: &mut [Property], board: Size, format: i64, has_komi: bool) {
    let has = |props: &[Property], id: &str| props.iter().any(|prop| prop.id == id);
    let has_labels = has(props, "LB") || props.iter().filter(|prop| prop.id == "L").count() > 1;
    for prop in props {
        let point =
            |value: &String| value.len() == 2 && value.bytes().all(|b| b.is_ascii_alphabetic());
        match &prop.id[..] {
            "M" => prop.id = "MA".to_owned(),
            "L" if !has_labels && prop.values.len() <= 26 && prop.values.iter().all(point) => {
                prop.id = "LB".to_owned();
                for (value, letter) in prop.values.iter_mut().zip('A'..='Z') {
                    value.push(':');
                    value.push(letter);
                }
            }
            "KI" if !has_komi => {
                if let [value] = &prop.values[..]
                    && let Some(komi) = komi_of_ki(value)
                {
                    *prop = Property { id: "KM".to_owned(), values: vec![komi.to_string()] };
                }
            }
            // The two corners of the part that is shown.
            "VW" if format < 4 && prop.values.len() == 2 && prop.values.iter().all(point) => {
                let corners = prop.values.join(":");
                let text = Text::new(corners.as_bytes());
                prop.values = vec![points(&text, Span::new(0, corners.len()), board)];
            }
            _ => {}
        }
    }
}

/// Replaces what some programs write into the root in properties that `FF[4]` has for moves, such as the komi in KO: by the
/// property that it replaces if the game has none, and by a line of the comment otherwise.
pub(super) fn move_misused(props: &mut Vec<Property>, has: impl Fn(Ident) -> bool) {
    if props.iter().any(|prop| is_move(&prop.id)) {
        return;
    }
    let is_overtime = |value: &String| {
        alias_target(Ident::new("LT"), value).is_some_and(|overtime| !has(overtime))
    };
    let is_misused = |prop: &Property| match &prop.id[..] {
        "BM" | "DO" | "IT" | "KO" | "RD" | "TE" => true,
        "LT" => prop.values.iter().all(is_overtime),
        _ => false,
    };
    let periods = props.iter().find(|prop| prop.id == "LC").map(|prop| prop.values.concat());
    let (misused, kept): (Vec<_>, Vec<_>) = std::mem::take(props).into_iter().partition(is_misused);
    *props = kept;
    for Property { id, values } in misused {
        let value = values.join("\n");
        match alias_target(Ident::new(&id), &value).filter(|&target| !has(target)) {
            Some(target) => {
                let written = match &target.spelling()[..] {
                    "KM" => komi(&value).map(|komi| komi.points.to_string()),
                    "DT" => standard_date(&value),
                    "OT" => overtime_of_periods(&value, periods.as_deref().unwrap_or_default()),
                    _ => None,
                };
                let value = written.unwrap_or(value);
                props.push(Property { id: target.spelling(), values: vec![value] });
            }
            None if id == "RD" => props.push(Property { id, values }),
            None if value.is_empty() => {}
            None => add_comment(props, format!("{id}: {value}")),
        }
    }
}

/// Up to this number, the properties of a node are compared pairwise.
const MAX_PAIRWISE: usize = 50;

/// Merges lists of the same name and comments, and removes repeated properties. Setup that names a point twice depends on its
/// order and isn't changed. Of two different values of a property of the header the first stays, as readers take it; the others
/// become lines of the comment, unless that is left out.
pub(super) fn merge(props: &mut Vec<Property>, board: Size, keeps_comments: bool) {
    let ordered = setup_is_ordered(props, board);
    let mut merged: Vec<Property> = Vec::with_capacity(props.len());
    // Index of the first list of each name.
    let mut lists: Vec<usize> = Vec::new();
    let (mut singles, mut further) = (HashSet::new(), Vec::new());
    let mut seen = (props.len() > MAX_PAIRWISE).then(HashSet::new);
    for prop in props.drain(..) {
        let is_list = matches!(values_of(&prop.id), ValueType::Points | ValueType::Composed);
        if ordered && is_stones(&prop.id) {
            merged.push(prop);
            continue;
        }
        if is_list {
            match lists.iter().find(|&&at| merged[at].id == prop.id) {
                Some(&at) => merged[at].values.extend(prop.values),
                None => {
                    lists.push(merged.len());
                    merged.push(prop);
                }
            }
            continue;
        }
        let mut is_repeated = |prop: &Property| match &mut seen {
            Some(seen) => !seen.insert(prop.clone()),
            None => merged.contains(prop),
        };
        if !is_move(&prop.id) && is_repeated(&prop) {
            continue;
        }
        let kind = Ident::new(&prop.id).info().kind;
        let is_single = matches!(&prop.id[..], "C" | "N")
            || matches!(kind, PropertyKind::GameInfo | PropertyKind::Root);
        if is_single && keeps_comments && prop.id.len() <= 2 && !singles.insert(prop.id.clone()) {
            let more = prop.values.join("\n");
            match &prop.id[..] {
                "C" => further.push(more),
                id => further.push(format!("{id} again: {more}")),
            }
            continue;
        }
        merged.push(prop);
    }
    *props = merged;
    for line in further {
        add_comment(props, line);
    }
}

fn is_stones(id: &str) -> bool {
    matches!(id, "AB" | "AW" | "AE")
}

/// Adds a line, escaped already, to a node's comment.
pub(super) fn add_comment(props: &mut Vec<Property>, line: String) {
    match props.iter_mut().find(|prop| prop.id == "C").and_then(|prop| prop.values.first_mut()) {
        Some(comment) if comment.is_empty() => *comment = line,
        Some(comment) => {
            comment.push('\n');
            comment.push_str(&line);
        }
        None => props.push(Property { id: "C".to_owned(), values: vec![line] }),
    }
}

pub(super) fn is_move(id: &str) -> bool {
    matches!(id, "B" | "W")
}

pub(super) fn values_of(id: &str) -> ValueType {
    Ident::new(id).info().values
}

/// Whether two lists of setup name the same point, so that their order matters.
fn setup_is_ordered(props: &[Property], board: Size) -> bool {
    let mut lists = props.iter().filter(|prop| is_stones(&prop.id));
    if lists.by_ref().nth(1).is_none() {
        return false;
    }
    let mut seen = vec![None; board.area()];
    for (list, prop) in props.iter().filter(|prop| is_stones(&prop.id)).enumerate() {
        for value in &prop.values {
            for point in points_of(value.as_bytes(), board).points() {
                let before = seen[board.index(point)].replace(list);
                if before.is_some_and(|before| before != list) {
                    return true;
                }
            }
        }
    }
    false
}

/// Sorts a node's properties: setup, moves, the rest in its old order. In a root, root properties and game information come
/// first. Elsewhere they come last, where they can't be taken for the beginning of another game.
pub(super) fn order(props: &mut [Property], is_root: bool, board: Size) {
    let ordered = setup_is_ordered(props, board);
    props.sort_by_key(|prop| {
        let id = &prop.id[..];
        let &PropertyInfo { kind, order, .. } = Ident::new(id).info();
        match kind {
            PropertyKind::Root => (if is_root { 0 } else { 6 }, order),
            PropertyKind::GameInfo if is_root => (1, order),
            PropertyKind::GameInfo => (5, 0),
            PropertyKind::Setup if ordered && id != "PL" => (2, 0),
            PropertyKind::Setup => (2, order),
            PropertyKind::Move => (3, 0),
            _ => (4, 0),
        }
    });
}

/// Returns the canonical form of a decoded value that still has its escapes: `]` and `\` are escaped, `:` where it was, line
/// breaks become line feeds, and soft line breaks, which mean nothing, are removed.
fn normal_value(raw: &str) -> String {
    if !raw.contains(['\\', ']', '\r']) {
        return escape_swallowed(raw.to_owned());
    }
    let mut out = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some(first @ ('\n' | '\r')) => skip_second_of_break(&mut chars, first),
                Some(escaped @ (']' | '\\' | ':')) => {
                    out.push('\\');
                    out.push(escaped);
                }
                Some(escaped) => out.push(escaped),
                None => out.push_str("\\\\"),
            },
            ']' => out.push_str("\\]"),
            '\n' | '\r' => {
                skip_second_of_break(&mut chars, c);
                out.push('\n');
            }
            c => out.push(c),
        }
    }
    escape_swallowed(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_one_normal_form() {
        for (raw, normal) in [
            ("plain", "plain"),
            (r"a [5d\] b", r"a [5d\] b"),
            ("a [5d] b", r"a [5d\] b"),
            (r"\a\:\\", r"a\:\\"),
            ("a\\\r\nb\r\nc\rd\n\re", "ab\nc\nd\ne"),
            ("end\\", "end\\\\"),
            ("\\\n]", r"\]"),
            (r"see ;B[p\d", r"see ;B\[pd"),
            (r"see ;B\[pd", r"see ;B\[pd"),
            ("see ;B[p", r"see ;B\[p"),
        ] {
            assert_eq!(normal_value(raw), normal, "{raw:?}");
            assert_eq!(normal_value(normal), normal, "{raw:?}");
        }
    }
}
