"""The types that editors and type checkers see, beside what the package takes."""

import json
import pathlib
import re
import subprocess
import sys
import typing

import pytest

import sgf_audit

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORD = b"(;SZ[9]KM[0]AB[aa];B[bc];W[])"

#: The functions that take options, with the type of these, and how they are called with some.
FUNCTIONS = [
    (sgf_audit.AuditOptions, lambda options: sgf_audit.audit(iter([]), **options)),
    (sgf_audit.ScoreOptions, lambda options: sgf_audit.score(RECORD, **options)),
    (sgf_audit.FixOptions, lambda options: sgf_audit.fix(RECORD, **options)),
    (sgf_audit.ConvertOptions, lambda options: sgf_audit.convert(RECORD, "sgf", **options)),
]

#: Values of the options for which the first one of their type doesn't do, and options that they need.
VALUES = {
    "rules": "aga",
    "default_rules": "aga",
    "select": ["ko"],
    "ignore": ["ko", "legality"],
    "exclude": "old/**",
    "fix": ["malformed-value"],
}


def value_of(name, kind, tmp_path):
    """Returns a value of an option's type."""
    if name in VALUES:
        return VALUES[name]
    if name == "rules_file":
        path = tmp_path / "rules.toml"
        path.write_text('base = "aga"\nid = "mine"\nname = "Mine"\n', encoding="utf-8")
        return path
    if name == "baseline":
        path = tmp_path / "baseline.toml"
        path.write_text("version = 2\n", encoding="utf-8")
        return path
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Union:
        return value_of(name, arguments[0], tmp_path)
    if origin is typing.Literal:
        return arguments[-1]
    return {bool: True, int: 5, float: 6.5, str: "5"}[kind]


@pytest.mark.parametrize("options, call", FUNCTIONS, ids=lambda value: getattr(value, "__name__", ""))
def test_every_option_is_taken(options, call, tmp_path):
    types = typing.get_type_hints(options)
    assert len(types) >= 7
    for name, kind in types.items():
        # An engine would be started.
        if not name.startswith("engine"):
            call({name: value_of(name, kind, tmp_path)})


@pytest.mark.parametrize("options, call", FUNCTIONS, ids=lambda value: getattr(value, "__name__", ""))
def test_every_option_of_the_command_is_typed_or_refused(options, call):
    """The help of the command lists its options, whatever the package makes of them."""
    command = {"AuditOptions": "check"}.get(options.__name__, options.__name__[: -len("Options")].lower())
    help_text = subprocess.run(["sgf-audit", command, "--help"], check=True, capture_output=True, text=True).stdout
    names = re.findall(r"^ +(?:-\w, )?--([\w-]+)", help_text, re.MULTILINE)
    assert len(names) > 10
    own = {"check": "rules", "score": "game", "convert": "to"}
    for name in names:
        keyword = {"no-estimate": "estimate"}.get(name, name.replace("-", "_"))
        if keyword in options.__annotations__ or name == own.get(command):
            continue
        with pytest.raises(TypeError, match=f"unexpected keyword argument '{keyword}'"):
            call({keyword: "3" if name.startswith("engine") else True})


#: Every function that takes options, with their type.
ALL = {
    "audit": (sgf_audit.AuditOptions, lambda **options: sgf_audit.audit(iter([]), **options)),
    "stream": (sgf_audit.AuditOptions, lambda **options: sgf_audit.stream(iter([]), **options)),
    "audit_batches": (sgf_audit.AuditOptions, lambda **options: list(sgf_audit.audit_batches([], **options))),
    "positions": (sgf_audit.AuditOptions, lambda **options: sgf_audit.positions(iter([]), **options)),
    "score": (sgf_audit.ScoreOptions, lambda **options: sgf_audit.score(RECORD, **options)),
    "fix": (sgf_audit.FixOptions, lambda **options: sgf_audit.fix(RECORD, **options)),
    "convert": (sgf_audit.ConvertOptions, lambda **options: sgf_audit.convert(RECORD, "sgf", **options)),
    "convert_all": (sgf_audit.ConvertAllOptions, lambda **options: sgf_audit.convert_all(RECORD, "sgf", "never.sgf", **options)),
    "select": (sgf_audit.SelectOptions, lambda **options: sgf_audit.select(RECORD, **options)),
    "duplicates": (sgf_audit.DuplicatesOptions, lambda **options: sgf_audit.duplicates(RECORD, **options)),
    "event": (sgf_audit.EventOptions, lambda **options: sgf_audit.event(RECORD, **options)),
}

