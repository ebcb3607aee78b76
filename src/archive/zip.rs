//! Reads ZIP: by its central directory, and where that is missing by the headers before each member.
//!
//! After PKWARE's APPNOTE.TXT 6.3.10 (section 4.3 for the layout, 4.5.3 for ZIP64). A reader of its own
//! because the directory of an archive of a million records must not be held in memory: it is read
//! piece by piece beside the members.

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

use flate2::Crc;
use flate2::bufread::DeflateDecoder;

use super::zstd::Zstd;

const LOCAL: u32 = 0x0403_4b50;
const CENTRAL: u32 = 0x0201_4b50;
const END: [u8; 4] = *b"PK\x05\x06";
const END_64_LOCATOR: u32 = 0x0706_4b50;
const END_64: u32 = 0x0606_4b50;
const DESCRIPTOR: u32 = 0x0807_4b50;

/// Of a value of 32 bits that stands in the ZIP64 extra field.
const ELSEWHERE: u32 = u32::MAX;

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from(u16_at(bytes, at)) | u32::from(u16_at(bytes, at + 2)) << 16
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}

fn damaged(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_owned())
}

/// Where the central directory is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Directory {
    start: u64,
    end: u64,
    /// What stands before the archive, as of one that unpacks itself: places are counted from there.
    before: u64,
}

impl Directory {
    /// Finds it by the record at the file's end; `None` where there is none that makes sense.
    ///
    /// What looks like that record may be a part of the comment behind it, or of a member: of an archive
    /// that was cut off behind another in it, the inner one's. So one whose comment ends where the file does
    /// goes before others, and a file that begins with a member must be this archive's from its beginning.
    ///
    /// # Errors
    ///
    /// Whatever the system says.
    pub fn find(file: &mut (impl Read + Seek)) -> io::Result<Option<Self>> {
        let length = file.seek(SeekFrom::End(0))?;
        // A comment of up to 64 kB stands behind the record, the ZIP64 locator before it.
        let tail_start = length.saturating_sub(22 + 65_535 + 20);
        file.seek(SeekFrom::Start(tail_start))?;
        let mut tail = Vec::new();
        file.take(length - tail_start).read_to_end(&mut tail)?;
        let begins_with_member = signature(file, 0)? == Some(LOCAL);
        let ends_here = |&at: &usize| at + 22 + usize::from(u16_at(&tail, at + 20)) == tail.len();
        let (last, others): (Vec<usize>, Vec<usize>) = memchr::memmem::rfind_iter(&tail, &END)
            .filter(|at| at + 22 <= tail.len())
            .partition(ends_here);
        for ends in [last, others] {
            let mut of_another = false;
            for at in ends {
                let Some(found) = Self::at(file, &tail, tail_start, at)? else { continue };
                let is_sound = if found.start < found.end {
                    signature(file, found.start)? == Some(CENTRAL)
                } else {
                    u16_at(&tail, at + 10) == 0 && !begins_with_member
                };
                if is_sound && (found.before == 0 || !begins_with_member) {
                    return Ok(Some(found));
                }
                of_another |= is_sound;
            }
            if of_another {
                break;
            }
        }
        Ok(None)
    }

    /// The directory that the record here in the file's last bytes is of.
    fn at(
        file: &mut (impl Read + Seek),
        tail: &[u8],
        tail_start: u64,
        at: usize,
    ) -> io::Result<Option<Self>> {
        let record = &tail[at..];
        let (size, offset) = (u32_at(record, 12), u32_at(record, 16));
        let mut place = (u64::from(size), u64::from(offset));
        let mut end = tail_start + at as u64;
        if size == ELSEWHERE || offset == ELSEWHERE || u16_at(record, 10) == u16::MAX {
            let locator = at.checked_sub(20).map(|at| &tail[at..at + 20]);
            if let Some(locator) = locator.filter(|bytes| u32_at(bytes, 0) == END_64_LOCATOR) {
                file.seek(SeekFrom::Start(u64_at(locator, 8)))?;
                let mut record = [0; 56];
                if file.read_exact(&mut record).is_ok() && u32_at(&record, 0) == END_64 {
                    place = (u64_at(&record, 40), u64_at(&record, 48));
                    end = u64_at(locator, 8);
                }
            }
        }
        let (size, offset) = place;
        let start = end.checked_sub(size);
        let before = start.and_then(|start| start.checked_sub(offset));
        Ok(start.zip(before).map(|(start, before)| Self { start, end, before }))
    }
}

