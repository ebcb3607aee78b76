//! The records of `corpus/` have the findings and verdicts that their names say.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use sgf_audit_core::audit::{Family, FindingKind};

use crate::support::{Audited, audit_file, corpus, with_aliases};

/// Findings that no record can show, with the reason.
const WITHOUT_RECORD: [(FindingKind, &str); 6] = [
    (
        FindingKind::Unreadable,
        "about a file that can't be opened; tests/suite/command.rs makes one",
    ),
    (FindingKind::TooLarge, "about a file beyond the limits; tests/suite/limits.rs makes some"),
    (FindingKind::DamagedArchive, "about an archive; tests/suite/archives.rs makes some"),
    (FindingKind::ArchiveLimit, "about an archive; tests/suite/archives.rs makes some"),
    (FindingKind::EncryptedMember, "about an archive; tests/suite/archives.rs makes one"),
    (
        FindingKind::InternalError,
        "about a fault of the program; a record that shows one must be mended",
    ),
];

/// Findings that can't be had alone, with what comes with them in the record of that name.
const COMPANIONS: [(&str, &[FindingKind]); 27] = [
    // A chain that the recorded result points to is reported only where that result is wrong.
    ("wrong-marks.result", &[FindingKind::WrongMargin]),
    // What isn't over can't be counted, and nobody passed.
    ("result-contradicts-end.open", &[FindingKind::MissingPasses, FindingKind::Undecided]),
    ("result-contradicts-end.stated-open", &[FindingKind::MissingPasses, FindingKind::Undecided]),
    ("result-contradicts-end.one-colour", &[FindingKind::MissingPasses, FindingKind::Undecided]),
    // A resignation is no move.
    ("result-contradicts-end.as-a-move", &[FindingKind::MalformedValue]),
    (
        "result-contradicts-end.as-a-move-counted",
        &[FindingKind::MalformedValue, FindingKind::MissingPasses],
    ),
    // A player makes more moves than the other only by moving out of turn.
    ("unequal-moves", &[FindingKind::OutOfTurn]),
    ("out-of-turn.pass", &[FindingKind::UnequalMoves]),
    ("out-of-turn.empty-node", &[FindingKind::EmptyNode]),
    // A margin that the komi can't give is either counted again and wrong, or it isn't counted.
    ("impossible-margin", &[FindingKind::Undecided]),
    ("impossible-margin.beyond", &[FindingKind::Undecided]),
    ("malformed-result.zi", &[FindingKind::Undecided]),
    // What is twice may be empty once.
    ("duplicate-property.empty", &[FindingKind::EmptyValue]),
    // FF[4] has no units.
    ("unusual-komi.unit", &[FindingKind::MalformedValue]),
    // A point that is set up twice is set up once without effect.
    ("duplicate-point", &[FindingKind::SetupWithoutEffect]),
    // It takes two games to be in two formats, or to declare two charsets.
    ("mixed-format", &[FindingKind::SeveralGames]),
    ("mixed-charset", &[FindingKind::SeveralGames]),
    // Another move shows that the size is in doubt.
    ("odd-pass.size", &[FindingKind::OffBoard, FindingKind::EarlyPass]),
    // Without its parenthesis a variation is a game, or a node behind variations.
    (
        "text-outside-tree.torn",
        &[
            FindingKind::SeveralGames,
            FindingKind::MissingResult,
            FindingKind::MoveInRoot,
            FindingKind::OutOfTurn,
        ],
    ),
    ("text-outside-tree.torn-last", &[FindingKind::NodeAfterVariation]),
    // A lesson has no result, and a property that no format has is unknown however it is written.
    ("handicap-mismatch.lesson", &[FindingKind::MissingResult]),
    ("old-property.title-case", &[FindingKind::UnknownProperty]),
    ("several-moves.order", &[FindingKind::OutOfTurn]),
    // What is left of the move would be a pass.
    ("unclosed-value.cut", &[FindingKind::EarlyPass]),
    // A file that ends inside a value ends inside a tree.
    ("unclosed-value", &[FindingKind::UnclosedTree]),
    // Behind a variation that isn't closed, the next one goes on.
    ("unclosed-value.torn", &[FindingKind::UnclosedTree, FindingKind::OccupiedPoint]),
    ("unclosed-tree.torn", &[FindingKind::OccupiedPoint]),
];

