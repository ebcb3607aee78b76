//! `duplicates`: records of the same game, turned boards, beginnings.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use tempfile::TempDir;

use crate::support::{Row, borrowed, corpus, folder, rows, run, run_with_stdin};

const GAME: &str = "(;SZ[9]PB[Ann]PW[Ben]DT[2001-02-03]RE[B+R];B[ee];W[cc];B[gg];W[cg];B[gc])";
/// The same with a pass, and a date that is wrong.
const COPY: &str = "(;SZ[9]PB[Ann]DT[2001-03-02];B[ee];W[cc];B[];W[];B[gg];W[cg];B[gc])";
/// The same, turned by 90 degrees to the right.
const TURNED: &str = "(;SZ[9]PB[Ann]PW[Ben];B[ee];W[gc];B[cg];W[cc];B[gg])";
/// Its first four moves, mirrored left to right.
const BEGINNING: &str = "(;SZ[9]PB[Ann];B[ee];W[gc];B[cg];W[gg])";
const LONGER: &str = "(;SZ[9];B[ee];W[cc];B[gg];W[cg];B[gc];W[dd])";
const OTHER: &str = "(;SZ[9];B[ee];W[cc];B[gg];W[cd])";

fn records() -> TempDir {
    folder(&[
        ("in/a.sgf", GAME.as_bytes()),
        ("in/b.sgf", format!("{COPY}{OTHER}").as_bytes()),
        ("in/c.sgf", TURNED.as_bytes()),
        ("in/d.sgf", BEGINNING.as_bytes()),
        ("in/e.sgf", LONGER.as_bytes()),
    ])
}

#[test]
fn groups_and_beginnings_are_printed() {
    let folder = records();
    let found = run(&folder, &["duplicates", "in", "--min-moves", "4"]);
    assert_eq!(found.status, 1);
    assert_eq!(
        found.stdout,
        "in/a.sgf (5 moves)\n  \
         in/b.sgf: white none vs. Ben; date 2001-03-02 vs. 2001-02-03; recorded_result none vs. B+R; moves 7 vs. 5\n  \
         in/c.sgf: turned by 90 degrees to the right; date none vs. 2001-02-03; recorded_result none vs. B+R\n\
         \n\
         in/a.sgf (5 moves) begins in/e.sgf: black Ann vs. none; white Ben vs. none; date 2001-02-03 vs. none; recorded_result B+R vs. none; moves 5 vs. 6\n\
         in/b.sgf (7 moves) begins in/e.sgf: black Ann vs. none; date 2001-03-02 vs. none; moves 7 vs. 6\n\
         in/c.sgf (5 moves) begins in/e.sgf: turned by 90 degrees to the right; black Ann vs. none; white Ben vs. none; moves 5 vs. 6\n\
         \n\
         in/d.sgf (4 moves) begins in/e.sgf: mirrored left to right; black Ann vs. none; moves 4 vs. 6\n"
    );
    assert_eq!(
        found.stderr,
        "6 records. Games with several records: 1 (3 records, 1 of them turned). Beginnings of other games: 4. Nearly the same as others: 0.\n"
    );
    let alone = run(&folder, &["duplicates", "in/e.sgf", "in/d.sgf"]);
    assert_eq!((alone.status, &*alone.stdout), (0, ""));
    let arguments = ["duplicates", "-", "--min-moves", "4"];
    let piped = run_with_stdin(".", &arguments, format!("{GAME}{COPY}{LONGER}").as_bytes());
    assert_eq!(piped.stdout.lines().count(), 5, "{}", piped.stdout);
    // Games of a few moves are the same only if names and dates are.
    let (same, other) = (format!("{GAME}{GAME}"), format!("{GAME}{COPY}"));
    for (games, lines) in [(same, 2), (other, 0)] {
        let piped = run_with_stdin(".", &["duplicates", "-"], games.as_bytes());
        assert_eq!(piped.stdout.lines().count(), lines, "{}", piped.stdout);
    }
}

type Plays = Vec<(char, [u8; 2])>;

#[test]
fn stated_komi_and_rulesets_are_compared() {
    let moves: String = (0..30)
        .map(|at| {
            format!(
                ";{}[{}{}]",
                ["B", "W"][at % 2],
                char::from(b'a' + (at % 19) as u8),
                char::from(b'a' + (at * 2 % 19) as u8)
            )
        })
        .collect();
    let game = |terms: &str| format!("(;GM[1]FF[4]SZ[19]{terms}{moves})").into_bytes();
    let (one, other) = (game("RU[Japanese]KM[0.5]"), game("RU[Chinese]KM[7.5]"));
    let folder = folder(&[("a.sgf", &one), ("b.sgf", &other)]);
    let printed = run(&folder, &["duplicates", "."]).stdout;
    assert!(printed.contains("ruleset chinese vs. japanese; komi 7.5 vs. 0.5"), "{printed}");
    // Nothing is judged, so there is no option for it.
    for option in ["--komi", "--rules", "--engine", "--select"] {
        assert_eq!(run(&folder, &["duplicates", ".", option, "7.5"]).status, 2, "{option}");
    }
}

