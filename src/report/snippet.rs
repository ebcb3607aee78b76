//! The part of a line around a finding, short and safe to print.

use std::ops::Range;

use memchr::{memchr2, memrchr2};

use sgf_audit_core::audit::Finding;
use sgf_audit_core::printable::push_printable;
use sgf_audit_core::sgf::{Span, Text};

/// Maximum number of characters before the marked ones, of the marked ones, and in total.
const BEFORE: usize = 32;
const MARKED: usize = 48;
const ALL: usize = 80;

/// Upper bound for the bytes of a character in any encoding.
const WIDEST: usize = 8;

const CUT: &str = "...";

/// A part of one line of a file, and the range of bytes in it that is marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineSnippet {
    pub line: String,
    pub marked: Range<usize>,
}

impl LineSnippet {
    /// Returns the surroundings of a finding; `None` if it has no place. The cost doesn't depend on the
    /// length of the line.
    pub fn new(text: &Text, finding: &Finding) -> Option<Self> {
        if finding.line == 0 {
            return None;
        }
        if let Some(source) = text.source_line(finding.line) {
            let mut line = String::new();
            push_printable(&mut line, &source.chars().take(ALL).collect::<String>());
            let marked = 0..line.len();
            if source.chars().nth(ALL).is_some() {
                line.push_str(CUT);
            }
            return Some(Self { line, marked });
        }
        let bytes = text.bytes();
        let span = span_in_text(text, finding);
        let (start, end) = (span.start as usize, whole_character(text, span));

        let mut line = String::new();
        let window = start.saturating_sub(BEFORE * WIDEST).max(text.bom_len()).min(start);
        let from = match memrchr2(b'\n', b'\r', &bytes[window..start]) {
            Some(offset) => window + offset + 1,
            None if window == text.bom_len() => window,
            None => window + in_step(&bytes[window..start]),
        };
        let before = text.decode(Span::new(from, start));
        let count = before.chars().count();
        if count > BEFORE || (from > window && !matches!(bytes[from - 1], b'\n' | b'\r')) {
            line.push_str(CUT);
        }
        let part: String = before.chars().skip(count.saturating_sub(BEFORE)).collect();
        push_printable(&mut line, &part);

        let marked_start = line.len();
        let line_end = end_of_line(bytes, start, (MARKED + 1) * WIDEST);
        let marked = text.decode(Span::new(start, end.min(line_end)));
        let cut = marked.chars().count() > MARKED;
        let part: String = marked.chars().take(MARKED).collect();
        push_printable(&mut line, &part);
        let marked_end = line.len();

        if cut {
            line.push_str(CUT);
        } else if end <= line_end {
            let rest = ALL.saturating_sub(line.chars().count());
            let line_end = end_of_line(bytes, end, (rest + 1) * WIDEST);
            let after = text.decode(Span::new(end, line_end));
            let part: String = after.chars().take(rest).collect();
            push_printable(&mut line, &part);
            if after.chars().count() > rest {
                line.push_str(CUT);
            }
        }
        Some(Self { line, marked: marked_start..marked_end })
    }
}

/// Returns the end of the line, but at most `from + most`.
fn end_of_line(bytes: &[u8], from: usize, most: usize) -> usize {
    let window = &bytes[from..(from + most).min(bytes.len())];
    from + memchr2(b'\n', b'\r', window).unwrap_or(window.len())
}

/// Returns the end of a span, or of the character that it ends in.
fn whole_character(text: &Text, span: Span) -> usize {
    let (start, end) = (span.start as usize, span.end as usize);
    let torn = |end| text.decode(Span::new(start, end)).contains('\u{fffd}');
    if end - start > 1 || !torn(end) {
        return end;
    }
    let most = (start + 4).min(text.bytes().len());
    (end + 1..=most).find(|&longer| !torn(longer)).unwrap_or(end)
}

/// Returns the first offset in a window at which a character begins for certain. ASCII punctuation such as `;`
/// and `(` is never part of a multi-byte character; letters and brackets are in some encodings.
fn in_step(window: &[u8]) -> usize {
    let half = &window[..window.len() / 2];
    half.iter()
        .position(|byte| matches!(byte, b' '..=b'/' | b':'..=b'?'))
        .or_else(|| half.iter().position(|byte| !matches!(byte, 0x80..=0xbf)))
        .unwrap_or(0)
}

/// Returns a finding's span in the bytes of the text. A text that was decoded has other bytes than the file,
/// which the span is about; then the place is found by line and column.
fn span_in_text(text: &Text, finding: &Finding) -> Span {
    let bytes = text.bytes();
    let fit = |at: u32| (at as usize).min(bytes.len());
    let (start, end) = (fit(finding.span.start), fit(finding.span.end));
    if text.encoding().is_ascii_compatible() {
        return Span::new(start, end.max(start));
    }
    let mut at = text.bom_len();
    for _ in 1..finding.line {
        let Some(offset) = memchr2(b'\n', b'\r', &bytes[at..]) else { break };
        at += offset + 1;
        if bytes[at - 1] == b'\r' && bytes.get(at) == Some(&b'\n') {
            at += 1;
        }
    }
    let Ok(rest) = std::str::from_utf8(&bytes[at..]) else { return Span::new(at, at) };
    let column = (finding.column as usize).saturating_sub(1);
    let skipped = rest.char_indices().nth(column).map_or(rest.len(), |(offset, _)| offset);
    let wanted = finding.span.end.saturating_sub(finding.span.start) as usize;
    let mut passed = 0;
    let marked: usize = rest[skipped..]
        .chars()
        .take_while(|c| {
            let fits = passed < wanted;
            passed += 2 * c.len_utf16();
            fits
        })
        .map(char::len_utf8)
        .sum();
    Span::new(at + skipped, at + skipped + marked)
}
