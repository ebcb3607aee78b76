"""Computes the figures of the study again, in SQL, and compares them with study.py's.

    python second.py TABLES AREA
    python second.py --made             with made-up tables

The exit status is 1 if one differs, or if the tables have no game to compare.
"""

import csv
import pathlib
import random
import sys
import tempfile

import duckdb

import study

GAMES = """
create or replace table read_games as select * from read_csv('{0}/games.csv', all_varchar = true, parallel = false);
create or replace table games as
  with suited as (select *, rowid as line, komi::double as points from read_games
    where width = '19' and height = '19' and komi is not null and abs(komi::double) % 1 = 0.5 and ruleset_source in ({1}) and dead_source in ({4}))
  select *, row_number() over (partition by game_hash, verdict = 'confirmed' order by line) as copy from suited;
create or replace table margins as
  select path, game, ruleset as by, margin::double as margin from read_csv('{0}/rulesets.csv', all_varchar = true);
create or replace table compared as
  select games.*, own.margin as own_margin, other.margin as other_margin from games
    join margins own on own.path = games.path and own.game = games.game and own.by = '{2}'
    join margins other on other.path = games.path and other.game = games.game and other.by = '{3}'
  where verdict = 'confirmed' and copy = 1 and handicap = '0' and games.ruleset = '{2}'
    and own.margin is not null and other.margin is not null;
"""

JAPANESE = """
with filled as (select *, case when (other_margin - points)::bigint % 2 <> 0 then other_margin
    when last_mover = 'B' then other_margin + 1 else other_margin - 1 end as filled_margin from compared)
select count(*), count(*) filter (points between 5.5 and 7.5),
  count(*) filter (sign(own_margin) <> sign(other_margin)), count(*) filter (sign(own_margin) <> sign(filled_margin)),
  count(*) filter (points between 5.5 and 7.5 and sign(own_margin) <> sign(other_margin)),
  count(*) filter (points between 5.5 and 7.5 and sign(own_margin) <> sign(filled_margin)),
  count(*) filter (points = 6.5 and own_margin = 0.5),
  count(*) filter (points = 6.5 and own_margin = 0.5 and sign(own_margin) <> sign(filled_margin)),
  count(*) filter (points = 6.5 and own_margin = -0.5),
  count(*) filter (points = 6.5 and own_margin = -0.5 and sign(own_margin) <> sign(filled_margin))
from filled
"""
NAMES = (
    "games", "usual", "all_stands", "all_filled", "usual_stands", "usual_filled", "white_by_half", "white_by_half_filled",
    "black_by_half", "black_by_half_filled",
)

JUDGED = """
with judged as (select *, row_number() over (partition by game_hash order by line) as number from games
    where margin is not null and ruleset = 'japanese' and handicap = '0')
select count(*), count(*) filter (verdict = 'confirmed'), count(*) filter (verdict = 'wrong-margin'),
  count(*) filter (verdict = 'wrong-winner'), count(*) filter (verdict = 'undecided') from judged where number = 1
"""
VERDICTS = ("judged", "confirmed", "wrong_margin", "wrong_winner", "undecided")


def make(folder, sources, rulesets, seed):
    """Writes tables with random rows that the study reads."""
    rng, choose = random.Random(seed), random.Random(seed + 1).choice
    games, margins = [], []
    for number in range(3000):
        komi = choose(["0.5", "5.5", "6.5", "6.5", "7.5", "7.0"])
        verdict = choose(["confirmed"] * 6 + ["wrong-winner", "wrong-margin", "undecided", "not-counted"])
        side = choose(["19", "19", "19", "9"])
        own = choose(rulesets)
        games.append({
            "path": f"{number}.sgf", "game": "1", "width": side, "height": side, "verdict": verdict, "komi": komi, "ruleset": own,
            "ruleset_source": choose(sources), "handicap": choose("0002"), "game_hash": f"g{rng.randrange(2500)}",
            "margin": "" if verdict == "not-counted" else "3.5", "last_mover": choose("BW"), "dead_source": choose(["marked", "proven", "estimated", "undecided"]), "server": "kgs",
        })
        by_territory = rng.randint(-4, 4) + 0.5
        by_area = by_territory + choose([-2, -1, 0, 0, 1, 2])
        for name in ("japanese", "chinese", "aga", "new-zealand", "wmsg"):
            margin = by_territory if name == "japanese" else by_area
            margins.append({"path": f"{number}.sgf", "game": "1", "ruleset": name, "margin": "" if rng.random() < 0.01 else margin, "remarks": "", "forbidden": "0"})
    for name, rows in (("games", games), ("rulesets", margins)):
        with open(folder / f"{name}.csv", "w", encoding="utf-8", newline="") as file:
            out = csv.DictWriter(file, rows[0])
            out.writeheader()
            out.writerows(rows)
    return folder


def main():
    if sys.argv[1] != "--made":
        return compare(*map(pathlib.Path, sys.argv[1:3]))
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        tables = make(pathlib.Path(one), ["record", "server", "default"], ["japanese", "chinese"], 1)
        return compare(tables, make(pathlib.Path(other), ["option"], ["chinese"], 2))


def compare(tables, area):
    figures, _ = study.figures_of(tables, area)
    firm = ", ".join(f"'{source}'" for source in study.FIRM)
    duckdb.sql(GAMES.format(tables, "'record', 'server'", "japanese", "chinese", firm))
    found = dict(zip(NAMES, duckdb.sql(JAPANESE).fetchall()[0])) | dict(zip(VERDICTS, duckdb.sql(JUDGED).fetchall()[0]))
    compared = found["games"]
    duckdb.sql(GAMES.format(area, "'option'", "chinese", "japanese", firm + ", 'estimated'"))
    total, changed = duckdb.sql("select count(*), count(*) filter (sign(own_margin) <> sign(other_margin)) from compared").fetchall()[0]
    failed = compared == 0
    for name, value in found.items():
        if figures[name] != f"{value:,}":
            failed = True
            print(f"{name}: {figures[name]}, by SQL {value:,}")
    if total >= 50 and f"| Even games, Chinese | Japanese | {total} | {changed} |" not in figures["area_own"]:
        failed = True
        print(f"by area: by SQL {total} games, {changed} with another winner")
    print(f"{compared} and {total} games compared again: {found}; by area {changed}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