/// Problems have no moves: their stones are compared.
#[test]
fn positions_without_moves_are_compared_by_their_stones() {
    let folder = folder(&[
        ("a.sgf", b"(;SZ[19]AB[aa][ba][cb]AW[ab][bb])".as_slice()),
        ("b.sgf", b"(;SZ[19]AW[bb][ab]AB[cb][aa][ba])".as_slice()),
        ("c.sgf", b"(;SZ[19]AB[sa][ra][qb]AW[sb][rb])".as_slice()),
        ("d.sgf", b"(;SZ[19]AW[aa][ba][cb]AB[ab][bb])".as_slice()),
        ("other.sgf", b"(;SZ[19]AB[aa][ba][cc]AW[ab][bb])".as_slice()),
        ("smaller.sgf", b"(;SZ[9]AB[aa][ba][cb]AW[ab][bb])".as_slice()),
        ("empty.sgf", b"(;SZ[19])".as_slice()),
        ("empty2.sgf", b"(;SZ[19])".as_slice()),
    ]);
    let found = run(&folder, &["duplicates", "."]);
    assert_eq!(
        found.stdout,
        "./a.sgf (0 moves)\n  ./b.sgf\n  ./c.sgf: mirrored left to right\n  ./d.sgf: with the colours exchanged\n"
    );
}

/// Plays on 19 lines, on points that depend on `seed`.
fn moves_of(seed: u64, number: usize) -> Plays {
    let mut points: Vec<[u8; 2]> =
        (0..361).map(|place| [b'a' + (place % 19) as u8, b'a' + (place / 19) as u8]).collect();
    let mut state = seed;
    for place in (1..points.len()).rev() {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        points.swap(place, (state >> 33) as usize % (place + 1));
    }
    let colors = ['B', 'W'].into_iter().cycle();
    colors.zip(points).take(number).collect()
}

fn record(moves: &[(char, [u8; 2])]) -> String {
    let plays = moves
        .iter()
        .map(|(color, [x, y])| format!(";{color}[{}{}]", char::from(*x), char::from(*y)));
    format!("(;SZ[19]{})", plays.collect::<String>())
}

/// Games with few differences are found, with their number; different games aren't.
#[test]
fn nearly_equal_games_are_found() {
    let whole = moves_of(1, 120);
    let changed = |change: &dyn Fn(&mut Plays)| {
        let mut moves = whole.clone();
        change(&mut moves);
        record(&moves)
    };
    let unused = moves_of(1, 140);
    let files = [
        ("a.sgf", record(&whole), ""),
        (
            "b.sgf",
            changed(&|moves| moves[50].1 = unused[130].1),
            "1 move differs from play 51 on, 118 in common (99%)",
        ),
        ("c.sgf", changed(&|moves| moves.swap(60, 62)), "2 moves differ"),
        ("d.sgf", changed(&|moves| moves[119].1 = unused[131].1), "1 move differs"),
        ("k.sgf", changed(&|moves| moves[0].1 = unused[134].1), "119 in common"),
        ("e.sgf", changed(&|moves| drop(moves.drain(70..72))), "2 moves differ"),
        (
            "f.sgf",
            changed(&|moves| {
                moves.iter_mut().for_each(|it| it.0 = if it.0 == 'B' { 'W' } else { 'B' });
            }),
            "colours swapped",
        ),
        (
            "g.sgf",
            changed(&|moves| {
                moves.iter_mut().for_each(|(_, [x, y])| (*x, *y) = (b'a' + b's' - *y, *x));
                moves[20].1 = [b'a' + b's' - unused[133].1[1], unused[133].1[0]];
            }),
            "1 move differs from play 21 on, 118 in common (99%); turned by 90 degrees to the right",
        ),
        (
            "h.sgf",
            changed(&|moves| {
                let end = moves_of(1, 160);
                moves.truncate(90);
                moves.extend_from_slice(&end[140..160]);
            }),
            "nearly",
        ),
        ("i.sgf", record(&moves_of(2, 120)), ""),
        // The same opening, then another game.
        (
            "j.sgf",
            {
                let mut moves = whole[..25].to_vec();
                let others = moves_of(3, 150)
                    .into_iter()
                    .filter(|it| !whole[..25].iter().any(|used| used.1 == it.1));
                moves.extend(others.take(90));
                record(&moves)
            },
            "",
        ),
    ];
    let folder = folder(&files.each_ref().map(|(name, text, _)| (*name, text.as_bytes())));
    let found = run(&folder, &["duplicates", "."]).stdout;
    for (name, _, words) in &files {
        let line = found.lines().find(|line| line.starts_with(&format!("./{name}")));
        match words.is_empty() {
            true => assert_eq!(line, None, "{found}"),
            false => {
                let line = line.unwrap_or_else(|| panic!("{name}: {found}"));
                assert!(line.contains("is nearly ./a.sgf: ") && line.contains(words), "{line}");
            }
        }
    }
    let two = run(&folder, &["duplicates", "a.sgf", "d.sgf"]);
    let says =
        "d.sgf (120 moves) is nearly a.sgf: 1 move differs from play 120 on, 118 in common (99%)\n";
    assert_eq!((two.status, &*two.stdout), (1, says));
    let rows = rows(&run(&folder, &["duplicates", ".", "--format", "csv"]).stdout);
    assert!(rows.iter().all(|row| row["relation"] == "near"));
    let of = |name: &str| {
        let row = rows.iter().find(|row| row["path"].ends_with(name)).expect("it is listed");
        ["moves_differ", "first_differing", "confidence", "colors_swapped"]
            .map(|column| row[column].clone())
    };
    assert_eq!(of("b.sgf"), ["1", "51", "0.992", "false"]);
    assert_eq!(of("f.sgf")[3], "true");
}

