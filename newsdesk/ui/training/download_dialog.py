"""The download of a base model: size and licence first, then how far it is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core.errors import Problem
from newsdesk.services.encoders import Download, Offer
from newsdesk.ui.training.words import size
from newsdesk.ui.widgets.labels import label

FINEST = 1000
"""Steps of the bar: bytes outgrow its numbers."""


class DownloadDialog(QDialog):
    """Accepted once the base model is here."""

    def __init__(self, download: Download, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Download a base model")
        self.setMinimumWidth(460)
        self._download = download
        download.setParent(self)
        self.heading = label(download.name, "heading", wrap=True)
        self.text = QLabel("Asking how large it is…")
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setWordWrap(True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName("How much has come")
        self.bar.setRange(0, 0)
        self.go = QPushButton("Download")
        self.go.setProperty("role", "primary")
        self.go.hide()
        self.go.clicked.connect(self._start)
        self.stop = QPushButton("Cancel")
        self.stop.clicked.connect(self.reject)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.stop)
        row.addWidget(self.go)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 16)
        column.setSpacing(12)
        for widget in (self.heading, self.text, self.bar):
            column.addWidget(widget)
        column.addLayout(row)
        download.offered.connect(self._offer)
        download.progress.connect(self._show_progress)
        download.done.connect(lambda _: self.accept())
        download.failed.connect(self._fail)
        download.ask()

    def done(self, result: int) -> None:
        self._download.close()
        super().done(result)

    def _offer(self, offer: Offer) -> None:
        self.bar.hide()
        licence = offer.licence or "not stated; see its page on the hub"
        self.text.setText(
            f"{size(offer.size)} in {offer.files} files, from huggingface.co.\n"
            f"Licence: {licence}\nRevision: {offer.revision or 'main'}"
        )
        self.go.show()
        self.go.setFocus()

    def _start(self) -> None:
        self.go.hide()
        self.bar.setRange(0, 0)
        self.bar.show()
        self.text.setText("Downloading…")
        self._download.start()

    def _show_progress(self, done: int, total: int, file: str) -> None:
        if total:
            self.bar.setRange(0, FINEST)
            self.bar.setValue(round(FINEST * done / total))
        self.text.setText(f"{size(done)} of {size(total)} · {file}\nCancel keeps what came so far.")

    def _fail(self, problem: Problem) -> None:
        self.bar.hide()
        self.text.setText(str(problem))
        self.go.setText("Try again")
        self.go.show()
        self.stop.setText("Close")
