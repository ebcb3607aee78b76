"""Checks that `sgf-audit fix` does what `check` promises, and makes no file worse.

    python3 tests/oracle/fixes.py PROGRAM DIR...

For each class of fixes, the findings that `check` marks as fixable are those that `fix` fixes, and a second `check` promises
none of that class. In fixed copies of the folders sgfmill, which shares no code with the program, reads every file that it
read before, with the same moves, passes that the rules demand aside, and no file has more errors than before. What isn't so is listed; the
exit status is then 1.
"""

import collections
import csv
import os
import re
import shutil
import subprocess
import sys
import tempfile

from sgfmill import sgf_grammar

CLASSES = ["safe", "rules", "judgement"]
LINE = re.compile(r"^(.*?):(\d+):(\d+): fixable\[([a-z-]+)\] (?:game (\d+): )?.* \((safe|rules|judgement)\)$")
ALL = ["--isolated", "--no-estimate"]
# `nn` is one on a board of 13 lines.
PASSES = {b"", b"tt", b"``", b"pass", b"Pass", b"PASS", b"nn", b"jj"}


def run(program, *arguments):
    command = [program, *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}: {done.stderr.decode(errors='replace')}")
    return done.stdout.decode("utf-8", "replace")


def check(program, folder, out):
    """The findings of a folder: the marks, and the errors of each file by name."""
    run(program, "check", folder, *ALL, "--out", out, "--max-findings", "4000000000", "--quiet", "--raw-cells")
    marks, errors = collections.Counter(), collections.defaultdict(collections.Counter)
    with open(os.path.join(out, "findings.csv"), encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["severity"] == "error":
                errors[row["path"]][row["finding"]] += 1
            if row["fix"]:
                game = int(row["game"])
                marks[row["path"], row["line"], row["column"], row["finding"], game if game > 1 else 0, row["fix"]] += 1
    return marks, errors


def fixed(program, folder):
    """The findings that `fix` says it fixes."""
    deeds = collections.Counter()
    for line in run(program, "fix", folder, "--isolated", "--unsafe").split("\n"):
        match = LINE.match(line)
        if match:
            path, line, column, name, game, safety = match.groups()
            deeds[path, line, column, name, int(game or 0), safety] += 1
    return deeds


def moves(path, variations=False):
    """The moves of the main lines of a file, game by game, without passes; None where sgfmill can't read it. With
    `variations`, the moves of every line of each game."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        trees = sgf_grammar.parse_sgf_collection(data)
    except (ValueError, RecursionError):
        return None
    games = []
    for tree in trees:
        open_lines = [([], tree)]
        while open_lines:
            game, tree = open_lines.pop()
            for node in tree.sequence:
                game = game + [(name, node[name][0].strip()) for name in ("B", "W") if name in node]
            if not tree.children:
                games.append([move for move in game if move[1] not in PASSES])
            for child in reversed(tree.children if variations else tree.children[:1]):
                open_lines.append((game, child))
    return games


def has_all(was, now):
    """Whether the games and moves before are there afterwards, in this order. What sgfmill skipped before may be added."""
    rest = iter(now)
    return all(any(game[: len(old)] == old for game in rest) for old in was)


def has_lines(was, now):
    """Whether each game before is part of a line afterwards: without a `(` before the root, sgfmill takes the variations for games."""
    return all(any(line[at : at + len(old)] == old for line in now for at in range(len(line) - len(old) + 1)) for old in was)


def files(folder):
    for directory, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            yield os.path.relpath(os.path.join(directory, name), folder)


def main(program, folders):
    faults = collections.Counter()
    program = os.path.abspath(program)

    def fault(kind, *what):
        faults[kind] += 1
        if faults[kind] <= 20:
            print(kind, *what)

    for folder in folders:
        with tempfile.TemporaryDirectory() as work:
            before = os.path.join(work, "records")
            shutil.copytree(folder, before)
            marks, errors = check(program, before, os.path.join(work, "report"))
            deeds = fixed(program, before)
            for what in (marks - deeds) + (deeds - marks):
                fault("promised, not done" if marks[what] > deeds[what] else "done, not promised", what)
            for index, safety in enumerate(CLASSES):
                if safety == "rules":
                    continue
                after = os.path.join(work, safety)
                shutil.copytree(folder, after)
                options = ["--unsafe"] if index else []
                run(program, "fix", after, "--isolated", "--write", "--exit-zero", "--quiet", *options)
                again, left = check(program, after, os.path.join(work, "report-" + safety))
                for what, number in again.items():
                    if CLASSES.index(what[-1]) <= index:
                        fault(f"promised again after {safety} fixes", what, number)
                for path, names in left.items():
                    for name in names - errors[os.path.join(before, os.path.relpath(path, after))]:
                        fault(f"new error after {safety} fixes", path, name)
                for path in files(before):
                    old, new = os.path.join(before, path), os.path.join(after, path)
                    with open(old, "rb") as one, open(new, "rb") as other:
                        if one.read() == other.read():
                            continue
                    was = moves(old)
                    if was is not None and not (has_all(was, moves(new) or []) or has_lines(was, moves(new, True) or [])):
                        fault(f"sgfmill reads it differently after {safety} fixes", path)
        print(f"{folder}: {sum(marks.values())} marks, {sum(deeds.values())} fixes", file=sys.stderr)
    for kind, number in sorted(faults.items()):
        print(f"{kind}: {number}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
