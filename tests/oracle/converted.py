"""Compares records with what `sgf-audit convert --to sgf` made of them, by sgfmill's grammar alone.

    python3 tests/oracle/converted.py BEFORE AFTER

BEFORE and AFTER are directories, AFTER written with `--out`. Every converted file must be read by
sgfmill. Of records in UTF-8 or ASCII that sgfmill reads, the trees must be equal: shape, moves, setup,
players, result, comments. Nodes with several moves, which are split, and what sgfmill reads
otherwise are listed with the reason.
"""

import os
import sys
from collections import Counter

from sgfmill import sgf_grammar

TEXTS = {"PB", "PW", "RE", "C", "EV", "DT", "BR", "WR", "RU", "N", "GN", "GC"}
STONES = {"AB", "AW", "AE"}


def identifier(name):
    capitals = "".join(c for c in name if not c.islower())
    return capitals or name.upper()


def text(value):
    """A text, its escapes and line breaks resolved."""
    return sgf_grammar.text_value(value)


def move(value, tt_is_pass):
    value = value.strip()
    return b"" if tt_is_pass and value == b"tt" or value.lower() == b"pass" else value


def points(values):
    found = set()
    for value in values:
        value = value.strip()
        corners = value.split(b":")
        if len(corners) == 2 and all(len(corner) == 2 for corner in corners):
            columns = sorted(corner[0] for corner in corners)
            rows = sorted(corner[1] for corner in corners)
            for column in range(columns[0], columns[1] + 1):
                for row in range(rows[0], rows[1] + 1):
                    found.add(bytes([column, row]))
        else:
            found.add(value)
    return found


def meaning(tree):
    """Each node's depth and what it says, in the order of the file."""
    nodes = []
    size = b"19"
    todo = [(tree, 0)]
    while todo:
        part, depth = todo.pop()
        for properties in part.sequence:
            node = {}
            for name, values in properties.items():
                name = identifier(name)
                if name == "SZ":
                    size = values[0].strip()
                small = max([int(s) for s in size.split(b":") if s.isdigit()] or [19]) <= 19
                if name in ("B", "W"):
                    node[name] = [move(value, small) for value in values]
                elif name in STONES:
                    node[name] = points(values)
                elif name in TEXTS:
                    node[name] = [text(value) for value in values]
            nodes.append((depth, node))
            depth += 1
        todo.extend((child, depth) for child in reversed(part.children))
    return nodes


def read(data):
    games = sgf_grammar.parse_sgf_collection(data)
    return [meaning(game) for game in games]


def main(before_dir, after_dir):
    count = Counter()
    for folder, _, names in sorted(os.walk(after_dir)):
        for name in sorted(names):
            after_path = os.path.join(folder, name)
            relative = os.path.relpath(after_path, after_dir)
            count["converted"] += 1
            with open(after_path, "rb") as file:
                after = file.read()
            try:
                new = read(after)
            except (ValueError, RecursionError) as error:
                count["not read after"] += 1
                print(f"{relative}: converted, not read: {error}")
                continue
            before_path = os.path.join(before_dir, relative)
            if not os.path.exists(before_path):
                before_path = os.path.splitext(before_path)[0] + ".SGF"
            try:
                with open(before_path, "rb") as file:
                    before = file.read()
                before.decode("utf-8")
                before = before.removeprefix(b"\xef\xbb\xbf")
            except (OSError, UnicodeDecodeError):
                count["not UTF-8 before"] += 1
                continue
            try:
                old = read(before)
            except (ValueError, RecursionError):
                count["not read before"] += 1
                continue
            if old == new:
                count["equal"] += 1
                continue
            if any("B" in node and "W" in node for game in old for _, node in game):
                count["several moves in a node"] += 1
                continue
            count["different"] += 1
            print(f"{relative}: {difference(old, new)}")
    for what, number in count.most_common():
        print(f"{number:6} {what}")


def difference(old, new):
    if len(old) != len(new):
        return f"{len(old)} games, now {len(new)}"
    for number, (game, other) in enumerate(zip(old, new), 1):
        if len(game) != len(other):
            return f"game {number}: {len(game)} nodes, now {len(other)}"
        for place, (node, now) in enumerate(zip(game, other)):
            if node != now:
                return f"game {number}, node {place}: {str(node)[:200]}, now {str(now)[:200]}"
    return "?"


if __name__ == "__main__":
    main(*sys.argv[1:3])
