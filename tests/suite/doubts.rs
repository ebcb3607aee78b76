//! What a record leaves in doubt isn't held against it: the same game with and without the doubt.

use sgf_audit_core::audit::{Audit, AuditOptions, Compare, FindingKind, Severity, Verdict};
use sgf_audit_core::rules::find;

use crate::support::{audit_game, audit_game_with, corpus, defaulting_to};

/// Two walls on nine lines; Black has 36 points of area, White 45. Both pass, Black first.
fn game(root: &str, first: &str, passes: &str) -> String {
    let walls: String = ('a'..='i').map(|row| format!(";B[d{row}];W[e{row}]")).collect();
    format!("(;GM[1]FF[4]SZ[9]{root}{first}{walls}{passes})")
}

/// The passes, and the territory as the players marked it.
const COUNTED: &str = ";B[];W[]TB[aa:ci]TW[fa:ii]";

fn severity(audit: &Audit, name: FindingKind) -> Option<Severity> {
    audit.findings.iter().find(|finding| finding.kind == name).map(|finding| finding.severity)
}

#[test]
fn a_ruleset_that_is_not_known() {
    let wrong = |rules: &str| {
        let audit = audit_game(game(&format!("RU[{rules}]KM[0.5]RE[W+2.5]"), "", COUNTED));
        assert_eq!(audit.verdict, Verdict::WrongMargin, "{rules}");
        severity(&audit, FindingKind::WrongMargin)
    };
    assert_eq!(wrong("AGA"), Some(Severity::Error));
    assert_eq!(wrong("Lasker-Maas"), Some(Severity::Warning));
    let suicide = |rules: &str| {
        let record = format!("(;SZ[5]RU[{rules}]KM[7]AB[aa]AW[ac][bb][ca];B[ba];W[dd];B[ab])");
        severity(&audit_game(record), FindingKind::Suicide)
    };
    assert_eq!(suicide("AGA"), Some(Severity::Error));
    assert_eq!(suicide("koPOSITIONALscoreAREAtaxNONEsui1button2"), Some(Severity::Warning));
    assert_eq!(suicide("koPOSITIONALscoreAREAtaxNONEsui1"), None);
}

#[test]
fn a_unit_that_was_guessed() {
    let judged = |root: &str| {
        let audit = audit_game(game(root, "", COUNTED));
        let guessed = severity(&audit, FindingKind::UnusualKomi).is_some();
        (audit.verdict, audit.komi.to_string(), audit.outcome.to_string(), guessed)
    };
    let is = |verdict, komi: &str, outcome: &str, guessed| {
        (verdict, komi.to_owned(), outcome.to_owned(), guessed)
    };
    // White has nine points more on the board.
    let right = Verdict::Confirmed;
    assert_eq!(judged("RU[AGA]KM[650]RE[W+15.5]"), is(right, "6.5", "W+15.5", true));
    assert_eq!(judged("RU[AGA]KM[50]RE[W+9.5]"), is(right, "0.5", "W+9.5", true));
    assert_eq!(judged("RU[AGA]KM[50]RE[W+59]"), is(right, "50", "W+59", false));
    assert_eq!(judged("RU[AGA]KM[65]RE[W+74]"), is(right, "65", "W+74", false));
    assert_eq!(judged("RU[Chinese]KM[3.25]RE[W+12.25]"), is(right, "3.25", "W+12.25", false));
    assert_eq!(judged("RU[Chinese]KM[3.25]RE[W+7.75]"), is(right, "6.5", "W+15.5", true));
    assert_eq!(judged("RU[AGA (area)]KM[650]RE[W+15.5]"), is(right, "6.5", "W+15.5", true));
    let wrong = Verdict::WrongMargin;
    assert_eq!(judged("RU[AGA]KM[650]RE[W+16.5]"), is(wrong, "6.5", "W+16.5", true));
    // What KataGo writes is in points, if unusually many.
    let katago = "RU[koSIMPLEscoreAREAtaxNONEsui0]KM[65]";
    assert_eq!(judged(&format!("{katago}RE[W+74]")), is(right, "65", "W+74", true));
    assert_eq!(judged(&format!("{katago}RE[W+R]")).1, "65");
}

