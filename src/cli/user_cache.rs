//! The user's cache directory, and the secret there.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use tempfile::{NamedTempFile, PersistError};

use crate::atomic_file::create_dirs;
use sgf_audit_core::guarded_file::open_regular;

/// The directory of this program in the user's cache directory: `$XDG_CACHE_HOME`, else `~/.cache`, on Windows
/// `%LOCALAPPDATA%`.
pub(super) fn directory() -> io::Result<PathBuf> {
    let base = etcetera::choose_base_strategy().map_err(io::Error::other)?;
    Ok(base.cache_dir().join("sgf-audit"))
}

/// Returns the secret that distinguishes the user's results from others that somebody put into a cache. It is made on
/// first use. Fails if it can't be read or made, or isn't private.
pub(super) fn secret(directory: &Path) -> io::Result<[u8; 32]> {
    let path = directory.join("secret");
    match read(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        read => return read,
    }
    create_dirs(directory)?;
    let mut new = NamedTempFile::new_in(directory)?;
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(io::Error::other)?;
    new.write_all(&secret)?;
    new.as_file().sync_all()?;
    match new.persist_noclobber(&path) {
        // Another run was first.
        Err(PersistError { error, .. }) if error.kind() != io::ErrorKind::AlreadyExists => {
            Err(error)
        }
        _ => read(&path),
    }
}

fn read(path: &Path) -> io::Result<[u8; 32]> {
    let mut file = open_regular(path)?;
    if !is_private(&file.metadata()?) || path.is_symlink() {
        let why = "others may read the secret of the cache; delete it, and a new one is made";
        return Err(io::Error::other(why));
    }
    let mut secret = [0; 32];
    io::Read::read_exact(&mut file, &mut secret)?;
    Ok(secret)
}

/// Whether nobody but the user may read a file. Git checks out no file that is, so it didn't come with a checkout.
#[cfg(unix)]
fn is_private(meta: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    meta.mode() & 0o077 == 0 && meta.uid() == rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
fn is_private(_: &std::fs::Metadata) -> bool {
    true
}
