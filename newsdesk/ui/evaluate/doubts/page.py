"""The page of labels in doubt: found on demand, gone through one key each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from newsdesk.analysis.doubts.review import Item
from newsdesk.core.dataset import LabelledArticle
from newsdesk.core.errors import Problem
from newsdesk.core.section import Section
from newsdesk.services.datasets import section_name
from newsdesk.services.evaluate import Evaluate
from newsdesk.ui.evaluate.doubts import words
from newsdesk.ui.evaluate.doubts.card import ReviewCard
from newsdesk.ui.evaluate.doubts.head import DoubtsHead
from newsdesk.ui.evaluate.doubts.keys import ENTER, ReviewKeys
from newsdesk.ui.evaluate.doubts.pairs import PAIR, PairDelegate, PairModel
from newsdesk.ui.evaluate.doubts.rows import ITEM, DoubtDelegate, DoubtModel, KeyList
from newsdesk.ui.widgets.empty_state import EmptyState

_SELECT = QItemSelectionModel.SelectionFlag.ClearAndSelect


class DoubtsPage(QWidget):
    """Nothing here is changed unless a person presses a key or a button for it."""

    def __init__(self, evaluate: Evaluate) -> None:
        super().__init__()
        self.evaluate = evaluate
        self.doubts = evaluate.doubts
        self.head = DoubtsHead()
        self.rows, self.pairs = DoubtModel(), PairModel()
        self.list = KeyList("Labels in doubt", self.press)
        self.pair_list = KeyList("Sections that share articles", self._press_pair)
        self.card = ReviewCard()
        self.keys = ReviewKeys(self, self)
        self.kept_button = QPushButton()
        self.pair_chip = QPushButton()
        self._modes: dict[str, QPushButton] = {}
        self._pair: tuple[str, str] | None = None
        self._show_kept = False
        self._followed = ""
        """The data set that is shown because an evaluation of it is open."""
        self._build()
        self._connect()
        self.doubts.refresh()
        self._show()

    # What is shown

    @property
    def mode(self) -> str:
        """labels, near or pairs."""
        return next(name for name, button in self._modes.items() if button.isChecked())

    @property
    def item(self) -> Item | None:
        """The label under review."""
        found = self.list.currentIndex().data(ITEM)
        return found if isinstance(found, Item) else None

    def show_mode(self, mode: str) -> None:
        """Show the labels, the near-duplicates that disagree, or the pairs of sections."""
        self._modes[mode].setChecked(True)
        self._list()

    def _follow(self) -> None:
        """Show the data set of the open evaluation, else the first one."""
        names = [each.name for each in self.doubts.sets]
        evaluation = self.evaluate.opened.evaluation
        wanted = evaluation.material.dataset if evaluation is not None else ""
        current = self.doubts.dataset.name if self.doubts.dataset is not None else ""
        if wanted in names and wanted != self._followed:
            self._followed = wanted
            if wanted != current:
                self.doubts.choose(wanted)
        elif current not in names and names:
            self.doubts.choose(names[0])
        self._show_head()

    def _show(self) -> None:
        """Another review is shown, or none."""
        self._pair, self._show_kept = None, False
        self.keys.letters.clear()
        review = self.doubts.review
        self._stack.setCurrentIndex(1 if review is not None else 0)
        self._modes["labels"].setChecked(True)
        self._show_head()
        self._list()

    def _show_head(self) -> None:
        doubts, review = self.doubts, self.doubts.review
        current = doubts.dataset.name if doubts.dataset is not None else ""
        self.head.show_sets(doubts.sets, current)
        some = bool(doubts.sets)
        self.head.setVisible(some)
        self._empty.setCurrentIndex(0 if some else 1)
        self.head.look.setText(words.LOOK if review is None else words.AGAIN)
        self.head.look.setEnabled(doubts.dataset is not None and (review is None or doubts.stale))
        if review is None:
            self.head.show_sentence("")
            return
        self.head.show_sentence(words.sentence(review, doubts.stale))
        self.card.progress.setText(words.reviewed(review))
        self.card.undo.setEnabled(doubts.undoable)
        for mode, number in (("labels", review.found), ("near", review.groups),
                             ("pairs", len(review.overlaps))):  # fmt: skip
            text = self._modes[mode].property("words")
            self._modes[mode].setText(f"{text} {number:,}")

    def _list(self) -> None:
        """List what the mode and the filters let through, and review the first of it."""
        review, dataset = self.doubts.review, self.doubts.dataset
        near, pairs = self.mode == "near", self.mode == "pairs"
        self._lists.setCurrentWidget(self.pair_list if pairs else self.list)
        self.pairs.show_pairs(dataset, review.overlaps if review is not None else ())
        items = self._items()
        self.rows.show_items(dataset, items)
        hidden = len(review.hidden) if review is not None else 0
        self.kept_button.setVisible(bool(hidden) and self.mode == "labels")
        self.kept_button.setText(f"{'Hide' if self._show_kept else 'Show'} {hidden:,} kept")
        self.pair_chip.setVisible(self._pair is not None and self.mode == "labels")
        self.card.setVisible(not pairs)
        if items:
            first = next((i for i, item in enumerate(items) if not item.settled), 0)
            self._go(first)
        else:
            self.card.show_nothing(
                "No near-duplicates have different sections." if near else "Nothing is listed."
            )

    def _items(self) -> Sequence[Item]:
        review = self.doubts.review
        if review is None:
            return ()
        if self.mode == "near":
            return review.disagreeing
        items: Sequence[Item] = review.items
        if review.hidden and not self._show_kept:
            items = [item for item in items if item.number not in review.hidden]
        if self._pair is not None:
            pair = set(self._pair)
            items = [item for item in items if {item.section, item.suggested} == pair]
        return items

    def _filter(self, pair: tuple[str, str] | None) -> None:
        """Only labels of one of these sections that could be of the other."""
        self._pair, dataset = pair, self.doubts.dataset
        if pair is not None and dataset is not None:
            one, other = (section_name(dataset, code) for code in pair)
            self.pair_chip.setText(f"{one} and {other}  ✕")
            self.pair_chip.setAccessibleName(f"Only {one} and {other}: remove")
        self.show_mode("labels")
        self.list.setFocus()

    # The label under review

    def _go(self, place: int) -> None:
        index = self.rows.index(place)
        self.list.selectionModel().setCurrentIndex(index, _SELECT)
        self.list.scrollTo(index)

    def _read(self) -> None:
        item = self.item
        self.keys.letters.clear()
        if item is not None:
            self.doubts.row(item.number, lambda row: self._take(item, row))

    def _take(self, item: Item, row: LabelledArticle | None) -> None:
        if item is not self.item or self.doubts.dataset is None:
            return
        if row is None:
            self.card.show_nothing(f"Row {item.number:,} is not in the data set any more.")
            return
        self.card.show_row(self.doubts.dataset, item, row)
        self._pick(item)

    def _pick(self, item: Item) -> None:
        """Pick the article in the charts, where the open evaluation is of this data set."""
        evaluation, evaluated = self.evaluate.opened.evaluation, self.evaluate.opened.evaluated
        dataset = self.doubts.dataset
        if evaluation is None or evaluated is None or dataset is None or not self.isVisible():
            return
        if evaluation.material.dataset == dataset.name:
            mask = evaluated.keys == item.number
            if mask.any():
                self.evaluate.selection.pick(mask, f"Row {item.number:,}, in doubt")

    def _note(self, number: int) -> None:
        """A row was settled, or is not any more."""
        self.rows.note_change(number)
        self._show_head()
        item = self.item
        if item is not None and number in (0, item.number):
            self.doubts.row(item.number, lambda row: self._take(item, row))

    def _back(self, number: int) -> None:
        """What was said of a row was taken back: look at it again."""
        place = next((i for i, item in enumerate(self.rows.items) if item.number == number), None)
        if place is not None:
            self._go(place)
        self.card.said.setText("Taken back")

    # Saying

    def change(self, code: str) -> None:
        """The row under review gets another section, and the next one comes."""
        row, dataset = self.card.row, self.doubts.dataset
        if code and row is not None and dataset is not None and self._is_shown():
            self.doubts.change(row, code)
            self.card.said.setText(f"Row {row.number:,}: {section_name(dataset, code)}")
            self.skip()

    def keep(self) -> None:
        """The row under review keeps its section, and the next one comes."""
        row = self.card.row
        if row is not None and row.section and self._is_shown():
            self.doubts.keep(row)
            self.card.said.setText(f"Row {row.number:,}: kept")
            self.skip()

    def skip(self) -> None:
        """Go to the next row of which nothing was said; from the end to the first one."""
        items, here = self.rows.items, self.list.currentIndex().row()
        order = [*range(here + 1, len(items)), *range(max(here, 0))]
        place = next((i for i in order if not items[i].settled), None)
        if place is not None:
            self._go(place)
        else:
            self._read()
            self.card.said.setText("All of these are reviewed.")

    def undo(self) -> None:
        """Take back what was said last."""
        self.doubts.undo()

    def _is_shown(self) -> bool:
        """Whether the article on the card is that of the current row: no key judges an unseen."""
        item, row = self.item, self.card.row
        return item is not None and row is not None and item.number == row.number

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.press(event):
            super().keyPressEvent(event)

    def press(self, event: QKeyEvent) -> bool:
        """Take a key; whether it meant something here."""
        reviewing = self.doubts.review is not None and self.mode != "pairs"
        return reviewing and self.keys.press(event)

    def suggested(self) -> str:
        """The section that is suggested for the row under review."""
        return self.card.take.code

    def other(self, digit: int) -> str:
        """The section that a digit from 3 on stands for; empty for none."""
        return self.card.digit(digit)

    def sections(self) -> tuple[Section, ...]:
        """The sections of the data set."""
        return self.doubts.dataset.sections if self.doubts.dataset is not None else ()

    def _press_pair(self, event: QKeyEvent) -> bool:
        if event.key() in (*ENTER, Qt.Key.Key_Space) and self.pair_list.currentIndex().isValid():
            self._filter(self.pair_list.currentIndex().data(PAIR).sections)
            return True
        return False

    def _show_letters(self) -> None:
        self.card.said.setText(f"{self.keys.letters.text}…" if self.keys.letters.text else "")

    def _fail(self, problem: Problem) -> None:
        self.head.show_sentence(str(problem), trouble=True)

    def _toggle_kept(self) -> None:
        self._show_kept = not self._show_kept
        self._list()

    def _connect(self) -> None:
        doubts, card, head = self.doubts, self.card, self.head
        doubts.sets_changed.connect(self._follow)
        doubts.opened.connect(self._show)
        doubts.moved.connect(head.show_progress)
        doubts.settled.connect(self._note)
        doubts.taken_back.connect(self._back)
        doubts.failed.connect(self._fail)
        self.evaluate.opened.changed.connect(self._follow)
        head.picked.connect(doubts.choose)
        head.look_asked.connect(doubts.look)
        head.cancelled.connect(doubts.cancel)
        self.list.moved.connect(self._read)
        self.pair_list.clicked.connect(lambda index: self._filter(index.data(PAIR).sections))
        card.taken.connect(self.change)
        card.kept.connect(self.keep)
        card.skipped.connect(self.skip)
        card.undo_asked.connect(self.undo)
        self.keys.letters.changed.connect(self._show_letters)
        self.kept_button.clicked.connect(self._toggle_kept)
        self.pair_chip.clicked.connect(lambda: self._filter(None))

    def _build(self) -> None:
        self.list.setModel(self.rows)
        self.list.setItemDelegate(DoubtDelegate(self.list))
        self.pair_list.setModel(self.pairs)
        self.pair_list.setItemDelegate(PairDelegate(self.pair_list))
        self._lists = QStackedWidget()
        self._lists.addWidget(self.list)
        self._lists.addWidget(self.pair_list)
        group, modes = QButtonGroup(self), QHBoxLayout()
        modes.setSpacing(3)
        for mode, text in (
            ("labels", "Labels"),
            ("near", "Near-duplicates"),
            ("pairs", "Sections"),
        ):
            button = QPushButton(text)
            button.setProperty("role", "filter")
            button.setProperty("words", text)
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, mode=mode: self.show_mode(mode))
            group.addButton(button)
            modes.addWidget(button)
            self._modes[mode] = button
        self._modes["labels"].setChecked(True)
        self._modes["near"].setToolTip("Near-duplicates that have different sections")
        self._modes["pairs"].setToolTip("Pairs of sections that share articles")
        self.kept_button.setProperty("role", "plain")
        self.pair_chip.setProperty("role", "restriction")
        modes.addSpacing(6)
        modes.addWidget(self.pair_chip)
        modes.addStretch(1)
        modes.addWidget(self.kept_button)
        review = QWidget()
        column = QVBoxLayout(review)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(modes)
        column.addWidget(self._lists, 2)
        column.addWidget(self.card, 3)
        self._empty = QStackedWidget()
        self._empty.addWidget(EmptyState("evaluate", "Which labels are wrong?", words.WHAT_IT_DOES))
        self._empty.addWidget(EmptyState("datasets", "No data set yet", words.NO_SETS))
        self._stack = QStackedWidget()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(review)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(8)
        whole.addWidget(self.head)
        whole.addWidget(self._stack, 1)
