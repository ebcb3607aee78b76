//! A file's bytes, and the characters that they mean.
//!
//! Spans stay byte ranges of the file as it is. Encodings whose second bytes can be `\` or `]`
//! (Shift_JIS, Big5, GBK, GB18030) are not decoded ahead: [`Text::find_bracket`] steps over whole
//! characters instead, so that a finding's span and a repair's edit hold for the original bytes. Only
//! encodings in which even `[` is not its ASCII byte (UTF-16, ISO-2022-JP) are decoded first.

use std::borrow::Cow;
use std::iter::Peekable;
use std::str::{Chars, Utf8Chunk};

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8};

use super::chunk_offset::ChunkOffset;
use super::converted::Origin;
use super::declared::{Declared, charset_scope_end, find, has_conflicting_charsets};
use super::detect::Confidence;
use super::encoding::{
    ESCAPE, EncodingSource, Judgement, SHIFTED, judge, shifts_to_japanese, utf_16_without_bom,
};
use crate::sgf::tree::Span;

/// A file's bytes with their encoding.
#[derive(Clone, Debug)]
pub struct Text<'a> {
    bytes: Cow<'a, [u8]>,
    encoding: &'static Encoding,
    source: EncodingSource,
    confidence: Option<Confidence>,
    declared: Declared,
    /// Whether its CA properties name different charsets.
    several: bool,
    bom_len: usize,
    ascii: bool,
    /// The encoding that the file had, its byte order mark's length and its own, where `bytes` had to be
    /// decoded first.
    decoded_from: Option<(&'static Encoding, usize, usize)>,
    /// What `bytes` were made from, where the file isn't in SGF.
    origin: Option<Box<Origin>>,
    /// Where `bytes` begin in the file, if they are a part of it.
    start: ChunkOffset,
    part: bool,
}

