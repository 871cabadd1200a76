"""The legend: what each colour and shape stands for; a click shows one group alone."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QPushButton, QScrollArea, QWidget

from newsdesk.services.evaluate.point_looks import Group, Looks
from newsdesk.ui.evaluate.scatter.colours import colours_of, shapes_of
from newsdesk.ui.evaluate.scatter.shapes import outlines
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.flow import FlowLayout

_SIGN = 12
_GAP = 4
_MOST_LINES = 2


def paint_sign(painter: QPainter, shape: int, colour: QColor, size: float) -> None:
    """Paint a shape of a diameter of `size` around (0, 0)."""
    painter.save()
    painter.scale(size / 2, size / 2)
    painter.fillPath(outlines()[shape], colour)
    painter.restore()


class LegendEntry(QPushButton):
    """One group; the arrow keys go to its neighbours."""

    stepped = Signal(int)

    def __init__(self, name: str, number: int, shape: int) -> None:
        super().__init__(name.replace("&", "&&"))
        self._shape = shape
        self.setProperty("role", "filter")
        self.setCheckable(True)
        self.setIconSize(QSize(_SIGN, _SIGN))
        self.setAccessibleName(name)
        told = f"{number:,} article{'' if number == 1 else 's'}"
        self.setAccessibleDescription(f"{told}; shows these alone")
        self.setToolTip(f"{name}: {told}\nClick: show these alone. Ctrl+click: these as well.")

    def tint(self, colour: QColor) -> None:
        """Show the sign in a colour."""
        ratio = self.devicePixelRatioF()
        pixmap = QPixmap(QSize(_SIGN, _SIGN) * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(_SIGN / 2, _SIGN / 2)
        paint_sign(painter, self._shape, colour, 8.5)
        painter.end()
        self.setIcon(QIcon(pixmap))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if event.key() in steps:
            self.stepped.emit(steps[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)


class Legend(QScrollArea):
    """isolated: the places of the groups to be shown as a frozenset, or None for all."""

    isolated = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[LegendEntry] = []
        self._alone: frozenset[int] | None = None
        self._looks: Looks | None = None
        self.setAccessibleName("Legend")
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._inner = QWidget()
        self._flow = FlowLayout(_GAP, self._inner)
        self.setWidget(self._inner)
        theme().changed.connect(self._tint)

    @property
    def alone(self) -> frozenset[int] | None:
        """The groups that are shown alone; None while all are shown."""
        return self._alone

    def show_looks(self, looks: Looks | None) -> None:
        """Show the groups of a colouring; all of them are seen."""
        self._looks = looks
        self._alone = None
        self._flow.clear()
        self.entries = []
        groups = looks.groups if looks is not None else ()
        counts = looks.counts if looks is not None else ()
        for place, shape in enumerate(shapes_of(groups)):
            entry = LegendEntry(groups[place].name, int(counts[place]), shape)
            entry.setFocusPolicy(
                Qt.FocusPolicy.StrongFocus if place == 0 else Qt.FocusPolicy.ClickFocus
            )
            entry.clicked.connect(lambda _, place=place: self._click(place))
            entry.stepped.connect(lambda by, place=place: self._step(place, by))
            self._flow.addWidget(entry)
            entry.show()
            self.entries.append(entry)
        self._tint()
        self._fit()

    def isolate(self, groups: frozenset[int] | None) -> None:
        """Show these groups alone, or all again."""
        self._alone = groups or None
        for place, entry in enumerate(self.entries):
            entry.setChecked(self._alone is not None and place in self._alone)
        self.isolated.emit(self._alone)

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._fit()

    def _click(self, place: int) -> None:
        before = self._alone or frozenset()
        if QApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier:
            self.isolate(before ^ {place})
        else:
            self.isolate(None if before == {place} else frozenset({place}))

    def _step(self, place: int, by: int) -> None:
        entry = self.entries[(place + by) % len(self.entries)]
        for each in self.entries:
            own = each is entry
            each.setFocusPolicy(Qt.FocusPolicy.StrongFocus if own else Qt.FocusPolicy.ClickFocus)
        entry.setFocus(Qt.FocusReason.TabFocusReason)
        self.ensureWidgetVisible(entry, 0, _GAP)

    def _fit(self) -> None:
        """As high as its lines, of which two are seen at once."""
        if not self.entries:
            self.setFixedHeight(0)
            return
        needed = self._flow.heightForWidth(self.viewport().width())
        line = self.entries[0].sizeHint().height()
        self.setFixedHeight(min(needed, _MOST_LINES * line + _GAP))

    def _tint(self) -> None:
        groups: Sequence[Group] = self._looks.groups if self._looks is not None else ()
        for entry, colour in zip(self.entries, colours_of(groups, theme().tokens), strict=True):
            entry.tint(colour)
