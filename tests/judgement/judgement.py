#!/usr/bin/env python3
"""Measures the verdicts of the program on changed copies of real records.

    tests/judgement/judgement.py PROGRAM MEASURE DIR... [--sample N] [--seed N] [--list] [--keep DIR]

README.md describes the measures. Only the standard library is needed.
"""

import argparse
import csv
import hashlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

PROPERTY = re.compile(rb"([A-Z]{1,2})((?:\s*\[(?:[^\]\\]|\\.)*\])+)\s*", re.S)
KOMI = re.compile(rb"(?<![A-Z])KM\s*\[[^\]]*\]")
RESULT = re.compile(rb"(?<![A-Z])RE\s*\[[^\]]*\]")
SERVER = re.compile(rb"(?<![A-Z])(?:AP|PC|SO|US)\s*\[(?:[^\]\\]|\\.)*\]", re.S)
MARGIN = re.compile(r"([BW])\+(\d+(?:\.\d+)?)$")
WRONG = ("wrong-winner", "wrong-margin")
TRUNCATED = (1, 2, 3, 5, 10)


def check(program, paths, options=()):
    """Returns the rows of games.csv of a run over files or directories."""
    command = [program, "check", "--quiet", "--fail-on", "never", "--format", "csv", "--threads", "1", *options]
    with tempfile.TemporaryDirectory() as out:
        subprocess.run([*command, "--out", out, *map(str, paths)], check=True, stdout=subprocess.DEVNULL)
        with open(Path(out) / "games.csv", encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))


def margin(result):
    """Returns White's margin of a result such as `B+3.5`, or None."""
    if result in ("0", "Draw"):
        return 0.0
    match = MARGIN.match(result)
    return match and float(match[2]) * (1 if match[1] == "W" else -1)


def result(margin):
    """Returns the result of a margin of White's."""
    if margin == 0:
        return "0"
    return f"{'W' if margin > 0 else 'B'}+{abs(margin):g}"


def with_result(record, text):
    """Returns a record with another RE."""
    return RESULT.sub(f"RE[{text}]".encode(), record, count=1)


def nodes(record):
    """Returns the header and the nodes of a record without variations, or None."""
    if record.count(b"(") != 1 + len(re.findall(rb"\[[^\]]*\(", record)) and b"(;" in record[2:]:
        return None
    body = record.strip()
    if not body.startswith(b"(") or not body.endswith(b")"):
        return None
    parts, start, at, inside = [], None, 1, False
    end = len(body) - 1
    while at < end:
        byte = body[at]
        if inside:
            if byte == 0x5C:
                at += 1
            elif byte == 0x5D:
                inside = False
        elif byte == 0x5B:
            inside = True
        elif byte in b"()":
            return None
        elif byte == 0x3B:
            if start is not None:
                parts.append(body[start:at])
            start = at
        at += 1
    if start is None:
        return None
    parts.append(body[start:end])
    return parts


def move_of(node):
    """Returns the colour and point of a node's move, or None."""
    for name, values in PROPERTY.findall(node[1:]):
        if name in (b"B", b"W"):
            return name, values.strip()[1:-1].strip()
    return None


def is_pass(node):
    move = move_of(node)
    return move is not None and move[1] in (b"", b"tt")


def without_end(parts, plays):
    """Returns the nodes without final passes, marks, and the last `plays` plays; None if there are too few."""
    kept = list(parts)
    while len(kept) > 1 and (move_of(kept[-1]) is None or is_pass(kept[-1])):
        kept.pop()
    for _ in range(plays):
        if len(kept) < 40 or is_pass(kept[-1]) or move_of(kept[-1]) is None:
            return None
        kept.pop()
    kept[-1:] = [re.sub(rb"(?<![A-Z])(TB|TW|C)(\s*\[(?:[^\]\\]|\\.)*\])+", b"", kept[-1], flags=re.S)]
    return kept


