//! A name becomes text in `src/core/printable.rs` alone: for people as `Shown`, for data by `path_text`.

use std::collections::BTreeMap;

use walkdir::WalkDir;

use crate::support::project;

/// What makes text of a name.
const CONVERSIONS: [&str; 4] = [".display()", "to_string_lossy(", "from_utf8_lossy(", "path_text("];

/// Where else that is done, each with the reason. None puts the text into a line for people.
const ALLOWED: &[(&str, &str)] = &[
    ("printable.rs", "does it"),
    ("archive/member.rs", "makes a path of a member's name"),
    ("batch/baseline.rs", "keys of a file"),
    ("batch/gitignore.rs", "patterns of a file"),
    ("batch/not_read.rs", "looks at the ends of names, and fills a Data Package"),
    ("batch/policy.rs", "makes a path on systems where names are text"),
    ("cli/baseline_args.rs", "the Data Package has it"),
    ("cli/check.rs", "the Data Package has it"),
    ("cli/completions.rs", "the text is the program's own"),
    ("cli/convert/run.rs", "JSON and CSV have it"),
    ("cli/event_args.rs", "findings have it, and escape it with their message"),
    ("cli/fix/atomic_replace.rs", "an attribute, escaped with its message"),
    ("cli/inputs.rs", "git's message, which is escaped as a line"),
    ("cli/mod.rs", "looks for similar names, and shows arguments"),
    ("cli/select.rs", "CSV in a file has it"),
    ("cli/terminal.rs", "escapes data"),
    ("convert/sgf.rs", "a part of a record, escaped with its message"),
    ("engine/process.rs", "an excerpt, which is escaped"),
    ("event/record_match.rs", "tables of results name it"),
    ("event/results/mod.rs", "the name of an encoding, which is escaped"),
    ("fix/diff.rs", "the name in a diff, which is escaped"),
    ("formats/ogs/moves.rs", "a part of a record, escaped with its message"),
    ("report/context.rs", "a command to copy, if nothing is escaped in it"),
    ("report/html/", "HTML has it, escaped"),
    ("report/sarif.rs", "URIs have it"),
    ("select/selector.rs", "JSON has it"),
    ("sgf/text/declared.rs", "a charset's name, escaped with its message"),
    ("sgf/text/source_text.rs", "text of a record"),
    ("table/", "tables have it"),
];

#[test]
fn names_become_text_in_one_place() {
    let root = project("src");
    let mut hits: BTreeMap<&str, usize> = ALLOWED.iter().map(|&(place, _)| (place, 0)).collect();
    for entry in WalkDir::new(&root) {
        let entry = entry.expect("the sources can be listed");
        let file = entry.path().strip_prefix(&root).expect("below src");
        let file = file.strip_prefix("core").unwrap_or(file).display().to_string();
        let file = file.replace('\\', "/");
        if !file.ends_with(".rs") || ["python/", "web/"].iter().any(|room| file.starts_with(room)) {
            continue;
        }
        let text = std::fs::read_to_string(entry.path()).expect("UTF-8");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let mut lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        let is_one = |line: &str| CONVERSIONS.iter().any(|conversion| line.contains(conversion));
        let Some(line) = lines.find(|line| is_one(line)) else { continue };
        let place = ALLOWED.iter().map(|&(place, _)| place).find(|place| file.starts_with(place));
        let place = place.unwrap_or_else(|| panic!("{file} makes text of a name: {}", line.trim()));
        *hits.get_mut(place).expect("it is listed") += 1;
    }
    let unused: Vec<_> = hits.iter().filter(|(_, hits)| **hits == 0).collect();
    assert!(unused.is_empty(), "not needed any more: {unused:?}");
}
