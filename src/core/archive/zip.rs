//! Reads ZIP by the crate `zip`: entry by entry of the central directory, or, if that is missing, by the header before each
//! member.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom};

use flate2::Crc;
use flate2::bufread::DeflateDecoder;
use zip::read::{
    ArchiveOffset, Config, ZipFile, ZipFileEntry, read_zipfile_from_stream_with_options,
};
use zip::result::ZipError;
use zip::unstable::read::ZipIterable;
use zip::{CompressionMethod, ZipReadOptions};

use super::compressed::Zstd;

/// Signature of the header before a member.
const LOCAL: [u8; 4] = *b"PK\x03\x04";
/// Signature of an entry of the central directory.
const CENTRAL: [u8; 4] = *b"PK\x01\x02";
/// Signature of the record at the end.
const END: [u8; 4] = *b"PK\x05\x06";
/// Signature, which is optional, of the sizes after a member.
const DESCRIPTOR: [u8; 4] = *b"PK\x07\x08";

pub(super) enum ZipContent<'a> {
    Unwanted,
    /// A symbolic link, whose bytes are a path. Only the central directory marks links.
    Link,
    Encrypted,
    /// Its bytes, or the error of opening it.
    Bytes(io::Result<&'a mut dyn Read>),
}

/// Passes each entry of the central directory to `each`, by its name, until it returns false. Returns false if there is no
/// such directory. `listing` and `members` are two readers of the same archive. Fails if the directory is damaged, or
/// if `each` does.
pub(super) fn for_each(
    listing: impl Read + Seek,
    mut members: impl Read + Seek,
    wants: impl Fn(&[u8]) -> bool,
    mut each: impl FnMut(&[u8], ZipContent) -> io::Result<bool>,
) -> io::Result<bool> {
    let listing = BufReader::with_capacity(1 << 10, listing);
    let Some(mut archive) = directory(listing)? else { return Ok(false) };
    let entries = archive.files().map_err(io_error)?;
    for entry in entries.by_ref() {
        let entry = entry.map_err(|error| match io_error(error) {
            error if error.kind() == ErrorKind::InvalidData => damaged("the directory is damaged"),
            error => error,
        })?;
        let name = entry.name_raw().to_vec();
        let more = if !wants(&name) {
            each(&name, ZipContent::Unwanted)?
        } else if entry.is_symlink() {
            each(&name, ZipContent::Link)?
        } else if entry.encrypted() {
            each(&name, ZipContent::Encrypted)?
        } else {
            let mut opened = open(entry, &mut members);
            each(&name, ZipContent::Bytes(as_reader(&mut opened)))?
        };
        if !more {
            return Ok(true);
        }
    }
    check_end(entries.reader_mut())?;
    Ok(true)
}

/// Looks for what follows the last entry of the directory: entries that the end record doesn't count, since old programs
/// count only to 65,535; and another archive, whose end record is then at the file's end.
fn check_end(from: &mut impl Read) -> io::Result<()> {
    let (mut record, mut behind) = ([0; 22], [0; 4]);
    if from.read_exact(&mut record[..4]).is_ok() && record.starts_with(&CENTRAL) {
        return Err(damaged("the directory lists more members than its end says"));
    }
    if record.starts_with(&END) && from.read_exact(&mut record[4..]).is_ok() {
        let comment = u64::from(u16::from_le_bytes([record[20], record[21]]));
        io::copy(&mut from.take(comment), &mut io::sink())?;
        if from.read_exact(&mut behind).is_ok() && behind == LOCAL {
            return Err(damaged("another archive follows its end"));
        }
    }
    Ok(())
}

/// The central directory. `None` if it is missing, or belongs to another archive, which is a member of this one and after
/// which this one was cut off.
fn directory<R: Read + Seek>(mut file: R) -> io::Result<Option<ZipIterable<R>>> {
    let mut beginning = [0; 4];
    let begins_with_member = file.read_exact(&mut beginning).is_ok() && beginning == LOCAL;
    let archive_offset = match begins_with_member {
        true => ArchiveOffset::Known(0),
        false => ArchiveOffset::Detect,
    };
    match ZipIterable::try_new(file, Config { archive_offset }) {
        Ok(archive) => Ok((!(archive.is_empty() && begins_with_member)).then_some(archive)),
        Err(ZipError::Io(error)) if error.raw_os_error().is_some() => Err(error),
        Err(_) => Ok(None),
    }
}

