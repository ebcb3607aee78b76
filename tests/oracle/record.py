"""Read SGF records and play their main lines again.

Own code, written to be plainly right, not fast. Only the SGF grammar comes
from a library (sgfmill). A board is a `bytes` object, one byte a point.
"""
import os

from sgfmill import sgf_grammar

EMPTY, BLACK, WHITE = 0, 1, 2
COLOR = {"B": BLACK, "W": WHITE}
OTHER = {"B": "W", "W": "B"}
class Skip(Exception):
    """This game is not for us; the text says why."""


class Step:
    """One move as recorded."""

    def __init__(self, node, move, color):
        self.node, self.move, self.color = node, move, color
        self.point = None       # index into the board, when on the board
        self.what = "pass"      # play, pass, occupied-point, off-board, malformed
        self.fresh = False      # the first move, or the first one after a setup
        self.pl = None          # what PL said about whose turn it is
        self.handicap = False   # one of Black's consecutive first moves
        self.before = self.after = None
        self.captured = []      # stones of the opponent taken
        self.suicide = []       # own stones taken


class Game:
    """One game of a file, replayed."""

    def __init__(self, path, index, games, nodes):
        self.path, self.index, self.games = path, index, games   # index from 1
        self.nodes, self.root = nodes, nodes[0]
        self.width, self.height = board_size(self.root)
        self.goban = Goban(self.width, self.height)
        self.steps = []
        self.oddities = []
        self.setup_before_play = False
        self.lead = 0                # Black's consecutive first plays, when handicap
        self.final = None
        play_again(self)
        mark_handicap(self)


# ---------------------------------------------------------------- the board

