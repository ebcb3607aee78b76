//! The public interface of the library: only items at the root of the crate.

use sgf_audit::{
    Error, FindingKind, Options, Records, Safety, Target, ValueSource, Verdict, audit, convert,
    fix, ruleset, rulesets,
};

use crate::support::corpus;

fn record(path: &str) -> Vec<u8> {
    std::fs::read(corpus(path)).expect("the corpus can be read")
}

/// `docs/examples/replay.rs` as a test.
#[test]
fn a_record_of_7x7_is_counted_on_its_own_board() {
    let bytes = record("games/aga-7x7-seki.sgf");
    let records = Records::read(&bytes);
    let record = records.iter().next().expect("a record");
    let replayed = record.replay(ruleset("aga").expect("it is built in")).expect("it is Go");
    assert_eq!(replayed.position().size().to_string(), "7");
    let game = replayed.game();
    assert_eq!(game.verdict(), Verdict::Confirmed);
    assert_eq!(game.recounted_result().as_deref(), Some(game.recorded_result()));
    let count = game.count().expect("it is counted");
    assert_eq!(count.margin(), count.area_margin());
}

#[test]
fn every_ruleset_replays_every_game_of_a_file() {
    let two = b"(;SZ[9];B[ee];W[ee])(;SZ[5];B[cc])";
    let records = Records::read(two);
    for rules in rulesets() {
        let replayed = records.iter().map(|record| record.replay(rules).expect("it is Go"));
        let violations: Vec<usize> =
            replayed.map(|replayed| replayed.game().violations().count()).collect();
        assert_eq!(violations, [1, 0], "{}", rules.id);
    }
    let other = Records::read(b"(;GM[3];B[e4])");
    let refused = other.iter().next().expect("a record").replay(&rulesets()[0]);
    assert_eq!(refused.err(), Some(Error::NotGo));
}

#[test]
fn a_file_is_audited_fixed_and_converted() {
    let bytes = b"(;FF[4]SZ[9]RU[AGA]RE[b+r];B[ee];W[ ])";
    let report = audit(bytes, &Options::new());
    let kinds: Vec<FindingKind> = report.games[0].findings().iter().map(|f| f.kind).collect();
    assert!(kinds.contains(&FindingKind::MalformedResult), "{kinds:?}");
    let fixed = fix(bytes, Safety::Safe, &Options::new()).bytes.expect("it can be fixed");
    assert_eq!(String::from_utf8_lossy(&fixed), "(;FF[4]SZ[9]RU[AGA]RE[B+R];B[ee];W[])");
    let converted = convert(&fixed, Target::Gtp, &Options::new()).expect("nothing is lost");
    assert!(converted[0].contains("play B E5"), "{converted:?}");
    let refused = convert(b"no record", Target::Sgf, &Options::new());
    assert!(matches!(refused, Err(Error::NotConverted(_))), "{refused:?}");
}

#[test]
fn an_unknown_ruleset_is_an_error() {
    let error = ruleset("bridge").expect_err("there is none");
    assert_eq!(error.to_string(), "no ruleset is called \"bridge\"");
}

#[test]
fn a_game_says_where_its_ruleset_is_from() {
    let source = |record: &str, options: &Options| {
        audit(record.as_bytes(), options).games[0].ruleset_source()
    };
    let japanese = ruleset("japanese").expect("it is built in");
    let (named, silent) = ("(;SZ[9]RU[AGA];B[ee])", "(;SZ[9];B[ee])");
    assert_eq!(source(named, &Options::new()), ValueSource::Record);
    assert_eq!(source(silent, &Options::new()), ValueSource::Default);
    assert_eq!(source(named, &Options::new().ruleset(japanese)), ValueSource::Option);
    assert_eq!(source("(;SZ[9]PC[Tygem];B[ee])", &Options::new()), ValueSource::Server);
}
