//! `sgf-audit convert`: the whole command.
//!
//! `SGF_AUDIT_CORPORA=DIR[:DIR...] cargo test --release --test suite convert` also converts the records of other directories.

use std::collections::BTreeMap;
use std::path::Path;

use walkdir::WalkDir;

use crate::support::{PROGRAM, Row, Run, corpus, folder, project, rows, run, run_with_stdin};

const RECORD: &str = "(;GM[1]FF[3]SiZe[9]PW[W]PB[B]RU[Japanese]KM[6.5]RE[W+3.5]L[aa][bb]XX[own: \\x]\
    ;B[ee]C[a [5d] says\\: x\\\\];W[tt]M[cc](;B[ff]W[gg]TB[aa:bb])(;B[]N[pass]TR[aa][cc:aa]TR[dd]))";

fn convert(folder: impl AsRef<Path>, arguments: &[&str]) -> Run {
    run(folder, &[&["convert"], arguments].concat())
}

/// Returns the files below a directory by their relative paths.
fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    WalkDir::new(dir)
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let name = entry.path().strip_prefix(dir).expect("it is below").to_string_lossy();
            (name.into_owned(), std::fs::read(entry.path()).expect("a file can be read"))
        })
        .collect()
}

#[test]
fn the_normal_form() {
    let folder = folder(&[("a.sgf", RECORD.as_bytes())]);
    insta::assert_snapshot!(convert(folder.path(), &["a.sgf", "--to", "sgf"]).snapshot());
    let strip = ["a.sgf", "--to", "sgf", "--strip", "comments,variations,markup,times"];
    insta::assert_snapshot!(convert(folder.path(), &strip).snapshot());
}

#[test]
fn other_formats() {
    let second = "(;SZ[9]HA[2]AB[gc][cg]KM[0];W[ee];B[ed];W[zz])";
    let both = format!("{RECORD}\n{second}");
    let folder =
        folder(&[("=a.sgf", both.as_bytes()), ("b.sgf", second.replace("zz", "").as_bytes())]);
    for format in ["jsonl", "csv", "gtp"] {
        insta::assert_snapshot!(
            convert(folder.path(), &["=a.sgf", "--to", format, "-q"]).snapshot()
        );
    }
    insta::assert_snapshot!(convert(folder.path(), &["b.sgf", "--to", "gtp"]).snapshot());
    let oblong = b"(;SZ[9:7];B[aa])";
    let run = run_with_stdin(folder.path(), &["convert", "-", "--to", "gtp"], oblong);
    insta::assert_snapshot!(run.snapshot());
}

/// What can't be decoded is refused, whatever it looks like.
#[test]
fn charsets_that_cannot_be_decoded_are_refused() {
    let refused = |record: &[u8]| {
        let folder = folder(&[("a.sgf", record)]);
        let run = convert(folder.path(), &["a.sgf", "--to", "sgf"]);
        assert_eq!(run.stdout.is_empty(), run.status == 1, "{}", run.stderr);
        run.status == 1
    };
    assert!(refused(b"(;FF[4]CA[cp850]PB[M\x81ller \x8fngstr\x94m]PC[caf\x82];B[aa])"));
    assert!(refused(b"(;FF[4]CA[HZ-GB-2312]PB[~{?B=`~}];B[aa])"));
    assert!(refused(b"(;FF[4]CA[UTF-7]PB[+T2A-];B[aa])"));
    assert!(refused(b"(;FF[4]CA[ISO-2022-KR]PB[\x1b$)C\x0e0f\x0f];B[aa])"));
    // Each game has its own.
    assert!(refused(
        b"(;FF[4]CA[GBK]PB[\xbf\xc2\xbd\xe0];B[aa])(;FF[4]CA[cp850]PB[caf\x82];B[aa])"
    ));
    assert!(!refused(b"(;FF[4]CA[HZ-GB-2312]PB[Li ~];B[aa])"));
    assert!(!refused(b"(;FF[4]CA[cp850]PB[Muller];B[aa])"));
    assert!(!refused(b"(;FF[4]CA[mac-cyrillic]PB[\x80\xe5\xea\xf1\xe0\xed\xe4\xf0];B[aa])"));
}