#[test]
fn rulesets_are_compared_by_the_komi_that_was_played_with() {
    let compared = |root: &str| {
        let options = AuditOptions { compare: Compare::Always, ..AuditOptions::default() };
        let audit = audit_game_with(game(root, "", COUNTED), &options);
        let scores = audit.comparisons.iter().filter_map(|of| of.score.as_ref());
        let mut komi: Vec<String> = scores.map(|score| score.komi.to_string()).collect();
        komi.dedup();
        komi
    };
    assert_eq!(compared("RU[AGA]KM[50]RE[W+59]"), ["50"]);
    assert_eq!(compared("RU[AGA]KM[50]RE[W+9.5]"), ["0.5"]);
    assert_eq!(compared("RU[AGA]RE[W+9]"), ["0"]);
    assert!(compared("RU[AGA]RE[W+16.5]").len() > 1, "each ruleset's own");
}

#[test]
fn a_move_that_says_who_resigned() {
    for (last, severe) in [
        ("resign", Severity::Warning),
        ("Resign", Severity::Warning),
        ("resigned", Severity::Error),
    ] {
        let audit = audit_game(format!("(;SZ[9]RE[B+R];B[ee];W[{last}])"));
        assert_eq!(severity(&audit, FindingKind::MalformedValue), Some(severe), "{last}");
        assert_eq!(audit.verdict, Verdict::NotCounted);
    }
}

#[test]
fn a_komi_that_is_not_recorded() {
    let judged = |root: &str| {
        let audit = audit_game(game(&format!("RU[AGA]{root}"), "", COUNTED));
        (audit.verdict, audit.explanation)
    };
    assert_eq!(judged("RE[W+16.5]").0, Verdict::Confirmed);
    // A usual komi confirms the result.
    assert_eq!(judged("RE[W+15.5]").0, Verdict::Confirmed);
    assert_eq!(judged("RE[W+16]").0, Verdict::Confirmed);
    assert_eq!(judged("RE[W+30.5]").0, Verdict::WrongMargin);
    // Who plays without komi records none.
    assert_eq!(judged("RE[W+9]").0, Verdict::Confirmed);
    let explanation = "no komi is recorded; without komi it is W+9".to_owned();
    assert_eq!(judged("RE[W+8]"), (Verdict::Undecided, explanation));
    // Another ruleset makes it right without komi.
    let dead = |rules: &str, options: &AuditOptions| {
        let moves = ";B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[bb];B[];W[];B[];W[]";
        let record = format!("(;SZ[5]{rules}RE[B+6]{moves}TB[aa:be]TW[ea:ee])");
        let audit = audit_game_with(record, options);
        (audit.verdict, audit.explanation)
    };
    let explanation = "no komi is recorded; under Japanese rules it is B+6, as recorded";
    let default = AuditOptions::default();
    let by_aga = defaulting_to(find("aga").unwrap());
    assert_eq!(dead("", &by_aga), (Verdict::Undecided, explanation.to_owned()));
    assert_eq!(dead("", &default), (Verdict::Confirmed, String::new()));
    assert_eq!(dead("RU[Japanese]", &default).0, Verdict::Confirmed);
    // Some servers write 0 whatever the komi.
    assert_eq!(judged("RE[W+9]KM[0]").0, Verdict::Confirmed);
    assert_eq!(judged("RE[W+8]KM[0]").0, Verdict::WrongMargin);
    let explanation =
        "W+15.5 is impossible with the recorded komi 0; with komi 6.5 it is W+15.5, as recorded";
    assert_eq!(judged("RE[W+15.5]KM[0]"), (Verdict::Undecided, explanation.to_owned()));
}

#[test]
fn a_handicap_that_is_stated_otherwise() {
    let setup = "AB[aa][ai]PL[B]";
    let wrong = |handicap: &str, result: &str| {
        let root = format!("RU[Chinese]{handicap}KM[0.5]RE[{result}]");
        severity(
            &audit_game(game(&root, setup, ";B[];W[]TB[ba:ca][ab:ch][bi:ci]TW[fa:ii]")),
            FindingKind::WrongMargin,
        )
    };
    assert_eq!(wrong("HA[2]", "W+11.5"), None);
    assert_eq!(wrong("HA[2]", "W+9.5"), Some(Severity::Error));
    assert_eq!(wrong("HA[0]", "W+9.5"), Some(Severity::Warning));
}

