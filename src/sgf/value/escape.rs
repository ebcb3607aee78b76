//! Text as a value's content.

/// Plain text as a value's content: `]` and `\` escaped.
pub(crate) fn escaped(text: &str) -> String {
    escape_trailing_move(text.replace('\\', "\\\\").replace(']', "\\]"))
}

/// A text that ends like a move is read as one whose `]` is missing, unless that move's `[` is escaped.
pub(crate) fn escape_trailing_move(mut content: String) -> String {
    if swallowed_node(content.as_bytes()).is_some()
        && let Some(bracket) = content.rfind('[')
    {
        content.insert(bracket, '\\');
    }
    content
}

/// The length of a value whose `]` is missing, if it ends like a move (`;B[pd`): what stands before that
/// move's node.
pub(crate) fn swallowed_node(value: &[u8]) -> Option<usize> {
    let letters = value.iter().rev().take(3).take_while(|b| b.is_ascii_lowercase()).count();
    if value.len() < 3 || !matches!(letters, 0 | 2) {
        return None;
    }
    let head = &value[..value.len() - letters];
    let node = head.strip_suffix(b"B[").or_else(|| head.strip_suffix(b"W["))?;
    let mut text = node.trim_ascii_end().strip_suffix(b";")?;
    // Before the first node of a variation stands its `(`, and perhaps the end of the one before.
    if let Some(before) = text.trim_ascii_end().strip_suffix(b"(") {
        text = before.trim_ascii_end();
        while let Some(before) = text.strip_suffix(b")") {
            text = before.trim_ascii_end();
        }
    }
    Some(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_the_content_of_one_value() {
        for (text, value) in [
            ("plain", "plain"),
            (r"a [5d] \ b:", r"a [5d\] \\ b:"),
            ("see ;B[pd", r"see ;B\[pd"),
            (r"\;W[", r"\\;W\["),
            ("see B[pd", "see B[pd"),
        ] {
            assert_eq!(escaped(text), value);
        }
    }
}
