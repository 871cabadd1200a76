"""The one door: a file in, articles or failures out. Nothing is raised for what a file holds."""

from __future__ import annotations

import logging
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

from newsdesk.core.article import Article
from newsdesk.core.errors import DocumentError, Problem
from newsdesk.documents import covers
from newsdesk.documents.failure import Failure, Reading
from newsdesk.documents.html import read_html
from newsdesk.documents.kinds import HEAD, TABLES, Kind, kind_of
from newsdesk.documents.mail import read_mail, read_mhtml
from newsdesk.documents.pdf import read_pdf
from newsdesk.documents.source import Source, empty, file_error
from newsdesk.documents.tables import ColumnMapping, read_table
from newsdesk.documents.text import plain_text, read_markdown, read_several, read_text
from newsdesk.documents.word import read_word

__all__ = ["Failure", "Reading", "divisible_text", "read"]

MAX_BYTES = 50_000_000
DIVISIBLE: frozenset[Kind] = frozenset({"text", "markdown"})

_log = logging.getLogger(__name__)
_READERS: dict[Kind, Callable[[Source], Article]] = {
    "text": read_text,
    "markdown": read_markdown,
    "html": read_html,
    "mail": read_mail,
    "mhtml": read_mhtml,
    "word": read_word,
    "pdf": read_pdf,
}


def read(
    path: Path,
    mapping: ColumnMapping | None = None,
    encoding: str | None = None,
    separator: str | None = None,
) -> Iterator[Reading]:
    """Read a file: one article, or one a row of a table, each a Failure where it cannot be read.

    mapping: the columns of a table; None lets them be guessed.
    encoding: of its text, chosen by the person; None lets the file speak for itself.
    separator: a text or Markdown file is divided into several articles at the lines that equal it.
    Rows come as they are asked for; the order is the file's. Never raises for the file.
    """
    source = str(path)
    try:
        kind = _kind(path)
        if kind in TABLES:
            yield from read_table(path, kind, mapping, encoding)
        elif separator is not None and kind in DIVISIBLE:
            file = Source(path, path.read_bytes(), encoding)
            yield from read_several(file, separator, markdown=kind == "markdown")
        else:
            yield _article(path, kind, encoding)
    except DocumentError as error:
        yield Failure(source, error.problem)
    except OSError as error:
        _log.debug("reading %s", path, exc_info=True)
        yield Failure(source, file_error(path, error).problem)
    except ImportError as error:
        _log.debug("reading %s", path, exc_info=True)
        yield Failure(source, _incomplete(path, error))
    except MemoryError:
        yield Failure(source, _problem("too_large", path, "does not fit into memory"))
    except Exception:
        _log.debug("reading %s", path, exc_info=True)
        yield Failure(source, _problem("damaged", path, "is damaged and cannot be read"))


def divisible_text(path: Path, encoding: str | None = None) -> str | None:
    """The text of a file that may hold several articles; None for one of another kind.

    Raises DocumentError and OSError where it cannot be read.
    """
    if _kind(path) not in DIVISIBLE:
        return None
    return plain_text(Source(path, path.read_bytes(), encoding))


def _kind(path: Path) -> Kind:
    status = path.stat()
    if stat.S_ISDIR(status.st_mode):
        list(path.iterdir())  # a folder that may not be entered says so
        raise DocumentError(
            "is_folder", f"{path.name} is a folder.", "Drop it, or name the files in it."
        )
    if not stat.S_ISREG(status.st_mode):
        raise DocumentError("unsupported", f"{path.name} is not a file but a device or pipe.", "")
    if status.st_size == 0:
        raise empty(path.name)
    with path.open("rb") as file:
        kind = kind_of(path, file.read(HEAD))
    if kind not in TABLES and kind != "picture" and status.st_size > MAX_BYTES:
        raise DocumentError(
            "too_large",
            f"{path.name} has {status.st_size // 1_000_000:,} MB, above the limit of "
            f"{MAX_BYTES // 1_000_000} MB for one article.",
            "Divide it, or save it without its pictures.",
        )
    return kind


def _article(path: Path, kind: Kind, encoding: str | None) -> Article:
    if kind == "picture":
        raise DocumentError(
            "picture_alone",
            f"{path.name} is a picture without an article.",
            "Drop it on an open article, or give the article's file the same name: "
            f"{path.stem}.txt, say.",
        )
    article = _READERS[kind](Source(path, path.read_bytes(), encoding))
    return covers.with_sibling(article, path)


def _incomplete(path: Path, error: ImportError) -> Problem:
    return Problem(
        "missing_library",
        f"{path.name} cannot be read: this installation of Newsdesk lacks a part ({error}).",
        "Install Newsdesk again; `newsdesk doctor` says what is missing.",
    )


def _problem(kind: str, path: Path, what: str) -> Problem:
    return Problem(
        kind,
        f"{path.name} {what}.",
        "Open it in the program that made it, save it again, and drop the new file.",
    )
