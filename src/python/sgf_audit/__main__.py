"""`python -m sgf_audit` is the command."""

import sys

from ._command import main

sys.exit(main())
