"""What the network says of some positions, computed from the weights once more, in another way: with
numpy in double precision, and with what facts.c sees of a position. src/score/estimate is held to it.

    python3 reference.py ../../src/score/estimate/weights.bin expected.txt

reads the boards of the file and writes under each what the network says by point, of the board as it is
and in the mean of its eight turns: logarithms of the odds that a point ends as Black's.
"""
import pathlib
import sys

import numpy as np

from native import facts

WIDTH, POOLED, PLANES = 32, 16, 12


class Weights:
    def __init__(self, path):
        bits = np.fromfile(path, "<u2").astype(np.uint32) << 16
        self.rest = bits.view(np.float32).astype(np.float64)
        blocks = int(self.take(1)[0])
        self.stem = self.convolution(PLANES)
        self.blocks = [
            (self.convolution(WIDTH), self.pool(), self.convolution(WIDTH)) for _ in range(blocks)
        ]
        self.pooled = self.pool()
        self.hidden, self.bias = self.take(WIDTH, WIDTH), self.take(WIDTH)
        self.out, self.out_bias = self.take(WIDTH), self.take(1)
        assert self.rest.size == 0

    def take(self, *shape):
        count = int(np.prod(shape))
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken.reshape(shape)

    def convolution(self, inputs):
        weights = self.take(2, 3, 3, inputs, 16).transpose(1, 2, 3, 0, 4)
        return weights.reshape(3, 3, inputs, WIDTH), self.take(WIDTH)

    def pool(self):
        return self.take(WIDTH, POOLED), self.take(POOLED), self.take(4, 2 * POOLED, WIDTH)


def convolve(x, convolution):
    weights, bias = convolution
    rows, cols, _ = x.shape
    padded = np.pad(x, ((1, 1), (1, 1), (0, 0)))
    sums = np.tile(bias, (rows, cols, 1))
    for down in range(3):
        for right in range(3):
            sums += padded[down:down + rows, right:right + cols] @ weights[down, right]
    return sums


def give(x, pool, parts):
    enter, bias, leave = pool
    flat = np.maximum(x.reshape(-1, WIDTH) @ enter + bias, 0)
    given = np.zeros((len(flat), WIDTH))
    for part, weights in zip(parts, leave):
        for number in np.unique(part):
            inside = part == number
            total = flat[inside].sum(0)
            given[inside] += np.concatenate([total / inside.sum(), total / (1 + total)]) @ weights
    return given


def logits(board, weights):
    """By point of a square board of 0 (empty), 1 (black) and 2 (white)."""
    size = len(board)
    liberties, parts, alive, ladders = (found[0] for found in facts(board.reshape(1, -1)))
    parts = [*parts, np.zeros(size * size)]
    flat = board.reshape(-1)
    planes = [flat == 1, flat == 2, flat >= 0, flat == 0]
    planes += [liberties == number for number in (1, 2, 3)] + [liberties >= 4]
    planes += [alive == 1, alive == 2, ladders == 1, ladders == 2]
    x = np.stack(planes, 1).astype(float).reshape(size, size, PLANES)
    x = np.maximum(convolve(x, weights.stem), 0)
    for first, pool, second in weights.blocks:
        given = give(x, pool, parts).reshape(x.shape)
        middle = np.maximum(convolve(x, first) + given, 0)
        x = np.maximum(x + convolve(middle, second), 0)
    hidden = x.reshape(-1, WIDTH) @ weights.hidden + weights.bias + give(x, weights.pooled, parts)
    found = np.maximum(hidden, 0) @ weights.out + weights.out_bias
    # A chain lives or dies as one.
    for number in np.unique(parts[0][flat > 0]):
        chain = parts[0] == number
        found[chain] = found[chain].mean()
    return found.reshape(size, size)


def turned(board, weights):
    """The mean of all eight turns."""
    total = np.zeros(board.shape)
    for quarter in range(4):
        for mirrored in (False, True):
            way = np.rot90(board.T if mirrored else board, quarter)
            back = np.rot90(logits(np.ascontiguousarray(way), weights), -quarter)
            total += back.T if mirrored else back
    return total / 8


def main():
    weights = Weights(sys.argv[1])
    path = pathlib.Path(sys.argv[2])
    out = []
    for text in path.read_text().split("\n\n"):
        board = [line for line in text.splitlines() if line[:1] in list(".XO")]
        out += [line for line in text.splitlines() if line.startswith("#")] + board
        board = np.array([[".XO".index(cell) for cell in line.split()] for line in board], np.int8)
        for found in (logits(board, weights), turned(board, weights)):
            out += [" ".join(f"{number:.3f}" for number in row) for row in found]
        out.append("")
    path.write_text("\n".join(out))


if __name__ == "__main__":
    main()
