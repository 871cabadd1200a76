"""Letters that pick a section, in any script."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from newsdesk.core.section import Section
from newsdesk.ui.app import make_application
from newsdesk.ui.desk.sections.type_ahead import TypeAhead, fits

SPORT = Section("sport", {"en": "Sport", "ru": "Спорт", "zh-Hant": "體育", "fr": "Épreuves"})
SCIENCE = Section("sci", {"en": "Health and Science"})
WORLD = Section("world", {"en": "World news"})


@pytest.mark.parametrize("typed", ["s", "SPO", "с", "СПОРТ", "體", "體育", "epr", "ÉP"])
def test_a_section_is_found_by_any_of_its_names(typed: str) -> None:
    assert fits(typed, SPORT)


@pytest.mark.parametrize("typed", ["port", "", "育", "x"])
def test_letters_from_within_a_word_find_nothing(typed: str) -> None:
    assert not fits(typed, SPORT)


def test_a_later_word_of_a_name_and_the_code_find_it_too() -> None:
    assert fits("science", SCIENCE)
    assert fits("sci", SCIENCE)
    assert fits("ｗｏｒ", WORLD)


def test_typing_narrows_and_backspace_widens_again() -> None:
    make_application()
    typed = TypeAhead()
    typed.set_sections((SPORT, SCIENCE, WORLD))
    assert typed.add("s")
    assert typed.matches() == ["sport", "sci"]
    assert typed.add("p")
    assert typed.matches() == ["sport"]
    assert not typed.add("x")
    assert typed.matches() == []
    assert typed.rub_out()
    assert typed.matches() == ["sport"]
    assert typed.clear()
    assert not typed.clear()
    assert not typed.rub_out()


def test_a_space_belongs_to_a_name_only_where_one_goes_on_with_it() -> None:
    make_application()
    typed = TypeAhead()
    typed.set_sections((SPORT, WORLD))
    assert not typed.add(" ")
    typed.add("world")
    assert typed.add(" ")
    assert typed.add("n")
    assert typed.matches() == ["world"]


def test_a_pause_forgets_what_was_typed(qtbot: QtBot) -> None:
    make_application()
    typed = TypeAhead()
    typed._pause.setInterval(30)
    typed.set_sections((SPORT,))
    typed.add("s")
    qtbot.waitUntil(lambda: typed.text == "")
    assert typed.matches() == []


def test_while_an_input_method_composes_the_pause_does_not_run(qtbot: QtBot) -> None:
    make_application()
    typed = TypeAhead()
    typed.set_sections((SPORT,))
    typed.add("s")
    typed.compose("ti")
    assert not typed._pause.isActive()
    typed.compose("")
    assert typed._pause.isActive()
