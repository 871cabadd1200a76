"""`newsdesk evaluate`, as a person or a script uses it."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from models_made import make_model

from newsdesk.documents.tables import preview

Command = Callable[..., Any]


@pytest.fixture
def news(newsdesk: Command, home: Path, tmp_path: Path) -> None:
    """A data set of twelve articles, one of which is labelled wrongly, and a tiny model."""
    make_model(home / "models")
    rows = [
        {"title": f"各車站首日 {i}", "body": f"Goal, match and team number {i}.", "label": "sport"}
        for i in range(8)
    ]
    rows += [
        {"title": f"Bank {i}", "body": f"Shares and profit number {i}.", "label": "business"}
        for i in range(4)
    ]
    rows[0]["label"] = "health"
    path = tmp_path / "news.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    assert newsdesk("datasets", "import", path, "--name", "news").code == 0


def test_figures_and_files_say_the_same(newsdesk: Command, news: None, tmp_path: Path) -> None:
    out = tmp_path / "out"
    said = newsdesk("evaluate", "tiny", "news", "--split", "all", "--json", "--out", out)
    assert said.code == 0
    told = json.loads(said.out)
    assert told["articles"] == 12
    assert told["accuracy"]["value"] == pytest.approx(11 / 12)
    assert told["matrix"][told["codes"].index("health")][told["codes"].index("sport")] == 1
    assert sorted(told["counted"]) == list(range(1, 13))
    assert json.loads((out / "evaluation.json").read_text(encoding="utf-8")) == told
    with (out / "answers.csv").open(encoding="utf-8-sig", newline="") as file:
        answers = list(csv.DictReader(file))
    wrong = [row for row in answers if row["true"] != row["predicted"]]
    assert [row["title"] for row in wrong] == ["各車站首日 0"]
    with (out / "matrix.csv").open(encoding="utf-8-sig", newline="") as file:
        counts = [[int(row[code]) for code in told["codes"]] for row in csv.DictReader(file)]
    assert counts == told["matrix"]
    assert preview(out / "sections.csv").rows


def test_a_person_reads_a_table(newsdesk: Command, news: None) -> None:
    said = newsdesk("evaluate", "tiny", "news", "--split", "all")
    assert said.code == 0
    assert "accuracy 91.7 (" in said.out
    assert "Sport" in said.out


def test_wrong_use_is_told(newsdesk: Command, news: None) -> None:
    assert newsdesk("evaluate", "tiny", "nothing").code == 2
    assert newsdesk("evaluate", "tiny", "news", "--split", "odd").code == 2
    assert newsdesk("evaluate", "no-model", "news").code == 2
    assert newsdesk("evaluate", "tiny", "desk").code == 2
    assert newsdesk("evaluate", "tiny", "news", "--match", "sport").code == 2


def test_ctrl_c_keeps_what_was_read_and_the_same_command_goes_on(
    newsdesk: Command, news: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("newsdesk.analysis.evaluating.PORTION", 4)
    told: list[int] = []

    def press(done: int, total: int) -> None:
        told.append(done)
        if done == 8 and told.count(8) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(import_module("newsdesk.cli.evaluate"), "_progress", press)
    stopped = newsdesk("evaluate", "tiny", "news", "--split", "all")
    assert stopped.code != 0
    assert stopped.out == ""
    assert "the same command goes on from there" in stopped.err
    done = newsdesk("evaluate", "tiny", "news", "--split", "all")
    assert done.code == 0
    assert "12 articles (evaluation 1)" in done.out


def test_both_sides_are_named_where_no_section_is_shared(
    newsdesk: Command, news: None, tmp_path: Path
) -> None:
    path = tmp_path / "kitchen.csv"
    path.write_text("title,body,label\nSoup,Salt,cooking\nRoses,Soil,gardens\n", encoding="utf-8")
    assert newsdesk("datasets", "import", path, "--name", "kitchen").code == 0
    said = newsdesk("evaluate", "tiny", "kitchen", "--split", "all")
    assert said.code == 2
    for code in ("business", "health", "sport", "cooking", "gardens"):
        assert code in said.err


def test_one_article_is_one_article(newsdesk: Command, news: None, tmp_path: Path) -> None:
    path = tmp_path / "one.csv"
    path.write_text("title,body,label\nCup,The team and its goal,sport\n", encoding="utf-8")
    assert newsdesk("datasets", "import", path, "--name", "one").code == 0
    said = newsdesk("evaluate", "tiny", "one", "--split", "all")
    assert said.out.startswith("tiny, 1 article (evaluation 1)\n")
