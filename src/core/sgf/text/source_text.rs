//! The bytes of a file with their encoding.
//!
//! Spans are byte ranges of the file. Encodings whose second bytes can be `\` or `]` (Shift_JIS, Big5,
//! GBK, GB18030) are not decoded first: [`Text::find_bracket`] steps over whole characters instead, so
//! that spans of findings and edits hold for the original bytes. Only encodings in which even `[` is not
//! its ASCII byte (UTF-16, ISO-2022-JP) are decoded first.

use std::borrow::Cow;
use std::iter::Peekable;
use std::str::{Chars, Utf8Chunk};
use std::sync::{Arc, OnceLock};

use encoding_rs::{DecoderResult, Encoding, ISO_2022_JP, UTF_8};

use super::declared::{Declared, charset_scope_end, first_declared, has_conflicting_charsets};
use super::detect::{Confidence, rival};
use super::encoding::{
    ESCAPE, EncodingDecision, EncodingSource, decide, shifts_to_japanese, utf_16_without_bom,
};
use super::trail_bytes;
use crate::sgf::tree::Span;

/// The bytes of a file with their encoding.
#[derive(Clone, Debug)]
pub struct Text<'a> {
    bytes: Cow<'a, [u8]>,
    decision: EncodingDecision,
    declared: Declared,
    /// Whether its CA properties name different charsets.
    several_charsets: bool,
    bom_len: usize,
    ascii: bool,
    /// The file, if `bytes` had to be decoded first.
    decoded_from: Option<DecodedFrom>,
    /// The file, if it isn't in SGF.
    origin: Option<Box<Origin>>,
    /// Why `bytes` are empty, if the file isn't.
    no_record: Option<String>,
    pub(super) landmarks: Landmarks,
}

/// The charset of a game in a file whose games declare different ones.
#[derive(Clone, Debug)]
pub(crate) struct GameCharset {
    declared: Declared,
    decision: EncodingDecision,
}

/// Where SGF comes from that was made from a file in another format. Line N of the SGF holds the content
/// of line N of the file.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    pub format: &'static str,
    /// The file's text, decoded.
    pub source: String,
    /// Offset of each line in `source`, and of its end.
    pub source_lines: Vec<u32>,
    /// Offset of each line in the file, and of its end.
    pub file_lines: Vec<u32>,
    /// Offset of each line in the SGF.
    pub sgf_lines: Vec<u32>,
    /// Places of the SGF whose lines have bytes that don't decode.
    pub undecodable: Vec<Span>,
    /// The lines that couldn't be read. What they hold is in a comment.
    pub unread: Vec<UnreadLine>,
}

/// A line of a file in another format that couldn't be read.
#[derive(Clone, Debug)]
pub struct UnreadLine {
    /// Its place in the SGF.
    pub place: Span,
    /// Why; empty if the line means nothing.
    pub why: String,
}

impl Origin {
    /// A line of the file, from 1, decoded and without its line break.
    fn source_line(&self, line: u32) -> Option<&str> {
        let span = line_span(&self.source_lines, line.checked_sub(1)? as usize)?;
        let line = self.source.get(span.start as usize..span.end as usize)?;
        Some(line.trim_matches(['\r', '\n']))
    }

    /// The bytes of the file that a place of the SGF was made from: its whole line.
    fn file_span(&self, span: Span) -> Span {
        let line = self.sgf_lines.partition_point(|&start| start <= span.start).saturating_sub(1);
        let last = self.file_lines.last().copied().unwrap_or(0);
        line_span(&self.file_lines, line).unwrap_or(Span { start: last, end: last })
    }
}

/// The span of a line, from 0.
fn line_span(starts: &[u32], line: usize) -> Option<Span> {
    Some(Span { start: *starts.get(line)?, end: *starts.get(line + 1)? })
}

/// A file that had to be decoded before it could be read.
#[derive(Clone, Copy, Debug)]
struct DecodedFrom {
    encoding: &'static Encoding,
    bom_len: usize,
    /// Length of the file in bytes.
    length: usize,
}

