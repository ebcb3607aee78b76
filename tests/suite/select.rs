//! `select`: conditions, one of each game, samples, and where the records go.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use sgf_audit::select::Condition;
use tempfile::TempDir;

use crate::support::packed::tar;
use crate::support::{Run, borrowed, folder, rows, run, run_with_stdin};

const GAME: &str = "(;GM[1]FF[4]SZ[9]RU[AGA]PB[Ann]BR[3d]PW[Ben]WR[2k]RE[B+R];B[ee];W[cc];B[gg])";
/// The same play with less said about it.
const POOR: &str = "(;GM[1]FF[4]SZ[9];B[ee];W[cc];B[gg])";
/// The same play turned.
const TURNED: &str = "(;GM[1]FF[4]SZ[9]PB[Ann]RE[B+R];B[ee];W[gc];B[cg])";
const OTHER: &str = "(;GM[1]FF[4]SZ[9]RU[AGA]BR[9k]PB[Cid]RE[W+T];B[ee];W[gc])";
const WRONG: &str = "(;GM[1]FF[4]SZ[9]RU[AGA]PB[Dan];B[ee];W[ee])";

/// Records of each kind: alone, several in a file, in an archive, and what has no game.
fn records() -> TempDir {
    let pair = format!("{POOR}\n{OTHER}\n");
    let folder = folder(&[
        ("in/a.sgf", GAME.as_bytes()),
        ("in/b.sgf", TURNED.as_bytes()),
        ("in/pair.sgf", pair.as_bytes()),
        ("in/deep/wrong.sgf", WRONG.as_bytes()),
        ("in/gomoku.sgf", b"(;GM[4]SZ[15];B[hh])"),
        ("in/none.sgf", b"nothing"),
        ("in/a.gib", b"\\HS\n\\HE\n\\GS\nSTO 0 2 1 3 3\n\\GE\n"),
    ]);
    let packed = tar(&[("x/c.sgf", OTHER.as_bytes()), ("x/d.sgf", WRONG.as_bytes())]);
    fs::write(folder.path().join("in/z.tar"), packed).expect("written");
    folder
}

fn select(folder: &TempDir, arguments: &[&str]) -> Run {
    run(folder, &[&["select", "in", "--no-gitignore"], arguments].concat())
}

fn lines(run: &Run) -> Vec<&str> {
    run.stdout.lines().collect()
}

#[test]
fn faults_of_a_condition_are_named() {
    for (condition, message) in [
        ("movs >= 1", "did you mean moves?"),
        ("moves = 3", "column 7 on: = 3; equality is =="),
        ("moves > 3 and clean", "&&, ||, !"),
        ("moves >=", "isn't complete"),
        ("moves == '50'", "moves is a number, which can't be compared with text"),
        ("clean > 3", "clean is true or false"),
        ("verdict in ['confirmed', 3]", "verdict is text"),
        ("moves", "is needed, not a number"),
        ("moves && clean", "not a number"),
        ("black_rank >= '1d'", "rank(\"1d\")"),
        ("rank('x') < black_rank", "not a rank such as"),
        ("rank('1d') == '1d'", "write rank(\"1d\")"),
        ("cause == ''", "write null"),
        ("margin > null", "null is neither"),
        ("contain(black, 'a')", "there is contains"),
        ("black.contains()", "contains takes 2 values, not 1"),
        ("moves.contains('a')", "contains takes text, not a number"),
        ("black[0] == 'A'", "column 6 on"),
        ("'a' in black", "in takes a list such as"),
        (
            "clean ? moves == 1 : moves == 2",
            "column 7 on: ? moves == 1 : moves == 2; a condition doesn't compute",
        ),
        ("moves + 1 == 3", "SQL over games.csv does"),
        ("moves -1 == 3", "SQL over games.csv does"),
        ("clean < true", "neither less nor greater"),
        ("cause in ['']", "write null"),
        ("['a'] == ['a']", "column 1 on"),
        ("1 < moves < 3", "column 11 on: < 3"),
        ("black == 'Ann", "can't be read from column 10 on"),
        ("moves > 3 # all", "column 11 on: # all"),
        ("{'a': 1} == null", "column 1 on"),
        ("black.part == 'a'", "columns have no parts"),
        ("nothing_like_it > 3", "docs/columns.md"),
    ] {
        let error = Condition::read(condition).err().unwrap_or_default();
        assert!(error.contains(message), "{condition}: {error}");
    }
    for condition in [
        "verdict == \"confirmed\" && moves >= 50 && black_rank >= rank(\"1d\")",
        "komi == 7 || komi == 6.5 || margin != null",
        "!clean && (black in ['a', null] || !(white in []))",
        "komi < -0.5 && komi >= -7",
        "black == \"it's \\\"quoted\\\"\" || black == '名'",
        "event.lowerAscii().contains('cup') && contains(black, 'x') && date_iso >= '2019'",
    ] {
        assert_eq!(Condition::read(condition).err(), None, "{condition}");
    }
}

