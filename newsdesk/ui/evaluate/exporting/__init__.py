"""Charts as files, and the report of an evaluation."""

from newsdesk.ui.evaluate.exporting.files import export_chart
from newsdesk.ui.evaluate.exporting.menu import ChartMenu

__all__ = ["ChartMenu", "export_chart"]
