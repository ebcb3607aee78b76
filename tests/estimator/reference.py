"""What the network says of some positions, computed from the weights once more, in another way: with
numpy and 64-bit integers, by the definition of a convolution, and with the features that facts.c finds.
src/core/score/estimate is held to it.

    python3 reference.py ../../src/core/score/estimate/weights.bin expected.txt

reads the boards of the file and writes under each what the network says for each point, of the board as
it is and as the mean over its eight symmetries: log-odds that Black owns the point. It also prints how far these are
from what the weights give without rounding to integers.
"""
import pathlib
import sys

import numpy as np

from native import facts

WIDTH, POOLED, PLANES = 32, 16, 12
# Fractional bits, as in weights.rs.
FEATURES, ACTIVATIONS, MEANS, SATURATED, HEAD = 12, 8, 9, 11, 12
MAX_ACTIVATION, MAX_WEIGHT, MAX_TOTAL = 8191, 3640, 42_000


def fixed(numbers, bits):
    """Numbers in fixed point, halves rounded away from zero."""
    scaled = np.asarray(numbers) * 2.0**bits
    return np.trunc(scaled + np.copysign(0.5, scaled)).astype(np.int64)


def divided(sums, bits):
    return (sums + (1 << (bits - 1))) >> bits


class Weights:
    def __init__(self, path):
        high, low = np.fromfile(path, np.uint8).astype(np.uint32).reshape(2, -1)
        bits = high << 24 | low << 16
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


def convolve(x, weights, bias):
    rows, cols, _ = x.shape
    padded = np.pad(x, ((1, 1), (1, 1), (0, 0)))
    sums = np.tile(bias, (rows, cols, 1))
    for down in range(3):
        for right in range(3):
            sums = sums + padded[down:down + rows, right:right + cols] @ weights[down, right]
    return sums


def planes(board):
    size = len(board)
    liberties, parts, alive, ladders = (found[0] for found in facts(board.reshape(1, -1)))
    flat = board.reshape(-1)
    seen = [flat == 1, flat == 2, flat >= 0, flat == 0]
    seen += [liberties == number for number in (1, 2, 3)] + [liberties >= 4]
    seen += [alive == 1, alive == 2, ladders == 1, ladders == 2]
    return np.stack(seen, 1).reshape(size, size, PLANES), [*parts, np.zeros(size * size)]


def together(board, parts, found):
    """A chain lives or dies as one."""
    for number in np.unique(parts[0][board.reshape(-1) > 0]):
        chain = parts[0] == number
        found[chain] = found[chain].mean()
    return found.reshape(board.shape)


