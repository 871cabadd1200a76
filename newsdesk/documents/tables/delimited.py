"""CSV and its kin: the delimiter, the quoting and the header are found out, rows are streamed."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from newsdesk.core.errors import DocumentError, Problem
from newsdesk.documents.encoding import CHUNK, Choice, choose
from newsdesk.documents.source import empty
from newsdesk.documents.tables import orange
from newsdesk.documents.tables.apostrophes import unmarked
from newsdesk.documents.tables.mapping import guess_mapping
from newsdesk.documents.tables.records import BadRecord, Record, Table, fitted, unique_names

_SAMPLE_CHARS = 1 << 16
_LONGEST_CELL = 20_000_000
_DELIMITERS = ",;\t|"
_NUMERIC = re.compile(r"[-+]?\d[\d.,:/\s-]*")
_SENTENCE_END = re.compile(r"[.!?。！？]['\"”’]?$")


@dataclass(frozen=True, slots=True)
class _Dialect:
    delimiter: str
    quoted: bool = True
    escaped: bool = False

    def reader(self, lines: Iterator[str]) -> Iterator[list[str]]:
        csv.field_size_limit(_LONGEST_CELL)
        return csv.reader(
            lines,
            delimiter=self.delimiter,
            quoting=csv.QUOTE_MINIMAL if self.quoted else csv.QUOTE_NONE,
            doublequote=not self.escaped,
            escapechar="\\" if self.escaped else None,
        )


def open_delimited(path: Path, encoding: str | None = None) -> Table:
    """Open a delimited file.

    Raises DocumentError: `empty`, `binary`, `unknown_encoding`. OSError is let through.
    """
    choice = choose_encoding(path, encoding)
    with path.open(encoding=choice.encoding, errors="replace", newline="") as file:
        sample = file.read(_SAMPLE_CHARS)
        whole = not file.read(1)
    dialect = _sniff(sample, whole, prefer_tab=path.suffix.lower() in (".tsv", ".tab"))
    first = list(islice(_parsed(sample, whole, dialect), 20))
    if not first:
        raise empty(path.name)
    if path.suffix.lower() == ".tab" and (header := orange.header(first)):
        skipped, names, place = header
    else:
        skipped, place = int(_has_header(first)), None
        names = first[0] if skipped else [""] * max(len(row) for row in first)
    columns, renamed = unique_names(names)
    records = _records(path, choice, dialect, len(columns), skipped)
    section = "" if place is None else columns[place]
    columns, records = unmarked(columns, records)
    return Table(columns, records, renamed, choice, section=section)


def choose_encoding(path: Path, encoding: str | None) -> Choice:
    """The encoding of a text table, found without holding the file in memory.

    Raises DocumentError (`binary`, `unknown_encoding`).
    """
    with path.open("rb") as file:
        choice = choose(iter(lambda: file.read(CHUNK), b""), encoding=encoding)
    if choice.nul_share > 0.01 and choice.how not in ("bom", "given"):
        raise DocumentError(
            "binary",
            f"{path.name} is named as a table of text but holds binary data.",
            "Export the table again as .csv in UTF-8.",
        )
    return choice


def _records(
    path: Path, choice: Choice, dialect: _Dialect, width: int, skipped: int
) -> Iterator[Record | BadRecord]:
    with path.open(encoding=choice.encoding, errors="replace", newline="") as file:
        reader = dialect.reader(_lines(file))
        number = -skipped
        while True:
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                number += 1
                yield BadRecord(number, _bad_row(path.name, number, error))
                continue
            if not cells:
                continue
            number += 1
            if number > 0:
                yield fitted(number, cells, width)


def _lines(file: io.TextIOBase) -> Iterator[str]:
    for line in file:
        yield line.replace("\0", "") if "\0" in line else line


def _parsed(sample: str, whole: bool, dialect: _Dialect) -> Iterator[list[str]]:
    """Rows of the sample, the last left out where the sample may have cut it."""
    lines = _lines(io.StringIO(sample, newline=""))
    previous: list[str] | None = None
    try:
        for cells in dialect.reader(lines):
            if cells:
                if previous is not None:
                    yield previous
                previous = cells
    except csv.Error:
        return
    if previous is not None and whole:
        yield previous


def _sniff(sample: str, whole: bool, prefer_tab: bool) -> _Dialect:
    """The dialect under which most rows have the same number of cells, and more than one."""
    escaped = sample.count('\\"') > 2 * sample.count('""')
    candidates = [_Dialect(delimiter, True, escaped) for delimiter in _DELIMITERS]
    candidates.append(_Dialect("\t", quoted=False))
    best, best_score = candidates[2 if prefer_tab else 0], 0.0
    for candidate in candidates:
        rows = list(islice(_parsed(sample, whole, candidate), 200))
        widths = Counter(len(row) for row in rows)
        if not widths:
            continue
        width, times = widths.most_common(1)[0]
        if width < 2:
            continue
        score = times / len(rows)
        if prefer_tab and candidate.delimiter == "\t":
            score += 0.5
        # Unquoted reading must be clearly better; a header alone shows little.
        score += 0.02 * min(width, 10) + 0.1 * (len(rows[0]) == width)
        score -= 0.1 * (not candidate.quoted)
        if score > best_score:
            best, best_score = candidate, score
    return best


def _has_header(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row names the columns: known names, or short words unlike the rest."""
    first = [cell.strip() for cell in rows[0]]
    known = guess_mapping([cell for cell in first if len(cell) <= 60], [])
    if known.title or known.body or known.section or known.cover:
        return not any(len(cell) > 60 for cell in first)
    if any(
        _NUMERIC.fullmatch(cell) or len(cell) > 60 or _SENTENCE_END.search(cell) for cell in first
    ):
        return False
    if len(rows) == 1:
        return len(first) > 1 and all(len(cell.split()) <= 3 for cell in first)
    if any(_NUMERIC.fullmatch(cell.strip()) for row in rows[1:] for cell in row):
        return True
    rest = list(chain.from_iterable(rows[1:]))
    longest = max(len(cell) for cell in first)
    return len(set(first)) == len(first) and longest < 0.5 * max(map(len, rest), default=0)


def _bad_row(name: str, row: int, error: Exception) -> Problem:
    return Problem(
        "damaged",
        f"Row {row} of {name} cannot be read: {error}.",
        "Look for a quotation mark that is never closed near that row.",
    )
