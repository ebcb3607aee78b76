"""The games that a run is about, and splits of them."""

import importlib.util
import os
import pathlib
import random
import re
import warnings

import pandas
import polars
import pyarrow
import pytest
from sgfmill import sgf, sgf_moves

import sgf_audit

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORDS = os.environ.get("SGF_AUDIT_RECORDS")
GAMES, COPIES = (2000, 300) if RECORDS else (200, 30)


def written(moves):
    points = ("" if move is None else "abcdefghijklmnopqrs"[move[1]] + "abcdefghijklmnopqrs"[18 - move[0]] for _, move in moves)
    return "(;SZ[19]KM[0]RE[B+R]" + "".join(f";{color.upper()}[{point}]" for (color, _), point in zip(moves, points)) + ")"


def played(rng):
    """Returns the moves of games: of records, or at random."""
    if RECORDS is None:
        points = [(row, column) for row in range(19) for column in range(19)]
        return [[("bw"[at % 2], point) for at, point in enumerate(rng.sample(points, rng.randint(100, 200)))] for _ in range(GAMES)]
    games = []
    for path in rng.sample(sorted(pathlib.Path(RECORDS).rglob("*.sgf")), 3 * GAMES):
        try:
            board, moves = sgf_moves.get_setup_and_moves(sgf.Sgf_game.from_bytes(path.read_bytes()))
        except ValueError:
            continue
        if board.side == 19 and board.is_empty() and len(moves) >= 100:
            games.append(moves)
    return games[:GAMES]


def turned(moves, rng):
    return [(color, move and (move[1], 18 - move[0])) for color, move in moves]