#: Options whose values are any text, or paths.
FREE = ("baseline", "engine", "engine_gtp", "exclude", "games", "left_out", "rules_file")


def wrong_value_of(kind):
    """Returns a value that an option of this type can't have."""
    if typing.get_origin(kind) is typing.Union:
        return wrong_value_of(typing.get_args(kind)[0])
    return {bool: "no", int: "many", float: "much"}.get(kind, "nonsense")


@pytest.mark.parametrize("function", ALL)
def test_wrong_names_and_values_are_refused_by_the_names_of_python(function):
    options, call = ALL[function]
    with pytest.raises(TypeError, match=rf"{function}\(\) got an unexpected keyword argument 'max_bites'"):
        call(max_bites=1)
    for name, kind in typing.get_type_hints(options).items():
        if name not in FREE:
            with pytest.raises(ValueError, match=rf"\b{name}\b") as refused:
                call(**{name: wrong_value_of(kind)})
            assert "--" not in str(refused.value)


def test_names_are_those_that_the_package_knows():
    with pytest.raises(ValueError, match="the tables are") as refused:
        sgf_audit.stream([], table="summary")
    assert str(refused.value).split("are ")[1].split(", ") == list(typing.get_args(sgf_audit.TableName))
    for name in typing.get_args(sgf_audit.ConvertFormat):
        assert sgf_audit.convert(RECORD, name)


def mypy(*arguments):
    """Returns the lines of each file that mypy rejects."""
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", "/dev/null", *map(str, arguments)]
    checked = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert checked.returncode in (0, 1), checked.stdout + checked.stderr
    return checked.stdout, [int(line) for line in re.findall(r"\.pyi?:(\d+): error:", checked.stdout)]


def test_mypy_accepts_what_is_right():
    output, rejected = mypy(ROOT / "tests/python/typed/accepted.py")
    assert rejected == [], output


def test_mypy_rejects_what_is_wrong():
    path = ROOT / "tests/python/typed/rejected.py"
    lines = path.read_text(encoding="utf-8").splitlines()
    wrong = [number for number, line in enumerate(lines, 1) if line.endswith("# rejected")]
    output, rejected = mypy(path)
    assert len(wrong) > 10 and sorted(set(rejected)) == wrong, output


def test_pyright_rejects_what_is_wrong_and_no_more():
    pytest.importorskip("pyright")
    files = [ROOT / "tests/python/typed" / name for name in ("accepted.py", "rejected.py")]
    pyright = [sys.executable, "-m", "pyright"]
    # It is fetched when it is first started.
    if subprocess.run([*pyright, "--version"], capture_output=True).returncode != 0:
        pytest.skip("pyright can't be fetched")
    command = [*pyright, "--pythonpath", sys.executable, "--outputjson", *map(str, files)]
    checked = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    found = json.loads(checked.stdout[checked.stdout.index("{") :])["generalDiagnostics"]
    rejected = {(pathlib.Path(error["file"]).name, error["range"]["start"]["line"] + 1) for error in found}
    lines = files[1].read_text(encoding="utf-8").splitlines()
    assert rejected == {("rejected.py", number) for number, line in enumerate(lines, 1) if line.endswith("# rejected")}, found


def test_the_package_agrees_with_its_own_types():
    output, rejected = mypy("--ignore-missing-imports", "--exclude", "spark.py", ROOT / "src/python/sgf_audit")
    assert rejected == [], output


def test_the_stub_is_that_of_the_native_module():
    pytest.importorskip("mypy.stubtest")
    command = [sys.executable, "-m", "mypy.stubtest", "sgf_audit._native"]
    checked = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert checked.returncode == 0, checked.stdout + checked.stderr
