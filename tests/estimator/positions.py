"""Records to positions: boards by point, 0 empty, 1 black, 2 white, main line only.

    python3 positions.py OUT.npz DIR... [--before] [--size N] [--crop N COUNT]

takes from each record without territory marks the final position if it ended by counting; with --before
positions that came before it, and of games that were resigned the last ones. --crop cuts so many
squares of N by N out of all of them, most from a corner or a side. Records with marks are left out:
they are what the estimator is measured by.
"""
import argparse
import glob
import random
import re

import numpy as np

from native import facts

TOKEN = re.compile(rb";|\(|\)|([A-Z]+)((?:\s*\[(?:\\.|[^\]\\])*\])+)", re.S)
VALUE = re.compile(rb"\[((?:\\.|[^\]\\])*)\]", re.S)
COUNTED = re.compile(r"[BW]\+[0-9.]+$|0$|Draw|Jigo")
NEAR = {}


def near(size):
    """The places next to each place."""
    if size not in NEAR:
        NEAR[size] = [
            [q for q in ((p - 1 if p % size else -1), (p + 1 if p % size < size - 1 else -1), p - size, p + size)
             if 0 <= q < size * size]
            for p in range(size * size)
        ]
    return NEAR[size]


def chain_of(board, start, around):
    """The places of a chain, and the empty ones next to it."""
    color, chain, seen, free = board[start], [start], {start}, set()
    while chain:
        for q in around[chain.pop()]:
            if board[q] == 0:
                free.add(q)
            elif board[q] == color and q not in seen:
                seen.add(q)
                chain.append(q)
    return seen, free


def take_if_captured(board, start, around):
    places, free = chain_of(board, start, around)
    if not free:
        for place in places:
            board[place] = 0


def play(board, place, color, around):
    board[place] = color
    for q in around[place]:
        if board[q] == 3 - color:
            take_if_captured(board, q, around)
    take_if_captured(board, place, around)


def point(value, size):
    if len(value) != 2:
        return None
    col, row = value[0] - 97, value[1] - 97
    return row * size + col if 0 <= col < size and 0 <= row < size else None


def replay(data):
    """The positions of a record, its result and its marks; None where it can't be replayed."""
    root, events, nodes = {}, [], 0
    for match in TOKEN.finditer(data):
        if match.group(0) == b";":
            nodes += 1
        elif match.group(0) == b")":
            break
        elif match.group(0) != b"(":
            name, values = match.group(1).decode(), VALUE.findall(match.group(2))
            if nodes == 1:
                root.setdefault(name, values)
            if name in ("AB", "AW", "AE", "B", "W", "TB", "TW"):
                events += [(name, value) for value in values]
    try:
        size = int(root.get("SZ", [b"19"])[0])
    except ValueError:
        return None
    if not 2 <= size <= 19:
        return None
    around, board, history, marks = near(size), [0] * (size * size), [], {"TB": [], "TW": []}
    for name, value in events:
        place = point(value, size)
        if name in marks:
            if place is not None:
                marks[name].append(place)
        elif place is None:
            continue
        elif name in ("AB", "AW", "AE"):
            board[place] = {"AB": 1, "AW": 2, "AE": 0}[name]
        else:
            if board[place]:
                return None
            play(board, place, 1 if name == "B" else 2, around)
            history.append(bytes(board))
            marks = {"TB": [], "TW": []}
    result = root.get("RE", [b""])[0].decode("latin1")
    return {"size": size, "history": history, "result": result, "marks": marks}


def chosen(path, size, before):
    with open(path, "rb") as file:
        data = file.read()
    game = replay(data) if len(data) < 200_000 else None
    if not game or game["size"] != size or any(game["marks"].values()):
        return []
    history, pick = game["history"], random.Random(path)
    if len(history) < size * size // 3:
        return []
    if COUNTED.match(game["result"]):
        back = [pick.randint(*span) for span in ((1, 8), (8, 30), (12, 40), (40, 90))] if before else [0]
    elif before and game["result"][2:3] == "R" and len(history) > 160:
        back = [0, pick.randint(1, 30)]
    else:
        return []
    return [history[-1 - moves] for moves in back if moves < len(history)]


def cropped(boards, size, crop, count):
    """Squares cut out of positions; stones that the cut leaves without a liberty come off."""
    chance, boards, out = np.random.default_rng(3), boards.reshape(-1, size, size), []
    while len(out) < count:
        row, col = (int(chance.choice([0, size - crop, chance.integers(size - crop + 1)])) for _ in "xy")
        square = boards[chance.integers(len(boards)), row:row + crop, col:col + crop].reshape(-1)
        if (square > 0).mean() >= 0.35:
            out.append(square)
    out = np.array(out, np.int8)
    for color in (1, 2, 1, 2):
        out[(facts(out)[0] == 0) & (out == color)] = 0
    return out[~((facts(out)[0] == 0) & (out > 0)).any(1)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("dirs", nargs="+")
    parser.add_argument("--before", action="store_true")
    parser.add_argument("--size", type=int, default=19)
    parser.add_argument("--crop", nargs=2, type=int)
    args = parser.parse_args()
    files = sorted(f for folder in args.dirs for f in glob.glob(folder + "/**/*.sgf", recursive=True))
    kinds = (False, True) if args.crop else (args.before,)
    boards = [board for file in files for before in kinds for board in chosen(file, args.size, before)]
    boards = sorted(set(boards))
    random.Random(1).shuffle(boards)
    boards = np.frombuffer(b"".join(boards), np.int8).reshape(-1, args.size**2)
    if args.crop:
        boards = cropped(boards, args.size, *args.crop)
    np.savez(args.out, board=boards)
    print(len(boards), "positions")


if __name__ == "__main__":
    main()