impl<'a> Text<'a> {
    /// Finds out how a file is encoded. Linear in its length.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        if let Some((encoding, bom_len)) = Encoding::for_bom(bytes) {
            let judgement = (encoding, EncodingSource::Bom, None);
            if encoding == UTF_8 {
                return Self { bom_len, ..Self::over(bytes, find(bytes, 0), judgement) };
            }
            return Self::decoded(bytes, bom_len, judgement);
        }
        if let Some(encoding) = utf_16_without_bom(bytes) {
            let judgement = (encoding, EncodingSource::Detected, Some(Confidence::Sure));
            return Self::decoded(bytes, 0, judgement);
        }
        let declared = find(bytes, 0);
        let ascii = bytes.is_ascii();
        let several = !ascii && has_conflicting_charsets(bytes);
        // Where each game speaks for itself, the file is what its first one is.
        let end = if several { charset_scope_end(bytes, 0) } else { bytes.len() };
        let judgement = match judge(&declared, &bytes[..end], ascii) {
            (encoding, ..) if encoding != ISO_2022_JP && ascii && shifts_to_japanese(bytes) => {
                SHIFTED
            }
            judgement => judgement,
        };
        if judgement.0 == ISO_2022_JP && memchr::memchr(ESCAPE, bytes).is_some() {
            return Self::decoded(bytes, 0, judgement);
        }
        Self { several, ..Self::known(bytes, ascii, declared, judgement) }
    }

    fn over(bytes: &'a [u8], declared: Declared, judgement: Judgement) -> Self {
        Self::known(bytes, bytes.is_ascii(), declared, judgement)
    }

    pub(crate) fn known(
        bytes: &'a [u8],
        ascii: bool,
        declared: Declared,
        judgement: Judgement,
    ) -> Self {
        let (encoding, source, confidence) = judgement;
        Self {
            ascii,
            bytes: Cow::Borrowed(bytes),
            encoding,
            source,
            confidence,
            declared,
            several: false,
            bom_len: 0,
            decoded_from: None,
            origin: None,
            start: ChunkOffset::default(),
            part: false,
        }
    }

    /// The same as a part of a file.
    pub(crate) fn placed(self, start: ChunkOffset, bom_len: usize) -> Self {
        Self { start, bom_len, part: true, ..self }
    }

    pub(crate) fn declaring(self, declared: Declared) -> Self {
        Self { declared, ..self }
    }

    /// Whether [`Text::bytes`] are a part of the file.
    #[must_use]
    pub fn is_chunk(&self) -> bool {
        self.part
    }

    /// Where [`Text::bytes`] begin in the file: at its beginning, unless they are a part of it.
    #[must_use]
    pub fn chunk_offset(&self) -> ChunkOffset {
        self.start
    }

    /// SGF in UTF-8 that was made from a file in another format and in this encoding.
    pub(crate) fn with_origin(
        bytes: Cow<'a, [u8]>,
        encoding: &'static Encoding,
        source: EncodingSource,
        confidence: Option<Confidence>,
        origin: Origin,
    ) -> Self {
        Self {
            ascii: bytes.is_ascii(),
            bytes,
            origin: Some(Box::new(origin)),
            ..Self::known(&[], true, Declared::Nothing, (encoding, source, confidence))
        }
    }

    pub(crate) fn origin(&self) -> Option<&Origin> {
        self.origin.as_deref()
    }

    fn decoded(bytes: &[u8], bom_len: usize, judgement: Judgement) -> Self {
        let (encoding, length) = (judgement.0, bytes.len());
        let (text, _) = encoding.decode_without_bom_handling(&bytes[bom_len..]);
        let bytes = text.into_owned().into_bytes();
        Self {
            declared: find(&bytes, 0),
            ascii: bytes.is_ascii(),
            bytes: Cow::Owned(bytes),
            decoded_from: Some((encoding, bom_len, length)),
            ..Self::over(&[], Declared::Nothing, judgement)
        }
    }

    /// What the CA property of the game that begins at `from` says, if it is among its first 16 kB.
    #[must_use]
    fn declared_at(&self, from: usize) -> Declared {
        let from = from.min(self.bytes.len());
        let end = charset_scope_end(&self.bytes, from);
        find(&self.bytes[..end], from)
    }

    /// Where the bytes end that the charset of the game that begins at `from` is judged by.
    pub(crate) fn charset_scope_end(&self, from: usize) -> usize {
        charset_scope_end(&self.bytes, from)
    }

    /// Whether the file's games declare different charsets. If they don't, as nearly always, one
    /// [`Text`] serves all of them.
    #[must_use]
    pub fn has_several_charsets(&self) -> bool {
        self.several
    }

    /// The same bytes with the encoding of the game that begins at `from`, judged as a file's is, by
    /// its own CA property and its own first bytes. Only worth its while where
    /// [`Text::has_several_charsets`].
    #[must_use]
    pub fn for_game(&self, from: usize) -> Text<'_> {
        let from = from.min(self.bytes.len());
        let declared = self.declared_at(from);
        let judgement = if self.is_decoded() {
            (self.encoding, self.source, self.confidence)
        } else {
            let game = &self.bytes[from..charset_scope_end(&self.bytes, from)];
            judge(&declared, game, game.is_ascii())
        };
        Text {
            several: self.several,
            bom_len: self.bom_len,
            decoded_from: self.decoded_from,
            start: self.start,
            part: self.part,
            ..Text::known(&self.bytes, self.ascii, declared, judgement)
        }
    }

    /// The same bytes read in an encoding that somebody who knows has named.
    #[must_use]
    pub fn with_encoding(&self, encoding: &'static Encoding, source: EncodingSource) -> Text<'_> {
        let judgement = (encoding, source, None);
        Text {
            bom_len: self.bom_len,
            decoded_from: self.decoded_from,
            start: self.start,
            part: self.part,
            ..Text::known(&self.bytes, self.ascii, self.declared.clone(), judgement)
        }
    }

    /// How sure the encoding is, where it was found out.
    #[must_use]
    pub fn confidence(&self) -> Option<Confidence> {
        self.confidence
    }

    /// Whether the file had to be decoded, or converted, before it could be read.
    #[must_use]
    pub fn is_decoded(&self) -> bool {
        self.decoded_from.is_some() || self.origin.is_some()
    }

    /// The bytes that spans count: the file's, or UTF-8 where it had to be decoded first.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Length of a UTF-8 byte order mark at the beginning of [`Text::bytes`].
    #[must_use]
    pub fn bom_len(&self) -> usize {
        self.bom_len
    }

    /// The file's encoding.
    #[must_use]
    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// Where the encoding was taken from.
    #[must_use]
    pub fn source(&self) -> EncodingSource {
        self.source
    }

    /// What the first CA property says.
    #[must_use]
    pub fn declared(&self) -> &Declared {
        &self.declared
    }

    /// Whether nothing beyond ASCII occurs.
    #[must_use]
    pub fn is_ascii(&self) -> bool {
        self.ascii
    }

    /// Where a place in [`Text::bytes`] lies in the original file. Linear in `offset` for a file that
    /// had to be decoded, where it is exact for UTF-16; constant otherwise.
    #[must_use]
    pub fn original_offset(&self, offset: usize) -> usize {
        let bom_len = self.decoded_from.map_or(0, |(_, bom_len, _)| bom_len);
        self.start.offset as usize + bom_len + self.original_len(Span::new(0, offset))
    }

    /// Where the original file ends, if it had to be decoded: what isn't exact mustn't go beyond it.
    #[must_use]
    pub fn original_end(&self) -> Option<usize> {
        self.decoded_from.map(|(_, _, length)| length)
    }

    /// How many bytes a span takes in the original file: as [`Text::original_offset`], piece by piece.
    #[must_use]
    pub fn original_len(&self, span: Span) -> usize {
        let raw = span.of(&self.bytes);
        let Some((encoding, ..)) = self.decoded_from else { return raw.len() };
        let piece = String::from_utf8_lossy(raw);
        if encoding == ISO_2022_JP {
            encoding.encode(&piece).0.len()
        } else {
            2 * piece.encode_utf16().count()
        }
    }

    /// Decodes a span as it stands, escapes and all.
    #[must_use]
    pub fn decode(&self, span: Span) -> Cow<'_, str> {
        let raw = span.of(&self.bytes);
        let encoding = if self.is_decoded() { UTF_8 } else { self.encoding };
        if (self.ascii || encoding == UTF_8 || raw.is_ascii())
            && let Ok(text) = std::str::from_utf8(raw)
        {
            return Cow::Borrowed(text);
        }
        encoding.decode_without_bom_handling(raw).0
    }

    /// How many characters [`Text::decode`] finds in a span.
    #[must_use]
    pub fn count_characters(&self, span: Span) -> usize {
        let raw = span.of(&self.bytes);
        if self.ascii || raw.is_ascii() || self.encoding.is_single_byte() && !self.is_decoded() {
            return raw.len();
        }
        if self.encoding != UTF_8 && !self.is_decoded() {
            return self.decode(span).chars().count();
        }
        let damage = |chunk: &Utf8Chunk| usize::from(!chunk.invalid().is_empty());
        raw.utf8_chunks().map(|chunk| chunk.valid().chars().count() + damage(&chunk)).sum()
    }

    /// A value as `FF[4]` SimpleText: decoded, escapes resolved, white space turned into blanks and
    /// trimmed at both ends.
    #[must_use]
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
                    // An escaped line break is a soft one: it means nothing.
                    Some(first @ ('\n' | '\r')) => skip_second_of_break(&mut chars, first),
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
    #[must_use]
    pub fn undecodable(&self, limit: usize) -> Vec<Span> {
        self.undecodable_in(Span::new(self.bom_len, self.bytes.len()), limit)
    }

    /// The same of a part of the bytes: of a game, where games differ in their charsets.
    #[must_use]
    pub fn undecodable_in(&self, part: Span, limit: usize) -> Vec<Span> {
        let mut spans = Vec::new();
        if let Some(origin) = self.origin() {
            return origin.undecodable.iter().take(limit).copied().collect();
        }
        if self.ascii || self.decoded_from.is_some() {
            return spans;
        }
        let bytes = &self.bytes[..part.end as usize];
        if self.encoding == UTF_8 {
            return not_utf_8(bytes, part.start as usize).take(limit).collect();
        }
        let mut decoder = self.encoding.new_decoder_without_bom_handling();
        let mut at = part.start as usize;
        let mut sink = [0u8; 4096];
        let mut halves = self.cut_off(part).into_iter().peekable();
        while spans.len() < limit {
            let end = halves.peek().map_or(bytes.len(), |&half| half + 1);
            let (result, read, _) =
                decoder.decode_to_utf8_without_replacement(&bytes[at..end], &mut sink, true);
            at += read;
            match result {
                encoding_rs::DecoderResult::InputEmpty if halves.next().is_none() => break,
                encoding_rs::DecoderResult::InputEmpty => {
                    decoder = self.encoding.new_decoder_without_bom_handling();
                }
                encoding_rs::DecoderResult::OutputFull => {}
                encoding_rs::DecoderResult::Malformed(length, behind) => {
                    let end = at - behind as usize;
                    spans.push(Span::new(end - length as usize, end));
                }
            }
        }
        spans
    }
}

