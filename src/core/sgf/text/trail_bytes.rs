//! Steps over characters whose second byte can be `\` or `]`, without decoding them.

use encoding_rs::{BIG5, Encoding, GB18030, GBK, SHIFT_JIS};
use memchr::memchr_iter;

/// Whether the second byte of a character can look like `\` or `]`.
pub(super) fn has_unsafe_trails(encoding: &'static Encoding) -> bool {
    [SHIFT_JIS, BIG5, GBK, GB18030].contains(&encoding)
}

/// The next `]` that is neither escaped nor part of a character.
pub(super) fn find_bracket(
    encoding: &'static Encoding,
    bytes: &[u8],
    from: usize,
) -> Option<usize> {
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b']' => return Some(at),
            b'\\' => {
                at += 1;
                at += char_len(encoding, bytes, at);
            }
            0..=0x7f => at += 1,
            _ => at += char_len(encoding, bytes, at),
        }
    }
    None
}

/// First halves of characters with a `]` behind them, which a decoder would take for the second half.
/// Linear.
pub(super) fn cut_off_halves(encoding: &'static Encoding, bytes: &[u8], from: usize) -> Vec<usize> {
    let mut brackets = memchr_iter(b']', &bytes[from..]).map(|at| from + at);
    if !brackets.any(|at| at > from && is_cut_off(&bytes[at - 1..])) {
        return Vec::new();
    }
    let mut halves = Vec::new();
    let mut at = from;
    while at < bytes.len() {
        let length = char_len(encoding, bytes, at);
        if length == 1 && is_cut_off(&bytes[at..]) {
            halves.push(at);
        }
        at += length;
    }
    halves
}

/// Length of the character at a place: 1 or 2 bytes. A character of four bytes in GB18030 counts as two
/// characters of two, whose second bytes are digits.
fn char_len(encoding: &'static Encoding, bytes: &[u8], at: usize) -> usize {
    let is_lead = match bytes.get(at) {
        Some(0x81..=0x9f | 0xe0..=0xfc) => true,
        Some(0xa0..=0xdf | 0xfd..=0xfe) => encoding != SHIFT_JIS,
        _ => false,
    };
    if !is_lead {
        return 1;
    }
    match bytes.get(at + 1) {
        Some(b'0'..=b'9') if encoding != SHIFT_JIS => 2,
        // Only these two need to be right to the character. A decoder returns an ASCII byte on its own if
        // the pair means nothing.
        Some(b'\\' | b']') => {
            let is_char = !is_cut_off(&bytes[at..])
                && !encoding.decode_without_bom_handling(&bytes[at..at + 2]).1;
            1 + usize::from(is_char)
        }
        Some(0x40..=0x7e | 0x80..=0xfe) => 2,
        _ => 1,
    }
}

/// Whether the first half of a character stands here whose second half a program cut off, and then a `]`:
/// a property or a node follows, as it hardly does within text.
fn is_cut_off(bytes: &[u8]) -> bool {
    let [0x80..=0xff, b']', rest @ ..] = bytes else { return false };
    let rest = rest.trim_ascii_start();
    let rest = rest.strip_prefix(b";").map_or(rest, <[u8]>::trim_ascii_start);
    let letters = rest.iter().take(3).take_while(|byte| byte.is_ascii_uppercase()).count();
    matches!(letters, 1 | 2) && rest.get(letters) == Some(&b'[')
}
