//! `sgf-audit fix`: what it mends, and that it mends nothing else.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;

use sgf_audit::audit::{AuditOptions, FindingKind};
use sgf_audit::fix::{FIXES, Options, Safety, Selection, fix_bytes};
use tempfile::TempDir;

use crate::support::{Audited, PROGRAM, audit_file, audit_game, corpus, folder, run, size};

/// Records of `corpus/findings` that have a fix, and with which result.
const FIXABLE: [&str; 40] = [
    "malformed-result.zi-of-fox",
    "handicap-mismatch.nought",
    "junk.written-breaks",
    "old-property",
    "unknown-property.date",
    "malformed-value.komi",
    "not-in-format",
    "duplicate-point",
    "empty-variation",
    "unclosed-tree",
    "unclosed-value",
    "missing-node",
    "missing-node.first-parenthesis",
    "missing-node.root",
    "several-moves",
    "odd-pass",
    "odd-pass.word",
    "human-coordinates",
    "malformed-result",
    "malformed-result.zi",
    "nul-byte",
    "undeclared-encoding",
    "undeclared-encoding.utf-8",
    "wrong-encoding",
    "wrong-encoding.unknown",
    "missing-white-pass",
    "missing-white-pass.marks-first",
    "missing-passes",
    "handicap-mismatch",
    "handicap-mismatch.moves",
    "wrong-winner",
    "wrong-margin",
    "unusual-komi",
    "unusual-komi.zi",
    "unusual-komi.unit",
    "unusual-komi.points",
    "unescaped-bracket",
    "unescaped-bracket.parenthesis",
    "early-end",
    "../games/aga-9x9-missing-third-pass",
];

fn finding_record(record: &str) -> PathBuf {
    corpus("findings").join(format!("{record}.sgf"))
}

/// Runs `fix`; returns its status and what it prints.
fn fix(folder: &TempDir, arguments: &[&str]) -> (i32, String) {
    let run = run(folder, &[&["fix"], arguments].concat());
    (run.status, run.stdout + &run.stderr)
}

fn audit(bytes: &[u8]) -> Audited {
    audit_file(bytes, &AuditOptions::default())
}

fn names(bytes: &[u8]) -> BTreeSet<FindingKind> {
    audit(bytes).findings().map(|finding| finding.kind).collect()
}

fn fixed(bytes: &[u8], wanted: &Selection) -> Option<Vec<u8>> {
    fix_bytes(bytes, &Options::new(wanted.clone())).bytes
}

fn records() -> Vec<PathBuf> {
    ["findings", "games"]
        .iter()
        .flat_map(|name| fs::read_dir(corpus(name)).expect("there"))
        .map(|entry| entry.expect("listed").path())
        .collect()
}

#[test]
fn every_fixable_finding_vanishes() {
    let mut named: Vec<FindingKind> = Vec::new();
    for record in FIXABLE {
        let finding = match record {
            "../games/aga-9x9-missing-third-pass" => "missing-white-pass",
            record => record.split('.').next().unwrap_or_default(),
        };
        let name = FindingKind::find(finding).expect("a finding's name");
        named.push(name);
        let before = fs::read(finding_record(record)).expect("read");
        assert!(audit(&before).has(name), "{record}");
        for arguments in [&["--write", "--unsafe"][..], &["--write", "--fix", finding]] {
            let folder = folder(&[("a.sgf", &before)]);
            let (status, text) = fix(&folder, &[arguments, &["a.sgf"]].concat());
            assert!(text.contains(&format!(": fixed[{finding}] ")), "{record}: {text}");
            let after = fs::read(folder.path().join("a.sgf")).expect("read");
            let left = names(&after);
            assert!(!left.contains(&name), "{record}: {text}");
            assert!(left.is_subset(&names(&before)), "{record}");
            let errors = left.iter().any(|name| name.info().severity.name() == "error");
            assert_eq!(status, i32::from(errors), "{record}: {text}");
            let (again, text) = fix(&folder, &[&["a.sgf"], &arguments[1..]].concat());
            assert_eq!(again, i32::from(errors), "{record}: {text}");
            assert!(text.contains(" 0 to change"), "{record}: {text}");
        }
    }
    for fix in FIXES {
        assert!(named.contains(&fix.kind), "{} has no record here", fix.kind.as_str());
    }
}

