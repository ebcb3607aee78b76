"""Trains the estimator's network on labelled positions.

    python3 train.py OUT.pt MINUTES LABELLED.npz... [--init TRAINED.pt] [--rate 0.003]

Each file holds positions of one board size. Positions whose worst chain the network gets wrong come up
more often. What is saved is the moving average of the weights.
"""
import argparse
import time

import numpy as np
import torch
import torch.nn.functional as F

from native import facts
from network import Network, batch, turns

BATCH = 64


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("minutes", type=float)
    parser.add_argument("labelled", nargs="+")
    parser.add_argument("--init")
    parser.add_argument("--rate", type=float, default=3e-3)
    return parser.parse_args()


class Positions:
    """Labelled positions of one size."""

    def __init__(self, loaded):
        self.boards = np.concatenate([part["board"] for part in loaded])
        self.owner = np.concatenate([part["own"] for part in loaded])
        self.size = int(round(self.boards.shape[1] ** 0.5))
        self.liberties, self.parts, self.alive, self.ladders = facts(self.boards)
        self.hardness, self.ways = np.ones(len(self.boards)), turns(self.size)

    def batch(self, chance):
        """Some positions turned by chance: which, their weights, the network's input and target."""
        odds = np.sqrt(self.hardness) + 0.02
        odds /= odds.sum()
        some = chance.choice(len(odds), BATCH, p=odds)
        weight = torch.from_numpy((1 / (len(odds) * odds[some])) ** 0.5).float()
        way = self.ways[chance.integers(8, size=BATCH)]
        by_point = (self.boards, self.liberties, self.alive, self.ladders, self.owner)
        boards, liberties, alive, ladders, owner = [np.take_along_axis(x[some], way, 1) for x in by_point]
        parts = np.take_along_axis(self.parts[some], way[:, None, :].repeat(3, 1), 2)
        swapped = chance.random(BATCH) < 0.5
        owner = np.where(swapped[:, None], -owner, owner).astype(np.float32)
        target = torch.from_numpy((owner + 1) / 2).clamp(0.002, 0.998)
        return some, weight, batch(boards, liberties, parts, alive, ladders, self.size, swapped), target


def main():
    args = options()
    torch.manual_seed(1)
    chance = np.random.default_rng(1)
    loaded = [np.load(path) for path in args.labelled]
    areas = sorted({part["board"].shape[1] for part in loaded})
    by_size = [Positions([part for part in loaded if part["board"].shape[1] == area]) for area in areas]
    for positions in by_size:
        print(len(positions.boards), "positions of size", positions.size, flush=True)
    shares = np.array([len(positions.boards) for positions in by_size], float)
    shares /= shares.sum()
    net = Network()
    if args.init:
        net.load_state_dict(torch.load(args.init)["net"])
    net = net.to(memory_format=torch.channels_last)
    decayed = [p for p in net.parameters() if p.dim() > 1]
    others = [p for p in net.parameters() if p.dim() <= 1]
    groups = [{"params": decayed, "weight_decay": 0.05}, {"params": others, "weight_decay": 0}]
    optimizer = torch.optim.AdamW(groups, lr=args.rate, betas=(0.9, 0.98))
    average = {name: value.clone() for name, value in net.state_dict().items()}
    start, step, mean, told = time.time(), 0, 0.0, 0.0
    while (passed := (time.time() - start) / 60 / args.minutes) < 1:
        rate = args.rate * min(1, step / 200) * (0.02 + 0.49 * (1 + np.cos(np.pi * passed)))
        for group in optimizer.param_groups:
            group["lr"] = rate
        positions = by_size[chance.choice(len(by_size), p=shares)]
        some, weight, (planes, parts, stones), target = positions.batch(chance)
        with torch.autocast("cpu", torch.bfloat16):
            logit = net(planes.contiguous(memory_format=torch.channels_last), parts, stones)
        points = torch.where(stones.reshape(target.shape), 1.0, 0.25)
        loss = F.binary_cross_entropy_with_logits(logit, target, reduction="none")
        loss = loss + target * target.log() + (1 - target) * (1 - target).log()
        loss = (loss * points).sum(1) / points.sum(1)
        optimizer.zero_grad()
        (loss * weight).mean().backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        with torch.no_grad():
            wrong = ((torch.sigmoid(logit) - target).abs() * (points > 0.5)).amax(1).numpy()
            hard = positions.hardness
            hard[some] = 0.5 * hard[some] + 0.5 * (wrong**2 + 0.003)
            keep = min(0.9995, step / (step + 50))
            for name, value in net.state_dict().items():
                if value.dtype.is_floating_point:
                    average[name].mul_(keep).add_(value, alpha=1 - keep)
        mean += (float(loss.detach().mean()) - mean) / min(step + 1, 50)
        step += 1
        if time.time() - told > 120:
            told = time.time()
            print(f"{passed:4.0%} step {step} loss {mean:.4f}", flush=True)
            torch.save({"net": average, "cfg": net.shape}, args.out)
    torch.save({"net": average, "cfg": net.shape}, args.out)


if __name__ == "__main__":
    main()
