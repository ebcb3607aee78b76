//! The whole program with an engine: what it reports, and how it ends.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::support::fake_engine::Fake;
use crate::support::{PROGRAM, corpus, rows};

/// No mark says whether White's stone at A4 is dead; the result is right if it is.
const DISPUTED: &str = "games/aga-7x7-no-marks.sgf";
/// Games that are decided without an engine.
const SETTLED: [&str; 3] = [
    "rules/as-3-capture.sgf",
    "games/aga-9x9-resigned.not-counted.sgf",
    "games/aga-7x7-miscounted.wrong-winner.sgf",
];

/// The stone at A4 is dead.
const DEAD: &str = r#"case $argument in dead) echo "=$id A4" ;; *) echo "=$id" ;; esac"#;
/// The three columns on the left are Black's.
const OWNERSHIP: &str = r#"row=1,1,1,-1,-1,-1,-1
    say '{"isDuringSearch":false,"id":"%s","ownership":['$row,$row,$row,$row,$row,$row,$row']}'"#;

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments);
    command
}

fn output(mut command: Command) -> (i32, String, String) {
    let start = Instant::now();
    let Output { status, stdout, stderr } = command.output().expect("it runs");
    assert!(start.elapsed() < Duration::from_secs(60), "it took {:?}", start.elapsed());
    let text = |bytes| String::from_utf8(bytes).expect("it is UTF-8");
    (status.code().expect("no signal ended it"), text(stdout), text(stderr))
}

/// Returns a folder with this number of copies of the disputed game.
fn disputed(copies: usize) -> TempDir {
    let folder = TempDir::new().expect("a folder for the records");
    for copy in 0..copies {
        let to = folder.path().join(format!("{copy:03}.sgf"));
        std::fs::copy(corpus(DISPUTED), to).expect("copied");
    }
    folder
}

/// Returns the values of a column of `games.csv`.
fn column(table: &str, name: &str) -> Vec<String> {
    rows(table).into_iter().map(|mut row| row.remove(name).expect("it is a column")).collect()
}

/// `games.csv` of a check, and its exit status and standard error.
fn check(records: &Path, arguments: &[&str]) -> (String, i32, String) {
    let out = TempDir::new().expect("a folder for the tables");
    let mut command = program(&["check", "--quiet"]);
    command.arg(records).args(arguments).arg("--out").arg(out.path().join("report"));
    let (status, _, stderr) = output(command);
    let table = std::fs::read_to_string(out.path().join("report/games.csv")).unwrap_or_default();
    (table, status, stderr)
}

#[test]
fn an_answer_of_an_engine_is_reported_with_its_name() {
    let gtp = Fake::gtp(DEAD);
    let katago = Fake::katago(OWNERSHIP);
    let records = disputed(1);
    for (fake, option, name) in
        [(gtp, "--engine-gtp", "Fake 1.0"), (katago, "--engine", "KataGo 9.9")]
    {
        let (table, status, stderr) = check(records.path(), &[option, &fake.command()]);
        assert_eq!((status, stderr.as_str()), (0, ""));
        assert_eq!(column(&table, "dead_source"), ["engine"]);
        assert_eq!(column(&table, "dead_judge"), [name]);
        assert_eq!(column(&table, "dead_stones"), ["1"]);
        assert_eq!(column(&table, "verdict"), ["confirmed"]);
        let mut command = program(&["score", option, &fake.command()]);
        command.arg(corpus(DISPUTED));
        let (status, stdout, stderr) = output(command);
        assert_eq!((status, stderr.as_str()), (0, ""));
        assert!(stdout.contains(&format!("Dead stones: judged by {name}")), "{stdout}");
        fake.assert_gone();
        assert_eq!(fake.starts(), 2);
    }
}

#[test]
fn nobody_is_accused_by_a_chain_that_the_engine_is_not_sure_of() {
    let records = disputed(1);
    for (owner, verdict, reason) in [
        (
            "-0.80",
            "undecided",
            "it is right with White's stone at A4 dead; KataGo 9.9 is only 80% sure that it is alive",
        ),
        // The stone has no eyes, so that it can't live but in seki.
        ("-0.90", "undecided", "KataGo 9.9 is 90% sure that it is alive in seki"),
    ] {
        let katago = Fake::katago(&format!(
            r#"row=1,1,1,-1,-1,-1,-1
            own={owner},1,1,-1,-1,-1,-1
            say '{{"isDuringSearch":false,"id":"%s","ownership":['$row,$row,$row,$own,$row,$row,$row']}}'"#
        ));
        let (table, _, stderr) = check(records.path(), &["--engine", &katago.command()]);
        assert_eq!(stderr, "");
        assert_eq!(column(&table, "verdict"), [verdict]);
        let explanation = &column(&table, "explanation")[0];
        assert!(explanation.contains(reason), "{explanation}");
    }
}

