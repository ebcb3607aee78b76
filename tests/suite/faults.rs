//! What the system can do to a run: files without permission, that vanish or block, full disks, closed
//! pipes, signals, names of every kind. Each has a documented exit status and a finding or a message, and
//! output files are whole or not there. `docs/dev/reliability.md` lists them.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

use crate::strangers::pipe;
use crate::support::packed::tar;
use crate::support::{self, PROGRAM, Random, Row, Run, borrowed, program, ran, run, size};

const CLEAN: &[u8] = b"(;FF[4]GM[1]SZ[9]RU[AGA]RE[?];B[ee];W[cc])";
const ERROR: &[u8] = b"(;FF[4]GM[1]SZ[9]RU[AGA]RE[?]\n;B[ee]\n;W[ee])";
const ODD: &[u8] = b"(;FF[4]SZ[9]RU[AGA]RE[?];B[ee];W[ ])";
const MENDED: &[u8] = b"(;FF[4]SZ[9]RU[AGA]RE[?];B[ee];W[])";

/// A folder that everybody may look into.
fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = support::folder(files);
    mode(folder.path(), 0o755);
    folder
}

fn mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("changed");
}

/// Runs a command.
fn outcome(command: Command) -> Run {
    ran(command, b"")
}

fn is_superuser() -> bool {
    rustix::process::geteuid().is_root()
}

/// The program as somebody who isn't the superuser; `None` where that can't be.
fn plainly(folder: &TempDir, arguments: &[&str]) -> Option<Command> {
    if !is_superuser() {
        return Some(program(folder, arguments));
    }
    let who = ["--reuid", "65534", "--regid", "65534", "--clear-groups"];
    let runs = Command::new("setpriv").args(who).args([PROGRAM, "--version"]).output();
    if !runs.is_ok_and(|output| output.status.success()) {
        eprintln!("left out: the program can't be run as another user");
        return None;
    }
    let mut command = Command::new("setpriv");
    command.current_dir(folder.path()).args(who).arg(PROGRAM).args(arguments);
    Some(command)
}

/// A script in a place of its own where it can mount things; `None` where that can't be.
fn with_mounts(folder: &TempDir, script: &str) -> Option<Command> {
    let options = if is_superuser() { "-m" } else { "-rm" };
    let probe = "mount -t tmpfs -o size=64k none .";
    let probed = |what: &str| {
        let mut command = Command::new("unshare");
        command.current_dir(folder.path()).args([options, "sh", "-c", what]);
        command
    };
    if !probed(probe).output().is_ok_and(|output| output.status.success()) {
        eprintln!("left out: nothing can be mounted here");
        return None;
    }
    let mut command = probed(script);
    command.env("PROGRAM", PROGRAM);
    Some(command)
}

