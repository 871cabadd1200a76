"""Before a model goes to the desk: what it would change there."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from newsdesk.analysis.promotion import Preview, Replayed
from newsdesk.services.evaluate import Evaluate
from newsdesk.ui.evaluate.compare.moves import MoveList, ReplayedList, groups_of
from newsdesk.ui.evaluate.compare.sides import SidesCard
from newsdesk.ui.evaluate.words import articles
from newsdesk.ui.widgets.labels import card, label

WIDTH, HEIGHT = 900, 640
_EMPTY = (
    "Nothing has been answered or decided on the desk yet, so it cannot be shown what would "
    "change there. The model can be put on the desk all the same."
)


class PromoteDialog(QDialog):
    """promoted: the model that is to be on the desk. said: a line for the foot of the window.

    article_asked: an article of the desk to read.
    """

    promoted = Signal(str)
    said = Signal(str, bool)
    article_asked = Signal(int)

    def __init__(self, evaluate: Evaluate, model: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.promotion = evaluate.promotion
        self.model = model
        on_desk = self.promotion.on_desk
        self.current = on_desk.name if on_desk is not None else ""
        self.setWindowTitle("Newsdesk")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.heading = label("", "heading", wrap=True)
        self.told = label("", "soft", wrap=True)
        self.notices: list[QFrame] = []
        self.progress = QProgressBar()
        self.cancel = QPushButton("Cancel")
        self.again = QPushButton("Replay again")
        self.sides = SidesCard()
        self.moves = MoveList()
        self.articles = ReplayedList()
        self.back = QPushButton("")
        self.leave = QPushButton("Not now")
        self.promote = QPushButton("Promote")
        self._build()
        self._connect()
        if self._hindrance() is None and not self.promotion.has_replayed(model):
            self.promotion.replay(model)
        self._show()

    # What is shown

    def _hindrance(self) -> str | None:
        """Why the model cannot be put on the desk, or is there already."""
        if self.promotion.card(self.model) is None:
            return f"The model {self.model} is not on this machine any more."
        if self.model == self.current:
            return f"{self.model} is on the desk already."
        return None

    def _show(self) -> None:
        hindrance, preview = self._hindrance(), self.promotion.preview
        busy = self.promotion.busy
        if hindrance is not None:
            preview = None
        self.heading.setText(f"Put {self.model} on the desk?")
        now = f"On the desk now: {self.current}." if self.current else "No model is on the desk."
        self.told.setText(" ".join([now, *self._what_moves(preview)]))
        for frame in self.notices:
            frame.hide()
            frame.deleteLater()
        self.notices = []
        for role, text in self._warnings(hindrance, preview):
            frame = card(role, text)
            self.notices.append(frame)
            self._notices.addWidget(frame)
        for widget in (self.progress, self.cancel):
            widget.setVisible(busy)
        self.again.setVisible(not busy and hindrance is None)
        shown = preview is not None and preview.compared > 0
        self.sides.setVisible(shown)
        moves = shown and preview is not None and bool(preview.moves)
        self._lists.setVisible(moves)
        self._filler.setVisible(not moves)
        if preview is not None and shown:
            self.sides.show_preview(preview, self.current, self.model)
            groups = groups_of(preview, self.current, self.model)
            self.moves.show_groups(groups, preview)
        self.promote.setEnabled(hindrance is None)
        self.back.setVisible(bool(self.promotion.before))
        self.back.setText(f"Back to {self.promotion.before}")

    @property
    def _is_left(self) -> bool:
        """Whether a replay was cancelled."""
        promotion = self.promotion
        return promotion.preview is None and promotion.problem is None and not self._hindrance()

    def _what_moves(self, preview: Preview | None) -> list[str]:
        if preview is None or not preview.compared:
            if self.promotion.busy:
                return ["The last articles of the desk are being replayed; nothing is changed."]
            if self._is_left:
                return ["The replay was cancelled, so it is not known what would change there."]
            return []
        told = [f"Of the last {articles(preview.compared)} there, {preview.moved:,} would move."]
        if preview.decided:
            told.append(
                f"People decided {preview.decided:,} of them: {preview.gained:,} that only "
                f"{self.model} has right, {preview.lost:,} that only {self.current} has right"
                f"{_weighed(preview)}."
            )
        return told

    def _warnings(self, hindrance: str | None, preview: Preview | None) -> list[tuple[str, str]]:
        problem = self.promotion.problem
        if hindrance is not None:
            return [("notice", hindrance)]
        if problem is not None:
            return [("trouble", str(problem))]
        if preview is None:
            return []
        found = []
        if not preview.articles:
            found.append(_EMPTY)
        elif not preview.compared:
            found.append(
                "There is no model on the desk whose answers these could be held against."
                if not self.current
                else f"{self.current} has answered none of these articles and cannot be asked."
            )
        for codes, who in ((preview.lacking, self.model), (preview.new, self.current)):
            if codes:
                names = ", ".join(preview.names.get(code, code) for code in codes)
                found.append(f"{who} does not know: {names}.")
        return [("notice", text) for text in found]

    def _show_group(self) -> None:
        preview, group = self.promotion.preview, self.moves.item
        if preview is not None and group is not None:
            self.articles.show_articles(group.articles, preview)

    def _show_progress(self, done: int, total: int) -> None:
        self.progress.setRange(0, total)
        self.progress.setValue(done)
        self.progress.setAccessibleName(f"{done:,} of {articles(total)} read")

    # What is done

    def _promote(self) -> None:
        self.promotion.look()
        if self._hindrance() is not None:
            self._show()
            return
        told = self.promotion.note(self.model)
        self._put(self.model, told, undoable=bool(self.current))

    def _go_back(self) -> None:
        before = self.promotion.before
        told = self.promotion.note_back()
        self._put(before, told, undoable=True)

    def _put(self, model: str, told: str, undoable: bool) -> None:
        self.promoted.emit(model)
        self.said.emit(told, undoable)
        self.accept()

    def _read(self, row: Replayed) -> None:
        self.accept()
        self.article_asked.emit(row.article)

    def _ended(self) -> None:
        """What still goes on is not waited for."""
        if self.promotion.busy:
            self.promotion.cancel()

    def _connect(self) -> None:
        self.promotion.changed.connect(self._show)
        self.promotion.moved.connect(self._show_progress)
        self.moves.moved.connect(self._show_group)
        self.articles.picked.connect(self._read)
        self.cancel.clicked.connect(self.promotion.cancel)
        self.again.clicked.connect(lambda: self.promotion.replay(self.model))
        self.back.clicked.connect(self._go_back)
        self.leave.clicked.connect(self.reject)
        self.promote.clicked.connect(self._promote)
        self.finished.connect(self._ended)

    def _build(self) -> None:
        self.promote.setProperty("role", "primary")
        self.progress.setTextVisible(False)
        self.progress.setRange(0, 0)
        self.progress.setAccessibleName("The articles are being read")
        self._notices = QVBoxLayout()
        self._notices.setSpacing(8)
        reading = QHBoxLayout()
        reading.setSpacing(10)
        reading.addWidget(self.progress, 1)
        reading.addWidget(self.cancel)
        self._lists = QWidget()
        lists = QHBoxLayout(self._lists)
        lists.setContentsMargins(0, 0, 0, 0)
        lists.setSpacing(10)
        lists.addWidget(self.moves, 4)
        lists.addWidget(self.articles, 6)
        foot = QHBoxLayout()
        foot.setSpacing(10)
        for button in (self.back, self.again):
            foot.addWidget(button)
        foot.addStretch(1)
        for button in (self.leave, self.promote):
            foot.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(12)
        column.addWidget(self.heading)
        column.addWidget(self.told)
        column.addLayout(self._notices)
        column.addLayout(reading)
        column.addWidget(self.sides)
        column.addWidget(self._lists, 1)
        self._filler = QWidget()
        column.addWidget(self._filler, 100)
        column.addLayout(foot)
        self.resize(WIDTH, HEIGHT)
        self.leave.setAutoDefault(True)


def _weighed(preview: Preview) -> str:
    if preview.gained == preview.lost:
        return ", so neither is better by that"
    if not preview.tells:
        return ", too few to tell which is better"
    return ""
