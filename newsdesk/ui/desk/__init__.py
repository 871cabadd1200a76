"""The desk: inbox, article, sections."""

from newsdesk.ui.desk.screen import DeskScreen

__all__ = ["DeskScreen"]
