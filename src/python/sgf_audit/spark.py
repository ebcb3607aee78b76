"""Records as a data source of Spark 4.

    spark.dataSource.register(sgf_audit.spark.SgfDataSource)
    games = spark.read.format("sgf").option("rules", "aga").load("records/")

The option `table` is `games`, as by default, or another table of `sgf_audit.stream`. The others are those of `sgf_audit.audit`, as text: `option("estimate", "false")`,
`option("select", "legality")`. Every worker has to see the paths, and PYSPARK_PYTHON has to name a Python that has this package.

A partition is a large file or an archive, or a slice of the listing of the others, so that a file is audited as a whole by one task.
Reading changes nothing, so a task that failed can be run again: Spark keeps the rows of one attempt.
"""

import json
import os
from typing import Any, Dict, Iterator, List, NamedTuple, Sequence

from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType

from . import _native
from ._batches import record_batches, schema as arrow_schema
from ._option_types import AuditOptions
from ._options import settings

#: A partition has at least this number of bytes: some thousand games, which take seconds.
PARTITION_BYTES = 2 << 20

#: There are at most some more partitions than this, since each costs the driver something.
PARTITIONS = 10_000


class _SparkOptions(AuditOptions, total=False):
    """The options of the data source."""

    rules: str


class _Partition(InputPartition):
    """The files of a task, as they are named in the table."""

    def __init__(self, paths: List[str]) -> None:
        self.paths = paths


class _Request(NamedTuple):
    """What is read."""

    paths: List[str]
    table: str
    settings: str


def _request(options: Dict[str, str]) -> _Request:
    """Takes the options of a data source. Spark hands over several paths as JSON."""
    values = {"true": True, "false": False}
    given = {name.lower(): values.get(value.lower(), value) for name, value in options.items()}
    paths = json.loads(given.pop("paths", "[]"))
    if "path" in given:
        paths.append(given.pop("path"))
    if not paths:
        raise ValueError("no path: load(PATH) names a file, a directory or an archive")
    for path in paths:
        # A path that is misspelt is no empty table.
        os.lstat(path)
    table = given.pop("table", "games")
    if "rules_file" not in given:
        given.setdefault("rules", "auto")
    # A worker has as many tasks as it has cores.
    given.setdefault("threads", "1")
    return _Request(paths, table, settings(given, "option", _SparkOptions))


class SgfDataSource(DataSource):
    """The data source "sgf"."""

    @classmethod
    def name(cls) -> str:
        return "sgf"

    def schema(self) -> StructType:
        return from_arrow_schema(arrow_schema(_request(dict(self.options)).table))

    def reader(self, schema: StructType) -> DataSourceReader:
        return _Reader(_request(dict(self.options)))


class _Reader(DataSourceReader):
    def __init__(self, request: _Request) -> None:
        self.request = request

    def partitions(self) -> Sequence[InputPartition]:
        """Divides the listing. Of the files of a directory that the driver sees, none is left out and none read twice."""
        files = _native.list_files(self.request.paths, self.request.settings)
        target = max(PARTITION_BYTES, sum(size for _, size in files) // PARTITIONS)
        slices: List[List[str]] = [[]]
        room = target
        for path, size in files:
            if room <= 0 or (slices[-1] and size >= target):
                slices.append([])
                room = target
            slices[-1].append(str(path))
            room -= size
        return [_Partition(paths) for paths in slices]

    def read(self, partition: InputPartition) -> Iterator[Any]:
        run = _native.Stream(iter(partition.paths), True, self.request.settings, [self.request.table], None)
        return record_batches(run)
