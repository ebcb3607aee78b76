//! The rules on the board: every record of `corpus/rules` under every built-in ruleset, against
//! `expected.tsv`, which was worked out from the rule documents by hand.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use sgf_audit_core::audit::{Audit, Family, FindingKind, ValueSource, Verdict};
use sgf_audit_core::rules::{BUILT_IN, find};
use sgf_audit_core::sgf::Outcome;

use crate::support::{audit_game, audit_game_with, corpus, under_without_estimate};

/// What a record must give under a ruleset.
#[derive(Clone)]
struct Expected {
    line: usize,
    findings: Vec<String>,
    /// As in the table.
    result: String,
}

type Table = BTreeMap<(String, &'static str), Expected>;

fn folder() -> PathBuf {
    corpus("rules")
}

/// Reads the table; what is wrong with it goes into `faults`.
fn read_table(text: &str, faults: &mut String) -> Table {
    let mut table = Table::new();
    for (index, row) in text.lines().enumerate().skip(1) {
        let line = index + 1;
        let cells: Vec<&str> = row.split('\t').collect();
        let &[record, rulesets, findings, result] = &cells[..] else {
            writeln!(faults, "expected.tsv:{line}: {} cells, not 4", cells.len()).unwrap();
            continue;
        };
        let mut findings: Vec<String> =
            findings.split(' ').filter(|&f| f != "-").map(str::to_owned).collect();
        for finding in &findings {
            if FindingKind::find(finding.split('@').next().unwrap_or_default())
                .is_none_or(|n| !is_of_play(n))
            {
                writeln!(faults, "expected.tsv:{line}: `{finding}` is no finding of play").unwrap();
            }
        }
        findings.sort();
        let all = BUILT_IN.iter().map(|rules| &*rules.id);
        let wanted: Vec<&'static str> = if rulesets == "*" {
            all.collect()
        } else {
            let named: Vec<_> = rulesets.split(' ').map(|id| (id, find(id))).collect();
            for (id, _) in named.iter().filter(|(_, rules)| rules.is_none()) {
                writeln!(faults, "expected.tsv:{line}: no ruleset `{id}`").unwrap();
            }
            named.iter().filter_map(|(_, rules)| rules.map(|rules| &*rules.id)).collect()
        };
        for id in wanted {
            let expected = Expected { line, findings: findings.clone(), result: result.to_owned() };
            table.insert((record.to_owned(), id), expected);
        }
    }
    table
}

/// Whether a finding is about play, its end or the setup: those that the table lists.
fn is_of_play(name: FindingKind) -> bool {
    matches!(name.info().family, Family::Legality | Family::End | Family::Setup)
}

/// `name@move`, or the name alone where it is about no move.
fn findings(audit: &Audit) -> Vec<String> {
    let mut found: Vec<String> = audit
        .findings
        .iter()
        .filter(|finding| is_of_play(finding.kind))
        .map(|finding| match finding.move_number {
            Some(number) => format!("{}@{number}", finding.kind.as_str()),
            None => finding.kind.as_str().to_owned(),
        })
        .collect();
    found.sort();
    found
}

fn result(audit: &Audit) -> String {
    // The documents' results are by the ruleset's own komi, also if another one confirms the record's.
    if let Some(score) = audit.score.as_ref().filter(|_| audit.komi_source == ValueSource::Inferred)
    {
        let komi = audit.rules.default_komi(audit.replay.handicap.stones, None).unwrap_or_default();
        return Outcome::from_white_margin(score.margin - score.komi + komi).to_string();
    }
    audit.counted().map_or("?".to_owned(), |outcome| outcome.to_string())
}

fn list(findings: &[String]) -> String {
    if findings.is_empty() { "-".to_owned() } else { findings.join(" ") }
}

#[test]
fn every_record_under_every_ruleset() {
    let mut faults = String::new();
    let text = fs::read_to_string(folder().join("expected.tsv")).unwrap();
    let table = read_table(&text, &mut faults);

    let mut records = BTreeSet::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "sgf") {
            records.insert(path.file_stem().unwrap().to_str().unwrap().to_owned());
        }
    }
    let named: BTreeSet<_> = table.keys().map(|(record, _)| record.clone()).collect();
    for record in named.difference(&records) {
        writeln!(faults, "expected.tsv: there is no {record}.sgf").unwrap();
    }

    for record in &records {
        let bytes = fs::read(folder().join(format!("{record}.sgf"))).unwrap();
        for rules in &BUILT_IN {
            let Some(expected) = table.get(&(record.clone(), &*rules.id)) else {
                writeln!(faults, "{record}, {}: no row in expected.tsv", rules.id).unwrap();
                continue;
            };
            let audit = audit_game_with(&bytes, &under_without_estimate(rules));
            let (found, counted) = (findings(&audit), result(&audit));
            let place = format!("{record}, {} (expected.tsv:{})", rules.id, expected.line);
            if found != expected.findings {
                let (wanted, found) = (list(&expected.findings), list(&found));
                writeln!(faults, "{place}\n    findings: {wanted}\n    but got:  {found}").unwrap();
            }
            if expected.result != "-" && counted != expected.result {
                let wanted = &expected.result;
                writeln!(faults, "{place}\n    result:  {wanted}\n    but got: {counted}").unwrap();
            }
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
}

#[test]
fn every_record_says_what_it_shows() {
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "sgf") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let comment = text.split_once("\nC[").and_then(|(_, rest)| rest.split(']').next());
        let cites = ["A91 ", "AS ", "BGA ", "B07", "WIK", "GRO"];
        let cited = comment.is_some_and(|c| cites.iter().any(|document| c.contains(document)));
        assert!(cited, "{}: the root's C names no document", path.display());
    }
}

