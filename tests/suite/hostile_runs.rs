//! A table of hostile inputs by commands. Whatever lies in a directory and however it is named, every run ends in time, in bounded
//! memory, with a status of ours, and nothing that it prints acts on a terminal, in a log or in a CI.
//!
//! `SGF_AUDIT_TREES=2000 SGF_AUDIT_SEED=7 cargo test --release --test suite hostile_runs:: -- --nocapture` makes so many random trees.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::hostile_reports;
use crate::strangers::pipe;
use crate::support::packed::{gzip, tar_of_any_names, zip};
use crate::support::{PROGRAM, Random, Taken, borrowed, folder, measured, program, size};

/// What begins a line only if a line break of a name was printed.
const FOREIGN: &str = "FOREIGN";

/// What acts on a terminal or in a log.
const PARTS: [&[u8]; 17] = [
    b"::error::x",
    b"\n::error::x",
    b"\r::stop-commands::x",
    b"\r\nFOREIGN",
    b"\nFOREIGN",
    b"##[add-mask]x",
    b"\n ##[error]x",
    b"\x1b]0;pwned\x07",
    b"\x1b[2J\x08",
    "\u{85}\u{9b}31m".as_bytes(),
    "\u{2028}\u{2029}".as_bytes(),
    "\u{202e}\u{2066}".as_bytes(),
    "\u{200b}\u{feff}\u{ad}".as_bytes(),
    b"\xff\xc3",
    b"\\n\\x1b",
    b"' \"$(x)`;,",
    b"\t%0A=1",
];

/// How a name begins.
const BEGINNINGS: [&[u8]; 6] =
    [b"r", b"::error::", b"-", b" ::warning::x", "\u{3000}::x".as_bytes(), b"##[error]"];

/// A name of a file for a seed: a beginning, and all parts in an order of their own.
fn name(seed: usize) -> OsString {
    let mut name = BEGINNINGS[seed % BEGINNINGS.len()].to_vec();
    let step = 1 + seed * 5 % (PARTS.len() - 1);
    (0..PARTS.len()).for_each(|n| name.extend(PARTS[(seed + n * step) % PARTS.len()]));
    OsString::from_vec(name)
}

/// The same as text, for what lies in files.
fn text(seed: usize) -> String {
    name(seed).to_string_lossy().replace('\u{fffd}', "")
}

fn join(parts: &[&OsStr]) -> OsString {
    OsString::from_vec(parts.iter().flat_map(|part| part.as_bytes()).copied().collect())
}

fn with_end(name: &OsStr, end: &str) -> OsString {
    join(&[name, OsStr::new(end)])
}

/// A record with the text wherever reports show one; without an end if `is_damaged`.
fn record(text: &str, is_damaged: bool) -> Vec<u8> {
    let text = text.replace('\\', "\\\\").replace(']', "\\]").replace(':', "\\:");
    let (between, end) = if is_damaged { (&text[..], "") } else { ("", ")") };
    format!(
        "(;FF[4]GM[1]CA[UTF-8]SZ[9]RU[{text}]PB[{text}]PW[{text}2]BR[{text}]EV[{text}]RO[{text}]PC[{text}]DT[{text}]\
         RE[{text}]KM[{text}]TM[{text}]XX[{text}]{between};B[ee]C[{text}];W[{text}];B[ee];W[ ]{end}"
    )
    .into_bytes()
}

fn toml(text: &str) -> String {
    let escaped = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c.is_control() => format!("\\u{:04X}", u32::from(c)),
        c => c.to_string(),
    };
    format!("\"{}\"", text.chars().map(escaped).collect::<String>())
}

/// A record whose result was counted, and wrongly.
const COUNTED: &[u8] = b"(;FF[4]GM[1]CA[UTF-8]SZ[7]RU[Japanese]KM[6.5]RE[W+1.5]\
    ;B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[cf];W[df];B[cg];W[dg];B[];W[])";

