//! A campaign: every command over random trees that a stranger made.
//!
//! `SGF_AUDIT_TREES=2000 SGF_AUDIT_SEED=7 cargo test --release --test suite hostile_trees:: -- --nocapture` makes so many.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::support::{PROGRAM, folder, peak_memory, size};

/// The commands. Each gets the tree as its working directory.
const COMMANDS: &[&[&str]] = &[
    &["check", "."],
    &["check", ".", "--follow", "--format", "github", "--statistics"],
    &["check", ".", "--no-gitignore", "--format", "jsonl"],
    &["check", ".", "--baseline", "OUT/known.toml", "--write-baseline"],
    &["check", ".", "--out", "OUT/report", "--format", "sarif"],
    &["fix", "."],
    &["fix", ".", "--follow", "--statistics"],
    &["select", "."],
    &["duplicates", "."],
    &["convert", ".", "--to", "jsonl"],
    &["convert", ".", "--to", "sgf", "--out", "OUT/sgf", "--follow"],
    &["event", "."],
];

/// Longest time and largest memory of a run. A debug build is slower.
const MAX_TIME: Duration = Duration::from_secs(if cfg!(debug_assertions) { 60 } else { 10 });

/// Within two seconds a signal ends a run; a machine that does other things may be a second late.
const MAX_END: Duration = Duration::from_secs(3);
const MAX_MEMORY: u64 = 300 << 20;

/// A generator of random numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, number: usize) -> usize {
        (self.next() % number as u64) as usize
    }

    fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }
}

/// What names are made of: controls, line breaks, commands of CI logs, bidi overrides, bytes that aren't UTF-8.
const PARTS: &[&[u8]] = &[
    b"a",
    b"b c",
    b"\x1b]0;pwned\x07",
    b"\x1b[2J",
    b"\n::error::z",
    b"\n##[error]z",
    b"\r",
    b"\t",
    b"\x07",
    b"\x7f",
    b"\xc2\x9b31m",
    b"\xe2\x80\xae",
    b"\xe2\x81\xa6",
    b"\xff\xfe",
    b"\\",
    b"'",
    b"\"",
    b"<script>",
    b"=cmd|x",
    b"-",
    b"%0A",
    b"$(x)",
    b"`x`",
    b"\xe6\xa3\x8b",
    b"::stop-commands::x",
    b"\xe2\x80\xa8",
    b"\n::stop-commands::y\n",
];

const ENDINGS: &[&[u8]] = &[
    b".sgf",
    b".SGF",
    b".sgf",
    b".sgf",
    b".zip",
    b".tar",
    b".gz",
    b".json",
    b".txt",
    b"",
    b".x\n::error::z",
    b".sgf.txt",
    b".csv",
];

const RECORDS: &[&[u8]] = &[
    b"(;FF[4]GM[1]SZ[9]PB[a]PW[b]RE[B+R];B[aa];W[bb])",
    b"(;FF[4]GM[1]SZ[9]PB[\x1b[31m]PW[x\n::error::y]RE[\x07];B[aa];W[aa])",
    b"(;SZ[9];B[aa]\n\n)",
    b"",
    b"\xff\xfe\0",
    b"(;GM[1]SZ[9]XX\x1b[1];B[zz])",
    b"<html>",
];

fn name(random: &mut Random, ending: &[u8]) -> OsString {
    let mut name = Vec::new();
    for _ in 0..1 + random.below(3) {
        name.extend_from_slice(random.pick(PARTS));
    }
    name.extend_from_slice(ending);
    OsString::from_vec(name)
}

fn pipe(path: &Path) {
    let mode = rustix::fs::Mode::from_raw_mode(0o644);
    let _ = rustix::fs::mknodat(rustix::fs::CWD, path, rustix::fs::FileType::Fifo, mode, 0);
}

/// Puts something that must not be opened, or never ends, at a path.
fn bait(random: &mut Random, path: &Path) {
    match random.below(4) {
        0 => pipe(path),
        1 => _ = symlink("/dev/zero", path),
        2 => _ = symlink("/dev/tty", path),
        _ => _ = symlink(path.file_name().unwrap_or(OsStr::new("x")), path),
    }
}

/// An index of version 4 whose names share nearly all of their bytes.
fn index_bomb(random: &mut Random) -> Vec<u8> {
    let (number, length) = (1 + random.below(20_000) as u32, 1 << (1 + random.below(20)));
    let mut index = b"DIRC\0\0\0\x04".to_vec();
    index.extend_from_slice(&number.to_be_bytes());
    for entry in 0..number {
        index.extend_from_slice(&[0; 26]);
        index.extend_from_slice(&0o100_644u16.to_be_bytes());
        index.extend_from_slice(&[0; 34]);
        match entry {
            0 => index.extend([vec![0], vec![b'n'; length], vec![0]].concat()),
            _ => index.extend_from_slice(&[1, b'n', 0]),
        }
    }
    index
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(bytes).expect("packed");
    packed.finish().expect("packed")
}

