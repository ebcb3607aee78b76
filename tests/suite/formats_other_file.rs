//! Files that are no records are recognised by their first bytes.

use sgf_audit_core::formats::OtherFile;

fn kind(bytes: impl AsRef<[u8]>) -> Option<String> {
    OtherFile::recognise(bytes.as_ref()).map(|other| other.to_string())
}

fn a_file(kind: &str) -> Option<String> {
    Some(format!("not a game record: {kind}"))
}

/// Bytes of all values, in no order.
fn noise(length: u32) -> Vec<u8> {
    (1..=length).map(|n| (n.wrapping_mul(2_654_435_761).rotate_left(n % 32) >> 13) as u8).collect()
}

#[test]
fn other_files_are_told_by_their_first_bytes() {
    let program = [&b"MZ\x90"[..], &[0; 100], b"This program cannot be run in DOS mode"].concat();
    assert_eq!(kind(program), a_file("Windows program"));
    assert_eq!(kind(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR(;B[aa])"), a_file("PNG image"));
    assert_eq!(kind(b"\xff\xd8\xff\xe0\0\x10JFIF"), a_file("JPEG image"));
    assert_eq!(kind(b"%PDF-1.7\n"), a_file("PDF document"));
    assert_eq!(kind(b"\n<!DOCTYPE HTML><p>Not found (;)"), a_file("HTML page"));
    assert_eq!(kind(noise(5000)), a_file("binary data"));
    assert_eq!(kind([0; 100]), a_file("binary data"));
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
