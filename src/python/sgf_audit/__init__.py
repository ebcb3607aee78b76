"""Audits Go game records (SGF).

>>> import sgf_audit
>>> record = b"(;SZ[9]RU[AGA]RE[B+R];B[ee];W[ee])"
>>> result = sgf_audit.audit(record)
>>> [finding["finding"] for finding in result.findings.to_pylist() if finding["severity"] == "error"]
['occupied-point']

The options are those of the command `sgf-audit check` by their long names: `max_findings=3` is `--max-findings 3`.
`AuditOptions` names them all. Configuration files aren't read.
"""

import importlib.metadata
import os
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, Literal, Mapping, NamedTuple, Optional, Set, Tuple, Union

from . import _native
from ._batches import audit_batches, judged_by, schema
from ._collections import Bytes, Path, Source, convert_all, duplicates, event, narrowed, select
from ._native import Error
from ._option_types import (
    AuditOptions, ConvertAllOptions, ConvertFormat, ConvertOptions, DuplicatesOptions, EventOptions, FixOptions, ScoreOptions,
    SelectOptions,
)
from ._options import settings
from ._positions import PositionBatch, Positions
from ._selection import Chosen, GroupedGame, split
from ._table import Column, Table, TableName

if TYPE_CHECKING:
    # Type checkers bring it along; the package needs it only for them.
    from typing_extensions import Unpack

__all__ = [
    "Audit", "AuditOptions", "Column", "ConvertAllOptions", "ConvertFormat", "ConvertOptions", "DuplicatesOptions", "Error",
    "EventOptions", "FixOptions", "Fixed", "GroupedGame", "PositionBatch", "Positions", "Score", "ScoreOptions", "SelectOptions", "Stream", "Table", "TableName",
    "audit", "audit_batches", "convert", "convert_all", "duplicates", "event", "explain", "fix", "positions", "rulesets", "schema",
    "score", "select", "split", "stream",
]

__version__ = importlib.metadata.version("sgf-audit")


class Audit(NamedTuple):
    """The tables of a run."""

    games: Table
    """A row for each game: the columns of games.csv."""
    findings: Table
    """A row for each finding: the columns of findings.csv."""
    files: int
    """Number of files that were read."""
    moves: Optional[Table] = None
    """A row for each move of the main lines, if they were asked for. `path` and `game` are those of the game in `games`."""
    setup: Optional[Table] = None
    """A row for each point that is set up, if they were asked for."""
    points: Optional[Table] = None
    """A row for each point of each counted board, if they were asked for."""
    rulesets: Optional[Table] = None
    """A row for each counted game and ruleset, if they were asked for."""
    left_out: Mapping[str, int] = {}
    """Number of games that `where`, `unique` and `near` left out, by the reason."""


class Score(NamedTuple):
    """The count of a game. Numbers are None where the dead stones aren't known; pairs are Black's and White's."""

    text: str
    """The count item by item with the board, as `sgf-audit score` prints it."""
    comparison: str
    """The counts under all rulesets."""
    svg: str
    """A picture of the counted board."""
    result: Optional[str]
    """The counted result by the ruleset's own counting."""
    komi: float
    """White's komi."""
    margin: Optional[float]
    """White's margin by the ruleset's own counting."""
    area: Optional[Tuple[int, int]]
    """Stones and territory."""
    territory: Optional[Tuple[int, int]]
    """Territory, without prisoners."""
    prisoners: Optional[Tuple[int, int]]
    """Stones held, dead stones included."""
    dead: List[str]
    """The points of the dead stones."""
    board: List[List[Optional[str]]]
    """The counted position, row by row from the top: B, W or None."""
    owner: List[List[Optional[str]]]
    """Whom each point counts for: B, W or None."""

    def _repr_svg_(self) -> str:
        return self.svg


class Fixed(NamedTuple):
    """What comes of a repair."""

    bytes: Optional[bytes]
    """The repaired record; None if nothing was changed."""
    changes: List[str]
    """What was changed."""
    not_fixed: List[str]
    """What could be repaired, but not without another change."""
    diff: str
    """The changes, for people."""