#[test]
fn fixing_twice_is_fixing_once() {
    for path in records() {
        let bytes = fs::read(&path).expect("read");
        for safety in [Safety::Safe, Safety::Rules, Safety::Judgement] {
            let wanted = Selection::UpTo(safety);
            if let Some(once) = fixed(&bytes, &wanted) {
                assert_eq!(fixed(&once, &wanted), None, "{}", path.display());
            }
        }
    }
}

#[test]
fn what_safe_fixes_keep() {
    for (before, after) in [
        ("(;SZ[19:19]KM[6,5]RE[b+r];B[pd])", "(;SZ[19]KM[6.5]RE[B+R];B[pd])"),
        ("(;FF[1]SZ[19x19]KI[13]RE[Jigo];B[pd];W[])", "(;FF[1]SZ[19]KM[6.5]RE[0];B[pd];W[tt])"),
        ("(;GaMe[1]SiZe[9]RE[?];Black[ee];w[cc])", "(;GM[1]SZ[9]RE[?];B[ee];W[cc])"),
        ("(;SZ[9]RE[?];B[ee];W[ Pass ];B[C3]\n", "(;SZ[9]RE[?];B[ee];W[];B[cg])\n"),
        ("(;SZ[9]RE[?];B[ee]C[a]()(;W[cc](;B[gg", "(;SZ[9]RE[?];B[ee]C[a](;W[cc](;B[gg])))"),
        (
            "(;SZ[9]RE[?]AB[aa:cc][bb][dd][dd]LB[aa:x][aa:x])",
            "(;SZ[9]RE[?]AB[aa:cc][dd]LB[aa:x][aa:x])",
        ),
        ("(;SZ[9]RE[?];B[ee]C[one]W[cc]C[two])", "(;SZ[9]RE[?];B[ee]C[one];W[cc]C[two])"),
        ("\nSZ[9]RE[?];B[ee];W[cc]\n", "\n(;SZ[9]RE[?];B[ee];W[cc])\n"),
        ("\0(;SZ[9]RE[?];B[ee]\0\0;W[cc])\0", "(;SZ[9]RE[?];B[ee];W[cc])"),
    ] {
        let once = fixed(before.as_bytes(), &Selection::UpTo(Safety::Safe));
        let once = once.map(|bytes| String::from_utf8(bytes).expect("ASCII"));
        assert_eq!(once.as_deref(), Some(after));
    }
    // These need a person: colours that don't alternate, text with more in it, a NUL in a value.
    for left in [
        "(;SZ[9]RE[?];B[ee]B[cc])",
        "(;SZ[9]RE[Black wins by resignation];B[ee])",
        "(;SZ[9]RE[W+2.25 (Moves beyond 260 not known)];B[ee])",
        "(;SZ[9]RE[?]C[a\0b];B[ee]\0)",
        "(;SZ[9]RE[?]KI[13]KM[5.5];B[ee])",
    ] {
        assert_eq!(fixed(left.as_bytes(), &Selection::UpTo(Safety::Safe)), None, "{left}");
    }
}

#[test]
fn whites_last_pass_makes_territory_equal_area() {
    for record in ["missing-white-pass", "../games/aga-9x9-missing-third-pass"] {
        let bytes = fs::read(finding_record(record)).expect("read");
        let before = audit_game(&bytes);
        let wanted = Selection::Kinds(vec![FindingKind::MissingWhitePass]);
        let after = audit_game(fixed(&bytes, &wanted).expect("it is fixed"));
        let (before, after) = (before.score.expect("counted"), after.score.expect("counted"));
        assert_ne!(before.territory_margin, before.area_margin);
        assert_eq!(after.territory_margin, after.area_margin);
        assert_eq!(before.area_margin, after.area_margin);
    }
    // Marks of territory in Black's node go behind White's pass.
    let bytes = b"(;SZ[5]RU[AGA]RE[?]AB[ca][cb][cc][cd][ce];W[];B[]C[end]TB[aa]C[x])";
    let wanted = Selection::Kinds(vec![FindingKind::MissingWhitePass]);
    let after = b"(;SZ[5]RU[AGA]RE[?]AB[ca][cb][cc][cd][ce];W[];B[]C[end];W[]TB[aa]C[x])";
    assert_eq!(fixed(bytes, &wanted).as_deref(), Some(&after[..]));
}

