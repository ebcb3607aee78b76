//! Sources: directories are walked in order, and files are recognised by their names and first bytes.

use std::fs;
use std::path::{Path, PathBuf};

use sgf_audit::batch::{FileSelection, Source, Sources, files_from};
use sgf_audit_core::archive::{HEAD, Kind};

/// The sources under a directory: their relative paths, and why they can't be read.
fn walked(dir: &Path, selection: FileSelection) -> Vec<String> {
    let line = |source: Source| {
        let path = source.path().strip_prefix(dir).unwrap().display().to_string();
        match source.read(9) {
            Err(why) => format!("{path}: {why}").replace(dir.to_str().unwrap(), "HERE"),
            Ok(_) => {
                assert_eq!(source.relative(), Path::new(&path));
                path
            }
        }
    };
    Sources::new(vec![dir.to_path_buf()]).selected(selection).map(line).collect()
}

#[test]
fn lists_end_in_any_kind_of_line() {
    let list = tempfile::NamedTempFile::new().unwrap();
    fs::write(list.path(), "a b.sgf\r\n\n-\nlast").unwrap();
    let paths = files_from(list.path()).unwrap();
    assert_eq!(paths, ["a b.sgf", "-", "last"].map(PathBuf::from));
}

#[cfg(unix)]
#[test]
fn what_is_no_list_ends_the_run() {
    let list = tempfile::NamedTempFile::new().unwrap();
    let listed = |content: &[u8]| {
        fs::write(list.path(), content).unwrap();
        files_from(list.path())
    };
    assert!(listed(b"a\0b\n").is_err());
    assert!(listed(&b"x".repeat(1 << 16)).is_err());
    assert_eq!(listed(&b"x".repeat(4000)).unwrap().len(), 1);
    assert_eq!(listed(b"").unwrap().len(), 0);
    let error = files_from(Path::new("/dev/zero")).unwrap_err();
    assert!(error.to_string().contains("not a list of paths"), "{error}");
}

#[test]
fn named_paths_are_read_whatever_they_are_called() {
    let named = ["no such thing", "a/record.txt"].map(PathBuf::from).to_vec();
    let sources: Vec<Source> = Sources::new(named).collect();
    assert!(sources.iter().all(|source| source.is_file() && !source.is_walked()));
    assert_eq!(sources[1].relative(), Path::new("record.txt"));
    assert!(sources[0].read(9).is_err());
}

#[cfg(unix)]
#[test]
fn a_device_may_be_named_but_not_listed() {
    let device = PathBuf::from("/dev/null");
    let sources = Sources::new(vec![device.clone(), device]).listed_after(1);
    let read = sources.map(|source| source.read(9).is_ok());
    assert_eq!(read.collect::<Vec<_>>(), [true, false]);
}

#[test]
fn files_come_in_order_of_their_names() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir_all(dir.path().join("b/c")).unwrap();
    fs::create_dir(dir.path().join("empty.sgf")).unwrap();
    let names =
        ["b/z.sgf", "b/c/d.sgf", "b.sgf", "B.SGF", "a.txt", "ä.gib", "b/c.zip", "sgf", ".sgf"];
    for name in names {
        fs::write(dir.path().join(name), "").unwrap();
    }
    let order = ["B.SGF", "b/c/d.sgf", "b/c.zip", "b/z.sgf", "b.sgf", "ä.gib"];
    assert_eq!(walked(dir.path(), FileSelection::default()), order);
}

#[cfg(unix)]
#[test]
fn links_to_files_are_read_and_links_to_directories_if_asked_for() {
    use std::os::unix::fs::symlink;
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    fs::create_dir_all(path("a/b")).unwrap();
    fs::write(path("a/x.sgf"), "").unwrap();
    symlink("../..", path("a/b/up")).unwrap();
    symlink("a/x.sgf", path("link.sgf")).unwrap();
    symlink("a/x.sgf", path("link.txt")).unwrap();
    symlink("nowhere", path("lost.txt")).unwrap();
    symlink("a", path("z")).unwrap();
    symlink(dir.path().join("z"), path("b")).unwrap();
    let files = ["a/x.sgf", "link.sgf", "lost.txt: No such file or directory (os error 2)"];
    for (follows_links, message) in [
        (
            false,
            "links to directories that weren't followed: 3, such as HERE/a/b/up (--follow follows them)",
        ),
        (true, "not walked again by a further path: 3, such as HERE/a/b/up"),
    ] {
        let selection = FileSelection { follows_links, ..FileSelection::default() };
        let not_read = std::sync::Arc::clone(&selection.not_read);
        assert_eq!(walked(dir.path(), selection), files);
        let messages = not_read.messages().join("\n").replace(dir.path().to_str().unwrap(), "HERE");
        assert!(messages.contains(message), "{messages}");
    }
    // What is named is walked, also if it is a link.
    assert_eq!(walked(&path("z"), FileSelection::default()), ["x.sgf"]);
}

#[test]
fn records_are_no_archives() {
    for record in [&b"(;GM[1])"[..], b"", b"PK", b"\xff\xfe(\0;\0", b"\\HS\n", b"7z"] {
        assert_eq!(Kind::of_bytes(record), None);
    }
    assert_eq!(Kind::of_bytes(&[b' '; HEAD]), None);
    assert_eq!(Kind::of_bytes(&[0; HEAD]), None);
}

#[test]
fn a_tar_may_be_empty() {
    let of = |name: &str, bytes: &[u8]| Kind::recognise(Path::new(name), bytes);
    assert_eq!(of("a.tar", &[0; HEAD]), Some(Kind::Tar));
    assert_eq!(of("a.tar", &[0; HEAD - 1]), None);
    assert_eq!(of("a.tar", &[&[0; HEAD][..], b"x"].concat()), None);
    assert_eq!(of("a.sgf", &[0; HEAD]), None);
    assert_eq!(of("a.zip", &[0; HEAD]), None);
}

#[test]
fn archives_are_known_by_their_ending() {
    let bzip2 = Some(Kind::Foreign("bzip2"));
    for (name, kind) in [
        ("a.tar.gz", Some(Kind::Gzip)),
        ("a.TGZ", Some(Kind::Gzip)),
        ("a.sgf.zst", Some(Kind::Zstd)),
        ("a.7z", Some(Kind::SevenZip)),
        ("a.tar.xz", Some(Kind::Xz)),
        ("games.gz", Some(Kind::Gzip)),
        ("games.2004.gz", Some(Kind::Gzip)),
        ("a.GIB.bz2", bzip2),
        ("a.zip.xz", Some(Kind::Xz)),
        ("log.txt.gz", None),
        ("a.rle.gz.bz2", None),
        ("moves.csv.zst", None),
        ("a.sgf", None),
        ("zip", None),
    ] {
        assert_eq!(Kind::of_name(Path::new(name)), kind, "{name}");
    }
}
