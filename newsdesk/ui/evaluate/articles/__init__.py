"""Still to be built."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from newsdesk.services.evaluate import Evaluate


class ArticlesPanel(QWidget):
    """Still to be built."""

    said = Signal(str, bool)
    article_asked = Signal(int)

    def __init__(self, evaluate: Evaluate) -> None:
        super().__init__()
