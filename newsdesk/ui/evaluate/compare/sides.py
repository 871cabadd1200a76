"""The two models beside one another: what each would do with the replayed articles."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel

from newsdesk.analysis.promotion import Preview, Side
from newsdesk.ui.evaluate.words import articles
from newsdesk.ui.widgets.chip import percent
from newsdesk.ui.widgets.labels import label


class SidesCard(QFrame):
    """A small table; the candidate's column comes last."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(13, 9, 13, 9)
        self._grid.setHorizontalSpacing(26)
        self._grid.setVerticalSpacing(3)
        self._grid.setColumnStretch(0, 1)
        self.texts: list[list[str]] = []

    def show_preview(self, preview: Preview, current: str, candidate: str) -> None:
        """Show the figures of a replay."""
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.texts = _rows(preview, current, candidate)
        for row, texts in enumerate(self.texts):
            for column, text in enumerate(texts):
                role = "soft" if not column else "strong" if not row else ""
                self._grid.addWidget(_cell(text, role, column > 0), row, column)


def _rows(preview: Preview, current: str, candidate: str) -> list[list[str]]:
    def each(name: str, of: object, now: str, then: str) -> list[str]:
        return [f"{name}{of}", now, then]

    now, then = preview.now, preview.then
    rows = [["", f"{current} (now)", candidate]]
    if preview.decided:
        of = f", of {articles(preview.decided)} that people decided"
        rows.append(
            each("Right", of, _of(now.right, preview.decided), _of(then.right, preview.decided))
        )
    of = f", of {preview.compared:,}"
    rows.append(each("Filed by itself", of, f"{now.filed:,}", f"{then.filed:,}"))
    rows.append(each("Cannot read", of, f"{now.abstains:,}", f"{then.abstains:,}"))
    rows.append(each("Mean confidence", "", _sure(now, preview), _sure(then, preview)))
    return rows


def _of(number: int, all_: int) -> str:
    return f"{number:,} ({percent(number / all_)})"


def _sure(side: Side, preview: Preview) -> str:
    return percent(side.confidence) if side.abstains < preview.compared else "–"


def _cell(text: str, role: str, right: bool) -> QLabel:
    cell = label(text, role)
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    cell.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
    return cell
