//! Which findings `fix` fixes: `--select` and `--ignore`, and what `--statistics` prints.

use crate::support::{folder, run};

/// Two safe fixes of different families' names, and one by judgement.
const RECORD: &str = "(;GM[1]FF[4]SZ[9x9]RE[b+r]KM[375]RU[Chinese];B[ee];W[ ])";

/// The findings that would be fixed with these options.
fn fixed(options: &[&str]) -> Vec<String> {
    let folder = folder(&[("a.sgf", RECORD.as_bytes())]);
    let run = run(&folder, &[&["fix", "a.sgf", "--statistics"], options].concat());
    assert!(run.status < 2, "{}", run.stderr);
    // Only totals: a line for each finding with its number and class.
    assert!(!run.stdout.contains("@@") && !run.stdout.contains("a.sgf:"), "{}", run.stdout);
    let lines = run.stdout.lines().filter_map(|line| line.strip_prefix("  "));
    lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn fixes_are_chosen_within_their_class() {
    let safe = ["malformed-result 1 safe", "malformed-value 1 safe", "odd-pass 1 safe"];
    assert_eq!(fixed(&[]), safe);
    assert_eq!(fixed(&["--select", "odd-pass"]), safe[2..]);
    assert_eq!(fixed(&["--select", "result"]), safe[..1]);
    assert_eq!(fixed(&["--ignore", "format"]), safe[..1]);
    assert_eq!(fixed(&["--select", "all", "--ignore", "result,odd-pass"]), safe[1..2]);
    // By judgement only.
    assert_eq!(fixed(&["--select", "unusual-komi"]), [""; 0]);
    let komi = ["unusual-komi 1 judgement"];
    assert_eq!(fixed(&["--select", "unusual-komi", "--unsafe"]), komi);
    assert_eq!(fixed(&["--fix", "unusual-komi"]), komi);
}

#[test]
fn a_configuration_chooses_too() {
    let folder = folder(&[
        ("a.sgf", RECORD.as_bytes()),
        ("sgf-audit.toml", b"[fix]\nignore = [\"format\"]\nselect = [\"result\", \"format\"]\n"),
    ]);
    let fixed = |options: &[&str]| run(&folder, &[&["fix", "a.sgf"], options].concat()).stdout;
    assert!(!fixed(&[]).contains("+(;GM[1]FF[4]SZ[9]RE") && fixed(&[]).contains("RE[B+R]"));
    assert!(fixed(&["--isolated"]).contains("SZ[9]RE[B+R]"));
    // Findings that are named take the place of those that it selects.
    assert_eq!(run(&folder, &["fix", "a.sgf", "--fix", "malformed-result"]).status, 1);
    let refused = run(&folder, &["fix", ".", "--select", "odd-pas"]);
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("did you mean odd-pass"), "{}", refused.stderr);
    assert_eq!(run(&folder, &["fix", ".", "--select", "ko", "--fix", "odd-pass"]).status, 2);
}

#[test]
fn a_record_on_standard_input_is_fixed_and_printed() {
    let record = b"(;GM[1]FF[4]CA[UTF-8]SZ[9]RE[b+r]PB[x];B[aa])\n";
    let config = b"[fix]\nignore = [\"ruleset-spelling\"]\nexclude = [\"incoming\"]\n";
    let folder = crate::support::folder(&[("sgf-audit.toml", config)]);
    let fix = |arguments: &[&str]| {
        let run =
            crate::support::run_with_stdin(&folder, &[&["fix", "-"], arguments].concat(), record);
        (run.status, run.stdout, run.stderr)
    };
    let fixed = "(;GM[1]FF[4]CA[UTF-8]SZ[9]RE[B+R]PB[x];B[aa])\n".to_owned();
    let (status, out, messages) = fix(&[]);
    assert_eq!((status, &out), (0, &fixed));
    assert!(messages.starts_with("-:1:"), "{messages}");
    assert_eq!(fix(&["--quiet"]), (0, fixed.clone(), String::new()));
    let (_, out, messages) = fix(&["--stdin-filename", "games/b.sgf"]);
    assert!(out == fixed && messages.starts_with("games/b.sgf:1:"), "{messages}");
    // What the configuration says of its name.
    let as_it_was = String::from_utf8_lossy(record).into_owned();
    let excluded = ["--stdin-filename", "deep/incoming/b.sgf", "--force-exclude"];
    assert_eq!(fix(&excluded), (0, as_it_was, String::new()));
    assert!(fix(&["--diff"]).1.contains("\n+(;"));
    assert_eq!(fix(&["--write"]).0, 2);
}
