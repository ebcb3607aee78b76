//! `[aliases]` of a configuration: names and ranks that `fix` replaces.

use std::fs;
use std::sync::Arc;

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS, UTF_8, WINDOWS_1252};
use proptest::prelude::*;

use sgf_audit_core::audit::{Aliases, AuditOptions};
use sgf_audit_core::fix::{Options, Safety, Selection, fix_bytes};

use crate::support::{audit_game_with, folder, run, size};

const ENCODINGS: [&Encoding; 7] = [UTF_8, GB18030, BIG5, SHIFT_JIS, EUC_JP, EUC_KR, WINDOWS_1252];

fn options(written: &str, meant: &str) -> Options {
    let names = [(written.to_owned(), meant.to_owned())].into();
    let aliases = Some(Arc::new(Aliases { names, ..Aliases::default() }));
    let audit = AuditOptions { aliases, ..AuditOptions::default() };
    Options { audit, ..Options::new(Selection::UpTo(Safety::Safe)) }
}

fn record(name: &str, encoding: &'static Encoding) -> Option<Vec<u8>> {
    let text = format!("(;FF[4]GM[1]CA[{}]SZ[9]PB[{name}]PW[2]RE[?];B[ee];W[cc])", encoding.name());
    let (bytes, _, is_lossy) = encoding.encode(&text);
    (!is_lossy).then(|| bytes.into_owned())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(size(60, 3000)))]

    /// What is listed is written in the record's encoding, or the record stays as it is.
    #[test]
    fn aliases_are_written_in_the_encoding_or_not_at_all(
        written in "[a-z柯洁許功表ソé]{1,4}",
        meant in "[A-Z呉清源蓋能ソ이세돌é:\\\\\\]]{1,4}",
        encoding in prop::sample::select(&ENCODINGS[..]),
    ) {
        let Some(before) = record(&written, encoding) else { return Ok(()) };
        let options = options(&written, &meant);
        // A list that can't be followed is refused before.
        prop_assume!(options.audit.aliases.as_ref().is_some_and(|aliases| aliases.check().is_ok()));
        let fixed = fix_bytes(&before, &options);
        let audit = audit_game_with(&before, &options.audit);
        if audit.black != written {
            return Ok(());
        }
        let Some(after) = fixed.bytes else {
            // It was refused: the record has no such character, or one that may be taken for SGF.
            let bytes = encoding.encode(&meant);
            let is_plain = !bytes.0.iter().any(|byte| b"\\]:".contains(byte));
            prop_assert!(bytes.2 || !is_plain, "{written} {meant} {}", encoding.name());
            return Ok(());
        };
        let fixed = audit_game_with(&after, &options.audit);
        prop_assert_eq!(&fixed.black, &meant);
        prop_assert_eq!(fixed.replay.moves, audit.replay.moves);
        prop_assert_eq!(&after, &record(&meant, encoding).expect("it was encoded"));
        prop_assert!(fix_bytes(&after, &options).bytes.is_none());
    }
}

#[test]
fn the_configuration_lists_them() {
    let record =
        "(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[ Go Seigen]PW[Go Seigen II]BR[shodan]RE[?];B[ee];W[cc])";
    let config = "[aliases]\nnames = { \"Go Seigen\" = \"呉清源\" }\nranks = { shodan = \"1d\" }\n";
    let folder = folder(&[("sgf-audit.toml", config.as_bytes()), ("b.sgf", record.as_bytes())]);
    let checked = run(&folder, &["check", ".", "--select", "listed-alias", "--fail-on", "warning"]);
    assert_eq!((checked.status, checked.stdout.matches("[listed-alias]").count()), (1, 2));
    assert!(checked.stdout.contains("PB[Go Seigen] stands for PB[呉清源], as listed"));
    run(&folder, &["fix", ".", "--write", "--quiet"]);
    let fixed = fs::read_to_string(folder.path().join("b.sgf")).expect("UTF-8");
    assert!(fixed.contains("PB[呉清源]PW[Go Seigen II]BR[1d]"), "{fixed}");
}

