//! Reads 7z by the crate `sevenz-rust2`. The list of members is at the end of the file. Members are compressed together, so
//! they are read in the order in which they were compressed.

use std::io::{self, Read, Seek};

use sevenz_rust2::{ArchiveReader, Error, Password};

/// Passes each file's name and bytes to `each`, until that returns false. `each` has to read all of the bytes, since the
/// next file begins where it stops. The rest of a damaged block is skipped. Fails if the archive is damaged or
/// encrypted (`PermissionDenied`), or if `each` does.
pub(super) fn for_each(
    from: impl Read + Seek,
    mut each: impl FnMut(&str, &mut dyn Read) -> io::Result<bool>,
) -> io::Result<()> {
    let mut reader = ArchiveReader::new(from, Password::empty()).map_err(io_error)?;
    // With several threads the message would depend on which of them came upon the damage first.
    reader.set_thread_count(1);
    let (mut more, mut damage) = (true, None);
    let walked = reader.for_each_entries(|entry, bytes| {
        // After `Ok(false)`, the crate still continues with the next block.
        if !more || entry.is_directory() {
            return Ok(more);
        }
        let mut bytes = UntilDamage { inner: bytes, damage: None };
        more = each(entry.name(), &mut bytes)?;
        let sound = bytes.damage.is_none();
        damage = damage.take().or(bytes.damage);
        Ok(more && sound)
    });
    match damage {
        _ if !more => Ok(()),
        Some((kind, message)) => walked.map_err(io_error).and(Err(io::Error::new(kind, message))),
        None => walked.map_err(io_error),
    }
}

/// Reads up to the first damage. Beyond it, the crate may never come to an end.
struct UntilDamage<'r> {
    inner: &'r mut dyn Read,
    damage: Option<(io::ErrorKind, String)>,
}

impl Read for UntilDamage<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if let Some((kind, message)) = &self.damage {
            return Err(io::Error::new(*kind, message.clone()));
        }
        self.inner.read(to).inspect_err(|error| {
            let wrong_sum = error.get_ref().and_then(|inner| inner.downcast_ref::<Error>());
            // A wrong checksum is reported after the last byte.
            if !matches!(wrong_sum, Some(Error::ChecksumVerificationFailed)) {
                self.damage = Some((error.kind(), error.to_string()));
            }
        })
    }
}

fn io_error(error: Error) -> io::Error {
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
        Error::Other(message) => io::Error::new(io::ErrorKind::InvalidData, message),
        error => io::Error::new(io::ErrorKind::InvalidData, error.to_string()),
    }
}
