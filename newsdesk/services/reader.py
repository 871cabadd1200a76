"""Slow questions to the store, asked on a thread of their own."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable
from itertools import count
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal

from newsdesk.core.errors import NewsdeskError

log = logging.getLogger(__name__)
T = TypeVar("T")


class Reader(QObject):
    """Asks one question after another; answers arrive on the thread that made the reader.

    failed: a question met this problem of the store.
    """

    failed = Signal(object)
    _answered = Signal(object, int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._numbers = count(1)
        self._waiting: dict[Hashable, tuple[int, Callable[[Any], object]]] = {}
        self._answered.connect(self._take)

    @property
    def busy(self) -> bool:
        """Whether any answer is still to come."""
        return bool(self._waiting)

    def ask(self, key: Hashable, question: Callable[[], T], answer: Callable[[T], object]) -> None:
        """Ask; a newer question with the same key takes the place of the older one."""
        number = next(self._numbers)
        self._waiting[key] = (number, answer)
        self._pool.start(_Question(self, key, number, question))

    def forget(self, key: Hashable) -> None:
        """Let a question go unanswered."""
        self._waiting.pop(key, None)

    def close(self, finish: bool = False) -> None:
        """Wait for the question that is being answered; drop the others, or finish them first."""
        if finish:
            self._pool.waitForDone()
        self._waiting.clear()
        self._pool.clear()
        self._pool.waitForDone()

    def is_wanted(self, key: Hashable, number: int) -> bool:
        """Whether nobody has asked anew or gone meanwhile."""
        return self._waiting.get(key, (0,))[0] == number

    def tell(self, key: Hashable, number: int, answer: object) -> None:
        """Hand an answer over to the asking thread. Called on the reader's own thread."""
        self._answered.emit(key, number, answer)

    def _take(self, key: Hashable, number: int, answer: object) -> None:
        if not self.is_wanted(key, number):
            return
        _, then = self._waiting.pop(key)
        if isinstance(answer, NewsdeskError):
            self.failed.emit(answer.problem)
        else:
            then(answer)


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
