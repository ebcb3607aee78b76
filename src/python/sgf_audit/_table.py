"""A table in memory."""

import html
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Literal, Protocol, Tuple, TypedDict

if TYPE_CHECKING:
    from . import _native

#: The tables that a run can make.
TableName = Literal["games", "findings", "moves", "setup", "points", "rulesets"]


class Column(TypedDict):
    """What a column holds."""

    name: str
    """Its name, which never changes."""
    type: Literal["string", "integer", "number", "boolean"]
    """The type of its values, in the terms of Data Package v2."""
    unit: str
    """The unit of a number; empty where it has none."""
    description: str
    """What the values mean."""
    required: bool
    """Whether every row has a value."""


class _Rows(Protocol):
    """What a table holds its rows in."""

    def __len__(self) -> int: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...
    def columns(self) -> List[Column]: ...
    def to_pylist(self) -> List[Dict[str, Any]]: ...


class _ArrowRows:
    """Rows of pyarrow's: a part of a table, or one that was pickled."""

    def __init__(self, table: Any, columns: List[Column]) -> None:
        self._table, self._columns = table, columns

    def __len__(self) -> int:
        return int(self._table.num_rows)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._table.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self._table.schema.__arrow_c_schema__()

    def columns(self) -> List[Column]:
        return self._columns

    def to_pylist(self) -> List[Dict[str, Any]]:
        rows: List[Dict[str, Any]] = self._table.to_pylist()
        return rows


class Table:
    """A table, which data frames take without copying: `pyarrow.table(table)`, `polars.DataFrame(table)`,
    `pandas.DataFrame.from_arrow(table)`, and in DuckDB's SQL by the name of its variable. It can be pickled and copied, which
    needs pyarrow, as do `table["black"]` and `head`.

    >>> import pyarrow, sgf_audit
    >>> games = sgf_audit.audit(b"(;SZ[9]PB[Honinbo];B[ee])").games
    >>> pyarrow.table(games)["black"].to_pylist()
    ['Honinbo']
    >>> games.shape == (1, len(games.columns)), games["black"].to_pylist(), games.head(0).shape[0]
    (True, ['Honinbo'], 0)
    """

    def __init__(self, rows: "_Rows | _native.Table") -> None:
        self._rows = rows

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._rows.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self._rows.__arrow_c_schema__()

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        return f"<sgf_audit.Table: {len(self)} rows, {len(self.columns)} columns>"

    def __getitem__(self, column: str) -> Any:
        """Returns a column as an array of pyarrow's."""
        if column not in self.columns:
            raise KeyError(column)
        return self.to_arrow()[column]

    def __reduce__(self) -> Tuple[Any, ...]:
        import pyarrow

        sink = pyarrow.BufferOutputStream()
        table = self.to_arrow()
        with pyarrow.ipc.new_stream(sink, table.schema) as writer:
            writer.write_table(table)
        return _restored, (sink.getvalue().to_pybytes(), self.fields)

    def _repr_html_(self) -> str:
        def row(tag: str, values: Iterable[object]) -> str:
            cells = ("" if value is None else html.escape(str(value)) for value in values)
            return "<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in cells) + "</tr>"

        rows = "".join(row("td", shown.values()) for shown in self.head(10).to_pylist())
        more = f"<p>{len(self)} rows, {len(self.columns)} columns</p>"
        return f"<table>{row('th', self.columns)}{rows}</table>{more}"

    @property
    def columns(self) -> List[str]:
        """The names of the columns."""
        return [field["name"] for field in self.fields]

    @property
    def fields(self) -> List[Column]:
        """The columns: name, type, unit and description of each, and whether every row has a value.

        >>> import sgf_audit
        >>> games = sgf_audit.audit(b"(;SZ[9];B[ee])").games
        >>> [(column["name"], column["unit"]) for column in games.fields if column["type"] == "number"][:2]
        [('komi', 'points'), ('margin', 'points')]
        """
        return self._rows.columns()

    @property
    def shape(self) -> Tuple[int, int]:
        """The numbers of rows and columns."""
        return len(self), len(self.fields)

    def head(self, rows: int = 5) -> "Table":
        """Returns the first rows."""
        return Table(_ArrowRows(self.to_arrow().slice(0, rows), self.fields))

    def to_pylist(self) -> List[Dict[str, Any]]:
        """Returns a dictionary for each row.

        >>> import sgf_audit
        >>> games = sgf_audit.audit(b"(;SZ[9]RE[B+R];B[ee])").games
        >>> games.to_pylist()[0]["ending"]
        'resignation'
        """
        return self._rows.to_pylist()

    def to_arrow(self) -> Any:
        """Returns the table as one of pyarrow's."""
        import pyarrow

        return pyarrow.table(self)

    def to_pandas(self, types_mapper: Any = None, **options: Any) -> Any:
        """Returns the table as a data frame of pandas. It needs pyarrow, whose `Table.to_pandas` takes the options. Integers and
        truth values that may be missing have pandas' nullable types, unless `types_mapper` chooses others.

        >>> import sgf_audit
        >>> games = sgf_audit.audit(b"(;SZ[9];B[ee])").games
        >>> str(games.to_pandas()["main_time"].dtype)
        'Int64'
        """
        return self.to_arrow().to_pandas(types_mapper=types_mapper or _nullable, **options)

    def to_polars(self) -> Any:
        """Returns the table as a data frame of polars."""
        import polars

        return polars.DataFrame(self)


def _nullable(kind: Any) -> Any:
    """Returns pandas' type for one of Arrow's; None for its own choice."""
    import pandas

    types = {"int8": pandas.Int8Dtype, "int32": pandas.Int32Dtype, "int64": pandas.Int64Dtype, "bool": pandas.BooleanDtype}
    return types[str(kind)]() if str(kind) in types else None


def _restored(data: bytes, fields: List[Column]) -> Table:
    """Returns a table that was pickled."""
    import pyarrow

    with pyarrow.ipc.open_stream(data) as reader:
        return Table(_ArrowRows(reader.read_all(), fields))
