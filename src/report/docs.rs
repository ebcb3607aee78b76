//! Documents generated from the code: findings, columns, rulesets, causes.

use std::fmt::Write;

use super::column::Field;
use super::columns::{self, SCHEMA_VERSION, Table};
use super::ruleset_table::{Row, SOURCES, fields, names_in_records};
use crate::audit::{CAUSES, Cause, Family, FindingInfo, FindingKind};
use crate::rules::BUILT_IN;

const GENERATED: &str =
    "<!-- Made from the code: `UPDATE_DOCS=1 cargo test --test suite docs` writes it anew. -->\n\n";

/// Returns the content of `docs/findings.md`.
#[must_use]
pub fn findings_md() -> String {
    let mut md = format!("# Findings\n\n{GENERATED}");
    md.push_str(
        "`check` prints errors and warnings. `--show note` prints all findings, `--show error` only errors; the tables of \
         `--out` contain all. The exit status is 1 if there is an error; `--fail-on` changes that. Each finding is listed \
         with its usual severity, and with the conditions that change it.\n\n",
    );
    for family in Family::ALL {
        let _ = writeln!(md, "## {}\n", family.title());
        let entries = FindingKind::ALL.iter().map(|kind| kind.info());
        for entry in entries.filter(|entry| entry.family == family) {
            let _ = write!(
                md,
                "### `{}` ({})\n\n{} {}\n\n- Example: `{}`\n{}- What to do: {}\n- Source: {}\n\n",
                entry.name,
                entry.severity,
                entry.meaning,
                entry.reason,
                entry.example,
                severities(entry),
                entry.advice,
                entry.source
            );
        }
    }
    with_one_newline(md)
}

/// Returns the line about when a finding has another severity; nothing if it never has.
fn severities(entry: &FindingInfo) -> String {
    let conditions = entry.severity_conditions();
    let conditions = conditions.map(|(when, severity)| format!("{severity} if {when}"));
    let conditions: Vec<String> = conditions.collect();
    match conditions.is_empty() {
        true => String::new(),
        false => format!("- Severity: {}\n", conditions.join("; ")),
    }
}

