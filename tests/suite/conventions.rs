//! Hints about a set of records: the ruleset or komi that fits most of them and isn't the recorded one.

use crate::support::{borrowed, folder, run};

/// A game that both players passed. Black has 36 points of area, White 45, and each the same number of stones.
fn record(komi: &str, result: &str) -> String {
    let walls: String = ('a'..='i').map(|row| format!(";B[d{row}];W[e{row}]")).collect();
    format!("(;GM[1]FF[4]SZ[9]RU[Chinese]KM[{komi}]RE[{result}]{walls};B[];W[]TB[aa:ci]TW[fa:ii])")
}

/// The hints of a run over so many games with results by komi 7.5, and so many by the recorded komi.
fn hints(fitting: usize, own: usize, threads: &str) -> Vec<String> {
    let records: Vec<(String, String)> = (0..fitting + own)
        .map(|n| {
            let result = if n < fitting { "W+16.5" } else { "W+15.5" };
            (format!("{n}.sgf"), record("6.5", result))
        })
        .collect();
    let dir = folder(&borrowed(&records));
    let run =
        run(&dir, &["check", ".", "--no-estimate", "--fail-on", "never", "--threads", threads]);
    let lines = run.stdout.lines().filter(|line| line.starts_with("Hint: "));
    lines.map(str::to_owned).collect()
}

#[test]
fn a_komi_that_fits_most_games_is_named() {
    let expected = "Hint: Komi 7.5: as recorded are 12 of 15 games, 12 of them undecided or wrong as they are judged; \
                    try --komi 7.5.";
    assert_eq!(hints(12, 3, "1"), [expected]);
    assert_eq!(hints(12, 3, "2"), [expected]);
}

#[test]
fn nothing_is_named_that_fits_few_games_or_no_more_than_the_recorded_komi() {
    assert!(hints(4, 1, "1").is_empty());
    assert!(hints(12, 14, "1").is_empty());
    assert!(hints(0, 14, "1").is_empty());
}
