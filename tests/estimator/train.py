"""Trains the estimator's network on labelled positions.

    python3 train.py OUT.pt MINUTES LABELLED.npz... [--init TRAINED.pt] [--rate 0.003]

Positions whose worst chain the network gets wrong come up more often. What is saved is the moving
average of the weights.
"""
import argparse
import time

import numpy as np
import torch
import torch.nn.functional as F

from native import facts
from network import Network, batch, turns

SIZE = 19
AREA = SIZE * SIZE
BATCH = 64


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("minutes", type=float)
    parser.add_argument("labelled", nargs="+")
    parser.add_argument("--init")
    parser.add_argument("--rate", type=float, default=3e-3)
    return parser.parse_args()


def main():
    args = options()
    torch.manual_seed(1)
    chance = np.random.default_rng(1)
    loaded = [np.load(path) for path in args.labelled]
    boards = np.concatenate([part["board"] for part in loaded])
    owner = np.concatenate([part["own"] for part in loaded])
    liberties, parts, alive = facts(boards)
    print(len(boards), "positions", flush=True)
    net = Network()
    if args.init:
        net.load_state_dict(torch.load(args.init)["net"])
    net = net.to(memory_format=torch.channels_last)
    decayed = [p for p in net.parameters() if p.dim() > 1]
    others = [p for p in net.parameters() if p.dim() <= 1]
    groups = [{"params": decayed, "weight_decay": 0.01}, {"params": others, "weight_decay": 0}]
    optimizer = torch.optim.AdamW(groups, lr=args.rate, betas=(0.9, 0.98))
    average = {name: value.clone() for name, value in net.state_dict().items()}
    hardness, ways = np.ones(len(boards)), turns(SIZE)
    start, step, mean, told = time.time(), 0, 0.0, 0.0
    while (passed := (time.time() - start) / 60 / args.minutes) < 1:
        rate = args.rate * min(1, step / 200) * (0.02 + 0.49 * (1 + np.cos(np.pi * passed)))
        for group in optimizer.param_groups:
            group["lr"] = rate
        odds = np.sqrt(hardness) + 0.02
        odds /= odds.sum()
        some = chance.choice(len(odds), BATCH, p=odds)
        weight = torch.from_numpy((1 / (len(odds) * odds[some])) ** 0.5).float()
        way = ways[chance.integers(8, size=BATCH)]
        turned = [np.take_along_axis(x[some], way, 1) for x in (boards, liberties, alive)]
        of = np.take_along_axis(parts[some], way[:, None, :].repeat(3, 1), 2)
        target = np.take_along_axis(owner[some].astype(np.float32), way, 1)
        swapped = chance.random(BATCH) < 0.5
        target = torch.from_numpy((np.where(swapped[:, None], -target, target) + 1) / 2)
        target = target.clamp(0.002, 0.998)
        planes, rows, stones = batch(turned[0], turned[1], of, turned[2], SIZE, swapped)
        with torch.autocast("cpu", torch.bfloat16):
            logit = net(planes.contiguous(memory_format=torch.channels_last), rows, stones)
        points = torch.where(stones.reshape(BATCH, AREA), 1.0, 0.25)
        loss = F.binary_cross_entropy_with_logits(logit, target, reduction="none")
        loss = loss + target * target.log() + (1 - target) * (1 - target).log()
        loss = (loss * points).sum(1) / points.sum(1)
        optimizer.zero_grad()
        (loss * weight).mean().backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        with torch.no_grad():
            wrong = ((torch.sigmoid(logit) - target).abs() * (points > 0.5)).amax(1).numpy()
            hardness[some] = 0.5 * hardness[some] + 0.5 * (wrong**2 + 0.003)
            keep = min(0.999, step / (step + 50))
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
