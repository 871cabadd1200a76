"""The picker, the second model and what the engine is asked, with a child that only listens."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from models_made import make_model
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from newsdesk.core import paths
from newsdesk.core.article import Article
from newsdesk.core.errors import Problem
from newsdesk.core.prediction import Prediction, SectionScore
from newsdesk.engine.ensemble_files import save_ensemble
from newsdesk.engine.installed import acquaintance, find, meet
from newsdesk.engine.loading import load
from newsdesk.services import classification
from newsdesk.services.classification import Classification
from newsdesk.services.models import ModelCard, model_card
from newsdesk.services.session import Session
from newsdesk.store import Store
from newsdesk.store.records import FilingRules, InboxQuery
from newsdesk.ui.app import make_application
from newsdesk.ui.desk.models.picker import ModelPicker


class Listener(QObject):
    """Stands for the engine's process: keeps what is asked, says what it is told to say."""

    heard = Signal(int, str, dict)

    def __init__(self, _name: str = "", _parent: QObject | None = None) -> None:
        super().__init__()
        self.asked: list[dict[str, Any]] = []
        self.cancelled: list[int] = []

    def ask(self, operation: str, **values: Any) -> int:
        self.asked.append({"op": operation, **values})
        return len(self.asked)

    def cancel(self, request_id: int) -> None:
        self.cancelled.append(request_id)

    def end(self) -> None: ...

    def close(self) -> None: ...

    def classified(self) -> list[tuple[str, object]]:
        """(model, articles) of every request to classify, in order."""
        return [(r["model"], r["articles"]) for r in self.asked if r["op"] == "classify"]


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> list[Listener]:
    """The children that were started in place of the engine."""
    made: list[Listener] = []

    def start(name: str, parent: QObject | None = None) -> Listener:
        made.append(Listener(name, parent))
        return made[-1]

    monkeypatch.setattr(classification, "Child", start)
    return made


@pytest.fixture
def working(qtbot: QtBot, engine: list[Listener]) -> tuple[Classification, Listener]:
    make_application()
    made = Classification()
    made.use("first")
    return made, engine[0]


Working = tuple[Classification, Listener]


def test_the_second_model_waits_until_the_first_has_answered(working: Working) -> None:
    work, child = working
    work.classify([1, 2])
    work.use_second("second")
    assert child.classified() == [("first", [1, 2])]
    child.heard.emit(2, "done", {})
    assert child.classified() == [("first", [1, 2]), ("second", None)]
    child.heard.emit(3, "answered", {"done": 1, "total": 2})
    assert work.state.second_running
    assert (work.state.second_done, work.state.second_total) == (1, 2)
    child.heard.emit(3, "done", {})
    assert not work.state.second_running


def test_new_articles_go_before_what_the_second_model_is_at(working: Working) -> None:
    work, child = working
    work.use_second("second")
    assert child.classified() == [("second", None)]
    work.classify([7])
    assert child.cancelled == [2]
    assert not work.state.second_running
    child.heard.emit(2, "cancelled", {})
    assert child.classified() == [("second", None), ("first", [7])], "not yet"
    child.heard.emit(3, "done", {})
    assert child.classified()[-1] == ("second", None)


def test_cancel_stops_both_and_nothing_starts_by_itself(working: Working) -> None:
    work, child = working
    work.use_second("second")
    work.classify([7])
    work.cancel()
    child.heard.emit(3, "cancelled", {})
    assert child.classified() == [("second", None), ("first", [7])]


def test_no_second_model_is_asked_any_more_once_it_is_put_away(working: Working) -> None:
    work, child = working
    work.use_second("second")
    work.use_second("")
    work.classify([1])
    child.heard.emit(3, "done", {})
    assert child.classified() == [("second", None), ("first", [1])]
    assert work.state.second == ""


def test_a_second_model_that_fails_is_told_and_the_first_goes_on(working: Working) -> None:
    work, child = working
    work.use_second("second")
    child.heard.emit(2, "failed", {"problem": Problem("x", "It broke.", "")})
    assert work.state.second_problem is not None
    assert work.state.problem is None
    assert work.state.usable


