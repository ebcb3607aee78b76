//! The pages generated from the code are current. `UPDATE_DOCS=1` writes them.

mod commands;
mod lists;
pub mod pages;
mod python_options;

use sgf_audit::report::{Row, ruleset_fields};
use sgf_audit_core::audit::{AuditOptions, FindingKind};
use sgf_audit_core::rules::BUILT_IN;

use self::pages::{causes_md, columns_md, findings_md, fixes_md, rulesets_md};
use self::python_options::python_options;
use crate::support::{audit_file, project, run};

fn check(page: &str, generated: &str) {
    check_file(&format!("docs/{page}"), generated);
}

fn check_file(name: &str, generated: &str) {
    let path = project(name);
    if std::env::var_os("UPDATE_DOCS").is_some_and(|value| value == "1") {
        std::fs::create_dir_all(path.parent().expect("a file has a folder"))
            .expect("it can be made");
        std::fs::write(&path, generated).expect("it can be written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(
        written == generated,
        "{name} isn't current: run `UPDATE_DOCS=1 cargo test --test suite docs` and look at the change"
    );
}

#[test]
fn findings() {
    check("findings.md", &findings_md());
}

#[test]
fn columns() {
    check("columns.md", &columns_md());
}

#[test]
fn rulesets() {
    check("rulesets.md", &rulesets_md());
}

#[test]
fn fixes() {
    check("fixes.md", &fixes_md());
}

#[test]
fn causes() {
    check("causes.md", &causes_md());
}

#[test]
fn the_schema_of_configurations() {
    let schema = run(project(""), &["config", "--schema"]).stdout;
    check("sgf-audit.schema.json", &schema.replace("\r\n", "\n"));
}

#[test]
fn the_options_of_the_python_package() {
    check_file("src/python/sgf_audit/_option_types.py", &python_options());
}

/// An example that is a whole record has the finding that it is an example of.
#[test]
fn examples_have_their_findings() {
    let is_record = |example: &str| {
        example.starts_with("(;") && example.ends_with(')') && !example.contains("...")
    };
    let mut tried = 0;
    for &kind in FindingKind::ALL {
        let example = kind.info().example;
        if !is_record(example) {
            continue;
        }
        tried += 1;
        let options = AuditOptions { variations: true, ..AuditOptions::default() };
        let audited = audit_file(example, &options);
        assert!(audited.has(kind), "{}: {example}", kind.as_str());
    }
    assert!(tried > 20, "{tried}");
}

/// The README shows what the program prints.
#[test]
fn the_example_of_the_readme() {
    let readme = std::fs::read_to_string(project("README.md")).expect("it is there");
    let readme = readme.replace("\r\n", "\n");
    let (_, example) = readme.split_once("```\n$ sgf-audit ").expect("there is an example");
    let (command, rest) = example.split_once('\n').expect("it has lines");
    let (shown, _) = rest.split_once("```").expect("it ends");
    let arguments: Vec<&str> = command.split(' ').collect();
    let printed = run(project(""), &arguments).stdout.replace("\r\n", "\n");
    assert_eq!(shown, printed);
}

/// `docs/rules-file.md`, which is written by hand, has every key and value.
#[test]
fn every_value_of_a_ruleset_is_explained() {
    let path = project("docs/rules-file.md");
    let explained = std::fs::read_to_string(path).unwrap();
    let mut words = 0;
    let rows = BUILT_IN.iter().flat_map(ruleset_fields);
    for Row { key, value, .. } in rows.filter(|row| !row.key.is_empty()) {
        assert!(explained.contains(&format!("`{key}`")), "{key}");
        if value.parse::<f64>().is_err() {
            assert!(
                explained.contains(&format!("`{value}`"))
                    || explained.contains(&format!("`\"{value}\"`")),
                "{key}: {value}"
            );
            words += 1;
        }
    }
    assert!(words > 100, "{words}");
}

/// The pages written by hand and by the code, by their paths.
fn texts(roots: &[&str], extension: &str) -> Vec<(std::path::PathBuf, String)> {
    let files = roots.iter().flat_map(|root| walkdir::WalkDir::new(project(root)));
    let files = files.map(|entry| entry.expect("it can be listed").into_path());
    let is_wanted = |path: &std::path::PathBuf| {
        let is_made = path.iter().any(|part| part == "target" || part == "node_modules");
        !is_made && path.extension().is_some_and(|it| it == extension)
    };
    let read = |path: std::path::PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        (path, text)
    };
    files.filter(is_wanted).map(read).collect()
}

/// The names by which links reach the headings of a page, as code hosts make them.
fn anchors(page: &str) -> Vec<String> {
    let headings = page.lines().filter(|line| line.starts_with('#'));
    let name = |line: &str| {
        let text = line.trim_start_matches('#').trim().to_lowercase();
        let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.collect::<String>().replace(' ', "-")
    };
    headings.map(name).collect()
}

