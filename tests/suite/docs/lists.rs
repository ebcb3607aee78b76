//! Lists in texts are complete: a text that lists most members of an enum lists all of them.

use sgf_audit::report::FORMATS;
use sgf_audit_core::audit::Family;
use sgf_audit_core::formats::{FOREIGN_FORMATS, record_extensions};

use crate::support::project;

/// An enumeration of the program, with the words that texts use for its members.
struct Enumeration {
    name: &'static str,
    members: Vec<String>,
}

fn enumerations() -> Vec<Enumeration> {
    let new = |name, members: Vec<&str>| {
        let members = members.into_iter().map(str::to_owned).collect();
        Enumeration { name, members }
    };
    let foreign = || FOREIGN_FORMATS.iter().map(|format| format.info().name);
    vec![
        new("families of findings", Family::ALL.iter().map(|family| family.name()).collect()),
        new("extensions of records", record_extensions().collect()),
        new("formats of files", ["sgf"].into_iter().chain(foreign()).collect()),
        new("report formats", FORMATS.iter().map(|format| format.name).collect()),
    ]
}

/// The lists of a text: runs of single words with commas, bars, slashes, "or" or "and" between them.
fn lists(text: &str) -> Vec<Vec<&str>> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let mut lists = vec![Vec::new()];
    let mut rest = text;
    let mut is_separated = true;
    while let Some(start) = rest.find(is_word) {
        let gap = &rest[..start];
        let is_mark = |c: char| matches!(c, ',' | '|' | '/');
        let is_blank = |c: char| c.is_whitespace() || matches!(c, '`' | '\'' | '"' | '.' | '\\');
        let is_open = gap.chars().all(|c| is_mark(c) || is_blank(c));
        let end = rest[start..].find(|c| !is_word(c)).map_or(rest.len(), |end| start + end);
        let word = &rest[start..end];
        rest = &rest[end..];
        if !is_open || !(is_separated || gap.contains(is_mark) || ["or", "and"].contains(&word)) {
            lists.push(Vec::new());
        }
        is_separated = ["or", "and"].contains(&word);
        if !is_separated {
            lists.last_mut().expect("there is one").push(word);
        }
    }
    lists
}

/// Splits a text into its remarks in parentheses and the text without them.
fn without_remarks(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(" (") {
        let Some((remark, after)) = after.split_once(')') else { break };
        parts[0].push_str(before);
        parts.push(remark.to_owned());
        rest = after;
    }
    parts[0].push_str(rest);
    parts
}

/// Returns a line for each incomplete list.
fn faults(text: &str) -> Vec<String> {
    let enumerations = enumerations();
    let mut faults = Vec::new();
    let parts = without_remarks(text);
    for list in parts.iter().flat_map(|part| lists(part)).filter(|list| list.len() > 2) {
        let missing = |Enumeration { members, .. }: &Enumeration| {
            let is_missing = |member: &&String| !list.contains(&member.as_str());
            members.iter().filter(is_missing).cloned().collect::<Vec<_>>()
        };
        if enumerations.iter().any(|enumeration| missing(enumeration).is_empty()) {
            continue;
        }
        for enumeration in &enumerations {
            let (missing, count) = (missing(enumeration), enumeration.members.len());
            let known = count - missing.len();
            // A list of other things may share a few words.
            if 2 * known > count && 2 * known > list.len() {
                faults.push(format!("{}: {list:?} lacks {missing:?}", enumeration.name));
            }
        }
    }
    faults
}

#[test]
fn an_incomplete_list_is_noticed() {
    let all = "legality, end, setup, result, format, encoding, cleaning or event";
    assert_eq!(faults(all), Vec::<String>::new());
    assert!(!faults(&all.replace(" cleaning or", "")).is_empty());
    assert!(!faults("`.sgf`, `.sgfs`, `.mgt` (MultiGo), `.gib` and `.ngf`").is_empty());
    assert_eq!(faults("files: \\.(?i:sgf|sgfs|mgt|gib|ngf|ugf|ugi)$"), Vec::<String>::new());
    assert!(!faults("files: \\.(?i:sgf|sgfs|mgt|gib|ngf|ugf)$").is_empty());
    assert_eq!(faults("the result, the setup and the format"), Vec::<String>::new());
}

#[test]
fn lists_in_texts_are_complete() {
    let mut texts = 0;
    let mut all = Vec::new();
    for root in ["README.md", ".pre-commit-hooks.yaml", ".github", "docs", "src", "tests/hooks"] {
        for entry in walkdir::WalkDir::new(project(root)) {
            let entry = entry.expect("it can be listed");
            let path = entry.path();
            let is_history = path.ends_with("docs/CHANGELOG.md");
            if !entry.file_type().is_file() || is_history {
                continue;
            }
            let Ok(text) = std::fs::read_to_string(path) else { continue };
            texts += 1;
            all.extend(
                faults(&text).into_iter().map(|fault| format!("{}: {fault}", path.display())),
            );
        }
    }
    assert!(texts > 300, "{texts}");
    assert!(all.is_empty(), "{}", all.join("\n"));
}

/// Sentences name the formats by their titles.
#[test]
fn sentences_name_every_input_format() {
    let read = |name: &str| std::fs::read_to_string(project(name)).expect("it is there");
    for name in [
        "README.md",
        "docs/sources.md",
        "docs/architecture.md",
        "src/core/lib.rs",
        "src/core/library.rs",
        "src/web/static/index.html",
    ] {
        let text = read(name).replace('’', "'");
        for format in FOREIGN_FORMATS {
            let has_title = text.contains(format.info().title)
                || text.contains(&format.info().title.replace('\'', "'s"));
            assert!(has_title, "{name} lacks {}", format.info().title);
        }
    }
    let page = read("src/web/static/page.js");
    let (_, known) = page.split_once("const KNOWN = ").expect("the names that the page knows");
    let known = known.lines().next().unwrap_or_default();
    for extension in record_extensions() {
        assert!(known.contains(extension), "{extension}: {known}");
    }
}
