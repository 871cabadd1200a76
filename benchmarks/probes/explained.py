"""Why and live answers in the real window; prints seconds. Usage: how many articles.

Each article has twice what the model reads. From asking to the first explanation and to the last
refinement; then, while somebody types, how far behind the newest answer was at each moment.
"""

from __future__ import annotations

import json
import sys
import time
from itertools import islice
from typing import Any

from PySide6.QtCore import QObject

from benchmarks.articles import sample
from benchmarks.probes.driven import Script, after, drive
from newsdesk.core.article import Article
from newsdesk.core.explanation import Explanation
from newsdesk.core.prediction import Prediction
from newsdesk.engine.model_folder import DEFAULT_MODEL, find_model
from newsdesk.engine.preprocess import TextEncoder
from newsdesk.services.insight import Insight
from newsdesk.ui.main_window import MainWindow

TOKENS = 512
KEY_S = 0.12
"""Between two words of a quick typist."""
WORDS = 60
_CHOICE = 500


class Heard(QObject):
    """When the explanations of one article came."""

    def __init__(self, insight: Insight) -> None:
        super().__init__(insight)
        self.moments: list[float] = []
        self.complete = False
        insight.explained.connect(self._take)

    def _take(self, explanation: Explanation) -> None:
        self.moments.append(time.monotonic())
        self.complete = explanation.complete


class Typed(QObject):
    """Types words at the end of a text; each is one token, so that an answer tells how many."""

    def __init__(self, insight: Insight, article: Article) -> None:
        super().__init__(insight)
        self.behind: list[float] = []
        self._insight, self._article = insight, article
        self._moments: list[float] = []
        self._shown = 0
        self._tokens = 0
        insight.lived.connect(self._take)

    def type(self, article_id: int) -> None:
        """One word more."""
        self._moments.append(time.monotonic())
        body = self._article.body + " bank" * len(self._moments)
        self._insight.live(article_id, DEFAULT_MODEL, self._article.title, body)

    def caught_up(self) -> bool:
        """Whether all that was typed has its answer."""
        return self._shown == len(self._moments)

    def _take(self, _: int, prediction: Prediction) -> None:
        # Until this answer came, what was typed after the one before was without any.
        self.behind.append(time.monotonic() - self._moments[self._shown])
        if not self._tokens:
            self._tokens = prediction.tokens_total - 1  # of the text before the first word
        self._shown = prediction.tokens_total - self._tokens


def main() -> None:
    """Print the seconds of each article and of each answer while typing."""
    articles = _articles(int(sys.argv[1]))
    report: dict[str, Any] = {"tokens": TOKENS, "first": [], "whole": []}

    def script(window: MainWindow) -> Script:
        session = window.session
        yield lambda: session.classification.state.loaded
        ids = session.store.articles.add(articles)
        session.classification.classify(ids)
        yield lambda: not session.classification.state.running
        window.desk.refresh()
        yield after(4)
        for article_id in ids:
            heard, begun = Heard(session.insight), time.monotonic()
            session.insight.explain(article_id, DEFAULT_MODEL, seen="measured")
            yield lambda heard=heard: heard.complete
            session.insight.explained.disconnect(heard._take)
            report["first"].append(heard.moments[0] - begun)
            report["whole"].append(heard.moments[-1] - begun)
        typed = Typed(session.insight, articles[0])
        typed.type(ids[0])
        yield typed.caught_up
        for _ in range(WORDS):
            typed.type(ids[0])
            yield after(KEY_S)
        yield typed.caught_up
        report["behind"] = typed.behind

    drive(script)
    print(json.dumps(report))


def _articles(many: int) -> list[Article]:
    """Real news, cut to so many tokens."""
    model = find_model(DEFAULT_MODEL)
    encoder = TextEncoder.from_folder(model.path, model.manifest.preprocessing)
    cut = (_cut(article, encoder) for article in sample(_CHOICE, ("bbc",)).articles)
    return list(islice((article for article in cut if article is not None), many))


def _cut(article: Article, encoder: TextEncoder) -> Article | None:
    """The beginning of an article; None where it has too little."""

    def tokens(body: str) -> int:
        return encoder.encode(article.title, body).tokens_total

    words = article.body.split(" ")
    if tokens(article.body) < TOKENS:
        return None
    while (more := tokens(" ".join(words)) - TOKENS) > 0:
        del words[-max(1, more // 2) :]
    return Article(article.title, " ".join(words))


if __name__ == "__main__":
    main()
