//! Recognises files that aren't game records by their first bytes: pictures, documents, programs, random data.

use std::fmt;

/// The kind of a file that isn't a game record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherFile(&'static str);

impl fmt::Display for OtherFile {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "not a game record: {}", self.0)
    }
}

/// The first bytes of files that can't be text. `?` matches any byte.
const MAGIC: [(&[u8], &str); 30] = [
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
    (
        b"version https://git-lfs.github.com/spec/",
        "Git LFS pointer; `git lfs pull` fetches the file",
    ),
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
    #[must_use]
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

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(bytes: impl AsRef<[u8]>) -> Option<&'static str> {
        OtherFile::recognise(bytes.as_ref()).map(|other| other.0)
    }

    /// Bytes of all values, in no order.
    fn noise(length: u32) -> Vec<u8> {
        (1..=length)
            .map(|n| (n.wrapping_mul(2_654_435_761).rotate_left(n % 32) >> 13) as u8)
            .collect()
    }

    #[test]
    fn other_files_are_told_by_their_first_bytes() {
        let program =
            [&b"MZ\x90"[..], &[0; 100], b"This program cannot be run in DOS mode"].concat();
        assert_eq!(kind(program), Some("Windows program"));
        assert_eq!(kind(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR(;B[aa])"), Some("PNG image"));
        assert_eq!(kind(b"\xff\xd8\xff\xe0\0\x10JFIF"), Some("JPEG image"));
        assert_eq!(kind(b"%PDF-1.7\n"), Some("PDF document"));
        assert_eq!(kind(b"\n<!DOCTYPE HTML><p>Not found (;)"), Some("HTML page"));
        assert_eq!(kind(noise(5000)), Some("binary data"));
        assert_eq!(kind([0; 100]), Some("binary data"));
    }

    #[test]
    fn records_with_stray_bytes_are_records() {
        let record = b"(;FF[4]SZ[9];B[ee])";
        let behind = |before: &[u8]| [before, record].concat();
        assert_eq!(kind(behind(b"<html><pre>")), None);
        assert_eq!(kind(behind(&noise(5000))), None);
        assert_eq!(kind(behind(&[0; 600])), None);
        assert_eq!(kind([&record[..], &noise(5000)].concat()), None);
        assert_eq!(kind(b"(;FF[4]C[\x01\x02\x03\x04];B[ee])"), None);
        assert_eq!(kind(behind(b"\xef\xbb\xbf\n")), None);
        for text in ["", "Hello", "BM[x];B[aa])", "MZ[19]", ";B[aa];W[bb]\x1a\x1a", "\u{feff}"] {
            assert_eq!(kind(text), None, "{text:?}");
        }
    }
}
