//! The ruleset of records that name none: the likely one that confirms the recorded result.

use std::fs;

use sgf_audit_core::audit::{Audit, FindingKind, ValueSource, Verdict};
use sgf_audit_core::rules::find;

use crate::support::{audit_game, audit_game_with, corpus, defaulting_to, folder, run};

/// A game with another root. By AGA and by Chinese rules White wins it by 3 points less than the komi, since White made
/// two passes and Black one; by Japanese rules by 2 points less.
fn game(root: &str) -> String {
    let record = fs::read_to_string(corpus("causes/other-ruleset.not.sgf")).unwrap();
    assert!(record.contains("RU[AGA]KM[7.5]RE[W+5.5]"));
    record.replace("RU[AGA]KM[7.5]RE[W+5.5]", root)
}

fn judged(audit: &Audit) -> (&str, ValueSource, Verdict) {
    (&audit.rules.id, audit.ruleset_source, audit.verdict)
}

#[test]
fn the_first_likely_ruleset_that_confirms_the_result_is_taken() {
    for (root, rules) in [
        ("KM[7.5]RE[W+4.5]", "aga"),
        ("KM[7.5]RE[W+5.5]", "japanese"),
        ("KM[7.5]RE[W+]", "aga"),
        // What the record says of the event, the place, the date and the komi comes first.
        ("KM[7.5]EV[2nd Tianyuan]RE[W+4.5]", "chinese"),
        ("KM[7.5]PC[Beijing, China]RE[W+4.5]", "chinese"),
        ("KM[7.5]EV[チャイナ]PC[中国]RE[W+4.5]", "chinese"),
        ("KM[7.5]PC[Chinatown]RE[W+4.5]", "aga"),
        ("KM[7.5]EV[Fujitsu Cup]PC[Seoul]RE[W+5.5]", "korean"),
        ("KM[8]EV[Ing Cup]RE[W+5]", "ing"),
        ("KM[6.5]RE[W+]", "japanese"),
        ("KM[7.5]DT[1965]RE[W+]", "japanese"),
        // The result decides.
        ("KM[7.5]PC[Tokyo, Japan]RE[W+4.5]", "aga"),
        ("KM[7.5]PC[Beijing, China]RE[W+5.5]", "japanese"),
        ("KM[6.5]RE[W+3.5]", "aga"),
        // An unknown name is none.
        ("RU[own]KM[7.5]RE[W+5.5]", "japanese"),
    ] {
        let audit = audit_game(game(root));
        assert_eq!(judged(&audit), (rules, ValueSource::Inferred, Verdict::Confirmed), "{root}");
        assert_eq!(audit.recounted(), Some(audit.counted().unwrap()), "{root}");
    }
}

#[test]
fn a_result_that_no_likely_ruleset_confirms_is_wrong_by_the_likeliest() {
    for (root, rules, counted) in [
        ("KM[7.5]RE[W+6.5]", "aga", "W+4.5 under AGA rules"),
        ("KM[6.5]RE[W+6.5]", "japanese", "W+4.5 under Japanese rules"),
        ("KM[7.5]PC[Shanghai]RE[W+6.5]", "chinese", "W+4.5 under Chinese rules"),
    ] {
        let audit = audit_game(game(root));
        assert_eq!(judged(&audit), (rules, ValueSource::Default, Verdict::WrongMargin), "{root}");
        let mut findings = audit.findings.iter();
        let wrong = findings.find(|finding| finding.kind == FindingKind::WrongMargin).unwrap();
        assert!(wrong.message.contains(counted), "{root}: {}", wrong.message);
        let why = "none is recorded, and no likely one confirms the result";
        assert!(wrong.details.iter().any(|detail| detail.text == why), "{root}");
    }
}

