"""What was exported from the inbox reads back as the same articles."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from documents_made import picture

from newsdesk.archive.exporting import COLUMNS, InboxExport, export_articles
from newsdesk.core.article import Article
from newsdesk.core.errors import Problem
from newsdesk.core.pictures import read_cover
from newsdesk.core.worker import Cancelled
from newsdesk.documents.reader import read
from newsdesk.engine.loading import load
from newsdesk.store import Store
from newsdesk.store.records import InboxQuery

SEEN = InboxQuery("tiny", order="oldest")
TEXTS = (
    ("Goal in the last minute", "The team and its coach won the match.\n\nA second paragraph."),
    ("=HYPERLINK(\"x\")", "+49 bank market shares and profit, said the chairman."),
    ("'tis '=quoted'", "'=A text that really begins with an apostrophe, and a doctor."),
    ("兩岸新聞 كرة القدم 👩🏽‍🚀", "Новости дня: the clinic, a nurse — e\u0301 and more of it."),
    ("", "A body without a title, with a vaccine and a doctor in the clinic."),
)  # fmt: skip


@pytest.fixture
def ids(store: Store) -> list[int]:
    """Articles that were answered; the first is decided, the second's file has a cover."""
    cover = read_cover(picture(), "photo.png")
    added = [
        Article(title, body, f"wire/{place}.txt", None, cover if place == 1 else None, "en")
        for place, (title, body) in enumerate(TEXTS)
    ]
    made = store.articles.add(added)
    store.predictions.add(list(zip(made, load("tiny").classify(added), strict=True)))
    store.decisions.record(
        made[0], "sport", "Anna", reason="=match report", model="tiny", also="health"
    )
    problem = Problem("empty", "bad.txt holds no text.", "Check it.")
    return made + store.articles.add_failures([("wire/bad.txt", None, problem)])


def export(store: Store, ids: list[int], path: Path) -> InboxExport:
    return export_articles(store, ids, SEEN, path)


@pytest.mark.parametrize("format", ["csv", "tsv", "jsonl", "xlsx"])
def test_the_same_articles_come_back(
    store: Store, ids: list[int], tmp_path: Path, format: str
) -> None:
    path = tmp_path / f"out.{format}"
    export(store, ids, path)
    back = list(read(path))
    assert all(isinstance(reading, Article) for reading in back)
    assert [(a.title, a.body) for a in back if isinstance(a, Article)] == list(TEXTS)
    second = back[1]
    assert isinstance(second, Article)
    assert second.cover is not None
    assert second.cover.data == picture()
    assert second.language == "en"


def test_every_column_is_filled_from_the_ledger_and_the_model(
    store: Store, ids: list[int], tmp_path: Path
) -> None:
    made = export(store, ids, tmp_path / "out.jsonl")
    first, *_, last = [json.loads(line) for line in made.file.path.read_text().splitlines()]
    assert list(first) == list(COLUMNS)
    assert first["section"] == "sport"
    assert first["section_name"] == "Sport"
    assert first["state"] == "decided"
    assert (first["second_section"], first["second_section_name"]) == ("health", "Health")
    assert (first["decided_by"], first["reason"], first["model"]) == (
        "Anna",
        "=match report",
        "tiny",
    )
    assert first["decided_at"].endswith("Z")
    assert 0 < first["confidence"] <= 1
    assert first["source"] == "wire/0.txt"
    assert last["decided_by"] == ""


def test_what_is_marked_and_what_is_left_out_is_said(
    store: Store, ids: list[int], tmp_path: Path
) -> None:
    made = export(store, ids, tmp_path / "out.csv")
    assert made.sentence == (
        "5 articles exported to out.csv. 1 that holds no article was left out. "
        "3 texts that begin like formulas were marked with an apostrophe."
    )
    with made.file.path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows[0]["reason"] == "'=match report"
    assert rows[0]["apostrophe_added"] == "reason"


def test_a_cancelled_export_leaves_nothing(store: Store, ids: list[int], tmp_path: Path) -> None:
    calls = []

    def check() -> None:
        calls.append(1)
        if len(calls) > 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        export_articles(store, ids, SEEN, tmp_path / "out.csv", check=check)
    assert list(tmp_path.glob("out*")) == []


def test_a_selection_keeps_its_order_and_progress_reaches_the_end(
    store: Store, ids: list[int], tmp_path: Path
) -> None:
    told: list[tuple[int, int]] = []
    path = tmp_path / "two.jsonl"
    export_articles(
        store, [ids[3], ids[0]], SEEN, path, tell=lambda done, total: told.append((done, total))
    )
    titles = [json.loads(line)["title"] for line in path.read_text().splitlines()]
    assert titles == [TEXTS[3][0], TEXTS[0][0]]
    assert told[-1] == (2, 2)
