//! Text from records and paths, made safe to print.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;

/// A name from outside, displayed for people: what would command a terminal, break the line, hide or turn text is escaped,
/// and so is what would make the line a workflow command of GitHub, which knows them by `::` at the start of a line and by
/// `##[` anywhere.
#[derive(Clone, Copy, Debug)]
pub enum Shown<'a> {
    /// The path of a file or a directory, a different text for each. One that begins with `:` gets `./` in front, so that it
    /// stays a path.
    Path(&'a Path),
    /// Any other name, or a line that holds some.
    Text(&'a str),
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        let (text, is_path) = match self {
            Self::Path(path) => (path_text(path), true),
            Self::Text(text) => (Cow::Borrowed(*text), false),
        };
        // GitHub skips the blanks before it.
        let blanks = text.len() - text.trim_start().len();
        match text[blanks..].strip_prefix(':') {
            Some(_) if is_path => out.push_str("./"),
            Some(rest) => {
                push_printable(&mut out, &text[..blanks]);
                out.push_str("\\u{3a}");
                push_printable(&mut out, rest);
                return f.pad(&out);
            }
            None => {}
        }
        push_printable(&mut out, &text);
        f.pad(&out)
    }
}

/// Returns a path as text for data, a different text for each path; people see [`Shown::Path`]. Where names are bytes, a byte that
/// isn't UTF-8 becomes `\xNN`. A backslash becomes `\x5c` where it would look like the start of such an escape
/// or of one that [`push_printable`] writes.
pub fn path_text(path: &Path) -> Cow<'_, str> {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        escape_bytes(path.as_os_str().as_bytes())
    }
    #[cfg(not(unix))]
    path.to_string_lossy()
}

#[cfg(unix)]
fn escape_bytes(path: &[u8]) -> Cow<'_, str> {
    let looks_like_escape = |backslash: usize| match &path[backslash + 1..] {
        [b'x', a, b, ..] => a.is_ascii_hexdigit() && b.is_ascii_hexdigit(),
        [b't' | b'r' | b'n', ..] | [b'u', b'{', ..] => true,
        _ => false,
    };
    let ambiguous = memchr::memchr_iter(b'\\', path).any(looks_like_escape);
    if let (Ok(path), false) = (std::str::from_utf8(path), ambiguous) {
        return Cow::Borrowed(path);
    }
    let mut text = String::new();
    let mut at = 0;
    for chunk in path.utf8_chunks() {
        for c in chunk.valid().chars() {
            if c == '\\' && looks_like_escape(at) {
                text.push_str("\\x5c");
            } else {
                text.push(c);
            }
            at += c.len_utf8();
        }
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02x}"));
            at += 1;
        }
    }
    Cow::Owned(text)
}

/// Appends a text with its unprintable characters escaped, so that a record can't command a terminal, and so that no line is a
/// workflow command of GitHub the bracket of `##[`, and a colon of `::` after a blank.
pub fn push_printable(out: &mut String, text: &str) {
    let mut rest = text;
    while !rest.is_empty() {
        // Most text is ASCII, which is recognised byte by byte.
        let is_plain = |byte: &u8| matches!(byte, b' '..=b'~');
        let plain = rest.bytes().position(|byte| !is_plain(&byte)).unwrap_or(rest.len());
        let (ascii, other) = rest.split_at(plain);
        for (number, part) in ascii.split('[').enumerate() {
            if number > 0 {
                out.push_str(if out.ends_with("##") { "\\u{5b}" } else { "[" });
            }
            // A line may be broken at a blank, or begin with some, which GitHub skips.
            for (number, part) in part.split("::").enumerate() {
                if number > 0 {
                    let is_at_blank = out.ends_with(|c: char| c.is_whitespace() && c != '\n');
                    out.push_str(if is_at_blank { "\\u{3a}:" } else { "::" });
                }
                out.push_str(part);
            }
        }
        let mut chars = other.chars();
        match chars.next() {
            Some(c) if is_unprintable(c) => out.extend(c.escape_default()),
            Some(c) => out.push(c),
            None => {}
        }
        rest = chars.as_str();
    }
}

