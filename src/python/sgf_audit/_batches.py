"""Record batches of files in, record batches of a table out: what engines that distribute data call."""

import json
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping

from . import _native
from ._option_types import AuditOptions
from ._options import settings
from ._table import TableName

if TYPE_CHECKING:
    from typing_extensions import Unpack


def schema(table: TableName = "games") -> Any:
    """Returns the schema of a table as one of pyarrow's, with which `audit_batches` yields it: text is text there and no
    dictionary, which engines don't take. It needs pyarrow.

    >>> schema("findings").names[0]
    'path'
    """
    import pyarrow

    return _plain(pyarrow.schema(_native.Stream([], False, "{}", [table], None)))


def _plain(schema: Any) -> Any:
    """Returns a schema with text in place of dictionaries."""
    import pyarrow

    for place, field in enumerate(schema):
        if pyarrow.types.is_dictionary(field.type):
            schema = schema.set(place, field.with_type(field.type.value_type))
    return schema


def audit_batches(
    batches: Iterable[Any],
    rules: str = "auto",
    *,
    table: TableName = "games",
    path: str = "path",
    content: str = "content",
    **options: "Unpack[AuditOptions]",
) -> Iterator[Any]:
    """Audits files that come in record batches of pyarrow's, and yields record batches of one table.

    The columns `path` and `content` have the name and the bytes of each file: a record, a collection or an archive. The options
    are those of `audit`. Spark's `mapInArrow`, Ray's `map_batches` and whatever else maps Arrow's batches can call it. A
    batch that is audited again has the same rows again.

    >>> import pyarrow
    >>> files = pyarrow.record_batch({"path": ["a.sgf"], "content": [b"(;SZ[5]KM[0];B[cc])"]})
    >>> [batch["moves"].to_pylist() for batch in audit_batches([files], estimate=False)]
    [[1]]
    """

    def files() -> Iterator[Any]:
        for batch in batches:
            names, contents = batch.column(path), batch.column(content)
            for name, data in zip(names, contents):
                yield name.as_py(), data.as_buffer()

    given = judged_by(rules, options, "audit_batches")
    return record_batches(_native.Stream(files(), False, given, [table], None))


def record_batches(run: _native.Stream) -> Iterator[Any]:
    """Yields the batches of a run over one table as pyarrow's, without dictionaries."""
    import pyarrow

    for (table,) in run:
        arrow = pyarrow.table(table)
        yield from arrow.cast(_plain(arrow.schema)).to_batches()


def judged_by(rules: str, options: Mapping[str, object], function: str) -> str:
    """Returns the options of a run, with the ruleset unless a file has it."""
    given = json.loads(settings(options, function, AuditOptions))
    return json.dumps(given if "rules-file" in given else {**given, "rules": rules})
