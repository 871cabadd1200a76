"""The page of labels in doubt: found on demand, gone through one key each."""

from __future__ import annotations

from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from newsdesk.analysis.doubts.review import Item
from newsdesk.core.dataset import LabelledArticle
from newsdesk.core.errors import Problem
from newsdesk.core.section import Section
from newsdesk.services.datasets import section_name
from newsdesk.services.evaluate import Evaluate
from newsdesk.ui.evaluate.doubts import words
from newsdesk.ui.evaluate.doubts.card import ReviewCard
from newsdesk.ui.evaluate.doubts.head import DoubtsHead
from newsdesk.ui.evaluate.doubts.keys import ReviewKeys
from newsdesk.ui.evaluate.doubts.listing import DoubtsListing
from newsdesk.ui.widgets.empty_state import EmptyState


class DoubtsPage(QWidget):
    """Nothing here is changed unless a person presses a key or a button for it."""

    def __init__(self, evaluate: Evaluate) -> None:
        super().__init__()
        self.evaluate = evaluate
        self.doubts = evaluate.doubts
        self.head = DoubtsHead()
        self.listing = DoubtsListing(self.doubts, self.press)
        self.card = ReviewCard()
        self.keys = ReviewKeys(self, self)
        self._followed = ""
        """The data set that is shown because an evaluation of it is open."""
        self._build()
        self._connect()
        self.doubts.refresh()
        self._show()

    # What is shown

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
        self.keys.letters.clear()
        self._stack.setCurrentIndex(1 if self.doubts.review is not None else 0)
        self._show_head()
        self.listing.begin()

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
        self.listing.show_numbers(review)

    def _show_listed(self) -> None:
        """Others are listed; the first of them is read as soon as it is the current one."""
        mode = self.listing.mode
        self.card.setVisible(mode != "pairs")
        if not self.listing.rows.items:
            near = "No near-duplicates have different sections."
            self.card.show_nothing(near if mode == "near" else "Nothing is listed.")

    # The label under review

    def _read(self) -> None:
        self.keys.letters.clear()
        self._read_again()

    def _read_again(self) -> None:
        item = self.listing.item
        if item is not None:
            self.doubts.row(item.number, lambda row: self._take(item, row))

    def _take(self, item: Item, row: LabelledArticle | None) -> None:
        if item is not self.listing.item or self.doubts.dataset is None:
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
        self.listing.rows.note_change(number)
        self._show_head()
        item = self.listing.item
        if item is not None and number in (0, item.number):
            self._read_again()

    def _back(self, number: int) -> None:
        """What was said of a row was taken back: look at it again."""
        self.listing.go_to(number)
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
        if not self.listing.go_on():
            self._read()
            self.card.said.setText("All of these are reviewed.")

    def undo(self) -> None:
        """Take back what was said last."""
        self.doubts.undo()

    def _is_shown(self) -> bool:
        """Whether the article on the card is that of the current row: no key judges an unseen."""
        item, row = self.listing.item, self.card.row
        return item is not None and row is not None and item.number == row.number

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.press(event):
            super().keyPressEvent(event)

    def press(self, event: QKeyEvent) -> bool:
        """Take a key; whether it meant something here."""
        reviewing = self.doubts.review is not None and self.listing.mode != "pairs"
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

    def _show_letters(self) -> None:
        self.card.said.setText(f"{self.keys.letters.text}…" if self.keys.letters.text else "")

    def _fail(self, problem: Problem) -> None:
        self.head.show_sentence(str(problem), trouble=True)

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
        self.listing.listed.connect(self._show_listed)
        self.listing.moved.connect(self._read)
        card.taken.connect(self.change)
        card.kept.connect(self.keep)
        card.skipped.connect(self.skip)
        card.undo_asked.connect(self.undo)
        self.keys.letters.changed.connect(self._show_letters)

    def _build(self) -> None:
        review = QWidget()
        column = QVBoxLayout(review)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.listing, 3)
        column.addWidget(self.card, 4)
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
