//! Findings about characters: how they are encoded, and how that is known.

use super::finding::{Finding, Severity};
use super::findings::Findings;
use super::locate::Locator;
use super::registry::Name;
use super::syntax::quote;
use crate::sgf::{Charset, Confidence, Declared, EncodingSource, Span, Text, second_encoding};

/// So many places are counted.
const SHOWN: usize = 100;

/// What there is to say of the characters of a file, or of one game.
#[derive(Clone, Debug, Default)]
pub(super) struct Characters {
    nuls: usize,
    nul: Option<Finding>,
    odd: Option<Finding>,
    declared: Option<Finding>,
    bad: usize,
    first_bad: Option<Finding>,
    /// Pieces in what may be another encoding; with their bytes where the file comes in parts.
    mixed: Vec<(Finding, Vec<u8>)>,
}

/// How the characters are encoded, and how that is known.
#[derive(Clone, Copy)]
pub(super) struct Known {
    encoding: &'static encoding_rs::Encoding,
    source: EncodingSource,
    confidence: Option<Confidence>,
    /// Whether a CA property says so, or says otherwise.
    declares_nothing: bool,
    converted: bool,
    ascii: bool,
}

impl Known {
    pub fn of_text(text: &Text) -> Self {
        Self {
            encoding: text.encoding(),
            source: text.source(),
            confidence: text.confidence(),
            declares_nothing: *text.declared() == Declared::Nothing,
            converted: text.is_converted(),
            ascii: text.is_ascii(),
        }
    }

    pub fn of_file(charset: &Charset) -> Self {
        let (encoding, source, confidence) = charset.encoding();
        Self {
            encoding,
            source,
            confidence,
            declares_nothing: *charset.declared() == Declared::Nothing,
            converted: false,
            ascii: charset.is_ascii(),
        }
    }

    fn detected(&self) -> bool {
        self.source == EncodingSource::Detected
    }

    fn certainty(&self) -> &'static str {
        match self.confidence {
            Some(Confidence::Sure) | None => "",
            Some(Confidence::Likely) => " (likely)",
            Some(Confidence::Doubtful) => " (doubtful)",
        }
    }
}

impl Characters {
    /// Looks at a part of a text: all of it, or one game.
    pub fn of(text: &Text, part: Span, known: &Known) -> Self {
        let mut found = Self::default();
        if let Some(nul) = memchr::memchr(0, part.of(text.bytes())) {
            let at = part.start as usize + nul;
            found.nuls = memchr::memchr_iter(0, part.of(text.bytes())).count();
            found.nul = Some(Finding::new(Name::NulByte, Span::new(at, at + 1), ""));
        }
        // Other formats have no CA.
        if known.declares_nothing && known.detected() && !known.converted {
            let odd = part.of(text.bytes()).iter().position(|b| !b.is_ascii());
            // In UTF-16 it may be that all of it is ASCII.
            let odd = odd.or(text.is_decoded().then_some(0));
            found.odd = odd.map(|odd| {
                let at = part.start as usize + odd;
                Finding::new(Name::UndeclaredEncoding, Span::new(at, at + 1), "")
            });
        }
        found.declared = Self::declared(text, known);
        if text.is_ascii() && !known.converted {
            return found;
        }
        let bad = text.undecodable_in(part, SHOWN);
        found.bad = bad.len();
        found.first_bad = bad.first().map(|&first| Finding::new(Name::UndecodableBytes, first, ""));
        if (!bad.is_empty() || text.is_part()) && !text.is_decoded() {
            let stretches = text.odd_stretches(part, SHOWN).into_iter();
            let finding = |span| Finding::new(Name::MixedEncoding, span, "");
            found.mixed =
                stretches.map(|span| (finding(span), span.of(text.bytes()).to_vec())).collect();
        }
        found
    }

    /// What is wrong with CA.
    fn declared(text: &Text, known: &Known) -> Option<Finding> {
        let name = known.encoding.name();
        let certainty = known.certainty();
        match text.declared() {
            Declared::Known(declared, span) if known.detected() => {
                let message = format!(
                    "CA declares {}, but the characters look like {name}{certainty}",
                    declared.name()
                );
                Some(Finding::new(Name::WrongEncoding, *span, message))
            }
            Declared::Unknown(span) => {
                let label = quote(text, *span);
                let message =
                    format!("CA[{label}] names no known charset; taken as {name}{certainty}");
                let finding = Finding::new(Name::WrongEncoding, *span, message);
                // Where all is ASCII the name is wrong, but nothing is misread.
                Some(if known.ascii { finding.severity(Severity::Info) } else { finding })
            }
            _ => None,
        }
    }

    /// Gives what was found in a part of a file its places there.
    pub fn locate(&mut self, text: &Text) {
        let found = [&mut self.nul, &mut self.odd, &mut self.declared, &mut self.first_bad];
        let mixed = self.mixed.iter_mut().map(|(finding, _)| finding);
        let mut found: Vec<&mut Finding> = found.into_iter().flatten().chain(mixed).collect();
        found.sort_by_key(|finding| finding.span.start);
        let locator = &mut Locator::default();
        found.into_iter().for_each(|finding| finding.locate(text, locator));
    }

    /// Adds what was found in the next part.
    pub fn join(&mut self, next: Self) {
        self.nuls += next.nuls;
        self.bad = (self.bad + next.bad).min(SHOWN);
        for (own, next) in [
            (&mut self.nul, next.nul),
            (&mut self.odd, next.odd),
            (&mut self.declared, next.declared),
            (&mut self.first_bad, next.first_bad),
        ] {
            *own = own.take().or(next);
        }
        let room = SHOWN - self.mixed.len();
        self.mixed.extend(next.mixed.into_iter().take(room));
    }

    /// The findings.
    pub fn report(self, known: &Known, findings: &mut Findings) {
        let name = known.encoding.name();
        if let Some(finding) = self.nul {
            findings.push(finding.message(match self.nuls {
                1 => "a NUL byte".to_owned(),
                n => format!("{n} NUL bytes, the first here"),
            }));
        }
        if let Some(finding) = self.odd {
            let certainty = known.certainty();
            let message = || ["no CA; the characters look like ", name, certainty].concat();
            let message = findings.wording().of(message);
            findings.push(finding.message(message));
        }
        self.declared.into_iter().for_each(|finding| findings.push(finding));
        let Some(finding) = self.first_bad else { return };
        let message = findings.wording().of(|| {
            let many = match self.bad {
                1 => "in one place".to_owned(),
                SHOWN => format!("in {SHOWN} places or more, here the first"),
                n => format!("in {n} places, here the first"),
            };
            format!("bytes that mean nothing in {name}, {many}")
        });
        findings.push(finding.message(message));
        let pieces: Vec<&[u8]> = self.mixed.iter().map(|(_, bytes)| &bytes[..]).collect();
        if let Some((second, first)) = second_encoding(&pieces, known.encoding) {
            let (finding, _) = self.mixed[first].clone();
            findings.push(finding.message(format!(
                "most of the text is in {name}, but some in {}, here the first",
                second.name()
            )));
        }
    }
}

/// Findings about a part of a file that is to be read with `text`: the whole, or one game.
pub(super) fn findings(text: &Text, part: Span, findings: &mut Findings) {
    let known = Known::of_text(text);
    Characters::of(text, part, &known).report(&known, findings);
}
