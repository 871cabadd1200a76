"""The engine's child process: articles of the store in, predictions into the store."""

from __future__ import annotations

import time

from newsdesk.core.article import Article
from newsdesk.core.prediction import Prediction
from newsdesk.core.worker import Call, Worker
from newsdesk.engine import readable
from newsdesk.engine.loading import Reads, Shelf
from newsdesk.engine.right_of_way import RightOfWay
from newsdesk.engine.runtime import devices
from newsdesk.engine.stored import stored_article
from newsdesk.store import Store

PORTION = 256
"""Articles read from the store at a time."""
MOST_WAITING = 10_000_000
WRITE_AFTER = 0.2
"""Seconds between two writes of answers: the window looks four times a second."""
_PROBE = Article(title="Council agrees budget", body="The council met on Monday. " * 60)


class Engine:
    """Holds the store and the models used last."""

    def __init__(self) -> None:
        self._store = Store.open()
        self._shelf = Shelf(device=devices()[0])

    def load(self, call: Call) -> None:
        """Load a model; tells `loaded` with its device."""
        call.tell("loaded", device=self._shelf.take(call.request["model"]).device)

    def measure(self, call: Call) -> None:
        """Measure a model; tells `measured` with milliseconds for one article."""
        call.tell("measured", milliseconds=speed(self._shelf.take(call.request["model"])))

    def classify(self, call: Call) -> None:
        """Classify articles by id, or all that wait where no ids are given.

        Tells `answered` with done and total after each write.
        """
        reads = self._shelf.take(call.request["model"])
        ids: list[int] | None = call.request["articles"]
        if ids is None:
            ids = self._store.articles.without_prediction(reads.name, MOST_WAITING)
        with RightOfWay(self._store, reads.device) as desk:
            self._answer_all(call, reads, ids, desk)

    def _answer_all(self, call: Call, reads: Reads, ids: list[int], desk: RightOfWay) -> None:
        def check() -> None:
            call.check()
            desk.beat()

        done = 0
        for start in range(0, len(ids), PORTION):
            check()
            texts = self._store.articles.texts(ids[start : start + PORTION])
            written = time.monotonic()
            answers: list[tuple[int, Prediction]] = []
            for index, prediction in reads.stream(
                [stored_article(self._store, text, reads) for text in texts], check
            ):
                answers.append((texts[index].id, prediction))
                if start + index == 0 or time.monotonic() - written > WRITE_AFTER:
                    done += self._write(answers)
                    written = time.monotonic()
                    call.tell("answered", done=done, total=len(ids))
            done += self._write(answers)
            call.tell("answered", done=done, total=len(ids))

    def _write(self, answers: list[tuple[int, Prediction]]) -> int:
        count = len(answers)
        if answers:
            self._store.predictions.add(answers)
            answers.clear()
        return count


def speed(reads: Reads) -> float:
    """Milliseconds for one article of 256 tokens on this machine.

    The best of several: whatever else the machine does can only add to it.
    """
    times = []
    for _ in range(6):
        start = time.perf_counter()
        reads.classify([_PROBE])
        times.append(time.perf_counter() - start)
    return min(times) * 1000


def serve() -> None:
    """Answer the window until it ends."""
    readable.warm_up()
    engine = Engine()
    Worker({"load": engine.load, "measure": engine.measure, "classify": engine.classify}).serve()
