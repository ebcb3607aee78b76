//! The parts of lines around findings.

use sgf_audit::report::LineSnippet;
use sgf_audit_core::audit::{Finding, FindingKind};
use sgf_audit_core::sgf::{LineIndex, Span, Text};

fn snippet_of(bytes: &[u8], start: usize, end: usize) -> (String, String) {
    let text = Text::new(bytes);
    let mut finding = Finding::new(FindingKind::Junk, Span::new(start, end), "");
    (finding.line, finding.column) = LineIndex::default().locate(&text, start);
    let LineSnippet { line, marked } = LineSnippet::new(&text, &finding).unwrap();
    let marked = line[marked].to_owned();
    (line, marked)
}

#[test]
fn short_lines_are_whole() {
    let file = b"(;B[aa]\r\n;W[bb]x\n;B[cc])";
    assert_eq!(snippet_of(file, 15, 16), (";W[bb]x".into(), "x".into()));
    assert_eq!(snippet_of(file, 0, 2), ("(;B[aa]".into(), "(;".into()));
    assert_eq!(snippet_of(file, 24, 24), (";B[cc])".into(), String::new()));
    assert_eq!(snippet_of(file, 12, 22), (";W[bb]x".into(), "bb]x".into()));
    assert_eq!(snippet_of(b"", 0, 0), (String::new(), String::new()));
}

#[test]
fn long_lines_are_cut_on_both_sides() {
    let mut file = vec![b'a'; 300];
    file[150] = b'X';
    let (line, marked) = snippet_of(&file, 150, 151);
    assert_eq!(marked, "X");
    assert_eq!(line.find('X'), Some("...".len() + 32));
    assert!(line.starts_with("...a") && line.ends_with("a...") && line.len() <= 86);
    let (line, marked) = snippet_of(&file, 10, 290);
    assert_eq!((line.starts_with("aaa"), marked.chars().count()), (true, 48));
}

#[test]
fn characters_aren_t_torn() {
    let file = format!("(;CA[UTF-8]C[{}X{}])", "柯".repeat(200), "洁".repeat(200));
    let at = file.find('X').unwrap();
    let (line, marked) = snippet_of(file.as_bytes(), at, at + 1);
    assert_eq!(marked, "X");
    assert!(!line.contains('\u{fffd}'), "{line}");
    let (gbk, _, _) = encoding_rs::GBK.encode("(;CA[GBK]C[柯洁，李世石；棋局");
    let mut file = gbk.to_vec();
    for _ in 0..9 {
        file.extend_from_slice(&encoding_rs::GBK.encode("棋局柯洁, ").0);
    }
    let at = file.len();
    file.extend_from_slice(&encoding_rs::GBK.encode("棋局])").0);
    let (line, marked) = snippet_of(&file, at, at + 4);
    assert_eq!(marked, "棋局");
    assert!(!line.contains('\u{fffd}'), "{line}");
}

#[test]
fn decoded_files_are_found_by_line_and_column() {
    let mut file = vec![0xff, 0xfe];
    for unit in "(;PB[柯洁]\n;B[zz])".encode_utf16() {
        file.extend(unit.to_le_bytes());
    }
    let text = Text::new(&file);
    let mut finding = Finding::new(FindingKind::OffBoard, Span::new(26, 30), "");
    (finding.line, finding.column) = (2, 4);
    let LineSnippet { line, marked } = LineSnippet::new(&text, &finding).unwrap();
    assert_eq!((&line[..], &line[marked]), (";B[zz])", "zz"));
}

#[test]
fn half_a_character_is_marked_whole() {
    assert_eq!(snippet_of("(;CA[UTF-8]PB[柯洁])".as_bytes(), 14, 15).1, "柯");
    assert_eq!(snippet_of(b"(;CA[UTF-8]PB[\xe6\x9f]PW[xx])", 14, 15).1, "\u{fffd}");
}

#[test]
fn controls_are_made_visible() {
    let (line, marked) = snippet_of(b"(;C[\x1b[31m]a\xe2\x80\xaeb)", 4, 6);
    assert_eq!(marked, "\\u{1b}[");
    assert!(line.contains("\\u{202e}") && !line.contains('\x1b'));
}
