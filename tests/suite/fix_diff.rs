//! Diffs of fixed records, for people and for programs.

use std::path::Path;

use sgf_audit::fix::{Edit, EditHistory, Reader, StepMap, apply, unified_diff};
use sgf_audit::sgf::Span;

fn diff(before: &str, edits: &[Edit]) -> String {
    let after = apply(before.as_bytes(), edits);
    let mut history = EditHistory::default();
    history.push(StepMap::new(edits));
    let path = Path::new("a\n.sgf");
    let diff = unified_diff(path, before.as_bytes(), &after, &history, Reader::Person);
    String::from_utf8(diff).unwrap()
}

#[test]
fn diffs_are_decoded_and_harmless() {
    let before = "(;CA[UTF-8]PB[\u{67ef}\u{6d01}]\n;B[ee]\n;C[\x1b[2J\\]]\n;W[ ])";
    let at = before.find("[ ]").unwrap();
    let edits = [Edit::replace(Span::new(at, at + 3), "[]")];
    assert_eq!(
        diff(before, &edits),
        "--- a/a\\n.sgf\n+++ b/a\\n.sgf\n@@ -3,2 +3,2 @@\n ;C[\\u{1b}[2J\\]]\n-;W[ ])\n\
         \\ No newline at end of file\n+;W[])\n\\ No newline at end of file\n"
    );
}

#[test]
fn added_and_removed_lines_are_marked() {
    let before = "(;\r\nB[aa]\r\n(\r\n)\r\n;W[bb]\r\n)";
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
        unified_diff(path, b"(", b"(", &EditHistory::default(), reader).escape_ascii().to_string()
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
    let mut history = EditHistory::default();
    history.push(StepMap::new(&edits));
    let diff = unified_diff(Path::new("/a.sgf"), before, &after, &history, Reader::Program);
    assert_eq!(
        diff.escape_ascii().to_string().replace("\\n", "\n"),
        "--- a/a.sgf\n+++ b/a.sgf\n@@ -2,2 +2,2 @@\n ;B[aa]\\rC[x]\n-;W[ ])\n\\\\ No newline at end of \
         file\n+;W[])\n\\\\ No newline at end of file\n"
    );
}