#[test]
fn passes_end_finished_games_only() {
    let wanted = Selection::Kinds(vec![FindingKind::MissingPasses]);
    let finished = fs::read(finding_record("missing-passes")).expect("read");
    assert!(fixed(&finished, &wanted).is_some());
    let resigned =
        String::from_utf8(finished).expect("ASCII").replace(";B[ce]", ";B[ce]C[White resigned]");
    let open = fs::read(finding_record("result-contradicts-end.open")).expect("read");
    for left in [resigned.as_bytes(), &open, b"(;SZ[9]RU[AGA]KM[7.5]RE[B+3.5];B[ee])"] {
        assert!(audit(left).has(FindingKind::MissingPasses));
        assert_eq!(fixed(left, &wanted), None, "{}", left.escape_ascii());
    }
}

#[test]
fn a_result_is_not_turned_into_another() {
    let wanted = Selection::UpTo(Safety::Judgement);
    for (before, after) in [
        // FF[4] has no form for it; Void is no result at all.
        ("(;SZ[9]RE[Both lose];B[ee])", None),
        ("(;SZ[9]RE[B+Time forfeit];B[ee])", Some("(;SZ[9]RE[B+T];B[ee])")),
        ("(;SZ[9]RE[No result];B[ee])", Some("(;SZ[9]RE[Void];B[ee])")),
    ] {
        let once = fixed(before.as_bytes(), &wanted);
        assert_eq!(once.as_deref(), after.map(str::as_bytes), "{before}");
    }
}

#[test]
fn names_choose_and_classes_limit() {
    let record = b"(;FF[4]SZ[9:9]KM[375]RE[?];B[ee];W[ ])";
    let folder = folder(&[("a.sgf", record)]);
    let (status, text) = fix(&folder, &["--fix", "unusual-komi", "--write", "a.sgf"]);
    assert_eq!(status, 0, "{text}");
    let left = fs::read(folder.path().join("a.sgf")).expect("read");
    assert_eq!(left, b"(;FF[4]SZ[9:9]KM[7.5]RE[?];B[ee];W[ ])");
    let (status, text) = fix(&folder, &["a.sgf"]);
    assert_eq!(status, 1);
    assert!(text.contains("+(;FF[4]SZ[9]KM[7.5]RE[?];B[ee];W[])"), "{text}");
    assert_eq!(fs::read(folder.path().join("a.sgf")).expect("read"), left);
    assert_eq!(fix(&folder, &["--fix", "ko", "a.sgf"]).0, 2);
    assert_eq!(fix(&folder, &["--write", "-"]).0, 2);
    assert_eq!(fix(&folder, &["--write", "gone.sgf"]).0, 2);
}

#[test]
fn wide_files_are_refused() {
    let mut wide = vec![0xff, 0xfe];
    wide.extend("(;SZ[9:9]RE[?];B[ee])".encode_utf16().flat_map(u16::to_le_bytes));
    let folder = folder(&[("a.sgf", &wide)]);
    let (status, text) = fix(&folder, &["--write", "a.sgf"]);
    assert_eq!(status, 1);
    assert!(
        text.contains("not fixed: the file is in an encoding that has to be decoded"),
        "{text}"
    );
    assert_eq!(fs::read(folder.path().join("a.sgf")).expect("read"), wide);
}

