//! CA properties: their places, and the charsets that they name.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use encoding_rs::Encoding;
use memchr::{memchr, memmem};

use crate::sgf::tree::Span;

/// The charset that a record's CA property names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Declared {
    Nothing,
    /// A known charset, and the span of its name.
    Known(&'static Encoding, Span),
    /// The name of a charset that can't be decoded here: the bytes by which it shifts from ASCII to other characters, if it is
    /// one of 7 bits, and the span of the name.
    Unsupported(Option<&'static [u8]>, Span),
    /// A name that no charset has, and its span.
    Unknown(Span),
}

impl Declared {
    /// The charset, if it is known.
    pub fn encoding(&self) -> Option<&'static Encoding> {
        match self {
            Self::Known(encoding, _) => Some(encoding),
            _ => None,
        }
    }

    /// The charset's name, the same for all names of a known one. `bytes` hold the CA property.
    pub(super) fn charset<'b>(&self, bytes: &'b [u8]) -> Option<&'b [u8]> {
        match self {
            Self::Known(encoding, _) => Some(encoding.name().as_bytes()),
            Self::Unsupported(_, name) => Some(name.of(bytes)),
            Self::Nothing | Self::Unknown(_) => None,
        }
    }

    /// Returns the span of the declared name. `None` if no encoding is declared.
    pub fn name(&self) -> Option<Span> {
        match self {
            Self::Nothing => None,
            Self::Known(_, span) | Self::Unsupported(_, span) | Self::Unknown(span) => Some(*span),
        }
    }
}

/// Maximum length of a charset's name, in bytes.
const MAX_NAME: usize = 256;

/// Number of bytes in which the first CA property is searched for.
const CA_WITHIN: usize = 64 * 1024;

/// The first CA property from `from` on.
pub(crate) fn first_declared(bytes: &[u8], from: usize) -> Declared {
    let end = bytes.len().min(from.saturating_add(CA_WITHIN));
    all_declared(&bytes[..end], from).next().unwrap_or(Declared::Nothing)
}

/// Whether some CA properties name different charsets.
pub(crate) fn has_conflicting_charsets(bytes: &[u8]) -> bool {
    let mut charsets = all_declared(bytes, 0).filter_map(|declared| declared.charset(bytes));
    charsets.next().is_some_and(|first| charsets.any(|charset| charset != first))
}

/// The names in all CA properties, as far as they decide the charset of a file: the first one, and all that differ.
pub(crate) fn charsets_named(bytes: &[u8]) -> (Option<String>, BTreeSet<String>) {
    let mut names = all_declared(bytes, 0).filter_map(|declared| {
        let name = declared.charset(bytes).or(Some(declared.name()?.of(bytes)))?;
        Some(String::from_utf8_lossy(name).into_owned())
    });
    let first = names.next();
    let others = names.filter(|name| Some(name) != first.as_ref()).collect();
    (first, others)
}

/// Maximum number of bytes of a game that its charset is judged by.
const GAME_WITHIN: usize = 16 * 1024;

/// The end of the bytes that the charset of the game at `from` is judged by: the next game with a CA property, or
/// the last node that begins within [`GAME_WITHIN`] bytes.
pub(crate) fn charset_scope_end(bytes: &[u8], from: usize) -> usize {
    let cut = bytes.len().min(from.saturating_add(GAME_WITHIN));
    let within = second_declared(&bytes[..cut], from).unwrap_or(cut);
    let head = &bytes[..within];
    // A game begins with `(;`, but so does a variation: only a root has a CA property in its first node.
    let next = memmem::find_iter(&head[from..], b"(;").map(|at| from + at).find(|&open| {
        if open == from {
            return false;
        }
        let root = &head[open..];
        let node = memchr::memchr2(b';', b')', &root[2..]).map_or(root.len(), |len| 2 + len);
        all_declared(&root[..node], 0).next().is_some()
    });
    match next {
        Some(next) => next,
        None if within < cut || cut == bytes.len() => within,
        None => memchr::memrchr(b';', &bytes[from..cut]).map_or(cut, |len| from + len),
    }
}

/// The `(` of the first game or variation with a CA property after an earlier CA property, which needn't be in
/// the root.
fn second_declared(head: &[u8], from: usize) -> Option<usize> {
    let mut before = None;
    places(head, from).find_map(|at| {
        let between = &head[before.replace(at)?..at];
        memmem::rfind(between, b"(;").map(|open| at - between.len() + open)
    })
}

static CA: LazyLock<memmem::Finder<'static>> = LazyLock::new(|| memmem::Finder::new(b"CA["));

/// All CA properties from `from` on.
pub(crate) fn all_declared(bytes: &[u8], from: usize) -> impl Iterator<Item = Declared> {
    places(bytes, from).filter_map(|at| {
        let start = at + 3;
        let len = memchr(b']', &bytes[start..bytes.len().min(start + MAX_NAME)])?;
        let span = Span::new(start, start + len);
        Some(match charset_of(span.of(bytes)) {
            Some(encoding) => Declared::Known(encoding, span),
            None if is_unsupported(span.of(bytes)) => {
                Declared::Unsupported(shift(span.of(bytes)), span)
            }
            None => Declared::Unknown(span),
        })
    })
}

/// The offsets of all CA properties from `from` on.
fn places(bytes: &[u8], from: usize) -> impl Iterator<Item = usize> {
    CA.find_iter(&bytes[from..]).map(move |offset| from + offset).filter(|&at| {
        // Neither in text nor at the end of another identifier. In old formats lower-case letters may precede it.
        let lower = at > 0 && bytes[at - 1].is_ascii_lowercase();
        let letters = || bytes[..at].iter().rev().take_while(|b| b.is_ascii_alphabetic()).count();
        let identifier = if lower { at - letters() } else { at };
        let before = bytes[..identifier].trim_ascii_end().last();
        before.is_none_or(|b| matches!(b, b';' | b']'))
    })
}

