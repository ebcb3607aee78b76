//! Reads tar as a stream: POSIX ustar and pax, GNU long names.
//!
//! After POSIX.1-2017, "pax Interchange Format" and "ustar Interchange Format", and GNU tar's manual,
//! "Basic Tar Format". A reader of its own because it is small, keeps names bounded (they may be of any
//! length in a header that says so) and costs nothing a member.

use std::io::{self, BufRead, Read};

/// Everything in a tar is a number of blocks.
const BLOCK: usize = 512;

/// The longest name or set of extended headers that is read; paths of systems are far shorter.
const LONGEST: u64 = 1 << 20;

/// Whether a block is a header: its checksum says so.
pub(super) fn is_header(block: &[u8]) -> bool {
    let Some(block) = block.first_chunk::<BLOCK>() else { return false };
    block[0] != 0 && octal(&block[148..156]).is_some_and(|sum| sum == checksum(block))
}

fn checksum(block: &[u8; BLOCK]) -> u64 {
    // Half a block's sum has room in two bytes.
    let sum = |bytes: &[u8]| bytes.iter().map(|&byte| u16::from(byte)).sum::<u16>();
    let all: u32 = block.chunks(BLOCK / 2).map(|half| u32::from(sum(half))).sum();
    // The field of the sum itself counts as blanks.
    u64::from(all - u32::from(sum(&block[148..156])) + 8 * u32::from(b' '))
}

/// A number in octal digits, or, with its first bit set, in bytes (GNU).
fn octal(field: &[u8]) -> Option<u64> {
    if field[0] & 0x80 != 0 {
        let (head, tail) = field.split_at(field.len() - 8);
        let small =
            head.iter().enumerate().all(|(i, &b)| b & if i == 0 { 0x7f } else { 0xff } == 0);
        return small.then(|| tail.iter().fold(0, |n, &byte| n << 8 | u64::from(byte)));
    }
    let blanks = field.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    // No field is so long that this could be more than 64 bits.
    let (mut number, mut rest) = (0, &field[blanks..]);
    while let [digit @ b'0'..=b'7', behind @ ..] = rest {
        number = number << 3 | u64::from(digit - b'0');
        rest = behind;
    }
    let is_over = |&byte: &u8| byte == 0;
    let end = rest.iter().position(is_over).unwrap_or(rest.len());
    rest[..end].trim_ascii().is_empty().then_some(number)
}

fn damaged(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_owned())
}

/// Yields the files of a tar one by one.
pub(super) struct Tar<R> {
    from: R,
    /// Bytes of the last file, and of the filling behind it, that are still to be read.
    rest: u64,
    filling: u64,
    name: Vec<u8>,
    unread: Option<&'static str>,
}

impl<R: BufRead> Tar<R> {
    pub fn new(from: R) -> Self {
        Self { from, rest: 0, filling: 0, name: Vec::new(), unread: None }
    }

    /// Goes to the next file; false at the archive's end. Its name is [`Tar::name`] and its bytes are
    /// read from `self`.
    ///
    /// # Errors
    ///
    /// If the archive is damaged or ends too early.
    pub fn next_file(&mut self) -> io::Result<bool> {
        self.skip()?;
        let mut header = [0; BLOCK];
        let (mut long, mut pax) = (None, Pax::default());
        loop {
            match read_full(&mut self.from, &mut header)? {
                0 => return Err(damaged("it ends without the blocks that mark its end")),
                BLOCK => {}
                _ => return Err(damaged("it ends within a header")),
            }
            if header == [0; BLOCK] {
                return Ok(false);
            }
            if !is_header(&header) {
                return Err(damaged("a header's checksum is wrong"));
            }
            let size = octal(&header[124..136]).ok_or_else(|| damaged("a size is no number"))?;
            match header[156] {
                b'L' => long = Some(self.text(size)?),
                b'x' => pax = Pax::read(&self.text(size)?),
                b'g' | b'K' => drop(self.text(size)?),
                kind => {
                    if kind == b'S' && header[482] != 0 {
                        self.skip_holes()?;
                    }
                    self.set_rest(pax.size.unwrap_or(size))?;
                    self.unread = match kind {
                        b'0' | 0 | b'7' => pax.sparse.then_some("stored as a sparse file"),
                        b'S' => Some("stored as a sparse file"),
                        b'1' => Some("a hard link to another member"),
                        b'2' => Some("a symbolic link"),
                        b'3' | b'4' | b'6' => Some("not a regular file"),
                        // Directories and labels hold no bytes worth reading.
                        _ => {
                            self.skip()?;
                            (long, pax) = (None, Pax::default());
                            continue;
                        }
                    };
                    self.name.clear();
                    match (pax.path.take(), long.take()) {
                        (Some(name), _) | (None, Some(name)) => self.name = name,
                        (None, None) => ustar_name(&header, &mut self.name),
                    }
                    // Old programs wrote directories as files.
                    if self.name.ends_with(b"/") {
                        self.skip()?;
                        pax = Pax::default();
                        continue;
                    }
                    return Ok(true);
                }
            }
        }
    }

