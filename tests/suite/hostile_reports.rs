//! Records that try to do something by way of a report: run a formula in a spreadsheet, command a
//! terminal, put a script into a drawing, break a line of JSON or of a log. Their text must arrive, and
//! nothing of it may act.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::support::{self, Random, Run, borrowed, folder, rows, size};

/// Text that acts somewhere, and that a property holds as it is: SGF turns other white space than
/// spaces into spaces.
const ACTING: [&str; 26] = [
    "=cmd|' /C calc'!A0",
    "=HYPERLINK(\"http://example.org\",\"x\")",
    "+1+1",
    "+cmd|' /C calc'!A0",
    "-2+Sheet2!A1",
    "＋SUM（A1）(",
    "-oz-",
    "-1+1",
    "@SUM(A1)",
    "＝1+1",
    "＋1",
    "－1",
    "＠SUM(A1)",
    "'=1+1",
    "''=1+1",
    "'t Hooft",
    "a,b;c",
    "say \"x\"",
    "</title><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>&amp;\" '",
    "]]><svg onload=alert(1)>",
    "::error file=a::b",
    "%0A::set-output name=x::y",
    "\u{1b}[2J\u{1b}]0;title\u{7}",
    "\u{202e}txet\u{2066}\u{200f}",
    "\\u001b[31m",
];

/// A record with a text in each place that reports show.
fn record(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace(']', "\\]");
    format!(
        "(;FF[4]CA[UTF-8]SZ[9]RU[{text}]PB[{text}]PW[{text}]EV[{text}]DT[{text}]RE[{text}]KM[{text}]\
         ;B[ee]C[{text}];W[{text}];B[ee])"
    )
}

pub fn records() -> TempDir {
    let named = ACTING.iter().enumerate();
    let named: Vec<_> = named.map(|(n, text)| (format!("{n:02}.sgf"), record(text))).collect();
    folder(&borrowed(&named))
}

fn run(folder: &Path, arguments: &[&str]) -> (String, String) {
    let Run { status, stdout, stderr } = support::run(folder, arguments);
    assert!(status < 3, "{arguments:?}");
    (stdout, stderr)
}

