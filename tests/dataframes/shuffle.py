"""Loads the tables of reports by the defaults of pandas, polars and DuckDB, whatever row comes first.

    python shuffle.py [--shuffles N] DIR...

Each DIR is a report of `check --out`. The rows of each table are shuffled N times, and then sorted once for each column of text, so
that what looks most like numbers comes first. Every library must read every order, take each column of text for text, and have its
values. The exit status is 1 if one doesn't.
"""

import argparse
import csv
import io
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
failures = []


def is_number(text):
    try:
        float(text)
    except ValueError:
        return False
    return True


def line_of(row):
    line = io.StringIO()
    csv.writer(line).writerow(row)
    return line.getvalue()


class TableFile:
    """A table, which can be written in any order."""

    def __init__(self, name, file, fields):
        header, *rows = csv.reader(file)
        self.name = name
        self.header, self.lines = line_of(header), [line_of(row) for row in rows]
        texts = {field["name"]: [row[at] for row in rows] for at, field in enumerate(fields) if field["type"] == "string"}
        if name.endswith("pairings.csv"):
            # Written as they are, for people.
            del texts["round"]
        self.texts = {name: pl.Series(name, values, dtype=pl.String) for name, values in texts.items()}

    def check(self, path, order, title):
        """Writes the rows in an order, and compares what each library reads."""
        with open(path, "w", newline="", encoding="utf-8") as file:
            file.write(self.header)
            file.writelines(self.lines[at] for at in order)
        texts = {name: values.gather(order) for name, values in self.texts.items()}
        for library, read in READERS.items():
            where = f"{self.name}, {title}: {library}"
            try:
                table = read(path)
            except (pl.exceptions.PolarsError, duckdb.Error, ValueError) as error:
                fail(f"{where}: {str(error).splitlines()[0]}")
                continue
            for name, expected in texts.items():
                check_text(table[name], expected, f"{where}: {name}")


#: What each library reads by its defaults.
READERS = {
    "polars": pl.read_csv,
    "pandas": pd.read_csv,
    "DuckDB": lambda path: duckdb.sql(f"from '{path}'").pl(),
}


def check_text(column, expected, where):
    if (expected == "").all():
        return
    if isinstance(column, pl.Series):
        if column.dtype in (pl.Date, pl.Datetime) and expected.name in DATES:
            return
        if column.dtype != pl.String:
            return fail(f"{where} is {column.dtype}")
        found = column.fill_null("")
    else:
        if not pd.api.types.is_string_dtype(column):
            return fail(f"{where} is {column.dtype}")
        found = pl.Series(column.fillna("").to_numpy(dtype=object), dtype=pl.String)
    wrong = found != expected
    if wrong.any():
        at = wrong.arg_max()
        fail(f"{where} has {found[at]!r} for {expected[at]!r}")


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
            with open(folder / resource["path"], newline="", encoding="utf-8-sig") as file:
                table = TableFile(f"{folder}/{resource['path']}", file, resource["schema"]["fields"])
            with tempfile.TemporaryDirectory() as work:
                path = pathlib.Path(work) / "table.csv"
                rng = random.Random(1)
                order = list(range(len(table.lines)))
                for number in range(arguments.shuffles):
                    rng.shuffle(order)
                    table.check(path, order, f"shuffle {number + 1}")
                for name, values in table.texts.items():
                    rng.shuffle(order)
                    order.sort(key=lambda at: (not is_number(values[at]), values[at]))
                    table.check(path, order, f"by {name}")
            print(f"{table.name}: {len(table.lines)} rows, {arguments.shuffles} shuffles, {len(table.texts)} orders by a column", flush=True)
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