def _items(source: Any) -> Tuple[Iterator[Any], bool]:
    """Returns the items of a source, and whether a person named them."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return iter([("-", source)]), False
    if isinstance(source, (str, os.PathLike)):
        source = [source]
    named = isinstance(source, (list, tuple))
    if named:
        for path in source:
            if isinstance(path, (str, os.PathLike)):
                os.lstat(path)
    return iter(source), named


class _Run(NamedTuple):
    """What a run reads."""

    items: Iterator[Any]
    named: bool
    """Whether a person named the paths."""
    games: Optional[Chosen]
    """The games that it is about, if not about all."""
    left_out: Mapping[str, int]
    """Number of games that a selection left out, by the reason."""

    def numbers(self) -> Optional[Dict[str, Set[int]]]:
        """The numbers of the games in each file."""
        if self.games is None:
            return None
        numbers: Dict[str, Set[int]] = {}
        for path, game in self.games:
            numbers.setdefault(path, set()).add(game)
        return numbers


def _run(source: Source, where: Optional[str], unique: bool, near: bool, rules: str, options: Mapping[str, Any]) -> _Run:
    judging = dict(options) if options.get("rules_file") else {"rules": rules, **options}
    source, games, left_out = narrowed(source, where, unique, near, judging)
    return _Run(*_items(source), games, left_out)


def audit(
    source: Source,
    rules: str = "auto",
    *,
    moves: bool = False,
    setup: bool = False,
    points: bool = False,
    rulesets: bool = False,
    where: Optional[str] = None,
    unique: bool = False,
    near: bool = False,
    progress: Optional[Callable[[int], object]] = None,
    **options: "Unpack[AuditOptions]",
) -> Audit:
    """Audits records and returns the tables of all.

    `source` is a path (a file, a directory or an archive) or several, the bytes of a record, or an iterable of paths and of
    pairs of a name and bytes; or rows with `path` and `game`, as `select` and `duplicates` yield them or in a data frame, for these games
    alone. `where` chooses games as `select` does, `unique` keeps one record of each game, and `near` one of each group of
    `duplicates`. `moves=True` also makes the table of moves, and so do `setup`, `points` and `rulesets` theirs.
    `progress` is called with numbers of files that are done, as `tqdm().update` takes them. A path that is named and isn't there is a FileNotFoundError; what can't be read
    otherwise is a finding.

    >>> result = audit([("a.sgf", b"(;SZ[5]KM[0]RE[0];B[cc])")], rules="chinese", estimate=False)
    >>> [(game["path"], game["moves"], game["ruleset"]) for game in result.games.to_pylist()]
    [('a.sgf', 1, 'chinese')]

    >>> result = audit(b"(;SZ[9];B[gc];W[])", moves=True)
    >>> [(move["color"], move["x"], move["y"], move["point"]) for move in result.moves.to_pylist()]
    [('B', 6, 2, 'G7'), ('W', None, None, 'pass')]
    """
    given = judged_by(rules, options, "audit")
    reads = _run(source, where, unique, near, rules, options)
    wanted = {"moves": moves, "setup": setup, "points": points, "rulesets": rulesets}
    names = ["games", "findings", *(name for name, is_wanted in wanted.items() if is_wanted)]
    run = _native.Stream(reads.items, reads.named, given, names, progress, games=reads.numbers())
    tables = dict(zip(names, map(Table, run.read_all())))
    if reads.named and run.files == 0:
        raise Error("no records found")
    return Audit(files=run.files, left_out=reads.left_out, **tables)


class Stream:
    """Batches of a table, in bounded memory. It is an iterator of tables, and a stream of Arrow's, once.

    >>> batches = stream(b"(;SZ[9];B[ee])")
    >>> [batch.to_pylist()[0]["moves"] for batch in batches], batches.files
    ([1], 1)
    """

    def __init__(self, native: _native.Stream, left_out: Mapping[str, int] = {}) -> None:
        self._native = native
        self.left_out = left_out
        """Number of games that `where`, `unique` and `near` left out, by the reason."""

    def __iter__(self) -> Iterator[Table]:
        for (table,) in self._native:
            if len(table) > 0:
                yield Table(table)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._native.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self._native.__arrow_c_schema__()

    @property
    def files(self) -> int:
        """Number of files that are done."""
        return self._native.files

    def close(self) -> None:
        """Ends the run."""
        self._native.close()


def stream(
    source: Source,
    rules: str = "auto",
    *,
    table: TableName = "games",
    where: Optional[str] = None,
    unique: bool = False,
    near: bool = False,
    progress: Optional[Callable[[int], object]] = None,
    **options: "Unpack[AuditOptions]",
) -> Stream:
    """Audits records as `audit` does, and yields the batches of one table, by its name in `Audit`, in bounded memory.

    >>> records = ((f"{number}.sgf", b"(;SZ[5]KM[0];B[cc])") for number in range(3))
    >>> sum(len(batch) for batch in stream(records))
    3
    """
    given = judged_by(rules, options, "stream")
    reads = _run(source, where, unique, near, rules, options)
    run = _native.Stream(reads.items, reads.named, given, [table], progress, games=reads.numbers())
    return Stream(run, reads.left_out)


def positions(
    source: Source,
    rules: str = "auto",
    *,
    size: int = 19,
    ownership: bool = False,
    symmetry: Union[None, int, Literal["random"]] = None,
    seed: int = 0,
    where: Optional[str] = None,
    unique: bool = False,
    near: bool = False,
    progress: Optional[Callable[[int], object]] = None,
    **options: "Unpack[AuditOptions]",
) -> Positions:
    """Yields batches of the positions before each move of the main lines, as NumPy's arrays.

    Games on square boards of `size` are taken if their column `clean` is true, no move breaks their ruleset, and nothing is set up
    after the first move; `left_out` counts the others by the reason. `where`, `unique`, `near` and rows that name games are as for
    `audit`; if the rows have a `group`, as those of `split`, so have the batches. With `ownership` only counted games are taken, and
    have the counted margin and owners. `symmetry` turns all positions by a number from 0 to 7, or each at random. The options are
    those of `audit`. Dead stones are estimated only for `ownership`, unless `estimate` says otherwise.

    >>> found = positions(b"(;SZ[5]KM[0]RE[B+R];B[cc];W[cb];B[])", size=5)
    >>> batch = next(iter(found))
    >>> batch.black.shape, batch.move.tolist(), batch.result.tolist(), batch.legal.sum(axis=1).tolist()
    ((3, 5, 5), [12, 7, 25], [1.0, -1.0, 1.0], [26, 25, 24])
    """
    options.setdefault("estimate", ownership)
    given = judged_by(rules, options, "positions")
    reads = _run(source, where, unique, near, rules, options)
    run = _native.Stream(reads.items, reads.named, given, [], progress, (size, ownership), reads.numbers())
    return Positions(run, size, symmetry, seed, reads.games, reads.left_out)


def _record(source: Union[Path, Bytes]) -> Tuple[Path, Bytes]:
    """Returns the name and the bytes of a record."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return "-", source
    with open(os.fspath(source), "rb") as file:
        return source, file.read()


