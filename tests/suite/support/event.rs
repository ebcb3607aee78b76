//! Runs of `check` on the records of an event.

use super::{Row, borrowed, folder, rows, run};

/// What a run prints, and the rows of its tables.
pub struct EventRun {
    pub printed: String,
    pub games: Vec<Row>,
    pub findings: Vec<Row>,
    pub pairings: Vec<Row>,
    /// The file of `--results-out`, if there is one.
    pub written: Option<String>,
}

/// Checks the records of `games` against the text of an event's file and a named table of results. An empty text is no file.
pub fn check_event<N: AsRef<str>, T: AsRef<[u8]>>(
    records: &[(N, T)],
    event: &str,
    (name, table): (&str, &[u8]),
    options: &[&str],
) -> EventRun {
    let mut files = borrowed(records);
    let mut arguments = [&["check", "games", "--out", "out"], options].concat();
    for (option, name, text) in
        [("--event", "event.toml", event.as_bytes()), ("--results", name, table)]
    {
        if !text.is_empty() {
            files.push((name, text));
            arguments.extend([option, name]);
        }
    }
    let folder = folder(&files);
    let run = run(&folder, &arguments);
    let out = options.iter().skip_while(|option| **option != "--results-out").nth(1);
    // Results that contradict each other aren't written.
    let is_refused = out.is_some() && run.stderr.contains("the results contradict each other");
    assert!(run.status != 2 || is_refused, "{}\n{event}\n{}", run.stderr, table.escape_ascii());
    let read = |name: &str| {
        let path = folder.path().join("out").join(name);
        rows(std::fs::read_to_string(path).unwrap_or_default())
    };
    let [games, findings, pairings] = ["games.csv", "findings.csv", "pairings.csv"].map(read);
    let written = out.and_then(|out| std::fs::read_to_string(folder.path().join(out)).ok());
    EventRun { printed: run.stdout, games, findings, pairings, written }
}

/// Records with names in `games`, from this number on.
pub fn numbered<T: AsRef<[u8]>>(first: usize, records: &[T]) -> Vec<(String, &[u8])> {
    let name = |n: usize| format!("games/{}.sgf", first + n);
    records.iter().enumerate().map(|(n, record)| (name(n), record.as_ref())).collect()
}
