"""Making models answer together, from the picker's menu."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from models_made import make_model
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from newsdesk.core import paths
from newsdesk.core.errors import ModelError
from newsdesk.core.section import Section
from newsdesk.engine.installed import find
from newsdesk.services.ensembles import Ensembles
from newsdesk.services.undo import UndoStack
from newsdesk.ui.app import make_application
from newsdesk.ui.desk.models.ensemble_dialog import EnsembleDialog
from newsdesk.ui.widgets.plain_words import PlainWords


class Clock(QObject):
    """Stands for the engine: tells how fast a model is when it is told to."""

    measured = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def measure(self, model: str) -> None:
        self.asked.append(model)


@pytest.fixture(autouse=True)
def models(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(paths, "bundled_models", lambda: tmp_path / "none")
    make_model(paths.installed_models(), "a")
    make_model(paths.installed_models(), "b", order=("sport", "business", "health"))
    others = tuple(Section(code, {"en": code}) for code in ("Sport", "Health", "Culture"))
    make_model(paths.installed_models(), "c", sections=others)
    strangers = tuple(Section(code, {"en": code}) for code in ("Eins", "Zwei", "Drei"))
    make_model(paths.installed_models(), "d", sections=strangers)


@pytest.fixture
def stack() -> UndoStack:
    return UndoStack()


@pytest.fixture
def clock() -> Clock:
    return Clock()


def opened(qtbot: QtBot, stack: UndoStack, clock: Clock, name: str = "") -> EnsembleDialog:
    make_application()
    dialog = EnsembleDialog(Ensembles(stack), clock, name)  # type: ignore[arg-type]
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def choose(dialog: EnsembleDialog, *names: str) -> None:
    for place in range(dialog.list.count()):
        item = dialog.list.item(place)
        wanted = item.data(Qt.ItemDataRole.UserRole) in names
        item.setCheckState(Qt.CheckState.Checked if wanted else Qt.CheckState.Unchecked)


def can_be_made(dialog: EnsembleDialog) -> bool:
    buttons = dialog.findChild(QDialogButtonBox)
    assert isinstance(buttons, QDialogButtonBox)
    return next(b for b in buttons.buttons() if b.text() in ("Make it", "Change it")).isEnabled()


def test_what_the_models_share_and_cost_is_said_before_anything_is_made(
    qtbot: QtBot, stack: UndoStack, clock: Clock
) -> None:
    dialog = opened(qtbot, stack, clock)
    assert "two models or more" in dialog.verdict.text()
    choose(dialog, "a", "c")
    assert "They share 2 sections: Health, Sport." in dialog.verdict.text()
    assert "Left out of a: Business. Left out of c: Culture." in dialog.verdict.text()
    assert clock.asked == ["a", "c"]
    assert "measuring the time" in dialog.cost.text()
    clock.measured.emit("a", 11.0)
    clock.measured.emit("c", 22.0)
    assert "33 ms an article" in dialog.cost.text()
    assert not can_be_made(dialog), "it has no name yet"
    dialog.name.setText("Our duo")
    assert can_be_made(dialog)
    dialog.reject()
    with pytest.raises(ModelError):
        find("Our-duo")


def test_models_that_do_not_go_together_are_refused_in_a_sentence(
    qtbot: QtBot, stack: UndoStack, clock: Clock
) -> None:
    dialog = opened(qtbot, stack, clock)
    dialog.name.setText("odd")
    choose(dialog, "a", "d")
    assert "cannot answer together" in dialog.verdict.text()
    assert not can_be_made(dialog)
    choose(dialog, "a", "b")
    assert can_be_made(dialog)


def test_it_is_made_under_a_name_for_files_and_undo_takes_it_away(
    qtbot: QtBot, stack: UndoStack, clock: Clock
) -> None:
    dialog = opened(qtbot, stack, clock)
    dialog.name.setText("Our duo / 1")
    choose(dialog, "a", "b")
    with qtbot.waitSignal(dialog.made) as made:
        dialog.accept()
    assert made.args == ["Our-duo-1"]
    assert find("Our-duo-1").manifest.title == "Our duo / 1"
    stack.undo()
    with pytest.raises(ModelError):
        find("Our-duo-1")
    stack.redo()
    assert find("Our-duo-1").name == "Our-duo-1"


def test_a_name_that_is_taken_keeps_the_dialog_open_with_the_reason(
    qtbot: QtBot, stack: UndoStack, clock: Clock
) -> None:
    dialog = opened(qtbot, stack, clock)
    dialog.name.setText("a")
    choose(dialog, "a", "b")
    dialog.accept()
    assert dialog.isVisible()
    assert "already here" in dialog.verdict.text()
    assert stack.undoable is None


def test_its_members_are_changed_and_it_is_removed_each_with_undo(
    qtbot: QtBot, stack: UndoStack, clock: Clock
) -> None:
    Ensembles(stack).make("duo", ["a", "b"], "Duo")
    dialog = opened(qtbot, stack, clock, "duo")
    assert dialog.members == ["a", "b"]
    choose(dialog, "a", "b", "c")
    dialog.accept()
    assert find("duo").manifest.recipe["members"] == ["a", "b", "c"]
    stack.undo()
    assert find("duo").manifest.recipe["members"] == ["a", "b"]
    dialog = opened(qtbot, stack, clock, "duo")
    with qtbot.waitSignal(dialog.said):
        dialog.remove()
    with pytest.raises(ModelError):
        find("duo")
    stack.undo()
    assert find("duo").manifest.title == "Duo"


def test_a_member_that_is_gone_is_named_and_another_can_take_its_place(
    qtbot: QtBot, stack: UndoStack, clock: Clock
) -> None:
    Ensembles(stack).make("duo", ["a", "b"])
    shutil.rmtree(paths.installed_models() / "b")
    dialog = opened(qtbot, stack, clock, "duo")
    assert dialog._trouble.text() == "No longer here: b."
    assert not can_be_made(dialog)
    choose(dialog, "a", "c")
    dialog.accept()
    assert find("duo").manifest.recipe["members"] == ["a", "c"]


def test_an_ensemble_keeps_the_title_it_was_given(
    qtbot: QtBot, stack: UndoStack, clock: Clock
) -> None:
    Ensembles(stack).make("My-Duo", ["a", "b"], "My Duo")
    dialog = opened(qtbot, stack, clock, "My-Duo")
    said: list[str] = []
    dialog.said.connect(lambda text, _: said.append(text))
    for place in range(dialog.list.count()):
        if dialog.list.item(place).data(Qt.ItemDataRole.UserRole) == "c":
            dialog.list.item(place).setCheckState(Qt.CheckState.Checked)
    dialog.accept()
    assert find("My-Duo").manifest.title == "My Duo"
    assert said == ["Changed the ensemble My Duo"]


def test_no_letter_of_a_button_is_underlined(qtbot: QtBot, stack: UndoStack, clock: Clock) -> None:
    dialog = opened(qtbot, stack, clock)
    box = dialog.findChild(QDialogButtonBox)
    assert box is not None
    assert box.button(QDialogButtonBox.StandardButton.Cancel).text() == "Cancel"
    assert PlainWords().translate("QGnomeTheme", "&Close") == "Close"
