//! Trees that a stranger made: nothing in them holds up a run, takes the memory, is believed without reason, or makes it forget
//! what is known.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use sgf_audit_core::guarded_file;

use crate::support::packed::zip;
use crate::support::{PROGRAM, Run, borrowed, folder, program, ran, run, size};

pub const RECORD: &[u8] = b"(;FF[4]GM[1]SZ[9]RU[AGA]RE[?];B[ee];W[cc])";
pub const BAD: &[u8] = b"(;FF[4]GM[1]SZ[9]RU[AGA]RE[?];B[ee];W[ee])";

/// The commands that walk directories.
const WALKS: [&[&str]; 6] =
    [&["check"], &["fix"], &["select"], &["duplicates"], &["convert", "--to", "csv"], &["event"]];

pub fn pipe(path: &Path) {
    let mode = rustix::fs::Mode::from_raw_mode(0o644);
    rustix::fs::mknodat(rustix::fs::CWD, path, rustix::fs::FileType::Fifo, mode, 0).expect("made");
}

/// Runs the program with a bound on its memory, and returns what it says and how long it took.
fn bounded(folder: &Path, arguments: &[&str]) -> (String, Duration) {
    let begun = Instant::now();
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 900000; exec \"$@\"", "sh", PROGRAM]);
    command.args(arguments).current_dir(folder);
    let ran = ran(command, b"");
    assert!(ran.status < 3, "{arguments:?}: {ran:?}");
    (ran.stdout + &ran.stderr, begun.elapsed())
}

#[test]
fn links_between_directories_make_no_more_of_them() {
    let folder = folder(&[("d40/x.sgf", RECORD)]);
    for number in 0..40 {
        let directory = folder.path().join(format!("d{number}"));
        fs::create_dir(&directory).expect("made");
        for name in ["a", "b"] {
            symlink(format!("../d{}", number + 1), directory.join(name)).expect("linked");
        }
    }
    symlink("/", folder.path().join("d40/root")).expect("linked");
    for walk in WALKS {
        let said = run(&folder, &[walk, &["d0"]].concat());
        assert!(said.stderr.contains("weren't followed: 2, such as d0/a"), "{walk:?} {said:?}");
    }
    fs::remove_file(folder.path().join("d40/root")).expect("removed");
    for walk in WALKS {
        let said = run(&folder, &[walk, &["d0", "--follow"]].concat());
        let deep = "/a".repeat(40);
        let first = format!("walked again by a further path: 40, such as d0{}/b", &deep[2..]);
        assert!(said.stderr.contains(&first), "{walk:?} {said:?}");
    }
    let said = run(&folder, &["check", "d0", "--follow", "--show", "note"]);
    assert!(said.stdout.contains("1 file,"), "{said:?}");
    // Each of several paths is walked, but nothing twice below them.
    let said = run(&folder, &["check", "d39", "d38", "--follow"]);
    assert!(said.stderr.contains("further path: 3, such as d39/b"), "{said:?}");
}