/// A tar archive of records, `0.sgf` and so on.
fn packed<'a>(records: impl Iterator<Item = &'a [u8]>) -> Vec<u8> {
    let members: Vec<_> = records.enumerate().map(|(n, it)| (format!("{n}.sgf"), it)).collect();
    tar(&borrowed(&members))
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("listed");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("listed").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Returns the rows of a CSV file.
fn rows(path: &Path) -> Vec<Row> {
    support::rows(fs::read(path).expect("the table is there"))
}

#[test]
fn without_permission() {
    let folder = folder(&[("d/a.sgf", CLEAN), ("d/closed/c.sgf", CLEAN), ("d/z.sgf", ERROR)]);
    mode(&folder.path().join("d/a.sgf"), 0o000);
    mode(&folder.path().join("d/closed"), 0o000);
    let Some(command) = plainly(&folder, &["check", "d"]) else { return };
    let ran = outcome(command);
    mode(&folder.path().join("d/closed"), 0o755);
    assert_eq!((ran.status, &ran.stderr[..]), (1, ""));
    assert!(ran.stdout.contains("d/a.sgf: error[unreadable] Permission denied"), "{}", ran.stdout);
    assert!(ran.stdout.contains("d/closed: error[unreadable] Permission denied"), "{}", ran.stdout);
    assert!(ran.stdout.contains("d/z.sgf:3:4: error[occupied-point]"), "{}", ran.stdout);
}

#[test]
fn a_folder_that_cannot_be_written() {
    let folder = folder(&[("in/a.sgf", ODD), ("out/old", b"")]);
    for place in ["in", "out"] {
        mode(&folder.path().join(place), 0o555);
    }
    for arguments in [
        &["check", "in", "--out", "out"][..],
        &["check", "in", "--out", "out/new"],
        &["convert", "in", "--to", "sgf", "--out", "out"],
        &["convert", "in", "--to", "jsonl", "--out", "out"],
        &["fix", "--write", "in"],
        &["select", "in", "--copy", "out/new"],
        &["select", "in", "--collection", "out/all.sgf"],
        &["show", "in/a.sgf", "--svg", "out/a.svg"],
        &["score", "in/a.sgf", "--svg", "out/a.svg"],
    ] {
        let Some(command) = plainly(&folder, arguments) else { break };
        let ran = outcome(command);
        assert_eq!(ran.status, 2, "{arguments:?}");
        assert!(ran.stderr.contains("Permission denied"), "{arguments:?}: {}", ran.stderr);
        assert!(!ran.stderr.contains(".sgf-audit-"), "{}", ran.stderr);
        assert_eq!(names(&folder.path().join("out")), ["old"], "{arguments:?}");
        assert_eq!(names(&folder.path().join("in")), ["a.sgf"], "{arguments:?}");
        assert_eq!(fs::read(folder.path().join("in/a.sgf")).expect("there"), ODD);
    }
    for place in ["in", "out"] {
        mode(&folder.path().join(place), 0o755);
    }
}

#[test]
fn a_system_that_is_mounted_for_reading_only() {
    let folder = folder(&[("in/a.sgf", ODD), ("out/old", b"")]);
    let script = "mount --bind in in && mount -o remount,ro,bind in && \
                  mount --bind out out && mount -o remount,ro,bind out || exit 99\n\
                  \"$PROGRAM\" check in --out out; echo $?\n\
                  \"$PROGRAM\" convert in --to sgf --out out; echo $?\n\
                  \"$PROGRAM\" fix --write --quiet in; echo $?";
    let Some(command) = with_mounts(&folder, script) else { return };
    let ran = outcome(command);
    if ran.status == 99 {
        eprintln!("left out: nothing can be mounted for reading only here");
        return;
    }
    assert_eq!(ran.stdout, "2\n2\n2\n", "{}", ran.stderr);
    assert_eq!(ran.stderr.matches("Read-only file system").count(), 3, "{}", ran.stderr);
    assert_eq!(fs::read(folder.path().join("in/a.sgf")).expect("there"), ODD);
    assert_eq!(names(&folder.path().join("out")), ["old"]);
}

#[test]
fn a_full_disk() {
    let folder = folder(&[("odd.sgf", ODD)]);
    fs::create_dir(folder.path().join("in")).expect("made");
    fs::create_dir(folder.path().join("out")).expect("made");
    let comment = "word ".repeat(2000);
    for number in 0..300 {
        // Packed, they are larger than the smallest disk.
        let varied: String =
            (0..200).map(|n| format!("{} ", (number * 7919 + n * n * 977) % 65521)).collect();
        let record =
            format!("(;FF[4]GM[1]SZ[9]RU[AGA]RE[?]C[{varied}{comment}];B[ee];W[ee];B[ee];W[ee])");
        fs::write(folder.path().join(format!("in/{number:02}.sgf")), record).expect("written");
    }
    let script = "mount -t tmpfs -o size=64k none out || exit 99\n\
                  mkdir small && mount -t tmpfs -o size=4k none small\n\
                  \"$PROGRAM\" convert in --to sgf --join --out small/games.sgf.gz --quiet; echo $?; ls -A small\n\
                  mkdir some && mount -t tmpfs -o size=64k none some\n\
                  \"$PROGRAM\" select in --copy some --quiet; echo $?\n\
                  for file in some/*; do cmp $file in/${file#some/}; done; ls -A some | grep -v sgf$\n\
                  \"$PROGRAM\" check in --out out --quiet; echo $?; ls -A out\n\
                  \"$PROGRAM\" convert in --to jsonl --out out --quiet; echo $?; ls -A out\n\
                  \"$PROGRAM\" convert in --to sgf --out out --quiet; echo $?\n\
                  for file in out/*.sgf; do tail -c 3 $file; done; ls -A out | grep -v sgf$\n\
                  mkdir fix && mount -t tmpfs -o size=16k none fix && cp odd.sgf fix\n\
                  cat in/*.sgf >fix/filler 2>/dev/null\n\
                  \"$PROGRAM\" fix --write --quiet fix/odd.sgf; echo $?\n\
                  cmp odd.sgf fix/odd.sgf && ls -A fix";
    let Some(command) = with_mounts(&folder, script) else { return };
    let ran = outcome(command);
    assert_eq!(ran.stderr.matches("No space left on device").count(), 6, "{}", ran.stderr);
    assert!(!ran.stderr.contains(".sgf-audit-"), "{}", ran.stderr);
    let lines: Vec<&str> = ran.stdout.lines().filter(|line| !line.is_empty()).collect();
    // Nothing is left of the tables and of the file of lines; SGF files are whole.
    assert_eq!(lines[..5], ["2"; 5], "{}", ran.stdout);
    let [files @ .., status, filler, odd] = &lines[5..] else { panic!("{}", ran.stdout) };
    assert_eq!([*status, *filler, *odd], ["2", "filler", "odd.sgf"], "{}", ran.stdout);
    assert!(!files.is_empty() && files.iter().all(|end| end.ends_with(')')), "{}", ran.stdout);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_standard_output() {
    let folder = folder(&[("a.sgf", ERROR), ("b.sgf", ODD)]);
    for arguments in [
        &["check", "a.sgf"][..],
        &["check", "a.sgf", "--format", "jsonl"],
        &["check", "a.sgf", "--format", "sarif"],
        &["convert", "a.sgf", "--to", "sgf"],
        &["convert", "a.sgf", "--to", "csv"],
        &["fix", "b.sgf"],
        &["show", "a.sgf"],
        &["score", "a.sgf"],
        &["rules"],
        &["explain"],
        &["--help"],
    ] {
        let full = fs::File::options().write(true).open("/dev/full").expect("it is there");
        let mut command = program(&folder, arguments);
        let output = command.stdout(full).output().expect("it runs");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains("standard output: No space left"), "{arguments:?}: {stderr}");
    }
    // What can't be said on standard error changes nothing.
    for (arguments, status) in
        [(&["check", "gone.sgf"][..], 2), (&["convert", "a.sgf", "--to", "sgf"], 0)]
    {
        let full = fs::File::options().write(true).open("/dev/full").expect("it is there");
        let output = program(&folder, arguments).stderr(full).output().expect("it runs");
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
    }
}

#[test]
fn closed_pipes() {
    let folder = folder(&[("a.sgf", ERROR), ("b.sgf", ODD)]);
    // What counts comes last of many, long after the pipe was seen to be closed.
    let most = size(1000, 3000);
    let many = packed((0..most).map(|number| if number + 1 < most { ODD } else { ERROR }));
    fs::write(folder.path().join("many.tar"), many).expect("written");
    let refused =
        packed((0..most).map(|number| if number + 1 < most { ODD } else { b"no record" }));
    fs::write(folder.path().join("refused.tar"), refused).expect("written");
    for (arguments, status) in [
        (&["check", "a.sgf"][..], 1),
        (&["check", "a.sgf", "--out", "report"], 1),
        (&["check", "many.tar"], 1),
        (&["check", "many.tar", "--format", "jsonl"], 1),
        (&["convert", "refused.tar", "--to", "jsonl"], 1),
        (&["check", "a.sgf", "--format", "sarif"], 1),
        (&["convert", "a.sgf", "--to", "sgf"], 0),
        (&["convert", "a.sgf", "--to", "csv"], 0),
        (&["fix", "b.sgf"], 1),
        (&["show", "a.sgf"], 0),
        (&["rules"], 0),
        (&["rules", "aga"], 0),
        (&["explain"], 0),
        (&["explain", "ko"], 0),
        (&["--help"], 0),
    ] {
        // The reading ends are closed before the program can have written.
        let both = format!("sleep 0.1; \"$PROGRAM\" {} 2>&1; echo $? >status", arguments.join(" "));
        let out = format!("sleep 0.1; \"$PROGRAM\" {} 2>err; echo $? >status", arguments.join(" "));
        for script in [out, both] {
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("({script}) | true")]).env("PROGRAM", PROGRAM);
            assert!(shell.current_dir(folder.path()).status().expect("it runs").success());
            let status_file = fs::read_to_string(folder.path().join("status")).expect("written");
            assert_eq!(status_file.trim(), status.to_string(), "{arguments:?}");
            let said = fs::read_to_string(folder.path().join("err")).unwrap_or_default();
            assert!(!said.contains("panic") && !said.contains("pipe"), "{arguments:?}: {said}");
        }
    }
    // A closed pipe keeps no report from being written.
    assert_eq!(rows(&folder.path().join("report/games.csv")).len(), 1);
    assert!(folder.path().join("report/datapackage.json").is_file());
}

