//! Parts of a file that is too large to be read whole.
//!
//! A part begins where a game ends and is read as if it stood in its file: with the file's charset, and
//! with places that count from the file's beginning. The charset is found by going over the file once
//! before ([`CharsetSurvey`]).

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8};

use super::chunk_offset::ChunkOffset;
use super::declared::{Declared, all, find};
use super::detect::Confidence;
use super::encoding::{
    ESCAPE, EncodingSource, Judgement, SHIFTED, judge, shifts_to_japanese, utf_16_without_bom,
};
use super::source_text::Text;
use crate::sgf::tree::Span;

/// How the characters of a file are encoded, as [`Text::new`] would find it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charset {
    declared: Declared,
    judgement: Judgement,
    ascii: bool,
    bom_len: usize,
}

impl Charset {
    /// Whether nothing beyond ASCII occurs in the file.
    #[must_use]
    pub fn is_ascii(&self) -> bool {
        self.ascii
    }

    /// The encoding, and how sure that is where it was found out.
    #[must_use]
    pub fn encoding(&self) -> (&'static Encoding, EncodingSource, Option<Confidence>) {
        self.judgement
    }

    /// What the first CA property says, with its place in the file.
    #[must_use]
    pub fn declared(&self) -> &Declared {
        &self.declared
    }
}

impl<'a> Text<'a> {
    /// A part of a file. It declares the file's charset if that stands in it.
    #[must_use]
    pub fn chunk(bytes: &'a [u8], charset: &Charset, start: ChunkOffset) -> Self {
        let bom_len = if start.offset == 0 { charset.bom_len } else { 0 };
        let text = Self::known(bytes, bytes.is_ascii(), Declared::Nothing, charset.judgement);
        let text = text.placed(start, bom_len);
        let declared = match charset.declared {
            Declared::Known(encoding, span) => {
                text.local_span(span).map(|span| Declared::Known(encoding, span))
            }
            Declared::Unknown(span) => text.local_span(span).map(Declared::Unknown),
            Declared::Nothing => None,
        };
        text.declaring(declared.unwrap_or(Declared::Nothing))
    }

    /// A place of the file as one of [`Text::bytes`]; `None` where it lies in another part.
    #[must_use]
    pub fn local_span(&self, span: Span) -> Option<Span> {
        let offset = self.chunk_offset().offset;
        let (start, end) = (span.start.checked_sub(offset)?, span.end.checked_sub(offset)?);
        (end as usize <= self.bytes().len()).then_some(Span { start, end })
    }
}

/// Finds out how a file is encoded from its bytes piece by piece.
pub struct CharsetSurvey {
    /// The file's beginning.
    head: Vec<u8>,
    /// What [`judge`] has to see: the text beyond ASCII with what stands around it, and what is new in the
    /// rest of the file.
    sample: Vec<u8>,
    /// Of the bytes before, what may belong to what comes next.
    rest: Vec<u8>,
    seen: Seen,
    ascii: bool,
    /// Whether there is an escape at all, and one that shifts to Japanese.
    escape: bool,
    shifted: bool,
    /// The first charset that is declared, and whether there is another.
    first: Option<&'static Encoding>,
    several: bool,
    /// Whether a stretch without a place to cut was too long.
    lost: bool,
    declared: Option<Declared>,
}

/// What the sample shows already.
#[derive(Default)]
struct Seen {
    no_utf_8: bool,
    three_bytes: bool,
    word: bool,
    error: bool,
}

/// How much of a file decides what its CA property is, and more.
const HEAD: usize = 1 << 17;

/// How much text beyond ASCII a charset is judged by, four times over.
const SAMPLE: usize = 1 << 16;

/// How many ASCII bytes in a row are kept on each side.
const AROUND: usize = 8;

/// More text than this without a `;` isn't surveyed.
const LONGEST: usize = 1 << 20;

impl Default for CharsetSurvey {
    fn default() -> Self {
        Self {
            head: Vec::new(),
            sample: Vec::new(),
            rest: Vec::new(),
            seen: Seen::default(),
            ascii: true,
            escape: false,
            shifted: false,
            first: None,
            several: false,
            lost: false,
            declared: None,
        }
    }
}