impl<'a> Text<'a> {
    /// Determines how a file is encoded. Linear in its length.
    pub fn new(bytes: &'a [u8]) -> Self {
        if let Some((encoding, bom_len)) = Encoding::for_bom(bytes) {
            let decision = EncodingDecision::bom(encoding);
            if encoding != UTF_8 {
                return Self::decoded(bytes, bom_len, decision);
            }
            let text = Self::known(bytes, bytes.is_ascii(), first_declared(bytes, 0), decision);
            return Self { bom_len, ..text };
        }
        if let Some(encoding) = utf_16_without_bom(bytes) {
            let decision = EncodingDecision::detected(encoding, Confidence::Sure);
            return Self::decoded(bytes, 0, decision);
        }
        let declared = first_declared(bytes, 0);
        let ascii = bytes.is_ascii();
        let several_charsets = !ascii && has_conflicting_charsets(bytes);
        // If each game has its own charset, the file's is its first game's.
        let end = if several_charsets { charset_scope_end(bytes, 0) } else { bytes.len() };
        let mut decision = decide(&declared, &bytes[..end], ascii);
        if decision.encoding != ISO_2022_JP && ascii && shifts_to_japanese(bytes) {
            decision = EncodingDecision::SHIFTED;
        }
        if decision.encoding == ISO_2022_JP && memchr::memchr(ESCAPE, bytes).is_some() {
            return Self::decoded(bytes, 0, decision);
        }
        Self { several_charsets, ..Self::known(bytes, ascii, declared, decision) }
    }

    fn known(bytes: &'a [u8], ascii: bool, declared: Declared, decision: EncodingDecision) -> Self {
        Self {
            ascii,
            bytes: Cow::Borrowed(bytes),
            decision,
            declared,
            several_charsets: false,
            bom_len: 0,
            decoded_from: None,
            origin: None,
            no_record: None,
            landmarks: Landmarks::default(),
        }
    }

    /// Returns a file in an encoding that its format prescribes.
    pub fn of_encoding(bytes: &'a [u8], encoding: &'static Encoding) -> Self {
        let source = EncodingSource::Declared;
        let decision = EncodingDecision { encoding, source, confidence: None };
        Self::known(bytes, bytes.is_ascii(), Declared::Nothing, decision)
    }

