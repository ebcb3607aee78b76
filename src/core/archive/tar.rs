//! Reads tar by the crate `tar`, which doesn't notice by itself that an archive was cut off between two members, and reads
//! long names and extended headers into memory whatever their length.

use std::cell::Cell;
use std::io::{self, Read};

use tar::{Archive, Entry, EntryType};

/// Maximum number of bytes of headers before one member; real names and paths are far shorter.
const MAX_HEADERS: u64 = 1 << 20;

pub(super) struct TarMember<'a> {
    pub name: &'a [u8],
    /// Size in bytes.
    pub size: u64,
    /// Why its bytes can't be read, if so.
    pub unreadable: Option<&'static str>,
    pub bytes: &'a mut dyn Read,
}

/// Passes each file of a tar to `each`, until it returns false. Directories are skipped. Fails if the archive is
/// damaged or ends too early, or if `each` does.
pub(super) fn for_each(
    from: impl Read,
    mut each: impl FnMut(TarMember) -> io::Result<bool>,
) -> io::Result<()> {
    let (allowed, at_end) = (Cell::new(MAX_HEADERS), Cell::new(false));
    let mut archive = Archive::new(Metered { from, allowed: &allowed, at_end: &at_end });
    for entry in archive.entries()? {
        let mut entry = entry.map_err(in_own_words)?;
        let stored = entry.header().entry_size().unwrap_or(0).max(entry.size());
        // Bytes of it that aren't read are skipped together with the next headers.
        allowed.set(MAX_HEADERS.saturating_add(stored));
        let (name, is_sparse) = name_of(&mut entry);
        let unreadable = match entry.header().entry_type() {
            EntryType::Regular | EntryType::Continuous => is_sparse.then_some(SPARSE),
            EntryType::GNUSparse => Some(SPARSE),
            EntryType::Link => Some("a hard link to another member"),
            EntryType::Symlink => Some("a symbolic link"),
            EntryType::Char | EntryType::Block | EntryType::Fifo => Some("not a regular file"),
            // Directories and labels hold no bytes worth reading.
            _ => continue,
        };
        // Old programs wrote directories as files.
        if name.ends_with(b"/") {
            continue;
        }
        let size = entry.size();
        let bytes = &mut ToEnd { rest: if unreadable.is_some() { 0 } else { size }, entry };
        if !each(TarMember { name: &name, size, unreadable, bytes })? {
            return Ok(());
        }
    }
    match at_end.get() {
        true => Err(damaged("it ends without the blocks that mark its end")),
        false => Ok(()),
    }
}

const SPARSE: &str = "stored as a sparse file";

/// The name of an entry, and whether an extended header marks it as sparse.
fn name_of<R: Read>(entry: &mut Entry<R>) -> (Vec<u8>, bool) {
    let mut name = entry.path_bytes().into_owned();
    let mut is_sparse = false;
    if let Ok(Some(extensions)) = entry.pax_extensions() {
        for extension in extensions.filter_map(Result::ok) {
            is_sparse |= extension.key_bytes().starts_with(b"GNU.sparse");
            // The path in the ustar header is then only for programs that don't know sparse files.
            if extension.key_bytes() == b"GNU.sparse.name" {
                name = extension.value_bytes().to_vec();
            }
        }
    }
    (name, is_sparse)
}

fn damaged(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.to_owned())
}

fn in_own_words(error: io::Error) -> io::Error {
    let words = match &error.to_string()[..] {
        "archive header checksum mismatch" => "a header's checksum is wrong",
        "failed to read entire block" => "it ends within a header",
        "unexpected EOF during skip" => "it ends within a file",
        "members found describing a future member but no future member found" => {
            "it ends without the blocks that mark its end"
        }
        _ => return error,
    };
    damaged(words)
}

/// Reads at most the allowed number of bytes of an archive, and records whether its end was reached.
struct Metered<'a, R> {
    from: R,
    allowed: &'a Cell<u64>,
    at_end: &'a Cell<bool>,
}

impl<R: Read> Read for Metered<'_, R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let allowed = self.allowed.get();
        if allowed == 0 && !to.is_empty() {
            return Err(damaged("an extended header is too long"));
        }
        let most = to.len().min(usize::try_from(allowed).unwrap_or(usize::MAX));
        let read = self.from.read(&mut to[..most])?;
        self.allowed.set(allowed - read as u64);
        self.at_end.set(read == 0 && most > 0);
        Ok(read)
    }
}

/// The bytes of an entry; fails if there are fewer than its header declares.
struct ToEnd<R> {
    entry: R,
    rest: u64,
}

impl<R: Read> Read for ToEnd<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let most = to.len().min(usize::try_from(self.rest).unwrap_or(usize::MAX));
        let read = self.entry.read(&mut to[..most])?;
        if read == 0 && most > 0 {
            return Err(damaged("it ends within a file"));
        }
        self.rest -= read as u64;
        Ok(read)
    }
}
