"""Keyword arguments as options of the command."""

import os
from typing import Iterable, List, Mapping


def arguments(options: Mapping[str, object]) -> List[str]:
    """Returns keyword arguments as the command line has them: `max_findings=3` is `--max-findings=3`.

    `True` is an option without a value; `False` and `None` leave it out. `estimate=False` is `--no-estimate`.

    >>> arguments({"rules": "aga", "estimate": False, "select": ["ko", "superko"], "komi": None})
    ['--rules=aga', '--no-estimate', '--select=ko', '--select=superko']
    """
    given = []
    for name, value in options.items():
        if name == "estimate":
            name, value = "no_estimate", not value
        option = "--" + name.replace("_", "-")
        if value is True:
            given.append(option)
        elif isinstance(value, Iterable) and not isinstance(value, (str, os.PathLike)):
            given.extend(f"{option}={item}" for item in value)
        elif value is not None and value is not False:
            given.append(f"{option}={value}")
    return given
