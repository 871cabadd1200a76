"""The model on the desk and the one beside it; a menu of the others and of what they can do."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QMenu, QPushButton, QSizePolicy, QToolTip, QWidget

from newsdesk.services.classification import ClassificationState
from newsdesk.services.models import ModelCard
from newsdesk.ui.theme import theme

GAP = 10
WIDEST_NAME = 220
"""Pixels; a longer name is cut with an ellipsis and whole in the tooltip."""


class ModelPicker(QPushButton):
    """picked: the model that the person chose; second_picked: the one beside it, None for none.

    opening: the menu is about to show. ensemble_asked: make one (empty), or edit the one of this
    name. filing_asked: choose what is filed by itself.
    """

    picked = Signal(ModelCard)
    second_picked = Signal(object)
    opening = Signal()
    ensemble_asked = Signal(str)
    filing_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("modelPicker")
        # Narrower than its words where the bar has no room for them.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._name = "No model"
        self._beside = ""
        self._facts = ""
        self._offered: object = None
        self._menu = QMenu(self)
        self._menu.setToolTipsVisible(True)
        self._second: QMenu | None = None
        self._menu.aboutToShow.connect(self.opening)
        self.setMenu(self._menu)

    def show_models(
        self,
        cards: Sequence[ModelCard],
        current: ModelCard | None,
        second: ModelCard | None = None,
        broken: dict[str, str] | None = None,
    ) -> None:
        """Offer these models. broken: ensembles that cannot be used, and why."""
        offered = (tuple(cards), current, second, broken)
        if offered == self._offered:
            return  # an open menu keeps its place
        self._offered = offered
        self._menu.clear()
        self._second = None
        for submenu in self._menu.findChildren(QMenu):
            submenu.deleteLater()
        for card in cards:
            action = QAction(f"{_shown(card.shown)}   {_facts(card, None)}", self._menu)
            action.setCheckable(True)
            action.setChecked(current is not None and card.name == current.name)
            action.triggered.connect(lambda _=False, chosen=card: self.picked.emit(chosen))
            self._menu.addAction(action)
        for name, why in (broken or {}).items():
            action = self._menu.addAction(f"{_shown(name)}   cannot be used…")
            action.setToolTip(why)
            action.triggered.connect(lambda _=False, name=name: self.ensemble_asked.emit(name))
        self._menu.addSeparator()
        others = [card for card in cards if current and not card.agrees_with(current)]
        self._add_beside(others, second)
        self._add_ensembles(cards)
        self._menu.addSeparator()
        filing = self._menu.addAction("File by itself…")
        filing.setEnabled(current is not None)
        filing.triggered.connect(self.filing_asked)

    def open_second(self) -> bool:
        """Offer what can stand beside the first model; whether there is anything."""
        if self._second is None or not self._second.isEnabled():
            return False
        self._second.popup(self.mapToGlobal(self.rect().bottomLeft()))
        return True

    def show_current(
        self,
        card: ModelCard | None,
        state: ClassificationState,
        second: ModelCard | None = None,
    ) -> None:
        """Show the model on the desk, the one beside it, and what is known of its speed."""
        self._name = card.shown if card else "No model"
        beside = second.shown if second and second.name == state.second else state.second
        self._beside = f" · beside: {beside}" if card and beside else ""
        self._facts = _facts(card, state) if card else ""
        self.setAccessibleName(f"Model on the desk: {self._name}{self._beside}, {self._facts}")
        self.updateGeometry()
        self.update()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            # The names as well: here they may be cut.
            told = "\n".join(
                part for part in (f"{self._name}{self._beside}", self.toolTip()) if part
            )
            QToolTip.showText(event.globalPos(), told, self)
            return True
        return super().event(event)

    def sizeHint(self) -> QSize:
        width = sum(metrics.horizontalAdvance(text) for text, metrics, _ in self._parts(10**6))
        return QSize(round(width) + 54 + GAP, 33)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 33)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        area = QRectF(self.rect()).adjusted(12, 0, -32, 0)
        fonts = (self._bold(), self._small(), self._small())
        for font, (text, metrics, ink) in zip(fonts, self._parts(area.width()), strict=True):
            painter.setFont(font)
            painter.setPen(theme().color(ink))
            if ink == "soft":
                area.setLeft(area.left() + GAP)
            painter.drawText(area, middle, text)
            area.setLeft(area.left() + metrics.horizontalAdvance(text))
        corner = QPointF(self.width() - 26, self.height() / 2 - 8)
        icon = theme().icon("chevron-down", "soft")
        icon.paint(painter, round(corner.x()), round(corner.y()), 16, 16)

    def _parts(self, room: float) -> list[tuple[str, QFontMetricsF, str]]:
        """Name, second model and facts as they fit into `room` pixels, with metrics and colour."""
        elide, parts = Qt.TextElideMode.ElideRight, []
        bold, small = QFontMetricsF(self._bold()), QFontMetricsF(self._small())
        for text, metrics, widest, ink in (
            (self._name, bold, WIDEST_NAME, "ink"),
            (self._beside, small, WIDEST_NAME, "ink"),
            (self._facts, small, 10**6, "soft"),
        ):
            room -= GAP if ink == "soft" else 0
            shown = metrics.elidedText(text, elide, max(min(widest, room), 0))
            shown = "" if shown == "…" else shown
            parts.append((shown, metrics, ink))
            room -= metrics.horizontalAdvance(shown)
        return parts

    def _add_beside(self, others: Sequence[ModelCard], second: ModelCard | None) -> None:
        menu = self._second = self._menu.addMenu("A second model beside it")
        menu.setEnabled(bool(others))
        group = QActionGroup(menu)
        choices: list[tuple[str, ModelCard | None]] = [("None", None)]
        choices += [(f"{_shown(card.shown)}   {_facts(card, None)}", card) for card in others]
        for text, card in choices:
            action = menu.addAction(text)
            action.setCheckable(True)
            action.setChecked((card and card.name) == (second and second.name))
            action.triggered.connect(lambda _=False, card=card: self.second_picked.emit(card))
            group.addAction(action)

    def _add_ensembles(self, cards: Sequence[ModelCard]) -> None:
        new = self._menu.addAction("New ensemble…")
        new.setEnabled(sum(not card.members for card in cards) > 1)
        new.setToolTip("Models that answer together, as the mean of their probabilities")
        new.triggered.connect(lambda: self.ensemble_asked.emit(""))
        for card in cards:
            if card.members:
                edit = self._menu.addAction(f"Edit the ensemble {_shown(card.shown)}…")
                edit.triggered.connect(lambda _=False, n=card.name: self.ensemble_asked.emit(n))

    def _bold(self) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(13)
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def _small(self) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(12)
        return font


def _shown(name: str) -> str:
    """A name in a menu, where & would mark a letter."""
    return name.replace("&", "&&")


def _facts(card: ModelCard, state: ClassificationState | None) -> str:
    parts = []
    if card.members:
        parts.append(f"{len(card.members)} models")
    if card.macro_f1 is not None:
        parts.append(f"macro-F1 {card.macro_f1:.2f}".replace("0.", "."))
    if state is not None:
        if not state.usable:
            parts.append("cannot be used")
        elif not state.loaded:
            parts.append("loading…")
        elif state.milliseconds is not None:
            parts.append(f"{state.milliseconds:.0f} ms")
    parts.append(f"{card.bytes / 1e6:.0f} MB")
    return " · ".join(parts)