#[test]
fn what_git_needs_is_read_only_from_regular_files() {
    let folder = folder(&[]);
    let make = |name: &str| {
        let tree = folder.path().join(name);
        fs::create_dir(&tree).expect("made");
        fs::write(tree.join("x.sgf"), RECORD).expect("written");
        fs::write(tree.join("y.sgf"), RECORD).expect("written");
        fs::write(tree.join(".gitignore"), "x.sgf\n").expect("written");
        tree
    };
    let git_directory = |name: &str| {
        let git = make(name).join(".git");
        fs::create_dir_all(git.join("info")).expect("made");
        git
    };
    pipe(&git_directory("f").join("info/exclude"));
    symlink("/dev/zero", git_directory("g").join("info/exclude")).expect("linked");
    for (tree, file, why) in [
        ("f", ".git/info/exclude", "not a regular file; not followed"),
        ("g", ".git/info/exclude", "not a regular file; not followed"),
    ] {
        for walk in WALKS {
            let said = run(&folder, &[walk, &[tree]].concat());
            let line = format!("{}/{tree}/{file}: {why}\n", folder.path().display());
            assert!(said.stderr.contains(&line), "{walk:?} {line} {said:?}");
            assert!(said.stderr.contains("git ignores them: 1 file, such as"), "{said:?}");
        }
    }
    fs::write(folder.path().join("patterns"), "*.sgf\n").expect("written");
    for link in ["pipe", "/dev/zero", "../patterns"] {
        let tree = make(&format!("i{}", link.len()));
        fs::create_dir(tree.join(".git")).expect("made");
        fs::remove_file(tree.join(".gitignore")).expect("removed");
        match link {
            "pipe" => pipe(&tree.join(".gitignore")),
            _ => symlink(link, tree.join(".gitignore")).expect("linked"),
        }
        let said = run(&folder, &["check", tree.to_str().expect("UTF-8")]);
        assert!(
            said.stderr.contains(".gitignore: ") && said.stderr.contains("not followed"),
            "{said:?}"
        );
        assert!(said.stdout.contains("2 files"), "{said:?}");
    }
}

#[test]
fn the_first_of_many_problems_are_named_and_the_others_counted() {
    let folder = folder(&[("x.sgf", RECORD)]);
    for number in 0..12 {
        let tree = folder.path().join(format!("{number:02}"));
        fs::create_dir_all(tree.join(".git")).expect("made");
        pipe(&tree.join(".gitignore"));
    }
    let said = run(&folder, &["check", "."]);
    assert_eq!(said.stderr.matches("not followed").count(), 10, "{said:?}");
    assert!(said.stderr.contains("\n... and 2 more problems of this kind\n"), "{said:?}");
}

#[test]
fn configurations_and_lists_beside_records_are_regular_files() {
    let folder = folder(&[("a/x.sgf", RECORD), ("b/x.sgf", RECORD), ("c/x.sgf", RECORD)]);
    pipe(&folder.path().join("a/sgf-audit.toml"));
    symlink("/dev/zero", folder.path().join("b/sgf-audit.toml")).expect("linked");
    pipe(&folder.path().join("c/datapackage.json"));
    fs::write(folder.path().join("c/games.csv"), "path\n").expect("written");
    for tree in ["a", "b"] {
        for walk in &WALKS[..4] {
            let said = run(folder.path().join(tree), &[*walk, &["."]].concat());
            let why = "sgf-audit.toml: not a regular file (--isolated reads none)";
            assert!(said.stderr.contains(why), "{walk:?} {said:?}");
        }
    }
    let said = run(&folder, &["check", "c"]);
    assert!(
        said.stderr.contains("not read, by their names: 2 files: 1 *.csv, 1 *.json"),
        "{said:?}"
    );
}

#[test]
fn too_many_patterns_are_not_followed_and_named() {
    let many = |number: usize| (0..number).map(|n| format!("a*{n}?b\n")).collect::<String>();
    let within = size(2000, 9000);
    let files = [
        ("a/.gitignore", many(11_000)),
        ("b/.gitignore", "#\n\n".repeat(200_000)),
        ("c/.gitignore", many(within)),
        ("c/d/.gitignore", many(10_000)),
        ("c/e/.gitignore", "x.sgf\n".to_owned()),
    ];
    let folder = folder(&borrowed(&files));
    for tree in ["a", "b", "c"] {
        fs::create_dir(folder.path().join(tree).join(".git")).expect("made");
    }
    for record in ["a/x.sgf", "b/x.sgf", "c/x.sgf", "c/d/x.sgf", "c/e/x.sgf"] {
        fs::write(folder.path().join(record), RECORD).expect("written");
    }
    let note = |tree: &str, why: &str| format!("/{tree}/.gitignore: {why}; not followed");
    for (tree, noted, files) in [
        ("a", note("a", "more than 10000 patterns in all"), "1 file,"),
        ("b", note("b", "more than 262144 bytes"), "1 file,"),
        ("c", note("c/d", "more than 10000 patterns in all"), "2 files,"),
    ] {
        let arguments = ["check", tree, "--isolated", "--no-estimate"];
        let (said, time) = bounded(folder.path(), &arguments);
        assert!(said.contains(&noted), "{noted}: {said}");
        assert!(said.contains(files), "{files}: {said}");
        assert!(time < Duration::from_secs(size(20, 60)), "{tree}: {time:?}");
    }
    // A list of a configuration is refused.
    let numbered = |number| (0..number).map(|n| format!("a*{n}?b")).collect::<Vec<String>>();
    for (patterns, is_refused) in [
        (numbered(30_000), true),
        (vec!["a".to_owned(); 1001], true),
        (vec!["a".repeat(33_000); 2], true),
        (numbered(1000), false),
    ] {
        let text = format!("[check]\nexclude = {patterns:?}\n");
        fs::write(folder.path().join("a/sgf-audit.toml"), text).expect("written");
        let (said, time) = bounded(&folder.path().join("a"), &["check", "x.sgf", "--no-estimate"]);
        assert_eq!(said.contains("more than 1000 patterns"), is_refused, "{said}");
        assert!(time < Duration::from_secs(size(20, 60)), "{time:?}");
    }
}

