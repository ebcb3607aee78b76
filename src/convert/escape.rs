//! Values as `FF[4]` writes them.

use crate::sgf::{escape_swallowed, skip_second_of_break};

/// Returns the canonical form of a decoded value that still has its escapes: `]` and `\` are escaped, `:` where it was, line
/// breaks become line feeds, and soft line breaks, which mean nothing, are removed.
pub(super) fn normal_value(raw: &str) -> String {
    if !raw.contains(['\\', ']', '\r']) {
        return escape_swallowed(raw.to_owned());
    }
    let mut out = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some(first @ ('\n' | '\r')) => skip_second_of_break(&mut chars, first),
                Some(escaped @ (']' | '\\' | ':')) => {
                    out.push('\\');
                    out.push(escaped);
                }
                Some(escaped) => out.push(escaped),
                None => out.push_str("\\\\"),
            },
            ']' => out.push_str("\\]"),
            '\n' | '\r' => {
                skip_second_of_break(&mut chars, c);
                out.push('\n');
            }
            c => out.push(c),
        }
    }
    escape_swallowed(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_one_normal_form() {
        for (raw, normal) in [
            ("plain", "plain"),
            (r"a [5d\] b", r"a [5d\] b"),
            ("a [5d] b", r"a [5d\] b"),
            (r"\a\:\\", r"a\:\\"),
            ("a\\\r\nb\r\nc\rd\n\re", "ab\nc\nd\ne"),
            ("end\\", "end\\\\"),
            ("\\\n]", r"\]"),
            (r"see ;B[p\d", r"see ;B\[pd"),
            (r"see ;B\[pd", r"see ;B\[pd"),
            ("see ;B[p", "see ;B[p"),
        ] {
            assert_eq!(normal_value(raw), normal, "{raw:?}");
            assert_eq!(normal_value(normal), normal, "{raw:?}");
        }
    }
}