class Integers:
    """The network as the program computes it."""

    def __init__(self, weights):
        self.weights = weights

    def bits(self, convolution):
        """The fractional bits of a convolution's weights: as many as fit."""
        weights, _ = convolution
        total = max(np.maximum(sign * weights, 0).sum((0, 1, 2)).max() for sign in (1, -1))
        fits = [bits for bits in range(16)
                if np.abs(weights).max() * 2**bits < MAX_WEIGHT and total * 2**bits < MAX_TOTAL]
        return fits[-1]

    def convolve(self, x, convolution, input_bits, given=0):
        """The sums with two bits more than their inputs and weights have, and their bits."""
        (weights, bias), bits = convolution, self.bits(convolution)
        return 4 * convolve(x, fixed(weights, bits), 0) + fixed(bias, bits + input_bits + 2) + given, bits + input_bits + 2

    def give(self, x, pool, parts, bits):
        enter, bias, leave = pool
        flat = x.reshape(-1, WIDTH) @ fixed(enter, HEAD) + fixed(bias, HEAD + ACTIVATIONS)
        flat = np.clip(divided(flat, HEAD + ACTIVATIONS - MEANS), 0, 32767)
        given = np.zeros((len(flat), WIDTH), np.int64)
        one = np.float32(1 << MEANS)
        for part, weights in zip(parts, leave):
            weights = np.concatenate([fixed(weights[:POOLED], bits - MEANS), fixed(weights[POOLED:], bits - SATURATED)])
            for number in np.unique(part):
                inside = part == number
                total = flat[inside].sum(0).astype(np.float32)
                # Rounded to the nearest integer, the even one of two.
                means = np.rint(total * (np.float32(1) / np.float32(inside.sum()))).astype(np.int64)
                saturated = np.rint(total / (one + total) * np.float32(1 << SATURATED)).astype(np.int64)
                given[inside] += np.concatenate([means, saturated]) @ weights
        return given

    def logits(self, board):
        seen, parts = planes(board)
        sums, bits = self.convolve(seen.astype(np.int64) << FEATURES, self.weights.stem, FEATURES)
        x = np.clip(divided(sums, bits - ACTIVATIONS), 0, MAX_ACTIVATION)
        for first, pool, second in self.weights.blocks:
            bits = self.bits(first) + ACTIVATIONS + 2
            given = self.give(x, pool, parts, bits).reshape(x.shape)
            sums, bits = self.convolve(x, first, ACTIVATIONS, given)
            middle = np.clip(divided(sums, bits - ACTIVATIONS), 0, MAX_ACTIVATION)
            sums, bits = self.convolve(middle, second, ACTIVATIONS)
            x = np.clip(x + divided(sums, bits - ACTIVATIONS), 0, MAX_ACTIVATION)
        bits = HEAD + ACTIVATIONS
        hidden = x.reshape(-1, WIDTH) @ fixed(self.weights.hidden, HEAD) + fixed(self.weights.bias, bits)
        hidden = np.maximum(hidden + self.give(x, self.weights.pooled, parts, bits), 0) / 2.0**bits
        return together(board, parts, hidden @ self.weights.out + self.weights.out_bias)


class Numbers:
    """The network as it was trained, without integers."""

    def __init__(self, weights):
        self.weights = weights

    def give(self, x, pool, parts):
        enter, bias, leave = pool
        flat = np.maximum(x.reshape(-1, WIDTH) @ enter + bias, 0)
        given = np.zeros((len(flat), WIDTH))
        for part, weights in zip(parts, leave):
            for number in np.unique(part):
                inside = part == number
                total = flat[inside].sum(0)
                given[inside] += np.concatenate([total / inside.sum(), total / (1 + total)]) @ weights
        return given

    def logits(self, board):
        seen, parts = planes(board)
        x = np.maximum(convolve(seen.astype(float), *self.weights.stem), 0)
        for first, pool, second in self.weights.blocks:
            given = self.give(x, pool, parts).reshape(x.shape)
            middle = np.maximum(convolve(x, *first) + given, 0)
            x = np.maximum(x + convolve(middle, *second), 0)
        hidden = x.reshape(-1, WIDTH) @ self.weights.hidden + self.weights.bias
        hidden = np.maximum(hidden + self.give(x, self.weights.pooled, parts), 0)
        return together(board, parts, hidden @ self.weights.out + self.weights.out_bias)


def turned(board, network):
    """The mean over all eight symmetries."""
    total = np.zeros(board.shape)
    for quarter in range(4):
        for mirrored in (False, True):
            way = np.rot90(board.T if mirrored else board, quarter)
            back = np.rot90(network.logits(np.ascontiguousarray(way)), -quarter)
            total += back.T if mirrored else back
    return total / 8


def main():
    weights = Weights(sys.argv[1])
    integers, numbers = Integers(weights), Numbers(weights)
    path = pathlib.Path(sys.argv[2])
    out, apart = [], 0.0
    for text in path.read_text().split("\n\n"):
        board = [line for line in text.splitlines() if line[:1] in list(".XO")]
        out += [line for line in text.splitlines() if line.startswith("#")] + board
        board = np.array([[".XO".index(cell) for cell in line.split()] for line in board], np.int8)
        once = integers.logits(board)
        for found in (once, turned(board, integers)):
            out += [" ".join(f"{number:.4f}" for number in row) for row in found]
        out.append("")
        apart = max(apart, np.abs(once - numbers.logits(board)).max())
    path.write_text("\n".join(out))
    print(f"at most {apart:.3f} from the network without rounding")


if __name__ == "__main__":
    main()
