//! Escaping of text in values, and what a value holds whose `]` is missing.

use memchr::memrchr2_iter;

use crate::sgf::tree::{FfVersions, Ident};

/// Plain text as the content of a value, with `]` and `\` escaped.
pub(crate) fn escaped(text: &str) -> String {
    escape_swallowed(text.replace('\\', "\\\\").replace(']', "\\]"))
}

/// Escapes the last `[` in a value's content that nothing closes. Unescaped it could be read as that of a property after a
/// missing `]`.
pub(crate) fn escape_swallowed(mut content: String) -> String {
    if let Some(bracket) = open_bracket(content.as_bytes()) {
        content.insert(bracket, '\\');
    }
    content
}

/// The end of a value's content that looks like a node or a property. If it is one, the value's `]` is missing, or a
/// backslash escapes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Swallowed {
    /// Length of the content before it, without white space at the end.
    pub value: usize,
    /// Offset of the node or the property.
    pub start: usize,
    pub kind: SwallowedKind,
    /// Whether an escaped `]` precedes it.
    pub is_escaped: bool,
}

/// The syntax that a value may have swallowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SwallowedKind {
    /// A node with a move.
    Move,
    /// The first node of a variation or of a game.
    Variation,
    /// A property, with or without the `;` of its node.
    Property(Ident),
}

impl Swallowed {
    /// What the content of a value ends with: its last `[` that no `]` follows and an identifier of a known property
    /// precedes. Linear.
    pub(crate) fn read(content: &[u8]) -> Option<Self> {
        let bracket = open_bracket(content)?;
        let (id, start) = known_ident(&content[..bracket])?;
        let tail = &content[bracket + 1..];
        let before = content[..start].trim_ascii_end();
        let is_move = matches!(&content[start..bracket], b"B" | b"W");
        let is_point = matches!(tail.len(), 0 | 2) && tail.iter().all(u8::is_ascii_lowercase);
        let Some(mut text) = before.strip_suffix(b";") else {
            return Some(Self::new(before, start, SwallowedKind::Property(id)));
        };
        let mut kind =
            if is_move && is_point { SwallowedKind::Move } else { SwallowedKind::Property(id) };
        let mut start = text.len();
        // The first node of a variation follows a `(`, and perhaps the `)` of the variation before.
        if let Some(before) = text.trim_ascii_end().strip_suffix(b"(") {
            start = before.len();
            text = before.trim_ascii_end();
            while let Some(before) = text.strip_suffix(b")") {
                start = before.len();
                text = before.trim_ascii_end();
            }
            if kind != SwallowedKind::Move {
                kind = SwallowedKind::Variation;
            }
        }
        Some(Self::new(text, start, kind))
    }

    fn new(text: &[u8], start: usize, kind: SwallowedKind) -> Self {
        let text = text.trim_ascii_end();
        let is_escaped = text.ends_with(b"\\]") && !closes_bracket(text);
        Self { value: text.len() - usize::from(is_escaped), start, kind, is_escaped }
    }
}

/// The offset of the last `[` in a value's content that no `]` of its own follows, unless a backslash precedes it.
pub(crate) fn open_bracket(content: &[u8]) -> Option<usize> {
    let mut closed = 0usize;
    for at in memrchr2_iter(b'[', b']', content) {
        match (content[at], closed) {
            (b']', _) => closed += 1,
            (_, 0) => {
                let backslashes = content[..at].iter().rev().take_while(|&&byte| byte == b'\\');
                return backslashes.count().is_multiple_of(2).then_some(at);
            }
            _ => closed -= 1,
        }
    }
    None
}

/// Whether a text has an escaped `]` a few bytes before its end that closes no bracket of the text.
pub(crate) fn follows_escaped_end(text: &[u8]) -> bool {
    const MAX_BETWEEN: usize = 12;
    let from = text.len().saturating_sub(MAX_BETWEEN);
    let end = memchr::memmem::rfind(&text[from..], b"\\]").map(|at| from + at + 2);
    end.is_some_and(|end| !closes_bracket(&text[..end]))
}

/// Whether the `]` at the end of a text closes a `[` of the text.
fn closes_bracket(text: &[u8]) -> bool {
    let mut open = 0usize;
    for at in memrchr2_iter(b'[', b']', text) {
        match text[at] {
            b']' => open += 1,
            _ if open == 1 => return true,
            _ => open -= 1,
        }
    }
    false
}

/// The identifier of a known property that a text ends with, and its offset. One of a single letter isn't part of a word.
fn known_ident(text: &[u8]) -> Option<(Ident, usize)> {
    let is_known = |length: usize| {
        let start = text.len().checked_sub(length)?;
        let id = Ident::read(&text[start..]);
        let is_known = text[start..].iter().all(u8::is_ascii_uppercase)
            && id.info().formats != FfVersions::None;
        is_known.then_some((id, start))
    };
    is_known(2).or_else(|| {
        is_known(1).filter(|&(_, start)| start == 0 || !text[start - 1].is_ascii_alphanumeric())
    })
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
            ("see B[pd", r"see B\[pd"),
            ("see (;SZ[9", r"see (;SZ\[9"),
            ("see [pd", r"see \[pd"),
            ("see [pd] [", r"see [pd\] \["),
        ] {
            assert_eq!(escaped(text), value);
        }
    }

    #[test]
    fn swallowed_ends() {
        use SwallowedKind::{Move, Property, Variation};
        let property = |name| Property(Ident::new(name));
        for (content, read) in [
            ("x;B[pd", Some(("x", ";B[pd", Move))),
            ("x ) (;W[", Some(("x", ") (;W[", Move))),
            ("p2)\n(;SZ[9", Some(("p2", ")\n(;SZ[9", Variation))),
            ("Ann PW[Bob", Some(("Ann", "PW[Bob", property("PW")))),
            ("6.5PB[Ann", Some(("6.5", "PB[Ann", property("PB")))),
            ("Ann PW[Bob [5d\\]", Some(("Ann", "PW[Bob [5d\\]", property("PW")))),
            ("a;C[b", Some(("a", ";C[b", property("C")))),
            ("D:\\kifu\\]PB[Ann", Some(("D:\\kifu\\", "PB[Ann", property("PB")))),
            ("Ann [5d\\];B[pd", Some(("Ann [5d\\]", ";B[pd", Move))),
            ("Ann [5d\\]", None),
            ("Ann [5d", None),
            ("USA[", None),
            ("Ann", None),
        ] {
            let swallowed = Swallowed::read(content.as_bytes())
                .map(|end| (&content[..end.value], &content[end.start..], end.kind));
            assert_eq!(swallowed, read, "{content}");
        }
    }
}
