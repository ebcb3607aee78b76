//! Escaping of text in values.

/// Plain text as the content of a value, with `]` and `\` escaped.
pub(crate) fn escaped(text: &str) -> String {
    escape_trailing_move(text.replace('\\', "\\\\").replace(']', "\\]"))
}

/// Escapes the `[` of a move at the end of a value's content. Unescaped it would be read as a node after a missing `]`.
pub(crate) fn escape_trailing_move(mut content: String) -> String {
    if swallowed_node(content.as_bytes()).is_some()
        && let Some(bracket) = content.rfind('[')
    {
        content.insert(bracket, '\\');
    }
    content
}

/// The length of a value's content before a node with a move at its end (`;B[pd`), which shows that the value's `]` is
/// missing. `None` if the content doesn't end like that.
pub(crate) fn swallowed_node(value: &[u8]) -> Option<usize> {
    let letters = value.iter().rev().take(3).take_while(|b| b.is_ascii_lowercase()).count();
    if value.len() < 3 || !matches!(letters, 0 | 2) {
        return None;
    }
    let head = &value[..value.len() - letters];
    let node = head.strip_suffix(b"B[").or_else(|| head.strip_suffix(b"W["))?;
    let mut text = node.trim_ascii_end().strip_suffix(b";")?;
    // The first node of a variation follows a `(`, and perhaps the `)` of the variation before.
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
    fn brackets_and_backslashes_are_escaped() {
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
