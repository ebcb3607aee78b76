"""Compares docs/examples/katago.sql with another reading of KataGo's code: katago.py DIR...

The records are read here as KataGo reads them (dataio/sgf.cpp and command/writetrainingdata.cpp at 6a1fc5de): bytes, the longest branch, raw
values. Each reason is a condition of its own; KataGo names the first. Records that KataGo can't read, files of several games, and
games whose longest branch isn't the first one are left out and counted, as is what docs/researchers.md names as different. Illegal moves
aren't compared: KataGo has rules of its own.
The exit status is 1 if a reason differs. It needs sgf_audit and duckdb.
"""

import pathlib
import re
import sys

import duckdb

import sgf_audit

VIEW = pathlib.Path(__file__).parents[2] / "docs" / "examples" / "katago.sql"
SPACE = " \t\r\n\v\f"
UNSUPPORTED = [
    "Environmental Go", "Children", "Student", "Youth", "Young ", "1-dans v. 9-dans", "Teaching", "teaching", "pair go", "Pair go", "Amateur",
    "amateur", "Internet", "Online", "online", "on-line", "High School", "Middle School", "Primary School", "Elementary School",
    "Cross-Straits", "Computer", "computer", "Machine", "Sunjang", "World AI ",
]
RULES = ["japanese", "korean", "chinese", "chinese-ogs", "chinese-kgs", "aga", "bga", "french", "new zealand", "nz", "tromp-taylor", "goe", "ing"]
TITLES = "meijin kisei judan holder challenger oza tianyuan mingren tengen guoshou gosei".split()
# Also compared where no game has them.
COMPARED = {"GameBadHandicap", "GameSkipHandicap", "GameBadRules", "UnsupportedRules", "BadTimeControl", "GameBadRankParse", "SGFInvalidCompact"}
# Not compared where HA isn't stated: the view takes the stones that are set up.
HANDICAP = {"GameBadHandicap", "GameSkipHandicap"}


class Unreadable(Exception):
    pass


class Node:
    def __init__(self):
        self.moves, self.values = [], {}

    def value(self, name):
        values = self.values.get(name, [""])
        if len(values) != 1:
            raise Unreadable(f"{name} has several values")
        return values[0]


def read(data):
    """Returns the nodes of the longest branch, and whether it is the first one."""
    text = data.decode("utf-8", "surrogateescape")
    text = text[1:] if text.startswith("\ufeff") else text
    at = 0

    def skip():
        nonlocal at
        while at < len(text) and text[at] in SPACE:
            at += 1
        if at == len(text):
            raise Unreadable("ends too early")
        return text[at]

    def value():
        nonlocal at
        out, escaping = [], False
        while True:
            if at >= len(text):
                raise Unreadable("ends too early")
            c = text[at]
            if c == "]" and not escaping:
                at += 1
                return "".join(out)
            at += 1
            if c == "\\" and not escaping:
                escaping = True
            elif c in "\r\n":
                while at < len(text) and text[at] in "\r\n":
                    at += 1
                if not escaping:
                    out.append("\n")
                escaping = False
            else:
                escaping = False
                out.append(" " if c in "\t\v\f" else c)

    def nodes():
        nonlocal at
        found = []
        while skip() == ";":
            at += 1
            node = Node()
            while True:
                name = ""
                while (c := skip()).isascii() and c.isalpha():
                    name += c
                    at += 1
                if not name:
                    break
                if not name.isupper():
                    raise Unreadable("long names")
                number = 0
                while skip() == "[":
                    at += 1
                    number += 1
                    if name in "BW" and all(color != name for color, _ in node.moves):
                        node.moves.append((name, value()))
                    else:
                        node.values.setdefault(name, []).append(value())
                if not number:
                    raise Unreadable(f"{name} has no value")
            found.append(node)
        return found

    if skip() != "(":
        raise Unreadable("no record")
    at += 1
    # A tree is its nodes, its children, and its depth.
    stack = [[nodes(), []]]
    while True:
        c = skip()
        at += 1
        if c == "(":
            stack.append([nodes(), []])
        elif c == ")":
            own, children = stack.pop()
            tree = (own, children, len(own) + max((child[2] for child in children), default=0))
            if not stack:
                break
            stack[-1][1].append(tree)
        else:
            raise Unreadable("no tree")
    line, is_first = list(tree[0]), True
    while tree[1]:
        longest = max(tree[1], key=lambda child: child[2])
        is_first &= longest is tree[1][0]
        tree = longest
        line += tree[0]
    if not line:
        raise Unreadable("no node")
    return line, is_first, text[at:].strip(SPACE + "\0\x1a")


