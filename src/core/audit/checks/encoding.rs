//! Findings about characters and their encoding.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::syntax::quote;
use crate::audit::finding::{Condition, Detail, Finding, FindingKind, FindingList};
use crate::sgf::{Confidence, Declared, EncodingSource, Game, Ident, Misread, Span, Text};

/// Maximum number of undecodable places that are counted.
const MAX_COUNTED: usize = 100;

/// The explanation for UTF-8 that was read as Windows-1252, which has no character for these bytes, and saved again.
/// In 2,719 records of Fox with names damaged in this way, none of the five bytes is left.
const LOST: &str = "a program took the text for Windows-1252 and wrote ? in place of other bytes (81, 8D, 8F, 90 or 9D), which are lost";

/// Whether the bad bytes are part of a character in UTF-8 that is sound but for question marks in place of bytes.
fn has_question_marks(bytes: &[u8], bad: Span) -> bool {
    let bad = bad.start as usize;
    (bad.saturating_sub(3)..=bad).any(|lead| {
        // The place may be behind the last byte, if a file in another format ends with what isn't read.
        let length = match bytes.get(lead) {
            Some(0xc2..=0xdf) => 2,
            Some(0xe0..=0xef) => 3,
            Some(0xf0..=0xf4) => 4,
            _ => return false,
        };
        let rest = bytes.get(lead + 1..lead + length).unwrap_or_default();
        lead + length > bad
            && rest.contains(&b'?')
            && rest.iter().all(|byte| matches!(byte, b'?' | 0x80..=0xbf))
    })
}

fn is_detected(text: &Text) -> bool {
    text.source() == EncodingSource::Detected
}

/// Whether the byte order mark contradicts CA. `UTF-16` may be of either byte order.
fn contradicts_mark(text: &Text, declared: &'static Encoding) -> bool {
    let is_wide = |encoding| [UTF_16LE, UTF_16BE].contains(&encoding);
    text.source() == EncodingSource::Bom
        && declared != text.encoding()
        && !(is_wide(declared) && is_wide(text.encoding()))
}

fn certainty(text: &Text) -> &'static str {
    match text.confidence() {
        Some(Confidence::Sure) | None => "",
        Some(Confidence::Likely) => " (likely)",
        Some(Confidence::Doubtful) => " (doubtful)",
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

/// Checks the characters of a part of a text: all of it, or one game. `damages_play`: whether [`damages_play`] holds for a
/// game in it.
pub(crate) fn check(text: &Text, part: Span, damages_play: bool, findings: &mut FindingList) {
    let name = text.encoding().name();
    if let Some(nul) = memchr::memchr(0, part.of(text.bytes())) {
        let at = part.start as usize + nul;
        let message = match memchr::memchr_iter(0, part.of(text.bytes())).count() {
            1 => "a NUL byte".to_owned(),
            nuls => format!("{nuls} NUL bytes (the first is here)"),
        };
        findings.push(Finding::new(FindingKind::NulByte, Span::new(at, at + 1), message));
    }
    check_declaration(text, part, findings);
    if text.is_ascii() && !text.is_converted() {
        return;
    }
    let bad = text.undecodable_in(part, MAX_COUNTED);
    if let Some(&first) = bad.first() {
        let places = match bad.len() {
            1 => "in one place".to_owned(),
            MAX_COUNTED => format!("in {MAX_COUNTED} places or more (the first is here)"),
            n => format!("in {n} places (the first is here)"),
        };
        let is_lost = |&bad: &Span| has_question_marks(text.bytes(), bad);
        let lost = text.encoding() == UTF_8 && bad.iter().all(is_lost);
        let message = format!("bytes that are not valid {name}, {places}");
        let finding = Finding::new(FindingKind::UndecodableBytes, first, message)
            .with_details(lost.then(|| Detail::new("cause", LOST)).into_iter().collect());
        findings.push(finding.when(damages_play.then_some(Condition::DamagesPlay)));
    }
    if let Some((span, misread)) = text.first_misread(part) {
        let message = match misread {
            Misread::Utf8 => {
                format!("the text is read in {name}, but some is in UTF-8 (the first is here)")
            }
            Misread::EncodedTwice => {
                let shown = quote(text, span);
                format!("text that was encoded in UTF-8 twice (the first is here): {shown:?}")
            }
        };
        findings.push(Finding::new(FindingKind::WrongEncoding, span, message));
    }
}

/// Compares the encoding with CA.
fn check_declaration(text: &Text, part: Span, findings: &mut FindingList) {
    let (name, certainty) = (text.encoding().name(), certainty(text));
    // Plain ASCII has been read right.
    let only_ascii = text.is_ascii().then_some(Condition::OnlyAscii);
    let finding = match text.declared() {
        // Other formats have no CA.
        Declared::Nothing if is_detected(text) && !text.is_converted() => {
            let odd = part.of(text.bytes()).iter().position(|b| !b.is_ascii());
            // In UTF-16 it may be that all of it is ASCII.
            let odd = odd.or((text.is_decoded() && !part.is_empty()).then_some(0));
            odd.map(|odd| {
                let at = part.start as usize + odd;
                let message = format!("no CA property; the text looks like {name}{certainty}");
                Finding::new(FindingKind::UndeclaredEncoding, Span::new(at, at + 1), message)
            })
        }
        Declared::Known(declared, span) if is_detected(text) && *declared != text.encoding() => {
            let declaration = declaration(text, *span, declared);
            let message = format!("{declaration}, but the text looks like {name}{certainty}");
            Some(Finding::new(FindingKind::WrongEncoding, *span, message))
        }
        Declared::Known(declared, span) if contradicts_mark(text, declared) => {
            let declaration = declaration(text, *span, declared);
            let message = format!("{declaration}, but the byte order mark says {name}");
            Some(Finding::new(FindingKind::WrongEncoding, *span, message).when(only_ascii))
        }
        Declared::Unsupported(_, span) if text.confidence().is_some() => {
            let label = quote(text, *span);
            let message = format!("CA[{label}] isn't supported; read as {name}{certainty}");
            Some(Finding::new(FindingKind::WrongEncoding, *span, message))
        }
        Declared::Unknown(span) => {
            let label = quote(text, *span);
            let message = format!("CA[{label}] names no known charset; read as {name}{certainty}");
            Some(Finding::new(FindingKind::WrongEncoding, *span, message).when(only_ascii))
        }
        _ => None,
    };
    finding.into_iter().for_each(|finding| findings.push(finding));
}

/// The properties that decide how a game is replayed and what its result is.
const PLAY: [Ident; 12] =
    Ident::all(["B", "W", "AB", "AW", "AE", "PL", "SZ", "HA", "KM", "RE", "TB", "TW"]);

/// Whether undecodable bytes are in a value that decides the replay or the result.
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