/// The charset of a name: a label of the WHATWG list (<https://encoding.spec.whatwg.org/#names-and-labels>), or
/// another name that records use.
pub fn charset_of(label: &[u8]) -> Option<&'static Encoding> {
    let label = label.trim_ascii();
    Encoding::for_label_no_replacement(label).or_else(|| {
        let plain = plain_name(label);
        let known = match &plain[..] {
            "gb2312charset" | "euccn" | "cp936" | "gb" | "gb23121980" => "gbk",
            "mskanji" | "cp932" | "windows932" | "sjis" => "shift_jis",
            "cp949" | "uhc" | "ksc56011987" | "korean" => "euc-kr",
            "cp950" | "big5charset" => "big5",
            "eucjp" | "ujis" => "euc-jp",
            "iso2022jp" | "jis" => "iso-2022-jp",
            "big5hkscs" | "hkscs" => "big5",
            "gb18030" => "gb18030",
            "koi8r" => "koi8-r",
            "koi8u" => "koi8-u",
            // A family of charsets without a number means the default of `FF[4]`.
            "iso88591" | "iso8859" | "latin1" | "latin" | "usascii" => "windows-1252",
            "iso885915" => "iso-8859-15",
            "mac" | "macroman" => "macintosh",
            "maccyrillic" | "macukrainian" => "x-mac-cyrillic",
            "utf8" | "unicode" | "utf8bom" | "utf8sig" | "cp65001" => "utf-8",
            "utf16" | "utf16le" => "utf-16le",
            "utf16be" => "utf-16be",
            _ => return windows_charset(&plain),
        };
        Encoding::for_label(known.as_bytes())
    })
}

/// The letters and digits of a charset's name, in lower case.
fn plain_name(label: &[u8]) -> String {
    let letters = label.iter().filter(|b| b.is_ascii_alphanumeric());
    let plain: String = letters.map(|b| char::from(b.to_ascii_lowercase())).collect();
    plain.strip_prefix("charset").map(str::to_owned).unwrap_or(plain)
}

/// Whether a name that [`charset_of`] doesn't know is of a charset all the same: one of IANA's list
/// (<https://www.iana.org/assignments/character-sets>) or a code page.
fn is_unsupported(label: &[u8]) -> bool {
    /// With a number after them.
    const PAGES: [&str; 10] =
        ["ibm", "csibm", "cp", "xcp", "dos", "oem", "pc", "cspc", "iso8859", "koi"];
    const FAMILIES: [&str; 24] = [
        "adobe",
        "armscii",
        "bocu",
        "csiso2022",
        "ebcdic",
        "euc",
        "georgian",
        "hproman",
        "hz",
        "iso2022",
        "johab",
        "koi8",
        "kz1048",
        "mac",
        "nextstep",
        "ptcp",
        "scsu",
        "tcvn",
        "tscii",
        "ucs",
        "unicode11",
        "utf1",
        "utf32",
        "viscii",
    ];
    let plain = plain_name(label);
    let plain = plain.strip_prefix('x').unwrap_or(&plain);
    let begins_number = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    PAGES.iter().any(|page| plain.strip_prefix(page).is_some_and(begins_number))
        || FAMILIES.iter().any(|family| plain.starts_with(family))
        || plain.contains("utf7")
        || (3..=5).contains(&plain.len()) && plain.bytes().all(|b| b.is_ascii_digit())
}

/// The bytes by which a charset of 7 bits shifts from ASCII to other characters (HZ: RFC 1843, UTF-7: RFC 2152, ISO-2022-KR:
/// RFC 1557).
fn shift(label: &[u8]) -> Option<&'static [u8]> {
    let plain = plain_name(label);
    [("hz", &b"~{"[..]), ("utf7", b"+"), ("iso2022", b"\x0e")]
        .into_iter()
        .find_map(|(name, shift)| plain.contains(name).then_some(shift))
}

/// A code page of Windows by its number: `Windows1251`, `CP-1250`, `ansi1252`.
fn windows_charset(plain: &str) -> Option<&'static Encoding> {
    let page = ["windows", "win", "cp", "ansi"].iter().find_map(|word| plain.strip_prefix(word))?;
    Encoding::for_label(format!("windows-{page}").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scope_of_a_charset_ends_where_another_is_declared() {
        let bytes = b"(;CA[gbk];B[aa](;W[bb])(;W[cc]))\n(;FF[4]CA[big5])";
        let second = bytes.len() - "(;FF[4]CA[big5])".len();
        assert_eq!(charset_scope_end(bytes, 0), second);
        assert_eq!(charset_scope_end(bytes, second), bytes.len());
        assert!(has_conflicting_charsets(bytes));
        assert!(!has_conflicting_charsets(b"(;CA[gbk])(;CA[GB2312])(;CA[nonsense])"));
        assert!(has_conflicting_charsets(b"(;CA[gbk])(;CA[IBM850])"));
        let outside_roots = b"(;;CA[gbk]C[x](;C[y]))(;;CA[big5])";
        assert_eq!(charset_scope_end(outside_roots, 0), b"(;;CA[gbk]C[x](;C[y]))".len());
        let twice = b"(;CA[gbk];CA[big5]C[x])";
        assert_eq!(charset_scope_end(twice, 0), twice.len());
        let long = [&b"(;CA[gbk]"[..], &b";B[aa]".repeat(10_000)].concat();
        assert!(
            charset_scope_end(&long, 0) <= GAME_WITHIN && long[charset_scope_end(&long, 0)] == b';'
        );
    }
}
