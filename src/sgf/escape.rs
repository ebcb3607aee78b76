//! Text as a value's content.

use std::iter::Peekable;
use std::str::Chars;

use super::property::swallowed_node;

/// Plain text as a value's content: `]` and `\` escaped.
pub(crate) fn escaped(text: &str) -> String {
    kept_whole(text.replace('\\', "\\\\").replace(']', "\\]"))
}

/// A text that ends like a move is read as one whose `]` is missing, unless that move's `[` is escaped.
pub(crate) fn kept_whole(mut content: String) -> String {
    if swallowed_node(content.as_bytes()).is_some()
        && let Some(bracket) = content.rfind('[')
    {
        content.insert(bracket, '\\');
    }
    content
}

/// Steps over the second character of a line break that is two: CR LF, or LF CR (`FF[4]`, SimpleText).
pub(crate) fn rest_of_break(chars: &mut Peekable<Chars>, first: char) {
    let _ = chars.next_if_eq(if first == '\n' { &'\r' } else { &'\n' });
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
