//! Findings as workflow commands of GitHub Actions.

use super::columns::FindingRow;
use crate::audit::Severity;
use crate::printable::{is_unprintable, printable_path, push_printable};

/// Adds `::error file=..,line=..,col=..,title=..::message`.
pub(super) fn command(out: &mut String, row: &FindingRow) {
    let finding = row.finding;
    let level = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "notice",
    };
    out.push_str(&format!("::{level} file="));
    // Annotations are matched with files of the repository, which have no `./`.
    escape(out, &printable_path(row.path.strip_prefix(".").unwrap_or(row.path)), true);
    if finding.line > 0 {
        out.push_str(&format!(",line={},col={}", finding.line, finding.column));
    }
    out.push_str(",title=");
    escape(out, finding.kind.as_str(), true);
    out.push_str("::");
    if row.game > 1 {
        out.push_str(&format!("game {}: ", row.game));
    }
    if let Some(number) = finding.move_number {
        out.push_str(&format!("move {number}: "));
    }
    escape(out, &finding.message, false);
    out.push('\n');
}

/// Escapes as the runner reads it back; what it leaves alone but a terminal doesn't is made visible.
fn escape(out: &mut String, text: &str, property: bool) {
    let mut buffer = [0; 4];
    for c in text.chars() {
        match c {
            '%' => out.push_str("%25"),
            '\r' => out.push_str("%0D"),
            '\n' => out.push_str("%0A"),
            ':' if property => out.push_str("%3A"),
            ',' if property => out.push_str("%2C"),
            c if is_unprintable(c) => push_printable(out, c.encode_utf8(&mut buffer)),
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::audit::{Finding, FindingKind};
    use crate::go::Size;
    use crate::sgf::Span;

    #[test]
    fn escapes() {
        let mut finding =
            Finding::new(FindingKind::Ko, Span::default(), "50%: a,\r\n\x1b[1m::error::b");
        (finding.line, finding.column, finding.move_number) = (3, 7, Some(12));
        let path = Path::new("a,b:c%\nd.sgf");
        let mut out = String::new();
        command(&mut out, &FindingRow { path, game: 2, size: Size::STANDARD, finding: &finding });
        assert_eq!(
            out,
            "::error file=a%2Cb%3Ac%25%0Ad.sgf,line=3,col=7,title=ko::game 2: move 12: \
             50%25: a,%0D%0A\\u{1b}[1m::error::b\n"
        );
    }
}