    /// Returns an empty text for a file that isn't a record; `reason` describes the file.
    pub fn of_no_record(reason: String) -> Text<'static> {
        let nothing = Text::new(b"");
        Text { no_record: Some(reason), ..nothing }
    }

    /// Returns what the file is, if it isn't a record.
    pub fn no_record(&self) -> Option<&str> {
        self.no_record.as_deref()
    }

    fn decoded(bytes: &[u8], bom_len: usize, decision: EncodingDecision) -> Self {
        let (encoding, length) = (decision.encoding, bytes.len());
        let bytes = decode_all(encoding, &bytes[bom_len..]).into_bytes();
        Self {
            ascii: bytes.is_ascii(),
            decoded_from: Some(DecodedFrom { encoding, bom_len, length }),
            ..Self::known(&[], true, first_declared(&bytes, 0), decision)
        }
        .with_bytes(bytes)
    }

    /// Determines how a file is encoded, as [`Text::new`] does, and keeps its bytes.
    pub fn owned(bytes: Vec<u8>) -> Text<'static> {
        let Text { decision, declared, several_charsets, bom_len, ascii, decoded_from, .. } =
            Text::new(&bytes);
        if decoded_from.is_some() {
            let (bytes, ..) = decision.encoding.decode_without_bom_handling(&bytes[bom_len..]);
            return Text { decoded_from, ..Text::known(&[], ascii, declared, decision) }
                .with_bytes(bytes.into_owned().into_bytes());
        }
        Text { several_charsets, bom_len, ..Text::known(&[], ascii, declared, decision) }
            .with_bytes(bytes)
    }

    /// Returns other bytes in the charset of this text.
    pub fn with_bytes_of(&self, bytes: Vec<u8>) -> Text<'static> {
        let bom_len = if bytes.starts_with(b"\xef\xbb\xbf") { self.bom_len } else { 0 };
        // The place of a CA property is one in this text.
        let text = Text::known(&[], bytes.is_ascii(), Declared::Nothing, self.decision);
        Text { bom_len, ..text }.with_bytes(bytes)
    }

    fn with_bytes(self, bytes: Vec<u8>) -> Self {
        Self { bytes: Cow::Owned(bytes), ..self }
    }

    /// SGF in UTF-8 made from this text, which is in another format. The encoding remains the file's.
    pub fn converted(&self, sgf: String, origin: Origin) -> Text<'static> {
        let text = Text::known(&[], sgf.is_ascii(), Declared::Nothing, self.decision);
        Text { origin: Some(Box::new(origin)), ..text }.with_bytes(sgf.into_bytes())
    }

    /// The same bytes with another charset.
    fn recoded(&self, declared: Declared, decision: EncodingDecision) -> Text<'_> {
        Text {
            bom_len: self.bom_len,
            decoded_from: self.decoded_from,
            ..Text::known(&self.bytes, self.ascii, declared, decision)
        }
    }

    /// The same bytes in the charset of the game that begins at `from`, which is judged as a file's is, by
    /// the game's own CA property and first bytes. Only useful if [`Text::has_several_charsets`].
    pub fn for_game(&self, from: usize) -> Text<'_> {
        let from = from.min(self.bytes.len());
        let game = &self.bytes[from..self.charset_scope_end(from)];
        let declared = first_declared(&self.bytes[..from + game.len()], from);
        let decision = if self.is_decoded() {
            self.decision
        } else {
            decide(&declared, game, game.is_ascii())
        };
        self.of_game(self.recoded(declared, decision))
    }

    pub(in crate::sgf) fn charset(&self) -> GameCharset {
        GameCharset { declared: self.declared.clone(), decision: self.decision }
    }

    /// Returns the same bytes in the charset of a game.
    pub(in crate::sgf) fn in_charset(&self, charset: &GameCharset) -> Text<'_> {
        self.of_game(self.recoded(charset.declared.clone(), charset.decision))
    }

    /// Returns a text of one of several games that may differ in their charsets, but not in their lines.
    fn of_game<'t>(&self, text: Text<'t>) -> Text<'t> {
        let several_charsets = self.several_charsets;
        let landmarks = if several_charsets { Arc::clone(&self.landmarks) } else { text.landmarks };
        Text { several_charsets, landmarks, ..text }
    }

    /// Reinterprets the bytes in a given encoding.
    pub fn with_encoding(&self, encoding: &'static Encoding, source: EncodingSource) -> Text<'_> {
        let decision = EncodingDecision { encoding, source, confidence: None };
        self.recoded(self.declared.clone(), decision)
    }

    /// The UTF-8 of a file that was decoded, as if it were the file.
    pub fn as_utf_8(&self) -> Text<'_> {
        let decision = EncodingDecision::detected(UTF_8, Confidence::Sure);
        Text::known(&self.bytes, self.ascii, self.declared.clone(), decision)
    }

    /// Where the bytes end that the charset of the game at `from` is judged by.
    pub(crate) fn charset_scope_end(&self, from: usize) -> usize {
        charset_scope_end(&self.bytes, from)
    }

    /// Whether bytes beyond ASCII are likelier in another encoding than this text's.
    pub(crate) fn is_likelier_elsewhere(&self, bytes: &[u8]) -> bool {
        let is_utf_8 = self.encoding() == UTF_8 && std::str::from_utf8(bytes).is_ok();
        !is_utf_8 && !bytes.is_ascii() && rival(bytes, self.encoding()).is_some()
    }

    /// Whether the file's games declare different charsets. If not, as nearly always, one [`Text`] serves
    /// all of them.
    pub fn has_several_charsets(&self) -> bool {
        self.several_charsets
    }

    /// Whether the file had to be decoded or converted before it could be read.
    pub fn is_decoded(&self) -> bool {
        self.decoded_from.is_some() || self.origin.is_some()
    }

    /// The bytes that spans refer to: the file's, or UTF-8 if it was decoded first.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Length of the UTF-8 byte order mark at the beginning of [`Text::bytes`].
    pub fn bom_len(&self) -> usize {
        self.bom_len
    }

    pub fn encoding(&self) -> &'static Encoding {
        self.decision.encoding
    }

    /// Where the encoding was taken from.
    pub fn source(&self) -> EncodingSource {
        self.decision.source
    }

    /// How sure the encoding is, if it was detected.
    pub fn confidence(&self) -> Option<Confidence> {
        self.decision.confidence
    }

    /// The first CA property.
    pub fn declared(&self) -> &Declared {
        &self.declared
    }

    pub fn is_ascii(&self) -> bool {
        self.ascii
    }

    /// The format of the file: `sgf`, or the one that it was converted from.
    pub fn format(&self) -> &'static str {
        self.origin.as_ref().map_or("sgf", |origin| origin.format)
    }

    /// Whether the file is in another format, so that columns and bytes of the SGF aren't the file's.
    pub fn is_converted(&self) -> bool {
        self.origin.is_some()
    }

    /// The lines of another format that couldn't be read.
    pub fn unread_lines(&self) -> &[UnreadLine] {
        self.origin.as_ref().map_or(&[], |origin| &origin.unread)
    }

    /// A line of a converted file, from 1, decoded and without its line break.
    pub fn source_line(&self, line: u32) -> Option<&str> {
        self.origin.as_ref()?.source_line(line)
    }

    /// The bytes of a converted file that a place of the SGF was made from: its whole line.
    pub fn file_span(&self, span: Span) -> Option<Span> {
        Some(self.origin.as_ref()?.file_span(span))
    }

    /// The offset in the file of an offset in [`Text::bytes`]. For a file that was decoded first, linear in
    /// `offset` and exact for UTF-16 only; otherwise constant.
    pub fn original_offset(&self, offset: usize) -> usize {
        let bom_len = self.decoded_from.map_or(0, |file| file.bom_len);
        bom_len + self.original_len(Span::new(0, offset))
    }

    /// The length of the file if it was decoded first. Offsets that aren't exact mustn't exceed it.
    pub fn original_end(&self) -> Option<usize> {
        self.decoded_from.map(|file| file.length)
    }

    /// The length of a span in the file, as exact as [`Text::original_offset`].
    pub fn original_len(&self, span: Span) -> usize {
        let raw = span.of(&self.bytes);
        let Some(DecodedFrom { encoding, .. }) = self.decoded_from else { return raw.len() };
        let text = String::from_utf8_lossy(raw);
        if encoding == ISO_2022_JP {
            encoding.encode(&text).0.len()
        } else {
            2 * text.encode_utf16().count()
        }
    }

    /// Whether the second byte of a character can look like `\` or `]`.
    pub fn has_unsafe_trails(&self) -> bool {
        !self.ascii && !self.is_decoded() && trail_bytes::has_unsafe_trails(self.encoding())
    }

    /// The next `]` that is neither escaped nor part of a character, for an encoding with unsafe trails.
    pub fn find_bracket(&self, from: usize) -> Option<usize> {
        trail_bytes::find_bracket(self.encoding(), &self.bytes, from)
    }

    /// First halves of characters in a part of the text that a `]` cuts off. Linear.
    pub(super) fn cut_off_halves(&self, part: Span) -> Vec<usize> {
        if !self.has_unsafe_trails() {
            return Vec::new();
        }
        let bytes = &self.bytes[..part.end as usize];
        trail_bytes::cut_off_halves(self.encoding(), bytes, part.start as usize)
    }

    /// Decodes a span. Escapes stay as they are.
    pub fn decode(&self, span: Span) -> Cow<'_, str> {
        let raw = span.of(&self.bytes);
        let encoding = if self.is_decoded() { UTF_8 } else { self.encoding() };
        if (self.ascii || encoding == UTF_8 || raw.is_ascii())
            && let Ok(text) = std::str::from_utf8(raw)
        {
            return Cow::Borrowed(text);
        }
        encoding.decode_without_bom_handling(raw).0
    }

    /// Number of characters that [`Text::decode`] returns.
    pub fn count_characters(&self, span: Span) -> usize {
        let raw = span.of(&self.bytes);
        if self.ascii || raw.is_ascii() || self.encoding().is_single_byte() && !self.is_decoded() {
            return raw.len();
        }
        if self.encoding() != UTF_8 && !self.is_decoded() {
            return self.decode(span).chars().count();
        }
        let damage = |chunk: &Utf8Chunk| usize::from(!chunk.invalid().is_empty());
        raw.utf8_chunks().map(|chunk| chunk.valid().chars().count() + damage(&chunk)).sum()
    }

    /// A value as SimpleText of `FF[4]`: decoded, escapes resolved, white space turned into blanks and trimmed at
    /// both ends.
    pub fn simple_text(&self, span: Span) -> Cow<'_, str> {
        let text = self.decode(span);
        if !text.bytes().any(|b| matches!(b, b'\\' | b'\t'..=b'\r')) {
            let blank = |text: &str| text.starts_with(' ') || text.ends_with(' ');
            return match text {
                text if !blank(&text) => text,
                Cow::Borrowed(text) => Cow::Borrowed(text.trim_matches(' ')),
                Cow::Owned(text) => Cow::Owned(text.trim_matches(' ').to_owned()),
            };
        }
        let mut simple = String::with_capacity(text.len());
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\\' => match chars.next() {
                    // An escaped line break is a soft one, which is removed.
                    Some(first @ ('\n' | '\r')) => skip_second_of_break(&mut chars, first),
                    // Other white space is a blank even if it is escaped.
                    Some('\t' | '\x0b' | '\x0c') => simple.push(' '),
                    Some(escaped) => simple.push(escaped),
                    None => {}
                },
                '\n' | '\r' => {
                    skip_second_of_break(&mut chars, c);
                    simple.push(' ');
                }
                '\t' | '\x0b' | '\x0c' => simple.push(' '),
                c => simple.push(c),
            }
        }
        Cow::Owned(simple.trim_matches(' ').to_owned())
    }

    /// The places that don't decode, up to `limit`, as spans of the bytes. Linear.
    pub fn undecodable(&self, limit: usize) -> Vec<Span> {
        self.undecodable_in(Span::new(self.bom_len, self.bytes.len()), limit)
    }

    /// The places in a part of the bytes that don't decode, up to `limit`: in a game, where games differ in
    /// their charsets.
    pub fn undecodable_in(&self, part: Span, limit: usize) -> Vec<Span> {
        if let Some(origin) = &self.origin {
            return origin.undecodable.iter().take(limit).copied().collect();
        }
        if self.ascii || self.decoded_from.is_some() {
            return Vec::new();
        }
        if self.encoding() == UTF_8 {
            let bytes = &self.bytes[..part.end as usize];
            return not_utf_8(bytes, part.start as usize).take(limit).collect();
        }
        self.malformed(part, limit)
    }

    /// The places in a part of the bytes that the encoding's decoder refuses, up to `limit`.
    fn malformed(&self, part: Span, limit: usize) -> Vec<Span> {
        let bytes = &self.bytes[..part.end as usize];
        let mut spans = Vec::new();
        let mut decoder = self.encoding().new_decoder_without_bom_handling();
        let mut at = part.start as usize;
        let mut sink = [0u8; 4096];
        let mut halves = self.cut_off_halves(part).into_iter().peekable();
        while spans.len() < limit {
            let end = halves.peek().map_or(bytes.len(), |&half| half + 1);
            let (result, read, _) =
                decoder.decode_to_utf8_without_replacement(&bytes[at..end], &mut sink, true);
            at += read;
            match result {
                DecoderResult::InputEmpty if halves.next().is_none() => break,
                DecoderResult::InputEmpty => {
                    decoder = self.encoding().new_decoder_without_bom_handling();
                }
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(length, behind) => {
                    let end = at - behind as usize;
                    spans.push(Span::new(end - length as usize, end));
                }
            }
        }
        spans
    }
}

