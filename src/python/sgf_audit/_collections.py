"""The commands that work on whole collections. Each runs in a process of its own, to which records in memory are sent."""

import contextlib
import io
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import warnings
from typing import IO, TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple, Union

from . import _native
from ._command import send, send_end
from ._option_types import ConvertAllOptions, ConvertFormat, DuplicatesOptions, EventOptions, SelectOptions
from ._options import arguments

if TYPE_CHECKING:
    from typing_extensions import Unpack

Path = Union[str, "os.PathLike[str]"]
Bytes = Union[bytes, bytearray, memoryview]
Source = Union[Path, Bytes, Iterable[Union[Path, Tuple[Path, Bytes]]]]
_Records = Iterator[Tuple[Path, Bytes]]


def _given(source: Source) -> Tuple[List[str], _Records]:
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
    `unique=True`, `sample=1000`, `seed=1`, and those of `audit`.

    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "a.sgf").write_text("(;SZ[9]RE[B+R];B[ee];W[gg])")
    >>> [game["winner"] for game in select(folder, where="moves > 1", clean=True)]
    ['B']
    """
    given = [*arguments({"where": where, "jsonl": True}), *arguments(options, "select", SelectOptions)]
    return map(json.loads, _lines("select", given, source))


def duplicates(source: Source, **options: "Unpack[DuplicatesOptions]") -> Iterator[Dict[str, Any]]:
    """Yields the records of the same game, of the beginning of another one, and of nearly the same game, as
    `sgf-audit duplicates --format jsonl` prints them. The options are those of the command."""
    given = ["--format=jsonl", *arguments(options, "duplicates", DuplicatesOptions)]
    return map(json.loads, _lines("duplicates", given, source))


def convert_all(source: Source, to: ConvertFormat, out: Path, **options: "Unpack[ConvertAllOptions]") -> None:
    """Converts files, directories and archives into the directory or file `out`. The options are those of `sgf-audit convert`. A
    warning names the files that are refused; if nothing can be converted, that is an Error, and `out` isn't written."""
    given = [*arguments({"to": to, "out": out}), *arguments(options, "convert_all", ConvertAllOptions)]
    for line in _lines("convert", given, source):
        warnings.warn(line.rstrip("\n"), stacklevel=2)


def event(source: Source, **options: "Unpack[EventOptions]") -> str:
    """Returns an event file from what nearly all records say, as `sgf-audit event` prints it."""
    return "".join(_lines("event", arguments(options, "event", EventOptions), source))
