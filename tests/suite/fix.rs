//! `sgf-audit fix`: what it fixes, and that it changes nothing else.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;

use sgf_audit_core::audit::{AuditOptions, Auditor, FileAudit, Finding, FindingKind, Fixes};
use sgf_audit_core::fix::{
    FIXES, GameFinding, Options, Rejection, Safety, Selection, fix_bytes, fixes_of,
};
use sgf_audit_core::formats::read;
use sgf_audit_core::sgf::{GameMemory, LineIndex};
use tempfile::TempDir;

use crate::support::{Audited, audit_file, audit_game, corpus, folder, run, size, with_aliases};

fn finding_record(record: &str) -> PathBuf {
    corpus("findings").join(format!("{record}.sgf"))
}

/// Runs `sgf-audit fix` and returns its exit status and output.
fn fix(folder: &TempDir, arguments: &[&str]) -> (i32, String) {
    let run = run(folder, &[&["fix"], arguments].concat());
    (run.status, run.stdout + &run.stderr)
}

fn audit(bytes: &[u8]) -> Audited {
    audit_file(bytes, &with_aliases())
}

fn kinds(bytes: &[u8]) -> BTreeSet<FindingKind> {
    audit(bytes).findings().map(|finding| finding.kind).collect()
}

fn fixed(bytes: &[u8], selection: &Selection) -> Option<Vec<u8>> {
    let options = Options { audit: with_aliases(), ..Options::new(selection.clone()) };
    fix_bytes(bytes, &options).bytes
}

fn records() -> Vec<PathBuf> {
    ["findings", "games"]
        .iter()
        .flat_map(|name| fs::read_dir(corpus(name)).expect("it is there"))
        .map(|entry| entry.expect("a folder can be listed").path())
        .collect()
}

/// Returns the records of `corpus/findings` with a finding of this kind.
fn records_of(kind: FindingKind) -> Vec<String> {
    let mut records: Vec<String> = fs::read_dir(corpus("findings"))
        .expect("the corpus is there")
        .map(|entry| entry.expect("a record").file_name().to_string_lossy().into_owned())
        .filter_map(|name| name.strip_suffix(".sgf").map(str::to_owned))
        .filter(|record| record.split('.').next() == Some(kind.as_str()))
        .filter(|record| !record.ends_with(".not"))
        .collect();
    records.sort();
    records
}

#[test]
fn every_fix_of_the_catalogue_removes_its_finding() {
    for kind in FIXES.iter().map(|fix| fix.kind) {
        let mut fixable = 0;
        for record in records_of(kind) {
            let before = fs::read(finding_record(&record)).expect("a record can be read");
            // The snapshot of the corpus's fixes shows which records have none.
            if fixed(&before, &Selection::Kinds(vec![kind])).is_some() {
                assert_is_fixed(&record, &before, kind);
                fixable += 1;
            }
        }
        assert!(fixable > 0, "corpus/findings has no record for the fix of {}", kind.as_str());
    }
    let record = "../games/aga-9x9-missing-third-pass";
    let before = fs::read(finding_record(record)).expect("a record can be read");
    assert_is_fixed(record, &before, FindingKind::MissingWhitePass);
}

#[test]
fn findings_of_another_class_are_counted() {
    let record = "../games/aga-9x9-missing-third-pass";
    let missing = fs::read(finding_record(record)).expect("a record can be read");
    let folder = folder(&[("a.sgf", &missing), ("b.sgf", b"(;FF[4]SZ[9];B[ee])")]);
    let (_, text) = fix(&folder, &["a.sgf"]);
    assert!(
        text.contains("nothing to fix safely.\n1 finding can only be fixed with --unsafe."),
        "{text}"
    );
    for arguments in
        [&["b.sgf"][..], &["a.sgf", "--unsafe"], &["a.sgf", "--fix", "missing-white-pass"]]
    {
        let (_, text) = fix(&folder, arguments);
        assert!(!text.contains("can only be fixed"), "{text}");
    }
}

/// Fixes a record with the program: the finding vanishes, no other one appears, and a second run changes nothing.
fn assert_is_fixed(record: &str, before: &[u8], kind: FindingKind) {
    let name = kind.as_str();
    for selection in [&["--unsafe"][..], &["--fix", name]] {
        // The list of `with_aliases`.
        let config =
            "[aliases]\nnames = { \"Go Seigen\" = \"呉清源\" }\nranks = { shodan = \"1d\" }\n";
        let folder = folder(&[("a.sgf", before), ("sgf-audit.toml", config.as_bytes())]);
        let (status, text) = fix(&folder, &[&["--write", "a.sgf"], selection].concat());
        assert!(text.contains(&format!(": fixed[{name}] ")), "{record}: {text}");
        let left = kinds(&fs::read(folder.path().join("a.sgf")).expect("it was written"));
        assert!(!left.contains(&kind), "{record}: the finding is still there: {text}");
        assert!(left.is_subset(&kinds(before)), "{record}: there is a new finding: {left:?}");
        let has_errors = left.iter().any(|kind| kind.info().severity.name() == "error");
        assert_eq!(status, i32::from(has_errors), "{record}: {text}");
        let (status, text) = fix(&folder, &[&["a.sgf"], selection].concat());
        assert_eq!(status, i32::from(has_errors), "{record}, second run: {text}");
        assert!(text.contains("nothing to fix"), "{record}, second run: {text}");
    }
}

#[test]
fn fixing_twice_is_fixing_once() {
    for path in records() {
        let bytes = fs::read(&path).expect("a file can be read");
        for safety in [Safety::Safe, Safety::Rules, Safety::Judgement] {
            let selection = Selection::UpTo(safety);
            if let Some(once) = fixed(&bytes, &selection) {
                assert_eq!(fixed(&once, &selection), None, "{}", path.display());
            }
        }
    }
}

/// Identifies a finding in a file, with the class of its fix.
type Mark = (u32, FindingKind, u32, Safety);