/// A directory in which everything has the name of a seed.
fn tree(seed: usize) -> TempDir {
    let (name, text) = (name(seed), text(seed));
    let folder = TempDir::new().expect("a folder for the test");
    let inside = folder.path().join(&name);
    fs::create_dir(&inside).expect("made");
    let write = |path: &Path, bytes: &[u8]| fs::write(path, bytes).expect("written");
    let sgf = with_end(&name, ".sgf");
    write(&inside.join(&sgf), &record(&text, false));
    write(&inside.join(with_end(&name, "2.sgf")), &record(&text, true));
    write(&inside.join(with_end(&name, "3.sgf")), COUNTED);
    write(&inside.join(join(&[OsStr::new("x."), &name])), b"another end");
    write(&inside.join(join(&[OsStr::new("x.sgf."), &name])), b"the end of a record");
    let config = format!("[check]\nkomi = 6.5\n[aliases]\nnames = {{ {0} = {0} }}\n", toml(&text));
    write(&inside.join("sgf-audit.toml"), config.as_bytes());
    for (n, config) in [
        format!("{} = 1\n", toml(&text)),
        format!("[check]\n{} = 1\n", toml(&text)),
        format!("[check]\nrules = {}\n", toml(&text)),
        format!("[check]\nignore = [{}]\n", toml(&text)),
        format!("[[overrides]]\npaths = [{}]\nignore = [{0}]\n", toml(&text)),
        format!("[check]\nbaseline = {}\n", toml(&text)),
        format!("[event]\n{} = 1\n", toml(&text)),
        format!("[aliases]\n{} = 1\n", toml(&text)),
        "not toml = = \x1b".to_owned(),
    ]
    .iter()
    .enumerate()
    {
        let inside = inside.join(format!("{n}"));
        fs::create_dir(&inside).expect("made");
        let named = with_end(&name, &format!(".config{n}"));
        write(&folder.path().join(named), config.as_bytes());
        write(&inside.join(&sgf), &record(&format!("{text}!"), false));
    }
    // What git ignores.
    fs::create_dir(folder.path().join(".git")).expect("made");
    write(&folder.path().join(".git/HEAD"), b"ref: refs/heads/main\n");
    write(&folder.path().join(".gitignore"), b"*ignored*\n");
    write(&inside.join(with_end(&name, "ignored.sgf")), b"");
    // Members of archives, with a name that no header can hold and an end that isn't read.
    let members = [".sgf", ".x", "2.sgf"].map(|end| (end, record(&text, end == "2.sgf")));
    let in_tar = members.each_ref().map(|(end, member)| (with_end(&name, end), member));
    let in_tar = in_tar.each_ref().map(|(path, member)| (path.as_bytes(), &member[..]));
    write(&inside.join(with_end(&name, ".tar")), &tar_of_any_names(&in_tar));
    let in_zip = members.each_ref().map(|(end, member)| (format!("{text}{end}"), member));
    let zip = zip(&borrowed(&in_zip));
    write(&inside.join(with_end(&name, ".zip")), &zip);
    write(&inside.join(with_end(&name, "3.zip")), &zip[..zip.len() / 2]);
    // The files of options.
    let event = format!(
        "name = {0}\nkomi = 7.5\n[[players]]\nname = {0}\n[[rulings]]\nfile = {0}\nresult = \"B+R\"\n",
        toml(&text)
    );
    for (end, content) in [
        (".event", event),
        (".broken-event", format!("{} = 1\n", toml(&text))),
        (".rules", format!("id = \"own\"\nbase = \"aga\"\nname = {}\n", toml(&text))),
        (".broken-rules", format!("base = {}\n", toml(&text))),
        (
            ".baseline",
            format!("version = 2\n[files]\n{0} = {{ content = \"0\", ko = 1 }}\n", toml(&text)),
        ),
        (".broken-baseline", format!("version = 2\n{} = 1\n", toml(&text))),
        (".results", format!("black,white,result\n\"{0}\",b,\"{0}\"\n", text.replace('"', ""))),
        (".broken-results", format!("\"{0}\",{0}\n{0}", text.replace('"', ""))),
        (".list", format!("{}\nnowhere\n", text.replace(['\n', '\r'], ""))),
    ] {
        write(&folder.path().join(with_end(&name, end)), content.as_bytes());
    }
    folder
}

