//! The content of the pages generated from the code: findings, columns, rulesets, causes, fixes.

use std::fmt::Write;

use sgf_audit::report::{Row, names_in_records, ruleset_fields, sources};
use sgf_audit_core::audit::{CAUSES, Cause, Family, FindingInfo, FindingKind};
use sgf_audit_core::fix::{FIXES, Fix};
use sgf_audit_core::rules::{BUILT_IN, Ruleset};
use sgf_audit_core::table::{
    Field, SCHEMA_VERSION, Table, move_columns, point_columns, setup_columns, tables,
};

const GENERATED: &str =
    "<!-- Made from the code: `UPDATE_DOCS=1 cargo test --test suite docs` writes it. -->\n\n";

/// Returns the content of `docs/findings.md`.
pub fn findings_md() -> String {
    let mut md = format!("# Findings\n\n{GENERATED}");
    md.push_str(
        "`check` prints errors and warnings (`--show note`: all findings, `--show error`: only errors); the tables of `--out` have \
         all. Each finding has its usual severity, and after the advice an example and the source. A *study* is a record with variations or a position set up, but without a result and the \
         names of both players. [rulesets.md](rulesets.md) has the names of the sources; FF[4] is the specification of SGF.\n\n",
    );
    md.push_str("| finding | severity | meaning |\n|---|---|---|\n");
    for kind in FindingKind::ALL {
        let FindingInfo { name, severity, meaning, .. } = kind.info();
        let _ = writeln!(md, "| [{name}](#{name}-{severity}) | {severity} | {meaning} |");
    }
    md.push('\n');
    for &family in Family::ALL {
        let _ = writeln!(md, "## {}\n", family.title());
        let entries = FindingKind::ALL.iter().map(|kind| kind.info());
        for entry in entries.filter(|entry| entry.family == family) {
            let _ = write!(
                md,
                "### `{}` ({})\n\n{} {} {}Advice: {}\n\n`{}` ({})\n\n",
                entry.name,
                entry.severity,
                entry.meaning,
                entry.reason,
                severities(entry),
                entry.advice,
                entry.example,
                entry.source
            );
        }
    }
    with_one_newline(md)
}

/// Returns the sentence about when a finding has another severity; nothing if it never has.
fn severities(entry: &FindingInfo) -> String {
    let conditions = entry.severity_conditions();
    let conditions: Vec<String> =
        conditions.map(|(when, severity)| format!("{severity} if {when}")).collect();
    match conditions.len() {
        0 => String::new(),
        // `dead-stones.md` explains those of a wrong result.
        6.. => "A warning [in some cases](dead-stones.md#errors-and-warnings). ".to_owned(),
        _ => format!("Severity: {}. ", conditions.join("; ")),
    }
}

