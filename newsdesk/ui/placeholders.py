"""The places that are not built yet say what will be there."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from newsdesk.ui.widgets.empty_state import EmptyState

COMING = {
    "models": (
        "Models",
        "Here you will compare models by accuracy, size and speed on this machine, and choose "
        "the one for the desk. Until then: newsdesk models list, on the command line.",
    ),
    "settings": (
        "Settings",
        "Here you will set language, appearance, keys and folders. Until then Newsdesk follows "
        "the system.",
    ),
}


def placeholder(code: str) -> QWidget:
    """The page of a place that is not built yet."""
    title, text = COMING[code]
    page = QWidget()
    page.setObjectName("page")
    layout = QVBoxLayout(page)
    layout.addWidget(EmptyState(code, f"{title}: not built yet", text))
    return page
