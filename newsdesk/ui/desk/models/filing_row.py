"""One section in the filing dialog: its curve, its mark, and what they mean in a sentence."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from newsdesk.core.filing import FilingCost, FilingCurve, best_threshold, cost_at
from newsdesk.core.section import Section
from newsdesk.ui.theme import theme
from newsdesk.ui.widgets.chip import percent
from newsdesk.ui.widgets.cost_curve import CostCurve
from newsdesk.ui.widgets.labels import label
from newsdesk.ui.widgets.section_chip import SectionChip

WORDS_WIDTH = 264


class FilingRow(QWidget):
    """changed: another threshold was chosen here."""

    changed = Signal()

    def __init__(self, section: Section, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.section = section
        self._curve = FilingCurve(section.code, 0, ())
        self._noun = ""
        self.mark = CostCurve(section.name(), theme().section(section.code))
        self.mark.chosen.connect(self._say)
        self.mark.chosen.connect(lambda _: self.changed.emit())
        self.sentence = label("", "", wrap=True)
        self.sentence.setFixedWidth(WORDS_WIDTH)
        self._interval = label("", "soft", wrap=True)
        self._interval.setFixedWidth(WORDS_WIDTH)
        words = QVBoxLayout()
        words.setSpacing(3)
        words.addWidget(SectionChip(section.name(), section.code, WORDS_WIDTH))
        words.addSpacing(3)
        words.addWidget(self.sentence)
        words.addWidget(self._interval)
        words.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 6, 0, 6)
        row.setSpacing(16)
        row.addLayout(words)
        row.addWidget(self.mark, 1)
        row.setAlignment(self.mark, Qt.AlignmentFlag.AlignTop)
        row.addStretch(0)  # keeps the words where they are when there is no curve

    def show_curve(self, curve: FilingCurve, threshold: float | None, noun: str) -> None:
        """Show what a threshold costs. noun: what was counted, such as “test articles”."""
        self._curve, self._noun = curve, noun
        self.mark.setVisible(curve.tells)
        self.mark.show_curve(curve, threshold if curve.tells else None)
        self._say(self.mark.threshold)

    @property
    def threshold(self) -> float | None:
        """The confidence from which on is filed; None where the section always asks."""
        return self.mark.threshold if self._curve.tells else None

    def set_most_wrong(self, share: float) -> None:
        """File as much as leaves at most that part of it wrong."""
        if self._curve.tells:
            self.mark.set_threshold(best_threshold(self._curve, share))

    def _say(self, threshold: float | None) -> None:
        said, more = sentences(self._curve, threshold, self._noun)
        self.sentence.setText(said)
        self._interval.setText(more)
        self._interval.setVisible(bool(more))
        self.mark.setAccessibleDescription(f"{said} {more}".strip())


def sentences(curve: FilingCurve, threshold: float | None, noun: str) -> tuple[str, str]:
    """What a threshold does in one section, and how sure that is."""
    if not curve.tells:
        return "Always asks.", f"Too few articles to say ({curve.articles:,})."
    if threshold is None:
        return "Always asks.", f"{curve.articles:,} {noun} were put here."
    cost = cost_at(curve, threshold)
    return cost_sentence(cost, noun), f"{spread(cost)}, from {confidence(threshold)} sure on."


def cost_sentence(cost: FilingCost, noun: str) -> str:
    """“Files 72 % by itself, 3 % of them wrong (2 of 61 test articles).”"""
    return (
        f"Files {percent(cost.coverage)} by itself, {percent(cost.error)} of them wrong "
        f"({cost.wrong:,} of {cost.filed:,} {noun})."
    )


def spread(cost: FilingCost) -> str:
    """In which the part wrong lies with 95 % confidence, in words."""
    low, high = (round(100 * share) for share in cost.interval)
    return f"Likely {low}–{high} % wrong" if low != high else f"Likely {high} % wrong"


def confidence(threshold: float) -> str:
    """A threshold as a confidence; in tenths of a per cent where hundredths are too coarse."""
    return f"{100 * threshold:.1f}".removesuffix(".0") + " %"