def test_speeds_are_measured_once_a_model(qtbot: QtBot, working: Working) -> None:
    work, child = working
    heard: list[tuple[str, object]] = []
    work.measured.connect(lambda *said: heard.append(said))
    work.measure("other")
    work.measure("other")
    assert [r["op"] for r in child.asked].count("measure") == 1
    child.heard.emit(2, "measured", {"milliseconds": 12.0})
    child.heard.emit(2, "done", {})
    work.measure("other")
    assert heard == [("other", 12.0), ("other", 12.0)]


def card(name: str) -> ModelCard:
    return model_card(find(name))


@pytest.fixture
def models(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(paths, "bundled_models", lambda: tmp_path / "none")
    make_model(paths.installed_models(), "a")
    make_model(paths.installed_models(), "b", order=("sport", "business", "health"))


def actions(menu: QMenu) -> dict[str, QAction]:
    """By their texts, those of submenus as well, without what is told about a model."""
    found = {}
    for action in menu.actions():
        found[action.text().split("   ")[0]] = action
        if action.menu() is not None:
            found |= {f"+{k}": v for k, v in actions(action.menu()).items()}  # type: ignore[arg-type]
    return found


@pytest.mark.usefixtures("models")
def test_the_menu_offers_models_a_second_one_ensembles_and_filing(qtbot: QtBot) -> None:
    make_application()
    save_ensemble("duo", ["a", "b"])
    picker = ModelPicker()
    qtbot.addWidget(picker)
    cards = [card("a"), card("b"), card("duo")]
    picker.show_models(cards, cards[0], cards[1], {"old": "its member is gone"})
    menu = picker.menu()
    offered = actions(menu)
    wanted = {"a", "b", "duo", "old", "+None", "+b", "New ensemble…", "File by itself…"}
    assert wanted <= offered.keys()
    assert "+a" not in offered, "a model is no second to itself"
    assert "+duo" not in offered, "nor is an ensemble that asks it"
    assert offered["a"].isChecked()
    assert offered["+b"].isChecked()
    asked: list[object] = []
    picker.second_picked.connect(asked.append)
    picker.ensemble_asked.connect(asked.append)
    offered["+None"].trigger()
    offered["old"].trigger()
    offered["Edit the ensemble duo…"].trigger()
    assert asked == [None, "old", "duo"]


@pytest.mark.usefixtures("models")
def test_an_open_menu_keeps_its_place_when_nothing_is_new(qtbot: QtBot) -> None:
    make_application()
    picker = ModelPicker()
    qtbot.addWidget(picker)
    picker.show_models([card("a"), card("b")], card("a"), None, {})
    before = picker.menu().actions()
    picker.show_models([card("a"), card("b")], card("a"), None, {})
    assert picker.menu().actions() == before


@pytest.mark.usefixtures("models")
def test_both_models_are_named_and_long_names_leave_room_for_the_bar(qtbot: QtBot) -> None:
    make_application()
    picker = ModelPicker()
    qtbot.addWidget(picker)
    state = classification.ClassificationState(model="a", second="b" * 200, loaded=True)
    picker.show_current(card("a"), state)
    assert "beside: bbb" in picker.accessibleName()
    assert picker.sizeHint().width() < 600
    assert picker.minimumSizeHint().width() <= 200
    picker.resize(160, 33)
    picker.grab()


@pytest.fixture
def session(qtbot: QtBot, models: None, engine: list[Listener]) -> Iterator[Session]:
    make_application()
    made = Session()
    made.models.look()
    made.models.use(card("a"))
    yield made
    made.close()


def test_a_second_model_is_remembered_and_never_the_first_itself(session: Session) -> None:
    session.models.use_second(card("b"))
    assert session.settings.text("desk/second") == "b"
    assert session.desk.second is not None
    session.models.use(card("b"))
    assert session.models.second is None
    session.models.use_second(card("b"))
    assert session.models.second is None
    assert session.settings.text("desk/second") == ""


def test_an_ensemble_is_called_by_its_title_and_no_member_stands_beside_it(
    session: Session,
) -> None:
    save_ensemble("My-Duo", ["a", "b"], "My Duo")
    make_model(paths.installed_models(), "c")
    session.models.look()
    session.models.use_second(card("b"))
    session.models.use(card("My-Duo"))
    assert session.models.second is None
    session.models.use_second(card("a"))
    assert session.models.second is None
    session.models.use_second(card("c"))
    assert session.models.second is not None
    picker = ModelPicker()
    picker.show_models(session.models.cards, card("My-Duo"), card("c"))
    offered = actions(picker.menu())
    assert {"My Duo", "Edit the ensemble My Duo…", "+c"} <= offered.keys()
    assert not {"+a", "+b", "+My Duo"} & offered.keys()
    state = classification.ClassificationState(model="c", second="My-Duo", loaded=True)
    picker.show_current(card("c"), state, card("My-Duo"))
    assert "beside: My Duo" in picker.accessibleName()


def test_where_two_models_differ_is_found_by_the_names_of_sections(session: Session) -> None:
    texts = [Article("Goal", "goal match team coach " * 6), Article("Bank", "bank market " * 12)]
    ids = session.store.articles.add(texts)
    session.models.use_second(card("b"))
    session.store.predictions.add(list(zip(ids, load("a").classify(texts), strict=True)))
    # Of the second article the second model thinks what it thinks of the first.
    answers = load("b").classify([texts[0], texts[0]])
    session.store.predictions.add(list(zip(ids, answers, strict=True)))
    query = InboxQuery(model="a", beside="b", differs=True)
    assert session.store.articles.listing(query).tolist() == [ids[1]]
    opened = session.desk.open(ids[0])
    assert opened is not None
    assert opened.prediction is not None
    assert opened.second is not None
    assert opened.prediction.section == opened.second.section == "sport"
    assert opened.second.model == "b"


def test_an_ensemble_on_the_desk_that_is_changed_is_asked_anew(
    qtbot: QtBot, session: Session, engine: list[Listener]
) -> None:
    make_model(paths.installed_models(), "c", temperature=2.0)
    session.models.ensembles.make("duo", ["a", "b"])
    session.models.use(card("duo"))
    (article,) = session.store.articles.add([Article("Goal", "goal match")])
    session.store.predictions.add([(article, load("duo").classify([Article("", "goal")])[0])])
    asked = len(engine[0].classified())
    session.models.ensembles.change("duo", ["a", "c"])
    qtbot.waitUntil(lambda: len(engine[0].classified()) > asked)
    assert session.store.predictions.get(article, "duo") is None
    assert engine[0].classified()[-1] == ("duo", None)
    session.models.ensembles.remove("duo")
    assert session.desk.model is not None
    assert session.desk.model.name == "a"


def test_an_ensemble_whose_member_is_gone_stands_among_the_problems(session: Session) -> None:
    session.models.ensembles.make("duo", ["a", "b"])
    shutil.rmtree(paths.installed_models() / "b")
    session.models.look()
    assert [c.name for c in session.models.cards] == ["a"]
    assert any("duo cannot be used" in problem.message for problem in session.models.problems)


def test_a_model_that_is_put_away_before_its_forerunner_is_forgotten_is_not_begun(
    qtbot: QtBot, session: Session, engine: list[Listener]
) -> None:
    make_model(paths.installed_models(), "c")
    session.models.use(card("c"))
    shutil.rmtree(paths.installed_models() / "c")
    make_model(paths.installed_models(), "c", temperature=2.0)
    before = engine[0].classified()
    session.models.use(card("c"))
    session.models.use(card("b"))
    qtbot.waitUntil(lambda: acquaintance(session.store, find("c").manifest) == "same")
    qtbot.waitUntil(lambda: not session.models._reader.busy)
    assert engine[0].classified() == [*before, ("b", None)]


def test_what_the_last_session_left_unfiled_is_filed_at_the_next_start(
    qtbot: QtBot, models: None, engine: list[Listener]
) -> None:
    make_application()
    with Store.open() as store:
        meet(store, card("a").manifest)
        ids = store.articles.add([Article("A match", "It was played.")])
        answer = Prediction("a", (SectionScore("sport", "Sport", 0.9),), 5, 5)
        store.predictions.add([(ids[0], answer)])
        store.filing.set(FilingRules("a", True, {"sport": 0.8}), stop=lambda: True)
        assert store.articles.counts("a").filed == 0
    made = Session()
    try:
        made.start()
        qtbot.waitUntil(lambda: made.store.articles.counts("a").filed == 1)
    finally:
        made.close()