/// Records in other formats, with something in them that looks like SGF.
#[test]
fn other_formats_are_left_as_they_are() {
    let gib = "\\HS\n\\[GAMEBLACKNAME=a\\]\n\\HE\n\\GS\n2 1 0\n4 0 &4\nINI 0 1 0 &4\n\
               STO 0 2 1 9 0\nSTO 0 3 2 10 (;SZ[9:9];B[ee]W[ ]C[x\nSTO 0 4 1 9 1\n\\GE\n";
    let mut wide = vec![0xff, 0xfe];
    wide.extend(gib.encode_utf16().flat_map(u16::to_le_bytes));
    for bytes in [gib.as_bytes(), &wide] {
        let wanted = Selection::UpTo(Safety::Judgement);
        let repair = fix_bytes(bytes, &Options::new(wanted));
        assert_eq!((repair.bytes, repair.fixed.len(), repair.not_fixed.len()), (None, 0, 0));
    }
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::time::Duration;

    use super::*;

    const ODD: &[u8] = b"(;FF[4]SZ[9]RU[AGA]RE[?];B[ee];W[ ])";
    const MENDED: &[u8] = b"(;FF[4]SZ[9]RU[AGA]RE[?];B[ee];W[])";

    fn mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("changed");
    }

    #[test]
    fn permissions_and_links_are_kept() {
        let folder = folder(&[("a.sgf", ODD)]);
        let path = folder.path().join("a.sgf");
        mode(&path, 0o640);
        symlink("a.sgf", folder.path().join("link.sgf")).expect("linked");
        assert_eq!(fix(&folder, &["--write", "link.sgf"]).0, 0);
        assert_eq!(fs::read(&path).expect("read"), MENDED);
        let meta = fs::symlink_metadata(&path).expect("there");
        assert_eq!(meta.permissions().mode() & 0o7777, 0o640);
        let link = fs::symlink_metadata(folder.path().join("link.sgf")).expect("there");
        assert!(link.file_type().is_symlink());
        assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 2);
    }

    #[test]
    fn what_cannot_be_written_is_left() {
        let folder = folder(&[("a.sgf", ODD), ("b.sgf", ODD)]);
        let path = folder.path().join("a.sgf");
        mode(&path, 0o444);
        let (status, text) = fix(&folder, &["--write", "."]);
        assert_eq!(status, 2, "{text}");
        assert!(text.contains("a.sgf: not written: the file is read-only"), "{text}");
        assert!(text.contains("1 finding fixed, 1 not; 0 errors left"), "{text}");
        assert!(text.contains("; 1 file not written"), "{text}");
        assert_eq!(fs::read(&path).expect("read"), ODD);
        assert_eq!(fs::read(folder.path().join("b.sgf")).expect("read"), MENDED);
        // A folder that can't be written to; the superuser can write to any.
        mode(&path, 0o644);
        mode(folder.path(), 0o555);
        if fs::write(folder.path().join("probe"), "").is_err() {
            assert_eq!(fix(&folder, &["--write", "."]).0, 2);
            assert_eq!(fs::read(&path).expect("read"), ODD);
        }
        mode(folder.path(), 0o755);
    }

    #[test]
    fn killed_at_any_time_each_file_is_whole() {
        let folder = TempDir::new().expect("a folder for the test");
        let path = |i: usize| folder.path().join(format!("{i}.sgf"));
        for round in 0..12 {
            for i in 0..300 {
                fs::write(path(i), ODD).expect("written");
            }
            let mut child = std::process::Command::new(PROGRAM)
                .current_dir(folder.path())
                .args(["fix", "--write", "--quiet", "."])
                .spawn()
                .expect("the program runs");
            std::thread::sleep(Duration::from_millis(3 + 7 * round));
            child.kill().expect("killed");
            child.wait().expect("ended");
            for i in 0..300 {
                let bytes = fs::read(path(i)).expect("there");
                assert!(bytes == ODD || bytes == MENDED, "{i}");
            }
        }
    }
}

#[test]
fn a_nest_of_empty_variations_is_taken_off_whole() {
    let safe = Selection::UpTo(Safety::Safe);
    let mended = |nest: &str| {
        let record = format!("(;GM[1]FF[4]SZ[9]RE[?];B[aa]{nest}(;W[bb])(;W[cc]))").into_bytes();
        let repair = fix_bytes(&record, &Options::new(safe.clone()));
        assert!(repair.not_fixed.is_empty());
        (repair.fixed.len(), repair.bytes)
    };
    let whole = || Some(b"(;GM[1]FF[4]SZ[9]RE[?];B[aa](;W[bb])(;W[cc]))".to_vec());
    for (nest, count) in
        [(&"(".repeat(400)[..], 400), ("( ( ) ( ()\n( )) )", 5), ("()()", 2), ("(()())", 3)]
    {
        let close = if count == 400 { ")".repeat(400) } else { String::new() };
        assert_eq!(mended(&format!("{nest}{close}")), (count, whole()), "{nest}");
    }
    // Something is in the outer ones.
    let left = b"(;GM[1]FF[4]SZ[9]RE[?];B[aa]((*))(;W[bb])(;W[cc]))".to_vec();
    assert_eq!(mended("((()*))"), (1, Some(left)));
}

