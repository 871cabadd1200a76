"""Answers gathered one by one, and made arrays when all are there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from newsdesk.analysis.evaluated import Evaluated, Floats
from newsdesk.analysis.material import Case
from newsdesk.analysis.so_far import Answer
from newsdesk.core.section import Section
from newsdesk.engine.examined import Examined, FeatureKind


class Gathering:
    """The answers so far, over the sections of a model.

    left_out: how many articles of each section that the model does not know.
    """

    def __init__(self, sections: Sequence[Section]) -> None:
        self.sections = tuple(sections)
        self.left_out: Counter[str] = Counter()
        self._places = {section.code: place for place, section in enumerate(sections)}
        self._cases: list[Case] = []
        self._answers: list[Answer] = []

    def wants(self, case: Case) -> bool:
        """Whether the model knows the article's section; it is counted where not."""
        if case.section in self._places:
            return True
        self.left_out[case.section] += 1
        return False

    def answer(self, examined: Examined) -> Answer:
        """What there is to keep of what a model made of an article."""
        said = examined.prediction
        chances = [0.0] * len(self.sections)
        for score in said.scores:
            chances[self._places[score.code]] = score.p
        features = {
            kind: values.astype(np.float32).tobytes() for kind, values in examined.features.items()
        }
        return Answer(chances, said.tokens_total, bool(said.abstains), features)

    def add(self, cases: Sequence[Case], answers: Sequence[Answer]) -> None:
        """More answers, about these articles."""
        self._cases += cases
        self._answers += answers

    def evaluated(self) -> Evaluated:
        """What was found, as arrays."""
        cases, said = self._cases, self._answers
        shape = (len(said), len(self.sections))
        chances = np.array([each.probabilities for each in said], dtype=np.float32).reshape(shape)
        return Evaluated(
            sections=self.sections,
            keys=np.array([case.key for case in cases], dtype=np.int64),
            truth=np.array([self._places[case.section] for case in cases], dtype=np.int64),
            probabilities=chances,
            lengths=np.array([each.length for each in said], dtype=np.int64),
            abstained=np.array([each.abstained for each in said], dtype=np.bool_),
            titles=[case.title for case in cases],
            dates=[case.date for case in cases],
            sources=[case.source for case in cases],
            languages=[case.language for case in cases],
            covers=[case.cover for case in cases],
        )

    def features(self) -> dict[FeatureKind, Floats]:
        """Features as matrices; rows of articles that have none are NaN."""
        found: dict[FeatureKind, Floats] = {}
        for row, answer in enumerate(self._answers):
            for kind, raw in answer.features.items():
                values = np.frombuffer(raw, dtype=np.float32)
                if kind not in found:
                    shape = (len(self._answers), len(values))
                    found[kind] = np.full(shape, np.nan, dtype=np.float32)
                found[kind][row] = values
        return found
