#!/usr/bin/env python3
"""How often a wrong result is confirmed because a record names no ruleset.

    sgf-audit check GAMES --no-estimate -q --out before
    python3 tests/oracle/swapped_results.py before/games.csv swapped
    sgf-audit check swapped --no-estimate -q --out after

Copies the records that name their ruleset and whose result is confirmed, without RU and each with the result of another
of them. In `after/games.csv` a result `confirmed` is wrongly so. Games that draw their own result are left out.
"""

import csv
import pathlib
import random
import re
import sys

games, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
out.mkdir(parents=True, exist_ok=True)
random.seed(1)
with games.open(newline="", encoding="utf-8") as table:
    rows = [
        row
        for row in csv.DictReader(table)
        if (row["verdict"], row["ruleset_source"]) == ("confirmed", "record")
        and re.fullmatch(r"[BW]\+\d+(\.\d+)?", row["recorded_result"])
    ]
random.shuffle(rows)
others = [row["recorded_result"] for row in rows]
random.shuffle(others)
for number, (row, other) in enumerate(zip(rows, others)):
    if other == row["recorded_result"]:
        continue
    record = pathlib.Path(row["path"]).read_bytes()
    record = re.sub(rb"RU\s*\[[^\]]*\]", b"", record, count=1)
    record = re.sub(rb"RE\s*\[[^\]]*\]", b"RE[" + other.encode() + b"]", record, count=1)
    (out / f"{number:05}.sgf").write_bytes(record)