#[test]
fn no_variation_comes_to_hang_on_added_passes() {
    let wanted = Selection::UpTo(Safety::Rules);
    let record = |end: &str| {
        let walls = "AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce]";
        let game = format!("(;GM[1]FF[4]SZ[5]RU[AGA]KM[7.5]RE[W+12.5]{walls}");
        format!("{game};B[aa];W[da];B[]{end})").into_bytes()
    };
    for (end, mended) in [
        // Moves are tried instead of the pass that is missing.
        ("(;TB[ab]C[count])(;W[ea];B[ac])", Some("(;W[];TB[ab]C[count])(;W[ea];B[ac])")),
        ("\n( ;C[a](;C[b])(;C[c]))(;W[ea])", Some("\n( ;W[];C[a](;C[b])(;C[c]))(;W[ea])")),
        // Nothing but comments hangs on it.
        ("(;TB[ab]C[count])(;C[x])", Some(";W[](;TB[ab]C[count])(;C[x])")),
        // Wherever it went, some moves would follow it.
        (";C[a](;C[b])(;W[ea])", None),
        ("(;C[a](;C[b])(;W[eb]))(;W[ea])", None),
    ] {
        let record = record(end);
        assert!(audit(&record).has(FindingKind::MissingPasses), "{end}");
        let mended = mended.map(|end| {
            let text = String::from_utf8(record.clone()).expect("ASCII");
            text[..text.find("B[]").expect("there") + 3].to_owned() + end + ")"
        });
        let made = fixed(&record, &wanted).map(|bytes| String::from_utf8(bytes).expect("ASCII"));
        assert_eq!(made, mended, "{end}");
    }
}

/// Nothing is sought anew through the whole record, or all games, for each finding.
#[test]
fn many_findings_are_mended_in_linear_time() {
    let safe = Selection::UpTo(Safety::Safe);
    let passes = format!("(;GM[1]SZ[9]RE[?]{})", ";B[pass];W[pass]".repeat(20_000));
    let mended = fixed(passes.as_bytes(), &safe).expect("mended");
    assert!(!String::from_utf8(mended).expect("ASCII").contains("pass"));
    // Games that each declare another charset than they are in.
    let game = "(;GM[1]FF[4]SZ[9]RE[?]CA[GBK]PB[柯洁];B[aa];W[])(;CA[UTF-8]GM[1]FF[4]SZ[9]RE[?]PB[柯洁];B[aa];W[])";
    let mended = fixed(game.repeat(3000).as_bytes(), &safe).expect("mended");
    assert!(!String::from_utf8(mended).expect("UTF-8").contains("GBK"));
}

#[test]
fn moves_stay_in_one_node_where_what_follows_them_belongs_before() {
    let safe = Selection::UpTo(Safety::Safe);
    for record in [
        "(;GM[1]FF[4]SZ[9]RE[?]AB[ba];W[gg];B[ab]W[ee]AW[aa];B[cc])",
        "(;GM[1]FF[4]SZ[9]B[ee]W[cc]PB[x]KM[6.5]RE[B+R];B[gg])",
    ] {
        assert_eq!(fixed(record.as_bytes(), &safe), None, "{record}");
    }
    let record = b"(;GM[1]FF[4]SZ[9]RE[?]AB[ba];W[gg];B[ab]AW[aa]W[ee];B[cc])";
    let mended = b"(;GM[1]FF[4]SZ[9]RE[?]AB[ba];W[gg];B[ab]AW[aa];W[ee];B[cc])";
    assert_eq!(fixed(record, &safe).as_deref(), Some(&mended[..]));
}

#[test]
fn the_format_is_the_one_that_the_audit_reads() {
    let record = b"(;GM[1];FF[3]B[aa];W[])";
    assert!(audit(record).has(FindingKind::NotInFormat));
    let mended = fixed(record, &Selection::UpTo(Safety::Safe));
    assert_eq!(mended.as_deref(), Some(&b"(;GM[1];FF[3]B[aa];W[tt])"[..]));
}

#[test]
fn a_file_that_is_named_twice_is_mended_once() {
    for threads in ["1", "2"] {
        let folder = folder(&[("in/a.sgf", b"(;GM[1]SZ[9];Black[aa];W[])")]);
        let arguments =
            ["--write", "--threads", threads, "in/a.sgf", "in", "in/../in/a.sgf", "in/a.sgf"];
        let (status, text) = fix(&folder, &arguments);
        assert_eq!(status, 0, "{text}");
        assert!(text.contains("1 file, 1 changed"), "{text}");
    }
}

#[test]
fn archives_in_directories_are_passed_over_and_said_to_be() {
    let folder =
        folder(&[("in/a.sgf", b"(;GM[1]SZ[9];Black[aa];W[])"), ("in/b.sgf.gz", b"\x1f\x8b")]);
    let (status, text) = fix(&folder, &["--write", "in"]);
    assert_eq!(status, 0, "{text}");
    assert!(text.contains("1 file, 1 changed") && text.contains("1 archive passed over"), "{text}");
    // One that is named can't be done.
    let (status, text) = fix(&folder, &["--write", "in/b.sgf.gz"]);
    assert!(status == 1 && text.contains("an archive"), "{text}");
}

