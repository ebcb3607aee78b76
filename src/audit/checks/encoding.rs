//! Findings about characters and their encoding.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::syntax::quote;
use crate::audit::finding::{Condition, Detail, Finding, FindingKind, FindingList, SourceLocation};
use crate::sgf::{
    Charset, Confidence, Declared, EncodingDecision, EncodingSource, Game, Ident, InvalidRuns,
    LineIndex, MAX_INVALID_RUNS, Span, Text,
};

/// The largest number of undecodable places that is counted.
const MOST_COUNTED: usize = MAX_INVALID_RUNS;

/// The explanation for UTF-8 that was read as Windows-1252, which has no character for these bytes, and saved again.
/// In 2,719 records of Fox with names damaged in this way, none of the five bytes is left.
const LOST: &str = "a program took the text for Windows-1252 and wrote ? in place of other bytes (81, 8D, 8F, 90 or 9D), which are lost";

/// Whether the bad bytes are part of a character in UTF-8 that is sound but for question marks in place of bytes.
fn has_question_marks(bytes: &[u8], bad: Span) -> bool {
    let bad = bad.start as usize;
    (bad.saturating_sub(3)..=bad).any(|lead| {
        let length = match bytes[lead] {
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => return false,
        };
        let rest = bytes.get(lead + 1..lead + length).unwrap_or_default();
        lead + length > bad
            && rest.contains(&b'?')
            && rest.iter().all(|byte| matches!(byte, b'?' | 0x80..=0xbf))
    })
}

/// The faults in the characters of a file, of a part of it, or of one game.
#[derive(Clone, Debug, Default)]
pub(crate) struct EncodingIssues {
    nuls: usize,
    nul: Option<SourceLocation>,
    odd: Option<SourceLocation>,
    declared: Option<Box<Finding>>,
    bad: usize,
    /// Number of these that are characters with question marks in place of bytes.
    with_question_marks: usize,
    first_bad: Option<SourceLocation>,
    /// Runs of bytes that may be in another encoding, and where they are.
    mixed: Vec<SourceLocation>,
    invalid_runs: InvalidRuns,
}

/// The encoding of a text, and how it is known.
#[derive(Clone, Copy)]
pub(crate) struct KnownEncoding {
    encoding: &'static Encoding,
    source: EncodingSource,
    confidence: Option<Confidence>,
    /// Whether there is no CA.
    declares_nothing: bool,
    /// The charset that CA names.
    declared: Option<&'static Encoding>,
    converted: bool,
    ascii: bool,
}

impl KnownEncoding {
    pub fn of_text(text: &Text) -> Self {
        Self {
            encoding: text.encoding(),
            source: text.source(),
            confidence: text.confidence(),
            declares_nothing: *text.declared() == Declared::Nothing,
            declared: text.declared().encoding(),
            converted: text.is_converted(),
            ascii: text.is_ascii(),
        }
    }

    pub fn of_file(charset: &Charset) -> Self {
        let EncodingDecision { encoding, source, confidence } = charset.decision();
        Self {
            encoding,
            source,
            confidence,
            declares_nothing: *charset.declared() == Declared::Nothing,
            declared: charset.declared().encoding(),
            converted: false,
            ascii: charset.is_ascii(),
        }
    }

    fn detected(&self) -> bool {
        self.source == EncodingSource::Detected
    }

    /// Whether the byte order mark contradicts CA. `UTF-16` may be of either byte order.
    fn contradicted_by_mark(&self, declared: &'static Encoding) -> bool {
        let is_wide = |encoding| [UTF_16LE, UTF_16BE].contains(&encoding);
        self.source == EncodingSource::Bom
            && declared != self.encoding
            && !(is_wide(declared) && is_wide(self.encoding))
    }

    fn certainty(&self) -> &'static str {
        match self.confidence {
            Some(Confidence::Sure) | None => "",
            Some(Confidence::Likely) => " (likely)",
            Some(Confidence::Doubtful) => " (doubtful)",
        }
    }
}

/// "CA declares GBK"; "CA\[cp936\] declares GBK" where CA has another name of the charset.
fn declaration(text: &Text, label: Span, declared: &'static Encoding) -> String {
    let (name, label) = (declared.name(), quote(text, label));
    if label.trim().eq_ignore_ascii_case(name) {
        format!("CA declares {name}")
    } else {
        format!("CA[{label}] declares {name}")
    }
}

