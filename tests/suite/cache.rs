//! `check --cache`: what is printed and written is the same, and nothing that has changed is taken for
//! what it was.

use std::io::Write;
use std::path::{Path, PathBuf};

use sgf_audit::batch::Cache;
use sgf_audit::report::FORMATS;
use tempfile::TempDir;

use crate::support::{self, size};

const SECRET: [u8; 32] = [7; 32];

const BAD: &str = "(;FF[4]GM[1]SZ[9]RU[AGA]RE[?]\n;B[ee]\n;W[ee])";
const GOOD: &str = "(;FF[4]GM[1]SZ[9]RU[AGA]RE[?];B[ee];W[cc])";

fn folder() -> TempDir {
    let folder = TempDir::new().expect("a folder for the test");
    std::fs::create_dir(folder.path().join("d")).expect("made");
    for number in 0..40 {
        let record = if number % 3 == 0 { BAD } else { GOOD };
        let record = record.replace("RE[?]", &format!("RE[?]GN[{number}]"));
        std::fs::write(folder.path().join(format!("d/{number:02}.sgf")), record).expect("written");
    }
    folder
}

/// What a run prints and writes.
fn run(folder: &Path, arguments: &[&str]) -> Vec<Vec<u8>> {
    let run = support::run(folder, &[&["check", "d", "--out", "out"], arguments].concat());
    assert_eq!(run.stderr, "");
    let read = |name: &str| std::fs::read(folder.join("out").join(name)).expect("it is written");
    let mut all = vec![run.stdout.into_bytes()];
    all.extend(["games.csv", "findings.csv", "summary.csv"].map(read));
    all
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries = Vec::new();
    for group in std::fs::read_dir(folder.join("cache")).expect("it is there") {
        let group = group.expect("listed").path();
        if group.is_dir() {
            let files = std::fs::read_dir(group).expect("listed");
            entries.extend(files.map(|entry| entry.expect("listed").path()));
        }
    }
    entries
}

#[test]
fn the_output_is_the_same() {
    let folder = folder();
    for format in FORMATS.iter().map(|format| format.name) {
        for context in size(&["always"][..], &["never", "always"]).iter().copied() {
            let arguments = ["--format", format, "--context", context, "--show", "note"];
            let plain = run(folder.path(), &arguments);
            for threads in ["1", "2"] {
                let cached = [&arguments[..], &["--cache", "cache", "--threads", threads]].concat();
                assert_eq!(run(folder.path(), &cached), plain, "{format}");
            }
        }
    }
}

#[test]
fn what_has_changed_is_audited_again() {
    let folder = folder();
    let cached = ["--cache", "cache"];
    let first = run(folder.path(), &cached);
    assert_eq!(entries(folder.path()).len(), 40);
    assert_eq!(run(folder.path(), &cached), first);
    assert_eq!(entries(folder.path()).len(), 40, "nothing new was found");
    // Other content, with the length and the time of the old.
    let path = folder.path().join("d/01.sgf");
    let time = std::fs::metadata(&path).and_then(|file| file.modified()).expect("it has one");
    let record = std::fs::read_to_string(&path).expect("it is there").replace("W[cc]", "W[ee]");
    std::fs::write(&path, record).expect("written");
    let file = std::fs::File::options().write(true).open(&path).expect("opened");
    file.set_modified(time).expect("set");
    let changed = run(folder.path(), &cached);
    assert_ne!(changed, first);
    assert_eq!(changed, run(folder.path(), &[]));
    assert_eq!(entries(folder.path()).len(), 41);
    // Other settings.
    for settings in [
        &["--rules", "japanese"][..],
        &["--komi", "3"],
        &["--show", "error"],
        &["--no-estimate"],
        &["--variations"],
    ] {
        let expected = run(folder.path(), settings);
        let before = entries(folder.path()).len();
        assert_eq!(run(folder.path(), &[settings, &cached].concat()), expected);
        assert_eq!(entries(folder.path()).len(), before + 40);
    }
}

/// A run over an archive that was interrupted goes on with the members that it hasn't audited. A file with the path of a member is
/// another record: it can be fixed.
#[test]
fn members_of_archives_are_cached_like_files() {
    let folder = folder();
    let archive = |place: &str, members: usize| {
        let file = std::fs::File::create(folder.path().join(place)).expect("made");
        let mut archive = zip::ZipWriter::new(file);
        for number in 0..members {
            let record = std::fs::read(folder.path().join(format!("d/{number:02}.sgf")));
            archive
                .start_file(format!("{number}.sgf"), zip::write::SimpleFileOptions::default())
                .expect("begun");
            archive.write_all(&record.expect("it is there")).expect("written");
        }
        archive.finish().expect("written");
    };
    let checked = |more: &[&str]| {
        let checked =
            support::run(folder.path(), &[&["check", "a.zip", "--show", "note"], more].concat());
        (checked.status, checked.stdout, checked.stderr)
    };
    for members in [25, 40, 40] {
        archive("a.zip", members);
        assert_eq!(checked(&["--cache", "cache"]), checked(&[]));
        assert_eq!(entries(folder.path()).len(), members);
    }
    std::fs::remove_file(folder.path().join("a.zip")).expect("removed");
    std::fs::create_dir(folder.path().join("a.zip")).expect("made");
    std::fs::copy(folder.path().join("d/00.sgf"), folder.path().join("a.zip/0.sgf"))
        .expect("copied");
    assert_eq!(checked(&["--cache", "cache"]), checked(&[]));
    assert_eq!(entries(folder.path()).len(), 41);
}

