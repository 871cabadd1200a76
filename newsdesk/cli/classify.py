"""`newsdesk classify`: articles in, sections out, one line each, in the order given."""

from __future__ import annotations

import codecs
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from newsdesk.core.article import Article
from newsdesk.core.errors import DocumentError
from newsdesk.core.prediction import Prediction
from newsdesk.documents.reader import Failure, Reading, read
from newsdesk.documents.tables import ColumnMapping, is_table, mapping_sentence, preview
from newsdesk.documents.walk import walk
from newsdesk.engine.model_folder import DEFAULT_MODEL

if TYPE_CHECKING:
    from newsdesk.engine.loading import Reads

READ_AHEAD = 256
"""Documents read before they are classified together; what is shown keeps the order."""

Answer = tuple[Reading, Prediction | None]


def classify(
    paths: Annotated[
        list[str] | None,
        typer.Argument(help="Files, folders, tables; - reads one article from standard input."),
    ] = None,
    cover: Annotated[
        Path | None, typer.Option(help="The cover picture, for a single article.")
    ] = None,
    model: Annotated[
        str, typer.Option(help="The name of a model or an ensemble, or a folder.")
    ] = DEFAULT_MODEL,
    columns: Annotated[
        str | None,
        typer.Option(help="Columns of a table: title=NAME,body=NAME,cover=NAME,language=NAME."),
    ] = None,
    encoding: Annotated[
        str | None, typer.Option(help="Encoding of text files, where the guess is wrong.")
    ] = None,
    separator: Annotated[
        str | None,
        typer.Option(help="The line between two articles, where one text holds several."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON an article.")] = False,
) -> None:
    """Say which section each article belongs to.

    Exit status: 0 all well, 1 some could not be read, 2 wrong use.
    """
    if not paths:
        raise typer.BadParameter("name at least one file or folder, or - for standard input")
    mapping = column_mapping(columns)
    _check_encoding(encoding)
    readings = _read_all(paths, mapping, encoding, _line(separator))
    if cover is not None:
        readings = _with_cover(readings, cover)
    from newsdesk.engine.loading import load

    reads = load(model)
    failed = 0
    show = _show_json if as_json else _show_text
    for done, (reading, prediction) in enumerate(_answers(readings, reads), start=1):
        show(reading, prediction)
        failed += prediction is None
        _progress(done, failed)
    _progress_end()
    sys.stdout.flush()
    raise typer.Exit(1 if failed else 0)


def _answers(readings: Iterator[Reading], reads: Reads) -> Iterator[Answer]:
    while chunk := list(islice(readings, READ_AHEAD)):
        articles = [reading for reading in chunk if isinstance(reading, Article)]
        predictions = iter(reads.classify(articles))
        for reading in chunk:
            yield reading, next(predictions) if isinstance(reading, Article) else None


def _read_all(
    paths: list[str],
    mapping: ColumnMapping | None,
    encoding: str | None,
    separator: str | None = None,
) -> Iterator[Reading]:
    # Paths are walked together, so that a picture named beside its article is its cover.
    for is_stdin, names in groupby(paths, key=lambda name: name == "-"):
        if is_stdin:
            yield from _standard_input(mapping, encoding, separator)
        else:
            for path in walk([Path(name) for name in names]):
                if mapping is None:
                    _say_columns(path, encoding)
                yield from read(path, mapping, encoding, separator)


def _standard_input(
    mapping: ColumnMapping | None, encoding: str | None, separator: str | None
) -> Iterator[Reading]:
    """What came in on standard input, of any type that its first bytes tell."""
    with tempfile.TemporaryDirectory(prefix="newsdesk-") as folder:
        path = Path(folder) / "standard input.txt"
        path.write_bytes(sys.stdin.buffer.read())
        for reading in read(path, mapping, encoding, separator):
            yield replace(reading, source="-")


def _with_cover(readings: Iterator[Reading], path: Path) -> Iterator[Reading]:
    from newsdesk.documents.cover_file import cover_from_file

    try:
        cover = cover_from_file(path)
    except DocumentError as error:
        raise typer.BadParameter(str(error), param_hint="--cover") from error
    first_two = list(islice(readings, 2))
    if len(first_two) > 1:
        raise typer.BadParameter("a cover goes with a single article", param_hint="--cover")
    for reading in first_two:
        yield replace(reading, cover=cover) if isinstance(reading, Article) else reading


def column_mapping(columns: str | None) -> ColumnMapping | None:
    """The columns that a person named as KIND=COLUMN, divided by commas."""
    if columns is None:
        return None
    parts = dict(part.partition("=")[::2] for part in columns.split(","))
    known = set(ColumnMapping.__dataclass_fields__)
    wrong = [key for key, value in parts.items() if key.strip() not in known or not value]
    if wrong:
        raise typer.BadParameter(
            f"{wrong[0]!r}: write {', '.join(sorted(known))}, each as KIND=COLUMN",
            param_hint="--columns",
        )
    return ColumnMapping(**{key.strip(): value for key, value in parts.items()})


def _line(separator: str | None) -> str | None:
    """The line that was named; \\f stands for a page break."""
    if separator is None:
        return None
    if not (line := separator.replace("\\f", "\f")).strip(" \t"):
        raise typer.BadParameter(
            "write the line as it stands in the text", param_hint="--separator"
        )
    return line


def _check_encoding(encoding: str | None) -> None:
    try:
        codecs.lookup(encoding or "utf-8")
    except LookupError as error:
        raise typer.BadParameter(
            f"there is no encoding called {encoding!r}", param_hint="--encoding"
        ) from error


def _say_columns(path: Path, encoding: str | None) -> None:
    """Which column of a table was taken for what; its reader says where that went wrong."""
    if is_table(path):
        with suppress(DocumentError, OSError):
            typer.echo(mapping_sentence(preview(path, encoding)), err=True)


def _show_json(reading: Reading, prediction: Prediction | None) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(as_line(reading, prediction)) + b"\n")


def as_line(reading: Reading, prediction: Prediction | None) -> dict[str, object]:
    """One line of `--json`: an answer, or what stood in its way."""
    if isinstance(reading, Failure) or prediction is None:
        assert isinstance(reading, Failure)
        return {"source": reading.source, "row": reading.row, "error": reading.problem}
    return {
        "source": reading.source,
        "row": reading.row,
        "title": reading.title,
        "section": prediction.section,
        "name": prediction.name,
        "confidence": round(prediction.confidence, 6),
        "sections": [
            {"code": score.code, "name": score.name, "p": round(score.p, 6)}
            for score in prediction.scores
        ],
        "tokens_read": prediction.tokens_read,
        "tokens_total": prediction.tokens_total,
        "cover": prediction.cover,
        "abstains": prediction.abstains,
        "warnings": [*reading.notices, *prediction.notices],
        "model": prediction.model,
    }


def _show_text(reading: Reading, prediction: Prediction | None) -> None:
    where = reading.source if reading.row is None else f"{reading.source}:{reading.row}"
    _progress_end()
    if isinstance(reading, Failure) or prediction is None:
        assert isinstance(reading, Failure)
        typer.echo(f"{where}: {reading.problem}", err=True)
        return
    title = reading.title or reading.body[:60].replace("\n", " ")
    answer = f"{prediction.name:<16}{prediction.confidence:>6.1%}"
    said = prediction.silence() or answer
    typer.echo(f"{said:<22}  {title}  [{where}]")
    _say(where, [notice.message for notice in (*reading.notices, *prediction.notices)])


def _say(where: str, messages: Iterable[str]) -> None:
    for message in messages:
        typer.echo(f"  {where}: {message}", err=True)


def _progress(done: int, failed: int) -> None:
    if sys.stderr.isatty() and done % 50 == 0:
        suffix = f", {failed} failed" if failed else ""
        sys.stderr.write(f"\r{done:,} articles{suffix} ")
        sys.stderr.flush()


def _progress_end() -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
