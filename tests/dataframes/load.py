"""Loads reports with pandas, polars and DuckDB and compares what they make of them.

    python load.py DIR...

Each DIR is a report of `check --out`; a games.jsonl of `convert --to jsonl` in it is loaded, too. Every table is loaded
without options, and again with the types of its Data Package, as the functions `polars_schema` and `duckdb_types` do.
The exit status is 1 if something can't be loaded, has another type than the Data Package says, or doesn't add up.
"""

import csv
import json
import re
import sys
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl

POLARS = {"string": pl.String, "integer": pl.Int64, "number": pl.Float64, "boolean": pl.Boolean}
DUCKDB = {"string": "VARCHAR", "integer": "BIGINT", "number": "DOUBLE", "boolean": "BOOLEAN"}
PANDAS = {"integer": "iu", "number": "f", "boolean": "b"}
# So many rows the two look at to guess a type.
POLARS_ROWS, DUCKDB_ROWS = 100, 20480
# Warnings about a record that contradicts itself: such a game isn't clean.
CONTRADICTIONS = ["handicap-mismatch", "out-of-turn", "play-after-end", "impossible-margin", "result-contradicts-end"]
LOOKS_TYPED = re.compile(r"[-+.\d:/ T]*|true|false|nan|inf|infinity", re.IGNORECASE)

csv.field_size_limit(1 << 30)
failures = []


def fail(path, message):
    failures.append(message)
    print(f"{path}: {message}")


def polars_schema(fields):
    return {field["name"]: POLARS[field["type"]] for field in fields}


def duckdb_types(fields):
    return {field["name"]: DUCKDB[field["type"]] for field in fields}


def rows_of(path):
    """The table as text, column by column."""
    with open(path, newline="", encoding="utf-8-sig") as file:
        header, *rows = csv.reader(file)
    return header, len(rows), {name: [row[at] for row in rows] for at, name in enumerate(header)}


def load_polars(path, fields, texts):
    """A column of text that is numbers as far as polars looks, and something else further on, can't be guessed right."""
    try:
        return pl.read_csv(path)
    except pl.exceptions.ComputeError as error:
        named = re.search(r"at column '(\w+)'", str(error))
        kind = next((field["type"] for field in fields if named and field["name"] == named[1]), None)
        if kind != "string" or not all(map(LOOKS_TYPED.fullmatch, texts[named[1]][:POLARS_ROWS])):
            fail(path, f"polars: {error}")
        else:
            print(f"{path}: polars needs the type of {named[1]}, whose first {POLARS_ROWS} rows are numbers")
        return pl.read_csv(path, schema_overrides=polars_schema(fields))


def load_duckdb(path, fields, texts):
    try:
        return duckdb.sql(f"from '{path}'").pl()
    except duckdb.ConversionException as error:
        late = [
            field["name"]
            for field in fields
            if field["type"] == "string" and all(map(LOOKS_TYPED.fullmatch, texts[field["name"]][:DUCKDB_ROWS]))
        ]
        if not any(name in str(error) for name in late):
            fail(path, f"DuckDB: {error}")
        return duckdb.read_csv(str(path), dtype=duckdb_types(fields)).pl()


def check_table(path, fields):
    header, number, texts = rows_of(path)
    if header != [field["name"] for field in fields]:
        fail(path, "the columns aren't those of the Data Package")
    tables = {
        "pandas": pd.read_csv(path, low_memory=False),
        "polars": load_polars(path, fields, texts),
        "DuckDB": load_duckdb(path, fields, texts),
        "typed polars": pl.read_csv(path, schema_overrides=polars_schema(fields)),
        "typed DuckDB": duckdb.read_csv(str(path), dtype=duckdb_types(fields)).pl(),
    }
    for name, table in tables.items():
        if len(table) != number:
            fail(path, f"{name} reads {len(table)} of {number} rows")
    for field in fields:
        check_column(path, field, texts[field["name"]], tables)
    return tables["pandas"]


def check_column(path, field, texts, tables):
    name, kind = field["name"], field["type"]
    values = [text for text in texts if text]
    required = field.get("constraints", {}).get("required", False)
    if required and len(values) != len(texts):
        fail(path, f"{name} is empty somewhere, and required")
    if kind == "string" or not values:
        return
    pandas = tables["pandas"][name].dtype.kind
    # pandas has no whole numbers with gaps, unless it is asked for them.
    wanted = PANDAS[kind] if len(values) == len(texts) else "f"
    if pandas not in wanted:
        fail(path, f"pandas takes {name} for {tables['pandas'][name].dtype}")
    for lib, first in [("polars", POLARS_ROWS), ("DuckDB", DUCKDB_ROWS), ("typed polars", 0), ("typed DuckDB", 0)]:
        guessed = tables[lib][name].dtype
        if guessed != POLARS[kind] and (any(texts[:first]) or first == 0):
            fail(path, f"{lib} takes {name} for {guessed}")
    numbers = [float(value) for value in values] if kind != "boolean" else [value == "true" for value in values]
    for lib in ["pandas", "typed polars", "typed DuckDB"]:
        total = tables[lib][name].sum() if numbers else 0
        if abs(total - sum(numbers)) > 1e-6 * max(1, abs(sum(numbers))):
            fail(path, f"{lib}: {name} comes to {total}, not {sum(numbers)}")


