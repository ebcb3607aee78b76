//! Tests of `sgf::text::source_text`.

use encoding_rs::{EUC_KR, SHIFT_JIS, UTF_8, UTF_16LE, WINDOWS_1252};

use sgf_audit_core::sgf::{EncodingSource, Game, Ident, Scanner, Span, Text};

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
    // Other white space is a blank even if it is escaped.
    let bytes = b"a\\\tb\\\x0bc\\\x0cd\\ e\\f";
    assert_eq!(Text::new(bytes).simple_text(Span::new(0, bytes.len())), "a b c d ef");
    // A line ends with either byte, or with both, in whatever order.
    let bytes = b"a\r\nb\n\rc\rd\ne\n\nf\r\rg\\\r\nh\\\n\ri";
    let text = Text::new(bytes);
    assert_eq!(text.simple_text(Span::new(0, bytes.len())), "a b c d e  f  ghi");
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