/// Returns the findings that `check` marks as fixable.
fn marks(bytes: &[u8]) -> Vec<Mark> {
    let (options, mut auditor) = (with_aliases(), Auditor::new());
    let options = AuditOptions { estimate: false, max_findings: u32::MAX, ..options };
    let (file, findings) = auditor.read_file(read(bytes), &options);
    let of_file = FileAudit::of_file(findings);
    let fixes = fixes_of(&file, None, &of_file, &options, &mut auditor, &|_| true);
    let mut audits = vec![(0, of_file, fixes)];
    file.for_each_game(&mut GameMemory::default(), |game| {
        let audit = auditor.audit_game(game, &options, &mut LineIndex::default());
        let fixes = fixes_of(&file, Some(game), &audit, &options, &mut auditor, &|_| true);
        audits.push((game.number, audit, fixes));
    });
    let of = |(game, audit, fixes): &(u32, FileAudit, Fixes)| {
        let mark = |it: &Finding| Some((*game, it.kind, it.span.start, fixes.of(it)?));
        audit.findings().iter().filter_map(mark).collect::<Vec<Mark>>()
    };
    let mut marks: Vec<Mark> = audits.iter().flat_map(of).collect();
    marks.sort_unstable();
    marks
}

/// What `check` promises is what `fix` does, finding by finding and class by class. A second `check` promises nothing of the
/// class.
fn assert_promises_are_kept(name: &str, bytes: &[u8]) {
    assert_eq!(promises_broken(bytes), None, "{name}");
}

/// Says which promise of `check` isn't kept.
pub fn promises_broken(bytes: &[u8]) -> Option<String> {
    let promised = marks(bytes);
    for class in [Safety::Safe, Safety::Rules, Safety::Judgement] {
        let options = Options { audit: with_aliases(), ..Options::new(Selection::UpTo(class)) };
        let record = fix_bytes(bytes, &options);
        let done = record.fixed.iter().map(|fixed| {
            let GameFinding { game, finding, .. } = &fixed.found;
            (*game, finding.kind, finding.span.start, fixed.safety)
        });
        let mut done: Vec<Mark> = done.collect();
        done.sort_unstable();
        let promised: Vec<Mark> = promised.iter().copied().filter(|mark| mark.3 <= class).collect();
        if promised != done {
            return Some(format!("{class:?}: promised {promised:?}, done {done:?}"));
        }
        let again = record.bytes.as_deref().map(marks).unwrap_or_default();
        let again: Vec<Mark> = again.into_iter().filter(|mark| mark.3 <= class).collect();
        if !again.is_empty() {
            return Some(format!("after {class:?}: {again:?}"));
        }
    }
    None
}

#[test]
fn what_check_promises_is_what_fix_does() {
    let others = std::env::var_os("SGF_AUDIT_CORPORA").unwrap_or_default();
    let others = std::env::split_paths(&others).filter(|path| !path.as_os_str().is_empty());
    let folders = ["findings", "games", "causes", "rules", "formats"].map(corpus).into_iter();
    let mut all = 0;
    for folder in folders.chain(others) {
        for entry in walkdir::WalkDir::new(folder) {
            let path = entry.expect("a folder can be listed").into_path();
            if path.is_file() {
                let bytes = fs::read(&path).expect("a file can be read");
                assert_promises_are_kept(&path.display().to_string(), &bytes);
                all += marks(&bytes).len();
            }
        }
    }
    assert!(all > 100, "only {all} findings are fixable");
}

#[test]
fn assumed_handicap_stones_are_written_where_the_moves_show_them() {
    let selection = Selection::UpTo(Safety::Judgement);
    let record = |header: &str, last: &str| {
        format!(
            "(;FF[4]GM[1]SZ[19]{header}KM[0]RE[?];W[pc];B[cd];W[oc];B[hd];W[oe];B[qj];W[pe];B[qk];W[qd];B[ql];W[{last}])"
        )
    };
    let once = fixed(record("HA[2]", "od").as_bytes(), &selection).expect("a stone is captured");
    let after = record("HA[2]AB[pd][dp]", "od");
    assert_eq!(String::from_utf8_lossy(&once), after);
    assert!(!kinds(after.as_bytes()).contains(&FindingKind::HandicapMismatch));
    for (header, last) in [("HA[2]", "nd"), ("HA[2]B[aa]", "od"), ("HA[10]", "od")] {
        let left = record(header, last);
        assert_eq!(fixed(left.as_bytes(), &selection), None, "{left}");
    }
}

#[test]
fn games_of_a_collection_are_fixed_apart() {
    let game = |result| format!("(;FF[4]SZ[9]RE[{result}];B[ee];W[ ])");
    let bytes = format!("{})\n{}\n{}\nx", game("b+r"), game("B+R"), game("Jigo"));
    assert_promises_are_kept("a collection", bytes.as_bytes());
    assert_eq!(marks(bytes.as_bytes()).len(), 6);
    let once = fixed(bytes.as_bytes(), &Selection::UpTo(Safety::Safe)).expect("it is fixed");
    let game = |result| format!("(;FF[4]SZ[9]RE[{result}];B[ee];W[])");
    let after = format!("{}\n{}\n{}\nx", game("B+R"), game("B+R"), game("0"));
    assert_eq!(String::from_utf8_lossy(&once), after);
}

