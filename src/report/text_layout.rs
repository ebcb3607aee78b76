//! Layout of plain text: paragraphs and tables.

use textwrap::core::display_width;
use textwrap::{Options, WordSplitter};

/// Default width of paragraphs in columns.
const WIDTH: usize = 96;

/// Appends a label and a text, wrapped at words where they allow it. Further lines are indented by the width of the
/// label. `width` is the width of the terminal, if there is one.
pub(super) fn paragraph(out: &mut String, label: &str, text: &str, width: Option<usize>) {
    let indent = " ".repeat(display_width(label));
    let options = at_words(width.unwrap_or(WIDTH)).initial_indent(label).subsequent_indent(&indent);
    out.push_str(&textwrap::fill(text, options));
    out.push('\n');
}

/// Returns a text wrapped at words, in lines that are `taken` columns shorter than the width.
pub(super) fn wrapped(text: &str, width: usize, taken: usize) -> String {
    textwrap::fill(text, at_words(width.saturating_sub(taken).max(20)))
}

fn at_words(width: usize) -> Options<'static> {
    Options::new(width).break_words(false).word_splitter(WordSplitter::NoHyphenation)
}

/// The narrowest last column of a table that is wrapped.
const NARROWEST: usize = 24;

/// Appends rows as a table. Columns are as wide as their widest cell, and two spaces apart. On a terminal of this
/// width the last column is wrapped.
pub(super) fn table(out: &mut String, rows: &[Vec<String>], width: Option<usize>) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest =
        |i: usize| rows.iter().filter_map(|row| row.get(i)).map(|cell| display_width(cell)).max();
    let widths: Vec<usize> = (0..columns).map(|i| widest(i).unwrap_or(0)).collect();
    let before: usize = widths.iter().rev().skip(1).map(|width| width + 2).sum();
    for row in rows {
        let mut line = String::new();
        for (i, (cell, &column)) in row.iter().zip(&widths).enumerate() {
            match width {
                // Of an empty text, textwrap leaves out the indent, which holds the other cells.
                Some(width) if i + 1 == columns && column > NARROWEST && !cell.is_empty() => {
                    let options = at_words(width.max(before + NARROWEST)).initial_indent(&line);
                    let indent = " ".repeat(before);
                    line = textwrap::fill(cell, options.subsequent_indent(&indent));
                }
                _ => {
                    line.push_str(cell);
                    line.push_str(&" ".repeat(column + 2 - display_width(cell)));
                }
            }
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_broken_at_blanks() {
        let mut out = String::new();
        paragraph(&mut out, "why: ", "a well-known word ".repeat(8).trim(), Some(40));
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines.len(), 4);
        assert!(lines.iter().all(|line| line.len() <= 40 && !line.ends_with('-')), "{out}");
        assert!(lines[1].starts_with("     "));
        // A path isn't broken.
        assert_eq!(wrapped(&"x".repeat(50), 30, 5), "x".repeat(50));
    }

    #[test]
    fn a_row_with_an_empty_last_cell_keeps_the_others() {
        let rows = [["aga", ""], ["japanese", "a remark that is longer than the narrowest column"]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        let mut out = String::new();
        table(&mut out, &rows, Some(80));
        assert!(out.starts_with("aga\njapanese  a remark"), "{out}");
    }

    #[test]
    fn columns_are_as_wide_as_they_look() {
        let row = |a: &str, b: &str| vec![a.to_owned(), b.to_owned()];
        let mut out = String::new();
        table(&mut out, &[row("柯洁", "9p"), row("Lee", "9p")], None);
        assert_eq!(out, "柯洁  9p\nLee   9p\n");
        out.clear();
        table(&mut out, &[row("a", &"word ".repeat(9)), row("b", "c")], Some(30));
        assert_eq!(out, "a  word word word word word\n   word word word word\nb  c\n");
    }
}
