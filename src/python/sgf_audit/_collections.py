"""The commands that work on whole collections. Each runs in a process of its own."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import warnings
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Sequence, Union

from . import _native
from ._option_types import ConvertAllOptions, ConvertFormat, DuplicatesOptions, EventOptions, SelectOptions
from ._options import arguments

if TYPE_CHECKING:
    from typing_extensions import Unpack

Path = Union[str, "os.PathLike[str]"]
Paths = Union[Path, Sequence[Path]]


def _paths(source: Paths) -> List[str]:
    paths = [source] if isinstance(source, (str, os.PathLike)) else list(source)
    for path in map(pathlib.Path, paths):
        # A record is named in its archive, too.
        if not any(parent.is_file() for parent in path.parents):
            os.lstat(path)
    return [os.fspath(path) for path in paths]


# Number of lines of a command's messages that a warning has.
_MOST_LINES = 20


def _lines(command: str, given: List[str], paths: List[str]) -> Iterator[str]:
    """Returns what a command prints, line by line. What it says besides is a warning, or the text of an Error. The command ends
    with this process, and with this iterator. A wrong option is a ValueError at once."""
    _native.check_options(command, given)
    # The others read no configuration files.
    isolated = ["--isolated"] if command in ("select", "duplicates") else []
    run = "import sys; from sgf_audit._command import child; sys.exit(child())"
    return _run(command, [sys.executable, "-c", run, command, *isolated, *given, "--", *paths])


def _run(command: str, call: List[str]) -> Iterator[str]:
    # A file takes whatever a command says while its output is read.
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as errors:
        with subprocess.Popen(
            call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, encoding="utf-8"
        ) as process:
            assert process.stdin and process.stdout
            try:
                yield from process.stdout
                status = process.wait()
            finally:
                # It ends by that.
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


def select(source: Paths, *, where: Optional[str] = None, **options: "Unpack[SelectOptions]") -> Iterator[Dict[str, Any]]:
    """Yields the columns of `games` for each selected game. The options are those of `sgf-audit select`: `clean=True`,
    `unique=True`, `sample=1000`, `seed=1`, and those of `audit`.

    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "a.sgf").write_text("(;SZ[9]RE[B+R];B[ee];W[gg])")
    >>> [game["winner"] for game in select(folder, where="moves > 1", clean=True)]
    ['B']
    """
    given = [*arguments({"where": where, "jsonl": True}), *arguments(options, "select", SelectOptions)]
    return map(json.loads, _lines("select", given, _paths(source)))


def duplicates(source: Paths, **options: "Unpack[DuplicatesOptions]") -> Iterator[Dict[str, Any]]:
    """Yields the records of the same game, of the beginning of another one, and of nearly the same game, as
    `sgf-audit duplicates --format jsonl` prints them. The options are those of the command."""
    given = ["--format=jsonl", *arguments(options, "duplicates", DuplicatesOptions)]
    return map(json.loads, _lines("duplicates", given, _paths(source)))


def compare(one: Path, other: Path, games: Sequence[int] = ()) -> List[str]:
    """Returns the differences of two records, a line each; none if nothing differs. `games` are the numbers of the games in their
    files."""
    given = ["--games=" + ",".join(map(str, games))] if games else []
    return [line.rstrip("\n") for line in _lines("compare", given, _paths([one, other]))]


def convert_all(source: Paths, to: ConvertFormat, out: Path, **options: "Unpack[ConvertAllOptions]") -> None:
    """Converts files, directories and archives into the directory or file `out`. The options are those of `sgf-audit convert`. A
    warning names the files that are refused; if nothing can be converted, that is an Error, and `out` isn't written."""
    given = [*arguments({"to": to, "out": out}), *arguments(options, "convert_all", ConvertAllOptions)]
    for line in _lines("convert", given, _paths(source)):
        warnings.warn(line.rstrip("\n"), stacklevel=2)


def event(source: Paths, **options: "Unpack[EventOptions]") -> str:
    """Returns an event file from what nearly all records say, as `sgf-audit event` prints it."""
    return "".join(_lines("event", arguments(options, "event", EventOptions), _paths(source)))
