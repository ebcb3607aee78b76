//! Audits files: first the file, in one run of the scanner, then its games.

use encoding_rs::Encoding;

use super::auditor::Auditor;
use super::checks::encoding::{self, damages_play};
use super::checks::syntax::{self, quote};
use super::finding::{Condition, Finding, FindingKind, FindingList};
use super::game_audit::FileAudit;
use super::options::AuditOptions;
use crate::formats::read;
use crate::sgf::{
    Conflict, Fault, FaultKind, Ident, LineIndex, ROOT, SourceFile, SourceGame, Span, Text,
    charset_of, conflicts,
};

/// Audits a file in SGF or one of the other formats. Passes the audit of each game to `sink` as soon as it is done, and
/// the findings of the file, if there are any, at the end.
pub fn audit_bytes(
    bytes: &[u8],
    options: &AuditOptions,
    auditor: &mut Auditor,
    sink: &mut dyn FnMut(FileAudit, &Text),
) {
    let (file, findings) = auditor.read_file(read(bytes), options);
    let mut lines = LineIndex::default();
    let mut memory = std::mem::take(&mut auditor.spare);
    file.for_each_game(&mut memory, |game| {
        sink(auditor.audit_game(game, options, &mut lines), &game.text);
    });
    if !findings.is_empty() {
        sink(FileAudit::of_file(findings), file.text());
    }
    auditor.spare = memory;
    auditor.reuse(file);
}

impl Auditor {
    /// Scans a file. Returns it with the findings that concern no single game.
    pub fn read_file<'t>(
        &mut self,
        text: Text<'t>,
        options: &AuditOptions,
    ) -> (SourceFile<'t>, Vec<Finding>) {
        let mut findings = FindingList::new(options.max_findings);
        report_unread_lines(&text, &mut findings);
        let mut markers = Vec::new();
        let mut seen = GamesSeen::default();
        let memory = std::mem::take(&mut self.memory);
        let file = SourceFile::read(text, options.limits, memory, &mut |game| {
            let damages_play = damages_play(&game.text, game.game);
            if game.text.has_several_charsets() {
                encoding::check(&game.text, game.game.span, damages_play, &mut findings);
            }
            seen.damages_play |= damages_play;
            seen.add(game);
            markers.extend(conflict_markers(game.faults));
        });
        let text = file.text();
        markers.extend(conflict_markers(file.faults_after()));
        report_conflicts(text, &markers, &mut findings);
        if file.games() == 0 {
            report_no_game(text, &mut findings);
        } else {
            syntax::check(&file.text_after(), file.faults_after(), &mut findings);
        }
        if !text.has_several_charsets() {
            encoding::check(text, whole(text), seen.damages_play, &mut findings);
        }
        seen.report(file.games(), &mut findings);
        let findings = findings.finish(text, &mut LineIndex::default());
        (file, findings)
    }

    /// Reuses the memory of a file.
    pub fn reuse(&mut self, file: SourceFile) {
        self.memory = file.into_memory();
    }
}

/// Facts about the games of a file that its own findings depend on.
#[derive(Default)]
struct GamesSeen {
    second_game: Option<Span>,
    formats: FirstMismatch<String>,
    charsets: FirstMismatch<&'static Encoding>,
    /// Whether undecodable bytes change how a game is replayed, or its result.
    damages_play: bool,
}

impl GamesSeen {
    fn add(&mut self, game: &SourceGame) {
        let SourceGame { number, text, game, .. } = game;
        if *number == 2 {
            let start = game.span.start;
            self.second_game = Some(Span { start, end: start + 1 });
        }
        let value = |id| game.find(ROOT, id).and_then(|values| values.first().copied());
        if let Some(span) = value(Ident::new("FF")) {
            self.formats.add(text.simple_text(span).into_owned(), *number, span);
        }
        if let Some(span) = value(Ident::new("CA"))
            && let Some(charset) = charset_of(span.of(text.bytes()))
        {
            self.charsets.add(charset, *number, span);
        }
    }