    /// The name of the file.
    pub fn name(&self) -> &[u8] {
        &self.name
    }

    /// Why the file isn't one that is read, if so.
    pub fn unread(&self) -> Option<&'static str> {
        self.unread
    }

    /// How many bytes of the file are left.
    pub fn rest(&self) -> u64 {
        self.rest
    }

    /// Goes behind the blocks that list where a sparse file's data go (GNU tar's manual, "Storing Sparse
    /// Files", old GNU format); each says whether another follows.
    fn skip_holes(&mut self) -> io::Result<()> {
        let mut block = [0; BLOCK];
        loop {
            if read_full(&mut self.from, &mut block)? < BLOCK {
                return Err(damaged("it ends within a header"));
            }
            if block[504] == 0 {
                return Ok(());
            }
        }
    }

    fn set_rest(&mut self, size: u64) -> io::Result<()> {
        if size > u64::MAX / 2 {
            return Err(damaged("a size is too large"));
        }
        (self.rest, self.filling) = (size, size.next_multiple_of(BLOCK as u64) - size);
        Ok(())
    }

    /// What is left of the file, as it stands in the reader's memory if all of it is there; else `room` is
    /// used. With an error if the archive ends too early; then it is what there was.
    pub fn read_rest<'t>(&'t mut self, room: &'t mut Vec<u8>) -> (&'t [u8], io::Result<()>) {
        if self.rest == 0 {
            return (&[], Ok(()));
        }
        let rest = usize::try_from(self.rest).unwrap_or(usize::MAX);
        if self.from.fill_buf().is_ok_and(|bytes| bytes.len() >= rest) {
            return match self.from.fill_buf() {
                Ok(bytes) => (&bytes[..rest], Ok(())),
                Err(error) => (&[], Err(error)),
            };
        }
        room.clear();
        let read = pass(&mut self.from, &mut self.rest, |bytes| room.extend_from_slice(bytes));
        (room, read)
    }

    fn skip(&mut self) -> io::Result<()> {
        pass(&mut self.from, &mut self.rest, |_| {})?;
        pass(&mut self.from, &mut self.filling, |_| {})
    }

    /// The text of an extended header.
    fn text(&mut self, size: u64) -> io::Result<Vec<u8>> {
        if size > LONGEST {
            return Err(damaged("an extended header is too long"));
        }
        self.set_rest(size)?;
        let mut text = Vec::new();
        pass(&mut self.from, &mut self.rest, |bytes| text.extend_from_slice(bytes))?;
        self.skip()?;
        if text.last() == Some(&0) {
            text.pop();
        }
        Ok(text)
    }
}

impl<R: Read> Read for Tar<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let most = to.len().min(usize::try_from(self.rest).unwrap_or(usize::MAX));
        let read = self.from.read(&mut to[..most])?;
        if read == 0 && most > 0 {
            return Err(damaged("it ends within a file"));
        }
        self.rest -= read as u64;
        Ok(read)
    }
}

