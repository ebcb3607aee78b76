//! The difference of two versions of a record, for people and for `patch`.

use std::ops::Range;
use std::path::{Component, Path};

use similar::udiff::UnifiedHunkHeader;
use similar::{DiffOp, group_diff_ops};

use super::edit::{Mapping, Was};
use crate::printable::{printable_path, push_printable};
use crate::sgf::{Span, Text};

/// For whom a diff is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// For people: the text is decoded, and its control characters are made visible.
    Person,
    /// For `patch --binary -p1` and the like: the lines are the bytes as they are.
    Program,
}

/// A unified diff of a record and what these steps have made of it. Which lines belong together is known
/// from the edits, not searched for.
pub(super) fn unified_diff(
    path: &Path,
    before: &[u8],
    after: &[u8],
    steps: &[Mapping],
    reader: Reader,
) -> Vec<u8> {
    let (before, after) = (Lines::new(before, reader), Lines::new(after, reader));
    let mut out = Vec::new();
    for (sign, side) in [("---", "a"), ("+++", "b")] {
        out.extend_from_slice(format!("{sign} ").as_bytes());
        match reader {
            Reader::Person => {
                let mut name = format!("{side}/");
                push_printable(&mut name, printable_path(path).trim_start_matches('/'));
                out.extend_from_slice(name.as_bytes());
            }
            Reader::Program => push_name(&mut out, side, path),
        }
        out.push(b'\n');
    }
    for hunk in group_diff_ops(changes(&before, &after, steps), 1) {
        out.extend_from_slice(format!("{}\n", UnifiedHunkHeader::new(&hunk)).as_bytes());
        for change in hunk {
            if let DiffOp::Equal { .. } = change {
                before.show(&mut out, b' ', change.old_range());
            } else {
                before.show(&mut out, b'-', change.old_range());
                after.show(&mut out, b'+', change.new_range());
            }
        }
    }
    out
}

/// The name of a side of a file's diff, as GNU patch and git read it: its bytes, in quotes and with C's
/// escapes where one of them would be misread, and with a tab behind a name with blanks, which would end it
/// (GNU diffutils, "Detailed Description of Unified Format").
fn push_name(out: &mut Vec<u8>, side: &str, path: &Path) {
    // `patch -p1` finds an absolute path from the root; git takes none with `.` in it.
    let mut name = side.as_bytes().to_vec();
    for part in path.components() {
        if !matches!(part, Component::CurDir | Component::RootDir) {
            name.push(b'/');
            name.extend_from_slice(part.as_os_str().as_encoded_bytes());
        }
    }
    let misread = |byte: &u8| byte.is_ascii_control() || matches!(byte, b'"' | b'\\');
    if name.iter().any(misread) {
        out.push(b'"');
        for byte in &name {
            match byte {
                b'"' | b'\\' => out.extend_from_slice(&[b'\\', *byte]),
                _ if misread(byte) => out.extend_from_slice(format!("\\{byte:03o}").as_bytes()),
                _ => out.push(*byte),
            }
        }
        out.push(b'"');
    } else {
        out.extend_from_slice(&name);
        if name.contains(&b' ') {
            out.push(b'\t');
        }
    }
}

/// The lines of a text.
struct Lines<'a> {
    text: Text<'a>,
    reader: Reader,
    /// Where each ends, its line break included.
    ends: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(bytes: &'a [u8], reader: Reader) -> Self {
        let text = Text::new(bytes);
        let bytes = text.bytes();
        let breaks = memchr::memchr2_iter(b'\n', b'\r', bytes).map(|at| at + 1);
        // To programs a carriage return is a byte like any other.
        let ends_line = |&at: &usize| {
            let alone = reader == Reader::Person && bytes.get(at) != Some(&b'\n');
            bytes[at - 1] == b'\n' || alone
        };
        let mut ends: Vec<usize> = breaks.filter(ends_line).collect();
        if ends.last().copied().unwrap_or(0) < bytes.len() {
            ends.push(bytes.len());
        }
        Self { text, reader, ends }
    }

    fn span(&self, line: usize) -> Span {
        let start = line.checked_sub(1).map_or(0, |before| self.ends[before]);
        Span::new(start, self.ends[line])
    }

    fn show(&self, out: &mut Vec<u8>, sign: u8, lines: Range<usize>) {
        for line in lines {
            let span = self.span(line);
            out.push(sign);
            let whole = match self.reader {
                Reader::Person => self.show_to_person(out, line),
                Reader::Program => {
                    let bytes = span.of(self.text.bytes());
                    out.extend_from_slice(bytes);
                    bytes.ends_with(b"\n")
                }
            };
            if !whole {
                out.extend_from_slice(b"\n\\ No newline at end of file\n");
            }
        }
    }

    /// Whether the line has an end.
    fn show_to_person(&self, out: &mut Vec<u8>, line: usize) -> bool {
        let span = self.span(line);
        let start = if line == 0 { self.text.bom_len() as u32 } else { span.start };
        let content = self.text.decode(Span { start, ..span });
        let shown = content.trim_end_matches(['\n', '\r']);
        let mut visible = String::new();
        for (i, piece) in shown.split('\t').enumerate() {
            if i > 0 {
                visible.push('\t');
            }
            push_printable(&mut visible, piece);
        }
        out.extend_from_slice(visible.as_bytes());
        let whole = shown.len() < content.len();
        if whole {
            out.push(b'\n');
        }
        whole
    }
}

