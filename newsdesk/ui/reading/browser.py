"""A piece of an article's text as it is read: it stands still while the whole column scrolls."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget


class ReadingBrowser(QTextBrowser):
    """Without frame, margin and bars of its own; those below give it its height."""

    def __init__(self, role: str, name: str, parent: QWidget | None = None) -> None:
        """role: by which the stylesheet knows it. name: for the screen reader."""
        super().__init__(parent)
        self.setObjectName(role)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setOpenLinks(False)
        self.setAcceptDrops(False)  # a drop anywhere is an article
        self.viewport().setAcceptDrops(False)
        self.document().setDocumentMargin(0)

    def fit(self) -> None:
        """Be as high as the text is at this width."""
        raise NotImplementedError

    def sizeHint(self) -> QSize:
        return QSize(400, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()
