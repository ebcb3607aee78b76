//! Folders that tests run the program in.

use std::fs;

use tempfile::TempDir;

/// A folder for one test, with these files.
pub fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = TempDir::new().expect("a folder for the test");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("made");
        fs::write(path, bytes).expect("written");
    }
    folder
}