/// A condition of any length and depth is read or refused.
#[test]
fn long_and_deep_conditions() {
    assert_eq!(Condition::read(&vec!["clean"; 100_000].join(" || ")).err(), None);
    for (open, inside, close) in
        [("(", "clean", ")"), ("!", "clean", ""), ("lowerAscii(", "black", ")")]
    {
        let deep = |depth| [open.repeat(depth), inside.to_owned(), close.repeat(depth)].concat();
        let error = Condition::read(&deep(100_000)).err().unwrap_or_default();
        assert!(error.contains("nested more than 100 levels deep"), "{open}: {error}");
        let error = Condition::read(&deep(50)).err().unwrap_or_default();
        assert!(!error.contains("nested"), "{open}: {error}");
    }
}

#[test]
fn games_are_selected_by_columns() {
    let folder = records();
    for (condition, expected) in [
        ("moves == 3", &["in/a.sgf", "in/b.sgf", "in/pair.sgf\t1"][..]),
        ("black_rank > rank('1k')", &["in/a.sgf"]),
        ("black_rank < rank('8k') && ending == 'time'", &["in/pair.sgf\t2", "in/z.tar/x/c.sgf"]),
        ("format == 'gib'", &["in/a.gib"]),
        // Findings of the file count in its games.
        ("notes == 2 && black == null && moves == 3", &["in/pair.sgf\t1"]),
        ("errors == 1", &["in/deep/wrong.sgf", "in/z.tar/x/d.sgf"]),
        ("black == 'Zoe'", &[]),
        // Numbers are decimals, whatever the column.
        ("moves > 2.5 && moves < 3.5 && moves > -1", &["in/a.sgf", "in/b.sgf", "in/pair.sgf\t1"]),
        ("black_rank > white_rank", &["in/a.sgf"]),
        ("clean && black in ['Cid', 'Dan']", &["in/pair.sgf\t2", "in/z.tar/x/c.sgf"]),
        ("black.contains('nn') && black_rank != null", &["in/a.sgf"]),
        ("moves == 3 && black.lowerAscii().contains('ann')", &["in/a.sgf", "in/b.sgf"]),
        // One side decides, even if the other has no value.
        ("margin > 10 || format == 'gib'", &["in/a.gib"]),
    ] {
        let run = select(&folder, &["--where", condition]);
        assert_eq!(lines(&run), expected, "{condition}: {}", run.stderr);
        assert_eq!(run.status, i32::from(expected.is_empty()), "{condition}");
    }
}

/// What is kept and what is left out are all games, each once.
#[test]
fn nothing_is_lost() {
    let folder = records();
    run(&folder, &["check", "in", "--out", "report", "--quiet", "--fail-on", "never"]);
    let audited = rows(fs::read(folder.path().join("report/games.csv")).expect("written"));
    let mut all: BTreeSet<(String, String)> =
        audited.iter().map(|row| (row["path"].clone(), row["game"].clone())).collect();
    all.insert(("in/gomoku.sgf".to_owned(), "1".to_owned()));
    all.insert(("in/none.sgf".to_owned(), "0".to_owned()));
    let options = ["--clean", "--unique", "--where", "width == 9 && (margin == null)"];
    let sampled = [&options[..], &["--sample", "1"]].concat();
    for (number, options) in
        [&options[..], &sampled, &["--where", "black_rank > rank('5k')"]].into_iter().enumerate()
    {
        let table = format!("rest{number}.csv");
        let kept = select(&folder, &[options, &["--left-out", &table]].concat());
        let rest = rows(fs::read(folder.path().join(&table)).expect("written"));
        let mut found: Vec<(String, String)> =
            rest.iter().map(|row| (row["path"].clone(), row["game"].clone())).collect();
        found.extend(lines(&kept).iter().map(|line| match line.split_once('\t') {
            Some((path, game)) => (path.to_owned(), game.to_owned()),
            None => ((*line).to_owned(), "1".to_owned()),
        }));
        assert_eq!(found.len(), all.len(), "{options:?}");
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), all, "{options:?}");
        let (first, _) = kept.stderr.split_once('\n').expect("a report");
        assert_eq!(first, format!("{} of 9 games selected", lines(&kept).len()), "{options:?}");
        assert!(kept.stderr.ends_with("1 file without a game\n"), "{}", kept.stderr);
    }
}

