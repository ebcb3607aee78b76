//! All games of a file.

use std::borrow::Cow;

use encoding_rs::Encoding;

use crate::audit::audit::{Audit, GameOutcome};
use crate::audit::auditor::Auditor;
use crate::audit::checks::encoding::{self, Characters, Known};
use crate::audit::checks::syntax::quote;
use crate::audit::finding::FindingKind;
use crate::audit::finding::FindingList;
use crate::audit::finding::LineIndex;
use crate::audit::finding::{Finding, Severity, SourceLocation};
use crate::audit::options::AuditOptions;
use crate::formats::read;
use crate::sgf::{Charset, Fault, Game, Ident, ROOT, Scanner, Span, Text, charset_of};

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
        let findings = findings.finish(&text, &mut LineIndex::default());
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
) -> FileSummary {
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
) -> FileSummary {
    let several_charsets = text.has_several_charsets();
    let mut locator = LineIndex::default();
    let mut scanner = Scanner::with_limits(text, options.limits);
    let first = text.chunk_offset().games;
    let mut number = first;
    let mut roots = Roots::default();
    let mut findings = FindingList::wanted(options);
    let mut characters = Characters::default();
    if !several_charsets && !text.is_chunk() {
        characters = Characters::of(text, whole(text), &Known::of_text(text));
    }
    for &span in text.unread_lines() {
        let message = format!("a line that means nothing in {}", text.format().to_uppercase());
        // The rule that junk is told by is SGF's, and this isn't SGF.
        let finding =
            Finding::new(FindingKind::Junk, span, message).severity(Severity::Warning).rule("");
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
        roots.note(text, &scratch.game, number);
        let audited = scratch.auditor.audit(
            text,
            &scratch.game,
            number,
            &scratch.faults,
            options,
            &mut locator,
        );
        match audited {
            GameOutcome::Audited(audit) => sink(FileAudit::Game(audit), text),
            GameOutcome::NotGo(findings) => {
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
        findings.push(Finding::new(FindingKind::NotSgf, span, message));
    } else {
        crate::audit::checks::syntax::faults(text, &scratch.faults, &mut findings);
    }
    FileSummary { games: number - first, roots, characters, findings }
}

fn whole(text: &Text) -> Span {
    Span::new(0, text.bytes().len())
}

/// What there is to say of a file, beyond its games.
#[derive(Debug)]
pub struct FileSummary {
    games: u32,
    roots: Roots,
    characters: Characters,
    findings: FindingList,
}

impl FileSummary {
    /// Adds what there is to say of the file's next part.
    pub fn join(&mut self, next: Self) {
        self.games += next.games;
        self.roots.join(next.roots);
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
        self.findings.locate(text, &mut LineIndex::default());
        self.characters.locate(text);
        self.roots.locate(text);
    }

    fn report(self, known: &Known) -> FindingList {
        let Self { games, roots, characters, mut findings } = self;
        characters.report(known, &mut findings);
        roots.report(games, &mut findings);
        findings
    }
}

/// What the roots of a file's games may differ in.
#[derive(Debug, Default)]
struct Roots {
    formats: FirstMismatch<Cow<'static, str>>,
    charsets: FirstMismatch<&'static Encoding>,
    second_game: Option<SourceLocation>,
}

impl Roots {
    fn note(&mut self, text: &Text, game: &Game, number: u32) {
        let start = game.span.start;
        if number == 2 {
            let span = Span { start, end: start + 1 };
            self.second_game = Some(SourceLocation::new(span));
        }
        let value = |id| game.find(ROOT, id).and_then(|values| values.first().copied());
        if self.formats.other.is_none()
            && let Some(span) = value(Ident::new("FF"))
        {
            let format = text.simple_text(span);
            let known = ["4", "3", "2", "1"].into_iter().find(|&known| known == format);
            let format = known.map_or_else(|| Cow::Owned(format.into_owned()), Cow::Borrowed);
            self.formats.note(format, span);
        }
        if self.charsets.other.is_none()
            && let Some(span) = value(Ident::new("CA"))
            && let Some(charset) = charset_of(span.of(text.bytes()))
        {
            self.charsets.note(charset, span);
        }
    }

    fn join(&mut self, next: Self) {
        self.second_game = self.second_game.take().or(next.second_game);
        self.formats.join(next.formats);
        self.charsets.join(next.charsets);
    }

    fn locate(&mut self, text: &Text) {
        let spots = self.formats.spots().chain(self.charsets.spots());
        SourceLocation::locate_all(spots.chain(&mut self.second_game), text);
    }

    fn report(self, games: u32, findings: &mut FindingList) {
        if let Some(second_game) = self.second_game {
            let message = format!("{games} games in this file, the second here");
            findings.push(second_game.finding(FindingKind::SeveralGames, message));
        }
        if let (Some((first, _)), Some((other, spot))) = (self.formats.first, self.formats.other) {
            let message = format!("the first game is in FF[{first}], this one in FF[{other}]");
            findings.push(spot.finding(FindingKind::MixedFormat, message));
        }
        if let (Some((first, _)), Some((other, spot))) = (self.charsets.first, self.charsets.other)
        {
            let [first, other] = [first, other].map(Encoding::name);
            let message = format!("a game before declares {first}, this one {other}");
            findings.push(spot.finding(FindingKind::MixedCharset, message));
        }
    }
}

/// What a root says, and where.
#[derive(Debug)]
struct FirstMismatch<T> {
    first: Option<(T, SourceLocation)>,
    /// The first that is another.
    other: Option<(T, SourceLocation)>,
}

impl<T> Default for FirstMismatch<T> {
    fn default() -> Self {
        Self { first: None, other: None }
    }
}

impl<T: PartialEq> FirstMismatch<T> {
    fn note(&mut self, said: T, at: Span) {
        match &self.first {
            None => self.first = Some((said, SourceLocation::new(at))),
            Some((first, _)) if *first != said && self.other.is_none() => {
                self.other = Some((said, SourceLocation::new(at)));
            }
            Some(_) => {}
        }
    }

    fn join(&mut self, next: Self) {
        match (&self.first, next.first) {
            (None, first) => (self.first, self.other) = (first, next.other),
            (Some((first, _)), Some(other)) if self.other.is_none() => {
                self.other = if *first == other.0 { next.other } else { Some(other) };
            }
            _ => {}
        }
    }

    fn spots(&mut self) -> impl Iterator<Item = &mut SourceLocation> {
        [&mut self.first, &mut self.other].into_iter().flatten().map(|(_, spot)| spot)
    }
}

/// A finding about a file that couldn't be read or audited at all.
#[must_use]
pub fn file_finding(name: FindingKind, message: String) -> FileAudit {
    let finding = Finding::new(name, Span::default(), message);
    FileAudit::Findings { game: 0, findings: vec![finding] }
}
