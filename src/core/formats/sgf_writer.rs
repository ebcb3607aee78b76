//! Writes the SGF that a file of another format becomes, line by line.

use crate::go::Color;
use crate::sgf::{Span, UnreadLine, escaped};

/// A property of the root, from a line of the file's header.
pub(super) struct HeaderField {
    /// The line, from 0.
    pub line: usize,
    /// The property's identifier.
    pub name: &'static str,
    pub value: String,
}

impl HeaderField {
    pub(super) fn new(line: usize, name: &'static str, value: impl Into<String>) -> Self {
        Self { line, name, value: value.into() }
    }
}

/// Writes SGF with as many lines as were read of the file.
#[derive(Debug, Default)]
pub struct SgfWriter {
    pub(super) sgf: String,
    /// Offset of each line.
    pub(super) line_starts: Vec<u32>,
    /// The lines of the file that couldn't be read.
    pub(super) unread: Vec<UnreadLine>,
    /// The comment of the current node.
    comment: String,
}

impl SgfWriter {
    pub(super) fn next_line(&mut self) {
        if !self.line_starts.is_empty() {
            self.sgf.push('\n');
        }
        self.line_starts.push(self.sgf.len() as u32);
    }

    /// Begins lines up to this one, from 0.
    pub(super) fn advance_to(&mut self, line: usize) {
        while self.line_starts.len() <= line {
            self.next_line();
        }
    }

    pub(super) fn begin_game(&mut self) {
        self.sgf.push_str("(;FF[4]GM[1]CA[UTF-8]");
    }

    pub(super) fn end_game(&mut self) {
        self.end_node();
        self.sgf.push(')');
    }

    /// Writes a property with one value of text.
    pub(super) fn property(&mut self, name: &str, value: &str) {
        self.sgf.push_str(name);
        self.sgf.push('[');
        self.sgf.push_str(&escaped(&value.replace(char::is_control, " ")));
        self.sgf.push(']');
    }

    /// Writes a property of the root. A comment is added to the root's comment.
    pub(super) fn header_field(&mut self, field: &HeaderField) {
        if field.name == "C" {
            self.comment(&field.value);
        } else {
            self.property(field.name, &field.value);
        }
    }

    pub(super) fn setup(&mut self, color: Color, points: &[(u8, u8)]) {
        self.points(&format!("A{}", color.letter()), points);
    }

    /// Writes a node that sets up a point, or empties it.
    pub(super) fn set_up_node(&mut self, color: Option<Color>, point: (u8, u8)) {
        self.end_node();
        self.sgf.push(';');
        self.points(&format!("A{}", color.map_or('E', Color::letter)), &[point]);
    }

    /// Writes a property with a list of points, unless it is empty.
    pub(super) fn points(&mut self, name: &str, points: &[(u8, u8)]) {
        if points.is_empty() {
            return;
        }
        self.sgf.push_str(name);
        for &point in points {
            self.sgf.push('[');
            self.point(point);
            self.sgf.push(']');
        }
    }

    /// Writes a node with a move: a column from the left and a row from the top, or a pass.
    pub(super) fn play(&mut self, color: Color, point: Option<(u8, u8)>) {
        self.end_node();
        self.sgf.push(';');
        self.sgf.push(color.letter());
        self.sgf.push('[');
        if let Some(point) = point {
            self.point(point);
        }
        self.sgf.push(']');
    }

    /// Adds to the comment of the current node, which is written when the node ends.
    pub(super) fn comment(&mut self, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        if !self.comment.is_empty() {
            // A line break would shift the line numbers.
            self.comment.push_str(" / ");
        }
        self.comment.push_str(text);
    }

    /// Keeps a line that can't be read as a comment, and its place.
    pub(super) fn unread_line(&mut self, line: &str) {
        self.unread(String::new());
        self.comment(line);
    }

    /// Notes that something in the current line can't be read, and why. Without a reason, the line means nothing.
    pub(super) fn unread(&mut self, why: String) {
        let at = self.sgf.len();
        self.unread.push(UnreadLine { place: Span::new(at, at), why });
    }

    fn end_node(&mut self) {
        let comment = std::mem::take(&mut self.comment);
        if !comment.is_empty() {
            self.property("C", &comment);
        }
    }

    fn point(&mut self, (column, row): (u8, u8)) {
        let letter = |at: u8| match at {
            0..=25 => char::from(b'a' + at),
            _ => char::from(b'A' + at.min(51) - 26),
        };
        self.sgf.extend([column, row].map(letter));
    }
}
