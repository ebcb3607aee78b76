//! Folders that tests run the program in.

use std::fs;

use tempfile::TempDir;

/// Files by their names.
pub type Files<'a> = &'a [(&'a str, &'a [u8])];

/// The same files as those that are owned.
pub fn borrowed<N: AsRef<str>, B: AsRef<[u8]>>(owned: &[(N, B)]) -> Vec<(&str, &[u8])> {
    owned.iter().map(|(name, bytes)| (name.as_ref(), bytes.as_ref())).collect()
}

/// A folder for one test, with these files.
pub fn folder(files: Files) -> TempDir {
    let folder = TempDir::new().expect("a folder for the test");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("made");
        fs::write(path, bytes).expect("written");
    }
    folder
}
