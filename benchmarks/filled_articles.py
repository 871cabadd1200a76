"""What three years bring to a desk: texts, answers, decisions, files that could not be read."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Table

from benchmarks.articles import SEED, sample
from benchmarks.sentences import CHINESE, RUSSIAN
from newsdesk.core.errors import Notice, Problem
from newsdesk.core.manifest import Manifest
from newsdesk.core.prediction import Prediction, SectionScore
from newsdesk.core.section import Section
from newsdesk.store.letters import letters_of
from newsdesk.store.schema import (
    article_letters,
    articles,
    decisions,
    now,
    predictions,
    second_sections,
)

BESIDE = "second-en"
"""The model that answered beside the first one."""
_YEARS = timedelta(days=3 * 365)
_EDITORS = ("anna", "li", "olga")
_ANSWERS = 1000
_SOURCES = 2700
# Of a thousand articles: so many in each state; the others wait for a decision.
_SHARES = (("failed", 15), ("removed", 5), ("decided", 500), ("abstains", 30))
_COVERED, _IN_TWO = 0.4, 0.05
_PROBLEM = Problem(
    "no_text_layer", "scan.pdf has pictures of pages only.", "Let a scanner's software read it."
)

Row = tuple[Table, dict[str, Any]]


class Years:
    """What happened to one article after another."""

    def __init__(self, model: Manifest, covers: Sequence[str], count: int) -> None:
        self._chance = random.Random(SEED)
        self._codes = [section.code for section in model.sections]
        self._answers = {
            name: _answers(name, model.sections, self._chance) for name in (model.name, BESIDE)
        }
        self._abstaining = _abstaining(self._answers[model.name][0])
        self._model, self._covers = model.name, covers
        self._begun, self._pause = now() - _YEARS, _YEARS / count

    def rows(self, number: int, title: str, body: str, language: str) -> Iterator[Row]:
        """The rows of one article, in the order in which they may be written."""
        chance, state = self._chance, self._state()
        added = self._begun + number * self._pause
        section = chance.choice(self._codes) if state == "decided" else None
        status = state if state in ("failed", "removed", "decided") else "open"
        article = {
            "id": number,
            "status": status,
            "decided_section": section,
            "title": title,
            "source": f"wire/{added:%Y-%m}/{number:06}.txt",
            "language": language,
            "cover_digest": chance.choice(self._covers) if chance.random() < _COVERED else None,
            "added": added,
            "removed_at": added if state == "removed" else None,
            "problem": None,
            "notices": "[]",
            "body": body,
        }
        if state == "failed":
            problem = msgspec.json.encode(_PROBLEM).decode()
            article |= {"title": "scan.pdf", "cover_digest": None, "problem": problem, "body": ""}
        yield articles, article
        letters = letters_of(str(article["title"]), str(article["body"]))
        yield article_letters, {"article_id": number, "letters": letters}
        if state != "failed":
            yield from self._answered(number, status, state)
        if section is not None:
            yield decisions, self._decision(number, section, added)
            if chance.random() < _IN_TWO:
                also = next(code for code in self._codes if code != section)
                yield second_sections, {"article_id": number, "section": also}

    def _answered(self, number: int, status: str, state: str) -> Iterator[Row]:
        for model, answers in self._answers.items():
            answer = self._chance.choice(answers)
            if state == "abstains" and model == self._model:
                answer = self._abstaining
            yield predictions, {"article_id": number, "status": status, **answer}

    def _decision(self, number: int, section: str, added: datetime) -> dict[str, Any]:
        return {
            "article_id": number,
            "to_section": section,
            "who": self._chance.choice(_EDITORS),
            "at": added + timedelta(minutes=self._chance.randint(1, 90)),
            "reason": "",
            "model": self._model,
        }

    def _state(self) -> str:
        left = self._chance.randrange(1000)
        for state, share in _SHARES:
            left -= share
            if left < 0:
                return state
        return "to_decide"


def texts(count: int) -> Iterator[tuple[str, str, str]]:
    """Title, body and language: of twenty articles, two in Chinese and one in Russian."""
    chance = random.Random(SEED)
    english = sample(_SOURCES).articles
    for number in range(count):
        if number % 20 in (3, 11):
            yield *_made(CHINESE, "", number, chance), "zh"
        elif number % 20 == 7:
            yield *_made(RUSSIAN, " ", number, chance), "ru"
        else:
            one, other = chance.choice(english), chance.choice(english)
            begin = chance.randrange(1 + len(other.body) // 2)
            rest = other.body[begin : begin + chance.randint(100, 1000)]
            body = f"{one.body[: chance.randint(200, 1000)]}\n\n{rest}"
            yield f"{one.title} ({number})", body, "en"


def _made(
    sentences: Mapping[str, Sequence[str]], space: str, number: int, chance: random.Random
) -> tuple[str, str]:
    """Title and body: all sentences of one section and some of others."""
    own = sentences[chance.choice(list(sentences))]
    others = [sentence for several in sentences.values() for sentence in several]
    title = f"{chance.choice(own).rstrip('.。')} {number}"
    return title, space.join([*own, *chance.choices(others, k=4)])


def _answers(
    model: str, sections: Sequence[Section], chance: random.Random
) -> list[dict[str, Any]]:
    """Answers to draw from: most are sure, some are close."""
    made = []
    for _ in range(_ANSWERS):
        weights = [chance.random() ** 4 + 0.001 for _ in sections]
        weights[chance.randrange(len(sections))] += chance.choice((0.3, 2, 8, 30))
        ranked = sorted(zip(weights, sections, strict=True), key=lambda pair: -pair[0])
        scores = tuple(SectionScore(s.code, s.name(), w / sum(weights)) for w, s in ranked)
        answer = Prediction(model, scores, tokens_read=256, tokens_total=300, head_end=1000)
        made.append(
            {
                "model": model,
                "section": answer.section,
                "section_name": answer.name,
                "confidence": answer.confidence,
                "answer": msgspec.json.encode(answer).decode(),
                "verdict": "asks",
            }
        )
    return made


def _abstaining(answer: dict[str, Any]) -> dict[str, Any]:
    """The same answer of a model that says that it cannot read the text."""
    said = msgspec.json.decode(answer["answer"], type=Prediction)
    notice = Notice("language", "This model reads English only.")
    said = replace(said, abstains=notice.kind, notices=(notice,), language="zh", language_p=1.0)
    return {**answer, "answer": msgspec.json.encode(said).decode(), "verdict": "abstains"}