class Records:
    """The counted games of some directories, with the program's verdicts."""

    def __init__(self, program, paths, sample, seed, options=()):
        rows = check(program, paths, options)
        self.single = Counter(row["path"] for row in rows)
        rows = [row for row in rows if self.single[row["path"]] == 1 and Path(row["path"]).suffix.lower() == ".sgf"]
        self.all = rows
        rows = [row for row in rows if row["verdict"] == "confirmed" and margin(row["recorded_result"]) is not None]
        # By a hash of the path, so that two programs whose confirmed games differ draw nearly the same sample.
        rows.sort(key=lambda row: hashlib.sha256(f"{seed} {row['path']}".encode()).digest())
        self.confirmed = rows[:sample]

    @staticmethod
    def is_complete(row):
        return int(row["final_passes"] or 0) >= 2 or row["dead_source"] == "marked"

    def games(self, wanted=lambda row: True):
        """Yields the rows and bytes of confirmed games."""
        for row in self.confirmed:
            if wanted(row) and Path(row["path"]).is_file():  # Others lie in archives.
                record = Path(row["path"]).read_bytes()
                if len(RESULT.findall(record)) == 1:
                    yield row, record


def run(args, cases):
    """Writes the cases (label, original row, bytes), checks them, and returns label, original row, new row."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(args.keep or scratch)
        folder.mkdir(parents=True, exist_ok=True)
        by_name = {}
        for number, (label, row, record) in enumerate(cases):
            name = f"{number:06}.sgf"
            (folder / name).write_bytes(record)
            by_name[name] = (label, row)
        if not by_name:
            return []
        rows = check(args.program, [folder], args.option)
        outcome = []
        for row in rows:
            label, original = by_name[Path(row["path"]).name]
            outcome.append((label, original, row))
        return outcome


def show(args, label, original, row):
    if args.list:
        print(f"    {label}: {original['path']} {Path(row['path']).name}: {row['recorded_result']}, "
              f"{row['verdict']} {row['recounted_result']} {row['cause']}: {row['explanation'][:160]}")


def drawn(args, row, use=""):
    """Returns random numbers of a record, the same whatever other records are in the sample."""
    return random.Random(f"{args.seed} {row['path']} {use}")


def share(part, whole):
    return f"{part}/{whole}" + (f" = {100 * part / whole:.2f} %" if whole else "")


def truncation(args, records):
    """`wrong-*` among confirmed games without their passes, marks and last moves."""
    cases = []
    for row, record in records.games():
        parts = nodes(record)
        for plays in TRUNCATED:
            kept = parts and without_end(parts, plays)
            if kept:
                cases.append((plays, row, b"(" + b"".join(kept) + b")\n"))
    wrong, counted = Counter(), Counter()
    verdicts = defaultdict(Counter)
    for label, original, row in run(args, cases):
        counted[label] += 1
        verdicts[label][row["verdict"]] += 1
        if row["verdict"] in WRONG:
            wrong[label] += 1
            show(args, label, original, row)
    for label in TRUNCATED:
        print(f"truncation {label}: wrong {share(wrong[label], counted[label])} {dict(verdicts[label])}")
    few = [label for label in TRUNCATED if label <= 5]
    print(f"truncation 1-5: wrong {share(sum(wrong[l] for l in few), sum(counted[l] for l in few))}")


def falsified(args, records):
    """`wrong-*` among games whose RE was falsified."""
    cases = []
    for row, record in records.games():
        rng = drawn(args, row)
        true = margin(row["recorded_result"])
        if records.is_complete(row):
            step = rng.choice((-1, 1)) * rng.randint(2, 40)
            cases.append(("complete, 2 to 40 points", row, with_result(record, result(true + step))))
            if true:
                cases.append(("complete, other winner", row, with_result(record, result(-true))))
        parts = nodes(record)
        kept = parts and without_end(parts, 0)
        if kept:
            rng = drawn(args, row, "without passes")
            step = rng.choice((-1, 1)) * rng.randint(10, 40)
            record = b"(" + b"".join(kept) + b")\n"
            settled = "without passes as recorded" if not records.is_complete(row) else "passes removed"
            cases.append((f"{settled}, 10 to 40 points", row, with_result(record, result(true + step))))
    wrong, counted = Counter(), Counter()
    for label, original, row in run(args, cases):
        counted[label] += 1
        if row["verdict"] in WRONG:
            wrong[label] += 1
        else:
            show(args, label, original, row)
    for label in sorted(counted):
        print(f"falsified, {label}: wrong {share(wrong[label], counted[label])}")


def slips(args, records):
    """Games with a likely cause among those whose RE is off by 1 to 7 points."""
    cases = []
    for row, record in records.games():
        true = margin(row["recorded_result"])
        for step in drawn(args, row).sample([step for step in range(-7, 8) if step], 3):
            cases.append((step, row, with_result(record, result(true + step))))
    likely, wrong, causes, total = 0, 0, Counter(), 0
    for label, original, row in run(args, cases):
        total += 1
        wrong += row["verdict"] in WRONG
        if row["cause"]:
            likely += 1
            causes[row["cause"]] += 1
            show(args, label, original, row)
    print(f"slips: {share(wrong, total)} called wrong; likely cause {share(likely, wrong)} of the wrong: "
          f"{dict(causes.most_common())}")


def reversed_marks(record, row):
    """Returns the record with one dead group of six stones or more marked as alive, or None."""
    parts = nodes(record)
    if not parts or not row["dead_stones"]:
        return None
    last = parts[-1]
    lists = {name: set(re.findall(rb"\[([a-s]{2})\]", values))
             for name, values in PROPERTY.findall(last[1:]) if name in (b"TB", b"TW")}
    if len(lists) != 2:
        return None
    board = final_board(parts)
    if board is None:
        return None
    for chain, color in groups_of(board):
        theirs = b"TW" if color == b"B" else b"TB"
        own = b"TB" if color == b"B" else b"TW"
        if len(chain) >= 6 and chain <= lists[theirs]:
            region = enclosed(board, chain, color)
            if region is None or any(point in lists[own] for point in region):
                continue
            moved = {point for point in region if point in lists[theirs]}
            stones = {point for point in moved if board.get(point) == color}
            new = {theirs: lists[theirs] - moved, own: lists[own] | (moved - stones)}
            text = re.sub(rb"(?<![A-Z])(TB|TW)(\s*\[(?:[^\]\\]|\\.)*\])+", b"", last, flags=re.S)
            for name, points in new.items():
                if points:
                    text += name + b"".join(b"[" + point + b"]" for point in sorted(points))
            return b"(" + b"".join(parts[:-1]) + text + b")\n"
    return None


def neighbours(point):
    x, y = point
    return [bytes(at) for at in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)) if 97 <= at[0] < 116 and 97 <= at[1] < 116]


def groups_of(board):
    seen = set()
    for first in sorted(board):
        if first not in seen:
            chain = flood(first, lambda at: board.get(at) == board[first])
            seen |= chain
            yield chain, board[first]


def flood(first, belongs):
    chain, stack = {first}, [first]
    while stack:
        for near in neighbours(stack.pop()):
            if near not in chain and belongs(near):
                chain.add(near)
                stack.append(near)
    return chain


def enclosed(board, chain, color):
    """The points around a chain up to stones of the other colour, unless that is much of the board."""
    region = flood(next(iter(chain)), lambda at: board.get(at) in (None, color))
    return region if len(region) < 60 else None


def final_board(parts):
    board = {}
    for node in parts:
        for name, values in PROPERTY.findall(node[1:]):
            points = re.findall(rb"\[([a-s]{2})\]", values)
            if name in (b"AB", b"AW"):
                for point in points:
                    board[point] = name[1:]
            elif name == b"AE":
                return None
            elif name in (b"B", b"W") and points:
                point, other = points[0], b"W" if name == b"B" else b"B"
                if point in board:
                    return None
                board[point] = name
                for near in neighbours(point):
                    if board.get(near) == other:
                        chain = flood(near, lambda at: board.get(at) == other)
                        if not any(at not in board for stone in chain for at in neighbours(stone)):
                            for stone in chain:
                                del board[stone]
    return board


def deliberate(args, records):
    """The first likely cause of mistakes made on purpose."""
    cases = []
    for row, record in records.games(records.is_complete):
        record = SERVER.sub(b"", record)
        true, stones, komi = margin(row["recorded_result"]), int(row["handicap"] or 0), float(row["komi"])
        given = {"chinese": stones, "wmsg": stones, "ing": stones, "aga": stones - 1, "bga": stones - 1}.get(row["ruleset"], 0)
        if abs(true) >= 1:
            cases.append(("winner-swapped", row, with_result(record, result(-true))))
        has_komi = row["komi_source"] == "record" and len(KOMI.findall(record)) == 1
        if has_komi and stones < 2 and komi in (6.5, 7.5):
            cases.append(("other-komi", row, KOMI.sub(b"KM[0.5]", record, count=1)))
        if has_komi and stones >= 2 and komi == 0.5:
            wrong = random.Random(row["path"]).choice((b"KM[6.5]", b"KM[7.5]"))
            cases.append(("other-komi", row, KOMI.sub(wrong, record, count=1)))
        if row["ruleset"] == "aga" and row["last_mover"] == "B" and row["white_last_pass"] == "missing":
            without = float(row["territory_margin"])
            if without != float(row["territory_margin_completed"]):
                cases.append(("missing-white-pass", row, with_result(record, result(without))))
        if row["ruleset"] == "chinese" and true and true * 2 % 1 == 0:
            cases.append(("margin-in-zi", row, with_result(record, result(true / 2))))
        if given > 1:
            cases.append(("handicap-points", row, with_result(record, result(true - given))))
        if row["dead_source"] == "marked":
            changed = reversed_marks(record, row)
            if changed:
                cases.append(("marks", row, changed))
    right, wrong, counted = Counter(), Counter(), Counter()
    for label, original, row in run(args, cases):
        counted[label] += 1
        wrong[label] += row["verdict"] in WRONG
        accepted = {"marks": ("one-chain", "other-marks"), "other-komi": ("other-komi", "unrecorded-komi")}.get(label, (label,))
        if row["cause"] in accepted or label == "margin-in-zi" and row["verdict"] == "confirmed":
            right[label] += 1  # Quarters of a point are read as zi.
        elif label == "marks" and row["verdict"] == "confirmed":
            counted[label] -= 1  # The marks don't decide the result.
        else:
            show(args, label, original, row)
    for label in sorted(counted):
        print(f"deliberate {label}: first likely cause {share(right[label], counted[label])}, wrong {wrong[label]}")


def official(args, records):
    """Verdicts of records whose official result is known from tables (`YEAR.yml` with `sgf:` and `N:RESULT`)."""
    official = {}
    game = re.compile(r"- (\d+)-(\d+) (\d+):(\S+).*?sgf:(\S+.*\.sgf)")
    for table in args.tables:
        for path in sorted(Path(table).glob("*.yml")):
            for line in path.read_text(encoding="utf-8").splitlines():
                match = game.search(line)
                if match:
                    official[match[5]] = match[4]
    agree, contradict, reported = Counter(), 0, 0
    for row in records.all:
        name = "/".join(Path(row["path"]).parts[-2:])
        stated = official.get(name)
        if stated is None:
            continue
        if stated == row["recorded_result"]:
            agree[row["verdict"]] += 1
            if row["verdict"] in WRONG:
                show(args, "agree", row, row)
        elif stated[:1] != row["recorded_result"][:1] and row["recorded_result"][:2] in ("B+", "W+"):
            contradict += 1
            reported += row["verdict"] in (*WRONG, "undecided")
            if row["verdict"] not in WRONG:
                show(args, f"table {stated}", row, row)
    counted = agree["confirmed"] + agree["wrong-winner"] + agree["wrong-margin"]
    wrong = agree["wrong-winner"] + agree["wrong-margin"]
    print(f"official results agree: wrong {share(wrong, counted)} of the counted; {dict(agree)}")
    print(f"official results contradict in winner: {contradict}, of these wrong or undecided by the count alone: {reported}")


def finished(args, records):
    """Slips of 2 to 5 points in confirmed games without passes and without open dame, and the same games unchanged."""
    cases = []
    for row, record in records.games(lambda row: not records.is_complete(row) and row["dame"] == "0"):
        rng = drawn(args, row)
        step = rng.choice((-1, 1)) * rng.randint(2, 5)
        cases.append(("slips", row, with_result(record, result(margin(row["recorded_result"]) + step))))
        cases.append(("unchanged", row, record))
    verdicts = defaultdict(Counter)
    for label, original, row in run(args, cases):
        verdicts[label][row["verdict"]] += 1
        if (row["verdict"] in WRONG) != (label == "slips"):
            show(args, label, original, row)
    for label, counted in sorted(verdicts.items()):
        wrong = sum(counted[verdict] for verdict in WRONG)
        print(f"finished, {label}: wrong {share(wrong, sum(counted.values()))} {dict(counted)}")


def areas(args, records):
    """Games whose areas by Japanese and by Chinese rules differ although the same stones are dead."""
    by = {}
    for rules in ("japanese", "chinese"):
        rows = check(args.program, args.directories, ["--rules", rules, *args.option])
        by[rules] = {(row["path"], row["game"]): row for row in rows if row["black_area"]}
    both = [(by["japanese"][key], by["chinese"][key]) for key in by["japanese"] if key in by["chinese"]]
    dead = ("dead_source", "dead_stones", "black_prisoners", "white_prisoners")
    same = [pair for pair in both if all(pair[0][column] == pair[1][column] for column in dead)]
    differ = [pair for pair in same if any(pair[0][column] != pair[1][column] for column in ("black_area", "white_area"))]
    for japanese, _ in differ:
        show(args, "areas", japanese, japanese)
    print(f"areas: counted by both {len(both)}, of these the same stones dead {len(same)}, areas differ {len(differ)}")


def gnugo(args, records):
    """Games called wrong that GNU Go, as an independent player, finishes as recorded."""
    wrong = [row for row in records.all if row["verdict"] in WRONG]
    agree, surest, ruled = 0, Counter(), []
    for row in wrong:
        sure = float(row["dead_confidence"] or 1)
        surest["below 0.85"] += sure < 0.85
        area = "--chinese-rules" if row["ruleset"] in ("chinese", "aga", "aga-area", "ing", "wmsg", "new-zealand") else "--japanese-rules"
        command = [shutil.which("gnugo") or "/usr/games/gnugo", area, "--komi", row["komi"], "--score", "aftermath", "-l", row["path"]]
        path = Path(row["path"])
        try:
            answer = subprocess.run(command, capture_output=True, text=True, timeout=300).stdout
        except subprocess.TimeoutExpired:
            answer = ""
        stated = re.findall(r"(Black|White) wins by (\d+(?:\.\d+)?) points", answer)
        found = f"{stated[-1][0][0]}+{float(stated[-1][1]):g}" if stated else "?"
        agrees = margin(found) is not None and margin(found) == margin(row["recorded_result"])
        agree += agrees
        ruled.append((path.name, row["recorded_result"], row["verdict"], row["recounted_result"], found, sure))
    for case in ruled:
        print("    GNU Go:", *case)
    print(f"GNU Go finishes as recorded {share(agree, len(wrong))} of the games called wrong; {dict(surest)}")


def rings(args, records):
    """Chains that a cause names although the estimate is surer than 90 % of them."""
    cases = [row for row in records.all if row["verdict"] in WRONG]
    print(f"rings: {dict(Counter(row['cause'] for row in cases).most_common())}")
    for row in cases:
        if row["cause"] in ("one-chain", "other-marks"):
            show(args, "ring", row, row)


def ruled(args, records):
    """Undecided games that are right with one chain of the other status: what they are once that is ruled."""
    named = re.compile(r"it is right with (?:Black|White)'s (?:stone|chain of \d+ stones) at ([A-Z]\d+)"
                       r"(?:, which needs another move,)? (alive|dead)(?: rather than in seki)?;")
    asked = [(row, named.search(row["explanation"])) for row in records.all if row["verdict"] == "undecided"]
    asked = [(row, found) for row, found in asked if found][:args.sample]
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        rulings, original = [], {}
        for number, (row, found) in enumerate(asked):
            name, key = f"{number:06}.sgf", "alive" if found[2] == "alive" else "also-dead"
            shutil.copy(row["path"], folder / name)
            original[name] = row
            rulings.append(f'[[rulings]]\nfile = "{name}"\n{key} = "{found[1]}"\n')
        rows = []
        for first in range(0, len(rulings), 200):
            event = folder / "event.toml"
            event.write_text("".join(rulings[first:first + 200]), encoding="utf-8")
            rows += check(args.program, sorted(folder.glob("*.sgf"))[first:first + 200], ["--event", str(event), *args.option])
    for row in rows:
        if row["verdict"] != "confirmed":
            show(args, "ruled", original[Path(row["path"]).name], row)
    verdicts = Counter(row["verdict"] for row in rows)
    print(f"ruled as asked: confirmed {share(verdicts['confirmed'], len(rows))} {dict(verdicts)}")


def without_marks(record):
    return re.sub(rb"(?<![A-Z])(TB|TW)(\s*\[(?:[^\]\\]|\\.)*\])+", b"", record, flags=re.S)


def unmarked(args, records):
    """Games that their marks confirm, without the marks, as recorded and with a slip of 1 to 7 points."""
    cases = []
    for row, record in records.games(lambda row: row["dead_source"] == "marked"):
        bare = without_marks(record)
        step = drawn(args, row, "unmarked").choice([step for step in range(-7, 8) if step])
        cases.append(("as recorded", row, bare))
        cases.append(("slips", row, with_result(bare, result(margin(row["recorded_result"]) + step))))
    verdicts, causes = defaultdict(Counter), defaultdict(Counter)
    for label, original, row in run(args, cases):
        verdicts[label][row["verdict"]] += 1
        if row["verdict"] in WRONG:
            causes[label][row["cause"]] += 1
            show(args, label, original, row)
    for label, counted in sorted(verdicts.items()):
        wrong = sum(counted[verdict] for verdict in WRONG)
        chain = sum(causes[label][cause] for cause in ("one-chain", "dead-left-standing"))
        print(f"unmarked, {label}: wrong {share(wrong, sum(counted.values()))}, a chain as the cause {share(chain, wrong)}, "
              f"{dict(counted)} {dict(causes[label])}")


COUNTED = ("black_area", "white_area", "black_territory", "white_territory", "black_prisoners", "white_prisoners", "dame",
           "area_margin", "territory_margin", "territory_margin_completed")


def independent(args, records):
    """Counted columns that change with RE: moved by a point, with the other winner, or unknown."""
    cases = []
    for row, record in records.games(lambda row: int(row["final_passes"] or 0) >= 2 or row["dead_source"] == "marked"):
        if "inferred" in (row["komi_source"], row["ruleset_source"]):
            continue
        true = margin(row["recorded_result"])
        others = (("moved", result(true + 1)), ("moved", result(true - 1)), ("turned", result(-true)), ("unknown", "?"))
        cases.extend((label, row, with_result(record, other)) for label, other in others)
    changed, counted, confirmed = Counter(), Counter(), Counter()
    for label, original, row in run(args, cases):
        if row["black_area"]:
            counted[label] += 1
            changed[label] += any(row[column] != original[column] for column in COUNTED)
            confirmed[label] += row["verdict"] == "confirmed"
            if any(row[column] != original[column] for column in COUNTED):
                show(args, label, original, row)
    for label in sorted(counted):
        print(f"independent, {label}: counts changed {share(changed[label], counted[label])}, "
              f"confirmed {share(confirmed[label], counted[label])}")


def summary(args, records):
    """Verdicts and causes of the records as they are."""
    print(f"verdicts: {dict(Counter(row['verdict'] for row in records.all).most_common())}")
    print(f"causes: {dict(Counter(row['cause'] for row in records.all if row['cause']).most_common())}")


MEASURES = {measure.__name__: measure
            for measure in (summary, truncation, falsified, slips, finished, deliberate, official, rings, areas, ruled, unmarked,
                            independent, gnugo)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("measure", help=", ".join(MEASURES) + "; several with commas")
    parser.add_argument("directories", nargs="+")
    parser.add_argument("--sample", type=int, default=1_000_000, help="number of confirmed games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", action="append", default=[], help="directory with YEAR.yml")
    parser.add_argument("--list", action="store_true", help="list the games that a measure counts against the program")
    parser.add_argument("--keep", help="directory for the changed records")
    parser.add_argument("--option", action="append", default=[], help="option for the program, as in --option=--no-estimate")
    args = parser.parse_args()
    records = Records(args.program, args.directories, args.sample, args.seed, args.option)
    print(f"{len(records.all)} games, {len(records.confirmed)} confirmed with a margin")
    for name in args.measure.split(","):
        MEASURES[name](args, records)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
