"""Positions of games that a KataGo network plays on to the end, several moves of each player a look.

    python3 played.py OUT.npz COUNT NETWORK.bin.gz POSITIONS.npz...

What comes on the way is kept with the network's word of it, asked with both players to move.
"""
import random
import sys

import numpy as np

from label import Labeller
from positions import chain_of, near, play

TOGETHER = 24
LOOKS = 18


class Game:
    def __init__(self, board, chance):
        self.board, self.chance = [int(stone) for stone in board], chance
        self.size = int(round(len(board) ** 0.5))
        self.around, self.looks, self.banned = near(self.size), 0, set()

    def liberties(self, board, start):
        return len(chain_of(board, start, self.around)[1])

    def is_worth(self, place, color, owner):
        """Whether it is to be played: not where all is settled, unless it captures what lives."""
        if self.board[place] or place in self.banned:
            return False
        sign = 1 if color == 2 else -1
        return abs(owner[place]) < 0.93 or any(
            self.board[q] == 3 - color and owner[q] * sign > -0.8 and self.liberties(self.board, q) == 1
            for q in self.around[place]
        )

    def candidates(self, color, moves, owner):
        odds = np.exp(moves - moves.max())
        best = [q for q in np.argsort(-odds)[:40] if odds[q] > 0.004 * odds.sum() and self.is_worth(q, color, owner)]
        if self.chance.random() < 0.15:
            self.chance.shuffle(best)
        return best

    def put(self, place, color):
        """The board after a move, unless it is suicide or, mostly, puts itself into atari."""
        after = list(self.board)
        play(after, place, color, self.around)
        taken = [q for q, stone in enumerate(self.board) if stone and not after[q]]
        lonely = after[place] == color and not taken and self.liberties(after, place) == 1
        if after[place] != color or lonely and self.chance.random() < 0.7:
            return None
        return after, taken

    def play_on(self, owner, moves):
        """Some moves of both in turn, each some way from the others; false when nobody has any left."""
        self.looks += 1
        color, played, banned, passes = self.chance.choice([1, 2]), [], set(), 0
        best = {each: self.candidates(each, moves[each], owner) for each in (1, 2)}
        for _ in range(16):
            for place in best[color]:
                row, col = divmod(int(place), self.size)
                near_by = any(abs(row - r) + abs(col - c) < 3 for r, c in played)
                done = None if near_by or self.board[place] else self.put(int(place), color)
                if done:
                    self.board, taken = done
                    played.append((row, col))
                    banned |= set(taken) if len(taken) == 1 else set()
                    passes = 0
                    break
            else:
                passes += 1
            color = 3 - color
            if passes == 2:
                break
        self.banned = banned
        return bool(played) and self.looks < LOOKS


def main():
    out, count, network, *files = sys.argv[1:]
    boards = np.concatenate([np.load(path)["board"] for path in files])
    chance, labeller, kept, owners = random.Random(1), Labeller(network), [], []
    order = chance.sample(range(len(boards)), int(count))
    games = []
    while order or games:
        while order and len(games) < TOGETHER:
            games.append(Game(boards[order.pop()], chance))
        now = np.array([game.board for game in games], np.int8)
        looks = [labeller.look(now, np.full(len(now), color)) for color in (1, 2)]
        owner = (looks[0][0] + looks[1][0]) / 2
        after = [which for which, game in enumerate(games) if game.looks]
        kept.append(now[after])
        owners.append(owner[after].astype(np.float16))
        moves = [{1: looks[0][1][which], 2: looks[1][1][which]} for which in range(len(games))]
        games = [game for game, at, by in zip(games, owner, moves) if game.play_on(at, by)]
    np.savez(out, board=np.concatenate(kept), own=np.concatenate(owners))


if __name__ == "__main__":
    main()