/// `check --statistics` drafts the list, and what it drafts is a list: nothing is left to draft with it.
#[test]
fn statistics_draft_the_list() {
    let record = |black: &str, white: &str, rank: &str, event: &str, place: &str, rules: &str| {
        format!(
            "(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[{black}]PW[{white}]BR[{rank}]EV[{event}]PC[{place}]RU[{rules}]RE[B+R];B[ee])"
        )
    };
    let records = [
        record("Shun Morita", "Ke Jie", "Meijin", "Tokyo Cup", "Osaka", "Our rules"),
        record("Shun Morita", "柯洁 Ke Jie", "Meijin", "Tokyo Cup", "Osaka", "Our rules"),
        record("MORITA Shun", "柯洁 Ke Jie", "MEIJIN", "tokyo cup", "OSAKA", "our rules"),
        record("Morito Shun", "柯洁", "Honinbo", "Tokio Cup", "Kyoto", "AGA"),
    ];
    let paths: Vec<String> = (0..4).map(|number| format!("{number}.sgf")).collect();
    let files = paths.iter().zip(&records).map(|(path, text)| (&**path, text.as_bytes()));
    let folder = folder(&files.collect::<Vec<_>>());
    let printed = run(&folder, &["check", ".", "--statistics"]).stdout;
    let (_, draft) = printed.split_once("# Values that may mean the same").expect("a draft");
    let (_, draft) = draft.split_once("\n\n").expect("tables");
    let expected = "[aliases.names]\n\
        \"Ke Jie\" = \"柯洁 Ke Jie\"  # 1 : 2\n\
        \"MORITA Shun\" = \"Shun Morita\"  # 1 : 2\n\
        \"柯洁\" = \"柯洁 Ke Jie\"  # 1 : 2\n\
        # \"Morito Shun\" = \"Shun Morita\"  # 1 : 2\n\
        \n[aliases.ranks]\n\"MEIJIN\" = \"Meijin\"  # 1 : 2\n\
        \n[aliases.events]\n\
        \"tokyo cup\" = \"Tokyo Cup\"  # 1 : 2\n\
        # \"Tokio Cup\" = \"Tokyo Cup\"  # 1 : 2\n\
        \n[aliases.places]\n\"OSAKA\" = \"Osaka\"  # 1 : 2\n\
        \n[aliases.rulesets]\n\"our rules\" = \"Our rules\"  # 1 : 2\n";
    assert_eq!(draft, expected);
    let draft = draft.replace("\n# ", "\n");
    fs::write(folder.path().join("sgf-audit.toml"), &draft).expect("written");
    let checked = run(&folder, &["check", ".", "--statistics"]).stdout;
    assert!(!checked.contains("may mean the same"), "{checked}");
    run(&folder, &["fix", ".", "--write", "--quiet"]);
    fs::remove_file(folder.path().join("sgf-audit.toml")).expect("removed");
    let printed = run(&folder, &["check", ".", "--statistics"]).stdout;
    assert!(!printed.contains("may mean the same"), "{printed}");
    let fixed = fs::read_to_string(folder.path().join("2.sgf")).expect("UTF-8");
    assert!(fixed.contains("BR[Meijin]EV[Tokyo Cup]PC[Osaka]RU[Our rules]"), "{fixed}");
}

#[test]
fn lists_that_go_in_circles_are_refused() {
    for (list, why) in [
        ("names = { a = \"b\", b = \"a\" }", "`a` stands for `b`, which itself stands for another"),
        ("names = { a = \"a\" }", "stands for another"),
        ("names = { a = \" \" }", "`a` stands for nothing"),
        ("names = { a = \"b  c\" }", "several in a row"),
        ("ranks = { a = \"9 dan pro\" }", "`9 dan pro` is written 9p in short form"),
        ("names = { a = 1 }", "sgf-audit.toml:2: "),
        ("name = {}", "unknown key name; did you mean names?"),
    ] {
        let config = format!("[aliases]\n{list}\n");
        let folder = folder(&[("sgf-audit.toml", config.as_bytes()), ("a.sgf", b"(;)")]);
        let refused = run(&folder, &["fix", "a.sgf"]);
        assert_eq!(refused.status, 2, "{list}");
        assert!(refused.stderr.contains(why), "{list}: {}", refused.stderr);
    }
}

#[test]
fn dates_are_read_in_the_order_of_the_archive() {
    let record = b"(;FF[4]GM[1]SZ[9]DT[8.11.1998]RE[?];B[ee];W[cc])";
    for (order, date) in [("dmy", "1998-11-08"), ("mdy", "1998-08-11")] {
        let config = format!("[aliases]\ndate-order = \"{order}\"\n");
        let folder = folder(&[("a.sgf", &record[..]), ("sgf-audit.toml", config.as_bytes())]);
        let fixed = run(&folder, &["fix", "a.sgf", "--write"]);
        let written = fs::read_to_string(folder.path().join("a.sgf")).expect("it was written");
        assert!(written.contains(&format!("DT[{date}]")), "{written} {}", fixed.stderr);
    }
    let folder = folder(&[("a.sgf", &record[..])]);
    run(&folder, &["fix", "a.sgf", "--write", "--unsafe"]);
    let written = fs::read_to_string(folder.path().join("a.sgf")).expect("it is there");
    assert!(written.contains("DT[8.11.1998]"), "either day may be meant: {written}");
}
