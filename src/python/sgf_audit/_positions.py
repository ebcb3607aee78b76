"""The positions of games as arrays that a network takes."""

from typing import TYPE_CHECKING, Any, Dict, Iterator, Mapping, NamedTuple, Optional, Tuple, Union

from . import _native
from ._selection import Chosen

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    _Bytes = NDArray[np.uint8]
    _Signs = NDArray[np.int8]
    _Points = NDArray[np.int16]
    _Numbers = NDArray[np.int32]
    _Floats = NDArray[np.float32]

#: The symmetries of a square board.
SYMMETRIES = 8


class PositionBatch(NamedTuple):
    """Positions with the move that the record makes in each, one position a row. A point is its place on the board, row by row
    from the top left, from 0; a pass is the number of points. Signs are +1 and -1."""

    path: "NDArray[np.object_]"
    """The file of the game."""
    game: "_Numbers"
    """The number of the game in its file, from 1."""
    number: "_Numbers"
    """The number of the move to come, from 1."""
    to_move: "_Signs"
    """Who is to move: +1 for Black, -1 for White."""
    handicap: "_Signs"
    """Handicap stones."""
    komi: "_Floats"
    """White's komi."""
    result: "_Floats"
    """The recorded result for the player to move: +1 won, -1 lost, 0 draw; NaN where no winner is recorded."""
    ko: "_Points"
    """The point where the player may not retake a ko; -1 if there is none."""
    move: "_Points"
    """The move to come."""
    last: "_Points"
    """The five moves before, the latest first; -1 before the first. Shape: positions, 5."""
    black: "_Bytes"
    """1 where Black has a stone. Shape: positions, rows, columns."""
    white: "_Bytes"
    """1 where White has a stone. Shape: positions, rows, columns."""
    legal: "_Bytes"
    """1 where the player may move by the game's ruleset; a pass, the last one, is always legal. Shape: positions, points + 1."""
    score: "Optional[_Floats]" = None
    """The counted margin for the player to move, komi included; None unless ownership was asked for."""
    ownership: "Optional[_Signs]" = None
    """Who owns each point of the counted board: +1 the player to move, -1 the opponent, 0 nobody. Shape: positions, rows, columns;
    None unless it was asked for."""
    group: "Optional[NDArray[np.object_]]" = None
    """The group of the game; None unless the games were named with their groups."""

    def turned(self, symmetry: "Union[int, NDArray[np.int64]]") -> "PositionBatch":
        """Returns the positions turned by a symmetry from 0, none, to 7, or each by its own."""
        import numpy as np

        side = self.black.shape[1]
        sources = _sources(side)
        chosen = np.broadcast_to(np.asarray(symmetry, dtype=np.int64), len(self.game))
        source = sources[chosen]
        # What each point becomes. A pass stays, and so does -1, which is the last one.
        becomes = np.empty((SYMMETRIES, side * side + 2), dtype=np.int16)
        becomes[:, :-2] = np.argsort(sources, axis=1)
        becomes[:, -2:] = side * side, -1

        def board(values: Any) -> Any:
            flat = values.reshape(len(values), -1)
            return np.take_along_axis(flat, source, axis=1).reshape(values.shape)

        legal = np.concatenate([board(self.legal[:, :-1]), self.legal[:, -1:]], axis=1)
        return self._replace(
            ko=becomes[chosen, self.ko], move=becomes[chosen, self.move], last=becomes[chosen[:, None], self.last],
            black=board(self.black), white=board(self.white), legal=legal,
            ownership=None if self.ownership is None else board(self.ownership),
        )


def _sources(side: int) -> Any:
    """Returns, by symmetry and point, the point whose value comes there."""
    import numpy as np

    board = np.arange(side * side).reshape(side, side)
    turned = [np.rot90(board, number) for number in range(4)]
    return np.stack([view.reshape(-1) for board in turned for view in (board, board.T)])


#: The type of each column's values.
_TYPES = {
    "game": "i4", "number": "i4", "to_move": "i1", "handicap": "i1", "komi": "f4", "result": "f4", "ko": "i2", "move": "i2",
    "last": "i2", "black": "u1", "white": "u1", "legal": "u1", "score": "f4", "ownership": "i1",
}


class Positions:
    """Batches of positions, in bounded memory: an iterator, once."""

    def __init__(
        self, native: _native.Stream, size: int, symmetry: Union[None, int, str], seed: int, games: Optional[Chosen], left_out: Mapping[str, int]
    ) -> None:
        if symmetry not in (None, "random") and symmetry not in range(SYMMETRIES):
            raise ValueError(f"symmetry must be None, 'random' or a number below {SYMMETRIES}, not {symmetry!r}")
        self._native, self._size, self._symmetry, self._seed = native, size, symmetry, seed
        self._groups = games if games is not None and None not in games.values() else None
        self.left_out: Dict[str, int] = {**left_out}
        """Number of games that were left out up to now, by the reason."""

    def _tables(self) -> Iterator[_native.Table]:
        for positions, left_out in self._native:
            for reason in left_out.arrays()["reason"] if len(left_out) > 0 else ():
                self.left_out[reason] = self.left_out.get(reason, 0) + 1
            if len(positions) > 0:
                yield positions

    def __iter__(self) -> Iterator[PositionBatch]:
        import numpy as np

        random = np.random.default_rng(self._seed)
        for table in self._tables():
            batch = self._batch(table.arrays())
            if self._symmetry == "random":
                batch = batch.turned(random.integers(SYMMETRIES, size=len(batch.game)))
            elif isinstance(self._symmetry, int):
                batch = batch.turned(self._symmetry)
            yield batch

    def _batch(self, columns: Dict[str, Any]) -> PositionBatch:
        import numpy as np

        board = (-1, self._size, self._size)
        shapes: Dict[str, Tuple[int, ...]] = {"black": board, "white": board, "ownership": board}
        arrays: Dict[str, Any] = {"path": np.array(columns.pop("path"), dtype=object)}
        for name, (values, width) in columns.items():
            shape = shapes.get(name, (-1, width) if width > 1 else (-1,))
            arrays[name] = np.frombuffer(values, dtype="<" + _TYPES[name]).reshape(shape)
        if self._groups is not None:
            groups = [self._groups[key] for key in zip(arrays["path"], arrays["game"].tolist())]
            arrays["group"] = np.array(groups, dtype=object)
        return PositionBatch(**arrays)

    def arrow(self) -> Iterator[Any]:
        """Yields the positions as record batches of pyarrow's, which are not turned: a board is a list of fixed size."""
        import pyarrow

        for table in self._tables():
            yield from pyarrow.table(table).to_batches()

    def close(self) -> None:
        """Ends the run."""
        self._native.close()
