"""Keyword arguments as options."""

import difflib
import json
import os
from typing import Any, Iterable, Iterator, List, Mapping, Optional, Tuple


def settings(options: Mapping[str, object], function: str = "", types: Optional[Any] = None) -> str:
    """Returns keyword arguments as a JSON object. `types` has the options of a function; others are a TypeError, as Python has it.

    >>> settings({"max_findings": 3, "estimate": False, "komi": None})
    '{"max-findings": 3, "no-estimate": true}'
    """
    return json.dumps(dict(_given(options, function, types)), default=str)


def arguments(options: Mapping[str, object], function: str = "", types: Optional[Any] = None) -> List[str]:
    """Returns keyword arguments as the command line has them. `types` has the options of a function, as for `settings`.

    >>> arguments({"where": "moves > 1", "estimate": False, "select": ["ko", "superko"], "komi": None})
    ['--where=moves > 1', '--no-estimate', '--select=ko', '--select=superko']
    """
    given = []
    for name, value in _given(options, function, types):
        if value is True:
            given.append(f"--{name}")
        elif value is not False:
            given.extend(f"--{name}={item}" for item in (value if isinstance(value, list) else [value]))
    return given


def _given(options: Mapping[str, object], function: str, types: Optional[Any]) -> Iterator[Tuple[str, object]]:
    """Yields the long names and the values of keyword arguments. `estimate=False` is `no-estimate`; None leaves an option out."""
    for name, value in options.items():
        if types is not None:
            _check(name, value, function, types.__annotations__)
        if name == "estimate":
            name, value = "no_estimate", not value
        if isinstance(value, os.PathLike):
            value = os.fspath(value)
        elif isinstance(value, Iterable) and not isinstance(value, str):
            value = [str(item) for item in value]
        if value is not None:
            yield name.replace("_", "-"), value


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