def cut(moves, rng):
    return moves[: len(moves) * 2 // 3]


def changed(moves, rng):
    moves = list(moves)
    used = {move for _, move in moves}
    free = [(row, column) for row in range(19) for column in range(19) if (row, column) not in used]
    for at, point in zip(rng.sample(range(len(moves)), 10), rng.sample(free, 10)):
        moves[at] = moves[at][0], point
    return moves


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Returns a folder of games, of which the first have a copy each, and files that aren't records."""
    rng = random.Random(1)
    folder = tmp_path_factory.mktemp("games") / "records"
    folder.mkdir()
    games = played(rng)
    assert len(games) == GAMES
    for number, moves in enumerate(games):
        (folder / f"{number}.sgf").write_text(written(moves))
        if number < COPIES:
            change = (turned, cut, changed)[number % 3]
            (folder / f"{number}-{change.__name__}.sgf").write_text(written(change(moves, rng)))
    (folder / "broken.sgf").write_text("(;SZ[19];B[aa];W[aa")
    (folder / "notes.sgf").write_text("not a record")
    return folder


def number(row):
    """Returns the number of the game that a record is of."""
    return re.split(r"[-.]", pathlib.Path(row["path"]).name)[0]


def parts_of(folder, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return sgf_audit.split(sgf_audit.duplicates(folder, groups=True, **options), seed=1)


def test_a_game_and_its_copies_are_in_one_part(folder):
    parts = parts_of(folder)
    part_of = {}
    for name, rows in parts.items():
        for row in rows:
            assert part_of.setdefault(number(row), name) == name, row
    assert len(part_of) == GAMES + 1
    assert 0.7 * GAMES < len(parts["train"]) < 0.9 * (GAMES + COPIES) and min(map(len, parts.values())) > 0
    files = sorted(folder.iterdir())
    random.Random(2).shuffle(files)
    shuffled = parts_of(files, threads=3)
    key = lambda row: (row["path"], row["game"])
    assert {name: sorted(rows, key=key) for name, rows in shuffled.items()} == {name: sorted(rows, key=key) for name, rows in parts.items()}
    assert parts_of(folder) == parts and sgf_audit.split(sum(parts.values(), []), seed=2) != parts


def test_the_check_of_the_example_finds_a_split_without_groups(folder, capsys):
    spec = importlib.util.spec_from_file_location("training_set", ROOT / "docs/examples/training_set.py")
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    parts = parts_of(folder)
    assert example.check_apart(parts, folder) == 0
    rows = sum(parts.values(), [])
    random.Random(3).shuffle(rows)
    by_game = {"train": rows[: len(rows) // 2], "test": rows[len(rows) // 2 :]}
    assert COPIES / 4 < example.check_apart(by_game, folder) < COPIES


def test_the_page_goes_from_a_folder_to_three_sets(folder, monkeypatch):
    page = (ROOT / "docs/python.md").read_text()
    (code,) = re.findall(r"## From a folder to three sets.*?```python\n(.*?)```", page, re.S)
    assert code.count("\n") <= 25
    monkeypatch.chdir(folder.parent)
    names = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(code, names)
    assert [len(arrays["move"]) > 0 for arrays in names["arrays"].values()] == [True] * 3
    for arrays in names["arrays"].values():
        assert len(arrays["group"]) == len(arrays["black"])


ONE = b"(;SZ[9]PB[Ann]RE[B+R];B[ee];W[cc])(;SZ[9]PB[Ben]RE[W+R];B[ee];W[cc];B[gg])"
TWO = b"(;SZ[9]PB[Cho]RE[B+R];B[ef];W[cc];B[gg];W[cg])"


def test_all_functions_take_the_same_selection(tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "one.sgf").write_bytes(ONE)
    (folder / "two.sgf").write_bytes(TWO)
    chosen = [(str(folder / "one.sgf"), 2), (str(folder / "two.sgf"), 1)]
    in_memory = [("one.sgf", ONE), ("two.sgf", TWO)]
    frame = {"path": [path for path, _ in chosen], "game": [game for _, game in chosen]}
    rows = [dict(zip(frame, row)) for row in chosen]
    sources = [chosen, iter(chosen), rows, iter(rows), pandas.DataFrame(frame), polars.DataFrame(frame), pyarrow.table(frame), sgf_audit.audit(chosen).games]
    options = [{}] * len(sources) + [{"where": "moves >= 3"}] * 3
    sources += [folder, in_memory, iter(in_memory)]
    for place, (source, given) in enumerate(zip(sources, options)):
        def again():
            return iter(list(source_rows)) if source_rows is not None else source
        source_rows = list(source) if hasattr(source, "__next__") else None
        table = sgf_audit.audit(again(), **given)
        assert sorted(row["black"] for row in table.games.to_pylist()) == ["Ben", "Cho"], place
        assert table.left_out == ({"condition": 1} if given else {})
        assert sum(len(batch) for batch in sgf_audit.stream(again(), **given)) == 2
        found = sgf_audit.positions(again(), size=9, **given)
        assert sum(len(batch.game) for batch in found) == 7, place
        assert found.left_out == ({"condition": 1} if given else {})
        assert sorted(row["black"] for row in sgf_audit.select(again(), **given)) == ["Ben", "Cho"]
        out = tmp_path / f"{place}.jsonl"
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            sgf_audit.convert_all(again(), "jsonl", out, **given)
        assert out.read_text().count("\n") == 2, place
        assert any("condition 1" in str(warning.message) for warning in said) == bool(given)
    assert len(sgf_audit.audit(folder, unique=True, near=True).games) == 3
    with pytest.raises(TypeError, match="not a row"):
        sgf_audit.audit([chosen[0], folder])


def test_the_near_copy_with_fewer_moves_goes():
    moves = [("bw"[at % 2], (at % 19, at // 19)) for at in range(80)]
    whole, short = written(moves), written(changed(moves, random.Random(1))[:70])
    found = sgf_audit.audit([("short.sgf", short.encode()), ("whole.sgf", whole.encode())], near=True, estimate=False)
    assert [row["path"] for row in found.games.to_pylist()] == ["whole.sgf"] and found.left_out == {"near": 1}


def test_groups_come_with_the_positions():
    with pytest.raises(ValueError, match="no group"):
        sgf_audit.split([("a.sgf", 1)])
    for shares in ({"a": 0.5}, {"a": 1.5, "b": -0.5}, {}):
        with pytest.raises(ValueError, match="shares"):
            sgf_audit.split([], shares)


def test_conditions_are_those_of_sql():
    """A condition selects what SQL selects by the same words, whatever has no value."""
    duckdb = pytest.importorskip("duckdb")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        games = pyarrow.table(sgf_audit.audit(ROOT / "corpus", estimate=False).games)
    numbers = ["margin", "main_time", "black_area", "white_area", "moves", "komi", "handicap"]
    texts = ["black", "winner", "date_iso", "ruleset", "cause", "server"]
    rng = random.Random(1)

    def term(depth):
        if depth > 0 and rng.random() < 0.6:
            one, other = term(depth - 1), term(depth - 1)
            kind = rng.choice(["&&", "||", "!"])
            if kind == "!":
                return f"!({one[0]})", f"NOT ({one[1]})"
            return f"({one[0]}) {kind} ({other[0]})", f"({one[1]}) {'AND' if kind == '&&' else 'OR'} ({other[1]})"
        operator = rng.choice(["==", "!=", "<", "<=", ">", ">="])
        if rng.random() < 0.5:
            one, other = rng.choice(numbers), rng.choice([*numbers, "0", "6.5", "100"])
            return f"{one} {operator} {other}", f"{one} {operator.replace('==', '=')} {other}"
        one = rng.choice(texts)
        if rng.random() < 0.3:
            return f'{one} in ["B", "japanese"]', f"{one} IN ('B', 'japanese')"
        if rng.random() < 0.3:
            return rng.choice([(f"{one} == null", f"{one} IS NULL"), (f"{one} != null", f"{one} IS NOT NULL")])
        other = rng.choice([*texts, "B"])
        quoted = (f'"{other}"', f"'{other}'") if other == "B" else (other, other)
        return f"{one} {operator} {quoted[0]}", f"{one} {operator.replace('==', '=')} {quoted[1]}"

    for _ in range(40):
        condition, sql = term(3)
        expected = duckdb.sql(f"select path, game from games where {sql}").fetchall()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = [(row["path"], row["game"]) for row in sgf_audit.select(ROOT / "corpus", where=condition, estimate=False)]
        assert sorted(found) == sorted(expected), condition