#[test]
fn a_folder_that_changes_while_it_is_walked() {
    let folder = folder(&[("list", b"")]);
    let place = |number: usize| folder.path().join(format!("d/{}/{number}.sgf", number % 7));
    let make = |number| {
        let path = place(number);
        fs::create_dir_all(path.parent().expect("in a folder")).expect("made");
        fs::write(path, CLEAN).expect("written");
    };
    (0..700).for_each(make);
    let listed: Vec<String> = (0..700).map(|number| place(number).display().to_string()).collect();
    fs::write(folder.path().join("list"), listed.join("\n")).expect("written");
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut random = Random(1);
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                let number = random.below(700);
                match random.below(4) {
                    0 => drop(fs::remove_file(place(number))),
                    1 => drop(fs::write(place(number), CLEAN)),
                    2 => drop(fs::write(place(number), b"")),
                    _ => drop(fs::write(place(number), &CLEAN[..20])),
                }
            }
        });
        for arguments in [
            &["check", "d", "--quiet", "--out", "report"][..],
            &["check", "--files-from", "list", "--quiet", "--out", "report"],
            &["fix", "--write", "d"],
        ] {
            for _ in 0..5 {
                let ran = run(&folder, arguments);
                assert!(!ran.stderr.contains("panic"), "{}", ran.stderr);
                if arguments[0] == "check" {
                    assert!(matches!(ran.status, 0 | 1), "{}", ran.stderr);
                    for row in rows(&folder.path().join("report/findings.csv")) {
                        assert_ne!(row["finding"], "internal-error", "{row:?}");
                    }
                }
            }
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}

