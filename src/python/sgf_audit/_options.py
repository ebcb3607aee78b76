"""Keyword arguments as options of the command."""

import difflib
import os
from typing import Any, Iterable, List, Mapping, Optional


def arguments(options: Mapping[str, object], function: str = "", types: Optional[Any] = None) -> List[str]:
    """Returns keyword arguments as the command line has them: `max_findings=3` is `--max-findings=3`.

    `True` is an option without a value; `False` and `None` leave it out. `estimate=False` is `--no-estimate`. `types` has the
    options of a function; others are a TypeError, as Python has it.

    >>> arguments({"rules": "aga", "estimate": False, "select": ["ko", "superko"], "komi": None})
    ['--rules=aga', '--no-estimate', '--select=ko', '--select=superko']
    """
    given = []
    for name, value in options.items():
        if types is not None:
            _check(name, value, function, types.__annotations__)
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


def _check(name: str, value: object, function: str, known: Mapping[str, Any]) -> None:
    """Raises a TypeError if a function has no such option, and a ValueError if the option is true or false and the value is neither."""
    if name not in known:
        near = difflib.get_close_matches(name, known, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise TypeError(f"{function}() got an unexpected keyword argument {name!r}{hint}")
    kind = known[name]
    is_bool = kind is bool or getattr(kind, "__forward_arg__", kind) == "bool"
    if is_bool and not isinstance(value, bool):
        raise ValueError(f"{function}(): {name} must be True or False, not {value!r}")
