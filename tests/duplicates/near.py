"""Makes variants of real games and counts how many `duplicates` names: tests/duplicates/near.py PROGRAM RECORDS... [--games N]

Of each game of 40 moves or more one record is kept. Each kind of variant is one change, on a board that is turned at random:
a misread stone, two moves transposed, two left out, the last moves replaced, the colours swapped; or two: a third cut off and a
stone misread. Then it cuts off more, down to a fifth of the moves. The exit status is 1 if fewer than 98 % of a kind are named beside
the right game, fewer of the shorter ones than are documented, or more than 1 in 10,000 pairs of different games.
"""

import argparse
import csv
import json
import pathlib
import random
import subprocess
import sys
import tempfile

#: What is done to a game, and the least part of these variants that is found.
KINDS = {
    **dict.fromkeys(("misread", "transposed", "left-out", "other-end", "swapped", "2/3-and-misread"), 0.98),
    "1/2-and-misread": 0.98, "1/3-and-misread": 0.9, "1/4-and-misread": 0.8, "1/5-and-misread": 0.7,
}


def run(*arguments):
    return subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8").stdout


def games_of(program, records, folder):
    """Yields the side, the setup and the moves of each game."""
    out = folder / "games.jsonl"
    run(program, "convert", *records, "--to", "jsonl", "--lossy", "--no-estimate", "--quiet", "--out", out)
    seen = set()
    for line in out.open(encoding="utf-8"):
        game = json.loads(line)
        plays = [(color, tuple(point)) for (color, _), point in zip(game["moves"], game["points"]) if point]
        is_plain = game["width"] == game["height"] and not any(
            setup[color] for setup in game["setup"] for color in ("black", "white", "empty"))
        if len(plays) >= 40 and is_plain and game["game_hash"] not in seen:
            seen.add(game["game_hash"])
            yield game["width"], plays


def turned(plays, side, way):
    def turn(x, y):
        x, y = (side - 1 - x if way & 1 else x), (side - 1 - y if way & 2 else y)
        return (y, x) if way & 4 else (x, y)
    return [(color, turn(*point)) for color, point in plays]


def variant(kind, plays, side, rng):
    plays = list(plays)
    used = {point for _, point in plays}
    free = [(x, y) for x in range(side) for y in range(side) if (x, y) not in used] or [plays[0][1]]
    if "/" in kind:
        part, whole = int(kind[0]), int(kind[2])
        plays = plays[: max(32, len(plays) * part // whole)]
    if kind.endswith("misread"):
        place = rng.randrange(len(plays))
        plays[place] = plays[place][0], rng.choice(free)
    elif kind == "transposed":
        place = rng.randrange(len(plays) - 2)
        (color, one), (other_color, other) = plays[place], plays[place + 2]
        plays[place], plays[place + 2] = (color, other), (other_color, one)
    elif kind == "left-out":
        place = rng.randrange(len(plays) - 1)
        del plays[place:place + 2]
    elif kind == "other-end":
        end = rng.randint(1, len(plays) // 5)
        plays[-end:] = [(color, rng.choice(free)) for color, _ in plays[-end:]]
    else:
        plays = [("BW"[color == "B"], point) for color, point in plays]
    return turned(plays, side, rng.randrange(8))


def write(path, side, plays):
    moves = "".join(f";{color}[{chr(97 + x)}{chr(97 + y)}]" for color, (x, y) in plays)
    path.write_text(f"(;FF[4]GM[1]SZ[{side}]PB[a]PW[b]{moves})")


def found(program, folder):
    table = run(program, "duplicates", folder, "--format", "csv", "--quiet")
    return [(pathlib.Path(row["path"]).name, row["relation"], pathlib.Path(row["of_path"]).name)
            for row in csv.DictReader(table.splitlines())]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("records", nargs="+")
    parser.add_argument("--games", type=int, default=2000)
    arguments = parser.parse_args()
    rng = random.Random(1)
    failed = False
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        games = sorted(games_of(arguments.program, arguments.records, work))
        games = rng.sample(games, min(arguments.games, len(games)))
        originals = work / "originals"
        originals.mkdir()
        for number, (side, plays) in enumerate(games):
            write(originals / f"{number}.sgf", side, plays)
        alike = {frozenset((name, of)) for name, relation, of in found(arguments.program, originals) if of}
        pairs = len(games) * (len(games) - 1) // 2
        print(f"{len(games)} different games: {len(alike)} of {pairs} pairs named")
        failed |= 10_000 * len(alike) > pairs
        for kind, least in KINDS.items():
            folder = work / kind.replace("/", "of")
            folder.mkdir()
            for number, (side, plays) in enumerate(games):
                write(folder / f"{number}.sgf", side, plays)
                write(folder / f"{number}v.sgf", side, variant(kind, plays, side, rng))
            rows = found(arguments.program, folder)
            right = {name.rstrip("v.sgf") or name for name, _, of in rows if of and name.rstrip("v.sgf") == of.rstrip("v.sgf")}
            share = len(right) / len(games)
            print(f"{kind}: {len(right)} of {len(games)} named ({share:.2%})")
            failed |= share < least
    return failed


if __name__ == "__main__":
    sys.exit(main())
