"""An open store, a tiny model that is installed, and files to run over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from models_made import make_model

from newsdesk.store import Store

BODY = "The {word} of the town was in the news on Monday, and people spoke about it all week."
WORDS = ("bank", "doctor", "goal")


@pytest.fixture
def store(home: Path) -> Iterator[Store]:
    make_model(home / "models")
    with Store.open() as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path) -> Callable[..., Path]:
    """Make a folder of so many text files; two of a hundred cannot be read."""

    def make(count: int, name: str = "wire") -> Path:
        place = tmp_path / name
        place.mkdir()
        for number in range(1, count + 1):
            word = WORDS[number % 3]
            text = f"{word} number {number}\n\n{BODY.format(word=word)}"
            bad = number % 50 == 0
            (place / f"{number:04}.txt").write_text("" if bad else text, encoding="utf-8")
        return place

    return make
