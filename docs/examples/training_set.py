"""Makes a training set from records, and checks it: python training_set.py RECORDS... OUT

Clean games, one record of each, are divided by group into train, validation and test, so that a game and its copies are in one part.
Each part has Parquet files of its games, moves and setup, and the arrays of its positions. Then each game is replayed with sgfmill from
these files. The exit status is 1 if a board, the captures or the player to move isn't what the table of games says, or if a game or a
copy of it is in two parts. It needs sgf_audit, numpy, pyarrow and sgfmill.
"""

import itertools
import pathlib
import sys

import numpy
import pyarrow.parquet
import sgfmill.boards

import sgf_audit

KEY = ("path", "game")


def write(paths, out):
    """Writes the tables and arrays of each part."""
    games = sgf_audit.select(paths, clean=True, unique=True, estimate=False)
    parts = sgf_audit.split(sgf_audit.duplicates(games, groups=True), seed=1)
    for name, part in parts.items():
        (out / name).mkdir(parents=True, exist_ok=True)
        for table in ("games", "moves", "setup"):
            batches = sgf_audit.stream(part, table=table, estimate=False)
            pyarrow.parquet.write_table(pyarrow.table(batches), out / name / f"{table}.parquet", compression="zstd")
        for number, batch in enumerate(sgf_audit.positions(part)):
            arrays = {key: values for key, values in batch._asdict().items() if values is not None}
            # Text that is read back without pickling.
            arrays.update(path=arrays["path"].astype(str), group=arrays["group"].astype(str))
            numpy.savez_compressed(out / name / f"positions-{number}.npz", **arrays)
    return parts


def check_apart(parts, paths):
    """Prints the games of which a copy is in another part. Returns their number."""
    part_of = {(row["path"], row["game"]): name for name, part in parts.items() for row in part}
    leaks, parts_of = 0, {}
    for row in sgf_audit.duplicates(paths, groups=True):
        if (name := part_of.get((row["path"], row["game"]))) and parts_of.setdefault(row["group"], name) != name:
            leaks += 1
            print(f"{row['path']}, game {row['game']}: a copy is in {parts_of[row['group']]}, itself in {name}")
    return leaks


def rows(out, table):
    """Yields the rows of each game, in the order of the run."""
    file = pyarrow.parquet.ParquetFile(out / f"{table}.parquet")
    all_rows = (row for batch in file.iter_batches() for row in batch.to_pylist())
    return itertools.groupby(all_rows, key=lambda row: tuple(row[column] for column in KEY))


def number(place):
    """The number of a stone in a key, by SplitMix64 (docs/convert.md)."""
    z = (0x5347464155444954 + 0x9E3779B97F4A7C15 * (place + 1)) % 2**64
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    return z ^ z >> 31


def position(board, side, to_move):
    key = number(5408 + side - 1 + 52 * (side - 1)) ^ (number(8112) if to_move == "W" else 0)
    for color, (row, column) in board.list_occupied_points():
        key ^= number(column + 52 * (side - 1 - row) + (2704 if color == "w" else 0))
    return f"p{key:016x}"


def stones(board):
    points = list(itertools.chain.from_iterable(board.board))
    return {"B": points.count("b"), "W": points.count("w")}


def replay(side, setup, moves):
    """Returns the key of the last position, the stones that Black and White captured, and the player to move."""
    board = sgfmill.boards.Board(side)
    captured = {"B": 0, "W": 0}
    # A node may change what another one before the same move has set up.
    nodes = {}
    for (after, _), rows_of_node in itertools.groupby(setup, key=lambda row: (row["after"], row["node"])):
        changes = nodes.setdefault(after, [])
        changes.append({"B": [], "W": [], "E": []})
        for row in rows_of_node:
            changes[-1][row["color"]].append((side - 1 - row["y"], row["x"]))
    now, to_move = {"B": 0, "W": 0}, None
    # What is set up behind the last move shows the count.
    for number_before, move in enumerate(moves):
        for change in nodes.get(number_before, []):
            board.apply_setup(change["B"], change["W"], change["E"])
            now = stones(board)
        own = move["color"]
        to_move = other = "W" if own == "B" else "B"
        if move["x"] is None:
            continue
        board.play(side - 1 - move["y"], move["x"], own.lower())
        before, now = now, stones(board)
        captured[own] += before[other] - now[other]
        captured[other] += before[own] + 1 - now[own]
    return position(board, side, to_move), captured["B"], captured["W"], to_move


def check(out):
    """Replays each game and prints how many differ. Returns their number."""
    moves, setup = rows(out, "moves"), rows(out, "setup")
    next_moves, next_setup = next(moves, None), next(setup, None)
    checked = differing = left_out = 0
    for key, (game, *_) in rows(out, "games"):
        own_moves, own_setup = [], []
        if next_moves and next_moves[0] == key:
            own_moves, next_moves = list(next_moves[1]), next(moves, None)
        if next_setup and next_setup[0] == key:
            own_setup, next_setup = list(next_setup[1]), next(setup, None)
        # sgfmill has square boards.
        if game["width"] != game["height"] or not own_moves:
            left_out += 1
            continue
        expected = tuple(game[name] for name in ("final_position", "black_captures", "white_captures", "to_move"))
        found = replay(game["width"], own_setup, own_moves)
        checked += 1
        if found != expected:
            differing += 1
            print(f"{key}: {found}, expected {expected}")
    print(f"{checked} games replayed, {differing} differ, {left_out} left out (no moves, or no square board)")
    return differing


def main():
    *paths, out = map(pathlib.Path, sys.argv[1:])
    parts = write(paths, out)
    return sum(check(out / name) for name, part in parts.items() if part) + check_apart(parts, paths)


if __name__ == "__main__":
    sys.exit(main() > 0)
