"""What a job would cost: measured on request, and what would fit better."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from newsdesk.core.errors import Problem
from newsdesk.core.plan import Plan, Proposal
from newsdesk.services.plan import Planning
from newsdesk.ui.theme import theme
from newsdesk.ui.training.words import duration, size
from newsdesk.ui.widgets.chip import paint_bar
from newsdesk.ui.widgets.labels import label

NOT_MEASURED = (
    "Three steps are tried on the longest articles, which shows the memory, the time and the "
    "disk that the job needs. It takes about a minute."
)


class MemoryBar(QWidget):
    """How much of the device's memory the job takes at most."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(8)
        self._share = 0.0
        self._fits = True

    def show_share(self, share: float, fits: bool) -> None:
        """Show a share of 0 to 1, or more where it does not fit."""
        self._share, self._fits = share, fits
        self.setAccessibleName(f"Memory: {share:.0%} of the device")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        token = "accent" if self._fits else "red_ink"
        area = QRectF(self.rect()).adjusted(0, 1, 0, -1)
        paint_bar(painter, area, self._share, theme().color(token))


class PlanPanel(QWidget):
    """measure_asked: the person wants to know. applied: a proposal's settings were chosen."""

    measure_asked = Signal()
    applied = Signal(Proposal)

    def __init__(self, planning: Planning) -> None:
        super().__init__()
        self._planning = planning
        planning.phase.connect(self._show_phase)
        planning.planned.connect(self.show_plan)
        planning.failed.connect(self._fail)
        planning.cancelled.connect(lambda: self._rest(NOT_MEASURED))
        self.plan: Plan | None = None
        self.button = QPushButton("Measure")
        self.button.clicked.connect(self._press)
        self.text = label(NOT_MEASURED, "soft", wrap=True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 0)
        self.bar.setAccessibleName("Measuring")
        self.bar.hide()
        self.memory = MemoryBar()
        self.facts = QLabel()
        self.facts.setWordWrap(True)
        self.facts.setTextFormat(Qt.TextFormat.PlainText)
        self.found = QWidget()
        self.found.hide()
        inside = QVBoxLayout(self.found)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(8)
        inside.addWidget(self.memory)
        inside.addWidget(self.facts)
        self._proposals = QVBoxLayout()
        self._proposals.setSpacing(8)
        inside.addLayout(self._proposals)
        head = QHBoxLayout()
        head.addWidget(label("What it will cost", "cardTitle"))
        head.addStretch(1)
        head.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(9)
        column.addLayout(head)
        for widget in (self.text, self.bar, self.found):
            column.addWidget(widget)

    @property
    def refuses(self) -> bool:
        """Whether the plan in force says that the job cannot fit."""
        return self.plan is not None and not self.plan.fits

    def begin(self) -> None:
        """It is being measured."""
        self.forget()
        self.bar.show()
        self.button.setText("Cancel")
        self.text.setText("Starting…")

    def forget(self) -> None:
        """What was measured is true no more."""
        if self.plan is not None:
            self.plan = None
            self.found.hide()
            self._rest("The settings changed: measure again to know what they cost.")

    def show_plan(self, plan: Plan) -> None:
        """Show what was measured."""
        self.plan = plan
        self._rest("" if plan.fits else "This does not fit. One of these does:")
        self.memory.show_share(plan.memory / max(1, plan.device_memory), plan.fits)
        place = plan.device_name or plan.device
        lines = [
            f"Memory: {size(plan.memory)} of {size(plan.device_memory)} ({place})",
            f"Time: {duration(plan.seconds)} at most, for {plan.steps:,} steps of "
            f"{plan.seconds_a_step:.2f} s"
            + (f" in {plan.trials} trials" if plan.trials > 1 else ""),
            f"Disk: {size(plan.disk)}; {size(plan.disk_free)} are free",
            f"{plan.articles:,} articles to learn from",
            *plan.reasons,
        ]
        self.facts.setText("\n".join(lines))
        self._clear_proposals()
        for proposal in plan.proposals:
            self._proposals.addWidget(self._card(proposal))
        self.found.show()

    def proposals(self) -> list[QPushButton]:
        """The buttons that apply the proposals, in their order."""
        return self.found.findChildren(QPushButton)

    def _press(self) -> None:
        if self._planning.running:
            self._planning.cancel()
        else:
            self.measure_asked.emit()

    def _show_phase(self, phase: str) -> None:
        self.text.setText(phase[:1].upper() + phase[1:])

    def _fail(self, problem: Problem) -> None:
        self._rest(str(problem))

    def _rest(self, text: str) -> None:
        self.bar.hide()
        self.button.setText("Measure again" if self.plan else "Measure")
        self.text.setText(text)
        self.text.setVisible(bool(text))

    def _clear_proposals(self) -> None:
        while (item := self._proposals.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.setParent(None)
                old.deleteLater()

    def _card(self, proposal: Proposal) -> QWidget:
        frame = QFrame()
        frame.setProperty("role", "card")
        micro = proposal.micro_batch or proposal.batch
        accumulation = -(-proposal.batch // micro)
        name = f"Micro-batch {micro} × {accumulation}" if accumulation > 1 else f"Batch {micro}"
        parts = [name, f"{proposal.max_tokens} tokens"]
        if proposal.checkpoint_layers:
            parts.append("layers recomputed")
        heading = label(" · ".join(parts), "strong", wrap=True)
        facts = f"{size(proposal.memory)}, {duration(proposal.seconds)}. {proposal.reason}"
        apply = QPushButton("Apply")
        apply.setProperty("role", "plain")
        apply.setAccessibleName(f"Apply {heading.text()}")
        apply.clicked.connect(partial(self.applied.emit, proposal))
        column = QVBoxLayout(frame)
        column.setContentsMargins(11, 8, 11, 6)
        column.setSpacing(3)
        column.addWidget(heading)
        column.addWidget(label(facts, "soft", wrap=True))
        column.addWidget(apply, 0, Qt.AlignmentFlag.AlignLeft)
        return frame
