//! Tests of `sgf::text::line_index`.

use sgf_audit_core::formats::read;
use sgf_audit_core::sgf::{GameMemory, Limits, LineIndex, SourceFile, Span, Text};

#[test]
fn counts_every_kind_of_line_break() {
    let text = Text::new(b"ab\ncd\r\nef\rgh\n\nij");
    let mut locator = LineIndex::default();
    let places: Vec<_> =
        [0, 1, 3, 4, 7, 10, 11, 13, 14, 15].map(|at| locator.locate(&text, at)).to_vec();
    assert_eq!(
        places,
        [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (4, 1), (4, 2), (5, 1), (6, 1), (6, 2)]
    );
}

#[test]
fn columns_are_characters() {
    let bytes = "\u{feff}(;C[柯洁]X".as_bytes();
    let text = Text::new(bytes);
    let mut locator = LineIndex::default();
    assert_eq!(locator.locate(&text, 3), (1, 1));
    assert_eq!(locator.locate(&text, bytes.len() - 1), (1, 8));
    assert_eq!(locator.locate(&text, 3), (1, 1));
}

#[test]
fn a_column_is_the_same_whatever_was_asked_before() {
    // In Big5 the two bytes 8A 41 are one character, or none, but never one each.
    let bytes = b"(;CA[big5]C[ab]\x8aAB[aa])";
    let text = Text::new(bytes);
    for first in 0..bytes.len() {
        let mut locator = LineIndex::default();
        let _ = locator.locate(&text, first);
        for place in first..bytes.len() {
            let alone = LineIndex::default().locate(&text, place);
            assert_eq!(locator.locate(&text, place), alone, "{first} {place}");
        }
    }
}

/// Places in any order are where they are in the order of the file.
#[test]
fn the_order_of_places_makes_no_difference() {
    let line = "(;GM[1]CA[x]PB[柯é]\r\n;B[aa]C[\u{1f600}])";
    let texts = [
        line.repeat(9000).into_bytes(),
        line.replace("\r\n", "").repeat(9000).into_bytes(),
        encoding_rs::GBK.encode(&line.replace('x', "GBK").repeat(9000)).0.into_owned(),
        format!("\u{feff}{}", line.repeat(9000))
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect(),
        format!("{}{}", line, line.replace('x', "GBK")).repeat(4500).into_bytes(),
        // One line, nearly all of it beyond ASCII.
        format!("\u{feff}(;C[{}])", "柯é\u{1f600}".repeat(30_000))
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect(),
    ];
    for bytes in texts {
        let text = Text::new(&bytes);
        let length = text.bytes().len();
        let is_whole = |at: &usize| !text.is_decoded() || text.bytes()[*at] & 0xc0 != 0x80;
        let in_order: Vec<usize> = (0..length).step_by(1009).filter(is_whole).collect();
        let mut first = LineIndex::default();
        let found = |index: &mut LineIndex, at: usize| {
            (index.locate(&text, at), index.original(&text, Span::new(at, at + 1)))
        };
        let places: Vec<_> = in_order.iter().map(|&at| found(&mut first, at)).collect();
        let mut any = LineIndex::default();
        for number in
            (0..places.len()).map(|n| n * 7919 % places.len()).chain((0..places.len()).rev())
        {
            let at = in_order[number];
            for index in [&mut any, &mut LineIndex::default()] {
                assert_eq!(found(index, at), places[number], "{at} of {length}");
            }
        }
    }
}

/// The games of a file share what is known of its lines.
#[test]
fn columns_are_those_of_the_game_whatever_game_was_asked_before() {
    let game = |charset: &str| format!("(;CA[{charset}]GM[1]PB[{}];B[aa])", "王表".repeat(40_000));
    let gbk = encoding_rs::GBK.encode(&game("GBK")).0.into_owned();
    let bytes = [&gbk[..], game("UTF-8").as_bytes(), &gbk].concat();
    let column = |first: u32| {
        let file = SourceFile::new(read(&bytes), Limits::DEFAULT);
        let locate = |number: u32, at: usize| {
            let mut memory = GameMemory::default();
            let game = file.game(number, &mut memory).expect("it is there");
            LineIndex::default().locate(&game.text, at)
        };
        locate(first, bytes.len() - 9);
        (1..=3).map(|number| locate(number, file.extent(number).end - 4)).collect::<Vec<_>>()
    };
    assert_eq!(column(1), column(2));
}
