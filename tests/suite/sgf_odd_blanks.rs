//! Blanks around and within names.

use sgf_audit_core::sgf::{Span, Text, odd_blanks};

#[test]
fn blanks_are_found_at_the_ends_and_in_rows() {
    let tidied = |name: &str| {
        let text = Text::new(name.as_bytes());
        let mut tidy = name.to_owned();
        for (span, meant) in odd_blanks(&text, Span::new(0, name.len())).into_iter().rev() {
            tidy.replace_range(span.start as usize..span.end as usize, meant);
        }
        tidy
    };
    for (name, tidy) in [
        (" Lee Sedol", "Lee Sedol"),
        ("Lee Sedol\n", "Lee Sedol"),
        ("Lee  Sedol", "Lee Sedol"),
        ("Lee \t Sedol ", "Lee Sedol"),
        ("Lee \r\nGu ", "Lee \r\nGu"),
        ("　田中　太郎　", "田中　太郎"),
        ("田中　　太郎", "田中 太郎"),
        ("Lee　Sedol", "Lee Sedol"),
        ("田中 太郎", "田中 太郎"),
        ("Lee Se Dol", "Lee Se Dol"),
        ("no\u{a0}break", "no\u{a0}break"),
        ("  ", "  "),
        ("a\\] b ", "a\\] b "),
        ("Lee\n WR[9p", "Lee\n WR[9p"),
        ("", ""),
    ] {
        assert_eq!(tidied(name), tidy, "{name:?}");
    }
}