#[test]
fn faults_of_the_table_are_told() {
    let mut faults = String::new();
    let rows = "record\trulesets\tfindings\tresult\na\tagga\tko@1\t-\na\t*\tkoh@1\t?\na\t*\tko@1\n\
                a\t*\twrong-margin\t-";
    read_table(rows, &mut faults);
    let expected = "expected.tsv:2: no ruleset `agga`\n\
                    expected.tsv:3: `koh@1` is no finding of play\n\
                    expected.tsv:4: 3 cells, not 4\n\
                    expected.tsv:5: `wrong-margin` is no finding of play\n";
    assert_eq!(faults, expected);
}

/// The repetition rules differ from one another in some record: each pair of the five.
#[test]
fn the_records_tell_the_repetition_rules_apart() {
    let mut faults = String::new();
    let text = fs::read_to_string(folder().join("expected.tsv")).unwrap();
    let table = read_table(&text, &mut faults);
    let rules = ["aga-simplified", "aga", "new-zealand", "bga", "french", "japanese", "ing"];
    let records: BTreeSet<_> = table.keys().map(|(record, _)| record.clone()).collect();
    for (i, a) in rules.iter().enumerate() {
        for b in &rules[i + 1..] {
            let of = |record: &String, id: &'static str| {
                let repeats = |f: &&String| f.starts_with("ko@") || f.starts_with("superko@");
                let expected = &table[&(record.clone(), id)];
                expected.findings.iter().filter(repeats).cloned().collect::<Vec<_>>()
            };
            let differ = records.iter().any(|record| of(record, a) != of(record, b));
            assert!(differ, "no record tells {a} from {b}");
        }
    }
}

/// Stones on the board once all else is filled are area less group tax (overview, "Group tax"), in seki too.
#[test]
fn stone_scoring_is_area_scoring_with_group_tax() {
    let eye_of_two = "AB[ca][ab][bb][cb]AW[ea][eb][fb];B[];W[]TB[aa][ba]TW[fa]";
    let counted = |rules: &str| {
        let record = format!("(;GM[1]FF[4]SZ[6:2]RU[{rules}]KM[0]RE[?]PL[B]{eye_of_two})");
        let rules = find(rules).expect("a ruleset");
        result(&audit_game_with(record, &under_without_estimate(rules)))
    };
    assert_eq!(counted("stone-scoring"), "B+2");
    assert_eq!(counted("area-group-tax"), "B+2");
}

/// Two more passes resume a game and stop it again, after which all stones are alive (WIK, World Mind Sports Games rules).
#[test]
fn four_passes_end_a_game_by_the_rules_of_the_world_mind_sports_games() {
    const MOVES: &str =
        ";B[cc];W[dc];B[cb];W[db];B[cd];W[dd];B[ce];W[de];B[ca];W[da];B[bc];W[ec];B[ac]";
    let judged = |rest: &str| {
        let audit = audit_game(format!("(;GM[1]FF[4]SZ[5]RU[WMSG]KM[0.5]RE[W+0.5]{MOVES}{rest})"));
        let kinds: Vec<FindingKind> = audit.findings.iter().map(|finding| finding.kind).collect();
        (audit.verdict, kinds)
    };
    // White's stone at A1 lives, so that the points around it are nobody's.
    let confirmed = (Verdict::Confirmed, vec![]);
    assert_eq!(judged(";W[ae];B[];W[];B[];W[]"), confirmed);
    assert_eq!(
        judged(";W[ae];B[];W[];B[];W[];B[]"),
        (Verdict::Confirmed, vec![FindingKind::ExtraPass])
    );
    // Two passes alone leave it to the players.
    assert_ne!(judged(";W[ae];B[];W[]").0, Verdict::Confirmed);
    let after = judged(";W[];B[];W[];B[];W[ae];B[];W[]").1;
    assert!(after.contains(&FindingKind::PlayAfterEnd), "{after:?}");
    let resumed = judged(";W[];B[];W[ae];B[];W[]").1;
    assert!(!resumed.contains(&FindingKind::PlayAfterEnd), "{resumed:?}");
}
