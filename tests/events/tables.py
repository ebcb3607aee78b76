#!/usr/bin/env python3
"""Checks that real tables in H9 are read without one misread cell.

usage: tables.py SGF-AUDIT FOLDER...

Each FOLDER holds tables (*.txt, *.h9) and, where the event's archive has one, YEAR.yml with the games of wagcYEAR.txt:
`- 1-2 1:B+4.5 round:6 sgf:...` (places, winner's place, result, round). A table is read by a second reader, below, and
by `sgf-audit check --results`; both must have the same games. Prints each difference. Exit status: 1 if there is one.
"""

import csv
import itertools
import pathlib
import re
import subprocess
import sys
import tempfile

CELL = re.compile(r"^(\d+)([-+=?])(!?)/?(!?)([bw?]?)(\d*)$")
RECORD = "(;FF[4]SZ[9]PB[nobody]PW[no one];B[ee])"


def read(path):
    """Returns the players by place, and the games: (round, place, place) -> result of the first place."""
    players, cells, lines, place = {}, {}, [], 0
    data = path.read_bytes()
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("iso-8859-15")
    for line in text.splitlines():
        line = re.split(r"[;|]", line)[0].split()
        # OpenGotha leaves out the place of a player who shares it; others refer to such a row by its number.
        if place and len(line) > 4 and not line[0].isdigit():
            line.insert(0, str(place + 1))
        if not line or not line[0].isdigit():
            continue
        place = int(line[0])
        players[place] = (line[1] + ", " + line[2]).replace("_", " ")
        lines.append((place, line[3:]))
    # The rounds are the longest run of results; criteria such as `3=` look like results.
    def run(words):
        runs = [list(group) for is_cell, group in
                itertools.groupby(enumerate(words), lambda word: bool(CELL.match(word[1]))) if is_cell]
        longest = max(runs, key=len, default=[])
        return (len(longest), len(words) - longest[-1][0] - 1) if longest else (0, 0)

    shapes = [run(words) for _, words in lines]
    rounds, behind = max(set(shapes), key=lambda shape: (shapes.count(shape), shape), default=(0, 0))
    for place, words in lines:
        end = len(words) - behind
        for number, word in enumerate(words[max(0, end - rounds):end], 1):
            if CELL.match(word):
                cells[number, place] = CELL.match(word).groups()
    games, contradictions = {}, set()
    for (number, place), (other, sign, one, two, color, stones) in cells.items():
        other = int(other)
        if other and place < other:
            theirs = cells.get((number, other))
            signs = sign + (theirs[1] if theirs and int(theirs[0]) == place else "!")
            if theirs and color and color == theirs[4]:
                contradictions.add((number, place))
                color = ""
            if signs in ("+-", "-+", "==", "--", "++", "??"):
                games[number, place, other] = (signs, color, stones, bool(one or two))
            else:
                contradictions.add((number, place))
        elif other and not cells.get((number, other)):
            contradictions.add((number, place))
    return players, games, contradictions


def winner(first, second, result):
    """Returns the winner of a row of pairings.csv."""
    if result.startswith(("B+", "1+")):
        return first
    if result.startswith(("W+", "2+")):
        return second
    return {"0": "draw"}.get(result, result)


def check(program, path, yml):
    """Returns the differences of a table."""
    players, games, contradictions = read(path)
    with tempfile.TemporaryDirectory() as folder:
        record = pathlib.Path(folder, "a.sgf")
        record.write_text(RECORD)
        run = subprocess.run(
            [program, "check", str(record), "--results", str(path), "--out", folder + "/out", "--quiet", "--no-estimate"],
            capture_output=True, text=True)
        if run.returncode == 2:
            return [run.stderr.strip()], 0, []
        rows = list(csv.DictReader(open(folder + "/out/pairings.csv", encoding="utf-8")))
        findings = list(csv.DictReader(open(folder + "/out/findings.csv", encoding="utf-8")))
    wrong = [f"{row['finding']} line {row['line']}: {row['message']}" for row in findings
             if row["finding"] in ("unread-row", "undeclared-encoding") and row["path"].endswith(path.name)]
    # Where the lines of a table contradict each other, that is to be reported.
    if len(wrong) == len(contradictions):
        wrong = []
    names = {}
    for place, name in players.items():
        names.setdefault(name, place)
    seen = {}
    for row in rows:
        if row["mark"] == "no-row" or not row["white"]:
            continue
        one, other = names.get(row["black"]), names.get(row["white"])
        if one is None or other is None:
            wrong.append(f"unknown player: {row}")
            continue
        seen[int(row["round"]), min(one, other), max(one, other)] = (one, other, row)
    for game, (signs, color, stones, default) in games.items():
        number, place, other = game
        if game not in seen:
            wrong.append(f"missing: round {number}, {place} and {other}")
            continue
        one, second, row = seen[game]
        expected = {"+-": place, "-+": other, "==": "draw", "--": "Both lose", "++": "Both win", "??": "?"}[signs]
        if default and expected not in (place, other):
            expected = "not played"
        if winner(one, second, row["table_result"]) != expected:
            wrong.append(f"round {number}, {place} and {other}: {row['table_result']}, expected {expected}")
        if color in ("b", "w") and (one == place) != (color == "b"):
            wrong.append(f"round {number}, {place} and {other}: colours")
        if color and stones and int(row["table_handicap"]) != (int(stones) if int(stones) > 1 else 0):
            wrong.append(f"round {number}, {place} and {other}: handicap {row['table_handicap']}")
    wrong += [f"not in the table: {game}" for game in seen if game not in games]
    compared, conflicts = 0, []
    for line in yml.read_text(encoding="utf-8").splitlines() if yml.exists() else []:
        game = re.match(r"^ +- (\d+)-(\d+) (\d+):(\S+).*round:(\d+)", line)
        if game:
            one, other, won, result, number = game.groups()
            key = (int(number), min(int(one), int(other)), max(int(one), int(other)))
            compared += 1
            if key not in seen:
                wrong.append(f"{yml.name}: {line.strip()}: not read")
            elif winner(seen[key][0], seen[key][1], seen[key][2]["table_result"]) != int(won):
                # Both lines of the table give the other winner: archive and table disagree.
                conflicts.append(f"{yml.name}: {line.strip()}: the table has {seen[key][2]['table_result']}")
    return wrong, compared, conflicts


def main():
    program, *folders = sys.argv[1:]
    tables = games = compared = differences = 0
    conflicts = []
    for folder in folders:
        for path in sorted(pathlib.Path(folder).iterdir()):
            if path.suffix not in (".txt", ".h9") or path.name.startswith("README"):
                continue
            year = re.search(r"\d{4}", path.name)
            yml = path.with_name(f"{year.group()}.yml" if year else "none.yml")
            wrong, checked, others = check(program, path, yml)
            conflicts += others
            tables, games, compared = tables + 1, games + len(read(path)[1]), compared + checked
            differences += len(wrong)
            for line in wrong:
                print(f"{path.name}: {line}")
    for line in conflicts:
        print(f"the archive and its table disagree: {line}")
    print(f"{tables} tables, {games} games; {compared} of them compared with the archive; {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
