//! The causes of wrong margins: the records of `corpus/causes/` have the causes that their names say, and
//! whatever is reported gives exactly the recorded margin.

use std::collections::BTreeSet;
use std::path::Path;

use sgf_audit::audit::{Audit, AuditOptions, CAUSES, FileAudit, Scratch, Verdict, audit_bytes};

fn audit(record: &[u8]) -> Audit {
    let mut game = None;
    let options = AuditOptions::default();
    audit_bytes(record, &options, &mut Scratch::default(), &mut |audit, _| {
        if let FileAudit::Game(audit) = audit {
            game = Some(*audit);
        }
    });
    game.expect("the record holds a game")
}

/// The records by name, without `.sgf`.
fn records() -> Vec<(String, Audit)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/causes");
    let mut records: Vec<(String, Audit)> = std::fs::read_dir(folder)
        .expect("the corpus is there")
        .map(|entry| entry.expect("the corpus can be listed").path())
        .map(|path| {
            let name = path.file_stem().and_then(|name| name.to_str()).expect("names are ASCII");
            (name.to_owned(), audit(&std::fs::read(&path).expect("the corpus can be read")))
        })
        .collect();
    records.sort_by(|a, b| a.0.cmp(&b.0));
    records
}

fn cause(audit: &Audit) -> &str {
    audit.cause.as_ref().map_or("", |cause| &cause.cause)
}

#[test]
fn every_cause_has_a_record_and_a_near_miss() {
    let names: BTreeSet<String> = records().into_iter().map(|(name, _)| name).collect();
    for cause in CAUSES {
        for record in [cause.name.to_owned(), format!("{}.not", cause.name)] {
            assert!(names.contains(&record), "corpus/causes/{record}.sgf");
        }
    }
    assert!(names.iter().any(|name| name.contains('+')), "a pair");
}

#[test]
fn records_have_the_cause_of_their_names_and_near_misses_have_not() {
    for (name, audit) in records() {
        match name.strip_suffix(".not") {
            None => assert_eq!(cause(&audit), name, "{}", audit.explanation),
            Some(near) => {
                assert!(audit.verdict != Verdict::Undecided, "{name} says nothing");
                assert_ne!(cause(&audit), near, "{name}: {}", audit.explanation);
            }
        }
    }
}

#[test]
fn names_are_unique_and_stable_words() {
    let names: BTreeSet<&str> = CAUSES.iter().map(|cause| cause.name).collect();
    assert_eq!(names.len(), CAUSES.len());
    for name in names {
        assert!(name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{name}");
    }
}
