"""The tables as engines make them that distribute data. Spark and Ray are tested where they are installed."""

import pathlib
import shutil

import pyarrow
import pytest

import sgf_audit

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLES = ["games", "findings", "moves"]


@pytest.fixture(autouse=True)
def in_the_root(monkeypatch):
    monkeypatch.chdir(ROOT)


def expected(table):
    """Returns the rows of a table of the corpus, in an order of their own."""
    return ordered(getattr(sgf_audit.audit("corpus", moves=True), table))


def ordered(table):
    return sorted(pyarrow.table(table).to_pylist(), key=repr)


def corpus_paths():
    return [str(path) for path, _ in sgf_audit._native.list_files(["corpus"], "{}")]


def corpus_files():
    """Returns the files of the corpus in batches of three."""
    paths = corpus_paths()
    for start in range(0, len(paths), 3):
        some = paths[start : start + 3]
        yield pyarrow.record_batch({"path": some, "content": [pathlib.Path(path).read_bytes() for path in some]})


@pytest.mark.parametrize("table", TABLES)
def test_batches_of_files_become_batches_of_rows(table):
    batches = list(sgf_audit.audit_batches(corpus_files(), table=table))
    assert all(batch.schema == sgf_audit.schema(table) for batch in batches)
    got = ordered(pyarrow.Table.from_batches(batches, sgf_audit.schema(table)))
    assert got == ordered(getattr(sgf_audit.audit(corpus_paths(), moves=True), table))


def test_columns_can_have_other_names():
    files = pyarrow.record_batch({"name": ["a.sgf"], "bytes": [b"(;SZ[9];B[ee];W[ee])"]})
    (batch,) = sgf_audit.audit_batches([files], table="findings", path="name", content="bytes", select=["occupied-point"])
    assert batch["finding"].to_pylist() == ["occupied-point"]
    with pytest.raises(KeyError):
        list(sgf_audit.audit_batches([files]))


def test_no_batches_are_no_rows():
    assert list(sgf_audit.audit_batches([])) == []
    with pytest.raises(TypeError):
        sgf_audit.audit_batches([], rulez="aga")


@pytest.fixture(scope="module")
def spark():
    sql = pytest.importorskip("pyspark.sql")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    import sgf_audit.spark

    session = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    session.dataSource.register(sgf_audit.spark.SgfDataSource)
    yield session
    session.stop()


@pytest.mark.parametrize("table", TABLES)
def test_spark_has_the_same_rows(spark, table):
    frame = spark.read.format("sgf").option("table", table).load("corpus")
    assert ordered(frame.toArrow()) == expected(table)


def test_spark_takes_several_paths_and_options(spark):
    paths = ["corpus/games", "corpus/event"]
    frame = spark.read.format("sgf").option("rules", "japanese").option("estimate", "false").load(paths)
    assert ordered(frame.toArrow()) == ordered(sgf_audit.audit(paths, rules="japanese", estimate=False).games)


def test_spark_maps_batches(spark):
    from pyspark.sql.pandas.types import from_arrow_schema

    files = spark.read.format("binaryFile").load("corpus/games/*.sgf").select("path", "content")
    schema = from_arrow_schema(sgf_audit.schema())
    games = files.mapInArrow(lambda batches: sgf_audit.audit_batches(batches, threads=1), schema).toArrow()
    got = sorted(pathlib.Path(path).name for path in games["path"].to_pylist())
    assert got == sorted(pathlib.Path(game["path"]).name for game in sgf_audit.audit("corpus/games").games.to_pylist())


def test_ray_has_the_same_rows():
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR")

    def audited(files):
        batches = sgf_audit.audit_batches(files.to_batches(), content="bytes", threads=1)
        return pyarrow.Table.from_batches(batches, sgf_audit.schema())

    files = ray.data.read_binary_files(str(ROOT / "corpus/games"), include_paths=True)
    got = [game["game_hash"] for game in files.map_batches(audited, batch_format="pyarrow").take_all()]
    ray.shutdown()
    assert sorted(map(str, got)) == sorted(str(game["game_hash"]) for game in sgf_audit.audit("corpus/games").games.to_pylist())
