"""Articles that look like several in one text: found when they are opened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from newsdesk.core.article import Article
from newsdesk.core.errors import DocumentError
from newsdesk.services.intake_told import Several
from newsdesk.services.reader import Reader
from newsdesk.store.records import StoredArticle
from newsdesk.store.storable import storable

LONGEST_RULE = 200
LARGEST = 2_000_000
"""Bytes of a file that is looked into for what its article does not show, as page breaks."""
_PLAIN = frozenset({".txt", ".text", ".md", ".markdown", ""})


class DivisionOffers(QObject):
    """offered: a Several, where the article that was looked at last looks like several."""

    offered = Signal(Several)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reader = Reader(self)

    def look(self, article: StoredArticle) -> None:
        """Look through an article's text, on a thread."""

        def answer(found: Several | None) -> None:
            if found is not None:
                self.offered.emit(found)

        self._reader.ask("look", lambda: _looks_like(article), answer)

    def ask_whole(self, article: StoredArticle, answer: Callable[[Several], object]) -> None:
        """An article as the dialog wants it, whatever it looks like."""
        self._reader.ask("whole", lambda: _whole(article), answer)

    def forget(self) -> None:
        """No article is open any more."""
        self._reader.forget("look")
        self._reader.forget("whole")

    def close(self) -> None:
        """Wait for the text that is being looked through."""
        self._reader.close()


def _looks_like(article: StoredArticle) -> Several | None:
    if not (_has_rules(_text_of(article)) or _file_has_rules(Path(article.source))):
        return None
    from newsdesk.documents.dividing import suggestion

    whole = _whole(article)
    found = suggestion(whole.text or _file_text(whole.path))
    if found is None:
        return None
    return replace(whole, separator=found.separator, articles=found.articles)


def _whole(article: StoredArticle) -> Several:
    """By its file where that still reads as the article does, else by its text."""
    whole = Several(article.id, article.title, "", 0)
    if article.row is None and _reads_the_same(article):
        return replace(whole, path=article.source)
    return replace(whole, text=_text_of(article))


def _text_of(article: StoredArticle) -> str:
    return f"{article.title}\n\n{article.body}" if article.title else article.body


def _has_rules(text: str) -> bool:
    """Whether any line may be a rule. Line by line, so that other threads get their turn."""
    return any(_may_be_rule(line.strip()) for line in text.split("\n"))


def _may_be_rule(line: str) -> bool:
    return 3 <= len(line) <= LONGEST_RULE and line[0] == line[-1] and not line[0].isalnum()


def _file_has_rules(path: Path) -> bool:
    """Whether a text file has page breaks or rules: its article may be without them."""
    try:
        if not path.is_absolute() or path.suffix.lower() not in _PLAIN:
            return False
        if not path.is_file() or path.stat().st_size > LARGEST:
            return False
        raw = path.read_bytes()
    except OSError:
        return False
    return b"\f" in raw or _has_rules(raw.decode("latin-1"))


def _file_text(path: str) -> str:
    """Raises nothing: the file was read a moment ago, and may be gone."""
    from newsdesk.documents.reader import divisible_text

    try:
        return divisible_text(Path(path)) or ""
    except (DocumentError, OSError):
        return ""


def _reads_the_same(article: StoredArticle) -> bool:
    """Whether the file is one that can be divided, and nobody edited it or the article since."""
    path = Path(article.source)
    if not path.is_absolute() or not path.is_file() or not _file_text(article.source):
        return False
    from newsdesk.documents.reader import read

    found = next(read(path), None)
    if not isinstance(found, Article):
        return False
    return (storable(found.title), storable(found.body)) == (article.title, article.body)
