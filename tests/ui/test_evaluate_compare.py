"""Two models held against each other, and the one that goes to the desk, in the real screen."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest
from datasets_made import import_rows
from models_made import make_model
from PySide6.QtCore import QSizeF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from newsdesk.analysis.evaluated import forget
from newsdesk.analysis.evaluating import evaluate
from newsdesk.core.article import Article
from newsdesk.core.evaluation import Material
from newsdesk.core.manifest import read_manifest, write_manifest
from newsdesk.core.section import Section
from newsdesk.engine.loading import load
from newsdesk.services.session import Session
from newsdesk.store import Store
from newsdesk.ui.app import make_application
from newsdesk.ui.evaluate import EvaluateScreen
from newsdesk.ui.evaluate.compare import ComparePage, ForestChart, PromoteDialog
from newsdesk.ui.theme import DARK, LIGHT

TEXTS = {"sport": "team goal match", "business": "bank shares profit", "health": "doctor nurse"}
Open = Callable[..., EvaluateScreen]
Left = Qt.MouseButton.LeftButton


def turned(home: Path, name: str, *sections: str) -> None:
    """A model whose outputs carry these sections, and so says them in place of its own."""
    folder = make_model(home / "models", name)
    made = tuple(Section(code, {"en": code.title()}) for code in sections)
    write_manifest(msgspec.structs.replace(read_manifest(folder), sections=made), folder)


@pytest.fixture
def news(home: Path, tmp_path: Path) -> Path:
    """A data set of 24 articles; `tiny` has all right, `turned` mixes health and sport."""
    make_model(home / "models")
    turned(home, "turned", "business", "sport", "health")
    rows = [
        {"title": f"Title {i}", "body": f"{TEXTS[label]} number {i} of many", "label": label}
        for i, label in enumerate(list(TEXTS) * 8)
    ]
    import_rows(rows, tmp_path)
    return home


def evaluated(*models: str) -> list[int]:
    with Store.open() as store:
        return [evaluate(store, load(model), Material("news", "all")).id for model in models]


def on_desk(decided: int = 3) -> None:
    """Six articles that tiny has answered, some of them decided as it said."""
    with Store.open() as store:
        ids = store.articles.add(
            [Article(f"On {code} {i}", text) for i in range(2) for code, text in TEXTS.items()]
        )
        rows = [Article(text.title, text.body) for text in store.articles.texts(ids)]
        store.predictions.add(list(zip(ids, load("tiny").classify(rows), strict=True)))
        for i, code in list(zip(ids, list(TEXTS) * 2, strict=True))[:decided]:
            store.decisions.record(i, code, "Ana", model="tiny")


@pytest.fixture
def show(qtbot: QtBot) -> Iterator[Open]:
    """Opens the screen on an evaluation, with a model on the desk."""
    shown: list[EvaluateScreen] = []

    def open_(evaluation: int = 0, desk: str = "tiny") -> EvaluateScreen:
        make_application()
        session = Session()
        session.models.look()
        card = session.models.get(desk)
        if card is not None:
            session.desk.use(card)
        screen = EvaluateScreen(session.evaluate)
        shown.append(screen)
        screen.resize(1204, 740)
        screen.show()
        qtbot.waitUntil(lambda: not screen.evaluate.evaluations._reader.busy)
        if evaluation:
            screen.bar.picked.emit(evaluation)
            opened = screen.evaluate.opened
            qtbot.waitUntil(lambda: opened.evaluation is not None)
            qtbot.waitUntil(lambda: opened.evaluation.id == evaluation)  # type: ignore[union-attr]
        return screen

    yield open_
    for screen in shown:
        screen.close()
        screen.deleteLater()
        screen.evaluate.session.close()


def compare_page(qtbot: QtBot, screen: EvaluateScreen) -> ComparePage:
    screen.tabs.show_page("Compare")
    page = screen.pages["Compare"]
    assert isinstance(page, ComparePage)
    qtbot.waitUntil(lambda: not page.comparison.busy)
    return page


def dialog_of(qtbot: QtBot, screen: EvaluateScreen, model: str) -> PromoteDialog:
    dialog = PromoteDialog(screen.evaluate, model, screen)
    dialog.promoted.connect(screen.desk_asked)
    dialog.said.connect(screen.said)
    dialog.open()
    qtbot.waitUntil(lambda: not screen.evaluate.promotion.busy, timeout=20_000)
    return dialog


def test_where_one_evaluation_stands_alone_the_page_says_what_to_do(
    qtbot: QtBot, news: Path, show: Open
) -> None:
    (first,) = evaluated("tiny")
    page = compare_page(qtbot, show(first))
    qtbot.waitUntil(page.alone.isVisible)
    assert page.chart is None


def test_the_better_of_two_is_named_and_a_click_picks_the_articles(
    qtbot: QtBot, news: Path, show: Open
) -> None:
    first, _ = evaluated("tiny", "turned")
    screen = show(first)
    page = compare_page(qtbot, screen)
    assert "24 articles in common to both" in page.note.text()
    (card,) = page.cards
    assert card.verdict.text() == "turned is worse"
    assert "worse on 100 % of resamples" in card.sentences[1].text()
    button = card.outcomes["only_first"]
    assert button.text() == "Only tiny right · 16"
    assert not card.outcomes["only_second"].isEnabled()
    QTest.mouseClick(button, Left)
    selection = screen.evaluate.selection
    opened = screen.evaluate.opened.evaluated
    assert opened is not None
    wanted = np.array([opened.codes[t] != "business" for t in opened.truth])
    assert np.array_equal(selection.mask, wanted)
    assert selection.what == "only tiny right (and not turned)"


def test_seen_from_the_other_one_the_first_is_better(qtbot: QtBot, news: Path, show: Open) -> None:
    _, second = evaluated("tiny", "turned")
    page = compare_page(qtbot, show(second))
    assert page.cards[0].verdict.text() == "tiny is better"


def test_one_evaluation_is_left_out_and_taken_in_by_the_keyboard(
    qtbot: QtBot, news: Path, show: Open
) -> None:
    make_model(news / "models", "alike")
    first, *_ = evaluated("tiny", "turned", "alike")
    page = compare_page(qtbot, show(first))
    assert [card.verdict.text() for card in page.cards] == [
        "No difference on 24 articles", "turned is worse",
    ]  # fmt: skip
    names = [line.name for line in page.table.lines.lines]
    page.table.setCurrentIndex(page.table.lines.index(names.index("turned"), 0))
    QTest.keyClick(page.table, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not page.comparison.busy)
    assert len(page.cards) == 1
    QTest.keyClick(page.table, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: len(page.cards) == 2)
    page.table.setCurrentIndex(page.table.lines.index(names.index("tiny"), 0))
    QTest.keyClick(page.table, Qt.Key.Key_Space)  # the open one always takes part
    assert page.table.lines.lines[names.index("tiny")].takes_part


def test_rows_are_sorted_by_any_figure(qtbot: QtBot, news: Path, show: Open) -> None:
    make_model(news / "models", "alike")
    first, *_ = evaluated("tiny", "turned", "alike")
    page = compare_page(qtbot, show(first))
    page.table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    assert page.table.lines.lines[0].name == "turned"
    page.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert [line.name for line in page.table.lines.lines] == ["alike", "tiny", "turned"]


def test_an_evaluation_whose_answers_are_lost_is_left_out_and_told(
    qtbot: QtBot, news: Path, show: Open
) -> None:
    make_model(news / "models", "alike")
    first, second, _ = evaluated("tiny", "turned", "alike")
    forget(second)
    page = compare_page(qtbot, show(first))
    assert len(page.cards) == 1
    assert f"evaluation {second}" in page.note.text()


@pytest.mark.parametrize("tokens", [LIGHT, DARK])
def test_the_chart_is_painted_without_a_widget(
    qtbot: QtBot, news: Path, show: Open, tokens: object
) -> None:
    first, _ = evaluated("tiny", "turned")
    page = compare_page(qtbot, show(first))
    chart = page.chart
    assert isinstance(chart, ForestChart)
    image = QImage(400, 200, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    chart.paint(painter, QSizeF(400, 200), tokens)  # type: ignore[arg-type]
    painter.end()
    colours = {image.pixel(x, y) for x in range(0, 400, 2) for y in range(0, 200, 2)}
    assert len(colours) > 5
    header, rows = chart.table()
    assert [row[0] for row in rows] == ["tiny", "turned"]
    assert len(header) == len(rows[0])
    assert "macro-F1" in chart.reading(0)


def test_a_promotion_shows_what_moves_and_an_article_opens_from_there(
    qtbot: QtBot, news: Path, show: Open
) -> None:
    on_desk()
    dialog = dialog_of(qtbot, show(), "turned")
    assert "Of the last 6 articles there, 4 would move." in dialog.told.text()
    assert "0 that only turned has right, 2 that only tiny has right" in dialog.told.text()
    assert dialog.sides.texts[1][1:] == ["3 (100 %)", "1 (33 %)"]
    names = [group.name for group in dialog.moves.groups.items]
    assert names == ["All that move", "Only tiny right", "Health → Sport", "Sport → Health"]
    asked: list[int] = []
    dialog.article_asked.connect(asked.append)
    QTest.keyClick(dialog.moves, Qt.Key.Key_End)
    titles = [row.title for row in dialog.articles.replayed.items]
    assert titles == ["On sport 1", "On sport 0"]
    place = dialog.articles.visualRect(dialog.articles.replayed.index(1)).center()
    QTest.mouseClick(dialog.articles.viewport(), Left, pos=place)
    assert asked == [1]


def test_a_model_is_promoted_and_one_click_brings_the_old_one_back(
    qtbot: QtBot, news: Path, show: Open
) -> None:
    on_desk()
    screen = show()
    session = screen.evaluate.session
    asked: list[str] = []
    said: list[tuple[str, bool]] = []
    screen.desk_asked.connect(asked.append)
    screen.desk_asked.connect(lambda name: put_on_desk(session, name))
    screen.said.connect(lambda text, undoable: said.append((text, undoable)))
    dialog = dialog_of(qtbot, screen, "turned")
    assert not dialog.back.isVisible()
    QTest.mouseClick(dialog.promote, Left)
    assert asked == ["turned"]
    assert said == [("turned is on the desk in place of tiny", True)]
    session.desk.undo_stack.undo()
    session.desk.undo_stack.redo()
    assert asked == ["turned", "tiny", "turned"]
    again = dialog_of(qtbot, screen, "turned")
    assert again.back.isVisible()
    assert again.back.text() == "Back to tiny"
    assert not again.promote.isEnabled()
    QTest.mouseClick(again.back, Left)
    assert asked[-1] == "tiny"
    assert said[-1] == ("tiny is on the desk again", True)
    assert screen.evaluate.promotion.before == ""


def put_on_desk(session: Session, name: str) -> None:
    card = session.models.get(name)
    assert card is not None
    session.desk.use(card)


def test_what_was_promoted_is_remembered_over_a_restart(
    qtbot: QtBot, news: Path, show: Open
) -> None:
    dialog = dialog_of(qtbot, show(), "turned")
    QTest.mouseClick(dialog.promote, Left)
    later = show(desk="turned")
    assert later.evaluate.promotion.before == "tiny"
    shutil.rmtree(news / "models" / "tiny")
    later.evaluate.promotion.look()
    assert later.evaluate.promotion.before == ""


def test_an_empty_desk_is_said_and_the_model_can_go_there_all_the_same(
    qtbot: QtBot, news: Path, show: Open
) -> None:
    dialog = dialog_of(qtbot, show(), "turned")
    assert told_by(dialog).startswith("Nothing has been answered or decided")
    assert dialog.promote.isEnabled()


def test_the_model_on_the_desk_is_not_promoted(qtbot: QtBot, news: Path, show: Open) -> None:
    dialog = dialog_of(qtbot, show(), "tiny")
    assert told_by(dialog) == "tiny is on the desk already."
    assert not dialog.promote.isEnabled()


def test_a_model_that_went_is_not_promoted(qtbot: QtBot, news: Path, show: Open) -> None:
    screen = show()
    dialog = dialog_of(qtbot, screen, "turned")
    shutil.rmtree(news / "models" / "turned")
    asked: list[str] = []
    dialog.promoted.connect(asked.append)
    QTest.mouseClick(dialog.promote, Left)
    assert asked == []
    assert told_by(dialog) == "The model turned is not on this machine any more."
    assert not dialog.promote.isEnabled()


def test_two_that_share_no_section_are_named_with_theirs(
    qtbot: QtBot, news: Path, show: Open
) -> None:
    turned(news, "strange", "arts", "games", "weather")
    on_desk()
    dialog = dialog_of(qtbot, show(), "strange")
    told = told_by(dialog)
    assert "tiny and strange share no section" in told
    assert "tiny has Business, Health, Sport" in told
    assert "strange has Arts, Games, Weather" in told


def test_a_replay_that_is_cancelled_is_said_and_can_be_made_again(
    qtbot: QtBot, news: Path, show: Open
) -> None:
    on_desk()
    screen = show()
    dialog = PromoteDialog(screen.evaluate, "turned", screen)
    dialog.open()
    assert dialog.cancel.isVisible()
    QTest.mouseClick(dialog.cancel, Left)
    assert "cancelled" in dialog.told.text()
    assert not dialog.cancel.isVisible()
    QTest.mouseClick(dialog.again, Left)
    qtbot.waitUntil(lambda: not screen.evaluate.promotion.busy, timeout=20_000)
    assert "4 would move" in dialog.told.text()


def told_by(dialog: PromoteDialog) -> str:
    (frame,) = dialog.notices
    return "".join(each.text() for each in frame.findChildren(QLabel))