#[test]
fn damaged_entries_are_made_again() {
    let folder = folder();
    let cached = ["--cache", "cache"];
    let first = run(folder.path(), &cached);
    for (number, entry) in entries(folder.path()).into_iter().enumerate() {
        let mut bytes = std::fs::read(&entry).expect("it is there");
        match number % 3 {
            0 => bytes.truncate(number),
            1 => *bytes.last_mut().expect("it isn't empty") ^= 1,
            _ => bytes[number % 40] ^= 0x80,
        }
        std::fs::write(entry, bytes).expect("written");
    }
    assert_eq!(run(folder.path(), &cached), first);
    assert_eq!(run(folder.path(), &cached), first);
}

#[test]
fn an_engine_is_asked_each_time() {
    let folder = folder();
    for engine in ["--engine", "--engine-gtp"] {
        let arguments = ["check", "d", "--cache", "cache", engine, "x"];
        let run = support::run(folder.path(), &arguments);
        assert_eq!(run.status, 2);
        assert!(run.stderr.contains("cannot be used with"));
        assert!(!folder.path().join("cache").exists());
    }
}

#[test]
fn only_a_new_folder_is_hidden_from_git() {
    let folder = TempDir::new().expect("a folder for the test");
    let ignored = |place: &Path| std::fs::read_to_string(place.join(".gitignore")).ok();
    let own = folder.path().join(".cache/sgf-audit");
    let open = |place: &Path| Cache::open(place, SECRET, "build", "");
    open(&own).expect("opened");
    assert!(ignored(&own).expect("it is written").ends_with("\n*\n"));
    // Elsewhere it would hide other files.
    std::fs::write(folder.path().join("a.sgf"), "(;)").expect("written");
    assert!(open(folder.path()).is_err(), "a directory of other files is no cache");
    assert_eq!(ignored(folder.path()), None);
    std::fs::write(own.join("more"), "").expect("written");
    open(&own).expect("it is a cache");
}

/// A run that was killed leaves a tag that isn't complete.
#[test]
fn a_cache_that_was_only_begun_is_begun_again() {
    let folder = TempDir::new().expect("a folder for the test");
    std::fs::write(folder.path().join(".CACHEDIR.TAG.x"), "Sig").expect("written");
    Cache::open(folder.path(), SECRET, "build", "").expect("opened");
    assert!(folder.path().join("CACHEDIR.TAG").is_file());
    std::fs::write(folder.path().join("a.sgf"), "(;)").expect("written");
    Cache::open(folder.path(), SECRET, "build", "").expect("it is a cache");
}

#[test]
fn everything_is_a_part_of_the_key() {
    let dir = tempfile::tempdir().unwrap();
    let open = |build, settings| Cache::open(dir.path(), SECRET, build, settings).unwrap();
    let cache = open("build", "settings");
    let key = |cache: &Cache, path: &str, bytes: &[u8]| cache.key("scope", Path::new(path), bytes);
    let own = key(&cache, "a.sgf", b"(;)");
    assert_eq!(own, key(&open("build", "settings"), "a.sgf", b"(;)"));
    for other in [
        key(&open("build 2", "settings"), "a.sgf", b"(;)"),
        key(&open("build", "settings 2"), "a.sgf", b"(;)"),
        key(&open("builds", "ettings"), "a.sgf", b"(;)"),
        key(&cache, "b.sgf", b"(;)"),
        key(&cache, "a.sgf", b"(; )"),
        key(&cache, "a.sgf(", b";)"),
        key(&Cache::open(dir.path(), [8; 32], "build", "settings").unwrap(), "a.sgf", b"(;)"),
        cache.key("another", Path::new("a.sgf"), b"(;)"),
    ] {
        assert_ne!(own, other);
    }
}

#[test]
fn damaged_entries_are_none() {
    let dir = tempfile::tempdir().unwrap();
    let open = |build, settings| Cache::open(dir.path(), SECRET, build, settings).unwrap();
    let cache = open("build", "settings");
    let key = cache.key("", Path::new("a.sgf"), b"(;)");
    assert_eq!(cache.get(&key), None);
    cache.put(&key, b"an entry");
    assert_eq!(cache.get(&key).as_deref(), Some(&b"an entry"[..]));
    let mut files = walkdir::WalkDir::new(dir.path()).min_depth(2).into_iter().map(Result::unwrap);
    let entry = files.find(|file| file.file_type().is_file()).unwrap().into_path();
    let whole = std::fs::read(&entry).unwrap();
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        std::fs::write(&entry, damaged).unwrap();
        assert_eq!(cache.get(&key), None);
        std::fs::write(&entry, &whole[..at]).unwrap();
        assert_eq!(cache.get(&key), None);
    }
    // The entry of another key, and one that somebody without the secret made.
    let other = cache.key("", Path::new("b.sgf"), b"(;)");
    cache.put(&other, b"of the other");
    let of_other = dir.path().join(&other.to_hex()[..2]).join(&other.to_hex()[2..]);
    std::fs::copy(of_other, &entry).unwrap();
    assert_eq!(cache.get(&key), None);
    let forged = [blake3::hash(b"forged").as_bytes(), &b"forged"[..]].concat();
    std::fs::write(&entry, forged).unwrap();
    assert_eq!(cache.get(&key), None);
    cache.put(&key, b"again");
    assert_eq!(cache.get(&key).as_deref(), Some(&b"again"[..]));
}
