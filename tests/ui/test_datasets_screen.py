"""The screen Data sets over a real store: lists, charts, filters, labels with undo, merges."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from newsdesk.core.dataset import SplitPlan
from newsdesk.datasets.importing import ImportRequest, import_dataset
from newsdesk.services.session import Session
from newsdesk.store import Store
from newsdesk.ui.app import make_application
from newsdesk.ui.datasets import DatasetsScreen
from newsdesk.ui.datasets.articles_page import ArticlesPage
from newsdesk.ui.datasets.name_field import NameField, free_name
from newsdesk.ui.datasets.paged_model import PAGE, ROW
from newsdesk.ui.datasets.plan_form import PlanForm
from newsdesk.ui.widgets.histogram import Histogram

LABELS = ("Sport", "sport", "Politics", "Economy")
WORDS = (
    "harbour", "council", "striker", "budget", "minister", "penalty", "tram", "exports", "orchard",
    "signal",
)  # fmt: skip


def article(number: int) -> str:
    """A text that is nobody's near-duplicate."""
    random = Random(number)
    return " ".join(f"{random.choice(WORDS)} {random.randrange(10**6)}" for _ in range(24))


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """200 labelled rows; rows 101 and 102 are one article, 103 has no label, 104 no text."""
    lines = ["title,body,section,language"]
    for number in range(1, 201):
        body = article(101 if number == 102 else number) + (" zebra" if number == 200 else "")
        label = "" if number == 103 else LABELS[number % len(LABELS)]
        if number == 102:
            label = LABELS[101 % len(LABELS)]
        lines.append(f"Title {number},{body},{label},en")
    lines[104] = f",,{LABELS[0]},en"
    path = tmp_path / "desk news.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.fixture
def screen(table: Path, qtbot: QtBot) -> Iterator[DatasetsScreen]:
    with Store.open() as store:
        import_dataset(store, ImportRequest(table, "news"))
        import_dataset(store, ImportRequest(table, "又一個", plan=SplitPlan(way="folds")))
    make_application()
    session = Session()
    shown = DatasetsScreen(session)
    shown.resize(1200, 750)
    shown.show()
    qtbot.waitUntil(lambda: len(shown.list.sets) == 2)
    settle(qtbot, shown)
    yield shown
    shown.close()
    shown.deleteLater()
    session.close()


def settle(qtbot: QtBot, screen: DatasetsScreen) -> None:
    """Wait until every answer of the store has come."""
    qtbot.waitUntil(lambda: not screen._datasets.busy)
    qtbot.wait(20)
    qtbot.waitUntil(lambda: not screen._datasets.busy)


def open_articles(qtbot: QtBot, screen: DatasetsScreen) -> ArticlesPage:
    screen.page.tabs.show_page("Articles")
    settle(qtbot, screen)
    return screen.page.articles


def titles(page: ArticlesPage) -> list[str]:
    model = page.model
    return [str(model.index(row, 1).data()) for row in range(model.rowCount())]


def offered(screen: DatasetsScreen) -> list[str]:
    return [b.text() for b in screen.page.findChildren(QPushButton) if b.isVisible()]


def test_a_set_says_what_it_holds(screen: DatasetsScreen, qtbot: QtBot) -> None:
    assert [one.name for one in screen.list.sets] == ["news", "又一個"]
    assert screen.page.title == "news"
    for fact in ("199 rows", "1 unlabelled", "4 sections", "English", "90 / 5 / 5"):
        assert fact in screen.page.facts
    bars = screen.page.overview.sections.bars
    assert [bar.text() for bar in bars] == ["Economy", "Politics", "Sport", "sport"]
    assert sum(bar.count.total for bar in bars) == 198
    assert "train" in bars[0].accessibleName()
    screen.list.choose("又一個")
    settle(qtbot, screen)
    assert "5 folds" in screen.page.facts
    assert "5 folds" in screen.page.overview.sections.bars[0].accessibleName()


def test_a_bar_shows_the_articles_of_its_section(screen: DatasetsScreen, qtbot: QtBot) -> None:
    bar = next(b for b in screen.page.overview.sections.bars if b.text() == "Politics")
    qtbot.mouseClick(bar, Qt.MouseButton.LeftButton)
    settle(qtbot, screen)
    page = screen.page.articles
    assert screen.page.tabs.current == "Articles"
    assert page.model.rowCount() == bar.count.total
    assert page.said == f"{bar.count.total} of 199"
    titles(page)
    settle(qtbot, screen)
    shown = {page.model.index(row, 2).data() for row in range(page.model.rowCount())}
    assert shown == {"Politics"}


