"""The Python package as users have it: installed, with the command on PATH."""

import contextlib
import copy
import importlib.metadata
import json
import os
import pathlib
import pickle
import re
import signal
import subprocess
import sys
import time
import warnings

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.csv
import pytest

import sgf_audit

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORPUS = "corpus"
RECORD = b"(;SZ[9]RU[AGA]RE[B+R];B[ee];W[ee])"


def command_tables(directory, out):
    """Returns games.csv and findings.csv of the command, typed as the package's tables are."""
    command = ["sgf-audit", "check", directory, "--out", out, "--quiet", "--raw-cells", "--isolated", "--fail-on", "never"]
    subprocess.run(command, check=True)
    return [pathlib.Path(out, name) for name in ("games.csv", "findings.csv")]


def assert_same(table, path):
    """Holds a table against a CSV file, row for row."""
    table = pyarrow.table(table)
    options = pyarrow.csv.ConvertOptions(
        column_types={field.name: field.type for field in table.schema},
        strings_can_be_null=True,
        null_values=[""],
        quoted_strings_can_be_null=True,
    )
    parse = pyarrow.csv.ParseOptions(newlines_in_values=True)
    written = pyarrow.csv.read_csv(path, parse_options=parse, convert_options=options)
    assert written.column_names == table.column_names
    assert written.num_rows == table.num_rows
    for name in table.column_names:
        assert written[name].to_pylist() == table[name].to_pylist(), name


def test_the_wheel_brings_the_licences_of_what_it_contains():
    files = {path.name: path.read_text(encoding="utf-8") for path in importlib.metadata.files("sgf-audit") if "licenses" in path.parts}
    assert {"LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY-LICENSES.txt"} <= files.keys()
    for part in ("- pyo3 0.", "- arrow-array ", "- clap ", "- sgf-audit-python ", "Permission is hereby granted", "Apache License"):
        assert part in files["THIRD-PARTY-LICENSES.txt"], part
    about = importlib.metadata.metadata("sgf-audit")
    assert about["Author"] and about["License-Expression"] and len(about.get_all("Project-URL")) == 3


@pytest.mark.parametrize("directory", [CORPUS, os.environ.get("SGF_AUDIT_RECORDS")])
def test_the_tables_are_those_of_the_command(directory, tmp_path, monkeypatch):
    if directory is None:
        pytest.skip("SGF_AUDIT_RECORDS names no records")
    monkeypatch.chdir(ROOT)
    games, findings = command_tables(directory, str(tmp_path))
    result = sgf_audit.audit(directory)
    assert len(result.games) > 0 and len(result.findings) > 0
    assert_same(result.games, games)
    assert_same(result.findings, findings)


def test_data_frames_take_the_tables():
    games = sgf_audit.audit([("a.sgf", RECORD)]).games
    assert pyarrow.table(games)["ruleset"].to_pylist() == ["aga"]
    assert polars.DataFrame(games)["moves"].to_list() == [2]
    assert games.to_pandas()["clean"].tolist() == [False]
    assert isinstance(games.to_pandas(), pandas.DataFrame)
    assert duckdb.sql("select ruleset, komi from games").fetchall()[0][0] == "aga"


def test_bytes_have_the_name_of_standard_input():
    assert sgf_audit.audit(RECORD).games.to_pylist()[0]["path"] == "-"
    assert sgf_audit.audit(memoryview(RECORD)).files == 1


def test_iterables_are_taken_one_by_one():
    records = ((f"{number}.sgf", RECORD) for number in range(1000))
    paths = [game["path"] for game in sgf_audit.audit(records).games.to_pylist()]
    assert paths == [f"{number}.sgf" for number in range(1000)]
    assert sgf_audit.audit(iter([])).files == 0


def test_a_stream_has_the_same_rows():
    records = [(f"{number}.sgf", RECORD) for number in range(20000)]
    batches = list(sgf_audit.stream(records))
    assert len(batches) > 1
    rows = [row for batch in batches for row in batch.to_pylist()]
    assert rows == sgf_audit.audit(records).games.to_pylist()
    assert pyarrow.RecordBatchReader.from_stream(sgf_audit.stream(records)).read_all().num_rows == 20000