#[test]
fn safe_fixes_change_only_the_notation() {
    for (before, after) in [
        ("(;SZ[19:19]KM[6,5]RE[b+r];B[pd])", "(;SZ[19]KM[6.5]RE[B+R];B[pd])"),
        ("(;FF[1]SZ[19x19]KI[13]RE[Jigo];B[pd];W[])", "(;FF[1]SZ[19]KM[6.5]RE[0];B[pd];W[tt])"),
        ("(;GaMe[1]SiZe[9]RE[?];Black[ee];w[cc])", "(;GM[1]SZ[9]RE[?];B[ee];W[cc])"),
        ("(;SZ[9]RE[?];B[ee];W[ Pass ];B[C3]\n", "(;SZ[9]RE[?];B[ee];W[];B[cg]\n"),
        ("(;SZ[9]RE[?];B[ee]C[a]()(;W[cc](;B[gg", "(;SZ[9]RE[?];B[ee]C[a](;W[cc](;B[gg"),
        (
            "(;SZ[9]RE[?]AB[aa:cc][bb][dd][dd]LB[aa:x][aa:x])",
            "(;SZ[9]RE[?]AB[aa:cc][dd]LB[aa:x][aa:x])",
        ),
        ("(;SZ[9]RE[?];B[ee]C[one]W[cc]C[two])", "(;SZ[9]RE[?];B[ee]C[one];W[cc]C[two])"),
        ("\nSZ[9]RE[?];B[ee];W[cc]\n", "\n(;SZ[9]RE[?];B[ee];W[cc])\n"),
        (";SZ[9]RE[?]\n(;B[ee];W[cc])\n", "(;SZ[9]RE[?]\n(;B[ee];W[cc]))\n"),
        (";SZ[9]RE[?];B[ee];W[cc])\n", "(;SZ[9]RE[?];B[ee];W[cc])\n"),
        ("(;SZ[9]RE[?];B[ee]))\n", "(;SZ[9]RE[?];B[ee])\n"),
        (
            "(;SZ[9]RE[?]AB[aa]AW[ee]AB[bb]\nAB[cc]PL[2];W[dd]PL[BLACK])",
            "(;SZ[9]RE[?]AB[aa][bb][cc]AW[ee]PL[W];W[dd])",
        ),
        ("\0(;SZ[9]RE[?];B[ee]\0\0;W[cc])\0", "(;SZ[9]RE[?];B[ee];W[cc])"),
    ] {
        let once = fixed(before.as_bytes(), &Selection::UpTo(Safety::Safe));
        let once = once.map(|bytes| String::from_utf8(bytes).expect("ASCII"));
        assert_eq!(once.as_deref(), Some(after));
    }
    // These need a person: colours that don't alternate, a result with a remark, a NUL in a value.
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
        let bytes = fs::read(finding_record(record)).expect("a file can be read");
        let before = audit_game(&bytes);
        let selection = Selection::Kinds(vec![FindingKind::MissingWhitePass]);
        let after = audit_game(fixed(&bytes, &selection).expect("it is fixed"));
        let (before, after) = (before.score.expect("counted"), after.score.expect("counted"));
        assert_ne!(before.territory_margin, before.area_margin);
        assert_eq!(after.territory_margin, after.area_margin);
        assert_eq!(before.area_margin, after.area_margin);
    }
    // Marks of territory in Black's node go behind White's pass.
    let bytes = b"(;SZ[5]RU[AGA]RE[?]AB[ca][cb][cc][cd][ce];W[];B[]C[end]TB[aa]C[x])";
    let selection = Selection::Kinds(vec![FindingKind::MissingWhitePass]);
    let after = b"(;SZ[5]RU[AGA]RE[?]AB[ca][cb][cc][cd][ce];W[];B[]C[end];W[]TB[aa]C[x])";
    assert_eq!(fixed(bytes, &selection).as_deref(), Some(&after[..]));
}

#[test]
fn passes_end_finished_games_only() {
    let selection = Selection::Kinds(vec![FindingKind::MissingPasses]);
    let finished = fs::read(finding_record("missing-passes")).expect("a file can be read");
    assert!(fixed(&finished, &selection).is_some());
    let resigned =
        String::from_utf8(finished).expect("ASCII").replace(";B[ce]", ";B[ce]C[White resigned]");
    let open = fs::read(finding_record("result-contradicts-end.open")).expect("a file can be read");
    for left in [resigned.as_bytes(), &open, b"(;SZ[9]RU[AGA]KM[7.5]RE[B+3.5];B[ee])"] {
        assert!(audit(left).has(FindingKind::MissingPasses));
        assert_eq!(fixed(left, &selection), None, "{}", left.escape_ascii());
    }
}

#[test]
fn a_result_is_not_turned_into_another() {
    let selection = Selection::UpTo(Safety::Judgement);
    for (before, after) in [
        // FF[4] has no form for it, and Void is something else.
        ("(;SZ[9]RE[Both lose];B[ee])", None),
        ("(;SZ[9]RE[B+Time forfeit];B[ee])", Some("(;SZ[9]RE[B+T];B[ee])")),
        ("(;SZ[9]RE[No result];B[ee])", Some("(;SZ[9]RE[Void];B[ee])")),
    ] {
        let once = fixed(before.as_bytes(), &selection);
        assert_eq!(once.as_deref(), after.map(str::as_bytes), "{before}");
    }
}

#[test]
fn fixes_are_selected_by_name_or_by_class() {
    let record = b"(;FF[4]SZ[9:9]KM[375]RE[?];B[ee];W[ ])";
    let folder = folder(&[("a.sgf", record)]);
    let (status, text) = fix(&folder, &["--fix", "unusual-komi", "--write", "a.sgf"]);
    assert_eq!(status, 0, "{text}");
    let left = fs::read(folder.path().join("a.sgf")).expect("a file can be read");
    assert_eq!(left, b"(;FF[4]SZ[9:9]KM[7.5]RE[?];B[ee];W[ ])");
    let (status, text) = fix(&folder, &["a.sgf"]);
    assert_eq!(status, 1);
    assert!(text.contains("+(;FF[4]SZ[9]KM[7.5]RE[?];B[ee];W[])"), "{text}");
    assert_eq!(fs::read(folder.path().join("a.sgf")).expect("a file can be read"), left);
    assert_eq!(fix(&folder, &["--fix", "ko", "a.sgf"]).0, 2);
    assert_eq!(fix(&folder, &["--write", "-"]).0, 2);
    assert_eq!(fix(&folder, &["--write", "gone.sgf"]).0, 2);
}