impl CharsetSurvey {
    /// Goes over the next bytes of the file.
    pub fn add(&mut self, bytes: &[u8]) {
        let room = HEAD.saturating_sub(self.head.len()).min(bytes.len());
        self.head.extend_from_slice(&bytes[..room]);
        self.ascii &= bytes.is_ascii();
        self.escape |= memchr::memchr(ESCAPE, bytes).is_some();
        let mut all_bytes = std::mem::take(&mut self.rest);
        all_bytes.extend_from_slice(bytes);
        // What comes next begins behind a `;`, which is no part of a character nor of a CA property.
        let cut = memchr::memrchr(b';', &all_bytes).map_or(0, |at| at + 1);
        self.lost |= all_bytes.len() - cut > LONGEST;
        if cut > 0 {
            self.go_over(&all_bytes[..cut]);
            all_bytes.drain(..cut);
        }
        self.rest = if self.lost { Vec::new() } else { all_bytes };
    }

    fn go_over(&mut self, bytes: &[u8]) {
        self.shifted |= self.escape && self.ascii && shifts_to_japanese(bytes);
        if !self.several {
            for declared in all(bytes, 0) {
                let Some(encoding) = declared.encoding() else { continue };
                let first = *self.first.get_or_insert(encoding);
                self.several |= first != encoding;
            }
        }
        if self.sample.len() < SAMPLE {
            self.sample_from(bytes);
            // However much ASCII stands at the beginning, its ends are all that matters.
            if self.sample.len() > 4 * AROUND && self.sample.is_ascii() {
                self.sample.drain(AROUND..self.sample.len() - AROUND);
            }
        } else if !self.seen.everything() {
            self.look_for_new(bytes);
        }
    }

    /// Keeps everything but the middle of what is ASCII.
    fn sample_from(&mut self, bytes: &[u8]) {
        let mut at = 0;
        while at < bytes.len() {
            let plain = Encoding::ascii_valid_up_to(&bytes[at..]);
            let (from, to) = (at, at + plain);
            if plain > 2 * AROUND {
                self.sample.extend_from_slice(&bytes[from..from + AROUND]);
                self.sample.extend_from_slice(&bytes[to - AROUND..to]);
            } else {
                self.sample.extend_from_slice(&bytes[from..to]);
            }
            let beyond = bytes[to..].iter().take_while(|b| !b.is_ascii()).count();
            self.sample.extend_from_slice(&bytes[to..to + beyond]);
            at = to + beyond;
        }
    }

    /// Keeps the first stretch that shows something that none before it did.
    fn look_for_new(&mut self, bytes: &[u8]) {
        let declared = self.declared.get_or_insert_with(|| find(&self.head, 0)).encoding();
        let mut at = 0;
        loop {
            at += Encoding::ascii_valid_up_to(&bytes[at..]);
            if at == bytes.len() {
                return;
            }
            let from = bytes[..at].iter().rposition(is_border).map_or(0, |border| border + 1);
            let to = bytes[at..].iter().position(is_border).map_or(bytes.len(), |len| at + len);
            let stretch = &bytes[from..to];
            let shows = Seen::of(stretch, declared);
            if self.seen.add(&shows) {
                self.sample.extend_from_slice(b"; ");
                self.sample.extend_from_slice(stretch);
                self.sample.extend_from_slice(b"; ");
            }
            at = to;
        }
    }

    /// The file's charset; `None` for a file that must be decoded before it can be read, or whose games
    /// declare different charsets: each of those is judged with what stands around it.
    #[must_use]
    pub fn finish(mut self) -> Option<Charset> {
        let rest = std::mem::take(&mut self.rest);
        self.go_over(&rest);
        if self.lost {
            return None;
        }
        let declared = find(&self.head, 0);
        let charset = |judgement, bom_len| {
            Some(Charset { declared: declared.clone(), judgement, ascii: self.ascii, bom_len })
        };
        if let Some((encoding, bom_len)) = Encoding::for_bom(&self.head) {
            let judgement = (encoding, EncodingSource::Bom, None);
            return (encoding == UTF_8).then(|| charset(judgement, bom_len)).flatten();
        }
        if utf_16_without_bom(&self.head).is_some() {
            return None;
        }
        if !self.ascii && self.several {
            return None;
        }
        let judgement = match judge(&declared, &self.sample, self.ascii) {
            (encoding, ..) if encoding != ISO_2022_JP && self.ascii && self.shifted => SHIFTED,
            judgement => judgement,
        };
        if judgement.0 == ISO_2022_JP && self.escape {
            return None;
        }
        charset(judgement, 0)
    }
}

/// Whether a byte is ASCII and in no encoding a part of a longer character.
fn is_border(byte: &u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'/' | b':'..=b'?')
}