/// Different games may have as many moves in common by a joseki. It comes at other moves of theirs, where a copy that leaves
/// two moves out has nearly the same numbers.
#[test]
fn a_long_joseki_makes_no_copy() {
    for (joseki, begins, is_near) in
        [(40, 0, true), (40, 2, true), (40, 4, false), (40, 10, false), (70, 4, true)]
    {
        let moves = moves_of(5, 200);
        let (shorter, others) = moves.split_at(joseki);
        let longer = [&others[..begins], shorter, &others[begins..begins + 60]].concat();
        let files =
            [("a.sgf", record(&longer)), ("b.sgf", record(&[shorter, &others[120..126]].concat()))];
        let folder = folder(&files.each_ref().map(|(name, text)| (*name, text.as_bytes())));
        let found = run(&folder, &["duplicates", "."]).stdout;
        assert_eq!(found.contains(" is nearly "), is_near, "{joseki}, {begins}: {found}");
    }
}

/// A copy with a misread move is found beside the record that it is of, in any order, also if that one begins a third.
#[test]
fn a_beginning_is_nearly_another_game() {
    for (length, order) in
        [(40, "abc"), (45, "acb"), (45, "bac"), (60, "bca"), (90, "cab"), (90, "cba")]
    {
        let whole = moves_of(7, length + 60);
        let mut typed = whole[..length].to_vec();
        typed[length / 2].1 = whole[length + 50].1;
        let turned =
            whole.iter().map(|(color, [x, y])| (*color, [*y, b'a' + b's' - *x])).collect::<Plays>();
        let record_of = |name| match name {
            'a' => record(&whole[..length]),
            'b' => record(&typed),
            _ => record(&turned),
        };
        let files: Vec<_> = (1..)
            .zip(order.chars())
            .map(|(place, name)| (format!("{place}{name}.sgf"), record_of(name)))
            .collect();
        let folder = folder(&borrowed(&files));
        let relations = |more: &[&str]| -> BTreeSet<String> {
            let found = run(&folder, &[&["duplicates", ".", "--format", "csv"], more].concat());
            let name = |path: &str| {
                path.trim_start_matches(|c: char| !c.is_alphabetic()).replace(".sgf", "")
            };
            let text = |row: &Row| {
                let mut pair = [name(&row["path"]), name(&row["of_path"])];
                if row["relation"] == "near" {
                    pair.sort();
                }
                format!("{} {} {}", pair[0], row["relation"], pair[1])
            };
            rows(found.stdout).iter().map(text).collect()
        };
        let found = relations(&[]);
        assert!(
            found.contains("a begins c") || found.contains("a beginning c"),
            "{order}: {found:?}"
        );
        assert!(found.contains("a near b") && !found.contains("a near c"), "{order}: {found:?}");
        // All but one or two moves are in common.
        assert!(relations(&["--share", "0.9"]).contains("a near b"), "{order}");
        assert!(!relations(&["--share", "0.99"]).contains("a near b"), "{order}");
        for wrong in ["1.1", "-0.1", "x", "NaN"] {
            assert_eq!(run(&folder, &["duplicates", ".", "--share", wrong]).status, 2, "{wrong}");
        }
    }
}

