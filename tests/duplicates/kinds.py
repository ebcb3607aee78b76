"""Counts how many copies of each kind `duplicates` names among other games: tests/duplicates/kinds.py PROGRAM RECORDS... [--pairs N]

N games of each kind get a copy that is changed so, and all games of RECORDS are searched at once. Prints the number of copies that are
named beside their game, and the pairs of the other games that are named, which are real copies for the most part: those with less than
85 % in common are counted apart. The exit status is 1 if more than 1 in 1,000 copies are missed.
"""

import argparse
import csv
import pathlib
import random
import sys
import tempfile
from collections import Counter

from near import games_of, run, turned

#: Moves that every game has at least.
LEAST = 50


def header(game, rng):
    return {"header": "PB[x]PW[y]KM[6.5 points]AP[other]"}


def branch(game, rng):
    moves = list(game["plays"])
    return {"plays": moves, "branch": rng.randrange(5, len(moves))}


def passes(game, rng):
    return {"tail": ";B[];W[]" if game["plays"][-1][0] == "W" else ";W[];B[]"}


def mistyped(game, rng, number=1):
    plays, side = list(game["plays"]), game["side"]
    used = {point for _, point in plays}
    free = [(x, y) for x in range(side) for y in range(side) if (x, y) not in used] or [plays[0][1]]
    for place in rng.sample(range(len(plays)), number):
        plays[place] = plays[place][0], rng.choice(free)
    return {"plays": plays}


def cut(game, rng):
    plays = game["plays"]
    return {"plays": plays[: max(30, len(plays) - rng.randint(1, 60))]}


def longer(game, rng):
    plays, side = list(game["plays"]), game["side"]
    used = {point for _, point in plays}
    free = [(x, y) for x in range(side) for y in range(side) if (x, y) not in used]
    colors = "WB" if plays[-1][0] == "B" else "BW"
    more = rng.sample(free, min(len(free), rng.randint(3, 12)))
    return {"plays": plays + [(colors[at % 2], point) for at, point in enumerate(more)]}


def swapped(game, rng):
    return {"plays": [("BW"[color == "B"], point) for color, point in game["plays"]]}


def exchanged(first):
    def change(game, rng):
        plays = list(game["plays"])
        plays[first], plays[first + 2] = plays[first + 2], plays[first]
        return {"plays": plays}
    return change


def left_out(game, rng):
    plays = list(game["plays"])
    del plays[rng.randrange(len(plays))]
    return {"plays": plays}


def turn(game, rng):
    return {"plays": turned(game["plays"], game["side"], rng.randrange(1, 8))}


def both(one, other):
    def change(game, rng):
        return other({**game, **one(game, rng)}, rng)
    return change


def handicap(way):
    """The first and the third move are handicap stones; the second isn't there."""
    return lambda game, rng: {"handicap": way}


KINDS = {
    "other header": header,
    "branch and comments": branch,
    "another encoding": lambda game, rng: {"encoding": "gbk"},
    "passes at the end": passes,
    "handicap stones played in a row": handicap("row"),
    "handicap stones played, with passes": handicap("passes"),
    "turned": turn,
    "cut": cut,
    "cut, turned": both(cut, turn),
    "3 to 12 moves more": longer,
    "colours swapped": swapped,
    "colours swapped, turned": both(swapped, turn),
    "one move mistyped": mistyped,
    "three moves mistyped": lambda game, rng: mistyped(game, rng, 3),
    "one mistyped, turned": both(mistyped, turn),
    "one mistyped, cut": both(mistyped, cut),
    "one left out": left_out,
    "moves 1 and 3 exchanged": exchanged(0),
    "moves 2 and 4 exchanged": exchanged(1),
    "45 moves, one mistyped": lambda game, rng: mistyped({**game, "plays": game["plays"][:45]}, rng),
}


def sgf(game):
    """Returns a game as SGF, and the number of its moves."""
    plays, way = game["plays"], game.get("handicap")
    nodes = [f";{color}[{chr(97 + x)}{chr(97 + y)}]" for color, (x, y) in plays]
    setup = ""
    if way == "set up":
        setup = "HA[2]AB" + nodes[0][2:] + nodes[2][2:]
        nodes = nodes[3:]
    elif way:
        nodes = [nodes[0], ";W[]" if way == "passes" else "", *nodes[2:]]
        setup = "HA[2]"
    if "branch" in game:
        at = game["branch"]
        nodes = [*nodes[:at], "(", nodes[at], "C[a comment]", *nodes[at + 1:], ")(;N[another])"]
    head = game.get("header", "PB[\u9ed1]PW[\u767d]")
    charset = "CA[GBK]" if "encoding" in game else "CA[UTF-8]"
    return f"(;FF[4]GM[1]SZ[{game['side']}]{charset}{head}{setup}{''.join(nodes)}{game.get('tail', '')})"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("records", nargs="+")
    parser.add_argument("--pairs", type=int, default=500)
    arguments = parser.parse_args()
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        games = [{"side": side, "plays": plays} for side, plays in games_of(arguments.program, arguments.records, work) if len(plays) >= LEAST]
        rng.shuffle(games)
        if len(games) < arguments.pairs * len(KINDS):
            raise SystemExit(f"only {len(games)} games")
        folder, kinds = work / "all", {}
        folder.mkdir()
        for number, game in enumerate(games):
            kind = list(KINDS)[number % len(KINDS)] if number < arguments.pairs * len(KINDS) else None
            name = f"{number}.sgf"
            if kind:
                if kind.startswith("handicap"):
                    game = {**game, "handicap": "set up"}
                copy = {**game, **KINDS[kind](game, rng)}
                if kind.startswith("45"):
                    game = {**game, "plays": game["plays"][:45]}
                kinds[number] = kind
                (folder / f"{number}c.sgf").write_bytes(sgf(copy).encode(copy.get("encoding", "utf-8")))
            (folder / name).write_text(sgf(game), encoding="utf-8")
        table = run(arguments.program, "duplicates", folder, "--format", "csv", "--quiet")
        named, others = {}, Counter()
        for row in csv.DictReader(table.splitlines()):
            one, of = (pathlib.Path(row[name]).stem for name in ("path", "of_path"))
            if not of:
                continue
            if one.rstrip("c") == of.rstrip("c"):
                named[int(one.rstrip("c"))] = row["relation"]
            elif one.isdigit() and of.isdigit() and not {int(one), int(of)} & kinds.keys():
                sure = row["relation"] != "near" or float(row["confidence"]) >= 0.85
                others["more than 85 % in common" if sure else "less"] += 1
        for kind in KINDS:
            numbers = [number for number, other in kinds.items() if other == kind]
            found = Counter(named[number] for number in numbers if number in named)
            print(f"{kind}: {sum(found.values())} of {len(numbers)} named: {dict(found)}")
        print(f"{len(named)} of {len(kinds)} copies named; pairs of the {len(games) - len(kinds)} other games: {dict(others)}")
        return 1000 * (len(kinds) - len(named)) > len(kinds)


if __name__ == "__main__":
    sys.exit(main())
