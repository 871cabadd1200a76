"""The panel of filters: sections, confidence, time, models, order, and filters that are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from PySide6.QtCore import QCoreApplication, QDate, QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QDateEdit,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core.section import Section
from newsdesk.services.saved_filters import SavedFilters
from newsdesk.store.records import InboxQuery
from newsdesk.ui.desk.inbox.filter_words import ARRIVALS, ORDERS, unfiltered
from newsdesk.ui.desk.inbox.saved_filters_box import SavedFiltersBox
from newsdesk.ui.widgets.choice import Choice
from newsdesk.ui.widgets.flow import FlowLayout
from newsdesk.ui.widgets.labels import label

WIDTH = 348
BETWEEN = "between"


class FilterPanel(QFrame):
    """changed: show this query now. said: worth a line at the foot, and whether to offer Undo.

    It lies over the list and closes with Esc, or with a click beside it.
    """

    changed = Signal(object)
    said = Signal(str, bool)
    closed = Signal()

    def __init__(self, filters: SavedFilters, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("filterPanel")
        self.setProperty("role", "card")
        self.setProperty("keepsKeys", True)
        self.setAccessibleName("Filters of the inbox")
        self.setFixedWidth(WIDTH)
        self._room = parent
        self._query = InboxQuery("")
        self.saved = SavedFiltersBox(filters)
        self.saved.picked.connect(self._take_saved)
        self.saved.said.connect(self.said)
        self._sections: dict[str, QPushButton] = {}
        self._section_box = QWidget()
        self._flow = FlowLayout(5, self._section_box)
        self.least, self.most = _per_cent("Confidence from"), _per_cent("Confidence to")
        times = [(text, code) for code, text in ARRIVALS.items()]
        self.arrived = _choice("Arrived", [("Any time", ""), *times, ("Between…", BETWEEN)])
        self.since, self.until = _day("Arrived from"), _day("Arrived until")
        self._days = _line(self.since, label("to", "soft"), self.until)
        self.answered_by = _choice("Answered by", [("Any model", "")])
        self.differs = QCheckBox("The second model says otherwise")
        self.run = _choice("Archive run", [("All articles", None)])
        self.order = _choice("Order", [(text, code) for code, text in ORDERS.items()])
        self.clear_button = QPushButton("Clear the filter")
        self.clear_button.setProperty("role", "plain")
        self._build()
        self._connect()

    def show_query(self, query: InboxQuery) -> None:
        """Show what is in force."""
        self._query = query
        self.saved.show_query(query)
        controls = (self.least, self.most, self.since, self.until, self.differs)
        choices = (self.arrived, self.answered_by, self.run, self.order)
        blockers = [QSignalBlocker(each) for each in (*controls, *choices)]
        for code, button in self._sections.items():
            button.setChecked(code in query.sections)
        self.least.setValue(round(100 * query.least))
        self.most.setValue(round(100 * query.most))
        between = not query.arrived and bool(query.since or query.until)
        _pick(self.arrived, BETWEEN if between else query.arrived)
        self._days.setVisible(between)
        if between:
            self.since.setDate(_qdate(query.since, 0))
            self.until.setDate(_qdate(query.until, 1))
        _pick(self.answered_by, query.answered_by)
        self.differs.setChecked(query.differs)
        _pick(self.run, query.run)
        _pick(self.order, query.order)
        del blockers
        self.clear_button.setEnabled(query != unfiltered(query))
        self._fit()

    def offer(
        self,
        sections: Sequence[Section],
        models: Sequence[str],
        runs: Sequence[tuple[int, str]],
        second: str,
    ) -> None:
        """Offer these to choose from. second: name of the second model, empty where none is."""
        self._flow.clear()
        self._sections = {}
        for section in sections:
            button = QPushButton(section.name())
            button.setProperty("role", "filter")
            button.setCheckable(True)
            button.setAccessibleName(f"Section {section.name()}")
            button.clicked.connect(self._tell)
            self._flow.addWidget(button)
            self._sections[section.code] = button
        _offer(self.answered_by, [("Any model", ""), *((name, name) for name in models)])
        _offer(self.run, [("All articles", None), *((name, number) for number, name in runs)])
        self._run_box.setVisible(bool(runs))
        self.differs.setEnabled(bool(second))
        self.differs.setToolTip("" if second else "Ask a second model first, in the model's menu.")
        self.saved.refresh()
        self.show_query(self._query)

    def open_beside(self, anchor: QWidget) -> None:
        """Show it beside the list, at the height of a control, so that the list is seen change."""
        corner = anchor.mapTo(self._room, anchor.rect().topRight())
        left = min(corner.x() + 22, self._room.width() - WIDTH - 8)
        self.move(max(8, left), corner.y())
        self.show()
        self.raise_()
        self._fit()
        self.saved.choice.setFocus(Qt.FocusReason.PopupFocusReason)
        _application().installEventFilter(self)

    def close_panel(self) -> None:
        """Hide it."""
        _application().removeEventFilter(self)
        self.hide()
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        button = self.focusWidget()
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if event.key() == Qt.Key.Key_Escape:
            self.close_panel()
        elif enter and isinstance(button, QAbstractButton) and not event.isAutoRepeat():
            button.click()
        else:
            event.accept()  # no key typed here decides about an article

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonPress and isinstance(event, QMouseEvent):
            self._look_where(watched, event)
        return False

    def _look_where(self, watched: QObject, event: QMouseEvent) -> None:
        """Close it where the click lies in this window, beside the panel."""
        if not isinstance(watched, QWidget) or watched.window() is not self.window():
            return
        inside = self.rect().contains(self.mapFromGlobal(event.globalPosition().toPoint()))
        if not inside and watched is not self.anchor:
            self.close_panel()

    anchor: QWidget | None = None
    """The control that opens and closes it; a click on it is its own."""

    def _take_saved(self, kept: InboxQuery) -> None:
        self.changed.emit(replace(kept, model=self._query.model, beside=self._query.beside))

    def _tell(self) -> None:
        """Tell what is chosen now."""
        arrived = self.arrived.currentData()
        self._days.setVisible(arrived == BETWEEN)
        self._fit()
        least, most = sorted((self.least.value(), self.most.value()))
        since = until = None
        if arrived == BETWEEN:
            since = _midnight(self.since.date(), 0)
            until = _midnight(self.until.date(), 1)
        query = replace(
            self._query,
            sections=tuple(code for code, b in self._sections.items() if b.isChecked()),
            least=least / 100,
            most=most / 100,
            arrived="" if arrived == BETWEEN else arrived,
            since=since,
            until=until,
            answered_by=self.answered_by.currentData() or "",
            differs=self.differs.isChecked(),
            run=self.run.currentData(),
            order=self.order.currentData(),
        )
        if query != self._query:
            self._query = query
            self.saved.show_query(query)
            self.clear_button.setEnabled(query != unfiltered(query))
            self.changed.emit(query)

    def _connect(self) -> None:
        for spin in (self.least, self.most):
            spin.valueChanged.connect(lambda _: self._tell())
        for choice in (self.arrived, self.answered_by, self.run, self.order):
            choice.currentIndexChanged.connect(lambda _: self._tell())
        for day in (self.since, self.until):
            day.dateChanged.connect(lambda _: self._tell())
        self.differs.toggled.connect(lambda _: self._tell())
        self.clear_button.clicked.connect(lambda: self.changed.emit(unfiltered(self._query)))

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 10)
        column.setSpacing(9)
        column.addWidget(self.saved)
        column.addWidget(_titled("Section", self._section_box))
        spins = _line(self.least, label("to", "soft"), self.most)
        column.addWidget(_titled("Confidence", spins))
        column.addWidget(_titled("Arrived", self.arrived, self._days))
        self._run_box = _titled("Archive run", self.run)
        column.addWidget(_line(_titled("Answered by", self.answered_by), self._run_box))
        column.addWidget(self.differs)
        column.addWidget(_titled("Order", self.order))
        column.addWidget(self.clear_button, 0, Qt.AlignmentFlag.AlignLeft)

    def _fit(self) -> None:
        layout = self.layout()
        assert layout is not None
        layout.activate()
        self.resize(WIDTH, max(layout.heightForWidth(WIDTH), layout.minimumSize().height()))
        self.move(self.x(), max(8, min(self.y(), self._room.height() - self.height() - 8)))


def _application() -> QCoreApplication:
    application = QApplication.instance()
    assert application is not None
    return application


def _titled(title: str, *widgets: QWidget) -> QWidget:
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(4)
    column.addWidget(label(title, "caption"))
    for widget in widgets:
        column.addWidget(widget)
    return box


def _line(*widgets: QWidget) -> QWidget:
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    for widget in widgets:
        row.addWidget(widget, 0 if widget.property("role") == "soft" else 1)
    return box


def _per_cent(name: str) -> QSpinBox:
    spin = QSpinBox()
    spin.setRange(0, 100)
    spin.setSingleStep(5)
    spin.setSuffix(" %")
    spin.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    spin.setKeyboardTracking(False)
    spin.setAccessibleName(name)
    return spin


def _day(name: str) -> QDateEdit:
    edit = QDateEdit(QDate.currentDate())
    edit.setDisplayFormat("d MMM yyyy")
    edit.setAlignment(Qt.AlignmentFlag.AlignHCenter)
    edit.setKeyboardTracking(False)
    edit.setAccessibleName(name)
    return edit


def _choice(name: str, offered: Sequence[tuple[str, object]]) -> Choice:
    choice = Choice(name)
    _offer(choice, offered)
    return choice


def _offer(choice: Choice, offered: Sequence[tuple[str, object]]) -> None:
    with QSignalBlocker(choice):
        choice.clear()
        for text, value in offered:
            choice.addItem(text, value)


def _pick(choice: Choice, value: object) -> None:
    choice.setCurrentIndex(max(0, choice.findData(value)) if value not in ("", None) else 0)


def _qdate(moment: datetime | None, days_back: int) -> QDate:
    if moment is None:
        return QDate.currentDate()
    local: date = (moment.astimezone() - timedelta(days=days_back)).date()
    return QDate(local.year, local.month, local.day)


def _midnight(day: QDate, days_on: int) -> datetime:
    local = datetime(day.year(), day.month(), day.day()) + timedelta(days=days_on)
    return local.astimezone().astimezone(UTC)
