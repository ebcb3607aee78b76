//! Layout of plain text: paragraphs and tables.

/// Width of texts for terminals, in characters.
pub(super) const WIDTH: usize = 96;

/// Appends a label and a text, wrapped at [`WIDTH`] where words allow it. Further lines are indented by the
/// length of the label.
pub(super) fn paragraph(out: &mut String, label: &str, text: &str) {
    let indent = label.chars().count();
    out.push_str(label);
    let mut at = indent;
    for (i, word) in text.split_whitespace().enumerate() {
        let length = word.chars().count();
        if i > 0 && at + 1 + length > WIDTH {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            at = indent;
        } else if i > 0 {
            out.push(' ');
            at += 1;
        }
        out.push_str(word);
        at += length;
    }
    out.push('\n');
}

/// Appends rows as a table. Columns are as wide as their widest cell, and two spaces apart.
pub(super) fn table(out: &mut String, rows: &[Vec<String>]) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|i| {
            rows.iter().filter_map(|row| row.get(i)).map(|c| c.chars().count()).max().unwrap_or(0)
        })
        .collect();
    for row in rows {
        let mut line = String::new();
        for (cell, &width) in row.iter().zip(&widths) {
            line.push_str(&format!("{cell:width$}  "));
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
        paragraph(&mut out, "why: ", &"word ".repeat(20));
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| line.len() <= WIDTH) && lines[1].starts_with("     word"));
    }
}
