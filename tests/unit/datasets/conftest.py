"""A store, and a file to import."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from datasets_made import Rows

from newsdesk.store import Store


@pytest.fixture
def store(home: Path) -> Iterator[Store]:
    with Store.open() as opened:
        yield opened


@pytest.fixture
def jsonl(tmp_path: Path) -> Callable[..., Path]:
    def write(rows: Rows, name: str = "news.jsonl") -> Path:
        path = tmp_path / name
        path.write_text("\n".join(json.dumps(row) for row in rows) + "\n", encoding="utf-8")
        return path

    return write
