//! Tests of `formats`.

use sgf_audit_core::formats::{by_source, read, recognise};
use sgf_audit_core::sgf::Span;

#[test]
fn formats_are_recognised_by_their_beginning() {
    for (bytes, format) in [
        (&b"(;GM[1])"[..], None),
        (b"  \n(;GM[1])", None),
        (b"", None),
        (b"\\documentclass{article}", None),
        (b"\\HS\n", Some("gib")),
        (b"\r\n\\[GAMEBLACKNAME=A\\]", Some("gib")),
        (b"[header]\r\n", Some("ugf")),
        (b"[Event \"x\"]", None),
        (b"{\"game_id\": 5, \"komi\": 6.5}", Some("ogs")),
        (b"\n [ {\"moves\" : [ [3,3,100]", Some("ogs")),
        (b"{\"related\":{\"detail\":\"/api/v1/games/1\"},\"players\":{}", Some("ogs")),
        (b"{\"name\":\"x\",\"width\":9}", None),
        (b"{\"moves\":[\"e4\",\"e5\"]}", None),
        (b"{\"komi\":6.5,\"note\":\"handicap\"}", None),
        (b"{\"options\":{\"rules\":\"aga\",\"komi\":6.5}}", None),
        (b"[[3,3,100]]", None),
        (b"Game\n19\nPMABBQQQQ\n", Some("ngf")),
        (b"From: me\n(;GM[1])\nPMABBQQQQ\n", None),
        (b"text", None),
    ] {
        assert_eq!(
            recognise(bytes).map(|format| format.info().name),
            format,
            "{}",
            String::from_utf8_lossy(bytes)
        );
    }
}

#[test]
fn the_source_names_the_format() {
    for (bytes, rules) in [
        (&b"\\HS\n\\HE\n\\GS\nSTO 0 2 1 3 3\n\\GE\n"[..], "korean"),
        (b"Game\n19\nPMABBQQQQ\n", "korean"),
        (b"[Header]\nWriter=panda\n[Data]\nEE,B1,1,0\n", "japanese"),
        (b"{\"game_id\":9,\"moves\":[],\"komi\":5}", "japanese"),
    ] {
        let text = read(bytes);
        let sgf = String::from_utf8_lossy(text.bytes()).into_owned();
        let source = sgf.split("SO[").nth(1).and_then(|rest| rest.split(']').next());
        let format = by_source(source.expect(&sgf).as_bytes()).expect(&sgf);
        assert_eq!((format.info().name, format.info().ruleset), (text.format(), rules));
    }
}

#[test]
fn lines_are_those_of_the_file() {
    let bytes = b"\\HS\r\n\\HE\r\\GS\n\nINI 0 1 0 &4\nSTO 0 2 1 3 3\nSTO 0 3 2 99 3\n\\GE\n";
    let text = read(bytes);
    let sgf = std::str::from_utf8(text.bytes()).unwrap();
    assert_eq!(sgf.lines().count(), 8, "{sgf}");
    assert_eq!(sgf.lines().nth(5), Some(";B[dd]"));
    let [unread] = text.unread_lines() else { panic!("one line") };
    let span = text.file_span(unread.place).unwrap();
    assert_eq!(span.of(bytes), b"STO 0 3 2 99 3\n");
    assert_eq!(text.source_line(7), Some("STO 0 3 2 99 3"));
}

#[test]
fn no_line_ends_behind_the_file() {
    // Text with a shift to two bytes and none back gets longer when it is encoded line by line.
    let bytes = include_bytes!("../fuzz/found/audit/ngf-in-shifts");
    let text = read(bytes);
    assert!(!text.unread_lines().is_empty());
    for unread in text.unread_lines() {
        assert!(text.file_span(unread.place).unwrap().end as usize <= bytes.len());
    }
}

#[test]
fn utf_16_is_read_and_placed() {
    let plain = "\\HS\n\\[GAMEBLACKNAME=柯洁 (9D)\\]\n\\HE\n\\GS\nSTO 0 2 1 3 3\n\\GE\n";
    let mut bytes = vec![0xff, 0xfe];
    bytes.extend(plain.encode_utf16().flat_map(u16::to_le_bytes));
    let text = read(&bytes);
    let sgf = std::str::from_utf8(text.bytes()).unwrap();
    assert!(sgf.contains("PB[柯洁]BR[9D]"), "{sgf}");
    let at = sgf.find("PB").unwrap();
    let span = text.file_span(Span::new(at, at + 1)).unwrap();
    assert_eq!((span.start, span.end), (10, 10 + 2 * 26));
    assert_eq!(text.encoding(), encoding_rs::UTF_16LE);
}
