//! Which findings a run reports and which files it reads: options and `sgf-audit.toml`.

use crate::support::{folder, run};

/// A record with a suicide, which AGA rules forbid, and without CA though it isn't ASCII.
const RECORD: &str = "(;GM[1]FF[4]SZ[9]RU[AGA]KM[7.5]PB[柯洁];B[ba];W[ee];B[ab];W[aa])";

/// The findings that are printed, by name, in order.
fn findings(folder: &tempfile::TempDir, arguments: &[&str]) -> Vec<String> {
    let run = run(folder, &[&["check", "--show", "note", "--format", "csv"], arguments].concat());
    assert!(run.status < 2, "{}", run.stderr);
    let mut rows = csv::Reader::from_reader(run.stdout.as_bytes());
    let column = rows.headers().expect("a header").iter().position(|name| name == "finding");
    let column = column.expect("a column");
    rows.records().map(|row| row.expect("a row")[column].to_owned()).collect()
}

#[test]
fn findings_are_chosen_by_name_and_family() {
    let folder = folder(&[("a.sgf", RECORD.as_bytes())]);
    let all = findings(&folder, &["a.sgf"]);
    assert!(all.contains(&"suicide".to_owned()) && all.contains(&"undeclared-encoding".to_owned()));
    assert_eq!(findings(&folder, &["a.sgf", "--select", "suicide"]), ["suicide"]);
    assert_eq!(findings(&folder, &["a.sgf", "--select", "legality,encoding"]).len(), 2);
    let ignored = findings(&folder, &["a.sgf", "--ignore", "suicide"]);
    assert_eq!(ignored.len(), all.len() - 1);
    assert_eq!(findings(&folder, &["a.sgf", "--ignore", "all"]), [""; 0]);
    let chosen = ["a.sgf", "--select", "all", "--ignore", "encoding", "--ignore", "suicide"];
    assert!(!findings(&folder, &chosen).iter().any(|name| name == "suicide"));
}

#[test]
fn what_is_ignored_does_not_fail_a_run() {
    let folder = folder(&[("a.sgf", RECORD.as_bytes())]);
    assert_eq!(run(&folder, &["check", "a.sgf"]).status, 1);
    assert_eq!(run(&folder, &["check", "a.sgf", "--ignore", "legality"]).status, 0);
    let misspelt = run(&folder, &["check", "a.sgf", "--ignore", "suicid"]);
    assert_eq!(misspelt.status, 2);
    assert!(misspelt.stderr.contains("did you mean suicide?"), "{}", misspelt.stderr);
}

#[test]
fn excluded_files_and_directories_are_not_read() {
    let record = RECORD.as_bytes();
    let folder = folder(&[
        ("a.sgf", record),
        ("old/b.sgf", record),
        ("new/old/c.sgf", record),
        ("new/d.sgf", record),
    ]);
    let files = |exclude: &[&str]| {
        let run = run(
            &folder,
            &[&["check", ".", "--format", "csv", "--select", "suicide"], exclude].concat(),
        );
        run.stdout.lines().count() - 1
    };
    assert_eq!(files(&[]), 4);
    assert_eq!(files(&["--exclude", "old"]), 2);
    assert_eq!(files(&["--exclude", "d.sgf", "--exclude", "a.*"]), 2);
    // A star doesn't match a slash.
    assert_eq!(files(&["--exclude", "new/*.sgf"]), 3);
    assert_eq!(files(&["--exclude", "new/**"]), 2);
    // What is named is read.
    assert_eq!(run(&folder, &["check", "old/b.sgf", "--exclude", "old"]).status, 1);
}

#[test]
fn a_configuration_holds_options_severities_and_overrides() {
    let config = "[check]\nselect = [\"legality\", \"encoding\"]\nexclude = [\"skipped\"]\n\
                  [severity]\nsuicide = \"note\"\n\
                  [[overrides]]\npaths = [\"old/**\"]\nignore = [\"encoding\"]\n";
    let record = RECORD.as_bytes();
    let folder = folder(&[
        ("sgf-audit.toml", config.as_bytes()),
        ("a.sgf", record),
        ("old/b.sgf", record),
        ("skipped/c.sgf", record),
    ]);
    assert_eq!(findings(&folder, &["."]), ["suicide", "undeclared-encoding", "suicide"]);
    assert_eq!(run(&folder, &["check", "."]).status, 0);
    assert_eq!(run(&folder, &["check", ".", "--isolated"]).status, 1);
    // The command line has the last word.
    assert_eq!(findings(&folder, &[".", "--ignore", "suicide"]), ["undeclared-encoding"]);
}