/// The audit of a record, which several tests look at.
fn audit(path: &Path) -> Arc<Audited> {
    static AUDITS: Mutex<BTreeMap<PathBuf, Arc<OnceLock<Arc<Audited>>>>> =
        Mutex::new(BTreeMap::new());
    let audit = || {
        let bytes = std::fs::read(path).expect("the corpus can be read");
        Arc::new(audit_file(bytes, &with_aliases()))
    };
    let entry = AUDITS.lock().unwrap().entry(path.to_owned()).or_default().clone();
    entry.get_or_init(audit).clone()
}

/// The names of all findings.
fn names_of(audited: &Audited) -> BTreeSet<FindingKind> {
    audited.findings().map(|finding| finding.kind).collect()
}

/// The records of a folder: what stands before `.sgf` in their names, and their paths.
fn records(folder: &str) -> BTreeMap<String, PathBuf> {
    let folder = corpus(folder);
    let records: BTreeMap<_, _> = std::fs::read_dir(folder)
        .expect("the corpus is there")
        .map(|entry| entry.expect("the corpus can be listed").path())
        .map(|path| {
            let name = path.file_name().and_then(|name| name.to_str()).expect("names are ASCII");
            (name.strip_suffix(".sgf").expect("only records are here").to_owned(), path)
        })
        .collect();
    assert!(!records.is_empty());
    records
}

fn names(findings: &BTreeSet<FindingKind>) -> Vec<&'static str> {
    findings.iter().map(|name| name.as_str()).collect()
}

#[test]
fn every_finding_has_a_record_and_a_near_miss() {
    let records = records("findings");
    for &name in FindingKind::ALL {
        // Those of an event have theirs in corpus/event: tests/suite/event.rs.
        let of_event = name.info().family == Family::Event;
        let needed = !of_event && !WITHOUT_RECORD.iter().any(|&(without, _)| without == name);
        for record in [name.as_str().to_owned(), format!("{}.not", name.as_str())] {
            assert_eq!(records.contains_key(&record), needed, "corpus/findings/{record}.sgf");
        }
    }
}

#[test]
fn findings_of_a_game_have_their_node() {
    for (record, path) in records("findings") {
        for finding in audit(&path).games.iter().flat_map(|game| &game.findings) {
            assert!(finding.node.is_some(), "{record}: {}", finding.kind.as_str());
            let named = finding.kind == FindingKind::DuplicatePoint;
            assert!(finding.point.is_some() || !named, "{record}");
        }
    }
}

/// A result in a comment is compared with RE whatever else contradicts it.
#[test]
fn a_stated_result_is_compared_beside_an_open_board() {
    let file = audit(&corpus("findings/result-contradicts-end.stated-open.sgf"));
    let says = |text: &str| file.findings().any(|finding| finding.message.contains(text));
    assert!(says("a comment says W+21.5") && says("points are still open"));
}

/// Reports write the move before the message.
#[test]
fn messages_dont_repeat_their_move() {
    for (record, path) in records("findings") {
        for finding in audit(&path).findings() {
            let named = finding.move_number.map(|number| format!("move {number}:"));
            let repeats = named.is_some_and(|named| finding.message.starts_with(&named));
            assert!(!repeats, "{record}: {}", finding.message);
        }
    }
}

