#!/usr/bin/env python3
"""Checks that an archive holds what it should: check_archive.py DIRECTORY NAME."""

import pathlib
import sys
import tarfile
import zipfile

# Bytes of the program: twice as many if its line tables are left in it.
MOST = 16_000_000
NEEDED = [
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "THIRD-PARTY-LICENSES.txt",
    "CHANGELOG.md",
    "README.md",
    "completions/_sgf-audit",
    "completions/_sgf-audit.ps1",
    "completions/sgf-audit.bash",
    "completions/sgf-audit.fish",
    "man/sgf-audit.1",
    "man/sgf-audit-check.1",
]


def main():
    directory, name = pathlib.Path(sys.argv[1]), sys.argv[2]
    if "windows" in name:
        with zipfile.ZipFile(directory / f"{name}.zip") as archive:
            sizes = {member.filename: member.file_size for member in archive.infolist()}
        program = "sgf-audit.exe"
    else:
        with tarfile.open(directory / f"{name}.tar.gz") as archive:
            sizes = {member.name: member.size for member in archive.getmembers()}
        program = "sgf-audit"
    missing = [path for path in [*NEEDED, program] if sizes.get(f"{name}/{path}", 0) == 0]
    if missing:
        sys.exit(f"{name}: missing or empty: {', '.join(missing)}")
    size = sizes[f"{name}/{program}"]
    if size > MOST:
        sys.exit(f"{name}: the program has {size:,} bytes, more than {MOST:,}")
    print(f"{name}: {len(sizes)} files, the program {size:,} bytes")


main()