#[test]
fn the_nearest_configuration_is_read_and_faults_in_it_are_named() {
    let record = RECORD.as_bytes();
    let folder = folder(&[
        ("sgf-audit.toml", b"[check]\nignore = [\"all\"]\n"),
        ("deep/down/a.sgf", record),
        ("near/sgf-audit.toml", b"[check]\nshow = \"error\"\n"),
        ("near/a.sgf", record),
        ("other.toml", b"[check]\nrulse = \"aga\"\n"),
    ]);
    let of = |directory: &str| run(folder.path().join(directory), &["check", "a.sgf"]);
    assert_eq!((of("deep/down").status, of("near").status), (0, 1));
    let faulty = run(&folder, &["check", "near", "--config", "other.toml"]);
    assert_eq!(faulty.status, 2);
    #[cfg(unix)]
    assert_eq!(run(&folder, &["check", "near", "--config", "/dev/zero"]).status, 2);
    assert_eq!(faulty.stderr, "sgf-audit: other.toml:2: unknown key rulse; did you mean rules?\n");
}

#[test]
fn a_run_has_one_configuration_with_overrides_by_path() {
    let record = RECORD.as_bytes();
    let config = b"[check]\nselect = [\"legality\"]\nrules = \"new-zealand\"\nshow = \"note\"\n\
                   [fix]\nrules = \"new-zealand\"\n\
                   [[overrides]]\npaths = [\"aga/**\", \"x.zip\"]\nrules = \"aga\"\nkomi = 0\n\
                   [[overrides]]\npaths = [\"aga/notes/**\"]\nrules = \"auto\"\nseverity = { suicide = \"note\" }\n\
                   [[overrides]]\npaths = [\"aga/problems/**\"]\nprofile = \"problems\"\nignore = [\"suicide\"]\n";
    let folder = folder(&[
        ("sgf-audit.toml", config),
        ("a.sgf", record),
        ("aga/b.sgf", record),
        ("aga/sgf-audit.toml", b"[check]\nignore = [\"all\"]\n"),
        ("aga/notes/c.sgf", record),
        ("aga/problems/d.sgf", record),
    ]);
    // New Zealand's rules allow suicide, AGA's forbid it, and RU is AGA.
    assert_eq!(findings(&folder, &["a.sgf"]), [""; 0]);
    assert_eq!(findings(&folder, &["aga/b.sgf"]), ["suicide"]);
    assert_eq!(run(&folder, &["check", "aga/b.sgf"]).status, 1);
    assert_eq!(run(&folder, &["check", "aga/notes"]).status, 0);
    assert_eq!(findings(&folder, &["aga/notes"]), ["suicide"]);
    assert_eq!(findings(&folder, &["aga/problems/d.sgf"]), [""; 0]);
    // The command line has the last word, everywhere; and what it gives in place of the configuration's rules has it, too.
    assert_eq!(findings(&folder, &["aga", "--rules", "new-zealand"]), [""; 0]);
    let column = |name: &str, options: &[&str]| {
        let arguments = [&["select", ".", "--jsonl"], options].concat();
        let lines = run(&folder, &arguments).stdout;
        let row = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("JSON");
        lines.lines().map(|line| row(line)[name].to_string()).collect::<Vec<_>>()
    };
    assert_eq!(column("komi", &[]), ["7.5", "0.0", "0.0", "0.0"]);
    assert_eq!(column("komi", &["--komi", "3"]), ["3.0"; 4]);
    assert_eq!(column("komi", &["--isolated"]), ["7.5"; 4]);
    // Below the override's directory the nearer configuration is that of the run.
    assert_eq!(run(folder.path().join("aga"), &["check", "."]).status, 0);
}

