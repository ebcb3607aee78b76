//! Findings about the format that the scanner noted.

use crate::audit::finding::FindingKind;
use crate::audit::finding::FindingList;
use crate::audit::finding::{Finding, Severity};
use crate::plural::pluralize;
use crate::sgf::{Fault, FaultKind, Span, Text};

/// Turns the scanner's faults into findings.
pub(in crate::audit) fn faults(text: &Text, faults: &[Fault], findings: &mut FindingList) {
    for fault in faults {
        let quoted = || quote(text, fault.span);
        let (name, message) = match fault.kind {
            FaultKind::TextOutsideTree if fault.loses_moves(text.bytes()) => (
                FindingKind::TextOutsideTree,
                format!(
                    "{} outside a game tree, with moves that aren't read: {}",
                    bytes(fault.span),
                    quoted()
                ),
            ),
            FaultKind::TextOutsideTree if is_end_of_file(text, fault.span) => {
                let message = "the file ends with ^Z, DOS's end of text".to_owned();
                let finding = Finding::new(FindingKind::TextOutsideTree, fault.span, message);
                findings.push(finding.severity(Severity::Info));
                continue;
            }
            FaultKind::TextOutsideTree => (
                FindingKind::TextOutsideTree,
                format!("{} outside a game tree: {}", bytes(fault.span), quoted()),
            ),
            FaultKind::UnclosedTree => (
                FindingKind::UnclosedTree,
                "the game ends without its closing parenthesis".to_owned(),
            ),
            FaultKind::UnclosedValue => {
                (FindingKind::UnclosedValue, format!("no closing bracket: {}", quoted()))
            }
            FaultKind::Junk => {
                let bytes = length(fault.span);
                let belong = if bytes == 1 { "belongs" } else { "belong" };
                let many = pluralize(bytes, "byte");
                (
                    FindingKind::Junk,
                    format!("{many} that {belong} to no property, skipped: {}", quoted()),
                )
            }
            FaultKind::LiteralNewline => {
                let message = "line breaks are written as \\r and \\n, here the first".to_owned();
                let finding =
                    Finding::new(FindingKind::Junk, fault.span, message).at_node(fault.node);
                findings.push(finding.severity(Severity::Warning));
                continue;
            }
            FaultKind::ValueWithoutProperty => (
                FindingKind::ValueWithoutProperty,
                format!("a value without an identifier, skipped: {}", quoted()),
            ),
            FaultKind::PropertyWithoutValue => (
                FindingKind::PropertyWithoutValue,
                format!("no value follows, skipped: {}", quoted()),
            ),
            FaultKind::MissingNode
                if text.bytes().get(fault.span.start as usize) == Some(&b';') =>
            {
                (
                    FindingKind::MissingNode,
                    "a game without its opening parenthesis; `(` assumed".to_owned(),
                )
            }
            FaultKind::MissingNode if begins_file(text, fault.span) => {
                (FindingKind::MissingNode, "a game without its beginning; `(;` assumed".to_owned())
            }
            FaultKind::MissingNode => (
                FindingKind::MissingNode,
                "a property without a node before it; `;` assumed".to_owned(),
            ),
            FaultKind::EmptyVariation => {
                (FindingKind::EmptyVariation, "a variation without a node".to_owned())
            }
            FaultKind::UnescapedBracket => (
                FindingKind::UnescapedBracket,
                format!("the text goes on after an unescaped bracket: {}", quoted()),
            ),
            FaultKind::TooManyNodes => (
                FindingKind::TooLarge,
                format!("more nodes than are read of a game; {} bytes skipped", length(fault.span)),
            ),
            FaultKind::TooDeep => (
                FindingKind::TooLarge,
                format!(
                    "variations nested more deeply than is read; {} bytes skipped",
                    length(fault.span)
                ),
            ),
            FaultKind::TooManyGames => (
                FindingKind::TooLarge,
                format!("more games than are read of a file; {} bytes skipped", length(fault.span)),
            ),
            FaultKind::NodeAfterVariation => (
                FindingKind::NodeAfterVariation,
                "a node behind variations; taken as another variation".to_owned(),
            ),
            FaultKind::EarlyEnd => (
                FindingKind::EarlyEnd,
                "a closing parenthesis too early; what follows is taken as the game's".to_owned(),
            ),
            FaultKind::LowerCaseIdent => {
                (FindingKind::OldProperty, format!("lower case in an identifier: {}", quoted()))
            }
        };
        let finding = Finding::new(name, fault.span, message).at_node(fault.node);
        let lost = fault.loses_moves(text.bytes());
        findings.push(if lost { finding.severity(Severity::Error) } else { finding });
    }
}

/// Whether a text is nothing but `^Z`, with which DOS and CP/M ended files.
fn is_end_of_file(text: &Text, at: Span) -> bool {
    let shown = at.of(text.bytes()).trim_ascii();
    !shown.is_empty() && shown.iter().all(|&byte| byte == 0x1a)
}

/// Whether nothing stands before a place of a file.
fn begins_file(text: &Text, at: Span) -> bool {
    let before = &text.bytes()[text.bom_len()..at.start as usize];
    text.chunk_offset().games == 0 && before.trim_ascii().is_empty()
}

fn bytes(span: Span) -> String {
    pluralize(length(span), "byte")
}

fn length(span: Span) -> u32 {
    span.end - span.start
}

/// A piece of the file for a message: short, on one line.
pub(in crate::audit) fn quote(text: &Text, span: Span) -> String {
    const LONGEST: u32 = 40;
    let shown = Span { start: span.start, end: span.end.min(span.start + LONGEST) };
    let mut quoted: String =
        text.decode(shown).chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if length(span) > LONGEST {
        quoted.push('…');
    }
    quoted
}
