"""Why the model answers so: the words that decided, each a link to its place in the text."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core.errors import Problem
from newsdesk.core.explanation import Explanation
from newsdesk.core.section import Section
from newsdesk.ui.reading.why_words import Reason, reasons
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.labels import label

HINT = "Which words and sentences speak for the section?"
WRITING = "The text is being changed. What decides in it is told once it is kept."
CAVEAT = "The model does not answer here: what it goes by says little about this text."


class WhyCard(QFrame):
    """asked: explain this section, "" for the likeliest one. cancelled: stop explaining.

    place_asked: the part (title or body) and characters that a person wants to see.
    by_itself_changed: whether every article is explained without being asked.
    """

    asked = Signal(str)
    cancelled = Signal()
    place_asked = Signal(str, int, int)
    by_itself_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None, by_itself: bool = True) -> None:
        """by_itself: whether a person can choose that every article is explained."""
        super().__init__(parent)
        self.setProperty("role", "card")
        self._offers_by_itself = by_itself
        self._reasons: list[Reason] = []
        self._shown: tuple[Explanation, str, str] | None = None
        self._section = self._explained = ""
        self._names: dict[str, str] = {}
        self.choice = QPushButton("")
        self.choice.setProperty("role", "plain")
        self.choice.setMenu(QMenu(self.choice))
        self.by_itself = QAction("Explain by itself", self)
        self.by_itself.setCheckable(True)
        self.by_itself.toggled.connect(self.by_itself_changed)
        self.start = QPushButton("Show why")
        self.start.clicked.connect(lambda: self.asked.emit(self._section))
        self._text = _linked(self._follow)
        self._caveat = label(CAVEAT, "soft", wrap=True)
        self._caveat.hide()
        self._remark = label("", "soft", wrap=True)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName("How far the explanation is")
        self.cancel = QPushButton("Cancel")
        self.cancel.setProperty("role", "plain")
        self.cancel.setAccessibleName("Cancel the explanation")
        self.cancel.clicked.connect(self.cancelled)
        self._build()
        theme().changed.connect(self._show)
        self.show_nothing()

    @property
    def text(self) -> str:
        """What the card says, without its links."""
        caveat = "" if self._caveat.isHidden() else CAVEAT
        parts = [caveat, _plain(self._text.text()), self._remark.text()]
        return "\n".join(part for part in parts if part)

    @property
    def links(self) -> list[Reason]:
        """What can be followed to its place, in order."""
        return list(self._reasons)

    def set_sections(self, sections: Sequence[Section]) -> None:
        """The sections that can be explained."""
        self._names = {section.code: section.name() for section in sections}
        menu = self.choice.menu()
        menu.clear()
        group = QActionGroup(menu)
        for code, name in {"": "The likeliest section", **self._names}.items():
            action = menu.addAction(f"Why {name}?" if code else name)
            action.setCheckable(True)
            action.setChecked(code == self._section)
            action.triggered.connect(lambda _=False, code=code: self._choose(code))
            group.addAction(action)
        if self._offers_by_itself:
            menu.addSeparator()
            menu.addAction(self.by_itself)

    def show_nothing(self, likeliest: str = "", abstains: bool = False) -> None:
        """Nothing was asked about this article yet. likeliest: code of its section.

        abstains: the model cannot read the text, so that nothing decided.
        """
        self._caveat.setVisible(abstains)
        self.choice.setEnabled(True)
        self._shown, self._reasons, self._section = None, [], ""
        self._text.setText(HINT)
        self._remark.setText("")
        self._say_section(likeliest)
        self._arrange(False)
        self.start.setVisible(True)

    def show_writing(self) -> None:
        """The text is another one than was explained."""
        self.show_nothing(self._explained)
        self._text.setText(WRITING)
        self.choice.setEnabled(False)
        self.start.setVisible(False)

    def show_explanation(self, explanation: Explanation, title: str, body: str) -> None:
        """Show what is known so far."""
        self._shown = (explanation, title, body)
        self._say_section(explanation.section)
        self.progress.setRange(0, max(1, explanation.total))
        self.progress.setValue(explanation.done)
        self._show()

    def show_working(self, working: bool) -> None:
        """Whether an explanation is on its way."""
        if working:
            self.progress.setRange(0, 0)
            if self._shown is None:
                self._text.setText("Leaving out one part after another …")
        elif self._shown is None:
            self._text.setText(HINT)
        self._arrange(working)

    def show_problem(self, problem: Problem) -> None:
        """An explanation could not be made."""
        self._remark.setText(str(problem))
        self._remark.setVisible(True)

    def _show(self) -> None:
        if self._shown is None:
            return
        explanation, title, body = self._shown
        found = reasons(explanation, title, body)
        name = self._names.get(explanation.section, explanation.section)
        self._reasons = []
        lines = []
        if found.words_for:
            lines.append(f"Strongest for {escape(name)}: {self._links(found.words_for)}.")
        if found.words_against:
            lines.append(f"Against: {self._links(found.words_against)}.")
        if found.sentence is not None:
            lines.append(f"Strongest sentence: {self._links([found.sentence], quoted=True)}")
        shown = "".join(f'<p style="margin:0 0 4px 0">{line}</p>' for line in lines)
        self._text.setText(shown or "Nothing stands out so far.")
        self._remark.setText(found.remark)
        self._remark.setVisible(bool(found.remark))

    def _links(self, found: Sequence[Reason], quoted: bool = False) -> str:
        ink = theme().tokens.ink if quoted else theme().tokens.accent
        said = []
        for reason in found:
            text = f"“{escape(reason.text)}”" if quoted else escape(reason.text)
            style = f"color:{ink}; text-decoration:none"
            said.append(f'<a href="{len(self._reasons)}" style="{style}">{text}</a>')
            self._reasons.append(reason)
        return ", ".join(said)

    def _follow(self, link: str) -> None:
        influence = self._reasons[int(link)].influence
        self.place_asked.emit(influence.part, influence.start, influence.end)

    def _choose(self, code: str) -> None:
        self._section = code
        self.asked.emit(code)

    def _say_section(self, code: str) -> None:
        self._explained = code
        name = self._names.get(code, code)
        self.choice.setText(name)
        self.choice.setAccessibleName(f"Section that is explained: {name or 'the likeliest'}")

    def _arrange(self, working: bool) -> None:
        self.progress.setVisible(working)
        self.cancel.setVisible(working)
        self.start.setVisible(not working and self._shown is None)
        self._remark.setVisible(bool(self._remark.text()))

    def _build(self) -> None:
        head = QHBoxLayout()
        head.addWidget(label("Why", "caption"))
        head.addStretch(1)
        head.addWidget(self.choice)
        work = QHBoxLayout()
        work.addWidget(self.progress, 1)
        work.addWidget(self.cancel)
        column = QVBoxLayout(self)
        column.setContentsMargins(13, 7, 13, 10)
        column.setSpacing(5)
        column.addLayout(head)
        column.addWidget(self._caveat)
        column.addWidget(self._text)
        column.addWidget(self._remark)
        column.addLayout(work)
        column.addWidget(self.start, 0, Qt.AlignmentFlag.AlignLeft)


def _linked(follow: object) -> QLabel:
    made = QLabel()
    made.setTextFormat(Qt.TextFormat.RichText)
    made.setWordWrap(True)
    made.setTextInteractionFlags(
        Qt.TextInteractionFlag.LinksAccessibleByMouse
        | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
    )
    made.setAccessibleName("Why")
    made.linkActivated.connect(follow)
    return made


def _plain(rich: str) -> str:
    from PySide6.QtGui import QTextDocument

    document = QTextDocument()
    document.setHtml(rich)
    return document.toPlainText()
