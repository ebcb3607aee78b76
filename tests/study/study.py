"""Makes docs/dev/study.md and its pictures from the tables of `sgf-audit check --compare`.

    python3 tests/study/study.py TABLES AREA      AREA: tables of a collection of games by area, made with `--rules chinese`
    python3 tests/study/study.py --check          whether the page is what study.md.in and figures.json beside this file give

The page's words are in study.md.in, with names for the figures in figures.json.
"""

import csv
import json
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
# What tells the dead stones without an estimate.
FIRM = ("stated", "marked", "played-out", "proven")


class Game:
    """A game that was counted and confirmed, and its counts under all rulesets."""

    def __init__(self, row):
        self.key = row["path"], row["game"]
        self.own = row["ruleset"]
        self.komi = float(row["komi"])
        self.handicap = int(row["handicap"])
        self.dead_source = row["dead_source"]
        self.server = "KGS" if row["server"] == "kgs" else "others"
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


def read(tables, named=("record", "server"), evidence=FIRM):
    """Returns the games of the study, how many games were left after each condition, and the verdicts of all even games by Japanese
    rules with a margin. `named`: how the ruleset is known. `evidence`: how the dead stones are."""
    left, verdicts = Counter(), Counter()
    games, hashes, judged = {}, set(), set()
    with open(tables / "games.csv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            conditions = (
                ("games read", True),
                ("on 19x19", row["width"] == row["height"] == "19"),
                ("decided by counting, and the count gives the recorded result", row["verdict"] == "confirmed"),
                ("komi with half a point", row["komi"] != "" and float(row["komi"]) % 1 == 0.5),
                ("the ruleset is known" if "option" in named else "the record or its server names the ruleset", row["ruleset_source"] in named),
                ("marks, play or proof tell the dead stones", row["dead_source"] in evidence),
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
            # The same without the third condition.
            if all(holds for number, (_, holds) in enumerate(conditions[:6]) if number != 2) and row["margin"]:
                if row["game_hash"] not in judged and row["ruleset"] == "japanese" and row["handicap"] == "0":
                    judged.add(row["game_hash"])
                    verdicts[row["verdict"]] += 1
    with open(tables / "rulesets.csv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            game = games.get((row["path"], row["game"]))
            if game is not None:
                ruleset = row["ruleset"]
                game.margins[ruleset] = float(row["margin"]) if row["margin"] else None
                game.remarks[ruleset] = row["remarks"]
                game.forbidden[ruleset] = int(row["forbidden"])
    return list(games.values()), left, verdicts


def is_odd(game):
    """Whether the number of empty neutral points of an even game is odd: they are what the two areas leave of 361 points, so it is if
    the difference of the areas is even."""
    return (game.margins["chinese"] - game.komi) % 2 == 0


def filled(game):
    """Returns White's margin by Chinese rules, if the neutral points had been filled in turn: with an odd number of them, the
    player whose turn it was has one more."""
    margin = game.margins["chinese"]
    if not is_odd(game):
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
    """Even games by Japanese rules, counted by Chinese rules, in groups. Estimated games are among them."""
    played = [game for game in games if game.own == "japanese" and game.kind == "even"]
    rows = []
    for group in (lambda game: f"`{game.dead_source}`", lambda game: game.server):
        for name in sorted(set(map(group, played))):
            total, winner, _ = compared([game for game in played if group(game) == name], "japanese", "chinese")
            if total >= 50:
                rows.append((name, total, winner, percent(winner, total)))
    return table(("dead stones, server", "games", "another winner", "%, with 95 % interval"), rows)


def wrong_by_evidence(tables, area):
    """How often a counted result is called wrong, by what tells the dead stones, the server and the recorded margin."""
    counted = Counter()
    for folder, only in ((tables, None), (area, "Tom")):
        with open(folder / "games.csv", encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                if row["verdict"] in ("confirmed", "wrong-margin", "wrong-winner") and row["margin"]:
                    server = only or ("KGS" if row["server"] == "kgs" else "others")
                    margin = "below 10" if abs(float(row["margin"])) < 10 else "10 and more"
                    for group in (server, margin):
                        counted[row["dead_source"], group, row["verdict"] != "confirmed"] += 1
    rows = []
    for source in (*FIRM, "estimated"):
        for group in ("KGS", "others", "Tom", "below 10", "10 and more"):
            wrong, total = counted[source, group, True], counted[source, group, True] + counted[source, group, False]
            if total:
                rows.append((f"`{source}`", group, f"{total:,}", wrong, percent(wrong, total)))
    return table(("dead stones", "server or margin", "counted", "called wrong", "%, with 95 % interval"), rows)


def compared_games(games):
    """Returns even games by Japanese rules that Chinese rules count, too."""
    return [game for game in games if game.own == "japanese" and game.kind == "even" and game.pair("japanese", "chinese")]


def changed(game):
    """Whether Chinese rules give the game another winner as it stands, and with the neutral points filled."""
    return another_winner(game.pair("japanese", "chinese")), another_winner((game.margins["japanese"], filled(game)))


def filled_by_komi(games):
    """The same games with the neutral points filled, and as they stand."""
    played = compared_games(games)
    rows = []
    for name, holds in (
        ("5.5", lambda komi: komi == 5.5), ("6.5", lambda komi: komi == 6.5), ("7.5", lambda komi: komi == 7.5),
        ("5.5 to 7.5", is_usual), ("0.5", lambda komi: komi == 0.5), ("all", lambda komi: True),
    ):
        group = [changed(game) for game in played if holds(game.komi)]
        stands, hits, total = sum(one for one, _ in group), sum(other for _, other in group), len(group)
        rows.append((name, total, hits, percent(hits, total), stands, percent(stands, total)))
    return table(("komi", "games", "another winner with neutral points filled", "%, with 95 % interval", "as it stands", "%"), rows)


def is_usual(komi):
    return 5.5 <= komi <= 7.5


def by_komi(games):
    """Even games by area, counted by Japanese rules."""
    rows = []
    for komi in sorted({game.komi for game in games if game.kind == "even"}):
        pairs = [game.pair("chinese", "japanese") for game in games if game.komi == komi and game.kind == "even"]
        pairs = [pair for pair in pairs if pair]
        if len(pairs) >= 50:
            hits = sum(map(another_winner, pairs))
            rows.append((komi, len(pairs), hits, percent(hits, len(pairs))))
    return table(("komi", "games", "another winner", "%, with 95 % interval"), rows)


def headline(games, verdicts):
    """Returns the figures of the page's sentences by their names."""
    played = compared_games(games)
    usual = [game for game in played if is_usual(game.komi)]
    figures = {"games": len(played), "usual": len(usual)}
    for name, group in (("all", played), ("usual", usual)):
        for place, way in enumerate(("stands", "filled")):
            hits = sum(changed(game)[place] for game in group)
            low, high = interval(hits, len(group))
            figures[f"{name}_{way}"] = hits
            figures[f"{name}_{way}_share"] = f"{100 * hits / len(group):.1f}"
            figures[f"{name}_{way}_interval"] = f"{100 * low:.1f} to {100 * high:.1f}"
            figures[f"{name}_{way}_one_in"] = round(len(group) / hits) if hits else "none"
    total = sum(verdicts.values())
    doubtful = verdicts["wrong-winner"] + verdicts["wrong-margin"] + verdicts["undecided"]
    worst, worst_filled = figures["all_stands"] + doubtful, figures["all_filled"] + doubtful
    figures |= {
        "judged": total, "confirmed": verdicts["confirmed"], "wrong_margin": verdicts["wrong-margin"],
        "wrong_winner": verdicts["wrong-winner"], "undecided": verdicts["undecided"],
        "worst": f"{100 * worst / total:.1f}", "worst_filled": f"{100 * worst_filled / total:.1f}",
    }
    for winner, margin in (("black", -0.5), ("white", 0.5)):
        close = [game for game in played if game.komi == 6.5 and game.margins["japanese"] == margin]
        figures[f"{winner}_by_half"] = len(close)
        figures[f"{winner}_by_half_filled"] = sum(changed(game)[1] for game in close)
    _, decisive = reasons([game for game in games if game.kind == "even"], "japanese", "chinese")
    figures["one_stone"] = decisive["one stone more"]
    figures["seki"] = decisive["eyes in seki"]
    low, high = interval(figures["seki"], len(played))
    figures["seki_interval"] = f"{100 * low:.4f} to {100 * high:.2f}"
    return {name: f"{value:,}" if isinstance(value, int) else value for name, value in figures.items()}


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


HERE = pathlib.Path(__file__).parent
DOCS = HERE.parents[1] / "docs"


def page(figures):
    """Returns the page with these figures."""
    return re.sub(r"\{(\w+)\}", lambda name: figures[name[1]], (HERE / "study.md.in").read_text(encoding="utf-8"))


def figures_of(tables, area):
    """Returns all that the page has of these tables, by name, and the games."""
    games, left, verdicts = read(tables)
    estimated, _, _ = read(tables, evidence=("estimated",))
    by_area, area_left, _ = read(area, named=("option",), evidence=(*FIRM, "estimated"))
    figures = headline(games, verdicts) | {
        "estimated": f"{len(compared_games(estimated)):,}",
        "selection": selection(left),
        "alike": alike(games),
        "own": by_own(games),
        "komi": filled_by_komi(games),
        "wrong_by_evidence": wrong_by_evidence(tables, area),
        "groups": by_evidence_and_server(games + estimated),
        "why": why(games),
        "forbidden": forbidden(games),
        "area_selection": selection(area_left),
        "area_own": by_own(by_area),
        "area_komi": by_komi(by_area),
        "area_why": why(by_area),
        "area_games": f"{len(by_area):,}",
    }
    return figures, games


def main():
    written = DOCS / "dev/study.md"
    if sys.argv[1] == "--check":
        figures = json.loads((HERE / "figures.json").read_text(encoding="utf-8"))
        return written.read_text(encoding="utf-8") != page(figures) and "docs/dev/study.md isn't what tests/study/study.md.in gives"
    figures, games = figures_of(*map(pathlib.Path, sys.argv[1:3]))
    (HERE / "figures.json").write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    written.write_text(page(figures), encoding="utf-8")
    even = [game for game in games if game.kind == "even"]
    pairs(games, HERE / "pairs.csv")

    shares = []
    for kind, title in KINDS.items():
        played = [game for game in games if game.own == "japanese" and game.kind == kind]
        for other in SHOWN[1:]:
            total, winner, _ = compared(played, "japanese", other)
            shares.append((f"{title}, by {NAMES[other]} rules", winner / total, *interval(winner, total)))
    pictures = DOCS / "pictures"
    charts.write(pictures / "study-pairs.svg", charts.intervals("Another winner than by Japanese rules", shares))
    moved, decisive = reasons(even, "japanese", "chinese")
    order = sorted(moved, key=lambda cause: (-decisive[cause], cause))
    charts.write(
        pictures / "study-causes.svg",
        charts.causes("Why the winner is another one by Chinese rules", [(cause, decisive[cause]) for cause in order if decisive[cause]]),
    )


if __name__ == "__main__":
    sys.exit(main())
