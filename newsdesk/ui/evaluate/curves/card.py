"""A card with one chart: its title, what it tells, its menu, and what the cursor reads off."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from newsdesk.ui.evaluate.charts.plot import Plot
from newsdesk.ui.evaluate.curves.view import PlotView
from newsdesk.ui.evaluate.exporting.menu import ChartMenu, Say, menu_button
from newsdesk.ui.widgets.labels import label

_HINT = "Move over it to read values off; click for the articles."


class PlotCard(QFrame):
    """head: the row of the title, for what belongs to the chart."""

    def __init__(self, title: str, say: Say, name: Callable[[], str]) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.title = label(title, "strong")
        self.told = label("", "soft", wrap=True)
        self.view = PlotView()
        self.reading = label("", "soft", wrap=True)
        self.menu = ChartMenu(lambda: self.view.plot, say, self, name)
        self.more = menu_button(self.menu, title)
        self.head = QHBoxLayout()
        self._build()
        self.view.read.connect(self._read)
        self.view.menu_asked.connect(self.menu.open_at)
        self.show_plot(None)

    def show_plot(self, plot: Plot | None, missing: str = "") -> None:
        """Show a chart; else say why there is none."""
        self.view.show_plot(plot)
        self.view.setVisible(plot is not None)
        self.more.setEnabled(plot is not None)
        self.told.setText(plot.told if plot is not None else missing)
        self.reading.setVisible(plot is not None)

    def _read(self, text: str) -> None:
        self.reading.setText(text or (_HINT if self.view.clicks else ""))

    def _build(self) -> None:
        self.told.setMinimumHeight(2 * self.told.fontMetrics().lineSpacing())
        # Room for two lines, so that nothing moves when the cursor comes.
        self.reading.setFixedHeight(2 * self.reading.fontMetrics().lineSpacing() + 2)
        self.head.setSpacing(6)
        self.head.addWidget(self.title)
        self.head.addStretch(1)
        self.head.addWidget(self.more)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 10, 8)
        column.setSpacing(4)
        column.addLayout(self.head)
        column.addWidget(self.told)
        column.addSpacing(2)
        column.addWidget(self.view)
        column.addWidget(self.reading)
        column.addStretch(1)
        self.setMinimumWidth(220)

    def add_to_head(self, widget: QWidget) -> None:
        """Put something between the title and the menu."""
        self.head.insertWidget(self.head.count() - 1, widget)
