"""Compares records before and after `sgf-audit fix`, read by sgfmill, which shares no code with it.

    python3 tests/oracle/fixed.py BEFORE AFTER

BEFORE and AFTER are folders with the same files. For each file that differs and that sgfmill can read in
both, all game trees are compared: moves, setup, players, results and comments, node by node. What differs
is listed with its file, and counted by property. Passes are compared as such, however they are written;
those alone in their nodes are left out, since `--unsafe` adds such.
"""

import collections
import os
import sys

from sgfmill import sgf_grammar

COMPARED = "B W AB AW AE PB PW RE C KM HA SZ TB TW N LB DT EV".split()


def said(sequence, out):
    """What each node says, in the order of the file."""
    stack = [sequence]
    while stack:
        tree = stack.pop()
        for node in tree.sequence:
            what = {}
            for name in COMPARED:
                if name in node:
                    values = node[name]
                    if name in "BW":
                        values = ["" if v.strip() in (b"", b"tt") else v.decode("latin-1") for v in values]
                    what[name] = tuple(values)
            # A pass alone in its node may have been added.
            if what and what not in ({"B": ("",)}, {"W": ("",)}):
                out.append(what)
        stack.extend(reversed(tree.children))


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    try:
        trees = sgf_grammar.parse_sgf_collection(data)
    except (ValueError, RecursionError):
        return data, None
    out = []
    for tree in trees:
        said(tree, out)
    return data, out


def main(before, after):
    counts = collections.Counter()
    for folder, _, names in sorted(os.walk(before)):
        for name in sorted(names):
            if not name.lower().endswith(".sgf"):
                continue
            path = os.path.join(folder, name)
            old, was = read(path)
            new, now = read(os.path.join(after, os.path.relpath(path, before)))
            counts["files"] += 1
            if old == new:
                continue
            counts["changed"] += 1
            if was is None or now is None:
                counts["unreadable before" if was is None else "unreadable after"] += 1
                if was is not None:
                    print("unreadable after", path)
                if now is not None:
                    counts["readable only after"] += 1
                continue
            if len(was) != len(now):
                counts["other number of nodes"] += 1
                print(f"nodes {len(was)} {len(now)} {path}")
                continue
            for one, other in zip(was, now):
                for key in COMPARED:
                    if one.get(key) != other.get(key):
                        counts[key] += 1
                        print(key, one.get(key), other.get(key), path)
    for what, count in sorted(counts.items()):
        print(f"{what}: {count}", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:3])
