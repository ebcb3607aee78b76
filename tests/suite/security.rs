//! What a stranger's directory can't do: docs/SECURITY.md, promise by promise.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::support::{Run, folder, program, project, run, size};

/// A record with a suicide, which AGA rules forbid.
const RECORD: &str = "(;GM[1]FF[4]CA[UTF-8]SZ[9]RU[AGA]KM[7.5];B[ba];W[ee];B[ab];W[aa])";

/// What a configuration may set. Think twice before an option is added here: it must neither run anything,
/// nor read or write elsewhere, nor keep the report from being seen.
const HARMLESS: &str = "
    baseline default-rules exclude fail-on ignore ko komi max-findings no-estimate
    no-gitignore paths profile rules select severity show territory-from variations";

fn is_harmless(option: &str) -> bool {
    HARMLESS.split_whitespace().any(|known| known == option)
}

/// The options that the help of a subcommand lists, by their long names.
fn options(subcommand: &str) -> Vec<String> {
    let help = run(".", &[subcommand, "--help"]).stdout;
    let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let name = |line: &str| {
        let long = line.split_once("--")?.1;
        long.split([' ', '=', '[']).next().map(str::to_owned)
    };
    lines.filter_map(name).collect()
}

fn subcommands() -> Vec<String> {
    let help = run(".", &["--help"]).stdout;
    let (_, list) = help.split_once("Commands:\n").expect("a list");
    let lines = list.lines().take_while(|line| line.starts_with("  "));
    lines.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

/// Everything in a folder, with its content.
fn content(folder: &Path) -> BTreeSet<(String, Vec<u8>)> {
    let entries = walkdir::WalkDir::new(folder).into_iter().map(|entry| entry.expect("readable"));
    entries
        .map(|entry| {
            (entry.path().display().to_string(), fs::read(entry.path()).unwrap_or_default())
        })
        .collect()
}

/// A refusal is named, and the exit status says so, even if the run goes on.
fn refused(run: &Run, named: &str) {
    assert_eq!(run.status, 2, "{named}: {}", run.stderr);
    assert!(run.stderr.contains(named), "{named}: {run:?}");
}

fn ended(run: &Run, named: &str) {
    refused(run, named);
    assert!(run.stdout.is_empty(), "{named}: {run:?}");
}

#[test]
fn a_configuration_has_only_harmless_keys() {
    let schema: serde_json::Value =
        serde_json::from_str(&run(".", &["config", "--schema"]).stdout).expect("JSON");
    let names: BTreeSet<String> = subcommands().iter().flat_map(|name| options(name)).collect();
    assert!(names.len() > 80 && names.contains("engine-gtp"), "{names:?}");
    for place in ["check/properties", "fix/properties", "overrides/items/properties"] {
        let keys = schema.pointer(&format!("/properties/{place}")).expect("a table");
        let keys = keys.as_object().expect("keys").keys();
        assert!(keys.clone().all(|key| is_harmless(key)), "{place}: {keys:?}");
    }
    for (table, command) in [("check", "check"), ("fix", "fix"), ("check", "select")] {
        for name in names.iter().filter(|name| !is_harmless(name)) {
            let config = format!("[{table}]\n{name} = \"x\"\n");
            let folder =
                folder(&[("a.sgf", RECORD.as_bytes()), ("sgf-audit.toml", config.as_bytes())]);
            let before = content(folder.path());
            ended(&run(&folder, &[command, "."]), &format!("sgf-audit.toml:2: unknown key {name}"));
            assert!(content(folder.path()) == before, "{config}: something was written");
        }
    }
    // No other subcommand has a table.
    for name in subcommands().iter().filter(|name| !["check", "fix", "event"].contains(&&name[..]))
    {
        let config = format!("[{name}]\nout = \"x\"\n");
        let folder = folder(&[("a.sgf", RECORD.as_bytes()), ("sgf-audit.toml", config.as_bytes())]);
        ended(&run(&folder, &["check", "."]), &format!("unknown key {name}"));
    }
}

#[cfg(unix)]
#[test]
fn no_path_of_a_found_configuration_leads_elsewhere() {
    use std::os::unix::fs::symlink;

    let folder = folder(&[
        ("outside/known.toml", b"secret = \"word\"\n"),
        ("in/a.sgf", RECORD.as_bytes()),
        ("in/deep/here.toml", b"version = 2\n"),
    ]);
    let inside = folder.path().join("in");
    symlink("../outside/known.toml", inside.join("link.toml")).expect("linked");
    symlink("../outside", inside.join("links")).expect("linked");
    symlink("../outside/new.toml", inside.join("dangling.toml")).expect("linked");
    crate::strangers::pipe(&inside.join("pipe"));
    let absolute = folder.path().join("outside/known.toml").display().to_string();
    for path in [
        "../outside/known.toml",
        "deep/../../outside/known.toml",
        "deep/here.toml",
        "link.toml",
        "links/known.toml",
        "dangling.toml",
        "..",
        ".",
        "",
        &absolute,
        "/dev/zero",
        "pipe",
        "deep",
    ] {
        let config = format!("[check]\nbaseline = \"{path}\"\n");
        fs::write(inside.join("sgf-audit.toml"), config).expect("written");
        for command in [&["check", "."][..], &["check", ".", "--write-baseline"]] {
            let run = run(&inside, command);
            assert_eq!(run.status, 2, "{path}: {}", run.stderr);
            assert!(!run.stderr.contains("secret") && !run.stderr.contains("word"));
            let reasons = ["isn't the name of a file beside", "not a regular file"];
            assert!(reasons.iter().any(|why| run.stderr.contains(why)), "{path}: {}", run.stderr);
        }
    }
    assert!(!folder.path().join("outside/new.toml").exists());
    // The configuration itself.
    for target in ["../outside/known.toml", "/dev/zero", "pipe", "gone"] {
        fs::remove_file(inside.join("sgf-audit.toml")).expect("removed");
        symlink(target, inside.join("sgf-audit.toml")).expect("linked");
        let run = run(&inside, &["check", "."]);
        refused(&run, "sgf-audit.toml: not a regular file (--isolated reads none)");
        assert!(!run.stderr.contains("secret"), "{}", run.stderr);
    }
}

/// One that isn't a run's own does nothing; a run whose own can't be used ends, since its records would be judged otherwise.
#[test]
fn a_configuration_that_cant_be_used_ends_its_run() {
    let odd = "(;FF[4]SZ[9]RU[AGA]KM[7.5];B[ba];W[ee];B[ab];W[aa];B[ ])".as_bytes();
    for broken in
        [&b"[check]\nno-such = 1\n"[..], b"not toml", b"[check]\nkomi = \"many\"\n", b"\xff"]
    {
        let folder =
            folder(&[("deep/sgf-audit.toml", broken), ("deep/a.sgf", odd), ("a.sgf", odd)]);
        let deep = folder.path().join("deep");
        for command in [&["check"][..], &["select"], &["duplicates"], &["fix", "--write"]] {
            let command = [command, &["."]].concat();
            ended(&run(&deep, &command), "sgf-audit: sgf-audit.toml");
            assert!(run(&folder, &command).status < 2, "{command:?}");
        }
        ended(&run(&deep, &["config"]), "sgf-audit.toml");
        ended(&run(&folder, &["check", "--config", "deep/sgf-audit.toml"]), "deep/sgf-audit.toml");
    }
}

/// What is written lies below the directory that was asked for, whatever lies there already.
#[cfg(unix)]
#[test]
fn no_link_in_an_output_directory_is_followed() {
    use std::os::unix::fs::symlink;

    let clean = "(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[6.5]RE[?];B[ee];W[cc])";
    let several = format!("{clean}{clean}");
    let folder = folder(&[
        ("in/sub/deep/a.sgf", clean.as_bytes()),
        ("in/sub/deep/several.sgf", several.as_bytes()),
        ("in/b.sgf", clean.as_bytes()),
        ("elsewhere/sub/x", b""),
    ]);
    let path = |name: &str| folder.path().join(name);
    let elsewhere = content(&path("elsewhere"));
    for arguments in [
        &["convert", "in", "--to", "sgf", "--out", "out"][..],
        &["convert", "in", "--to", "sgf", "--split", "--out", "out"],
        &["convert", "in", "--to", "gtp", "--out", "out"],
        &["select", "in", "--copy", "out"],
    ] {
        for (link, target) in
            [("out/sub", "../elsewhere"), ("out/sub/deep", "../../elsewhere"), ("out/sub", "gone")]
        {
            fs::create_dir_all(path(link).parent().expect("a parent")).expect("made");
            symlink(target, path(link)).expect("linked");
            let run = run(&folder, arguments);
            assert_eq!(run.status, 1, "{arguments:?}: {run:?}");
            let said = format!("{link} is a link, which could lead out of the directory");
            assert!(run.stderr.contains(&said), "{arguments:?}: {run:?}");
            assert!(content(&path("elsewhere")) == elsewhere, "{arguments:?}: {run:?}");
            let is_there = path("out/b.sgf").exists() || path("out/b.gtp").exists();
            assert!(is_there, "{arguments:?}: the other records are written: {run:?}");
            fs::remove_dir_all(path("out")).expect("removed");
        }
        // The directory itself was asked for.
        symlink("elsewhere", path("out")).expect("linked");
        assert_eq!(run(&folder, arguments).status, 0, "{arguments:?}");
        assert!(content(&path("elsewhere")).len() > elsewhere.len(), "{arguments:?}");
        fs::remove_file(path("out")).expect("removed");
        fs::remove_dir_all(path("elsewhere")).expect("removed");
        fs::create_dir_all(path("elsewhere/sub")).expect("made");
        fs::write(path("elsewhere/sub/x"), "").expect("written");
    }
}

#[test]
fn configurations_above_end_at_the_root_of_a_repository() {
    let folder = folder(&[
        ("sgf-audit.toml", b"[check]\nignore = [\"all\"]\n"),
        ("plain/a.sgf", RECORD.as_bytes()),
        ("repository/.git/HEAD", b"ref: refs/heads/main\n"),
        ("repository/deep/a.sgf", RECORD.as_bytes()),
    ]);
    let of = |place: &str| run(folder.path().join(place), &["check", "."]).status;
    assert_eq!((of("plain"), of("repository"), of("repository/deep")), (0, 1, 1));
}

#[test]
fn reports_name_the_configuration() {
    let config = b"[check]\nkomi = 0\nignore = [\"suicide\"]\nshow = \"note\"\n[fix]\nkomi = 0\n\
                   ignore = [\"suicide\"]\n[severity]\nko = \"note\"\n";
    let folder = folder(&[("sgf-audit.toml", config), ("games/a.sgf", RECORD.as_bytes())]);
    let said = "onfiguration: sgf-audit.toml (komi, ignore, show, severity)";
    assert!(run(&folder, &["check", "games"]).stdout.contains(said));
    for command in
        [&["check", "--format", "csv"][..], &["check", "--format", "sarif"], &["fix"], &["select"]]
    {
        let run = run(&folder, &[command, &["games"]].concat());
        assert!(run.stderr.contains(said), "{command:?}: {run:?}");
    }
}

/// A setting may turn a result around; then the result says so, and the totals say how many.
#[test]
fn results_that_a_configuration_changed_say_so() {
    let confirmed = "(;FF[4]GM[1]CA[UTF-8]SZ[7]RU[Japanese]KM[6.5]RE[W+11.5]\
        ;B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[cf];W[df];B[cg];W[dg];B[];W[])";
    let games = |config: &str, options: &[&str]| {
        let (path, record) = ("sgf-audit.toml", "games/a.sgf");
        let folder = folder(&[(path, config.as_bytes()), (record, confirmed.as_bytes())]);
        let text = run(&folder, &[&["check", "games"], options].concat()).stdout;
        let table = [&["check", "games", "--format", "jsonl", "--out", "out"], options].concat();
        run(&folder, &table);
        let page = fs::read_to_string(folder.path().join("out/report.html")).expect("a page");
        let rows = fs::File::open(folder.path().join("out/games.csv")).expect("a table");
        let mut rows = csv::Reader::from_reader(rows);
        let names = rows.headers().expect("a header").clone();
        let row = rows.records().next().expect("a row").expect("readable");
        let cell = |name: &str| {
            let at = names.iter().position(|column| column == name).expect("a column");
            row[at].to_owned()
        };
        let names = ["verdict", "komi_source", "ruleset_source", "ignored"];
        (names.map(cell).join(" "), text, page)
    };
    let judged = "By the settings: 1 game judged by the komi or ruleset of a configuration";
    for (config, options, expected, said) in [
        ("", &[][..], "wrong-margin record record 0", ""),
        ("[check]\nkomi = 4.5\n", &[], "confirmed configuration record 0", judged),
        ("[check]\nkomi = -9.5\n", &[], "wrong-winner configuration record 0", judged),
        ("[check]\nkomi = 6.5\n", &[], "wrong-margin record record 0", ""),
        ("[check]\nkomi = 4.5\n", &["--komi", "4.5"], "confirmed option record 0", ""),
        ("[check]\nrules = \"aga\"\n", &[], "wrong-margin record configuration 0", judged),
        ("[check]\nrules = \"japanese\"\n", &[], "wrong-margin record record 0", ""),
        ("[check]\nko = \"simple\"\n", &[], "wrong-margin record configuration 0", judged),
        (
            "[check]\nignore = [\"all\"]\n",
            &[],
            "wrong-margin record record 1",
            "By the settings: 1 finding ignored",
        ),
        (
            "[[overrides]]\npaths = [\"games/**\"]\nkomi = 4.5\n",
            &[],
            "confirmed configuration record 0",
            judged,
        ),
        (
            "[[overrides]]\npaths = [\"*.sgf\"]\nignore = [\"wrong-margin\"]\n",
            &[],
            "wrong-margin record record 1",
            "By the settings: 1 finding ignored",
        ),
    ] {
        let (row, text, page) = games(config, options);
        assert_eq!(row, expected, "{config}");
        for report in [text, page] {
            assert_eq!(report.contains("By the settings"), !said.is_empty(), "{config}: {report}");
            assert!(report.contains(said), "{config}: {report}");
        }
    }
}

/// A record may be a link to a secret of whoever checks it.
#[cfg(unix)]
#[test]
fn a_link_out_of_the_directory_shows_nothing_of_its_file() {
    let folder = folder(&[("secret", b"password = \"xyzzy\"\n"), ("in/a.sgf", RECORD.as_bytes())]);
    let link = folder.path().join("in/b.sgf");
    std::os::unix::fs::symlink("../secret", &link).expect("linked");
    for command in [&["check", "in", "--show", "note"][..], &["check", "in", "--format", "sarif"]] {
        let run = run(&folder, command);
        assert!(run.stdout.contains("b.sgf") && !run.stdout.contains("xyzzy"), "{}", run.stdout);
    }
    // A file of the user's own is quoted.
    assert!(run(&folder, &["check", "secret"]).stdout.contains("password"));
}

#[test]
fn deep_directories_are_walked_in_linear_time() {
    let deep = "d/".repeat(900);
    let folder = folder(&[(&format!("{deep}a.sgf"), RECORD.as_bytes())]);
    let start = Instant::now();
    assert_eq!(run(&folder, &["check", "."]).status, 1);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

/// Starts the program and kills it after a while, unless it has ended by then.
#[cfg(unix)]
fn killed(folder: &Path, arguments: &[&str], after: Duration) {
    let mut command = program(folder, arguments);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
    std::thread::sleep(after);
    child.kill().expect("it was started");
    child.wait().expect("it was started");
}

/// The files below a folder with their content, without temporary ones.
fn files(folder: &Path) -> BTreeSet<(String, Vec<u8>)> {
    let files = content(folder)
        .into_iter()
        .filter(|(path, bytes)| !bytes.is_empty() && !path.ends_with(".tmp"));
    let name = |path: String| {
        path.strip_prefix(folder.to_str().expect("UTF-8")).expect("below").to_owned()
    };
    files.map(|(path, bytes)| (name(path), bytes)).collect()
}

/// Commands that write, about records in `in`.
const WRITING: [&[&str]; 4] = [
    &["fix", "in", "--write", "--quiet"],
    &["select", "in", "--copy", "out", "--quiet"],
    &["convert", "in", "--to", "sgf", "--out", "out", "--quiet"],
    &["check", "in", "--out", "out", "--quiet", "--no-estimate"],
];

/// Whatever is killed at whatever moment, a file is the old one or the new one, and a later run ends the work.
#[cfg(unix)]
#[test]
fn a_killed_run_leaves_nothing_half_written_and_loses_nothing() {
    let odd = "(;FF[4]GM[1]CA[UTF-8]SZ[9]RU[AGA]KM[7.5]RE[b+r]PB[x];B[aa];W[bb])\n".repeat(30);
    let names: Vec<String> = (0..20).map(|number| format!("in/{number}.sgf")).collect();
    let records: Vec<(&str, &[u8])> = names.iter().map(|name| (&**name, odd.as_bytes())).collect();
    // Most of the time goes by in waiting for the moment.
    std::thread::scope(|threads| {
        for arguments in WRITING {
            threads.spawn(|| files_are_whole_after_kills(arguments, &records));
        }
    });
}

#[cfg(unix)]
fn files_are_whole_after_kills(arguments: &[&str], records: &[(&str, &[u8])]) {
    let reference = folder(records);
    let start = Instant::now();
    assert!(run(&reference, arguments).status < 2);
    let whole = start.elapsed();
    let (before, expected) = (files(folder(records).path()), files(reference.path()));
    for number in 0..size(10, 125) {
        let killed_folder = folder(records);
        // A few runs, too, are killed at moments spread over the whole.
        let moment = f64::from(number * 7 % 25) / 25.0;
        killed(killed_folder.path(), arguments, whole.mul_f64(moment));
        for file in files(killed_folder.path()) {
            assert!(before.contains(&file) || expected.contains(&file), "{}", file.0);
        }
        for (name, _) in &before {
            assert!(killed_folder.path().join(&name[1..]).exists(), "{name} is lost");
        }
        // What is there isn't overwritten by these.
        if !["select", "convert"].contains(&arguments[0]) {
            assert!(run(&killed_folder, arguments).status < 2);
            let after = files(killed_folder.path());
            assert!(expected.is_subset(&after));
        }
    }
}

/// Runs on one output disturb each other in nothing: it is that of one run. Each of them names what another was faster to write.
#[test]
fn runs_at_once_on_one_output_end_as_one() {
    let odd = RECORD.replace("RU[AGA]", "RU[AGA]RE[b+r]").repeat(20);
    let names: Vec<String> = (0..50).map(|number| format!("in/{number}.sgf")).collect();
    let records: Vec<(&str, &[u8])> = names.iter().map(|name| (&**name, odd.as_bytes())).collect();
    for arguments in WRITING {
        let reference = folder(&records);
        let status = run(&reference, arguments).status;
        let expected = files(reference.path());
        assert!(status < 2 && expected.len() >= 50, "{arguments:?}");
        for _ in 0..size(1, 15) {
            let folder = folder(&records);
            let path = folder.path();
            let runs: Vec<Run> = std::thread::scope(|threads| {
                let runs: Vec<_> = (0..3).map(|_| threads.spawn(|| run(path, arguments))).collect();
                runs.into_iter().map(|run| run.join().expect("it ran")).collect()
            });
            let is_ended = |run: &Run| match arguments[0] {
                "check" => run.status == status,
                _ => run.status <= 2,
            };
            assert!(runs.iter().all(is_ended), "{arguments:?}: {runs:?}");
            assert!(files(path) == expected, "{arguments:?}: {runs:?}");
            assert!(!content(path).iter().any(|(name, _)| name.ends_with(".tmp")), "{arguments:?}");
        }
    }
}

/// Every promise has its test.
#[test]
fn the_tests_that_the_page_names_are_there() {
    let page = fs::read_to_string(project("docs/SECURITY.md")).expect("it is there");
    let mut tests = String::new();
    for entry in walkdir::WalkDir::new(project("tests/suite")) {
        let path = entry.expect("listed").into_path();
        if path.extension().is_some_and(|ending| ending == "rs") {
            tests.push_str(&fs::read_to_string(path).expect("UTF-8"));
        }
    }
    let quoted = page.split('`').skip(1).step_by(2);
    let is_test = |name: &&str| {
        name.matches('_').count() > 1
            && name.bytes().all(|it| it == b'_' || it.is_ascii_lowercase())
    };
    let named: Vec<&str> = quoted.filter(is_test).collect();
    assert!(named.len() > 20, "{named:?}");
    for name in named {
        assert!(tests.contains(&format!("fn {name}()")), "{name}");
    }
}
