//! Opens files, even if a stranger may have made them: the one place that does.
//!
//! A directory of records may hold a pipe that nobody writes to, a device without an end, or a link to one. So
//! only regular files are opened there, without waiting, and each is read up to a limit.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Opens a file without waiting. Fails if it can't be read, or isn't a regular file.
pub fn open_regular(path: &Path) -> io::Result<File> {
    let check = |is_file| match is_file {
        true => Ok(()),
        false => Err(io::Error::other("not a regular file")),
    };
    // Opening a device may set it going, so its kind is looked at first.
    check(path.metadata()?.is_file())?;
    let file = open(path)?;
    // By now something else may lie there.
    check(file.metadata()?.is_file())?;
    Ok(file)
}

#[cfg(unix)]
fn open(path: &Path) -> io::Result<File> {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt;
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    File::options().read(true).custom_flags(flags.bits() as i32).open(path)
}

#[cfg(not(unix))]
fn open(path: &Path) -> io::Result<File> {
    File::open(path)
}

/// Reads a regular file of at most `most` bytes. Fails if it can't be read, has more, or isn't a regular file.
pub fn read_regular(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read(open_regular(path)?, most)
}

/// Opens a file that a person named, even a pipe or a device. This may wait for ever.
pub fn open_named(path: &Path) -> io::Result<File> {
    match path.metadata()? {
        there if there.is_file() => open_regular(path),
        _ => File::open(path),
    }
}

/// Reads at most `most` bytes of a file that a person named, even a pipe or a device. Fails if it can't be read, or has more.
pub fn read_named(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read(open_named(path)?, most)
}

fn read(file: File, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if file.take(most.saturating_add(1)).read_to_end(&mut bytes)? as u64 <= most {
        return Ok(bytes);
    }
    Err(io::Error::other(match most >> 20 {
        0 => format!("more than {most} bytes"),
        mebibytes => format!("more than {mebibytes} MiB"),
    }))
}
