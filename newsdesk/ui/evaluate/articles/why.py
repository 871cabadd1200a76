"""Why the evaluated model answers an article so, and whether it still does."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject

from newsdesk.analysis.evaluated import Evaluated
from newsdesk.core.errors import Problem
from newsdesk.core.explanation import Explanation
from newsdesk.services.insight import Insight
from newsdesk.ui.reading.marks import Mark, explained_marks
from newsdesk.ui.reading.why_card import WhyCard
from newsdesk.ui.widgets.chip import percent

NOTICEABLE = 0.02
"""Probabilities that differ by more are no accident of the machine that worked them out."""


class Why(QObject):
    """Asks for explanations of the article that is read; the card and the marks show them."""

    def __init__(
        self,
        insight: Insight,
        mark: Callable[[Sequence[Mark]], None],
        warn: Callable[[str], None],
        parent: QObject,
    ) -> None:
        """mark: shows marks in the text. warn: says that the answer is not the evaluated one."""
        super().__init__(parent)
        self._insight, self._mark, self._warn = insight, mark, warn
        self.card = WhyCard(by_itself=False)
        self._number = 0
        self._model = self._title = self._body = self._cover = ""
        self._odds: dict[str, float] = {}
        self._asking = False
        self.card.asked.connect(self.ask)
        self.card.cancelled.connect(insight.cancel_explain)
        insight.explained.connect(self._take)
        insight.explaining.connect(self._take_working)
        insight.failed.connect(self._take_problem)

    def show_nothing(self) -> None:
        """No text is read."""
        self.cancel()
        self._number = 0
        self.card.hide()

    def show_text(
        self, model: str, evaluated: Evaluated, place: int, title: str, body: str, cover: str
    ) -> None:
        """Another article is read; nothing is explained before somebody asks."""
        self.cancel()
        self._number = -1 - int(evaluated.keys[place])
        self._model, self._title, self._body, self._cover = model, title, body, cover
        odds = evaluated.probabilities[place]
        self._odds = {code: float(p) for code, p in zip(evaluated.codes, odds, strict=True)}
        self.card.set_sections(evaluated.sections)
        self.card.show_nothing(evaluated.codes[evaluated.predicted[place]])
        self.card.show()
        self._mark([])

    def ask(self, section: str = "") -> None:
        """Explain. section: its code; "" for the likeliest one."""
        if self._number:
            self._asking = True
            self._insight.explain_text(
                self._number, self._model, self._title, self._body, self._cover, section or None
            )

    def cancel(self) -> None:
        """Stop what was asked for here."""
        if self._asking:
            self._asking = False
            self._insight.cancel_explain()

    def _take(self, explanation: Explanation) -> None:
        if not self._number or explanation.article_id != self._number:
            return
        if explanation.model != self._model:
            return
        self.card.show_explanation(explanation, self._title, self._body)
        self.card.show_working(not explanation.complete)
        self._mark(explained_marks(explanation))
        then = self._odds.get(explanation.section)
        if then is not None and abs(then - explanation.p) > NOTICEABLE:
            self._warn(
                f"The model says {percent(explanation.p)} now and said {percent(then)} in the "
                "evaluation: the text, its cover or the model has changed since."
            )

    def _take_working(self, working: bool) -> None:
        if self._asking:
            self.card.show_working(working)
            self._asking = working

    def _take_problem(self, kind: str, problem: Problem) -> None:
        if kind == "explain" and self._asking:
            self.card.show_problem(problem)