#[test]
fn parts_of_other_formats_that_are_left_out_are_reported() {
    let ugi = "[Header]\nSize=9\n[Data]\nEE,B1,1,0\n[ReviewNode]\n  VARIATION,\nAA,B1,1,0\n  VARIATIONEND,\n\
               [Figure]\n.Text,1\nthe centre\n.#,3,7,A\n.EndText\n";
    let folder = folder(&[("a.ugi", ugi.as_bytes())]);
    let output = convert(folder.path(), &["a.ugi", "--to", "sgf"]).snapshot();
    assert!(output.starts_with("status: 0\n"), "{output}");
    assert!(output.contains("B[ee]C[the centre]"), "{output}");
    for message in [
        "a.ugi:6:1: warning[left-out] left out: a variation",
        "a.ugi:12:1: warning[left-out] left out: a label",
    ] {
        assert!(output.contains(message), "{output}");
    }
}

#[test]
fn properties_between_two_moves_belong_to_the_first() {
    for (node, nodes) in [
        ("B[bb]C[black]W[cc]C[white]", ";B[bb]C[black];W[cc]C[white])"),
        ("B[bb]W[cc]C[both]C[more]", "\n;B[bb]\n;W[cc]C[both\nmore])"),
        ("B[bb]TR[bb]W[cc]TR[cc]", ";B[bb]TR[bb];W[cc]TR[cc])"),
        ("B[bb]BL[9]W[cc]B[dd]BL[8]", ";B[bb]BL[9];W[cc];B[dd]BL[8])"),
        ("C[x]B[bb]AB[dd]W[cc]TB[aa]", ";AB[dd]B[bb];W[cc]C[x]TB[aa])"),
        ("B[bb]TB[aa]W[cc]TW[ii]", ";B[bb];W[cc]TB[aa]TW[ii])"),
    ] {
        let folder = folder(&[("a.sgf", format!("(;SZ[9]CA[UTF-8];{node})").as_bytes())]);
        let output = convert(folder.path(), &["a.sgf", "--to", "sgf"]).snapshot();
        assert!(output.contains(nodes), "{output}");
    }
}

/// A script ends with `quit`.
#[test]
fn one_script_goes_to_standard_output() {
    let folder = folder(&[("a.sgf", b"(;SZ[9];B[ee])(;SZ[9];B[cc])")]);
    let several = convert(folder.path(), &["a.sgf", "--to", "gtp"]).snapshot();
    assert!(several.starts_with("status: 2\n--- stdout\n--- stderr\n"), "{several}");
    assert!(several.contains("several games need --out DIR"), "{several}");
}

#[test]
fn converting_again_changes_nothing_and_sgf_parse_reads_it() {
    let corpus = corpus("");
    let corpora = std::env::var("SGF_AUDIT_CORPORA").unwrap_or_default();
    let others = corpora.split(':').filter(|dir| !dir.is_empty()).map(Path::new);
    for dir in std::iter::once(corpus.as_path()).chain(others) {
        for options in [&["--lossy"][..], &["--lossy", "--recount", "--rules", "japanese"]] {
            assert_is_stable(dir, options);
        }
    }
}

fn assert_is_stable(dir: &Path, options: &[&str]) {
    let folder = folder(&[]);
    let dir = dir.to_string_lossy();
    for (from, to) in [(&dir[..], "one"), ("one", "two")] {
        let arguments = [&[from, "--to", "sgf", "--out", to, "-q"], options].concat();
        let status = convert(folder.path(), &arguments).status;
        assert!(to == "one" || status == 0, "the output can't be converted");
    }
    let (once, twice) = (files(&folder.path().join("one")), files(&folder.path().join("two")));
    assert!(once.len() > 100, "{}", once.len());
    assert!(once == twice, "converting the output changed it");
    // sgf-parse recurses over the nodes of a game, which takes a large stack.
    let read = move || {
        let mut refused = 0;
        for (path, bytes) in &once {
            let text = std::str::from_utf8(bytes).expect("UTF-8");
            if let Err(error) = sgf_parse::parse(text) {
                println!("{path}: {error}");
                refused += 1;
            }
        }
        println!("sgf-parse reads {} of {}", once.len() - refused, once.len());
        refused
    };
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(read).expect("a thread");
    assert_eq!(thread.join().expect("it ends"), 0);
}

