"""The model that is measured, and how many threads both sides of a comparison get."""

from __future__ import annotations

from newsdesk.core import paths
from newsdesk.engine.model_folder import DEFAULT_MODEL, ModelFolder, open_folder
from newsdesk.engine.runtime import MOST_THREADS, usable_cores


def shipped_model() -> ModelFolder:
    """The model that ships with the program, whatever else is installed."""
    return open_folder(paths.bundled_models() / DEFAULT_MODEL)


def threads() -> int:
    """What Newsdesk takes on this machine."""
    return min(usable_cores(), MOST_THREADS)
