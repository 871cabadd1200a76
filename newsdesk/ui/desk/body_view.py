"""The article's text: what the model read in ink, what it did not read in soft."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent, QTextBlockFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget

from newsdesk.core.prediction import Prediction
from newsdesk.ui.theme import theme

LONGEST = 60_000
"""Characters shown at first; a longer text is cut there and says so."""


class BodyView(QTextBrowser):
    """Grows with its text, so that the whole column scrolls as one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("body")
        self.setAccessibleName("Article text")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setOpenLinks(False)
        self.setAcceptDrops(False)  # a drop anywhere is an article
        self.viewport().setAcceptDrops(False)
        self.document().setDocumentMargin(0)

    def show_text(self, body: str, prediction: Prediction | None) -> None:
        """Show a body; with a prediction, mark what was not read."""
        self.setHtml(_html(body[:LONGEST], prediction, cut=len(body) > LONGEST))
        self._open_lines()
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(400, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def _open_lines(self) -> None:
        spacing = QTextBlockFormat()
        spacing.setLineHeight(152, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        spacing.setBottomMargin(10)
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(spacing)

    def _fit(self) -> None:
        self.document().setTextWidth(self.viewport().width())
        self.setFixedHeight(max(20, int(self.document().size().height()) + 4))


def _html(body: str, prediction: Prediction | None, cut: bool) -> str:
    """Paragraphs; those characters that the model skipped in soft ink, with a line that says so."""
    start, end = _skipped_range(body, prediction)
    parts: list[str] = []
    place = 0
    for paragraph in body.split("\n\n"):
        if paragraph.strip():
            parts.append(_paragraph(paragraph, start - place, end - place))
        if prediction is not None and place <= start < min(end, place + len(paragraph) + 2):
            parts.append(_aside(_skipped(prediction)))
        place += len(paragraph) + 2
    if cut:
        parts.append(_aside("The rest of this long text is not shown."))
    return "".join(parts)


def _skipped_range(body: str, prediction: Prediction | None) -> tuple[int, int]:
    if prediction is None or prediction.tokens_read == prediction.tokens_total:
        return len(body), len(body)
    return prediction.head_end, prediction.tail_start


def _paragraph(text: str, start: int, end: int) -> str:
    """One paragraph, its characters from start to end (within the paragraph) in soft ink."""
    start, end = max(0, min(start, len(text))), max(0, min(end, len(text)))
    soft = f'<span style="color:{theme().tokens.soft}">{_lines(text[start:end])}</span>'
    return f"<p>{_lines(text[:start])}{soft if start < end else ''}{_lines(text[end:])}</p>"


def _aside(text: str) -> str:
    tokens = theme().tokens
    return f'<p style="color:{tokens.amber_ink}; font-size:12px">{escape(text)}</p>'


def _skipped(prediction: Prediction) -> str:
    unread = prediction.tokens_total - prediction.tokens_read
    return f"The model did not read the part in grey: {unread:,} tokens."


def _lines(text: str) -> str:
    return escape(text).replace("\n", "<br>")