/// Of a file that is read in parts, its own findings count against its games as those of a small file do.
#[test]
fn findings_of_a_large_file_count() {
    let comment = "x".repeat(1 << 22);
    let mut large = format!("(;SZ[9]C[{comment}];B[aa])\n{GAME}(;SZ[9]C[").into_bytes();
    // GBK, which the file doesn't declare.
    large.extend_from_slice(&b"\xc4\xe3\xba\xc3\xca\xc0\xbd\xe7".repeat(40));
    large.extend_from_slice(b"];B[ab])");
    let folder = folder(&[("a.sgf", &large), ("b.sgf", GAME.as_bytes())]);
    let first =
        |arguments: &[&str]| run(&folder, arguments).stdout.lines().next().map(str::to_owned);
    let found = first(&["duplicates", "a.sgf", "b.sgf", "--no-beginnings"]);
    let kept = run(&folder, &["select", "a.sgf", "b.sgf", "--unique", "-q"]).stdout;
    assert_eq!(found.as_deref(), Some("b.sgf (5 moves)"));
    assert!(kept.ends_with("b.sgf\n"), "{kept}");
}

/// The groups are those of equal `game_hash` in the table of `check`, and the first of each is what `select --unique` keeps.
#[test]
fn groups_are_those_of_equal_hashes() {
    let folder = folder(&[]);
    let records = corpus("rules");
    let records = records.to_str().expect("text");
    run(&folder, &["check", records, "--out", "report", "-q", "--no-estimate"]);
    let mut expected: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in rows(fs::read(folder.path().join("report/games.csv")).expect("written")) {
        expected.entry(row["game_hash"].clone()).or_default().insert(row["path"].clone());
    }
    expected.retain(|hash, paths| !hash.is_empty() && paths.len() > 1);
    assert!(expected.len() > 5);
    let arguments = ["duplicates", records, "--min-moves", "0", "--no-beginnings", "--format"];
    let table = run(&folder, &[&arguments[..], &["csv"]].concat()).stdout;
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut first = BTreeSet::new();
    for row in rows(&table).into_iter().filter(|row| row["relation"] != "near") {
        found.entry(row["game_hash"].clone()).or_default().insert(row["path"].clone());
        if row["relation"] == "first" {
            first.insert(row["path"].clone());
        }
    }
    assert_eq!(found, expected);
    let unique = run(&folder, &["select", records, "--unique", "-q", "--no-estimate"]).stdout;
    let unique: BTreeSet<&str> = unique.lines().collect();
    assert!(first.iter().all(|path| unique.contains(&**path)));
    let objects = run(&folder, &[&arguments[..], &["jsonl"]].concat());
    let object: serde_json::Value =
        serde_json::from_str(objects.stdout.lines().nth(1).expect("a line")).expect("an object");
    assert_eq!(object["relation"], "same");
    assert!(object["differences"].is_object() && object["of_path"].is_string());
    assert_eq!(objects.stdout.lines().count(), rows(&table).len());
}

/// Copies that are turned, cut or misread are in one group, also those of a game that is the beginning of two; the order of the records
/// changes nothing.
#[test]
fn groups_hold_copies_together_in_any_order() {
    let whole = moves_of(7, 100);
    let mut typed = whole.clone();
    typed[50].1 = moves_of(7, 101)[100].1;
    let end = [&whole[..60], &moves_of(9, 120)[80..]].concat();
    let games = [
        ("whole", whole.clone()),
        ("typed", typed),
        ("cut", whole[..60].to_vec()),
        ("end", end),
        ("turned", whole.iter().map(|(color, [x, y])| (*color, [*y, b'a' + b's' - *x])).collect()),
        ("other", moves_of(8, 100)),
        // So few moves say nothing.
        ("opening", whole[..20].to_vec()),
    ];
    let mut files: Vec<(String, String)> =
        games.iter().map(|(name, moves)| (format!("{name}.sgf"), record(moves))).collect();
    files.push(("empty.sgf".to_owned(), "(;SZ[19])(;SZ[19])".to_owned()));
    let folder = folder(&borrowed(&files));
    let groups = |names: &[&str]| -> BTreeMap<(String, String), String> {
        let table = run(&folder, &[&["duplicates", "--groups", "--format", "csv"], names].concat());
        assert_eq!(table.status, 1);
        rows(table.stdout)
            .into_iter()
            .map(|row| ((row["path"].clone(), row["game"].clone()), row["group"].clone()))
            .collect()
    };
    let mut names: Vec<&str> = files.iter().map(|(name, _)| &**name).collect();
    let found = groups(&names);
    let group = |name: &str| &found[&(format!("{name}.sgf"), "1".to_owned())];
    for copy in ["typed", "cut", "end", "turned"] {
        assert_eq!(group(copy), group("whole"), "{copy}");
    }
    assert_eq!(found.len(), 9);
    assert_eq!(found.values().collect::<BTreeSet<_>>().len(), 5);
    for step in 0..names.len() {
        names.rotate_left(1);
        names.swap(0, step);
        assert_eq!(groups(&names), found, "{names:?}");
    }
}
