#!/usr/bin/env python3
"""Small positions with known answers; and, given PATHs, every board against sgfmill's own Board."""
import sys
import tempfile

from sgfmill import boards

from record import BLACK, WHITE, Skip, replay, replay_file
from rules import MODES, RULESETS, violations

KO = "(;SZ[5]AB[ba][ab][bc]AW[ca][db][cc][bb]PL[B]"     # Black takes at cb, White takes back at bb
CASES = [  # record, rules, [(move, kind)]
    (KO + ";B[cb];W[bb])", "simple", [(2, "ko")]),
    (KO + ";B[cb];W[bb])", "psk", [(2, "ko")]),
    (KO + ";B[cb];W[bb])", "ssk", [(2, "ko")]),
    (KO + ";B[cb];W[bb])", "nssk", [(2, "repetition")]),  # no play of White's made that board
    (KO + ";B[cb];W[bb])", "bga", [(2, "ko")]),           # but its simple ko rule forbids it
    (KO + ";B[cb];W[];B[];W[bb])", "simple", [(4, "repetition")]),
    (KO + ";B[cb];W[];B[];W[bb])", "ssk", [(4, "superko")]),
    (KO + ";B[cb];W[];B[ee];W[bb])", "psk", []),
    (KO + ";B[cb];AE[aa];W[bb])", "psk", []),             # a setup begins a new history
    (KO + ";B[cb];W[ff];B[ee];W[cb];B[bb];W[tt])", "psk", [(2, "off-board"), (4, "occupied-point")]),
    (KO + ";B[cb];B[ee];W[bb];W[ed])", "ssk", [(2, "out-of-turn"), (4, "out-of-turn")]),
    ("(;SZ[5]AB[ba][ab]AW[ee];W[aa])", "psk", [(1, "suicide")]),
    ("(;SZ[5]AB[ba][ab]AW[ee];W[aa])", "tromp-taylor", [(1, "superko")]),
    ("(;SZ[5]AB[ba][ab]AW[ee];W[aa])", "new-zealand", [(1, "repetition")]),  # not with Black next
    ("(;SZ[5]AB[ca][bb][ab]AW[aa];W[ba])", "tromp-taylor", []),
    ("(;SZ[5]AB[ca][bb][ab]AW[aa];W[ba])", "aga", [(1, "suicide")]),
    ("(;SZ[9];B[cc];B[gg];W[ee];B[eg])", "aga", []),        # two stones as handicap
    ("(;SZ[9];B[cc];W[gg];W[ee];B[eg])", "aga", [(3, "out-of-turn")]),
    ("(;SZ[4:3];B[da];W[ac];B[ad];W[ea])", "aga", [(3, "off-board"), (4, "off-board")]),
]


def check_cases():
    for text, rules, expected in CASES:
        with tempfile.NamedTemporaryFile(suffix=".sgf") as f:
            f.write(text.encode())
            f.flush()
            game = next(replay_file(f.name))
        forbidden, suicide_ok = {**MODES, **RULESETS}[rules]
        found = [(step.move, kind) for step, kind in violations(game, forbidden, suicide_ok)]
        assert found == expected, (text, rules, found, expected)
    print("%d positions as expected" % len(CASES))


def check_boards(paths):
    plays = 0
    code = {None: 0, "b": BLACK, "w": WHITE}
    value = {v: k for k, v in code.items()}
    for game in replay(paths):
        if isinstance(game, Skip) or game.width != game.height or game.width < 2:
            continue
        side, board = game.width, boards.Board(game.width)
        for step in game.steps:
            if step.fresh:
                for p, stone in enumerate(step.before):
                    board.board[p // side][p % side] = value[stone]
            if step.what == "play":
                board.play(*divmod(step.point, side), step.color.lower())
                plays += 1
            ours = bytes(code[stone] for row in board.board for stone in row)
            assert ours == step.after, (game.path, game.index, step.move)
    print("%d plays give the board that sgfmill gives" % plays)


if __name__ == "__main__":
    check_cases()
    if sys.argv[1:]:
        check_boards(sys.argv[1:])