/// The four bytes that say what stands here; `None` at the file's end.
fn signature(file: &mut (impl Read + Seek), at: u64) -> io::Result<Option<u32>> {
    file.seek(SeekFrom::Start(at))?;
    let mut bytes = Vec::with_capacity(4);
    file.take(4).read_to_end(&mut bytes)?;
    Ok((bytes.len() == 4).then(|| u32_at(&bytes, 0)))
}

/// What the directory says of a member.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    pub name: Vec<u8>,
    flags: u16,
    method: u16,
    crc: u32,
    packed: u64,
    unpacked: u64,
    header: u64,
    /// Whether it is a symbolic link, whose bytes are a path; only the directory says so.
    pub is_link: bool,
}

/// Whether a directory's header is of a symbolic link: Unix says so in the upper half of the external attributes
/// (APPNOTE.TXT, 4.4.2 and 4.4.15).
fn is_link(head: &[u8]) -> bool {
    const UNIX: u8 = 3;
    const FORMAT: u32 = 0o170_000;
    const LINK: u32 = 0o120_000;
    head[5] == UNIX && u32_at(head, 38) >> 16 & FORMAT == LINK
}

impl Entry {
    pub fn is_encrypted(&self) -> bool {
        self.flags & 1 != 0
    }

    pub fn is_directory(&self) -> bool {
        self.name.ends_with(b"/")
    }

    /// The ZIP64 extra field holds what doesn't fit, in this order.
    fn read_extra(&mut self, mut extra: &[u8]) -> io::Result<()> {
        while extra.len() >= 4 {
            let (id, length) = (u16_at(extra, 0), usize::from(u16_at(extra, 2)));
            let Some(field) = extra.get(4..4 + length) else { break };
            if id == 1 {
                let mut values = field.chunks_exact(8);
                for value in [&mut self.unpacked, &mut self.packed, &mut self.header] {
                    if *value == u64::from(ELSEWHERE) {
                        let wide =
                            values.next().ok_or_else(|| damaged("a ZIP64 field is short"))?;
                        *value = u64_at(wide, 0);
                    }
                }
            }
            extra = &extra[4 + length..];
        }
        Ok(())
    }
}

/// The members of an archive by its central directory. `listing` and `members` are two readers of the
/// same archive.
pub(super) struct Zip<L, M: Read> {
    directory: Directory,
    listing: BufReader<L>,
    at: u64,
    members: BufReader<M>,
    /// Where `members` stands.
    place: u64,
}

impl<L: Read + Seek, M: Read + Seek> Zip<L, M> {
    pub fn new(directory: Directory, mut listing: L, mut members: M) -> io::Result<Self> {
        listing.seek(SeekFrom::Start(directory.start))?;
        members.seek(SeekFrom::Start(0))?;
        Ok(Self {
            directory,
            listing: BufReader::with_capacity(1 << 15, listing),
            at: directory.start,
            members: BufReader::with_capacity(1 << 17, members),
            place: 0,
        })
    }

    /// The next member; `None` at the end.
    ///
    /// # Errors
    ///
    /// If the directory is damaged.
    pub fn next_entry(&mut self) -> io::Result<Option<Entry>> {
        if self.at >= self.directory.end {
            return Ok(None);
        }
        let mut head = [0; 46];
        self.listing.read_exact(&mut head)?;
        if u32_at(&head, 0) != CENTRAL {
            return Err(damaged("the directory is damaged"));
        }
        let (name, extra, comment) = (u16_at(&head, 28), u16_at(&head, 30), u16_at(&head, 32));
        let mut entry = Entry {
            name: vec![0; usize::from(name)],
            flags: u16_at(&head, 8),
            method: u16_at(&head, 10),
            crc: u32_at(&head, 16),
            packed: u32_at(&head, 20).into(),
            unpacked: u32_at(&head, 24).into(),
            header: u32_at(&head, 42).into(),
            is_link: is_link(&head),
        };
        self.listing.read_exact(&mut entry.name)?;
        let mut rest = vec![0; usize::from(extra) + usize::from(comment)];
        self.listing.read_exact(&mut rest)?;
        entry.read_extra(&rest[..usize::from(extra)])?;
        self.at += 46 + (usize::from(name) + rest.len()) as u64;
        Ok(Some(entry))
    }