#[test]
fn records_have_their_finding_and_near_misses_have_not() {
    let mut wrong = Vec::new();
    for (record, path) in records("findings") {
        let finding = record.split('.').next().unwrap_or_default();
        let Some(name) = FindingKind::find(finding) else {
            wrong.push(format!("{record}: no such finding"));
            continue;
        };
        let found = names_of(&audit(&path));
        if record.ends_with(".not") {
            if found.contains(&name) {
                wrong.push(format!("{record}: has {finding}"));
            }
            continue;
        }
        let mut expected = BTreeSet::from([name]);
        if let Some((_, companions)) = COMPANIONS.iter().find(|(of, _)| *of == record) {
            expected.extend(*companions);
        }
        if found != expected {
            let (found, expected) = (names(&found), names(&expected));
            wrong.push(format!("{record}: has {found:?}, not {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn companions_are_of_records_that_exist() {
    let records = records("findings");
    for (record, _) in COMPANIONS {
        assert!(records.contains_key(record), "{record}");
    }
}

#[test]
fn games_get_the_verdict_of_their_names() {
    for (record, path) in records("games") {
        let verdict = record.split_once('.').map_or("confirmed", |(_, verdict)| verdict);
        let file = audit(&path);
        let [game] = &file.games[..] else { panic!("{record}: one game a file") };
        assert_eq!(game.verdict.name(), verdict, "{record}: {}", game.explanation);
    }
}

#[test]
fn games_are_clean_but_for_what_their_names_say() {
    for (record, path) in records("games") {
        let mut allowed = BTreeSet::new();
        if let Some((_, verdict)) = record.split_once('.') {
            allowed.extend(FindingKind::find(verdict));
        }
        if record.contains("missing-third-pass") || record.contains("miscounted") {
            allowed.insert(FindingKind::MissingWhitePass);
        }
        if record.contains("taken-off") {
            allowed.insert(FindingKind::MidGameSetup);
        }
        if record.contains("broken-off") {
            allowed.extend([FindingKind::MissingPasses, FindingKind::ResultContradictsEnd]);
        }
        if record.contains("one-colour-marked") {
            allowed.insert(FindingKind::WrongMarks);
        }
        if record.contains("triple-ko") {
            allowed.insert(FindingKind::Repetition);
        }
        assert_eq!(names(&names_of(&audit(&path))), names(&allowed), "{record}");
    }
}

/// The equivalence theorem (BGA, appendix B), on whole games.
#[test]
fn area_is_territory_where_passes_cost_stones_and_white_moves_last() {
    let mut compared = 0;
    for (record, path) in records("games") {
        for game in &audit(&path).games {
            let applies = game.rules.pass_stones.value && game.rules.white_last.value;
            let Some(score) = game.score.as_ref().filter(|_| applies) else { continue };
            assert_eq!(score.area_margin, score.territory_margin_completed, "{record}");
            compared += 1;
        }
    }
    assert!(compared >= 8, "only {compared} games were compared");
}

/// In the comment of each game that is counted stands the result that a person expects.
#[test]
fn games_give_the_result_that_their_comments_expect() {
    for (record, path) in records("games") {
        let text = std::fs::read_to_string(&path).expect("games are ASCII");
        let expected = text.split_once("Expected: ").and_then(|(_, rest)| rest.split_once(".]"));
        for game in &audit(&path).games {
            // Where nobody expects a result, none is given, though the position may be counted as it stands.
            let given = if expected.is_some() { game.counted() } else { game.recounted() };
            let given = given.map(|outcome| outcome.to_string());
            assert_eq!(given.as_deref(), expected.map(|(result, _)| result), "{record}");
        }
    }
}

/// Cases in which the verdict isn't what the count alone says, each with its near misses.
#[test]
fn cases_of_judging_get_the_verdict_of_their_names() {
    for (record, path) in records("judging") {
        let (_, verdict) = record.split_once('.').expect("a verdict");
        let file = audit(&path);
        let [game] = &file.games[..] else { panic!("{record}: one game a file") };
        assert_eq!(game.verdict.name(), verdict, "{record}: {}", game.explanation);
    }
}
