"""The articles behind the charts: a list, and in its place the one that is read."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QStackedWidget, QVBoxLayout, QWidget

from newsdesk.services.evaluate import Evaluate
from newsdesk.ui.evaluate.articles.asking import Asking
from newsdesk.ui.evaluate.articles.head import ArticlesHead
from newsdesk.ui.evaluate.articles.list import ArticlesList
from newsdesk.ui.evaluate.articles.model import ArticlesModel
from newsdesk.ui.evaluate.articles.reader import ArticleReader
from newsdesk.ui.evaluate.articles.relabel import digit_of
from newsdesk.ui.evaluate.articles.row import ArticleDelegate
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.labels import label
from newsdesk.ui.widgets.thumbnails import Thumbnails

MOST_AT_ONCE = 2_000
"""Articles that one step relabels: more are written for so long that others would wait."""

_HIGH = "evaluate/reads_high"


class ArticlesPanel(QWidget):
    """said: a line for the foot of the window, and whether it can be undone.

    article_asked: id of an article to be opened on the desk. heightened: whether an article is
    read that is to have the whole height.
    """

    said = Signal(str, bool)
    article_asked = Signal(int)
    heightened = Signal(bool)

    def __init__(self, evaluate: Evaluate) -> None:
        super().__init__()
        self.listed = evaluate.articles
        self._evaluate = evaluate
        self.head = ArticlesHead(self.listed)
        self._thumbnails = Thumbnails(self)
        self.delegate = ArticleDelegate(self.listed, self._thumbnails)
        self.list = ArticlesList(self.delegate, self._press)
        self.model = ArticlesModel(self.listed)
        self.list.setModel(self.model)
        self.nothing = label("", "soft", wrap=True)
        self.lost = label("", "soft", wrap=True)
        self.reader = ArticleReader(evaluate)
        self.stack = QStackedWidget()
        self.asking = Asking(evaluate, self)
        self._shown_place = -1
        self.reader.bar.high.setChecked(evaluate.session.settings.text(_HIGH) == "yes")
        self._build()
        self._connect()
        self._show_listed()

    # What is selected

    @property
    def reads(self) -> bool:
        """Whether an article is read, rather than the list shown."""
        return self.stack.currentWidget() is self.reader

    def selected(self) -> list[int]:
        """Places in the evaluation of the selected articles; of the one that is read."""
        if self.reads and self.reader.row is not None:
            return [self.reader.row.place]
        stretches = self.list.selected_places()
        return [int(self.listed.places[number]) for first, last in stretches
                for number in range(first, last + 1)]  # fmt: skip

    def chosen(self) -> list[int]:
        """The selected articles where they are several, else all that are listed."""
        selected = self.selected()
        return selected if len(selected) > 1 else [int(place) for place in self.listed.places]

    # One article

    def open(self, number: int, why: bool = False) -> None:
        """Read the article of a row. why: explain it at once."""
        row = self.model.row_at(number)
        if row is None:
            return
        self.list.go_to(number)
        self._shown_place = row.place
        self.stack.setCurrentWidget(self.reader)
        self.reader.show_row(row, number, len(self.listed), why)
        self.reader.setFocus()

    def back(self) -> None:
        """To the list, at the row that was read."""
        self.reader.leave()
        self.stack.setCurrentIndex(0)
        self.list.setFocus()

    def _tell_height(self) -> None:
        high = self.reader.bar.high.isChecked()
        self._evaluate.session.settings.set_text(_HIGH, "yes" if high else "")
        self.heightened.emit(self.reads and high)

    def step(self, by: int) -> None:
        """Read the article so many rows on."""
        number = self.list.currentIndex().row() + by
        if 0 <= number < len(self.listed):
            self.open(number)

    def ask_for_section(self, where: QPoint | None = None) -> None:
        """Offer the sections that the selected articles can be given."""
        places = self.selected()
        if not places:
            return
        if self.listed.lost:
            self.said.emit(f"{self.listed.lost} No section can be changed.", False)
            return
        now = self.listed.row_of(places[0]).now if len(places) == 1 else None
        self.asking.section(now.section if now else "", self.relabel, where or self._menu_place())

    def relabel(self, section: str) -> None:
        """Give the selected articles another section."""
        places = self.selected()
        if len(places) > MOST_AT_ONCE:
            self.said.emit(f"At most {MOST_AT_ONCE:,} articles can be relabelled at once.", False)
        elif places:
            gone = self.listed.row_of(places[0]).now if len(places) == 1 else None
            if gone is not None and gone.gone:
                self.said.emit(f"{gone.gone} Its section cannot be changed.", False)
            else:
                self.listed.relabel(places, section)

    # Many articles

    def collect(self) -> None:
        """Ask which data set the articles are added to."""
        places = self.chosen()
        if self.listed.lost:
            self.said.emit(f"{self.listed.lost} Nothing can be added.", False)
        elif places:
            self.asking.data_set(places)

    def export(self) -> None:
        """Ask for a file, and write the articles to it."""
        places = self.chosen()
        if places:
            self.asking.file(places)

    def hideEvent(self, event: QHideEvent) -> None:
        self._thumbnails.close()
        self.reader.cover.rest()
        super().hideEvent(event)

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._press(event):
            super().keyPressEvent(event)

    def _press(self, event: QKeyEvent) -> bool:
        """Take a key of the list or of the article that is read; whether it meant something."""
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or event.isAutoRepeat():
            return False
        sections, digit = self.listed.sections, digit_of(event)
        if event.key() == Qt.Key.Key_R:
            self.ask_for_section()
        elif digit and digit <= len(sections):
            self.relabel(sections[digit - 1].code)
        elif event.key() == Qt.Key.Key_W and not self.reads:
            self.open(self.list.currentIndex().row(), why=True)
        else:
            return False
        return True

    def _act(self, action: str, number: int) -> None:
        if action == "relabel":
            if not self.list.selectionModel().isSelected(self.model.index(number)):
                self.list.go_to(number)
            area = self.list.visualRect(self.model.index(number))
            self.ask_for_section(self.list.viewport().mapToGlobal(area.center()))
        else:
            self.open(number, why=action == "why")

    def _menu_place(self) -> QPoint:
        if self.reads:
            return self.reader.menu_place()
        area = self.list.visualRect(self.list.currentIndex())
        return self.list.viewport().mapToGlobal(area.center())

    # What is shown

    def _show_listed(self) -> None:
        self.delegate.terms = self.listed.search.split()
        self.head.show_listed()
        self.head.show_selected(0)
        self.list.fit()
        self._show_nothing()
        number = self._number_of(self._shown_place)
        if self.reads and number is None:
            self.back()
        elif number is not None:
            self.list.go_to(number)
            row = self.model.row_at(number)
            if self.reads and row is not None:
                self.reader.show_row(row, number, len(self.listed))
        self._look()

    def _number_of(self, place: int) -> int | None:
        found = (self.listed.places == place).nonzero()[0]
        return int(found[0]) if len(found) else None

    def _show_nothing(self) -> None:
        empty = not len(self.listed)
        self.list.setVisible(not empty)
        self.nothing.setVisible(empty)
        if self.listed.evaluated is None or self.listed.listing:
            self.nothing.setText("")
        elif self.listed.search:
            self.nothing.setText(f"None of these articles has “{self.listed.search}” in its title.")
        elif self.listed.picked:
            self.nothing.setText("No article is picked.")
        else:
            self.nothing.setText("Not one article is wrong. Pick some in a chart to list them.")

    def _show_material(self) -> None:
        """What the articles are from was looked at again."""
        self.lost.setText(f"{self.listed.lost} Titles and answers are those of the evaluation.")
        self.lost.setVisible(bool(self.listed.lost))
        self._look()
        if self.reads:
            self.reader.read_again()

    def _look(self) -> None:
        seen = self.list.seen
        if len(seen):
            self.listed.look(seen.start, seen.stop - 1)

    def _count_selected(self) -> None:
        self.head.show_selected(self.list.selected_count())
        index = self.list.currentIndex()
        row = self.model.row_at(index.row()) if index.isValid() else None
        if row is not None:
            self._shown_place = row.place

    def _find(self) -> None:
        if self.reads:
            self.back()
        self.head.search.setFocus()
        self.head.search.selectAll()

    def _open_on_desk(self) -> None:
        if self.reader.row is not None:
            self.article_asked.emit(self.reader.row.key)

    def _connect(self) -> None:
        listed = self.listed
        listed.changed.connect(self._show_listed)
        listed.material_changed.connect(self._show_material)
        listed.said.connect(self.said)
        listed.collecting.writing.connect(self.head.show_writing)
        self.head.cancel_asked.connect(listed.collecting.cancel)
        self.head.clear_asked.connect(self._evaluate.selection.clear)
        self.head.relabel_asked.connect(self.ask_for_section)
        self.head.collect_asked.connect(self.collect)
        self.head.export_asked.connect(self.export)
        self.list.scrolled.connect(self._look)
        self.list.act_asked.connect(self._act)
        self.list.selectionModel().selectionChanged.connect(lambda *_: self._count_selected())
        self._thumbnails.arrived.connect(self.list.viewport().update)
        theme().changed.connect(self.list.viewport().update)
        self.stack.currentChanged.connect(self._tell_height)
        self.reader.bar.high.toggled.connect(self._tell_height)
        self.reader.back_asked.connect(self.back)
        self.reader.step_asked.connect(self.step)
        self.reader.relabel_asked.connect(self.ask_for_section)
        self.reader.desk_asked.connect(self._open_on_desk)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        find.activated.connect(self._find)

    def _build(self) -> None:
        first = QWidget()
        column = QVBoxLayout(first)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        rule = QFrame()
        rule.setProperty("role", "rule")
        rule.setFixedHeight(1)
        for text in (self.nothing, self.lost):
            text.setContentsMargins(12, 10, 12, 10)
        self.lost.hide()
        column.addWidget(self.head)
        column.addWidget(rule)
        column.addWidget(self.lost)
        column.addWidget(self.list, 1)
        column.addWidget(self.nothing, 1)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.stack.addWidget(first)
        self.stack.addWidget(self.reader)
        card = QFrame()
        card.setProperty("role", "card")
        inner = QVBoxLayout(card)
        inner.setContentsMargins(1, 1, 1, 1)
        inner.addWidget(self.stack)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(10, 10, 0, 0)
        whole.addWidget(card)
