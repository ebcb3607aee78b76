"""The commands that work on whole collections. Each runs in a process of its own, to which records in memory are sent."""

import collections
import contextlib
import csv
import io
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import warnings
from typing import IO, TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from . import _native
from ._command import send, send_end
from ._option_types import ConvertAllOptions, ConvertFormat, DuplicatesOptions, EventOptions, SelectOptions
from ._options import arguments
from ._selection import Chosen, Frame, named_games

if TYPE_CHECKING:
    from typing_extensions import Unpack

Path = Union[str, "os.PathLike[str]"]
Bytes = Union[bytes, bytearray, memoryview]
#: What is read: paths, records in memory, or rows that name games: dictionaries or a data frame with `path` and `game`, or pairs of them.
Source = Union[Path, Bytes, Iterable[Union[Path, Tuple[Path, Bytes], Tuple[str, int], Mapping[str, Any]]], Frame]
_Records = Iterator[Tuple[Path, Bytes]]


def _given(source: Any) -> Tuple[List[str], _Records]:
    """Returns the paths for a command, and the records that `-` stands for."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return ["-"], iter([("-", source)])
    items: Iterator[Any] = iter([source] if isinstance(source, (str, os.PathLike)) else source)
    first = next(items, None)
    if first is None or not isinstance(first, (str, os.PathLike)):
        return ["-"], itertools.chain([] if first is None else [first], items)
    paths = [first, *items]
    for path in map(pathlib.Path, paths):
        # A record is named in its archive, too.
        if not any(parent.is_file() for parent in path.parents):
            os.lstat(path)
    return [os.fspath(path) for path in paths], iter(())


def _send_all(to: IO[bytes], records: _Records) -> None:
    """Sends the records to a command, unless it ends before."""
    names = set()
    for item in records:
        if not isinstance(item, tuple) or len(item) != 2:
            raise TypeError(f"not a pair of a name and bytes: {type(item)}")
        name, data = os.fsencode(item[0]), memoryview(item[1]).cast("B")
        if name in names:
            raise ValueError(f"two records have the name {item[0]!r}")
        names.add(name)
        try:
            send(to, name, data)
        except BrokenPipeError:
            return
    with contextlib.suppress(BrokenPipeError):
        send_end(to)


# Number of lines of a command's messages that a warning has.
_MOST_LINES = 20


def _lines(command: str, given: List[str], source: Source) -> Iterator[str]:
    """Returns what a command prints, line by line. What it says besides is a warning, or the text of an Error. The command ends
    with this process, and with this iterator. A wrong option is a ValueError at once."""
    _native.check_options(command, given)
    # The others read no configuration files.
    isolated = ["--isolated"] if command in ("select", "duplicates") else []
    run = "import sys; from sgf_audit._command import child; sys.exit(child())"
    paths, records = _given(source)
    return _run(command, [sys.executable, "-c", run, command, *isolated, *given, "--", *paths], records)


def _run(command: str, call: List[str], records: _Records) -> Iterator[str]:
    # A file takes whatever a command says while its output is read.
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as errors:
        with subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors) as process:
            assert process.stdin and process.stdout
            try:
                if call[-1] == "-":
                    # It says nothing before it has all.
                    _send_all(process.stdin, records)
                with io.TextIOWrapper(process.stdout, encoding="utf-8") as output:
                    yield from output
                status = process.wait()
            finally:
                # It ends by that.
                with contextlib.suppress(BrokenPipeError):
                    process.stdin.close()
                process.stdout.close()
        errors.seek(0)
        lines = errors.read().splitlines()
    said = "\n".join(lines[:_MOST_LINES])
    if len(lines) > _MOST_LINES:
        said += f"\nand {len(lines) - _MOST_LINES} more like these\n{lines[-1]}"
    if status not in (0, 1):
        raise _native.Error(said or f"sgf-audit {command} ended with status {status}")
    if said:
        warnings.warn(said, stacklevel=3)


def select(source: Source, *, where: Optional[str] = None, **options: "Unpack[SelectOptions]") -> Iterator[Dict[str, Any]]:
    """Yields the columns of `games` for each selected game. The options are those of `sgf-audit select`: `clean=True`,
    `unique=True`, `sample=1000`, `seed=1`, and those of `audit`. Rows with `path` and `game` are a source, too.

    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "a.sgf").write_text("(;SZ[9]RE[B+R];B[ee];W[gg])")
    >>> games = list(select(folder, where="moves > 1", clean=True))
    >>> [game["winner"] for game in games], len(list(select(games, where="moves > 2")))
    (['B'], 0)
    """
    given = [*arguments({"where": where, "jsonl": True}), *arguments(options, "select", SelectOptions)]
    return map(json.loads, _selecting(given, *named_games(source)))


def _selecting(given: List[str], source: Source, chosen: Optional[Chosen]) -> Iterator[str]:
    """Returns what `select` prints of the chosen games of a source, or of all."""
    return _lines("select", given, source) if chosen is None else _selecting_of(given, source, chosen)


def _selecting_of(given: List[str], source: Source, chosen: Chosen) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        games = pathlib.Path(folder, "games.txt")
        games.write_text("".join(f"{path}\t{game}\n" for path, game in chosen), encoding="utf-8")
        yield from _lines("select", [*given, f"--games={games}"], source)


def _selected(given: List[str], source: Source, chosen: Optional[Chosen]) -> Tuple[List[str], Dict[str, int]]:
    """Returns what `select` prints, and the number of games that it leaves out by the reason."""
    with tempfile.TemporaryDirectory() as folder:
        table = pathlib.Path(folder, "left-out.csv")
        lines = list(_selecting([*given, f"--left-out={table}"], source, chosen))
        with table.open(encoding="utf-8", newline="") as rows:
            left_out = collections.Counter(row["reason"] for row in csv.DictReader(rows))
    # These weren't asked for.
    del left_out["not-listed"]
    return lines, dict(left_out)


def narrowed(
    source: Source, where: Optional[str], unique: bool, near: bool, options: Mapping[str, Any]
) -> Tuple[Source, Optional[Chosen], Dict[str, int]]:
    """Returns what a run reads, the games that it is about, if not about all, and the number of games left out by the reason.
    `options` are those of the run. With `near` one game of each group is kept: of those with the most moves the first."""
    source, chosen = named_games(source)
    if where is None and not (unique or near):
        return source, chosen, {}
    if isinstance(source, Iterator):
        # It is read more than once.
        source = list(source)
    known = {name: value for name, value in options.items() if name in SelectOptions.__annotations__}
    lines, left_out = _selected(arguments({"where": where, "unique": unique, "jsonl": True, **known}), source, chosen)
    moves: Dict[Tuple[str, int], int] = {(row["path"], row["game"]): row["moves"] for row in map(json.loads, lines)}
    best: Dict[Any, Tuple[str, int]] = {game: game for game in moves}
    if near:
        best = {}
        for row in duplicates(source, groups=True):
            game = row["path"], row["game"]
            if game in moves and (row["group"] not in best or moves[game] > moves[best[row["group"]]]):
                best[row["group"]] = game
        left_out["near"] = len(moves) - len(best)
    return source, {game: (chosen or {}).get(game) for game in best.values()}, left_out


def duplicates(source: Source, **options: "Unpack[DuplicatesOptions]") -> Iterator[Dict[str, Any]]:
    """Yields the records of the same game, of the beginning of another one, and of nearly the same game, as
    `sgf-audit duplicates --format jsonl` prints them; with `groups=True` each game with its group. The options are those of the
    command. Of a source that names games, only these are in the groups' rows."""
    given = ["--format=jsonl", *arguments(options, "duplicates", DuplicatesOptions)]
    source, chosen = named_games(source)
    rows: Iterator[Dict[str, Any]] = map(json.loads, _lines("duplicates", given, source))
    return rows if chosen is None else (row for row in rows if (row["path"], row["game"]) in chosen)


