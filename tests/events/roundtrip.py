#!/usr/bin/env python3
"""Writes real tables of results in each form and checks that what is read back loses nothing that the form has.

usage: roundtrip.py SGF-AUDIT FOLDER...

Each FOLDER holds tables (*.txt, *.h9, *.xml). A table is read by `sgf-audit check --results`, written by `--results-out` as CSV, H9 and the AGA's report,
and read again. Games are compared by round, players, colours, handicap and result; the AGA's report has no draws and only games with known
colours that were played. Each H9 that is written is also compared with the table, line by line: name, rank, country, club, number and the cell of each
round, with the opponents by name. Prints each difference. Exit status: 1 if there is one.
"""

import csv
import pathlib
import re
import subprocess
import sys
import tempfile

RECORD = "(;FF[4]SZ[9]PB[nobody]PW[no one];B[ee])"
CELL = re.compile(r"^(\d+)([-+=?])(!?)/?(!?)([bw?]?)(\d*)$")


def key(name):
    # H9 has no blanks within a name.
    return " ".join(sorted(name.replace(",", " ").replace("_", " ").split())).lower()


def games(program, folder, table, out=None):
    """Returns the games of a table, and writes them into `out`."""
    more = ["--results-out", str(out)] if out else []
    run = subprocess.run([program, "check", str(folder / "a.sgf"), "--results", str(table), "--out", str(folder / "out"), "--quiet",
                          "--no-estimate", *more], capture_output=True, text=True)
    if "no game in the table" in run.stderr:
        return []
    if run.returncode == 2:
        sys.exit(f"{table}: {run.stderr}")
    found = []
    for row in csv.DictReader(open(folder / "out" / "pairings.csv", encoding="utf-8")):
        if row["mark"] != "no-row":
            found.append((row["round"], key(row["black"]), key(row["white"]), row["table_result"], row["table_handicap"]))
    return sorted(found)


def has_aga(game):
    return re.match(r"^([BW]\+(?!F)|\?|bye)", game[3])


def lines(path):
    """Returns the lines of an H9: by number and name, the fields and the results with the opponents' names."""
    data = path.read_bytes()
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("iso-8859-15")
    rows = []
    for line in text.splitlines():
        pin = re.search(r"\|(\d+)", line)
        words = re.split(r"[;|]", line)[0].split()
        if len(words) > 5 and words[0].isdigit():
            rows.append((words, pin.group(1) if pin else ""))
    names = {words[0]: (words[1], words[2]) for words, _ in rows}
    found = set()
    for words, pin in rows:
        cells = [CELL.match(word) for word in words[6:]]
        cells = [(names.get(cell[1]), cell[2], bool(cell[3] or cell[4]), cell[5].strip("?"), cell[6]) for cell in cells
                 if cell and cell[1] != "0"]
        found.add((tuple(words[1:6]), pin, tuple(cells)))
    return found


def main():
    program, *folders = sys.argv[1:]
    tables = differences = compared = same = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "a.sgf").write_text(RECORD)
        for path in sorted(path for of in folders for path in pathlib.Path(of).iterdir()):
            if path.suffix not in (".txt", ".h9", ".xml") or path.name.startswith("README"):
                continue
            tables += 1
            for form in ("csv", "h9", "aga"):
                out = folder / f"out.{form}"
                before = games(program, folder, path, out)
                after = games(program, folder, out)
                wanted = [game for game in before if form != "aga" or has_aga(game)]
                for game in sorted(set(wanted) ^ set(after)):
                    differences += 1
                    print(f"{path.name}: {form}: {'lost' if game in wanted else 'new'}: {game}")
                if form == "h9" and path.suffix != ".xml":
                    one, other = lines(path), lines(out)
                    compared, same = compared + len(one), same + len(one & other)
    print(f"{tables} tables in 3 forms: {differences} differences; {same} of {compared} lines of H9 as in the table, field by field")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