#[test]
fn a_charset_that_the_byte_order_mark_contradicts_is_corrected() {
    let safe = Selection::UpTo(Safety::Safe);
    let record = "\u{feff}(;GM[1]CA[GBK]SZ[9]PB[柯洁];B[aa];W[])".as_bytes();
    let mended = "\u{feff}(;GM[1]CA[UTF-8]SZ[9]PB[柯洁];B[aa];W[])".as_bytes();
    assert_eq!(fixed(record, &safe).as_deref(), Some(mended));
    let damaged = [&record[..record.len() - 1], b"C[\xff])"].concat();
    assert_eq!(fixed(&damaged, &safe), None);
}

#[test]
fn no_charset_is_declared_for_a_text_in_two() {
    let safe = Selection::UpTo(Safety::Safe);
    let text = |ca: &str, name: &[u8]| {
        let comment =
            encoding_rs::GBK.encode("]C[全国个人赛第三轮,黑方先行,白方贴目];B[aa];W[])").0;
        [b"(;GM[1]FF[4]SZ[9]", ca.as_bytes(), b"PB[", name, &comment].concat()
    };
    let gbk = encoding_rs::GBK.encode("柯洁").0;
    for ca in ["", "CA[UTF-8]"] {
        assert_eq!(fixed(&text(ca, "柯洁".as_bytes()), &safe), None, "{ca}");
        assert!(fixed(&text(ca, &gbk), &safe).is_some(), "{ca}");
    }
}

#[test]
fn a_komi_in_words_becomes_a_number() {
    let komi = |written: &str, upto: Safety| {
        let record = format!("(;FF[4]SZ[9]KM[{written}]RE[?]CA[UTF-8];B[aa];W[])");
        fixed(record.as_bytes(), &Selection::UpTo(upto)).map(|mended| {
            let mended = String::from_utf8(mended).unwrap();
            mended.split_once("KM[").unwrap().1.split_once(']').unwrap().0.to_owned()
        })
    };
    for (written, safe, by_judgement) in [
        ("6 .5", Some("6.5"), Some("6.5")),
        ("5 1/2", None, Some("5.5")),
        ("6½", None, Some("6.5")),
        ("6目半", None, Some("6.5")),
        ("Komi: 6.5 points", None, Some("6.5")),
        ("3又3/4子", None, Some("7.5")),
        ("6.5 (reverse)", None, None),
        ("5.5 reverse", None, None),
        ("6.5, Nigiri", None, None),
    ] {
        assert_eq!(komi(written, Safety::Safe).as_deref(), safe, "{written}");
        assert_eq!(komi(written, Safety::Judgement).as_deref(), by_judgement, "{written}");
    }
}

#[test]
fn what_stands_for_another_property_gets_its_name() {
    let judgement = Selection::UpTo(Safety::Judgement);
    let fixed = |root: &str| {
        let record = format!("(;FF[4]SZ[9]{root}RE[?]CA[UTF-8];B[aa];W[])");
        fixed(record.as_bytes(), &judgement).map(|mended| {
            let mended = String::from_utf8(mended).unwrap();
            mended.split_once("SZ[9]").unwrap().1.split_once("RE[").unwrap().0.to_owned()
        })
    };
    assert_eq!(fixed("KO[6.5]").as_deref(), Some("KM[6.5]"));
    assert_eq!(fixed("KO[6.5]KI[13]").as_deref(), Some("KO[6.5]KM[6.5]"));
    assert_eq!(fixed("KO[黒6目半]").as_deref(), Some("KM[6.5]"));
    let all = fixed("TE[第14届三星杯]RD[2009-09-10]KO[7.5]");
    assert_eq!(all.as_deref(), Some("EV[第14届三星杯]DT[2009-09-10]KM[7.5]"));
    for kept in ["KO[]", "KO[6.5]KM[7.5]", "TE[x]EV[y]", "RD[x]", "TE[x][y]"] {
        assert_eq!(fixed(kept), None, "{kept}");
    }
    let safe = b"(;FF[4]SZ[9]KO[6.5]RE[?];B[aa];W[])";
    assert_eq!(self::fixed(safe, &Selection::UpTo(Safety::Safe)), None);
}