/// What a signal must not do: leave a file that is neither as before nor as after.
fn is_whole(path: &Path) -> bool {
    let bytes = fs::read(path).expect("there");
    match path.extension().and_then(OsStr::to_str) {
        Some("sgf") => bytes == ODD || bytes == MENDED || bytes.ends_with(b")\n"),
        Some("csv") => bytes.ends_with(b"\r\n"),
        Some("json") => serde_json::from_slice::<serde_json::Value>(&bytes).is_ok(),
        Some("jsonl") => bytes.ends_with(b"}\n"),
        Some("html") => bytes.ends_with(b"</html>\n"),
        Some("gz") => {
            let mut decoder = flate2::read::GzDecoder::new(&bytes[..]);
            std::io::copy(&mut decoder, &mut std::io::sink()).is_ok()
        }
        _ => false,
    }
}

#[test]
fn signals_in_every_phase() {
    use rustix::process::{Pid, Signal, kill_process};
    let folder = folder(&[]);
    let count = 300;
    for arguments in [
        &["check", "in", "--out", "out", "--quiet"][..],
        &["convert", "in", "--to", "sgf", "--out", "out", "--quiet"],
        &["convert", "in", "--to", "jsonl", "--out", "out", "--quiet"],
        &["convert", "in", "--to", "jsonl", "--out", "out/games.jsonl.gz", "--quiet"],
        &["fix", "--write", "--quiet", "in"],
    ] {
        for round in 0..size(3, 6u64) {
            for place in ["in", "out"] {
                let _ = fs::remove_dir_all(folder.path().join(place));
            }
            fs::create_dir(folder.path().join("in")).expect("made");
            for number in 0..count {
                fs::write(folder.path().join(format!("in/{number}.sgf")), ODD).expect("written");
            }
            let mut command = program(&folder, arguments);
            let mut child = command.stdout(Stdio::null()).spawn().expect("the program runs");
            std::thread::sleep(Duration::from_millis(1 + 9 * round));
            let signal = if round % 2 == 0 { Signal::INT } else { Signal::TERM };
            let _ = kill_process(Pid::from_child(&child), signal);
            let status = child.wait().expect("it ends").code();
            // The first moment, before it watches for signals, or a status of its own.
            assert!(matches!(status, None | Some(0 | 1 | 130)), "{arguments:?}: {status:?}");
            for place in ["in", "out"] {
                let place = folder.path().join(place);
                let there = if place.exists() { names(&place) } else { Vec::new() };
                for name in there {
                    assert!(is_whole(&place.join(&name)), "{arguments:?}, {round}: {name}");
                }
            }
            // The next run isn't troubled by what the last one left.
            let ran = run(&folder, &["check", "in", "--fail-on", "never", "--quiet"]);
            assert_eq!((ran.status, &ran.stderr[..]), (0, ""));
        }
    }
}