/// Within two seconds a signal ends a run; a machine that does other things may be a second late.
const MAX_END: Duration = Duration::from_secs(3);

/// Starts the program, whose standard input is a pipe.
fn started(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = program(folder, arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program runs")
}

/// Sends a signal after some time, and returns how long the program took to end, and what it printed.
fn time_to_end(mut child: Child, signal: Signal, wait: u64) -> (Duration, Run) {
    std::thread::sleep(Duration::from_millis(wait));
    assert!(child.try_wait().expect("its status").is_none(), "it has ended already");
    let begun = Instant::now();
    kill_process(Pid::from_child(&child), signal).expect("signalled");
    while child.try_wait().expect("its status").is_none() {
        if begun.elapsed() > Duration::from_secs(10) {
            child.kill().expect("killed");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let time = begun.elapsed();
    (time, Run::from(child.wait_with_output().expect("it has ended")))
}

/// Whether this process ignores SIGINT, as one does that a shell runs in the background, and so do the programs that it starts.
fn ignores_interrupts() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask & 2 != 0)
}

#[test]
fn a_signal_ends_any_wait_within_two_seconds() {
    let folder = folder(&[("a.sgf", BAD)]);
    pipe(&folder.path().join("pipe"));
    let commands: &[&[&str]] = &[
        &["check", "a.sgf", "pipe", "--isolated"],
        &["check", "-"],
        &["check", "a.sgf", "--out", "out", "--files-from", "pipe"],
        &["check", "a.sgf", "--files-from", "-"],
        &["check", "a.sgf", "--config", "pipe"],
        &["check", "a.sgf", "--out", "out", "--event", "pipe"],
        &["check", "a.sgf", "--out", "out", "--results", "pipe"],
        &["check", "a.sgf", "--out", "out", "--rules-file", "pipe"],
        &["check", "a.sgf", "--out", "out", "--baseline", "pipe"],
        &["convert", "pipe", "--to", "sgf"],
        &["convert", "-", "--to", "jsonl"],
        &["select", "a.sgf", "pipe"],
        &["duplicates", "a.sgf", "pipe"],
        &["event", "a.sgf", "pipe"],
        &["fix", "-"],
        &["score", "pipe"],
        &["show", "pipe", "--move", "1"],
    ];
    for (number, arguments) in commands.iter().enumerate() {
        let signals = [Signal::TERM, Signal::INT];
        let signals = size(&signals[number % 2..][..1], &signals).iter();
        for signal in signals.filter(|signal| **signal == Signal::TERM || !ignores_interrupts()) {
            // A process that has no handler yet ends by the signal.
            let child = started(folder.path(), arguments);
            let (time, ran) = time_to_end(child, *signal, 700);
            assert!(time < MAX_END, "{arguments:?} {time:?}");
            assert!(matches!(ran.status, 2 | 130 | -1), "{arguments:?} {ran:?}");
            let written = fs::read_dir(folder.path().join("out"));
            assert!(written.is_err(), "{arguments:?} {:?}", written.map(Iterator::count));
        }
    }
    // What is known by then is printed. One thread reads the pipe after the record, which is done when its finding arrives.
    let arguments = ["check", "a.sgf", "pipe", "--isolated", "--threads", "1"];
    let mut child = started(folder.path(), &arguments);
    let mut first = vec![0; 100];
    let count = child.stdout.as_mut().expect("a pipe").read(&mut first).expect("read");
    let first = String::from_utf8_lossy(&first[..count]);
    assert!(first.starts_with("a.sgf:1:39: error[occupied-point]"), "{first}");
    let (_, ran) = time_to_end(child, Signal::TERM, 0);
    assert_eq!((ran.status, &ran.stderr[..]), (130, "sgf-audit: interrupted after 1 file\n"));
    // A list may name a pipe only if a person named it.
    fs::write(folder.path().join("list"), "pipe\n").expect("written");
    let listed = run(&folder, &["check", "--files-from", "list"]);
    assert!(listed.stdout.contains("pipe: error[unreadable] not a regular file"), "{listed:?}");
}

#[test]
fn a_signal_ends_a_run_whose_output_nobody_reads() {
    let folder = folder(&[]);
    for number in 0..1500 {
        fs::write(folder.path().join(format!("{number}.sgf")), BAD).expect("written");
    }
    let arguments = ["check", ".", "--isolated", "--no-estimate", "--threads", "1"];
    let (time, ran) = time_to_end(started(folder.path(), &arguments), Signal::TERM, 3000);
    assert!(time < MAX_END, "{time:?}");
    assert_eq!(ran.status, 130, "{ran:?}");
}

const WRITE: [&str; 5] = ["check", ".", "--baseline", "known.toml", "--write-baseline"];
const CHECK: [&str; 4] = ["check", ".", "--baseline", "known.toml"];

fn listed(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("known.toml")).expect("written");
    let files = text.lines().filter(|line| line.contains(".sgf"));
    files.map(|line| line.split('"').nth(1).expect("a name").to_owned()).collect()
}

