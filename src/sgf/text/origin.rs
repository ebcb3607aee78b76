//! Where SGF comes from that was made from a file in another format.

use crate::sgf::tree::Span;

/// Where SGF comes from that was made from a file in another format. Line N of the SGF holds the content
/// of line N of the file.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The format's name.
    pub format: &'static str,
    /// The file's text, decoded.
    pub source: String,
    /// Offset of each line in `source`, and of its end.
    pub source_lines: Vec<u32>,
    /// Offset of each line in the file, and of its end.
    pub file_lines: Vec<u32>,
    /// Offset of each line in the SGF.
    pub sgf_lines: Vec<u32>,
    /// Places of the SGF whose lines have bytes that don't decode.
    pub undecodable: Vec<Span>,
    /// The lines that couldn't be read. What they hold is in a comment.
    pub unread: Vec<UnreadLine>,
}

/// A line of a file in another format that couldn't be read.
#[derive(Clone, Debug)]
pub struct UnreadLine {
    /// Its place in the SGF.
    pub place: Span,
    /// Why; empty if the line means nothing.
    pub why: String,
}

impl Origin {
    /// A line of the file, from 1, decoded and without its line break.
    pub(super) fn source_line(&self, line: u32) -> Option<&str> {
        let span = line_span(&self.source_lines, line.checked_sub(1)? as usize)?;
        let line = self.source.get(span.start as usize..span.end as usize)?;
        Some(line.trim_matches(['\r', '\n']))
    }

    /// The bytes of the file that a place of the SGF was made from: its whole line.
    pub(super) fn file_span(&self, span: Span) -> Span {
        let line = self.sgf_lines.partition_point(|&start| start <= span.start).saturating_sub(1);
        let last = self.file_lines.last().copied().unwrap_or(0);
        line_span(&self.file_lines, line).unwrap_or(Span { start: last, end: last })
    }
}

/// The span of a line, from 0.
fn line_span(starts: &[u32], line: usize) -> Option<Span> {
    Some(Span { start: *starts.get(line)?, end: *starts.get(line + 1)? })
}
