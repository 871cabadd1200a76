"""Source: one file on its way to becoming an article."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from newsdesk.core.errors import DocumentError


@dataclass(frozen=True, slots=True)
class Source:
    """A file's place and bytes.

    encoding: what the person chose for its text; None lets the file speak for itself.
    """

    path: Path
    data: bytes
    encoding: str | None = None

    @property
    def name(self) -> str:
        return self.path.name


def file_error(path: Path, error: OSError) -> DocumentError:
    """The error for a file that the system does not hand over."""
    if isinstance(error, FileNotFoundError):
        return DocumentError(
            "not_found", f"{path.name} is not there.", "It may have been moved or renamed."
        )
    if isinstance(error, PermissionError):
        return DocumentError(
            "no_permission",
            f"{path.name} may not be read by you.",
            "Ask its owner for permission, or copy it to a folder of your own.",
        )
    cause = (error.strerror or "unknown error").lower()
    return DocumentError(
        "unreadable",
        f"{path.name} could not be read from its disk ({cause}).",
        "Check that the disk or network folder is connected, then drop it again.",
    )


def damaged(name: str, what: str) -> DocumentError:
    """The error for a file whose type is known but whose contents cannot be made out."""
    return DocumentError(
        "damaged",
        f"{name} cannot be read: {what}.",
        "Open it in the program that made it, save it again, and drop the new file.",
    )


def empty(name: str) -> DocumentError:
    """The error for a file without any text."""
    return DocumentError(
        "empty", f"{name} holds no text.", "Check that the article was saved into it."
    )