#[test]
fn only_what_does_not_exist_is_pruned_from_the_baseline() {
    let names = [
        "a/1.sgf",
        "a/2.sgf",
        "b/3.sgf",
        "ig/4.sgf",
        "ex/5.sgf",
        "no/6.sgf",
        "lost.sgf",
        "loop/7.sgf",
    ];
    let files = names.map(|name| (name, BAD));
    let folder = folder(&files);
    let path = |name: &str| folder.path().join(name);
    fs::write(path("z.zip"), zip(&[("8.sgf", BAD)])).expect("written");
    assert_eq!(run(&folder, &WRITE).status, 0);
    // The system can't say whether this one is there.
    let long = format!("{}.sgf", "q".repeat(300));
    let mut known = fs::File::options().append(true).open(path("known.toml")).expect("there");
    writeln!(known, "\"{long}\" = {{ occupied-point = 1 }}").expect("written");
    assert_eq!(listed(folder.path()).len(), 10);
    fs::create_dir(path(".git")).expect("made");
    fs::write(path(".gitignore"), "ig/\n").expect("written");
    fs::remove_file(path("lost.sgf")).expect("removed");
    symlink("/not/mounted", path("lost.sgf")).expect("linked");
    fs::set_permissions(path("no"), fs::Permissions::from_mode(0o000)).expect("changed");
    fs::remove_dir_all(path("loop")).expect("removed");
    symlink("loop", path("loop")).expect("linked");
    // A narrower path, and one that is named.
    fs::remove_file(path("b/3.sgf")).expect("removed");
    for place in ["a", "a/1.sgf"] {
        let narrow = ["check", place, "--baseline", "known.toml", "--write-baseline"];
        run(&folder, &narrow);
        assert_eq!(listed(folder.path()).len(), 10, "{place}");
        let said = run(&folder, &narrow[..4]);
        assert!(!said.stdout.contains("no longer found"), "{said:?}");
    }
    // What is ignored, excluded, behind a closed door or a broken link stays; what was removed goes.
    let excluded = ["--exclude", "ex", "--exclude", "z.zip"];
    let said = run(&folder, &[&CHECK[..], &excluded].concat());
    let absent = "Listed in known.toml, of files that don't exist: 1 finding in 1 file. --prune-baseline removes them.";
    assert!(said.stdout.contains(absent), "{said:?}");
    run(&folder, &[&WRITE[..], &excluded].concat());
    assert_eq!(listed(folder.path()).len(), 10);
    let said = run(&folder, &[&CHECK[..], &["--prune-baseline"], &excluded].concat());
    let pruned = "Removed from known.toml, of files that don't exist: 1 finding in 1 file.\n";
    assert!(said.stdout.ends_with(pruned), "{said:?}");
    let mut left = names.to_vec();
    left.retain(|name| *name != "b/3.sgf");
    left.extend(["z.zip/8.sgf", &long]);
    left.sort_unstable();
    assert_eq!(listed(folder.path()), left);
    fs::set_permissions(path("no"), fs::Permissions::from_mode(0o755)).expect("changed");
}

