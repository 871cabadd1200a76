"""The list of the inbox."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from newsdesk.ui.widgets.long_list import LongList


class InboxList(LongList):
    """Articles that wait, and those that were decided."""

    def __init__(self, row_height: int, parent: QWidget | None = None) -> None:
        super().__init__(row_height, "Inbox", parent)