/// Decodes a file block by block, so that it takes little more memory than its text: as UTF-8, at most half as much again
/// as the file unless that is damaged.
fn decode_all(encoding: &'static Encoding, bytes: &[u8]) -> String {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let length = bytes.len().min(1 << 16);
    let mut text = String::with_capacity(bytes.len() + 3 * length + 16);
    let mut blocks = bytes.chunks(length.max(1)).peekable();
    loop {
        let block = blocks.next().unwrap_or_default();
        let is_last = blocks.peek().is_none();
        let needed = decoder.max_utf8_buffer_length(block.len()).unwrap_or(0);
        if text.capacity() - text.len() < needed {
            // Not doubled, since the file is in memory as well.
            text.reserve_exact(needed.max(bytes.len() / 8));
        }
        let _ = decoder.decode_to_string(block, &mut text, is_last);
        if is_last {
            return text;
        }
    }
}

/// Steps over the second character of a line break of two: CR LF, or LF CR (`FF[4]`, SimpleText).
pub(crate) fn skip_second_of_break(chars: &mut Peekable<Chars>, first: char) {
    let _ = chars.next_if_eq(if first == '\n' { &'\r' } else { &'\n' });
}

/// The places that aren't UTF-8. Each is an incomplete character or one byte.
fn not_utf_8(bytes: &[u8], from: usize) -> impl Iterator<Item = Span> {
    let mut at = from;
    std::iter::from_fn(move || {
        let start = at + Encoding::utf8_valid_up_to(&bytes[at..]);
        // No character has more than four bytes.
        let error = std::str::from_utf8(&bytes[start..bytes.len().min(start + 4)]).err()?;
        at = error.error_len().map_or(bytes.len(), |len| start + len);
        Some(Span::new(start, at))
    })
}