/// What has become of the lines: each that lies where one lay before, and says the same, is kept.
fn changes(before: &Lines, after: &Lines, steps: &[Mapping]) -> Vec<DiffOp> {
    // Runs of lines that are kept: where they begin before and after, and how many they are.
    let mut kept: Vec<(usize, usize, usize)> = Vec::new();
    for new in 0..after.ends.len() {
        let span = after.span(new);
        let Some(was) = original(span.start as usize, steps) else { continue };
        let old = before.ends.partition_point(|&end| end <= was);
        let same = old < before.ends.len() && before.span(old).start as usize == was && {
            before.span(old).of(before.text.bytes()) == span.of(after.text.bytes())
        };
        match kept.last_mut() {
            _ if !same => {}
            Some((first_old, first_new, len))
                if (*first_old + *len, *first_new + *len) == (old, new) =>
            {
                *len += 1;
            }
            Some((first_old, _, len)) if old < *first_old + *len => {}
            _ => kept.push((old, new, 1)),
        }
    }
    kept.push((before.ends.len(), after.ends.len(), 0));
    let mut changes = Vec::new();
    let (mut old_index, mut new_index) = (0, 0);
    for (old, new, len) in kept {
        changes.extend(match (old - old_index, new - new_index) {
            (0, 0) => None,
            (old_len, 0) => Some(DiffOp::Delete { old_index, old_len, new_index }),
            (0, new_len) => Some(DiffOp::Insert { old_index, new_index, new_len }),
            (old_len, new_len) => Some(DiffOp::Replace { old_index, old_len, new_index, new_len }),
        });
        if len > 0 {
            changes.push(DiffOp::Equal { old_index: old, new_index: new, len });
        }
        (old_index, new_index) = (old + len, new + len);
    }
    changes
}

/// Where a place was before all steps, if it was there.
fn original(at: usize, steps: &[Mapping]) -> Option<usize> {
    steps.iter().rev().try_fold(at, |at, step| match step.back(at) {
        Was::At(at) => Some(at),
        Was::New(_) => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fix::edit::{Edit, apply};

    fn diff(before: &str, edits: &[Edit]) -> String {
        let after = apply(before.as_bytes(), edits);
        let (path, steps) = (Path::new("a\n.sgf"), [Mapping::new(edits)]);
        let diff = unified_diff(path, before.as_bytes(), &after, &steps, Reader::Person);
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
    fn lines_that_come_and_go_are_told() {
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
            unified_diff(path, b"(", b"(", &[], reader).escape_ascii().to_string()
        };
        assert_eq!(header(b"b.sgf"), r"--- a/b.sgf\n+++ b/b.sgf\n");
        assert_eq!(header(b"//x/a b.sgf"), r"--- a/x/a b.sgf\t\n+++ b/x/a b.sgf\t\n");
        assert_eq!(header(b"\xc4.sgf"), r"--- a/\xc4.sgf\n+++ b/\xc4.sgf\n");
        assert_eq!(
            header(b"a\n \"\\"),
            r#"--- \"a/a\\012 \\\"\\\\\"\n+++ \"b/a\\012 \\\"\\\\\"\n"#
        );
    }

    #[test]
    fn for_programs_lines_are_bytes() {
        // A byte order mark, the ends of lines of two systems, GBK, and no end of the last line.
        let before = b"\xef\xbb\xbf(;PB[\xbf\xc2]\r\n;B[aa]\rC[x]\n;W[ ])";
        let at = before.windows(3).position(|three| three == b"[ ]").unwrap();
        let edits = [Edit::replace(Span::new(at, at + 3), "[]")];
        let after = apply(before, &edits);
        let steps = [Mapping::new(&edits)];
        let diff = unified_diff(Path::new("/a.sgf"), before, &after, &steps, Reader::Program);
        assert_eq!(
            diff.escape_ascii().to_string().replace("\\n", "\n"),
            "--- a/a.sgf\n+++ b/a.sgf\n@@ -2,2 +2,2 @@\n ;B[aa]\\rC[x]\n-;W[ ])\n\\\\ No newline at end of \
             file\n+;W[])\n\\\\ No newline at end of file\n"
        );
    }
}
