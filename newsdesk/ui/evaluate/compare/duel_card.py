"""One evaluation held against the open one: the verdict, and the articles that make it."""

from __future__ import annotations

from typing import get_args

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QSizePolicy, QVBoxLayout

from newsdesk.analysis.comparing import Common
from newsdesk.services.evaluate.comparison import Outcome, Row
from newsdesk.ui.evaluate.compare import words
from newsdesk.ui.widgets.flow import FlowLayout
from newsdesk.ui.widgets.labels import label


class DuelCard(QFrame):
    """picked: an outcome whose articles are to be listed, and what it is in words."""

    picked = Signal(str, str)

    def __init__(self, row: Row, common: Common, first: str, second: str) -> None:
        """first, second: names of the open evaluation and of the row's."""
        super().__init__()
        assert row.duel is not None
        self.setProperty("role", "card")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(f"{second} against {first}")
        self.row = row
        self.verdict = label(words.verdict(row, second, common), "strong", wrap=True)
        self.outcomes: dict[Outcome, QPushButton] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(13, 10, 13, 11)
        column.setSpacing(5)
        column.addWidget(label(f"{second} against {first}", "soft", wrap=True))
        column.addWidget(self.verdict)
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        self.sentences = []
        for place, (name, gain) in enumerate(
            (("macro-F1", row.duel.macro_f1), ("accuracy", row.duel.accuracy))
        ):
            sentence = label(words.gain_sentence(gain), "", wrap=True)
            self.sentences.append(sentence)
            grid.addWidget(label(name, "soft"), place, 0)
            grid.addWidget(sentence, place, 1)
        column.addLayout(grid)
        column.addSpacing(3)
        buttons = FlowLayout(6)
        for kind in get_args(Outcome):
            what = words.outcome(kind, first, second)
            number = int(np.count_nonzero(getattr(row.duel, kind)))
            button = QPushButton(f"{what[0].upper()}{what[1:]} · {number:,}")
            button.setProperty("role", "small")
            button.setEnabled(number > 0)
            button.setToolTip("Pick these articles: they are listed and outlined")
            told = f"{what} (and not {first})" if kind == "only_second" else what
            told = f"{what} (and not {second})" if kind == "only_first" else told
            told = f"both {first} and {second} wrong" if kind == "both_wrong" else told
            button.clicked.connect(
                lambda _=False, kind=kind, told=told: self.picked.emit(kind, told)
            )
            self.outcomes[kind] = button
            buttons.addWidget(button)
        column.addLayout(buttons)