enum Opened<'a, R: Read> {
    ByCrate(ZipFile<'a, R>),
    Zstd(Checked<Zstd<BufReader<io::Take<&'a mut R>>>>),
}

impl<R: Read> Read for Opened<'_, R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::ByCrate(file) => file.read(to).map_err(in_own_words),
            Self::Zstd(bytes) => bytes.read(to),
        }
    }
}

fn as_reader(opened: &mut io::Result<impl Read>) -> io::Result<&mut dyn Read> {
    match opened {
        Ok(bytes) => Ok(bytes),
        Err(error) => Err(std::mem::replace(error, ErrorKind::Other.into())),
    }
}

fn open<'a, R: Read + Seek>(
    entry: ZipFileEntry<'static>,
    members: &'a mut R,
) -> io::Result<Opened<'a, R>> {
    let (method, size, crc) = (entry.compression(), entry.compressed_size(), entry.crc32());
    let misplaced = |error| match error {
        ZipError::InvalidArchive(_) => damaged("a member isn't where the directory says"),
        error => io_error(error),
    };
    if method == CompressionMethod::ZSTD {
        let place =
            entry.with_reader(members, ZipReadOptions::new()).map_err(misplaced)?.data_start();
        members.seek(SeekFrom::Start(place.unwrap_or(0)))?;
        let bytes = Zstd::new(BufReader::new(members.take(size)));
        return Ok(Opened::Zstd(Checked { bytes, sum: Crc::new(), recorded: crc }));
    }
    is_known(method)?;
    entry.with_reader(members, ZipReadOptions::new()).map(Opened::ByCrate).map_err(misplaced)
}

fn is_known(method: CompressionMethod) -> io::Result<()> {
    if matches!(method, CompressionMethod::Stored | CompressionMethod::Deflated) {
        return Ok(());
    }
    let name = method.to_string();
    let number = name.trim_start_matches("Unsupported(").trim_end_matches(')');
    let message = format!("packed by method {number}, which isn't known");
    Err(io::Error::new(ErrorKind::Unsupported, message))
}

/// Passes each member of an archive without a directory to `each`, by its name, until it returns false. Bytes that
/// `each` doesn't read are skipped. Fails if a header or a member is damaged, or if `each` does.
pub(super) fn for_each_header(
    from: impl Read,
    mut each: impl FnMut(&[u8], ZipContent) -> io::Result<bool>,
) -> io::Result<()> {
    let mut from = BufReader::with_capacity(1 << 16, from);
    while !from.fill_buf()?.is_empty() {
        // If its size follows the member, the crate must not read any of its bytes.
        let options =
            ZipReadOptions::new().ignore_encryption_flag(true).override_compressed_size(0);
        let member = match read_zipfile_from_stream_with_options(&mut from, options) {
            Ok(Some(member)) => member,
            Ok(None) | Err(ZipError::InvalidArchive(_)) => return Ok(()),
            Err(error) => return Err(io_error(error)),
        };
        let name = member.name_raw().to_vec();
        let more = if member.encrypted() {
            each(&name, ZipContent::Encrypted)?
        } else if !member.flags().is_using_data_descriptor() {
            is_known(member.compression())?;
            each(&name, ZipContent::Bytes(Ok(&mut Opened::ByCrate(member))))?
        } else if member.compression() == CompressionMethod::Deflated {
            drop(member);
            let more = each(&name, ZipContent::Bytes(Ok(&mut DeflateDecoder::new(&mut from))))?;
            skip_descriptor(&mut from)?;
            more
        } else {
            return Err(damaged("a member's length is unknown"));
        };
        if !more {
            return Ok(());
        }
    }
    Ok(())
}

/// Skips a member's checksum and sizes behind it.
fn skip_descriptor(from: &mut impl Read) -> io::Result<()> {
    let mut first = [0; 4];
    from.read_exact(&mut first)?;
    from.read_exact(&mut [0; 12][..if first == DESCRIPTOR { 12 } else { 8 }])
}

fn damaged(message: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, message.to_owned())
}

fn io_error(error: ZipError) -> io::Error {
    match error {
        ZipError::Io(error) => error,
        error => error.into(),
    }
}

fn in_own_words(error: io::Error) -> io::Error {
    match &error.to_string()[..] {
        "Invalid checksum" => damaged("a member's checksum is wrong"),
        _ => error,
    }
}

/// Checks the checksum at a member's end.
struct Checked<R> {
    bytes: R,
    sum: Crc,
    recorded: u32,
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(to)?;
        self.sum.update(&to[..read]);
        if read == 0 && !to.is_empty() && self.sum.sum() != self.recorded {
            return Err(damaged("a member's checksum is wrong"));
        }
        Ok(read)
    }
}