def score(source: Union[Path, Bytes], *, game: int = 1, **options: "Unpack[ScoreOptions]") -> Score:
    """Counts a game of a record, item by item. The options are those of `sgf-audit score`.

    >>> board = b"(;SZ[5]KM[0]AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce];B[];W[])"
    >>> counted = score(board, rules="tromp-taylor")
    >>> "W+5" in counted.text, counted.result, counted.area, counted.board[0]
    (True, 'W+5', (10, 15), [None, 'B', 'W', None, None])
    """
    name, data = _record(source)
    return Score(**_native.score(name, data, game, settings(options, "score", ScoreOptions)))


def fix(source: Union[Path, Bytes], **options: "Unpack[FixOptions]") -> Fixed:
    """Repairs a record. Nothing is written. The options are those of `sgf-audit fix`.

    >>> fix(b"(;FF[4]SZ[9]RE[b+r];B[ee])").bytes
    b'(;FF[4]SZ[9]RE[B+R];B[ee])'
    """
    name, data = _record(source)
    return Fixed(*_native.fix(name, data, settings(options, "fix", FixOptions)))


def convert(source: Union[Path, Bytes], to: ConvertFormat, **options: "Unpack[ConvertOptions]") -> List[str]:
    """Converts a record to `sgf` in normal form, `jsonl`, `csv` or `gtp`, and returns the text of each game. The options are
    those of `sgf-audit convert`. An Error says what would be lost. `convert_all` converts directories and archives.

    >>> convert(b"(;SZ[9];B[E5];W[])", "gtp")[0].splitlines()[3]
    'play B E5'
    """
    name, data = _record(source)
    return _native.convert(name, data, to, settings(options, "convert", ConvertOptions))


def explain(name: str) -> str:
    """Explains a finding, a cause of a wrong result, or a ruleset. A LookupError says that nothing has this name.

    >>> "White" in explain("missing-white-pass")
    True
    """
    return _native.explain(name)


def rulesets() -> Dict[str, str]:
    """Returns the name of each built-in ruleset by its id.

    >>> "aga" in rulesets()
    True
    """
    return dict(_native.rulesets())
