//! Caches that a stranger made.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use super::strangers::{BAD, RECORD, pipe};
use crate::support::{PROGRAM, folder, run};

/// Runs `check` with a cache as a user whose cache directory is `home`.
fn cached(folder: &Path, home: &Path, arguments: &[&str]) -> (i32, String) {
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder).env("XDG_CACHE_HOME", home);
    command.args(["check", "x.sgf", "--isolated", "--cache"]).args(arguments);
    let output = command.output().expect("the program runs");
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    (output.status.code().expect("no signal"), stderr)
}

/// The entries of a cache.
fn entries(cache: &Path) -> Vec<std::path::PathBuf> {
    let files = walkdir::WalkDir::new(cache).into_iter().map(|entry| entry.expect("listed"));
    let files = files.filter(|entry| entry.file_type().is_file() && entry.depth() == 2);
    files.map(walkdir::DirEntry::into_path).collect()
}

#[test]
fn a_cache_that_came_with_a_checkout_is_not_believed() {
    let folder = folder(&[("bad/x.sgf", BAD), ("good/x.sgf", RECORD), ("home/empty", b"")]);
    let path = |name: &str| folder.path().join(name);
    let home = path("home");
    // By default it lies in the user's directory, with a secret that nobody else may read.
    for _ in 0..2 {
        assert_eq!(cached(&path("bad"), &home, &["--"]).0, 1);
        assert_eq!(entries(&home.join("sgf-audit/results")).len(), 1);
    }
    let secret = home.join("sgf-audit/secret");
    let mode = fs::metadata(&secret).expect("made").permissions().mode();
    assert_eq!((fs::read(&secret).expect("made").len(), mode & 0o777), (32, 0o600));
    assert!(!path("bad/.cache").exists());
    // One that is named: an entry made elsewhere, by this user or by another, under the name of this one.
    assert_eq!(cached(&path("bad"), &home, &[".c"]).0, 1);
    assert_eq!(cached(&path("good"), &home, &[".c"]).0, 0);
    let (bad, good) = (entries(&path("bad/.c")), entries(&path("good/.c")));
    fs::copy(&good[0], &bad[0]).expect("copied");
    assert_eq!(cached(&path("bad"), &home, &[".c"]).0, 1);
    assert_eq!(cached(&path("bad"), &path("other"), &[".c"]).0, 1);
    assert_eq!(entries(&path("bad/.c")).len(), 2, "another secret gives another name");
    // Entries that are no files, and a folder that leads elsewhere.
    fs::remove_file(&bad[0]).expect("removed");
    pipe(&bad[0]);
    assert_eq!(cached(&path("bad"), &home, &[".c"]).0, 1);
    fs::remove_dir_all(path("bad/.c")).expect("removed");
    assert_eq!(cached(&path("bad"), &home, &[".c"]).0, 1);
    let entry = entries(&path("bad/.c")).remove(0);
    let place = entry.parent().expect("a folder");
    fs::remove_dir_all(place).expect("removed");
    fs::create_dir(path("elsewhere")).expect("made");
    symlink(path("elsewhere"), place).expect("linked");
    assert_eq!(cached(&path("bad"), &home, &[".c"]).0, 1);
    assert_eq!(fs::read_dir(path("elsewhere")).expect("listed").count(), 0);
    // A directory of other files is no cache.
    let (status, stderr) = cached(&path("bad"), &home, &["../good"]);
    assert_eq!(status, 2);
    assert!(stderr.contains("no cache, but a directory of other files"), "{stderr}");
}

#[test]
fn a_secret_that_others_may_read_is_none() {
    let folder = folder(&[("x.sgf", BAD), ("home/sgf-audit/secret", &[1; 32])]);
    let home = folder.path().join("home");
    let secret = home.join("sgf-audit/secret");
    let others_may_read = || {
        let (status, stderr) = cached(folder.path(), &home, &["--"]);
        assert_eq!(status, 1);
        assert!(stderr.contains("no cache is used: others may read the secret"), "{stderr}");
        assert!(!home.join("sgf-audit/results").exists());
    };
    // As git checks it out, for a group, and for the others.
    for mode in [0o644, 0o640, 0o604] {
        fs::set_permissions(&secret, fs::Permissions::from_mode(mode)).expect("changed");
        others_may_read();
    }
    // A checkout may have a link to a private file.
    let private = folder.path().join("private");
    fs::write(&private, [1; 32]).expect("written");
    fs::set_permissions(&private, fs::Permissions::from_mode(0o600)).expect("changed");
    fs::rename(&secret, folder.path().join("aside")).expect("moved");
    symlink(&private, &secret).expect("linked");
    others_may_read();
    fs::rename(folder.path().join("aside"), &secret).expect("moved back");
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o600)).expect("changed");
    assert_eq!(cached(folder.path(), &home, &["--"]), (1, String::new()));
    assert_eq!(entries(&home.join("sgf-audit/results")).len(), 1);
    // A link, a pipe, nothing whole, and no directory for it.
    for make in [
        (|secret: &Path| symlink("/dev/zero", secret).expect("linked")) as fn(&Path),
        |secret| pipe(secret),
        |secret| {
            fs::write(secret, "short").expect("written");
            fs::set_permissions(secret, fs::Permissions::from_mode(0o600)).expect("changed");
        },
    ] {
        fs::remove_file(&secret).expect("removed");
        make(&secret);
        let (status, stderr) = cached(folder.path(), &home, &["--"]);
        assert!(status == 1 && stderr.contains("no cache is used: "), "{status} {stderr}");
    }
    let (status, stderr) = cached(folder.path(), Path::new("/dev/null"), &["--"]);
    assert!(status == 1 && stderr.contains("no cache is used: "), "{status} {stderr}");
}

#[test]
fn a_tree_cannot_pass_for_a_cache() {
    let tag = "Signature: 8a477f597d28d172789f06886806bc55\n# Made by sgf-audit; may be deleted.\n";
    let hex = "0".repeat(62);
    let (entry, other) = (format!("c/ab/{hex}"), format!("c/{hex}"));
    let folder = folder(&[
        ("c/CACHEDIR.TAG", tag.as_bytes()),
        ("c/x.sgf", BAD),
        (&entry, b"an entry"),
        (&other, b"no entry"),
    ]);
    let said = run(&folder, &["check", "."]);
    assert!(said.stdout.contains("c/x.sgf:1:39: error[occupied-point]"), "{said:?}");
    assert!(said.stderr.contains("not read, by their names: 1 file: 1 without"), "{said:?}");
}

#[test]
fn the_hook_uses_the_users_cache() {
    let hooks =
        fs::read_to_string(crate::support::project(".pre-commit-hooks.yaml")).expect("there");
    assert!(hooks.contains("args: [--force-exclude, --cache, --]"), "{hooks}");
}
