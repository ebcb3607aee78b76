#!/usr/bin/env python3
"""Prints the licences of all crates that the program for a target contains: licenses.py TARGET."""

import collections
import json
import pathlib
import re
import subprocess
import sys

# Of crates that bring no text of their licence, these are the licence or one of those to choose from.
STANDARD = {"Apache-2.0": "LICENSE-APACHE", "MIT": "LICENSE-MIT"}


def crates(target):
    """Returns the crates that are compiled into the program, in order of their names."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", target]
    metadata = json.loads(subprocess.check_output(command))
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    found, waiting = set(), [metadata["resolve"]["root"]]
    while waiting:
        for dependency in nodes[waiting.pop()]["deps"]:
            is_normal = any(kind["kind"] is None for kind in dependency["dep_kinds"])
            if is_normal and dependency["pkg"] not in found:
                found.add(dependency["pkg"])
                waiting.append(dependency["pkg"])
    packages = [package for package in metadata["packages"] if package["id"] in found]
    return sorted(packages, key=lambda package: (package["name"], package["version"]))


def texts(package):
    """Returns the texts of a crate's licence."""
    directory = pathlib.Path(package["manifest_path"]).parent
    words = ("license", "licence", "copying", "notice", "unlicense")
    files = [path for path in directory.rglob("*") if path.is_file() and path.name.lower().startswith(words)]
    files = [path for path in files if path.suffix.lower() not in (".rs", ".html", ".py")]
    if package["license_file"]:
        files.append(directory / package["license_file"])
    found = {path.read_text(encoding="utf-8", errors="replace").strip() for path in files}
    return found or {standard(package)}


def standard(package):
    """Returns the usual text of a licence that a crate brings no text of, with the crate's authors."""
    for name, file in STANDARD.items():
        if name in (package["license"] or ""):
            text = pathlib.Path(file).read_text(encoding="utf-8").strip()
            authors = ", ".join(package["authors"]) or f"the authors of {package['name']}"
            return re.sub(r"^Copyright .*$", lambda _: f"Copyright {authors}", text, count=1, flags=re.MULTILINE)
    sys.exit(f"{package['name']} {package['version']}: no text of its licence, {package['license']}")


def main():
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    users = collections.defaultdict(list)
    packages = crates(sys.argv[1])
    print("The program contains these crates, and the standard library of Rust (MIT or Apache-2.0).")
    print("Each text of a licence follows once, with the crates that it belongs to.\n")
    for package in packages:
        print(f"- {package['name']} {package['version']}: {package['license']}")
        for text in texts(package):
            users[text].append(f"{package['name']} {package['version']}")
    for text, names in sorted(users.items(), key=lambda item: item[1]):
        print("\n" + "=" * 80)
        print(", ".join(names))
        print("=" * 80 + "\n")
        print(text)


main()
