//! Rust source as tokens, as far as imports need them.

/// The identifiers of a source and each other character that isn't white space, without comments,
/// literals and items with `#[cfg(test)]`.
pub fn tokens(source: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let skipped = skip(rest);
        if skipped > 0 {
            rest = &rest[skipped..];
            continue;
        }
        let word = rest.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(rest.len());
        let length = word.max(first.len_utf8());
        if !first.is_whitespace() {
            tokens.push(rest[..length].to_owned());
        }
        rest = &rest[length..];
    }
    without_tests(&tokens)
}

/// The length of the comment, literal or lifetime at the start of a source, or 0.
fn skip(source: &str) -> usize {
    let until = |end: &str| source.find(end).map_or(source.len(), |at| at + end.len());
    if source.starts_with("//") {
        return until("\n");
    }
    if source.starts_with("/*") {
        return until("*/");
    }
    let prefix = source.find(|c| !matches!(c, 'b' | 'r' | '#')).unwrap_or(source.len());
    let raw = source[..prefix].contains('r');
    match source[prefix..].chars().next() {
        Some('"') if raw => {
            let end = format!("\"{}", "#".repeat(source[..prefix].matches('#').count()));
            let from = prefix + 1;
            source[from..].find(&end).map_or(source.len(), |at| from + at + end.len())
        }
        Some('"') if !source[..prefix].contains('#') => quoted(source, prefix, '"'),
        Some('\'') if prefix == 0 || &source[..prefix] == "b" => character(source, prefix),
        _ => 0,
    }
}

/// The end of the literal whose opening quote is at `start`.
fn quoted(source: &str, start: usize, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in source.char_indices().skip_while(|&(at, _)| at <= start) {
        if c == quote && !escaped {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    source.len()
}

/// The end of a character literal, or of the quote of a lifetime.
fn character(source: &str, start: usize) -> usize {
    let mut inside = source[start + 1..].chars();
    let is_literal = match inside.next() {
        Some('\\') => true,
        Some(_) => inside.next() == Some('\''),
        None => false,
    };
    if is_literal { quoted(source, start, '\'') } else { start + 1 }
}

/// Leaves out each item with `#[cfg(test)]`.
fn without_tests(tokens: &[String]) -> Vec<String> {
    const MARK: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at..].iter().take(MARK.len()).eq(MARK) {
            at += MARK.len() + item_length(&tokens[at + MARK.len()..]);
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}

/// The number of tokens up to the `;` or the `}` that ends an item.
fn item_length(tokens: &[String]) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate() {
        match &token[..] {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth -= 1,
            _ => {}
        }
        if depth == 0 && matches!(&token[..], ";" | "}") {
            return at + 1;
        }
    }
    tokens.len()
}

#[test]
fn literals_comments_and_tests_are_left_out() {
    let source = r##"
        // crate::a
        use crate::go /* crate::b */ ::Point;
        fn f<'a>(x: &'a str) -> char { g("\"crate::c", r#"crate"::d"#, b'\'', '"') }
        #[cfg(test)]
        mod tests { use crate::e; }
        const C: u8 = 1;
    "##;
    let words: Vec<String> =
        tokens(source).into_iter().filter(|t| t.chars().all(char::is_alphabetic)).collect();
    let expected = "use crate go Point fn f a x a str char g const C u";
    assert_eq!(words, expected.split(' ').filter(|w| *w != "u").collect::<Vec<_>>());
}