def test_errors_say_what_is_wrong(tmp_path):
    with pytest.raises(FileNotFoundError) as missing:
        sgf_audit.audit(str(tmp_path / "none.sgf"))
    assert missing.value.filename == str(tmp_path / "none.sgf")
    with pytest.raises(ValueError, match="did you mean aga"):
        sgf_audit.audit(RECORD, rules="agaa")
    with pytest.raises(TypeError, match="audit.. got an unexpected keyword argument 'max_finding'; did you mean 'max_findings'"):
        sgf_audit.audit(RECORD, max_finding=3)
    with pytest.raises(ValueError, match="estimate must be True or False, not 'no'"):
        sgf_audit.audit(RECORD, estimate="no")
    for work in (lambda **options: sgf_audit.convert(RECORD, "jsonl", **options), lambda **options: sgf_audit.score(RECORD, **options)):
        with pytest.raises(TypeError, match="engine_gtp"):
            work(engine_gtp="gnugo --mode gtp")
    with pytest.raises(TypeError, match="not a path"):
        sgf_audit.audit([1])
    with pytest.raises(sgf_audit.Error, match="no records"):
        sgf_audit.audit(tmp_path)


@pytest.mark.parametrize("wrong", [7, True, 1.5, None])
def test_a_number_is_no_path_and_its_descriptor_stays_open(wrong, tmp_path):
    functions = {
        "audit": sgf_audit.audit, "stream": sgf_audit.stream, "positions": sgf_audit.positions, "score": sgf_audit.score,
        "fix": sgf_audit.fix, "convert": lambda source: sgf_audit.convert(source, "sgf"), "event": sgf_audit.event,
        "select": lambda source: next(sgf_audit.select(source)), "duplicates": lambda source: next(sgf_audit.duplicates(source)),
        "convert_all": lambda source: sgf_audit.convert_all(source, "sgf", tmp_path),
        "out": lambda out: sgf_audit.convert_all(RECORD, "sgf", out),
    }
    for name, function in functions.items():
        # A descriptor of this number, which must survive.
        before = os.dup2(os.open(os.devnull, os.O_RDONLY), wrong) if isinstance(wrong, int) and wrong > 2 else 1
        with pytest.raises(TypeError):
            function(wrong)
        os.fstat(before), name


def test_an_error_of_the_callers_ends_the_run():
    def records():
        yield "a.sgf", RECORD
        raise KeyError("the caller's")

    with pytest.raises(KeyError):
        sgf_audit.audit(records())


def test_progress_adds_up():
    files = []
    sgf_audit.audit([(f"{number}.sgf", RECORD) for number in range(100)], progress=files.append)
    assert sum(files) == 100


def test_control_c_ends_a_run():
    script = (
        "import sgf_audit, itertools\n"
        "print('begun', flush=True)\n"
        f"sgf_audit.audit((f'{{n}}.sgf', {RECORD!r}) for n in itertools.count())\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert b"KeyboardInterrupt" in errors


@pytest.mark.parametrize("call", ["fix(games)", "convert(games, 'jsonl', lossy=True)"])
def test_control_c_ends_work_on_a_long_collection(call):
    script = (
        "import sgf_audit, time\n"
        f"games = {RECORD!r} * 100_000\n"
        "print('begun', flush=True)\n"
        "begun = time.monotonic()\n"
        f"try: sgf_audit.{call}\n"
        "except KeyboardInterrupt: print('ended')\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        time.sleep(0.3)
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
    assert output == b"ended\n"
    assert time.monotonic() - begun < 2


@pytest.mark.skipif(sys.platform != "linux", reason="the peak is read from /proc")
def test_a_stream_takes_little_memory():
    script = (
        "import re, sgf_audit\n"
        f"records = ((f'{{n}}.sgf', {RECORD!r}) for n in range(100_000))\n"
        "rows = sum(len(batch) for batch in sgf_audit.stream(records, estimate=False))\n"
        "status = open('/proc/self/status').read()\n"
        "print(rows, re.search(r'VmHWM:\\s+(\\d+)', status).group(1))\n"
    )
    rows, kilobytes = map(int, subprocess.check_output([sys.executable, "-c", script]).split())
    assert rows == 100_000
    assert kilobytes < 300_000


def test_the_command_has_its_exit_status():
    checked = subprocess.run(["sgf-audit", "check", "--isolated", "-"], input=RECORD, capture_output=True)
    assert checked.returncode == 1 and b"occupied-point" in checked.stdout
    assert subprocess.run(["sgf-audit", "fix"], capture_output=True).returncode == 2
    assert subprocess.run(["sgf-audit", "--version"], capture_output=True).returncode == 0


def test_tables_are_what_researchers_expect():
    games = sgf_audit.audit([("a.sgf", RECORD), ("b.sgf", RECORD)]).games
    assert games.columns[:2] == ["path", "game"] and games.shape == (2, len(games.columns))
    assert games["path"].to_pylist() == ["a.sgf", "b.sgf"]
    assert games.head(1).to_pylist() == games.to_pylist()[:1]
    with pytest.raises(KeyError):
        games["no_such_column"]
    assert "<td>a.sgf</td>" in games._repr_html_()
    for copy_of in (copy.copy, copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))):
        again = copy_of(games)
        assert again.to_pylist() == games.to_pylist() and again.fields == games.fields
        assert pyarrow.table(again) == pyarrow.table(games)
    frame = games.to_pandas()
    assert {str(frame[name].dtype) for name in ("moves", "main_time", "clean")} == {"Int64", "boolean"}
    assert re.fullmatch(r"\d+\.\d+\.\d+", sgf_audit.__version__)


