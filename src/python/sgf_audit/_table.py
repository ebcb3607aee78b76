"""A table in memory."""

from typing import Any, Dict, List


class Table:
    """A table, which data frames take without copying: `pyarrow.table(table)`, `polars.DataFrame(table)`,
    `pandas.DataFrame.from_arrow(table)`, and in DuckDB's SQL by the name of its variable.
    """

    def __init__(self, native: Any) -> None:
        self._native = native

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._native.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> Any:
        return self._native.__arrow_c_schema__()

    def __len__(self) -> int:
        return len(self._native)

    def __repr__(self) -> str:
        return f"<sgf_audit.Table: {len(self)} rows, {len(self.columns)} columns>"

    @property
    def columns(self) -> List[Dict[str, Any]]:
        """The columns: name, type, unit and description of each, and whether every row has a value."""
        return self._native.columns()

    def to_pylist(self) -> List[Dict[str, Any]]:
        """Returns a dictionary for each row."""
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
