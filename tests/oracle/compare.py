#!/usr/bin/env python3
"""Compare a report of `sgf-audit check PATH... --rules RULE --out REPORT` with the oracle.

    compare.py [--rules RULE] REPORT PATH...

PATHs as given to sgf-audit, from the same directory. Without --rules each game
is judged by the ruleset that its row in games.csv names. Exits 1 on any disagreement.
"""
import argparse
import collections
import csv
import os
import sys

from record import Skip, replay, sgf_files
from rules import RULESETS, violations

KINDS = {"occupied-point", "off-board", "suicide", "ko", "superko", "out-of-turn"}


def table(report, name):
    csv.field_size_limit(1 << 30)
    with open(os.path.join(report, name), newline="", encoding="utf-8") as f:
        for row in csv.DictReader(f):
            row["key"] = (os.path.normpath(row["path"]), int(row["game"] or 0))
            yield row


def expected_counts(game):
    final = 0
    for step in reversed(game.steps):
        if step.what != "pass":
            break
        final += 1
    passes = [step.color for step in game.steps if step.what == "pass"]
    return {"width": game.width, "height": game.height, "moves": len(game.steps), "black_passes": passes.count("B"),
            "white_passes": passes.count("W"), "final_passes": final,
            "last_mover": game.steps[-1].color if game.steps else ""}


def place(game, node, color, point):
    """What must be equal besides move and kind; no name for a point beyond column 25."""
    return (str(node), color, point if point and game.width <= 25 else "")


def expected_findings(game, rules, kinds):
    forbidden, suicide_ok = rules
    return {(step.move, kind): place(game, step.node, step.color,
                                     game.goban.name(step.point) if kind != "off-board" else "")
            for step, kind in violations(game, forbidden, suicide_ok) if kind in kinds}


def reported_findings(game, rows, kinds):
    malformed = {step.move for step in game.steps if step.what == "malformed"}
    found = {}
    for row in rows:
        kind, move = row["finding"], int(row["move"] or 0)
        if kind not in kinds or (kind == "off-board" and move in malformed):
            continue
        # an off-board stone and a pass have no point, whatever the report calls it
        step = game.steps[move - 1] if 0 < move <= len(game.steps) else None
        point = row["point"] if step and step.point is not None and kind != "off-board" else ""
        twice = ("(reported twice)",) if (move, kind) in found else ()
        found[move, kind] = place(game, row["node"], row["color"], point) + twice
    return found


def compare_game(game, row, findings, rules, kinds):
    """[(kind of disagreement, move or empty, text)]"""
    for column, value in expected_counts(game).items():
        if row[column] != str(value):
            yield "count " + column, "", "oracle %s, report %s" % (value, row[column] or "(empty)")
    oracle = expected_findings(game, rules, kinds)
    report = reported_findings(game, findings, kinds)
    for move, kind in sorted(oracle.keys() | report.keys()):
        key = (move, kind)
        if key not in report:
            yield "not in report: " + kind, move, "oracle " + " ".join(oracle[key])
        elif key not in oracle:
            yield "only in report: " + kind, move, "report " + " ".join(report[key])
        elif oracle[key] != report[key]:
            yield "elsewhere: " + kind, move, "oracle %s, report %s" % (oracle[key], report[key])


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--rules", choices=sorted(RULESETS))
    args.add_argument("--repetition", action="store_true", help="compare the finding `repetition` too")
    args.add_argument("--ignore", action="append", default=[], metavar="FINDING")
    args.add_argument("--show", type=int, default=10, help="examples of each kind of disagreement (10)")
    args.add_argument("report")
    args.add_argument("paths", nargs="+")
    args = args.parse_args()
    kinds = (KINDS | ({"repetition"} if args.repetition else set())) - set(args.ignore)

    rows, games_in, findings = {}, collections.Counter(), collections.defaultdict(list)
    for row in table(args.report, "games.csv"):
        rows[row["key"]] = row
        games_in[row["key"][0]] += 1
    for row in table(args.report, "findings.csv"):
        if row["finding"] in kinds:
            findings[row["key"]].append(row)

    compared = agreed = 0
    skipped, tally = collections.Counter(), collections.defaultdict(list)
    for path in sgf_files(args.paths):
        for game in replay([path]):
            if isinstance(game, Skip):
                skipped["by the oracle: " + str(game)] += 1
                continue
            name = os.path.normpath(path)
            row = rows.get((name, game.index))
            if games_in[name] and games_in[name] != game.games:
                skipped["the number of games in the file is seen differently"] += 1
                continue
            if row is None:
                tally["no row in games.csv"].append((path, game.index, "", ""))
                continue
            rules = RULESETS.get(args.rules or row["ruleset"])
            if rules is None:
                skipped["ruleset %r is none the oracle knows" % row["ruleset"]] += 1
                continue
            if args.rules and row["ruleset"] != args.rules:
                tally["other ruleset than --rules"].append((path, game.index, "", row["ruleset"]))
                continue
            compared += 1
            wrong = list(compare_game(game, row, findings[name, game.index], rules, kinds))
            agreed += not wrong
            for kind, move, text in wrong:
                tally[kind].append((path, game.index, move, text))

    print("games compared:     %7d" % compared)
    print("games that agree:   %7d" % agreed)
    print("games that don't:   %7d" % (compared - agreed))
    for why, n in skipped.most_common():
        print("skipped: %7d  %s" % (n, why))
    for kind, cases in sorted(tally.items(), key=lambda item: -len(item[1])):
        print("\n%s: %d" % (kind, len(cases)))
        for path, index, move, text in cases[:args.show]:
            print("  %s%s%s  %s" % (path, "" if index == 1 else " game %d" % index,
                                    " move %s" % move if move else "", text))
    if not compared:
        print("nothing was compared")
    sys.exit(1 if tally or not compared else 0)


if __name__ == "__main__":
    main()
