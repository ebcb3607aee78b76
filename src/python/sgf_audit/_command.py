"""The command `sgf-audit`."""

import os
import signal
import struct
import sys
import threading
from typing import IO, Iterator, Optional, Tuple, Union

from . import _native

# Before the name and the bytes of a record: their lengths.
_HEAD = struct.Struct("<QQ")
# What follows the last record.
_END = _HEAD.pack(2**64 - 1, 0)


def main(for_program: bool = False, records: Optional[Iterator[Tuple[str, bytes]]] = None) -> int:
    """Runs the command with the arguments of the process and returns its exit status. `records` take the place of standard input."""
    # The command has its own answer to Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.main(["sgf-audit", *sys.argv[1:]], for_program, records)


def child() -> int:
    """Runs the command for the process that holds the other end of standard input, and ends with it. The path `-` stands for the
    records that this process sends."""
    if sys.argv[-1] == "-":
        return main(for_program=True, records=_received())
    threading.Thread(target=_end_with_caller, daemon=True).start()
    return main(for_program=True)


def send(to: IO[bytes], name: bytes, data: Union[bytes, memoryview]) -> None:
    """Sends a record to the child whose standard input this is."""
    to.write(_HEAD.pack(len(name), len(data)))
    to.write(name)
    to.write(data)


def send_end(to: IO[bytes]) -> None:
    """Tells the child that there are no more records."""
    to.write(_END)
    to.flush()


def _received() -> Iterator[Tuple[str, bytes]]:
    """Yields the records that the caller sends. An EOFError says that it ended before the last one."""
    while (head := _read(_HEAD.size)) != _END:
        name, size = _HEAD.unpack(head)
        yield os.fsdecode(_read(name)), _read(size)
    threading.Thread(target=_end_with_caller, daemon=True).start()


def _read(size: int) -> bytes:
    data = sys.stdin.buffer.read(size)
    if len(data) < size:
        _end_with_caller()
        raise EOFError
    return data


def _end_with_caller() -> None:
    while os.read(0, 1):
        pass
    # So that what is half written is removed. Where a signal can't be sent, the process ends at once.
    os.kill(os.getpid(), signal.SIGTERM)
