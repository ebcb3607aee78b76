"""The table of moves, beside what the command converts."""

import json
import os
import pathlib
import re
import subprocess
import sys

import duckdb
import pyarrow
import pyarrow.parquet
import pytest

import sgf_audit

ROOT = pathlib.Path(__file__).resolve().parents[2]


def converted(directory, out):
    """Yields the rows of moves and of setup that `convert --to jsonl` writes, game by game."""
    command = ["sgf-audit", "convert", directory, "--to", "jsonl", "--lossy", "--no-estimate", "--quiet", "--out", out]
    assert subprocess.run(command).returncode in (0, 1)
    with open(out, encoding="utf-8") as lines:
        for line in lines:
            game = json.loads(line)
            assert len(game["moves"]) == len(game["points"])
            key = dict(path=game["path"], game=game["game"])
            moves = []
            for number, ((color, name), point) in enumerate(zip(game["moves"], game["points"]), 1):
                x, y = point or (None, None)
                moves.append(dict(key, move=number, color=color, x=x, y=y, point=name))
            setup = [
                dict(key, after=setup["after"], color=letter, point=point, assumed=setup["assumed"])
                for setup in game["setup"]
                for letter, stones in (("B", "black"), ("W", "white"), ("E", "empty"))
                for point in setup[stones].split()
            ]
            yield moves, setup


@pytest.mark.parametrize("directory", ["corpus", os.environ.get("SGF_AUDIT_RECORDS")])
def test_the_moves_are_those_that_the_command_converts(directory, tmp_path, monkeypatch):
    if directory is None:
        pytest.skip("SGF_AUDIT_RECORDS names no records")
    monkeypatch.chdir(ROOT)
    # `convert` reads what git ignores.
    def rows(table, columns):
        batches = sgf_audit.stream(directory, table=table, estimate=False, no_gitignore=True)
        return ({column: row[column] for column in columns} for batch in batches for row in batch.to_pylist())

    moves = rows("moves", ["path", "game", "move", "color", "x", "y", "point"])
    setup = rows("setup", ["path", "game", "after", "color", "point", "assumed"])
    compared = [0, 0]
    order = lambda row: (row["after"], row["assumed"], row["color"], row["point"])
    for expected in converted(directory, str(tmp_path / "games.jsonl")):
        assert [next(moves, None) for _ in expected[0]] == expected[0]
        assert sorted((next(setup, None) for _ in expected[1]), key=order) == sorted(expected[1], key=order)
        compared = [number + len(rows) for number, rows in zip(compared, expected)]
    assert next(moves, None) is None and next(setup, None) is None
    assert compared[0] > 4000 and compared[1] > 500


def test_each_game_has_its_number_of_moves(monkeypatch):
    monkeypatch.chdir(ROOT)
    result = sgf_audit.audit("corpus", moves=True, estimate=False)
    games, moves = result.games, result.moves
    counted = duckdb.sql(
        "select games.moves, count(moves.path) from games left join moves using (path, game) group by path, game, games.moves"
    ).fetchall()
    assert len(counted) == len(games) > 400
    assert all(number == rows for number, rows in counted)
    assert len(moves) == sum(number for number, _ in counted)


def test_passes_and_values_that_name_no_point():
    record = b"(;SZ[9]AB[aa];B[bc];W[];B[zz];W[E5];B[tt];W[])"
    moves = sgf_audit.audit([("a.sgf", record)], moves=True, estimate=False).moves.to_pylist()
    got = [(move["path"], move["game"], move["move"], move["color"], move["x"], move["y"], move["point"]) for move in moves]
    assert got == [
        ("a.sgf", 1, 1, "B", 1, 2, "B7"),
        ("a.sgf", 1, 2, "W", None, None, "pass"),
        ("a.sgf", 1, 3, "B", None, None, "?zz"),
        ("a.sgf", 1, 4, "W", 4, 4, "E5"),
        ("a.sgf", 1, 5, "B", None, None, "pass"),
        ("a.sgf", 1, 6, "W", None, None, "pass"),
    ]


def test_moves_come_only_on_request(monkeypatch):
    monkeypatch.chdir(ROOT)
    without, with_moves = (sgf_audit.audit("corpus", moves=moves, estimate=False) for moves in (False, True))
    assert without.moves is None
    assert without.games.to_pylist() == with_moves.games.to_pylist()
    assert without.findings.to_pylist() == with_moves.findings.to_pylist()


def test_the_columns_are_those_of_the_documentation():
    page = (ROOT / "docs/columns.md").read_text(encoding="utf-8")
    result = sgf_audit.audit([("a.sgf", b"(;B[aa])")], moves=True, setup=True, points=True)
    for name in ("moves", "setup", "points"):
        _, section = page.split(f"\n## `{name}`")
        section = section.split("\n## ")[0]
        listed = re.findall(r"^- `(\w+)`(?: \((\w+)[^)]*\))?: ", section, re.MULTILINE)
        # `path` and `game` are described once. Text is the type that isn't named.
        documented = [("path", "string"), ("game", "integer"), *((column, kind or "string") for column, kind in listed)]
        table = getattr(result, name)
        assert [(column["name"], column["type"]) for column in table.fields] == documented
        assert sgf_audit.schema(name).names == table.columns


