//! Nothing is lost in silence: damage at each place of small records, merge conflicts, files that aren't read, and what
//! `convert` says of all that.

use std::collections::BTreeMap;
use std::fs;

use sgf_audit_core::audit::{AuditOptions, Family, FindingKind, Severity};
use sgf_audit_core::formats;
use sgf_audit_core::sgf::{Game, Scanner, Text};

use crate::readers::strict;
use crate::support::packed::{tar, zip};
use crate::support::{audit_file, corpus, folder, run, size};

/// A property of a game: its identifier and values, and where it stands.
type Read = (String, usize, usize);

/// The number of games, and their properties.
fn read(bytes: &[u8]) -> (usize, Vec<Read>) {
    let text = Text::new(bytes);
    let (mut scanner, mut game, mut faults) = (Scanner::new(&text), Game::default(), Vec::new());
    let (mut games, mut all) = (0, Vec::new());
    while scanner.next_game(&mut game, &mut faults) {
        games += 1;
        for node in 0..game.nodes().len() as u32 {
            for (prop, values) in game.props(node) {
                let shown: Vec<_> = values.iter().map(|&value| text.decode(value)).collect();
                let end = values.last().map_or(prop.start, |value| value.end) as usize;
                let name = format!("{}[{}]", prop.id.spelling(), shown.join("]["));
                all.push((name, prop.start as usize, end + 1));
            }
        }
    }
    (games, all)
}

/// What is lost of a record, but for the property in which the damage is, from `at` to `end`.
fn lost(
    before: &(usize, Vec<Read>),
    after: &(usize, Vec<Read>),
    at: usize,
    end: usize,
) -> Vec<String> {
    let mut left: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, ..) in &after.1 {
        *left.entry(name).or_default() += 1;
    }
    let mut lost = Vec::new();
    let is_damaged = |start: usize, stop: usize| start <= end && at <= stop;
    for (name, ..) in before.1.iter().filter(|(_, start, stop)| !is_damaged(*start, *stop)) {
        match left.get_mut(&name[..]) {
            Some(number) if *number > 0 => *number -= 1,
            _ => lost.push(name.clone()),
        }
    }
    if after.0 < before.0 {
        lost.push(format!("{} of {} games", before.0 - after.0, before.0));
    }
    lost
}

/// Small records, either well-formed or damaged ones, alone and as collections of two.
fn small_records(number: usize, well_formed: bool) -> Vec<Vec<u8>> {
    let mut records: Vec<Vec<u8>> = Vec::new();
    for folder in ["findings", "games", "causes"] {
        let entries = fs::read_dir(corpus(folder)).expect("the corpus is there");
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("listed").path()).collect();
        paths.sort();
        for path in paths {
            let bytes = fs::read(path).expect("read");
            let is_small = bytes.len() < 260
                && bytes.is_ascii()
                && !bytes.contains(&0x1b)
                && formats::read(&bytes).no_record().is_none();
            let is_sound = |bytes: &[u8]| {
                let audited = audit_file(bytes, &options());
                !audited.findings().any(|finding| {
                    matches!(
                        finding.kind,
                        FindingKind::PropertyInText
                            | FindingKind::UnclosedValue
                            | FindingKind::OtherGame
                    )
                })
            };
            let is_well_formed = |bytes: &[u8]| strict(bytes).is_some() && is_sound(bytes);
            if is_small && is_well_formed(&bytes) == well_formed {
                records.push(bytes);
            }
        }
    }
    let pairs: Vec<_> = records.windows(2).step_by(3).map(|pair| pair.concat()).collect();
    records.extend(pairs);
    let step = (records.len() / number).max(1);
    records.into_iter().step_by(step).collect()
}

fn options() -> AuditOptions {
    AuditOptions { estimate: false, ..AuditOptions::default() }
}