#[test]
fn files_in_utf_16_are_refused() {
    let mut wide = vec![0xff, 0xfe];
    wide.extend("(;SZ[9:9]RE[?];B[ee])".encode_utf16().flat_map(u16::to_le_bytes));
    let folder = folder(&[("a.sgf", &wide)]);
    let (status, text) = fix(&folder, &["--write", "a.sgf"]);
    assert_eq!(status, 1);
    assert!(
        text.contains("not fixed: the file is in an encoding that has to be decoded"),
        "{text}"
    );
    assert_eq!(fs::read(folder.path().join("a.sgf")).expect("a file can be read"), wide);
}

/// What is decoded may look encoded again: a NUL in every other byte, or the shift of ISO-2022-JP.
#[test]
fn a_text_is_decoded_once() {
    for text in ["(\0;\0]\0;\0", "(;SZ[9:9]C[b46]\x1b$BA[", "(;SZ[9:9]RE[?];B[ee])"] {
        for mark in ["", "\u{feff}"] {
            let wide = format!("{mark}{text}");
            let wide: Vec<u8> = wide.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let record = fix_bytes(&wide, &Options::new(Selection::UpTo(Safety::Judgement)));
            assert_eq!((record.bytes, record.fixed.len()), (None, 0), "{text:?}");
            assert!(!text.contains("SZ") || !record.not_fixed.is_empty(), "{text:?}");
        }
    }
}

/// A comment in the record looks like SGF.
#[test]
fn records_in_other_formats_are_not_changed() {
    let gib = "\\HS\n\\[GAMEBLACKNAME=a\\]\n\\HE\n\\GS\n2 1 0\n4 0 &4\nINI 0 1 0 &4\n\
               STO 0 2 1 9 0\nSTO 0 3 2 10 (;SZ[9:9];B[ee]W[ ]C[x\nSTO 0 4 1 9 1\n\\GE\n";
    let mut wide = vec![0xff, 0xfe];
    wide.extend(gib.encode_utf16().flat_map(u16::to_le_bytes));
    for bytes in [gib.as_bytes(), &wide] {
        let selection = Selection::UpTo(Safety::Judgement);
        let record = fix_bytes(bytes, &Options::new(selection));
        assert_eq!((record.bytes, record.fixed.len(), record.not_fixed.len()), (None, 0, 0));
    }
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    const ODD: &[u8] = b"(;FF[4]SZ[9]RU[AGA]RE[?];B[ee];W[ ])";
    const FIXED: &[u8] = b"(;FF[4]SZ[9]RU[AGA]RE[?];B[ee];W[])";

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
        assert_eq!(fs::read(&path).expect("a file can be read"), FIXED);
        let meta = fs::symlink_metadata(&path).expect("it is there");
        assert_eq!(meta.permissions().mode() & 0o7777, 0o640);
        let link = fs::symlink_metadata(folder.path().join("link.sgf")).expect("it is there");
        assert!(link.file_type().is_symlink());
        assert_eq!(fs::read_dir(folder.path()).expect("a folder can be listed").count(), 2);
    }

    #[test]
    fn links_that_lead_out_of_a_directory_are_not_followed() {
        let folder = folder(&[("in/a.sgf", ODD), ("out/b.sgf", ODD), ("out/c/d.sgf", ODD)]);
        let path = |name: &str| folder.path().join(name);
        symlink("../out/b.sgf", path("in/b.sgf")).expect("linked");
        symlink("../out/c", path("in/c")).expect("linked");
        symlink("a.sgf", path("in/same.sgf")).expect("linked");
        for (arguments, times) in [(&["--write", "in"][..], 1), (&["--write", "in", "--follow"], 2)]
        {
            let (status, text) = fix(&folder, arguments);
            assert_eq!(status, 2, "{text}");
            let refused = "not written: a link that leads out of the directory";
            assert_eq!(text.matches(refused).count(), times, "{text}");
        }
        let read = |name: &str| fs::read(path(name)).expect("a file can be read");
        assert_eq!([read("in/a.sgf"), read("out/b.sgf"), read("out/c/d.sgf")], [FIXED, ODD, ODD]);
        // A link that is named is meant.
        assert_eq!(fix(&folder, &["--write", "in/b.sgf"]).0, 0);
        assert_eq!(read("out/b.sgf"), FIXED);
    }

    #[test]
    fn read_only_files_are_not_changed() {
        let folder = folder(&[("a.sgf", ODD), ("b.sgf", ODD)]);
        let path = folder.path().join("a.sgf");
        mode(&path, 0o444);
        let (status, text) = fix(&folder, &["--write", "."]);
        assert_eq!(status, 2, "{text}");
        assert!(text.contains("a.sgf: not written: the file is read-only"), "{text}");
        assert!(text.contains("2 files checked: 1 finding fixed in 1 file.\n"), "{text}");
        assert!(
            text.contains("1 finding not fixed") && text.contains("1 file not written"),
            "{text}"
        );
        assert_eq!(fs::read(&path).expect("a file can be read"), ODD);
        assert_eq!(fs::read(folder.path().join("b.sgf")).expect("a file can be read"), FIXED);
    }
}

#[test]
fn nested_empty_variations_are_all_removed() {
    let safe = Selection::UpTo(Safety::Safe);
    let after = |nest: &str| {
        let record = format!("(;GM[1]FF[4]SZ[9]RE[?];B[aa]{nest}(;W[bb])(;W[cc]))").into_bytes();
        let record = fix_bytes(&record, &Options::new(safe.clone()));
        assert!(record.not_fixed.is_empty());
        (record.fixed.len(), record.bytes)
    };
    let whole = || Some(b"(;GM[1]FF[4]SZ[9]RE[?];B[aa](;W[bb])(;W[cc]))".to_vec());
    for (nest, count) in
        [(&"(".repeat(400)[..], 400), ("( ( ) ( ()\n( )) )", 5), ("()()", 2), ("(()())", 3)]
    {
        let close = if count == 400 { ")".repeat(400) } else { String::new() };
        assert_eq!(after(&format!("{nest}{close}")), (count, whole()), "{nest}");
    }
    // The outer ones aren't empty.
    let left = b"(;GM[1]FF[4]SZ[9]RE[?];B[aa]((*))(;W[bb])(;W[cc]))".to_vec();
    assert_eq!(after("((()*))"), (1, Some(left)));
}