impl EncodingIssues {
    /// Examines a part of a text: all of it, or one game.
    pub fn of(text: &Text, part: Span, known: &KnownEncoding) -> Self {
        let mut found = Self::default();
        if let Some(nul) = memchr::memchr(0, part.of(text.bytes())) {
            let at = part.start as usize + nul;
            found.nuls = memchr::memchr_iter(0, part.of(text.bytes())).count();
            found.nul = Some(SourceLocation::new(Span::new(at, at + 1)));
        }
        // Other formats have no CA.
        if known.declares_nothing && known.detected() && !known.converted {
            let odd = part.of(text.bytes()).iter().position(|b| !b.is_ascii());
            // In UTF-16 it may be that all of it is ASCII.
            let odd = odd.or((text.is_decoded() && !part.is_empty()).then_some(0));
            found.odd = odd.map(|odd| {
                let at = part.start as usize + odd;
                SourceLocation::new(Span::new(at, at + 1))
            });
        }
        found.declared = Self::wrong_declaration(text, known).map(Box::new);
        if text.is_ascii() && !known.converted {
            return found;
        }
        let bad = text.undecodable_in(part, MOST_COUNTED);
        found.bad = bad.len();
        found.with_question_marks =
            bad.iter().filter(|bad| has_question_marks(text.bytes(), **bad)).count();
        found.first_bad = bad.first().copied().map(SourceLocation::new);
        let decodes = bad.is_empty() && text.encoding() == UTF_8 && !text.is_chunk();
        if !decodes && !text.is_decoded() {
            let runs = text.invalid_runs(part, MOST_COUNTED);
            found.invalid_runs.add(text.bytes(), &runs);
            found.mixed = runs.into_iter().map(SourceLocation::new).collect();
        }
        found
    }

    /// The finding `wrong-encoding`, if CA is wrong.
    fn wrong_declaration(text: &Text, known: &KnownEncoding) -> Option<Finding> {
        let name = known.encoding.name();
        let certainty = known.certainty();
        match text.declared() {
            Declared::Known(declared, span) if known.detected() && *declared != known.encoding => {
                let declaration = declaration(text, *span, declared);
                let message = format!("{declaration}, but the text looks like {name}{certainty}");
                Some(Finding::new(FindingKind::WrongEncoding, *span, message))
            }
            Declared::Known(declared, span) if known.contradicted_by_mark(declared) => {
                let declaration = declaration(text, *span, declared);
                let message = format!("{declaration}, but the byte order mark says {name}");
                let finding = Finding::new(FindingKind::WrongEncoding, *span, message);
                Some(finding.when(known.ascii.then_some(Condition::OnlyAscii)))
            }
            // What is only ASCII has been read right.
            Declared::Unsupported(..) if known.confidence.is_none() => None,
            Declared::Unsupported(_, span) => {
                let label = quote(text, *span);
                let message = format!("CA[{label}] isn't supported; read as {name}{certainty}");
                Some(Finding::new(FindingKind::WrongEncoding, *span, message))
            }
            Declared::Unknown(span) => {
                let label = quote(text, *span);
                let message =
                    format!("CA[{label}] names no known charset; read as {name}{certainty}");
                let finding = Finding::new(FindingKind::WrongEncoding, *span, message);
                Some(finding.when(known.ascii.then_some(Condition::OnlyAscii)))
            }
            _ => None,
        }
    }

    /// Sets lines and columns, and makes spans count from the beginning of the file.
    pub fn locate(&mut self, text: &Text) {
        let found = [&mut self.nul, &mut self.odd, &mut self.first_bad].into_iter().flatten();
        SourceLocation::locate_all(found.chain(&mut self.mixed), text);
        self.declared.iter_mut().for_each(|found| found.locate(text, &mut LineIndex::default()));
    }

    /// Adds the issues of the next part.
    pub fn join(&mut self, next: Self) {
        self.nuls += next.nuls;
        self.bad = (self.bad + next.bad).min(MOST_COUNTED);
        self.with_question_marks =
            (self.with_question_marks + next.with_question_marks).min(MOST_COUNTED);
        for (own, next) in [
            (&mut self.nul, next.nul),
            (&mut self.odd, next.odd),
            (&mut self.first_bad, next.first_bad),
        ] {
            *own = own.take().or(next);
        }
        self.declared = self.declared.take().or(next.declared);
        let room = MOST_COUNTED - self.mixed.len();
        self.invalid_runs.append(&next.invalid_runs, room);
        self.mixed.extend(next.mixed.into_iter().take(room));
    }

    /// Reports the issues. `damages_play` says whether [`damages_play`] holds for a game of the text.
    pub fn report(self, known: &KnownEncoding, damages_play: bool, findings: &mut FindingList) {
        let name = known.encoding.name();
        if let Some(nul) = self.nul {
            let message = match self.nuls {
                1 => "a NUL byte".to_owned(),
                n => format!("{n} NUL bytes (the first is here)"),
            };
            findings.push(nul.finding(FindingKind::NulByte, message));
        }
        if let Some(odd) = self.odd {
            let certainty = known.certainty();
            let message = format!("no CA property; the text looks like {name}{certainty}");
            findings.push(odd.finding(FindingKind::UndeclaredEncoding, message));
        }
        self.declared.into_iter().for_each(|finding| findings.push(*finding));
        let decodes = self.first_bad.is_none();
        if let Some(first_bad) = self.first_bad {
            let places = match self.bad {
                1 => "in one place".to_owned(),
                MOST_COUNTED => format!("in {MOST_COUNTED} places or more (the first is here)"),
                n => format!("in {n} places (the first is here)"),
            };
            let lost = self.with_question_marks == self.bad && known.encoding == UTF_8;
            let message = format!("bytes that are not valid {name}, {places}");
            let finding = first_bad.finding(FindingKind::UndecodableBytes, message);
            let finding = finding
                .with_details(lost.then(|| Detail::new("cause", LOST)).into_iter().collect());
            findings.push(finding.when(damages_play.then_some(Condition::DamagesPlay)));
        }
        let second = self.invalid_runs.second_encoding(known.encoding, known.declared, decodes);
        if let Some((second, first)) = second {
            let message = format!(
                "most of the text is in {name}, but some is in {} (the first is here)",
                second.name()
            );
            findings.push(self.mixed[first].finding(FindingKind::MixedEncoding, message));
        }
    }
}

