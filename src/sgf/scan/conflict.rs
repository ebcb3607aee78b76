//! Merge conflicts that git left in a file.

use memchr::{memchr_iter, memmem};

use crate::sgf::tree::Span;

/// A merge conflict: from its `<<<<<<<` to the end of the line with its `>>>>>>>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// All of it, with the markers.
    pub span: Span,
    /// Offset of the `=======` between the two sides; where the conflict ends if there is none.
    pub middle: u32,
}

/// The merge conflicts of a file, wherever their lines stand. Linear.
#[must_use]
pub fn conflicts(bytes: &[u8]) -> Vec<Conflict> {
    let mut conflicts: Vec<Conflict> = Vec::new();
    if memmem::find(bytes, b"<<<<<<<").is_none() {
        return conflicts;
    }
    let mut is_open = false;
    for start in [0].into_iter().chain(memchr_iter(b'\n', bytes).map(|end| end + 1)) {
        let Some((marker, end)) = marker_line(bytes, start) else { continue };
        match (marker, conflicts.last_mut()) {
            (b'<', _) => {
                let span = Span::new(start, end);
                conflicts.push(Conflict { span, middle: end as u32 });
                is_open = true;
            }
            (b'=', Some(conflict)) if is_open => {
                conflict.middle = start as u32;
                conflict.span.end = end as u32;
            }
            (b'>', Some(conflict)) if is_open => {
                conflict.span.end = end as u32;
                is_open = false;
            }
            _ => {}
        }
    }
    conflicts
}

/// The character of the conflict marker that a line begins with, and the offset of the line's end. `None` if `start` isn't
/// where a line with a marker begins.
pub(super) fn marker_line(bytes: &[u8], start: usize) -> Option<(u8, usize)> {
    const LENGTH: usize = 7;
    let rest = bytes.get(start..)?;
    let &marker = rest.first()?;
    let is_line = start == 0 || matches!(bytes[start - 1], b'\n' | b'\r');
    let run = rest.iter().take(LENGTH + 1).take_while(|&&byte| byte == marker).count();
    if !is_line || run != LENGTH || !matches!(marker, b'<' | b'=' | b'>' | b'|') {
        return None;
    }
    let length = rest.iter().take_while(|byte| !matches!(byte, b'\n' | b'\r')).count();
    // Git writes a blank and a name behind the others.
    let is_whole = match marker {
        b'=' => length == LENGTH,
        _ => length == LENGTH || rest[LENGTH] == b' ',
    };
    is_whole.then_some((marker, start + length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conflicts_have_two_sides() {
        let bytes = b"(;\n<<<<<<< HEAD\nPB[a]\n=======\nPB[b]\n>>>>>>> branch\n)\n=======\n<<<<<<< x\n<<<<<<<<\n";
        let conflict = |start, middle, end| Conflict { span: Span::new(start, end), middle };
        assert_eq!(conflicts(bytes), [conflict(3, 22, 50), conflict(61, 70, 70)]);
        assert_eq!(conflicts(b"a <<<<<<< HEAD\n=======\n"), []);
    }
}
