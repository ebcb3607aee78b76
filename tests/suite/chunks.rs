//! A large file that is audited chunk by chunk has the findings of the file read whole.

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use sgf_audit::audit::{AuditOptions, Auditor, FileAudit, FileSummary, audit_bytes, audit_part};
use sgf_audit::formats::{OtherFile, recognise};
use sgf_audit::sgf::{CharsetSurvey, Chunk, Chunks, Limits, Text};

use crate::support::{corpus, in_full};

/// An audit as text, without its moves, whose spans are counted from the chunk's beginning.
fn text_of(audit: &FileAudit, text: Option<&Text>) -> String {
    let FileAudit::Game(audit) = audit else { return format!("{audit:?}") };
    let encoding = text.map(|text| (text.encoding().name(), text.source()));
    let names = (&audit.black, &audit.white, &audit.date, &audit.event);
    let result = (&audit.recorded_result, &audit.score, audit.verdict, &audit.explanation);
    let replay = (audit.replay.tally, audit.replay.moves, audit.replay.violations.len());
    let (game, findings) = (audit.game, &audit.findings);
    format!("{encoding:?} {game} {names:?} {result:?} {replay:?} {findings:?}")
}

fn whole(bytes: &[u8], options: &AuditOptions) -> Vec<String> {
    let mut all = Vec::new();
    audit_bytes(bytes, options, &mut Auditor::new(), &mut |audit, text| {
        all.push(text_of(&audit, Some(text)));
    });
    all
}

/// The audits of chunks of about this size, and their number; `None` if the file has to be read whole.
fn in_chunks(bytes: &[u8], size: usize, options: &AuditOptions) -> Option<(Vec<String>, usize)> {
    let mut survey = CharsetSurvey::default();
    survey.add(bytes);
    let content = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let charset = survey
        .finish()
        .filter(|_| recognise(content).is_none() && OtherFile::of(content).is_none())?;
    let mut chunks = Chunks::new(bytes, &charset, options.limits, size);
    let (mut all, mut number) = (Vec::new(), 0);
    let mut summary: Option<FileSummary> = None;
    let mut auditor = Auditor::new();
    loop {
        let some = chunks.next_chunks(3).unwrap();
        if some.is_empty() {
            break;
        }
        for Chunk { bytes, start } in some {
            number += 1;
            let text = Text::chunk(&bytes, &charset, start);
            let next = audit_part(&text, &charset, options, &mut auditor, &mut |audit, text| {
                all.push(text_of(&audit, Some(text)));
            });
            match &mut summary {
                Some(summary) => summary.join(next),
                None => summary = Some(next),
            }
        }
    }
    all.extend(summary?.finish(&charset).map(|audit| text_of(&audit, None)));
    Some((all, number))
}

/// Compares chunks of several sizes with the whole. Returns the largest number of chunks; 0 if the file can't
/// be cut.
fn compare(bytes: &[u8], name: &str) -> usize {
    // The estimate sees games, not how the file is cut: it is compared in full only.
    let options = AuditOptions { estimate: in_full(), ..AuditOptions::default() };
    let expected = whole(bytes, &options);
    let mut most = 0;
    for size in [1, 50, 700] {
        let Some((audits, chunks)) = in_chunks(bytes, size, &options) else { return 0 };
        assert_eq!(audits, expected, "{name} in chunks of {size}");
        most = most.max(chunks);
    }
    most
}

fn records(folder: &Path, to: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { records(&path, to) } else { to.push(path) }
    }
}

/// Every record of the corpus, and all of them one after the other; those of the folder in `SGF_RECORDS` too.
#[test]
fn chunks_have_the_findings_of_the_whole() {
    let mut paths = Vec::new();
    records(&corpus(""), &mut paths);
    if let Some(folder) = std::env::var_os("SGF_RECORDS") {
        records(Path::new(&folder), &mut paths);
    }
    paths.sort();
    let mut row = Vec::new();
    for path in &paths {
        let bytes = std::fs::read(path).unwrap();
        if bytes.len() > 1 << 20 {
            continue;
        }
        compare(&bytes, &path.display().to_string());
        if row.len() < 1 << 18 && !bytes.starts_with(b"\xff\xfe") && !bytes.starts_with(b"\xfe\xff")
        {
            row.extend_from_slice(&bytes);
        }
    }
    compare(&row, "all in a row");
    let games = b"(;GM[1]SZ[9];B[ee];W[ee])".repeat(100);
    assert!(compare(&games, "games") > 10);
    let torn = b"(;B[aa])(;;B[ee](;PB[a]junk(\x8aA;CA[big5]PB[y];B[aa])(;PB[a](;GM[1];B[aa];W[bb])(;(;PB[a]";
    compare(torn, "a character cut in two");
    let gap = b"(;PB[a]\0)(;GM[1];B[aa];W[bb])";
    assert_eq!(compare(gap, "NUL after text"), 2);
    compare(b";B[ee])(;GM[1]SZ[9];B[ee](;W[dd])(;W[cc]))(;GM[1]SZ[9]", "nodes before games");
}

#[test]
fn games_beyond_the_limit_are_one_chunk() {
    let bytes = b"(;GM[1]SZ[9];B[ee];W[ee])\n".repeat(100);
    for games in [1, 2, 50, 99, 100] {
        let limits = Limits { games, ..Limits::DEFAULT };
        let options = AuditOptions { limits, ..AuditOptions::default() };
        let (audits, _) = in_chunks(&bytes, 60, &options).unwrap();
        assert_eq!(audits, whole(&bytes, &options));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]
    #[test]
    fn damage_is_found_in_chunks_as_in_the_whole(
        tokens in prop::collection::vec(prop::sample::select(vec![
            "(;GM[1]SZ[9]", "(;FF[4]CA[gbk]PB[x]", "(;FF[3]CA[utf-8]", "(;PB[a]", "(;", "(", ")", "))",
            ";B[ee]", ";W[ee]", ";B[dd]C[text]", "C[", "]", "[x]", "\\", "\n", "\r\n", " ", "柯洁", "é",
            "(;B[aa])", "(;GM[1];B[aa];W[bb])", "(;GM[1]PB[é];B[aa])\n", "junk", "*", "\0",
            "(;GM[1]SZ[9];B[ee](;W[dd])(;W[cc]))", "(;GM[1]C[see (;GM[1\\])];B[aa])", ";B[ee])",
            "(;CA[big5]PB[y];B[aa])", "PB", "B[cc", "\u{feff}",
        ]), 0..60),
        noise in prop::collection::vec(any::<u8>(), 0..3),
        size in 1usize..200,
    ) {
        let mut bytes = tokens.concat().into_bytes();
        let at = bytes.len() / 2;
        bytes.splice(at..at, noise);
        let options = AuditOptions::default();
        if let Some((audits, _)) = in_chunks(&bytes, size, &options) {
            prop_assert_eq!(audits, whole(&bytes, &options), "{}", bytes.escape_ascii());
        }
    }
}
