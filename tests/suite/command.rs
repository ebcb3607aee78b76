//! The whole program: its output, where it goes, and its exit status.

use tempfile::TempDir;

use crate::support::{PROGRAM, Random, Run, folder, project, run, run_with_stdin};

const CLEAN: &str = "(;FF[4]GM[1]SZ[9]RU[AGA]RE[?];B[ee];W[cc])";
const ERROR: &str = "(;FF[4]GM[1]SZ[9]RU[AGA]RE[?]\n;B[ee]\n;W[ee])";
const WARNING: &str = "(;FF[4]GM[1]SZ[9]RU[AGA]RE[?];B[ee];W[cc];AW[gg])";

fn check(folder: &TempDir, arguments: &[&str]) -> Run {
    run(folder, &[&["check"], arguments].concat())
}

/// The paths that findings are printed for, in order.
fn printed_paths(run: &Run) -> Vec<&str> {
    let places = run.stdout.lines().filter_map(|line| Some(line.split_once(": error[")?.0));
    places.map(|place| place.split(':').next().unwrap_or_default()).collect()
}

#[test]
fn a_clean_file() {
    let folder = folder(&[("clean.sgf", CLEAN.as_bytes())]);
    insta::assert_snapshot!(check(&folder, &["clean.sgf"]).snapshot());
}

#[test]
fn findings_make_the_status_1() {
    let folder = folder(&[("bad.sgf", ERROR.as_bytes()), ("clean.sgf", CLEAN.as_bytes())]);
    insta::assert_snapshot!(check(&folder, &["bad.sgf", "clean.sgf"]).snapshot());
}

