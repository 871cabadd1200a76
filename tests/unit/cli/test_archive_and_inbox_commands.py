"""`newsdesk archive` and `newsdesk inbox`, as a person or a script uses them."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from models_made import make_model

from newsdesk.core.article import Article
from newsdesk.core.errors import Problem
from newsdesk.documents.reader import read
from newsdesk.engine.loading import load
from newsdesk.store import Store

Command = Callable[..., Any]
SEEN = ("--model", "tiny")


@pytest.fixture
def store(home: Path) -> Iterator[Store]:
    make_model(home / "models")
    with Store.open() as opened:
        yield opened


@pytest.fixture
def ids(store: Store) -> list[int]:
    """Two articles with answers and a file that could not be read."""
    added = [
        Article("The match", "The team and the coach: goal after goal.", "wire/1.txt"),
        Article("The bank", "Shares and profit on the market.", "wire/2.csv", 7),
    ]
    made = store.articles.add(added)
    store.predictions.add(list(zip(made, load("tiny").classify(added), strict=True)))
    problem = Problem("empty", "3.txt holds no text.", "Check it.")
    return made + store.articles.add_failures([("wire/3.txt", None, problem)])


@pytest.fixture
def wire(tmp_path: Path) -> Path:
    place = tmp_path / "wire"
    place.mkdir()
    for number in range(12):
        text = f"Goal {number}\n\nThe team won the match, said the coach."
        (place / f"{number}.txt").write_text(text)
    return place


def test_an_archive_run_is_started_followed_and_exported(
    newsdesk: Command, store: Store, wire: Path, tmp_path: Path
) -> None:
    said = newsdesk("archive", "start", wire, *SEEN, "--name", "the wire", "--wait", "--json")
    assert said.code == 0
    run = json.loads(said.out)
    assert (run["state"], run["articles"], run["name"]) == ("done", 12, "the wire")
    listed = json.loads(newsdesk("archive", "list", "--json").out)
    assert [each["id"] for each in listed] == [run["id"]]
    assert "12 articles" in newsdesk("archive", "show", str(run["id"])).out
    path = tmp_path / "out.xlsx"
    exported = newsdesk("archive", "export", str(run["id"]), path)
    assert "12 articles exported to out.xlsx." in exported.out
    assert len(list(read(path))) == 12
    assert newsdesk("archive", "remove", str(run["id"])).code == 0
    assert json.loads(newsdesk("archive", "list", "--json").out) == []
    assert len(newsdesk("inbox", "list", *SEEN, "--json").lines) == 12


def test_a_run_with_unreadable_files_exits_with_one(
    newsdesk: Command, store: Store, wire: Path
) -> None:
    (wire / "empty.txt").touch()
    said = newsdesk("archive", "start", wire, *SEEN, "--wait")
    assert said.code == 1
    assert "done" in said.out
    failed = newsdesk("inbox", "failures")
    assert failed.code == 1
    assert "No text in it: 1" in failed.out


def test_what_is_not_there_begins_no_run(newsdesk: Command, store: Store, tmp_path: Path) -> None:
    assert newsdesk("archive", "start", tmp_path / "nowhere", *SEEN).code == 2
    assert newsdesk("archive", "start", tmp_path, "--model", "nobody").code == 2
    missing = newsdesk("archive", "pause", "7")
    assert missing.code == 2
    assert "There is no archive run 7" in missing.err


def test_the_inbox_is_listed_with_filters(newsdesk: Command, ids: list[int]) -> None:
    lines = newsdesk("inbox", "list", *SEEN, "--json").lines
    assert [line["id"] for line in lines] == list(reversed(ids))
    sport = newsdesk("inbox", "list", *SEEN, "--section", "Sport", "--json").lines
    assert [line["id"] for line in sport] == ids[:1]
    found = newsdesk("inbox", "list", *SEEN, "--search", "profit").out
    assert "The bank  [wire/2.csv:7]" in found
    assert "The match" not in found
    assert newsdesk("inbox", "list", *SEEN, "--since", "2999-01-01").out == ""
    wrong = newsdesk("inbox", "list", *SEEN, "--section", "opera")
    assert wrong.code == 2
    assert "it has business, health, sport" in wrong.words
    assert newsdesk("inbox", "list", *SEEN, "--since", "yesterday").code == 2
    assert newsdesk("inbox", "list", *SEEN, "--state", "odd").code == 2


def test_decisions_are_written_and_taken_back(
    newsdesk: Command, ids: list[int], store: Store
) -> None:
    how = ("--also", "health", "--reason", "a match report", "--who", "Anna")
    said = newsdesk("inbox", "decide", str(ids[0]), "sport", *SEEN, *how)
    assert said.code == 0
    assert "Anna decided sport and health: a match report" in said.out
    standing = store.decisions.standing(ids[0])
    assert standing is not None
    assert (standing.to_section, standing.also, standing.model) == ("sport", "health", "tiny")
    shown = newsdesk("inbox", "show", str(ids[0]), *SEEN).out
    assert "The team and the coach" in shown
    assert "tiny: Sport" in shown
    assert newsdesk("inbox", "undecide", str(ids[0]), "--who", "Anna", *SEEN).code == 0
    assert store.decisions.standing(ids[0]) is None
    again = newsdesk("inbox", "undecide", str(ids[0]), *SEEN)
    assert again.code == 2
    assert "no decision" in again.err


def test_somebody_elses_decision_is_told_and_only_overruled_when_asked(
    newsdesk: Command, ids: list[int], store: Store
) -> None:
    article = str(ids[0])
    store.decisions.record(ids[0], "sport", "Anna", reason="a match report")
    for command in (("decide", article, "health"), ("undecide", article)):
        said = newsdesk("inbox", *command, "--who", "Boris", *SEEN)
        assert said.code == 1
        assert "Anna decided sport: a match report" in said.err
        assert len(store.decisions.history(ids[0])) == 1
    how = ("--who", "Boris", "--over", *SEEN)
    assert newsdesk("inbox", "decide", article, "health", *how).code == 0
    assert newsdesk("inbox", "decide", article, "sport", "--who", "Boris", *SEEN).code == 0
    assert [line.who for line in store.decisions.history(ids[0])] == ["Anna", "Boris", "Boris"]


def test_articles_are_removed_and_restored(newsdesk: Command, ids: list[int]) -> None:
    said = newsdesk("inbox", "remove", str(ids[0]), "999")
    assert said.code == 1
    assert "There is no article 999." in said.err
    assert len(newsdesk("inbox", "list", *SEEN, "--json").lines) == 2
    assert newsdesk("inbox", "restore", str(ids[0])).code == 0
    assert len(newsdesk("inbox", "list", *SEEN, "--json").lines) == 3


def test_the_inbox_is_exported_and_no_file_is_overwritten(
    newsdesk: Command, ids: list[int], tmp_path: Path
) -> None:
    path = tmp_path / "out.csv"
    said = newsdesk("inbox", "export", path, *SEEN, "--json")
    assert json.loads(said.out)["articles"] == 2
    with path.open(encoding="utf-8-sig", newline="") as file:
        assert [row["title"] for row in csv.DictReader(file)] == ["The match", "The bank"]
    assert newsdesk("inbox", "export", path, *SEEN).code == 2
    assert newsdesk("inbox", "export", path, *SEEN, "--replace").code == 0
    assert newsdesk("inbox", "export", tmp_path / "out.doc", *SEEN).code == 2