#[test]
fn directories_are_mirrored_and_games_split_and_joined() {
    let two = b"(;SZ[9];B[aa])(;SZ[9];B[bb])".as_slice();
    let folder = folder(&[("in/a.sgf", two), ("in/deep/er/b.SGF", b"(;SZ[9])"), ("in/c.txt", two)]);
    let names = |out: &str| files(&folder.path().join(out)).into_keys().collect::<Vec<_>>();
    let to = |out: &'static str, more: &[&str]| {
        let arguments = [&["in", "--to", "sgf", "--out", out], more].concat();
        assert_eq!(convert(folder.path(), &arguments).status, 0);
        names(out)
    };
    assert_eq!(to("out", &[]), ["a.sgf", "deep/er/b.sgf"]);
    assert_eq!(to("split", &["--split"]), ["a-001.sgf", "a-002.sgf", "deep/er/b.sgf"]);
    assert_eq!(to("joined", &["--join"]), ["games.sgf"]);
    let joined = std::fs::read_to_string(folder.path().join("joined/games.sgf"))
        .expect("a file can be read");
    assert_eq!(joined.matches("FF[4]").count(), 3);
}

#[test]
fn a_file_is_packed_if_its_name_says_so() {
    use std::io::Read;
    let folder = folder(&[("in/a.sgf", RECORD.as_bytes()), ("in/b.sgf", b"(;SZ[9];B[aa])")]);
    for to in ["jsonl", "csv"] {
        let name = format!("data/games.{to}");
        let plain = convert(folder.path(), &["in", "--to", to, "--lossy", "-q", "--out", &name]);
        assert_eq!(plain.status, 1, "{}", plain.stderr);
        let plain = std::fs::read(folder.path().join(&name)).expect("written");
        let name = format!("{name}.gz");
        convert(folder.path(), &["in", "--to", to, "--lossy", "-q", "--out", &name]);
        let packed = std::fs::read(folder.path().join(&name)).expect("written");
        let mut unpacked = Vec::new();
        assert_eq!(packed[4..8], [0; 4], "no date");
        flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut unpacked).expect("gzip");
        assert!(unpacked == plain && packed.len() < plain.len(), "{name}");
        let again = convert(folder.path(), &["in", "--to", to, "--out", &name]);
        assert_eq!(again.status, 2);
        assert!(again.stderr.contains("exists already"), "{}", again.stderr);
    }
    for (name, packer) in
        [("moves.csv.zst", "zstd"), ("moves.csv.xz", "xz"), ("moves.csv.BZ2", "bzip2")]
    {
        let other = convert(folder.path(), &["in", "--to", "csv", "--out", name]);
        assert_eq!(other.status, 2);
        let why =
            format!("{name}: only gzip (.gz) is written; without --out, `| {packer} > FILE` packs");
        assert!(other.stderr.contains(&why), "{}", other.stderr);
    }
    // A directory, since this isn't a name for a table of moves.
    convert(folder.path(), &["in", "--to", "csv", "--lossy", "-q", "--out", "x.jsonl"]);
    assert!(folder.path().join("x.jsonl/moves.csv").is_file());
}

/// SGF, since the program reads what it wrote.
#[test]
fn what_is_packed_is_read_again() {
    let games: Vec<String> = (0..3000)
        .map(|n| format!("(;SZ[9]C[game {n} of many];B[{}a];W[ii])", ['a', 'b', 'c'][n % 3]))
        .collect();
    let folder = folder(&[("in/a.sgf", games.concat().as_bytes())]);
    let join = |from: &str, to: &str| {
        let run = convert(folder.path(), &[from, "--to", "sgf", "--join", "-q", "--out", to]);
        assert_eq!(run.status, 0, "{}", run.stderr);
        std::fs::read(folder.path().join(to)).expect("written")
    };
    let plain = join("in", "plain.sgf");
    for name in ["games.sgf.gz", "more.sgf.GZ"] {
        let packed = join("in", name);
        assert!(packed.len() < plain.len() / 4, "{name}: {}", packed.len());
        assert!(join(name, &format!("{name}-again.sgf")) == plain, "{name}");
    }
}