/// Fills a directory. Some trees are repositories.
fn fill(random: &mut Random, root: &Path) {
    let mut directories = vec![root.to_path_buf()];
    for _ in 0..random.below(6) {
        let above = random.below(directories.len());
        let directory = directories[above].join(name(random, b""));
        if fs::create_dir(&directory).is_ok() {
            directories.push(directory);
        }
    }
    for _ in 0..2 + random.below(8) {
        let directory = directories[random.below(directories.len())].clone();
        let ending = random.pick(ENDINGS);
        let path = directory.join(name(random, ending));
        let record = random.pick(RECORDS);
        match random.below(8) {
            0 => bait(random, &path),
            1 => _ = symlink("/etc/passwd", path),
            2 => _ = fs::write(path, gzip(&b"(;".repeat(1 << random.below(22)))),
            3 => _ = fs::write(path, gzip(&gzip(&vec![b' '; 1 << random.below(26)]))),
            _ => _ = fs::write(path, record),
        }
    }
    if random.below(2) == 0 {
        links(random, &directories);
    }
    if random.below(2) == 0 {
        repository(random, root, &directories);
    }
    for directory in &directories {
        if random.below(6) == 0 {
            configuration(random, directory);
        }
    }
}

/// Links between directories: a chain with two ways at each place, and links that lead back or out.
fn links(random: &mut Random, directories: &[PathBuf]) {
    let root = &directories[0];
    let length = random.below(40);
    for place in 0..length {
        let directory = root.join(format!("d{place}"));
        if fs::create_dir(&directory).is_err() {
            continue;
        }
        for link in ["a", "b"] {
            let _ = symlink(format!("../d{}", place + 1), directory.join(link));
        }
    }
    let last = root.join(format!("d{length}"));
    if fs::create_dir(&last).is_ok() {
        fs::write(last.join("x.sgf"), RECORDS[0]).expect("written");
    }
    for _ in 0..random.below(4) {
        let from = directories[random.below(directories.len())].join(name(random, b""));
        let to = random.pick(&["..", ".", "../..", "nowhere", "d0", "/dev/fd", "/dev/pts"]);
        let _ = symlink(to, from);
    }
}

/// What git would read.
fn repository(random: &mut Random, root: &Path, directories: &[PathBuf]) {
    let git = root.join(".git");
    match random.below(6) {
        0 => return bait(random, &git),
        1 => return fs::write(&git, "gitdir: /dev\n").expect("written"),
        2 => return fs::write(&git, "x".repeat(1 << 16)).expect("written"),
        _ => fs::create_dir_all(git.join("info")).expect("made"),
    }
    match random.below(3) {
        0 => bait(random, &git.join("index")),
        1 => fs::write(git.join("index"), index_bomb(random)).expect("written"),
        _ => {}
    }
    for directory in directories {
        let path = directory.join(".gitignore");
        match random.below(6) {
            0 => bait(random, &path),
            1 => {
                let number = 1 << random.below(17);
                let lines = (0..number).map(|n| format!("a*{n}?b\n"));
                fs::write(path, lines.collect::<String>()).expect("written");
            }
            2 => fs::write(path, "*.sgf\n\\\n[\n!\n**/**/**\n").expect("written"),
            _ => {}
        }
    }
    if random.below(3) == 0 {
        bait(random, &git.join("info/exclude"));
    }
}

/// A configuration: one that counts, one that is refused, and one that can't be read.
fn configuration(random: &mut Random, directory: &Path) {
    let path = directory.join("sgf-audit.toml");
    let excluded = (0..1 << random.below(16)).map(|n| format!("\"a*{n}?b\""));
    let excluded = excluded.collect::<Vec<_>>().join(",");
    let text = match random.below(6) {
        0 => return bait(random, &path),
        1 => "[check]\nkomi = 6.5\n".to_owned(),
        2 => "[check]\nengine = \"x\\u001b[2J\\n::error::z\"\n".to_owned(),
        3 => format!("[check]\nexclude = [{excluded}]\n"),
        4 => "\"\\u001b]0;x\\u0007\\n::error::z\" = 1\n".to_owned(),
        _ => "[".repeat(100_000),
    };
    fs::write(path, text).expect("written");
}

/// What a run printed and took.
struct Ran {
    status: Option<i32>,
    text: Vec<u8>,
    time: Duration,
    memory: u64,
}