/// The run stops at the next record, tells what it has done, and leaves no temporary file.
#[test]
fn an_interrupted_run_says_so() {
    use rustix::process::{Pid, Signal, kill_process};
    for arguments in [
        &["check", "pipe", "a.sgf", "--out", "out"][..],
        &["convert", "pipe", "a.sgf", "--to", "jsonl", "--out", "out"],
        &["convert", "pipe", "a.sgf", "--to", "jsonl", "--out", "out/a.jsonl.gz"],
    ] {
        let folder = folder(&[("a.sgf", ODD)]);
        pipe(&folder.path().join("pipe"));
        let mut command = program(&folder, arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().expect("the program runs");
        // It waits for the other end of the pipe.
        let mut feed =
            fs::File::options().write(true).open(folder.path().join("pipe")).expect("open");
        kill_process(Pid::from_child(&child), Signal::INT).expect("signalled");
        // The run may have ended already.
        let _ = std::io::Write::write_all(&mut feed, CLEAN);
        drop(feed);
        let ran = Run::from(child.wait_with_output().expect("it ends"));
        assert_eq!(ran.status, 130, "{arguments:?}: {}", ran.stderr);
        assert_eq!(ran.stderr, "sgf-audit: interrupted after 0 files\n", "{arguments:?}");
        let out = folder.path().join("out");
        assert!(!out.exists() || names(&out).is_empty(), "{arguments:?}");
    }
}

#[test]
fn links_that_lead_nowhere_or_back() {
    let folder = folder(&[("d/a.sgf", ERROR)]);
    symlink("self.sgf", folder.path().join("d/self.sgf")).expect("linked");
    symlink("two", folder.path().join("d/one")).expect("linked");
    symlink("one", folder.path().join("d/two")).expect("linked");
    symlink("..", folder.path().join("d/up")).expect("linked");
    symlink("/nowhere/at/all.sgf", folder.path().join("d/gone.sgf")).expect("linked");
    let walked = run(&folder, &["check", "d"]);
    let note =
        "links to directories that weren't followed: 1, such as d/up (--follow follows them)\n";
    assert_eq!((walked.status, &walked.stderr[..]), (1, note));
    for place in ["self.sgf", "one", "two", "gone.sgf"] {
        let line = format!("d/{place}: error[unreadable] ");
        assert!(walked.stdout.contains(&line), "{place}: {}", walked.stdout);
    }
    assert!(walked.stdout.contains("d/a.sgf:3:4: error[occupied-point]"), "{}", walked.stdout);
    // What is named is told as well; there is nothing else to do.
    let named = run(&folder, &["check", "d/self.sgf"]);
    assert_eq!(named.status, 1);
    assert!(named.stdout.contains("d/self.sgf: error[unreadable] "), "{}", named.stdout);
    for (arguments, status) in [
        (&["convert", "d/self.sgf", "--to", "sgf"][..], 1),
        (&["show", "d/one"], 2),
        (&["score", "d/gone.sgf"], 2),
    ] {
        assert_eq!(run(&folder, arguments).status, status, "{arguments:?}");
    }
}

/// Names that reports must show, each in its own way.
fn odd_names() -> Vec<Vec<u8>> {
    let mut names: Vec<Vec<u8>> = [
        &b"\xbf\xc2\xbd\xe0.sgf"[..],
        b"\xbf\xc2\xbd\xe1.sgf",
        b"\\xbf.sgf",
        b"\xbf.sgf",
        b"a\nb.sgf",
        b"a\\nb.sgf",
        b"a\r\nb.sgf",
        b"a,b.sgf",
        b"a\"b\".sgf",
        b"a\tb.sgf",
        b"a b%20.sgf",
        b"a#b?c&d.sgf",
        b"<b>a<i>.sgf",
        b"=cmd|' C calc'!A0.sgf",
        b"-rf.sgf",
        b"@a.sgf",
        b"'=a.sgf",
        b"a::error::b.sgf",
        b"\x1b[2J\x1b]0;title\x07.sgf",
        "\u{202e}fgs.exe.sgf".as_bytes(),
        "柯洁.sgf".as_bytes(),
        b"..sgf.sgf",
    ]
    .map(<[u8]>::to_vec)
    .to_vec();
    names.push([&b"x".repeat(251)[..], b".sgf"].concat());
    names
}

/// A path of a report, as bytes.
fn read_back(shown: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = shown.as_bytes();
    while let [first, more @ ..] = rest {
        let hex = more.strip_prefix(b"x").and_then(|more| more.get(..2));
        let byte = hex.and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        (rest, bytes) = match (first, byte) {
            (b'\\', Some(byte)) => (&more[3..], [bytes, vec![byte]].concat()),
            _ => (more, [bytes, vec![*first]].concat()),
        };
    }
    bytes
}

fn decoded_uri(uri: &str) -> Vec<u8> {
    let mut parts = uri.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).expect("hexadecimal"));
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    bytes
}

