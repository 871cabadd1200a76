"""Curves of an evaluation: how far its confidence can be trusted, and where it is wrong."""

from newsdesk.ui.evaluate.curves.page import CurvesPage

__all__ = ["CurvesPage"]
