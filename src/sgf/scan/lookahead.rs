//! What can begin at a place of a file.

/// Where a new thing can begin after a value.
pub(crate) fn starts_something(rest: &[u8]) -> bool {
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

/// Behind a run of such breaks, white space among them. `None` where there are none.
pub(crate) fn strip_literal_newlines(rest: &[u8]) -> Option<&[u8]> {
    let mut rest = behind_one(rest)?;
    while let Some(behind) = behind_one(rest) {
        rest = behind;
    }
    Some(rest)
}

fn behind_one(rest: &[u8]) -> Option<&[u8]> {
    match rest {
        [b'\\', b'r' | b'n', behind @ ..] => Some(behind.trim_ascii_start()),
        _ => None,
    }
}
