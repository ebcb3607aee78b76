"""Makes the tables and the pictures of docs/dev/study.md from the tables of `sgf-audit check --compare`.

    python3 tests/study/study.py TABLES DOCS
"""

import csv
import pathlib
import re
import sys
from collections import Counter, defaultdict
from itertools import combinations

import charts
from causes import causes, net_of_handicap
from intervals import interval

# The rulesets shown: one of each kind that counts differently.
SHOWN = ("japanese", "aga", "chinese", "new-zealand", "wmsg")
NAMES = {
    "japanese": "Japanese",
    "aga": "AGA",
    "chinese": "Chinese",
    "new-zealand": "New Zealand",
    "wmsg": "WMSG",
}
# How KataGo's strings begin, which records name and which aren't built in.
KATAGO = ("koPOSITIONAL", "koSITUATIONAL", "koSPIGHT", "koSIMPLE")
KINDS = {"even": "Even games", "handicap": "Handicap games"}


class Game:
    """A game that was counted and confirmed, and its counts under all rulesets."""

    def __init__(self, row):
        self.key = row["path"], row["game"]
        self.own = row["ruleset"]
        self.komi = float(row["komi"])
        self.handicap = int(row["handicap"])
        self.dead_source = row["dead_source"]
        self.server = "KGS" if row["server"] == "kgs" else "others"
        self.empty = 361 - int(row["black_area"] or 0) - int(row["white_area"] or 0)
        self.last_mover = row["last_mover"]
        self.margins = {}
        self.remarks = {}
        self.forbidden = {}

    @property
    def kind(self):
        return "handicap" if self.handicap else "even"

    def pair(self, one, other):
        """Returns both margins, or None where one of the rulesets couldn't count the game."""
        margins = self.margins.get(one), self.margins.get(other)
        return None if None in margins else margins


