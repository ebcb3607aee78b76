//! Replacing a file atomically.

use std::fs::{self, File};

use sgf_audit::cli::fix::Original;

#[test]
fn a_changed_file_is_not_replaced() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("a.sgf");
    fs::write(&path, "old").unwrap();
    let before = fs::metadata(&path).unwrap().modified().unwrap();
    let original = Original::read(&path, 100).unwrap();
    // The length and the time of modification stay the same.
    fs::write(&path, "alt").unwrap();
    File::options().write(true).open(&path).unwrap().set_modified(before).unwrap();
    let error = original.replace(b"new").unwrap_err();
    assert!(error.to_string().contains("changed"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), b"alt");
    let original = Original::read(&path, 100).unwrap();
    original.replace(b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// A directory on the way may be exchanged with a link while a run goes on.
#[cfg(unix)]
#[test]
fn a_directory_that_became_a_link_is_not_written_through() {
    use std::os::unix::fs::symlink;

    use sgf_audit::batch::Sources;
    use sgf_audit::cli::fix::write_fixed;

    let folder = tempfile::TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let write = |name: &str| fs::write(path(name), "old").unwrap();
    for directory in ["tree/sub", "elsewhere"] {
        fs::create_dir_all(path(directory)).unwrap();
        write(&format!("{directory}/a.sgf"));
    }
    let modified = fs::metadata(path("tree/sub/a.sgf")).unwrap().modified().unwrap();
    let same = File::options().write(true).open(path("elsewhere/a.sgf")).unwrap();
    same.set_modified(modified).unwrap();
    // Read as itself, and by now a link to a file that looks the same.
    let original = Original::read(&path("tree/sub/a.sgf"), 100).unwrap();
    fs::rename(path("tree/sub"), path("tree/old")).unwrap();
    symlink("../elsewhere", path("tree/sub")).unwrap();
    let error = original.replace(b"new").unwrap_err();
    assert!(error.to_string().contains("changed"), "{error}");
    // Read by a link, and by now itself again.
    let through = Original::read(&path("tree/sub/a.sgf"), 100).unwrap();
    fs::remove_file(path("tree/sub")).unwrap();
    fs::rename(path("tree/old"), path("tree/sub")).unwrap();
    let source = Sources::new(vec![path("tree")]).next().unwrap();
    assert!(!source.leads_out());
    let error = write_fixed(&source, &through, b"new").unwrap_err();
    assert!(error.to_string().contains("leads out of the directory"), "{error}");
    for directory in ["tree/sub", "elsewhere"] {
        assert_eq!(fs::read(path(directory).join("a.sgf")).unwrap(), b"old");
    }
    write_fixed(&source, &original, b"new").unwrap();
    assert_eq!(fs::read(path("tree/sub/a.sgf")).unwrap(), b"new");
}

#[cfg(target_os = "linux")]
#[test]
fn extended_attributes_are_kept() {
    use rustix::fs::{XattrFlags, getxattr, setxattr};
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("a.sgf");
    fs::write(&path, "old").unwrap();
    // Version 2: the owner and user 1234 may read and write, the group may read, others nothing; the mask allows both.
    let mut list = vec![2, 0, 0, 0];
    for (tag, rights, id) in
        [(1_u16, 6_u16, !0), (2, 6, 1234_u32), (4, 4, !0), (16, 6, !0), (32, 0, !0)]
    {
        list.extend(tag.to_le_bytes());
        list.extend(rights.to_le_bytes());
        list.extend(id.to_le_bytes());
    }
    let all = [("user.source", &b"a club"[..]), ("system.posix_acl_access", &list[..])];
    // Not every file system supports these attributes.
    let known = all.map(|(name, value)| setxattr(&path, name, value, XattrFlags::empty()));
    Original::read(&path, 100).unwrap().replace(b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    for ((name, value), _) in all.iter().zip(known).filter(|(_, known)| known.is_ok()) {
        let mut kept = [0; 200];
        let length = getxattr(&path, *name, &mut kept[..]).unwrap();
        assert_eq!(&kept[..length], *value, "{name}");
    }
}

#[test]
fn directories_large_files_and_hard_links_are_refused() {
    let folder = tempfile::TempDir::new().unwrap();
    assert!(Original::read(folder.path(), 100).is_err());
    let path = folder.path().join("a.sgf");
    fs::write(&path, "old").unwrap();
    assert!(Original::read(&path, 2).is_err());
    fs::hard_link(&path, folder.path().join("b.sgf")).unwrap();
    assert!(Original::read(&path, 100).unwrap().replace(b"new").is_err());
    assert_eq!(fs::read(&path).unwrap(), b"old");
}
