"""A text that was written in place comes back from every kind of export letter by letter."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from newsdesk.archive.exporting import COLUMNS, export_articles
from newsdesk.core.article import Article
from newsdesk.datasets.exporting import COLUMNS as DATASET_COLUMNS
from newsdesk.documents.reader import read
from newsdesk.documents.tables.writing import new_table
from newsdesk.services.editing import Editing
from newsdesk.services.undo import UndoStack
from newsdesk.store import Store
from newsdesk.store.records import InboxQuery

FORMATS = ("csv", "tsv", "jsonl", "xlsx", "parquet")
TEXTS = (
    ("Roses", "Roses are red,\nviolets are blue.\n\nA second verse\nof one more line."),
    ("Two lines", "One line\nand another"),
    ("Trailing  blanks ", "\n  indented, and blanks at the end  \n\n\n\nfour lines on\t\n"),
    ("e\u0301 decomposed", "Cafe\u0301 and И\u0306, \u1112\u1161\u11ab."),
    ("\u200d\u2060edges\u2060", "\u2060word\u200c and joiners at the edges\u200d"),
    ("👩🏽‍🚀 🏳️‍🌈", "Flags 🇺🇦 and families 👨‍👩‍👧‍👦\n👍🏿"),
    ("Tags", "<p>typed as it is</p>\nand a <br> besides, with _x000D_ and &amp; too."),
    ("", "No title,\nonly lines."),
    ("Only a title", ""),
    ("=1+1\t", "\n=A text that begins on its second line"),
    ("2026", "1.0"),
    ("'quoted\"; \\\"", "a,b;c|d\te \\\" \"\"\r\nf\rg"),
    ("From elsewhere\u0007\ufeff", "\u200ba\u2028b\u00ad"),
)  # fmt: skip
KEPT = {
    '""\r\nf\rg': '""\nf\ng',
    "elsewhere\u0007\ufeff": "elsewhere",
    "\u200ba\u2028b\u00ad": "a\nb",
}
"""What is made of line ends and characters that nobody sees, as in every file that is read."""


def kept(text: str) -> str:
    for typed, stands in KEPT.items():
        text = text.replace(typed, stands)
    return text


def written(qtbot: QtBot, store: Store) -> list[int]:
    """Write each text as a new article; their ids."""
    editing = Editing(store, UndoStack())
    made = []
    try:
        for text in TEXTS:
            editing.begin(None, lambda text=text: text)  # type: ignore[misc]
            with qtbot.waitSignal(editing.kept) as told:
                editing.keep()
            made.append(told.args[0].article_id)
    finally:
        editing.close()
    return made


def _needs(format: str) -> None:
    if format == "parquet":
        pytest.importorskip("pyarrow")


@pytest.mark.parametrize("format", FORMATS)
def test_texts_written_in_place_come_back_as_they_stand(
    qtbot: QtBot, store: Store, tmp_path: Path, format: str
) -> None:
    _needs(format)
    ids = written(qtbot, store)
    stand = [(text.title, text.body) for text in store.articles.texts(ids)]
    assert stand == [(kept(title), kept(body)) for title, body in TEXTS]
    path = tmp_path / f"out.{format}"
    export_articles(store, ids, InboxQuery("tiny", order="oldest"), path)
    back = [(each.title, each.body) for each in read(path) if isinstance(each, Article)]
    assert back == stand


@pytest.mark.parametrize("format", FORMATS)
def test_a_data_sets_texts_come_back_as_they_were(tmp_path: Path, format: str) -> None:
    _needs(format)
    path = tmp_path / f"set.{format}"
    texts = [(kept(title), kept(body)) for title, body in TEXTS]
    with new_table(path, DATASET_COLUMNS, format) as table:  # type: ignore[arg-type]
        for title, body in texts:
            empty = {name: None if kind is int else "" for name, kind in DATASET_COLUMNS.items()}
            table.write({**empty, "title": title, "body": body, "section": "sport"})
    back = [(each.title, each.body) for each in read(path) if isinstance(each, Article)]
    assert back == texts


def test_an_export_that_was_given_another_column_is_still_ours_and_another_table_is_not(
    tmp_path: Path,
) -> None:
    body = "One line\nand another "
    ours, theirs = tmp_path / "ours.jsonl", tmp_path / "theirs.jsonl"
    row = dict.fromkeys(COLUMNS, None) | {"title": "Two  lines", "body": body}
    for path, columns in ((ours, [*COLUMNS, "note"]), (theirs, ["title", "body"])):
        with new_table(path, dict.fromkeys(columns, str), "jsonl") as table:
            table.write({name: row.get(name) for name in columns})
    (kept_so,), (tidied,) = list(read(ours)), list(read(theirs))
    assert isinstance(kept_so, Article)
    assert isinstance(tidied, Article)
    assert (kept_so.title, kept_so.body) == ("Two  lines", body)
    assert (tidied.title, tidied.body) == ("Two lines", "One line\n\nand another")