def read(tables):
    """Returns the games of the study, and how many games were left after each condition."""
    left = Counter()
    games, hashes = {}, set()
    with open(tables / "games.csv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            conditions = (
                ("games read", True),
                ("on 19x19", row["width"] == row["height"] == "19"),
                ("decided by counting, and the count gives the recorded result", row["verdict"] == "confirmed"),
                ("komi with half a point", row["komi"] != "" and float(row["komi"]) % 1 == 0.5),
                ("the record or its server names the ruleset", row["ruleset_source"] in ("record", "server")),
                ("the first record of the game", row["game_hash"] not in hashes),
            )
            for name, holds in conditions:
                if not holds:
                    break
                left[name] += 1
            else:
                hashes.add(row["game_hash"])
                game = Game(row)
                games[game.key] = game
    with open(tables / "rulesets.csv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            game = games.get((row["path"], row["game"]))
            if game is not None:
                ruleset = row["ruleset"]
                game.margins[ruleset] = float(row["margin"]) if row["margin"] else None
                game.remarks[ruleset] = row["remarks"]
                game.forbidden[ruleset] = int(row["forbidden"])
    return list(games.values()), left


def filled(game):
    """Returns White's margin by Chinese rules, if the neutral points had been filled in turn: with an odd number of them, the
    player whose turn it was has one more."""
    margin = game.margins["chinese"]
    if game.empty % 2 == 0:
        return margin
    return margin + (1 if game.last_mover == "B" else -1)


def another_winner(margins):
    return (margins[0] > 0) - (margins[0] < 0) != (margins[1] > 0) - (margins[1] < 0)


def compared(games, one, other):
    """Returns numbers of games that both rulesets count, with another winner, and with another margin."""
    pairs = [pair for pair in (game.pair(one, other) for game in games) if pair is not None]
    return len(pairs), sum(map(another_winner, pairs)), sum(a != b for a, b in pairs)


def percent(hits, total):
    """Returns a share with its interval, for people."""
    if total == 0:
        return "no games"
    low, high = interval(hits, total)
    return f"{100 * hits / total:.2f} ({100 * low:.2f} to {100 * high:.2f})"


def table(header, rows):
    """Returns a table in Markdown; the columns after the first are numbers."""
    lines = ["| " + " | ".join(header) + " |", "|---" + "|--:" * (len(header) - 1) + "|"]
    lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join(lines)


def selection(left):
    return table(("condition", "games"), [(name, f"{number:,}") for name, number in left.items()])


def alike(games):
    """Groups the rulesets that gave the same margin to every game that both count."""
    groups = []
    for name in (name for name in games[0].margins if not name.startswith(KATAGO)):
        group = next((group for group in groups if compared(games, group[0], name)[2] == 0), None)
        if group is None:
            groups.append([name])
        else:
            group.append(name)
    return "\n".join("- " + ", ".join(f"`{name}`" for name in group) for group in groups if len(group) > 1)


def by_own(games):
    """By the ruleset that the game was played by: what counting by another one changes."""
    rows = []
    for own in ("japanese", "chinese"):
        for kind, title in KINDS.items():
            played = [game for game in games if game.own == own and game.kind == kind]
            for other in SHOWN:
                if other == own or len(played) < 50:
                    continue
                total, winner, margin = compared(played, own, other)
                rows.append((f"{title}, {NAMES[own]}", NAMES[other], total, winner, percent(winner, total), f"{100 * margin / total:.1f}"))
    return table(("played by", "counted by", "games", "another winner", "%, with 95 % interval", "another margin, %"), rows)


def by_evidence_and_server(games):
    """Even games by Japanese rules, counted by Chinese rules, in groups."""
    played = [game for game in games if game.own == "japanese" and game.kind == "even"]
    rows = []
    for group in (lambda game: f"`{game.dead_source}`", lambda game: game.server):
        for name in sorted(set(map(group, played))):
            total, winner, _ = compared([game for game in played if group(game) == name], "japanese", "chinese")
            if total >= 50:
                rows.append((name, total, winner, percent(winner, total)))
    return table(("dead stones, server", "games", "another winner", "%, with 95 % interval"), rows)


def filled_by_komi(games):
    """The same games as they stand, and with the neutral points filled."""
    played = [game for game in games if game.own == "japanese" and game.kind == "even" and game.pair("japanese", "chinese")]
    rows = []
    for komi in (0.5, 5.5, 6.5, 7.5, None):
        group = [game for game in played if komi in (None, game.komi)]
        left = sum(game.empty > 0 for game in group)
        stands = sum(another_winner(game.pair("japanese", "chinese")) for game in group)
        hits = sum(another_winner((game.margins["japanese"], filled(game))) for game in group)
        total = len(group)
        rows.append((komi or "all", total, left, stands, percent(stands, total), hits, percent(hits, total)))
    header = ("komi", "games", "with empty neutral points", "another winner as it stands", "%", "another winner with them filled", "%")
    return table(header, rows)


def reasons(games, own, other):
    """Returns, by cause, in how many games it moves the margin, and in how many the winner is another one because of it: without
    it the winner would be that of the game's own ruleset."""
    moved, decisive = Counter(), Counter()
    for game in games:
        margins = game.pair(own, other)
        if game.own != own or margins is None:
            continue
        gains = causes(game.remarks[other])
        if own != "aga" and other != "aga":
            gains = net_of_handicap(gains, game.handicap)
        for cause, gain in gains.items():
            if gain:
                moved[cause] += 1
                decisive[cause] += another_winner(margins) and not another_winner((margins[0], margins[1] - gain))
    return moved, decisive


def why(games):
    rows = []
    for own, other, kind in (
        ("japanese", "chinese", "even"),
        ("japanese", "chinese", "handicap"),
        ("japanese", "aga", "even"),
        ("chinese", "japanese", "even"),
    ):
        played = [game for game in games if game.kind == kind]
        total = sum(game.own == own and game.pair(own, other) is not None for game in played)
        moved, decisive = reasons(played, own, other)
        title = f"{NAMES[own]} to {NAMES[other]}, {kind} ({total})"
        for cause, number in sorted(moved.items(), key=lambda item: (-decisive[item[0]], -item[1], item[0])):
            if decisive[cause]:
                rows.append((title, cause, number, decisive[cause], percent(decisive[cause], total)))
                title = ""
    return table(("counted by another ruleset (games)", "cause", "moves the margin", "decides the winner", "%, with 95 % interval"), rows)


def forbidden(games):
    played = [game for game in games if game.own == "japanese"]
    parts = []
    for other in SHOWN[1:]:
        hits = sum(game.forbidden.get(other, 0) > 0 and game.forbidden["japanese"] == 0 for game in played)
        parts.append(f"{NAMES[other]} {hits}")
    return f"{', '.join(parts)} of {len(played):,} games."


def pairs(games, path):
    """Writes all pairs of the rulesets that are built in."""
    rulesets = [name for name in games[0].margins if not name.startswith(KATAGO)]
    with open(path, "w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(("kind", "one", "other", "games", "another_winner", "low", "high", "another_margin", "margin_low", "margin_high"))
        for kind in KINDS:
            played = [game for game in games if game.kind == kind]
            for one, other in combinations(rulesets, 2):
                total, winner, margin = compared(played, one, other)
                if total:
                    bounds = [*interval(winner, total), *interval(margin, total)]
                    low, high, margin_low, margin_high = (f"{bound:.6f}" for bound in bounds)
                    out.writerow((kind, one, other, total, winner, low, high, margin, margin_low, margin_high))


def replace(page, name, text):
    """Replaces a part of a page between its marks."""
    begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    if not pattern.search(page):
        raise SystemExit(f"docs/dev/study.md has no part {begin}")
    return pattern.sub(lambda _: f"{begin}\n\n{text}\n\n{end}", page)


def main():
    tables, docs = map(pathlib.Path, sys.argv[1:3])
    games, left = read(tables)
    even = [game for game in games if game.kind == "even"]
    parts = {
        "selection": selection(left),
        "alike": alike(games),
        "own": by_own(games),
        "komi": filled_by_komi(games),
        "groups": by_evidence_and_server(games),
        "why": why(games),
        "forbidden": forbidden(games),
    }
    page = (docs / "dev/study.md").read_text(encoding="utf-8")
    for name, text in parts.items():
        page = replace(page, name, text)
    (docs / "dev/study.md").write_text(page, encoding="utf-8")
    pairs(games, pathlib.Path(__file__).with_name("pairs.csv"))

    shares = []
    for kind, title in KINDS.items():
        played = [game for game in games if game.own == "japanese" and game.kind == kind]
        for other in SHOWN[1:]:
            total, winner, _ = compared(played, "japanese", other)
            shares.append((f"{title}, by {NAMES[other]} rules", winner / total, *interval(winner, total)))
    pictures = docs / "pictures"
    charts.write(pictures / "study-pairs.svg", charts.intervals("Another winner than by Japanese rules", shares))
    japanese = [game for game in even if game.own == "japanese" and game.pair("japanese", "chinese")]
    margins = [game.pair("japanese", "chinese") for game in japanese]
    charts.write(
        pictures / "study-margins.svg",
        charts.margins(
            "Even games by Japanese rules, counted by Chinese rules",
            Counter(one for one, _ in margins),
            Counter(pair[0] for pair in margins if another_winner(pair)),
        ),
    )
    moved, decisive = reasons(even, "japanese", "chinese")
    order = sorted(moved, key=lambda cause: (-decisive[cause], cause))
    charts.write(
        pictures / "study-causes.svg",
        charts.causes("Why the winner is another one by Chinese rules", [(cause, decisive[cause]) for cause in order if decisive[cause]]),
    )


main()
