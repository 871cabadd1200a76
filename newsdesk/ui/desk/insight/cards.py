"""Why, and whether it can be believed: the cards, their questions and the marks in the text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer

from newsdesk.core.errors import Problem
from newsdesk.core.explanation import Explanation, ScriptCheck
from newsdesk.core.prediction import Prediction
from newsdesk.core.section import Section
from newsdesk.services.desk import OpenArticle
from newsdesk.services.session import Session
from newsdesk.ui.desk.article.hits import Hits
from newsdesk.ui.desk.insight.cover_card import CoverCard
from newsdesk.ui.desk.insight.meters import is_chinese, meters
from newsdesk.ui.desk.insight.meters_card import MetersCard
from newsdesk.ui.reading.marks import Mark, explained_marks
from newsdesk.ui.reading.why_card import WhyCard

OPEN_MS = 400
"""So long an article stays open before it is explained by itself."""
BY_ITSELF, UNFOLDED = "desk/explain_by_itself", "desk/meters_unfolded"
OFF, ON = "off", "on"


class InsightCards(QObject):
    """Keeps the three cards in step with the open article."""

    def __init__(
        self,
        session: Session,
        mark: Callable[[Sequence[Mark]], None],
        show_place: Callable[[str, int, int], None],
        terms: Callable[[], Sequence[str]],
        parent: QObject | None = None,
    ) -> None:
        """mark: shows marks in the article's text. show_place: scrolls to characters of a part.

        terms: the words that are searched.
        """
        super().__init__(parent)
        self._session = session
        self._insight = session.insight
        self._mark = mark
        self._terms = terms
        self._explained: list[Mark] = []
        self.hits = Hits(self)
        self.hits.changed.connect(self._mark_all)
        self.hits.wanted.connect(show_place)
        self._opened: OpenArticle | None = None
        self._live: Prediction | None = None
        self._scripts: ScriptCheck | None = None
        self.why, self.meters, self.cover = WhyCard(), MetersCard(), CoverCard()
        settings = session.settings
        self.why.by_itself.setChecked(settings.text(BY_ITSELF) != OFF)
        self.meters.all.setChecked(settings.text(UNFOLDED) == ON)
        self._soon = QTimer(self, singleShot=True, interval=OPEN_MS)
        self._soon.timeout.connect(self._by_itself)
        self.why.asked.connect(self.explain)
        self.why.cancelled.connect(self._insight.cancel_explain)
        self.why.place_asked.connect(show_place)
        self.why.by_itself_changed.connect(self._set_by_itself)
        self.meters.unfolded_changed.connect(
            lambda on: settings.set_text(UNFOLDED, ON if on else OFF)
        )
        self._insight.explained.connect(self._take_explanation)
        self._insight.explaining.connect(self._take_working)
        self._insight.scripts_checked.connect(self._take_scripts)
        self._insight.failed.connect(self._take_problem)

    @property
    def all(self) -> tuple[MetersCard, WhyCard, CoverCard]:
        """The cards from top to bottom."""
        return self.meters, self.why, self.cover

    def set_sections(self, sections: Sequence[Section]) -> None:
        """The sections of the model on the desk."""
        self.why.set_sections(sections)

    def show(self, opened: OpenArticle | None) -> None:
        """Another article is open, or the same one with another text or answer."""
        if opened is not None and self._opened is not None and _same(opened, self._opened):
            self._opened = opened
            return
        self._opened, self._live, self._scripts = opened, None, None
        self.cover.show_article(opened, self._looks())
        self._show_meters()
        if opened is not None and opened.article.problem is None:
            self._insight.prepare()
        self._show_why()

    def show_live(self, answer: Prediction | None) -> None:
        """Show the meters of what is being typed; None: of the text kept."""
        began, ended = self._live is None, answer is None
        self._live = answer
        self._show_meters()
        if began and not ended:
            self._forget_why()
            self.why.show_writing()
        elif ended and not began:
            self._show_why()

    def show_marks(self) -> None:
        """Mark what decided, and what is searched now."""
        readable = self._opened is not None and self._opened.article.problem is None
        article = self._opened.article if self._opened is not None and readable else None
        self.hits.look(article, self._terms())
        self._mark_all()

    def explain(self, section: str = "") -> None:
        """Explain the open article's answer. section: its code, "" for the likeliest one.

        Not while a person writes: the answer that is seen then is to another text.
        """
        opened, answer = self._opened, self._answer()
        if opened is not None and answer is not None and self._live is None:
            seen = _seen(opened)
            self._insight.explain(opened.article.id, answer.model, section or None, seen)

    def _forget_why(self) -> None:
        self._soon.stop()
        self._insight.cancel_explain()
        self._explained = []
        self.show_marks()

    def _show_why(self) -> None:
        """Show why, as far as that is known, and go on by itself a little later."""
        self._forget_why()
        opened, answer = self._opened, self._answer()
        self.why.setVisible(answer is not None)
        if opened is None or answer is None:
            self.why.show_nothing()
            return
        self.why.show_nothing(answer.section, bool(answer.abstains))
        known = self._insight.known(opened.article.id, answer.model, None, _seen(opened))
        if known is not None:
            self._take_explanation(known)
        self._soon.start()

    def _mark_all(self) -> None:
        self._mark([*self._explained, *self.hits.marks])

    def _by_itself(self) -> None:
        opened, answer = self._opened, self._answer()
        if opened is None or answer is None or self._live is not None:
            return
        if self._session.is_busy:
            self._soon.start()  # what was asked for goes first
            return
        if is_chinese(answer) and not answer.abstains:
            self._insight.check_scripts(opened.article.id, answer.model, _seen(opened))
        wanted = self.why.by_itself.isChecked() and not answer.abstains
        known = self._insight.known(opened.article.id, answer.model, None, _seen(opened))
        if wanted and known is None and not self._insight.is_explaining:
            self.explain()

    def _answer(self) -> Prediction | None:
        opened = self._opened
        if opened is None or opened.article.problem is not None:
            return None
        return opened.prediction

    def _looks(self) -> bool:
        model = self._session.desk.model
        return model is not None and model.manifest.picture is not None

    def _show_meters(self) -> None:
        answer, model = self._live or self._answer(), self._session.desk.model
        if answer is None or self._opened is None:
            self.meters.show_meters([])
            return
        reads = model.manifest.languages if model else ()
        notices = self._opened.article.notices
        self.meters.show_meters(meters(notices, answer, reads, self._scripts))

    def _is_open(self, article_id: int) -> bool:
        return self._opened is not None and self._opened.article.id == article_id

    def _take_explanation(self, explanation: Explanation) -> None:
        if self._live is not None or self._opened is None:
            return
        if not self._is_open(explanation.article_id):
            return
        article = self._opened.article
        self.why.show_explanation(explanation, article.title, article.body)
        self.why.show_working(not explanation.complete)
        self._explained = explained_marks(explanation)
        self.show_marks()

    def _take_working(self, working: bool) -> None:
        if self._opened is not None and self._live is None:
            self.why.show_working(working)

    def _take_scripts(self, found: ScriptCheck) -> None:
        if self._is_open(found.article_id):
            self._scripts = found
            self._show_meters()

    def _take_problem(self, kind: str, problem: Problem) -> None:
        if kind == "explain" and problem.kind != "no_article":
            self.why.show_problem(problem)

    def _set_by_itself(self, on: bool) -> None:
        self._session.settings.set_text(BY_ITSELF, ON if on else OFF)
        if on and self._answer() is not None:
            self._soon.start()


def _seen(opened: OpenArticle) -> tuple[object, ...]:
    """What an answer rests on."""
    article = opened.article
    return article.title, hash(article.body), article.cover_digest


def _same(one: OpenArticle, other: OpenArticle) -> bool:
    """Whether the same model said the same of the same text."""
    if one.article.id != other.article.id or one.prediction != other.prediction:
        return False
    return _seen(one) == _seen(other)
