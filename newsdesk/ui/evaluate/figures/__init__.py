"""The figures of an evaluation, above its pages."""

from newsdesk.ui.evaluate.figures.strip import FiguresStrip

__all__ = ["FiguresStrip"]
