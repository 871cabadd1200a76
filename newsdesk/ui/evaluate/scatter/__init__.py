"""Scatterplots of what a model makes of texts, covers and both."""

from newsdesk.ui.evaluate.scatter.canvas import ScatterCanvas as ScatterCanvas
from newsdesk.ui.evaluate.scatter.chart import ScatterChart as ScatterChart
from newsdesk.ui.evaluate.scatter.panel import ScatterPanel as ScatterPanel