#[cfg(target_os = "linux")]
#[test]
fn names_of_every_kind() {
    let folder = folder(&[]);
    let dir = folder.path().join("d");
    fs::create_dir(&dir).expect("made");
    let names = odd_names();
    for name in &names {
        fs::write(dir.join(OsStr::from_bytes(name)), ERROR).expect("written");
    }
    let mut expected: Vec<Vec<u8>> = names.iter().map(|name| [b"d/", &name[..]].concat()).collect();
    expected.sort();
    // The tables and JSON lines give each name back; the URIs of SARIF too.
    let whole = run(&folder, &["check", "d", "--out", "report", "--quiet"]);
    assert_eq!((whole.status, &whole.stderr[..]), (1, ""));
    let in_table = rows(&folder.path().join("report/games.csv"));
    let mut paths: Vec<Vec<u8>> = in_table.iter().map(|row| read_back(&row["path"])).collect();
    paths.sort();
    assert_eq!(paths, expected);
    let occupied = |stdout: &str, path: &dyn Fn(&serde_json::Value) -> Option<Vec<u8>>| {
        let mut paths: Vec<Vec<u8>> = stdout
            .lines()
            .filter(|line| line.contains("occupied-point"))
            .filter_map(|line| path(&serde_json::from_str(line.trim_end_matches(',')).ok()?))
            .collect();
        paths.sort();
        paths
    };
    let json = run(&folder, &["check", "d", "--format", "jsonl"]).stdout;
    assert_eq!(occupied(&json, &|line| Some(read_back(line["path"].as_str()?))), expected);
    let sarif = run(&folder, &["check", "d", "--format", "sarif"]).stdout;
    let log: serde_json::Value = serde_json::from_str(&sarif).expect("it is JSON");
    let uri = |result: &serde_json::Value| {
        let place = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
        (result["ruleId"] == "occupied-point").then(|| decoded_uri(place.as_str().expect("a URI")))
    };
    let results = log["runs"][0]["results"].as_array().expect("results");
    let mut uris: Vec<Vec<u8>> = results.iter().filter_map(uri).collect();
    uris.sort();
    assert_eq!(uris, expected);
    // What is for people commands no terminal, and a name is on one line.
    for arguments in [&["check", "d"][..], &["check", "d", "--format", "github"], &["fix", "d"]] {
        let text = run(&folder, arguments).stdout;
        let commands = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
        assert!(!text.contains(commands), "{arguments:?}: {text:?}");
        // GitHub shows ten.
        let least = if arguments.contains(&"github") { 10 } else { names.len() };
        assert!(arguments[0] == "fix" || text.matches("occupied-point").count() >= least);
    }
    // Each is converted, and mended in its place.
    let converted = run(&folder, &["convert", "d", "--to", "sgf", "--out", "out"]);
    assert_eq!(converted.status, 0, "{}", converted.stderr);
    let listed = |place: &Path| {
        let entries = fs::read_dir(place).expect("listed").filter_map(Result::ok);
        let mut names: Vec<Vec<u8>> =
            entries.map(|entry| entry.file_name().as_bytes().to_vec()).collect();
        names.sort();
        names
    };
    let mut all = names.clone();
    all.sort();
    assert_eq!(listed(&folder.path().join("out")), all);
    for name in &names {
        fs::write(dir.join(OsStr::from_bytes(name)), ODD).expect("written");
    }
    assert_eq!(run(&folder, &["fix", "--write", "--quiet", "d"]).status, 0);
    assert_eq!(listed(&dir), all);
    assert!(names.iter().all(|n| fs::read(dir.join(OsStr::from_bytes(n))).unwrap() == MENDED));
    // Another ending of the same length fits wherever the old one did.
    let scripts = run(&folder, &["convert", "d", "--to", "gtp", "--out", "gtp"]);
    assert_eq!(scripts.status, 0, "{}", scripts.stderr);
    assert_eq!(listed(&folder.path().join("gtp")).len(), names.len());
    // Messages of a run that fails aren't commands either.
    let gone = run(&folder, &["check", "\x1b[2Jgone\u{202e}"]);
    assert_eq!(gone.status, 2);
    assert!(!gone.stderr.contains(['\x1b', '\u{202e}']), "{:?}", gone.stderr);
}

