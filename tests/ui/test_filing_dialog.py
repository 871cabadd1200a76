"""Choosing what is filed by itself: the dialog over a real store, and the service behind it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from models_made import make_model
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QPixmap, QRegion
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from newsdesk.core import paths
from newsdesk.core.article import Article
from newsdesk.core.filing import FilingCurve, FilingPoint
from newsdesk.core.prediction import Prediction, SectionScore
from newsdesk.core.section import Section
from newsdesk.engine.installed import find
from newsdesk.services.filing import Filing
from newsdesk.services.models import ModelCard, model_card
from newsdesk.services.undo import UndoStack
from newsdesk.store import Store
from newsdesk.store.records import FilingRules
from newsdesk.ui.app import make_application
from newsdesk.ui.desk.models.filing_dialog import FilingDialog
from newsdesk.ui.desk.models.filing_row import sentences
from newsdesk.ui.theme import DARK, LIGHT, Tokens, theme
from newsdesk.ui.widgets.cost_curve import CostCurve

CURVES = (
    FilingCurve("business", 60, (
        FilingPoint(0.5, 60, 12), FilingPoint(0.7, 50, 5), FilingPoint(0.8, 40, 2),
        FilingPoint(0.9, 25, 0),
    )),
    FilingCurve("health", 7, (FilingPoint(0.4, 7, 0),)),
    FilingCurve("sport", 85, (FilingPoint(0.6, 85, 9), FilingPoint(0.85, 61, 2))),
)  # fmt: skip
SPORT = CURVES[2]


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open() as opened:
        yield opened


@pytest.fixture
def filing(qtbot: QtBot, store: Store) -> Iterator[Filing]:
    make_application()
    made = Filing(store, UndoStack())
    yield made
    made.close()


def measured_model() -> ModelCard:
    make_model(paths.installed_models(), "tested", filing=CURVES)
    return model_card(find("tested"))


def unmeasured_model() -> ModelCard:
    make_model(paths.installed_models(), "untested")
    return model_card(find("untested"))


def opened(qtbot: QtBot, filing: Filing, model: ModelCard) -> FilingDialog:
    dialog = FilingDialog(filing, model)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: not filing.busy)
    return dialog


def add_answers(store: Store, section: str, confidence: float, number: int) -> list[int]:
    """Open articles that the model has answered."""
    ids = store.articles.add([Article(f"{section} {n}", "body") for n in range(number)])
    others = [code for code in ("business", "health", "sport") if code != section]
    scores = [SectionScore(section, section.title(), confidence)]
    scores += [SectionScore(code, code.title(), (1 - confidence) / 2) for code in others]
    store.predictions.add([(i, Prediction("tested", tuple(scores), 5, 5)) for i in ids])
    return ids


def test_a_sentence_says_what_a_threshold_does_and_how_sure_that_is() -> None:
    said, more = sentences(SPORT, 0.85, "test articles")
    assert said == "Files 72 % by itself, 3 % of them wrong (2 of 61 test articles)."
    assert more == "Likely 1–11 % wrong, from 85 % sure on."
    assert sentences(SPORT, None, "test articles")[0] == "Always asks."
    few = sentences(CURVES[1], 0.4, "test articles")
    assert few == ("Always asks.", "Too few articles to say (7).")


def test_nothing_is_on_at_first_and_five_per_cent_is_proposed(
    qtbot: QtBot, filing: Filing, store: Store
) -> None:
    dialog = opened(qtbot, filing, measured_model())
    assert not dialog.switch.isChecked()
    assert dialog.thresholds == {"business": 0.8, "sport": 0.85}
    assert [button.isChecked() for button in dialog.bounds] == [False, False, True, False]
    assert "101 test articles" in dialog.total.text()
    health = next(row for row in dialog.rows if row.section.code == "health")
    assert not health.mark.isVisible(), "seven articles offer no threshold"
    dialog.reject()
    assert store.filing.get("tested") == FilingRules("tested")


def test_one_click_sets_all_sections_by_what_may_be_wrong(qtbot: QtBot, filing: Filing) -> None:
    dialog = opened(qtbot, filing, measured_model())
    qtbot.mouseClick(dialog.bounds[3], Qt.MouseButton.LeftButton)
    assert dialog.thresholds == {"business": 0.7, "sport": 0.85}
    qtbot.mouseClick(dialog.bounds[0], Qt.MouseButton.LeftButton)
    assert dialog.thresholds == {"business": 0.9}
    assert [button.isChecked() for button in dialog.bounds] == [True, False, False, False]


def test_the_mark_is_moved_by_arrow_keys_and_by_the_mouse(qtbot: QtBot, filing: Filing) -> None:
    dialog = opened(qtbot, filing, measured_model())
    row = dialog.rows[0]
    before = row.sentence.text()
    row.mark.setFocus()
    qtbot.keyClick(row.mark, Qt.Key.Key_Right)
    assert row.threshold == 0.7
    assert row.sentence.text() != before
    assert not dialog.bounds[2].isChecked(), "one section is no longer as all were set"
    qtbot.keyClick(row.mark, Qt.Key.Key_Home)
    assert row.threshold is None
    assert "business" not in dialog.thresholds
    right = QPoint(row.mark.width() - 12, row.mark.height() // 2)
    qtbot.mouseClick(row.mark, Qt.MouseButton.LeftButton, pos=right)
    assert row.threshold == 0.5


def test_a_screen_reader_hears_the_section_and_the_sentence(qtbot: QtBot, filing: Filing) -> None:
    mark = opened(qtbot, filing, measured_model()).rows[2].mark
    assert mark.accessibleName() == "What Sport files by itself"
    assert "72 % by itself" in mark.accessibleDescription()


def test_it_is_counted_what_would_be_filed_of_the_open_articles(
    qtbot: QtBot, filing: Filing, store: Store
) -> None:
    model = measured_model()
    add_answers(store, "sport", 0.9, 3)
    add_answers(store, "sport", 0.7, 2)
    add_answers(store, "business", 0.75, 4)
    dialog = opened(qtbot, filing, model)
    qtbot.waitUntil(lambda: "Of 9 open articles here, 3 would" in dialog.open_line.text())
    assert "while the switch is off" in dialog.open_line.text()
    qtbot.mouseClick(dialog.bounds[3], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "7 would be filed" in dialog.open_line.text())


def test_applied_articles_are_filed_and_undo_asks_about_them_again(
    qtbot: QtBot, store: Store
) -> None:
    make_application()
    stack = UndoStack()
    filing = Filing(store, stack)
    model = measured_model()
    add_answers(store, "sport", 0.9, 3)
    dialog = opened(qtbot, filing, model)
    dialog.switch.setChecked(True)
    with qtbot.waitSignal(filing.applied) as applied:
        dialog.accept()
    assert applied.args == ["tested files by itself in 2 sections"]
    assert store.articles.counts("tested").filed == 3
    assert stack.undoable == applied.args[0]
    with qtbot.waitSignal(filing.changed):
        stack.undo()
    assert store.articles.counts("tested").filed == 0
    assert store.filing.get("tested") == FilingRules("tested")
    with qtbot.waitSignal(filing.changed):
        stack.redo()
    assert store.articles.counts("tested").filed == 3
    filing.close()


def test_it_opens_with_the_rules_in_force_and_turns_them_off(
    qtbot: QtBot, filing: Filing, store: Store
) -> None:
    model = measured_model()
    store.filing.set(FilingRules("tested", True, {"sport": 0.6}))
    dialog = opened(qtbot, filing, model)
    assert dialog.switch.isChecked()
    assert dialog.thresholds == {"sport": 0.6}
    dialog.switch.setChecked(False)
    with qtbot.waitSignal(filing.applied) as applied:
        dialog.accept()
    assert applied.args == ["tested files nothing by itself"]
    assert store.filing.get("tested") == FilingRules("tested", False, {"sport": 0.6})


def test_decisions_can_be_counted_on_in_place_of_tests(
    qtbot: QtBot, filing: Filing, store: Store
) -> None:
    model = measured_model()
    for place, article in enumerate(add_answers(store, "sport", 0.9, 25)):
        store.decisions.record(
            article, "health" if place < 2 else "sport", who="ann", model="tested"
        )
    dialog = opened(qtbot, filing, model)
    texts = [dialog.source.itemText(place) for place in range(dialog.source.count())]
    assert texts == ["152 articles it was tested on", "25 decisions made here"]
    dialog.source.setCurrentIndex(1)
    qtbot.mouseClick(dialog.bounds[3], Qt.MouseButton.LeftButton)
    assert dialog.thresholds == {"sport": 0.9}
    assert "2 of 25 decided articles" in dialog.total.text()
    assert not dialog.rows[0].mark.isVisible(), "nothing was decided of business"


def test_with_nothing_to_count_it_says_what_to_do(qtbot: QtBot, filing: Filing) -> None:
    dialog = opened(qtbot, filing, unmeasured_model())
    assert not dialog.switch.isVisible()
    assert dialog.thresholds == {}
    assert "Decide on some hundred articles" in dialog._waiting.text()


def test_a_dialog_that_was_closed_while_it_counted_is_not_spoken_to(
    qtbot: QtBot, filing: Filing
) -> None:
    dialog = FilingDialog(filing, measured_model())
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.show()
    dialog.reject()
    qtbot.waitUntil(lambda: not isValid(dialog))
    qtbot.waitUntil(lambda: not filing.busy)


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_the_curve_can_be_seen_in_both_appearances(
    qtbot: QtBot, tokens: Tokens, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_application()
    monkeypatch.setattr(theme(), "tokens", tokens)
    curve = CostCurve("Sport", theme().section("sport"))
    qtbot.addWidget(curve)
    curve.resize(400, 90)
    curve.show_curve(SPORT, 0.6)
    picture = QPixmap(curve.size())
    picture.fill(QColor(tokens.panel))
    curve.render(picture, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
    image = picture.toImage()
    ground = QColor(tokens.panel)
    marked = [
        y for y in range(90) if abs(image.pixelColor(388, y).lightness() - ground.lightness()) > 90
    ]
    assert len(marked) > 40, "the mark stands at the right end, from top to bottom"


def test_names_in_any_script_keep_their_place(qtbot: QtBot, filing: Filing) -> None:
    names = ("Экономика и финансы", "健康與醫療", "Спорт")
    codes = [curve.section for curve in CURVES]
    sections = tuple(Section(code, {"en": n}) for code, n in zip(codes, names, strict=True))
    make_model(paths.installed_models(), "tested", filing=CURVES, sections=sections)
    dialog = opened(qtbot, filing, model_card(find("tested")))
    marks = [row.mark for row in dialog.rows if row.mark.isVisible()]
    assert len({mark.mapTo(dialog, QPoint(0, 0)).x() for mark in marks}) == 1
    assert len(marks) == 2
