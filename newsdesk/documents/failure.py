"""What reading a file gives: an article, or the reason why there is none."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from newsdesk.core.article import Article
from newsdesk.core.errors import Problem


@dataclass(frozen=True, slots=True)
class Failure:
    """A file, or one row of it, that gave no article.

    source: the file as it was named.
    row: the row or line, from 1; None where the whole file failed.
    """

    source: str
    problem: Problem
    row: int | None = None


Reading = Article | Failure


def crashed(path: Path) -> Failure:
    """What is kept of a file whose reading ended the process that read it, twice."""
    problem = Problem(
        "crashed",
        f"Reading {path.name} ended the reading process twice.",
        "Open it in the program that made it, save it again, and drop the new file.",
    )
    return Failure(source=str(path), problem=problem)