    /// A member's bytes.
    ///
    /// # Errors
    ///
    /// If it isn't where it should be, or packed in a way that isn't known.
    pub fn open<'a>(&'a mut self, entry: &Entry) -> io::Result<Box<dyn Read + 'a>> {
        if let Err(error) = self.go_to(entry) {
            // The next member may be sound, and the way there begins where this one has led.
            self.place = self.members.stream_position()?;
            return Err(error);
        }
        let place = &mut self.place;
        let packed = Counted { inner: (&mut self.members).take(entry.packed), place };
        let checked = Checked::new(unpacker(entry.method, packed)?, entry.crc);
        Ok(Box::new(checked.take(entry.unpacked.saturating_add(1))))
    }

    /// Goes behind a member's header.
    fn go_to(&mut self, entry: &Entry) -> io::Result<()> {
        let header = self.directory.before.saturating_add(entry.header);
        // Members mostly follow one another: what has been read ahead is kept.
        self.members.seek_relative(header.wrapping_sub(self.place) as i64)?;
        self.place = header;
        let mut head = [0; 30];
        self.members.read_exact(&mut head)?;
        self.place += 30;
        if u32_at(&head, 0) != LOCAL {
            return Err(damaged("a member isn't where the directory says"));
        }
        let skip = u64::from(u16_at(&head, 26)) + u64::from(u16_at(&head, 28));
        self.members.seek_relative(skip as i64)?;
        self.place += skip;
        Ok(())
    }
}

/// Counts what is read of a member, for the way to the next.
struct Counted<'a, R> {
    inner: R,
    place: &'a mut u64,
}

impl<R: BufRead> Read for Counted<'_, R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(to)?;
        *self.place += read as u64;
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Counted<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        *self.place += bytes as u64;
        self.inner.consume(bytes);
    }
}

fn unpacker<'a>(method: u16, packed: impl BufRead + 'a) -> io::Result<Box<dyn Read + 'a>> {
    match method {
        0 => Ok(Box::new(packed)),
        8 => Ok(Box::new(DeflateDecoder::new(packed))),
        93 => Ok(Box::new(Zstd::new(packed))),
        other => {
            let message = format!("packed by method {other}, which isn't known");
            Err(io::Error::new(io::ErrorKind::Unsupported, message))
        }
    }
}

/// Compares the checksum at a member's end.
struct Checked<R> {
    inner: R,
    sum: Crc,
    said: u32,
}

impl<R> Checked<R> {
    fn new(inner: R, said: u32) -> Self {
        Self { inner, sum: Crc::new(), said }
    }
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(to)?;
        self.sum.update(&to[..read]);
        if read == 0 && !to.is_empty() && self.sum.sum() != self.said {
            return Err(damaged("a member's checksum is wrong"));
        }
        Ok(read)
    }
}

/// The members of an archive without a directory, as one that was cut off, by the header before each.
pub(super) struct Headers<R> {
    from: R,
}

impl<R: BufRead> Headers<R> {
    pub fn new(from: R) -> Self {
        Self { from }
    }

    /// The next member; `None` where none follows.
    pub fn next_entry(&mut self) -> io::Result<Option<Entry>> {
        let mut head = [0; 30];
        loop {
            if self.from.read_exact(&mut head[..4]).is_err() {
                return Ok(None);
            }
            match u32_at(&head, 0) {
                LOCAL => break,
                // Behind a member whose size its header didn't know.
                DESCRIPTOR => self.from.read_exact(&mut [0; 12])?,
                _ => return Ok(None),
            }
        }
        self.from.read_exact(&mut head[4..])?;
        let mut entry = Entry {
            name: vec![0; usize::from(u16_at(&head, 26))],
            flags: u16_at(&head, 6),
            method: u16_at(&head, 8),
            crc: u32_at(&head, 14),
            packed: u32_at(&head, 18).into(),
            unpacked: u32_at(&head, 22).into(),
            header: 0,
            is_link: false,
        };
        self.from.read_exact(&mut entry.name)?;
        let mut extra = vec![0; usize::from(u16_at(&head, 28))];
        self.from.read_exact(&mut extra)?;
        entry.read_extra(&extra)?;
        Ok(Some(entry))
    }

    /// A member's bytes, which must be read to their end before the next member.
    pub fn open<'a>(&'a mut self, entry: &Entry) -> io::Result<Box<dyn Read + 'a>> {
        // Bit 3: sizes and checksum follow the member.
        if entry.flags & 8 != 0 && entry.packed == 0 {
            return match entry.method {
                8 => Ok(Box::new(DeflateDecoder::new(&mut self.from))),
                _ => Err(damaged("a member's length is unknown")),
            };
        }
        let packed = (&mut self.from).take(entry.packed);
        Ok(Box::new(Checked::new(unpacker(entry.method, packed)?, entry.crc)))
    }

    /// Skips a member without looking into it.
    pub fn skip_packed(&mut self, entry: &Entry) -> io::Result<()> {
        io::copy(&mut (&mut self.from).take(entry.packed), &mut io::sink()).map(drop)
    }
}