class Goban:
    def __init__(self, width, height):
        self.width, self.height = width, height
        self.near = []
        for row in range(height):
            for col in range(width):
                around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
                self.near.append([r * width + c for r, c in around
                                  if 0 <= r < height and 0 <= c < width])

    def chain(self, board, start):
        """The chain that holds `start`, and whether it has a liberty."""
        chain, todo, free = {start}, [start], False
        while todo:
            for n in self.near[todo.pop()]:
                if board[n] == EMPTY:
                    free = True
                elif board[n] == board[start] and n not in chain:
                    chain.add(n)
                    todo.append(n)
        return chain, free

    def play(self, board, point, color):
        """The board after a play on an empty point: (board, captured, suicide)."""
        board = bytearray(board)
        board[point] = color
        captured, suicide = set(), set()
        for n in self.near[point]:
            if board[n] not in (EMPTY, color):
                chain, free = self.chain(board, n)
                if not free:
                    captured |= chain
        for p in captured:
            board[p] = EMPTY
        chain, free = self.chain(board, point)
        if not free:
            suicide = chain
            for p in suicide:
                board[p] = EMPTY
        return bytes(board), captured, suicide

    def name(self, point):
        if point is None:
            return ""
        row, col = divmod(point, self.width)
        letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
        head = letters[col] if col < 25 else letters[col // 25 - 1] + letters[col % 25]
        return head + str(self.height - row)


# ---------------------------------------------------------------- the record

def board_size(root):
    raw = root.get("SZ", [b"19"])[0].strip()
    try:
        sides = [int(x) for x in raw.split(b":")]
    except ValueError:
        raise Skip("unreadable SZ")
    if len(sides) == 1:
        sides *= 2
    if len(sides) != 2 or not all(1 <= s <= 52 for s in sides):
        raise Skip("unusable SZ")
    return sides


def coordinates(raw):
    """Two letters -> (column, row), else None."""
    if len(raw) != 2 or not raw.isalpha() or not raw.isascii():
        return None
    return [b - 97 if b >= 97 else b - 65 + 26 for b in raw]


def setup_points(goban, values):
    """Points of AB, AW, AE; `aa:cc` is a rectangle; what is off the board is left out."""
    for raw in values:
        corners = [coordinates(x.strip()) for x in raw.split(b":")]
        if None in corners or len(corners) > 2:
            continue
        (c1, r1), (c2, r2) = corners[0], corners[-1]
        for row in range(min(r1, r2), max(r1, r2) + 1):
            for col in range(min(c1, c2), max(c1, c2) + 1):
                if col < goban.width and row < goban.height:
                    yield row * goban.width + col


def read_move(goban, step, raw, board):
    raw = raw.strip()
    if raw == b"" or (raw == b"tt" and max(goban.width, goban.height) <= 19):
        return
    at = coordinates(raw)
    if at is None:
        step.what = "malformed"
    elif at[0] >= goban.width or at[1] >= goban.height:
        step.what = "off-board"
    else:
        step.point = at[1] * goban.width + at[0]
        step.what = "occupied-point" if board[step.point] else "play"


def play_again(game):
    """Walk the nodes of the main line; fill in steps, oddities and the final board."""
    goban, odd = game.goban, game.oddities
    board = bytes(game.width * game.height)
    fresh, pl = True, None
    for number, node in enumerate(game.nodes):
        if any(p in node for p in ("AB", "AW", "AE")):
            changed = bytearray(board)
            for prop, value in (("AE", EMPTY), ("AB", BLACK), ("AW", WHITE)):
                for p in setup_points(goban, node.get(prop, [])):
                    changed[p] = value
            board, fresh = bytes(changed), True
            if game.steps:
                odd.append("mid-game setup")
            else:
                game.setup_before_play = True
            if any(board[p] and not goban.chain(board, p)[1] for p in range(len(board))):
                odd.append("setup leaves a chain without liberties")
            if "B" in node or "W" in node:
                odd.append("setup and move in one node")
        if node.get("PL", [b""])[0].strip()[:1].upper() in (b"B", b"W"):
            pl = node["PL"][0].strip()[:1].upper().decode()
            if game.steps and not fresh:
                odd.append("mid-game PL without setup")
        if "B" in node and "W" in node:
            odd.append("B and W in one node")
        for color in [p for p in node if p in OTHER]:     # in the order of the record
            if len(node[color]) > 1:
                odd.append("move with several values")    # the first one counts
            step = Step(number, len(game.steps) + 1, color)
            step.fresh, step.pl, fresh, pl = fresh, pl, False, None
            read_move(goban, step, node[color][0], board)
            step.before = step.after = board
            if step.what == "play":
                step.after, step.captured, step.suicide = goban.play(board, step.point, COLOR[color])
            elif step.what == "malformed":
                odd.append("malformed move")
            board = step.after
            game.steps.append(step)
    game.final = board


def mark_handicap(game):
    """Black's two or more consecutive first plays stand for handicap stones."""
    lead = []
    for step in game.steps:
        if step.color != "B" or step.what != "play" or (lead and step.fresh):
            break
        lead.append(step)
    game.lead = 0 if game.setup_before_play or len(lead) < 2 else len(lead)
    for step in lead[:game.lead]:
        step.handicap = True


def replay_file(path):
    """Every game of Go of a file, replayed, as Game or Skip."""
    with open(path, "rb") as f:
        data = f.read()
    try:
        trees = sgf_grammar.parse_sgf_collection(data)
    except ValueError as e:
        yield Skip("sgfmill: " + str(e).split(": ")[-1])
        return
    for index, tree in enumerate(trees, 1):
        nodes = list(sgf_grammar.main_sequence_iter(tree))
        if nodes[0].get("GM", [b"1"])[0].strip() not in (b"1", b""):
            yield Skip("not Go (GM)")
            continue
        try:
            yield Game(path, index, len(trees), nodes)
        except Skip as why:
            yield why


def sgf_files(paths):
    for path in paths:
        if not os.path.isdir(path):
            yield path
        for folder, folders, files in os.walk(path):
            folders.sort()
            for name in sorted(files):
                if name.lower().endswith((".sgf", ".sgfs")):
                    yield os.path.join(folder, name)


def replay(paths):
    for path in sgf_files(paths):
        yield from replay_file(path)
