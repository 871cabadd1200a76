"""Where the words that are searched stand in the open article, and the way from one to the next."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from newsdesk.store.records import StoredArticle
from newsdesk.ui.reading.marks import Mark

MOST_HITS = 10_000
PORTION = 20_000
"""Characters looked through before the window does something else."""

Key = tuple[int, tuple[str, ...], str, int]


def hit_marks(title: str, body: str, terms: Sequence[str]) -> Iterator[list[Mark]]:
    """The places of the searched words: of the title, then of one portion of the body at a time."""
    wanted = sorted({term for term in terms if term.strip()}, key=len, reverse=True)
    if not wanted:
        return
    pattern = re.compile("|".join(re.escape(term) for term in wanted), re.IGNORECASE)
    yield [Mark("title", hit.start(), hit.end(), "hit") for hit in pattern.finditer(title)]
    place = 0
    while place < len(body):
        # A word may stand across the border; it is found with the portion in which it begins.
        border = place + PORTION
        hits = list(pattern.finditer(body, place, border + len(wanted[0])))
        found = [hit for hit in hits if hit.start() < border]
        yield [Mark("body", hit.start(), hit.end(), "hit") for hit in found]
        place = max(border, found[-1].end() if found else 0)


class Hits(QObject):
    """Looks for the searched words, a long text in portions.

    changed: the marks are other ones now. wanted: the part and characters that should be seen.
    said: where one is, or why one cannot go on; never anything to undo.
    """

    changed = Signal()
    wanted = Signal(str, int, int)
    said = Signal(str, bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._key: Key | None = None
        self._marks: list[Mark] = []
        self._at = -1
        self._search: Iterator[list[Mark]] = iter(())
        self._go_there = False
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._go_on)

    @property
    def marks(self) -> list[Mark]:
        """All hits known so far; the one that a person is at stands out."""
        if self._at < 0:
            return list(self._marks)
        mark = self._marks[self._at]
        here = Mark(mark.part, mark.start, mark.end, "found")
        return [*self._marks[: self._at], here, *self._marks[self._at + 1 :]]

    def look(self, article: StoredArticle | None, terms: Sequence[str]) -> None:
        """Look for these words; the first is shown once the article or the words are new."""
        key: Key | None = None
        if article is not None and terms:
            key = (article.id, tuple(terms), article.title, hash(article.body))
        if key == self._key:
            return
        self._go_there = key is not None and (self._key is None or key[:2] != self._key[:2])
        self._key, self._marks, self._at = key, [], -1
        self._timer.stop()
        if article is not None and key is not None:
            self._search = hit_marks(article.title, article.body, terms)
            # Not at once: the article is only being laid out.
            self._timer.start()

    def next(self) -> None:
        """Go to the next hit, behind the last one to the first."""
        self._step(+1)

    def previous(self) -> None:
        """Go to the hit before, before the first one to the last."""
        self._step(-1)

    def _step(self, by: int) -> None:
        if not self._marks:
            nothing = "The words that are searched do not stand in this article."
            self.said.emit(nothing if self._key else "Nothing is searched.", False)
            return
        at = self._at if self._at >= 0 or by > 0 else 0
        self._go_to((at + by) % len(self._marks))
        self.said.emit(f"Hit {self._at + 1:,} of {len(self._marks):,}.", False)

    def _go_to(self, at: int) -> None:
        self._at = at
        self.changed.emit()
        mark = self._marks[at]
        self.wanted.emit(mark.part, mark.start, mark.end)

    def _go_on(self) -> None:
        found = next(self._search, None)
        if found:
            self._marks = [*self._marks, *found][:MOST_HITS]
        if found is None or len(self._marks) == MOST_HITS:
            self._timer.stop()
            self.changed.emit()
        if found and self._go_there:
            self._go_there = False
            self._go_to(0)
