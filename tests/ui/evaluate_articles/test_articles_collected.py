"""Articles that are gone, added to sets, exported, and those of the desk."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest
from datasets_made import import_rows, section_of, text
from evaluate_articles_made import (
    CODES,
    TITLES,
    Desk,
    decided_on_desk,
)
from evaluated_made import made
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from newsdesk.analysis.evaluated import Evaluated
from newsdesk.core.evaluation import Material
from newsdesk.datasets.importing import ImportRequest, import_dataset
from newsdesk.services.evaluate.relabelling import FIGURES
from newsdesk.store import Store


def test_articles_of_a_set_that_was_removed_stay_listed_and_cannot_be_relabelled(
    news: Desk,
) -> None:
    dataset = news.session.store.datasets.get("news")
    assert dataset is not None
    news.session.datasets.remove(dataset)
    news.rest()
    news.bot.waitUntil(lambda: news.panel.lost.isVisible())
    assert "not here any more" in news.panel.lost.text()
    assert len(news.titles()) == 3
    news.bot.waitUntil(lambda: "not here any more" in news.spoken(0))
    news.panel.list.go_to(0)
    news.key(Qt.Key.Key_1)
    assert "cannot be changed" in news.said[-1]
    news.panel.open(0)
    news.rest()
    assert "not here any more" in news.panel.reader.notice.text()
    assert not news.panel.reader.bar.relabel.isEnabled()


def test_another_set_of_the_same_name_is_not_taken_for_the_evaluated_one(
    news: Desk, tmp_path: Path
) -> None:
    with Store.open() as store:
        import_dataset(store, ImportRequest(tmp_path / "news.jsonl", "news", replacing=True))
    # The very same rows are the very same set: its fingerprint says so.
    news.session.watch.look()
    news.rest()
    assert not news.panel.lost.isVisible()
    others = [{"title": f"Other {i}", "body": text(f"o{i}"), "label": "sport"} for i in range(12)]
    import_rows(others, tmp_path, replacing=True)
    news.session.watch.look()
    news.bot.waitUntil(lambda: news.panel.lost.isVisible(), timeout=10_000)
    assert "replaced" in news.panel.lost.text()
    news.panel.list.go_to(0)
    news.key(Qt.Key.Key_3)
    assert section_of(1) == "sport"


def test_picked_articles_become_a_data_set_and_are_added_to_one(news: Desk) -> None:
    news.panel.collect()
    news.bot.waitUntil(lambda: news.panel.asking.dialog is not None)
    dialog = news.panel.asking.dialog
    assert dialog is not None
    dialog.field.setText("news")  # type: ignore[union-attr]
    assert not dialog.start.isEnabled()  # type: ignore[union-attr]
    dialog.field.setText("doubtful")  # type: ignore[union-attr]
    dialog.accept()
    news.rest()
    with Store.open() as store:
        made_set = store.datasets.get("doubtful")
        assert made_set is not None
        assert sorted(row.title for row in store.datasets.rows(made_set.id)) == sorted(TITLES)
        before = made_set.fingerprint
    news.evaluate.selection.pick(np.ones(18, dtype=np.bool_), "all")
    news.rest()
    news.panel.listed.collect(news.panel.chosen(), "doubtful", new=False)
    news.rest()
    assert "15 added" in news.said[-1]
    assert "3 in it already" in news.said[-1]
    with Store.open() as store:
        made_set = store.datasets.get("doubtful")
        assert made_set is not None
        assert made_set.rows == 18
        assert made_set.fingerprint != before


@pytest.mark.parametrize("ending", ["csv", "jsonl", "xlsx"])
def test_the_listed_articles_are_exported_with_every_probability(
    news: Desk, tmp_path: Path, ending: str
) -> None:
    path = tmp_path / f"out.{ending}"
    news.panel.listed.take_out(news.panel.chosen(), path)
    news.rest()
    assert "3 articles written" in news.said[-1]
    if ending == "xlsx":
        from openpyxl import load_workbook

        book = load_workbook(path)
        titles = [row[0] for row in book.active.iter_rows(min_row=2, values_only=True)]
    elif ending == "csv":
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        titles = [row["title"] for row in rows]
        assert all(row["body"] and row["true"] != row["predicted"] for row in rows)
        assert abs(sum(float(rows[0][f"p {code}"]) for code in CODES) - 1) < 1e-4
    else:
        titles = [json.loads(line)["title"] for line in path.read_text("utf-8").splitlines()]
    assert titles == news.titles()


def test_an_article_of_the_desk_is_decided_over_nothing_unseen(
    qtbot: QtBot, desks: list[Desk]
) -> None:
    ids = decided_on_desk()
    desks.append(desk := Desk(qtbot, Material()))
    assert desk.titles() == ["Desk 1"]
    desk.panel.list.go_to(0)
    desk.rest()
    with Store.open() as store:  # somebody else, whom this window has not heard of yet
        store.decisions.record(ids[0], "sport", "petra")
    desk.panel.relabel("business")
    assert "petra decided" in desk.said[-1]
    with Store.open() as store:
        standing = store.decisions.standing(ids[0])
        assert standing is not None
        assert standing.to_section == "sport"
    desk.session.watch.look()
    qtbot.waitUntil(lambda: "relabelled" in desk.spoken(0), timeout=10_000)
    desk.rest()
    desk.panel.relabel("business")
    with Store.open() as store:
        standing = store.decisions.standing(ids[0])
        assert standing is not None
        assert standing.to_section == "business"
    assert FIGURES in desk.said[-1]


def test_a_second_section_of_the_desk_stays(qtbot: QtBot, desks: list[Desk]) -> None:
    ids = decided_on_desk()
    with Store.open() as store:
        store.decisions.record(ids[0], "health", "maria", also="sport")
    desks.append(desk := Desk(qtbot, Material()))
    desk.panel.list.go_to(0)
    desk.panel.relabel("business")
    with Store.open() as store:
        standing = store.decisions.standing(ids[0])
        assert standing is not None
        assert (standing.to_section, standing.also) == ("business", "sport")


def test_several_articles_of_the_desk_are_decided_and_taken_back_together(
    qtbot: QtBot, desks: list[Desk]
) -> None:
    ids = decided_on_desk()
    desks.append(desk := Desk(qtbot, Material()))
    desk.evaluate.selection.pick(np.ones(6, dtype=np.bool_), "all")
    desk.rest()
    desk.panel.list.selectAll()
    desk.panel.relabel("sport")
    desk.rest()

    def standing() -> set[str]:
        with Store.open() as store:
            return {line.to_section or "" for line in store.decisions.standing_of(ids).values()}

    qtbot.waitUntil(lambda: standing() == {"sport"})
    desk.session.desk.undo_stack.undo()
    desk.rest()
    qtbot.waitUntil(lambda: standing() == set(CODES))


def test_an_article_of_the_desk_is_asked_for_there(qtbot: QtBot, desks: list[Desk]) -> None:
    ids = decided_on_desk()
    desks.append(desk := Desk(qtbot, Material()))
    desk.panel.open(0)
    desk.rest()
    assert "maria" in desk.panel.reader.history.text()
    asked: list[int] = []
    desk.panel.article_asked.connect(asked.append)
    desk.panel.reader.bar.desk.click()
    assert asked == [ids[0]]


def test_a_removed_article_of_the_desk_says_so(qtbot: QtBot, desks: list[Desk]) -> None:
    ids = decided_on_desk()
    desks.append(desk := Desk(qtbot, Material()))
    with Store.open() as store:
        store.articles.remove([ids[0]])
    desk.session.watch.look()
    qtbot.waitUntil(lambda: "removed from the desk" in desk.spoken(0), timeout=10_000)
    desk.panel.list.go_to(0)
    desk.panel.relabel("sport")
    assert "cannot be changed" in desk.said[-1]


def test_a_hundred_thousand_articles_are_listed_without_holding_up_the_window(
    news: Desk,
) -> None:
    many: Evaluated = made(100_000, 8)
    news.evaluate.opened.evaluated = many
    news.evaluate.selection.begin(len(many))
    news.evaluate.selection.pick(np.ones(len(many), dtype=np.bool_), "all")
    news.rest()
    assert len(news.panel.listed) == 100_000
    view = news.panel.list
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    news.rest()
    assert view.seen.stop == 100_000
    assert not view.grab().isNull()
