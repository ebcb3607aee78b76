//! What begins at a place of a file, judged by the next few bytes.

/// Whether a new thing can begin here, after a value: a node, a property with a value, the beginning or
/// the end of a tree, or the end of the file.
pub(super) fn starts_something(rest: &[u8]) -> bool {
    let Some(skip) = rest.iter().position(|b| !b.is_ascii_whitespace()) else { return true };
    let rest = &rest[skip..];
    match rest[0] {
        b';' | b')' | b'(' => true,
        b'\\' => strip_literal_newlines(rest).is_some_and(starts_something),
        b'A'..=b'Z' => {
            let letters = rest.iter().take(10).take_while(|b| b.is_ascii_alphanumeric()).count();
            let after = &rest[letters..];
            let gap = after.iter().take(4).take_while(|b| b.is_ascii_whitespace()).count();
            after.get(gap) == Some(&b'[')
        }
        _ => false,
    }
}

/// Whether a property comes next.
pub(super) fn starts_property(rest: &[u8]) -> bool {
    let rest = rest.trim_ascii_start();
    rest.first().is_some_and(u8::is_ascii_uppercase) && starts_something(rest)
}

/// Whether the `(` at the beginning of `open` begins a game: a `;` or a property follows.
pub(super) fn opens_game(open: &[u8]) -> bool {
    let mut next = open[1..].trim_ascii_start();
    next = strip_literal_newlines(next).unwrap_or(next);
    match next.first() {
        Some(b';') => true,
        Some(b'A'..=b'Z') => starts_something(next),
        _ => false,
    }
}

/// The bytes behind the `;` of the node that the `(` at the beginning of `open` begins with.
pub(super) fn first_node(open: &[u8]) -> Option<&[u8]> {
    Some(open[1..].trim_ascii_start().strip_prefix(b";")?.trim_ascii_start())
}

/// Whether a node begins with a property that only a root has.
pub(super) fn has_root_property(node: &[u8]) -> bool {
    [&b"GM["[..], b"FF[", b"SZ[", b"CA["].iter().any(|root| node.starts_with(root))
}

/// The bytes behind a run of line breaks written as `\n` or `\r`, in two characters, with white space
/// among them. `None` if there is no such run.
pub(crate) fn strip_literal_newlines(rest: &[u8]) -> Option<&[u8]> {
    let mut rest = strip_one(rest)?;
    while let Some(behind) = strip_one(rest) {
        rest = behind;
    }
    Some(rest)
}

fn strip_one(rest: &[u8]) -> Option<&[u8]> {
    match rest {
        [b'\\', b'r' | b'n', behind @ ..] => Some(behind.trim_ascii_start()),
        _ => None,
    }
}