def test_search_duplicates_and_unlabelled_narrow_the_table(
    screen: DatasetsScreen, qtbot: QtBot
) -> None:
    page = open_articles(qtbot, screen)
    page.search.setText("zebra title")
    qtbot.waitUntil(lambda: page.said == "1 of 199")
    page.search.clear()
    qtbot.waitUntil(lambda: page.said == "199 rows")
    page.duplicates.click()
    settle(qtbot, screen)
    titles(page)
    settle(qtbot, screen)
    assert titles(page) == ["Title 101", "Title 102"]
    page.duplicates.click()
    page.unlabelled.click()
    settle(qtbot, screen)
    titles(page)
    settle(qtbot, screen)
    assert titles(page) == ["Title 103"]


def test_a_label_is_changed_remembered_and_taken_back(screen: DatasetsScreen, qtbot: QtBot) -> None:
    said: list[tuple[str, bool]] = []
    screen.said.connect(lambda text, undoable: said.append((text, undoable)))
    page = open_articles(qtbot, screen)
    page.table.selectRow(0)
    qtbot.keyClick(page.table, Qt.Key.Key_Return)
    settle(qtbot, screen)
    assert page.pane.isVisible()
    before = page.pane.row
    assert before is not None
    fingerprint = screen.list.sets[0].fingerprint
    page.pane.section.setCurrentIndex(page.pane.section.findData("Politics"))
    page.pane.section.activated.emit(page.pane.section.currentIndex())
    qtbot.waitUntil(lambda: "→ Politics" in page.pane.history)
    settle(qtbot, screen)
    assert page.model.index(0, 2).data() == "Politics"
    assert screen.list.sets[0].fingerprint != fingerprint
    assert said == [("Row 1 of news: Politics", True)]
    undo_stack = screen._session.desk.undo_stack
    undo_stack.undo()
    qtbot.waitUntil(lambda: f"Politics → {before.section}" in page.pane.history)
    settle(qtbot, screen)
    assert screen.list.sets[0].fingerprint == fingerprint
    undo_stack.redo()
    qtbot.waitUntil(lambda: page.pane.history.count("→ Politics") == 2)
    settle(qtbot, screen)


def test_a_section_is_chosen_in_the_table(screen: DatasetsScreen, qtbot: QtBot) -> None:
    page = open_articles(qtbot, screen)
    page.model.setData(page.model.index(3, 2), "Economy")
    qtbot.waitUntil(lambda: page.model.index(3, 2).data() == "Economy")
    settle(qtbot, screen)


def test_alike_sections_are_offered_and_merged_with_one_click(
    screen: DatasetsScreen, qtbot: QtBot
) -> None:
    offers = [b for b in screen.page.findChildren(QPushButton) if b.text() == "Merge"]
    assert len(offers) == 1
    assert "Sport" in offers[0].accessibleName()
    offers[0].click()
    qtbot.waitUntil(lambda: len(screen.list.sets[0].sections) == 3)
    settle(qtbot, screen)
    codes = {section.code for section in screen.list.sets[0].sections}
    assert codes - {"Sport", "sport"} == {"Politics", "Economy"}
    assert "Merge" not in offered(screen)


def test_sections_kept_apart_are_not_offered_again(screen: DatasetsScreen, qtbot: QtBot) -> None:
    keep = next(b for b in screen.page.findChildren(QPushButton) if b.text() == "Keep apart")
    keep.click()
    screen._datasets.changed.emit()
    settle(qtbot, screen)
    assert "Merge" not in offered(screen)
    assert len(screen.list.sets[0].sections) == 4


def test_a_problem_leads_to_its_row(screen: DatasetsScreen, qtbot: QtBot) -> None:
    screen.page.tabs.show_page("Problems")
    settle(qtbot, screen)
    model = screen.page.problems.model
    rows = [str(model.index(row, 0).data()) for row in range(model.rowCount())]
    settle(qtbot, screen)
    rows = [str(model.index(row, 0).data()) for row in range(model.rowCount())]
    assert {"103", "104"} <= set(rows)
    screen.page.problems.table.opened.emit(model.index(rows.index("103"), 0))
    settle(qtbot, screen)
    assert screen.page.tabs.current == "Articles"
    shown = screen.page.articles.pane.row
    assert shown is not None
    assert shown.title == "Title 103"


