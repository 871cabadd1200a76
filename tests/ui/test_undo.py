"""Undo and redo."""

from __future__ import annotations

import pytest

from newsdesk.core.errors import NewsdeskError
from newsdesk.services.undo import Step, UndoStack


def test_undo_and_redo_walk_back_and_forth() -> None:
    done: list[str] = []
    stack = UndoStack()
    for name in ("a", "b"):
        stack.do(
            Step(name, undo=done.pop, redo=lambda name=name: done.append(name))  # type: ignore[misc]
        )
    assert done == ["a", "b"]
    assert stack.undoable == "b"
    stack.undo()
    stack.undo()
    assert done == []
    assert stack.undo() is None
    stack.redo()
    assert done == ["a"]
    assert stack.redoable == "b"


def test_something_new_drops_what_could_be_redone() -> None:
    stack = UndoStack()
    stack.do(Step("a", undo=lambda: None, redo=lambda: None))
    stack.undo()
    stack.do(Step("b", undo=lambda: None, redo=lambda: None))
    assert stack.redoable is None
    assert stack.redo() is None


def test_nothing_is_taken_back_while_many_articles_are_being_decided() -> None:
    taken_back: list[str] = []
    stack = UndoStack()
    stack.note(Step("Added articles", lambda: taken_back.append("added"), lambda: None))
    stack.wait_for("Deciding")
    with pytest.raises(NewsdeskError, match="goes on still"):
        stack.undo()
    assert not taken_back
    stack.wait_for("")
    stack.undo()
    assert taken_back == ["added"]
