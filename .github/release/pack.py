#!/usr/bin/env python3
"""Packs a directory, with the same bytes each time: pack.py DIRECTORY OUT.

It becomes a zip file if it holds a program for Windows, else a tar file packed with gzip. SOURCE_DATE_EPOCH is the time of all
members, by default the beginning of 1980, the first time that zip files can hold.
"""

import gzip
import io
import os
import pathlib
import sys
import tarfile
import time
import zipfile

FIRST_TIME = 315532800


def main():
    directory, out = map(pathlib.Path, sys.argv[1:])
    moment = max(int(os.environ.get("SOURCE_DATE_EPOCH", FIRST_TIME)), FIRST_TIME)
    files = sorted(path for path in directory.rglob("*") if path.is_file())
    names = [path.relative_to(directory.parent).as_posix() for path in files]
    modes = [0o755 if path.name in ("sgf-audit", "sgf-audit.exe") else 0o644 for path in files]
    if (directory / "sgf-audit.exe").exists():
        archive = out / f"{directory.name}.zip"
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
            for path, name, mode in zip(files, names, modes):
                member = zipfile.ZipInfo(name, time.gmtime(moment)[:6])
                member.compress_type = zipfile.ZIP_DEFLATED
                member.external_attr = mode << 16
                packed.writestr(member, path.read_bytes())
    else:
        archive = out / f"{directory.name}.tar.gz"
        plain = io.BytesIO()
        with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as packed:
            for path, name, mode in zip(files, names, modes):
                member = tarfile.TarInfo(name)
                member.size, member.mode, member.mtime = path.stat().st_size, mode, moment
                packed.addfile(member, io.BytesIO(path.read_bytes()))
        archive.write_bytes(gzip.compress(plain.getvalue(), 9, mtime=0))
    print(archive)


main()
