"""An evaluation that is being made: how far it is, and Cancel."""

from __future__ import annotations

from newsdesk.ui.widgets.work import Work


class EvaluatingRow(Work):
    """A line of its own above the pages of the screen."""

    def __init__(self) -> None:
        super().__init__(bar=160)
        self.cancel_button.setProperty("role", "")
        self.row.setContentsMargins(16, 6, 16, 6)
        self.row.addStretch(1)

    def begin(self, model: str) -> None:
        """A model begins to read; how much, is not known yet."""
        self._model = model
        self.show_progress(f"{model} is reading", 0, 0)

    def show_read(self, done: int, total: int) -> None:
        """So many articles are read; a total of 0 ends it."""
        told = f"{self._model} is reading: {done:,} of {total:,} articles" if total else ""
        self.show_or_hide(told, done, total)