#[test]
fn no_move_follows_an_added_pass() {
    let selection = Selection::UpTo(Safety::Rules);
    let record = |end: &str| {
        let walls = "AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce]";
        let game = format!("(;GM[1]FF[4]SZ[5]RU[AGA]KM[7.5]RE[W+12.5]{walls}");
        format!("{game};B[aa];W[da];B[]{end})").into_bytes()
    };
    for (end, after) in [
        // A variation tries moves instead of the missing pass.
        ("(;TB[ab]C[count])(;W[ea];B[ac])", Some("(;W[];TB[ab]C[count])(;W[ea];B[ac])")),
        ("\n( ;C[a](;C[b])(;C[c]))(;W[ea])", Some("\n( ;W[];C[a](;C[b])(;C[c]))(;W[ea])")),
        // The variations have only comments.
        ("(;TB[ab]C[count])(;C[x])", Some(";W[](;TB[ab]C[count])(;C[x])")),
        // Wherever it were added, moves would follow it.
        (";C[a](;C[b])(;W[ea])", None),
        ("(;C[a](;C[b])(;W[eb]))(;W[ea])", None),
    ] {
        let record = record(end);
        assert!(audit(&record).has(FindingKind::MissingPasses), "{end}");
        let after = after.map(|end| {
            let text = String::from_utf8(record.clone()).expect("ASCII");
            text[..text.find("B[]").expect("it is there") + 3].to_owned() + end + ")"
        });
        let made = fixed(&record, &selection).map(|bytes| String::from_utf8(bytes).expect("ASCII"));
        assert_eq!(made, after, "{end}");
    }
}

/// No fix searches the whole record or all games for each finding.
#[test]
fn many_findings_are_fixed_in_linear_time() {
    let safe = Selection::UpTo(Safety::Safe);
    let passes = format!("(;GM[1]SZ[9]RE[?]{})", ";B[pass];W[pass]".repeat(20_000));
    let after = fixed(passes.as_bytes(), &safe).expect("it is fixed");
    assert!(!String::from_utf8(after).expect("ASCII").contains("pass"));
    // Games that each declare another charset than they are in.
    let game = "(;GM[1]FF[4]SZ[9]RE[?]CA[GBK]PB[柯洁];B[aa];W[])(;CA[UTF-8]GM[1]FF[4]SZ[9]RE[?]PB[柯洁];B[aa];W[])";
    let after = fixed(game.repeat(3000).as_bytes(), &safe).expect("it is fixed");
    assert!(!String::from_utf8(after).expect("UTF-8").contains("GBK"));
}

#[test]
fn a_node_is_not_split_before_setup_or_game_information() {
    let safe = Selection::UpTo(Safety::Safe);
    for record in [
        "(;GM[1]FF[4]SZ[9]RE[?]AB[ba];W[gg];B[ab]W[ee]AW[aa];B[cc])",
        "(;GM[1]FF[4]SZ[9]B[ee]W[cc]PB[x]KM[6.5]RE[B+R];B[gg])",
    ] {
        assert_eq!(fixed(record.as_bytes(), &safe), None, "{record}");
    }
    let record = b"(;GM[1]FF[4]SZ[9]RE[?]AB[ba];W[gg];B[ab]AW[aa]W[ee];B[cc])";
    let after = b"(;GM[1]FF[4]SZ[9]RE[?]AB[ba];W[gg];B[ab]AW[aa];W[ee];B[cc])";
    assert_eq!(fixed(record, &safe).as_deref(), Some(&after[..]));
}

#[test]
fn the_format_may_be_declared_behind_the_root() {
    let record = b"(;GM[1];FF[3]B[aa];W[])";
    assert!(audit(record).has(FindingKind::NotInFormat));
    let after = fixed(record, &Selection::UpTo(Safety::Safe));
    assert_eq!(after.as_deref(), Some(&b"(;GM[1];FF[3]B[aa];W[tt])"[..]));
}

#[test]
fn a_file_that_is_named_twice_is_fixed_once() {
    for threads in ["1", "2"] {
        let folder = folder(&[("in/a.sgf", b"(;GM[1]SZ[9];Black[aa];W[])")]);
        let arguments =
            ["--write", "--threads", threads, "in/a.sgf", "in", "in/../in/a.sgf", "in/a.sgf"];
        let (status, text) = fix(&folder, &arguments);
        assert_eq!(status, 0, "{text}");
        assert!(text.contains("1 file checked") && text.contains("fixed in 1 file."), "{text}");
    }
}

#[test]
fn archives_in_directories_are_skipped_and_counted() {
    let folder =
        folder(&[("in/a.sgf", b"(;GM[1]SZ[9];Black[aa];W[])"), ("in/b.sgf.gz", b"\x1f\x8b")]);
    let (status, text) = fix(&folder, &["--write", "in"]);
    assert_eq!(status, 0, "{text}");
    assert!(text.contains("1 file checked") && text.contains("1 archive skipped"), "{text}");
    // An archive given on the command line is an error.
    let (status, text) = fix(&folder, &["--write", "in/b.sgf.gz"]);
    assert!(status == 1 && text.contains("an archive"), "{text}");
}

