//! Findings as lines for people.

use std::borrow::Cow;
use std::fmt::Write;
use std::path::Path;

use super::count_breakdown::set_up;
use crate::audit::{Audit, Finding};
use crate::go::Color;
use crate::plural::pluralize;
use crate::sgf::Outcome;

/// `path:line:col: severity[name] message`, with the move where there is one.
pub fn finding_line(out: &mut String, path: &Path, game: u32, finding: &Finding) {
    printable(out, &shown_path(path));
    let Finding { line, column, severity, name, message, .. } = finding;
    if *line > 0 {
        write!(out, ":{line}:{column}").expect("a string takes everything");
    }
    write!(out, ": {severity}[{}] ", name.as_str()).expect("a string takes everything");
    if game > 1 {
        write!(out, "game {game}: ").expect("a string takes everything");
    }
    if let Some(number) = finding.move_number {
        write!(out, "move {number}: ").expect("a string takes everything");
    }
    printable(out, message);
    out.push('\n');
}

/// The book-keeping of a counted game (BGA appendix B): what each player's moves became, and the margins
/// both ways; nothing where the game wasn't counted.
pub fn count_line(out: &mut String, path: &Path, audit: &Audit) {
    let Some(score) = &audit.score else { return };
    printable(out, &shown_path(path));
    if audit.game > 1 {
        put(out, format_args!(", game {}", audit.game));
    }
    out.push_str(": count:");
    let (tally, count) = (&audit.replay.tally, &score.count);
    for color in Color::BOTH {
        let i = color.index();
        let passes = tally.passes[i] + tally.irregular[i] + score.added_passes[i];
        put(
            out,
            format_args!(
                " {color} {} = {} + {} lost + {passes} passed",
                pluralize(score.moves[i], "move"),
                pluralize(count.stones[i], "stone"),
                tally.lost[i] + count.dead[i],
            ),
        );
        if color == Color::Black && audit.replay.handicap.stones >= 2 {
            put(out, format_args!(" - {} handicap", audit.replay.handicap.stones - 1));
        }
        match set_up(audit, score)[i] {
            0 => {}
            more @ 1.. => put(out, format_args!(" - {more} set up")),
            less => put(out, format_args!(" + {} taken off", -less)),
        }
        put(out, format_args!(", territory {};", count.territory[i]));
    }
    put(
        out,
        format_args!(
            " area {}, territory {}",
            Outcome::from_white_margin(score.area_margin),
            Outcome::from_white_margin(score.territory_margin_completed)
        ),
    );
    if let Some(dead) = audit.dead.as_ref().filter(|dead| dead.source.is_judgement()) {
        put(out, format_args!("; dead stones: {}", dead.how()));
    }
    out.push('\n');
}

fn put(out: &mut String, text: std::fmt::Arguments) {
    out.write_fmt(text).expect("a string takes everything");
}

/// A path as text, a different one for each path. Where names are bytes, those that are no UTF-8 become
/// `\xNN`, and so does a backslash that would look like the beginning of one of them or of what
/// [`printable`] makes of a character.
#[must_use]
pub fn shown_path(path: &Path) -> Cow<'_, str> {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let bytes = path.as_os_str().as_bytes();
        // Those of bytes, and those that `printable` makes of what it hides.
        let escape = |at: usize| match &bytes[at + 1..] {
            [b'x', a, b, ..] => a.is_ascii_hexdigit() && b.is_ascii_hexdigit(),
            [b't' | b'r' | b'n', ..] | [b'u', b'{', ..] => true,
            _ => false,
        };
        let mut escapes = memchr::memchr_iter(b'\\', bytes).filter(|&at| escape(at)).peekable();
        if let (Some(path), None) = (path.to_str(), escapes.peek()) {
            return Cow::Borrowed(path);
        }
        let mut shown = String::new();
        let mut at = 0;
        for chunk in bytes.utf8_chunks() {
            for c in chunk.valid().chars() {
                if c == '\\' && escape(at) {
                    shown.push_str("\\x5c");
                } else {
                    shown.push(c);
                }
                at += c.len_utf8();
            }
            for byte in chunk.invalid() {
                write!(shown, "\\x{byte:02x}").expect("a string takes everything");
                at += 1;
            }
        }
        Cow::Owned(shown)
    }
    #[cfg(not(unix))]
    path.to_string_lossy()
}

/// Text of several lines for a terminal: all but its ends of lines as [`printable`] makes it.
#[must_use]
pub fn printable_lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            out.push('\n');
        }
        printable(&mut out, line);
    }
    out
}

/// Adds text with its control characters made visible, so that a record can't command a terminal.
pub fn printable(out: &mut String, text: &str) {
    for c in text.chars() {
        if is_hidden(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
}

/// Whether a character commands a terminal, breaks a line, reverses the direction of text and so hides what it
/// says, or isn't seen at all.
pub(super) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{115f}'
                | '\u{1160}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{2069}'
                | '\u{3164}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::Name;
    use crate::sgf::Span;

    #[cfg(unix)]
    #[test]
    fn paths_are_shown_as_they_are_and_each_in_its_own_way() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        for (path, shown) in [
            (&b"a/b.sgf"[..], "a/b.sgf"),
            ("柯\\洁\\x.sgf".as_bytes(), "柯\\洁\\x.sgf"),
            (b"\xff\xe9.sgf", "\\xff\\xe9.sgf"),
            (b"\\xff.sgf", "\\x5cxff.sgf"),
            (b"\\xf.\\xAB\xe9", "\\xf.\\x5cxAB\\xe9"),
            (b"\\\xff", "\\\\xff"),
            (b"a\\nb\\t\\r\\u{1b}\\u", "a\\x5cnb\\x5ct\\x5cr\\x5cu{1b}\\u"),
        ] {
            assert_eq!(shown_path(Path::new(OsStr::from_bytes(path))), shown);
        }
        // On a terminal, too.
        let on_terminal = |path: &[u8]| {
            let mut shown = String::new();
            printable(&mut shown, &shown_path(Path::new(OsStr::from_bytes(path))));
            shown
        };
        let [real, written] = [&b"x\ny.sgf"[..], b"x\\ny.sgf"].map(on_terminal);
        assert_eq!((&real[..], &written[..]), ("x\\ny.sgf", "x\\x5cny.sgf"));
    }

    #[test]
    fn terminals_are_safe() {
        let mut finding = Finding::new(Name::Ko, Span::new(4, 6), "a\x1b[31mb\u{202e}c\nd");
        (finding.line, finding.column, finding.move_number) = (3, 7, Some(12));
        let mut out = String::new();
        finding_line(&mut out, Path::new("x\ny.sgf"), 1, &finding);
        assert_eq!(out, "x\\ny.sgf:3:7: error[ko] move 12: a\\u{1b}[31mb\\u{202e}c\\nd\n");
    }
}