/// A place from which others behind it can be counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landmark {
    pub at: usize,
    pub line: u32,
    pub line_start: usize,
    pub column: u32,
    /// The last place that was converted, and its offset in the original file.
    pub converted: (usize, usize),
}

impl Landmark {
    pub(super) const START: Self =
        Self { at: 0, line: 1, line_start: 0, column: 1, converted: (0, 0) };
}

/// The landmarks of a text in order, once they were needed.
pub(super) type Landmarks = Arc<OnceLock<Vec<Landmark>>>;

impl Text<'_> {
    /// Returns the characters of a span, each with its bytes; escapes stay as they are. `None` if some bytes aren't valid
    /// in the encoding.
    pub fn characters(&self, span: Span) -> Option<Vec<(char, Span)>> {
        let encoding = if self.is_decoded() { UTF_8 } else { self.encoding() };
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let mut characters = Vec::new();
        let mut start = span.start as usize;
        let bytes = span.of(self.bytes());
        for (at, _) in bytes.iter().enumerate() {
            // No encoding makes more than a few characters of one byte and those before it.
            let mut decoded = [0; 16];
            let is_last = at + 1 == bytes.len();
            let (_, _, length, is_malformed) =
                decoder.decode_to_utf8(&bytes[at..=at], &mut decoded, is_last);
            if is_malformed {
                return None;
            }
            let end = span.start as usize + at + 1;
            let decoded_text = std::str::from_utf8(&decoded[..length]).ok()?;
            characters.extend(decoded_text.chars().map(|c| (c, Span::new(start, end))));
            if length > 0 {
                start = end;
            }
        }
        Some(characters)
    }

    /// Returns text in the encoding of the file, as the content of a value. `None` if the encoding doesn't have one of the
    /// characters, or if a byte of one looks like `\` or `]` to a program that goes byte by byte, or would have to be
    /// escaped.
    pub fn encode(&self, text: &str) -> Option<Vec<u8>> {
        let encoding = if self.is_decoded() { UTF_8 } else { self.encoding() };
        let (bytes, used, is_lossy) = encoding.encode(text);
        let is_plain = !bytes.iter().any(|byte| matches!(byte, b'\\' | b']' | b':'));
        let survives = || encoding.decode_without_bom_handling(&bytes).0 == text;
        (!is_lossy && used == encoding && is_plain && survives()).then(|| bytes.into_owned())
    }
}

