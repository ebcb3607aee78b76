#!/usr/bin/env python3
"""Compares two directories of output byte by byte: compare.py HERE OTHER.

In the second one a path of the first may have backslashes for slashes, doubled where JSON escapes them.
"""

import pathlib
import re
import sys


def files(directory):
    return {path.relative_to(directory).as_posix(): path for path in sorted(directory.rglob("*")) if path.is_file()}


def main():
    here, other = map(pathlib.Path, sys.argv[1:])
    expected, found = files(here), files(other)
    wrong = sorted(expected.keys() ^ found.keys())
    # What follows a name of the corpus and a separator, up to the end of the path.
    tops = {name.split("/")[0] for name in expected if "/" in name}
    path = re.compile(rb"\b(?:%s)(?:\\+(?:x5c)?[^\\/\"',:<>|?*\s()]+)+" % b"|".join(re.escape(top.encode()) for top in sorted(tops)))
    slashed = lambda match: re.sub(rb"\\+(?:x5c)?", b"/", match[0])
    for name in sorted(expected.keys() & found.keys()):
        a, b = expected[name].read_bytes(), found[name].read_bytes()
        if a != b and a != path.sub(slashed, b) and path.sub(slashed, a) != path.sub(slashed, b):
            wrong.append(name)
    for name in wrong[:20]:
        print(f"different: {name}")
    if wrong:
        sys.exit(f"{len(wrong)} of {len(expected)} files differ")
    print(f"{len(expected)} files are the same")


main()
