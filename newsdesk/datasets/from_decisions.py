"""What editors decided on the desk, as a data set."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal

import msgspec

from newsdesk.core import paths
from newsdesk.core.dataset import Dataset, SplitPlan
from newsdesk.core.errors import ModelError, StoreError
from newsdesk.core.manifest import Manifest, read_manifest
from newsdesk.datasets.dividing import check_plan
from newsdesk.datasets.gathering import Gathering, Named
from newsdesk.datasets.importing import check_name
from newsdesk.datasets.sections import as_sections
from newsdesk.datasets.spool import Raw
from newsdesk.datasets.steps import Steps
from newsdesk.store import Store
from newsdesk.store.records import ArticleText, Decision

Which = Literal["all", "since"]
_BATCH = 500


def from_decisions(
    store: Store,
    name: str,
    which: Which = "all",
    model: str = "",
    plan: SplitPlan | None = None,
    steps: Steps | None = None,
    replacing: bool = False,
) -> Dataset:
    """Make a set of the articles of the desk that have a standing decision.

    which: all of them, or those "since" a model: decided from the day on that it was made, or
    decided otherwise than it answered, whenever that was.
    An article that was in the test part of an earlier set from decisions, and its
    near-duplicates, are in the test part again.
    Raises StoreError: `name_taken`, `no_decisions`, `unknown_model`, `no_folds`, `no_train`.
    """
    steps, plan = steps or Steps(), plan or SplitPlan()
    check_name(store, name, replacing)
    check_plan(plan, "decisions")
    store.datasets.clear_incomplete()
    steps.at("reading")
    since = made(store, model) if which == "since" else None
    decided = store.decisions.decided(model, since)
    if not decided:
        after = f" since {model} was made" if since else ""
        raise StoreError(
            "no_decisions",
            f"Nothing was decided on the desk{after}.",
            "Decide about some articles there first.",
        )
    tested = (f"{row.title}\n\n{row.body}" for row in store.datasets.tested())
    with Gathering(steps, tested) as gathering:
        for start in range(0, len(decided), _BATCH):
            steps.at("reading", start, len(decided))
            _gather(store, gathering, decided[start : start + _BATCH])
        names = names_of(store, {decision.to_section or "" for decision in decided})
        source = _sentence(model, since)
        named = Named(name, f"Decisions: {name}", "decisions", source, replacing)
        return gathering.write(store, named, as_sections(names), plan)


def count_decisions(store: Store, which: Which = "all", model: str = "") -> int:
    """How many articles such a set would have."""
    since = made(store, model) if which == "since" else None
    return len(store.decisions.decided(model, since))


def made(store: Store, model: str) -> datetime:
    """The day on which a model was made: as it says, else when its job ended.

    Raises StoreError (`unknown_model`) where neither is known.
    """
    manifest = _manifest(store, model)
    moment = _moment(manifest.created) if manifest else None
    if moment is None:
        ended = [
            job.ended
            for job in store.jobs.list()
            if job.result is not None and job.result.model == model and job.ended is not None
        ]
        moment = max(ended, default=None)
    if moment is None:
        raise StoreError(
            "unknown_model",
            f"It is not known when the model {model} was made.",
            "Choose another model, or take all decisions.",
        )
    return moment


def _gather(store: Store, gathering: Gathering, decisions: list[Decision]) -> None:
    by_id = {decision.article_id: decision for decision in decisions}
    for text in store.articles.texts(list(by_id)):
        gathering.add(_raw(text, by_id[text.id]))


def _raw(text: ArticleText, decision: Decision) -> Raw:
    section = decision.to_section or ""
    return Raw(
        title=text.title,
        body=text.body,
        section=section,
        label=section,
        language=text.language or "",
        date=decision.at.date().isoformat(),
        cover=text.cover_digest,
        article_id=text.id,
    )


def names_of(store: Store, codes: set[str]) -> dict[str, str]:
    """What the models that were met call these sections."""
    names = dict.fromkeys(codes, "")
    for known in store.models.list():
        for section in msgspec.json.decode(known.manifest, type=Manifest).sections:
            if section.code in names:
                names[section.code] = names[section.code] or section.name()
    return names


def _manifest(store: Store, model: str) -> Manifest | None:
    for known in store.models.list():
        if known.name == model:
            return msgspec.json.decode(known.manifest, type=Manifest)
    for folder in (paths.installed_models(), paths.bundled_models()):
        try:
            return read_manifest(folder / model)
        except ModelError:
            continue
    return None


def _moment(created: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(created)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _sentence(model: str, since: datetime | None) -> str:
    if since is None:
        return "All decisions of the desk."
    return f"Decisions of the desk since {model} ({since.date().isoformat()})."
