"""Loads the tables of reports by the defaults of pandas, polars and DuckDB, whatever row comes first.

    python shuffle.py [--shuffles N] DIR...

Each DIR is a report of `check --out`. The rows of each table are shuffled N times, and then sorted once for each column of text, so
that what looks most like numbers comes first, but for those of results, where 0 is a draw. Every library must read every order, take each column of text for text, and have
its values. The exit status is 1 if one doesn't.
"""

import argparse
import csv
import json
import pathlib
import random
import sys
import tempfile

import duckdb
import pandas as pd
import polars as pl

csv.field_size_limit(1 << 30)
#: Dates are taken for dates where a library's sample has no other text.
DATES = {"date", "date_iso"}
#: Columns whose text is written as it is: 0 for a draw, and rounds in a table for people.
PLAIN = {"recorded_result", "recounted_result", "winner", "result", "table_result", "record_result", "ruling", "decided_result"}
failures = []


def is_number(text):
    try:
        float(text)
    except ValueError:
        return False
    return True


def is_plain(table, field):
    return field["name"] in PLAIN or table.endswith("pairings.csv") and field["name"] == "round"


def load(path):
    """Yields each library's name and what it reads, as a table of polars."""
    yield "polars", lambda: pl.read_csv(path)
    yield "pandas", lambda: pd.read_csv(path)
    yield "DuckDB", lambda: duckdb.sql(f"from '{path}'").pl()


def check(path, name, header, rows, fields, order):
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([header, *rows])
    for library, read in load(path):
        try:
            table = read()
        except (pl.exceptions.PolarsError, duckdb.Error, ValueError) as error:
            fail(f"{name}, {order}: {library}: {str(error).splitlines()[0]}")
            continue
        for at, field in enumerate(fields):
            if field["type"] == "string" and not is_plain(name, field):
                check_text(table[field["name"]], [row[at] for row in rows], f"{name}, {order}: {library}: {field['name']}", field["name"])


def check_text(column, texts, where, name):
    if not any(texts):
        return
    if isinstance(column, pl.Series):
        if column.dtype in (pl.Date, pl.Datetime) and name in DATES:
            return
        if column.dtype != pl.String:
            return fail(f"{where} is {column.dtype}")
        found = column.fill_null("").to_list()
    else:
        if not pd.api.types.is_string_dtype(column):
            return fail(f"{where} is {column.dtype}")
        found = column.fillna("").tolist()
    if found != texts:
        one, other = next(pair for pair in zip(found, texts) if pair[0] != pair[1])
        fail(f"{where} has {one!r} for {other!r}")


def fail(message):
    failures.append(message)
    print(message, flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shuffles", type=int, default=5)
    parser.add_argument("reports", nargs="+", type=pathlib.Path)
    arguments = parser.parse_args()
    for folder in arguments.reports:
        package = json.loads((folder / "datapackage.json").read_text(encoding="utf-8"))
        for resource in package["resources"]:
            name, fields = f"{folder}/{resource['path']}", resource["schema"]["fields"]
            with open(folder / resource["path"], newline="", encoding="utf-8-sig") as file:
                header, *rows = csv.reader(file)
            with tempfile.TemporaryDirectory() as work:
                path = pathlib.Path(work) / "table.csv"
                rng = random.Random(1)
                for number in range(arguments.shuffles):
                    rng.shuffle(rows)
                    check(path, name, header, rows, fields, f"shuffle {number + 1}")
                for at, field in enumerate(fields):
                    if field["type"] == "string" and not is_plain(name, field):
                        rng.shuffle(rows)
                        rows.sort(key=lambda row: (not is_number(row[at]), row[at]))
                        check(path, name, header, rows, fields, f"by {field['name']}")
            print(f"{name}: {len(rows)} rows, {arguments.shuffles} shuffles", flush=True)
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
