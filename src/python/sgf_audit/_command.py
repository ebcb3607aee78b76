"""The command `sgf-audit`."""

import signal
import sys

from . import _native


def main() -> int:
    """Runs the command with the arguments of the process and returns its exit status."""
    # The command has its own answer to Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.main(_native.__file__, ["sgf-audit", *sys.argv[1:]])
