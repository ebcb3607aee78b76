"""The network of src/core/score/estimate/network.rs for training, and its weights as that file reads them.

    python3 network.py TRAINED.pt WEIGHTS.bin
"""
import sys

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from native import library, pointer

PLANES = 12
HIDDEN = 32


class Sums(torch.autograd.Function):
    """Numbers by point to the mean and the saturated sum s/(1+s) of each part."""

    @staticmethod
    def forward(ctx, x, rows, inverse):
        x = x.float().contiguous()
        (points, width), parts = x.shape, inverse.shape[0]
        sums, out = torch.empty(parts, width), torch.empty(parts, 2 * width)
        library("parts").pool_f(points, parts, width, *map(pointer, (x, rows, inverse, sums, out)))
        ctx.save_for_backward(rows, inverse, sums)
        return out

    @staticmethod
    def backward(ctx, grad):
        rows, inverse, sums = ctx.saved_tensors
        points, (parts, width), grad = rows.shape[1], sums.shape, grad.float().contiguous()
        of_sums, of_x = torch.empty(parts, width), torch.empty(points, width)
        arrays = map(pointer, (grad, rows, inverse, sums, of_sums, of_x))
        library("parts").pool_b(points, parts, width, *arrays)
        return of_x, None, None


class Given(torch.autograd.Function):
    """Numbers by part to their sum over the four parts of each point."""

    @staticmethod
    def forward(ctx, y, rows):
        y = y.float().contiguous()
        out = torch.empty(rows.shape[1], y.shape[1])
        library("parts").gath_f(rows.shape[1], y.shape[1], *map(pointer, (y, rows, out)))
        ctx.rows, ctx.parts = rows, y.shape[0]
        return out

    @staticmethod
    def backward(ctx, grad):
        grad = grad.float().contiguous()
        out = torch.empty(ctx.parts, grad.shape[1])
        points, width = grad.shape
        library("parts").gath_b(points, ctx.parts, width, *map(pointer, (grad, ctx.rows, out)))
        return out, None


def pool(x, parts, leave):
    rows, starts, inverse = parts
    sums = Sums.apply(x, rows, inverse)
    width = sums.shape[1]
    spans = [(sums[a:b], leave.weight[:, width * k:width * (k + 1)])
             for k, (a, b) in enumerate(zip(starts, starts[1:]))]
    return Given.apply(torch.cat([F.linear(part, weight).float() for part, weight in spans]), rows)


def by_point(x):
    return x.permute(0, 2, 3, 1).reshape(-1, x.shape[1])


class Block(nn.Module):
    def __init__(self, width, pooled):
        super().__init__()
        self.c1 = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.b1 = nn.BatchNorm2d(width, momentum=0.02)
        self.c2 = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.b2 = nn.BatchNorm2d(width, momentum=0.02)
        self.p = nn.Conv2d(width, pooled, 1)
        self.q = nn.Linear(8 * pooled, width, bias=False)
        self.b2.weight.data.fill_(0.2)

    def forward(self, x, parts):
        count, width, rows, cols = x.shape
        hidden = self.b1(self.c1(x))
        given = pool(by_point(F.relu(self.p(x))), parts, self.q).to(hidden.dtype)
        hidden = hidden + given.reshape(count, rows, cols, width).permute(0, 3, 1, 2)
        return F.relu(x + self.b2(self.c2(F.relu(hidden))))


class Network(nn.Module):
    def __init__(self, width=32, blocks=8, pooled=16):
        super().__init__()
        self.shape = (width, blocks, pooled)
        self.stem = nn.Conv2d(PLANES, width, 3, padding=1, bias=False)
        self.bs = nn.BatchNorm2d(width, momentum=0.02)
        self.blocks = nn.ModuleList([Block(width, pooled) for _ in range(blocks)])
        self.h1 = nn.Conv2d(width, pooled, 1)
        self.hq = nn.Linear(8 * pooled, HIDDEN, bias=False)
        self.h2 = nn.Conv2d(width, HIDDEN, 1)
        self.out = nn.Linear(HIDDEN, 1)

    def forward(self, planes, parts, stones):
        count, _, rows, cols = planes.shape
        x = F.relu(self.bs(self.stem(planes)))
        for block in self.blocks:
            x = block(x, parts)
        hidden = by_point(self.h2(x)).float() + pool(by_point(F.relu(self.h1(x))), parts, self.hq)
        logit = self.out(F.relu(hidden)).reshape(-1).float()
        # A chain lives or dies as one.
        (numbers, starts, inverse), chains = parts, parts[1][1]
        chain = numbers[0].long()
        mean = torch.zeros(chains).index_add_(0, chain, logit) * inverse[:chains]
        return torch.where(stones, mean[chain], logit).reshape(count, rows * cols)