/// A file that breaks off within a move doesn't say which; what looks like SGF in the text of a web page is its own.
#[test]
fn what_is_not_known_is_not_made_up() {
    let fixed = |record: &str, upto: Safety| {
        let mended = fixed(record.as_bytes(), &Selection::UpTo(upto));
        mended.map(|mended| String::from_utf8(mended).unwrap())
    };
    let game = "(;FF[4]SZ[9]CA[UTF-8]RE[?]KM[6.5];B[aa]";
    for cut in [";W[", ";W[b", ";AB[cc][d"] {
        assert_eq!(fixed(&format!("{game}{cut}"), Safety::Judgement), None, "{cut}");
    }
    for whole in [";W[bb", ";AB[cc][dd", "C[and then", ";AB[cc:dd"] {
        let mended = fixed(&format!("{game}{whole}"), Safety::Safe);
        assert_eq!(mended, Some(format!("{game}{whole}])")), "{whole}");
    }
    assert_eq!(fixed("(;FF[4]SZ[9]CA[UTF-8]RE[?]KM[6", Safety::Safe), None);
    let page = format!("{game};W[bb]\n<p>See foo() for B[cc] (note)</p>)");
    assert_eq!(fixed(&page, Safety::Safe), None);
    let stray = format!("{game}];W[bb]();B[cc])");
    assert!(fixed(&stray, Safety::Safe).is_some_and(|mended| mended.contains("W[bb];B[cc]")));
}

#[test]
fn what_only_looks_like_a_fault_stays() {
    let fixed = |record: &str| fixed(record.as_bytes(), &Selection::UpTo(Safety::Safe));
    for record in [
        // A result is no point, and CA within a text declares nothing.
        "(;FF[4]CA[UTF-8]RE[?];B[aa];W[B+3])",
        "(;FF[4]CA[UTF-8]RE[?]GC[seeCA[GBK]PB[你好你好];B[aa];W[bb])",
        // Their ASCII means other characters.
        "(;FF[4]CA[HZ-GB-2312]RE[?]PB[~{?B=`~}];B[aa];W[bb])",
        "(;FF[4]CA[UTF-7]RE[?]PB[+T2A-];B[aa];W[bb])",
    ] {
        assert_eq!(fixed(record), None, "{record}");
    }
    assert!(fixed("(;FF[4]CA[Klingon]RE[?]PB[x];B[aa];W[bb])").is_some());
}

#[test]
fn points_of_lists_are_written_in_letters() {
    let safe = Selection::UpTo(Safety::Safe);
    let mended = |lists: &str| {
        let record = format!("(;FF[4]SZ[19]CA[UTF-8]RE[?]{lists};W[ee])");
        let mended = fixed(record.as_bytes(), &safe);
        mended.map(|mended| {
            let mended = String::from_utf8(mended).unwrap();
            mended.split_once("RE[?]").unwrap().1.replace(";W[ee])", "")
        })
    };
    for (lists, written) in [
        ("AB[Q16][dd]", "AB[pd][dd]"),
        ("AB[Q16][pd][dd]", "AB[pd][dd]"),
        ("TB[aa][A19][B19]", "TB[aa][ba]"),
        ("LB[Q16:x][dd:y]", ""),
    ] {
        let is = mended(lists);
        assert_eq!(is.as_deref().unwrap_or_default(), written, "{lists}");
    }
}

#[test]
fn passes_are_added_by_a_ruleset_that_somebody_names() {
    let walls: String = ('a'..='i').map(|row| format!(";B[d{row}];W[e{row}]")).collect();
    let record = |rules: &str| {
        format!("(;GM[1]FF[4]CA[UTF-8]SZ[9]{rules}KM[0.5]RE[W+9.5]{walls}TB[aa:ci]TW[fa:ii])")
    };
    let rules = Selection::UpTo(Safety::Rules);
    assert_eq!(fixed(record("").as_bytes(), &rules), None);
    let mended = fixed(record("RU[AGA]").as_bytes(), &rules).expect("passes are added");
    assert!(String::from_utf8(mended).unwrap().contains(";B[];W[]"));
}

