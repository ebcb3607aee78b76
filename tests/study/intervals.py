"""Confidence intervals of a share."""

from math import comb, sqrt

# The 97.5th percentile of the normal distribution.
Z = 1.959963984540054


def wilson(hits, total):
    """Returns the 95 % interval of Wilson's score.

    >>> [round(bound, 4) for bound in wilson(10, 100)]
    [0.0552, 0.1744]
    >>> wilson(0, 100)[0]
    0.0
    """
    share = hits / total
    spread = 1 + Z * Z / total
    middle = (share + Z * Z / (2 * total)) / spread
    half = Z * sqrt(share * (1 - share) / total + Z * Z / (4 * total * total)) / spread
    low = 0.0 if hits == 0 else middle - half
    high = 1.0 if hits == total else middle + half
    return low, high


def clopper_pearson(hits, total):
    """Returns the exact 95 % interval, for few hits. It is found by halving, to eight digits.

    >>> [round(bound, 4) for bound in clopper_pearson(1, 100)]
    [0.0003, 0.0545]
    >>> [round(bound, 4) for bound in clopper_pearson(0, 100)]
    [0.0, 0.0362]
    """
    low = 0.0 if hits == 0 else _solve(lambda p: 1 - _at_most(hits - 1, total, p), 0.025)
    high = 1.0 if hits == total else 1 - _solve(lambda q: _at_most(hits, total, 1 - q), 0.025)
    return low, high


def _at_most(hits, total, p):
    """Returns the probability of `hits` or fewer."""
    return sum(comb(total, k) * p**k * (1 - p) ** (total - k) for k in range(hits + 1))


def _solve(rising, value):
    """Returns where a function that rises from 0 to 1 has this value."""
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < value else (low, middle)
    return (low + high) / 2


def interval(hits, total):
    """Returns the exact interval for fewer than ten hits, otherwise Wilson's."""
    return clopper_pearson(hits, total) if hits < 10 else wilson(hits, total)