#[test]
fn convert_and_event_leave_out_what_git_ignores() {
    let files = [(".gitignore", &b"b.sgf\n"[..]), ("a.sgf", RECORD), ("b.sgf", RECORD)];
    let folder = folder(&files);
    fs::create_dir(folder.path().join(".git")).expect("made");
    let note =
        "not read, since git ignores them: 1 file, such as ./b.sgf (--no-gitignore reads them)\n";
    let convert = ["convert", ".", "--to", "jsonl"];
    for (arguments, lines) in [(&convert[..], 1), (&["event", "."], 0)] {
        let said = run(&folder, arguments);
        assert!(said.stderr.contains(note), "{said:?}");
        assert!(lines == 0 || said.stdout.lines().count() == lines, "{said:?}");
        let all = run(&folder, &[arguments, &["--no-gitignore"]].concat());
        assert!(!all.stderr.contains("git ignores"), "{all:?}");
        assert!(lines == 0 || all.stdout.lines().count() == lines + 1, "{all:?}");
    }
    // What is named is read.
    let named = run(&folder, &["convert", "b.sgf", "--to", "jsonl"]);
    assert_eq!(named.stdout.lines().count(), 1, "{named:?}");
}

#[test]
fn files_are_opened_in_one_place() {
    let sources = walkdir::WalkDir::new(crate::support::project("src")).into_iter();
    let sources = sources.map(|entry| entry.expect("listed"));
    // Links lead to the examples.
    let sources =
        sources.filter(|entry| entry.file_type().is_file()).map(walkdir::DirEntry::into_path);
    let mut looked_at = 0;
    for path in sources.filter(|path| path.extension().is_some_and(|end| end == "rs")) {
        let text = fs::read_to_string(&path).expect("a source");
        let code = text.split("#[cfg(test)]\nmod tests").next().expect("a beginning");
        looked_at += 1;
        if path.ends_with("src/core/guarded_file.rs")
            || path.components().any(|part| part.as_os_str() == "web")
        {
            continue;
        }
        for call in
            ["File::open(", "fs::read(", "fs::read_to_string(", ".read(true)", "sgf_parse::read"]
        {
            let has = code
                .lines()
                .any(|line| line.contains(call) && !line.trim_start().starts_with("//"));
            assert!(!has, "{} has {call}; guarded_file.rs opens files", path.display());
        }
    }
    assert!(looked_at > 200);
}

#[test]
fn a_file_is_read_up_to_its_limit() {
    let folder = folder(&[("a", b"four")]);
    let read = |most| guarded_file::read_regular(&folder.path().join("a"), most);
    assert_eq!(read(4).expect("it isn't longer"), b"four");
    assert_eq!(read(3).expect_err("it is longer").to_string(), "more than 3 bytes");
}
