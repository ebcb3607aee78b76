"""Counts games and nodes as the grammar of FF[4] defines them, and compares them with those that sgf-audit reads.

    sgf-audit check DIR --out report --fail-on never
    sgf-audit convert DIR --to sgf --lossy --out converted
    python3 tests/oracle/strict.py report converted DIR     # exit status 1 if a number differs

Only files whose brackets and parentheses balance count: outside values they have nothing but trees, nodes, identifiers and
white space. Nodes are counted in what `convert` wrote, except where a finding names that they differ.
"""

import collections
import csv
import os
import sys

# Where nodes are split, or a strict reading is absurd and the finding names what is read instead.
DEPARTURES = ("several-moves", "unclosed-value", "property-in-text")
SPACE = b" \t\r\n\v\f"


def strict(data):
    """The number of nodes of each game of a file; None if it isn't well formed. Values end at the first `]` without `\\`."""
    games, depth, at, nodes, state = [], 0, 0, 0, "tree"
    if data.startswith(b"\xef\xbb\xbf"):
        at = 3
    while at < len(data):
        byte = data[at : at + 1]
        if byte in SPACE:
            at += 1
        elif byte == b"(" and (depth == 0 or state in ("node", "value", "closed")):
            depth, state, at = depth + 1, "open", at + 1
        elif byte == b";" and depth and state in ("open", "node", "value"):
            nodes, state, at = nodes + 1, "node", at + 1
        elif byte == b")" and depth and state in ("node", "value", "closed"):
            depth, state, at = depth - 1, "closed", at + 1
            if depth == 0:
                games, nodes = games + [nodes], 0
        elif byte.isalpha() and byte.isupper() and state in ("node", "value"):
            while data[at : at + 1].isupper():
                at += 1
            while data[at : at + 1] and data[at : at + 1] in SPACE:
                at += 1
            if data[at : at + 1] != b"[":
                return None
            state = "ident"
        elif byte == b"[" and state in ("ident", "value"):
            at += 1
            while data[at : at + 1] != b"]":
                if at >= len(data):
                    return None
                at += 2 if data[at : at + 1] == b"\\" else 1
            state, at = "value", at + 1
        else:
            return None
    return games if depth == 0 and games else None


def rows(report, table):
    with open(os.path.join(report, table), encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def main():
    report, converted, root = sys.argv[1:]
    read, split, cut = collections.Counter(), set(), set()
    read.update(row["path"] for row in rows(report, "games.csv"))
    for row in rows(report, "findings.csv"):
        # Games of another kind have no row.
        read[row["path"]] += row["finding"] == "other-game"
        split.update([row["path"]] if row["finding"] in DEPARTURES else [])
        # A value that strictly holds a game, which is read for itself.
        cut.update([row["path"]] if row["finding"] == "unclosed-value" else [])
    checked = compared = wrong = 0
    for folder, _, names in os.walk(root):
        for path in (os.path.join(folder, name) for name in names if name.lower().endswith(".sgf")):
            with open(path, "rb") as file:
                games = strict(file.read())
            if games is None:
                continue
            checked += 1
            differs = len(games) != read[path] and path not in cut
            difference = differs and f"{len(games)} games, read {read[path]}"
            written = os.path.join(converted, os.path.relpath(path, root))[:-4] + ".sgf"
            if os.path.exists(written) and path not in split:
                compared += 1
                with open(written, "rb") as file:
                    nodes = strict(file.read()) or []
                # A game of another kind is left out.
                if len(nodes) == len(games) and nodes != games:
                    difference = f"nodes {games}, read {nodes}"[:200]
            if difference:
                wrong += 1
                print(f"{path}: {difference}")
    print(f"{checked} well-formed files, nodes compared in {compared}, {wrong} read otherwise")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