#[cfg(test)]
mod tests {
    use encoding_rs::{EUC_KR, GBK, SHIFT_JIS, WINDOWS_1251};
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn characters_are_counted_as_they_are_decoded(
            bytes in prop::collection::vec(prop_oneof![any::<u8>(), 0x80..=0xbfu8, 0xe0..=0xf4u8], 0..40),
        ) {
            let decision = EncodingDecision::declared(UTF_8);
            let text = Text::known(&bytes, bytes.is_ascii(), Declared::Nothing, decision);
            for encoding in [UTF_8, GBK, SHIFT_JIS, EUC_KR, WINDOWS_1251] {
                let text = text.with_encoding(encoding, EncodingSource::Declared);
                let whole = Span::new(0, bytes.len());
                prop_assert_eq!(text.count_characters(whole), text.decode(whole).chars().count());
            }
        }

        #[test]
        fn malformed_utf_8_is_where_the_decoder_finds_it(
            bytes in prop::collection::vec(prop_oneof![any::<u8>(), 0x80..=0xbfu8, 0xe0..=0xf4u8], 0..40),
        ) {
            let (mut decoder, mut at) = (UTF_8.new_decoder_without_bom_handling(), 0);
            let (mut sink, mut spans) = ([0u8; 4096], Vec::new());
            while let (encoding_rs::DecoderResult::Malformed(length, behind), read, _) =
                decoder.decode_to_utf8_without_replacement(&bytes[at..], &mut sink, true)
            {
                at += read;
                let end = at - behind as usize;
                spans.push(Span::new(end - length as usize, end));
            }
            prop_assert_eq!(not_utf_8(&bytes, 0).collect::<Vec<_>>(), spans);
        }
    }

    #[test]
    fn undecodable_bytes_have_places() {
        let bytes = b"(;CA[UTF-8]C[\xe6\x9f\xaf \xff\xfe \xe6\x9f])";
        let text = Text::known(bytes, false, Declared::Nothing, EncodingDecision::declared(UTF_8));
        let spans = text.undecodable(10);
        assert_eq!(spans, [Span::new(17, 18), Span::new(18, 19), Span::new(20, 22)]);
    }
}
