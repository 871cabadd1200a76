"""One text that holds several articles, in the real window: offered, shown, divided, undone."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from window_driver import Script, drive, drop, files

from newsdesk.ui.desk.article.divide_dialog import DivideDialog
from newsdesk.ui.main_window import MainWindow

STORY = "The team won the cup match with a late goal, and the coach praised the striker. " * 2


def stories(line: str, count: int = 4) -> str:
    return f"\n\n{line}\n\n".join(f"Match {n}\n\n{STORY}" for n in range(count))


def titles(window: MainWindow) -> list[str]:
    desk = window.session.desk
    return [row.title for row in desk.rows(desk.query(), 0, 100)]


def idle(window: MainWindow) -> bool:
    session = window.session
    busy = session.intake.state.running or session.classification.state.running
    return not busy and not session.desk.counts().waiting


def dialog() -> DivideDialog | None:
    return next((w for w in QApplication.topLevelWidgets() if isinstance(w, DivideDialog)), None)


def opened() -> DivideDialog:
    found = dialog()
    assert found is not None
    return found


def test_a_file_of_several_is_divided_and_undo_brings_the_one_back(tmp_path: Path) -> None:
    path = tmp_path / "wire.txt"
    path.write_text(stories("-----"))

    def script(window: MainWindow) -> Script:
        drop(window, files(path))
        yield lambda: "it looks like 4, divided by “-----”" in window.strip.text
        yield lambda: idle(window)
        window.strip.action("Divide…").click()
        yield lambda: opened().divide.text() == "Divide into 4"
        assert opened().parts.item(2).text().startswith("Match 2")
        opened().divide.click()
        yield lambda: titles(window) == [f"Match {n}" for n in range(4)]
        yield lambda: window.strip.text == "Divided into 4 articles"
        yield lambda: idle(window)  # each has its own answer
        window.shortcuts.do("undo")
        assert titles(window) == ["Match 0"]
        window.shortcuts.do("redo")
        assert titles(window) == [f"Match {n}" for n in range(4)]
        yield lambda: idle(window)

    drive(script)


def test_another_line_can_be_typed_and_one_that_divides_nothing_is_refused() -> None:
    text = stories("***").replace("Match 1", "## NEXT ##\nMatch 1")

    def script(window: MainWindow) -> Script:
        mime = QMimeData()
        mime.setText(text)
        QGuiApplication.clipboard().setMimeData(mime)
        window.shortcuts.do("articles.paste")
        yield lambda: "it looks like 4" in window.strip.text
        # Left there, what was copied would be taken down after the interpreter.
        QGuiApplication.clipboard().clear()
        window.strip.action("Divide…").click()
        yield lambda: opened().divide.text() == "Divide into 4"
        opened().line.setEditText("No such line")
        yield lambda: not opened().divide.isEnabled()
        opened().line.setEditText("## NEXT ##")
        yield lambda: opened().divide.text() == "Divide into 2"
        opened().divide.click()
        yield lambda: titles(window) == ["Match 0", "Match 1"]
        yield lambda: idle(window)

    drive(script)


def test_an_ordinary_article_offers_no_division(tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text(f"A match\n\n{STORY}\n\n---\n\nAbout the author: she writes on sport.")

    def script(window: MainWindow) -> Script:
        drop(window, files(path))
        yield lambda: window.strip.text == "1 article read"
        yield lambda: idle(window)

    drive(script)
