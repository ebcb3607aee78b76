//! Findings about characters: how they are encoded, and how that is known.

use super::finding::{Finding, Severity};
use super::findings::Findings;
use super::registry::Name;
use super::syntax::quote;
use crate::sgf::{Confidence, Declared, EncodingSource, Span, Text};

/// Findings about a part of a file that is to be read with `text`: the whole, or one game.
pub(super) fn findings(text: &Text, part: Span, findings: &mut Findings) {
    let name = text.encoding().name();
    if let Some(nul) = memchr::memchr(0, part.of(text.bytes())) {
        let at = part.start as usize + nul;
        let count = memchr::memchr_iter(0, part.of(text.bytes())).count();
        let message = match count {
            1 => "a NUL byte".to_owned(),
            n => format!("{n} NUL bytes, the first here"),
        };
        findings.push(Finding::new(Name::NulByte, Span::new(at, at + 1), message));
    }
    let certainty = match text.confidence() {
        Some(Confidence::Sure) | None => "",
        Some(Confidence::Likely) => " (likely)",
        Some(Confidence::Doubtful) => " (doubtful)",
    };
    let detected = text.source() == EncodingSource::Detected;
    match text.declared() {
        // Other formats have no CA.
        Declared::Nothing if detected && !text.is_converted() => {
            let odd = part.of(text.bytes()).iter().position(|b| !b.is_ascii()).unwrap_or(0);
            let at = part.start as usize + odd;
            let message = format!("no CA; the characters look like {name}{certainty}");
            let finding = Finding::new(Name::UndeclaredEncoding, Span::new(at, at + 1), message);
            findings.push(finding);
        }
        Declared::Known(declared, span) if detected => {
            let message = format!(
                "CA declares {}, but the characters look like {name}{certainty}",
                declared.name()
            );
            findings.push(Finding::new(Name::WrongEncoding, *span, message));
        }
        Declared::Unknown(span) => {
            let label = quote(text, *span);
            let message = format!("CA[{label}] names no known charset; taken as {name}{certainty}");
            let finding = Finding::new(Name::WrongEncoding, *span, message);
            // Where all is ASCII the name is wrong, but nothing is misread.
            let harmless = text.is_ascii();
            findings.push(if harmless { finding.severity(Severity::Info) } else { finding });
        }
        _ => {}
    }
    if text.is_ascii() && !text.is_converted() {
        return;
    }
    const SHOWN: usize = 100;
    let bad = text.undecodable_in(part, SHOWN);
    if let Some(&first) = bad.first() {
        let many = match bad.len() {
            1 => "in one place".to_owned(),
            SHOWN => format!("in {SHOWN} places or more, here the first"),
            n => format!("in {n} places, here the first"),
        };
        let message = format!("bytes that mean nothing in {name}, {many}");
        findings.push(Finding::new(Name::UndecodableBytes, first, message));
        if let Some(mixture) = text.mixture_in(part, SHOWN)
            && let Some(&first) = mixture.spans.first()
        {
            let message = format!(
                "most of the text is in {name}, but some in {}, here the first",
                mixture.encoding.name()
            );
            findings.push(Finding::new(Name::MixedEncoding, first, message));
        }
    }
}
