#!/usr/bin/env python3
"""Rebuild every game from each export, and compare it with the row that `check` wrote for it.

    exports.py PROGRAM DIR [ARGUMENT...]

Runs `PROGRAM check DIR` and `PROGRAM convert DIR` to SGF, JSON lines, CSV and GTP, each with the ARGUMENTs (`--rules aga`).
The exports are read by sgfmill's grammar and the code below, replayed on the oracle's own board, and compared: the
initial stones and the moves (`game_hash`), the final board (`position`), captures, the last mover, handicap and komi.
Exits 1 on any difference.
"""
import collections
import csv
import json
import os
import re
import subprocess
import sys
import tempfile

from record import Goban, Skip, board_size, coordinates, setup_points
from sgfmill import sgf_grammar

LINES, MASK = 52, (1 << 64) - 1
BLACK, WHITE = 1, 2
STONES = {"B": BLACK, "W": WHITE, "E": 0}


def numbers():
    """The numbers of each stone, of each size of the board and of White's turn in the key of a position (Zobrist), from
    SplitMix64."""
    state, table = 0x5347464155444954, []
    for _ in range(3 * LINES * LINES + 1):
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
        table.append(z ^ z >> 31)
    return table


NUMBERS = numbers()


def number(stone, col, row):
    return NUMBERS[(stone - 1) * LINES * LINES + row * LINES + col]


class Rebuilt:
    """A game from an export: its board, and actions: ("set", [(point, stone)]) and ("play", color, point or None)."""

    def __init__(self, width, height, actions, komi=None, handicap=None):
        self.width, self.height, self.actions = width, height, actions
        self.komi, self.handicap = komi, handicap

    def moves(self):
        return [action[1:] for action in self.actions if action[0] == "play"]


class Replayed:
    """The final board of a game, its captures, and the keys of its positions."""

    def __init__(self, game):
        goban = Goban(game.width, game.height)
        board = bytes(game.width * game.height)
        self.captured, self.keys, self.taken = {"B": 0, "W": 0}, [], []
        for action in game.actions:
            if action[0] == "set":
                changed = bytearray(board)
                for point, stone in action[1]:
                    changed[point] = stone
                board = bytes(changed)
                continue
            _, color, point = action
            captured, suicide = set(), set()
            if point is not None and board[point] == 0:
                board, captured, suicide = goban.play(board, point, STONES[color])
                self.captured[color] += len(captured)
                self.captured["W" if color == "B" else "B"] += len(suicide)
            self.taken.append((len(captured), len(suicide)))
            self.keys.append(board)
        self.board = board


