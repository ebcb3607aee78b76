//! Texts that were written in another format and turned into SGF before they are read.

use std::borrow::Cow;

use super::source_text::Text;
use crate::sgf::tree::Span;

/// Where a converted text comes from. Line N of the SGF is what line N of the file says.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The format's name.
    pub format: &'static str,
    /// The file's text, decoded.
    pub source: String,
    /// Where each line of `source` begins, and where the last one ends.
    pub source_lines: Vec<u32>,
    /// The same of the file's bytes.
    pub file_lines: Vec<u32>,
    /// Where each line of the SGF begins.
    pub sgf_lines: Vec<u32>,
    /// Places of the SGF whose lines have bytes that don't decode.
    pub undecodable: Vec<Span>,
    /// Places of the SGF whose lines couldn't be read; what they say is in a comment.
    pub unread: Vec<Span>,
}

impl Text<'_> {
    /// A text in SGF (UTF-8) made from this one, which was in another format. Its encoding remains
    /// that of the file.
    #[must_use]
    pub fn converted(&self, sgf: String, origin: Origin) -> Text<'static> {
        let bytes = Cow::Owned(sgf.into_bytes());
        Text::with_origin(bytes, self.encoding(), self.source(), self.confidence(), origin)
    }

    /// The format that the file is in: `sgf`, or the one that it was converted from.
    #[must_use]
    pub fn format(&self) -> &'static str {
        self.origin().map_or("sgf", |origin| origin.format)
    }

    /// Whether the file is in another format, so that columns and bytes of the SGF aren't the file's.
    #[must_use]
    pub fn is_converted(&self) -> bool {
        self.origin().is_some()
    }

    /// The lines of another format that couldn't be read, as places of the SGF.
    #[must_use]
    pub fn unread_lines(&self) -> &[Span] {
        self.origin().map_or(&[], |origin| &origin.unread)
    }

    /// A line of a converted file, from 1, decoded and without its line break.
    #[must_use]
    pub fn source_line(&self, line: u32) -> Option<&str> {
        let origin = self.origin()?;
        let span = line_span(&origin.source_lines, line.checked_sub(1)? as usize)?;
        origin
            .source
            .get(span.start as usize..span.end as usize)
            .map(|line| line.trim_matches(['\r', '\n']))
    }

    /// The bytes of a converted file that a place of the SGF was made from: its whole line.
    #[must_use]
    pub fn file_span(&self, span: Span) -> Option<Span> {
        let origin = self.origin()?;
        let line = origin.sgf_lines.partition_point(|&start| start <= span.start).saturating_sub(1);
        let last = origin.file_lines.last().copied().unwrap_or(0);
        Some(line_span(&origin.file_lines, line).unwrap_or(Span { start: last, end: last }))
    }
}

/// The span of a line, from 0.
fn line_span(starts: &[u32], line: usize) -> Option<Span> {
    Some(Span { start: *starts.get(line)?, end: *starts.get(line + 1)? })
}