#[test]
fn nothing_is_overwritten() {
    let folder = folder(&[
        ("x/a.sgf", b"(;SZ[9];B[aa])"),
        ("y/a.sgf", b"(;SZ[9];B[bb])"),
        ("out/b.sgf", b"mine"),
        ("b.sgf", b"(;SZ[9])"),
    ]);
    let arguments = ["x", "y", "b.sgf", "--to", "sgf", "--out", "out"];
    insta::assert_snapshot!(convert(folder.path(), &arguments).snapshot());
    let written = files(&folder.path().join("out"));
    assert_eq!(written.len(), 2);
    assert_eq!(written["b.sgf"], b"mine");
    assert!(String::from_utf8_lossy(&written["a.sgf"]).contains("B[aa]"));
    for arguments in [
        &["x", "--to", "sgf", "--out", "x/out"][..],
        &["x", "--to", "sgf"],
        &["nothing", "--to", "sgf", "--out", "o"],
        &["x", "--to", "csv", "--recount", "--out", "o"],
    ] {
        assert_eq!(convert(folder.path(), arguments).status, 2, "{arguments:?}");
    }
}

#[test]
fn what_cannot_be_carried_over_refuses_the_file() {
    let bad = b"(;FF[4]CA[UTF-8]SZ[9]C[caf\xe9 \xc3\xa9\xc3\xa9 \xff];B[aa])".as_slice();
    let folder =
        folder(&[("bad.sgf", bad), ("chess.sgf", b"(;GM[3];B[aa])"), ("no.sgf", b"hello")]);
    let arguments = ["bad.sgf", "chess.sgf", "no.sgf", "--to", "sgf", "--out", "out"];
    insta::assert_snapshot!(convert(folder.path(), &arguments).snapshot());
    assert!(!folder.path().join("out").exists());
    let lossy = ["bad.sgf", "--to", "sgf", "--lossy"];
    insta::assert_snapshot!(convert(folder.path(), &lossy).snapshot());
    let junk = b"From: me\n(;SZ[9]*;B[aa]KO) bye";
    let run = run_with_stdin(folder.path(), &["convert", "-", "--to", "sgf"], junk);
    insta::assert_snapshot!(run.snapshot());
}

#[test]
fn moves_outside_a_game_refuse_the_file() {
    let folder = folder(&[("a.sgf", b"(;SZ[9]RE[?]));B[ee];W[cc])")]);
    let run = convert(folder.path(), &["a.sgf", "--to", "sgf"]);
    assert_eq!((run.status, run.stdout), (1, String::new()));
    let stderr = run.stderr;
    assert!(stderr.contains("a.sgf:1:14: error[text-outside-tree] left out"), "{stderr}");
}

#[test]
fn a_recount_keeps_the_recorded_result() {
    let games = corpus("games");
    let wrong = std::fs::read(games.join("aga-9x9-miscounted.wrong-margin.sgf"))
        .expect("a file can be read");
    let folder = folder(&[("a.sgf", &wrong)]);
    let recount = |path: &str, rules: &str| {
        let arguments = [path, "--to", "sgf", "--recount", "--rules", rules, "-q"];
        convert(folder.path(), &arguments).stdout
    };
    let once = recount("a.sgf", "aga");
    assert!(once.contains("RE[W+4.5]"), "{once}");
    assert!(once.contains("Result as recorded: W+5.5 (AGA)"), "{once}");
    std::fs::write(folder.path().join("b.sgf"), &once).expect("a file can be written");
    assert_eq!(recount("b.sgf", "aga"), once);
    let japanese = recount("b.sgf", "japanese");
    assert!(japanese.contains("RU[Japanese]"), "{japanese}");
    assert!(japanese.contains("Result as recorded: W+4.5 (AGA)"), "{japanese}");
}

#[test]
fn a_recounted_result_is_recounted_to_itself() {
    let chinese = |source: &str| {
        format!(
            "(;SZ[5]{source}HA[0]KM[6]RU[Chinese]RE[B+3]AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce];B[];W[]TB[aa:ae]TW[da:ee])"
        )
    };
    // The normal form merges two lists of a node, and both count.
    let merged = "(;SZ[5]RU[AGA]KM[0]RE[B+1]AB[ba][bb][bc][bd][be]AW[da][db][dc][dd][de][ac][ad];B[];W[]\
                  TB[aa]TB[ab][ac][ad][ae]TW[ea]TW[eb][ec][ed][ee])";
    for (record, result) in [
        // Fox states margins in zi, of two points each.
        (chinese("AP[foxwq]"), "RE[W+5.5]"),
        (chinese("AP[CGoban:3]"), "RE[W+11]"),
        (merged.to_owned(), "RE[B+2]"),
    ] {
        let recount = |record: &str| {
            let folder = folder(&[("a.sgf", record.as_bytes())]);
            convert(folder.path(), &["a.sgf", "--to", "sgf", "--recount", "-q"]).stdout
        };
        let once = recount(&record);
        assert!(once.contains(result), "{once}");
        assert_eq!(recount(&once), once);
    }
}