def test_splits_are_said_and_removal_asks_first(screen: DatasetsScreen, qtbot: QtBot) -> None:
    assert "90 / 5 / 5" in screen.page.splits.note
    table = screen.page.splits.table
    last = table.item(table.rowCount() - 1, 4)
    assert last is not None
    assert last.text() == "198"
    with Store.open() as store:
        store.jobs.add("first-light", "finetune", "", "news")
    qtbot.keyClick(screen.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: screen.question is not None)
    assert screen.question is not None
    assert "first-light" in screen.question.explanation
    screen.question.cancel.click()
    assert len(screen.list.sets) == 2
    screen._remove()
    settle(qtbot, screen)
    screen.question.yes.click()
    qtbot.waitUntil(lambda: [one.name for one in screen.list.sets] == ["又一個"])
    settle(qtbot, screen)
    assert screen.page.title == "又一個"


def test_a_set_is_renamed_to_a_free_name_only(screen: DatasetsScreen, qtbot: QtBot) -> None:
    screen._rename()
    dialog = screen.dialog
    assert dialog is not None
    field = dialog.findChild(NameField)
    assert isinstance(field, NameField)
    ok = next(b for b in dialog.findChildren(QPushButton) if b.text() == "Rename")
    for name, word in (("又一個", "already"), ("two words", "letters"), ("", "needs a name")):
        field.line.setText(name)
        assert word in field.error
        assert not ok.isEnabled()
    field.line.setText("morgen")
    ok.click()
    qtbot.waitUntil(lambda: screen.page.title == "morgen")
    settle(qtbot, screen)


def test_train_on_it_names_the_set(screen: DatasetsScreen, qtbot: QtBot) -> None:
    with qtbot.waitSignal(screen.train_asked) as asked:
        screen.page.train.click()
    assert asked.args == ["news"]


def test_a_long_table_fetches_only_the_pages_that_are_seen(tmp_path: Path, qtbot: QtBot) -> None:
    many = PAGE * 10
    path = tmp_path / "long.jsonl"
    lines = (f'{{"title": "{n}", "body": "{article(n)}", "label": "{n % 3}"}}' for n in range(many))
    path.write_text("\n".join(lines), encoding="utf-8")
    make_application()
    with Store.open() as store:
        import_dataset(store, ImportRequest(path, "long"))
    session = Session()
    page = ArticlesPage(session.datasets)
    page.resize(900, 500)
    page.show()
    with Store.open() as store:
        dataset = store.datasets.get("long")
    assert dataset is not None
    page.show_set(dataset)
    qtbot.waitUntil(lambda: page.model.rowCount() == many)
    qtbot.waitUntil(lambda: page.model.index(0, 0).data(ROW) is not None)
    page.table.scrollToBottom()
    qtbot.waitUntil(lambda: page.model.index(many - 1, 0).data() == f"{many:,}")
    assert len(page.model._pages) <= 4
    page.close()
    page.deleteLater()
    session.close()


def test_the_plan_asks_only_for_what_belongs_to_it(qtbot: QtBot) -> None:
    make_application()
    form = PlanForm(given=False)
    qtbot.addWidget(form)
    form.show()
    assert form.way.findData("given") < 0
    form.show_plan(SplitPlan(way="folds", folds=7, seed=4))
    assert form.folds.isVisible()
    assert not form.dev.isVisible()
    assert form.plan() == SplitPlan(way="folds", folds=7, seed=4)
    form.choose("date")
    assert form.dev.isVisible()
    assert not form.seed.isVisible()


def test_every_bar_of_a_histogram_can_be_said(qtbot: QtBot) -> None:
    make_application()
    chart = Histogram("Lengths", "characters", "articles")
    qtbot.addWidget(chart)
    chart.resize(300, 150)
    chart.show_bins([(0, 3), (500, 12), (1000, 1)])
    assert chart.sentence(1) == "500 to 1,000 characters: 12 articles"
    assert chart.sentence(2) == "1,000 characters and more: 1 articles"
    assert chart.bin_at(150) == 1
    assert chart.bin_at(299.9) == 2
    assert "12 articles" in chart.accessibleDescription()


def test_a_name_is_made_from_the_file_and_free() -> None:
    assert free_name("desk news (2024)", []) == "desk-news-2024"
    assert free_name("新聞", ["新聞"]) == "新聞-2"
    assert free_name("  ", []) == "data-set"