def test_a_count_has_numbers():
    board = b"(;SZ[5]KM[0.5]RU[Chinese]AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce];B[];W[])"
    counted = sgf_audit.score(board)
    assert (counted.result, counted.komi, counted.margin) == ("W+5.5", 0.5, 5.5)
    assert (counted.area, counted.territory, counted.dead) == ((10, 15), (5, 10), [])
    assert counted.board[0] == [None, "B", "W", None, None] and counted.owner[4] == ["B", "B", "W", "W", "W"]
    assert counted._repr_svg_() == counted.svg


def test_collections(tmp_path):
    moves = "".join(f";{'BW'[n % 2]}[{chr(97 + n % 9)}{chr(97 + n // 9)}]" for n in range(40))
    out, records = tmp_path / "games.jsonl", tmp_path / "in"
    records.mkdir()
    (records / "a.sgf").write_text(f"(;SZ[9]PB[Ann]RE[B+R]{moves})")
    (records / "b.sgf").write_text(f"(;SZ[9]PB[Ann]RE[W+R]{moves})")
    selected = list(sgf_audit.select(records, where="moves > 30", unique=True, estimate=False))
    assert [game["winner"] for game in selected] == ["B"]
    found = list(sgf_audit.duplicates(records))
    assert [row["relation"] for row in found] == ["first", "same"]
    sgf_audit.convert_all(records, "jsonl", out, estimate=False)
    assert len(out.read_text().splitlines()) == 2
    assert sgf_audit.event(records)
    with pytest.raises(FileNotFoundError):
        list(sgf_audit.select(records / "none"))
    with pytest.raises(ValueError, match="did you mean moves"):
        sgf_audit.select(records, where="movs > 30")
    for wrong in (
        lambda: sgf_audit.duplicates(records, min_moves=-1), lambda: sgf_audit.duplicates(records, min_moves="many"),
        lambda: sgf_audit.audit(records, max_findings=-1), lambda: sgf_audit.convert(RECORD, "sgf", max_bytes="much"),
        lambda: sgf_audit.convert_all(records, "sgf", tmp_path / "new", max_members="x"),
    ):
        with pytest.raises(ValueError, match="'?(min_moves|max_findings|max_bytes|max_members)'?") as refused:
            wrong()
        assert "--" not in str(refused.value)
    with pytest.raises(TypeError, match="unexpected keyword argument 'wher'"):
        sgf_audit.select(records, wher="moves > 30")
    rulesets = sgf_audit.audit([("a.sgf", RECORD)], rulesets=True).rulesets
    assert rulesets.columns[2] == "ruleset"


def test_records_in_memory_have_their_callers_names(tmp_path):
    moves = "".join(f";{'BW'[n % 2]}[{chr(97 + n % 9)}{chr(97 + n // 9)}]" for n in range(40))
    records = {key: f"(;SZ[9]PB[{key[-1]}]RE[B+R]{moves})".encode() for key in ("42", "a/b", "c.sgf", "\u68cb")}
    records["bad"] = b"no record"
    games = sorted(set(records) - {"bad"})
    assert sorted(game["path"] for game in sgf_audit.select(records.items(), where="moves > 30")) == games
    # Buffers, and one record alone.
    parts = [(key, memoryview(data)) for key, data in records.items()]
    found = list(sgf_audit.duplicates(iter(parts)))
    assert sorted(row["path"] for row in found) == games
    assert {row["relation"] for row in found} == {"first", "same"}
    assert [game["path"] for game in sgf_audit.select(records["42"])] == ["-"]
    for name in ("games.jsonl", "games"):
        with pytest.warns(UserWarning, match="bad"):
            sgf_audit.convert_all(records.items(), "jsonl" if name.endswith("l") else "sgf", tmp_path / name, estimate=False)
    lines = (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()
    assert sorted(json.loads(line)["path"] for line in lines) == games
    assert len([path for path in (tmp_path / "games").rglob("*") if path.is_file()]) == 4
    # Many take more than a pipe holds.
    many = ((str(number), records["42"] + b" " * 500) for number in range(5000))
    assert len(list(sgf_audit.select(many, threads=1))) == 5000


def test_a_source_in_memory_that_fails_ends_the_command(tmp_path):
    def broken():
        yield "a.sgf", GAME.format("Ann").encode()
        raise KeyError("lost")

    out = tmp_path / "games.jsonl"
    with pytest.raises(KeyError, match="lost"):
        sgf_audit.convert_all(broken(), "jsonl", out)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ValueError, match="two records have the name 'a'"):
        list(sgf_audit.duplicates([("a", RECORD), ("a", RECORD)]))
    with pytest.raises(TypeError, match="not a pair"):
        list(sgf_audit.select([("a", RECORD), "b.sgf"]))
    with pytest.raises(sgf_audit.Error, match="no records"):
        list(sgf_audit.select([]))