#[test]
fn the_results_of_a_doubtful_chain_are_explained() {
    let (one, two) = (";B[];W[]", ";B[];W[ab];B[];W[]");
    for (result, end, expected) in [
        ("W+14.5", one, "A4 may be dead or alive; if dead, W+14.5 (as recorded); if alive, W+28.5"),
        ("W+15.5", one, "A4 may be dead or alive; if dead, W+14.5; if alive, W+28.5"),
        (
            "W+28.5",
            two,
            "A6 and A4 may be dead or alive; W+28.5 (as recorded) with A6 dead and A4 alive",
        ),
        ("W+13.5", two, "A6 and A4 may be dead or alive; none of the cases gives W+13.5"),
    ] {
        let record = format!(
            "(;FF[4]GM[1]SZ[7]RU[AGA]KM[7.5]RE[{result}];B[cd];W[dd];B[cc];W[dc];B[ce];W[de];B[cb]\
             ;W[db];B[cf];W[df];B[ca];W[da];B[cg];W[dg];B[bf];W[ad]{end})"
        );
        let folder = TempDir::new().expect("a folder for the record");
        std::fs::write(folder.path().join("a.sgf"), record).expect("written");
        let katago = Fake::katago(
            r#"row=1,1,1,-1,-1,-1,-1
            first=0.1,1,1,-1,-1,-1,-1
            second=0.2,1,1,-1,-1,-1,-1
            say '{"isDuringSearch":false,"id":"%s","ownership":['$row,$first,$row,$second,$row,$row,$row']}'"#,
        );
        let (table, _, stderr) = check(folder.path(), &["--engine", &katago.command()]);
        assert_eq!(stderr, "");
        assert_eq!(column(&table, "explanation"), [expected]);
    }
}

#[test]
fn any_number_of_threads_gives_the_same_tables() {
    let records = disputed(40);
    let gtp = Fake::gtp(&format!("sleep 0.01; {DEAD}"));
    let katago = Fake::katago(OWNERSHIP);
    for (fake, option) in [(gtp, "--engine-gtp"), (katago, "--engine")] {
        let tables = ["1", "2", "5"].map(|threads| {
            check(records.path(), &[option, &fake.command(), "--threads", threads]).0
        });
        assert_eq!(column(&tables[0], "dead_source"), vec!["engine"; 40]);
        assert!(tables[0] == tables[1] && tables[1] == tables[2]);
        fake.assert_gone();
    }
}

#[test]
fn decided_games_are_not_asked_about() {
    let fake = Fake::gtp(DEAD);
    let folder = TempDir::new().expect("a folder for the records");
    for (n, name) in SETTLED.iter().enumerate() {
        std::fs::copy(corpus(name), folder.path().join(format!("{n}.sgf"))).expect("copied");
    }
    let (table, _, stderr) = check(folder.path(), &["--engine-gtp", &fake.command()]);
    assert_eq!(stderr, "");
    assert!(column(&table, "dead_source").iter().all(|source| source != "engine"));
    assert!(!fake.heard().contains("play"), "{}", fake.heard());
}

#[test]
fn an_unusable_engine_ends_the_run_before_it_begins() {
    let katago = Fake::katago(OWNERSHIP);
    let command = katago.command();
    for (arguments, message) in [
        (["--engine-gtp", "no-such-engine"], "can't be started: "),
        (["--engine", "no-such-engine"], "can't be started: "),
        (["--engine-gtp", &command], "doesn't speak version 2 of GTP"),
        (["--engine", "sh -c 'echo wrong configuration >&2'"], "\n  wrong configuration\n"),
    ] {
        for subcommand in ["check", "score"] {
            let mut command = program(&[subcommand]);
            command.arg(corpus(DISPUTED)).args(arguments);
            let (status, stdout, stderr) = output(command);
            assert_eq!((status, stdout.as_str()), (2, ""), "{arguments:?}");
            assert!(
                stderr.starts_with("sgf-audit: engine \"") && stderr.contains(message),
                "{stderr}"
            );
        }
    }
    let both = program(&["check", ".", "--engine", "a", "--engine-gtp", "b"]);
    assert_eq!(output(both).0, 2);
}

