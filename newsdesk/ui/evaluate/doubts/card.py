"""The review of one label: the article, its label and the suggested one, one key each."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from newsdesk.analysis.doubts.review import Item
from newsdesk.core.dataset import Dataset, LabelledArticle
from newsdesk.core.section import Section
from newsdesk.services.datasets import section_name
from newsdesk.ui.evaluate.doubts.verdict import VerdictButton
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.labels import ElidedLabel, label

LONGEST = 20_000
"""Characters shown of an article."""
FIRST_DIGIT, LAST_DIGIT = 3, 9


class ReviewCard(QFrame):
    """taken: the section that the row should have. kept, skipped, undo_asked: the buttons."""

    taken = Signal(str)
    kept = Signal()
    skipped = Signal()
    undo_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.row: LabelledArticle | None = None
        self.others: list[Section] = []
        self.caption = ElidedLabel()
        self.caption.setProperty("role", "soft")
        self.progress = label("", "soft")
        self.text = QTextBrowser()
        self.text.setObjectName("body")
        self.text.setAccessibleName("Article text")
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.setOpenLinks(False)
        self.text.document().setDocumentMargin(0)
        self.take = VerdictButton("1", "Take this section")
        self.keep = VerdictButton("2", "Keep this label")
        self.other = QPushButton("Another section")
        self.menu = QMenu(self.other)
        self.other.setMenu(self.menu)
        self.skip = QPushButton("Skip")
        self.undo = QPushButton("Undo")
        self.said = ElidedLabel()
        self.said.setProperty("role", "soft")
        self._build()
        self.take.clicked.connect(lambda: self.taken.emit(self.take.code))
        self.keep.clicked.connect(self.kept)
        self.skip.clicked.connect(self.skipped)
        self.undo.clicked.connect(self.undo_asked)
        theme().changed.connect(self._paint_text)

    def show_nothing(self, text: str) -> None:
        """No row is under review; why."""
        self.row = None
        self.caption.setText(text)
        self.text.clear()
        self._allow(False)

    def show_row(self, dataset: Dataset, item: Item, row: LabelledArticle) -> None:
        """Show a row under review; the same one again keeps the place in its text."""
        same = self.row is not None and (row.number, row.body) == (self.row.number, self.row.body)
        self.row = row
        twin = f" · near-duplicate of row {row.group:,}" if row.group not in (0, row.number) else ""
        date = f" · {row.date[:10]}" if row.date else ""
        self.caption.setText(f"Row {row.number:,}{date}{twin}")
        self.take.show_section(section_name(dataset, item.suggested), item.suggested,
                               item.p_suggested)  # fmt: skip
        likely = item.p_section if row.section == item.section else None
        self.keep.show_section(section_name(dataset, row.section) or "none", row.section, likely)
        self._offer(dataset, (item.suggested, row.section))
        if not same:
            self._paint_text()
        self._allow(True)
        self.take.setEnabled(row.section != item.suggested)
        self.keep.setEnabled(bool(row.section) and not item.kept)

    def digit(self, number: int) -> str:
        """The code of the section that a digit from 3 on stands for; empty for none."""
        place = number - FIRST_DIGIT
        return self.others[place].code if 0 <= place < len(self.others) else ""

    def _allow(self, some: bool) -> None:
        for button in (self.take, self.keep, self.other, self.skip):
            button.setEnabled(some)

    def _offer(self, dataset: Dataset, but: tuple[str, str]) -> None:
        self.others = [section for section in dataset.sections if section.code not in but]
        self.menu.clear()
        for place, section in enumerate(self.others):
            key = f"{place + FIRST_DIGIT}   " if place + FIRST_DIGIT <= LAST_DIGIT else "     "
            name = section.name().replace("&", "&&")
            action = self.menu.addAction(f"{key}{name}")
            action.triggered.connect(lambda _=False, code=section.code: self.taken.emit(code))
        self.other.setVisible(bool(self.others))

    def _paint_text(self) -> None:
        if self.row is not None:
            self.text.setHtml(_html(self.row))

    def _build(self) -> None:
        self.skip.setToolTip("Go on without saying anything (S)")
        self.undo.setToolTip("Take back what was said last (Ctrl+Z)")
        self.other.setToolTip(
            "The digits from 3 on and the first letters of its name pick it as well"
        )
        for button in (self.other, self.skip, self.undo):
            button.setProperty("role", "small")
        top = QHBoxLayout()
        top.addWidget(self.caption, 1)
        top.addWidget(self.progress)
        foot = QHBoxLayout()
        foot.setSpacing(6)
        for widget in (self.other, self.skip, self.undo):
            foot.addWidget(widget)
        foot.addWidget(self.said, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 10)
        column.setSpacing(6)
        column.addLayout(top)
        column.addWidget(self.text, 1)
        column.addWidget(self.take)
        column.addWidget(self.keep)
        column.addLayout(foot)
        self.text.setMinimumHeight(60)
        self.said.setAlignment(Qt.AlignmentFlag.AlignRight)


def _html(row: LabelledArticle) -> str:
    shown = f'<p style="margin-top:0; margin-bottom:6px"><b>{escape(row.title)}</b></p>'
    parts = [escape(part).replace("\n", "<br>") for part in row.body[:LONGEST].split("\n\n")]
    shown += "".join(
        f'<p style="line-height:140%; margin-top:0; margin-bottom:8px">{part}</p>'
        for part in parts if part.strip()
    )  # fmt: skip
    if len(row.body) > LONGEST:
        soft = theme().tokens.soft
        shown += f'<p style="color:{soft}">The rest of this long text is not shown.</p>'
    return shown