def number(text, kind=int):
    """Returns the number as C++ reads it from a stream; None if there is more or no number."""
    text = text.strip(SPACE)
    form = r"[-+]?\d+" if kind is int else r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?"
    return kind(text) if re.fullmatch(form, text, re.I | re.A) else None


def is_rank(text):
    lower = text.lower()
    if text in ("", "?", "-") or lower in TITLES + ["insei", "ama", "ama.", "amateur", "nr"]:
        return True
    for ends, least in [
        ((" kyu", " k", "kyu", "k", "级", "k ama", " dan", " d", "dan", "d", "段", "d ama", "a"), 1),
        ((" pro", " p", "pro", "p"), None),
    ]:
        for end in ends:
            if text.endswith(end):
                rank = number(text[: -len(end)])
                return rank is not None and (least is None or rank >= least)
    return False


def result_reason(text, area):
    s = text.lower().strip(SPACE).replace(" (zi)", "", 1).replace(" {zi}", "", 1)
    connect = s.find("connect") if "connect" in s else s.find("win")
    ko = s.find("ko")
    if connect >= 0 and ko >= 0:
        left = s.rfind("(", 0, connect + 1)
        left = left if left >= 0 else s.rfind("{", 0, connect + 1)
        right = s.find(")", ko)
        right = right if right >= 0 else s.find("}", ko)
        if 0 <= left < right:
            s = (s[:left] + s[right + 1:]).strip(SPACE)
    if not text or s in ("void", "?", "draw", "0", "jigo", "b+", "w+"):
        return None
    for side in ("b", "w"):
        name = {"b": "black", "w": "white"}[side]
        ends = [f"{side}+{end}" for end in ("r", "resign", "t", "time", "f", "forfeit")] + [f"{name}+{end}" for end in "rtf"]
        if s in ends:
            return None
        for start in (f"{side}+", f"{name}+"):
            if s.startswith(start) and (margin := number(s[len(start):], float)) is not None:
                return None if abs(margin) < area else "ResultInvalidScore"
    if any(word in s for word in ("oves beyond", "oves after", "urther moves")) and any(
        word in s for word in ("not known", "not recorded", "not given", "no further", "omitted")
    ):
        return None if s.startswith(("b+", "black+", "w+", "white+", "draw", "jigo")) else "ResultInvalidScore"
    return "ResultUnknown"


