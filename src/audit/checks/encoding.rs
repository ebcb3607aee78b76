//! Findings about characters: how they are encoded, and how that is known.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use crate::audit::checks::syntax::quote;
use crate::audit::finding::FindingKind;
use crate::audit::finding::FindingList;
use crate::audit::finding::LineIndex;
use crate::audit::finding::{Finding, Severity, SourceLocation};
use crate::sgf::{
    Charset, Confidence, Declared, EncodingSource, InvalidRuns, MAX_INVALID_RUNS, Span, Text,
};

/// So many places are counted.
const SHOWN: usize = MAX_INVALID_RUNS;

/// What happened to UTF-8 that was taken for Windows-1252, which has no character for these bytes, and written again. In
/// 2,719 records of Fox whose names are damaged so, none of the five is left.
const LOST: &str = "; ? stands in place of others (81, 8D, 8F, 90 or 9D), which are lost: a program took the text for Windows-1252";

/// Whether a character of UTF-8 is here with a question mark in place of some of its bytes, and nothing else amiss.
fn is_questioned(bytes: &[u8], bad: Span) -> bool {
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

/// What there is to say of the characters of a file, or of one game.
#[derive(Clone, Debug, Default)]
pub(in crate::audit) struct Characters {
    nuls: usize,
    nul: Option<SourceLocation>,
    odd: Option<SourceLocation>,
    declared: Option<Box<Finding>>,
    bad: usize,
    /// Those of them that are what is left of a character with a question mark in it.
    questioned: usize,
    first_bad: Option<SourceLocation>,
    /// Pieces in what may be another encoding, and where they are.
    mixed: Vec<SourceLocation>,
    pieces: InvalidRuns,
}

/// How the characters are encoded, and how that is known.
#[derive(Clone, Copy)]
pub(in crate::audit) struct Known {
    encoding: &'static Encoding,
    source: EncodingSource,
    confidence: Option<Confidence>,
    /// Whether there is no CA property, and the charset that one names.
    declares_nothing: bool,
    declared: Option<&'static Encoding>,
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
            declared: text.declared().encoding(),
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
            declared: charset.declared().encoding(),
            converted: false,
            ascii: charset.is_ascii(),
        }
    }

    fn detected(&self) -> bool {
        self.source == EncodingSource::Detected
    }

    /// Whether a byte order mark says otherwise than CA. `UTF-16` is either of the two.
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

/// What CA declares, as it is written where that isn't the charset's own name.
fn said(text: &Text, label: Span, declared: &'static Encoding) -> String {
    let (name, label) = (declared.name(), quote(text, label));
    if label.trim().eq_ignore_ascii_case(name) {
        format!("CA declares {name}")
    } else {
        format!("CA[{label}] declares {name}")
    }
}

impl Characters {
    /// Looks at a part of a text: all of it, or one game.
    pub fn of(text: &Text, part: Span, known: &Known) -> Self {
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
        found.declared = Self::declared(text, known).map(Box::new);
        if text.is_ascii() && !known.converted {
            return found;
        }
        let bad = text.undecodable_in(part, SHOWN);
        found.bad = bad.len();
        found.questioned = bad.iter().filter(|bad| is_questioned(text.bytes(), **bad)).count();
        found.first_bad = bad.first().copied().map(SourceLocation::new);
        let decodes = bad.is_empty() && text.encoding() == UTF_8 && !text.is_chunk();
        if !decodes && !text.is_decoded() {
            let stretches = text.invalid_runs(part, SHOWN);
            found.pieces.add(text.bytes(), &stretches);
            found.mixed = stretches.into_iter().map(SourceLocation::new).collect();
        }
        found
    }

    /// What is wrong with CA.
    fn declared(text: &Text, known: &Known) -> Option<Finding> {
        let name = known.encoding.name();
        let certainty = known.certainty();
        match text.declared() {
            Declared::Known(declared, span) if known.detected() && *declared != known.encoding => {
                let said = said(text, *span, declared);
                let message = format!("{said}, but the characters look like {name}{certainty}");
                Some(Finding::new(FindingKind::WrongEncoding, *span, message))
            }
            Declared::Known(declared, span) if known.contradicted_by_mark(declared) => {
                let said = said(text, *span, declared);
                let message = format!("{said}, but the byte order mark {name}");
                let finding = Finding::new(FindingKind::WrongEncoding, *span, message);
                Some(if known.ascii { finding.severity(Severity::Info) } else { finding })
            }
            Declared::Unknown(span) => {
                let label = quote(text, *span);
                let message =
                    format!("CA[{label}] names no known charset; taken as {name}{certainty}");
                let finding = Finding::new(FindingKind::WrongEncoding, *span, message);
                // Where all is ASCII the name is wrong, but nothing is misread.
                Some(if known.ascii { finding.severity(Severity::Info) } else { finding })
            }
            _ => None,
        }
    }

