"""The desk: inbox, article, sections."""

from newsdesk.ui.desk.errands.columns_dialog import ColumnsDialog
from newsdesk.ui.desk.screen import DeskScreen

__all__ = ["ColumnsDialog", "DeskScreen"]