/// Starts to write into a pipe with a name, as soon as somebody reads.
fn feed(pipe: PathBuf, bytes: Vec<u8>) -> std::thread::JoinHandle<()> {
    std::thread::spawn(move || drop(fs::write(pipe, bytes)))
}

#[test]
fn pipes_and_devices_hold_nothing_up() {
    let folder = folder(&[("d/a.sgf", ERROR), ("list", b"d/pipe.sgf\nd/a.sgf\n/dev/zero\n")]);
    pipe(&folder.path().join("d/pipe.sgf"));
    pipe(&folder.path().join("d/pipe"));
    let socket = std::os::unix::net::UnixListener::bind(folder.path().join("d/socket.sgf"));
    symlink("/dev/zero", folder.path().join("d/zero.sgf")).expect("linked");
    let said = |name: &str| format!("d/{name}: error[unreadable] not a regular file\n");
    for arguments in [&["check", "d"][..], &["fix", "d"]] {
        let walked = run(&folder, arguments);
        let left_out = "not read, by their names: 1 file: 1 without an ending\n";
        assert_eq!((walked.status, &walked.stderr[..]), (1, left_out), "{arguments:?}");
        for name in ["pipe.sgf", "zero.sgf", "socket.sgf"] {
            let there = socket.is_ok() || name != "socket.sgf";
            assert_eq!(walked.stdout.contains(&said(name)), there, "{name}: {}", walked.stdout);
        }
    }
    let listed = run(&folder, &["check", "--files-from", "list"]);
    assert_eq!(listed.status, 1);
    assert!(listed.stdout.contains(&said("pipe.sgf")), "{}", listed.stdout);
    assert!(listed.stdout.contains("/dev/zero: error[unreadable] not a regular file"));
    assert!(listed.stdout.contains("d/a.sgf:3:4: error[occupied-point]"), "{}", listed.stdout);
    let converted = run(&folder, &["convert", "d", "--to", "sgf", "--out", "out"]);
    assert_eq!(converted.status, 1);
    assert_eq!(names(&folder.path().join("out")), ["a.sgf"]);
    // What is named is read, no more of it than the limit.
    let zero = run(&folder, &["check", "--max-bytes", "9999999", "/dev/zero"]);
    assert_eq!(zero.status, 1);
    assert!(zero.stdout.contains("/dev/zero: error[too-large]"), "{}", zero.stdout);
    let null = run(&folder, &["check", "/dev/null"]);
    assert!(null.stdout.contains("error[not-sgf]"), "{}", null.stdout);
    assert_eq!(run(&folder, &["fix", "--write", "d/pipe"]).status, 1);
}

