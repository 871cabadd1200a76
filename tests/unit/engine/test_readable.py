"""Warnings before a result is believed: another language, unknown pieces, hardly any text."""

from __future__ import annotations

import pytest

from newsdesk.engine.readable import notices

FOREIGN = {
    "French": (
        "Le pont du port a rouvert lundi, deux ans après que des ingénieurs ont découvert des "
        "fissures dans trois de ses arches. La ville a payé quatorze millions pour les travaux."
    ),
    "Russian": (
        "Мост в гавани вновь открылся в понедельник, через два года после того, как инженеры "
        "нашли трещины в трёх его арках. Город заплатил за работы четырнадцать миллионов."
    ),
    "Chinese": (
        "港口大桥周一重新开放，两年前工程师在三个拱门上发现了裂缝。市政府为此工程支付了一千四百万。"
    ),
    "German": (
        "Die Hafenbrücke ist am Montag wieder geöffnet worden, zwei Jahre nachdem Ingenieure "
        "Risse in drei ihrer Bögen gefunden hatten."
    ),
}
ENGLISH = [
    "The harbour bridge opened to traffic on Monday, two years after engineers found cracks.",
    "Harbour bridge reopens after two years",
    "Stocks slip as oil prices rise",
    "Champions League: Real Madrid 2-1 Bayern",
    "Merkel, Macron to meet in Paris on Friday",
    "Le Pen and Zemmour clash in final TV debate before the French vote",
    "WHO urges calm over new flu strain in Sao Paulo",
    "Sinn Fein wins seat in Fermanagh and South Tyrone",
]


def kinds(text: str, languages: tuple[str, ...] = ("en",), unknown: float = 0.0) -> list[str]:
    return [notice.kind for notice in notices(text, languages, unknown)]


@pytest.mark.parametrize("language", FOREIGN)
def test_a_text_in_another_language_is_told_by_its_name(language: str) -> None:
    (notice,) = notices(FOREIGN[language], ("en",), 0.0)
    assert notice.kind == "language"
    assert f"looks {language}; this model reads English" in notice.message


@pytest.mark.parametrize(
    "headline",
    ["Macron annonce des élections", "Inflation sinkt auf zwei Prozent", "Мост в гавани открыт"],
)
def test_a_headline_alone_is_enough_to_tell_another_language(headline: str) -> None:
    assert kinds(headline) == ["language"]


@pytest.mark.parametrize("text", ENGLISH)
def test_english_news_is_not_warned_about_nor_are_its_headlines(text: str) -> None:
    assert kinds(text) == []


def test_a_text_in_one_of_the_models_languages_passes() -> None:
    assert kinds(FOREIGN["French"], ("en", "fr")) == []
    assert kinds(FOREIGN["Chinese"], ("zh-Hans",)) == []


def test_several_languages_are_all_named() -> None:
    (notice,) = notices(FOREIGN["Russian"], ("en", "fr"), 0.0)
    assert "this model reads English and French" in notice.message


def test_a_model_that_names_no_language_says_nothing_about_languages() -> None:
    assert kinds(FOREIGN["Russian"], ()) == []


@pytest.mark.parametrize("text", ["", "  \n ", "Bridge", "Мост открыт"])
def test_hardly_any_text_is_told_and_its_language_not_guessed(text: str) -> None:
    assert kinds(text) == ["short_text"]


@pytest.mark.parametrize(("share", "told"), [(0.0, False), (0.10, False), (0.11, True), (1, True)])
def test_unknown_pieces_are_told_from_a_tenth_on(share: float, told: bool) -> None:
    assert kinds(ENGLISH[0], unknown=share) == (["unknown_pieces"] if told else [])


def test_the_share_of_unknown_pieces_is_told_in_per_cent() -> None:
    (notice,) = notices(ENGLISH[0], ("en",), 0.374)
    assert "37%" in notice.message