    /// Gives what was found in a part of a file its places there.
    pub fn locate(&mut self, text: &Text) {
        let found = [&mut self.nul, &mut self.odd, &mut self.first_bad].into_iter().flatten();
        SourceLocation::locate_all(found.chain(&mut self.mixed), text);
        self.declared.iter_mut().for_each(|found| found.locate(text, &mut LineIndex::default()));
    }

    /// Adds what was found in the next part.
    pub fn join(&mut self, next: Self) {
        self.nuls += next.nuls;
        self.bad = (self.bad + next.bad).min(SHOWN);
        self.questioned = (self.questioned + next.questioned).min(SHOWN);
        for (own, next) in [
            (&mut self.nul, next.nul),
            (&mut self.odd, next.odd),
            (&mut self.first_bad, next.first_bad),
        ] {
            *own = own.take().or(next);
        }
        self.declared = self.declared.take().or(next.declared);
        let room = SHOWN - self.mixed.len();
        self.pieces.append(&next.pieces, room);
        self.mixed.extend(next.mixed.into_iter().take(room));
    }

    /// The findings.
    pub fn report(self, known: &Known, findings: &mut FindingList) {
        let name = known.encoding.name();
        if let Some(nul) = self.nul {
            let message = match self.nuls {
                1 => "a NUL byte".to_owned(),
                n => format!("{n} NUL bytes, the first here"),
            };
            findings.push(nul.finding(FindingKind::NulByte, message));
        }
        if let Some(odd) = self.odd {
            let certainty = known.certainty();
            let message = || ["no CA; the characters look like ", name, certainty].concat();
            let message = findings.wording().of(message);
            findings.push(odd.finding(FindingKind::UndeclaredEncoding, message));
        }
        self.declared.into_iter().for_each(|finding| findings.push(*finding));
        let decodes = self.first_bad.is_none();
        if let Some(first_bad) = self.first_bad {
            let message = findings.wording().of(|| {
                let many = match self.bad {
                    1 => "in one place".to_owned(),
                    SHOWN => format!("in {SHOWN} places or more, here the first"),
                    n => format!("in {n} places, here the first"),
                };
                let why = match self.questioned == self.bad && known.encoding == UTF_8 {
                    true => LOST,
                    false => "",
                };
                format!("bytes that mean nothing in {name}, {many}{why}")
            });
            findings.push(first_bad.finding(FindingKind::UndecodableBytes, message));
        }
        let second = self.pieces.second_encoding(known.encoding, known.declared, decodes);
        if let Some((second, first)) = second {
            let message = format!(
                "most of the text is in {name}, but some in {}, here the first",
                second.name()
            );
            findings.push(self.mixed[first].finding(FindingKind::MixedEncoding, message));
        }
    }
}

/// Findings about a part of a file that is to be read with `text`: the whole, or one game.
pub(in crate::audit) fn findings(text: &Text, part: Span, findings: &mut FindingList) {
    let known = Known::of_text(text);
    Characters::of(text, part, &known).report(&known, findings);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::{AuditOptions, FileAudit, Scratch, audit_bytes};

    fn undecodable(record: &[u8]) -> Option<String> {
        let mut message = None;
        audit_bytes(record, &AuditOptions::default(), &mut Scratch::default(), &mut |audit, _| {
            let FileAudit::Findings { findings, .. } = audit else { return };
            let bad =
                findings.into_iter().find(|found| found.kind == FindingKind::UndecodableBytes);
            message = message.take().or(bad.map(|found| found.message));
        });
        message
    }

    #[test]
    fn what_became_of_lost_bytes_is_told() {
        // 江南 has 8D, 绝艺 9D.
        let told = |record: &[u8], lost: bool| {
            let message = undecodable(record).expect("it is damaged");
            assert_eq!(message.ends_with(LOST), lost, "{message}");
            assert!(message.contains(" place"), "{message}");
        };
        told(b"(;CA[UTF-8]PB[\xe6\xb1\x9f\xe5?\x97]PW[\xe7\xbb?\xe8\x89\xba];B[aa])", true);
        told(b"(;CA[UTF-8]PB[\xe6\xb1\x9f\xe5\x97]PW[\xe7\xbb\xe8\x89\xba];B[aa])", false);
        told(b"(;CA[UTF-8]PB[\xe6\xb1\x9f\xe5?\x97]PW[\xe7\xbb\xe8\x89\xba];B[aa])", false);
        // A letter of Latin-1 before a question mark.
        told(b"(;CA[UTF-8]PB[\xe6\xb1\x9f\xe5\xad\x90]PW[caf\xe9? no];B[aa])", false);
        told(b"(;CA[GBK]PB[\xbd\xad\xc4?\xff?]PW[b];B[aa])", false);
    }
}
