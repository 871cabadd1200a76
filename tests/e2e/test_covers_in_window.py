"""Covers in the real window: set, replaced, removed, looked at large; each can be undone."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import documents_made as made
import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from window_driver import Script, drive

from newsdesk.core.article import Article
from newsdesk.core.pictures import read_cover
from newsdesk.documents.renditions import draw
from newsdesk.store import Store
from newsdesk.ui.main_window import MainWindow

BODY = "The team won the cup match with a late goal, and the coach praised the striker. "


def keep(picture: bytes | None) -> int:
    cover = read_cover(picture, "photo.jpg") if picture else None
    if cover is not None:
        draw(cover)
    with Store.open() as store:
        return store.articles.add([Article("Late goal", BODY, "a.txt", cover=cover)])[0]


def digest(article_id: int) -> str | None:
    with Store.open() as store:
        article = store.articles.get(article_id)
        return article.cover_digest if article else None


def is_answered(window: MainWindow) -> Callable[[], bool]:
    """True once the open article has its answer and nobody works."""

    def check() -> bool:
        opened = window.desk._opened
        busy = window.session.classification.state.running or window.session.intake.state.running
        return opened is not None and opened.prediction is not None and not busy

    return check


def test_a_cover_is_added_replaced_and_removed_and_each_is_one_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = keep(None)
    red, blue = tmp_path / "red.png", tmp_path / "blue.png"
    red.write_bytes(made.picture(colour="red"))
    blue.write_bytes(made.picture(colour="blue"))
    chosen = iter([red, blue])
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(next(chosen)), ""))
    seen: list[str | None] = []

    def script(window: MainWindow) -> Script:
        view = window.desk.article
        yield is_answered(window)
        assert view.under_title.add_cover.isVisible()
        view.under_title.add_cover.click()
        yield view.cover.isVisible
        assert window.strip.text == "Added a cover"
        seen.append(digest(one))
        yield lambda: not view.under_title.add_cover.isVisible()
        view.cover.replace_button.click()
        yield lambda: digest(one) != seen[0]
        yield lambda: window.strip.text == "Changed the cover"
        seen.append(digest(one))
        yield is_answered(window)
        view.cover.remove_button.click()
        yield lambda: not view.cover.isVisible()
        assert digest(one) is None
        assert window.strip.text == "Removed the cover"
        for wanted in (seen[1], seen[0], None):
            window.shortcuts.do("undo")
            assert digest(one) == wanted
        window.shortcuts.do("redo")
        assert digest(one) == seen[0]
        yield is_answered(window)

    drive(script)


def test_the_bar_over_a_cover_shows_with_the_focus_and_goes_with_it() -> None:
    keep(made.picture())

    def script(window: MainWindow) -> Script:
        cover = window.desk.article.cover
        yield is_answered(window)
        yield cover.isVisible
        assert not cover.bar.isVisible()
        cover.setFocus(Qt.FocusReason.TabFocusReason)
        yield cover.bar.isVisible
        QTest.keyClick(cover, Qt.Key.Key_Tab)
        assert cover.open_button.hasFocus()
        yield cover.bar.isVisible
        window.desk.take_focus()
        yield lambda: not cover.bar.isVisible()

    drive(script)


def test_a_cover_is_seen_large_upright_and_in_its_own_colours() -> None:
    """A CMYK JPEG that its camera held sideways: seen as a viewer shows it, pixel by pixel."""
    sideways = Image.new("CMYK", (400, 240), (0, 255, 255, 0))
    sideways.paste((255, 255, 0, 0), (0, 0, 200, 240))
    exif = Image.Exif()
    exif[0x0112] = 6
    data = io.BytesIO()
    sideways.save(data, "JPEG", quality=95, exif=exif)
    keep(data.getvalue())

    def script(window: MainWindow) -> Script:
        yield is_answered(window)
        window.shortcuts.do("cover.open")
        viewer = window.desk.covers.viewer
        assert viewer is not None
        yield lambda: bool(viewer.area.levels)
        (picture,) = viewer.area.levels
        assert (picture.width(), picture.height()) == (240, 400)
        top, foot = picture.pixelColor(120, 40), picture.pixelColor(120, 360)
        assert top.blue() > 150 > top.red()
        assert foot.red() > 150 > foot.blue()
        assert "photo.jpg · 240 × 400 · JPEG" in viewer.facts.text()
        assert viewer.area.zoom == 1.0
        QTest.keyClick(viewer, Qt.Key.Key_Plus)
        assert viewer.area.zoom > 1.0
        QTest.keyClick(viewer, Qt.Key.Key_0)
        assert viewer.area.zoom == 1.0
        QTest.keyClick(viewer, Qt.Key.Key_Escape)
        yield lambda: window.desk.covers.viewer is None

    drive(script)


def test_a_cover_whose_file_is_gone_says_so() -> None:
    one = keep(made.picture())

    def script(window: MainWindow) -> Script:
        yield is_answered(window)
        with Store.open() as store:
            path = store.articles.cover_path(str(digest(one)))
            assert path is not None
            path.unlink()
        window.desk.covers.open_large()
        viewer = window.desk.covers.viewer
        assert viewer is not None
        yield lambda: "gone or damaged" in viewer.facts.text()
        viewer.close()
        yield lambda: window.desk.covers.viewer is None

    drive(script)


def test_without_a_cover_there_is_nothing_to_open_or_remove() -> None:
    keep(None)

    def script(window: MainWindow) -> Script:
        yield is_answered(window)
        for act in ("cover.open", "cover.remove"):
            window.strip.say("")
            window.shortcuts.do(act)
            assert window.strip.text == "The open article has no cover."
        assert window.desk.covers.viewer is None

    drive(script)
