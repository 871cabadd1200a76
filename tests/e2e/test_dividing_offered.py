"""The offer to divide an article stands on it, and is about the text that it has now."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from test_dividing_in_window import STORY, idle, stories, titles
from window_driver import Script, drive, drop, files
from writing_made import fields

from newsdesk.ui.desk.article.divide_dialog import DivideDialog
from newsdesk.ui.main_window import MainWindow


def dialog(window: MainWindow) -> DivideDialog:
    found = window.desk.dividing.dialog
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("name", "line", "said"),
    [("wire.txt", "\f", "page breaks"), ("wire.md", "* * *", "“* * *”")],
    ids=["page breaks", "rules in Markdown"],
)
def test_what_only_the_file_shows_is_offered_after_the_window_was_closed(
    tmp_path: Path, name: str, line: str, said: str
) -> None:
    path = tmp_path / name
    path.write_text(stories(line))

    def read(window: MainWindow) -> Script:
        drop(window, files(path))
        yield lambda: "it looks like 4" in window.strip.text
        yield lambda: idle(window)

    def divide(window: MainWindow) -> Script:
        card = window.desk.dividing.card
        yield lambda: card.text == f"The text looks like 4 articles, divided by {said}."
        card.button.click()
        yield lambda: dialog(window).divide.text() == "Divide into 4"
        dialog(window).divide.click()
        yield lambda: titles(window) == [f"Match {n}" for n in range(4)]
        yield lambda: card.text == "" and idle(window)

    drive(read)
    drive(divide)


def test_an_article_that_was_edited_is_divided_as_it_stands_now(tmp_path: Path) -> None:
    path = tmp_path / "wire.txt"
    path.write_text(stories("-----"))

    def script(window: MainWindow) -> Script:
        drop(window, files(path))
        yield lambda: "The text looks like 4" in window.desk.dividing.card.text
        yield lambda: idle(window)
        window.desk.writing.edit_body()
        parts = [STORY, f"An added one\n\n{STORY}", f"Another\n\n{STORY}"]
        fields(window).body.write("\n\n-----\n\n".join(parts))
        QTest.keyClicks(fields(window).body, "x")
        window.shortcuts.do("writing.divide")
        assert "keep it or discard it, then divide" in window.strip.text
        window.desk.writing.done()
        yield lambda: not window.desk.writing.active
        yield lambda: "The text looks like 3" in window.desk.dividing.card.text
        yield lambda: idle(window)
        window.shortcuts.do("writing.divide")
        yield lambda: dialog(window).divide.text() == "Divide into 3"
        assert dialog(window).parts.item(1).text().startswith("An added one")
        dialog(window).reject()

    drive(script)


def test_any_article_can_be_divided_at_a_line_that_is_typed(tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text(f"A match\n\n{STORY}\n\nNEXT\n\nA vote\n\n{STORY}")

    def script(window: MainWindow) -> Script:
        drop(window, files(path))
        yield lambda: titles(window) == ["A match"]
        yield lambda: idle(window)
        assert window.desk.dividing.card.text == ""
        window.shortcuts.do("writing.divide")
        yield lambda: window.desk.dividing.dialog is not None
        dialog(window).line.setEditText("NEXT")
        yield lambda: dialog(window).divide.text() == "Divide into 2"
        dialog(window).divide.click()
        yield lambda: titles(window) == ["A match", "A vote"]
        yield lambda: idle(window)

    drive(script)