#[test]
fn a_charset_that_the_byte_order_mark_contradicts_is_corrected() {
    let safe = Selection::UpTo(Safety::Safe);
    let record = "\u{feff}(;GM[1]CA[GBK]SZ[9]PB[柯洁];B[aa];W[])".as_bytes();
    let after = "\u{feff}(;GM[1]CA[UTF-8]SZ[9]PB[柯洁];B[aa];W[])".as_bytes();
    assert_eq!(fixed(record, &safe).as_deref(), Some(after));
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
        fixed(record.as_bytes(), &Selection::UpTo(upto)).map(|after| {
            let after = String::from_utf8(after).unwrap();
            after.split_once("KM[").unwrap().1.split_once(']').unwrap().0.to_owned()
        })
    };
    for (written, safe, by_judgement) in [
        ("6,5", Some("6.5"), Some("6.5")),
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

/// Two fixes of one place say what they can't decide; a text that one of them removes or contains waits for the next step.
#[test]
fn contradictory_fixes_are_said_and_not_made() {
    let path = corpus("judging").join("tie-with-whole-komi.wrong-winner.sgf");
    let both = fs::read_to_string(path).expect("the corpus is there");
    for class in [Safety::Safe, Safety::Judgement] {
        let options = Options::new(Selection::UpTo(class));
        let left = fix_bytes(both.as_bytes(), &options);
        assert_eq!((left.bytes, left.fixed.len()), (None, 0), "{class:?}");
        let reasons: Vec<_> =
            left.not_fixed.iter().map(|it| (it.found.finding.kind, it.reason)).collect();
        let kinds = [FindingKind::WrongWinner, FindingKind::MalformedResult];
        let expected = kinds.map(|kind| (kind, Rejection::Contradiction));
        let expected = if class == Safety::Safe { &[][..] } else { &expected };
        assert_eq!(reasons, expected);
    }
    assert_promises_are_kept("both", both.as_bytes());
    // One of them alone is made, after a safe one, or where both say the same.
    let made = |record: &str, selection: Selection| {
        let made = fixed(record.as_bytes(), &selection).expect("it is fixed");
        let made = String::from_utf8(made).expect("ASCII");
        let results = made.split("RE[").skip(1).filter_map(|rest| rest.split(']').next());
        results.collect::<Vec<_>>().join(" ")
    };
    let [winner, form] = [FindingKind::WrongWinner, FindingKind::MalformedResult];
    assert_eq!(made(&both, Selection::Kinds(vec![winner])), "W+14");
    assert_eq!(made(&both, Selection::Kinds(vec![form])), "0");
    let all = Selection::UpTo(Safety::Judgement);
    assert_eq!(made(&both.replace("Tie", "Jigo"), all.clone()), "W+14");
    let twice = "(;GM[1]FF[4]SZ[9]RE[b+r]RE[b+r];B[aa])";
    assert_eq!(made(twice, all), "B+R");
    assert_promises_are_kept("twice", twice.as_bytes());
}

#[test]
fn a_komi_isnt_named_beside_another_one() {
    let only = Selection::Kinds(vec![FindingKind::MalformedValue]);
    let after = |root: &str| fixed(format!("(;FF[4]SZ[9]{root};B[aa];W[])").as_bytes(), &only);
    assert!(after("KO[6.5]").is_some());
    for other in ["KM[5.5]", "KI[11]"] {
        assert_eq!(after(&format!("{other}KO[6.5]")), None, "{other}");
    }
}

#[test]
fn an_alias_of_a_property_is_renamed() {
    let judgement = Selection::UpTo(Safety::Judgement);
    let fixed = |root: &str| {
        let record = format!("(;FF[4]SZ[9]{root}RE[?]CA[UTF-8];B[aa];W[])");
        fixed(record.as_bytes(), &judgement).map(|after| {
            let after = String::from_utf8(after).unwrap();
            after.split_once("SZ[9]").unwrap().1.split_once("RE[").unwrap().0.to_owned()
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

/// A record that ends within a move doesn't tell which, and what looks like SGF in a web page is part of its text.
#[test]
fn nothing_is_guessed_about_a_truncated_record_or_a_web_page() {
    let fixed = |record: &str, upto: Safety| {
        let after = fixed(record.as_bytes(), &Selection::UpTo(upto));
        after.map(|after| String::from_utf8(after).unwrap())
    };
    let game = "(;FF[4]SZ[9]CA[UTF-8]RE[?]KM[6.5];B[aa]";
    for cut in [";W[", ";W[b", ";AB[cc][d"] {
        assert_eq!(fixed(&format!("{game}{cut}"), Safety::Judgement), None, "{cut}");
    }
    for whole in [";W[bb", ";AB[cc][dd", "C[and then", ";AB[cc:dd"] {
        assert_eq!(fixed(&format!("{game}{whole}"), Safety::Rules), None, "{whole}");
        let after = fixed(&format!("{game}{whole}"), Safety::Judgement);
        assert_eq!(after, Some(format!("{game}{whole}])")), "{whole}");
    }
    assert_eq!(fixed("(;FF[4]SZ[9]CA[UTF-8]RE[?]KM[6", Safety::Safe), None);
    let page = format!("{game};W[bb]\n<p>See foo() for B[cc] (note)</p>)");
    assert_eq!(fixed(&page, Safety::Safe), None);
    let stray = format!("{game}];W[bb]();B[cc])");
    assert!(fixed(&stray, Safety::Safe).is_some_and(|after| after.contains("W[bb];B[cc]")));
}

#[test]
fn what_only_looks_like_a_fault_is_not_changed() {
    let fixed = |record: &str| fixed(record.as_bytes(), &Selection::UpTo(Safety::Safe));
    for record in [
        // A result is no point, and CA within a text declares nothing.
        "(;FF[4]CA[UTF-8]RE[?];B[aa];W[B+3])",
        "(;FF[4]CA[UTF-8]RE[?]GC[seeCA[GBK]PB[你好你好];B[aa];W[bb])",
        // Their ASCII means other characters.
        "(;FF[4]CA[HZ-GB-2312]RE[?]PB[~{?B=`~}];B[aa];W[bb])",
        "(;FF[4]CA[UTF-7]RE[?]PB[+T2A-];B[aa];W[bb])",
        // As in other charsets that aren't decoded, they are.
        "(;FF[4]CA[IBM850]RE[?]PB[x];B[aa];W[bb])",
    ] {
        assert_eq!(fixed(record), None, "{record}");
    }
    assert!(fixed("(;FF[4]CA[Klingon]RE[?]PB[x];B[aa];W[bb])").is_some());
}

/// Charsets that aren't decoded here may be declared rightly, so that CA stays, however likely another one is.
#[test]
fn the_name_of_a_charset_that_exists_is_not_changed() {
    let safe = Selection::UpTo(Safety::Safe);
    let fixed = |record: &[u8]| fixed(record, &safe);
    for (label, name) in [
        ("cp850", &b"M\x81ller \x8fngstr\x94m"[..]),
        ("IBM737", b"\x84\xa2\xa2\x9e\xa4 \xa1\xe1 \xa7\x98 \xae\xa4\xe5\x9a \xa0\xa9\xab\xa8\x98\xab\x9e\x9a"),
        ("IBM852", b"Dvo\xfd\xa0k \x9dukasz K\x8br\x94si \xa7lu\x9cou\x9fk\xec k\x85\xe5"),
        ("IBM862", b"\x99\x8c\x85\x8d \x8e\x99\x87\x97 \x82\x85 \x88\x85\x81"),
        ("mac-cyrillic", b"\x80\xe5\xea\xf1\xe0\xed\xe4\xf0 \x84\xe8\xed\xe5\xf0\xf8\xf2\xe5\xe9\xed"),
    ] {
        let record = |label: &str| {
            let before = format!("(;FF[4]CA[{label}]RE[?]PB[");
            [before.as_bytes(), name, name, b"];B[aa];W[bb])"].concat()
        };
        assert_eq!(fixed(&record(label)), None, "{label}");
    }
    assert!(fixed("(;FF[4]CA[cp850]RE[?]PB[柯洁]PW[李世石];B[aa];W[bb])".as_bytes()).is_some());
}

#[test]
fn points_of_lists_are_written_in_letters() {
    let safe = Selection::UpTo(Safety::Safe);
    let after = |lists: &str| {
        let record = format!("(;FF[4]SZ[19]CA[UTF-8]RE[?]{lists};W[ee])");
        let after = fixed(record.as_bytes(), &safe);
        after.map(|after| {
            let after = String::from_utf8(after).unwrap();
            after.split_once("RE[?]").unwrap().1.replace(";W[ee])", "")
        })
    };
    for (lists, written) in [
        ("AB[Q16][dd]", "AB[pd][dd]"),
        ("AB[Q16][pd][dd]", "AB[pd][dd]"),
        ("TB[aa][A19][B19]", "TB[aa][ba]"),
        ("LB[Q16:x][dd:y]", ""),
    ] {
        let is = after(lists);
        assert_eq!(is.as_deref().unwrap_or_default(), written, "{lists}");
    }
}

#[test]
fn passes_are_added_only_under_a_ruleset_that_is_named() {
    let walls: String = ('a'..='i').map(|row| format!(";B[d{row}];W[e{row}]")).collect();
    let record = |rules: &str| {
        format!("(;GM[1]FF[4]CA[UTF-8]SZ[9]{rules}KM[0.5]RE[W+9.5]{walls}TB[aa:ci]TW[fa:ii])")
    };
    let rules = Selection::UpTo(Safety::Rules);
    assert_eq!(fixed(record("").as_bytes(), &rules), None);
    let after = fixed(record("RU[AGA]").as_bytes(), &rules).expect("passes are added");
    assert!(String::from_utf8(after).unwrap().contains(";B[];W[]"));
}

#[test]
fn a_point_of_two_lists_stays_in_both() {
    let safe = Selection::UpTo(Safety::Safe);
    let record = |lists: &str| format!("(;FF[4]SZ[9]CA[UTF-8]RE[?]{lists};B[ee];W[gg])");
    let after = fixed(record("AB[aa]AW[bb][bb][cc]").as_bytes(), &safe);
    assert_eq!(after, Some(record("AB[aa]AW[bb][cc]").into_bytes()));
    let folder = folder(&[("a.sgf", record("AB[aa]AW[bb][bb][aa]").as_bytes())]);
    let (status, text) = fix(&folder, &["a.sgf"]);
    assert!(
        status == 0 && text.contains("nothing to fix") && !text.contains("not fixed"),
        "{text}"
    );
}

#[test]
fn selected_findings_without_a_fix_are_counted() {
    let folder = folder(&[("a.sgf", b"(;FF[4]SZ[9]RU[AGA]RE[?]KM[x]BM[y];B[ee])")]);
    let (status, text) = fix(&folder, &["--fix", "malformed-value,ko", "a.sgf"]);
    assert_eq!(status, 2, "{text}");
    let (status, text) = fix(&folder, &["--fix", "malformed-value", "a.sgf"]);
    assert_eq!(status, 0, "{text}");
    let left = "2 findings of the chosen names left: no repair is certain.\n";
    assert!(text.contains(left), "{text}");
    assert!(!fix(&folder, &["--unsafe", "a.sgf"]).1.contains(left));
}

#[test]
fn a_result_is_replaced_only_if_it_is_surely_wrong() {
    let walls: String = ('a'..='i').map(|row| format!(";B[d{row}];W[e{row}]")).collect();
    let is_replaced = |root: &str, options: &[&str]| {
        let record = format!("(;GM[1]FF[4]CA[UTF-8]SZ[9]{root}{walls};B[];W[]TB[aa:ci]TW[fa:ii])");
        let folder = folder(&[("a.sgf", record.as_bytes())]);
        fix(&folder, &[&["--write", "--unsafe"][..], options, &["a.sgf"]].concat());
        let after = fs::read_to_string(folder.path().join("a.sgf")).expect("a file can be read");
        after != record
    };
    assert!(is_replaced("RU[AGA]KM[0.5]RE[W+2.5]", &[]));
    // Right by the record's own komi and ruleset.
    assert!(!is_replaced("RU[AGA]KM[0.5]RE[W+9.5]", &["--komi", "6.5"]));
    assert!(!is_replaced("RU[AGA]KM[0.5]RE[W+9.5]", &["--rules", "area-group-tax"]));
    // No komi is recorded, or the ruleset isn't known.
    assert!(!is_replaced("RU[AGA]RE[W+2.5]", &[]));
    assert!(!is_replaced("RU[Pair go]KM[0.5]RE[W+2.5]", &[]));
}

/// The count and the dead stones that the marks show contradict each other: which of them is wrong, an estimate may show.
#[test]
fn a_result_stays_that_an_estimate_explains() {
    let record = |result: &str, dead: &str| {
        let column = |rows: &str, column: char| -> String {
            rows.chars().map(|row| format!("[{column}{row}]")).collect()
        };
        let black: String = "abc".chars().map(|it| column("abcdefghi", it)).collect();
        let white = column("abcdefgh", 'g') + &column("abcdefg", 'h') + &column("abcdefg", 'i');
        format!(
            "(;FF[4]GM[1]SZ[9]RU[Japanese]KM[6.5]RE[{result}]PB[A]PW[B]\n\
             AB[da][db][dc][dd][de][df][dg][dh][di]AW[fa][fb][fc][fd][fe][ff][fg][fh][fi][hh][ih]\n\
             ;B[ea];W[eb];B[ec];W[ed];B[ee];W[ef];B[eg];W[eh];B[ei];W[gi];B[ii];W[];B[];W[]\n\
             TB{black}TW{white}{dead})"
        )
    };
    let judgement = Selection::UpTo(Safety::Judgement);
    assert_eq!(fixed(record("W+4.5", "").as_bytes(), &judgement), None);
    let marked = record("W+1.5", "[hi][ii]");
    let after = fixed(marked.as_bytes(), &judgement).expect("the marks show that it is wrong");
    assert_eq!(String::from_utf8(after).unwrap(), record("W+4.5", "[hi][ii]"));
}

/// A second chain of moves behind the end of a game shows that a bracket or a parenthesis is missing before it.
#[test]
fn nothing_is_added_behind_impossible_moves() {
    let walls: String = ('a'..='i').map(|row| format!(";B[d{row}];W[e{row}]")).collect();
    let record = |end: &str| format!("(;FF[4]GM[1]SZ[9]RU[AGA]KM[6.5]RE[W+5.5]{walls}{end}");
    for end in [
        ";B[];W[]C[well played\n(;B[ea];W[eb])\n)",
        "(;B[];W[]TB[aa:ci]\n(;B[da];W[ga])\n)",
        "(;B[];W[]\n(;W[da];B[ga])\n)",
    ] {
        let bytes = record(end);
        let after = fixed(bytes.as_bytes(), &Selection::UpTo(Safety::Judgement));
        let after = after.map(|after| String::from_utf8(after).unwrap()).unwrap_or(bytes.clone());
        assert!(!after.contains("];W[];"), "{after}");
        assert_eq!(after.matches(')').count(), bytes.matches(')').count(), "{after}");
    }
    // Without variations there is one place for the parenthesis.
    let bytes = record(";B[];W[];B[da]");
    let after = fixed(bytes.as_bytes(), &Selection::UpTo(Safety::Judgement));
    assert_eq!(after, Some([bytes.as_bytes(), b")"].concat()));
}

#[test]
fn records_of_other_games_stay_as_they_are() {
    for record in [
        "(;FF[4]EV[twixt.in.DEFAULT.1]PB[Loïc B]PW[b]SZ[24]SO[https://www.littlegolem.com];r[en];b[ok])",
        "(;FF[4]GM[2]PB[ Ann  B ]PW[b]DT[26 Jan 2014];B[d3];w[c5]",
    ] {
        assert_eq!(fixed(record.as_bytes(), &Selection::UpTo(Safety::Judgement)), None);
    }
}

#[rustfmt::skip]
fn piece_of_record() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "(", "(;", ")", ";", ";B[dd]", ";W[pp]", "B[q16]", ";W[ ]", ";B[]", "()", "C[a", "]", "[", "\\", "SiZe[9]",
        "SZ[19x19]", "KI[13]", "KM[375]", "RE[b+r]", "RE[W+3.5]", "RU[AGA]", "AB[aa][aa]", "HA[3]", "TB[aa]", "FF[3]",
        "\0", "\n", "CA[x]", "\u{67ef}", "x", ";B[pd", "C[a [b] c]", ")(;", ";W[cc]B[gg]", "DT[2014/1/26]",
        "DT[03/04/2014]", "BR[\u{4e5d}\u{6bb5}]", "WR[3 kyu]", "RU[japan]", "PB[ a  b ]", "PB[]", "PW[\u{3000}a]",
        "AB[]", "AE[aa][]", "GN[a]", "KM[3.75]", "AP[foxwq]", "CA[UTF-8]", "GM[1]",
    ])
}

/// The small records of the corpus.
fn small_records() -> Vec<Vec<u8>> {
    let files =
        walkdir::WalkDir::new(corpus("")).into_iter().map(|entry| entry.unwrap().into_path());
    let records = files.filter(|path| path.extension().is_some_and(|it| it == "sgf"));
    let records = records.map(|path| fs::read(path).unwrap());
    records.filter(|bytes| (1..1000).contains(&bytes.len())).collect()
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
    fn a_record_cut_off_anywhere_can_be_fixed(
        record in prop::sample::select(small_records()), cut in any::<prop::sample::Index>(), with_another in any::<bool>(),
    ) {
        let mut bytes = record[..cut.index(record.len())].to_vec();
        if with_another {
            bytes.extend_from_slice(b"(;FF[3]");
        }
        let options = Options::new(Selection::UpTo(Safety::Judgement));
        if let Some(once) = fix_bytes(&bytes, &options).bytes {
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

/// `fix` counts the errors that are left as `check` does: without those that follow from another one.
#[test]
fn errors_are_counted_once_for_each_cause() {
    let text = b"(;FF[4]SZ[9];B[ee];W[ee];W[dd];B[dd];W[aa])(;SZ[9];B[aa];B[aa])";
    let folder = folder(&[("a.sgf", text)]);
    let checked = run(folder.path(), &["check", "a.sgf"]).stdout;
    assert!(checked.contains("that follow"), "{checked}");
    let totals = checked.lines().find(|line| line.contains(" errors, ")).expect("totals");
    let (errors, _) = totals.split_once(" errors, ").expect("a number");
    let fixed = run(folder.path(), &["fix", "a.sgf"]).stdout;
    assert!(fixed.contains(&format!("{errors} errors left;")), "{checked}\n{fixed}");
}
