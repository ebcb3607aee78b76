//! All games of a file.

use super::auditor::{Audit, AuditOptions, Audited, Auditor, locate};
use super::finding::Finding;
use super::locate::Locator;
use super::registry::Name;
use super::syntax::quote;
use crate::sgf::{Declared, EncodingSource, Fault, Game, Scanner, Span, Text};

/// Something about a file: a game's audit, or findings that concern no audited game.
#[derive(Clone, Debug)]
pub enum FileAudit {
    /// A game.
    Game(Box<Audit>),
    /// Findings about the file (game 0), or about a game that wasn't audited.
    Findings {
        /// The game's number, or 0 for the file.
        game: u32,
        /// What was found.
        findings: Vec<Finding>,
    },
}

/// The memory that auditing a file needs, to be used again for the next.
#[derive(Debug, Default)]
pub struct Scratch {
    auditor: Auditor,
    game: Game,
    faults: Vec<Fault>,
}

/// Audits every game of a file and hands each to `sink` as it is done, so that a collection of any
/// length takes the memory of its largest game. Returns the encoding for the report.
pub fn audit_bytes<'t>(
    bytes: &'t [u8],
    options: &AuditOptions,
    scratch: &mut Scratch,
    sink: &mut dyn FnMut(FileAudit, &Text),
) -> Text<'t> {
    let text = Text::new(bytes);
    let mut locator = Locator::default();
    let mut scanner = Scanner::new(&text);
    let mut number = 0;
    let mut about_file = encoding_findings(&text);
    loop {
        scratch.faults.clear();
        if !scanner.next_game(&mut scratch.game, &mut scratch.faults) {
            break;
        }
        number += 1;
        let audited = scratch.auditor.audit(
            &text,
            &scratch.game,
            number,
            &scratch.faults,
            options,
            &mut locator,
        );
        match audited {
            Audited::Game(audit) => sink(FileAudit::Game(audit), &text),
            Audited::OtherGame(findings) => {
                sink(FileAudit::Findings { game: number, findings }, &text);
            }
        }
    }
    // What the scanner found after the last game.
    if number == 0 {
        let span = Span::new(0, text.bytes().len().min(40));
        let message = if text.bytes().is_empty() {
            "the file is empty".to_owned()
        } else {
            format!("no game tree: {}", quote(&text, span))
        };
        about_file.push(Finding::new(Name::NotSgf, span, message));
    } else {
        super::syntax::faults(&text, &scratch.faults, &mut about_file);
    }
    if !about_file.is_empty() {
        locate(&text, &mut about_file, &mut Locator::default());
        sink(FileAudit::Findings { game: 0, findings: about_file }, &text);
    }
    text
}

/// A finding about a file that couldn't be read or audited at all.
#[must_use]
pub fn file_finding(name: Name, message: String) -> FileAudit {
    let finding = Finding::new(name, Span::default(), message);
    FileAudit::Findings { game: 0, findings: vec![finding] }
}

fn encoding_findings(text: &Text) -> Vec<Finding> {
    let mut findings = Vec::new();
    let name = text.encoding().name();
    let first_odd = text.bytes().iter().position(|b| !b.is_ascii()).unwrap_or(0);
    match text.declared() {
        Declared::Nothing if text.source() == EncodingSource::Detected => {
            let message = format!("no CA; the characters look like {name}");
            let span = Span::new(first_odd, first_odd + 1);
            findings.push(Finding::new(Name::UndeclaredEncoding, span, message));
        }
        Declared::Known(declared, span) if text.source() == EncodingSource::Detected => {
            let message =
                format!("CA declares {}, but the characters look like {name}", declared.name());
            findings.push(Finding::new(Name::WrongEncoding, *span, message));
        }
        Declared::Unknown(span) => {
            let label = quote(text, *span);
            let message = format!("CA[{label}] names no known charset; taken as {name}");
            findings.push(Finding::new(Name::WrongEncoding, *span, message));
        }
        _ => {}
    }
    const SHOWN: usize = 100;
    let bad = text.undecodable(SHOWN);
    if let Some(&first) = bad.first() {
        let many = match bad.len() {
            1 => "a place".to_owned(),
            SHOWN => format!("{SHOWN} places or more"),
            n => format!("{n} places"),
        };
        let message = format!("bytes that mean nothing in {name}, in {many}, here the first");
        findings.push(Finding::new(Name::UndecodableBytes, first, message));
    }
    findings
}
