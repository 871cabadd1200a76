"""The screen Data sets."""

from newsdesk.ui.datasets.screen import DatasetsScreen

__all__ = ["DatasetsScreen"]
