"""What a table's columns hold: the types alone, light enough for the window."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ColumnMapping:
    """The column of each part of an article, by name; None where the table has none.

    The others are for data sets and not read when articles are classified. section: the house's
    label. date: when it appeared. split: on which side of the set it is ("train", "fold 2").
    section_name: the section as people read it, where `section` is a code.
    """

    title: str | None = None
    body: str | None = None
    cover: str | None = None
    language: str | None = None
    section: str | None = None
    date: str | None = None
    split: str | None = None
    section_name: str | None = None


@dataclass(frozen=True, slots=True)
class TablePreview:
    """The first rows of a table and what is thought of its columns.

    name: the file's name.
    mapping: the guess.
    renamed: (old, new) names of columns that were called alike.
    encoding: of a text file, for people; "" where the format settles it.
    certain: False where the encoding is a guess.
    """

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    mapping: ColumnMapping
    renamed: tuple[tuple[str, str], ...] = ()
    encoding: str = ""
    certain: bool = True
