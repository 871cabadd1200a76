"""How the Evaluate screen is parted: pages on the left, points over the articles on the right."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtWidgets import QSplitter, QWidget

from newsdesk.services.settings import Settings

LEFT, RIGHT = 640, 560
TOP, BELOW = 280, 420
TOP_WIDE, BELOW_WIDE = 480, 220
_PAGES, _POINTS, _WIDE = "evaluate/pages_pane", "evaluate/points_pane", "evaluate/points_wide"


class Panes(QSplitter):
    """The person's own parting is remembered, apart for points over the whole width."""

    def __init__(
        self, pages: QWidget, points: QWidget, articles: QWidget, settings: Settings
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._settings = settings
        self._pages, self._points = pages, points
        self._right = QSplitter(Qt.Orientation.Vertical)
        self._right.addWidget(points)
        self._right.addWidget(articles)
        self.addWidget(pages)
        self.addWidget(self._right)
        for splitter in (self._right, self):
            splitter.setChildrenCollapsible(False)
            splitter.setHandleWidth(1)
            splitter.splitterMoved.connect(self._remember)
        self.show_wide(False)

    @property
    def is_wide(self) -> bool:
        """Whether the points have the whole width."""
        return self._pages.isHidden()

    def show_wide(self, wide: bool) -> None:
        """Give the points the whole width, or the pages their place again."""
        self._pages.setVisible(not wide)
        self._right.setContentsMargins(16 if wide else 0, 12, 16, 12)
        if not wide:
            _restore(self, self._settings.bytes(_PAGES), [LEFT, RIGHT])
        sizes = [TOP_WIDE, BELOW_WIDE] if wide else [TOP, BELOW]
        _restore(self._right, self._settings.bytes(_WIDE if wide else _POINTS), sizes)

    def show_high(self, high: bool) -> None:
        """Give the articles the whole height, or the points their place again."""
        self._points.setHidden(high)

    def _remember(self) -> None:
        if not self.is_wide:
            self._settings.set_bytes(_PAGES, self.saveState())
        if self._points.isHidden():
            return
        self._settings.set_bytes(_WIDE if self.is_wide else _POINTS, self._right.saveState())


def _restore(splitter: QSplitter, state: QByteArray | None, sizes: list[int]) -> None:
    if state is None or not splitter.restoreState(state):
        splitter.setSizes(sizes)