#[test]
fn the_most_complete_record_of_a_game_is_kept() {
    let folder = records();
    let run = select(&folder, &["--unique", "--where", "width == 9", "--left-out", "rest.csv"]);
    // Short games that lack a name may be others.
    let kept = ["in/a.sgf", "in/b.sgf", "in/deep/wrong.sgf", "in/pair.sgf\t1", "in/pair.sgf\t2"];
    assert_eq!(lines(&run), kept);
    let rest = rows(fs::read(folder.path().join("rest.csv")).expect("written"));
    let duplicates: Vec<(&str, &str)> = rest
        .iter()
        .filter(|row| row["reason"] == "duplicate")
        .map(|row| (&*row["path"], &*row["detail"]))
        .collect();
    let of = |path, kept| (path, kept);
    assert_eq!(
        duplicates,
        [of("in/z.tar/x/c.sgf", "in/pair.sgf\t2"), of("in/z.tar/x/d.sgf", "in/deep/wrong.sgf"),]
    );
}

/// Longer games are the same whatever their names, and a record that another one continues is left out.
#[test]
fn beginnings_are_left_out() {
    let game = |header: &str, moves: usize| {
        let play = |number: usize| {
            let point = [number * 7 % 19, number * 11 % 17].map(|n| char::from(b'a' + n as u8));
            format!(";{}[{}{}]", ['B', 'W'][number % 2], point[0], point[1])
        };
        format!("(;{header}{})", (0..moves).map(play).collect::<String>())
    };
    let files = [
        ("in/cut.sgf", game("PB[Ann]RE[B+R]", 40)),
        ("in/poor.sgf", game("", 60)),
        ("in/short.sgf", game("PB[Ann]", 29)),
        ("in/whole.sgf", game("PB[Ann]PW[Ben]RE[B+R]", 60)),
    ];
    let files = borrowed(&files);
    let folder = folder(&files);
    let run = select(&folder, &["--unique", "--left-out", "rest.csv"]);
    assert_eq!(lines(&run), ["in/short.sgf", "in/whole.sgf"]);
    let rest = rows(fs::read(folder.path().join("rest.csv")).expect("written"));
    let rest: Vec<[&str; 3]> =
        rest.iter().map(|row| ["path", "reason", "detail"].map(|column| &*row[column])).collect();
    assert_eq!(
        rest,
        [["in/poor.sgf", "duplicate", "in/whole.sgf"], ["in/cut.sgf", "beginning", "in/whole.sgf"]]
    );
}

#[test]
fn a_sample_depends_on_the_seed_alone() {
    let files: Vec<(String, String)> = (0..40)
        .map(|number| {
            let point = char::from(b'a' + number % 9);
            (format!("in/{number:02}.sgf"), format!("(;SZ[9];B[{point}a])"))
        })
        .collect();
    let files = borrowed(&files);
    let folder = folder(&files);
    let sample = |paths: &[&str], seed, threads| {
        let options = ["--sample", "10", "--seed", seed, "--threads", threads, "-q"];
        let run = run(&folder, &[&["select"], paths, &options].concat());
        let mut found: Vec<String> = run.stdout.lines().map(str::to_owned).collect();
        assert_eq!(found.len(), 10);
        found.sort();
        found
    };
    let first = sample(&["in"], "1", "1");
    assert_eq!(sample(&["in"], "1", "4"), first);
    let mut reversed: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
    reversed.reverse();
    assert_eq!(sample(&reversed, "1", "2"), first);
    assert_ne!(sample(&["in"], "2", "1"), first);
}

