"""The commands that work on whole collections. Each runs `python -m sgf_audit`."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import warnings
from typing import Any, Dict, Iterable, Iterator, List, Optional, Sequence, Union

from . import _native
from ._options import arguments

Path = Union[str, "os.PathLike[str]"]
Paths = Union[Path, Sequence[Path]]


def _paths(source: Paths) -> List[str]:
    paths = [source] if isinstance(source, (str, os.PathLike)) else list(source)
    for path in map(pathlib.Path, paths):
        # A record is named in its archive, too.
        if not any(parent.is_file() for parent in path.parents):
            os.lstat(path)
    return [os.fspath(path) for path in paths]


def _lines(command: str, given: Iterable[str], paths: List[str]) -> Iterator[str]:
    """Yields what a command prints, line by line. What it says besides is a warning, or the text of an Error."""
    # The others read no configuration files.
    isolated = ["--isolated"] if command in ("select", "duplicates") else []
    call = [sys.executable, "-m", "sgf_audit", command, *isolated, *given, "--", *paths]
    # A file takes whatever a command says while its output is read.
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as errors:
        with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=errors, encoding="utf-8") as process:
            assert process.stdout
            try:
                yield from process.stdout
            finally:
                process.stdout.close()
            status = process.wait()
        errors.seek(0)
        said = errors.read().strip()
    if status not in (0, 1):
        raise _native.Error(said or f"sgf-audit {command} ended with status {status}")
    if said:
        warnings.warn(said, stacklevel=3)


def select(source: Paths, *, where: Optional[str] = None, **options: Any) -> Iterator[Dict[str, Any]]:
    """Yields the columns of `games` for each selected game. The options are those of `sgf-audit select`: `clean=True`,
    `unique=True`, `sample=1000`, `seed=1`, and those of `audit`.

    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "a.sgf").write_text("(;SZ[9]RE[B+R];B[ee];W[gg])")
    >>> [game["winner"] for game in select(folder, where="moves > 1", clean=True)]
    ['B']
    """
    given = arguments({"where": where, "quiet": True, "jsonl": True, **options})
    return map(json.loads, _lines("select", given, _paths(source)))


def duplicates(source: Paths, **options: Any) -> Iterator[Dict[str, Any]]:
    """Yields the records of the same game, of the beginning of another one, and of nearly the same game, as
    `sgf-audit duplicates --format jsonl` prints them. The options are those of the command."""
    given = arguments({"format": "jsonl", "quiet": True, **options})
    return map(json.loads, _lines("duplicates", given, _paths(source)))


def compare(one: Path, other: Path, games: Sequence[int] = ()) -> List[str]:
    """Returns the differences of two records, a line each; none if nothing differs. `games` are the numbers of the games in their
    files."""
    given = ["--games=" + ",".join(map(str, games))] if games else []
    return [line.rstrip("\n") for line in _lines("compare", given, _paths([one, other]))]


def convert_all(source: Paths, to: str, out: Path, **options: Any) -> None:
    """Converts files, directories and archives into the directory or file `out`. The options are those of `sgf-audit convert`."""
    given = arguments({"to": to, "out": os.fspath(out), "quiet": True, **options})
    for line in _lines("convert", given, _paths(source)):
        warnings.warn(line.rstrip("\n"), stacklevel=2)


def event(source: Paths, **options: Any) -> str:
    """Returns an event file from what nearly all records say, as `sgf-audit event` prints it."""
    return "".join(_lines("event", arguments(options), _paths(source)))
