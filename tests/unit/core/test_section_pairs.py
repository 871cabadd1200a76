"""Sections of two models are the same where people call them the same."""

from __future__ import annotations

from newsdesk.core.section import Section, pair_sections


def named(*pairs: tuple[str, str]) -> list[Section]:
    return [Section(code, {"en": name} if name else {}) for code, name in pairs]


def test_sections_pair_by_name_whatever_their_order_and_codes() -> None:
    ours = named(("sport", "Sport"), ("biz", "Business"))
    theirs = named(("1", "Business"), ("2", "Culture"), ("3", " sport "))
    assert pair_sections(ours, theirs) == {"sport": "3", "biz": "1"}


def test_case_is_no_difference_unless_it_is_the_only_one() -> None:
    ours = named(("a", "Sport"), ("b", "sport"))
    assert pair_sections(ours, named(("x", "sport"), ("y", "Sport"))) == {"a": "y", "b": "x"}
    assert pair_sections(named(("a", "SPORT")), named(("x", "Sport"))) == {"a": "x"}
    assert pair_sections(named(("a", "SPORT")), named(("x", "Sport"), ("y", "sport"))) == {}


def test_the_code_stands_in_where_a_section_has_no_name() -> None:
    assert pair_sections(named(("sport", "")), named(("s", "Sport"))) == {"sport": "s"}
    assert pair_sections(named(("biz", "Business")), named(("biz", ""))) == {"biz": "biz"}


def test_the_same_code_under_two_names_is_two_sections() -> None:
    assert pair_sections(named(("1", "Sport")), named(("1", "Business"))) == {}


def test_names_in_other_scripts_pair_in_any_normal_form() -> None:
    ours, theirs = named(("a", "Культура и й")), named(("b", "КУЛЬТУРА И И\u0306"))
    assert pair_sections(ours, theirs) == {"a": "b"}
