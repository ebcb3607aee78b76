#!/usr/bin/env python3
"""Puts slips into copies of an event's records and checks that each is reported and nothing else.

usage: falsified.py SGF-AUDIT RECORDS YEAR.yml [SLIPS]

RECORDS are the records of one event, and YEAR.yml lists its games: `- 1-2 1:B+4.5 round:6 sgf:YEAR/FILE`, with the places of
Black and White. The copies get their round, a komi, and one spelling of each player's name. The table of results is made from
them, so that nothing differs at first. Then, for each kind of slip, SLIPS records (20, and at most half of all) are changed, and
the findings of the event are compared with those before. Exit status: 1 if a slip isn't reported, or anything else is.
"""

import csv
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

# What a kind of slip is reported as. The first is needed; the others may be said of the same record.
KINDS = {
    "swapped colours": ["colors-differ-from-table"],
    "other komi": ["komi-differs-from-table", "unexpected-komi"],
    "other winner": ["result-differs-from-table"],
    "other margin": ["result-differs-from-table"],
    "missing board": ["record-missing"],
    "wrong round": ["round-differs-from-table"],
    "name written otherwise": ["name-variant"],
}


def value(text, name):
    found = re.search(rf"(?<![A-Z]){name}\[((?:\\.|[^\]\\])*)\]", text, re.S)
    return found.group(1) if found else ""


def changed(text, name, new):
    return re.sub(rf"(?<![A-Z])({name})\[(?:\\.|[^\]\\])*\]", lambda found: f"{found.group(1)}[{new}]", text, count=1, flags=re.S)


def slip(kind, text):
    """Returns a record with a slip, or None where the kind has no room in it."""
    black, white, result = value(text, "PB"), value(text, "PW"), value(text, "RE")
    other = {"B": "W", "W": "B"}.get(result[:1], "") + result[1:]
    if kind == "swapped colours":
        return changed(changed(changed(text, "PB", white), "PW", black), "RE", other)
    if kind == "other komi":
        return changed(text, "KM", "8.5") if value(text, "KM") else None
    if kind == "other winner":
        return changed(text, "RE", other)
    if kind == "other margin":
        margin = re.fullmatch(r"([BW]\+)(\d+)(\.5)", result)
        return changed(text, "RE", f"{margin[1]}{int(margin[2]) + 3}{margin[3]}") if margin else None
    if kind == "missing board":
        return ""
    if kind == "wrong round":
        return changed(text, "RO", str(int(value(text, "RO")) + 11))
    words = white.split()
    long = max(words, key=len)
    if len(long) < 6 or not long.isalpha():
        return None
    return changed(text, "PW", white.replace(long, long[:-2] + ("x" if long[-2] != "x" else "z") + long[-1]))


def findings(program, folder):
    """Returns what the event says of each file: (file, finding)."""
    out = folder / "out"
    shutil.rmtree(out, ignore_errors=True)
    subprocess.run([program, "check", str(folder / "records"), "--event", str(folder / "event.toml"), "--results",
                    str(folder / "table.csv"), "--no-estimate", "--quiet", "--out", str(out)], check=False)
    games = {row["path"].rsplit("/")[-1]: row["verdict"] for row in csv.DictReader(open(out / "games.csv", encoding="utf-8"))}
    wanted = sum(KINDS.values(), []) + ["unmatched-name", "row-missing", "duplicate-record", "handicap-differs-from-table",
                                        "unread-row", "unexpected-round"]
    rows = csv.DictReader(open(out / "findings.csv", encoding="utf-8"))
    found = [(row["path"].rsplit("/")[-1], row["finding"], row["line"] if row["path"].endswith(".csv") else "")
             for row in rows if row["finding"] in wanted]
    return sorted(found), {name for name, verdict in games.items() if verdict.startswith("wrong")}


def main():
    program, records, yml = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    slips = int(sys.argv[4]) if len(sys.argv) > 4 else 20
    games = {}
    for line in yml.read_text(encoding="utf-8").splitlines():
        game = re.match(r"^ +- (\d+)-(\d+) .*round:(\d+).*sgf:(\S+)", line)
        if game:
            games[game.group(4).rsplit("/")[-1]] = game.groups()[:3]
    originals, pairs, names_by_place = {}, set(), {}
    for path in sorted(records.glob("*.sgf")):
        text = path.read_bytes().decode("utf-8", "surrogateescape")
        result = value(text, "RE")
        if path.name not in games:
            continue
        *places, number = games[path.name]
        for key, place in zip(("PB", "PW"), places):
            text = changed(text, key, names_by_place.setdefault(place, value(text, key)))
        pair = frozenset(places)
        if not re.match(r"[BW]\+", result) or pair in pairs or text.count("(;") > 1:
            continue
        pairs.add(pair)
        text = re.sub(r"(?<![A-Z])RO\[[^\]]*\]", "", text)
        komi = "" if value(text, "KM") else "KM[6.5]"
        originals[path.name] = text.replace("(;", f"(;RO[{number}]{komi}", 1)
    slips = min(slips, len(originals) // 2)
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        with open(folder / "table.csv", "w", encoding="utf-8", errors="surrogateescape", newline="") as table:
            rows = csv.writer(table)
            rows.writerow(["round", "black", "white", "komi", "result"])
            for text in originals.values():
                rows.writerow([value(text, key) for key in ("RO", "PB", "PW", "KM", "RE")])
        (folder / "event.toml").write_text("name = \"A falsified event\"\n")
        lines = dict(zip(originals, map(str, range(2, len(originals) + 2))))

        def run(copies):
            shutil.rmtree(folder / "records", ignore_errors=True)
            (folder / "records").mkdir()
            for file, text in copies.items():
                if text:
                    (folder / "records" / file).write_bytes(text.encode("utf-8", "surrogateescape"))
            return findings(program, folder)

        before, wrong_before = run(originals)
        print(f"{len(originals)} records; findings of the event before: {len(before)}")
        for kind, names in KINDS.items():
            order = sorted(originals)
            random.Random(kind).shuffle(order)
            copies, made = dict(originals), []
            for file in order:
                text = slip(kind, originals[file])
                if text is not None and len(made) < slips:
                    copies[file] = text
                    made.append(file)
            after, wrong = run(copies)
            new = list(after)
            for known in before:
                if known in new:
                    new.remove(known)
            places = {("table.csv", lines[file]) if kind == "missing board" else (file, "") for file in made}
            reported = {(file, line) for file, finding, line in new if finding == names[0]}
            missed = places - reported
            others = [found for found in new if found[1] not in names or (found[0], found[2]) not in places]
            others += sorted(wrong - wrong_before - set(made))
            failed += len(missed) + len(others)
            print(f"{kind}: {len(made)} slips, {len(places & reported)} reported, {len(others)} other findings")
            for place in sorted(missed):
                print(f"  not reported: {place}")
            for other in others:
                print(f"  not a slip: {other}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
