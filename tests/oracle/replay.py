#!/usr/bin/env python3
"""List every violation in SGF records, under each kind of repetition, as TSV.

    replay.py [--out PREFIX] PATH...     writes PREFIX-<mode>.tsv
"""
import argparse
import collections

from record import Skip, replay
from rules import MODES, violations


def ha(game):
    try:
        return int(game.root.get("HA", [b"0"])[0])
    except ValueError:
        return 0


def oddities(game):
    """What is unusual about a record, whether or not it breaks a rule."""
    yield from game.oddities
    if not game.steps:
        yield "no moves"
        return
    first = game.steps[0]
    if game.games > 1:
        yield "in a file of several games"
    if game.width != game.height:
        yield "not square"
    if "SZ" not in game.root:
        yield "no SZ"
    if first.node == 0:
        yield "move in the root"
    if game.lead:
        yield "consecutive black first plays, " + (
            "HA agrees" if ha(game) == game.lead else
            "HA[%d] disagrees" % ha(game) if ha(game) > 1 else "no HA")
        if all(s.color == "B" for s in game.steps):
            yield "only Black plays"
    if first.color == "W" and first.pl != "W":
        yield "White first, " + ("handicap set up" if ha(game) > 1 and game.setup_before_play else
                                 "setup, no HA" if game.setup_before_play else
                                 "HA but no setup" if ha(game) > 1 else "no handicap, no setup, no PL")
    if first.color == "B" and ha(game) > 1 and not game.lead:
        yield "HA above 1, Black first, " + ("with setup" if game.setup_before_play else "no setup")
    if first.pl and first.pl != first.color:
        yield "PL says other than the first mover"
    ended = False
    for one, two in zip(game.steps, game.steps[1:]):
        ended = ended or one.what == two.what == "pass"
        if ended and two.what == "play":
            yield "play after two passes"
            break


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--out", default="violations", help="prefix of the files to write")
    args.add_argument("paths", nargs="+")
    args = args.parse_args()
    out = {m: open("%s-%s.tsv" % (args.out, m), "w", encoding="utf-8", errors="surrogateescape") for m in MODES}
    odd_file = open(args.out + "-oddities.tsv", "w", encoding="utf-8", errors="surrogateescape")
    print("path", "game", "oddity", sep="\t", file=odd_file)
    for f in out.values():
        print("path", "node", "move", "color", "point", "kind", "game", sep="\t", file=f)
    kinds, in_games = collections.Counter(), collections.Counter()
    skipped, odd, games = collections.Counter(), collections.Counter(), 0
    for game in replay(args.paths):
        if isinstance(game, Skip):
            skipped[str(game)] += 1
            continue
        games += 1
        for what in sorted(set(oddities(game))):
            odd[what] += 1
            print(game.path, game.index, what, sep="\t", file=odd_file)
        for mode, (forbidden, suicide_ok) in MODES.items():
            found = violations(game, forbidden, suicide_ok)
            for step, kind in found:
                kinds[mode, kind] += 1
                print(game.path, step.node, step.move, step.color, game.goban.name(step.point),
                      kind, game.index, sep="\t", file=out[mode])
            for kind in {kind for _, kind in found}:
                in_games[mode, kind] += 1
    print("games replayed:", games)
    for title, counter in (("skipped", skipped), ("oddities (games)", odd)):
        print(title + ":")
        for what, n in counter.most_common():
            print("  %6d  %s" % (n, what))
    print("violations (games with them):")
    for mode, kind in sorted(kinds):
        print("  %-13s %-15s %6d  (%d)" % (mode, kind, kinds[mode, kind], in_games[mode, kind]))


if __name__ == "__main__":
    main()
