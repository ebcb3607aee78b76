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

use crate::support::{
    Audited, audit_file, audit_game, corpus, folder, program, run, size, with_aliases,
};

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
    marks_with(bytes, with_aliases())
}

fn marks_with(bytes: &[u8], options: AuditOptions) -> Vec<Mark> {
    let mut auditor = Auditor::new();
    let options = AuditOptions { max_findings: u32::MAX, ..options };
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

/// One number of what can be fixed: with and without notes, listed or not, in `check` and in `fix`.
#[test]
fn what_can_be_fixed_is_counted_alike() {
    let sum = |text: &str, words: &[&str]| -> usize {
        let parts = text.lines().flat_map(|line| line.split(", ").flat_map(|it| it.split(": ")));
        let counts = parts.filter(|part| words.iter().any(|word| part.contains(word)));
        counts.filter_map(|part| part.split(' ').next()?.parse::<usize>().ok()).sum()
    };
    for folder in ["findings", "judging"].map(corpus).into_iter().take(size(1, 2)) {
        let run = |command: &str, options: &[&str]| {
            let mut run = program(&folder, &[&[command, ".", "--isolated"][..], options].concat());
            // A diff has the bytes of the records.
            String::from_utf8_lossy(&run.output().expect("it runs").stdout).into_owned()
        };
        let in_check =
            |options: &[&str]| sum(&run("check", options), &[" fixable ", " more with "]);
        let in_fix =
            |options: &[&str]| sum(&run("fix", options), &[" can be fixed", " can only be"]);
        let listed = run("fix", &["--unsafe"]).matches(": fixable[").count();
        let counts = [
            in_check(&["--show", "note"]),
            in_check(&["--show", "note", "--statistics"]),
            in_check(&["--statistics"]),
            in_fix(&["--unsafe"]),
            in_fix(&["--unsafe", "--statistics"]),
            in_fix(&["--statistics"]),
        ];
        assert_eq!(counts, [listed; 6]);
        assert!(listed > 30);
    }
}

/// A change that an estimate may speak against isn't promised where none is wanted.
#[test]
fn without_an_estimate_no_doubtful_fix_is_promised() {
    let path = corpus("causes").join("counted-by-area.sgf");
    let bytes = fs::read(path).expect("a file can be read");
    let without = AuditOptions { estimate: false, ..with_aliases() };
    assert_eq!(marks(&bytes).len(), 1);
    assert_eq!(marks_with(&bytes, without.clone()), []);
    let options = Options { audit: without, ..Options::new(Selection::UpTo(Safety::Judgement)) };
    assert_eq!(fix_bytes(&bytes, &options).bytes, None);
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
    assert!(text.contains("not fixed: the file has to be decoded first"), "{text}");
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
        let (status, text) = fix(&folder, &["--write", "a.sgf"]);
        assert_eq!(status, 2, "{text}");
        assert!(text.contains("1 file checked, nothing fixed.\n"), "{text}");
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
    let only = Options::new(Selection::Kinds(vec![FindingKind::MalformedValue]));
    let after = |root| fix_bytes(format!("(;FF[4]SZ[9]{root};B[aa];W[])").as_bytes(), &only);
    assert!(after("KO[6.5]").bytes.is_some());
    for both in ["KM[5.5]KO[6.5]", "KI[11]KO[6.5]"] {
        let left = after(both);
        assert!(left.bytes.is_none() && left.not_fixed.is_empty(), "{both}");
    }
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
    let record = "(;FF[4]SZ[9]CA[UTF-8]RE[?]AB[aa]AW[bb][bb][aa];B[ee];W[gg])";
    let folder = folder(&[("a.sgf", record.as_bytes())]);
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

/// A game with two variations. What closes the first one is there, in part or not at all, and the second one begins at a free
/// point, or on a stone of the first one or of both.
fn torn_game() -> impl Strategy<Value = String> {
    let ends = prop::sample::select(vec!["", ";W[]", ";W[];B[]", ";W[];B[]TB[aa]", ";W[];B[];W[]"]);
    let closed = prop::sample::select(vec!["])", "]", ")", ""]);
    let rules = prop::sample::select(vec!["AGA", "Japanese", "Chinese"]);
    let second = prop::sample::select(vec!["gg", "ee", "aa"]);
    let nested = prop::sample::select(vec![["", ""], ["(;C[x]", ")"]]);
    (ends, closed, rules, second, nested).prop_map(|(end, closed, rules, second, [open, close])| {
        let root = format!("FF[4]GM[1]SZ[9]RU[{rules}]KM[6.5]RE[W+5.5]PB[A]PW[B]");
        let first = format!("(;B[ee]{end}C[well played{closed}\n");
        format!("(;{root}{open};B[aa];W[cc]{first}(;B[{second}];W[gc])\n){close}")
    })
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

    /// Where moves show that a parenthesis is missing before a variation, nothing is added: no bracket, no parenthesis, no pass.
    #[test]
    fn a_torn_game_is_repaired_in_whole_or_not_at_all(record in torn_game()) {
        let is_torn = |found: &Audited| found.has(FindingKind::UnclosedTree);
        let is_impossible = |found: &Audited| {
            use FindingKind::{OccupiedPoint, OutOfTurn, PlayAfterEnd};
            [OccupiedPoint, OutOfTurn, PlayAfterEnd].into_iter().any(|kind| found.has(kind))
        };
        let before = audit(record.as_bytes());
        let after = fixed(record.as_bytes(), &Selection::UpTo(Safety::Judgement));
        if is_torn(&before) && is_impossible(&before) {
            prop_assert_eq!(after, None);
        } else if let Some(after) = after {
            let left = audit(&after);
            let is_damaged = is_torn(&left) || left.has(FindingKind::UnclosedValue);
            prop_assert!(!is_damaged && !is_impossible(&left));
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
