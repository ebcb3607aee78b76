//! Reads 7z by the crate `sevenz-rust2`: its list of members stands at the end, and members are packed
//! together, so that they come in the order in which they were packed.

use std::io::{self, Read, Seek};

use sevenz_rust2::{ArchiveReader, Error, Password};

/// Hands each file's name and bytes to `each`, until it says false. It has to read all of the bytes: the next
/// file begins where it stopped. Of a damaged block the rest is passed over.
///
/// # Errors
///
/// If the archive is damaged or encrypted (`PermissionDenied`), or what `each` fails with.
pub(super) fn for_each(
    from: impl Read + Seek,
    mut each: impl FnMut(&str, &mut dyn Read) -> io::Result<bool>,
) -> io::Result<()> {
    let mut reader = ArchiveReader::new(from, Password::empty()).map_err(told)?;
    // Several threads would tell damage in the words of whichever came upon it first.
    reader.set_thread_count(1);
    let (mut more, mut damage) = (true, None);
    let walked = reader.for_each_entries(|entry, bytes| {
        // After an end, the crate still goes on to the next block.
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
        Some((kind, message)) => walked.map_err(told).and(Err(io::Error::new(kind, message))),
        None => walked.map_err(told),
    }
}

/// Reads until something is damaged: read on after that, the crate may never come to an end.
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
            // That is said when all has been read.
            if !matches!(wrong_sum, Some(Error::ChecksumVerificationFailed)) {
                self.damage = Some((error.kind(), error.to_string()));
            }
        })
    }
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
        Error::Other(message) => io::Error::new(io::ErrorKind::InvalidData, message),
        error => io::Error::new(io::ErrorKind::InvalidData, error.to_string()),
    }
}