def turns(size):
    """The eight ways of turning and mirroring a board, as tables of places."""
    places = np.arange(size * size).reshape(size, size)
    turned = [np.rot90(places, k) for k in range(4)]
    return np.stack([way.reshape(-1) for board in turned for way in (board, board[:, ::-1])])


def batch(boards, liberties, parts, alive, ladders, size, swapped=None):
    """The network's input; colours are exchanged where `swapped`."""
    count, area = boards.shape
    if swapped is not None:
        other = np.array([0, 2, 1], np.int8)
        boards = np.where(swapped[:, None], other[boards], boards)
        alive = np.where(swapped[:, None], other[alive], alive)
        parts = parts.copy()
        parts[swapped] = parts[swapped][:, [0, 2, 1]]
    planes = np.zeros((count, area, PLANES), np.float32)
    planes[..., 0], planes[..., 1] = boards == 1, boards == 2
    planes[..., 2], planes[..., 3] = 1, boards == 0
    for number in (1, 2, 3):
        planes[..., 3 + number] = liberties == number
    planes[..., 7] = liberties >= 4
    planes[..., 8], planes[..., 9] = alive == 1, alive == 2
    planes[..., 10], planes[..., 11] = ladders == 1, ladders == 2
    rows, starts, base, numbers = np.empty((4, count * area), np.int32), [0], 0, parts.max(2) + 1
    for k in range(3):
        first = base + np.concatenate([[0], np.cumsum(numbers[:-1, k])])
        rows[k] = (parts[:, k] + first[:, None]).reshape(-1)
        base += int(numbers[:, k].sum())
        starts.append(base)
    rows[3] = base + np.repeat(np.arange(count), area)
    starts.append(base + count)
    inverse = (1 / np.bincount(rows.reshape(-1), minlength=base + count)).astype(np.float32)
    planes = torch.from_numpy(planes).reshape(count, size, size, PLANES).permute(0, 3, 1, 2)
    stones = torch.from_numpy((boards > 0).reshape(-1))
    return planes, (torch.from_numpy(rows), starts, torch.from_numpy(inverse)), stones


def weights(net):
    """The weights in the order in which the program reads them, normalization folded in."""
    width, blocks, pooled = net.shape
    out = [np.array([blocks])]

    def convolution(conv, norm):
        scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        weight = conv.weight * scale[:, None, None, None]
        outputs, inputs = weight.shape[:2]
        out.append(weight.reshape(outputs // 16, 16, inputs, 3, 3).permute(0, 3, 4, 2, 1))
        out.append(norm.bias - norm.running_mean * scale)

    def pooling(enter, leave):
        out.extend([enter.weight.reshape(pooled, width).t(), enter.bias, leave.weight.t()])

    convolution(net.stem, net.bs)
    for block in net.blocks:
        convolution(block.c1, block.b1)
        pooling(block.p, block.q)
        convolution(block.c2, block.b2)
    pooling(net.h1, net.hq)
    out.extend([net.h2.weight.reshape(HIDDEN, width).t(), net.h2.bias])
    out.extend([net.out.weight, net.out.bias])
    parts = [part.detach().numpy() if torch.is_tensor(part) else part for part in out]
    return np.concatenate([np.asarray(part, np.float32).reshape(-1) for part in parts])


def load(path):
    saved = torch.load(path)
    net = Network(*saved["cfg"])
    net.load_state_dict(saved["net"])
    return net.eval()


if __name__ == "__main__":
    bits = weights(load(sys.argv[1])).view(np.uint32)
    # Rounded to bf16, ties to even: the high bytes, and then the low ones.
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    np.concatenate([rounded >> 8, rounded & 255]).astype(np.uint8).tofile(sys.argv[2])
    print(len(bits), "weights")
