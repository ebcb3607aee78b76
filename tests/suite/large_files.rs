//! A file is scanned once; then each of its games is read again by itself, and large files are audited in parts. Nothing
//! depends on either.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use sgf_audit_core::audit::{AuditOptions, Auditor, FileAudit, audit_bytes};
use sgf_audit_core::formats::read;
use sgf_audit_core::sgf::{FaultKind, Game, GameMemory, Limits, LineIndex, Scanner, SourceFile};

use crate::support::{corpus, folder, run};

fn records(folder: &Path, to: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { records(&path, to) } else { to.push(path) }
    }
}

/// Compares games read by themselves, from the last to the first, with those of the scanner.
fn compare(bytes: &[u8], name: &str) -> u32 {
    let text = read(bytes);
    let file = SourceFile::new(text.clone(), Limits::DEFAULT);
    let mut all = Vec::new();
    let mut scanner = Scanner::new(&text);
    let (mut game, mut faults) = (Game::default(), Vec::new());
    while scanner.next_game(&mut game, &mut faults) {
        let encoding = (scanner.text().encoding(), scanner.text().source());
        all.push(format!("{encoding:?} {game:?} {faults:?}"));
        faults.clear();
    }
    assert_eq!(file.games() as usize, all.len(), "{name}");
    let mut memory = GameMemory::default();
    for number in (1..=file.games()).rev() {
        let again = file.game(number, &mut memory).expect("there is such a game");
        let encoding = (again.text.encoding(), again.text.source());
        let mut faults = again.faults.to_vec();
        // Only the whole file shows that another parenthesis is missing.
        for fault in &mut faults {
            if let FaultKind::MisplacedParenthesis(_) = fault.kind {
                fault.kind = FaultKind::TextOutsideTree;
            }
        }
        let again = format!("{encoding:?} {:?} {faults:?}", again.game);
        assert_eq!(again, all[number as usize - 1], "{name}: {number}");
    }
    assert!(file.game(file.games() + 1, &mut memory).is_none());
    file.games()
}

/// Every record of the corpus, and all of them one after the other; those of the folder in `SGF_RECORDS` too.
#[test]
fn a_game_is_the_same_without_those_before_it() {
    let mut paths = Vec::new();
    records(&corpus(""), &mut paths);
    if let Some(folder) = std::env::var_os("SGF_RECORDS") {
        records(Path::new(&folder), &mut paths);
    }
    paths.sort();
    let mut row = Vec::new();
    for path in &paths {
        let bytes = std::fs::read(path).unwrap();
        compare(&bytes, &path.display().to_string());
        if row.len() < 1 << 18 && !bytes.starts_with(b"\xff\xfe") && !bytes.starts_with(b"\xfe\xff")
        {
            row.extend_from_slice(&bytes);
        }
    }
    assert!(compare(&row, "all in a row") > 50);
    for torn in [
        &b"(;B[aa])(;;B[ee](;PB[a]junk(\x8aA;CA[big5]PB[y];B[aa])(;PB[a](;GM[1];B[aa];W[bb])(;(;PB[a]"[..],
        b"(;PB[a]\0)(;GM[1];B[aa];W[bb])",
        b";B[ee])(;GM[1]SZ[9];B[ee](;W[dd])(;W[cc]))(;GM[1]SZ[9]",
        b"(;CA[gbk]PB[\xbd\xad]) x (;CA[big5]PB[\xa4\xa4])(;PB[\xa4\xa4])(;CA[utf-8]PB[\xe6\xb1\x9f])",
    ] {
        assert!(compare(torn, "torn") > 1);
    }
}

/// Findings of the file are known before its first game, and lines are counted the same from any game on.
#[test]
fn lines_are_counted_from_any_game() {
    let mut collection = String::new();
    for number in 0..300 {
        let _ = write!(collection, "(;GM[1]SZ[9]PB[棋{number}]\r\nKM[x];B[ee]\n;W[ee]JUNK)\n");
    }
    for text in [collection.clone().into_bytes(), utf_16(&collection)] {
        let options = AuditOptions::default();
        let mut auditor = Auditor::new();
        let mut whole = Vec::new();
        audit_bytes(&text, &options, &mut auditor, &mut |audit, _| whole.push(audit));
        let (file, findings) = auditor.read_file(read(&text), &options);
        let of_file = whole.pop().expect("it has findings");
        assert_eq!(of_file.findings(), findings);
        for (number, audit) in (1..).zip(&whole).step_by(7) {
            let mut lines = LineIndex::default();
            let mut memory = GameMemory::default();
            let game = file.game(number, &mut memory).unwrap();
            let alone = auditor.audit_game(&game, &options, &mut lines);
            assert_eq!(alone.findings(), audit.findings(), "{number}");
            assert!(matches!(audit, FileAudit::Game(audit) if audit.game == number));
        }
    }
}

fn utf_16(text: &str) -> Vec<u8> {
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    units.flat_map(u16::to_le_bytes).collect()
}

/// A file above the size from which it is audited in parts has the tables of its games in files of their own.
#[test]
fn a_large_file_has_the_tables_of_small_ones() {
    let comment = "x".repeat(3000);
    let mut collection = String::new();
    for number in 0..1500 {
        let color = if number % 3 == 0 { "B" } else { "W" };
        let _ = writeln!(collection, "(;SZ[9]RE[{color}+R]C[{comment}];B[ee];W[e{color}])");
    }
    let small = &collection[..collection.len() / 2];
    let small = &small[..small.rfind("(;SZ").unwrap()];
    let (head, tail) = collection.split_at(small.len());
    assert!(collection.len() > 1 << 22 && tail.len() < 1 << 22);
    let folder = folder(&[
        ("large.sgf", collection.as_bytes()),
        ("head.sgf", head.as_bytes()),
        ("tail.sgf", tail.as_bytes()),
    ]);
    let rows = |arguments: &[&str]| {
        run(&folder, &[&["check", "--quiet", "--no-estimate", "--out", "out"], arguments].concat());
        let table = std::fs::read_to_string(folder.path().join("out/games.csv")).unwrap();
        // Without path and number.
        let rows = table.lines().skip(1).map(|row| row.splitn(3, ',').nth(2).unwrap().to_owned());
        rows.collect::<Vec<_>>()
    };
    let large = rows(&["large.sgf"]);
    assert_eq!(large.len(), 1500);
    assert!(large.iter().all(|row| row.contains(",1,")), "the note on several games counts");
    assert_eq!(large, rows(&["head.sgf", "tail.sgf"]));
    assert_eq!(large, rows(&["large.sgf", "--threads", "1"]));
}
