//! Unified diffs of a record and its fixed version, for people and for `patch`.

use std::ops::Range;
use std::path::{Component, Path};

use similar::udiff::UnifiedHunkHeader;
use similar::{DiffOp, group_diff_ops};

use super::edit::EditHistory;
use super::session::{Fixed, FixedRecord};
use crate::printable::{path_text, push_printable};
use crate::sgf::{Span, Text};

/// The reader that a diff is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// For people: the text is decoded, and its control characters are made visible.
    Person,
    /// For `patch --binary -p1` and the like: the lines are the bytes as they are.
    Program,
}

impl FixedRecord {
    /// Returns the changes of a record as a unified diff; empty if there are none. `before` are its original bytes.
    #[must_use]
    pub fn diff(&self, path: &Path, before: &[u8], reader: Reader) -> Vec<u8> {
        let Some(after) = &self.bytes else { return Vec::new() };
        unified_diff(path, before, after, &self.history, &self.fixed, reader)
    }
}

/// Returns the unified diff of a record and its fixed version. The edits show which lines correspond, so no search
/// for similar lines is needed. Each hunk names the findings that it fixes, with the class of the fix.
pub fn unified_diff(
    path: &Path,
    before: &[u8],
    after: &[u8],
    history: &EditHistory,
    fixed: &[Fixed],
    reader: Reader,
) -> Vec<u8> {
    let (before, after) = (Lines::new(before, reader), Lines::new(after, reader));
    let mut out = Vec::new();
    for (sign, side) in [("---", "a"), ("+++", "b")] {
        out.extend_from_slice(format!("{sign} ").as_bytes());
        match reader {
            Reader::Person => {
                let mut name = format!("{side}/");
                push_printable(&mut name, path_text(path).trim_start_matches('/'));
                out.extend_from_slice(name.as_bytes());
            }
            Reader::Program => push_name(&mut out, side, path),
        }
        out.push(b'\n');
    }
    for hunk in group_diff_ops(changes(&before, &after, history), 1) {
        let header = format!("{}{}\n", UnifiedHunkHeader::new(&hunk), fixes_in(&hunk, fixed));
        out.extend_from_slice(header.as_bytes());
        for change in hunk {
            let (old, new) = (change.old_range(), change.new_range());
            if let DiffOp::Equal { .. } = change {
                before.push(&mut out, b' ', old);
            } else if let (Reader::Person, 1, 1) = (reader, old.len(), new.len()) {
                let (was, is) = excerpts(&before.decoded(old.start), &after.decoded(new.start));
                for (sign, line) in [('-', was), ('+', is)] {
                    out.extend_from_slice(format!("{sign}{line}\n").as_bytes());
                }
            } else {
                before.push(&mut out, b'-', old);
                after.push(&mut out, b'+', new);
            }
        }
    }
    out
}

/// Returns which findings are fixed in a hunk, and by what class of fix: ` unclosed-tree (judgement)`. Programs skip it.
/// `fixed` is in the order of the file.
fn fixes_in(hunk: &[DiffOp], fixed: &[Fixed]) -> String {
    let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else { return String::new() };
    let line = |fixed: &Fixed| fixed.found.finding.line as usize;
    // Lines count from 1. An insertion is after the last line of its hunk.
    let start = fixed.partition_point(|fixed| line(fixed) <= first.old_range().start);
    let end = fixed.partition_point(|fixed| line(fixed) <= last.old_range().end + 1);
    let (mut fixes, mut kinds) = (Vec::new(), Vec::new());
    for Fixed { found, safety } in &fixed[start..end] {
        let fix = (found.finding.kind, *safety);
        if !kinds.contains(&fix) {
            kinds.push(fix);
            fixes.push(format!(" {} ({})", fix.0.as_str(), safety.name()));
        }
    }
    fixes.join(",")
}

/// Longest line that people are shown whole, and the number of characters around a change that they are shown of a
/// longer one, and of a longer change.
const WHOLE: usize = 160;
const AROUND: usize = 40;

