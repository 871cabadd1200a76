"""Evaluation: how one model did on labelled articles, kept so that it can be looked at again."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from newsdesk.core.errors import Problem
from newsdesk.core.manifest import Metric
from newsdesk.core.processes import ProcessId
from newsdesk.core.section import Section

EvaluationState = Literal["running", "done", "failed", "cancelled", "interrupted"]
Part = Literal["train", "dev", "test", "all"]
"""Of a data set; the desk's decisions have no parts."""


@dataclass(frozen=True, slots=True)
class Material:
    """The labelled articles that a model is evaluated on.

    dataset: the name of a data set; empty for the decisions of the desk.
    part: of the data set. since, until: decided from then on, and before; None for no bound.
    matches: sections of the articles that are another one of the model's: {"tech": "technology"}.
    """

    dataset: str = ""
    part: Part = "test"
    since: datetime | None = None
    until: datetime | None = None
    matches: dict[str, str] = field(default_factory=dict)

    @property
    def from_desk(self) -> bool:
        """Whether these are the desk's own decisions."""
        return not self.dataset


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One evaluation as lists show it. What it found of each article lies in a folder of its own.

    model_mark, data_mark: fingerprints of the model and of the data set when it was made.
    sections: those that an article could be put into, in the model's order.
    articles: that count. left_out: those of sections that the model does not know, by section.
    done, total: how far it is. accuracy, macro_f1: None until it is done.
    """

    id: int
    model: str
    model_mark: str
    material: Material
    data_mark: str
    sections: tuple[Section, ...]
    state: EvaluationState
    done: int
    total: int
    articles: int
    left_out: dict[str, int]
    accuracy: Metric | None
    macro_f1: Metric | None
    created: datetime
    ended: datetime | None
    process: ProcessId | None
    problem: Problem | None