def key(board, width, to_move):
    total = NUMBERS[2 * LINES * LINES + width - 1 + LINES * (len(board) // width - 1)]
    if to_move == "W":
        total ^= NUMBERS[3 * LINES * LINES]
    for place, stone in enumerate(board):
        if stone:
            total ^= number(stone, place % width, place // width)
    return "p%016x" % total


# ------------------------------------------------------------ the game's hash

def after(total, noted):
    value = ((total ^ noted) * 0x9E3779B97F4A7C15) & MASK
    return (value << 29 | value >> 35) & MASK


def game_hash(game):
    """The hash of `games.csv`: from the initial stones and what is played from White's first play on. Of a position without
    plays, the lesser of the hashes of its stones, as they are and with the colours exchanged; empty without stones."""
    width, height = game.width, game.height

    def seen(view, point):
        col, row = point % width, point // width
        col = width - 1 - col if view & 1 else col
        row = height - 1 - row if view & 2 else row
        return (row, col) if view & 4 else (col, row)

    views, state = [[]], [0]

    def begin():
        views[0], state[0] = list(range(8)), min(width, height) << 8 | max(width, height)

    def note_setup(changes):
        def total(view):
            keys = 0
            for point, stone in changes:
                at = seen(view, point)
                keys += number(stone, *at) ^ MASK if stone else number(BLACK, *at) ^ number(WHITE, *at)
            return keys & MASK
        note(total)

    def note(of):
        values = [of(view) for view in views[0]]
        least = min(values)
        views[0] = [view for view, value in zip(views[0], values) if value == least]
        state[0] = after(state[0], least)

    def finish():
        total = state[0]
        total = ((total ^ total >> 30) * 0xBF58476D1CE4E5B9) & MASK
        total = ((total ^ total >> 27) * 0x94D049BB133111EB) & MASK
        return total ^ total >> 31

    begin()
    start, between, played = {}, [], False
    for action in game.actions:
        if action[0] == "set":
            if start is not None:
                start.update(action[1])
            else:
                between.extend(action[1])
            continue
        _, color, point = action
        if point is None:
            continue
        played = True
        if start is not None:
            if color == "B":
                start[point] = BLACK
                continue
            note_setup([(at, stone) for at, stone in start.items() if stone])
            start = None
        if between:
            note_setup(between)
            between = []
        note(lambda view: number(STONES[color], *seen(view, point)))
    if start is not None:
        stones = [(at, stone) for at, stone in start.items() if stone]
        if not played and not stones:
            return ""
        note_setup(stones)
        if not played:
            least = finish()
            begin()
            note_setup([(at, {BLACK: WHITE, WHITE: BLACK}[stone]) for at, stone in stones])
            return "g%016x" % min(least, finish())
    return "g%016x" % finish()


# ---------------------------------------------------------------- the exports

def place(name, width, height):
    """The point of a name such as Q16; None for a pass and for a value that names none."""
    match = re.fullmatch(r"([A-Z]{1,2})([1-9][0-9]?)", name)
    if not match or "I" in match[1]:
        return None
    letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
    col = letters.index(match[1][-1])
    if len(match[1]) == 2:
        col += 25 * (letters.index(match[1][0]) + 1)
    row = height - int(match[2])
    return row * width + col if col < width and 0 <= row < height else None


def from_jsonl(line):
    width, height = line["width"], line["height"]
    before = collections.defaultdict(list)
    for setup in line["setup"]:
        changes = [(place(name, width, height), stone)
                   for stone, names in ((BLACK, "black"), (WHITE, "white"), (0, "empty")) for name in setup[names].split()]
        if changes:
            before[setup["after"]].append(("set", changes))
    actions = []
    for count, ((color, name), xy) in enumerate(zip(line["moves"], line["points"])):
        actions.extend(before[count])
        point = place(name, width, height)
        assert xy == (None if point is None else [point % width, point // width]), "points differ from moves"
        actions.append(("play", color, point))
    actions.extend(before[len(line["moves"])])
    return Rebuilt(width, height, actions, line["komi"], line["handicap"])


def from_csv(rows, width, height):
    """The table has no setup after the last move."""
    actions = []
    for row in rows:
        changes, stone = [], None
        for word in row["setup"].split():
            if word in STONES:
                stone = STONES[word]
            elif word != "assumed":
                changes.append((place(word, width, height), stone))
        if changes:
            actions.append(("set", changes))
        actions.append(("play", row["color"], place(row["point"], width, height)))
    return Rebuilt(width, height, actions)


def from_gtp(text):
    """Setup is played; nothing is captured by it."""
    actions, width, komi = [], 19, None
    for line in text.splitlines():
        word, *rest = line.split()
        if word == "boardsize":
            width = int(rest[0])
        elif word == "komi":
            komi = float(rest[0])
        elif word == "set_free_handicap":
            actions.append(("set", [(place(name, width, width), BLACK) for name in rest]))
        elif word == "play":
            actions.append(("play", rest[0], place(rest[1], width, width)))
    return Rebuilt(width, width, actions, komi)


def from_sgf(data):
    # FF[4] has no limit.
    if re.search(rb"[A-Z]{65}\s*\[", data):
        raise Skip("an identifier of more than 64 letters")
    games = sgf_grammar.parse_sgf_collection(data)
    assert len(games) == 1, "several games"
    nodes = sgf_grammar.main_sequence_iter(games[0])
    actions, komi, stated, width, height = [], None, None, 19, 19
    for place_in_line, node in enumerate(nodes):
        if place_in_line == 0:
            width, height = board_size(node)
            goban = Goban(width, height)
        komi = node["KM"][0].decode() if komi is None and "KM" in node else komi
        stated = node["HA"][0].decode() if stated is None and "HA" in node else stated
        changes = {}
        for name, values in node.items():
            if name in ("AB", "AW", "AE"):
                for point in setup_points(goban, values):
                    changes[point] = STONES[name[1]]
        if changes:
            actions.append(("set", list(changes.items())))
        moves = [(name, values[0]) for name, values in node.items() if name in ("B", "W")]
        for color, raw in moves:
            at = coordinates(raw)
            on_board = at and at[0] < width and at[1] < height
            actions.append(("play", color, at[1] * width + at[0] if on_board else None))
    return Rebuilt(width, height, actions, komi, handicap(actions, stated))


def handicap(actions, stated):
    """The number of handicap stones of a record that has all of them; None where HA isn't a number."""
    if stated is not None and not re.fullmatch(r"\s*[0-9]+\s*", stated):
        return None
    stated = int(stated) if stated else None
    board, first = {}, 0
    for first, action in enumerate(actions):
        if action[0] == "play":
            break
        board.update(action[1])
    white = sum(stone == WHITE for stone in board.values())
    black = sum(stone == BLACK for stone in board.values())
    # White may pass after each of Black's stones, and Black passes in place of those that are missing.
    points, passes, skipped, answers, leading = set(), 0, 0, 0, 0
    for action in actions[first:]:
        if action[0] == "set":
            if not answers:
                points = set()
                break
            continue
        black_moves, plays = action[1] == "B", action[2] is not None
        if black_moves and plays and not answers + skipped and passes in (0, len(points)):
            points.add(action[2])
        elif black_moves and not plays and points and not answers + passes:
            skipped += 1
        elif not black_moves and not plays and not answers + skipped and passes + 1 == len(points):
            passes += 1
        elif not black_moves and plays and answers < len(points):
            answers += 1
        else:
            leading = len(points) if not passes else leading
            break
    if not passes and skipped + answers:
        leading = len(points)
    if passes and answers and passes + 1 == len(points):
        leading = len(points)
    # A single pass is no handicap by itself; as many stones of White's as of Black's are turns of several moves.
    is_handicap = answers < leading if not passes else passes > 1
    if white:
        return 0
    if black:
        if stated and stated > black and leading >= stated - black:
            return stated
        return black if black > 1 else 0
    limit = stated if stated and stated >= 2 else 9 if stated is None else None
    if limit is None:
        # HA[0] and HA[1] are believed unless the komi, too, says that they mean nothing.
        return None if stated == 0 else 0
    stones = min(leading, limit) if stated else leading if leading <= limit and is_handicap else 0
    return stones if stones >= 2 else 0


def normal(game):
    """The actions with the changes of each node in one order, to compare two exports without playing them again."""
    merged = []
    for action in game.actions:
        if action[0] == "set" and merged and merged[-1][0] == "set":
            merged[-1] = ("set", {**merged[-1][1], **dict(action[1])})
        else:
            merged.append(("set", dict(action[1])) if action[0] == "set" else action)
    return merged


# --------------------------------------------------------------- the comparison

class Comparison:
    def __init__(self):
        self.count, self.differences = collections.Counter(), collections.defaultdict(list)

    def equal(self, what, name, one, other):
        if one != other:
            self.differences[what].append("%s: %s, expected %s" % (name, one, other))

    def game(self, name, row, line, rows, script, converted):
        """`row` is the game's row of games.csv; the others are its exports, None where it has none."""
        width, height = int(row["width"]), int(row["height"])
        rebuilt = {}
        if line is not None:
            rebuilt["JSON lines"] = from_jsonl(line)
        if converted is not None:
            try:
                rebuilt["SGF"] = from_sgf(converted)
            except Skip as why:
                self.count["SGF that the oracle doesn't read: %s" % why] += 1
        if rows:
            rebuilt["CSV"] = from_csv(rows, width, height)
        if script is not None:
            rebuilt["GTP"] = from_gtp(script)
        self.count["games"] += 1
        played = {}
        for form, game in rebuilt.items():
            self.count[form] += 1
            where = "%s, %s" % (form, name)
            known = [other for other in played if other != "CSV" and normal(rebuilt[other]) == normal(game)]
            if known:
                played[form] = played[known[0]]
            else:
                try:
                    played[form] = Replayed(game)
                except (IndexError, TypeError) as error:
                    self.differences["unplayable"].append("%s: %r" % (where, error))
                    continue
            self.equal("board size", where, (game.width, game.height), (width, height))
            if form != "GTP":
                self.equal("number of moves", where, len(game.moves()), int(row["moves"]))
                self.equal("last mover", where, ([""] + [move[0] for move in game.moves()])[-1], row["last_mover"])
                # CSV has no row for what is set up after the last move, which a position without plays is made of.
                is_cut = form == "CSV" and all(point is None for _, point in game.moves())
                if not (known and form == "SGF") and not is_cut:
                    self.equal("game hash", where, game_hash(game), row["game_hash"])
            if not row["handicap"]:
                self.count["start unknown"] += 1
            elif form in ("JSON lines", "SGF") and game.handicap is not None:
                self.equal("handicap", where, str(game.handicap), row["handicap"])
            if form in ("JSON lines", "GTP"):
                self.equal("komi", where, float(game.komi), float(row["komi"]))
            if form == "SGF" and row["komi_source"] == "record" and is_points(game.komi):
                self.equal("komi", where, float(game.komi), float(row["komi"]))
            base = played.get("JSON lines")
            if base and form == "CSV":
                self.csv(where, rows, played[form], base, width)
            elif base:
                self.equal("final board", where, played[form].board, base.board)
                self.equal("captures", where, played[form].captured, base.captured)

    def csv(self, where, rows, own, base, width):
        taken = [(int(row["captures"]), int(row["suicide"])) for row in rows]
        self.equal("captures of each move", where, taken, base.taken)
        for row, board, other in zip(rows, own.keys, base.keys):
            if board != other:
                self.differences["board after a move"].append("%s, move %s" % (where, row["move"]))
                break
        if rows:
            to_move = "W" if rows[-1]["color"] == "B" else "B"
            self.equal("key of the position", where, rows[-1]["position"], key(own.keys[-1], width, to_move))


def is_points(value):
    """Whether KM is a number of points, not one that means another unit."""
    try:
        return value is not None and abs(float(value)) <= 20 and float(value) * 2 % 1 == 0
    except ValueError:
        return False


def table(path):
    csv.field_size_limit(1 << 30)
    with open(path, newline="", encoding="utf-8") as file:
        yield from csv.DictReader(file)


def keyed(rows):
    """Rows in runs of the same game."""
    last, run = None, []
    for row in rows:
        this = (row["path"], int(row["game"]))
        if this != last and run:
            yield last, run
            run = []
        last = this
        run.append(row)
    if run:
        yield last, run


def output(folder, given, path, number, ending):
    """The file that a game was converted to."""
    relative = os.path.relpath(path, given)
    stem = relative[:-4] if relative.lower().endswith(".sgf") else relative
    for name in ("%s-%03d.%s" % (stem, number, ending), "%s.%s" % (stem, ending) if number == 1 else ""):
        full = os.path.join(folder, name)
        if name and os.path.isfile(full):
            with open(full, "rb") as file:
                return file.read()
    return None


def run(program, *arguments):
    done = subprocess.run([program, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    assert done.returncode in (0, 1), arguments


def main(program, given, *more):
    given = given.rstrip("/")
    compared = Comparison()
    with tempfile.TemporaryDirectory() as work:
        report = os.path.join(work, "report")
        options = ["--quiet", "--no-estimate", "--raw-cells", *more]
        run(program, "check", given, "--no-gitignore", "--out", report, *options)
        for form, out in ("sgf", "sgf"), ("jsonl", "games.jsonl"), ("csv", "moves.csv"), ("gtp", "gtp"):
            split = ["--split"] if form == "sgf" else []
            run(program, "convert", given, "--to", form, "--lossy", "--out", os.path.join(work, out), *split, *options)
        rows = {(row["path"], int(row["game"])): row for row in table(os.path.join(report, "games.csv"))}
        moves = keyed(table(os.path.join(work, "moves.csv")))
        of_moves = next(moves, None)
        seen = set()
        with open(os.path.join(work, "games.jsonl"), encoding="utf-8") as lines:
            for text in lines:
                line = json.loads(text)
                name = (line["path"], line["game"])
                # Both are in the order of the sources; a game without a move has no row of moves.
                own = None
                if of_moves and of_moves[0] == name:
                    own, of_moves = of_moves[1], next(moves, None)
                elif line["moves"]:
                    compared.differences["no rows of moves"].append(str(name))
                if name not in rows:
                    compared.differences["no row in games.csv"].append(str(name))
                    continue
                seen.add(name)
                script = output(os.path.join(work, "gtp"), given, *name, "gtp")
                converted = output(os.path.join(work, "sgf"), given, *name, "sgf")
                try:
                    compared.game("%s game %d" % name, rows[name], line, own, script and script.decode(), converted)
                except (ValueError, AssertionError, KeyError) as error:
                    compared.differences["not read"].append("%s: %r" % (name, error))
        compared.count["games of `check` that no export has"] = len(rows.keys() - seen)
    for what, many in compared.count.items():
        print("%8d  %s" % (many, what))
    for what, cases in compared.differences.items():
        print("\n%s: %d" % (what, len(cases)))
        for case in cases[:5]:
            print("  " + case[:300])
    if not compared.count["games"]:
        print("nothing was compared")
    sys.exit(1 if compared.differences or not compared.count["games"] else 0)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