#[test]
fn a_name_that_is_too_long_is_an_error_of_its_file() {
    let long = format!("in/m{}.SGF.x", "x".repeat(246));
    let folder = folder(&[("in/a.sgf", b"(;SZ[9])"), (&long, b"(;SZ[9])"), ("z.sgf", b"(;SZ[9])")]);
    let arguments = ["in/a.sgf", &long, "z.sgf", "--to", "sgf", "--out", "out"];
    let run = convert(folder.path(), &arguments);
    let stderr = run.stderr;
    assert_eq!(run.status, 1, "{stderr}");
    assert!(stderr.contains("error[output-name]"), "{stderr}");
    let written: Vec<String> = files(&folder.path().join("out")).into_keys().collect();
    assert_eq!(written, ["a.sgf", "z.sgf"]);
}

#[test]
fn an_output_directory_that_is_a_file_is_an_error() {
    let folder = folder(&[("a.sgf", b"(;SZ[9])"), ("afile", b"mine")]);
    for format in ["sgf", "gtp", "jsonl", "csv"] {
        let arguments = ["a.sgf", "--to", format, "--out", "afile"];
        let run = convert(folder.path(), &arguments);
        let stderr = run.stderr;
        assert_eq!(run.status, 2, "{stderr}");
        assert!(stderr.contains("afile: not a directory"), "{stderr}");
    }
}

/// The name of the 1,000th game is too long, whether or not the directory exists.
#[cfg(unix)]
#[test]
fn no_file_is_converted_in_part() {
    let name = format!("{}.sgf", "n".repeat(247));
    let folder = folder(&[(&name, "(;GM[1]SZ[9];B[aa])".repeat(1005).as_bytes())]);
    for _ in 0..2 {
        for to in [&["--to", "sgf", "--split"][..], &["--to", "gtp"]] {
            let run = convert(folder.path(), &[to, &["--out", "out", &name]].concat()).snapshot();
            assert!(run.starts_with("status: 1") && run.contains("output-name"), "{run}");
            assert!(files(&folder.path().join("out")).is_empty(), "{run}");
        }
    }
}

/// Without the backslash each value would name a point, or another one.
#[test]
fn values_that_name_no_point_keep_their_backslashes() {
    let malformed = "B[\\pd];W[d\\\nd];B[\\zz];W[pp];AB[\\qq]AW[q\\q:rr]";
    let folder = folder(&[("a.sgf", format!("(;GM[1]SZ[19];{malformed})").as_bytes())]);
    let run = convert(folder.path(), &["a.sgf", "--to", "sgf"]).snapshot();
    assert!(run.replace("\n;", ";").contains(malformed), "{run}");
    // A value with a bracket names no point, with or without it.
    std::fs::write(folder.path().join("a.sgf"), "(;GM[1]SZ[19];B[\\p\\]d])")
        .expect("a file can be written");
    let run = convert(folder.path(), &["a.sgf", "--to", "sgf"]).snapshot();
    assert!(run.contains("B[p\\]d]"), "{run}");
}

#[test]
fn a_recount_that_is_undecided_is_reported() {
    let records = folder(&[
        ("open.sgf", b"(;SZ[19]RU[AGA]KM[7.5]RE[W+3.5];B[pd];W[dp];B[];W[])".as_slice()),
        ("resigned.sgf", b"(;SZ[19]RU[AGA]KM[7.5]RE[W+R];B[pd];W[dp])".as_slice()),
    ]);
    let recount = |file| convert(records.path(), &["--to", "sgf", "--recount", file]).snapshot();
    let open = recount("open.sgf");
    assert!(open.contains("open.sgf:1:1: warning[undecided] game 1: not counted: "), "{open}");
    assert!(open.starts_with("status: 0") && open.contains("RE[W+3.5]"), "{open}");
    assert!(!recount("resigned.sgf").contains("warning"));
    let komi = ["--to", "sgf", "--recount", "--komi", "0.5", "open.sgf"];
    let refused = convert(records.path(), &komi).snapshot();
    assert!(
        refused.starts_with("status: 2") && refused.contains("can't be used with --komi"),
        "{refused}"
    );
}