def convert_all(
    source: Source,
    to: ConvertFormat,
    out: Path,
    *,
    where: Optional[str] = None,
    unique: bool = False,
    near: bool = False,
    **options: "Unpack[ConvertAllOptions]",
) -> None:
    """Converts files, directories and archives into the directory or file `out`. The options are those of `sgf-audit convert`. A
    warning names the files that are refused; if nothing can be converted, that is an Error, and `out` isn't written. `where`,
    `unique` and `near` choose games as for `audit`: a warning says how many are left out."""
    source, chosen, left_out = narrowed(source, where, unique, near, {"estimate": False} if not where else {})
    if chosen is not None:
        with tempfile.TemporaryDirectory() as folder:
            copies = pathlib.Path(folder, "games")
            _, not_copied = _selected([f"--copy={copies}", "--no-estimate"], source, chosen)
            if left_out := {**left_out, **not_copied}:
                said = ", ".join(f"{reason} {number}" for reason, number in left_out.items())
                warnings.warn(f"games left out: {said}", stacklevel=2)
            files = (file for file in sorted(copies.rglob("*")) if file.is_file())
            return convert_all(((file.relative_to(copies), file.read_bytes()) for file in files), to, out, **options)
    given = [*arguments({"to": to, "out": os.fspath(out)}), *arguments(options, "convert_all", ConvertAllOptions)]
    for line in _lines("convert", given, source):
        warnings.warn(line.rstrip("\n"), stacklevel=2)


def event(source: Source, **options: "Unpack[EventOptions]") -> str:
    """Returns an event file from what nearly all records say, as `sgf-audit event` prints it."""
    return "".join(_lines("event", arguments(options, "event", EventOptions), source))
