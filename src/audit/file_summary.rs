//! Findings about a file rather than one of its games: `FileSummary`.

use encoding_rs::Encoding;

use super::checks::encoding::{EncodingIssues, KnownEncoding, damages_play};
use super::file_audit::FileAudit;
use super::finding::{FindingKind, FindingList, SourceLocation};
use crate::sgf::{Charset, Game, Ident, LineIndex, ROOT, Span, Text, charset_of};

/// Facts about a file, or a part of it, from which its own findings are made: those that concern no single game.
#[derive(Debug)]
pub struct FileSummary {
    games: u32,
    second_game: Option<SourceLocation>,
    formats: FirstMismatch<String>,
    charsets: FirstMismatch<&'static Encoding>,
    encoding: EncodingIssues,
    /// Whether undecodable bytes change how a game is replayed, or its result.
    damages_play: bool,
    findings: FindingList,
}

impl FileSummary {
    pub(super) fn new(findings: FindingList) -> Self {
        Self {
            games: 0,
            second_game: None,
            formats: FirstMismatch::default(),
            charsets: FirstMismatch::default(),
            encoding: EncodingIssues::default(),
            damages_play: false,
            findings,
        }
    }

    pub(super) fn findings(&mut self) -> &mut FindingList {
        &mut self.findings
    }

    pub(super) fn set_encoding(&mut self, encoding: EncodingIssues) {
        self.encoding = encoding;
    }

    /// Adds a game. `number` is its number in the file.
    pub(super) fn add_game(&mut self, text: &Text, game: &Game, number: u32) {
        self.games += 1;
        self.damages_play = self.damages_play || damages_play(text, game);
        let start = game.span.start;
        if number == 2 {
            self.second_game = Some(SourceLocation::new(Span { start, end: start + 1 }));
        }
        let value = |id| game.find(ROOT, id).and_then(|values| values.first().copied());
        if let Some(span) = value(Ident::new("FF")) {
            self.formats.add(text.simple_text(span).into_owned(), span);
        }
        if let Some(span) = value(Ident::new("CA"))
            && let Some(charset) = charset_of(span.of(text.bytes()))
        {
            self.charsets.add(charset, span);
        }
    }

    /// Adds the summary of the file's next part.
    pub fn join(&mut self, next: Self) {
        self.games += next.games;
        self.second_game = self.second_game.take().or(next.second_game);
        self.formats.join(next.formats);
        self.charsets.join(next.charsets);
        self.encoding.join(next.encoding);
        self.damages_play |= next.damages_play;
        self.findings.join(next.findings);
    }

    /// The findings about a file that was audited in parts, if there are any.
    #[must_use]
    pub fn finish(self, charset: &Charset) -> Option<FileAudit> {
        let findings = self.into_findings(&KnownEncoding::of_file(charset));
        (!findings.is_empty())
            .then(|| FileAudit::Findings { game: 0, findings: findings.finish_located() })
    }

    /// Sets lines and columns, and makes spans count from the beginning of the file.
    pub(super) fn locate(&mut self, text: &Text) {
        self.findings.locate(text, &mut LineIndex::default());
        self.encoding.locate(text);
        let locations = self.formats.locations().chain(self.charsets.locations());
        SourceLocation::locate_all(locations.chain(&mut self.second_game), text);
    }

    pub(super) fn into_findings(self, known: &KnownEncoding) -> FindingList {
        let mut findings = self.findings;
        self.encoding.report(known, self.damages_play, &mut findings);
        if let Some(second_game) = self.second_game {
            let message = format!("{} games in this file; the second starts here", self.games);
            findings.push(second_game.finding(FindingKind::SeveralGames, message));
        }
        if let Some((first, other, at)) = self.formats.mismatch() {
            let message = format!("the first game is in FF[{first}], this one in FF[{other}]");
            findings.push(at.finding(FindingKind::MixedFormat, message));
        }
        if let Some((first, other, at)) = self.charsets.mismatch() {
            let [first, other] = [first, other].map(Encoding::name);
            let message = format!("an earlier game declares {first}, this one {other}");
            findings.push(at.finding(FindingKind::MixedCharset, message));
        }
        findings
    }
}

/// The first value of a property in the games of a file, and the first one that differs.
#[derive(Debug)]
struct FirstMismatch<T> {
    first: Option<(T, SourceLocation)>,
    other: Option<(T, SourceLocation)>,
}

impl<T> Default for FirstMismatch<T> {
    fn default() -> Self {
        Self { first: None, other: None }
    }
}

impl<T: PartialEq> FirstMismatch<T> {
    fn add(&mut self, value: T, at: Span) {
        match &self.first {
            None => self.first = Some((value, SourceLocation::new(at))),
            Some((first, _)) if *first != value && self.other.is_none() => {
                self.other = Some((value, SourceLocation::new(at)));
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

    fn locations(&mut self) -> impl Iterator<Item = &mut SourceLocation> {
        [&mut self.first, &mut self.other].into_iter().flatten().map(|(_, location)| location)
    }

    /// Both values, and where the other one is.
    fn mismatch(self) -> Option<(T, T, SourceLocation)> {
        let (other, at) = self.other?;
        Some((self.first?.0, other, at))
    }
}
