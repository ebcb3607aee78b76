//! Names that command a terminal or a CI: of files, directories, members of archives, their ends, configurations, players,
//! events, and whatever an argument says. Nothing that is printed may act, in any command and format, on both streams.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Cursor;
use std::io::Write;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::support::{PROGRAM, size};

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
        format!("[check]\nrules-file = {}\n", toml(&text)),
        format!("[event]\n{} = 1\n", toml(&text)),
        format!("[aliases]\n{} = 1\n", toml(&text)),
        "not toml = = \x1b".to_owned(),
    ]
    .iter()
    .enumerate()
    {
        let inside = inside.join(format!("{n}"));
        fs::create_dir(&inside).expect("made");
        write(&inside.join("sgf-audit.toml"), config.as_bytes());
        write(&inside.join(&sgf), &record(&format!("{text}!"), false));
    }
    // What git ignores.
    fs::create_dir(folder.path().join(".git")).expect("made");
    write(&folder.path().join(".git/HEAD"), b"ref: refs/heads/main\n");
    write(&folder.path().join(".gitignore"), b"*ignored*\n");
    write(&inside.join(with_end(&name, "ignored.sgf")), b"");
    // Members of archives, with a name that no header can hold and an end that isn't read.
    let mut tar = tar::Builder::new(Vec::new());
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for end in [".sgf", ".x", "2.sgf"] {
        let member = record(&text, end == "2.sgf");
        let mut header = tar::Header::new_gnu();
        header.set_size(member.len() as u64);
        header.set_mode(0o644);
        // Without what a builder refuses.
        let path = with_end(&name, end);
        tar.append_data(&mut header, &path, &member[..]).expect("packed");
        let options = zip::write::SimpleFileOptions::default();
        zip.start_file(format!("{text}{end}"), options).expect("packed");
        zip.write_all(&member).expect("packed");
    }
    write(&inside.join(with_end(&name, ".tar")), &tar.into_inner().expect("packed"));
    let zip = zip.finish().expect("packed").into_inner();
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

/// An argument of a command.
enum Argument {
    Word(&'static str),
    /// The name, with words before and behind it.
    Name(&'static str, &'static str),
    /// The record in the directory.
    Record,
}

use Argument::{Name, Record, Word};

/// Every command, in every format, and what each says of arguments that it can't use. `D`: the directory. `F`: the record in
/// it. `@`: the name, with what stands beside it.
fn commands() -> Vec<Vec<Argument>> {
    let lines = "
        check D; check . --show note; check . --show note --context always --color always; check D --explain-count --show-all
        check . --format csv --show note; check . --format jsonl --show note; check . --format sarif; check . --format github --show note
        check . --format html --show note; check . --statistics; check D --compare
        check D --out @out; check D --shard 1/1 --out @shard; check D --shard 1/2 --format jsonl
        check D --event @.event --results @.results; check D --event @.event --results @.results --format github
        check D --event @.event --results @.results --out @out2
        check D --event @.broken-event; check D --results @.broken-results; check D --rules-file @.rules; check D --rules-file @.broken-rules
        check D --baseline @.baseline; check D --baseline @.broken-baseline; check D --baseline @none; check D --format csv --baseline @.baseline
        check D --baseline @new --write-baseline; check D --config @none; check D --config @.broken-event
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
        select D; select . --jsonl; select D --copy @copy; select D --copy @copy --left-out @.left; select D --link @link; select D --collection @games.sgf
        select D --collection @games.sgf; select D --left-out @.left; select D --where @; select D --where 'black == @'; select D --copy D
        duplicates D; duplicates . --format csv; duplicates . --format jsonl; duplicates @none; duplicates D --format @
        event D; event .; event @none; rules @; explain @; config D; config D/8; config @none
        config D -- --rules @; config D --config @.event; completions @; man @; man --out @.event; check D --engine @none; check D --engine-gtp @none
    ";
    lines.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty()).map(arguments).collect()
}

