"""Rows of a long table, made one after another: very many at once would halt the program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

import numpy as np
from numpy.typing import NDArray


class ColumnRows(Sequence[list[object]]):
    """Rows out of columns of one length, after cells that are the same in each row."""

    def __init__(self, same: Sequence[object], *columns: NDArray[np.float64]) -> None:
        self._same, self._columns = list(same), columns

    def __len__(self) -> int:
        return len(self._columns[0])

    @overload
    def __getitem__(self, place: int) -> list[object]: ...

    @overload
    def __getitem__(self, place: slice) -> list[list[object]]: ...

    def __getitem__(self, place: int | slice) -> list[object] | list[list[object]]:
        if isinstance(place, slice):
            return [self[i] for i in range(*place.indices(len(self)))]
        return [*self._same, *(_cell(column[place]) for column in self._columns)]


class Chained(Sequence[Sequence[object]]):
    """Tables below one another."""

    def __init__(self, tables: Sequence[Sequence[Sequence[object]]]) -> None:
        self._tables = tables

    def __len__(self) -> int:
        return sum(map(len, self._tables))

    @overload
    def __getitem__(self, place: int) -> Sequence[object]: ...

    @overload
    def __getitem__(self, place: slice) -> list[Sequence[object]]: ...

    def __getitem__(self, place: int | slice) -> Sequence[object] | list[Sequence[object]]:
        if isinstance(place, slice):
            return [self[i] for i in range(*place.indices(len(self)))]
        for table in self._tables:
            if place < len(table):
                return table[place]
            place -= len(table)
        raise IndexError(place)

    def __iter__(self) -> Iterator[Sequence[object]]:
        for table in self._tables:
            yield from table


def _cell(value: np.float64) -> float | None:
    """A number, or nothing where there is none."""
    return None if np.isnan(value) else float(value)
