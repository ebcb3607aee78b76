"""Which games of a source a run is about."""

import hashlib
import itertools
import numbers
import os
import pathlib
from typing import Any, Dict, Iterable, List, Mapping, Optional, Protocol, Tuple, TypedDict

#: The games that rows name, each with its group if the rows have groups.
Chosen = Dict[Tuple[str, int], Optional[str]]


class Frame(Protocol):
    """A data frame, or a table of the package."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...


class GroupedGame(TypedDict):
    """A game and its group, as `duplicates(groups=True)` has it."""

    path: str
    game: int
    group: str


def named_games(source: Any) -> Tuple[Any, Optional[Chosen]]:
    """Returns what a run reads, and the games that it is about: those of rows with `path` and `game`, of a data frame or one by
    one, or of pairs of a path and a game's number. None for another source, which is returned as it is."""
    rows: Optional[Iterable[Any]] = None
    if hasattr(source, "__arrow_c_stream__") and hasattr(source, "columns"):
        names = list(getattr(source, "column_names", source.columns))
        columns = [source[name] for name in ("path", "game", "group") if name in names]
        rows = zip(*(column.to_pylist() if hasattr(column, "to_pylist") else column for column in columns))
    elif isinstance(source, Iterable) and not isinstance(source, (str, bytes, bytearray, memoryview, os.PathLike)):
        items = iter(source)
        first = next(items, None)
        if _row(first) is not None:
            rows = itertools.chain([first], items)
        elif items is source:
            source = itertools.chain([] if first is None else [first], items)
    if rows is None:
        return source, None
    chosen: Chosen = {}
    for item in rows:
        row = _row(item)
        if row is None:
            raise TypeError(f"not a row with a path and a game's number: {item!r}")
        chosen[row[0], int(row[1])] = row[2] if len(row) > 2 else None
    return list(dict.fromkeys(_file(path) for path, _ in chosen)), chosen


def _row(item: Any) -> Any:
    """Returns path, game and, if it has one, group of a row; None if it is none."""
    if isinstance(item, Mapping) and "path" in item and "game" in item:
        item = [item[name] for name in ("path", "game", "group") if name in item]
    is_row = isinstance(item, (tuple, list)) and len(item) in (2, 3) and isinstance(item[1], numbers.Integral)
    return item if is_row and isinstance(item[0], str) and not isinstance(item[1], bool) else None


def _file(path: str) -> str:
    """Returns the file that has a record: its archive, or itself."""
    if os.path.lexists(path):
        return path
    return next((str(parent) for parent in pathlib.Path(path).parents if parent.is_file()), path)


#: The shares of a split, unless others are given.
SHARES = {"train": 0.8, "validation": 0.1, "test": 0.1}


def split(games: Any, shares: Mapping[str, float] = SHARES, seed: int = 0) -> Dict[str, List[GroupedGame]]:
    """Divides the rows of `duplicates(groups=True)` by group, so that a game and its copies are never in two parts. `shares` has
    the name and the share of each part; together they are 1. The seed and the name of a group alone decide its part, so each
    share is met approximately, whatever the order of the rows.

    >>> games = [{"path": f"{n}.sgf", "game": 1, "group": f"g{n // 2}"} for n in range(1000)]
    >>> parts = split(games, {"train": 0.9, "test": 0.1}, seed=1)
    >>> 850 < len(parts["train"]) < 950, {row["group"] for row in parts["train"]} & {row["group"] for row in parts["test"]}
    (True, set())
    """
    if min(shares.values(), default=0) < 0 or abs(sum(shares.values()) - 1) > 1e-9:
        raise ValueError(f"the shares must be at least 0 and together 1, not {dict(shares)!r}")
    parts: Dict[str, List[GroupedGame]] = {name: [] for name in shares}
    ends = list(itertools.accumulate(shares.values()))
    for (path, game), group in (named_games(games)[1] or {}).items():
        if group is None:
            raise ValueError("the rows have no group; duplicates(groups=True) gives them")
        digest = hashlib.blake2b(f"{seed} {group}".encode(), digest_size=8).digest()
        place = int.from_bytes(digest, "big") / 2**64
        name = next((name for name, end in zip(shares, ends) if place < end), list(shares)[-1])
        parts[name].append({"path": path, "game": game, "group": group})
    return parts
