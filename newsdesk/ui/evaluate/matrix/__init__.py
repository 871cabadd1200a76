"""The confusion matrix: its page, and the chart of it for files."""

from newsdesk.ui.evaluate.matrix.chart import MatrixChart
from newsdesk.ui.evaluate.matrix.page import MatrixPage

__all__ = ["MatrixChart", "MatrixPage"]
