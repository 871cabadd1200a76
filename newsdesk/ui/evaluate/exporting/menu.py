"""What can be done with any chart: save it as a picture or as data, copy it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMenu, QPushButton, QWidget

from newsdesk.core.errors import NewsdeskError
from newsdesk.ui.evaluate.chart import Chart
from newsdesk.ui.evaluate.exporting.files import export_chart, file_name, picture_of
from newsdesk.ui.theme import theme

_ENDINGS = {
    ".svg": ("Save as SVG…", "Pictures that can be enlarged (*.svg)"),
    ".png": ("Save as PNG…", "Pictures (*.png)"),
    ".csv": ("Save its data as CSV…", "Tables (*.csv)"),
}
Say = Callable[[str], object]


class ChartMenu(QMenu):
    """The menu of a chart. chart: what is shown when it is asked for; None for nothing yet.

    say: takes a line for the foot of the window. name: what files are named after beside the
    chart's own title, such as the evaluation.
    """

    folder = Path.home()
    """Where the last chart went."""

    def __init__(
        self,
        chart: Callable[[], Chart | None],
        say: Say,
        parent: QWidget,
        name: Callable[[], str] = lambda: "",
    ) -> None:
        super().__init__(parent)
        self._chart, self._say, self._name = chart, say, name
        self.dialog: QFileDialog | None = None
        for ending, (text, _) in _ENDINGS.items():
            self.addAction(text).triggered.connect(
                lambda _=False, ending=ending: self.ask_where(ending)
            )
        self.addSeparator()
        self.addAction("Copy picture").triggered.connect(self.copy_picture)
        self.aboutToShow.connect(self._enable)

    def open_at(self, place: QPoint) -> None:
        """Open as a context menu; place: on the whole screen."""
        self.popup(place)

    def ask_where(self, ending: str) -> None:
        """Ask for a file's name, then write the chart into it."""
        chart = self._chart()
        if chart is None:
            return
        start = ChartMenu.folder / f"{file_name(self._name(), chart.title)}{ending}"
        dialog = QFileDialog(self.parentWidget(), "Save the chart", str(start), _ENDINGS[ending][1])
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(ending)
        dialog.selectFile(start.name)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        # The dialog has asked already whether an older file may go.
        dialog.fileSelected.connect(lambda found: self.save(Path(found), replace=True))
        dialog.open()
        self.dialog = dialog

    def save(self, path: Path, replace: bool = False) -> None:
        """Write the chart into a file; what was done, or why not, is said."""
        chart = self._chart()
        if chart is None:
            return
        try:
            export_chart(chart, path, replace)
        except NewsdeskError as error:
            self._say(str(error))
        else:
            ChartMenu.folder = path.parent
            self._say(f"Saved as {path}")

    def copy_picture(self) -> None:
        """Put the chart as it looks now on the clipboard."""
        chart = self._chart()
        if chart is not None:
            QGuiApplication.clipboard().setImage(picture_of(chart, theme().tokens))
            self._say("The picture of the chart was copied.")

    def _enable(self) -> None:
        there = self._chart() is not None
        for action in self.actions():
            action.setEnabled(there)


def menu_button(menu: ChartMenu, chart_name: str) -> QPushButton:
    """A button “…” that opens the menu of a chart. chart_name: for the screen reader."""
    button = QPushButton("…")
    button.setProperty("role", "small")
    button.setFixedWidth(30)
    button.setAccessibleName(f"Save or copy: {chart_name}")
    button.setToolTip("Save or copy this chart")
    # A menu of the button's own would draw an arrow beside the dots.
    button.clicked.connect(lambda: menu.popup(button.mapToGlobal(button.rect().bottomLeft())))
    return button
