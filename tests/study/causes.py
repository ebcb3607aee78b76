"""What makes two rulesets' margins differ, from the column `remarks` of rulesets.csv."""

import re

# A reason with what White gains by it.
REASON = re.compile(r"(?:^|; )([^;]+?) \(([+-]?\d+(?:\.\d+)?)\)(?=;|$)")

KINDS = (
    ("dead stone", "dead stones that stay on the board"),
    ("to be filled", "a point inside a territory that must be filled"),
    ("in seki", "eyes in seki"),
    ("not marked", "points that the record doesn't mark as territory"),
    ("handicap stones", "points for handicap stones"),
    ("first pass", "the point for White's first pass"),
    ("group tax", "group tax"),
    ("pass stones:", "pass stones"),
    ("eye", "eyes that don't count"),
)

LAST = "one stone more"
MORE = "two stones more, or further: passes before the end"
OTHER = "other reasons"


def causes(remarks):
    """Returns what White gains by each kind of cause.

    >>> causes("another winner; 1 point to be filled counts (-1); area, not territory: stones, Black 9, White 8 (-1)")
    {'a point inside a territory that must be filled': -1.0, 'one stone more': -1.0}
    >>> causes("area, not territory: stones, Black 9, White 7 (-2); 3 points for handicap stones (+3)")
    {'two stones more, or further: passes before the end': -2.0, 'points for handicap stones': 3.0}
    """
    gains = {}
    for words, gain in REASON.findall(remarks):
        gain = float(gain)
        kind = _kind(words, gain)
        gains[kind] = gains.get(kind, 0.0) + gain
    return gains


def _kind(words, gain):
    if words.startswith(("area, not territory", "territory, not area")):
        return LAST if abs(gain) == 1 else MORE
    return next((name for part, name in KINDS if part in words), OTHER)


def net_of_handicap(gains, handicap):
    """Returns the causes with Black's handicap stones taken out of the difference of stones, and out of the points for them:
    what is left of the first is who played more stones, and of the second how the points differ from the stones.

    >>> net_of_handicap({MORE: -2.0, 'points for handicap stones': 3.0}, 3)
    {'one stone more': 1.0}
    """
    points = "points for handicap stones"
    if not handicap or not (MORE in gains or LAST in gains):
        return gains
    gains = dict(gains)
    stones = gains.pop(MORE, 0.0) + gains.pop(LAST, 0.0)
    compensation = gains.pop(points, 0.0)
    sign = 1 if stones <= 0 else -1
    stones, compensation = stones + sign * handicap, compensation - sign * handicap
    if stones:
        gains[LAST if abs(stones) == 1 else MORE] = stones
    if compensation:
        gains[points] = compensation
    return gains