#[test]
fn a_point_of_two_lists_stays_in_both() {
    let safe = Selection::UpTo(Safety::Safe);
    let record = |lists: &str| format!("(;FF[4]SZ[9]CA[UTF-8]RE[?]{lists};B[ee];W[gg])");
    let mended = fixed(record("AB[aa]AW[bb][bb][cc]").as_bytes(), &safe);
    assert_eq!(mended, Some(record("AB[aa]AW[bb][cc]").into_bytes()));
    let folder = folder(&[("a.sgf", record("AB[aa]AW[bb][bb][aa]").as_bytes())]);
    let (status, text) = fix(&folder, &["a.sgf"]);
    assert!(status == 0 && text.contains(" 0 to change") && !text.contains("not fixed"), "{text}");
}

#[test]
fn a_chosen_name_without_a_repair_is_said_to_be_left() {
    let folder = folder(&[("a.sgf", b"(;FF[4]SZ[9]RU[AGA]RE[?]KM[x]BM[y];B[ee])")]);
    let (status, text) = fix(&folder, &["--fix", "malformed-value,ko", "a.sgf"]);
    assert_eq!(status, 2, "{text}");
    let (status, text) = fix(&folder, &["--fix", "malformed-value", "a.sgf"]);
    assert_eq!(status, 0, "{text}");
    let left = "2 findings of the chosen names left: no repair of that is sure\n";
    assert!(text.contains(left), "{text}");
    assert!(!fix(&folder, &["--unsafe", "a.sgf"]).1.contains(left));
}

#[test]
fn a_result_in_doubt_is_not_overwritten() {
    let walls: String = ('a'..='i').map(|row| format!(";B[d{row}];W[e{row}]")).collect();
    let ran_on = |root: &str, options: &[&str]| {
        let record = format!("(;GM[1]FF[4]CA[UTF-8]SZ[9]{root}{walls};B[];W[]TB[aa:ci]TW[fa:ii])");
        let folder = folder(&[("a.sgf", record.as_bytes())]);
        fix(&folder, &[&["--write", "--unsafe"][..], options, &["a.sgf"]].concat());
        let after = fs::read_to_string(folder.path().join("a.sgf")).expect("read");
        after != record
    };
    assert!(ran_on("RU[AGA]KM[0.5]RE[W+2.5]", &[]));
    // Right by the record's own komi and ruleset.
    assert!(!ran_on("RU[AGA]KM[0.5]RE[W+9.5]", &["--komi", "6.5"]));
    assert!(!ran_on("RU[AGA]KM[0.5]RE[W+9.5]", &["--rules", "area-group-tax"]));
    // A komi that nobody recorded, a ruleset that nobody knows.
    assert!(!ran_on("RU[AGA]RE[W+2.5]", &[]));
    assert!(!ran_on("RU[Pair go]KM[0.5]RE[W+2.5]", &[]));
}

fn piece_of_record() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "(",
        "(;",
        ")",
        ";",
        ";B[dd]",
        ";W[pp]",
        "B[q16]",
        ";W[ ]",
        ";B[]",
        "()",
        "C[a",
        "]",
        "[",
        "\\",
        "SiZe[9]",
        "SZ[19x19]",
        "KI[13]",
        "KM[375]",
        "RE[b+r]",
        "RE[W+3.5]",
        "RU[AGA]",
        "AB[aa][aa]",
        "HA[3]",
        "TB[aa]",
        "FF[3]",
        "\0",
        "\n",
        "CA[x]",
        "\u{67ef}",
        "x",
        ";B[pd",
        "C[a [b] c]",
        ")(;",
        ";W[cc]B[gg]",
        "CA[UTF-8]",
        "GM[1]",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(size(150, 1500)))]
    #[test]
    fn fixing_a_fixed_record_changes_nothing(
        pieces in prop::collection::vec(piece_of_record(), 0..24),
    ) {
        let bytes = format!("(;{}", pieces.concat()).into_bytes();
        for safety in [Safety::Safe, Safety::Judgement] {
            let options = Options::new(Selection::UpTo(safety));
            let once = fix_bytes(&bytes, &options);
            prop_assert_eq!(once.bytes.is_some(), !once.fixed.is_empty());
            let Some(once) = once.bytes else { continue };
            let twice = fix_bytes(&once, &options);
            prop_assert_eq!(twice.bytes, None, "{}", String::from_utf8_lossy(&once));
        }
    }

    #[test]
    fn any_bytes_can_be_fixed(random in prop::collection::vec(any::<u8>(), 0..200)) {
        let bytes = [b"(;PB[", &random[..], b"];B[aa];W[ ]"].concat();
        let _ = fix_bytes(&bytes, &Options::new(Selection::UpTo(Safety::Judgement)));
    }
}