/// Shows the next `rest` bytes as they stand in the reader's memory, and goes past them.
fn pass(from: &mut impl BufRead, rest: &mut u64, mut show: impl FnMut(&[u8])) -> io::Result<()> {
    while *rest > 0 {
        let bytes = match from.fill_buf() {
            Ok([]) => return Err(damaged("it ends within a file")),
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let passed = bytes.len().min(usize::try_from(*rest).unwrap_or(usize::MAX));
        show(&bytes[..passed]);
        from.consume(passed);
        *rest -= passed as u64;
    }
    Ok(())
}

/// Reads until `to` is full or the end is reached; how much that was.
fn read_full(from: &mut impl Read, to: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < to.len() {
        match from.read(&mut to[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// The name, with the prefix that ustar (and not GNU) has.
fn ustar_name(header: &[u8; BLOCK], name: &mut Vec<u8>) {
    let until_nul = |field: &'_ [u8]| field.iter().position(|&b| b == 0).unwrap_or(field.len());
    if &header[257..263] == b"ustar\0" {
        let prefix = &header[345..500];
        let prefix = &prefix[..until_nul(prefix)];
        if !prefix.is_empty() {
            name.extend_from_slice(prefix);
            name.push(b'/');
        }
    }
    let own = &header[..100];
    name.extend_from_slice(&own[..until_nul(own)]);
}

/// What an extended header says of the next file.
#[derive(Default)]
struct Pax {
    path: Option<Vec<u8>>,
    size: Option<u64>,
    /// Whether its holes were left out.
    sparse: bool,
}

impl Pax {
    /// Reads lines of the form `LENGTH KEY=VALUE`.
    fn read(mut text: &[u8]) -> Self {
        let mut pax = Self::default();
        let mut sparse_name = None;
        while let Some(blank) = text.iter().position(|&byte| byte == b' ') {
            let length = std::str::from_utf8(&text[..blank]).ok().and_then(|n| n.parse().ok());
            let Some(line) = length.and_then(|length: usize| text.get(blank + 1..length)) else {
                break;
            };
            text = &text[blank + 1 + line.len()..];
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            let Some(equals) = line.iter().position(|&byte| byte == b'=') else { continue };
            let value = &line[equals + 1..];
            match &line[..equals] {
                b"path" => pax.path = Some(value.to_vec()),
                b"size" => pax.size = std::str::from_utf8(value).ok().and_then(|n| n.parse().ok()),
                b"GNU.sparse.name" => sparse_name = Some(value.to_vec()),
                key => pax.sparse |= key.starts_with(b"GNU.sparse"),
            }
        }
        // The path is then one that old programs are to unpack the parts to.
        pax.sparse |= sparse_name.is_some();
        pax.path = sparse_name.or(pax.path);
        pax
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names and contents, and how the archive ended.
    fn files(archive: &[u8]) -> (Vec<(String, Vec<u8>)>, Option<String>) {
        let mut tar = Tar::new(archive);
        let mut files = Vec::new();
        loop {
            match tar.next_file() {
                Ok(true) => {}
                Ok(false) => return (files, None),
                Err(error) => return (files, Some(error.to_string())),
            }
            let mut bytes = Vec::new();
            let name = tar.name().escape_ascii().to_string();
            if let Err(error) = tar.read_to_end(&mut bytes) {
                return (files, Some(error.to_string()));
            }
            files.push((name, bytes));
        }
    }

    fn archive(long: &str) -> Vec<u8> {
        let mut builder = ::tar::Builder::new(Vec::new());
        for (name, size) in [("a.sgf", 0), ("d/b.sgf", 512), (long, 1000), ("c.sgf", 1)] {
            let mut header = ::tar::Header::new_gnu();
            header.set_size(size);
            header.set_mode(0o644);
            let bytes = vec![b'x'; size as usize];
            builder.append_data(&mut header, name, &bytes[..]).unwrap();
        }
        builder.into_inner().unwrap()
    }

    #[test]
    fn long_names_are_read() {
        let long = format!("{}x.sgf", "d/".repeat(200));
        let archive = archive(&long);
        let (found, error) = files(&archive);
        assert_eq!(error, None);
        let names: Vec<_> = found.iter().map(|(name, bytes)| (&name[..], bytes.len())).collect();
        assert_eq!(names, [("a.sgf", 0), ("d/b.sgf", 512), (&long[..], 1000), ("c.sgf", 1)]);
    }

    #[test]
    fn extended_headers_are_read() {
        let pax =
            Pax::read(b"16 path=\xe6/x.sgf\n11 size=12\n30 mtime=1432211437.123456789\nrubbish");
        assert_eq!((pax.path.as_deref(), pax.size), (Some(&b"\xe6/x.sgf"[..]), Some(12)));
        let sparse = Pax::read(b"22 GNU.sparse.major=1\n25 GNU.sparse.name=a.sgf\n9 path=b\n");
        assert_eq!((sparse.sparse, sparse.path.as_deref()), (true, Some(&b"a.sgf"[..])));
        assert!(Pax::read(b"999999999999999999999 path=x\n").path.is_none());
        assert!(Pax::read(b"2 path=x\n").path.is_none());
    }

    #[test]
    fn an_archive_that_is_cut_off_is_read_up_to_there() {
        let archive = archive("b.sgf");
        let whole = files(&archive).0;
        for end in 0..archive.len() {
            let (found, error) = files(&archive[..end]);
            assert!(whole.starts_with(&found), "{end}");
            // The blocks at the end are two; one is enough.
            assert_eq!(error.is_none(), end >= archive.len() - BLOCK, "{end}");
        }
    }

    #[test]
    fn large_sizes_are_binary() {
        assert_eq!(octal(b"\x80\0\0\0\0\0\0\x02\0\0\0\x01"), Some((2 << 32) + 1));
        assert_eq!(octal(b"\xff\0\0\0\0\0\0\x02\0\0\0\x01"), None);
        assert_eq!(octal(b"00000000644\0"), Some(0o644));
        assert_eq!(octal(b"        "), Some(0));
        for (field, number) in [
            (&b"12x\0"[..], None),
            (b" 12 \0x", Some(0o12)),
            (b"1 2\0", None),
            (b"8\0", None),
            (b"12", Some(0o12)),
            (b"\0\0\0", Some(0)),
            (b" \x000", Some(0)),
            (b"7777777 \0 ", Some(0o777_7777)),
        ] {
            assert_eq!(octal(field), number, "{}", field.escape_ascii());
        }
    }

    #[test]
    fn checksums_have_room() {
        assert_eq!(checksum(&[0xFF; BLOCK]), 504 * 255 + 256);
    }
}
