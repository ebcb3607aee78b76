"""Records to positions: boards by point, 0 empty, 1 black, 2 white, main line only.

    python3 positions.py OUT.npz DIR...

takes from each 19x19 record without territory marks its final position, and some before it. Records
with marks are left out: they are what the estimator is measured by.
"""
import glob
import random
import re
import sys

import numpy as np

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


def take_if_captured(board, start, around):
    color, chain, seen = board[start], [start], {start}
    while chain:
        for q in around[chain.pop()]:
            if board[q] == 0:
                return
            if board[q] == color and q not in seen:
                seen.add(q)
                chain.append(q)
    for place in seen:
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


def chosen(path):
    """A counted game's final position and three before it; a resigned one's last and one before it."""
    with open(path, "rb") as file:
        data = file.read()
    game = replay(data) if len(data) < 200_000 else None
    if not game or game["size"] != 19 or any(game["marks"].values()):
        return []
    history, pick = game["history"], random.Random(path)
    if len(history) < 120:
        return []
    if COUNTED.match(game["result"]):
        back = [0] + [pick.randint(*span) for span in ((1, 12), (12, 40), (40, 90))]
    elif game["result"][2:3] == "R" and len(history) > 160:
        back = [0, pick.randint(1, 30)]
    else:
        return []
    return [history[-1 - moves] for moves in back]


if __name__ == "__main__":
    files = sorted(f for folder in sys.argv[2:] for f in glob.glob(folder + "/**/*.sgf", recursive=True))
    boards = [board for file in files for board in chosen(file)]
    random.Random(1).shuffle(boards)
    np.savez(sys.argv[1], board=np.frombuffer(b"".join(boards), np.int8).reshape(-1, 361))
    print(len(boards), "positions")