#[test]
fn the_default_ruleset_is_the_formats() {
    const NAMED: &str = "[Header]\nRule=KOR\nSize=9\n[Data]\nEE,B1,1,0\n";
    let unknown = NAMED.replace("KOR", "TWN");
    let folder = folder(&[
        ("a.sgf", b"(;GM[1]SZ[9]RU[own];B[ee])"),
        ("nngs.sgf", b"(;GM[1]SZ[9]PC[NNGS];B[ee])"),
        ("a.gib", b"\\HS\n\\HE\n\\GS\nSTO 0 2 1 3 3\n\\GE\n"),
        ("a.ngf", b"Game\n9\nPMABBEEEE\n"),
        ("a.ugi", unknown.as_bytes()),
        ("named.ugf", NAMED.as_bytes()),
    ]);
    let stdout = |arguments: &[&str]| run(&folder, arguments).stdout;
    for (file, own, source) in [
        ("a.sgf", "aga", "default"),
        ("nngs.sgf", "japanese", "server"),
        ("a.gib", "korean", "server"),
        ("a.ngf", "korean", "server"),
        ("a.ugi", "japanese", "server"),
        ("named.ugf", "korean", "record"),
    ] {
        for (options, rules) in [(&[][..], own), (&["--default-rules", "chinese"], "chinese")] {
            let (rules, source, by) = match source {
                "record" => (own, source, "from the record"),
                "server" if options.is_empty() => (rules, source, "the server's"),
                _ => (rules, "default", "by default"),
            };
            let of = |command: &[&'static str]| stdout(&[command, &[file], options].concat());
            let json = of(&["convert", "--to", "jsonl"]);
            let expected = format!("\"ruleset\":\"{rules}\",\"ruleset_source\":\"{source}\"");
            assert!(json.contains(&expected), "{file} {options:?}: {json}");
            let score = of(&["score", "--no-estimate"]);
            let name = &sgf_audit_core::rules::find(rules).expect("it is built in").name;
            assert!(score.contains(&format!("{name} ({by})")), "{file} {options:?}: {score}");
            let findings = of(&["check", "--show", "note"]);
            let unknown = findings.contains(&format!("isn't a known ruleset; judged by {rules}"));
            assert_eq!(unknown, ["a.sgf", "a.ugi"].contains(&file), "{file}: {findings}");
        }
    }
}

#[test]
fn fail_on_sets_the_severity_that_fails() {
    let folder = folder(&[("bad.sgf", ERROR.as_bytes()), ("odd.sgf", WARNING.as_bytes())]);
    assert_eq!(check(&folder, &["bad.sgf", "--fail-on", "never"]).status, 0);
    assert_eq!(check(&folder, &["bad.sgf", "--fail-on", "error"]).status, 1);
    let odd = ["odd.sgf", "--fail-on"];
    insta::assert_snapshot!(check(&folder, &[&odd[..], &["warning"]].concat()).snapshot());
    assert_eq!(check(&folder, &[&odd[..], &["error"]].concat()).status, 0);
}

#[test]
fn show_sets_the_severity_that_is_printed() {
    let folder = folder(&[("a.sgf", b"(;SZ[9];B[ee])".as_slice())]);
    let stdout = |show| check(&folder, &["a.sgf", "--show", show]).stdout;
    assert!(stdout("note").contains("note[missing-result]"));
    assert!(!stdout("warning").contains("[missing-result]"));
}

#[test]
fn quiet_prints_nothing() {
    let folder = folder(&[("bad.sgf", ERROR.as_bytes())]);
    let run = check(&folder, &["--quiet", "bad.sgf"]);
    assert_eq!((run.stdout, run.stderr), (String::new(), String::new()));
    assert_eq!(run.status, 1);
}

#[test]
fn a_run_that_fails_has_status_2() {
    let folder = folder(&[("clean.sgf", CLEAN.as_bytes()), ("empty/readme.txt", b"no record")]);
    let missing = check(&folder, &["gone.sgf"]).snapshot();
    let beginning = "status: 2\n--- stdout\n--- stderr\nsgf-audit: gone.sgf: ";
    assert!(missing.starts_with(beginning), "{missing}");
    insta::assert_snapshot!("no_path", run(&folder, &["fix"]).snapshot());
    insta::assert_snapshot!("no_records", check(&folder, &["empty"]).snapshot());
    let bad = check(&folder, &["--rules", "bridge", "clean.sgf"]).snapshot();
    assert!(bad.starts_with("status: 2\n--- stdout\n--- stderr\n"), "{bad}");
    assert!(bad.contains("no such ruleset; the rulesets are aga,"), "{bad}");
    let near = check(&folder, &["--rules", "japanes", "clean.sgf"]).snapshot();
    assert!(near.contains("no such ruleset; did you mean japanese?"), "{near}");
    for name in ["AGA", "nz", "Tromp-Taylor", "AGA rules of 1991", "aga-area"] {
        assert_eq!(check(&folder, &["--rules", name, "clean.sgf"]).status, 0, "{name}");
    }
}

#[test]
fn a_required_option_that_is_missing_is_named() {
    let folder = folder(&[("clean.sgf", CLEAN.as_bytes())]);
    let converted = run(&folder, &["convert", "clean.sgf"]);
    let message = "the following required arguments were not provided:\n  --to <FORMAT>\n";
    assert!(converted.status == 2 && converted.stderr.contains(message), "{converted:?}");
    let checked = run(&folder, &["check", "clean.sgf", "--write-baseline"]);
    let message = "--write-baseline needs --baseline FILE";
    assert!(checked.status == 2 && checked.stderr.contains(message), "{checked:?}");
}

/// The others are audited, fixed and converted, and the status says that one is missing.
#[test]
fn a_missing_path_among_others_is_reported() {
    let folder = folder(&[("a.sgf", ERROR.as_bytes()), ("b.sgf", CLEAN.as_bytes())]);
    for arguments in [
        &["check", "gone.sgf", "a.sgf", "b.sgf"][..],
        &["fix", "gone.sgf", "a.sgf", "b.sgf"],
        &["convert", "gone.sgf", "a.sgf", "b.sgf", "--to", "jsonl"],
    ] {
        let run = run(&folder, arguments);
        assert_eq!(run.status, 2, "{arguments:?}");
        assert!(run.stderr.starts_with("sgf-audit: gone.sgf: "), "{}", run.stderr);
        assert!(run.stdout.contains("a.sgf") || arguments[0] == "fix", "{}", run.stdout);
        assert!(run.stdout.contains("2 files") || arguments[0] == "convert", "{}", run.stdout);
    }
    let none = check(&folder, &["gone.sgf", "lost.sgf"]);
    assert_eq!((none.status, &none.stdout[..]), (2, ""));
    assert!(none.stderr.contains("gone.sgf") && none.stderr.contains("lost.sgf"));
}

#[test]
fn a_rules_file_has_a_limit() {
    let folder = folder(&[("a.sgf", CLEAN.as_bytes())]);
    std::fs::write(folder.path().join("long.toml"), "#".repeat(2 << 20)).expect("written");
    let run = check(&folder, &["a.sgf", "--rules-file", "long.toml"]);
    assert!(run.status == 2 && run.stderr.contains("long.toml: more than 1 MiB"), "{run:?}");
    // A draft of an event has as many players as the records.
    assert_eq!(check(&folder, &["a.sgf", "--event", "long.toml"]).status, 0);
}

/// Returns the message about arguments that the program doesn't accept.
fn usage_error(folder: &TempDir, arguments: &[&str]) -> String {
    let run = run(folder, arguments);
    assert_eq!(run.status, 2, "{arguments:?}");
    run.stderr
}

#[test]
fn wrong_arguments_get_a_message_that_helps() {
    let folder = folder(&[("clean.sgf", CLEAN.as_bytes()), ("core/clean.sgf", CLEAN.as_bytes())]);
    assert!(usage_error(&folder, &["chekc"]).contains("'check'"));
    for arguments in
        [&["show", "clean.sgf", "--move", "-1"][..], &["check", "core", "--threads", "-1"]]
    {
        let message = usage_error(&folder, arguments);
        assert!(message.contains("invalid value '-1'") && !message.contains("tip:"), "{message}");
    }
    let similar = usage_error(&folder, &["fix", "core", "--fix", "missing-whitepass"]);
    assert!(similar.contains("did you mean missing-white-pass?"), "{similar}");
    for arguments in [&["check", "-", "core", "-"][..], &["fix", "-", "-"]] {
        assert_eq!(
            usage_error(&folder, arguments),
            "sgf-audit: standard input (-) is given twice\n"
        );
    }
    for (arguments, said) in [
        (&["score", "core"][..], "core: a directory, where one record is needed"),
        (&["show", "core"], "core: a directory, where one record is needed"),
        (&["rules", "bridge"], "no such ruleset: bridge; `sgf-audit rules` lists all"),
        (&["check", "core", "--out", "clean.sgf"], "clean.sgf: not a directory"),
        (&["check", "core", "--out", "report.html"], "--out takes a directory"),
        (&["check", "--fix", "core"], "tip: `sgf-audit fix` repairs records"),
        (
            &["check", "https://example.org/a.sgf"],
            "an address; `curl -L ADDRESS | sgf-audit check -`",
        ),
        (&["--rules", "aga", "core"], "sgf-audit <PATH> [OPTIONS of check]"),
        (&[], "Checks Go game records"),
    ] {
        let message = usage_error(&folder, arguments);
        assert!(message.contains(said) && !message.contains("-- --fix"), "{message}");
        assert_eq!(message.starts_with("sgf-audit: "), !arguments.is_empty(), "{message}");
    }
    for option in ["--config", "--event", "--rules-file", "--games", "--files-from"] {
        let command = if option == "--games" { "select" } else { "check" };
        let message = usage_error(&folder, &[command, "core", option, "gone"]);
        assert_eq!(message, "sgf-audit: gone: No such file or directory\n", "{option}");
    }
}

/// The scripts are run: what they offer depends on more than the words in them.
#[cfg(unix)]
#[test]
fn shells_complete_options_and_their_values() {
    use std::process::Command;
    for shell in ["bash", "zsh", "fish"] {
        if Command::new(shell).arg("--version").output().is_err() {
            eprintln!("left out: there is no {shell}");
            continue;
        }
        let script = run(project(""), &["completions", shell]).stdout;
        for (line, expected) in [
            ("sgf-audit ch", "check"),
            ("sgf-audit check --ru", "--rules"),
            ("sgf-audit check --rules ja", "japanese"),
            ("sgf-audit check --ko si", "simple"),
            ("sgf-audit check --format s", "sarif"),
            ("sgf-audit check --ignore undecl", "undeclared-encoding"),
            ("sgf-audit fix --fix missing-w", "missing-white-pass"),
            ("sgf-audit explain missing-w", "missing-white-pass"),
            ("sgf-audit rules ja", "japanese"),
        ] {
            let folder = folder(&[("script", script.as_bytes())]);
            let mut command = Command::new(shell);
            command.current_dir(&folder).arg(project(format!("tests/completions/{shell}")));
            let output = command.arg(line).output().expect("it runs");
            let offered = String::from_utf8_lossy(&output.stdout);
            let has = offered.split_whitespace().any(|word| word == expected);
            assert!(has, "{shell}: {line}: {offered:?}");
        }
    }
}

/// On a terminal, a table has the rows that it has in a pipe.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_every_row_of_a_table() {
    let counted = "(;FF[4]GM[1]SZ[7]RU[Japanese]KM[6.5]RE[W+11.5];B[ca];W[da];B[cb];W[db];B[cc];W[dc]\
        ;B[cd];W[dd];B[ce];W[de];B[cf];W[df];B[cg];W[dg];B[];W[])";
    let folder = folder(&[("a.sgf", counted.as_bytes())]);
    let piped = run(&folder, &["score", "a.sgf", "--compare"]).stdout;
    let rulesets = |text: &str| {
        let ids = sgf_audit_core::rulesets().iter().map(|rules| rules.id.to_string());
        let begins = |id: &String| text.lines().any(|line| line.split(' ').next() == Some(&**id));
        ids.filter(begins).count()
    };
    assert!(rulesets(&piped) > 15, "{piped}");
    for (columns, environment) in [(60, "TERM=xterm"), (80, "NO_COLOR=1"), (120, "TERM=dumb")] {
        let line =
            format!("stty rows 40 cols {columns}; {environment} {PROGRAM} score a.sgf --compare");
        let mut script = std::process::Command::new("script");
        script.current_dir(&folder).args(["-qec", &line, "/dev/null"]);
        let output = script.stdin(std::process::Stdio::null()).output().expect("script runs");
        let text = String::from_utf8_lossy(&output.stdout).replace('\r', "");
        assert_eq!(rulesets(&text), rulesets(&piped), "{columns} {environment}: {text}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = folder(&[]);
    assert_eq!(run(&folder, &["man", "--out", "man"]).status, 0);
    for command in sgf_audit::cli::command().get_subcommands() {
        let name = command.get_name();
        let page = folder.path().join(format!("man/sgf-audit-{name}.1"));
        let page = std::fs::read_to_string(page).expect(name);
        assert!(page.contains(".SH SYNOPSIS"), "{name}");
    }
    assert!(run(&folder, &["man"]).stdout.contains(".TH sgf-audit 1"));
}

#[test]
fn the_version_names_the_estimator() {
    let folder = folder(&[]);
    let long = run(&folder, &["--version"]).stdout;
    let short = run(&folder, &["-V"]).stdout;
    assert!(long.starts_with(short.trim_end()), "{long}");
    assert!(long.contains("\nembedded estimator, weights "), "{long}");
    assert_eq!(short.lines().count(), 1);
}

#[test]
fn options_that_would_do_nothing_are_refused() {
    let folder = folder(&[("clean.sgf", CLEAN.as_bytes())]);
    for option in ["visits", "timeout", "start-timeout"] {
        let message =
            usage_error(&folder, &["check", "clean.sgf", &format!("--engine-{option}"), "5"]);
        assert!(message.contains("required arguments were not provided"), "{message}");
    }
    assert!(usage_error(&folder, &["check", "clean.sgf", "--max-findings", "0"]).contains("'0'"));
}

#[test]
fn a_drawing_to_standard_output_stands_there_alone() {
    let folder = folder(&[("clean.sgf", CLEAN.as_bytes())]);
    for command in ["score", "show"] {
        let drawing = run(&folder, &[command, "clean.sgf", "--svg", "-"]).stdout;
        assert!(drawing.starts_with("<svg") && drawing.ends_with("</svg>\n"), "{drawing}");
        assert!(!folder.path().join("-").exists());
    }
}

#[test]
fn further_games_of_a_file_are_mentioned() {
    let two = format!("{CLEAN}{CLEAN}");
    let folder = folder(&[("one.sgf", CLEAN.as_bytes()), ("two.sgf", two.as_bytes())]);
    for command in ["score", "show"] {
        for (arguments, message) in [
            (&["one.sgf"][..], ""),
            (
                &["two.sgf"],
                "the file has several games; this is the first, and --game N chooses another\n",
            ),
            (&["two.sgf", "--game", "2"], ""),
        ] {
            let run = run(&folder, &[&[command], arguments].concat());
            assert_eq!((run.status, &run.stderr[..]), (0, message), "{command} {arguments:?}");
        }
    }
}

#[test]
fn standard_input() {
    let folder = folder(&[]);
    let run = run_with_stdin(&folder, &["check", "-"], ERROR.as_bytes());
    insta::assert_snapshot!(run.snapshot());
}

#[test]
fn lists_of_paths() {
    let files = [("a.sgf", ERROR.as_bytes()), ("b.sgf", ERROR.as_bytes())];
    let folder = folder(&[&files[..], &[("list", b"b.sgf\r\n\na.sgf".as_slice())]].concat());
    assert_eq!(printed_paths(&check(&folder, &["--files-from", "list"])), ["b.sgf", "a.sgf"]);
    let listed = |list: &[u8]| run_with_stdin(&folder, &["check", "--files-from", "-"], list);
    assert_eq!(printed_paths(&listed(b"b.sgf\n")), ["b.sgf"]);
    // A listed file that is gone is a finding, not the end of a run of a million.
    assert_eq!(printed_paths(&listed(b"gone.sgf\nb.sgf\n")), ["gone.sgf", "b.sgf"]);
    assert_eq!(check(&folder, &["--files-from", "gone"]).status, 2);
}

#[test]
fn folders_are_walked_in_order() {
    let bad = ERROR.as_bytes();
    let folder = folder(&[
        ("d/b.sgf", bad),
        ("d/a/z.sgf", bad),
        ("d/C.SGF", bad),
        ("d/a.sgf", bad),
        ("d/record.txt", bad),
        ("d/sgf", bad),
        ("record.txt", bad),
    ]);
    let run = check(&folder, &["d"]);
    let walked = printed_paths(&run);
    // Without an ending, the content decides.
    let expected = ["d/C.SGF", "d/a/z.sgf", "d/a.sgf", "d/b.sgf", "d/sgf"];
    assert_eq!(walked, expected.map(|path| path.replace('/', std::path::MAIN_SEPARATOR_STR)));
    // A file that is named is a record whatever it is called.
    assert_eq!(printed_paths(&check(&folder, &["record.txt"])), ["record.txt"]);
}

#[cfg(unix)]
#[test]
fn links_that_lead_back() {
    let folder = folder(&[("d/a.sgf", ERROR.as_bytes())]);
    std::os::unix::fs::symlink("..", folder.path().join("d/back")).expect("linked");
    std::os::unix::fs::symlink("nowhere", folder.path().join("d/dead.sgf")).expect("linked");
    let shown = check(&folder, &["d"]).snapshot();
    assert!(shown.starts_with("status: 1"), "{shown}");
    assert!(shown.contains("weren't followed: 1, such as d/back (--follow"), "{shown}");
    assert!(shown.contains("d/dead.sgf: error[unreadable]"), "{shown}");
    assert!(shown.contains("d/a.sgf:3:4: error[occupied-point]"), "{shown}");
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_no_utf_8() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder(&[]);
    let name = std::ffi::OsStr::from_bytes(b"\xbf\xc2\xbd\xe0.sgf");
    std::fs::write(folder.path().join(name), ERROR).expect("written");
    assert_eq!(printed_paths(&run(&folder, &["check".as_ref(), name])).len(), 1);
    let listed = run_with_stdin(&folder, &["check", "--files-from", "-"], name.as_bytes());
    assert!(listed.stdout.contains("error[occupied-point]"), "{listed:?}");
    assert_eq!(printed_paths(&check(&folder, &["."])).len(), 1);
}

#[test]
fn hostile_files() {
    let mut random = Random(1);
    let random: Vec<u8> = (0..100_000).map(|_| random.below(256) as u8).collect();
    let nested = [b"(;".repeat(100_000), b")".repeat(100_000)].concat();
    // A finding every few characters, in a file whose places must be counted anew.
    let mut wide = vec![0xff, 0xfe];
    wide.extend(format!("(;{})", "XX[]".repeat(40_000)).encode_utf16().flat_map(u16::to_le_bytes));
    let folder = folder(&[
        ("empty.sgf", b""),
        ("nested.sgf", &nested),
        ("open.sgf", &b"(".repeat(100_000)),
        ("random.sgf", &random),
        ("wide.sgf", &wide),
        ("z.sgf", ERROR.as_bytes()),
    ]);
    let shown = check(&folder, &["--show", "error", "."]).snapshot();
    assert!(shown.starts_with("status: 1"), "{shown}");
    assert!(shown.contains("empty.sgf:1:1: error[not-sgf] the file is empty"), "{shown}");
    assert!(shown.contains("z.sgf:3:4: error[occupied-point]"), "{shown}");
    assert!(shown.contains("6 files, "), "{shown}");
    assert!(!shown.contains("internal-error"), "{shown}");
    assert!(shown.ends_with("--- stderr\n"), "{shown}");
}

fn help(command: &str) -> String {
    run(project(""), &[command, "--help"]).stdout
}

#[test]
fn only_options_of_engines_are_listed_as_such() {
    for command in ["check", "score"] {
        let help = help(command);
        let last = help.lines().rev().find(|line| line.trim_start().starts_with('-'));
        assert!(last.is_some_and(|line| line.contains("-h, --help")), "{help}");
        let (_, engines) = help.split_once("\nEngines:\n").expect("there are some");
        let engines = engines.split("\nLimits:\n").next().unwrap_or_default();
        let options = engines.lines().filter(|line| line.trim_start().starts_with("--"));
        let options: Vec<&str> = options.collect();
        assert_eq!(options.len(), 5, "{help}");
        assert!(options.iter().all(|line| line.contains("--engine")), "{help}");
    }
}

#[test]
fn help_is_whole() {
    let fix = help("fix");
    assert!(fix.contains("The exit status is 0") && fix.contains("Archives must be"), "{fix}");
    assert!(help("convert").contains("Existing files are never overwritten"));
}

/// What a terminal shows, asked for by options: findings that say the same are printed once and counted.
#[test]
fn equal_findings_of_a_run_are_counted() {
    let names: Vec<String> = (0..9).map(|number| format!("{number}.sgf")).collect();
    let files: Vec<_> = names.iter().map(|name| (name.as_str(), ERROR.as_bytes())).collect();
    let folder = folder(&files);
    let printed = |options: &[&str]| {
        let run = check(&folder, &[&["--color", "never", "."], options].concat());
        (run.stdout.matches("error[occupied-point]").count(), run.stdout)
    };
    let (shown, counted) = printed(&["--context", "always"]);
    assert!(shown < 9, "{counted}");
    assert!(counted.contains("more like this (--show-all prints them)"), "{counted}");
    for all in [&["--context", "always", "--show-all"][..], &["--context", "never"]] {
        let (shown, stdout) = printed(all);
        assert_eq!(shown, 9, "{stdout}");
        assert!(!stdout.contains("like this"), "{stdout}");
    }
}

/// Colours surround text and change none of it; without a terminal there are none.
#[test]
fn colours_are_printed_only_where_they_are_wanted() {
    let folder = folder(&[("bad.sgf", ERROR.as_bytes())]);
    let stdout =
        |color: &str| check(&folder, &["--context", "always", "--color", color, "bad.sgf"]).stdout;
    let coloured = stdout("always");
    assert!(coloured.contains("\x1b[") && coloured.contains("\x1b[0m"), "{coloured:?}");
    assert!(!stdout("auto").contains('\x1b') && !stdout("never").contains('\x1b'));
    let mut plain = String::new();
    for (index, part) in coloured.split("\x1b[").enumerate() {
        plain.push_str(if index == 0 { part } else { part.split_once('m').expect("a colour").1 });
    }
    assert_eq!(plain, stdout("never"));
}

/// A word that is no subcommand, nor near one, is the name of a folder.
#[test]
fn a_misspelt_folder_is_reported_with_its_nearest_name() {
    let folder = folder(&[("games/a.sgf", b"(;FF[4]GM[1]SZ[9];B[ee])")]);
    for (word, said) in [
        ("gmaes/", "sgf-audit: gmaes/: No such file or directory; did you mean games?\n"),
        ("gmaes", "sgf-audit: gmaes: No such file or directory; did you mean games?\n"),
        ("xyzzy", "sgf-audit: xyzzy: No such file or directory\n"),
        ("x.sgf", "sgf-audit: x.sgf: No such file or directory\n"),
    ] {
        let run = run(&folder, &[word]);
        assert_eq!((run.status, &*run.stderr), (2, said), "{word}");
    }
    for arguments in [&["chekc"][..], &["chekc", "games"], &["verify", "games"]] {
        let run = run(&folder, arguments);
        assert_eq!(run.status, 2, "{arguments:?}");
        assert!(run.stderr.contains("unrecognized subcommand"), "{arguments:?}: {}", run.stderr);
    }
}
