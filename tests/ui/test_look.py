"""What the eye and the screen reader meet: contrast, names, keys, nothing cut."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from newsdesk.services.session import Session
from newsdesk.ui.app import make_application
from newsdesk.ui.main_window import PLACES, MainWindow
from newsdesk.ui.placeholders import COMING
from newsdesk.ui.theme import DARK, LIGHT, Tokens
from newsdesk.ui.theme.palette import ON_SECTION, section_colours

READABLE = 4.5
"""WCAG 2.2, 1.4.3: the contrast of text."""
TEXT_ON_GROUND = (
    ("ink", "ground"), ("ink", "panel"), ("ink", "selected"), ("ink", "mark"),
    ("soft", "ground"), ("soft", "panel"), ("soft", "field"),
    ("accent", "panel"), ("accent", "selected"), ("on_accent", "accent"),
    ("amber_ink", "amber_ground"), ("amber_ink", "panel"), ("amber_ink", "selected"),
    ("amber_ink", "ground"), ("red_ink", "red_ground"), ("red_ink", "panel"),
    ("rail_ink", "rail_selected"), ("rail_soft", "rail"),
)  # fmt: skip


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    make_application()
    made = MainWindow(Session())
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.close()
    made.deleteLater()


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), TEXT_ON_GROUND)
def test_text_can_be_read_on_its_ground(tokens: Tokens, text: str, ground: str) -> None:
    assert contrast(getattr(tokens, text), getattr(tokens, ground)) >= READABLE


def test_section_names_can_be_read_on_their_colours_and_colours_are_stable() -> None:
    codes = [f"section {number}" for number in range(12)]
    colours = section_colours(["sport", "business", *codes])
    for colour in colours.values():
        assert contrast(ON_SECTION, colour) >= READABLE
    assert len(set(colours.values())) == len(colours)
    assert section_colours([*reversed(codes), "business", "sport"]) == colours


def test_every_control_has_a_name_for_the_screen_reader(window: MainWindow) -> None:
    for place in PLACES:
        window.show_place(place.code)
        for control in window.findChildren(QWidget):
            if isinstance(control, QAbstractButton | QLineEdit | QAbstractItemView):
                if control.objectName().startswith("qt_") or control.parent() is None:
                    continue
                if isinstance(control.parent(), QLineEdit):
                    continue  # Qt's own clear button
                text = control.text() if isinstance(control, QAbstractButton) else ""
                hidden_for_now = not control.isVisibleTo(window)
                assert control.accessibleName() or text or hidden_for_now, control


def test_every_place_is_reached_by_its_key_and_says_what_it_is(
    window: MainWindow, qtbot: QtBot
) -> None:
    for place in PLACES:
        window.show_place(place.code)
        page = window.places.currentWidget()
        texts = " ".join(label.text() for label in page.findChildren(QLabel))
        assert place.name in texts
        if place.code in COMING:
            assert "not built yet" in texts
    window.activateWindow()
    qtbot.waitActive(window)
    qtbot.keyClick(window, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    assert window.places.currentWidget() is window._pages["evaluate"]


@pytest.mark.parametrize("size", [(1000, 600), (1280, 800), (1920, 1080)])
def test_no_words_are_cut_at_any_size(window: MainWindow, size: tuple[int, int]) -> None:
    window.resize(*size)
    for place in PLACES:
        window.show_place(place.code)
        window.repaint()
        for label in window.findChildren(QLabel):
            if not label.isVisible() or not label.text() or label.wordWrap():
                continue
            needed = label.fontMetrics().horizontalAdvance(label.text())
            assert label.width() >= needed, label.text()
        for button in window.findChildren(QAbstractButton):
            if button.isVisible() and button.property("role") in ("filter", "primary"):
                assert button.width() >= button.fontMetrics().horizontalAdvance(button.text())


def test_the_window_remembers_its_size_and_panes(window: MainWindow) -> None:
    window.resize(window.width(), 650)
    window.desk.splitter.setSizes([320, 300, 312])
    window.close()
    again = MainWindow(Session())
    assert again.height() == 650
    assert again.desk.splitter.sizes()[0] == 320
    again.close()
    again.deleteLater()
