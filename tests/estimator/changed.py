"""Positions made from labelled ones, for what games seldom show: groups that live or die by one stone.

    python3 changed.py OUT.npz COUNT SEED LABELLED.npz... [--unsure TRAINED.pt]

With --unsure only those are kept in which a trained network is unsure of four stones or more. About some place, often next to stones that are dead or in doubt, stones are put down, taken off and moved;
in some positions points in doubt between the players are filled in turns, as at the end of a game.
"""
import random
import sys

import numpy as np

from native import facts
from positions import chain_of, near, play


class Changes:
    def __init__(self, size, chance):
        self.size, self.around, self.chance, self.discs = size, near(size), chance, {}

    def disc(self, place, radius):
        """The places around a place."""
        if (place, radius) not in self.discs:
            row, col = divmod(place, self.size)
            places = [(q, abs(q // self.size - row) + abs(q % self.size - col)) for q in range(self.size**2)]
            self.discs[place, radius] = [q for q, far in places if far <= radius]
        return self.discs[place, radius]

    def disturb(self, board, owner):
        chance = self.chance
        for _ in range(chance.choice([1, 1, 1, 2])):
            place = chance.randrange(self.size**2)
            weak = [q for q, stone in enumerate(board) if stone and owner[q] * (1 if stone == 1 else -1) < 0.8]
            if weak and chance.random() < 0.6:
                place = chance.choice(weak)
            for _ in range(chance.randint(1, 6)):
                at = chance.choice(self.disc(place, chance.randint(2, 5)))
                if board[at] == 0:
                    play(board, at, chance.choice([1, 2]), self.around)
                elif chance.random() < 0.6:
                    board[at] = 0
        return board

    def settle(self, board, owner):
        color = self.chance.choice([1, 2])
        doubtful = [q for q in range(self.size**2) if abs(owner[q]) < 0.75]
        for _ in range(self.chance.randint(10, 60)):
            color = 3 - color
            self.chance.shuffle(doubtful)
            for place in doubtful:
                beside = {board[q] for q in self.around[place]}
                if board[place] == 0 and {1, 2} <= beside:
                    after = list(board)
                    play(after, place, color, self.around)
                    if after[place] == color and len(chain_of(after, place, self.around)[1]) >= 2:
                        board = after
                        break
        return board


def unsure(boards, trained):
    """Whether a network gives the stones of a chain of four or more less than 27 to 1."""
    import torch
    from network import Network, batch

    saved = torch.load(trained)
    net = Network(*saved["cfg"])
    net.load_state_dict(saved["net"])
    net.eval()
    size, found = int(round(boards.shape[1] ** 0.5)), []
    for start in range(0, len(boards), 64):
        some = boards[start:start + 64]
        liberties, parts, alive, ladders = facts(some)
        with torch.no_grad():
            logit = net(*batch(some, liberties, parts, alive, ladders, size)).numpy()
        doubtful = (some > 0) & (np.abs(logit) < 3.3)
        found += [any(np.bincount(chains[row]) >= 4) for chains, row in zip(parts[:, 0], doubtful)]
    return np.array(found)


def main():
    arguments, trained = sys.argv[1:], None
    if "--unsure" in arguments:
        *arguments, _, trained = arguments
    out, count, seed, *files = arguments
    loaded = [np.load(path) for path in files]
    boards = np.concatenate([part["board"] for part in loaded])
    owners = np.concatenate([part["own"] for part in loaded]).astype(float)
    chance = random.Random(int(seed))
    changes, made = Changes(int(round(boards.shape[1] ** 0.5)), chance), set()
    while len(made) < int(count):
        which = chance.randrange(len(boards))
        board, owner = [int(stone) for stone in boards[which]], owners[which]
        settled = chance.random() < 0.4
        if settled:
            board = changes.settle(board, owner)
        if not settled or chance.random() < 0.3:
            board = changes.disturb(board, owner)
        made.add(bytes(board))
    made = np.frombuffer(b"".join(sorted(made)), np.int8).reshape(-1, boards.shape[1])
    liberties = facts(made)[0]
    made = made[~((liberties == 0) & (made > 0)).any(1)]
    np.savez(out, board=made[unsure(made, trained)] if trained else made)


if __name__ == "__main__":
    main()
