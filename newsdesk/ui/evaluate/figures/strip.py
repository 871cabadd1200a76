"""What an evaluation comes to in a few large numbers, beside those of the one held against."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from newsdesk.core.manifest import Metric
from newsdesk.services.evaluate import Evaluate
from newsdesk.ui.evaluate.figures.figure import BigFigure
from newsdesk.ui.evaluate.words import articles, interval, points
from newsdesk.ui.widgets.flow import FlowLayout
from newsdesk.ui.widgets.labels import ElidedLabel

_NAMED = 4
"""Sections that the note names at most."""
_MACRO = (
    "Mean F1 over the sections that the articles belong to, in percent; bootstrap interval 95 %"
)
_ACCURACY = "Part of the articles that were put into the right section; bootstrap interval 95 %: {}"
_ECE = (
    "Expected calibration error: by how many points confidence and accuracy lie apart on average. "
    "The smaller, the better."
)
_TRIAL = "Macro-F1 if nobody told these sections apart; accuracy would be {} %. Nothing is changed."


class FiguresStrip(QWidget):
    """Follows what is opened, held against, and merged on trial."""

    def __init__(self, evaluate: Evaluate) -> None:
        super().__init__()
        self.evaluate = evaluate
        self.macro = BigFigure("macro-F1")
        self.accuracy = BigFigure("accuracy")
        self.articles = BigFigure("articles")
        self.ece = BigFigure("ECE")
        self.abstained = BigFigure("cannot read")
        self.trial = BigFigure("")
        self.apart = QPushButton("apart again")
        self.note = ElidedLabel()
        self._build()
        evaluate.opened.changed.connect(self._show)
        evaluate.opened.against_changed.connect(self._show)
        evaluate.matrix.changed.connect(self._show_trial)
        self._show()

    def _show(self) -> None:
        opened = self.evaluate.opened
        figures, evaluated = opened.figures, opened.evaluated
        self.setVisible(figures is not None)
        if figures is None or evaluated is None:
            return
        other = opened.against_figures
        name = opened.against.model if opened.against is not None else ""
        self._show_metric(self.macro, figures.macro_f1, other.macro_f1 if other else None, name)
        self.macro.show_beside(interval(figures.macro_f1))
        self.macro.setToolTip(_MACRO)
        self._show_metric(self.accuracy, figures.accuracy, other.accuracy if other else None, name)
        self.accuracy.show_value(f"{points(figures.accuracy.value)} %")
        self.accuracy.setToolTip(_ACCURACY.format(interval(figures.accuracy)))
        self.articles.show_value(f"{figures.articles:,}")
        self.articles.show_other(f"{other.articles:,}" if other else "", name)
        self.ece.show_value(points(figures.ece))
        self.ece.show_other(points(other.ece) if other else "", name)
        self.ece.setToolTip(_ECE)
        unread = int(evaluated.abstained.sum())
        self.abstained.setVisible(unread > 0)
        self.abstained.show_value(f"{unread:,}")
        self.abstained.setToolTip(
            f"Of {articles(unread)} the model says that it cannot read the text. They count."
        )
        self._show_note()
        self._show_trial()

    def _show_metric(
        self, figure: BigFigure, metric: Metric, other: Metric | None, name: str
    ) -> None:
        figure.show_value(points(metric.value))
        figure.show_other(points(other.value) if other else "", name)

    def _show_note(self) -> None:
        """Say which articles do not count."""
        evaluation = self.evaluate.opened.evaluation
        left_out = evaluation.left_out if evaluation is not None else {}
        ranked = sorted(left_out.items(), key=lambda pair: (-pair[1], pair[0]))
        named = ", ".join(f"{code} {number:,}" for code, number in ranked[:_NAMED])
        more = len(ranked) - _NAMED
        told = (
            f"Left out: {articles(sum(left_out.values()))} of sections that the model does not "
            f"know ({named}{f' and {more} more' if more > 0 else ''})."
        )
        self.note.setText(told if left_out else "")
        self.note.setVisible(bool(left_out))

    def _show_trial(self) -> None:
        merged, trial = self.evaluate.matrix.merged, self.evaluate.matrix.trial
        self.trial.setVisible(bool(merged))
        self.apart.setVisible(bool(merged))
        if not merged:
            return
        told = "; ".join(name.replace(" + ", " and ") for name in merged)
        self.trial.show_caption(f"if {told} were one")
        self.trial.show_value(points(trial.macro_f1.value) if trial else "…")
        self.trial.setToolTip(_TRIAL.format(points(trial.accuracy.value)) if trial else "")

    def _build(self) -> None:
        self.apart.setProperty("role", "plain")
        self.apart.setToolTip("Tell the sections apart again")
        self.apart.clicked.connect(self.evaluate.matrix.unmerge)
        self.trial.add_beside(self.apart)
        self.note.setProperty("role", "soft")
        flow = FlowLayout(20)
        for figure in (
            self.macro, self.accuracy, self.articles, self.ece, self.abstained, self.trial,
        ):  # fmt: skip
            flow.addWidget(figure)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(flow)
        column.addWidget(self.note)
