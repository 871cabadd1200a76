"""Warnings before a result is believed: another language, unknown pieces, hardly any text."""

from __future__ import annotations

import pytest

from newsdesk.engine.readable import LANGUAGE_NAMES, judge

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
    return [notice.kind for notice in judge(text, languages, unknown).notices]


@pytest.mark.parametrize("language", FOREIGN)
def test_a_text_in_another_language_is_told_by_its_name(language: str) -> None:
    found = judge(FOREIGN[language], ("en",), 0.0, "starter-en")
    assert found.abstains == "language"
    assert [notice.message for notice in found.notices] == [
        f"The text looks {language}; starter-en reads English. It abstains."
    ]
    assert LANGUAGE_NAMES[found.language] == language
    assert found.language_p > 0.99


def test_a_text_that_only_may_be_foreign_is_answered_with_a_warning() -> None:
    # A headline of names: English for one reader, Italian for the other.
    found = judge("Milan v Juventus, Serie A", ("en",), 0.0)
    assert found.abstains == ""
    if found.notices:
        assert found.notices[0].message.endswith("Do not rely on the section.")


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
    (notice,) = judge(FOREIGN["Russian"], ("en", "fr"), 0.0).notices
    assert "this model reads English and French" in notice.message


def test_a_model_that_names_no_language_says_nothing_about_languages() -> None:
    assert kinds(FOREIGN["Russian"], ()) == []


@pytest.mark.parametrize("text", ["Bridge", "Мост открыт"])
def test_hardly_any_text_is_told_and_its_language_not_guessed(text: str) -> None:
    assert kinds(text) == ["short_text"]
    assert judge(text, ("en",), 0.0).language == ""


@pytest.mark.parametrize("text", ["", "  \n ", "…", "– ? –"])
def test_a_model_abstains_where_there_is_no_text(text: str) -> None:
    found = judge(text, ("en",), 0.0, "starter-en")
    assert found.abstains == "empty"
    assert found.notices[0].message == "There is no text for starter-en to read."


@pytest.mark.parametrize(("share", "told"), [(0.0, False), (0.10, False), (0.11, True), (1, True)])
def test_unknown_pieces_are_told_from_a_tenth_on(share: float, told: bool) -> None:
    assert kinds(ENGLISH[0], unknown=share) == (["unknown_pieces"] if told else [])


def test_the_share_of_unknown_pieces_is_told_in_per_cent() -> None:
    (notice,) = judge(ENGLISH[0], ("en",), 0.134, "starter-en").notices
    assert notice.message == "Of the text’s pieces, starter-en does not know 13 %."


@pytest.mark.parametrize(("share", "abstains"), [(0.19, ""), (0.20, "unknown_pieces")])
def test_from_a_fifth_of_unknown_pieces_on_a_model_abstains(share: float, abstains: str) -> None:
    assert judge(ENGLISH[0], ("en",), share).abstains == abstains


def test_program_code_is_no_foreign_language() -> None:
    code = "$ zypper ref && zypper -v dup --no-recommends\n0x7f 0x3a 1024 4096 rsa4096/29B700A4"
    assert judge(code, ("en",), 0.0).abstains == ""


@pytest.mark.parametrize("text", ENGLISH)
def test_english_news_is_never_abstained_from(text: str) -> None:
    assert judge(text, ("en",), 0.0).abstains == ""