GAME = "(;GM[1]SZ[9]RE[B+R]PB[{}];B[ee];W[cc])"


@pytest.fixture
def folder(tmp_path):
    """A folder with a good record and one with damaged bytes in a name, beside a file without a record's name."""
    records = tmp_path / "in"
    records.mkdir()
    (records / "good.sgf").write_text(GAME.format("Ann"))
    (records / "bytes.sgf").write_bytes(GAME.format("A@n").encode().replace(b"@", b"\xff\xfe"))
    (records / "c.sgf.bak").write_text(GAME.format("Bob"))
    return records


def test_a_warning_names_what_is_refused_and_not_read(folder, tmp_path):
    out = tmp_path / "games.jsonl"
    with pytest.warns(UserWarning, match="(?s)bytes.sgf.*not read, by their names.*c.sgf.bak") as said:
        sgf_audit.convert_all(folder, "jsonl", out, estimate=False)
    assert len(said) == 1 and len(out.read_text().splitlines()) == 1
    for run in (sgf_audit.select, sgf_audit.duplicates):
        with pytest.warns(UserWarning, match="c.sgf.bak"):
            list(run(folder))
    # Numbers of what a condition leaves out are no warning.
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert list(sgf_audit.select(folder / "good.sgf", where="moves > 100")) == []
        sgf_audit.convert_all(folder / "good.sgf", "csv", tmp_path / "moves.csv")
    # Nor are those of many files a long one.
    for number in range(50):
        (folder / f"{number}.sgf").write_bytes((folder / "bytes.sgf").read_bytes())
    with pytest.warns(UserWarning, match="more like these") as said:
        sgf_audit.convert_all(folder, "jsonl", tmp_path / "most.jsonl")
    assert len(str(said[0].message).splitlines()) < 30


def test_a_warning_names_what_git_ignores(folder):
    subprocess.run(["git", "init", "-q", folder], check=True)
    (folder / ".gitignore").write_text("bytes.sgf\n")
    for run in (sgf_audit.select, sgf_audit.duplicates):
        with pytest.warns(UserWarning, match="git ignores them.*bytes.sgf"):
            list(run(folder))


def test_nothing_but_refused_records_is_an_error(folder, tmp_path):
    for name, to in (("games.jsonl", "jsonl"), ("games.jsonl.gz", "jsonl"), ("games", "sgf")):
        with pytest.raises(sgf_audit.Error, match="bytes.sgf"):
            sgf_audit.convert_all(folder / "bytes.sgf", to, tmp_path / name)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in"]


def processes(word):
    """Returns the processes whose arguments have a word."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if word.encode() in path.read_bytes() and path.parent.name != str(os.getpid()):
                found.append(path.parent.name)
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_a_command_ends_with_its_caller(tmp_path, end):
    # A record that is never written keeps the command waiting.
    fifo, out = tmp_path / "wait.sgf", tmp_path / "games.jsonl"
    os.mkfifo(fifo)
    (tmp_path / "a.sgf").write_text(GAME.format("Ann"))
    script = f"import sgf_audit\nsgf_audit.convert_all([{str(tmp_path / 'a.sgf')!r}, {str(fifo)!r}], 'jsonl', {str(out)!r})"
    with subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.PIPE) as process:
        deadline = time.monotonic() + 30
        while len(processes(str(fifo))) < 2 or not list(tmp_path.glob(".sgf-audit-*")):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        process.send_signal(end)
        process.wait(timeout=30)
        # An interrupted call returns once nothing of it is left.
        deadline = time.monotonic() + (0 if end == signal.SIGINT else 10)
        while processes(str(fifo)) and time.monotonic() < deadline:
            time.sleep(0.05)
    assert processes(str(fifo)) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.sgf", "wait.sgf"]
