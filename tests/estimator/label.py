"""Whose each point of positions is, by a KataGo network of version 8 (g170): one look, no search.

    python3 label.py POSITIONS.npz NETWORK.bin.gz OUT.npz [--both]

Each position is asked with one player to move, by chance, or with both and the answers averaged.
"""
import gzip
import sys
import zlib

import numpy as np
import torch
import torch.nn.functional as F

from native import facts, library, pointer

HALF = torch.bfloat16
KOMI = 7.0


class Reader:
    """Reads the parts of a network file."""

    def __init__(self, path):
        with gzip.open(path) as file:
            self.data = file.read()
        self.at = 0

    def blank(self):
        while self.data[self.at] in b" \n\r\t":
            self.at += 1

    def word(self):
        self.blank()
        start = self.at
        while self.data[self.at] not in b" \n\r\t":
            self.at += 1
        return self.data[start:self.at].decode()

    def numbers(self, count):
        return [int(self.word()) for _ in range(count)]

    def floats(self, *shape):
        self.blank()
        if self.data[self.at:self.at + 5] != b"@BIN@":
            raise ValueError("not a binary network file")
        count = int(np.prod(shape))
        values = np.frombuffer(self.data, np.float32, count, self.at + 5).copy()
        self.at += 5 + 4 * count
        return torch.from_numpy(values).reshape(shape)

    def convolution(self):
        self.word()
        rows, cols, inputs, outputs, _, _ = self.numbers(6)
        weight = self.floats(rows, cols, inputs, outputs).permute(3, 2, 0, 1)
        return weight.to(HALF).contiguous(memory_format=torch.channels_last)

    def norm(self):
        """A normalization, as factor and offset."""
        self.word()
        (count,), epsilon = self.numbers(1), float(self.word())
        has_scale, has_bias = self.numbers(2)
        mean, variance = self.floats(count), self.floats(count)
        scale = self.floats(count) if has_scale else torch.ones(count)
        bias = self.floats(count) if has_bias else torch.zeros(count)
        scale = scale / torch.sqrt(variance + epsilon)
        return [x.to(HALF)[None, :, None, None] for x in (scale, bias - mean * scale)]

    def matrix(self):
        self.word()
        return self.floats(*self.numbers(2))

    def bias(self):
        self.word()
        return self.floats(*self.numbers(1))


class Labeller:
    def __init__(self, path):
        read = Reader(path)
        read.word()
        if read.numbers(1) != [8]:
            raise ValueError("not a network of version 8")
        read.numbers(2)
        read.word()
        (blocks,) = read.numbers(1)
        read.numbers(5)
        self.stem, self.global_ = read.convolution(), read.matrix()
        self.blocks = [self.block(read) for _ in range(blocks)]
        self.tip = read.norm()
        read.word()
        kinds = ("word", "convolution", "convolution", "norm", "word", "matrix", "norm", "word", "convolution", "matrix")
        _, own, pooled, pooled_norm, _, to_bias, norm, _, out, _ = [getattr(read, kind)() for kind in kinds]
        self.policy = own, pooled, pooled_norm, to_bias, norm, out
        read.word()
        self.value, self.value_norm = read.convolution(), read.norm()
        for skip in ("word", "matrix", "bias", "word", "matrix", "bias", "matrix", "bias"):
            getattr(read, skip)()
        self.owner = read.convolution()

    @staticmethod
    def block(read):
        kind = read.word()
        read.word()
        first = read.norm()
        read.word()
        if kind == "ordinary_block":
            enter, middle = read.convolution(), read.norm()
            read.word()
            return first, enter, None, middle, read.convolution()
        if kind != "gpool_block":
            raise ValueError(f"unknown block {kind}")
        enter, pooled, norm = read.convolution(), read.convolution(), read.norm()
        read.word()
        to_bias, middle = read.matrix(), read.norm()
        read.word()
        return first, enter, (pooled, norm, to_bias), middle, read.convolution()

    def run(self, planes, globals_):
        def convolve(x, weight):
            return F.conv2d(x, weight, padding=weight.shape[2] // 2)

        def active(x, norm):
            return F.relu(x * norm[0] + norm[1])

        def pool(x):
            mean = x.mean((2, 3))
            return torch.cat([mean, mean * ((size - 14) * 0.1), x.amax((2, 3))], 1)

        x = torch.from_numpy(planes).to(HALF).contiguous(memory_format=torch.channels_last)
        size = x.shape[2]
        bias = (torch.from_numpy(globals_) @ self.global_).to(HALF)
        trunk = convolve(x, self.stem) + bias[:, :, None, None]
        for first, enter, pooling, middle, leave in self.blocks:
            x = active(trunk, first)
            hidden = convolve(x, enter)
            if pooling:
                pooled, norm, to_bias = pooling
                sums = pool(active(convolve(x, pooled), norm).float())
                hidden = hidden + (sums @ to_bias).to(HALF)[:, :, None, None]
            trunk = trunk + convolve(active(hidden, middle), leave)
        tip = active(trunk, self.tip)
        value = active(convolve(tip, self.value), self.value_norm)
        owner = torch.tanh(convolve(value, self.owner).float()).reshape(len(planes), -1).numpy()
        own, pooled, pooled_norm, to_bias, norm, out = self.policy
        bias = (pool(active(convolve(tip, pooled), pooled_norm).float()) @ to_bias).to(HALF)
        moves = convolve(active(convolve(tip, own) + bias[:, :, None, None], norm), out).float()
        return owner, moves[:, 0].reshape(len(planes), -1).numpy()

    def label(self, boards, to_move):
        """By board and point: +1 Black's to -1 White's."""
        return self.look(boards, to_move)[0]

    def look(self, boards, to_move):
        """The same, and how much each point is a move for the player, in logarithms."""
        boards = np.ascontiguousarray(boards, np.int8)
        to_move = np.ascontiguousarray(to_move, np.int8)
        count, area = boards.shape
        size = int(round(area ** 0.5))
        alive = facts(boards)[2]
        planes = np.zeros((count, 22, area), np.float32)
        library("inputs").kfeats(count, size, *map(pointer, (boards, alive, to_move, planes)))
        globals_ = np.zeros((count, 19), np.float32)
        globals_[:, 5] = np.where(to_move == 1, -KOMI, KOMI) / 20
        with torch.no_grad():
            owner, moves = self.run(planes.reshape(count, 22, size, size), globals_)
        return owner * np.where(to_move == 1, 1, -1)[:, None], moves


def main():
    positions, network, out = sys.argv[1:4]
    boards, labeller, owner = np.load(positions)["board"], Labeller(network), []
    for start in range(0, len(boards), 32):
        some = boards[start:start + 32]
        if "--both" in sys.argv:
            owner.append(sum(labeller.label(some, np.full(len(some), c)) for c in (1, 2)) / 2)
        else:
            chance = np.array([1 + zlib.crc32(board.tobytes()) % 2 for board in some])
            owner.append(labeller.label(some, chance))
        if start % 3200 == 0 or start + 32 >= len(boards):
            done = np.concatenate(owner).astype(np.float16)
            np.savez(out, board=boards[:len(done)], own=done)
            print(len(done), "of", len(boards), flush=True)


if __name__ == "__main__":
    main()