/// By area Black's nine stones set up count, White's ten too: another result than by territory.
#[test]
fn area_under_rules_that_allow_it_by_agreement() {
    let wall = |color: &str, column: char| {
        let points: String = ('a'..='i').map(|row| format!("[{column}{row}]")).collect();
        format!("A{color}{points}")
    };
    let wrong = |result: &str| {
        let record = format!(
            "(;SZ[9]RU[AGA]KM[-8.5]RE[{result}]{}{}[be];B[];W[]TB[aa:ci]TW[fa:ii])",
            wall("B", 'd'),
            wall("W", 'e')
        );
        let audit = audit_game(record);
        severity(&audit, FindingKind::WrongWinner).or(severity(&audit, FindingKind::WrongMargin))
    };
    assert_eq!(wrong("B+0.5"), None);
    assert_eq!(wrong("W+0.5"), Some(Severity::Warning));
    assert_eq!(wrong("W+7.5"), Some(Severity::Error));
}

#[test]
fn a_win_whose_reason_is_not_understood() {
    let verdict = |result: &str| {
        audit_game(game(&format!("RU[AGA]KM[0.5]RE[{result}]"), "", COUNTED)).verdict
    };
    assert_eq!(verdict("B+"), Verdict::WrongWinner);
    assert_eq!(verdict("B+Repetition"), Verdict::Undecided);
    assert_eq!(verdict("W+Repetition"), Verdict::Confirmed);
    assert_eq!(verdict("B+Moderator Decision"), Verdict::NotCounted);
    // Fox writes a margin of nothing where a game wasn't counted.
    assert_eq!(verdict("B+0.0"), Verdict::Undecided);
    assert_eq!(verdict("W+0.0"), Verdict::Confirmed);
    let tie =
        |result: &str| audit_game(game(&format!("RU[AGA]KM[-9]RE[{result}]"), "", COUNTED)).verdict;
    assert_eq!(tie("W+0"), Verdict::Confirmed);
    assert_eq!(tie("0"), Verdict::Confirmed);
}

/// White moves first, and the handicap stones that HA states aren't in the record, as in some of Fox's.
#[test]
fn handicap_stones_that_are_not_recorded() {
    let play = |root: &str| {
        let rows = 'a'..='s';
        let walls: String = rows.map(|row| format!(";W[k{row}];B[j{row}]")).collect();
        let record = format!(
            "(;GM[1]FF[4]SZ[19]RU[Chinese]KM[0]{root}{walls};W[dd];B[aa];W[];B[]TB[ab:is][ba:ia]TW[la:ss])"
        );
        audit_game(record)
    };
    let names = |audit: &Audit| {
        let by_rules = audit.findings.iter().filter(|finding| finding.severity == Severity::Error);
        by_rules.map(|finding| finding.kind).collect::<Vec<_>>()
    };
    // With stones on D4, Q16, D16 and Q4 White's play at D16 isn't legal: they aren't taken to be there.
    let without = play("HA[4]RE[B+3]");
    assert_eq!(without.replay.handicap.stones, 0);
    assert_eq!(names(&without), [FindingKind::HandicapMismatch]);
    // D4 and Q16 are free.
    let with = play("HA[2]RE[?]");
    assert_eq!(with.replay.handicap.stones, 2);
    assert_eq!(with.replay.initial, [2, 0]);
    let mismatch =
        with.findings.iter().find(|finding| finding.kind == FindingKind::HandicapMismatch);
    assert!(mismatch.unwrap().message.contains("taken to stand on star points"));
    let result = with.recounted().unwrap().to_string();
    assert_eq!(play(&format!("HA[2]RE[{result}]")).verdict, Verdict::Confirmed);
    // Where the places matter nothing is held against the record.
    assert_eq!(play("HA[2]RE[B+100]").verdict, Verdict::Undecided);
    // Nor where nobody can say what was there at all: then the komi is that of a game with handicap.
    let given =
        |ha: &str, result: &str| audit_game(game(&format!("RU[AGA]{ha}RE[{result}]"), "", COUNTED));
    let judged = |ha, result| (given(ha, result).komi.to_string(), given(ha, result).verdict);
    let is = |komi: &str, verdict| (komi.to_owned(), verdict);
    assert_eq!(judged("HA[3]", "W+9.5"), is("0.5", Verdict::Confirmed));
    assert_eq!(judged("HA[3]", "W+11.5"), is("0.5", Verdict::Undecided));
    assert_eq!(judged("", "W+9.5"), is("0.5", Verdict::Confirmed));
    assert_eq!(given("HA[3]KM[0.5]", "W+11.5").explanation, "the handicap stones aren't recorded");
    // Nor are stones missing where Black moves first or none are stated.
    assert_eq!(audit_game(game("RU[AGA]HA[2]KM[0.5]RE[?]", "", COUNTED)).replay.handicap.stones, 0);
}