/// Whether a record has a finding after damage that it hadn't before: another kind, more of a kind or, about the format,
/// another statement or one about more.
fn has_new_finding(before: &[u8], damaged: &[u8]) -> bool {
    let count = |bytes: &[u8]| {
        let mut kinds: BTreeMap<(FindingKind, bool, String), usize> = BTreeMap::new();
        for finding in audit_file(bytes, &options()).findings() {
            let key = (finding.kind, finding.severity > Severity::Note, String::new());
            if finding.kind.info().family == Family::Format {
                let span = finding.span.end - finding.span.start;
                let said = format!("{span}: {}", finding.message);
                *kinds.entry((key.0, key.1, said)).or_default() += 1;
            }
            *kinds.entry(key).or_default() += 1;
        }
        kinds
    };
    let before = count(before);
    count(damaged).into_iter().any(|(key, number)| number > before.get(&key).copied().unwrap_or(0))
}

#[test]
fn what_damage_costs_is_named() {
    damage_is_named(&small_records(size(25, 300), true));
}

#[test]
fn what_further_damage_costs_is_named() {
    damage_is_named(&small_records(size(25, 300), false));
}

fn damage_is_named(records: &[Vec<u8>]) {
    assert!(records.len() >= size(20, 40), "{}", records.len());
    let mut silent = Vec::new();
    for record in records {
        let before = read(record);
        let mut try_damage = |damaged: Vec<u8>, at: usize, what: &str| {
            let after = read(&damaged);
            let lost = lost(&before, &after, at, at + 1);
            // Where both brackets between two values are missing, nothing shows that there were two. Nor does anything show
            // that a stray bracket behind a value without one isn't its end.
            let is_joined = |(name, ..): &Read| {
                let is_part = |lost: &String| name.starts_with(lost.trim_end_matches(']'));
                name.matches('[').count() == 1 && lost.iter().all(is_part)
            };
            // A backslash before a bracket says that it is text.
            let is_escaped = damaged[at..].starts_with(b"\\[");
            // The parenthesis that was missing.
            let is_mended = strict(record).is_none() && strict(&damaged).is_some();
            let may_join = what == "a missing bracket" || damaged.get(at) == Some(&b']');
            let is_hidden = is_escaped || is_mended || may_join && after.1.iter().any(is_joined);
            if !lost.is_empty() && !is_hidden && !has_new_finding(record, &damaged) {
                silent.push(format!("{what} at {at}: {} loses {lost:?}", damaged.escape_ascii()));
            }
        };
        for at in 0..=record.len() {
            for stray in *b"}],)(;[x\\\"" {
                let mut damaged = record.clone();
                damaged.insert(at, stray);
                try_damage(damaged, at, "a stray byte");
            }
            if record.get(at).is_some_and(|byte| b"[]()".contains(byte)) {
                let mut damaged = record.clone();
                damaged.remove(at);
                try_damage(damaged, at, "a missing bracket");
            }
        }
    }
    let number = silent.len();
    silent.truncate(20);
    assert!(number == 0, "{number} of {} records' losses:\n{}", records.len(), silent.join("\n"));
}

#[test]
fn balanced_trees_have_the_games_and_nodes_of_the_grammar() {
    let tree = |variations: usize| {
        let position = "(;GM[1]FF[4]SZ[9]AB[cc];B[dd])";
        format!("(;FF[4]GM[1]SZ[9]C[positions]{})\n", position.repeat(variations))
    };
    for variations in [2, 100, 5000] {
        let file = tree(variations).repeat(2);
        let (games, _) = read(file.as_bytes());
        assert_eq!(games, 2, "{variations}");
        assert_eq!(strict(file.as_bytes()).map(|games| games.len()), Some(2));
    }
    // Without its last `)` the first tree ends before its first variation.
    let torn = tree(2);
    let torn = torn.trim_end().trim_end_matches(')').to_owned() + ")";
    assert_eq!(read(torn.as_bytes()).0, 3);
}