#[test]
fn several_inputs_that_make_one_file_go_to_standard_output() {
    let records =
        folder(&[("x/a.sgf", b"(;SZ[9];B[aa])".as_slice()), ("x/b.sgf", b"(;SZ[9];B[bb])")]);
    for (arguments, lines) in [(&["--to", "jsonl"][..], 2), (&["--to", "csv"], 3)] {
        let run = convert(records.path(), &[&["x"], arguments].concat());
        assert_eq!(run.status, 0);
        assert_eq!(run.stdout.lines().count(), lines);
    }
    let joined = convert(records.path(), &["x", "--to", "sgf", "--join"]).snapshot();
    assert!(joined.contains("B[aa]") && joined.contains("B[bb]"), "{joined}");
}

#[test]
fn a_file_in_the_place_of_a_directory_is_reported() {
    let records = folder(&[("x/a.sgf/b.sgf", b"(;SZ[9])".as_slice()), ("y/a.sgf", b"(;SZ[9])")]);
    for (order, refused) in [(["x", "y"], "y/a.sgf"), (["y", "x"], "x/a.sgf/b.sgf")] {
        let arguments = [&order[..], &["--to", "sgf", "--out", order[0]]].concat();
        let inside = convert(records.path(), &arguments).snapshot();
        assert!(inside.contains("lies inside"), "{inside}");
        let out = format!("out-{}", order[0]);
        let run = convert(records.path(), &[&order[..], &["--to", "sgf", "--out", &out]].concat())
            .snapshot();
        assert!(run.starts_with("status: 1"), "{run}");
        let message = format!("{refused}: error[output-exists] {out}/a.sgf exists already");
        assert!(run.contains(&message), "{run}");
    }
}

#[test]
fn the_ruleset_of_a_recount_is_written_and_an_assumed_one_is_not() {
    let gib = b"\\HS\r\n\\[GAMEBLACKNAME=a\\]\r\n\\HE\r\n\\GS\r\n2 1 0\r\nINI 0 1 0 &4\r\nSTO 0 2 1 3 3\r\n\\GE\r\n";
    let open = b"(;SZ[5]RE[B+10.5]AB[ba][bb][bc][bd][be][ac]AW[da][db][dc][dd][de][ec];B[];W[])";
    let records = folder(&[("a.gib", gib.as_slice()), ("open.sgf", open)]);
    let plain = convert(records.path(), &["a.gib", "--to", "sgf"]).snapshot();
    assert!(plain.contains("SO[GIB]") && !plain.contains("RU["), "{plain}");
    let named = convert(records.path(), &["open.sgf", "--to", "sgf"]).snapshot();
    assert!(!named.contains("RU[") && !named.contains("KM["), "{named}");
    let arguments = ["open.sgf", "--to", "sgf", "--recount", "--rules", "chinese"];
    let counted = convert(records.path(), &arguments).snapshot();
    assert!(counted.contains("KM[7.5]RU[Chinese]RE["), "{counted}");
}

/// JSON lines say of each game what the tables say, and nothing in them is null but points and an unknown handicap.
#[test]
fn json_lines_judge_like_check() {
    let folder = folder(&[]);
    for (place, options, least) in [
        ("", &["--no-estimate"][..], 150),
        ("rules", &["--no-estimate", "--rules", "japanese", "--komi", "0.5"], 10),
        ("games", &[], 25),
    ] {
        let (place, out) = (corpus(place), format!("{least}"));
        let place = place.to_str().expect("it is text");
        let check = ["check", place, "--quiet", "--raw-cells", "--out", &out];
        run(&folder, &[&check, options].concat());
        let games = rows(std::fs::read(folder.path().join(&out).join("games.csv")).expect("there"));
        let key = |row: &Row| (row["path"].clone(), row["game"].clone());
        let games: BTreeMap<_, _> = games.iter().map(|row| (key(row), row)).collect();
        convert(
            &folder,
            &[&[place, "--to", "jsonl", "--lossy", "-q", "--out", &out], options].concat(),
        );
        let lines = std::fs::read_to_string(folder.path().join(&out).join("games.jsonl"));
        let mut number = 0;
        for line in lines.expect("it is there").lines() {
            let game: serde_json::Map<_, _> = serde_json::from_str(line).expect("it is JSON");
            let text = |value: &serde_json::Value| match value {
                serde_json::Value::String(text) => text.clone(),
                serde_json::Value::Null => String::new(),
                value => value.to_string(),
            };
            let row = games[&(text(&game["path"]), text(&game["game"]))];
            let shared = |name: &str| name != "moves" && row.contains_key(name);
            for (name, value) in game.iter().filter(|(name, _)| shared(name)) {
                assert_eq!(text(value), row[name], "{name}: {line}");
            }
            let is_null = |(name, value): (&String, &serde_json::Value)| {
                value.is_null() && name != "handicap"
            };
            assert!(!game.iter().any(is_null), "{line}");
            assert_eq!(text(&game["moves"].as_array().expect("a list").len().into()), row["moves"]);
            assert_eq!(game["setup"][0]["after"], 0);
            number += 1;
        }
        assert!(number >= least, "{number}");
    }
}

