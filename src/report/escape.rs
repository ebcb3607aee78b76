//! Text in HTML and SVG.

use std::fmt;

use sgf_audit_core::printable::push_printable;

/// Markup, and the characters that XML doesn't allow.
const MARKUP: [char; 7] = ['&', '<', '>', '"', '\'', '\u{fffe}', '\u{ffff}'];

/// Text that is shown as it is in HTML or XML, in an element or in a quoted attribute. Invisible and control
/// characters are escaped as on a terminal.
pub(super) struct Escaped<'t>(pub &'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut visible = String::new();
        push_printable(&mut visible, self.0);
        let mut rest = visible.as_str();
        while let Some(at) = rest.find(MARKUP) {
            f.write_str(&rest[..at])?;
            let c = rest[at..].chars().next().unwrap_or_default();
            f.write_str(match c {
                '&' => "&amp;",
                '<' => "&lt;",
                '>' => "&gt;",
                '"' => "&quot;",
                '\'' => "&#39;",
                _ => "\u{fffd}",
            })?;
            rest = &rest[at + c.len_utf8()..];
        }
        f.write_str(rest)
    }
}