/// Reports the issues of one game.
pub(crate) fn check(text: &Text, game: &Game, findings: &mut FindingList) {
    let known = KnownEncoding::of_text(text);
    let issues = EncodingIssues::of(text, game.span, &known);
    issues.report(&known, damages_play(text, game), findings);
}

/// The properties that decide how a game is replayed and what its result is.
const PLAY: [Ident; 12] = [
    Ident::new("B"),
    Ident::new("W"),
    Ident::new("AB"),
    Ident::new("AW"),
    Ident::new("AE"),
    Ident::new("PL"),
    Ident::new("SZ"),
    Ident::new("HA"),
    Ident::new("KM"),
    Ident::new("RE"),
    Ident::new("TB"),
    Ident::new("TW"),
];

/// Whether undecodable bytes stand in what decides how a game is replayed and what its result is.
pub(crate) fn damages_play(text: &Text, game: &Game) -> bool {
    if text.is_ascii() {
        return false;
    }
    let is_damaged = |value: Span| {
        !value.of(text.bytes()).is_ascii() && !text.undecodable_in(value, 1).is_empty()
    };
    // The other nodes hold a move that was read, and nothing else.
    let mut props = game.other_nodes().iter().flat_map(|&node| game.props(node));
    props.any(|(prop, values)| PLAY.contains(&prop.id) && values.into_iter().any(is_damaged))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::{AuditOptions, Auditor, FileAudit, Severity, audit_bytes};

    fn undecodable(record: &[u8]) -> Option<Finding> {
        let mut first = None;
        audit_bytes(record, &AuditOptions::default(), &mut Auditor::new(), &mut |audit, _| {
            let FileAudit::Findings { findings, .. } = audit else { return };
            let bad =
                findings.into_iter().find(|found| found.kind == FindingKind::UndecodableBytes);
            first = first.take().or(bad);
        });
        first
    }

    #[test]
    fn lost_bytes_are_explained() {
        // 江南 has 8D, 绝艺 9D.
        let check = |record: &[u8], lost: bool| {
            let finding = undecodable(record).expect("it is damaged");
            assert_eq!(finding.details.iter().any(|detail| detail.text == LOST), lost);
            assert!(finding.message.contains(" place"), "{}", finding.message);
        };
        check(b"(;CA[UTF-8]PB[\xe6\xb1\x9f\xe5?\x97]PW[\xe7\xbb?\xe8\x89\xba];B[aa])", true);
        check(b"(;CA[UTF-8]PB[\xe6\xb1\x9f\xe5\x97]PW[\xe7\xbb\xe8\x89\xba];B[aa])", false);
        check(b"(;CA[UTF-8]PB[\xe6\xb1\x9f\xe5?\x97]PW[\xe7\xbb\xe8\x89\xba];B[aa])", false);
        // A letter in Latin-1 before a question mark.
        check(b"(;CA[UTF-8]PB[\xe6\xb1\x9f\xe5\xad\x90]PW[caf\xe9? no];B[aa])", false);
        check(b"(;CA[GBK]PB[\xbd\xad\xc4?\xff?]PW[b];B[aa])", false);
    }

    #[test]
    fn only_damage_to_the_play_is_an_error() {
        let severity = |record: &[u8]| undecodable(record).map(|finding| finding.severity);
        let name =
            b"(;CA[UTF-8]PB[\xe6\xb1\x9f\xe5?\x97]RE[B+R]C[\xe6\xb1\x9f B[\xe5?\x97\\]];B[aa])";
        assert_eq!(severity(name), Some(Severity::Warning));
        for record in [
            &b"(;CA[UTF-8]PB[\xe6\xb1\x9f]RE[\xe6\xb1];B[aa])"[..],
            b"(;CA[UTF-8]PB[\xe6\xb1\x9f];B[\xffa])",
            b"(;CA[UTF-8]PB[\xe6\xb1\x9f];B[aa])(;CA[UTF-8]PB[x]KM[\xff6.5];B[aa])",
            b"(;CA[UTF-8]PB[\xe6\xb1\x9f];B[aa];AB[aa][\xffa];W[ab])",
        ] {
            assert_eq!(severity(record), Some(Severity::Error), "{}", record.escape_ascii());
        }
        assert_eq!(severity(b"(;CA[UTF-8]PB[\xe6\xb1\x9f]RE[B+R];B[aa])"), None);
    }
}