#[test]
fn convert_reports_what_it_reads_otherwise() {
    let folder = folder(&[
        ("brace.sgf", b"(;SZ[9]AB[aa]C[a]}\n)(;SZ[9]AB[bb]C[b])"),
        ("bracket.sgf", b"(;SZ[9]PB[Ann PW[Bob];B[ee])"),
        ("conflict.sgf", b"(;SZ[9]\n<<<<<<< HEAD\nPB[a]\n=======\nPB[b]\n>>>>>>> x\n;B[ee])"),
        ("sound.sgf", b"(;SZ[9];B[ee])"),
        (
            "damaged.sgf",
            b"(;CA[UTF-8]SZ[9]PB[\xe6\x9f\xaf\xe6\xb4]PW[\xe6\x9f\xaf\xe6\xb4\x81];B[ee])",
        ),
    ]);
    for (file, status, words) in [
        ("brace.sgf", 1, "2 games written; 0 files refused; 1 file damaged"),
        ("bracket.sgf", 1, "unclosed-value"),
        ("conflict.sgf", 1, "error[merge-conflict]"),
        ("sound.sgf", 0, "1 game written; 0 files refused\n"),
        ("damaged.sgf", 1, "--replace-damaged-text"),
    ] {
        let done = run(folder.path(), &["convert", file, "--to", "sgf"]);
        assert_eq!(done.status, status, "{file}: {}", done.stderr);
        assert!(done.stderr.contains(words), "{file}: {}", done.stderr);
    }
    let replaced = ["convert", "damaged.sgf", "--to", "sgf", "--replace-damaged-text"];
    let done = run(folder.path(), &replaced);
    assert!(done.stdout.contains("\u{fffd}]PW["), "{}", done.stdout);
    assert!(done.stderr.contains("written as U+FFFD"), "{}", done.stderr);
    let fix = run(folder.path(), &["fix", "conflict.sgf", "--unsafe", "--diff"]);
    assert!(fix.stdout.starts_with("1 file checked, nothing to fix."), "{}", fix.stdout);
}

/// Members of archives are told apart as files are.
#[test]
fn members_that_are_not_read_are_named() {
    let record = &b"(;SZ[9]RE[?];B[ee];W[cc])"[..];
    let members = [
        ("a.sgf", record),
        ("no-ending", record),
        ("README", b"text"),
        ("d/a.sgf.bak", record),
        ("d/.DS_Store", b"\0\0\0\x01Bud1"),
        ("__MACOSX/._a.sgf", b"\0\x05\x16\x07"),
    ];
    let in_zip = [&[("d/", &b""[..])], &members[..]].concat();
    let folder = folder(&[("x/a.tar", &tar(&members)), ("x/b.zip", &zip(&in_zip))]);
    let checked = run(folder.path(), &["check", "x", "--isolated"]);
    assert!(checked.stdout.contains("4 files, 4 games"), "{}{}", checked.stdout, checked.stderr);
    assert!(checked.stderr.contains("not read, by their names: 8 files: 2 *.sgf.bak (a.sgf.bak)"));
}

/// What this program writes beside records isn't listed among the files that it doesn't read.
#[test]
fn own_reports_are_no_files_left_out() {
    let record = b"(;SZ[9]PB[Ann Lee]RE[?];B[ee];W[cc])(;PB[ann lee])";
    // The package has more than a mebibyte of paths.
    let list = format!("x\n{}", format!("{}x/a.sgf\n", "./".repeat(2000)).repeat(300));
    let folder = folder(&[("x/a.sgf", record), ("x/mine.csv", b"a,b"), ("list", list.as_bytes())]);
    let draft = run(folder.path(), &["event", "x"]).stdout;
    fs::write(folder.path().join("x/event.toml"), draft).expect("written");
    let report = ["check", "--files-from", "list", "--out", "x/r", "--isolated", "--statistics"];
    let known = ["--baseline", "x/known.toml", "--write-baseline"];
    let arguments = [&report[..], &known, &["--no-gitignore", "--fail-on", "never"]].concat();
    for files in [1, 2] {
        let checked = run(folder.path(), &arguments);
        let named = format!("by their names: {files} file");
        assert!(checked.stderr.contains(&named), "{files}: {}", checked.stderr);
        fs::write(folder.path().join("x/r/mine.csv"), b"a").expect("written");
    }
}

/// The names of files that a walk doesn't read.
const NOT_READ: &str = "
    a.sgf.txt a.sgf.1 a.sgf.bak a.sgf~ a.sgf.orig a.SGF.old a.gib.txt notes README.md
    b.zip.002 c.7z.003 a.sgf.tmp a.sgf.swp x.png y.pdf z.doc w.html v.csv u.json t.xml s.mg
    r.sgfx q.pgn p.txt o.exe n.part";

