//! Lines and columns in a file: `LineIndex`.

use memchr::{memchr_iter, memrchr2};

use super::source_text::{Landmark, Text};
use crate::sgf::tree::Span;

/// Maximum number of bytes without two ASCII bytes in a row whose characters are counted again for each offset.
const MAX_RECOUNTED: usize = 4096;

/// Number of bytes from one landmark to the next, and of those that are counted without looking for one.
const STRIDE: usize = 1 << 16;

/// Finds lines and columns of places, each in bounded time or in time linear in the distance from the last one.
#[derive(Clone, Debug)]
pub struct LineIndex(Landmark);

impl Default for LineIndex {
    fn default() -> Self {
        Self(Landmark::START)
    }
}

impl LineIndex {
    /// Converts a span to the original file, which may have been decoded first. In a file of another format, returns
    /// the line that the span was made from.
    pub fn original(&mut self, text: &Text, span: Span) -> Span {
        if let Some(line) = text.file_span(span) {
            return line;
        }
        let start = span.start as usize;
        self.go_near(text, start);
        let there = self.convert(text, start);
        let end = there + text.original_len(span);
        // Half a character at the end is a whole one once it is decoded.
        let most = text.original_end().unwrap_or(end);
        Span::new(there.min(most), end.min(most))
    }

    /// Returns the offset in the original file of a place that isn't before the last one.
    fn convert(&mut self, text: &Text, place: usize) -> usize {
        let (from, there) = match self.0.converted {
            (from, there) if from > 0 && from <= place => (from, there),
            _ => (0, text.original_offset(0)),
        };
        let there = there + text.original_len(Span::new(from, place));
        self.0.converted = (place, there);
        there
    }

    /// Line and column, both from 1, of a byte offset. Columns are in characters.
    pub fn locate(&mut self, text: &Text, place: usize) -> (u32, u32) {
        let place = place.min(text.bytes().len());
        self.go_near(text, place);
        self.count(text, place)
    }

    /// Goes to the last landmark before a place that is far ahead, or behind.
    fn go_near(&mut self, text: &Text, place: usize) {
        let is_near = |from: usize| (from..=from + STRIDE).contains(&place);
        if is_near(self.0.at) && (!text.is_decoded() || is_near(self.0.converted.0)) {
            return;
        }
        let landmarks = text.landmarks.get_or_init(|| landmarks(text));
        let next = landmarks.partition_point(|landmark| landmark.at <= place);
        let landmark = next.checked_sub(1).map_or(Landmark::START, |last| landmarks[last]);
        if landmark.at > self.0.at || place < self.0.at.max(self.0.converted.0) {
            self.0 = landmark;
        }
    }

    /// Returns line and column of a place that isn't before the last one.
    fn count(&mut self, text: &Text, place: usize) -> (u32, u32) {
        let bytes = text.bytes();
        let passed = &bytes[self.0.at..place];
        let new_lines = memchr_iter(b'\n', passed).count()
            + memchr_iter(b'\r', passed)
                .filter(|&i| {
                    bytes.get(self.0.at + i + 1) != Some(&b'\n')
                        && (self.0.at + i == 0 || bytes[self.0.at + i - 1] != b'\n')
                })
                .count();
        if new_lines > 0 {
            self.0.line += new_lines as u32;
            self.0.line_start = memrchr2(b'\n', b'\r', &bytes[..place]).map_or(0, |i| i + 1);
            self.0.column = 1;
            self.0.at = self.0.line_start;
        }
        let from = self.0.at.max(self.0.line_start).max(text.bom_len()).min(place);
        let characters = |from, to| text.count_characters(Span::new(from, to)) as u32;
        let mut column = self.0.column + characters(from, place);
        // The next place is counted from a byte where a character surely begins, so that earlier places within
        // characters make no difference.
        let begins = (from + 2..=place).rev().find(|&i| bytes[i - 2..i].is_ascii());
        (self.0.at, self.0.column) = match begins {
            Some(begins) if begins < place => (begins, self.0.column + characters(from, begins)),
            None if place - from < MAX_RECOUNTED => (from, self.0.column),
            _ => (place, column),
        };
        // A place in a converted file is a line, and columns of the SGF mean nothing in it.
        if text.is_converted() {
            column = 1;
        }
        (self.0.line, column)
    }
}

/// Returns the landmarks of a text: one in each stretch. Where games differ in their charsets, columns aren't known within lines.
fn landmarks(text: &Text) -> Vec<Landmark> {
    let mut index = LineIndex::default();
    let mut landmarks = Vec::new();
    let bytes = text.bytes();
    for mut place in (STRIDE..bytes.len()).step_by(STRIDE) {
        // Half a character of UTF-8 can't be converted.
        while text.is_decoded() && bytes[place] & 0xc0 == 0x80 {
            place -= 1;
        }
        index.count(text, place);
        if text.is_decoded() {
            index.convert(text, index.0.at);
        }
        if !text.has_several_charsets() || index.0.at == index.0.line_start {
            landmarks.push(index.0);
        }
    }
    landmarks
}
