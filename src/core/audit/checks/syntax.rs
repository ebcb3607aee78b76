//! Findings about the format, from the faults that the scanner found.

use crate::audit::finding::{Condition, Finding, FindingKind, FindingList};
use crate::plural::pluralize;
use crate::sgf::{Fault, FaultKind, Span, Text, TornSign, TornTree, is_parentheses};

/// Turns the scanner's faults into findings.
pub(crate) fn check(text: &Text, faults: &[Fault], findings: &mut FindingList) {
    // A finding of the file reports a merge conflict as a whole.
    for fault in faults.iter().filter(|fault| fault.kind != FaultKind::ConflictMarker) {
        findings.push(finding_of(text, fault));
    }
}

pub(crate) fn finding_of(text: &Text, fault: &Fault) -> Finding {
    let condition = condition(text, fault);
    let mut finding = Finding::new(kind(fault.kind), fault.span, message(text, fault, condition));
    // The mark belongs to the file and not to the game before it.
    if condition != Some(Condition::OnlyEndOfFileMark) {
        finding = finding.at_node(fault.node);
    }
    finding.when(condition)
}

fn kind(fault: FaultKind) -> FindingKind {
    match fault {
        FaultKind::TextOutsideTree | FaultKind::MisplacedParenthesis(_) => {
            FindingKind::TextOutsideTree
        }
        FaultKind::UnclosedTree => FindingKind::UnclosedTree,
        FaultKind::UnclosedValue => FindingKind::UnclosedValue,
        FaultKind::ConflictMarker => FindingKind::MergeConflict,
        FaultKind::Junk | FaultKind::LiteralNewline => FindingKind::Junk,
        FaultKind::ValueWithoutProperty => FindingKind::ValueWithoutProperty,
        FaultKind::PropertyWithoutValue => FindingKind::PropertyWithoutValue,
        FaultKind::PropertyInText | FaultKind::EscapedEnd => FindingKind::PropertyInText,
        FaultKind::MissingNode | FaultKind::MissingParentheses | FaultKind::WrongSeparator => {
            FindingKind::MissingNode
        }
        FaultKind::EmptyVariation => FindingKind::EmptyVariation,
        FaultKind::UnescapedBracket => FindingKind::UnescapedBracket,
        FaultKind::TooManyNodes | FaultKind::TooDeep | FaultKind::TooManyGames => {
            FindingKind::TooLarge
        }
        FaultKind::NodeAfterVariation => FindingKind::NodeAfterVariation,
        FaultKind::EarlyEnd => FindingKind::EarlyEnd,
        FaultKind::LowerCaseIdent => FindingKind::OldProperty,
    }
}

fn condition(text: &Text, fault: &Fault) -> Option<Condition> {
    match fault.kind {
        FaultKind::LiteralNewline => Some(Condition::LiteralNewlines),
        FaultKind::TextOutsideTree if fault.loses_moves(text.bytes()) => {
            Some(Condition::LosesMoves)
        }
        FaultKind::TextOutsideTree if is_end_of_file_mark(text, fault.span) => {
            Some(Condition::OnlyEndOfFileMark)
        }
        FaultKind::TextOutsideTree if is_parentheses(fault.span.of(text.bytes())) => {
            Some(Condition::OnlyParentheses)
        }
        FaultKind::MisplacedParenthesis(_) => Some(Condition::OnlyParentheses),
        FaultKind::EscapedEnd => Some(Condition::ReadAsProperty),
        _ => None,
    }
}