/// Steps over the second character of a line break that is two: CR LF, or LF CR (`FF[4]`, SimpleText).
pub(crate) fn skip_second_of_break(chars: &mut Peekable<Chars>, first: char) {
    let _ = chars.next_if_eq(if first == '\n' { &'\r' } else { &'\n' });
}

/// The places that aren't UTF-8: each as much of a character as there is, or one byte.
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

#[cfg(test)]
mod tests {
    use encoding_rs::{EUC_KR, GBK, SHIFT_JIS, UTF_16LE, WINDOWS_1251, WINDOWS_1252};
    use proptest::prelude::*;

    use super::*;
    use crate::sgf::{Game, Ident, Scanner};

    #[test]
    fn utf_16_counts_places_in_the_file() {
        let mut bytes = vec![0xff, 0xfe];
        for unit in "(;PB[柯洁];B[aa])".encode_utf16() {
            bytes.extend(unit.to_le_bytes());
        }
        let text = Text::new(&bytes);
        assert_eq!((text.encoding(), text.source()), (UTF_16LE, EncodingSource::Bom));
        let at = text.bytes().iter().rposition(|&b| b == b'B').unwrap();
        assert_eq!(text.original_offset(at), 2 + 2 * 9);
    }

    #[test]
    fn simple_text_resolves_escapes() {
        let bytes = b"x\\]y\\\\z\\\nw\tv \n";
        let text = Text::new(bytes);
        assert_eq!(text.simple_text(Span::new(0, bytes.len())), "x]y\\zw v");
        // A line ends with either byte, or with both, in whatever order.
        let bytes = b"a\r\nb\n\rc\rd\ne\n\nf\r\rg\\\r\nh\\\n\ri";
        let text = Text::new(bytes);
        assert_eq!(text.simple_text(Span::new(0, bytes.len())), "a b c d e  f  ghi");
    }

