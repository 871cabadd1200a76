"""A bar for every section of the model on the desk, each in its place."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from newsdesk.core.prediction import Prediction
from newsdesk.core.section import Section
from newsdesk.services.desk import OpenArticle
from newsdesk.ui.desk.sections.bar import BarState, SectionBar


class SectionBars(QWidget):
    """decided: a section was clicked. also_asked: it was asked for as the second one."""

    decided = Signal(str)
    also_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bars: dict[str, SectionBar] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)

    @property
    def codes(self) -> list[str]:
        """The sections' codes, from above."""
        return list(self._bars)

    def bar(self, code: str) -> SectionBar:
        """The bar of a section."""
        return self._bars[code]

    def set_sections(self, sections: Sequence[Section]) -> None:
        """Have a bar for each of these."""
        for bar in self._bars.values():
            bar.hide()
            bar.deleteLater()
        self._bars = {}
        for digit, section in enumerate(sections, start=1):
            bar = SectionBar(section, digit)
            bar.clicked.connect(partial(self._emit_decided, section.code))
            bar.also_asked.connect(partial(self.also_asked.emit, section.code))
            self._bars[section.code] = bar
            self._column.addWidget(bar)

    def show_article(self, opened: OpenArticle | None, answer: Prediction | None) -> None:
        """Show what an answer gives each section, and in which the article stands."""
        decision = opened.decision if opened else None
        scores = {score.code: score.p for score in answer.scores} if answer else {}
        readable = opened is not None and opened.article.problem is None
        for code, bar in self._bars.items():
            second = opened.second if opened else None
            bar.show_state(
                BarState(
                    p=scores.get(code),
                    beside=opened.beside.get(code) if opened and second else None,
                    beside_model=second.model if second else "",
                    decided=decision is not None and code == decision.to_section,
                    also=decision is not None and code == decision.also,
                    muted=answer is not None and bool(answer.abstains),
                )
            )
            bar.setEnabled(readable)

    def show_typed(self, matches: Sequence[str], best: str | None) -> None:
        """Mark the sections that typed letters fit; `best` is the one that Enter takes."""
        for code, bar in self._bars.items():
            bar.show_typed("best" if code == best else "fits" if code in matches else "")

    def _emit_decided(self, code: str, _checked: bool = False) -> None:
        self.decided.emit(code)
