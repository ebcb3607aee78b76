//! The SGF that a file of another format becomes, written line by line.

use crate::go::Color;
use crate::sgf::{Span, escaped};

/// A property of the root with the line that says it.
pub(super) type Given = (usize, &'static str, String);

/// SGF that is being written: as many lines as were read so far.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    sgf: String,
    starts: Vec<u32>,
    unread: Vec<Span>,
    /// The comment of the node that is being written.
    comment: String,
}

impl Sheet {
    /// Begins the next line.
    pub fn next_line(&mut self) {
        if !self.starts.is_empty() {
            self.sgf.push('\n');
        }
        self.starts.push(self.sgf.len() as u32);
    }

    pub fn begin_game(&mut self) {
        self.sgf.push_str("(;FF[4]GM[1]CA[UTF-8]");
    }

    pub fn end_game(&mut self) {
        self.end_node();
        self.sgf.push(')');
    }

    /// Writes a property of one value as text.
    pub fn property(&mut self, name: &str, value: &str) {
        self.sgf.push_str(name);
        self.sgf.push('[');
        self.sgf.push_str(&escaped(&value.replace(char::is_control, " ")));
        self.sgf.push(']');
    }

    /// Writes a property of the root; a comment with what else is to be said of it.
    pub fn give(&mut self, (_, name, value): Given) {
        if name == "C" { self.note(&value) } else { self.property(name, &value) }
    }

    /// Writes stones that are set up.
    pub fn setup(&mut self, color: Color, points: &[(u8, u8)]) {
        if points.is_empty() {
            return;
        }
        self.sgf.push('A');
        self.sgf.push(color.letter());
        for &point in points {
            self.sgf.push('[');
            self.point(point);
            self.sgf.push(']');
        }
    }

    /// Writes a move, a pass if there is no point (columns from the left, rows from the top).
    pub fn play(&mut self, color: Color, point: Option<(u8, u8)>) {
        self.end_node();
        self.sgf.push(';');
        self.sgf.push(color.letter());
        self.sgf.push('[');
        if let Some(point) = point {
            self.point(point);
        }
        self.sgf.push(']');
    }

    /// Adds to the comment of the node that is being written. It is written once the node ends, as
    /// further lines may add to it.
    pub fn note(&mut self, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        if !self.comment.is_empty() {
            // A line break would make the lines another number than the file's.
            self.comment.push_str(" / ");
        }
        self.comment.push_str(text);
    }

    /// Keeps a line that means nothing as a comment and remembers where it is.
    pub fn unread(&mut self, line: &str) {
        let at = self.sgf.len();
        self.unread.push(Span::new(at, at));
        self.note(line);
    }

    /// The SGF, where its lines begin, and the lines that weren't read.
    pub fn finish(self) -> (String, Vec<u32>, Vec<Span>) {
        (self.sgf, self.starts, self.unread)
    }

    fn end_node(&mut self) {
        let comment = std::mem::take(&mut self.comment);
        if !comment.is_empty() {
            self.property("C", &comment);
        }
    }

    fn point(&mut self, (column, row): (u8, u8)) {
        self.sgf.extend([column, row].map(|at| char::from(b'a' + at.min(25))));
    }
}