    proptest! {
        #[test]
        fn characters_are_counted_as_they_are_decoded(
            bytes in prop::collection::vec(prop_oneof![any::<u8>(), 0x80..=0xbfu8, 0xe0..=0xf4u8], 0..40),
        ) {
            let judgement = (UTF_8, EncodingSource::Declared, None);
            let text = Text::over(&bytes, Declared::Nothing, judgement);
            for encoding in [UTF_8, GBK, SHIFT_JIS, EUC_KR, WINDOWS_1251] {
                let text = text.with_encoding(encoding, EncodingSource::Declared);
                let whole = Span::new(0, bytes.len());
                prop_assert_eq!(text.count_characters(whole), text.decode(whole).chars().count());
            }
        }

        #[test]
        fn what_is_not_utf_8_is_what_the_decoder_says(
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
        let text = Text::over(bytes, Declared::Nothing, (UTF_8, EncodingSource::Declared, None));
        let spans = text.undecodable(10);
        assert_eq!(spans, [Span::new(17, 18), Span::new(18, 19), Span::new(20, 22)]);
    }

    #[test]
    fn each_game_has_its_own_charset() {
        let mut bytes = b"(;CA[EUC-KR]PB[".to_vec();
        bytes.extend_from_slice(&EUC_KR.encode("이세돌").0);
        bytes.extend_from_slice(b"])(;GM[1]CA[Shift_JIS]PB[");
        let second = bytes.iter().rposition(|&b| b == b'(').unwrap();
        // The character's second byte is `\\`.
        bytes.extend_from_slice(&SHIFT_JIS.encode("表").0);
        bytes.extend_from_slice(b"])(;CA[UTF-8]PB[");
        let third = bytes.iter().rposition(|&b| b == b'(').unwrap();
        bytes.extend_from_slice("柯洁])(;PB[x])".as_bytes());
        let fourth = bytes.iter().rposition(|&b| b == b'(').unwrap();
        let text = Text::new(&bytes);
        assert!(text.has_several_charsets());
        let at = |from| {
            let game = text.for_game(from);
            (game.encoding(), game.source())
        };
        assert_eq!(at(0), (EUC_KR, EncodingSource::Declared));
        assert_eq!(at(second), (SHIFT_JIS, EncodingSource::Declared));
        assert_eq!(at(third), (UTF_8, EncodingSource::Declared));
        assert_eq!(at(fourth), (WINDOWS_1252, EncodingSource::Default));
        assert!(!Text::new("(;CA[UTF-8]PB[柯洁])(;CA[utf8])".as_bytes()).has_several_charsets());
        // The scanner reads each game with its own.
        let (mut scanner, mut game, mut faults) = (Scanner::new(&text), Game::default(), vec![]);
        let mut names = Vec::new();
        while scanner.next_game(&mut game, &mut faults) {
            let name = game.find(0, Ident::new("PB")).unwrap()[0];
            names.push(scanner.text().simple_text(name).into_owned());
            assert!(scanner.text().undecodable_in(game.span, 9).is_empty());
        }
        assert_eq!(names, ["이세돌", "表", "柯洁", "x"]);
        assert!(faults.is_empty());
    }
}