/// Four passes make all stones alive unless the players agreed on dead ones (A91 10).
#[test]
fn four_passes_and_dead_stones() {
    let play = |passes: &str, result: &str| {
        // A black stone in White's half and a white one in Black's, which only an agreement takes off.
        let passes = format!(";B[ha];W[be]{passes}");
        audit_game(game(&format!("RU[AGA]KM[0.5]RE[{result}]"), "", &passes))
    };
    assert_eq!(play(";B[];W[]", "W+9.5").verdict, Verdict::Confirmed);
    let four = play(";B[];W[];B[];W[]", "W+9.5");
    assert_eq!(four.verdict, Verdict::Confirmed);
    // The count stands beside it, whatever was agreed.
    assert_eq!(four.possible_margin, four.outcome.white_margin());
    assert_ne!(four.counted(), Some(four.outcome));
    assert!(!four.dead.unwrap().source.is_judgement());
    let alive = play(";B[];W[];B[];W[]", "W+0.5");
    assert_eq!(alive.verdict, Verdict::Confirmed);
    assert!(!alive.dead.unwrap().source.is_judgement());
    let neither = play(";B[];W[];B[];W[]", "W+20.5");
    assert_eq!(neither.verdict, Verdict::Undecided);
    assert!(
        neither.explanation.contains("with every stone alive it is W+0.5"),
        "{}",
        neither.explanation
    );
    // Each wall has two eyes: nothing was there to be agreed on.
    let walls = ["a", "b", "c", "d", "e"].map(|row| format!(";B[b{row}];W[d{row}]")).concat();
    let root = "SZ[5]RU[AGA]KM[0.5]RE[W+2.5]";
    let passes = ";B[];W[];B[];W[]";
    let eyes = audit_game(format!("(;GM[1]FF[4]{root}{walls};B[ac];W[ec]{passes})"));
    assert_eq!(severity(&eyes, FindingKind::WrongMargin), Some(Severity::Error));
}

/// A position in which no two passes follow each other needn't be the last one (overview, Rule 9); where the rules
/// take nothing off by agreement, nobody says that it is.
#[test]
fn a_game_that_no_passes_end() {
    let stones = ";B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de]";
    for rules in ["Tromp-Taylor", "koPOSITIONALscoreAREAtaxNONEsui1"] {
        let judged = |result: &str, end: &str| {
            let root = format!("SZ[5]RU[{rules}]KM[0.5]RE[{result}]");
            audit_game(format!("(;GM[1]FF[4]{root}{stones}{end})")).verdict
        };
        assert_eq!(judged("B+4.5", ""), Verdict::Confirmed, "{rules}");
        assert_eq!(judged("B+4.5", ";B[ec]"), Verdict::Undecided, "{rules}");
        assert_eq!(judged("B+9.5", ";B[];W[]"), Verdict::WrongMargin, "{rules}");
        assert_eq!(judged("B+9.5", ""), Verdict::Undecided, "{rules}");
    }
}

