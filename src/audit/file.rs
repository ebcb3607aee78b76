//! All games of a file.

use super::auditor::{Audit, AuditOptions, Audited, Auditor};
use super::encoding;
use super::finding::{Finding, Severity};
use super::findings::Findings;
use super::locate::Locator;
use super::registry::Name;
use super::syntax::quote;
use crate::formats::read;
use crate::sgf::{Fault, Game, Ident, ROOT, Scanner, Span, Text};

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

impl Scratch {
    /// The memory with an auditor of one's own, such as one that asks an engine.
    #[must_use]
    pub fn with_auditor(auditor: Auditor) -> Self {
        Self { auditor, ..Self::default() }
    }
}

/// Audits every game of a file, in SGF or another format that is read as if it were, and hands each to `sink` as it is done, so that a collection of any
/// length takes the memory of its largest game.
pub fn audit_bytes(
    bytes: &[u8],
    options: &AuditOptions,
    scratch: &mut Scratch,
    sink: &mut dyn FnMut(FileAudit, &Text),
) {
    let text = read(bytes);
    let several_charsets = text.has_several_charsets();
    let mut locator = Locator::default();
    let mut scanner = Scanner::with_limits(&text, options.limits);
    let mut number = 0;
    let mut formats = Formats::default();
    let mut about_file = Findings::new(options.max_findings);
    if !several_charsets {
        encoding::findings(&text, whole(&text), &mut about_file);
    }
    for &span in text.unread() {
        let message = format!("a line that means nothing in {}", text.format().to_uppercase());
        // The rule that junk is told by is SGF's, and this isn't SGF.
        let finding = Finding::new(Name::Junk, span, message).severity(Severity::Warning).rule("");
        about_file.push(finding);
    }
    loop {
        scratch.faults.clear();
        if !scanner.next_game(&mut scratch.game, &mut scratch.faults) {
            break;
        }
        number += 1;
        let text = scanner.text();
        if several_charsets {
            encoding::findings(text, scratch.game.span, &mut about_file);
        }
        formats.note(text, &scratch.game, number);
        let audited = scratch.auditor.audit(
            text,
            &scratch.game,
            number,
            &scratch.faults,
            options,
            &mut locator,
        );
        match audited {
            Audited::Game(audit) => sink(FileAudit::Game(audit), text),
            Audited::OtherGame(findings) => {
                sink(FileAudit::Findings { game: number, findings }, text);
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
    formats.findings(number, &mut about_file);
    if !about_file.is_empty() {
        let findings = about_file.finish(&text, &mut Locator::default());
        sink(FileAudit::Findings { game: 0, findings }, &text);
    }
}

fn whole(text: &Text) -> Span {
    Span::new(0, text.bytes().len())
}

/// Which versions of the format the games of a file are in, and where the second game begins.
#[derive(Default)]
struct Formats {
    first: Option<String>,
    other: Option<(String, Span)>,
    second_game: Option<Span>,
}

impl Formats {
    fn note(&mut self, text: &Text, game: &Game, number: u32) {
        if number > 1 && self.second_game.is_some() && self.other.is_some() {
            return;
        }
        let span = game.find(ROOT, Ident::new("FF")).and_then(|values| values.first().copied());
        let start = game.span.start;
        if number == 2 {
            self.second_game = Some(Span { start, end: start + 1 });
        }
        let Some(span) = span else { return };
        let format = text.simple_text(span);
        match &self.first {
            None => self.first = Some(format.into_owned()),
            Some(first) if *first != format && self.other.is_none() => {
                self.other = Some((format.into_owned(), span));
            }
            Some(_) => {}
        }
    }

    fn findings(self, games: u32, findings: &mut Findings) {
        if let Some(span) = self.second_game {
            let message = format!("{games} games in this file, the second here");
            findings.push(Finding::new(Name::SeveralGames, span, message));
        }
        if let (Some(first), Some((other, span))) = (self.first, self.other) {
            let message = format!("the first game is in FF[{first}], this one in FF[{other}]");
            findings.push(Finding::new(Name::MixedFormat, span, message));
        }
    }
}

/// A finding about a file that couldn't be read or audited at all.
#[must_use]
pub fn file_finding(name: Name, message: String) -> FileAudit {
    let finding = Finding::new(name, Span::default(), message);
    FileAudit::Findings { game: 0, findings: vec![finding] }
}