/// Ends a text with one line break.
fn with_one_newline(mut text: String) -> String {
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// Returns the content of `docs/columns.md`.
pub fn columns_md() -> String {
    let mut md = format!(
        "# Columns\n\n{GENERATED}`check --out DIR` writes these tables as CSV (RFC 4180, UTF-8, header row), in \
         version {SCHEMA_VERSION}; later versions only add columns at the end of a table. `datapackage.json` (Data Package v2) describes \
         every column, and records how the report was made: version, date (that of `SOURCE_DATE_EPOCH` if it is set), paths, options, \
         estimator, and the numbers of files, games, findings and verdicts.\n\n\
         A column without a description means what it means in `games.csv`. Columns without a type are text. An empty cell means that the value doesn't apply or isn't known. Decimal numbers have at least one decimal (`7.0`).\n\n\
         Findings about a file rather than one of its games have game 0 in `findings.csv`, and count in each game of the file: a \
         game's `errors` are the rows of severity `error` with its `path`, either its `game` or game 0, and an empty `follows`; \
         `warnings` and `notes` add up in the same way. `findings.csv` has at most `--max-findings` \
         of the same name and severity per game; the message of the last one gives the number of those left out. The other tables count \
         all.\n\n\
         ## Cells in spreadsheets\n\n\
         Text that a spreadsheet could run as a formula gets a `'` before it: text that begins with `=`, and text that begins with `+`, \
         `-` or `@` and contains `(`, `|` or `!`. Where the list separator is a semicolon (in German or French, for example), a \
         spreadsheet splits a row within its cells, quoted or not. So a `'` also precedes `=`, `+`, `-` and `@` behind a `;`, a tab or a \
         line break: `a;=1` is `a;'=1`. Blanks, invisible characters, quotes and a `'` that is there already make no difference. Taking one \
         `'` away from each of these places gives the text as recorded. In a path, `\\xNN` is a byte that isn't \
         valid UTF-8; a backslash that could be mistaken for the start of such a byte, or of `\\n`, `\\r`, `\\t` or `\\u{{N}}`, is \
         `\\x5c`.\n\n\
         `--excel` begins each table with a byte order mark, by which Excel recognises UTF-8. `--raw-cells` leaves all text unchanged.\n\n\
         ## Types in dataframes\n\n\
         pandas, polars and DuckDB read the tables without options. They guess the type of each column, quoted or not, polars from the \
         first 100 rows and DuckDB from the first 20,480, and stop where later text doesn't fit. So text that looks like a number, a time of day, \
         a truth value or a missing value gets a `'` before it, and is text in every row: the round `1` is `'1`, the year `1938` is `'1938`. \
         `--excel` and `--raw-cells` write none. A draw is `'0`, too. The rounds of `pairings.csv` have no mark, and neither have days such as \
         `2001-02-03`: DuckDB takes a column for dates if its first 20,480 rows have no other text. If these have no quoted cell, it stops at the first one.\n\n\
         A column that is empty in those rows is text, whatever comes later. The Data Package has the types. With this, `--raw-cells` \
         needs no guess:\n\n\
         ```python\n\
         import json, pathlib, polars as pl\n\n\
         def load(folder, name, types={{\"string\": pl.String, \"integer\": pl.Int64, \"number\": pl.Float64, \"boolean\": pl.Boolean}}):\n    \
             tables = json.loads(pathlib.Path(folder, \"datapackage.json\").read_bytes())[\"resources\"]\n    \
             fields = next(table for table in tables if table[\"name\"] == name)[\"schema\"][\"fields\"]\n    \
             return pl.read_csv(f\"{{folder}}/{{name}}.csv\", schema_overrides={{f[\"name\"]: types[f[\"type\"]] for f in fields}})\n\n\
         games = load(\"report\", \"games\")\n\
         ```\n\n\
         `pd.read_csv(..., dtype=...)` takes `str`, `\"Int64\"`, `\"Float64\"` and `\"boolean\"` in the same way, \
         `duckdb.read_csv(..., dtype=...)` `\"VARCHAR\"`, `\"BIGINT\"`, `\"DOUBLE\"` and `\"BOOLEAN\"`.\n\n\
         `check --format jsonl` prints one JSON object per finding, with the columns of `findings.csv` and a list `details`; values \
         that don't apply are `null`. `convert --to jsonl` writes games with their moves: [convert.md](convert.md#--to-jsonl).\n\n"
    );
    for Table { name, rows, option, fields } in tables() {
        let option = if option.is_empty() { String::new() } else { format!(" (`{option}`)") };
        let _ = writeln!(md, "## `{name}.csv`: {rows}{option}\n");
        push_fields(&mut md, name, fields.iter());
    }
    md.push_str(
        "## `moves`: one row per move of the main line\n\n\
         Only the [Python package](python.md#moves-setup-and-points) makes this table and the following ones. `x` and `y` are the \
         `points`, and `point` a name in `moves`, of `convert --to jsonl`. `convert --to csv` has other columns: \
         [convert.md](convert.md#--to-csv).\n\n",
    );
    push_fields(&mut md, "moves", move_columns().iter().map(|column| &column.field));
    md.push_str("## `setup`: one row per point that is set up\n\n");
    push_fields(&mut md, "setup", setup_columns().iter().map(|column| &column.field));
    md.push_str("## `points`: one row per point of each counted board\n\n");
    push_fields(&mut md, "points", point_columns().iter().map(|column| &column.field));
    with_one_newline(md)
}

/// Writes a list of a table's columns. Those that `games.csv` has alike are described there.
fn push_fields<'a>(md: &mut String, table: &str, fields: impl Iterator<Item = &'a Field>) {
    let games = tables().into_iter().next().expect("the first is that of games").fields;
    for Field { name, kind, unit, meaning, .. } in fields {
        if table != "games" && games.iter().any(|of| of.name == *name && of.meaning == *meaning) {
            let _ = writeln!(md, "- `{name}`");
            continue;
        }
        let kind = match (kind.name(), *unit) {
            ("string", "") => String::new(),
            (kind, "") => format!(" ({kind})"),
            (kind, unit) => format!(" ({kind}, {unit})"),
        };
        let _ = writeln!(md, "- `{name}`{kind}: {meaning}");
    }
    md.push('\n');
}