fn arguments(line: &'static str) -> Vec<Argument> {
    let words = line.split(' ').filter(|word| !word.is_empty());
    words
        .map(|word| match word.split_once('@') {
            Some((before, behind)) => Name(before, behind),
            None if word == "F" => Record,
            None => Word(word),
        })
        .collect()
}

/// What a word of a command line becomes.
fn argument(argument: &Argument, name: &OsStr) -> OsString {
    // A path that begins with a hyphen is written so that it is no option.
    let here = if name.as_bytes().starts_with(b"-") { "./" } else { "" };
    let path = join(&[OsStr::new(here), name]);
    match argument {
        Record => join(&[&path, OsStr::new("/"), &with_end(name, ".sgf")]),
        Word("D") => path,
        Word(word) => match word.split_once('/') {
            Some(("D", rest)) => {
                let rest = rest.strip_suffix("/F").unwrap_or(rest);
                let file =
                    if word.ends_with("/F") { with_end(name, ".sgf") } else { OsString::new() };
                join(&[&path, OsStr::new("/"), OsStr::new(rest), OsStr::new("/"), &file])
            }
            _ => OsString::from(word.trim_matches('\'')),
        },
        Name("", end) if !end.is_empty() => {
            let (end, more) = end.split_once('@').unwrap_or((end, ""));
            let more =
                if more.is_empty() { OsString::new() } else { join(&[name, OsStr::new(more)]) };
            join(&[&path, OsStr::new(end), &more])
        }
        Name(before, behind) => join(&[OsStr::new(before), name, OsStr::new(behind)]),
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

fn run(folder: &Path, arguments: &[OsString]) -> std::process::Output {
    let mut child = Command::new(PROGRAM);
    child.current_dir(folder).args(arguments).env("XDG_CONFIG_HOME", "/nonexistent");
    child.env_remove("CLICOLOR_FORCE").stdin(Stdio::null()).output().expect("the program runs")
}

#[test]
fn nothing_that_is_printed_acts() {
    let commands = commands();
    let mut faults = Vec::new();
    for seed in 1..=size(1, 10) {
        let (folder, name) = (tree(seed), name(seed));
        for command in &commands {
            let arguments: Vec<OsString> =
                command.iter().map(|word| argument(word, &name)).collect();
            let output = run(folder.path(), &arguments);
            let status = output.status.code().expect("no signal ended the program");
            assert!(status <= 2, "seed {seed}: {arguments:?}: status {status}");
            let is = |word: &str| arguments.iter().any(|argument| argument == word);
            // What `fix -` and a diff print is the record, for programs.
            let is_record = arguments[0] == "fix"
                && !["--statistics", "--write", "--quiet"].iter().any(|option| is(option));
            let stdout = if is_record { &[] } else { &output.stdout[..] };
            let found = fault(stdout, &arguments).or(fault(&output.stderr, &arguments));
            faults.extend(found.map(|found| format!("seed {seed}: {arguments:?}\n  {found}")));
        }
    }
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults[..faults.len().min(20)].join("\n")
    );
}

/// Data is escaped by its own format, so that a name arrives.
#[test]
fn names_arrive_in_data() {
    for seed in 1..=size(1, 10) {
        let (folder, name) = (tree(seed), name(seed));
        let words = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
        let (path, text) = (join(&[OsStr::new("./"), &name]), text(seed));
        for arguments in [
            [words(&["select", "--jsonl", "-q"]), vec![path.clone()]].concat(),
            [words(&["convert", "--to", "jsonl", "--lossy", "-q"]), vec![path.clone()]].concat(),
        ] {
            let output = run(folder.path(), &arguments);
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
            let output = run(folder.path(), &arguments);
            let mut rows = csv::Reader::from_reader(&output.stdout[..]);
            let at = rows.headers().expect("a header").iter().position(|name| name == "path");
            let at = at.expect("a path");
            let paths: Vec<String> =
                rows.records().map(|row| row.expect("a row")[at].to_owned()).collect();
            assert!(paths.len() > 3, "{arguments:?}: {output:?}");
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