/// What `check` leaves out, and the rules that it judges by, are those of `fix`.
#[test]
fn overrides_hold_for_fixes() {
    let record = b"(;GM[1]FF[4]CA[UTF-8]SZ[9]RE[b+r];B[aa])";
    let config = b"[[overrides]]\npaths = [\"old/**\"]\nignore = [\"format\", \"result\"]\n";
    let folder = folder(&[("sgf-audit.toml", config), ("a.sgf", record), ("old/b.sgf", record)]);
    run(&folder, &["fix", ".", "--write", "--quiet"]);
    let is_fixed = |name: &str| std::fs::read(folder.path().join(name)).expect("there") != record;
    assert_eq!((is_fixed("a.sgf"), is_fixed("old/b.sgf")), (true, false));
    let piped = |name: &str| {
        let arguments = ["fix", "-", "--stdin-filename", name];
        crate::support::run_with_stdin(&folder, &arguments, record).stdout
    };
    assert!(piped("a.sgf").contains("B+R") && piped("old/c.sgf").contains("b+r"));
}

#[test]
fn paths_of_a_configuration_are_relative_to_it() {
    let record = RECORD.as_bytes();
    let config = "[check]\nbaseline = \"known.toml\"\nexclude = [\"old\"]\n[fix]\nexclude = [\"new\"]\n\
                  [[overrides]]\npaths = [\"deep/*.sgf\"]\nignore = [\"suicide\"]\nseverity = { encoding = \"error\" }\n";
    let folder = folder(&[
        ("old/sgf-audit.toml", config.as_bytes()),
        ("old/a.sgf", record),
        ("old/deep/b.sgf", record),
        ("old/old/c.sgf", record),
        ("old/new/d.sgf", record),
    ]);
    let deep = folder.path().join("old/deep");
    // `old` is above the configuration, `deep` isn't part of the path as it is given.
    let written = run(&deep, &["check", "..", "--select", "ko", "--write-baseline"]);
    assert_eq!(written.status, 0, "{}", written.stderr);
    assert!(folder.path().join("old/known.toml").is_file());
    let run = run(&deep, &["check", "b.sgf", "..", "--format", "csv"]);
    assert_eq!(run.status, 1, "{}", run.stderr);
    assert!(!run.stdout.contains("c.sgf") && run.stdout.contains("a.sgf"), "{}", run.stdout);
    let of_b: Vec<&str> = run.stdout.lines().filter(|line| line.contains("b.sgf")).collect();
    assert!(of_b.iter().all(|line| line.contains("error,undeclared-encoding")), "{of_b:?}");
    let fixed = self::run(&deep, &["fix", ".."]).stdout;
    assert!(fixed.contains("c.sgf") && !fixed.contains("d.sgf"), "{fixed}");
}

#[test]
fn the_command_line_replaces_what_it_contradicts() {
    let rules = "id = \"own\"\nbase = \"aga\"\nsuicide = \"allowed\"\n";
    let config = "[check]\nrules = \"aga\"\nselect = [\"encoding\"]\nignore = [\"suicide\"]\nfail-on = \"never\"\n";
    let folder = folder(&[
        ("sgf-audit.toml", config.as_bytes()),
        ("own.toml", rules.as_bytes()),
        ("a.sgf", RECORD.as_bytes()),
    ]);
    // A selection on the command line begins anew.
    assert_eq!(findings(&folder, &["a.sgf", "--select", "suicide"]), ["suicide"]);
    assert_eq!(findings(&folder, &["a.sgf", "--ignore", "encoding"]), [""; 0]);
    let own = ["a.sgf", "--select", "suicide", "--rules-file", "own.toml"];
    assert_eq!(findings(&folder, &own), [""; 0]);
    assert_eq!(
        run(&folder, &["check", "a.sgf", "--fail-on", "error", "--select", "all"]).status,
        1
    );
}

