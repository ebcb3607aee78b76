//! Line breaks written as `\r\n`, in four characters, as programs leave them that take a record out of
//! JSON or a script and don't decode it.

use std::ops::Range;

use memchr::memchr;

use super::lookahead::{starts_something, strip_literal_newlines};

/// Finds runs of such line breaks behind which something begins.
#[derive(Default)]
pub(super) struct NewlineSearch {
    /// The last run behind which nothing begins, so that it isn't looked at from each of its line breaks.
    in_vain: Range<usize>,
}

impl NewlineSearch {
    /// The offset behind the run at `at`, if there is one and something begins behind it.
    pub fn skip(&mut self, bytes: &[u8], at: usize) -> Option<usize> {
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

/// The runs of such line breaks from `from` to `to` behind which something begins. Linear.
pub(crate) fn literal_newlines(bytes: &[u8], from: usize, to: usize) -> Vec<(usize, usize)> {
    let mut runs = Vec::new();
    let mut at = from;
    while let Some(found) = bytes.get(at..to).and_then(|gap| memchr(b'\\', gap)) {
        let start = at + found;
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