#[test]
fn nothing_is_inferred_where_the_ruleset_is_known_or_the_game_was_not_counted() {
    for (root, rules, source, verdict) in [
        ("RU[AGA]KM[7.5]RE[W+5.5]", "aga", ValueSource::Record, Verdict::WrongMargin),
        ("PC[NNGS]KM[7.5]RE[W+4.5]", "japanese", ValueSource::Server, Verdict::WrongMargin),
        ("KM[7.5]RE[W+R]", "aga", ValueSource::Default, Verdict::NotCounted),
        ("KM[6.5]RE[W+R]", "japanese", ValueSource::Default, Verdict::NotCounted),
        ("KM[7.5]RE[?]", "aga", ValueSource::Default, Verdict::NoResult),
    ] {
        assert_eq!(judged(&audit_game(game(root))), (rules, source, verdict), "{root}");
    }
    // A server counts by its own rules.
    let cause = audit_game(game("PC[NNGS]KM[7.5]RE[W+4.5]")).cause;
    assert_eq!(cause.map(|cause| cause.cause).as_deref(), Some("counted-by-area"));
    let audit = audit_game_with(game("KM[7.5]RE[W+5.5]"), &defaulting_to(find("aga").unwrap()));
    assert_eq!(judged(&audit), ("aga", ValueSource::Default, Verdict::WrongMargin));
    let audit =
        audit_game_with(game("KM[7.5]RE[W+5.5]"), &defaulting_to(find("japanese").unwrap()));
    assert_eq!(judged(&audit), ("japanese", ValueSource::Default, Verdict::Confirmed));
}

#[test]
fn a_ruleset_with_its_own_komi_is_likelier_than_one_with_another() {
    for (root, rules, komi) in [
        // AGA's was 5.5 then, and Japan's 6.5.
        ("DT[2004]RE[W+4.5]", "japanese", "6.5"),
        // None has the komi that it takes.
        ("RE[W+3.5]", "aga", "6.5"),
    ] {
        let audit = audit_game(game(root));
        assert_eq!((&*audit.rules.id, &*audit.komi.to_string()), (rules, komi), "{root}");
        assert_eq!(audit.verdict, Verdict::Confirmed, "{root}");
    }
}

/// Two stones are sent and one returned: the position comes again, which Chinese rules forbid and Japanese ones don't.
#[test]
fn moves_are_judged_by_the_inferred_ruleset() {
    let cycle = |root: &str| {
        let record = fs::read_to_string(corpus("findings/repetition.sgf")).unwrap();
        let changed = record.replace("RU[Japanese]RE[?]", root);
        assert_ne!(record, changed);
        let ended = changed.trim_end().strip_suffix(')').unwrap().to_owned();
        let audit = audit_game(ended + ";B[];W[]TW[aa][da][bb][cb][ac:ee])");
        let repeats = [FindingKind::Superko, FindingKind::Repetition];
        let kinds = audit.findings.iter().map(|finding| finding.kind);
        let kinds: Vec<FindingKind> = kinds.filter(|kind| repeats.contains(kind)).collect();
        (audit.rules.id.to_string(), audit.verdict, kinds)
    };
    for (root, rules, verdict, kind) in [
        ("RE[W+R]KM[6.5]", "japanese", Verdict::NotCounted, FindingKind::Repetition),
        ("RE[W+R]PC[China]", "chinese", Verdict::NotCounted, FindingKind::Superko),
        ("RE[W+31.5]KM[6.5]PC[China]", "chinese", Verdict::Confirmed, FindingKind::Superko),
    ] {
        assert_eq!(cycle(root), (rules.to_owned(), verdict, vec![kind]), "{root}");
    }
}

#[test]
fn all_commands_infer_alike() {
    let right = game("KM[7.5]RE[W+5.5]");
    let other = game("KM[7.5]RE[W+4.5]");
    let folder = folder(&[("a.sgf", right.as_bytes()), ("b.sgf", other.as_bytes())]);
    let stdout = |arguments: &[&str]| run(&folder, arguments).stdout;
    let checked = stdout(&["check", "a.sgf", "b.sgf"]);
    let inferred = "\n2 rulesets inferred from the recorded result: aga 1, japanese 1.\n";
    assert!(checked.contains(inferred), "{checked}");
    let one = stdout(&["check", "a.sgf"]);
    assert!(one.contains("\n1 ruleset inferred from the recorded result: japanese 1.\n"), "{one}");
    let scored = stdout(&["score", "a.sgf"]);
    assert!(scored.contains("Japanese rules (inferred: they confirm the result)"), "{scored}");
    let converted = stdout(&["convert", "--to", "jsonl", "a.sgf"]);
    assert!(
        converted.contains(r#""ruleset":"japanese","ruleset_source":"inferred""#),
        "{converted}"
    );
    let with_default = stdout(&["check", "a.sgf", "--default-rules", "aga"]);
    assert!(!with_default.contains("inferred"), "{with_default}");
}
