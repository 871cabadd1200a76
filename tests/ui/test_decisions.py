"""Deciding as the store remembers it: one line each, undone by further lines."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from newsdesk.core.article import Article
from newsdesk.services.decisions import NOTHING, DecisionConflict, Decisions, Wish
from newsdesk.services.editor import Editor, login
from newsdesk.services.settings import Settings
from newsdesk.services.undo import UndoStack
from newsdesk.store import Store
from newsdesk.ui.app import make_application


class Person:
    """Somebody at a desk of their own, over the same store."""

    def __init__(self, name: str) -> None:
        self.store = Store.open()
        self.steps = UndoStack()
        self.decisions = Decisions(self.store, self.steps, _Fixed(name), str.title)


class _Fixed(Editor):
    """An editor of this name whatever the settings say: both people share one data folder."""

    def __init__(self, name: str) -> None:
        super().__init__(Settings())
        self._name = name

    @property
    def name(self) -> str:
        return self._name


@pytest.fixture
def article() -> Iterator[int]:
    make_application()
    with_store = Store.open()
    (made,) = with_store.articles.add([Article(title="Harbour", body="A bridge.", source="a.txt")])
    yield made
    with_store.close()


@pytest.fixture
def ben(article: int) -> Iterator[Person]:
    person = Person("Ben")
    yield person
    person.store.close()


@pytest.fixture
def anna(article: int) -> Iterator[Person]:
    person = Person("Anna")
    yield person
    person.store.close()


def ledger(person: Person, article: int) -> list[tuple[str | None, str | None, str, str]]:
    lines = person.decisions.history(article)
    return [(line.to_section, line.also, line.reason, line.who) for line in lines]


def test_each_step_is_a_line_and_undo_adds_the_line_that_was_before(
    ben: Person, article: int
) -> None:
    ben.decisions.settle(article, Wish("sport"), seen=0, title="Harbour")
    assert ben.steps.undoable == "Decided Sport for “Harbour”"
    ben.decisions.settle(article, Wish("sport", "health"))
    assert ben.steps.undoable == "Also in Health"
    ben.decisions.settle(article, Wish("sport", "health", "a match at a clinic"))
    for _ in range(3):
        ben.steps.undo()
    assert ben.steps.undo() is None
    for _ in range(3):
        ben.steps.redo()
    assert ledger(ben, article) == [
        ("sport", None, "", "Ben"),
        ("sport", "health", "", "Ben"),
        ("sport", "health", "a match at a clinic", "Ben"),
        ("sport", "health", "", "Ben"),
        ("sport", None, "", "Ben"),
        (None, None, "", "Ben"),
        ("sport", None, "", "Ben"),
        ("sport", "health", "", "Ben"),
        ("sport", "health", "a match at a clinic", "Ben"),
    ]


def test_what_stands_already_is_no_new_line_and_no_step(ben: Person, article: int) -> None:
    assert ben.decisions.settle(article, Wish("sport")) is not None
    assert ben.decisions.settle(article, Wish("sport")) is None
    assert len(ledger(ben, article)) == 1
    ben.steps.undo()
    assert ben.steps.undo() is None


def test_a_step_names_its_article(ben: Person, article: int) -> None:
    ben.decisions.settle(article, Wish("sport"))
    step = ben.steps.undo()
    assert step is not None
    assert step.article == article


def test_a_decision_made_meanwhile_is_not_overwritten(
    ben: Person, anna: Person, article: int
) -> None:
    anna.decisions.settle(article, Wish("sport"), seen=0)
    with pytest.raises(DecisionConflict) as caught:
        ben.decisions.settle(article, Wish("business"), seen=0)
    assert caught.value.decision.who == "Anna"
    assert ben.steps.undoable is None
    assert ledger(ben, article) == [("sport", None, "", "Anna")]
    ben.decisions.settle(article, Wish("business"), seen=caught.value.decision.id)
    ben.steps.undo()
    assert ledger(ben, article)[-1] == ("sport", None, "", "Ben")


def test_undo_and_redo_look_whether_somebody_decided_since(
    ben: Person, anna: Person, article: int
) -> None:
    ben.decisions.settle(article, Wish("business"), seen=0)
    anna.decisions.settle(article, Wish("sport"))
    with pytest.raises(DecisionConflict) as caught:
        ben.steps.undo()
    assert ledger(ben, article)[-1] == ("sport", None, "", "Anna")
    assert ben.steps.undoable is not None
    ben.decisions.know([caught.value.decision])
    ben.steps.undo()
    assert ledger(ben, article)[-1] == (None, None, "", "Ben")
    anna.decisions.settle(article, Wish("health"))
    with pytest.raises(DecisionConflict):
        ben.steps.redo()
    ben.steps.let_go(redo=True)
    assert ben.steps.redo() is None


def test_taking_back_what_somebody_took_back_already_is_nothing(
    ben: Person, anna: Person, article: int
) -> None:
    ben.decisions.settle(article, Wish("sport"))
    anna.decisions.settle(article, NOTHING)
    assert ben.decisions.settle(article, NOTHING) is None


def test_the_name_in_the_ledger_is_the_login_until_another_is_given() -> None:
    make_application()
    editor = Editor(Settings())
    assert editor.name == login()
    editor.rename("  Anna \n Lindqvist ")
    assert Editor(Settings()).name == "Anna Lindqvist"
    editor.rename("")
    assert Editor(Settings()).name == login()
