"""The engine's child process: articles of the store in, predictions into the store."""

from __future__ import annotations

import time

from newsdesk.core.article import Article
from newsdesk.core.errors import Notice
from newsdesk.core.prediction import Prediction
from newsdesk.core.worker import Call, Worker
from newsdesk.engine import readable
from newsdesk.engine.classifier import Classifier
from newsdesk.engine.model_folder import find_model
from newsdesk.engine.right_of_way import RightOfWay
from newsdesk.engine.runtime import devices
from newsdesk.store import Store
from newsdesk.store.records import COVER_NOTICE, ArticleText

PORTION = 256
"""Articles read from the store at a time."""
MOST_WAITING = 10_000_000
WRITE_AFTER = 0.2
"""Seconds between two writes of answers: the window looks four times a second."""
_PROBE = Article(title="Council agrees budget", body="The council met on Monday. " * 60)


class Engine:
    """Holds one loaded model and the store; another model takes the first one's place."""

    def __init__(self) -> None:
        self._store = Store.open()
        self._classifier: Classifier | None = None

    def load(self, call: Call) -> None:
        """Load a model; tells `loaded` with its device."""
        call.tell("loaded", device=self._with(call.request["model"]).device)

    def measure(self, call: Call) -> None:
        """Measure a model; tells `measured` with milliseconds for one article."""
        call.tell("measured", milliseconds=speed(self._with(call.request["model"])))

    def classify(self, call: Call) -> None:
        """Classify articles by id, or all that wait where no ids are given.

        Tells `answered` with done and total after each write.
        """
        classifier = self._with(call.request["model"])
        ids: list[int] | None = call.request["articles"]
        if ids is None:
            ids = self._store.articles.without_prediction(classifier.model.name, MOST_WAITING)
        with RightOfWay(self._store, classifier.device) as desk:
            self._answer_all(call, classifier, ids, desk)

    def _answer_all(
        self, call: Call, classifier: Classifier, ids: list[int], desk: RightOfWay
    ) -> None:
        def check() -> None:
            call.check()
            desk.beat()

        done = 0
        for start in range(0, len(ids), PORTION):
            check()
            texts = self._store.articles.texts(ids[start : start + PORTION])
            written = time.monotonic()
            answers: list[tuple[int, Prediction]] = []
            for index, prediction in classifier.stream(
                [self._article(text, classifier) for text in texts], check
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

    def _article(self, text: ArticleText, classifier: Classifier) -> Article:
        """The article with its cover's bytes, where the model looks at covers at all."""
        looks = classifier.model.manifest.picture is not None
        cover, notices = None, text.notices
        if text.cover_digest and looks:
            cover = self._store.articles.cover(text.cover_digest)
        if text.cover_digest and cover is None:
            # There is a cover, and the model does not see it: that is said, not "none".
            notices = (*notices, Notice(f"{COVER_NOTICE}unseen", "The model does not see it."))
        return Article(
            title=text.title,
            body=text.body,
            language=text.language,
            cover=cover,
            notices=notices,
        )

    def _with(self, name: str) -> Classifier:
        # Opened anew each time: a model may have been replaced under its name.
        model = find_model(name)
        if self._classifier is None or self._classifier.model != model:
            self._classifier = None
            self._classifier = Classifier(model, device=devices()[0])
        return self._classifier


def speed(classifier: Classifier) -> float:
    """Milliseconds for one article of 256 tokens on this machine.

    The best of several: whatever else the machine does can only add to it.
    """
    times = []
    for _ in range(6):
        start = time.perf_counter()
        classifier.classify([_PROBE])
        times.append(time.perf_counter() - start)
    return min(times) * 1000


def serve() -> None:
    """Answer the window until it ends."""
    readable.warm_up()
    engine = Engine()
    Worker({"load": engine.load, "measure": engine.measure, "classify": engine.classify}).serve()
