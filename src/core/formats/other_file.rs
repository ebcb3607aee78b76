//! Recognises files that aren't game records by their first bytes: pictures, documents, programs, random data.

use std::fmt;

/// Names the kind of a file that isn't a game record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherFile(pub &'static str);

impl fmt::Display for OtherFile {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "not a game record: {}", self.0)
    }
}

const LFS: &str = "Git LFS pointer; `git lfs pull` fetches the file";

/// The first bytes of files that can't be text. `?` matches any byte.
const MAGIC: [(&[u8], &str); 32] = [
    (b"\x89PNG\r\n\x1a\n", "PNG image"),
    (b"\xff\xd8\xff", "JPEG image"),
    (b"GIF87a", "GIF image"),
    (b"GIF89a", "GIF image"),
    (b"BM????\0\0\0\0", "BMP image"),
    (b"II*\0", "TIFF image"),
    (b"MM\0*", "TIFF image"),
    (b"\0\0\x01\0", "icon"),
    (b"RIFF????WEBP", "WebP image"),
    (b"RIFF????AVI ", "AVI video"),
    (b"RIFF????WAVE", "WAV audio"),
    (b"????ftyp", "MP4 video or HEIF image"),
    (b"\x1a\x45\xdf\xa3", "Matroska video"),
    (b"OggS\0", "Ogg audio"),
    (b"fLaC\0", "FLAC audio"),
    (b"ID3\x02", "MP3 audio"),
    (b"ID3\x03", "MP3 audio"),
    (b"ID3\x04", "MP3 audio"),
    (b"%PDF-", "PDF document"),
    (b"%!PS-Adobe", "PostScript document"),
    (b"{\\rtf", "RTF document"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "Microsoft Office document"),
    (b"\x7fELF", "ELF program"),
    (b"\xfe\xed\xfa", "Mach-O program"),
    (b"?\xfa\xed\xfe", "Mach-O program"),
    (b"\xca\xfe\xba\xbe", "Java class or Mach-O program"),
    (b"\0asm", "WebAssembly program"),
    (b"SQLite format 3\0", "SQLite database"),
    (b"version https://git-lfs.github.com/spec/", LFS),
    (b"version https://hawser.github.com/spec/", LFS),
    (b"/annex/objects/", "git-annex pointer; `git annex get` fetches the file"),
    (b"MZ??????????????????????????????????????????????????????????\0\0", "Windows program"),
];

/// The beginnings of markup, in lower case. Records are found within it.
const MARKUP: [(&[u8], &str); 5] = [
    (b"<!doctype html", "HTML page"),
    (b"<html", "HTML page"),
    (b"<head", "HTML page"),
    (b"<svg", "SVG image"),
    (b"<?xml", "XML document"),
];

/// Number of bytes that binary data is recognised by.
const HEAD: usize = 4096;

/// Text has at most one control character per this many bytes, except in UTF-16 and UTF-32.
const BYTES_PER_CONTROL: usize = 32;

impl OtherFile {
    /// Returns the kind of a file that isn't a game record. Records with stray bytes, before the game or in it, are records. The file
    /// isn't in UTF-16. Linear in the length of a file that doesn't begin with a game, otherwise constant.
    pub fn recognise(bytes: &[u8]) -> Option<Self> {
        let content = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
        if opens_game(content) {
            return None;
        }
        if let Some((_, kind)) = MAGIC.iter().find(|(magic, _)| begins(content, magic)) {
            return Some(Self(kind));
        }
        let is_markup = |&&(start, _): &&(&[u8], _)| {
            content.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start))
        };
        let kind = match MARKUP.iter().find(is_markup) {
            Some((_, kind)) => kind,
            None if is_binary(&bytes[..bytes.len().min(HEAD)]) => "binary data",
            None => return None,
        };
        let has_game = memchr::memchr_iter(b'(', bytes).any(|open| opens_game(&bytes[open..]));
        (!has_game).then_some(Self(kind))
    }
}

fn begins(content: &[u8], magic: &[u8]) -> bool {
    let fits = |(byte, magic): (&u8, &u8)| *magic == b'?' || byte == magic;
    content.len() >= magic.len() && content.iter().zip(magic).all(fits)
}

/// Whether a game begins here: `(;` and a property with a value.
fn opens_game(content: &[u8]) -> bool {
    let Some(node) = content.strip_prefix(b"(").map(<[u8]>::trim_ascii_start) else { return false };
    let Some(property) = node.strip_prefix(b";").map(<[u8]>::trim_ascii_start) else {
        return false;
    };
    let letters = property.iter().take(20).take_while(|byte| byte.is_ascii_alphabetic()).count();
    property.first().is_some_and(u8::is_ascii_uppercase)
        && property[letters..].trim_ascii_start().first() == Some(&b'[')
}

/// Whether too many bytes are control characters for text.
fn is_binary(head: &[u8]) -> bool {
    let is_control = |byte: &&u8| matches!(byte, 0..=8 | 0x0e..=0x19 | 0x1c..=0x1f | 0x7f);
    let controls = head.iter().filter(is_control).count();
    controls * BYTES_PER_CONTROL > head.len()
}
