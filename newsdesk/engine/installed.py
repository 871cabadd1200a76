"""Everything that can be picked as a model: model folders and ensembles of them."""

from __future__ import annotations

from typing import Literal

import msgspec

from newsdesk.core.errors import ModelError
from newsdesk.core.manifest import Manifest, answers_fingerprint
from newsdesk.engine.ensemble import Ensemble
from newsdesk.engine.ensemble_files import (
    ensemble_names,
    is_ensemble,
    open_ensemble,
    remove_ensemble,
)
from newsdesk.engine.model_folder import ModelFolder, find_model, list_models, remove_model
from newsdesk.store import Store

Usable = ModelFolder | Ensemble


def find(name_or_path: str) -> Usable:
    """A model or an ensemble by name, or a model by the path of its folder.

    Raises ModelError where there is none, or it cannot be used.
    """
    if is_ensemble(name_or_path):
        return open_ensemble(name_or_path)
    return find_model(name_or_path)


def list_usable() -> list[Usable | ModelError]:
    """All models, then all ensembles; what cannot be used stands in the list as its error."""
    found: list[Usable | ModelError] = list(list_models())
    for name in ensemble_names():
        if not is_ensemble(name):
            found.append(_hidden(name))
            continue
        try:
            found.append(open_ensemble(name))
        except ModelError as error:
            found.append(error)
    return found


def remove(name: str) -> None:
    """Delete an installed model or an ensemble; what ships is refused with ModelError."""
    if is_ensemble(name):
        remove_ensemble(name)
    else:
        remove_model(name)


def meet(store: Store, manifest: Manifest) -> bool:
    """Remember a model in a store before it answers there; whether it is a new acquaintance.

    Where another model had its name, that one's answers go: they are not this one's. Every
    process that stores answers calls this once, before the first of them.
    """
    if acquaintance(store, manifest) == "same":
        return False
    store.predictions.forget_model(manifest.name)
    text = msgspec.json.encode(manifest).decode()
    store.models.remember(manifest.name, answers_fingerprint(manifest), manifest.title, text)
    return True


def acquaintance(store: Store, manifest: Manifest) -> Literal["same", "other", "none"]:
    """Whether a store knows this model by its name, or another one, or none.

    Where it is another one, meeting this one takes seconds: its answers may be many.
    """
    known = next((each for each in store.models.list() if each.name == manifest.name), None)
    if known is None:
        return "none"
    fingerprints = (known.fingerprint, _fingerprint_of(known.manifest))
    return "same" if answers_fingerprint(manifest) in fingerprints else "other"


def _fingerprint_of(text: str) -> str:
    """Of a manifest that an earlier version remembered in its own way."""
    try:
        return answers_fingerprint(msgspec.json.decode(text, type=Manifest))
    except msgspec.MsgspecError:
        return ""


def _hidden(name: str) -> ModelError:
    return ModelError(
        "name_taken",
        f"The ensemble {name} cannot be used: a model of the same name is here now.",
        "Make the ensemble again under another name, or remove the model.",
    )