fn message(text: &Text, fault: &Fault, condition: Option<Condition>) -> String {
    let quoted = || quote(text, fault.span);
    let bytes = || pluralize(length(fault.span), "byte");
    let skipped = |what: &str| format!("{what}; {} bytes skipped", length(fault.span));
    match fault.kind {
        FaultKind::TextOutsideTree => match condition {
            Some(Condition::LosesMoves) => {
                let (bytes, quoted) = (bytes(), quoted());
                format!("{bytes} outside a game tree; the moves in it are ignored: {quoted}")
            }
            Some(Condition::OnlyParentheses) => {
                format!("a closing parenthesis without an opening one: {}", quoted())
            }
            Some(_) => "the file ends with ^Z, the DOS end-of-file mark".to_owned(),
            None => format!("{} outside a game tree: {}", bytes(), quoted()),
        },
        FaultKind::MisplacedParenthesis(torn) => misplaced_parenthesis(torn),
        FaultKind::UnclosedTree => "the game's closing parenthesis is missing".to_owned(),
        FaultKind::ConflictMarker => format!("a marker of a merge conflict is left: {}", quoted()),
        FaultKind::UnclosedValue => unclosed_value(text, fault.span),
        FaultKind::PropertyInText if fault.span.of(text.bytes()).starts_with(b"[") => {
            format!("nothing closes a bracket in this text; a property may be inside: {}", quoted())
        }
        FaultKind::PropertyInText => {
            format!("a property may be inside this text; read as one, it is {}", quoted())
        }
        FaultKind::EscapedEnd => {
            let rest = Span::new(fault.span.end as usize, text.bytes().len());
            let property = shortened(text, rest, 12);
            format!("the backslash escapes the closing bracket; {property} is read as a property")
        }
        FaultKind::MissingParentheses => {
            "both parentheses of the game are missing; they are assumed".to_owned()
        }
        FaultKind::WrongSeparator => format!("`{}` instead of the `;` of a node", quoted()),
        FaultKind::Junk => {
            let belong = if length(fault.span) == 1 { "belongs" } else { "belong" };
            format!("{} that {belong} to no property, skipped: {}", bytes(), quoted())
        }
        FaultKind::LiteralNewline => {
            "line breaks are written as \\r and \\n (the first is here)".to_owned()
        }
        FaultKind::ValueWithoutProperty => {
            format!("a value without an identifier, skipped: {}", quoted())
        }
        FaultKind::PropertyWithoutValue => format!("no value follows, skipped: {}", quoted()),
        FaultKind::MissingNode => missing_node(text, fault.span).to_owned(),
        FaultKind::EmptyVariation => "a variation without a node".to_owned(),
        FaultKind::UnescapedBracket => {
            format!("the text goes on after an unescaped bracket: {}", quoted())
        }
        FaultKind::TooManyNodes => skipped("too many nodes in a game"),
        FaultKind::TooDeep => skipped("variations nested too deeply"),
        FaultKind::TooManyGames => skipped("too many games in a file"),
        FaultKind::NodeAfterVariation => {
            "a node after variations; taken as another variation".to_owned()
        }
        FaultKind::EarlyEnd => {
            "the closing parenthesis comes too early; what follows is read as part of the game"
                .to_owned()
        }
        FaultKind::LowerCaseIdent => format!("lower case in an identifier: {}", quoted()),
    }
}

fn unclosed_value(text: &Text, span: Span) -> String {
    let quoted = quote(text, span);
    let rest = Span::new(span.end as usize, text.bytes().len());
    match shortened(text, rest, 12) {
        next if next.trim().is_empty() => format!("no closing bracket: {quoted}"),
        next => {
            format!("no closing bracket: {quoted}; what follows is read apart: {}", next.trim())
        }
    }
}

/// The message about a `)` that may be needed elsewhere.
fn misplaced_parenthesis(torn: TornTree) -> String {
    let TornTree { game, sign } = torn;
    let sign = match sign {
        TornSign::NodeAfterVariation => format!("a node follows the variations of game {game}"),
        TornSign::Variations => {
            return format!(
                "a closing parenthesis without an opening one; in game {game}, a variation may lack its `(`"
            );
        }
        TornSign::Trees(1) => format!("1 tree without a header follows game {game}"),
        TornSign::Trees(trees) => format!("{trees} trees without a header follow game {game}"),
    };
    format!("{sign}: a `(` is missing or a `)` too many; this one closes nothing")
}

fn missing_node(text: &Text, span: Span) -> &'static str {
    if text.bytes().get(span.start as usize) == Some(&b';') {
        "the game's opening parenthesis is missing; `(` assumed"
    } else if begins_file(text, span) {
        "the beginning of the game is missing; `(;` assumed"
    } else {
        "a property outside any node; `;` assumed"
    }
}

/// Whether a text is nothing but `^Z`, with which DOS and CP/M ended files.
fn is_end_of_file_mark(text: &Text, at: Span) -> bool {
    let tail = at.of(text.bytes()).trim_ascii();
    !tail.is_empty() && tail.iter().all(|&byte| byte == 0x1a)
}

/// Whether only blanks are before a span of the file.
pub(crate) fn begins_file(text: &Text, at: Span) -> bool {
    text.bytes()[text.bom_len()..at.start as usize].trim_ascii().is_empty()
}

fn length(span: Span) -> u32 {
    span.end - span.start
}

/// A span of the text for a message: at most 40 bytes of it, on one line.
pub(crate) fn quote(text: &Text, span: Span) -> String {
    shortened(text, span, 40)
}

/// The first `longest` bytes of a span of the text, on one line.
fn shortened(text: &Text, span: Span, longest: u32) -> String {
    let beginning = Span { start: span.start, end: span.end.min(span.start + longest) };
    let mut quoted: String =
        text.decode(beginning).chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if length(span) > longest {
        quoted.push('…');
    }
    quoted
}
