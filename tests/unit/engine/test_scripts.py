"""Chinese in its two scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest

from newsdesk.core.article import Article
from newsdesk.core.manifest import Manifest
from newsdesk.core.prediction import Prediction, SectionScore
from newsdesk.engine.scripts import check_scripts, written_in

TRADITIONAL = "中央銀行總裁表示，今年經濟成長將會放緩，證券市場應當謹慎。"
SIMPLIFIED = "中央银行总裁表示，今年经济成长将会放缓，证券市场应当谨慎。"


class OneScript:
    """Reads Simplified only: what has a Traditional character, it takes for sport."""

    name = "one-script"
    device = "cpu"

    def __init__(self) -> None:
        self.read: list[str] = []

    @property
    def manifest(self) -> Manifest:
        raise NotImplementedError

    def classify(self, articles: Sequence[Article]) -> list[Prediction]:
        return [prediction for _, prediction in self.stream(articles)]

    def stream(
        self, articles: Sequence[Article], check: Callable[[], None] = lambda: None
    ) -> Iterator[tuple[int, Prediction]]:
        for index, article in enumerate(articles):
            check()
            self.read.append(article.body)
            name = "Sport" if any(c in article.body for c in "銀總經證") else "Business"
            scores = (SectionScore(name.lower(), name, 0.9), SectionScore("x", "X", 0.1))
            yield index, Prediction(self.name, scores, 5, 5)


@pytest.mark.parametrize(
    ("text", "script"),
    [
        (TRADITIONAL, "traditional"),
        (SIMPLIFIED, "simplified"),
        (TRADITIONAL + SIMPLIFIED, "mixed"),
        ("大人山水", "mixed"),
    ],
)
def test_the_script_of_a_text_is_told(text: str, script: str) -> None:
    assert written_in(text) == script


@pytest.mark.parametrize("body", [TRADITIONAL, SIMPLIFIED])
def test_both_scripts_are_asked_and_a_difference_is_told(body: str) -> None:
    reads = OneScript()
    found = check_scripts(reads, Article("", body), article_id=7)
    assert reads.read == [TRADITIONAL, SIMPLIFIED]
    assert (found.article_id, found.model) == (7, "one-script")
    assert (found.traditional, found.simplified) == ("Sport", "Business")
    assert not found.agrees


def test_a_text_is_never_put_into_the_script_that_it_has() -> None:
    # 后 and 里 are Traditional characters, too, that a conversion would replace.
    body = TRADITIONAL + "皇后走了十里路，看見乾坤。"
    reads = OneScript()
    check_scripts(reads, Article("", body))
    assert reads.read[0] == body
