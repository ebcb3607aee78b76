//! Findings about the format: what the scanner noted, and what each node's properties say.

use super::finding::{Finding, Severity};
use super::registry::Name;
use crate::go::Size;
use crate::sgf::{
    Fault, FaultKind, Game, Ident, NodeId, PointsValue, Prop, ROOT, Span, Text, Validity,
    points_value, validity,
};

const B: Ident = Ident::new("B");
const W: Ident = Ident::new("W");

/// Turns the scanner's faults into findings.
pub(super) fn faults(text: &Text, faults: &[Fault], findings: &mut Vec<Finding>) {
    for fault in faults {
        let quoted = || quote(text, fault.span);
        let (name, message) = match fault.kind {
            FaultKind::TextOutsideTree => (
                Name::TextOutsideTree,
                format!("{} bytes outside a game tree: {}", length(fault.span), quoted()),
            ),
            FaultKind::UnclosedTree => {
                (Name::UnclosedTree, "the game ends without its closing parenthesis".to_owned())
            }
            FaultKind::UnclosedValue => {
                (Name::UnclosedValue, format!("no closing bracket: {}", quoted()))
            }
            FaultKind::Junk => {
                (Name::Junk, format!("belongs to no property, skipped: {}", quoted()))
            }
            FaultKind::ValueWithoutProperty => (
                Name::ValueWithoutProperty,
                format!("a value without an identifier, skipped: {}", quoted()),
            ),
            FaultKind::PropertyWithoutValue => (
                Name::PropertyWithoutValue,
                format!("no value follows, skipped: {}", quoted()),
            ),
            FaultKind::MissingNode => {
                (Name::MissingNode, "a property without a node before it; `;` assumed".to_owned())
            }
            FaultKind::EmptyVariation => {
                (Name::EmptyVariation, "a variation without a node".to_owned())
            }
            FaultKind::UnescapedBracket => (
                Name::UnescapedBracket,
                format!("the text goes on after an unescaped bracket: {}", quoted()),
            ),
            FaultKind::LowerCaseIdent => {
                (Name::OldProperty, format!("lower case in an identifier: {}", quoted()))
            }
        };
        findings.push(Finding::new(name, fault.span, message).at_node(fault.node));
    }
}

/// Checks the properties of every node, variations included.
pub(super) fn properties(text: &Text, game: &Game, size: Size, findings: &mut Vec<Finding>) {
    let mut seen: Vec<Ident> = Vec::new();
    for node in 0..game.nodes().len() as NodeId {
        seen.clear();
        let mut moved = false;
        let mut set_up: Option<u32> = None;
        for (prop, values) in game.props(node) {
            if prop.id == B || prop.id == W {
                moved = true;
                if values.len() != 1 {
                    let message = format!("a move has one value, not {}", values.len());
                    findings.push(malformed(prop, values, message).at_node(node));
                }
            } else {
                property(text, prop, values, size, node, findings);
                if is_setup(prop.id) {
                    set_up.get_or_insert(prop.start);
                }
            }
            if prop.id != Ident::LONG && seen.contains(&prop.id) {
                let message = format!("{} is in this node already", prop.id.spelling());
                let span = ident_span(prop);
                findings.push(Finding::new(Name::DuplicateProperty, span, message).at_node(node));
            } else if seen.len() < 64 {
                seen.push(prop.id);
            }
        }
        if moved && seen.contains(&B) && seen.contains(&W) {
            let start = game.nodes()[node as usize].start as usize;
            let message = "a move of Black and one of White in the same node";
            let span = Span::new(start, start + 1);
            findings.push(Finding::new(Name::MisplacedProperty, span, message).at_node(node));
        }
        if let (true, Some(start)) = (moved, set_up) {
            let span = Span::new(start as usize, start as usize + 2);
            let message = "setup beside a move in the same node";
            findings.push(Finding::new(Name::MisplacedProperty, span, message).at_node(node));
        }
    }
}

fn is_setup(id: Ident) -> bool {
    [Ident::new("AB"), Ident::new("AW"), Ident::new("AE")].contains(&id)
}

