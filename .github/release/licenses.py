#!/usr/bin/env python3
"""Prints the licences of all crates that a package of this project contains for a target: licenses.py TARGET [DIRECTORY].

The package is the program, or the one in DIRECTORY: src/python, src/web."""

import collections
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Of crates that bring no text of their licence, these are the licence or one of those to choose from.
STANDARD = {"Apache-2.0": "LICENSE-APACHE", "MIT": "LICENSE-MIT"}


def crates(target, directory):
    """Returns the crates that are compiled into a package, in order of their names."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", target]
    command += ["--manifest-path", ROOT / directory / "Cargo.toml"]
    metadata = json.loads(subprocess.check_output(command))
    # Macros run in the compiler.
    macros = {
        package["id"] for package in metadata["packages"] if any("proc-macro" in target["kind"] for target in package["targets"])
    }
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    found = {metadata["resolve"]["root"]}
    waiting = list(found)
    while waiting:
        for dependency in nodes[waiting.pop()]["deps"]:
            is_normal = any(kind["kind"] is None for kind in dependency["dep_kinds"])
            if is_normal and dependency["pkg"] not in found | macros:
                found.add(dependency["pkg"])
                waiting.append(dependency["pkg"])
    packages = [package for package in metadata["packages"] if package["id"] in found]
    return sorted(packages, key=lambda package: (package["name"], package["version"]))


def texts(package):
    """Returns the texts of a crate's licence."""
    if package["source"] is None:
        return [(ROOT / file).read_text(encoding="utf-8").strip() for file in STANDARD.values()]
    directory = pathlib.Path(package["manifest_path"]).parent
    words = ("license", "licence", "copying", "notice", "unlicense")
    files = [path for path in directory.rglob("*") if path.is_file() and path.name.lower().startswith(words)]
    files = [path for path in files if path.suffix.lower() not in (".rs", ".html", ".py")]
    if package["license_file"]:
        files.append(directory / package["license_file"])
    # Of several licences to choose from, the shortest.
    if " AND " not in (package["license"] or ""):
        chosen = ([path for path in files if word in path.name.lower()] for word in ("mit", "boost", "cc0"))
        files = next(filter(None, chosen), files)
    found = [path.read_text(encoding="utf-8", errors="replace").strip() for path in files]
    return found or [standard(package)]


def standard(package):
    """Returns the usual text of a licence that a crate brings no text of, with the crate's authors."""
    for name, file in STANDARD.items():
        if name in (package["license"] or ""):
            text = (ROOT / file).read_text(encoding="utf-8").strip()
            authors = ", ".join(package["authors"]) or f"the authors of {package['name']}"
            return re.sub(r"^Copyright .*$", lambda _: f"Copyright {authors}", text, count=1, flags=re.MULTILINE)
    sys.exit(f"{package['name']} {package['version']}: no text of its licence, {package['license']}")


def main():
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    # Texts that differ in their line breaks and blanks alone are one.
    users, first = collections.defaultdict(list), {}
    packages = crates(sys.argv[1], *sys.argv[2:] or ["."])
    print("This contains the following crates, and the standard library of Rust (MIT or Apache-2.0).")
    print("Each text of a licence follows once, with the crates that it belongs to.\n")
    for package in packages:
        print(f"- {package['name']} {package['version']}: {package['license']}")
        name = f"{package['name']} {package['version']}"
        for text in texts(package):
            words = " ".join(text.split())
            first.setdefault(words, text)
            if name not in users[words]:
                users[words].append(name)
    for words, names in sorted(users.items(), key=lambda item: item[::-1]):
        print("\n" + "=" * 80)
        print(", ".join(names))
        print("=" * 80 + "\n")
        print(first[words])


main()