/// Returns a text as TOML writes it, on one line. What isn't printable is escaped.
pub fn toml_string(text: &str) -> String {
    if !text.contains(is_unprintable) && !text.contains("##[") {
        return toml::Value::from(text).to_string();
    }
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '[' if out.ends_with("##") => out.push_str("\\u005B"),
            c if is_unprintable(c) => out.push_str(&format!("\\U{:08X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Returns an error of the TOML parser on one line: the place, and what is wrong there.
pub(crate) fn toml_message(error: &toml::de::Error) -> String {
    let why = error.message().replace('\n', "; ");
    // The first line of the whole text is the place. The next ones are the line of the file.
    match (error.span(), error.to_string().lines().next()) {
        (Some(_), Some(place)) => format!("{place}: {why}"),
        _ => why,
    }
}

/// Whether a character commands a terminal, breaks a line, changes the direction of text, or is
/// invisible.
pub fn is_unprintable(c: char) -> bool {
    c.is_control() || is_default_ignorable(c) || is_other_format(c)
}

/// Unicode 17, `DerivedCoreProperties.txt`, `Default_Ignorable_Code_Point`.
fn is_default_ignorable(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fff8}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// The other characters of the categories Cf, Zl and Zp, and the braille pattern without dots.
fn is_other_format(c: char) -> bool {
    matches!(
        c,
        '\u{600}'..='\u{605}'
            | '\u{6dd}'
            | '\u{70f}'
            | '\u{890}'..='\u{891}'
            | '\u{8e2}'
            | '\u{2028}'..='\u{2029}'
            | '\u{2800}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{110bd}'
            | '\u{110cd}'
            | '\u{13430}'..='\u{1343f}'
    )
}

#[cfg(all(test, unix))]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    fn path(bytes: &[u8]) -> &Path {
        Path::new(OsStr::from_bytes(bytes))
    }

    #[test]
    fn each_path_has_a_text_of_its_own() {
        for (bytes, text) in [
            (&b"a/b.sgf"[..], "a/b.sgf"),
            ("柯\\洁\\x.sgf".as_bytes(), "柯\\洁\\x.sgf"),
            (b"\xff\xe9.sgf", "\\xff\\xe9.sgf"),
            (b"\\xff.sgf", "\\x5cxff.sgf"),
            (b"\\xf.\\xAB\xe9", "\\xf.\\x5cxAB\\xe9"),
            (b"\\\xff", "\\\\xff"),
            (b"a\\nb\\t\\r\\u{1b}\\u", "a\\x5cnb\\x5ct\\x5cr\\x5cu{1b}\\u"),
        ] {
            assert_eq!(path_text(path(bytes)), text);
        }
    }

    #[test]
    fn invisible_characters_are_unprintable() {
        let escaped = "\u{ad}\u{34f}\u{600}\u{61c}\u{17b4}\u{180b}\u{206a}\u{2028}\u{2800}\u{fe0f}\u{feff}\u{fffb}\u{110bd}\u{1bca0}\u{1d173}\u{e0001}\u{e0100}\u{e01ef}";
        assert!(escaped.chars().all(is_unprintable));
        let visible = "é柯ｱ이ё\u{3000}\u{a0}\u{301}\u{2801}\u{fffd}★";
        assert!(!visible.chars().any(is_unprintable));
    }

    #[test]
    fn toml_is_one_line_and_means_the_same() {
        for text in ["a", "a\nb", "\u{1b}\u{202e}\\\"'\t", "##[x]", "\r\n::x", "柯洁"] {
            let line = toml_string(text);
            assert!(!line.contains(is_unprintable) && !line.contains("##["), "{line:?}");
            let read: toml::Table = toml::from_str(&format!("a = {line}")).expect("TOML");
            assert_eq!(read["a"].as_str(), Some(text));
        }
        let error = toml::from_str::<toml::Table>("a = 1\n\"b\\nc\" = x").expect_err("no value");
        let message = toml_message(&error);
        assert!(message.contains("line 2") && !message.contains('\n'), "{message:?}");
    }

    #[test]
    fn paths_differ_for_people_too() {
        let shown = |bytes: &[u8]| Shown::Path(path(bytes)).to_string();
        assert_eq!(shown(b"x\ny.sgf"), "x\\ny.sgf");
        assert_eq!(shown(b"x\\ny.sgf"), "x\\x5cny.sgf");
        assert_eq!(shown(b"\xff\x1b\xc2\x85.sgf"), "\\xff\\u{1b}\\u{85}.sgf");
    }

    #[test]
    fn no_name_begins_a_workflow_command() {
        for (name, of_path, of_text) in [
            ("::error::x", "./::error::x", "\\u{3a}:error::x"),
            ("\u{3000} ::x", "./\u{3000} \\u{3a}:x", "\u{3000} \\u{3a}:x"),
            ("\n::x", "./\\n::x", "\\n\\u{3a}:x"),
            (":", "./:", "\\u{3a}"),
            ("a::x", "a::x", "a::x"),
            ("a ::x", "a \\u{3a}:x", "a \\u{3a}:x"),
            ("a##[error]x", "a##\\u{5b}error]x", "a##\\u{5b}error]x"),
            ("###[[", "###\\u{5b}[", "###\\u{5b}["),
            ("#[a]", "#[a]", "#[a]"),
        ] {
            assert_eq!(Shown::Path(Path::new(name)).to_string(), of_path);
            assert_eq!(Shown::Text(name).to_string(), of_text);
        }
        let mut parts = String::new();
        ["#", "#", "[x"].iter().for_each(|part| push_printable(&mut parts, part));
        assert_eq!(parts, "##\\u{5b}x");
    }
}