#[test]
fn a_game_that_the_engine_fails_on_is_undecided() {
    let records = disputed(2);
    let silent = Fake::gtp("sleep 1000");
    let command = silent.command();
    let (table, status, _) =
        check(records.path(), &["--engine-gtp", &command, "--engine-timeout", "0.3"]);
    assert_eq!(status, 0);
    let why = "Fake 1.0 didn't say which stones are dead: it failed on this game twice: no answer in \
               0.3 s";
    assert_eq!(column(&table, "verdict"), ["undecided"; 2]);
    assert_eq!(column(&table, "explanation"), [why; 2]);
    silent.assert_gone();
}

#[test]
fn an_engine_that_fails_too_often_ends_the_run() {
    let records = disputed(30);
    for (fake, option) in [
        (Fake::gtp("echo 'out of memory' >&2; exit 1"), "--engine-gtp"),
        (Fake::katago("echo 'out of memory' >&2; exit 1"), "--engine"),
    ] {
        let command = fake.command();
        let (table, status, stderr) = check(records.path(), &[option, &command]);
        assert_eq!((status, table.as_str()), (2, ""));
        assert!(
            stderr
                .contains("was started again 10 times and failed again: it ended by itself (exit")
                && stderr.ends_with("\n  out of memory\n"),
            "{stderr}"
        );
        fake.assert_gone();
    }
}

#[test]
fn a_closed_pipe_leaves_no_engine_behind() {
    let records = disputed(200);
    let fake = Fake::gtp(&format!("trap '' TERM INT HUP; sleep 0.02; {DEAD}"));
    let mut command = program(&["check", "--show", "note", "--format", "jsonl"]);
    command.arg(records.path()).args(["--engine-gtp", &fake.command()]);
    let mut child = command.stdout(Stdio::piped()).spawn().expect("it runs");
    drop(child.stdout.take());
    let start = Instant::now();
    assert_ne!(child.wait().expect("it ends").code(), Some(2), "a closed pipe is no failure");
    assert!(start.elapsed() < Duration::from_secs(60), "it took {:?}", start.elapsed());
    fake.assert_gone();
}

/// The command for GNU Go; `None` where it isn't installed.
fn gnugo() -> Option<String> {
    let runs = |path: &&str| Command::new(path).arg("--version").output().is_ok();
    let path = ["gnugo", "/usr/games/gnugo"].into_iter().find(runs);
    if path.is_none() {
        let wanted = std::env::var_os("SGF_AUDIT_GNUGO").is_some();
        assert!(!wanted, "GNU Go is to be asked (SGF_AUDIT_GNUGO), but isn't installed");
        eprintln!("skipped: GNU Go isn't installed");
    }
    path.map(|path| format!("{path} --mode gtp"))
}

#[test]
fn gnu_go_is_asked_for_real() {
    let Some(command) = gnugo() else { return };
    let records = disputed(6);
    let tables = ["1", "3"].map(|threads| {
        let arguments = ["--engine-gtp", &command, "--threads", threads];
        let (table, status, stderr) = check(records.path(), &arguments);
        assert_eq!((status, stderr.as_str()), (0, ""));
        table
    });
    assert_eq!(tables[0], tables[1]);
    let judge = column(&tables[0], "dead_judge");
    assert!(judge.iter().all(|judge| judge.starts_with("GNU Go ")), "{judge:?}");
    assert_eq!(column(&tables[0], "dead_source"), ["engine"; 6]);
    assert_eq!(column(&tables[0], "verdict"), ["confirmed"; 6]);
    // The message of the wrong protocol quotes its answer.
    let (_, status, stderr) = check(records.path(), &["--engine", &command]);
    assert_eq!(status, 2);
    assert!(stderr.contains("doesn't speak KataGo's analysis protocol; it said: ?"), "{stderr}");
}

/// By command only: `SGF_AUDIT_KATAGO='katago analysis -config C -model M' cargo test --release
/// --test suite engine_command -- --ignored`.
#[test]
#[ignore = "needs KataGo: SGF_AUDIT_KATAGO is the command that starts its analysis engine"]
fn katago_is_asked_for_real() {
    let command = std::env::var("SGF_AUDIT_KATAGO").expect("SGF_AUDIT_KATAGO is the command");
    let records = disputed(6);
    let (table, status, stderr) = check(records.path(), &["--engine", &command]);
    assert_eq!((status, stderr.as_str()), (0, ""));
    let judge = column(&table, "dead_judge");
    assert!(judge.iter().all(|judge| judge.starts_with("KataGo 1.")), "{judge:?}");
    assert_eq!(column(&table, "dead_source"), ["engine"; 6]);
    assert_eq!(column(&table, "verdict"), ["confirmed"; 6]);
}