/// Links lead to files and headings that are there.
#[test]
fn links_lead_somewhere() {
    let mut links = 0;
    let mut broken = Vec::new();
    for (path, text) in texts(&["README.md", "docs", "tests", "src", ".github"], "md") {
        let mut code = false;
        for line in text.lines() {
            code ^= line.trim_start().starts_with("```");
            let words: String = line.split('`').step_by(2).collect();
            for link in words.split("](").skip(1).filter(|_| !code) {
                let target = link.split(')').next().unwrap_or_default();
                if target.contains("://") || target.contains(' ') {
                    continue;
                }
                links += 1;
                let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
                let to = match file {
                    "" => path.clone(),
                    file => path.with_file_name("").join(file),
                };
                let page = || std::fs::read_to_string(&to).unwrap_or_default();
                if !to.exists() || !anchor.is_empty() && !anchors(&page()).contains(&anchor.into())
                {
                    broken.push(format!("{}: {target}", path.display()));
                }
            }
        }
    }
    assert!(links > 120 && broken.is_empty(), "{links} links, {broken:#?}");
    // Pages that the sources name.
    for (path, text) in [texts(&["src", "tests/suite"], "rs"), texts(&["tests"], "py")].concat() {
        for rest in text.split("docs/").skip(1) {
            let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '/' | '_' | '.');
            let name: &str = rest.split(|c: char| !is_name(c)).next().unwrap_or_default();
            if name.ends_with(".md") && !name.contains("..") {
                let page = project(format!("docs/{name}"));
                assert!(page.exists(), "{}: docs/{name}", path.display());
            }
        }
    }
}

/// The index of the documentation lists every page of it.
#[test]
fn the_index_lists_every_page() {
    let index = std::fs::read_to_string(project("docs/README.md")).expect("it is there");
    for (path, _) in texts(&["docs"], "md") {
        let name = path.strip_prefix(project("docs")).expect("below").display().to_string();
        let name = name.replace('\\', "/");
        assert!(name == "README.md" || index.contains(&format!("]({name}")), "{name}");
    }
    let readme = std::fs::read_to_string(project("README.md")).expect("it is there");
    assert!(readme.lines().count() <= 130);
}

/// `docs/undecided.md`, which is written by hand, quotes the reasons as reports state them.
#[test]
fn the_page_on_undecided_games_quotes_the_reasons() {
    let page = std::fs::read_to_string(project("docs/undecided.md")).expect("it is there");
    let files = std::fs::read_dir(project("src/core/audit/suppositions")).expect("it is there");
    let read = |file: std::fs::DirEntry| std::fs::read_to_string(file.path()).expect("a source");
    let reasons: String = files.flatten().map(read).collect();
    let mut quoted = 0;
    for text in page.lines().filter_map(|line| line.strip_prefix("| \"")) {
        let cell = text.split(" | ").next().unwrap_or_default().trim_end_matches('"');
        for part in cell.split("\", \"").flat_map(|quote| quote.split("...")) {
            // Numbers and names are those of a game.
            let part = part.trim().trim_end_matches("60% sure").trim();
            quoted += 1;
            assert!(part.is_empty() || reasons.contains(part), "{part}");
        }
    }
    assert!(quoted > 15, "{quoted}");
}

/// `docs/dead-stones.md`, which is written by hand, quotes the thresholds.
#[test]
fn the_page_on_dead_stones_quotes_the_thresholds() {
    use sgf_audit_core::score::thresholds::{
        ALL_ALIVE_POINTS, DAME_PER_POINT, DECIDED_OWNERSHIP, MAX_DAME_REGION, MAX_DOUBTFUL_GROUPS,
        MAX_MISSING_POINTS, MAX_UNSETTLED_POINTS, MAX_UNSTATED_KOMI, MIN_OPEN_DAME,
        MISSING_MOVES_POINTS, OPEN_BOARD_DIVISOR, SURE_OWNERSHIP,
    };
    let page = std::fs::read_to_string(project("docs/dead-stones.md")).expect("it is there");
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let word = |number: usize| ["zero", "one", "two", "three", "four", "five"][number];
    let part = |divisor: usize| ["whole", "whole", "half", "third", "quarter"][divisor];
    for quoted in [
        format!("a confidence below {DECIDED_OWNERSHIP} may be alive or dead"),
        format!("a region of more than {MAX_DAME_REGION} points is open"),
        format!("more than {MAX_UNSETTLED_POINTS} points are undecided stones"),
        format!("the region covers a {} of the board", part(OPEN_BOARD_DIVISOR)),
        format!("from {MIN_OPEN_DAME} open dame on"),
        format!("{MISSING_MOVES_POINTS} points on any board"),
        format!("one more point per {DAME_PER_POINT} open dame"),
        format!("at most {MAX_MISSING_POINTS} points"),
        format!("within {ALL_ALIVE_POINTS} points of the count with every stone alive"),
        format!("with a komi of up to {MAX_UNSTATED_KOMI} for either player"),
        format!("the {} least certain ones", word(MAX_DOUBTFUL_GROUPS)),
        format!("some groups (a confidence below {SURE_OWNERSHIP})"),
        format!("a confidence of at least {SURE_OWNERSHIP}"),
    ] {
        assert!(page.contains(&quoted), "{quoted}");
    }
}
