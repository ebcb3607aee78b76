"""A table in memory."""

from typing import Any, Dict, List, Literal, TypedDict

from . import _native

#: The tables that a run can make.
TableName = Literal["games", "findings", "moves"]


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


class Table:
    """A table, which data frames take without copying: `pyarrow.table(table)`, `polars.DataFrame(table)`,
    `pandas.DataFrame.from_arrow(table)`, and in DuckDB's SQL by the name of its variable.

    >>> import pyarrow, sgf_audit
    >>> games = sgf_audit.audit(b"(;SZ[9]PB[Honinbo];B[ee])").games
    >>> pyarrow.table(games)["black"].to_pylist()
    ['Honinbo']
    """

    def __init__(self, native: _native.Table) -> None:
        self._native = native

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._native.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self._native.__arrow_c_schema__()

    def __len__(self) -> int:
        return len(self._native)

    def __repr__(self) -> str:
        return f"<sgf_audit.Table: {len(self)} rows, {len(self.columns)} columns>"

    @property
    def columns(self) -> List[Column]:
        """The columns: name, type, unit and description of each, and whether every row has a value.

        >>> import sgf_audit
        >>> games = sgf_audit.audit(b"(;SZ[9];B[ee])").games
        >>> [(column["name"], column["unit"]) for column in games.columns if column["type"] == "number"][:2]
        [('komi', 'points'), ('margin', 'points')]
        """
        return self._native.columns()

    def to_pylist(self) -> List[Dict[str, Any]]:
        """Returns a dictionary for each row.

        >>> import sgf_audit
        >>> games = sgf_audit.audit(b"(;SZ[9]RE[B+R];B[ee])").games
        >>> games.to_pylist()[0]["ending"]
        'resignation'
        """
        return self._native.to_pylist()

    def to_arrow(self) -> Any:
        """Returns the table as one of pyarrow's."""
        import pyarrow

        return pyarrow.table(self)

    def to_pandas(self) -> Any:
        """Returns the table as a data frame of pandas. It needs pyarrow."""
        return self.to_arrow().to_pandas()

    def to_polars(self) -> Any:
        """Returns the table as a data frame of polars."""
        import polars

        return polars.DataFrame(self)