def reasons(line, server):
    """Returns the reasons for which a game is rejected."""
    root, found = line[0], set()
    size = root.value("SZ") or "19"
    sides = [number(part) for part in size.split(":")] * (1 if ":" in size else 2)
    if len(sides) != 2 or None in sides or min(sides) < 2 or max(sides) > 37:
        raise Unreadable(f"SZ[{size}]")
    area = sides[0] * sides[1]
    moves = []
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    for place, node in enumerate(line):
        if place and any(name in node.values for name in ("AB", "AW", "AE")):
            found.add("SGFInvalidCompact")
        if len(node.moves) + sum(len(node.values.get(color, [])) for color in "BW") > 1:
            raise Unreadable("several moves in a node")
        for color in "BW":
            for point in [point for own, point in node.moves if own == color] + node.values.get(color, []):
                if point == "" or (point == "tt" and min(sides) <= 19):
                    moves.append((color, True))
                    continue
                if len(point) != 2 or any(letter not in letters for letter in point):
                    raise Unreadable(f"{color}[{point}]")
                if any(letters.index(letter) >= side for letter, side in zip(point, sides)):
                    found.add("SGFInvalidCompact")
                moves.append((color, False))
    if sides[0] > 19 or sides[1] > 19:
        found.add("SGFGreaterThanDataBoardLen")
    stated = root.value("HA")
    handicap = number(stated) if stated else -1
    if handicap is None or handicap < -1 or (stated and handicap < 0) or handicap > int(area**0.5 / 2):
        found.add("GameBadHandicap")
    if server == "fox" and handicap not in (0, 1):
        found.add("GameSkipHandicap")
    place, rules, ranks = f"{root.value('PC')} | {root.value('EV')}", root.value("RU"), root.value("BR") + root.value("WR")
    if any(word in place for word in UNSUPPORTED) or place.startswith("AI ") or "&" in ranks:
        found.add("UnsupportedRules")
    if server in ("kgs", "ogs", "fox"):
        komi = number(root.value("KM"), float)
        if komi is None or komi * 2 % 1 or rules.strip(SPACE).lower() not in RULES:
            found.add("GameBadRules")
    if server in ("kgs", "ogs") and root.value("TM") and (overtime := root.value("OT").split(" ")) != [""]:
        form = "".join(overtime[1:]).lower()
        numbers = [number(part, float) for part in re.split("[x/]", overtime[0])]
        if any(word in form for word in ("byo-yomi", "fischer", "simple", "canadian")) and 0 in numbers:
            found.add("BadTimeControl")
    if not (is_rank(root.value("BR")) and is_rank(root.value("WR"))):
        found.add("GameBadRankParse")
    if reason := result_reason(root.value("RE"), area):
        found.add(reason)
    if "SGFInvalidCompact" in found:
        return found
    if len(moves) > area * 1.5 + 40:
        found.add("MovesTooManyMoves")
    early, semi, least = 12 + area // 20, 14 + area // 10, 15 + area // 8
    start = max((m + 2 for m, (_, is_pass) in enumerate(moves[:early]) if is_pass), default=0)
    if any(is_pass for _, is_pass in moves[early:semi]):
        found.add("MovesSemiEarlyPass")
    for m in range(1, min(len(moves), 6 + area // 40)):
        if moves[m][0] == moves[m - 1][0] == "B":
            start = max(start, m)
    if start >= len(moves):
        found.add("MovesTooShortOverlaps")
        return found
    # Two passes in a row end a game.
    ended = next((m + 1 for m in range(1, len(moves)) if moves[m][1] and moves[m - 1][1]), len(moves))
    if ended < start:
        found.add("MovesUnexpectedGameEndNearStart")
        return found
    played = moves[:ended]
    if any(played[m][0] == played[m - 1][0] for m in range(start + 1, len(played))):
        found.add("MovesNonAlternating")
    while len(played) > start and played[-1][1]:
        played.pop()
    if len(played) - start < least:
        found.add("MovesTooShort")
    return found


def main():
    folders = sys.argv[1:]
    database = duckdb.connect()
    for table in ("games", "findings", "moves", "setup"):
        rows = sgf_audit.stream(folders, table=table, estimate=False)
        database.sql(f"create table {table} as from rows")
    database.sql(VIEW.read_text(encoding="utf-8"))
    by_query = {}
    for reason, path in database.sql("select reason, path from katago").fetchall():
        by_query.setdefault(reason, set()).add(path)
    games = dict(database.sql("select path, count(*) from games where format = 'sgf' group by path").fetchall())
    servers = dict(database.sql("select path, server from games where game = 1").fetchall())
    # KataGo reads such a value to the next bracket, over nodes.
    torn = {path for (path,) in database.sql("select path from findings where finding = 'unclosed-value'").fetchall()}
    expected, unstated = {}, set()
    left_out = {"can't be read": 0, "a value without an end": 0, "values outside the root or with blanks": 0, "several games": 0, "another branch": 0}
    for path in sorted(games):
        if not path.endswith(".sgf") or not pathlib.Path(path).is_file():
            continue
        data = pathlib.Path(path).read_bytes()
        try:
            line, is_first, rest = read(data)
            found = reasons(line, servers[path])
        except Unreadable:
            left_out["can't be read"] += 1
            continue
        elsewhere = {name for node in line[1:] for name in node.values} & {"BR", "WR", "RE", "HA", "RU", "KM", "PC", "EV"}
        if elsewhere or any(line[0].value(name) != line[0].value(name).strip(SPACE) for name in ("BR", "WR")):
            left_out["values outside the root or with blanks"] += 1
            continue
        if not line[0].value("HA"):
            found -= HANDICAP
            unstated.add(path)
        if path in torn:
            left_out["a value without an end"] += 1
        elif games[path] > 1 or rest:
            left_out["several games"] += 1
        elif not is_first:
            left_out["another branch"] += 1
        else:
            expected[path] = found
    print(f"{len(expected)} games; left out: {left_out}")
    differing = 0
    print("reason: KataGo, view, missed, extra")
    for reason in sorted(set().union(*expected.values()) | (COMPARED & by_query.keys())):
        own = {path for path, found in expected.items() if reason in found}
        query = by_query.get(reason, set()) & expected.keys()
        if reason.startswith("Moves"):
            # KataGo has no moves of these.
            query -= {path for path, found in expected.items() if "SGFInvalidCompact" in found}
        if reason in HANDICAP:
            query -= unstated
        missed, extra = sorted(own - query), sorted(query - own)
        differing += len(missed) + len(extra)
        print(f"{reason}:", len(own), len(query), len(missed), len(extra), *missed[:4], *extra[:4])
    return differing > 0


if __name__ == "__main__":
    sys.exit(main())
