#!/usr/bin/env python3
"""Checks that in one table of all events each row is compared with the record of its file, and with no other.

usage: one_table.py SGF-AUDIT FOLDER

FOLDER holds wagc-records/YEAR/*.sgf and wagc-tables/YEAR.yml with wagcYEAR.txt. The table has a row per listed game with the file, the
record's date and the names as the year's table has them, so that most players meet under several spellings. Prints each row that was
compared with another record, and how many results differ. Exit status: 1 if a row was compared with another record.
"""

import csv
import pathlib
import re
import subprocess
import sys
import tempfile


def names(path):
    """Returns the names by place."""
    data = path.read_bytes()
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("iso-8859-15")
    words = (re.split(r"[;|]", line)[0].split() for line in text.splitlines())
    return {line[0]: f"{line[1]}, {line[2]}".replace("_", " ") for line in words if len(line) > 5 and line[0].isdigit()}


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as name:
        out = pathlib.Path(name)
        rows = 0
        with open(out / "table.csv", "w", encoding="utf-8", newline="") as table:
            writer = csv.writer(table)
            writer.writerow(["date", "round", "black", "white", "result", "file"])
            for yml in sorted((folder / "wagc-tables").glob("*.yml")):
                players = yml.with_name(f"wagc{yml.stem}.txt")
                players = names(players) if players.exists() else {}
                for line in yml.read_text(encoding="utf-8").splitlines():
                    game = re.match(r"^ +- (\d+)-(\d+) \d+:(\S+).*round:(\d+).*sgf:(\S+)", line)
                    record = folder / "wagc-records" / game.group(5) if game else None
                    if not game or not record.exists():
                        continue
                    one, other, result, number, file = game.groups()
                    date = re.search(rb"DT\[([0-9-]{4,10})", record.read_bytes())
                    writer.writerow([date.group(1).decode() if date else "", number, players.get(one, f"Player {one}"),
                                     players.get(other, f"Player {other}"), result, file])
                    rows += 1
        run = subprocess.run([program, "check", str(folder / "wagc-records"), "--results", str(out / "table.csv"), "--no-estimate", "--quiet",
                              "--out", str(out / "out")], capture_output=True, text=True)
        if run.returncode == 2:
            sys.exit(run.stderr)
        table = list(csv.DictReader(open(out / "table.csv", encoding="utf-8")))
        others = compared = differ = 0
        for row in csv.DictReader(open(out / "out" / "pairings.csv", encoding="utf-8")):
            if not row["path"] or not row["line"]:
                continue
            compared += 1
            differ += "result-differs-from-table" in row["differences"]
            file = table[int(row["line"]) - 2]["file"]
            if not row["path"].endswith(file):
                others += 1
                print(f"line {row['line']} of {file} was compared with {row['path']}: {row['differences']}")
        print(f"{rows} rows, {compared} compared, {differ} with another result, {others} with another file's record")
    return 1 if others else 0


if __name__ == "__main__":
    sys.exit(main())