def found_of(message):
    """How many findings a row stands for: the last one that is listed says how many more there are."""
    more = re.search(r"\((one|\d+) more (?:such finding isn't|aren't) listed\)(?:; and .*)?$", message)
    return 1 if not more else 2 if more[1] == "one" else 1 + int(more[1])


def check_sums(folder, games, findings, summary):
    """The numbers of findings in games.csv and summary.csv are those of the rows of findings.csv that follow from no other."""
    every = findings
    findings = findings[findings["follows"].isna() | (findings["follows"] == "")]
    findings = findings.assign(number=findings["message"].map(found_of))
    for column, severity in [("errors", "error"), ("warnings", "warning"), ("notes", "note")]:
        found = findings[findings["severity"] == severity]
        own = found.groupby(["path", "game"])["number"].sum().rename("own").reset_index()
        of_file = own[own["game"] == 0][["path", "own"]].rename(columns={"own": "of_file"})
        joined = games[["path", "game", column, "file_errors"]].merge(own, how="left", on=["path", "game"])
        joined = joined.merge(of_file, how="left", on="path").fillna({"own": 0, "of_file": 0})
        if not (joined[column] == joined["own"] + joined["of_file"]).all():
            fail(folder, f"{column} of games.csv isn't the number of rows of findings.csv")
        if column == "errors" and not (joined["file_errors"] == joined["of_file"]).all():
            fail(folder, "file_errors of games.csv isn't the number of rows of findings.csv")
        counted = found.groupby("finding")["number"].sum()
        wanted = summary.set_index("finding")[column]
        if not (counted.reindex(wanted.index, fill_value=0) == wanted).all():
            fail(folder, f"{column} of summary.csv isn't the number of rows of findings.csv")
    wrong = games["verdict"].isin(["wrong-winner", "wrong-margin"]) | (games["komi_source"] == "doubtful") | (games["ending"] == "annulled")
    against = every[every["finding"].isin(CONTRADICTIONS) & (every["severity"] == "warning")]
    against = against[["path", "game"]].drop_duplicates().assign(against=True)
    against = games[["path", "game"]].merge(against, how="left", on=["path", "game"])["against"].notna()
    if not (games["clean"] == ((games["errors"] == 0) & ~wrong & ~against)).all():
        fail(folder, "clean isn't what it should be")


def check_lines(path, games):
    """JSON lines have no column without a type, and the verdicts of games.csv."""
    lines = {
        "pandas": pd.read_json(path, lines=True),
        "polars": pl.read_ndjson(path).to_pandas(),
        "DuckDB": duckdb.sql(f"from '{path}'").df(),
    }
    number = sum(1 for _ in open(path, encoding="utf-8"))
    schema = pl.read_ndjson(path).schema
    for name, kind in schema.items():
        if "Null" in str(kind):
            fail(path, f"polars finds no type for {name}: {kind}")
    wanted = {"moves": pl.List(pl.List(pl.String)), "points": pl.List(pl.List(pl.Int64)), "komi": pl.Float64}
    wanted |= {"width": pl.Int64, "errors": pl.Int64, "clean": pl.Boolean, "game_hash": pl.String}
    for name, kind in wanted.items():
        if schema[name] != kind:
            fail(path, f"polars takes {name} for {schema[name]}")
    for lib, table in lines.items():
        if len(table) != number:
            fail(path, f"{lib} reads {len(table)} of {number} lines")
        joined = games.merge(table[["path", "game", "verdict", "errors", "clean"]], on=["path", "game"])
        for name in ["verdict", "errors", "clean"]:
            if not (joined[f"{name}_x"] == joined[f"{name}_y"]).all():
                fail(path, f"{lib}: {name} isn't that of games.csv")
        if len(joined) != number:
            fail(path, f"{lib}: {len(joined)} of {number} lines are in games.csv")


def check_keys(resources, tables):
    """The keys of the Data Package hold, and columns of a few words have no others."""
    def rows(name, columns):
        return tables[name][columns].dropna().apply(tuple, axis=1).tolist()

    for name, entry in resources.items():
        schema = entry["schema"]
        if primary := schema.get("primaryKey"):
            keys = rows(name, primary)
            if len(set(keys)) != len(tables[name]):
                fail(name, f"{primary} is no primary key")
        for key in schema.get("foreignKeys", []):
            there = set(rows(key["reference"]["resource"], key["reference"]["fields"]))
            if lost := set(rows(name, key["fields"])) - there:
                fail(name, f"{key['fields']} leads nowhere: {sorted(lost)[:3]}")
        for field in schema["fields"]:
            words = field.get("constraints", {}).get("enum")
            if words and (others := set(tables[name][field["name"]].dropna()) - set(words)):
                fail(name, f"{field['name']} has other values than the Data Package says: {others}")


def check_report(folder):
    package = json.loads((folder / "datapackage.json").read_text(encoding="utf-8"))
    resources = {entry["name"]: entry for entry in package["resources"]}
    tables = {
        name: check_table(folder / entry["path"], entry["schema"]["fields"]) for name, entry in resources.items()
    }
    check_keys(resources, tables)
    check_sums(folder, tables["games"], tables["findings"], tables["summary"])
    lines = folder / "games.jsonl"
    if lines.exists():
        check_lines(lines, tables["games"])
    found = tables["games"][["errors", "warnings", "notes"]].sum().to_dict()
    print(f"{folder}: {len(tables['games'])} games, {len(tables['findings'])} findings, of games {found}")


for argument in sys.argv[1:]:
    check_report(Path(argument))
sys.exit(1 if failures else 0)