#[test]
fn last_moves_that_are_not_recorded() {
    // Two walls with nine dame between them; White has 18 points more.
    let walls: String = ('a'..='i').map(|row| format!(";B[c{row}];W[e{row}]")).collect();
    let judged = |result: &str, end: &str| {
        let root = "(;GM[1]FF[4]SZ[9]RU[Japanese]KM[0.5]";
        audit_game(format!("{root}RE[{result}]{walls}{end})"))
    };
    for (result, end, verdict) in [
        ("W+18.5", "", Verdict::Confirmed),
        ("W+17.5", "", Verdict::Undecided),
        ("W+21.5", "", Verdict::Undecided),
        ("W+27.5", "", Verdict::Undecided),
        ("W+28.5", "", Verdict::WrongMargin),
        ("W+18", "", Verdict::WrongMargin),
        ("B+15.5", "", Verdict::WrongWinner),
        ("W+17.5", ";B[];W[]", Verdict::WrongMargin),
        ("0", "", Verdict::Undecided),
        // With a komi of half a point there is no draw, so that none may have been meant.
        ("0", ";B[];W[]", Verdict::Undecided),
        ("0", "TB[aa:bi]TW[fa:ii]", Verdict::Undecided),
        ("W+17.5", "TB[aa:bi]TW[fa:ii]", Verdict::WrongMargin),
        // Two dame left.
        ("W+17.5", ";B[da];W[db];B[dc];W[dd];B[de];W[df];B[dg]", Verdict::Undecided),
        ("W+25.5", ";B[da];W[db];B[dc];W[dd];B[de];W[df];B[dg]", Verdict::Undecided),
        ("W+26.5", ";B[da];W[db];B[dc];W[dd];B[de];W[df];B[dg]", Verdict::WrongMargin),
    ] {
        assert_eq!(judged(result, end).verdict, verdict, "{result} {end}");
    }
    let why = "the record stops after move 18 without a pass, with 9 dame open; as it stands it is W+18.5, \
               recorded W+17.5: its last moves may be missing (up to 9 points)";
    assert_eq!(judged("W+17.5", "").explanation, why);
}

/// Territory without White's last pass is a mistake of those who count with pass stones, and of nobody else.
#[test]
fn passes_that_nobody_was_to_make() {
    // Six dame, and B9 that Black has to fill when White plays at E9.
    let game = ";B[ca];W[cb];B[da];W[db];B[bb];W[eb];B[cc];W[fa];B[cd];W[ec];B[ce];W[ed];B[cf];W[ee]\
                ;B[cg];W[ef];B[ch];W[eg];B[ci];W[eh];B[di];W[ei];B[dh]";
    // By Japanese rules B9 need not be filled as long as the dame are open.
    for (rules, verdict) in [("", Verdict::Confirmed), ("RU[AGA]", Verdict::Undecided)] {
        let audit = audit_game(format!("(;GM[1]FF[4]SZ[9]{rules}KM[0.5]RE[W+18.5]{game})"));
        assert_eq!(audit.verdict, verdict, "{}", audit.explanation);
    }
}

#[test]
fn a_handicap_of_which_one_stone_is_recorded() {
    let audit = audit_game("(;FF[4]GM[1]SZ[9]RU[AGA]HA[2]AB[cc];W[ee])");
    assert_eq!(audit.komi, sgf_audit_core::go::Points::HALF);
    let message =
        |name| audit.findings.iter().find(|found| found.kind == name).map(|f| &*f.message);
    assert_eq!(message(FindingKind::HandicapMismatch), Some("HA[2], but 1 stone is set up"));
}

/// What is right without the marks is no error because of them.
#[test]
fn marks_of_one_player() {
    let stones = ";B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[bb];B[];W[]";
    let judged = |result: &str, marks: &str| {
        let root = format!("SZ[5]RU[Chinese]KM[0.5]RE[{result}]");
        let audit = audit_game(format!("(;GM[1]FF[4]{root}{stones}{marks})"));
        let severity =
            [FindingKind::WrongWinner, FindingKind::WrongMargin].map(|name| severity(&audit, name));
        (audit.verdict, severity.into_iter().flatten().next())
    };
    let warned = Some(Severity::Warning);
    assert_eq!(judged("B+4.5", "TB[aa:be]TW[ea:ee]"), (Verdict::Confirmed, None));
    assert_eq!(judged("B+4.5", "TW[ea:ee]"), (Verdict::WrongWinner, warned));
    assert_eq!(
        judged("B+9.5", "TB[aa:be]TW[ea:ee]"),
        (Verdict::WrongMargin, Some(Severity::Error))
    );
}

