#!/usr/bin/env python3
"""Count finished games under AGA-family rules: by territory with pass stones, and by area.

    passes.py [--report REPORT] [--all] PATH...

For records whose RU is of the AGA family (--all: any) and whose last node marks
the points with TB or TW. A stone on a point marked for the other colour is dead.
Prints one line a game, TSV, and a summary to stderr. Margins are White's minus
Black's. With --report they are compared with games.csv; exits 1 on a difference.
"""
import argparse
import collections
import os
import re
import sys

from compare import table
from record import BLACK, EMPTY, OTHER, WHITE, Skip, replay, setup_points

FAMILY = re.compile(rb"aga|bga|british|american|french|ffg", re.I)


def number(raw, otherwise):
    try:
        return float(raw.strip().replace(b",", b"."))
    except ValueError:
        return otherwise


def flood(game, board):
    """[area, territory] of each colour, every stone on the board alive."""
    area, territory = {BLACK: 0, WHITE: 0}, {BLACK: 0, WHITE: 0}
    for color in (BLACK, WHITE):
        area[color] += board.count(color)
    seen = set()
    for start in range(len(board)):
        if board[start] != EMPTY or start in seen:
            continue
        region, borders, todo = {start}, set(), [start]
        while todo:
            for n in game.goban.near[todo.pop()]:
                if board[n] != EMPTY:
                    borders.add(board[n])
                elif n not in region:
                    region.add(n)
                    todo.append(n)
        seen |= region
        if len(borders) == 1:
            owner = borders.pop()
            area[owner] += len(region)
            territory[owner] += len(region)
    return area, territory


def final_passes_missing(game):
    """The passes to add so that two or more end the game and White's is the last move."""
    last, run = "B", 0
    for step in game.steps:
        last, run = step.color, (run + 1 if step.what == "pass" else 0)
    added = collections.Counter()
    while run < 2 or last != "W":
        last, run = OTHER[last], run + 1
        added[last] += 1
    return added


def white_last_pass(game):
    """Only said where two or more passes are recorded at the end."""
    if len(game.steps) < 2 or any(s.what != "pass" for s in game.steps[-2:]):
        return ""
    return "ok" if game.steps[-1].color == "W" else "missing"


def handicap(game):
    ha = number(game.root.get("HA", [b""])[0], None)
    if ha is not None:
        return int(ha) if ha > 1 else 0
    stones = game.lead
    if game.setup_before_play and game.steps and game.steps[0].color == "W":
        board = game.steps[0].before
        stones = 0 if board.count(WHITE) else board.count(BLACK)
    return stones if stones > 1 else 0


def margin_text(margin):
    if margin == 0:
        return "0"
    return "%s+%s" % ("W" if margin > 0 else "B", ("%g" % abs(margin)))


def count(game):
    """The counts of one game as a dict, or None where nothing is marked at the end."""
    last = game.nodes[-1]
    if "TB" not in last and "TW" not in last:
        return None
    marked = {BLACK: set(setup_points(game.goban, last.get("TB", []))),
              WHITE: set(setup_points(game.goban, last.get("TW", [])))}
    board, lost = bytearray(game.final), {BLACK: 0, WHITE: 0}
    for color, other in ((BLACK, WHITE), (WHITE, BLACK)):
        dead = [p for p in marked[other] if game.final[p] == color]
        lost[color] += len(dead)
        for p in dead:
            board[p] = EMPTY
    code, passes, added = {"B": BLACK, "W": WHITE}, collections.Counter(), final_passes_missing(game)
    for step in game.steps:
        color = code[step.color]
        lost[color] += len(step.suicide)
        lost[BLACK + WHITE - color] += len(step.captured)
        passes[color] += step.what == "pass"
    area, territory = flood(game, board)
    n = handicap(game)
    komi = number(game.root.get("KM", [b""])[0], 0.5 if n else 7.5)
    area_margin = area[WHITE] - area[BLACK] + komi + max(n - 1, 0)
    territory_margin = ((territory[WHITE] - lost[WHITE] - passes[WHITE])
                        - (territory[BLACK] - lost[BLACK] - passes[BLACK]) + komi)
    completed = territory_margin - added["W"] + added["B"]
    return {"area_margin": area_margin, "territory_margin": territory_margin,
            "territory_margin_completed": completed, "recounted_result": margin_text(completed),
            "white_last_pass": white_last_pass(game), "handicap": n, "komi": komi}


def recorded_margin(game):
    raw = game.root.get("RE", [b""])[0].strip().upper()
    if raw in (b"0", b"DRAW", b"JIGO"):
        return 0.0
    m = re.match(rb"([BW])\+([0-9]+(?:\.[0-9]+)?)$", raw)
    return m and float(m[2]) * (1 if m[1] == b"W" else -1)


def same(ours, theirs):
    try:
        return float(ours) == float(theirs)
    except ValueError:
        return str(ours) == theirs


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--report")
    args.add_argument("--all", action="store_true", help="whatever RU says")
    args.add_argument("paths", nargs="+")
    args = args.parse_args()
    rows = {row["key"]: row for row in table(args.report, "games.csv")} if args.report else {}
    tally, differences = collections.Counter(), 0
    columns = ["area_margin", "territory_margin", "territory_margin_completed", "recounted_result",
               "white_last_pass", "handicap", "komi"]
    print("path", "game", "RE", *columns, "completed_is_area", "area_is_RE", "recorded_is_RE",
          "completed_is_RE", sep="\t")
    for game in replay(args.paths):
        if isinstance(game, Skip) or not (args.all or FAMILY.search(game.root.get("RU", [b""])[0])):
            continue
        c = count(game)
        if c is None:
            continue
        re_margin = recorded_margin(game)
        answers = {"completed == area": c["territory_margin_completed"] == c["area_margin"]}
        if re_margin is not None:
            answers["area == RE"] = c["area_margin"] == re_margin
            answers["territory as recorded == RE"] = c["territory_margin"] == re_margin
            answers["territory completed == RE"] = c["territory_margin_completed"] == re_margin
        for question, answer in answers.items():
            tally[question, answer] += 1
        tally["white's last pass", c["white_last_pass"] or "not two passes"] += 1
        print(game.path, game.index, game.root.get("RE", [b""])[0].decode("latin-1"),
              *[c[x] for x in columns], *[{True: "yes", False: "no", None: ""}[answers.get(q)] for q in (
                  "completed == area", "area == RE", "territory as recorded == RE",
                  "territory completed == RE")], sep="\t")
        if args.report:
            row = rows.get((os.path.normpath(game.path), game.index), {})
            for column in columns:
                if column == "white_last_pass" and not c[column]:
                    continue
                theirs = row.get(column, "(no such row or column)")
                if not same(c[column], theirs or ("0" if column == "handicap" else "")):
                    differences += 1
                    print("differs: %s %s: oracle %s, report %s" % (
                        game.path, column, c[column], theirs), file=sys.stderr)
    for (question, answer), n in sorted(tally.items(), key=str):
        print("%-30s %-16s %d" % (question, answer, n), file=sys.stderr)
    if args.report:
        print("differences from the report: %d" % differences, file=sys.stderr)
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
