//! Reads 7z by the crate `sevenz-rust2`: its list of members stands at the end, and members are packed
//! together, so that they come in the order in which they were packed.

use std::io::{self, Read, Seek};

use sevenz_rust2::{ArchiveReader, Error, Password};

/// Hands each file's name and bytes to `each`, until it says false. Bytes that `each` leaves unread are
/// skipped.
///
/// # Errors
///
/// If the archive is damaged or encrypted (`PermissionDenied`).
pub(super) fn for_each(
    from: impl Read + Seek,
    mut each: impl FnMut(&str, &mut dyn Read) -> bool,
) -> io::Result<()> {
    let mut reader = ArchiveReader::new(from, Password::empty()).map_err(told)?;
    // Several threads would tell damage in the words of whichever came upon it first.
    reader.set_thread_count(1);
    let mut more = true;
    let walked = reader.for_each_entries(|entry, bytes| {
        // After an end, the crate still goes on to the next block.
        if !more || entry.is_directory() {
            return Ok(more);
        }
        more = each(entry.name(), bytes);
        if more {
            io::copy(bytes, &mut io::sink())?;
        }
        Ok(more)
    });
    if more { walked.map_err(told) } else { Ok(()) }
}

fn told(error: Error) -> io::Error {
    match error {
        Error::PasswordRequired | Error::MaybeBadPassword(_) => {
            io::Error::new(io::ErrorKind::PermissionDenied, "the archive is encrypted")
        }
        Error::UnsupportedCompressionMethod(method) if method.contains("AES") => {
            io::Error::new(io::ErrorKind::PermissionDenied, "the archive is encrypted")
        }
        Error::Io(error, _) => error,
        Error::UnsupportedCompressionMethod(method) => io::Error::new(
            io::ErrorKind::Unsupported,
            format!("packed by {method}, which isn't known"),
        ),
        error => io::Error::new(io::ErrorKind::InvalidData, error.to_string()),
    }
}