#[test]
fn files_that_are_not_read_are_named() {
    let mut files: Vec<(&str, &[u8])> =
        NOT_READ.split_whitespace().map(|name| (name, &b"text"[..])).collect();
    let record = b"(;SZ[9]RE[?];B[ee];W[cc])";
    files.extend([
        ("read.sgf", &record[..]),
        ("no-ending", record),
        (".gitignore", b"ignored/\n*.tmp.sgf\nkept.sgf\n"),
        ("ignored/a.sgf", record),
        ("b.tmp.sgf", record),
        ("old.lzh", b"\x20\x00-lh5-packed"),
        ("old.Z", b"\x1f\x9d\x90"),
        ("old.tar.lzma", b"\x5d\0\0\x80\0"),
        ("old.rar", b"Rar!\x1a\x07\0"),
    ]);
    let folder = folder(&files);
    fs::create_dir(folder.path().join(".git")).expect("made");
    let checked =
        run(folder.path(), &["check", ".", "--out", "report", "--fail-on", "never", "--isolated"]);
    let said = &checked.stderr;
    assert!(said.contains("git ignores them: 1 directory and 1 file"), "{said}");
    assert!(said.contains("not read, by their names: 26 files"), "{said}");
    for end in ["*.sgf.txt (a.sgf.txt)", "*.sgf.1 (a.sgf.1)", "*.7z.003", "*.zip.002"] {
        assert!(said.contains(end), "{end}: {said}");
    }
    let package =
        fs::read_to_string(folder.path().join("report/datapackage.json")).expect("written");
    let package: serde_json::Value = serde_json::from_str(&package).expect("JSON");
    let not_read = &package["sgf-audit"]["not_read"];
    let others = not_read["other_names"].as_object().expect("an object");
    let number: u64 = others.values().filter_map(|kind| kind["files"].as_u64()).sum();
    assert_eq!(number, 26, "{others:?}");
    assert_eq!(not_read["git_ignored_directories"], 1);
    let games = fs::read_to_string(folder.path().join("report/games.csv")).expect("written");
    assert!(games.contains("read.sgf") && games.contains("no-ending"), "{games}");
    // Kinds of archives that can't be read are errors.
    for name in ["old.lzh", "old.Z", "old.tar.lzma", "old.rar"] {
        assert!(checked.stdout.contains(name), "{name}: {}", checked.stdout);
    }
}

#[test]
fn parts_of_split_archives_are_named_and_one_is_a_damaged_archive() {
    let record = &b"(;SZ[9]RE[?];B[ee];W[cc])"[..];
    let bytes = zip(&[("a.sgf", record), ("b.sgf", record)]);
    let (first, second) = bytes.split_at(bytes.len() / 2);
    let folder = folder(&[("x/a.zip.001", first), ("x/a.zip.002", second), ("x/c.sgf", record)]);
    let checked = run(folder.path(), &["check", "x", "--isolated"]);
    let named =
        "not read, by their names: 2 files: 1 *.zip.001 (a.zip.001), 1 *.zip.002 (a.zip.002)";
    assert!(checked.stderr.contains(named), "{}{}", checked.stdout, checked.stderr);
    let checked = run(folder.path(), &["check", "x/a.zip.001", "--isolated"]);
    assert!(checked.stdout.contains("error[damaged-archive]"), "{}", checked.stdout);
}

#[test]
fn what_git_ignores_is_left_out_tracked_or_not() {
    let record = b"(;SZ[9]RE[?];B[ee];W[cc])";
    let files = [(".gitignore", &b"data/\n"[..]), ("data/kept.sgf", record), ("a.sgf", record)];
    let folder = folder(&files);
    let git = |arguments: &[&str]| {
        let done = std::process::Command::new("git").args(arguments).current_dir(&folder).output();
        done.is_ok_and(|done| done.status.success())
    };
    if !(git(&["init", "-q"]) && git(&["add", "-f", "data/kept.sgf"])) {
        println!("git isn't there: nothing is tested");
        return;
    }
    let checked = run(folder.path(), &["check", ".", "--isolated"]);
    assert!(checked.stdout.contains("1 file, 1 game"), "{}", checked.stdout);
    assert!(checked.stderr.contains("git ignores them: 1 directory, such as"), "{checked:?}");
    let all = run(folder.path(), &["check", ".", "--isolated", "--no-gitignore"]);
    assert!(all.stdout.contains("2 files, 2 games"), "{}", all.stdout);
}
