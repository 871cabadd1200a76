"""The card beside the mouse: which article a point is."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from newsdesk.analysis.evaluated import Evaluated
from newsdesk.core import paths
from newsdesk.ui.widgets.chip import percent
from newsdesk.ui.widgets.labels import label
from newsdesk.ui.widgets.thumbnails import THUMBNAIL, Thumbnails

_AWAY = 14
_WIDTH = 270


class HoverCard(QFrame):
    """Shows itself within the window of `owner`, where it hides nothing of what is pointed at."""

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner.window())
        self._cover = ""
        self._thumbnails = Thumbnails(self)
        self._thumbnails.arrived.connect(self._show_cover)
        self.setProperty("role", "card")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedWidth(_WIDTH)
        self._window = owner.window()
        self._picture = QLabel()
        self._picture.setFixedSize(THUMBNAIL)
        self.title = label("", "strong", wrap=True)
        self.sections = label("", "soft", wrap=True)
        words = QVBoxLayout()
        words.setSpacing(3)
        words.addWidget(self.title)
        words.addWidget(self.sections)
        words.addStretch(1)
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(10, 8, 10, 8)
        row.setSpacing(10)
        row.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        self.hide()

    def show_article(self, evaluated: Evaluated, article: int, at: QPoint) -> None:
        """Show an article. at: where its point is, in the window."""
        names = [section.name() for section in evaluated.sections]
        truth, said = int(evaluated.truth[article]), int(evaluated.predicted[article])
        sure = percent(float(evaluated.confidence[article]))
        title = evaluated.titles[article] or "(no title)"
        self.title.setText(title if len(title) < 140 else f"{title[:138]}…")
        if truth == said:
            self.sections.setText(f"{names[said]}, rightly · {sure}")
        else:
            self.sections.setText(f"{names[truth]} → {names[said]} · {sure}")
        self._cover = evaluated.covers[article]
        self._picture.setVisible(bool(self._cover))
        self._show_cover()
        # A label that wraps asks for its height only once its width is known.
        self._row.activate()
        self.resize(_WIDTH, self._row.totalHeightForWidth(_WIDTH))
        window = self._window.rect()
        left, top = at.x() + _AWAY, at.y() + _AWAY
        if left + self.width() > window.right() - 4:
            left = at.x() - _AWAY - self.width()
        if top + self.height() > window.bottom() - 4:
            top = at.y() - _AWAY - self.height()
        self.move(max(4, left), max(4, top))
        self.raise_()
        self.show()

    def close_pictures(self) -> None:
        """Wait for the picture that is being read."""
        self._thumbnails.close()

    def _show_cover(self) -> None:
        if self._cover:
            path, ratio = paths.rendition(self._cover), self.devicePixelRatioF()
            self._picture.setPixmap(self._thumbnails.get(path, ratio) or QPixmap())
