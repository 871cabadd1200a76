"""Slow questions to the store, asked on a thread of their own."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from itertools import count
from typing import Any, TypeVar

from PySide6.QtCore import QCoreApplication, QObject, QRunnable, QThreadPool, Signal

from newsdesk.core.errors import NewsdeskError, Problem

log = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question whose answer is to come, and who hears of it."""

    number: int
    answer: Callable[[Any], object]
    refused: Callable[[Problem], object]


class Reader(QObject):
    """Asks one question after another; answers arrive on the thread that made the reader.

    failed: a question met this problem of the store, and its asker does not see to that.
    """

    failed = Signal(object)
    _answered = Signal(object, int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._numbers = count(1)
        self._waiting: dict[Hashable, _Asked] = {}
        self._closed = False
        self._answered.connect(self._take)

    @property
    def busy(self) -> bool:
        """Whether any answer is still to come."""
        return bool(self._waiting)

    def ask(
        self,
        key: Hashable,
        question: Callable[[], T],
        answer: Callable[[T], object],
        refused: Callable[[Problem], object] | None = None,
    ) -> None:
        """Ask; a newer question with the same key takes the place of the older one.

        refused: hears of a problem instead of `failed`.
        Nothing is asked of a reader that was closed: nobody is left to hear the answer.
        """
        if self._closed:
            return
        number = next(self._numbers)
        self._waiting[key] = _Asked(number, answer, refused or self.failed.emit)
        self._pool.start(_Question(self, key, number, question))

    def forget(self, key: Hashable) -> None:
        """Let a question go unanswered."""
        self._waiting.pop(key, None)

    def settle(self, seconds: float) -> bool:
        """Wait for what was asked, and hand the answers over; whether none is to come any more."""
        self._pool.waitForDone(max(0, int(1000 * seconds)))
        QCoreApplication.sendPostedEvents(self)
        return not self.busy

    def close(self, finish: bool = False) -> None:
        """Wait for the question that is being answered; drop the others, or finish them first."""
        self._closed = True
        if finish:
            self._pool.waitForDone()
        self._waiting.clear()
        self._pool.clear()
        self._pool.waitForDone()

    def is_wanted(self, key: Hashable, number: int) -> bool:
        """Whether nobody has asked anew or gone meanwhile."""
        asked = self._waiting.get(key)
        return asked is not None and asked.number == number

    def tell(self, key: Hashable, number: int, answer: object) -> None:
        """Hand an answer over to the asking thread. Called on the reader's own thread."""
        self._answered.emit(key, number, answer)

    def _take(self, key: Hashable, number: int, answer: object) -> None:
        if not self.is_wanted(key, number):
            return
        asked = self._waiting.pop(key)
        if isinstance(answer, NewsdeskError):
            asked.refused(answer.problem)
        else:
            asked.answer(answer)


class _Question(QRunnable):
    def __init__(
        self, reader: Reader, key: Hashable, number: int, question: Callable[[], object]
    ) -> None:
        super().__init__()
        self._reader, self._key, self._number, self._question = reader, key, number, question

    def run(self) -> None:
        if not self._reader.is_wanted(self._key, self._number):
            return
        try:
            answer = self._question()
        except NewsdeskError as error:
            answer = error
        except Exception as error:  # else the question would wait for ever
            log.exception("a question to the store failed")
            answer = NewsdeskError(
                "internal",
                f"The store could not be read ({type(error).__name__}: {error}).",
                "Try again; the log in the data folder has the details.",
            )
        self._reader.tell(self._key, self._number, answer)