/// Ends a text with one line break.
fn with_one_newline(mut text: String) -> String {
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// Returns the content of `docs/columns.md`.
#[must_use]
pub fn columns_md() -> String {
    let mut md = format!(
        "# Columns\n\n{GENERATED}`check --out DIR` writes these tables as CSV (RFC 4180, UTF-8, header row). This is \
         version {SCHEMA_VERSION} of the tables; later versions only add columns at the end of a table. \
         `datapackage.json` beside them (Data Package v2) describes every column, and says which version of the program \
         made the report, on which day (that of `SOURCE_DATE_EPOCH` if it is set), from which paths, with which options \
         and which estimator of dead stones, and how many files, games, findings and verdicts there are.\n\n\
         An empty cell means that the value doesn't apply or isn't known. Decimal numbers have at least one decimal \
         (`7.0`).\n\n\
         Findings about a file rather than one of its games are listed in `findings.csv` as game 0. They count in each \
         game of the file: the `errors` of a game are the rows of severity `error` with its `path` and either its `game` \
         or game 0, and `file_errors` says how many of them are the file's. To select games without faults, filter by \
         `clean`. `findings.csv` lists at most `--max-findings` findings of the same name and severity per game, and \
         the message of the last says how many more there are; the other tables count all of them.\n\n\
         ## Cells in spreadsheets\n\n\
         Text that a spreadsheet could run as a formula has a `'` before it: text that begins with `=`, and text that \
         begins with `+`, `-` or `@` and contains `(`, `|` or `!`. Text of this kind that already has a `'` gets another \
         one. `--raw-cells` writes all text unchanged. `--excel` begins each table with a byte order mark, so that Excel \
         reads it as UTF-8. In a path, `\\xNN` is a byte that isn't valid UTF-8; a backslash is written so too where \
         it would look like one, or like `\\n`, `\\r`, `\\t` or `\\u{{N}}`.\n\n\
         ## Types in dataframes\n\n\
         pandas, polars and DuckDB load the tables without options. But they guess the types: polars from the first 100 \
         rows, DuckDB from the first 20,480. A column of numbers that is empty so far becomes text, and reading stops at \
         a round or a date that isn't a plain number where all so far were. The Data Package has the types; in polars:\n\n\
         ```python\n\
         import json, polars as pl\n\n\
         package = json.load(open(\"report/datapackage.json\"))\n\
         fields = next(t for t in package[\"resources\"] if t[\"name\"] == \"games\")[\"schema\"][\"fields\"]\n\
         types = dict(string=pl.String, integer=pl.Int64, number=pl.Float64, boolean=pl.Boolean)\n\
         schema = {{field[\"name\"]: types[field[\"type\"]] for field in fields}}\n\
         games = pl.read_csv(\"report/games.csv\", schema_overrides=schema)\n\
         ```\n\n\
         `convert --to jsonl` writes the games with their moves: [convert.md](convert.md#--to-jsonl).\n\n"
    );
    columns::tables().iter().for_each(|table| push_table(&mut md, table));
    with_one_newline(md)
}

fn push_table(md: &mut String, table: &Table) {
    let Table { name, rows, option, fields } = table;
    let option = if option.is_empty() { String::new() } else { format!(" (`{option}`)") };
    md.push_str(&format!(
        "## `{name}.csv`: {rows}{option}\n\n| column | type | unit | meaning |\n|---|---|---|---|\n"
    ));
    for Field { name, kind, unit, meaning, .. } in fields {
        md.push_str(&format!("| `{name}` | {} | {unit} | {meaning} |\n", kind.name()));
    }
    md.push('\n');
}

/// How the ruleset of a record that names none is found.
const INFERRED: &str = "\
## Records that name no ruleset

If neither the record nor its [server](sources.md#other-formats-than-sgf) names a ruleset, and no option does, the likely rulesets \
are tried in turn. The first that confirms the recorded result is used, for legality too, and `ruleset_source` is `inferred`. If none \
confirms it, or if the game wasn't decided by counting, the first on the list is used, and `ruleset_source` is `default`. \
`--default-rules NAME` uses that one instead.

The list has AGA, Japanese and Chinese rules, and those that the event (EV) or the place (PC) points to: Korean, Ing, New Zealand, \
WAGC, WMSG. AGA rules come first, unless something else speaks for another ruleset:

1. words in event and place;
2. the komi: 4.5, 5.5 and 6.5 are Japanese, 8 is Ing's;
3. the date: there were no AGA rules before 1991.

A wrong result may be confirmed by chance. Of 706 KGS games without RU and with the result of another game, 9 (1.3 %) were \
confirmed (`tests/oracle/swapped_results.py`).

";

/// Returns the content of `docs/rulesets.md`.
#[must_use]
pub fn rulesets_md() -> String {
    let mut md = format!(
        "# Rulesets\n\n{GENERATED}{SOURCES} [rules-file.md](rules-file.md) explains \
         the values.\n\n\
         A record's RU is read without regard to case, blanks and punctuation, and to words like \"rules\", a \
         year or a komi behind the name. Beside the names below, KataGo's strings mean what they say, and are identifiers too: `ko` \
         (`POSITIONAL`, `SITUATIONAL`, `SPIGHT`: natural situational superko; `SIMPLE`: none, and a longer cycle has no \
         result), `score` (`AREA`, `TERRITORY`), `tax` (`SEKI`: no eyes in seki; `ALL`: group tax; `NONE`), `sui1` \
         (suicide of two stones or more), `button1` (half a point for the first pass), `whb` (White's points for handicap \
         stones where area is counted: `0`, `N-1`, `N`), `fpok`, which changes no count. `sgf-audit rules \
         koPOSITIONALscoreAREAtaxNONEsui1` shows one. `aga-area` is AGA rules where the players agreed to count area, as \
         `RU[AGA (area)]` says.\n\n{INFERRED}"
    );
    for rules in &BUILT_IN {
        let _ = writeln!(
            md,
            "## `{}`: {}\n\nIn RU: {}.\n\n| field | key | value | source |\n|---|---|---|---|",
            rules.id,
            rules.name,
            names_in_records(rules, "`")
        );
        for Row { field, key, value, source } in fields(rules) {
            let key = if key.is_empty() { String::new() } else { format!("`{key}`") };
            let _ = writeln!(md, "| {field} | {key} | {value} | {source} |");
        }
        md.push('\n');
    }
    with_one_newline(md)
}

/// Returns the content of `docs/causes.md`.
#[must_use]
pub fn causes_md() -> String {
    let mut md = format!(
        "# Causes\n\n{GENERATED}When a recorded margin isn't the one that the count gives, `check` looks for \
         the simplest cause that gives exactly the recorded margin, and says it with the arithmetic in \
         `explanation` and in the findings `wrong-winner` and `wrong-margin`; `cause` in `games.csv` \
         holds its name.\n\n\
         Causes are tried in the order of this table, the most plausible first. All that stand alone \
         come before a chain of another status, and that before two causes together. But where players \
         passed and marked nothing, a dead chain that they may have forgotten comes before another \
         komi, before passes and prisoners that nothing in the record speaks for, and before points for \
         handicap stones where territory is counted and the ruleset gives none; so do causes that the board or the record shows. Where several that are as simple fit, the first is named and the others follow (`also: ...`, \
         `other_causes`). A small difference has many possible causes: the table says which is the \
         likeliest, not which is true.\n\n\
         In a pair, something in the record must speak for one of the two (*evident*); a cause that \
         only the number speaks for (*bare*) goes with an evident one, and some go with none (*alone*). \
         Where more than three pairs fit, none is named: by then any number would have one. Where \
         nothing fits, `no cause was found`. A count with estimated dead stones is explained in the \
         same way, and says that it is estimated.\n\n\
         | cause | what was done | arithmetic | in pairs |\n|---|---|---|---|\n"
    );
    for cause in CAUSES {
        let Cause { name, meaning, arithmetic, .. } = cause;
        let _ = writeln!(md, "| `{name}` | {meaning} | {arithmetic} | {} |", cause.pairing());
    }
    md
}