#[test]
fn a_board_with_stones_of_one_player() {
    let judged = |result: &str| {
        let root = "(;SZ[9]RU[AGA]KM[0]";
        audit_game(format!("{root}RE[{result}];B[ee];W[];B[];W[])")).verdict
    };
    assert_eq!(judged("B+81"), Verdict::Confirmed);
    assert_eq!(judged("B+80"), Verdict::Undecided);
    assert_eq!(judged("B+"), Verdict::Undecided);
    assert_eq!(judged("W+81"), Verdict::Undecided);
}

#[test]
fn a_player_whose_last_stones_are_dead() {
    let black = ["cc", "dc", "ec", "fc", "gc", "cg", "dg", "eg", "fg", "gg", "ee", "ce", "ge"];
    let white = ["aa", "bb", "ii", "hh", "ai", "ia", "bh", "hb", "ei", "ea", "ie"];
    let white = white.into_iter().chain(["", ""]);
    let plays: String = black.iter().zip(white).map(|(b, w)| format!(";B[{b}];W[{w}]")).collect();
    for (result, verdict) in [
        ("B+74.5", Verdict::Confirmed),
        // With all stones alive, though they aren't.
        ("W+4.5", Verdict::Undecided),
        ("B+73.5", Verdict::Undecided),
        ("W+6.5", Verdict::Undecided),
        ("B+R", Verdict::NotCounted),
    ] {
        let root = format!("SZ[9]RU[Chinese]KM[6.5]RE[{result}]");
        let audit = audit_game(format!("(;GM[1]FF[4]{root}{plays};B[];W[])"));
        assert_eq!(audit.verdict, verdict, "{result}");
        assert_eq!(audit.score.is_some(), verdict == Verdict::Confirmed, "{result}");
    }
}

#[test]
fn a_day_of_another_calendar() {
    let date_severity = |date: &str| {
        severity(&audit_game(format!("(;SZ[9]DT[{date}];B[ee])")), FindingKind::MalformedValue)
    };
    for (date, severity) in [
        ("2001-02-28", None),
        ("2001-02-30", Some(Severity::Warning)),
        ("2001-13-01", Some(Severity::Warning)),
        ("1811-02-30", Some(Severity::Note)),
        ("2001-00-00", Some(Severity::Note)),
        ("2001/02/28", Some(Severity::Note)),
        ("28 Feb 2001", Some(Severity::Warning)),
    ] {
        assert_eq!(date_severity(date), severity, "{date}");
    }
}

/// A mark on stones that nobody can capture doesn't make them dead, unless the players agreed on that.
#[test]
fn a_proof_is_stronger_than_a_mark() {
    let judged = |marks: &str, result: &str| {
        let eyes = "AB[aa:ai][bb:bh][ca:ci]";
        let root = format!("RU[Japanese]KM[0.5]RE[{result}]");
        let audit = audit_game(game(&root, eyes, &format!(";B[];W[]{marks}")));
        let wrong_marks = severity(&audit, FindingKind::WrongMarks).is_some();
        (audit.verdict, audit.recounted().unwrap().to_string(), wrong_marks)
    };
    // Black has two eyes, White 36 points.
    let right = "TB[ba][bi]TW[fa:ii]";
    assert_eq!(judged(right, "W+34.5"), (Verdict::Confirmed, "W+34.5".to_owned(), false));
    // Someone clicked on the wall.
    let slip = right.to_owned() + "[da]";
    assert_eq!(judged(&slip, "W+34.5"), (Verdict::Confirmed, "W+34.5".to_owned(), true));
    assert_eq!(judged(&slip, "W+33.5"), (Verdict::WrongMargin, "W+34.5".to_owned(), true));
}

#[test]
fn a_fight_has_the_stones_that_hang_on_it() {
    let record =
        std::fs::read_to_string(corpus("judging/fight-misread.undecided.sgf")).expect("read");
    let explained = |result: &str| {
        let audit = audit_game(record.replace("RE[B+29.5]", &format!("RE[{result}]")));
        assert_eq!(audit.verdict, Verdict::Undecided, "{result}");
        audit.explanation
    };
    // Q5 has no liberty but those at which the fight's largest chain could be connected to it.
    let right = explained("B+29.5");
    let fight = "it is right with White's 16 stones around R12 and Q5 dead and Black's chain of 3 stones at S9 alive";
    assert!(right.starts_with(fight), "{right}");
    let other = explained("B+28.5");
    assert!(!other.contains("it is right"), "{other}");
}