/// A pipe that is named is read once, from its beginning: `sgf-audit check <(unzip -p a.zip)`.
#[test]
fn a_pipe_that_is_named_is_read_whole() {
    let folder = folder(&[]);
    let path = folder.path().join("pipe");
    pipe(&path);
    let large = [&ERROR[..ERROR.len() - 1], b"C[", &b"word ".repeat(1_000_000)[..], b"])"].concat();
    for bytes in [ERROR.to_vec(), large] {
        for (arguments, found) in [
            (&["check", "pipe"][..], "pipe:3:4: error[occupied-point]"),
            (&["convert", "pipe", "--to", "jsonl"], "\"moves\""),
        ] {
            let writer = feed(path.clone(), bytes.clone());
            let ran = run(&folder, arguments);
            writer.join().expect("written");
            assert!(ran.stdout.contains(found), "{arguments:?}: {:.300}", ran.stdout);
        }
    }
    let writer = feed(path, packed(std::iter::repeat_n(ERROR, 4000)));
    let ran = run(&folder, &["check", "pipe"]);
    writer.join().expect("written");
    assert!(ran.stdout.contains("pipe/3999.sgf:3:4: error[occupied-point]"), "{:.300}", ran.stdout);
}

#[test]
fn an_archive_is_no_record() {
    let folder = folder(&[("a.tar", &packed(std::iter::once(CLEAN)))]);
    for command in ["show", "score"] {
        let ran = run(&folder, &[command, "a.tar"]);
        let said = "sgf-audit: a.tar: an archive; name one of its records, as ARCHIVE/RECORD\n";
        assert_eq!((ran.status, &ran.stderr[..]), (2, said), "{command}");
    }
}

#[test]
fn a_record_in_an_archive_is_named_as_a_run_names_it() {
    let folder = folder(&[("a.tar", &packed([CLEAN, ERROR].into_iter())), ("b.sgf", ERROR)]);
    let ran = |arguments: &[&str]| run(&folder, arguments);
    let (whole, member) = (ran(&["show", "b.sgf"]), ran(&["show", "a.tar/1.sgf"]));
    // The first line names the record.
    let boards =
        [whole, member].map(|ran| ran.stdout.split_once('\n').map(|(_, rest)| rest.to_owned()));
    assert!(boards[0].is_some() && boards[0] == boards[1], "{boards:?}");
    for (path, said) in [
        ("a.tar/2.sgf", "a.tar/2.sgf: the archive has no such record"),
        ("b.sgf/1.sgf", "b.sgf/1.sgf: the archive has no such record"),
    ] {
        let ran = ran(&["show", path]);
        assert_eq!((ran.status, &ran.stderr[..]), (2, &*format!("sgf-audit: {said}\n")));
    }
}

/// What is behind a closed door may well be there.
#[test]
fn what_cannot_be_looked_at_stays_in_a_baseline() {
    let folder = folder(&[("no/a.sgf", ERROR), ("b.sgf", ERROR)]);
    let write = ["check", ".", "--baseline", "known.toml", "--write-baseline", "--isolated"];
    assert_eq!(run(&folder, &write).status, 0);
    let path = |name: &str| folder.path().join(name);
    mode(folder.path(), 0o777);
    mode(&path("known.toml"), 0o666);
    mode(&path("no"), 0);
    if let Some(command) = plainly(&folder, &write) {
        let written = outcome(command);
        assert!(written.stdout.contains("Wrote 2 findings in 2 files"), "{}", written.stdout);
        let listed = fs::read_to_string(path("known.toml")).expect("written");
        assert!(listed.contains("no/a.sgf"), "{listed}");
    }
    mode(&path("no"), 0o755);
}

#[test]
fn times_before_1970() {
    let folder = folder(&[("a.sgf", ODD), ("b.sgf", ERROR)]);
    let old = SystemTime::UNIX_EPOCH - Duration::from_secs(1_000_000_000);
    for name in ["a.sgf", "b.sgf"] {
        let file = fs::File::options().write(true).open(folder.path().join(name)).expect("there");
        if file.set_modified(old).is_err() {
            eprintln!("left out: the file system knows no time before 1970");
            return;
        }
    }
    for _ in 0..2 {
        let ran = run(&folder, &["check", "--out", "report", "."]);
        assert_eq!(ran.status, 1);
        // The report is among the records.
        assert!(ran.stderr.lines().all(|line| line.starts_with("not read, by")), "{}", ran.stderr);
        assert!(ran.stdout.contains("b.sgf:3:4: error[occupied-point]"), "{}", ran.stdout);
    }
    assert_eq!(run(&folder, &["fix", "--write", "a.sgf"]).status, 0);
    assert_eq!(fs::read(folder.path().join("a.sgf")).expect("there"), MENDED);
}
