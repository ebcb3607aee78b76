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

/// No column of a table is wrapped to fewer display columns.
const NARROWEST: usize = 24;

/// Appends rows as a table. Columns are as wide as their widest cell, and two spaces apart. On a terminal of this
/// width the widest columns are wrapped.
pub(super) fn table(out: &mut String, rows: &[Vec<String>], width: Option<usize>) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest =
        |i: usize| rows.iter().filter_map(|row| row.get(i)).map(|cell| display_width(cell)).max();
    let mut widths: Vec<usize> = (0..columns).map(|i| widest(i).unwrap_or(0)).collect();
    if let Some(width) = width {
        narrow(&mut widths, width);
    }
    for row in rows {
        let cells: Vec<Vec<_>> = row
            .iter()
            .zip(&widths)
            .map(|(cell, &column)| textwrap::wrap(cell, at_words(column)))
            .collect();
        let lines = cells.iter().map(Vec::len).max().unwrap_or(0);
        for number in 0..lines {
            let mut line = String::new();
            for (cell, &column) in cells.iter().zip(&widths) {
                let part = cell.get(number).map_or("", |part| part);
                line.push_str(part);
                line.push_str(&" ".repeat((column + 2).saturating_sub(display_width(part))));
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
}

/// Makes the widest columns narrower until a row fits into `width`, where that is possible.
fn narrow(widths: &mut [usize], width: usize) {
    loop {
        let whole: usize = widths.iter().map(|column| column + 2).sum();
        let excess = whole.saturating_sub(width + 2);
        let others = |widest: usize| widths.iter().copied().filter(|&w| w < widest).max();
        let Some(&widest) = widths.iter().max().filter(|&&widest| widest > NARROWEST) else {
            return;
        };
        if excess == 0 {
            return;
        }
        let next = others(widest).unwrap_or(0).max(NARROWEST).max(widest.saturating_sub(excess));
        let place = widths.iter().rposition(|&column| column == widest);
        // Columns of one width become narrower in turn.
        widths[place.expect("one is the widest")] = next.min(widest - 1);
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
    fn columns_are_as_wide_as_they_look() {
        let row = |a: &str, b: &str| vec![a.to_owned(), b.to_owned()];
        let mut out = String::new();
        table(&mut out, &[row("柯洁", "9p"), row("Lee", "9p")], None);
        assert_eq!(out, "柯洁  9p\nLee   9p\n");
        out.clear();
        table(&mut out, &[row("a", &"word ".repeat(9)), row("b", "c")], Some(30));
        assert_eq!(out, "a  word word word word word\n   word word word word\nb  c\n");
    }

    #[test]
    fn every_cell_wraps_and_an_empty_one_hides_none() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let long = "word ".repeat(12);
        let rows =
            [row(["name", "value", "source"]), row(["a", long.trim(), ""]), row(["b", "", ""])];
        for width in [40, 60, 80, 120] {
            let mut out = String::new();
            table(&mut out, &rows, Some(width));
            assert!(
                out.lines().all(|line| line.len() <= width && !line.is_empty()),
                "{width}: {out}"
            );
            assert_eq!(out.matches("word").count(), 12, "{out}");
            assert!(out.lines().any(|line| line == "b"), "{out}");
        }
    }
}