fn property(
    text: &Text,
    prop: &Prop,
    values: &[Span],
    size: Size,
    node: NodeId,
    findings: &mut Vec<Finding>,
) {
    const POINT_LISTS: [Ident; 5] = [
        Ident::new("AB"),
        Ident::new("AW"),
        Ident::new("AE"),
        Ident::new("TB"),
        Ident::new("TW"),
    ];
    // Read elsewhere, with findings of their own.
    const HEADER: [Ident; 6] = [
        Ident::new("SZ"),
        Ident::new("KM"),
        Ident::new("HA"),
        Ident::new("RE"),
        Ident::new("GM"),
        Ident::new("FF"),
    ];
    const ROOT_ONLY: [Ident; 6] = [
        Ident::new("AP"),
        Ident::new("CA"),
        Ident::new("FF"),
        Ident::new("GM"),
        Ident::new("ST"),
        Ident::new("SZ"),
    ];
    const OLD: [Ident; 6] = [
        Ident::new("L"),
        Ident::new("M"),
        Ident::new("KI"),
        Ident::new("ID"),
        Ident::new("BS"),
        Ident::new("WS"),
    ];
    if node != ROOT && ROOT_ONLY.contains(&prop.id) {
        let message = format!("{} belongs into the root", prop.id.spelling());
        let finding = Finding::new(Name::MisplacedProperty, ident_span(prop), message);
        findings.push(finding.at_node(node));
    }
    if POINT_LISTS.contains(&prop.id) {
        for &value in values {
            let empty_list = values.len() == 1 && matches!(prop.id.spelling().as_bytes()[0], b'T');
            let problem = match points_value(text, value, size) {
                PointsValue::Rectangle(..) => continue,
                PointsValue::Empty if empty_list => continue,
                PointsValue::OffBoard => "outside the board, left out",
                PointsValue::Empty | PointsValue::Malformed => "no point, left out",
            };
            let id = prop.id.spelling();
            let message = format!("{id}[{}]: {problem}", quote(text, value));
            findings.push(Finding::new(Name::MalformedValue, value, message).at_node(node));
        }
        return;
    }
    if HEADER.contains(&prop.id) {
        return;
    }
    match validity(text, prop.id, values) {
        Validity::Valid => {}
        Validity::UnknownProperty => {
            let (name, what) = if OLD.contains(&prop.id) {
                (Name::OldProperty, "is a property of old formats")
            } else {
                (Name::UnknownProperty, "is no property of FF[4]")
            };
            let message = format!("{} {what}", spelling(text, prop, values));
            findings.push(Finding::new(name, ident_span(prop), message).at_node(node));
        }
        Validity::Invalid => {
            let shown = values.first().map_or(String::new(), |&value| quote(text, value));
            let message = if values.len() > 1 {
                format!("{} has {} values, the first {shown}", prop.id.spelling(), values.len())
            } else {
                format!("not a value of {}: {shown}", prop.id.spelling())
            };
            let finding = malformed(prop, values, message).severity(Severity::Warning);
            findings.push(finding.at_node(node));
        }
    }
}

fn malformed(prop: &Prop, values: &[Span], message: String) -> Finding {
    let end = values.last().map_or(prop.start + 1, |value| value.end);
    let start = values.first().map_or(prop.start, |value| value.start);
    Finding::new(Name::MalformedValue, Span { start, end }, message)
}

fn ident_span(prop: &Prop) -> Span {
    let length = prop.id.spelling().len().max(1) as u32;
    Span { start: prop.start, end: prop.start + length }
}

/// The identifier as it stands in the file.
fn spelling(text: &Text, prop: &Prop, values: &[Span]) -> String {
    let end = values.first().map_or(prop.start + 1, |value| value.start.saturating_sub(1));
    let span = Span { start: prop.start, end: end.max(prop.start).min(prop.start + 40) };
    text.decode(span).trim().to_owned()
}

fn length(span: Span) -> u32 {
    span.end - span.start
}

/// A piece of the file for a message: short, on one line.
pub(super) fn quote(text: &Text, span: Span) -> String {
    const LONGEST: u32 = 40;
    let shown = Span { start: span.start, end: span.end.min(span.start + LONGEST) };
    let mut quoted: String = text
        .decode(shown)
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    if length(span) > LONGEST {
        quoted.push('…');
    }
    quoted
}
