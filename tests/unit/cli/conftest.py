"""The command line, called as `main` is, and a tiny model to call it with."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from models_made import make_model

from newsdesk.__main__ import main


@dataclass(frozen=True, slots=True)
class Said:
    """What a command answered."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[dict[str, Any]]:
        """Standard output as one object of JSON a line."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def words(self) -> str:
        """Standard error without the frame that is drawn around wrong use."""
        return " ".join(self.err.replace("│", " ").split())


Command = Callable[..., Said]


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A text-only model."""
    return make_model(tmp_path_factory.mktemp("models"))


@pytest.fixture
def newsdesk(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run one command; `stdin` is what comes in on standard input."""
    # Long messages of wrong use would be broken anywhere.
    monkeypatch.setenv("COLUMNS", "200")

    def run(*arguments: str | Path, stdin: bytes = b"") -> Said:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main([str(argument) for argument in arguments])
        out, err = capfdbinary.readouterr()
        return Said(code, out.decode(), err.decode())

    return run


@pytest.fixture
def classify(newsdesk: Command, tiny: Path) -> Command:
    """`newsdesk classify --model TINY …`."""

    def run(*arguments: str | Path, stdin: bytes = b"") -> Said:
        return newsdesk("classify", "--model", tiny, *arguments, stdin=stdin)

    return run