/// Every command, in every format, and what each says of arguments that it can't use. `D`: the directory. `F`: the record in
/// it. `@`: the name, with what stands beside it.
const OF_NAMES: &str = "
        check D; check . --show note; check . --show note --context always --color always; check D --show-all
        check . --format csv --show note; check . --format jsonl --show note; check . --format sarif; check . --format github --show note
        check . --format html --show note; check . --statistics; check D --compare
        check D --out @out; check D --shard 1/1 --out @shard; check D --shard 1/2 --format jsonl
        check D --event @.event --results @.results; check D --event @.event --results @.results --format github
        check D --event @.event --results @.results --out @out2
        check D --event @.broken-event; check D --results @.broken-results; check D --rules-file @.rules; check D --rules-file @.broken-rules
        check D --baseline @.baseline; check D --baseline @.broken-baseline; check D --baseline @none; check D --format csv --baseline @.baseline
        check D --baseline @new --write-baseline; check D --config @none; check F --config @.config0; check F --config @.config1; check F --config @.config2;
        check F --config @.config3; check F --config @.config4; select F --config @.config5; fix F --config @.config6;
        config F --config @.config7; check F --config @.config8; config F --config @.config4; check D --config @.broken-event
        check @none; check D @none; check --files-from @.list; check --files-from @none; check D --since @; check D --exclude @
        check D --rules @; check D --select @; check D --format @; check D --komi @; check D @ --no-such@; check D --@; check D --threads=@
        check D --results @.results --results-encoding @; check --exclude=[@ D; @; @ --x; ./@; help @; check F; check D/0 D/8
        fix D --statistics; fix D --write --statistics; fix . ; fix D --quiet; fix D --fix @; fix @none; fix D --config @none
        fix - --stdin-filename @; fix F --write; fix . --write; fix . --unsafe --write
        score F; score F --compare; score F --rules @; score @none; score F --svg @none/x.svg; score D; score F --game @; score F --engine @none
        show F; show F --move 2; show F --move @; show @none; show F --svg @.svg; show F --svg @.svg
        convert F --to jsonl --lossy; convert F --to csv --lossy; convert F --to gtp --lossy; convert D --to sgf --out @sgf
        convert D --to sgf --out @sgf --lossy; convert D --to jsonl --lossy; convert D --to csv --lossy; convert D --to csv --out @sgf/@none.csv.xz
        convert D --to sgf --out D; convert D --to @; convert @none --to sgf; convert D --to gtp --out @gtp --lossy; convert . --to csv
        select D; select . --jsonl; select D --copy @copy; select D --copy @copy --left-out @.left; select D --collection @games.sgf
        select D --collection @games.sgf; select D --left-out @.left; select D --where @; select D --where=black=='@'; select D --copy D
        duplicates D; duplicates . --format csv; duplicates . --format jsonl; duplicates @none; duplicates D --format @
        event D; event .; event @none; rules @; explain @; config D; config D/8; config @none
        config D -- --rules @; config D --config @.event; completions @; man @; man --out @.event; check D --engine @none; check D --engine-gtp @none
";

/// Those that each sort of formatted output is asked of, over records whose text acts.
const OF_TEXTS: &str = "
        check . --show note; check . --show note --context always; check . --show note --format csv
        check . --show note --format jsonl; check . --show note --format sarif; check . --show note --format html
        check . --show note --format github --context always; fix . --statistics; convert . --to sgf --out out; convert 19.sgf --to csv --lossy
        convert 19.sgf --to gtp --lossy; show 19.sgf; show 20.sgf; score 19.sgf; score 20.sgf --compare
";

/// Those that walk directories. OUT is a directory beside the tree.
const OF_TREES: &str = "
        check .; check . --follow --format github --statistics; check . --no-gitignore --format jsonl
        check . --baseline OUT/known.toml --write-baseline; check . --out OUT/report --format sarif; fix .; fix . --follow --statistics
        select .; duplicates .; convert . --to jsonl; convert . --to sgf --out OUT/sgf --follow; event .
";

/// The command lines of a list, each as its words.
fn commands(list: &'static str) -> Vec<Vec<&'static str>> {
    let lines = list.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| line.split_whitespace().collect()).collect()
}

/// What a word of a command line becomes.
fn argument(word: &str, name: &OsStr) -> OsString {
    // A path that begins with a hyphen is written so that it is no option.
    let here = if name.as_bytes().starts_with(b"-") { "./" } else { "" };
    let path = join(&[OsStr::new(here), name]);
    match word.strip_prefix('D') {
        Some(rest) if rest.is_empty() || rest.starts_with('/') => join(&[&path, OsStr::new(rest)]),
        _ if word == "F" => join(&[&path, OsStr::new("/"), &with_end(name, ".sgf")]),
        _ => {
            let mut parts = word.split('@');
            let mut out = OsString::from(parts.next().unwrap_or_default());
            for part in parts {
                let is_path = out.is_empty() && !part.is_empty();
                out = join(&[&out, if is_path { &path } else { name }, OsStr::new(part)]);
            }
            out
        }
    }
}

/// Whether a character acts where it is printed.
fn acts(c: char) -> bool {
    c.is_control() && c != '\n'
        || matches!(
            c,
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        )
}

/// Returns a line that acts, or isn't one of ours. `options`: what was asked for.
fn fault(printed: &[u8], options: &[OsString]) -> Option<String> {
    let is = |word: &str| options.iter().any(|option| option == word);
    let Ok(text) = std::str::from_utf8(printed) else { return Some("no UTF-8".to_owned()) };
    let mut plain = String::new();
    for (number, part) in text.split("\x1b[").enumerate() {
        let is_color = |(codes, _): &(&str, &str)| {
            codes.bytes().all(|byte| byte.is_ascii_digit() || byte == b';')
        };
        match part.split_once('m').filter(is_color) {
            Some((_, rest)) if number > 0 && is("--color") => plain.push_str(rest),
            _ if number > 0 => return Some(format!("a command: {part:?}")),
            _ => plain.push_str(part),
        }
    }
    // A table ends its lines with CRLF, and a list has tabs.
    let plain = plain.replace("\r\n", "\n");
    let plain = if is("select") { plain.replace('\t', " ") } else { plain };
    let is_annotation = |line: &str| {
        is("github")
            && ["::error ", "::warning ", "::notice "].iter().any(|own| line.starts_with(own))
    };
    let is_foreign = |line: &str| {
        line.contains(acts)
            || line.contains("##[")
            || ["::", FOREIGN].iter().any(|start| line.trim_start().starts_with(start))
    };
    let found = plain.split('\n').find(|line| is_foreign(line) && !is_annotation(line));
    found.map(|line| format!("{line:?}"))
}

/// Longest time and largest memory of a run. A debug build is slower.
const MAX_TIME: Duration = Duration::from_secs(if cfg!(debug_assertions) { 60 } else { 10 });

/// Within two seconds a signal ends a run; a machine that does other things may be a second late.
const MAX_END: Duration = Duration::from_secs(3);
const MAX_MEMORY: u64 = 300 << 20;

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

fn random_name(random: &mut Random, ending: &[u8]) -> OsString {
    let mut name = Vec::new();
    for _ in 0..1 + random.below(3) {
        name.extend_from_slice(random.pick(&PARTS));
    }
    name.extend_from_slice(ending);
    OsString::from_vec(name)
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

/// Fills a directory. Some trees are repositories.
fn fill(random: &mut Random, root: &Path) {
    let mut directories = vec![root.to_path_buf()];
    for _ in 0..random.below(6) {
        let above = random.below(directories.len());
        let directory = directories[above].join(random_name(random, b""));
        if fs::create_dir(&directory).is_ok() {
            directories.push(directory);
        }
    }
    for _ in 0..2 + random.below(8) {
        let directory = directories[random.below(directories.len())].clone();
        let ending = random.pick(ENDINGS);
        let path = directory.join(random_name(random, ending));
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
        let from = directories[random.below(directories.len())].join(random_name(random, b""));
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
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    taken: Taken,
}

/// Runs a command in a tree, and ends it by TERM after some time, if one is given.
fn ran(tree: &Path, out: &Path, arguments: &[OsString], term_after: Option<Duration>) -> Ran {
    let print = |name: &str| fs::File::create(out.join(name)).expect("made");
    let mut command = program(tree, arguments);
    command.env("XDG_CONFIG_HOME", "/nonexistent");
    command.stdout(print("stdout")).stderr(print("stderr"));
    let taken = measured(&mut command, MAX_TIME * 2, term_after);
    let [stdout, stderr] =
        ["stdout", "stderr"].map(|name| fs::read(out.join(name)).expect("written"));
    Ran { stdout, stderr, taken }
}

/// Runs a command and returns what is wrong with what it did.
fn fault_of(
    tree: &Path,
    out: &Path,
    arguments: &[OsString],
    term_after: Option<Duration>,
) -> Option<String> {
    let ran = ran(tree, out, arguments, term_after);
    let is = |word: &str| arguments.iter().any(|argument| argument == word);
    // What `fix -` and a diff print is the record, for programs.
    let is_record = arguments[0] == "fix"
        && !["--statistics", "--write", "--quiet"].iter().any(|option| is(option));
    let stdout = if is_record { &[] } else { &ran.stdout[..] };
    let (status_is_known, most) = match term_after {
        Some(_) => (matches!(ran.taken.status, None | Some(0..=2 | 130)), MAX_END),
        None => (matches!(ran.taken.status, Some(0..=2)), MAX_TIME),
    };
    match fault(stdout, arguments).or(fault(&ran.stderr, arguments)) {
        _ if !status_is_known => Some(format!("status {:?}", ran.taken.status)),
        _ if ran.taken.time > most => Some(format!("{:?}", ran.taken.time)),
        _ if ran.taken.memory > MAX_MEMORY => Some(format!("{} MiB", ran.taken.memory >> 20)),
        found => found,
    }
}

fn assert_none(faults: &[String]) {
    let shown = faults[..faults.len().min(20)].join("\n");
    assert!(faults.is_empty(), "{} faults:\n{shown}", faults.len());
}

#[test]
fn no_name_acts() {
    let mut faults = Vec::new();
    for seed in 1..=size(1, 10) {
        let (folder, name, out) = (tree(seed), name(seed), TempDir::new().expect("a folder"));
        for words in commands(OF_NAMES) {
            let arguments: Vec<OsString> = words.iter().map(|word| argument(word, &name)).collect();
            let found = fault_of(folder.path(), out.path(), &arguments, None);
            faults.extend(found.map(|found| format!("seed {seed}: {arguments:?}\n  {found}")));
        }
    }
    assert_none(&faults);
}

#[test]
fn no_text_of_a_record_acts() {
    let (folder, out) = (hostile_reports::records(), TempDir::new().expect("a folder"));
    let mut faults = Vec::new();
    for words in commands(OF_TEXTS) {
        let arguments: Vec<OsString> = words.iter().map(OsString::from).collect();
        let found = fault_of(folder.path(), out.path(), &arguments, None);
        faults.extend(found.map(|found| format!("{words:?}\n  {found}")));
    }
    assert_none(&faults);
}

#[test]
fn no_tree_holds_up_a_run_or_speaks_for_it() {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse().expect("a number"));
    let (trees, seed) = (number("SGF_AUDIT_TREES"), number("SGF_AUDIT_SEED").unwrap_or(1));
    let all = commands(OF_TREES);
    // Every command over every tree takes long; a sample of commands over each tree finds as much.
    let sample = size(3, all.len());
    let mut faults = Vec::new();
    for tree in 0..trees.unwrap_or(size(10, 20u64)) {
        let mut random = Random(seed.wrapping_mul(1 << 32) + tree);
        // Links lead up to two directories above it, but not to those of the machine, whatever lies there.
        let place = folder(&[("above/below/tree/a.sgf", RECORDS[0])]);
        let (root, out) = (place.path().join("above/below/tree"), place.path().join("out"));
        fill(&mut random, &root);
        for round in 0..sample {
            let words = &all[(tree as usize * sample + round) % all.len()];
            let beside = |word: &&str| word.replace("OUT", out.to_str().expect("UTF-8")).into();
            let arguments: Vec<OsString> = words.iter().map(beside).collect();
            let term_after =
                (random.below(8) == 0).then(|| Duration::from_millis(random.next() % 200));
            let _ = fs::remove_dir_all(&out);
            fs::create_dir(&out).expect("made");
            let found = fault_of(&root, &out, &arguments, term_after);
            faults.extend(
                found.map(|found| format!("tree {tree} of seed {seed}, {words:?}: {found}")),
            );
        }
    }
    assert_none(&faults);
}

/// Data is escaped by its own format, so that a name arrives.
#[test]
fn names_arrive_in_data() {
    for seed in 1..=size(1, 10) {
        let (folder, name, out) = (tree(seed), name(seed), TempDir::new().expect("a folder"));
        let words = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
        let (path, text) = (join(&[OsStr::new("./"), &name]), text(seed));
        for arguments in [
            [words(&["select", "--jsonl", "-q"]), vec![path.clone()]].concat(),
            [words(&["convert", "--to", "jsonl", "--lossy", "-q"]), vec![path.clone()]].concat(),
        ] {
            let output = ran(folder.path(), out.path(), &arguments, None);
            let lines = String::from_utf8(output.stdout).expect("UTF-8");
            assert!(lines.lines().count() > 3, "{arguments:?}");
            let mut places = 0;
            for line in lines.lines() {
                let game: serde_json::Value = serde_json::from_str(line).expect("JSON");
                // The counted record has none.
                if let Some(place) = game["place"].as_str().filter(|place| !place.is_empty()) {
                    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
                    assert_eq!(words(place.trim_end_matches('!')), words(&text));
                    places += 1;
                }
                assert!(
                    game["path"].as_str().is_some_and(|path| path.contains("\u{1b}]0;pwned\u{7}"))
                );
            }
            assert!(places > 3, "{arguments:?}");
        }
        for arguments in [
            [words(&["duplicates", "--format", "csv", "-q"]), vec![path.clone()]].concat(),
            [words(&["convert", "--to", "csv", "--lossy", "-q"]), vec![path.clone()]].concat(),
            [words(&["check", "--format", "csv"]), vec![path.clone()]].concat(),
        ] {
            let output = ran(folder.path(), out.path(), &arguments, None);
            let mut rows = csv::Reader::from_reader(&output.stdout[..]);
            let at = rows.headers().expect("a header").iter().position(|name| name == "path");
            let at = at.expect("a path");
            let paths: Vec<String> =
                rows.records().map(|row| row.expect("a row")[at].to_owned()).collect();
            assert!(paths.len() > 3, "{arguments:?}");
            assert!(paths.iter().all(|path| path.contains("\\u{1b}]0;pwned\\u{7}")), "{paths:?}");
        }
    }
}

/// On a terminal, too. Its progress bar moves the cursor, so only what names would do is looked for.
#[test]
fn nothing_acts_on_a_terminal() {
    let Ok(tried) = Command::new("script").args(["-qec", "true", "/dev/null"]).output() else {
        return println!("not tried: there is no `script` here");
    };
    if !tried.status.success() {
        return println!("not tried: `script` has other options here");
    }
    for seed in 0..size(1, 6) {
        let folder = tree(seed);
        for command in [
            "check .",
            "check . --format csv",
            "fix .",
            "select .",
            "duplicates .",
            "convert . --to csv",
        ] {
            let line = format!("{PROGRAM} {command}");
            let mut child = Command::new("script");
            child.current_dir(folder.path()).args(["-qec", &line, "/dev/null"]);
            child.env("XDG_CONFIG_HOME", "/nonexistent").env("TERM", "xterm").stdin(Stdio::null());
            let output = child.output().expect("it runs");
            let text = String::from_utf8(output.stdout).expect("UTF-8");
            assert!(text.contains("pwned") && !text.contains("\x1b]0;"), "{command}: {text:?}");
            let acting = |c: char| acts(c) && !matches!(c, '\x1b' | '\r' | '\t');
            assert!(!text.contains(acting), "{command}: {text:?}");
            for line in text.split(['\n', '\r']) {
                let mut line = line;
                while let Some((_, rest)) = line
                    .strip_prefix("\x1b[")
                    .and_then(|rest| rest.split_once(|c: char| c.is_ascii_alphabetic()))
                {
                    line = rest;
                }
                let is_ours = !line.trim_start().starts_with("::") && !line.starts_with(FOREIGN);
                assert!(is_ours && !line.contains("##["), "{command}: {line:?}");
            }
        }
    }
}
