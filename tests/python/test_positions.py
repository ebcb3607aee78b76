"""The arrays of positions, beside sgfmill's boards and rules of play written here again."""

import os
import pathlib
import random

import numpy
import pytest
from sgfmill import boards, sgf, sgf_moves

import sgf_audit

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORDS = os.environ.get("SGF_AUDIT_RECORDS")

#: By ruleset: whether a play may take its own chain, and what may not come again: the position, or the position with the player to
#: move; None is a ko alone.
RULES = {
    "japanese": (False, None),
    "chinese": (False, "positional"),
    "aga": (False, "situational"),
    "tromp-taylor": (True, "positional"),
    "nz": (True, "situational"),
}


class Judge:
    """Says which moves are legal, by trying each of them."""

    def __init__(self, board, to_move, rules):
        self.suicide, self.superko = RULES[rules]
        self.rules, self.board = rules, board
        # New Zealand's rules don't count the first position.
        self.seen = set() if rules == "nz" else {self._situation(board, to_move)}
        self.before = self.single = None

    def _situation(self, board, to_move):
        points = tuple(tuple(row) for row in board.board)
        return points if self.superko == "positional" else (points, to_move)

    def legal(self, color):
        side = self.board.side
        return [self._is_legal(row, col, color) for row in reversed(range(side)) for col in range(side)] + [True]

    def _is_legal(self, row, col, color):
        if self.board.get(row, col) is not None:
            return False
        after = self.board.copy()
        after.play(row, col, color)
        if after.get(row, col) is None and not self.suicide:
            return False
        if self.superko is None:
            # Only a single stone that takes a single one can make the position of two moves ago.
            return self.before is None or after.board != self.before
        return self._situation(after, other(color)) not in self.seen

    def ko(self, color):
        """Returns the place of the ko that a player may not retake: the last play took one stone, and is itself a single stone whose
        only liberty is that stone's point; -1 if there is none."""
        if self.single is None:
            return -1
        (row, col), taken = self.single
        near = [(row + down, col + right) for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        near = [point for point in near if min(point) >= 0 and max(point) < self.board.side]
        is_ko = all(self.board.get(*point) == color or point == taken for point in near) and not self._is_legal(*taken, color)
        return place(taken, self.board.side) if is_ko else -1

    def play(self, color, move):
        self.before = [list(row) for row in self.board.board]
        stones = {point for player, point in self.board.list_occupied_points() if player != color}
        if move is not None:
            self.board.play(*move, color)
        else:
            self.before = None
        gone = stones - {point for _, point in self.board.list_occupied_points()}
        self.single = (move, gone.pop()) if len(gone) == 1 else None
        self.seen.add(self._situation(self.board, other(color)))


def other(color):
    return {"b": "w", "w": "b"}[color]


def place(move, side):
    """Returns sgfmill's point as the arrays have it."""
    return side * side if move is None else (side - 1 - move[0]) * side + move[1]


def stones(board, color):
    return numpy.array(board.board[::-1]) == color


def records():
    """Returns records, of which sgfmill reads the same moves."""
    if RECORDS is None:
        paths = sorted((ROOT / "corpus").rglob("*.sgf"))
    else:
        paths = sorted(pathlib.Path(RECORDS).rglob("*.sgf"))
        random.Random(1).shuffle(paths)
        paths = paths[: int(os.environ.get("SGF_AUDIT_GAMES", "2000"))]
    return paths


def begin(path, rules):
    """Returns a judge of a record's game and its moves; None if sgfmill can't play it."""
    try:
        record = sgf.Sgf_game.from_bytes(pathlib.Path(path).read_bytes())
        board, moves = sgf_moves.get_setup_and_moves(record)
    except ValueError:
        return None
    return (Judge(board, moves[0][0], rules), moves) if moves else None


@pytest.mark.parametrize("rules", RULES)
def test_every_position_is_what_two_readers_say(rules):
    compared = other_starts = 0
    for side in (5, 7, 9, 13, 19):
        game, played = None, None
        for batch in sgf_audit.positions(records(), rules=rules, size=side):
            for row in range(len(batch.game)):
                if (batch.path[row], batch.game[row]) != game:
                    game = batch.path[row], batch.game[row]
                    played = begin(game[0], rules) if game[1] == 1 else None
                    # Handicap stones that are moves, or aren't in the record.
                    if played and (batch.black[row] != stones(played[0].board, "b")).any():
                        assert batch.handicap[row] > 0, game
                        played = None
                    other_starts += played is None
                    last = [-1] * 5
                if played is None:
                    continue
                judge, moves = played
                number = batch.number[row] - 1
                color, move = moves[number]
                assert batch.to_move[row] == {"b": 1, "w": -1}[color], (game, number)
                for letter, board in (("b", batch.black), ("w", batch.white)):
                    assert (board[row] == stones(judge.board, letter)).all(), (game, number)
                assert batch.move[row] == place(move, side), (game, number)
                assert batch.last[row].tolist() == last, (game, number)
                legal = batch.legal[row].astype(bool).tolist()
                if (RECORDS is None and side < 9) or number % 32 == 0 or batch.ko[row] >= 0:
                    assert legal == judge.legal(color), (game, number, rules)
                assert legal[batch.move[row]]
                assert batch.ko[row] == judge.ko(color), (game, number, rules)
                last = [place(move, side), *last[:-1]]
                judge.play(color, move)
                compared += 1
    print(f"{compared} positions under {rules}; {other_starts} games that sgfmill begins otherwise")
    assert compared > 500


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(
    "moves, ko",
    [
        (";B[ee];W[de];B[aa];W[fe];B[ai];W[ef];B[ia];W[ed];B[ii]", -1),
        (";B[ea];W[da];B[gg];W[fa];B[hh];W[eb];B[cc]", -1),
        ("AB[ed][de][ef]AW[fd][ge][ff]PL[B];B[fe];W[ee];B[aa];W[ii]", 4 * 9 + 5),
    ],
)
def test_a_capture_that_leaves_other_liberties_is_no_ko(moves, ko, rules):
    (batch,) = sgf_audit.positions(f"(;SZ[9]KM[6.5]RE[B+R]{moves})".encode(), rules, size=9)
    kos = [(int(number), int(point)) for number, point in zip(batch.number, batch.ko) if point >= 0]
    assert kos == ([] if ko < 0 else [(3, ko)])


def test_symmetries_turn_everything_alike():
    # A ko at the edge, and a pass.
    record = b"(;SZ[5]KM[0]RE[B+R];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[];W[])"
    plain = next(iter(sgf_audit.positions(record, size=5, ownership=False)))
    for symmetry in range(8):
        (turned,) = sgf_audit.positions(record, size=5, symmetry=symmetry)
        assert turned.path.tolist() == plain.path.tolist()
        places = turned.black.reshape(-1, 25), turned.legal, plain.black.reshape(-1, 25), plain.legal
        for row in range(len(plain.game)):
            board = numpy.rot90(plain.black[row], symmetry // 2) if symmetry % 2 == 0 else numpy.rot90(plain.black[row].copy(), symmetry // 2).T
            assert places[0][row].sum() == places[2][row].sum() and places[1][row].sum() == places[3][row].sum()
            if symmetry % 2 == 0:
                assert (turned.black[row] == board).all()
            if plain.move[row] < 25:
                # The move is where the next position has its stone.
                color = "black" if plain.to_move[row] == 1 else "white"
                if row + 1 < len(plain.game):
                    assert getattr(turned, color)[row + 1].reshape(-1)[turned.move[row]] == 1
                assert turned.legal[row, turned.move[row]] == 1
            else:
                assert turned.move[row] == 25
            assert turned.last[row].tolist()[0] == (-1 if row == 0 else turned.move[row - 1])
    mixed = [batch.black.tolist() for batch in sgf_audit.positions(record, size=5, symmetry="random", seed=3)]
    assert mixed == [batch.black.tolist() for batch in sgf_audit.positions(record, size=5, symmetry="random", seed=3)]
    with pytest.raises(ValueError, match="symmetry"):
        sgf_audit.positions(record, size=5, symmetry=8)
    with pytest.raises(ValueError, match="size"):
        sgf_audit.positions(record, size=60)


def test_what_is_left_out_is_counted():
    games = {
        "clean": b"(;SZ[5]KM[0]RE[B+R];B[cc];W[bb])",
        "other": b"(;SZ[9]KM[0]RE[B+R];B[cc];W[bb])",
        "illegal": b"(;SZ[5]KM[0]RE[B+R];B[cc];W[cc])",
        "setup": b"(;SZ[5]KM[0]RE[B+R];B[cc];AW[bb])",
        "empty": b"(;SZ[5]KM[0]RE[B+R])",
    }
    found = sgf_audit.positions(((f"{name}.sgf", data) for name, data in games.items()), size=5)
    assert [path for batch in found for path in batch.path] == ["clean.sgf"] * 2
    assert found.left_out == {"another size of board": 1, "not clean": 1, "setup after the first move": 1, "no moves": 1}
    rows = [row for batch in sgf_audit.positions(games["clean"], size=5).arrow() for row in batch.to_pylist()]
    assert [(row["move"], len(row["black"]), sum(row["legal"])) for row in rows] == [(12, 25, 26), (6, 25, 25)]


def flood_filled(stones):
    """Returns whom each point of a board without dead stones counts for by area: 1, -1, or 0 if both reach it."""
    side = len(stones)
    owner, seen = stones.copy(), stones != 0
    for start in numpy.ndindex(side, side):
        if seen[start]:
            continue
        region, borders, todo = [], set(), [start]
        seen[start] = True
        while todo:
            row, col = todo.pop()
            region.append((row, col))
            for near in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
                if not all(0 <= place < side for place in near):
                    continue
                if stones[near] != 0:
                    borders.add(int(stones[near]))
                elif not seen[near]:
                    seen[near] = True
                    todo.append(near)
        color = borders.pop() if len(borders) == 1 else 0
        for point in region:
            owner[point] = color
    return owner


def test_ownership_is_that_of_a_flood_fill():
    compared = 0
    for side in (9, 19):
        points = sgf_audit.audit(records(), rules="chinese", points=True).points
        boards = {}
        for row in points.to_pylist():
            if row["stone"] and row["status"] != "dead":
                board = boards.setdefault((row["path"], row["game"]), numpy.zeros((side, side), numpy.int8))
                if max(row["x"], row["y"]) < side:
                    board[row["y"], row["x"]] = 1 if row["stone"] == "B" else -1
        for batch in sgf_audit.positions(records(), rules="chinese", size=side, ownership=True):
            firsts = numpy.flatnonzero(batch.number == 1)
            for row in firsts:
                owner = flood_filled(boards[batch.path[row], batch.game[row]])
                sign = int(batch.to_move[row])
                key = batch.path[row], batch.game[row]
                assert (batch.ownership[row] == owner * sign).all(), key
                # White gets a point for each handicap stone.
                margin = int(owner.sum()) - float(batch.komi[row]) - int(batch.handicap[row])
                assert abs(batch.score[row] - margin * sign) < 0.01, key
                compared += 1
    print(f"{compared} counted boards")
    assert compared >= 20


def test_ownership_is_that_of_the_counted_board():
    # Black lives on the left, White on the right; a white stone at A1 is dead.
    record = b"(;SZ[5]KM[0.5]RU[Chinese]RE[B+4.5];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[])"
    found = sgf_audit.positions(record, size=5, ownership=True)
    (batch,) = found
    black = numpy.array([[1, 1, 1, -1, -1]] * 5)
    for row, sign in enumerate(batch.to_move):
        assert (batch.ownership[row] == black * sign).all() and batch.score[row] == 4.5 * sign
        assert batch.result[row] == sign and batch.komi[row] == 0.5
    assert next(iter(sgf_audit.positions(record, size=5))).ownership is None
    uncounted = sgf_audit.positions(b"(;SZ[5]KM[0]RE[B+R];B[cc])", size=5, ownership=True)
    assert not list(uncounted) and uncounted.left_out == {"not counted": 1}