#[test]
fn moves_are_points_and_numbers() {
    let record = "(;SZ[9:7]AB[aa][ig]RE[B+R];B[cb];W[];AE[aa]AW[ab];B[zz];W[ia])";
    let folder = folder(&[("a.sgf", record.as_bytes())]);
    let run = convert(&folder, &["a.sgf", "--to", "jsonl", "-q"]);
    let game: serde_json::Value = serde_json::from_str(&run.stdout).expect("it is JSON");
    let moves = serde_json::json!([["B", "C6"], ["W", "pass"], ["B", "?zz"], ["W", "J7"]]);
    assert_eq!(game["moves"], moves);
    assert_eq!(game["points"], serde_json::json!([[2, 1], null, null, [8, 0]]));
    let setup = serde_json::json!([
        { "after": 0, "black": "A7 J1", "white": "", "empty": "", "assumed": false },
        { "after": 2, "black": "", "white": "A6", "empty": "A7", "assumed": false },
    ]);
    assert_eq!(game["setup"], setup);
}

/// Handicap stones that HA states and the record lacks are in every form, since `check` puts them on the board.
#[test]
fn assumed_handicap_stones_are_in_every_form() {
    let folder = folder(&[
        ("a.sgf", b"(;SZ[19]HA[2]KM[0];W[cc];B[qd])"),
        ("b.sgf", b"(;SZ[19]HA[2]KM[0]AB[pd][dp];W[cc];B[qd])"),
        ("c.sgf", b"(;SZ[19]HA[6]KM[0];W[dd];B[qd])"),
        (
            "d.sgf",
            b"(;SZ[19]HA[2];W[pc];B[cd];W[oc];B[hd];W[oe];B[qj];W[pe];B[qk];W[qd];B[ql];W[od])",
        ),
    ]);
    let to = |form: &str, file: &str| convert(&folder, &[file, "--to", form]);
    let sgf = to("sgf", "a.sgf");
    assert!(sgf.stdout.contains("AB[pd][dp]") && sgf.stdout.contains("assumed"), "{}", sgf.stdout);
    assert!(sgf.stderr.contains("written as assumed, on Q16, D4"), "{}", sgf.stderr);
    let setup = r#"{"after":0,"black":"Q16 D4","white":"","empty":"","assumed":"#;
    assert!(to("jsonl", "a.sgf").stdout.contains(&format!("{setup}true}}")));
    assert!(to("jsonl", "b.sgf").stdout.contains(&format!("{setup}false}}")));
    assert!(to("csv", "a.sgf").stdout.contains(",assumed B Q16 D4\r\n"));
    // White takes the assumed stone at Q16.
    let rows = to("csv", "d.sgf").stdout;
    assert!(rows.contains(",11,W,15,4,P16,1,0,"), "{rows}");
    let script = to("gtp", "a.sgf").stdout;
    assert_eq!(script, to("gtp", "b.sgf").stdout);
    assert!(script.contains("set_free_handicap Q16 D4\n"), "{script}");
    // Nobody knows where these were.
    let unknown = to("sgf", "c.sgf");
    assert!(!unknown.stdout.contains("AB["), "{}", unknown.stdout);
    assert!(unknown.stderr.contains("the position at the start isn't known"), "{}", unknown.stderr);
    assert!(to("jsonl", "c.sgf").stdout.contains("\"handicap\":null"));
    let games = run(folder.path(), &["check", "c.sgf", "--out", "report"]);
    assert_eq!(games.status, 1, "{}", games.stdout);
}

