"""`newsdesk compare`, as a person or a script uses it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from models_made import make_model

from newsdesk.core.manifest import read_manifest, write_manifest

Command = Callable[..., Any]


@pytest.fixture
def numbers(newsdesk: Command, home: Path, tmp_path: Path) -> list[str]:
    """Evaluations of `tiny` and of `turned`, which mixes two sections, on twelve articles."""
    make_model(home / "models")
    folder = make_model(home / "models", "turned")
    manifest = read_manifest(folder)
    one, two, three = manifest.sections
    write_manifest(msgspec.structs.replace(manifest, sections=(one, three, two)), folder)
    texts = {"sport": "goal match team", "business": "bank shares"}
    rows = [
        {"title": f"Title {i}", "body": f"{texts[label]} number {i}", "label": label}
        for i, label in enumerate(list(texts) * 6)
    ]
    path = tmp_path / "news.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert newsdesk("datasets", "import", path, "--name", "news").code == 0
    made = [
        newsdesk("evaluate", model, "news", "--split", "all", "--json")
        for model in ("tiny", "turned")
    ]
    return [str(json.loads(each.out)["evaluation"]) for each in made]


def test_a_person_reads_who_is_better(newsdesk: Command, numbers: list[str]) -> None:
    said = newsdesk("compare", *numbers)
    assert said.code == 0
    assert "12 articles in common" in said.out
    assert "turned (2) against tiny (1)" in said.out
    assert "better on 0 % of resamples: worse" in said.out


def test_a_script_gets_every_number(newsdesk: Command, numbers: list[str]) -> None:
    told = json.loads(newsdesk("compare", *numbers, "--json").out)
    assert [each["model"] for each in told["models"]] == ["tiny", "turned"]
    (duel,) = told["against_first"]
    assert duel["accuracy"]["difference"] == pytest.approx(-0.5)
    assert (duel["only_first_right"], duel["only_second_right"], duel["both_wrong"]) == (6, 0, 0)


def test_what_cannot_be_compared_is_said(newsdesk: Command, numbers: list[str]) -> None:
    assert newsdesk("compare", numbers[0]).code == 2
    assert newsdesk("compare", numbers[0], numbers[0]).code == 2
    gone = newsdesk("compare", numbers[0], "99")
    assert gone.code == 2
    assert "There is no evaluation 99." in gone.err