/// The bytes of all files below a folder, by their paths.
fn tree(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.expect("it can be walked");
        if entry.file_type().is_file() {
            let name = entry.path().strip_prefix(folder).expect("below it");
            let name = name.to_string_lossy().replace('\\', "/");
            files.push((name, fs::read(entry.path()).expect("it can be read")));
        }
    }
    files
}

#[test]
fn records_keep_their_bytes() {
    let folder = records();
    let gib = fs::read(folder.path().join("in/a.gib")).expect("there");
    let file = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_vec());
    let expected = [
        ("a.gib".to_owned(), gib),
        file("a.sgf", GAME),
        file("b.sgf", TURNED),
        file("pair-001.sgf", POOR),
        file("pair-002.sgf", OTHER),
        file("z.tar/x/c.sgf", OTHER),
    ];
    let copied = select(&folder, &["--clean", "--copy", "copies"]);
    assert_eq!(copied.status, 0, "{}", copied.stderr);
    assert_eq!(tree(&folder.path().join("copies")), expected);
    // Nothing is overwritten, and what isn't written is said.
    fs::remove_file(folder.path().join("copies/b.sgf")).expect("removed");
    fs::write(folder.path().join("copies/a.sgf"), "mine").expect("written");
    let again = select(&folder, &["--clean", "--copy", "copies", "--left-out", "rest.csv"]);
    assert_eq!(again.status, 1);
    assert!(again.stderr.contains("1 of 9 games selected"), "{}", again.stderr);
    assert_eq!(fs::read(folder.path().join("copies/a.sgf")).expect("there"), b"mine");
    let rest = fs::read_to_string(folder.path().join("rest.csv")).expect("written");
    assert!(rest.contains("in/a.sgf,1,not-written,"), "{rest}");
    assert!(rest.contains("exists already; not overwriting"), "{rest}");

    let joined = select(&folder, &["--clean", "--collection", "all.sgf"]);
    let expected = [GAME, TURNED, POOR, OTHER, OTHER].map(|game| format!("{game}\n")).concat();
    assert_eq!(fs::read_to_string(folder.path().join("all.sgf")).expect("written"), expected);
    assert!(joined.stderr.contains("1 that can't be cut out"), "{}", joined.stderr);
    let again = select(&folder, &["--clean", "--collection", "all.sgf"]);
    assert_eq!(again.status, 2);
    assert!(again.stderr.contains("all.sgf: exists already"), "{}", again.stderr);
    let inside = select(&folder, &["--copy", "in/copies"]);
    assert!(inside.stderr.contains("--copy in/copies lies inside in"), "{}", inside.stderr);
}

#[test]
fn lines_of_json_have_typed_columns() {
    let arguments = ["select", "-", "--jsonl", "--quiet", "--where", "game == 2"];
    let run = run_with_stdin(".", &arguments, format!("{GAME}{OTHER}").as_bytes());
    let object: serde_json::Value = serde_json::from_str(&run.stdout).expect("one object");
    assert_eq!(object["path"], "-");
    assert_eq!((&object["moves"], &object["komi"]), (&2.into(), &7.5.into()));
    assert_eq!((&object["clean"], &object["black"]), (&true.into(), &"Cid".into()));
    assert!(object["margin"].is_null() && object["cause"].is_null());
}

#[test]
fn verdicts_are_those_of_check_with_its_configuration() {
    let counted =
        "(;FF[4]SZ[5]KM[0]RE[B+5]AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce]PL[B];B[];W[])";
    let folder = folder(&[
        ("in/a.sgf", counted.as_bytes()),
        (
            "sgf-audit.toml",
            b"[check]\nrules = \"japanese\"\nignore = [\"wrong-winner\"]\nfail-on = \"never\"\n",
        ),
    ]);
    let selected = |options: &[&str]| select(&folder, options).stdout;
    let japanese = ["--where", "ruleset == 'japanese' && errors == 0"];
    assert_eq!(selected(&japanese), "in/a.sgf\n");
    assert_eq!(selected(&[&japanese[..], &["--isolated"]].concat()), "");
    assert_eq!(selected(&["--rules", "chinese", "--where", "ruleset == 'chinese'"]), "in/a.sgf\n");
}
