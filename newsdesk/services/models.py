"""The models of this machine, as the picker and the models screen show them."""

from __future__ import annotations

from dataclasses import dataclass

from newsdesk.core.errors import ModelError, Problem
from newsdesk.core.manifest import Manifest
from newsdesk.engine.model_folder import DEFAULT_MODEL, ModelFolder, list_models


@dataclass(frozen=True, slots=True)
class ModelCard:
    """What a person picks a model by.

    macro_f1: on all that it was tested on together, 0 to 1; None where untested.
    """

    name: str
    title: str
    manifest: Manifest
    bytes: int
    macro_f1: float | None


def model_cards() -> tuple[list[ModelCard], list[Problem]]:
    """The models that can be used, the default first, and what is wrong with the others."""
    cards, problems = [], []
    for entry in list_models():
        if isinstance(entry, ModelError):
            problems.append(entry.problem)
        else:
            cards.append(_card(entry))
    cards.sort(key=lambda card: (card.name != DEFAULT_MODEL, card.name))
    return cards, problems


def _card(model: ModelFolder) -> ModelCard:
    overall = model.manifest.overall
    return ModelCard(
        name=model.name,
        title=model.manifest.title,
        manifest=model.manifest,
        bytes=model.size,
        macro_f1=overall.macro_f1.value if overall else None,
    )
