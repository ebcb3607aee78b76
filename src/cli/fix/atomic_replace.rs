//! Replaces a file atomically, and only if it hasn't changed since it was read.

use std::fs::{self, File, Metadata};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::atomic_file::open_temporary;
use sgf_audit_core::guarded_file::{open_named, open_regular, read_regular};

/// A file and the bytes that were read from it.
#[derive(Debug)]
pub struct Original {
    path: PathBuf,
    meta: Metadata,
    bytes: Vec<u8>,
}

impl Original {
    /// Reads a file of at most `max_bytes` bytes. Fails if it isn't a regular file, is larger, or can't be read.
    pub fn read(path: &Path, max_bytes: u32) -> io::Result<Self> {
        let path = fs::canonicalize(path)?;
        let file = open_regular(&path)?;
        let meta = file.metadata()?;
        let mut bytes = Vec::new();
        (&file).take(u64::from(max_bytes) + 1).read_to_end(&mut bytes)?;
        if bytes.len() > max_bytes as usize {
            return Err(io::Error::other(format!("more than {max_bytes} bytes")));
        }
        Ok(Self { path, meta, bytes })
    }

    /// The path with links followed, from which the bytes were read and to which they are written.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Replaces the file: the new one is written beside it and renamed. It keeps the permissions, on Linux and macOS also access
    /// lists and other extended attributes, and the owner if the system allows it. Fails if the file can't be written,
    /// is read-only, has hard links or attributes that can't be copied, or has changed since it was read. Then it stays
    /// as it is.
    pub fn replace(&self, with: &[u8]) -> io::Result<()> {
        let dir = self.path.parent().ok_or_else(|| io::Error::other("no folder to write to"))?;
        if self.meta.permissions().readonly() {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
        }
        if has_further_names(&self.meta) {
            return Err(io::Error::other(
                "the file has further names (hard links), which would keep the old text",
            ));
        }
        let (mut new, temporary) = open_temporary(&mut tempfile::Builder::new(), dir)?.into_parts();
        new.write_all(with)?;
        keep_owner(&new, &self.meta);
        new.set_permissions(self.meta.permissions())?;
        keep_attributes(&new, &open_regular(&self.path)?)?;
        new.sync_all()?;
        if !self.is_unchanged()? {
            return Err(io::Error::other("the file has changed since it was read"));
        }
        drop(new);
        temporary.persist(&self.path)?;
        // Makes the renaming durable. Not every system supports this, so an error is ignored.
        let _ = open_named(dir).and_then(|dir| dir.sync_all());
        Ok(())
    }

    fn is_unchanged(&self) -> io::Result<bool> {
        let meta = fs::symlink_metadata(&self.path)?;
        if !meta.is_file()
            || meta.len() != self.bytes.len() as u64
            || meta.modified().ok() != self.meta.modified().ok()
            || !is_same_file(&meta, &self.meta)
        {
            return Ok(false);
        }
        let length = self.bytes.len() as u64;
        Ok(read_regular(&self.path, length).is_ok_and(|bytes| bytes == self.bytes))
    }
}

/// Whether both are of one file, as far as the system knows: a directory on the way may have been exchanged with a link.
#[cfg(unix)]
fn is_same_file(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same_file(_: &Metadata, _: &Metadata) -> bool {
    true
}

#[cfg(unix)]
fn has_further_names(meta: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    meta.nlink() > 1
}

#[cfg(not(unix))]
fn has_further_names(_: &Metadata) -> bool {
    false
}

#[cfg(unix)]
fn keep_owner(file: &File, meta: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    // Only the superuser may give files away, but a user may keep a group that they belong to.
    if fchown(file, Some(meta.uid()), Some(meta.gid())).is_err() {
        let _ = fchown(file, None, Some(meta.gid()));
    }
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) {}

/// Copies extended attributes, which include access lists. Attributes that only the system may set are skipped.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn keep_attributes(to: &File, from: &File) -> io::Result<()> {
    use rustix::fs::{XattrFlags, fgetxattr, flistxattr, fsetxattr};
    use rustix::io::Errno;

    let mut names = vec![0; 1 << 16];
    let length = match flistxattr(from, &mut names[..]) {
        Err(Errno::NOTSUP) => return Ok(()),
        length => length?,
    };
    let mut value = vec![0; 1 << 16];
    for name in names[..length].split(|&byte| byte == 0).filter(|name| !name.is_empty()) {
        let kept = fgetxattr(from, name, &mut value[..])
            .and_then(|length| fsetxattr(to, name, &value[..length], XattrFlags::empty()));
        let is_systems = [&b"security."[..], b"trusted.", b"com.apple."]
            .iter()
            .any(|prefix| name.starts_with(prefix));
        if let (Err(error), false) = (kept, is_systems) {
            let name = String::from_utf8_lossy(name);
            return Err(io::Error::new(
                io::Error::from(error).kind(),
                format!("its extended attribute {name} can't be kept: {error}"),
            ));
        }
    }
    Ok(())
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn keep_attributes(_: &File, _: &File) -> io::Result<()> {
    Ok(())
}
