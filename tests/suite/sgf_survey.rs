//! Tests of `sgf::text::survey`.

use encoding_rs::{BIG5, EUC_KR, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8};
use proptest::prelude::*;

use sgf_audit::sgf::{CharsetSurvey, Declared, EncodingDecision, Text};

/// The first CA property, the decision, whether all bytes are ASCII, and the length of the byte order mark.
type Judgement = (Declared, EncodingDecision, bool, usize);

fn survey(bytes: &[u8], piece: usize) -> Option<Judgement> {
    let mut survey = CharsetSurvey::default();
    bytes.chunks(piece.max(1)).for_each(|piece| survey.add(piece));
    let charset = survey.finish()?;
    Some((charset.declared().clone(), charset.decision(), charset.is_ascii(), charset.bom_len()))
}

/// The charset judged by the whole text.
fn whole(bytes: &[u8]) -> Option<Judgement> {
    let text = Text::new(bytes);
    let decision = EncodingDecision {
        encoding: text.encoding(),
        source: text.source(),
        confidence: text.confidence(),
    };
    (!text.is_decoded() && !text.has_several_charsets())
        .then(|| (text.declared().clone(), decision, text.is_ascii(), text.bom_len()))
}

#[test]
fn a_file_in_pieces_is_judged_as_the_whole() {
    let names = ["柯洁执黑中盘胜", "李昌镐九段", "高尾紳路", "이창호 9단", "Jörg René", "Иван"];
    for encoding in [UTF_8, GBK, BIG5, SHIFT_JIS, EUC_KR, encoding_rs::KOI8_R] {
        for declared in ["", "CA[gbk]", "CA[utf-8]", "CA[ISO-8859-1]", "CA[nonsense]"] {
            let mut bytes = Vec::new();
            for (number, name) in names.iter().cycle().take(700).enumerate() {
                let game = format!("(;GM[1]{declared}PB[{name}];B[aa]C[move {number} {name}])\n");
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
fn files_that_must_be_decoded_first_have_no_charset() {
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
