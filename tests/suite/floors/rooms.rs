//! The lines of each room may fall and not rise. `rooms.tsv` beside this file has them: lines of code and lines of tests.
//!
//! More in one row is less in another, in the same commit: the last row holds the sum. `UPDATE_DOCS=1` lowers rows to what is there.

use std::fs;

use walkdir::WalkDir;

use crate::support::project;

const TABLE: &str = "tests/suite/floors/rooms.tsv";

/// Number of lines that a room may have less than its row before the row has to be lowered.
const SLACK: usize = 50;

/// A room's lines of code, and of tests.
type Lines = [usize; 2];

/// Returns the rows of the table without its header.
fn table() -> Vec<(String, Lines)> {
    let text = fs::read_to_string(project(TABLE)).expect("the table is there");
    let row = |line: &str| {
        let mut cells = line.split('\t');
        let room = cells.next().expect("a room").to_owned();
        let mut number = || cells.next().and_then(|cell| cell.parse().ok()).expect("a number");
        (room, [number(), number()])
    };
    text.lines().skip(1).map(row).collect()
}

/// Whether a file is in a room: below a directory, or directly in it (`DIRECTORY/*.rs`).
fn is_in(room: &str, file: &str) -> bool {
    match room.strip_suffix("*.rs") {
        Some(directory) => file.strip_prefix(directory).is_some_and(|name| !name.contains('/')),
        None => file.strip_prefix(room).is_some_and(|rest| rest.starts_with('/')),
    }
}

/// Returns the lines of a file. Unit tests stand at its end.
fn lines(file: &str, text: &str) -> Lines {
    let all = text.lines().count();
    let tests = match text.find("#[cfg(test)]\nmod ") {
        _ if file.starts_with("tests/") => all,
        Some(at) => text[at..].lines().count(),
        None => 0,
    };
    [all - tests, tests]
}

/// Returns the lines of each room of the table now.
fn counted(table: &[(String, Lines)]) -> Vec<Lines> {
    let mut counted = vec![[0, 0]; table.len()];
    for root in ["src", "tests"] {
        let entries = WalkDir::new(project(root)).into_iter();
        let is_made = |name: &std::ffi::OsStr| name == "target" || name == "node_modules";
        for entry in entries.filter_entry(|entry| !is_made(entry.file_name())) {
            let entry = entry.expect("it can be listed");
            let path = entry.path();
            let is_counted = path.extension().is_some_and(|end| end == "rs" || end == "snap");
            // Links lead to the examples.
            if !is_counted || !entry.file_type().is_file() {
                continue;
            }
            let file = path.strip_prefix(project("")).expect("below").display().to_string();
            let file = file.replace('\\', "/");
            let rooms = table.iter().enumerate().filter(|(_, (room, _))| is_in(room, &file));
            let (place, _) = rooms
                .max_by_key(|(_, (room, _))| room.len())
                .unwrap_or_else(|| panic!("{file} is in no room of {TABLE}"));
            let [code, tests] = lines(&file, &fs::read_to_string(path).expect("UTF-8"));
            counted[place] = [counted[place][0] + code, counted[place][1] + tests];
        }
    }
    counted
}

fn sum(rows: &[Lines]) -> Lines {
    rows.iter().fold([0, 0], |sum, row| [sum[0] + row[0], sum[1] + row[1]])
}

#[test]
fn no_room_grows() {
    let mut rows = table();
    let (last, all) = rows.pop().expect("a last row");
    assert_eq!(last, "all");
    let counted = counted(&rows);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let mut text = "room\tcode\ttests\n".to_owned();
        let lowered =
            |(row, now): (&(String, Lines), &Lines)| [row.1[0].min(now[0]), row.1[1].min(now[1])];
        let kept: Vec<Lines> = rows.iter().zip(&counted).map(lowered).collect();
        let names = rows.iter().map(|(room, _)| &room[..]).chain(["all"]);
        for (room, [code, tests]) in names.zip(kept.iter().chain([&sum(&kept)])) {
            text.push_str(&format!("{room}\t{code}\t{tests}\n"));
        }
        fs::write(project(TABLE), text).expect("the table can be written");
        return;
    }
    let mut wrong = Vec::new();
    for ((room, most), now) in rows.iter().zip(&counted) {
        for (kind, (most, now)) in ["code", "tests"].iter().zip(most.iter().zip(now)) {
            if now > most {
                wrong.push(format!("{room} has {now} lines of {kind}, {most} at most: make it shorter, or lower another room and its row by as many"));
            } else if now + SLACK < *most {
                wrong.push(format!(
                    "{room} has {now} lines of {kind}, and its row {most}: UPDATE_DOCS=1 lowers it"
                ));
            }
        }
    }
    let rows: Vec<Lines> = rows.iter().map(|(_, lines)| *lines).collect();
    if sum(&rows) != all {
        wrong.push(format!("the rows add up to {:?}, the last says {all:?}", sum(&rows)));
    }
    assert!(wrong.is_empty(), "{TABLE}:\n{}", wrong.join("\n"));
}

#[test]
fn lines_are_counted_in_their_room() {
    assert!(is_in("src/core/go", "src/core/go/board/mod.rs"));
    assert!(!is_in("src/core/go", "src/core/go.rs") && !is_in("src/core/*.rs", "src/core/go/a.rs"));
    assert!(is_in("src/core/*.rs", "src/core/lib.rs"));
    let file = "fn one() {}\n\n#[cfg(test)]\nmod tests {\n}\n";
    assert_eq!((lines("src/a.rs", file), lines("tests/a.rs", file)), ([2, 3], [0, 5]));
}
