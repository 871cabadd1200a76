"""The desk: inbox, article, sections."""

from newsdesk.ui.desk.columns_dialog import ColumnsDialog
from newsdesk.ui.desk.screen import DeskScreen

__all__ = ["ColumnsDialog", "DeskScreen"]
