//! The difference of two versions of a record, for people and for `patch`.

use std::fmt::Write;
use std::path::Path;

use similar::{ChangeTag, TextDiff};

use crate::report::{printable, shown_path};
use crate::sgf::{Span, Text};

/// A unified diff, the text decoded and its control characters made visible.
#[must_use]
pub fn unified_diff(path: &Path, before: &[u8], after: &[u8]) -> String {
    let (before, after) = (decoded(before), decoded(after));
    let diff = TextDiff::from_lines(before.as_str(), after.as_str());
    let mut name = String::new();
    printable(&mut name, &shown_path(path));
    let mut out = format!("--- a/{name}\n+++ b/{name}\n");
    for hunk in diff.unified_diff().context_radius(1).iter_hunks() {
        let _ = writeln!(out, "{}", hunk.header());
        for change in hunk.iter_changes() {
            out.push(match change.tag() {
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
                ChangeTag::Equal => ' ',
            });
            let line = change.value().trim_end_matches(['\n', '\r']);
            for (i, piece) in line.split('\t').enumerate() {
                if i > 0 {
                    out.push('\t');
                }
                printable(&mut out, piece);
            }
            out.push('\n');
            if change.missing_newline() {
                out.push_str("\\ No newline at end of file\n");
            }
        }
    }
    out
}

fn decoded(bytes: &[u8]) -> String {
    let text = Text::new(bytes);
    text.decode(Span::new(text.bom_len(), text.bytes().len())).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diffs_are_decoded_and_harmless() {
        let before = "(;CA[UTF-8]PB[\u{67ef}\u{6d01}]\n;B[ee]\n;C[\x1b[2J\\]]\n;W[ ])";
        let after = before.replace("[ ]", "[]");
        let diff = unified_diff(Path::new("a\n.sgf"), before.as_bytes(), after.as_bytes());
        assert_eq!(
            diff,
            "--- a/a\\n.sgf\n+++ b/a\\n.sgf\n@@ -3,2 +3,2 @@\n ;C[\\u{1b}[2J\\]]\n-;W[ ])\n\
             \\ No newline at end of file\n+;W[])\n\\ No newline at end of file\n"
        );
    }
}
