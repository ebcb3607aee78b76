"""A peer for the benches: reads every record below a directory with sgfmill and plays its main line on its board.

    cargo bench --bench corpus -- --peer 'sgfmill=python3 tests/bench/sgfmill_peer.py {dir}'
"""

import pathlib
import sys

from sgfmill import boards, sgf

games = 0
for path in sorted(pathlib.Path(sys.argv[1]).rglob("*.sgf")):
    try:
        game = sgf.Sgf_game.from_bytes(path.read_bytes())
        board = boards.Board(game.get_size())
        for node in game.get_main_sequence():
            color, point = node.get_move()
            if point is not None:
                board.play(*point, color)
        games += 1
    except Exception:  # What is broken isn't read, and no more is said about it.
        pass
print(games)