    fn report(self, games: u32, findings: &mut FindingList) {
        if let Some(second_game) = self.second_game {
            let message = format!("{games} games in this file; the second starts here");
            findings.push(Finding::new(FindingKind::SeveralGames, second_game, message));
        }
        if let (Some((first, number)), Some((other, at))) = (self.formats.first, self.formats.other)
        {
            let message = format!("game {number} is in FF[{first}], this one in FF[{other}]");
            findings.push(Finding::new(FindingKind::MixedFormat, at, message));
        }
        if let (Some((first, number)), Some((other, at))) =
            (self.charsets.first, self.charsets.other)
        {
            let [first, other] = [first, other].map(Encoding::name);
            let message = format!("game {number} declares {first}, this one {other}");
            findings.push(Finding::new(FindingKind::MixedCharset, at, message));
        }
    }
}

/// The first value of a property in the games of a file with the game's number, and the first that differs, with its place.
struct FirstMismatch<T> {
    first: Option<(T, u32)>,
    other: Option<(T, Span)>,
}

impl<T> Default for FirstMismatch<T> {
    fn default() -> Self {
        Self { first: None, other: None }
    }
}

impl<T: PartialEq> FirstMismatch<T> {
    fn add(&mut self, value: T, number: u32, at: Span) {
        match &self.first {
            None => self.first = Some((value, number)),
            Some((first, _)) if *first != value => _ = self.other.get_or_insert((value, at)),
            Some(_) => {}
        }
    }
}

/// Reports the lines of a file in another format that mean nothing in it.
fn report_unread_lines(text: &Text, findings: &mut FindingList) {
    for line in text.unread_lines() {
        let message = match &line.why[..] {
            "" => format!("this line isn't valid {}", text.format().to_uppercase()),
            why => why.to_owned(),
        };
        // The catalogue gives the rule of SGF for `junk`.
        let finding = Finding::new(FindingKind::Junk, line.place, message).rule("");
        findings.push(finding.when(Condition::NotAnSgfFile));
    }
}

fn conflict_markers(faults: &[Fault]) -> impl Iterator<Item = Span> {
    let markers = faults.iter().filter(|fault| fault.kind == FaultKind::ConflictMarker);
    markers.map(|fault| fault.span)
}

/// Reports the merge conflicts that git left in a file, and the markers that belong to none of them. `markers` are those
/// outside values, in the order of the file.
fn report_conflicts(text: &Text, markers: &[Span], findings: &mut FindingList) {
    if text.is_converted() {
        return;
    }
    let mut lines = LineIndex::default();
    let mut reported = 0;
    for Conflict { span, middle } in conflicts(text.bytes()) {
        let left = markers[reported..].iter().take_while(|marker| marker.start < span.start);
        left.for_each(|marker| findings.push(marker_left(text, *marker)));
        reported = markers.partition_point(|marker| marker.start < span.end);
        if middle == span.end {
            findings.push(marker_left(text, span));
            continue;
        }
        let mut line = |at: u32| lines.locate(text, at as usize).0;
        let (first, between, last) = (line(span.start), line(middle), line(span.end));
        let sides = [(first, between), (between, last)].map(|(from, to)| match to - from {
            0 | 1 => "nothing".to_owned(),
            2 => format!("line {}", from + 1),
            _ => format!("lines {} to {}", from + 1, to - 1),
        });
        let message = format!("unresolved merge conflict: {} against {}", sides[0], sides[1]);
        findings.push(Finding::new(FindingKind::MergeConflict, span, message));
    }
    markers[reported..].iter().for_each(|marker| findings.push(marker_left(text, *marker)));
}

fn marker_left(text: &Text, marker: Span) -> Finding {
    syntax::finding_of(text, &Fault { kind: FaultKind::ConflictMarker, span: marker, node: ROOT })
}

fn report_no_game(text: &Text, findings: &mut FindingList) {
    let span = Span::new(0, text.bytes().len().min(40));
    let message = match text.no_record() {
        Some(reason) => reason.to_owned(),
        None if text.bytes().is_empty() => "the file is empty".to_owned(),
        None => format!("no game tree: {}", quote(text, span)),
    };
    findings.push(Finding::new(FindingKind::NotSgf, span, message));
}

fn whole(text: &Text) -> Span {
    Span::new(0, text.bytes().len())
}
