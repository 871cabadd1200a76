"""What is listed of a review: labels, near-duplicates or pairs of sections, and which of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QItemSelectionModel, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from newsdesk.analysis.doubts.review import Item, Review
from newsdesk.services.datasets import section_name
from newsdesk.services.evaluate.doubts import Doubts
from newsdesk.ui.evaluate.doubts.pairs import PairList, PairModel
from newsdesk.ui.evaluate.doubts.rows import DoubtList, DoubtModel

_SELECT = QItemSelectionModel.SelectionFlag.ClearAndSelect
_MODES = (
    ("labels", "Labels", ""),
    ("near", "Near-duplicates", "Near-duplicates that have different sections"),
    ("pairs", "Sections", "Pairs of sections that share articles"),
)


class DoubtsListing(QWidget):
    """listed: others are listed. moved: another label is the current one."""

    listed = Signal()
    moved = Signal()

    def __init__(self, doubts: Doubts, press: Callable[[QKeyEvent], bool]) -> None:
        """press: is offered each key of the labels first; whether it meant something."""
        super().__init__()
        self._doubts = doubts
        self.rows, self.pairs = DoubtModel(), PairModel()
        self.list = DoubtList(self.rows, press)
        self.pair_list = PairList(self.pairs)
        self.kept_button, self.pair_chip = QPushButton(), QPushButton()
        self._modes: dict[str, QPushButton] = {}
        self._pair: tuple[str, str] | None = None
        self._show_kept = False
        self._build()
        self.list.moved.connect(self.moved)
        self.pair_list.picked.connect(lambda pair: self._narrow(pair.sections))
        self.kept_button.clicked.connect(self._toggle_kept)
        self.pair_chip.clicked.connect(lambda: self._narrow(None))

    @property
    def mode(self) -> str:
        """labels, near or pairs."""
        return next(name for name, button in self._modes.items() if button.isChecked())

    @property
    def item(self) -> Item | None:
        """The label under review."""
        found = self.list.item
        return found if isinstance(found, Item) else None

    def show_mode(self, mode: str) -> None:
        """Show the labels, the near-duplicates that disagree, or the pairs of sections."""
        self._modes[mode].setChecked(True)
        self._list()

    def begin(self) -> None:
        """Show another review, or none: all its labels."""
        self._pair, self._show_kept = None, False
        self.show_mode("labels")

    def show_numbers(self, review: Review) -> None:
        """Say how many there are of each kind."""
        for mode, number in (("labels", review.found), ("near", review.groups),
                             ("pairs", len(review.overlaps))):  # fmt: skip
            text = self._modes[mode].property("words")
            self._modes[mode].setText(f"{text} {number:,}")

    # Going

    def go_to(self, number: int) -> None:
        """Make the label of a row of the data set the current one, where it is listed."""
        place = next((i for i, item in enumerate(self.rows.items) if item.number == number), None)
        if place is not None:
            self._go(place)

    def go_on(self) -> bool:
        """To the next label of which nothing was said, from the end to the first; if any is."""
        items, here = self.rows.items, self.list.currentIndex().row()
        order = [*range(here + 1, len(items)), *range(max(here, 0))]
        place = next((i for i in order if not items[i].settled), None)
        if place is not None:
            self._go(place)
        return place is not None

    def _go(self, place: int) -> None:
        index = self.rows.index(place)
        self.list.selectionModel().setCurrentIndex(index, _SELECT)
        self.list.scrollTo(index)

    # Listing

    def _list(self) -> None:
        """List what the mode and the filters let through, and review the first of it."""
        review, dataset = self._doubts.review, self._doubts.dataset
        labels, pairs = self.mode == "labels", self.mode == "pairs"
        self._lists.setCurrentWidget(self.pair_list if pairs else self.list)
        self.pairs.show_pairs(dataset, review.overlaps if review is not None else ())
        self.rows.show_doubts(dataset, self._items(review))
        hidden = len(review.hidden) if review is not None else 0
        self.kept_button.setVisible(bool(hidden) and labels)
        self.kept_button.setText(f"{'Hide' if self._show_kept else 'Show'} {hidden:,} kept")
        self.pair_chip.setVisible(self._pair is not None and labels)
        self.listed.emit()
        items = self.rows.items
        if items:
            self._go(next((i for i, item in enumerate(items) if not item.settled), 0))

    def _items(self, review: Review | None) -> Sequence[Item]:
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

    def _narrow(self, pair: tuple[str, str] | None) -> None:
        """Only labels of one of these sections that could be of the other."""
        self._pair, dataset = pair, self._doubts.dataset
        if pair is not None and dataset is not None:
            one, other = (section_name(dataset, code) for code in pair)
            self.pair_chip.setText(f"{one} and {other}  ✕")
            self.pair_chip.setAccessibleName(f"Only {one} and {other}: remove")
        self.show_mode("labels")
        self.list.setFocus()

    def _toggle_kept(self) -> None:
        self._show_kept = not self._show_kept
        self._list()

    def _build(self) -> None:
        self._lists = QStackedWidget()
        self._lists.addWidget(self.list)
        self._lists.addWidget(self.pair_list)
        group, modes = QButtonGroup(self), QHBoxLayout()
        modes.setSpacing(3)
        for mode, text, tip in _MODES:
            button = QPushButton(text)
            button.setProperty("role", "filter")
            button.setProperty("words", text)
            button.setToolTip(tip)
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, mode=mode: self.show_mode(mode))
            group.addButton(button)
            modes.addWidget(button)
            self._modes[mode] = button
        self._modes["labels"].setChecked(True)
        self.kept_button.setProperty("role", "plain")
        self.pair_chip.setProperty("role", "restriction")
        modes.addSpacing(6)
        modes.addWidget(self.pair_chip)
        modes.addStretch(1)
        modes.addWidget(self.kept_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(modes)
        column.addWidget(self._lists, 1)