/// Whether a character before a formula doesn't keep a spreadsheet from running it.
fn is_skipped(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(c, '"' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// Whether a spreadsheet may run a cell and do harm: sums such as `+1+1` do none.
fn runs(cell: &str) -> bool {
    let cell = cell.trim_start_matches(is_skipped);
    cell.starts_with(['=', '＝'])
        || cell.starts_with(['+', '-', '@', '＋', '－', '＠']) && cell.contains(['(', '|', '!'])
}

/// Returns the text of a cell without the apostrophes that escape it, as `docs/columns.md` says.
fn read_back(cell: &str) -> String {
    let mut out = String::new();
    let mut rest = cell;
    loop {
        let hides = |text: &str| {
            let text = text.trim_start_matches(|c| c == '\'' || is_skipped(c));
            runs(text) || !out.is_empty() && text.starts_with(['+', '-', '@', '＋', '－', '＠'])
        };
        rest = rest.strip_prefix('\'').filter(|text| hides(text)).unwrap_or(rest);
        let end = rest.find([';', '\t', '\n', '\r']).map_or(rest.len(), |at| at + 1);
        out.push_str(&rest[..end]);
        rest = &rest[end..];
        if rest.is_empty() {
            return out;
        }
    }
}

/// A spreadsheet may split a table at semicolons or tabs, or at all of these and commas. No cell of any of them begins with a
/// formula, and those who split it at commas read each name as it is recorded.
#[test]
fn no_cell_is_a_formula_wherever_a_table_is_split() {
    let before = ["", "a", "a(b) ", "-oz-", "\"", "x, y"];
    let splits = [";", "\t", ",", " ", ";;", "; ", ";\t", ""];
    let hidden = [
        "",
        " ",
        "\u{a0}",
        "\u{3000}",
        "\u{200b}",
        "\u{feff}",
        "\"",
        "\"\"",
        "'",
        "''",
        "\u{2060} ",
    ];
    let formulas = [
        "=1",
        "=cmd|' /C calc'!A0",
        "＝1",
        "+cmd|'x'!A0",
        "-2+3+a!A1",
        "@SUM(1)",
        "-1",
        "@home",
        "+",
        "b",
    ];
    let after = ["", ";", ";=2", ",c", ";-1;=\"x\"", "\t@a(b)"];
    // Each part with others at random, in an order that is always the same.
    let mut random = Random(7);
    let made = (0..size(600, 6000)).map(|_| {
        [&before[..], &splits, &hidden, &formulas, &after, &splits, &hidden, &formulas]
            .map(|parts| random.pick(parts))
            .concat()
    });
    let names: Vec<String> = ACTING.map(str::to_owned).into_iter().chain(made).collect();
    let escaped = |name: &String| name.replace('\\', "\\\\").replace(']', "\\]");
    let game = |(name, other): (&String, &String)| {
        format!("(;SZ[9]CA[UTF-8]PB[{}]PW[{}]RE[B+R];B[ee])\n", escaped(name), escaped(other))
    };
    let pairs = names.iter().zip(names.iter().rev());
    let games: String = pairs.clone().map(game).collect();
    let path = "a;=b.sgf";
    let folder = folder(&[(path, games.as_bytes())]);
    run(folder.path(), &["check", ".", "--out", "report", "--compare", "--quiet"]);
    let (moves, _) = run(folder.path(), &["convert", path, "--to", "csv", "-q"]);
    let (findings, _) = run(folder.path(), &["check", ".", "--format", "csv", "--show", "note"]);
    let (found, _) =
        run(folder.path(), &["duplicates", ".", "--format", "csv", "--min-moves", "0"]);
    run(
        folder.path(),
        &["select", ".", "--clean", "--where", "moves > 9", "--left-out", "left.csv", "-q"],
    );
    let mut tables = vec![moves.into_bytes(), findings.into_bytes(), found.into_bytes()];
    for table in ["report/games.csv", "report/findings.csv", "report/rulesets.csv", "left.csv"] {
        tables.push(fs::read(folder.path().join(table)).expect("it is there"));
    }
    for table in &tables {
        assert!(table.len() > 60, "{}", String::from_utf8_lossy(table));
        // LibreOffice can be told to split at each of several signs. Quotes count at the beginning of a cell alone.
        let all = String::from_utf8_lossy(table).replace(['\t', ';'], ",");
        for (split, text) in
            [(b',', &table[..]), (b';', table), (b'\t', table), (b',', all.as_bytes())]
        {
            let mut reader = csv::ReaderBuilder::new();
            let mut reader =
                reader.flexible(true).has_headers(false).delimiter(split).from_reader(text);
            for row in reader.records() {
                for cell in &row.expect("it is CSV") {
                    assert!(!runs(cell), "{:?}: {cell:?}", char::from(split));
                }
            }
        }
    }
    let games = rows(fs::read(folder.path().join("report/games.csv")).expect("there"));
    assert_eq!(games.len(), names.len());
    let recorded = |name: &str| name.trim_matches(['\t', ' ']).replace('\t', " ");
    for (row, (name, other)) in games.iter().zip(pairs) {
        assert_eq!(read_back(&row["black"]), recorded(name));
        assert_eq!(read_back(&row["white"]), recorded(other));
        assert_eq!(read_back(&row["path"]), format!("./{path}"));
    }
}

/// JSON lines hold text as it is: nothing runs them.
#[test]
fn json_lines_hold_names_as_they_are() {
    let folder = records();
    for (number, text) in ACTING.iter().enumerate() {
        let file = format!("{number:02}.sgf");
        let (line, _) = run(folder.path(), &["convert", &file, "--to", "jsonl", "--lossy", "-q"]);
        assert!(!line.trim_end().contains(char::is_control), "{line:?}");
        let game: serde_json::Value = serde_json::from_str(&line).expect("it is JSON");
        assert!(holds(&game, text), "{text:?} in {game}");
    }
    for format in ["jsonl", "sarif"] {
        let (out, _) = run(folder.path(), &["check", ".", "--format", format, "--show", "note"]);
        assert!(!out.contains(|c: char| c.is_control() && c != '\n'), "{format}");
        match format {
            "sarif" => drop(serde_json::from_str::<serde_json::Value>(&out).expect("JSON")),
            _ => out.lines().for_each(|line| {
                drop(serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
            }),
        }
    }
}

fn holds(value: &serde_json::Value, text: &str) -> bool {
    match value {
        serde_json::Value::String(held) => held == text,
        serde_json::Value::Array(items) => items.iter().any(|item| holds(item, text)),
        serde_json::Value::Object(fields) => fields.values().any(|field| holds(field, text)),
        _ => false,
    }
}

#[test]
fn drawings_hold_no_elements_of_records() {
    let folder = records();
    for number in 0..ACTING.len() {
        for command in ["show", "score"] {
            let file = format!("{number:02}.sgf");
            run(folder.path(), &[command, &file, "--svg", "a.svg"]);
            let svg = fs::read_to_string(folder.path().join("a.svg")).expect("it is there");
            let known: Vec<&str> = "
                svg /svg title /title style /style defs /defs radialGradient
                /radialGradient stop rect path g /g circle text /text"
                .split_whitespace()
                .collect();
            for tag in svg.split('<').skip(1) {
                let name = tag.split([' ', '>']).next().unwrap_or_default();
                assert!(known.contains(&name), "{file}: <{tag}");
                let inside = tag.split('>').next().unwrap_or_default();
                assert!(!inside.contains("on") || !inside.contains("alert"), "{file}: <{tag}");
            }
            assert_eq!(svg.matches("<title>").count(), 1);
            assert!(!svg.contains(|c: char| c.is_control() && c != '\n'), "{file}");
        }
        fs::remove_file(folder.path().join("a.svg")).expect("removed");
    }
}

/// A cell may be as large as a file; the tables stay tables, and the memory small.
#[test]
fn cells_of_any_size() {
    let name = "=x,\"y\"\n".repeat(size(40_000, 400_000));
    let record = format!("(;SZ[9]PB[{name}]RE[{name}]RU[{name}];B[ee];W[{name}])");
    let folder = folder(&[("a.sgf", record.as_bytes())]);
    let (stdout, _) = run(folder.path(), &["check", "a.sgf", "--out", "report", "--show", "note"]);
    assert!(stdout.lines().all(|line| line.len() < 10_000), "a line of a message is short");
    let games = rows(fs::read(folder.path().join("report/games.csv")).expect("there"));
    assert_eq!(games.len(), 1);
    assert_eq!(read_back(&games[0]["black"]).len(), name.trim_end().len());
    let findings = fs::read(folder.path().join("report/findings.csv")).expect("there");
    assert!(rows(findings).iter().all(|row| row["message"].len() < 10_000));
}
