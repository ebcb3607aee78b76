//! Diffs of fixed records, for people and for programs.

use std::path::Path;

use sgf_audit_core::fix::{
    Edit, EditHistory, Options, Reader, Safety, Selection, apply, fix_bytes, unified_diff,
};
use sgf_audit_core::sgf::Span;

fn diff(before: &str, edits: &[Edit]) -> String {
    let after = apply(before.as_bytes(), edits);
    let history = EditHistory::new(0, edits);
    let path = Path::new("a\n.sgf");
    let diff = unified_diff(path, before.as_bytes(), &after, &history, &[], Reader::Person);
    String::from_utf8(diff).unwrap()
}

#[test]
fn diffs_are_decoded_and_harmless() {
    let before = "(;CA[UTF-8]PB[\u{67ef}\u{6d01}]\n;B[ee]\n;C[\x1b[2J\\]]\n;W[ ])";
    let at = before.find("[ ]").unwrap();
    let edits = [Edit::replace(Span::new(at, at + 3), "[]")];
    assert_eq!(
        diff(before, &edits),
        "--- a/a\\n.sgf\n+++ b/a\\n.sgf\n@@ -3,2 +3,2 @@\n ;C[\\u{1b}[2J\\]]\n-;W[ ])\n+;W[])\n"
    );
}

#[test]
fn added_and_removed_lines_are_marked() {
    // A byte order mark isn't shown.
    let before = "\u{feff}(;\r\nB[aa]\r\n(\r\n)\r\n;W[bb]\r\n)";
    let gone = before.find("(\r\n)").unwrap();
    let edits = [
        Edit::insert(before.find("B[").unwrap(), ";"),
        Edit::replace(Span::new(gone, gone + 4), ""),
    ];
    let shown = diff(before, &edits);
    let lines: Vec<&str> = shown.lines().skip(2).collect();
    let gone = ["@@ -1,5 +1,4 @@", " (;", "-B[aa]", "-(", "-)", "+;B[aa]", "+", " ;W[bb]"];
    assert_eq!(lines, gone);
}

#[cfg(unix)]
#[test]
fn for_programs_names_are_bytes_or_quoted() {
    use std::os::unix::ffi::OsStrExt;
    let header = |path: &[u8]| {
        let (path, reader) = (Path::new(std::ffi::OsStr::from_bytes(path)), Reader::Program);
        unified_diff(path, b"(", b"(", &EditHistory::default(), &[], reader)
            .escape_ascii()
            .to_string()
    };
    assert_eq!(header(b"b.sgf"), r"--- a/b.sgf\n+++ b/b.sgf\n");
    assert_eq!(header(b"//x/a b.sgf"), r"--- a/x/a b.sgf\t\n+++ b/x/a b.sgf\t\n");
    assert_eq!(header(b"\xc4.sgf"), r"--- a/\xc4.sgf\n+++ b/\xc4.sgf\n");
    assert_eq!(header(b"a\n \"\\"), r#"--- \"a/a\\012 \\\"\\\\\"\n+++ \"b/a\\012 \\\"\\\\\"\n"#);
}

#[test]
fn for_programs_lines_are_bytes() {
    // A byte order mark, the ends of lines of two systems, GBK, and no end of the last line.
    let before = b"\xef\xbb\xbf(;PB[\xbf\xc2]\r\n;B[aa]\rC[x]\n;W[ ])";
    let at = before.windows(3).position(|three| three == b"[ ]").unwrap();
    let edits = [Edit::replace(Span::new(at, at + 3), "[]")];
    let after = apply(before, &edits);
    let history = EditHistory::new(0, &edits);
    let diff = unified_diff(Path::new("/a.sgf"), before, &after, &history, &[], Reader::Program);
    assert_eq!(
        diff.escape_ascii().to_string().replace("\\n", "\n"),
        "--- a/a.sgf\n+++ b/a.sgf\n@@ -2,2 +2,2 @@\n ;B[aa]\\rC[x]\n-;W[ ])\n\\\\ No newline at end of \
         file\n+;W[])\n\\\\ No newline at end of file\n"
    );
}

#[test]
fn people_see_the_part_of_a_long_line_that_changes() {
    let before = format!("(;FF[4]{};W[ ];B[bb]{})", ";B[aa]".repeat(50), ";W[cc]".repeat(50));
    let at = before.find("[ ]").unwrap();
    let shown = diff(&before, &[Edit::replace(Span::new(at, at + 3), "[]")]);
    let around = |changed: &str| {
        let (start, end) = (";B[aa]".repeat(6), ";W[cc]".repeat(6));
        format!("...{start};W[{changed}];B[bb]{end}")
    };
    let lines: Vec<&str> = shown.lines().skip(3).collect();
    assert_eq!(lines.len(), 2, "{shown}");
    for (line, expected) in lines.iter().zip([around(" "), around("")]) {
        assert!(
            line.len() < 120 && line.contains(&expected[5..60]) && line.ends_with("..."),
            "{line}"
        );
    }
}

#[test]
fn a_hunk_names_what_it_fixes() {
    let options = Options::new(Selection::UpTo(Safety::Judgement));
    let before = b"(;FF[4]GM[1]SZ[9x9]
;B[ee]
;W[ ]
;B[aa]
;W[bb]
;B[cc]";
    let record = fix_bytes(before, &options);
    let after = record.bytes.as_deref().expect("it can be fixed");
    let (path, edits) = (Path::new("a.sgf"), EditHistory::default());
    let diff = unified_diff(path, before, after, &edits, &record.fixed, Reader::Program);
    let diff = String::from_utf8(diff).unwrap();
    for fix in ["malformed-value (safe)", "odd-pass (safe)", "unclosed-tree (judgement)"] {
        assert!(diff.lines().any(|line| line.starts_with("@@ ") && line.contains(fix)), "{diff}");
    }
}
