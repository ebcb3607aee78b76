//! What a record states, what is used, and the findings about the record, for options of a run alone and in pairs.

use std::collections::BTreeSet;

use crate::support::{Row, borrowed, folder, rows, run};

const EVENT: &str = "name = \"Small Cup\"\nruleset = \"chinese\"\nkomi = 7.5\n";

const RULED: &str = "name = \"Small Cup\"\nruleset = \"chinese\"\nkomi = 7.5\n\
    [[rulings]]\nfile = \"other.sgf\"\nresult = \"W+F\"\nreason = \"late\"\n";

const TABLE: &str = "round,black,white,result,komi\n1,Ada Alpha,Ben Beta,B+R,7.5\n\
    1,Cyd Gamma,Dan Delta,B+R,7.5\n1,Eve Zeta,Fay Eta,B+R,7.5\n";

/// Names of players, and the header of each record: as the event has it, otherwise, and silent.
const RECORDS: [(&str, &str, &str); 3] = [
    ("same.sgf", "PB[Ada Alpha]PW[Ben Beta]", "RU[Chinese]KM[7.5]"),
    ("other.sgf", "PB[Cyd Gamma]PW[Dan Delta]", "RU[Japanese]KM[0.5]"),
    ("silent.sgf", "PB[Eve Zeta]PW[Fay Eta]", ""),
];

/// Black has 15 points of area, White 10: no komi gives the recorded result.
const MOVES: &str =
    ";B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[]TB[aa:be]TW[ea:ee]";

/// Options that say what holds in a run.
const OPTIONS: [&[&str]; 8] = [
    &["--komi", "7.5"],
    &["--komi", "5.5"],
    &["--rules", "korean"],
    &["--default-rules", "ing"],
    &["--event", "event.toml"],
    &["--event", "ruled.toml"],
    &["--results", "table.csv"],
    &["--ko", "simple"],
];

/// The value of an option.
fn value<'a>(options: &[&'a str], name: &str) -> Option<&'a str> {
    let at = options.iter().position(|option| *option == name)?;
    options.get(at + 1).copied()
}

/// Ruleset, its source, komi and its source that a record is judged by.
fn used(record: &str, options: &[&str]) -> [String; 4] {
    let (event, table) = (options.contains(&"--event"), options.contains(&"--results"));
    let default = value(options, "--default-rules");
    let (ruleset, by) = match (record, value(options, "--rules")) {
        (_, Some(rules)) => (rules, "option"),
        ("same.sgf", _) => ("chinese", "record"),
        ("other.sgf", _) if event => ("chinese", "event"),
        ("other.sgf", _) => ("japanese", "record"),
        _ if event => ("chinese", "default"),
        _ => (default.unwrap_or("aga"), "default"),
    };
    let own = match value(options, "--rules").or(default) {
        Some("korean") => "6.5",
        Some("ing") => "8.0",
        _ => "7.5",
    };
    let (komi, from) = match (record, value(options, "--komi")) {
        (_, Some(komi)) => (komi, "option"),
        ("same.sgf", _) => ("7.5", "record"),
        ("other.sgf", _) if event || table => ("7.5", "event"),
        ("other.sgf", _) => ("0.5", "record"),
        _ if event || table => ("7.5", "event"),
        _ => (own, "default"),
    };
    [ruleset, by, komi, from].map(str::to_owned)
}

/// The findings about a record's ruleset and komi: they depend on what it states, and not on what is used.
fn about(record: &str, options: &[&str]) -> BTreeSet<String> {
    let (event, table) = (options.contains(&"--event"), options.contains(&"--results"));
    let mut found = Vec::new();
    match record {
        "other.sgf" => {
            found.extend(
                event.then_some(["unexpected-ruleset", "unexpected-komi"]).into_iter().flatten(),
            );
            found.extend(table.then_some("komi-differs-from-table"));
        }
        "silent.sgf" => found.extend(event.then_some("unstated-term")),
        _ => {}
    }
    found.into_iter().map(str::to_owned).collect()
}

#[test]
fn what_is_used_hides_nothing_of_what_is_stated() {
    let mut files: Vec<(&str, String)> = RECORDS
        .iter()
        .map(|(name, players, stated)| {
            (*name, format!("(;FF[4]GM[1]SZ[5]{players}{stated}RO[1]RE[W+20.5]{MOVES})"))
        })
        .collect();
    files.extend(
        [("event.toml", EVENT), ("ruled.toml", RULED), ("table.csv", TABLE)]
            .map(|(name, text)| (name, text.to_owned())),
    );
    let dir = folder(&borrowed(&files));
    const KINDS: [&str; 4] =
        ["unexpected-ruleset", "unexpected-komi", "komi-differs-from-table", "unstated-term"];
    for (n, first) in OPTIONS.iter().enumerate() {
        for second in &OPTIONS[n..] {
            let options: Vec<&str> = match first == second {
                true => first.to_vec(),
                // No option is given twice.
                false if first[0] == second[0] => continue,
                false => [*first, *second].concat(),
            };
            let out = tempfile::TempDir::new().expect("a folder");
            let mut arguments = vec!["check", "same.sgf", "other.sgf", "silent.sgf", "--quiet"];
            arguments.extend(["--no-estimate", "--fail-on", "never", "--out"]);
            arguments.push(out.path().to_str().expect("a name"));
            arguments.extend(&options);
            let done = run(&dir, &arguments);
            assert_eq!(done.status, 0, "{options:?}: {}", done.stderr);
            let table = |name: &str| rows(std::fs::read(out.path().join(name)).expect("written"));
            let (games, findings): (Vec<Row>, Vec<Row>) =
                (table("games.csv"), table("findings.csv"));
            for game in &games {
                let is = ["ruleset", "ruleset_source", "komi", "komi_source"]
                    .map(|column| game[column].clone());
                assert_eq!(is, used(&game["path"], &options), "{} {options:?}", game["path"]);
                let found: BTreeSet<String> = findings
                    .iter()
                    .filter(|row| row["path"] == game["path"] && KINDS.contains(&&*row["finding"]))
                    .map(|row| row["finding"].clone())
                    .collect();
                assert_eq!(found, about(&game["path"], &options), "{} {options:?}", game["path"]);
                // A ruling stands whatever is counted: the wrong result of its game is told, but isn't an error.
                let ruled = options.contains(&"ruled.toml") && game["path"] == "other.sgf";
                let wrong = ["wrong-winner", "wrong-margin"];
                let of_result = findings.iter().filter(|row| row["path"] == game["path"]);
                let of_result = of_result.filter(|row| wrong.contains(&&*row["finding"]));
                let severities: Vec<&str> = of_result.map(|row| &*row["severity"]).collect();
                let is_note = severities == ["note"];
                assert_eq!((severities.len(), is_note), (1, ruled), "{} {options:?}", game["path"]);
                let says_so = game["explanation"].starts_with("ruled: Dan Delta wins by default");
                assert_eq!(says_so, ruled, "{} {options:?}", game["path"]);
            }
            if options.contains(&"ruled.toml") && options.contains(&"table.csv") {
                let decided: Vec<[String; 2]> = table("pairings.csv")
                    .iter()
                    .map(|row| ["path", "decided_result"].map(|column| row[column].clone()))
                    .filter(|[_, decided]| !decided.is_empty())
                    .collect();
                assert_eq!(decided, [["other.sgf", "W+F"]], "{options:?}");
            }
        }
    }
}