#[test]
fn faults_of_a_configuration_have_their_line() {
    let folder = folder(&[("a.sgf", RECORD.as_bytes())]);
    for (config, expected) in [
        ("chek = 1", "1: unknown key chek; did you mean check?"),
        ("\n[chekc]", "2: unknown key chekc; did you mean check?"),
        ("[nothing-like-it]", "1: unknown key nothing-like-it; known are check, fix, "),
        ("check = 1", "1: check is a table: [check]"),
        ("[overrides]", "1: overrides are tables: [[overrides]]"),
        ("[check]\nrules = 1", "2: rules: no such ruleset; the rulesets are "),
        ("[check]\nrules = \"agga\"", "2: rules: no such ruleset; did you mean aga?"),
        ("[check]\nrules = [\"aga\"]", "2: rules: a word or a number is needed"),
        ("[check]\nfail-on = \"eror\"", "2: fail-on: no such value: eror; did you mean error?"),
        ("[check]\nno-estimate = 1", "2: no-estimate: "),
        ("[check]\nmax-findings = 0", "2: max-findings: "),
        ("[check]\nselect = [1.5, true]", "2: select: a list of words is needed"),
        (
            "[check]\nselect = [\"suicid\"]",
            "2: select: suicid: no such finding; did you mean suicide?",
        ),
        ("[check]\nexclude = [\"{\"]", "2: exclude: "),
        ("[check]\nisolated = true", "2: unknown key isolated"),
        // Of the other subcommand, too.
        ("[check]\n[fix]\nrulse = \"aga\"", "3: unknown key rulse; did you mean rules?"),
        ("[severity]\n\"ko\" = \"eror\"", "2: ko: no such value: eror; did you mean error?"),
        ("[severity]\nkoo = \"error\"", "2: koo: no such finding; did you mean ko?"),
        ("[[overrides]]\npath = [\"a\"]", "2: unknown key path; did you mean paths?"),
        ("[[overrides]]\nignore = [\"ko\"]", "1: overrides: paths is missing"),
        ("[event]\nname = \"x\"\nkomii = 7", "3: unknown key komii; did you mean komi?"),
        ("[event]\nkomi = \"many\"", "2: `many` isn't a komi"),
        ("[event]\nmin-handicap = 3\nmax-handicap = 2", "1: event: min-handicap is larger"),
        ("[[overrides]]\npaths = [\"a\"]\nkomi = \"x\"", "3: komi: not a number of points"),
        ("[check]\nengine = \"x\"", "2: unknown key engine"),
        ("[check]\nkomi = 1\nkomi = 1", "3: duplicate key"),
        ("[check", "1: "),
    ] {
        std::fs::write(folder.path().join("sgf-audit.toml"), config).expect("written");
        let run = run(&folder, &["check", "a.sgf"]);
        assert_eq!(run.status, 2, "{config}: {}", run.stderr);
        let expected = format!("sgf-audit: sgf-audit.toml:{expected}");
        assert!(run.stderr.starts_with(&expected), "{}\n{expected}", run.stderr);
    }
}

#[test]
fn an_event_may_stand_in_the_configuration() {
    let config = "[event]\nname = \"Cup\"\nruleset = \"aga\"\nkomi = 6.5\n";
    let folder = folder(&[("sgf-audit.toml", config.as_bytes()), ("a.sgf", RECORD.as_bytes())]);
    let found = findings(&folder, &["a.sgf", "--select", "event"]);
    assert!(!found.is_empty());
    assert_eq!(findings(&folder, &["a.sgf", "--select", "event", "--isolated"]), [""; 0]);
    std::fs::write(folder.path().join("other.toml"), "komi = 7.5\n").expect("written");
    assert_eq!(
        findings(&folder, &["a.sgf", "--select", "event", "--event", "other.toml"]),
        [""; 0]
    );
}

#[test]
fn what_git_ignores_is_not_read_and_noted() {
    let record = RECORD.as_bytes();
    let folder = folder(&[
        ("a/.gitignore", b"*.bak.sgf\nbuild/\n/top.sgf\n"),
        ("a/.git/info/exclude", b"private.sgf\n"),
        ("a/.git/c.sgf", record),
        ("a/one.sgf", record),
        ("a/one.bak.sgf", record),
        ("a/build/two.sgf", record),
        ("a/top.sgf", record),
        ("a/deep/.gitignore", b"!keep.bak.sgf\n"),
        ("a/deep/keep.bak.sgf", record),
        ("a/deep/other.bak.sgf", record),
        ("a/deep/top.sgf", record),
        ("a/deep/private.sgf", record),
        ("a/module/.git", b"gitdir: elsewhere"),
        ("a/module/in.bak.sgf", record),
        ("b/.gitignore", b"*.sgf\n"),
        ("b/three.sgf", record),
    ]);
    let read = |directory: &str, arguments: &[&str]| {
        let common = ["check", "--format", "csv", "--select", "suicide"];
        let run = run(folder.path().join(directory), &[&common, arguments].concat());
        let mut files = Vec::new();
        for line in run.stdout.lines().skip(1) {
            let (path, _) = line.split_once(',').expect("a path");
            files.push(path.trim_start_matches("./").to_owned());
        }
        (files.join(" "), run.stderr)
    };
    let (files, note) = read("", &["a", "b"]);
    assert_eq!(
        files,
        "a/deep/keep.bak.sgf a/deep/top.sgf a/module/in.bak.sgf a/one.sgf b/three.sgf"
    );
    assert_eq!(
        note,
        "not read, since git ignores them: 1 directory and 4 files, such as a/build \
         (--no-gitignore reads them)\n"
    );
    // The rules above the directory that is given hold, too; one that is named is read.
    assert_eq!(read("a/deep", &["."]).0, "keep.bak.sgf top.sgf");
    assert_eq!(
        read("a", &["build", "one.bak.sgf"]),
        ("build/two.sgf one.bak.sgf".to_owned(), String::new())
    );
    let (all, note) = read("", &["a", "--no-gitignore"]);
    assert_eq!((all.split(' ').count(), &note[..]), (10, ""));
    let fixed = run(&folder, &["fix", "a"]);
    assert!(
        !fixed.stdout.contains("one.bak.sgf") && fixed.stderr.starts_with("not read"),
        "{fixed:?}"
    );
}

