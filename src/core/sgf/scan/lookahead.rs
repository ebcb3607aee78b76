//! Looks ahead: the syntax at an offset, judged by the next few bytes.

use std::ops::Range;

use memchr::memchr;

use super::fault::{Marker, marker_line};

/// Whether a new thing can begin here, after a value: a node, a property with a value, the beginning or
/// the end of a tree, or the end of the file.
pub(super) fn starts_something(rest: &[u8]) -> bool {
    let Some(skip) = rest.iter().position(|b| !b.is_ascii_whitespace()) else { return true };
    let rest = &rest[skip..];
    match rest[0] {
        b';' | b')' | b'(' => true,
        b'\\' => strip_literal_newlines(rest).is_some_and(starts_something),
        b'A'..=b'Z' => {
            let letters = rest.iter().take(10).take_while(|b| b.is_ascii_alphanumeric()).count();
            let after = &rest[letters..];
            let gap = after.iter().take(4).take_while(|b| b.is_ascii_whitespace()).count();
            after.get(gap) == Some(&b'[')
        }
        _ => false,
    }
}

pub(super) fn starts_property(rest: &[u8]) -> bool {
    let rest = rest.trim_ascii_start();
    rest.first().is_some_and(u8::is_ascii_uppercase) && starts_something(rest)
}

/// Whether the `(` at the beginning of `open` begins a game: a `;` or a property follows.
pub(super) fn opens_game(open: &[u8]) -> bool {
    let mut next = open[1..].trim_ascii_start();
    while let Some(Marker { end, .. }) = marker_line(open, open.len() - next.len()) {
        next = open[end..].trim_ascii_start();
    }
    next = strip_literal_newlines(next).unwrap_or(next);
    match next.first() {
        Some(b';') => true,
        Some(b'A'..=b'Z') => starts_something(next),
        _ => false,
    }
}

/// The bytes behind the `;` of the node that the `(` at the beginning of `open` begins with.
pub(super) fn first_node(open: &[u8]) -> Option<&[u8]> {
    Some(open[1..].trim_ascii_start().strip_prefix(b";")?.trim_ascii_start())
}

/// Whether a node begins with a property that only a root has.
pub(super) fn has_root_property(node: &[u8]) -> bool {
    [&b"GM["[..], b"FF[", b"SZ[", b"CA["].iter().any(|root| node.starts_with(root))
}

/// The bytes behind a run of line breaks written as `\n` or `\r`, in two characters, with white space
/// among them. `None` if there is no such run.
pub(crate) fn strip_literal_newlines(rest: &[u8]) -> Option<&[u8]> {
    let mut rest = strip_one(rest)?;
    while let Some(behind) = strip_one(rest) {
        rest = behind;
    }
    Some(rest)
}

fn strip_one(rest: &[u8]) -> Option<&[u8]> {
    match rest {
        [b'\\', b'r' | b'n', behind @ ..] => Some(behind.trim_ascii_start()),
        _ => None,
    }
}

/// Finds runs of line breaks written as `\\r\\n`, in four characters, behind which something begins.
#[derive(Default)]
pub(super) struct NewlineSearch {
    /// The last run behind which nothing begins, so that it isn't looked at from each of its line breaks.
    in_vain: Range<usize>,
}

impl NewlineSearch {
    /// The offset behind the run at `at`, if there is one and something begins behind it.
    pub(super) fn skip(&mut self, bytes: &[u8], at: usize) -> Option<usize> {
        if self.in_vain.contains(&at) {
            return None;
        }
        let behind = strip_literal_newlines(&bytes[at..])?;
        let end = bytes.len() - behind.len();
        if starts_something(behind) {
            return Some(end);
        }
        self.in_vain = at..end;
        None
    }
}

/// The runs of line breaks written as `\\r\\n`, in four characters, from `from` to `to` behind which something begins. Linear.
pub(crate) fn literal_newlines(bytes: &[u8], from: usize, to: usize) -> Vec<(usize, usize)> {
    let mut runs = Vec::new();
    let mut at = from;
    while let Some(offset) = bytes.get(at..to).and_then(|gap| memchr(b'\\', gap)) {
        let start = at + offset;
        at = start + 1;
        if let Some(behind) = strip_literal_newlines(&bytes[start..]) {
            at = bytes.len() - behind.len();
            if starts_something(behind) {
                runs.push((start, at));
            }
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_within_a_range() {
        let bytes = br"\nx\r\n\n;\n)\r";
        assert_eq!(literal_newlines(bytes, 0, bytes.len()), [(3, 9), (10, 12), (13, 15)]);
        assert_eq!(literal_newlines(bytes, 0, 8), [(3, 9)]);
        assert_eq!(literal_newlines(bytes, 3, 3), []);
    }
}
