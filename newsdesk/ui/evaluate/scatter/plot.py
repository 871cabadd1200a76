"""One scatterplot with its title, its progress and what is wrong with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from newsdesk.analysis.separation import Separation
from newsdesk.engine.examined import FeatureKind
from newsdesk.services.evaluate.projections import PointsKey
from newsdesk.ui.evaluate.scatter.canvas import ScatterCanvas
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.labels import label

TITLES: dict[FeatureKind, str] = {"text": "Text", "cover": "Cover", "fused": "Both"}
_BESIDE = 90
"""Pixels that the progress and its button take."""
_WHAT: dict[FeatureKind, str] = {"text": "texts", "cover": "covers", "fused": "articles"}


class Plot(QWidget):
    """cancelled: the person does not want to wait for the points any longer.

    alone_asked: this plot without the others beside it, or all of them again.
    """

    cancelled = Signal()
    alone_asked = Signal()

    def __init__(self, kind: FeatureKind) -> None:
        super().__init__()
        self.kind = kind
        self.title = TITLES[kind]
        self.canvas = ScatterCanvas(self.title)
        self.key: PointsKey | None = None
        self.placed = ""
        """How the points that are seen were placed, in words."""
        self.heading = QPushButton(self.title)
        self.heading.setProperty("role", "heading")
        self.heading.clicked.connect(self.alone_asked)
        self.separation = label("", "soft")
        self._figures = ("", "")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(46)
        self.bar.setAccessibleName(f"{self.title}: points being placed")
        self.cancel = QPushButton()
        self.cancel.setProperty("role", "plain")
        self.cancel.setToolTip("Cancel")
        self.cancel.setAccessibleName(f"Cancel placing the points of {self.title}")
        self.cancel.clicked.connect(self.cancelled)
        self.message = label("", "soft", wrap=True)
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.message.setMargin(12)
        self._build()
        self.show_working(False)
        theme().changed.connect(self._tint)
        self._tint()

    def begin(self, key: PointsKey) -> None:
        """Points are being placed under this key; those of before stay until they come."""
        self.key = key
        self._figures = ("", "")
        self._write_figures()
        self.separation.setToolTip("")
        self.say("")
        self.show_working(True)

    def show_working(self, working: bool) -> None:
        """Show or hide the progress."""
        self.bar.setRange(0, 0)
        self.bar.setVisible(working)
        self.cancel.setVisible(working)

    def offer_alone(self, number: int, alone: bool) -> None:
        """Whether a click on the title does anything. number: of plots that there are."""
        self.heading.setEnabled(number > 1)
        told = "Show the others beside it again" if alone else "Show this one alone"
        self.heading.setToolTip(told if number > 1 else "")

    def show_progress(self, done: int, total: int) -> None:
        """How far it is."""
        self.bar.setRange(0, max(total, 1))
        self.bar.setValue(done)

    def show_separation(self, found: Separation) -> None:
        """How separate the sections are, as a figure, and in words where the mouse rests."""
        told = (
            f"{found.sentence(_WHAT[self.kind])} Silhouette {found.silhouette:.2f}. "
            f"Articles with these features: {found.articles:,}."
        )
        self._figures = f"k-NN {_share(found.knn)}", f"silhouette {_share(found.silhouette)}"
        self._write_figures()
        self.separation.setToolTip(told)
        self.separation.setAccessibleName(told)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._write_figures()

    def say(self, text: str, wrong: bool = False) -> None:
        """Say something in place of the points; an empty text for the points."""
        role = "error" if wrong else "soft"
        if self.message.property("role") != role:
            self.message.setProperty("role", role)
            self.message.style().polish(self.message)
        self.message.setText(text)
        self._stack.setCurrentWidget(self.message if text else self.canvas)

    def _write_figures(self) -> None:
        """Both figures where they have room, the plainer one where not."""
        both = " · ".join(figure for figure in self._figures if figure)
        room = self.width() - self.heading.sizeHint().width() - _BESIDE
        fits = self.separation.fontMetrics().horizontalAdvance(both) <= room
        self.separation.setText(both if fits else self._figures[0])

    def _build(self) -> None:
        row = QWidget()
        # It keeps its height when the button comes and goes.
        row.setFixedHeight(self.cancel.sizeHint().height())
        # Nor does it make one plot wider than the others.
        row.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        head = QHBoxLayout(row)
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(6)
        head.addWidget(self.heading)
        head.addWidget(self.separation)
        head.addStretch(1)
        head.addWidget(self.bar)
        head.addWidget(self.cancel)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.canvas)
        self._stack.addWidget(self.message)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(row)
        column.addLayout(self._stack, 1)

    def _tint(self) -> None:
        self.cancel.setIcon(theme().icon("close", "soft"))


def _share(value: float) -> str:
    """.88 and −.05, as it is written in tables."""
    rounded = round(value, 2) + 0.0  # nothing is written as −.00
    return f"{rounded:.2f}".replace("0.", ".", 1).replace("-", "−")