/// The keys of the tables are options, with the meanings that their help has.
#[test]
fn the_schema_has_options_of_the_command_line() {
    let folder = folder(&[]);
    let schema: serde_json::Value =
        serde_json::from_str(&run(&folder, &["config", "--schema"]).stdout).expect("JSON");
    for subcommand in ["check", "fix"] {
        let table = &schema["properties"][subcommand]["properties"];
        let table = table.as_object().expect("a table");
        let help = run(&folder, &[subcommand, "--help"]).stdout;
        assert!(table.len() > 8, "{table:?}");
        for key in table.keys() {
            assert!(help.contains(&format!("--{key}")), "{subcommand} {key}");
        }
    }
    let has = |table: &str, key: &str| !schema["properties"][table]["properties"][key].is_null();
    assert!(has("severity", "superko") && has("event", "handicap-komi"));
}

#[test]
fn config_prints_what_a_run_is_made_of() {
    let config = b"[check]\nshow = \"note\"\nrules = \"chinese\"\nignore = [\"setup\"]\nexclude = [\"b.*\"]\n\
                   [fix]\nno-gitignore = true\n[severity]\nko = \"note\"\n\
                   [[overrides]]\npaths = [\"a.*\"]\nignore = [\"ko\"]\nrules = \"aga\"\nkomi = 6.5\n\
                   [[overrides]]\npaths = [\"c.*\"]\nignore = [\"suicide\"]\n\
                   [event]\nname = \"x\"\n[aliases]\nnames = { A = \"B\" }\n";
    let folder = folder(&[("sgf-audit.toml", config), ("a.sgf", b"(;)")]);
    let printed = run(&folder, &["config"]);
    assert_eq!(printed.status, 0, "{}", printed.stderr);
    assert!(printed.stdout.starts_with("# sgf-audit.toml\n"), "{}", printed.stdout);
    let expected: toml::Table = "
        [check]\nshow = 'note'\nrules = 'chinese'\nignore = ['setup']\nexclude = ['b.*']\n\
        no-estimate = false\nno-gitignore = false\nselect = []\nvariations = false\n\
        [fix]\nignore = []\nselect = []\nexclude = []\nno-gitignore = true\n\
        [severity]\nko = 'note'\n\
        [[overrides]]\npaths = ['a.*']\nignore = ['ko']\nrules = 'aga'\nkomi = '6.5'\nseverity = {}\n\
        [[overrides]]\npaths = ['c.*']\nignore = ['suicide']\nseverity = {}\n\
        [event]\nname = 'x'\n[aliases]\nnames = { A = 'B' }\n"
        .parse()
        .expect("TOML");
    assert_eq!(printed.stdout.parse::<toml::Table>().expect("TOML"), expected);
    // It is a configuration that says the same.
    let whole = printed.stdout;
    std::fs::write(folder.path().join("printed.toml"), &whole).expect("written");
    let again = run(&folder, &["config", "--config", "printed.toml"]).stdout;
    assert_eq!(again.split_once('\n').expect("lines").1, whole.split_once('\n').expect("lines").1);
    assert!(!run(&folder, &["config", "--isolated"]).stdout.contains("chinese"));
}