/// How the ruleset of a record that names none is found.
const INFERRED: &str = "\
## Records that name no ruleset

If neither the record nor its [server](sources.md#formats-other-than-sgf) names a ruleset, and `--rules` isn't given, the first of the \
likely rulesets that confirms the recorded result is used, also for legality; `ruleset_source` is `inferred`. If none does, or the \
game wasn't decided by counting, it is the first one (`--default-rules NAME` states another), and `ruleset_source` is `default`.

The likely ones are AGA, Japanese and Chinese rules, and those that the event (EV) or the place (PC) points to: Korean, Ing, New Zealand, \
WAGC, WMSG. AGA rules come first, unless these point to another one:

1. words in the event and the place;
2. the komi: 4.5, 5.5 and 6.5 are Japanese, 8 is Ing's;
3. the date: there were no AGA rules before 1991.

A wrong result may be confirmed by chance: of 706 KGS games without RU, each with the result of another one, 9 (1.3 %) were \
confirmed (`tests/oracle/swapped_results.py`).

";

/// Returns the content of `docs/rulesets.md`.
pub fn rulesets_md() -> String {
    let mut md = format!(
        "# Rulesets\n\n{GENERATED}{} [rules-file.md](rules-file.md) explains the keys and their values.\n\n\
         RU may have the identifier or the name of a ruleset, or one of the others given here, regardless of case, blanks and punctuation; words like \"rules\", and a year or a komi after the name, \
         are ignored. RU and `--rules` also take a rules string of KataGo, such as `koPOSITIONALscoreAREAtaxNONEsui1`: `ko` \
         (`POSITIONAL`, `SITUATIONAL`, `SPIGHT`: natural situational superko; `SIMPLE`: simple ko only, and a longer cycle has no \
         result), `score` (`AREA`, `TERRITORY`), `tax` (`SEKI`: no eyes in seki; `ALL`: group tax; `NONE`), `sui1` \
         (suicide of two stones or more), `button1` (half a point for the first pass), `whb` (White's points for handicap \
         stones where area is counted: `0`, `N-1`, `N`), and `fpok`, which changes no count. `aga-area` means AGA rules where the \
         players agreed to count area, as in `RU[AGA (area)]`.\n\n{INFERRED}",
        sources()
    );
    for (at, rules) in BUILT_IN.iter().enumerate() {
        let _ = writeln!(md, "## `{}`: {}\n", rules.id, rules.name);
        let names = names_in_records(rules, "`");
        let own = [&rules.id, &rules.name].map(|name| format!("`{name}`"));
        let others: Vec<&str> =
            names.split(", ").filter(|name| !own.iter().any(|own| own == name)).collect();
        if !others.is_empty() {
            let _ = writeln!(md, "In RU also: {}.", others.join(", "));
        }
        let own = ruleset_fields(rules);
        // An earlier one that it differs from in few fields.
        let differing = |base: &Ruleset| {
            let base = ruleset_fields(base);
            let is_same = |one: &Row, other: &Row| {
                (one.key, one.field, &one.value, one.source)
                    == (other.key, other.field, &other.value, other.source)
            };
            let differs = |row: &&Row| !base.iter().any(|other| is_same(row, other));
            own.iter().filter(differs).collect::<Vec<&Row>>()
        };
        let nearest = BUILT_IN[..at].iter().map(|base| (base, differing(base)));
        let nearest = nearest.min_by_key(|(_, rows)| rows.len());
        let rows = match nearest.filter(|(_, rows)| rows.len() * 2 < own.len()) {
            None => own.iter().collect(),
            Some((base, rows)) => {
                let but = if rows.is_empty() { "." } else { " but for:" };
                let _ = writeln!(md, "As `{}`{but}", base.id);
                rows
            }
        };
        push_by_source(&mut md, &rows);
    }
    with_one_newline(md)
}

/// Writes fields of a ruleset with a line for each source, in the order of its first field.
fn push_by_source(md: &mut String, rows: &[&Row]) {
    md.push('\n');
    for (at, row) in rows.iter().enumerate() {
        if rows[..at].iter().any(|earlier| earlier.source == row.source) {
            continue;
        }
        let field = |Row { field, key, value, .. }: &Row| match *key {
            "" => format!("{field}: {value}"),
            key => format!("`{key}` {value}"),
        };
        let same = rows.iter().filter(|other| other.source == row.source);
        let fields = same.map(|row| field(row));
        let _ = writeln!(md, "- {} ({})", fields.collect::<Vec<_>>().join(", "), row.source);
    }
    md.push('\n');
}

/// Returns the content of `docs/causes.md`.
pub fn causes_md() -> String {
    let mut md = format!(
        "# Causes\n\n{GENERATED}If the counted margin isn't the recorded one, `check` looks for causes that give exactly the recorded \
         one. A cause is *likely* only if it is at least as probable as all others that fit and a plain slip of the pen \
         together. `wrong-winner` and `wrong-margin` state the likely cause with its arithmetic, and the column `cause` of \
         `games.csv` names it. Causes that only fit are listed as \"would fit\" (`other_causes`).\n\n\
         The probability of a cause is its prior, divided by the number of ways in which it can change the count of the game; \
         without its evidence it is at most 0.02. A slip of the pen by one point has 0.175 in each direction, by two 0.075, by \
         three 0.05, by four or five 0.035, by six to nine 0.03, by ten 0.01, and by more 0.002. The priors are rounded; they come from wrong \
         results among marked games of three servers and tournament games with a known official result (`tests/judgement/`).\n\n\
         Where stones give the recorded result with the other status, the finding names them, however sure the estimate is.\n\n\
         | cause | what was done | arithmetic | prior | evidence |\n|---|---|---|---|---|\n"
    );
    for cause in CAUSES {
        let Cause { name, meaning, arithmetic, prior, evidence, .. } = cause;
        let _ = writeln!(md, "| `{name}` | {meaning} | {arithmetic} | {prior} | {evidence} |");
    }
    md
}

/// Returns the text of `docs/fixes.md`.
pub fn fixes_md() -> String {
    let mut md = format!(
        "# Fixes\n\n{GENERATED}`sgf-audit fix PATH...` shows its changes as a diff; `--write` makes them. A fix edits only the bytes \
         that it must. The edited file is audited again, and a fix is dropped if anything changes but what it declares. Files are \
         replaced as a whole; they keep permissions, access lists and other extended attributes, and the owner where the system \
         allows that.\n\n\
         Each hunk names the finding and the class of the fix:\n\n\
         - *safe* fixes change how something is written, not what it means. They are made by default.\n\
         - *rules* fixes add what the rules of Go demand.\n\
         - *judgement* fixes make a choice that a person might make differently.\n\n\
         `--unsafe` makes the fixes of all classes, `--fix NAME,...` those of the named findings, whatever their class. `--select` \
         and `--ignore` choose findings by name or family; `--statistics` prints only how many fixes there are. An estimate of \
         dead stones never causes a fix. It prevents those of results and passes that `check` then doesn't call for, and `check --no-estimate` marks none of these.\n\n\
         On a terminal the diff is coloured and decoded, and long lines are cut. Piped, its lines are the bytes of the records, as \
         `patch --binary -p1` and `git apply` need them.\n\n\
         The exit status is 0 if nothing is left to fix and no error is left, 1 otherwise, and 2 if the run itself failed.\n\n",
    );
    for fix in FIXES.iter() {
        let is_same =
            |other: &&Fix| (other.kind, other.safety.name()) == (fix.kind, fix.safety.name());
        if FIXES.iter().find(is_same).is_some_and(|first| std::ptr::eq(first, fix)) {
            let same: Vec<&str> = FIXES.iter().filter(is_same).map(|fix| fix.sentence).collect();
            let (name, class) = (fix.kind.as_str(), fix.safety.name());
            let _ = writeln!(md, "- `{name}` ({class}): {}", same.join("; "));
        }
    }
    md
}
