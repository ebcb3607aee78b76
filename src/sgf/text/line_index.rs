//! Lines and columns in a file: `LineIndex`.

use memchr::{memchr_iter, memrchr2};

use super::source_text::Text;
use crate::sgf::tree::Span;

/// Maximum number of bytes without two ASCII bytes in a row whose characters are counted again for each offset.
const MAX_RECOUNTED: usize = 4096;

/// Finds lines and columns of places in the order of the file, in time linear in the file for all of them together.
#[derive(Clone, Debug)]
pub struct LineIndex {
    at: usize,
    line: u32,
    line_start: usize,
    column: u32,
    /// The last place that was converted, and its offset in the original file.
    converted: (usize, usize),
}

impl Default for LineIndex {
    fn default() -> Self {
        Self { at: 0, line: 1, line_start: 0, column: 1, converted: (0, 0) }
    }
}

impl LineIndex {
    /// Converts a span to the original file, which may have been decoded first. In a file of another format, returns
    /// the line that the span was made from. Linear in the file for spans in order.
    pub fn original(&mut self, text: &Text, span: Span) -> Span {
        if let Some(line) = text.file_span(span) {
            return line;
        }
        let start = span.start as usize;
        let (from, there) = match self.converted {
            (from, there) if from > 0 && from <= start => (from, there),
            _ => (0, text.original_offset(0)),
        };
        let there = there + text.original_len(Span::new(from, start));
        self.converted = (start, there);
        let end = there + text.original_len(span);
        // Half a character at the end is a whole one once it is decoded.
        let most = text.original_end().unwrap_or(end);
        Span::new(there.min(most), end.min(most))
    }

    /// Skips to an offset, so that copies of the index find places after it without counting from the beginning.
    pub fn advance(&mut self, text: &Text, to: usize) {
        self.locate(text, to);
        if text.is_decoded() {
            self.original(text, Span::new(to, to));
        }
    }

    /// Line and column, both from 1, of a byte offset. Columns are in characters. An offset before the last one starts
    /// again from the beginning.
    pub fn locate(&mut self, text: &Text, place: usize) -> (u32, u32) {
        let bytes = text.bytes();
        let place = place.min(bytes.len());
        if place < self.at {
            *self = Self::default();
        }
        let passed = &bytes[self.at..place];
        let new_lines = memchr_iter(b'\n', passed).count()
            + memchr_iter(b'\r', passed)
                .filter(|&i| {
                    bytes.get(self.at + i + 1) != Some(&b'\n')
                        && (self.at + i == 0 || bytes[self.at + i - 1] != b'\n')
                })
                .count();
        if new_lines > 0 {
            self.line += new_lines as u32;
            self.line_start = memrchr2(b'\n', b'\r', &bytes[..place]).map_or(0, |i| i + 1);
            self.column = 1;
            self.at = self.line_start;
        }
        let from = self.at.max(self.line_start).max(text.bom_len()).min(place);
        let characters = |from, to| text.count_characters(Span::new(from, to)) as u32;
        let mut column = self.column + characters(from, place);
        // The next place is counted from a byte where a character surely begins, so that earlier places within
        // characters make no difference.
        let begins = (from + 2..=place).rev().find(|&i| bytes[i - 2..i].is_ascii());
        (self.at, self.column) = match begins {
            Some(begins) if begins < place => (begins, self.column + characters(from, begins)),
            None if place - from < MAX_RECOUNTED => (from, self.column),
            _ => (place, column),
        };
        // A place in a converted file is a line, and columns of the SGF mean nothing in it.
        if text.is_converted() {
            column = 1;
        }
        (self.line, column)
    }
}