/// Runs a command in a tree, and ends it by TERM after some time, if one is given.
fn ran(tree: &Path, out: &Path, arguments: &[&str], term_after: Option<Duration>) -> Ran {
    let arguments: Vec<String> = (arguments.iter())
        .map(|argument| argument.replace("OUT", out.to_str().expect("UTF-8")))
        .collect();
    let print = |name: &str| fs::File::create(out.join(name)).expect("made");
    let mut command = Command::new(PROGRAM);
    command.current_dir(tree).args(&arguments);
    command.stdin(Stdio::null()).stdout(print("stdout")).stderr(print("stderr"));
    let mut child = command.spawn().expect("the program runs");
    let pid = Pid::from_child(&child);
    let begun = Instant::now();
    let done = std::sync::atomic::AtomicBool::new(false);
    let (mut status, mut signalled, mut memory) = (None, None, 0);
    let id = child.id();
    std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let (mut signalled, mut memory) = (None, 0);
            while !done.load(std::sync::atomic::Ordering::Relaxed) {
                if signalled.is_none() && term_after.is_some_and(|time| begun.elapsed() > time) {
                    let _ = kill_process(pid, Signal::TERM);
                    signalled = Some(Instant::now());
                }
                if begun.elapsed() > MAX_TIME * 2 {
                    let _ = kill_process(pid, Signal::KILL);
                }
                memory = peak_memory(id).unwrap_or(0).max(memory);
                std::thread::sleep(Duration::from_millis(5));
            }
            (signalled, memory)
        });
        status = child.wait().expect("it ends").code();
        done.store(true, std::sync::atomic::Ordering::Relaxed);
        (signalled, memory) = watch.join().expect("no panic");
    });
    let mut text = fs::read(out.join("stdout")).expect("written");
    text.push(b'\n');
    text.extend(fs::read(out.join("stderr")).expect("written"));
    let time = signalled.unwrap_or(begun).elapsed();
    Ran { status, text, time, memory }
}

/// Returns a line that no command prints: with raw control characters or bidi overrides, or that a CI service runs.
fn foreign_line(arguments: &[&str], text: &[u8]) -> Option<String> {
    // What is asked for as data has the bytes of names and records.
    let is_data = ["select", "convert"].contains(&arguments[0]) || arguments == ["fix", "."];
    let is_annotation = |line: &str| {
        let known = ["::error ", "::warning ", "::notice ", "::group::", "::endgroup::"];
        arguments.contains(&"github") && known.iter().any(|known| line.starts_with(known))
    };
    let text = String::from_utf8_lossy(text);
    let is_foreign = |line: &&str| {
        let is_odd = |c: char| {
            c.is_control() && c != '\t'
                || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        let is_command = line.starts_with("::") || line.starts_with("##[");
        line.chars().any(is_odd) || is_command && !is_annotation(line)
    };
    text.lines().find(is_foreign).filter(|_| !is_data).map(str::to_owned)
}

#[test]
fn no_tree_holds_up_a_run_or_speaks_for_it() {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse().expect("a number"));
    let (trees, seed) = (number("SGF_AUDIT_TREES"), number("SGF_AUDIT_SEED").unwrap_or(1));
    // Every command over every tree takes long; a sample of commands over each tree finds as much.
    let commands = size(3, COMMANDS.len());
    let (mut longest, mut largest, mut runs) = (Duration::ZERO, 0, 0);
    let mut faults = Vec::new();
    for tree in 0..trees.unwrap_or(size(10, 20u64)) {
        let mut random = Random(seed.wrapping_mul(1 << 32) + tree);
        // Links lead up to two directories above it, but not to those of the machine, whatever lies there.
        let place = folder(&[("above/below/tree/a.sgf", RECORDS[0])]);
        let (root, out) = (place.path().join("above/below/tree"), place.path().join("out"));
        fill(&mut random, &root);
        for round in 0..commands {
            let arguments = COMMANDS[(tree as usize * commands + round) % COMMANDS.len()];
            let term_after =
                (random.below(8) == 0).then(|| Duration::from_millis(random.next() % 200));
            let _ = fs::remove_dir_all(&out);
            fs::create_dir(&out).expect("made");
            let ran = ran(&root, &out, arguments, term_after);
            runs += 1;
            longest = longest.max(ran.time);
            largest = largest.max(ran.memory);
            let status_is_known = match term_after {
                Some(_) => matches!(ran.status, None | Some(0..=2 | 130)),
                None => matches!(ran.status, Some(0..=2)),
            };
            let limit = if term_after.is_some() { MAX_END } else { MAX_TIME };
            let fault = match foreign_line(arguments, &ran.text) {
                _ if !status_is_known => format!("status {:?}", ran.status),
                _ if ran.time > limit => format!("{:?}", ran.time),
                _ if ran.memory > MAX_MEMORY => format!("{} MiB", ran.memory >> 20),
                Some(line) => format!("{line:?}"),
                _ => continue,
            };
            faults.push(format!("tree {tree} of seed {seed}, {arguments:?}: {fault}"));
        }
    }
    println!("{runs} runs; at most {longest:?} and {} MiB", largest >> 20);
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}
