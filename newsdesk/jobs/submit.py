"""Put a job into the queue, once it is sure that it can be begun at all."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from newsdesk.core import paths
from newsdesk.core.catalogue import encoder_folder, encoder_problem
from newsdesk.core.errors import Problem, TrainingError
from newsdesk.core.job import Job
from newsdesk.core.recipes import DistilSpec, FinetuneSpec, write_recipe
from newsdesk.core.teachers import base_of, check_teachers
from newsdesk.jobs.devices import list_devices, places
from newsdesk.jobs.start import Start, start_supervisor

if TYPE_CHECKING:
    from newsdesk.store import Store

_LIBRARIES = {
    "torch": "torch",
    "transformers": "transformers",
    "accelerate": "accelerate",
    "safetensors": "safetensors",
    "onnx": "onnx",
    "sklearn": "scikit-learn",
}


def missing_training() -> Problem | None:
    """Why nothing can be trained with this installation; None where it can. Imports nothing."""
    names = [title for name, title in _LIBRARIES.items() if importlib.util.find_spec(name) is None]
    if importlib.util.find_spec("training") is None:
        names.append("Newsdesk's training part")
    if not names:
        return None
    return Problem(
        "no_training",
        f"This installation cannot train: {', '.join(names)} "
        f"{'is' if len(names) == 1 else 'are'} missing.",
        "Install the training part: pip install 'newsdesk[training]'.",
    )


def submit(
    store: Store,
    spec: FinetuneSpec,
    text: str = "",
    memory: int = 0,
    start: Start = start_supervisor,
    hold: bool = False,
) -> Job:
    """Put a job into the queue and start the process that sees to it.

    text: the specification as a person wrote it, kept where nothing of it had to be changed.
    memory: bytes that a plan measured it to need on a card; 0: it gets a card for itself.
    hold: only write the job down, paused; somebody starts its trainer by hand, or resumes it.
    A name that another job has gets a number. Raises TrainingError where the job could not be
    begun: `no_training`, `no_dataset`, `no_sections`, `no_teacher`, `no_encoder`, `no_device`, …
    """
    _raise(missing_training())
    _check_dataset(store, spec.dataset)
    final = _settled(store, spec)
    check_teachers(final)
    _raise(encoder_problem(base_of(final)))
    places(final.schedule.device, final.schedule.devices, list_devices())
    after = [_earlier(store, name) for name in final.schedule.after]
    if final != spec or not text:
        text = write_recipe(final)
    job_id = store.jobs.add(
        final.name,
        final.recipe,
        text,
        final.dataset,
        final.schedule.device,
        after,
        final.schedule.night,
        memory,
    )
    _keep(job_id, text)
    if hold:
        return store.jobs.ask(job_id, "pause")
    start(job_id)
    job = store.jobs.get(job_id)
    assert job is not None
    return job


def _check_dataset(store: Store, name: str) -> None:
    dataset = store.datasets.get(name) if name else None
    if dataset is None:
        raise TrainingError(
            "no_dataset",
            f"There is no data set {name}." if name else "The specification names no data set.",
            "Choose one that is here, with --dataset on the command line; "
            "`newsdesk datasets list` names them.",
        )
    sections = sum(1 for c in store.datasets.counts(dataset.id) if c.section and c.total)
    if sections < 2:
        raise TrainingError(
            "no_sections",
            f"The data set {name} has labelled articles in {sections} "
            f"section{'' if sections == 1 else 's'}; learning needs two at least.",
            "Label more of it, or choose another data set.",
        )


def _settled(store: Store, spec: FinetuneSpec) -> FinetuneSpec:
    """The specification with a name of its own, and what it names found from anywhere.

    An ensemble among the teachers stands for its members.
    """
    folder = encoder_folder(spec.encoder) if spec.encoder else None
    if folder is not None and folder == Path(spec.encoder).expanduser().absolute():
        spec = msgspec.structs.replace(spec, encoder=str(folder))
    if isinstance(spec, DistilSpec):
        teachers = tuple(m for teacher in spec.teachers for m in _members(teacher))
        spec = msgspec.structs.replace(spec, teachers=teachers)
    name, number = spec.name, 1
    while store.jobs.find(name) is not None:
        number += 1
        name = f"{spec.name}-{number}"
    return spec if name == spec.name else msgspec.structs.replace(spec, name=name)


def _members(teacher: str) -> list[str]:
    from newsdesk.engine.ensemble_files import is_ensemble, read_record  # loads the runtime

    return [m.name for m in read_record(teacher).members] if is_ensemble(teacher) else [teacher]


def _earlier(store: Store, name: str) -> int:
    job = store.jobs.find(name)
    if job is None:
        raise TrainingError(
            "no_job",
            f"The specification waits for the job {name}, and there is none of this name.",
            "Start that one first, or take it out of `after`.",
        )
    return job.id


def _keep(job_id: int, text: str) -> None:
    """A copy for people who look into the job's folder."""
    folder = paths.job(job_id)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "spec.toml").write_text(text, encoding="utf-8")
    except OSError as error:
        raise TrainingError(
            "unwritable",
            f"The job's folder {folder} cannot be written: {error.strerror or error}.",
            "Mend that, then resume the job.",
        ) from error


def _raise(problem: Problem | None) -> None:
    if problem is not None:
        raise TrainingError(problem.kind, problem.message, problem.remedy)
