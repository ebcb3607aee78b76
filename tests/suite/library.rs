//! The public interface of the library: only items at the root of the crate.

use sgf_audit_core::{
    Error, FindingKind, Options, Safety, Target, ValueSource, Verdict, audit, convert, fix,
    ruleset, rulesets,
};

use crate::support::corpus;

fn record(path: &str) -> Vec<u8> {
    std::fs::read(corpus(path)).expect("the corpus can be read")
}

/// `docs/examples/replay.rs` as a test.
#[test]
fn a_record_of_7x7_is_counted_on_its_own_board() {
    let aga = ruleset("aga").expect("it is built in");
    let report = audit(&record("games/aga-7x7-seki.sgf"), &Options::new().ruleset(aga));
    let game = &report.games[0];
    assert_eq!(game.position().size().to_string(), "7");
    assert_eq!(game.verdict(), Verdict::Confirmed);
    assert_eq!(game.recounted_result().as_deref(), Some(game.recorded_result()));
    let count = game.count().expect("it is counted");
    assert_eq!(count.margin(), count.area_margin());
}

#[test]
fn every_ruleset_replays_every_game_of_a_file() {
    let two = b"(;SZ[9];B[ee];W[ee])(;SZ[5];B[cc])";
    for rules in rulesets() {
        let games = audit(two, &Options::new().ruleset(rules)).games;
        let violations: Vec<usize> = games.iter().map(|game| game.violations().count()).collect();
        assert_eq!(violations, [1, 0], "{}", rules.id);
    }
    let other = audit(b"(;GM[3];B[e4])", &Options::new());
    assert!(other.games.is_empty() && other.findings[0].kind == FindingKind::OtherGame);
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
    assert!(matches!(refused, Err(Error::NotConverted(why)) if why[0].name == "not-sgf"));
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

#[test]
fn a_game_has_moves_dead_stones_and_a_cause() {
    let black = "AB[ba][bb][bc][bd][be]";
    let record = format!(
        "(;SZ[5]RU[chinese]KM[0]RE[W+4]{black}AW[da][db][dc][dd][de][aa]\n;B[];W[]TB[aa]TW[ea])"
    );
    let report = audit(record.as_bytes(), &Options::new());
    let [game] = &report.games[..] else { panic!("one game") };
    let moves: Vec<_> =
        game.moves().iter().map(|(color, point)| (color.letter(), *point)).collect();
    assert_eq!(moves, [('B', None), ('W', None)]);
    let dead = game.dead_stones().expect("they are marked");
    assert_eq!(dead.iter().map(|point| point.name(game.size())).collect::<Vec<_>>(), ["A5"]);
    assert_eq!(game.dead_source().map(|source| source.name()), Some("marked"));
    assert!(game.verdict() == Verdict::WrongWinner || game.cause().is_none());
}

/// Rules of one's own decide, and their name is reported.
#[test]
fn own_rules_can_be_used() {
    let komi = |komi| format!("id = \"club\"\nbase = \"aga\"\nkomi = \"{komi}\"");
    let own = |text: String| sgf_audit_core::Ruleset::from_toml(&text).expect("a ruleset");
    let bytes = b"(;SZ[5]AB[ba][bb][bc][bd][be]AW[da][db][dc][dd][de];B[];W[])";
    for (points, result) in [("6.5", "W+6.5"), ("0.5", "W+0.5")] {
        let game = &audit(bytes, &Options::new().ruleset(own(komi(points)))).games[0];
        assert_eq!(&*game.ruleset().id, "club");
        assert_eq!(game.recounted_result().as_deref(), Some(result));
    }
}

#[test]
fn results_are_serialised_with_the_words_of_reports() {
    let bytes = b"(;SZ[9]RU[AGA]RE[B+R];B[ee];W[ee])";
    let report = serde_json::to_value(audit(bytes, &Options::new())).expect("it is plain data");
    let game = &report["games"][0];
    assert_eq!(game["verdict"], "not-counted");
    assert_eq!(game["moves"], 2);
    let mut findings = game["findings"].as_array().expect("a list").iter();
    let occupied =
        findings.find(|finding| finding["finding"] == "occupied-point").expect("it is there");
    assert_eq!((&occupied["severity"], &occupied["column"]), (&"error".into(), &31.into()));
}
