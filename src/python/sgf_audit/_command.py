"""The command `sgf-audit`."""

import os
import signal
import sys
import threading

from . import _native


def main(for_program: bool = False) -> int:
    """Runs the command with the arguments of the process and returns its exit status."""
    # The command has its own answer to Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.main(_native.__file__, ["sgf-audit", *sys.argv[1:]], for_program)


def child() -> int:
    """Runs the command for the process that holds the other end of standard input, and ends with it."""
    threading.Thread(target=_end_with_caller, daemon=True).start()
    return main(for_program=True)


def _end_with_caller() -> None:
    while os.read(0, 1):
        pass
    # So that what is half written is removed. Where a signal can't be sent, the process ends at once.
    os.kill(os.getpid(), signal.SIGTERM)
