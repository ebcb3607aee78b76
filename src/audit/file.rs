//! All games of a file.

use std::borrow::Cow;

use super::auditor::{Audit, AuditOptions, Audited, Auditor};
use super::encoding::{self, Characters, Known};
use super::finding::{Finding, Severity, Spot};
use super::findings::Findings;
use super::locate::Locator;
use super::registry::Name;
use super::syntax::quote;
use crate::formats::read;
use crate::sgf::{Charset, Fault, Game, Ident, ROOT, Scanner, Span, Text};

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
    let about = audit_games(&text, options, scratch, sink);
    let findings = about.report(&Known::of_text(&text));
    if !findings.is_empty() {
        let findings = findings.finish(&text, &mut Locator::default());
        sink(FileAudit::Findings { game: 0, findings }, &text);
    }
}

/// Audits the games of a part of a file, as [`audit_bytes`] does those of a whole one. What there is to say
/// of the file is returned, to be joined with that of the other parts.
pub fn audit_part(
    text: &Text,
    charset: &Charset,
    options: &AuditOptions,
    scratch: &mut Scratch,
    sink: &mut dyn FnMut(FileAudit, &Text),
) -> AboutFile {
    let mut about = audit_games(text, options, scratch, sink);
    about.characters = Characters::of(text, whole(text), &Known::of_file(charset));
    about.locate(text);
    about
}

fn audit_games(
    text: &Text,
    options: &AuditOptions,
    scratch: &mut Scratch,
    sink: &mut dyn FnMut(FileAudit, &Text),
) -> AboutFile {
    let several_charsets = text.has_several_charsets();
    let mut locator = Locator::default();
    let mut scanner = Scanner::with_limits(text, options.limits);
    let first = text.start().games;
    let mut number = first;
    let mut formats = Formats::default();
    let mut findings = Findings::wanted(options);
    let mut characters = Characters::default();
    if !several_charsets && !text.is_part() {
        characters = Characters::of(text, whole(text), &Known::of_text(text));
    }
    for &span in text.unread() {
        let message = format!("a line that means nothing in {}", text.format().to_uppercase());
        // The rule that junk is told by is SGF's, and this isn't SGF.
        let finding = Finding::new(Name::Junk, span, message).severity(Severity::Warning).rule("");
        findings.push(finding);
    }
    loop {
        scratch.faults.clear();
        if !scanner.next_game(&mut scratch.game, &mut scratch.faults) {
            break;
        }
        number += 1;
        let text = scanner.text();
        if several_charsets {
            encoding::findings(text, scratch.game.span, &mut findings);
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
            format!("no game tree: {}", quote(text, span))
        };
        findings.push(Finding::new(Name::NotSgf, span, message));
    } else {
        super::syntax::faults(text, &scratch.faults, &mut findings);
    }
    AboutFile { games: number - first, formats, characters, findings }
}

fn whole(text: &Text) -> Span {
    Span::new(0, text.bytes().len())
}

/// What there is to say of a file, beyond its games.
#[derive(Debug)]
pub struct AboutFile {
    games: u32,
    formats: Formats,
    characters: Characters,
    findings: Findings,
}

impl AboutFile {
    /// Adds what there is to say of the file's next part.
    pub fn join(&mut self, next: Self) {
        self.games += next.games;
        self.formats.join(next.formats);
        self.characters.join(next.characters);
        self.findings.join(next.findings);
    }

    /// What is reported of the file, if anything.
    #[must_use]
    pub fn finish(self, charset: &Charset) -> Option<FileAudit> {
        let findings = self.report(&Known::of_file(charset));
        (!findings.is_empty())
            .then(|| FileAudit::Findings { game: 0, findings: findings.finish_located() })
    }

    fn locate(&mut self, text: &Text) {
        self.findings.locate(text, &mut Locator::default());
        self.characters.locate(text);
        self.formats.locate(text);
    }

    fn report(self, known: &Known) -> Findings {
        let Self { games, formats, characters, mut findings } = self;
        characters.report(known, &mut findings);
        formats.report(games, &mut findings);
        findings
    }
}

/// What FF says: mostly the number of a version there is.
type Format = Cow<'static, str>;

/// Which versions of the format the games of a file are in, and where the second game begins.
#[derive(Debug, Default)]
struct Formats {
    first: Option<(Format, Spot)>,
    /// The first that is another.
    other: Option<(Format, Spot)>,
    second_game: Option<Spot>,
}

impl Formats {
    fn note(&mut self, text: &Text, game: &Game, number: u32) {
        if number > 1 && self.second_game.is_some() && self.other.is_some() {
            return;
        }
        let span = game.find(ROOT, Ident::new("FF")).and_then(|values| values.first().copied());
        let start = game.span.start;
        if number == 2 {
            let span = Span { start, end: start + 1 };
            self.second_game = Some(Spot::new(span));
        }
        let Some(span) = span else { return };
        let format = text.simple_text(span);
        let known = ["4", "3", "2", "1"].into_iter().find(|&known| known == format);
        let format = known.map_or_else(|| Format::Owned(format.into_owned()), Format::Borrowed);
        match &self.first {
            None => self.first = Some((format, Spot::new(span))),
            Some((first, _)) if *first != format && self.other.is_none() => {
                self.other = Some((format, Spot::new(span)));
            }
            Some(_) => {}
        }
    }

    fn join(&mut self, next: Self) {
        self.second_game = self.second_game.take().or(next.second_game);
        match (&self.first, next.first) {
            (None, first) => (self.first, self.other) = (first, next.other),
            (Some((first, _)), Some(other)) if self.other.is_none() => {
                self.other = if *first == other.0 { next.other } else { Some(other) };
            }
            _ => {}
        }
    }

    fn locate(&mut self, text: &Text) {
        let formats = [&mut self.first, &mut self.other].into_iter().flatten();
        Spot::locate_all(formats.map(|(_, spot)| spot).chain(&mut self.second_game), text);
    }

    fn report(self, games: u32, findings: &mut Findings) {
        if let Some(second_game) = self.second_game {
            let message = format!("{games} games in this file, the second here");
            findings.push(second_game.finding(Name::SeveralGames, message));
        }
        if let (Some((first, _)), Some((other, spot))) = (self.first, self.other) {
            let message = format!("the first game is in FF[{first}], this one in FF[{other}]");
            findings.push(spot.finding(Name::MixedFormat, message));
        }
    }
}

/// A finding about a file that couldn't be read or audited at all.
#[must_use]
pub fn file_finding(name: Name, message: String) -> FileAudit {
    let finding = Finding::new(name, Span::default(), message);
    FileAudit::Findings { game: 0, findings: vec![finding] }
}
