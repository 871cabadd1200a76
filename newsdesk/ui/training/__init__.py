"""The screen Training: the queue, live curves, new jobs."""

from newsdesk.ui.training.screen import TrainingScreen

__all__ = ["TrainingScreen"]