#[test]
fn what_is_excluded_is_left_out_though_it_is_named_if_a_hook_wishes() {
    let record = RECORD.as_bytes();
    let config =
        "[check]\nexclude = [\"incoming\", \"*.bak.sgf\"]\n[fix]\nexclude = [\"incoming\"]\n";
    let folder = folder(&[
        ("above/sgf-audit.toml", config.as_bytes()),
        ("above/incoming/deep/a.sgf", record),
        ("above/b.bak.sgf", record),
        ("above/c.sgf", b"(;GM[1]FF[4]SZ[9]RE[b+r];B[aa])"),
    ]);
    let above = folder.path().join("above");
    let paths = ["incoming/deep/a.sgf", "b.bak.sgf"];
    let status = |options: &[&str]| run(&above, &[&["check"], options, &paths].concat()).status;
    assert_eq!((status(&[]), status(&["--force-exclude"])), (1, 0));
    let absolute = above.join("incoming/deep/a.sgf").display().to_string();
    assert_eq!(run(&above, &["check", "--force-exclude", &absolute]).status, 0);
    let all = run(
        &above,
        &["check", "--force-exclude", "c.sgf", paths[0], "--format", "csv", "--show", "note"],
    );
    assert!(all.stdout.contains("c.sgf") && !all.stdout.contains("a.sgf"), "{}", all.stdout);
    let fixed = run(&above, &["fix", "--force-exclude", paths[0]]);
    assert_eq!((fixed.status, fixed.stdout.starts_with("0 files")), (0, true), "{fixed:?}");
    // A directory above the configuration that has the name of a pattern doesn't matter.
    let config = "[check]\nexclude = [\"above\"]\n";
    std::fs::write(above.join("sgf-audit.toml"), config).expect("written");
    assert_eq!(status(&["--force-exclude"]), 1);
}

#[test]
fn records_that_changed_since_a_revision_are_checked() {
    let record = RECORD.as_bytes();
    let folder = folder(&[("old.sgf", record), ("deep/moved.sgf", record), ("deep/.x", b"")]);
    let git = |arguments: &[&str]| {
        let mut git = std::process::Command::new("git");
        git.current_dir(&folder).args(["-c", "user.name=A", "-c", "user.email=a@example.org"]);
        let output = git.args(arguments).output().expect("git runs");
        assert!(output.status.success(), "{arguments:?}: {output:?}");
    };
    git(&["init", "--quiet", "--initial-branch", "main"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "-m", "one"]);
    git(&["switch", "--quiet", "-c", "branch"]);
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("deep/new\n.sgf"), record).expect("written");
    std::fs::write(path("deep/notes.txt"), "no record").expect("written");
    git(&["add", "."]);
    git(&["commit", "--quiet", "-m", "two"]);
    std::fs::write(path("staged.sgf"), record).expect("written");
    git(&["add", "staged.sgf"]);
    std::fs::write(path("unknown.sgf"), record).expect("written");
    // What a hostile repository would have run.
    let config = format!(
        "[core]\n\tfsmonitor = touch {0}\n[diff]\n\texternal = touch {0}\n",
        path("ran").display()
    );
    let old = std::fs::read_to_string(path(".git/config")).expect("a configuration");
    std::fs::write(path(".git/config"), old + &config).expect("written");
    let files = |arguments: &[&str]| {
        let common = ["check", "--since", "main", "--select", "suicide", "--format", "csv"];
        let run = run(&folder, &[&common, arguments].concat());
        assert!(run.status < 2, "{}", run.stderr);
        csv::Reader::from_reader(run.stdout.as_bytes())
            .records()
            .map(|row| row.expect("a row")[0].to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(files(&[]), ["./deep/new\\n.sgf", "./staged.sgf"]);
    assert_eq!(files(&["deep"]), ["deep/new\\n.sgf"]);
    assert_eq!(files(&["staged.sgf", "old.sgf"]), ["staged.sgf"]);
    assert_eq!(files(&["deep", "--exclude", "new*"]), [""; 0]);
    assert!(!path("ran").exists());
    for revision in ["gone", "--output=ran"] {
        let run = run(&folder, &["check", &format!("--since={revision}")]);
        assert_eq!(run.status, 2, "{revision}: {}", run.stderr);
        assert!(run.stderr.contains(&format!("--since {revision}: ")), "{}", run.stderr);
    }
    assert!(!path("ran").exists());
    assert_eq!(run(&folder, &["check", "--since", "HEAD", "old.sgf"]).status, 0);
}

#[test]
fn check_without_paths_checks_the_current_directory() {
    let folder = folder(&[("a.sgf", RECORD.as_bytes())]);
    assert_eq!(run(&folder, &["check"]).stdout, run(&folder, &["check", "."]).stdout);
}