impl Seen {
    fn of(stretch: &[u8], declared: Option<&'static Encoding>) -> Self {
        let no_utf_8 = std::str::from_utf8(stretch).is_err();
        let decodes = |encoding: &'static Encoding| {
            encoding.decode_without_bom_handling_and_without_replacement(stretch).is_some()
        };
        Self {
            no_utf_8,
            three_bytes: stretch.iter().any(|&byte| byte >= 0xe0),
            word: stretch.split(u8::is_ascii).any(|word| word.len() >= 4),
            error: match declared {
                Some(encoding) if encoding == UTF_8 => no_utf_8,
                Some(encoding) => !decodes(encoding),
                None => false,
            },
        }
    }

    /// Adds what a stretch shows; whether any of it is new.
    fn add(&mut self, other: &Self) -> bool {
        let pairs = [
            (&mut self.no_utf_8, other.no_utf_8),
            (&mut self.three_bytes, other.three_bytes),
            (&mut self.word, other.word),
            (&mut self.error, other.error),
        ];
        pairs.into_iter().fold(false, |new, (seen, shown)| {
            let is_new = shown && !*seen;
            *seen |= shown;
            new | is_new
        })
    }

    fn everything(&self) -> bool {
        self.no_utf_8 && self.three_bytes && self.word && self.error
    }
}

#[cfg(test)]
mod tests {
    use encoding_rs::{BIG5, EUC_KR, GBK, SHIFT_JIS};
    use proptest::prelude::*;

    use super::*;

    fn survey(bytes: &[u8], piece: usize) -> Option<Charset> {
        let mut survey = CharsetSurvey::default();
        bytes.chunks(piece.max(1)).for_each(|piece| survey.add(piece));
        survey.finish()
    }

    /// The same from the whole text.
    fn whole(bytes: &[u8]) -> Option<Charset> {
        let text = Text::new(bytes);
        (!text.is_decoded() && !text.has_several_charsets()).then(|| Charset {
            declared: text.declared().clone(),
            judgement: (text.encoding(), text.source(), text.confidence()),
            ascii: text.is_ascii(),
            bom_len: text.bom_len(),
        })
    }

    #[test]
    fn a_file_in_pieces_is_judged_as_the_whole() {
        let names = ["柯洁执黑中盘胜", "李昌镐九段", "高尾紳路", "이창호 9단", "Jörg René", "Иван"];
        for encoding in [UTF_8, GBK, BIG5, SHIFT_JIS, EUC_KR, encoding_rs::KOI8_R] {
            for declared in ["", "CA[gbk]", "CA[utf-8]", "CA[ISO-8859-1]", "CA[nonsense]"] {
                let mut bytes = Vec::new();
                for (number, name) in names.iter().cycle().take(700).enumerate() {
                    let game =
                        format!("(;GM[1]{declared}PB[{name}];B[aa]C[move {number} {name}])\n");
                    bytes.extend_from_slice(&encoding.encode(&game).0);
                }
                // Damage at the end, beyond every sample.
                for end in [&b""[..], b"(;C[\xe6\x9f])", b"(;C[\xff\xfe])", b"(;CA[big5])"] {
                    let all = [&bytes, end].concat();
                    let expected = whole(&all);
                    for piece in [100, 4096, 1 << 20] {
                        assert_eq!(survey(&all, piece), expected, "{} {declared}", encoding.name());
                    }
                }
            }
        }
    }

    #[test]
    fn what_must_be_decoded_is_told() {
        let utf_16: Vec<u8> = "(;PB[柯洁])".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(survey(&utf_16, 7), None);
        assert_eq!(survey(&[&b"\xff\xfe"[..], &utf_16].concat(), 7), None);
        let (japanese, ..) = ISO_2022_JP.encode("(;CA[ISO-2022-JP]PB[x])");
        assert!(survey(&japanese, 7).is_some());
        assert_eq!(survey(b"(;CA[ISO-2022-JP]PB[\x1b$B9b\x1b(B])", 7), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        #[test]
        fn any_file_in_pieces_is_judged_as_the_whole(
            parts in prop::collection::vec(prop_oneof![
                prop::sample::select(vec![
                    "(;CA[gbk]", "(;CA[utf-8]", "(;CA[big5]", "PB[", "]", ";B[aa]", "柯洁", "é", ")",
                    "\u{feff}", "\\", "              ", "text without end ", "\n",
                ]).prop_map(|text| text.as_bytes().to_vec()),
                prop::collection::vec(any::<u8>(), 0..6),
                prop::sample::select(vec![&b"\xbf\xc2\xbd\xe0"[..], b"\x95\x5c", b"\x1b$B"])
                    .prop_map(<[u8]>::to_vec),
            ], 0..60),
            piece in 1usize..3000,
        ) {
            let bytes = parts.concat();
            prop_assert_eq!(survey(&bytes, piece), whole(&bytes));
        }
    }
}