/// Returns the parts around the change of a line that has become another one, if the lines are long.
fn excerpts(before: &str, after: &str) -> (String, String) {
    let [before, after] = [before, after].map(|line| line.chars().collect::<Vec<char>>());
    if before.len().max(after.len()) <= WHOLE {
        return (before.into_iter().collect(), after.into_iter().collect());
    }
    let same = |(a, b): &(&char, &char)| a == b;
    let start = before.iter().zip(&after).take_while(same).count();
    let most = before.len().min(after.len()) - start;
    let end = before.iter().rev().zip(after.iter().rev()).take(most).take_while(same).count();
    let excerpt = |line: &[char]| {
        let (from, to) =
            (start.saturating_sub(AROUND), (line.len() - end + AROUND).min(line.len()));
        let part = &line[from..to];
        let mut out = String::from(if from > 0 { "..." } else { "" });
        if part.len() > WHOLE {
            out.extend(&part[..2 * AROUND]);
            out.push_str(" ... ");
            out.extend(&part[part.len() - 2 * AROUND..]);
        } else {
            out.extend(part);
        }
        out + if to < line.len() { "..." } else { "" }
    };
    (excerpt(&before), excerpt(&after))
}

/// Writes the name of one side as GNU patch and git read it: the bytes, in quotes with C's escapes if one of them would
/// be misread, and with a tab behind a name with blanks, which would otherwise end it (GNU diffutils, "Detailed
/// Description of Unified Format").
fn push_name(out: &mut Vec<u8>, side: &str, path: &Path) {
    // `patch -p1` finds an absolute path from the root; git rejects a path with `.` in it.
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

/// The lines of a version of the record.
struct Lines<'a> {
    text: Text<'a>,
    reader: Reader,
    /// Where each line ends, its line break included.
    ends: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(bytes: &'a [u8], reader: Reader) -> Self {
        let text = Text::new(bytes);
        let bytes = text.bytes();
        let breaks = memchr::memchr2_iter(b'\n', b'\r', bytes).map(|at| at + 1);
        // For programs a carriage return is a byte like any other.
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

    fn push(&self, out: &mut Vec<u8>, sign: u8, lines: Range<usize>) {
        for line in lines {
            let span = self.span(line);
            out.push(sign);
            match self.reader {
                Reader::Person => {
                    let text = self.decoded(line);
                    let line = if sign == b' ' { excerpts(&text, &text).0 } else { text };
                    out.extend_from_slice(line.as_bytes());
                    out.push(b'\n');
                }
                Reader::Program => {
                    out.extend_from_slice(span.of(self.text.bytes()));
                    if !out.ends_with(b"\n") {
                        out.extend_from_slice(b"\n\\ No newline at end of file\n");
                    }
                }
            }
        }
    }

    /// Returns a line as text with its control characters made visible, without the line break.
    fn decoded(&self, number: usize) -> String {
        let span = self.span(number);
        let start = if number == 0 { self.text.bom_len() as u32 } else { span.start };
        let content = self.text.decode(Span { start, ..span });
        let mut visible = String::new();
        for (i, part) in content.trim_end_matches(['\n', '\r']).split('\t').enumerate() {
            if i > 0 {
                visible.push('\t');
            }
            push_printable(&mut visible, part);
        }
        visible
    }
}

/// Returns the diff of the lines. A line is kept if it was there before with the same bytes.
fn changes(before: &Lines, after: &Lines, history: &EditHistory) -> Vec<DiffOp> {
    // Runs of lines that are the same: which they were before, and where they begin after.
    let mut kept: Vec<(Range<usize>, usize)> = Vec::new();
    for new in 0..after.ends.len() {
        let span = after.span(new);
        let Some(original) = history.original(span.start as usize) else { continue };
        let old = before.ends.partition_point(|&end| end <= original);
        let is_same = old < before.ends.len()
            && before.span(old).start as usize == original
            && before.span(old).of(before.text.bytes()) == span.of(after.text.bytes());
        if !is_same {
            continue;
        }
        match kept.last_mut() {
            Some((run, first)) if (run.end, *first + run.len()) == (old, new) => run.end += 1,
            Some((run, _)) if old < run.end => {}
            _ => kept.push((old..old + 1, new)),
        }
    }
    kept.push((before.ends.len()..before.ends.len(), after.ends.len()));
    let mut changes = Vec::new();
    let (mut old_index, mut new_index) = (0, 0);
    for (run, new) in kept {
        changes.extend(match (run.start - old_index, new - new_index) {
            (0, 0) => None,
            (old_len, 0) => Some(DiffOp::Delete { old_index, old_len, new_index }),
            (0, new_len) => Some(DiffOp::Insert { old_index, new_index, new_len }),
            (old_len, new_len) => Some(DiffOp::Replace { old_index, old_len, new_index, new_len }),
        });
        if !run.is_empty() {
            changes.push(DiffOp::Equal { old_index: run.start, new_index: new, len: run.len() });
        }
        (old_index, new_index) = (run.end, new + run.len());
    }
    changes
}