def test_clocks_are_as_recorded():
    record = b"(;SZ[9];B[bc]BL[59.5];W[cc]WL[30]OW[4];B[]BL[x];W[dd]BL[3])"
    moves = sgf_audit.audit(record, moves=True, estimate=False).moves.to_pylist()
    assert [(move["time_left"], move["overtime_left"]) for move in moves] == [(59.5, None), (30, 4), (None, None), (None, None)]


def test_points_of_a_counted_board():
    # A white stone in Black's half is dead, as the marks say.
    record = "(;SZ[5]KM[0]RU[Chinese]AB[ba][bb][bc][bd][be]AW[da][db][dc][dd][de][aa];B[];W[]TB[aa][ab][ac][ad][ae]TW[ea][eb][ec][ed][ee])"
    result = sgf_audit.audit(record.encode(), points=True)
    points = {row["point"]: row for row in result.points.to_pylist()}
    assert len(points) == 25
    of = lambda point: tuple(points[point][column] for column in ("stone", "status", "owner", "source"))
    assert of("A5") == ("W", "dead", "B", "marked")
    assert of("B5") == ("B", "alive", "B", "marked")
    assert of("E1") == (None, "territory", "W", "marked")
    assert of("C3") == (None, "dame", None, "marked")
    game = result.games.to_pylist()[0]
    owned = [sum(row["owner"] == color for row in points.values()) for color in "BW"]
    assert owned == [game["black_area"], game["white_area"]]


def test_tables_are_compact():
    moves = sgf_audit.audit(b"(;SZ[19]" + b";B[aa];W[bb]" * 20_000 + b")", moves=True, estimate=False).moves.to_arrow()
    assert moves.nbytes / moves.num_rows < 40


def test_the_queries_of_the_documentation(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    check = ["sgf-audit", "check", "corpus", "--no-estimate", "--quiet", "--fail-on", "never", "--out", tmp_path / "report"]
    assert subprocess.run(check).returncode == 0
    convert = ["sgf-audit", "convert", "corpus", "--to", "csv", "--lossy", "--quiet", "--out", tmp_path / "moves.csv.gz"]
    assert subprocess.run(convert).returncode in (0, 1)
    monkeypatch.chdir(tmp_path)
    database = duckdb.connect()
    found = {}
    text = (ROOT / "docs/examples/statistics.sql").read_text(encoding="utf-8")
    for query in duckdb.extract_statements(text):
        rows = database.execute(query)
        found[query.query.strip()] = len(rows.fetchall()) if rows.description else 0
    assert len(found) > 9 and sum(map(bool, found.values())) > 6, found
    page = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    (by_point,) = re.findall('duckdb.sql\\("""(select point.*?)"""', page, re.DOTALL)
    points = database.sql(by_point).fetchall()
    ((firsts,),) = database.sql('select count(*) from moves where "move" = 1').fetchall()
    assert 10 < len(points) and 10 < sum(number for _, number in points) <= firsts


def test_the_reasons_of_katagos_cleaner(monkeypatch):
    monkeypatch.chdir(ROOT)
    database = duckdb.connect()
    for table in ("games", "findings", "moves", "setup"):
        rows = sgf_audit.stream("corpus", table=table, estimate=False)
        database.sql(f"create table {table} as from rows")
    database.sql((ROOT / "docs/examples/katago.sql").read_text(encoding="utf-8"))
    reasons = dict(database.sql("select reason, count(*) from katago group by all").fetchall())
    assert len(reasons) > 12, reasons


def test_files_in_batches_have_their_moves():
    files = pyarrow.record_batch({"path": ["a.sgf", "b.sgf"], "content": [b"(;B[aa])", b"(;B[ab];W[cc])"]})
    (batch,) = sgf_audit.audit_batches([files], table="moves")
    assert batch["path"].to_pylist() == ["a.sgf", "b.sgf", "b.sgf"]
    assert batch["y"].to_pylist() == [0, 1, 2]


@pytest.mark.skipif(sys.platform != "linux", reason="the peak is read from /proc")
def test_a_stream_of_moves_takes_little_memory(tmp_path):
    """Neither many files nor one large file: of both there are many times the rows that fit."""
    game = b"(;SZ[19]" + b";B[aa];W[bb]" * 150 + b")"
    games = 20_000
    (tmp_path / "large.sgf").write_bytes(game * games)
    script = (
        "import re, sys, sgf_audit\n"
        f"records = ((f'{{n}}.sgf', {game!r}) for n in range({games}))\n"
        f"source = records if sys.argv[1] == 'files' else {str(tmp_path / 'large.sgf')!r}\n"
        "options = dict(table='moves', estimate=False, select=['not-sgf'])\n"
        "rows = sum(len(batch) for batch in sgf_audit.stream(source, **options))\n"
        "status = open('/proc/self/status').read()\n"
        "print(rows, re.search(r'VmHWM:\\s+(\\d+)', status).group(1))\n"
    )
    for source in ("files", "file"):
        rows, kilobytes = map(int, subprocess.check_output([sys.executable, "-c", script, source]).split())
        assert rows == 300 * games
        assert kilobytes < 200_000, source
