"""What can go wrong, told as a person would want to hear it.

Every failure that may reach a person is a `NewsdeskError`: it carries a `Problem`
with a stable kind for scripts, one sentence with the cause, and one with the remedy.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """Why something could not be done, and what to do about it.

    kind: a stable word for scripts, such as `unsupported` or `too_large`.
    message: one sentence that names the file or thing and the cause.
    remedy: one sentence that says what the person can do.
    """

    kind: str
    message: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.message} {self.remedy}".strip()


@dataclass(frozen=True, slots=True)
class Notice:
    """Something worth knowing about a result that was reached all the same."""

    kind: str
    message: str


class NewsdeskError(Exception):
    """Base of all errors that are shown to a person."""

    def __init__(self, kind: str, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.problem = Problem(kind, message, remedy)

    def __str__(self) -> str:
        return str(self.problem)


class DocumentError(NewsdeskError):
    """A file, or a part of it, could not be read as an article."""


class ModelError(NewsdeskError):
    """A model folder is missing, damaged or refused."""


class StoreError(NewsdeskError):
    """The database cannot be opened, read or written."""


class TrainingError(NewsdeskError):
    """A training job cannot start or go on."""
