"""A store, and articles that are no near-duplicates of one another."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from newsdesk.store import Store

WORDS = [f"{first}{last}" for first in "brplmtks" for last in ("ane", "ode", "ush", "ill", "ater")]
Rows = list[dict[str, Any]]


@pytest.fixture
def store(home: Path) -> Iterator[Store]:
    with Store.open() as opened:
        yield opened


def text(seed: object, words: int = 40) -> str:
    """An article that shares its wording with no other."""
    return " ".join(random.Random(str(seed)).choices(WORDS, k=words))


def articles(number: int, sections: tuple[str, ...] = ("sport", "world")) -> Rows:
    return [
        {"title": f"Title {at}", "body": text(at), "label": sections[at % len(sections)]}
        for at in range(number)
    ]


@pytest.fixture
def jsonl(tmp_path: Path) -> Callable[..., Path]:
    def write(rows: Rows, name: str = "news.jsonl") -> Path:
        path = tmp_path / name
        path.write_text("\n".join(json.dumps(row) for row in rows) + "\n", encoding="utf-8")
        return path

    return write
