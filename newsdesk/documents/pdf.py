"""PDF to an article, from its text layer. Pictures of text (scans) are named, not guessed at."""

from __future__ import annotations

import io
import logging
from collections import Counter
from typing import Any

from newsdesk.core.article import Article
from newsdesk.core.errors import DocumentError
from newsdesk.documents import prose
from newsdesk.documents.layout import Line, rebuild, title_lines
from newsdesk.documents.source import Source, damaged

MAX_PAGES = 500

_LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
)
_LEAST_TEXT = 25  # characters in the whole file; less is a stamp on a scan
_MADE_BY = ("microsoft word", "untitled", "powerpoint", "document", "slide ", "print")
_FILE_ENDINGS = (".doc", ".docx", ".pdf", ".indd", ".qxd", ".qxp", ".pages", ".odt", ".rtf", ".txt")


def read_pdf(source: Source) -> Article:
    """A PDF; its title is the metadata's where the first page repeats it, else the largest line.

    Raises DocumentError: `damaged`, `encrypted`, `no_text_layer`.
    """
    import pypdf

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = pypdf.PdfReader(io.BytesIO(source.data), strict=False)
        _unlock(reader, source.name)
        count = len(reader.pages)
        pages = [_lines(page) for page in reader.pages[:MAX_PAGES]]
        given = _given_title(reader, source)
    except (pypdf.errors.PyPdfError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise damaged(source.name, "the PDF is broken or cut short") from error
    title, body = _title_and_body(_without_running_heads(pages), given)
    letters = sum(len("".join(part.split())) for part in (title, *body))
    lost = sum(part.count("\ufffd") for part in body)
    if letters < _LEAST_TEXT or lost > letters * 0.3:
        raise DocumentError(
            "no_text_layer",
            f"{source.name} has no text layer: it is a scan, a picture of its pages.",
            "Run text recognition (OCR) on it, or drop the article in another form.",
        )
    article = Article(title, "\n\n".join(body), str(source.path), language=_language(reader))
    if count > MAX_PAGES:
        article = article.with_notice(
            "pages_left_out",
            f"{source.name} has {count:,} pages: the first {MAX_PAGES} were read.",
        )
    return article


def _unlock(reader: Any, name: str) -> None:
    """Many PDFs are encrypted with an empty password, only to forbid copying or printing."""
    import pypdf

    if not reader.is_encrypted:
        return
    try:
        opened = reader.decrypt("")
        if opened:
            len(reader.pages)
    except (pypdf.errors.DependencyError, pypdf.errors.PyPdfError, NotImplementedError):
        opened = 0
    if not opened:
        raise DocumentError(
            "encrypted",
            f"{name} is protected: its text is encrypted.",
            "Save a copy without password and restrictions, and drop that.",
        )


def _lines(page: Any) -> list[Line]:
    """The lines of a page in the order in which they were set."""
    found: list[Line] = []
    words: list[str] = []
    place = (0.0, 0.0, 0.0)  # x, y, size of the line's first word

    def take(text: str, cm: list[float], tm: list[float], _font: Any, size: float) -> None:
        nonlocal place
        for part in text.splitlines(keepends=True):
            if part.strip() and not "".join(words).strip():
                x = tm[4] * cm[0] + tm[5] * cm[2] + cm[4]
                y = tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
                scale = abs(tm[3] * cm[3]) or abs(tm[0] * cm[0]) or 1.0
                place = (x, y, (size or 0.0) * scale)
            words.append(part)
            if part.endswith("\n"):
                finish()

    def finish() -> None:
        line = prose.one_line("".join(words).translate(_LIGATURES))
        words.clear()
        if line:
            found.append(Line(line, *place))

    page.extract_text(visitor_text=take)
    finish()
    return found


def _without_running_heads(pages: list[list[Line]]) -> list[list[Line]]:
    """Pages less their numbers, and less the first or last lines that most pages share."""
    edges: Counter[str] = Counter()
    for page in pages:
        edges.update({_shape(line) for line in (page[:1] + page[-1:])})
    repeated = {shape for shape, times in edges.items() if times >= 3 and times > len(pages) / 2}

    def is_edge(line: Line) -> bool:
        shape = _shape(line)
        return shape in repeated or (len(pages) > 1 and shape in ("#", "- # -", "page # of #"))

    kept = []
    for page in pages:
        while len(page) > 1 and is_edge(page[0]):
            page = page[1:]
        while len(page) > 1 and is_edge(page[-1]):
            page = page[:-1]
        kept.append(page)
    return kept


def _shape(line: Line) -> str:
    """A line's words with every number alike, as page numbers change from page to page."""
    words = ("#" if word.strip("|/.").isdigit() else word for word in line.text.split())
    return " ".join(words).casefold()


def _title_and_body(pages: list[list[Line]], given: str) -> tuple[str, list[str]]:
    top = title_lines(pages[0]) if pages else 0
    largest = prose.one_line(" ".join(line.text for line in pages[0][:top])) if top else ""
    if given and top and prose.same_words(given, largest):
        return given, list(rebuild([pages[0][top:], *pages[1:]]))
    body = list(rebuild(pages))
    if given:
        for place, part in enumerate(body[:4]):
            if prose.same_words(part, given):
                return given, body[:place] + body[place + 1 :]
    if top:
        return largest, list(rebuild([pages[0][top:], *pages[1:]]))
    if given:
        return given, body
    if len(body) > 1 and len(body[0]) <= prose.TITLE_LENGTH:
        return body[0], body[1:]
    return "", body


def _given_title(reader: Any, source: Source) -> str:
    """The metadata's title, where it is more than a file name or a program's name."""
    metadata = reader.metadata
    title = prose.one_line(str((metadata.title if metadata else "") or ""))
    folded = title.casefold()
    if folded.startswith(_MADE_BY) or folded.endswith(_FILE_ENDINGS):
        return ""
    if folded == source.path.stem.casefold() or len(title) > 300:
        return ""
    return title


def _language(reader: Any) -> str | None:
    try:
        language = reader.trailer["/Root"].get("/Lang")
    except Exception:
        return None
    return str(language).strip() or None if language else None
