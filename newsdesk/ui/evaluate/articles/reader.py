"""One article: its text, what is true and what was predicted, why, and how its label came."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from newsdesk.analysis.behind import Reading
from newsdesk.services.evaluate import Evaluate
from newsdesk.services.evaluate.articles import Row
from newsdesk.ui.evaluate.articles import words
from newsdesk.ui.evaluate.articles.bar import ReaderBar
from newsdesk.ui.evaluate.articles.cover import SmallCover
from newsdesk.ui.evaluate.articles.notice import Notice
from newsdesk.ui.evaluate.articles.odds import Odds, OddsBars
from newsdesk.ui.evaluate.articles.why import Why
from newsdesk.ui.reading.body import BodyView
from newsdesk.ui.reading.marks import Mark, line_areas
from newsdesk.ui.reading.title import TitleText
from newsdesk.ui.widgets.labels import label

_STEPS = {Qt.Key.Key_J: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_K: -1, Qt.Key.Key_Up: -1}


class ArticleReader(QWidget):
    """back_asked: to the list. step_asked: so many rows on. relabel_asked, desk_asked: buttons."""

    back_asked = Signal()
    step_asked = Signal(int)
    relabel_asked = Signal()
    desk_asked = Signal()

    def __init__(self, evaluate: Evaluate) -> None:
        super().__init__()
        self._evaluate, self._listed = evaluate, evaluate.articles
        self.row: Row | None = None
        self.reading: Reading | None = None
        self.bar = ReaderBar()
        self.title = TitleText()
        self.facts = label("", "soft", wrap=True)
        self.notice = Notice()
        self.warning = Notice()
        self.cover = SmallCover()
        self.odds = OddsBars()
        self.body = BodyView()
        self.more = QPushButton()
        self.more.setProperty("role", "plain")
        self.history = label("", "soft", wrap=True)
        self.history.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.why = Why(evaluate.session.insight, self._show_marks, self._warn, self)
        self.area = QScrollArea()
        self._wanted_why = False
        self._looked_for = ("", 0, 0)
        self._build()
        self._connect()

    def show_row(self, row: Row, number: int, total: int, why: bool = False) -> None:
        """Open the article of a row. why: explain it at once."""
        same = self.row is not None and self.row.place == row.place and self.reading is not None
        self.row, self._wanted_why = row, why
        self.bar.show_place(number, total)
        self._show_answers(row)
        if same:
            self._show_state()
            if why:
                self.why.ask()
            return
        self.reading = None
        self.why.show_nothing()
        self.title.setText(row.title or "No title")
        self.facts.setText("")
        self.notice.say("")
        self.warning.say("")
        self.history.hide()
        self.cover.show_cover("")
        self.body.show_text("", None)
        self.area.verticalScrollBar().setValue(0)
        self._listed.read(row.place, self._take)

    def read_again(self) -> None:
        """The store moved: show what stands now."""
        if self.row is not None:
            self._listed.read(self.row.place, self._take)

    def leave(self) -> None:
        """Nobody reads any more."""
        self.why.show_nothing()
        self.row = self.reading = None

    def show_problem(self, sentence: str) -> None:
        """Why the article cannot be read."""
        self.notice.say(sentence)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if not modifiers and event.key() == Qt.Key.Key_Escape:
            self.back_asked.emit()
        elif not modifiers and event.key() in _STEPS:
            self.step_asked.emit(_STEPS[Qt.Key(event.key())])
        elif not modifiers and event.key() == Qt.Key.Key_F:
            self.bar.high.toggle()
        elif not modifiers and event.key() == Qt.Key.Key_W:
            self.why.ask()
        else:
            super().keyPressEvent(event)

    def _take(self, reading: Reading | None) -> None:
        row = self.row
        if row is None:
            return
        evaluated, evaluation = self._listed.evaluated, self._evaluate.opened.evaluation
        known, self.reading = self.reading, reading
        text_stays = known is not None and reading is not None and _text(known) == _text(reading)
        self._show_state()
        if reading is None or evaluated is None or evaluation is None or text_stays:
            if reading is None:
                self.body.show_text("", None)
                self.why.show_nothing()
            return
        self.title.setText(reading.title or "No title")
        self.cover.show_cover(reading.cover)
        self.body.show_text(reading.body, None)
        self.why.show_text(
            evaluation.model, evaluated, row.place, reading.title, reading.body, reading.cover
        )
        if self._wanted_why:
            self.why.ask()
        self._wanted_why = False

    def _show_state(self) -> None:
        """Where it is from, what became of it, and how its label came."""
        row, reading, evaluated = self.row, self.reading, self._listed.evaluated
        if row is None or evaluated is None:
            return
        place = row.place
        self.bar.allow(reading is not None, self._listed.from_desk)
        if reading is None:
            self.facts.setText(words.facts(evaluated.dates[place], evaluated.sources[place],
                                           evaluated.languages[place]))  # fmt: skip
            gone = row.now.gone if row.now is not None and row.now.gone else self._listed.lost
            self.notice.say(f"{gone or 'The article is not there any more.'} "
                              "What the evaluation found of it stays.")  # fmt: skip
            self.history.hide()
            return
        self.facts.setText(words.facts(reading.date, reading.source, reading.language))
        fresh = self._listed.row_of(place)
        now = self._listed.relabelled(fresh)
        if now:
            name = words.name_of(self._listed.sections, now)
            self.notice.say(f"Relabelled {name}. The figures are those of the evaluation.")
        elif reading.title != evaluated.titles[place]:
            self.notice.say("The article was changed since the evaluation.")
        else:
            self.notice.say("")
        lines = [words.change_line(each, self._listed.sections) for each in reading.changes]
        self.history.setText("\n".join(["History of its section", *lines]))
        self.history.setVisible(bool(lines))

    def _show_answers(self, row: Row) -> None:
        evaluated = self._listed.evaluated
        if evaluated is None:
            return
        signs = {row.predicted: "predicted"}
        signs[row.truth] = "true, predicted" if row.right else "true"
        self.odds.show_odds([
            Odds(section.code, section.name(), float(p), signs.get(place, ""))
            for place, (section, p) in enumerate(
                zip(evaluated.sections, evaluated.probabilities[row.place], strict=True)
            )
        ])  # fmt: skip

    def _show_marks(self, marks: Sequence[Mark]) -> None:
        self.title.show_marks([mark for mark in marks if mark.part == "title"])
        self.body.show_marks([mark for mark in marks if mark.part == "body"])

    def _warn(self, sentence: str) -> None:
        self.warning.say(sentence)

    def _show_place(self, part: str, start: int, end: int) -> None:
        """Scroll to characters of the title or the body."""
        view = self.title if part == "title" else self.body
        if part != "title" and self.body.show_up_to(end):
            self._looked_for = (part, start, end)
            return
        self._looked_for = ("", 0, 0)
        for cursor in view.span(start, end)[:1]:
            for area in line_areas(view.document(), cursor)[:1]:
                middle = view.viewport().mapTo(self._page, area.center().toPoint())
                self.area.ensureVisible(0, middle.y(), 0, self.area.viewport().height() // 3)

    def _grown(self) -> None:
        if self._looked_for[0]:
            self._show_place(*self._looked_for)

    def _show_left_out(self, characters: int) -> None:
        self.more.setText(f"Show more of this text ({characters:,} characters are left)")
        self.more.setVisible(characters > 0)

    def _connect(self) -> None:
        self.bar.back.clicked.connect(self.back_asked)
        self.bar.earlier.clicked.connect(lambda: self.step_asked.emit(-1))
        self.bar.later.clicked.connect(lambda: self.step_asked.emit(1))
        self.bar.relabel.clicked.connect(self.relabel_asked)
        self.bar.desk.clicked.connect(self.desk_asked)
        self.why.card.place_asked.connect(self._show_place)
        self.body.left_out.connect(self._show_left_out)
        self.body.grown.connect(self._grown)
        self.more.clicked.connect(lambda: self.body.show_more())

    def _build(self) -> None:
        answers = QHBoxLayout()
        answers.setSpacing(14)
        answers.addWidget(self.cover, 0, Qt.AlignmentFlag.AlignTop)
        answers.addWidget(self.odds, 1, Qt.AlignmentFlag.AlignTop)
        self._page = QWidget()
        column = QVBoxLayout(self._page)
        column.setContentsMargins(14, 10, 14, 14)
        column.setSpacing(9)
        above: tuple[QWidget, ...] = (self.title, self.facts, self.notice)
        below = (self.why.card, self.warning, self.body, self.more, self.history)
        for widget in above:
            column.addWidget(widget)
        column.addLayout(answers)
        for widget in below:
            column.addWidget(widget)
        column.setAlignment(self.more, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self.area.setWidget(self._page)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setProperty("role", "panel")
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Article")
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.bar)
        outer.addWidget(self.area, 1)

    def menu_place(self) -> QPoint:
        """Where the menu of sections opens."""
        return self.bar.relabel.mapToGlobal(QPoint(0, self.bar.relabel.height()))


def _text(reading: Reading) -> tuple[str, str, str]:
    """What a model reads of it."""
    return reading.title, reading.body, reading.cover