/// The header of MultiGo's records becomes one of FF[4].
#[test]
fn a_header_of_multigo_is_written_as_ff_4_has_it() {
    let record = b"(;TE[Cup]RD[2011.05.31]TM[60M]LT[30S]LC[3T]KO[Black 6.5p]RE[B+R];B[ee])";
    let folder = folder(&[("a.sgf", &record[..])]);
    let written = convert(folder.path(), &["a.sgf", "--to", "sgf"]).stdout;
    for property in ["EV[Cup]", "DT[2011-05-31]", "OT[3x30]", "KM[6.5]"] {
        assert!(written.contains(property), "{property}: {written}");
    }
}

/// UGF's server judges by Japanese rules, also where the record names rules that nobody knows.
#[test]
fn a_game_in_another_format_is_judged_alike_before_and_after() {
    let options = sgf_audit_core::Options::new();
    let alike = |record: &[u8]| {
        let texts = sgf_audit_core::convert(record, sgf_audit_core::Target::Sgf, &options)
            .expect("no loss")
            .concat();
        let [before, after] = [record, texts.as_bytes()].map(|bytes| {
            let games = sgf_audit_core::audit(bytes, &options).games;
            let judged = games.iter().map(|game| {
                let (rules, source) = (game.ruleset().id.clone(), game.ruleset_source().name());
                (rules, source, game.komi(), game.verdict())
            });
            judged.collect::<Vec<_>>()
        });
        assert_eq!(before, after, "{texts}");
        texts
    };
    // A ruleset that is assumed isn't written as recorded.
    for (rule, written) in [("IGS", "RU[IGS]"), ("", "SO[UGF]"), ("CHN", "RU[Chinese]")] {
        let record = format!("[Header]\nRule={rule}\nSize=9\n[Data]\nEE,B1,1,0\n");
        let text = alike(record.as_bytes());
        assert!(text.contains(written) && !text.contains("RU[Japanese]"), "{rule}: {text}");
    }
    for entry in std::fs::read_dir(corpus("formats")).expect("the corpus is there") {
        let path = entry.expect("listed").path();
        if path.file_stem().is_none_or(|stem| stem != "damaged") {
            alike(&std::fs::read(&path).expect("read"));
        }
    }
}

/// The command of docs/keepers.md: a record that loses something is shown as it is, and git goes on.
#[test]
fn git_shows_sound_records_in_their_normal_form_and_others_as_they_are() {
    let docs = std::fs::read_to_string(project("docs/keepers.md")).expect("the page");
    let (_, command) = docs.split_once("git config diff.sgf.textconv '").expect("the command");
    let (command, _) = command.split_once("'\n").expect("its end");
    let folder = folder(&[
        (".gitattributes", b"*.sgf diff=sgf\n"),
        ("broken.sgf", b"(;FF[4]SZ[9];B[ee"),
        ("none.sgf", b"../other.sgf"),
        ("sound.sgf", b"(;FF[4]SZ[9];B[ee];W[])"),
    ]);
    let program = Path::new(PROGRAM).parent().expect("a directory").display().to_string();
    let path = std::env::var("PATH").unwrap_or_default();
    let git = |arguments: &[&str]| {
        let mut git = std::process::Command::new("git");
        git.current_dir(&folder).env("PATH", format!("{program}:{path}"));
        let output = git.args(arguments).output().expect("git runs");
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    git(&["init", "--quiet"]);
    git(&["config", "diff.sgf.textconv", command]);
    git(&["add", "."]);
    let diff = git(&["diff", "--cached"]);
    let added: Vec<&str> =
        diff.lines().filter(|line| line.starts_with('+') && !line.starts_with("+++")).collect();
    let sound = files(folder.path()).remove("sound.sgf").expect("it is there");
    let normal = convert(folder.path(), &["sound.sgf", "--to", "sgf"]).stdout;
    assert_ne!(normal.as_bytes(), sound);
    let normal: Vec<String> = normal.lines().map(|line| format!("+{line}")).collect();
    let as_they_are = ["+*.sgf diff=sgf", "+(;FF[4]SZ[9];B[ee", "+../other.sgf"];
    let normal = normal.iter().map(String::as_str);
    assert_eq!(added, as_they_are.into_iter().chain(normal).collect::<Vec<_>>());
}
