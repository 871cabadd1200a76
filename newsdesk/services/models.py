"""The models of this machine, as the picker and the models screen show them."""

from __future__ import annotations

from dataclasses import dataclass

from newsdesk.core.errors import ModelError, Problem
from newsdesk.core.manifest import Manifest
from newsdesk.engine.ensemble import Ensemble
from newsdesk.engine.installed import Usable, list_usable
from newsdesk.engine.model_folder import DEFAULT_MODEL


@dataclass(frozen=True, slots=True)
class ModelCard:
    """What a person picks a model by.

    bytes: on disk, of an ensemble all its members'. memory: bytes of the files that are loaded.
    macro_f1: on all that it was tested on together, 0 to 1; None where untested.
    members: names of the models that answer together; empty where it is one model.
    """

    name: str
    title: str
    manifest: Manifest
    bytes: int
    macro_f1: float | None
    memory: int = 0
    members: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        """What people call it: an ensemble by the title that it was given, a model by its name."""
        return self.title if self.members else self.name

    def agrees_with(self, other: ModelCard) -> bool:
        """Whether it is the other one, or one is a member of the other: it says nothing new."""
        return self.name in (other.name, *other.members) or other.name in self.members


def model_cards() -> tuple[list[ModelCard], list[Problem]]:
    """The models and ensembles that can be used, the default first, ensembles last; what is wrong
    with the others."""
    cards, problems = [], []
    for entry in list_usable():
        if isinstance(entry, ModelError):
            problems.append(entry.problem)
        else:
            cards.append(model_card(entry))
    cards.sort(key=lambda card: (bool(card.members), card.name != DEFAULT_MODEL, card.name))
    return cards, problems


def model_card(model: Usable) -> ModelCard:
    """The card of one model or ensemble."""
    manifest = model.manifest
    parts = model.members if isinstance(model, Ensemble) else (model,)
    return ModelCard(
        name=model.name,
        title=manifest.title,
        manifest=manifest,
        bytes=model.size,
        macro_f1=manifest.overall.macro_f1.value if manifest.overall else None,
        memory=sum(part.weights for part in parts),
        members=tuple(part.name for part in parts) if isinstance(model, Ensemble) else (),
    )
