"""The plan: what a specification will cost here, measured, and settings that fit (core.plan).

python -m training plan SPEC.toml [--dataset NAME] writes one JSON object a line.
"""

from __future__ import annotations

import argparse
import math
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from transformers import PreTrainedModel

from newsdesk.core import paths
from newsdesk.core.errors import NewsdeskError, Problem, TrainingError
from newsdesk.core.plan import Plan
from newsdesk.core.recipes import FinetuneSpec, read_recipe
from newsdesk.core.teachers import base_of, check_teachers
from newsdesk.store.store import Store
from training.devices import Device, DeviceMemory, memory_of, open_device
from training.learning import (
    Labels,
    Learner,
    build_optimiser,
    freeze_encoder,
    section_weights,
)
from training.memory import is_out_of_memory
from training.networks import check_length, encoder_folder, new_network, text_encoder
from training.planning.cost import Cost, measure_cost
from training.planning.room import DataFacts, Room, micro_of, width_of
from training.quick.dropout import quicken
from training.trials import most_trials

SAMPLE = 2000  # articles that are tokenised to know how long they are
SPARE = 0.05  # of the device's free memory, left alone
Tell = Callable[[str], None]


def data_facts(store: Store, name: str, spec: FinetuneSpec, folder: Path) -> DataFacts:
    """Read a data set once; its lengths come from an even sample.

    folder: of the base model. Raises TrainingError where the set is missing or too small.
    """
    dataset = store.datasets.get(name)
    if dataset is None:
        raise TrainingError(
            "no_dataset",
            f"There is no data set named {name}." if name else "No data set is named.",
            "Import it first, or choose another.",
        )
    stride = max(1, dataset.labelled // SAMPLE)
    in_folds = dataset.plan.way == "folds"
    texts, codes, train, rows = [], set(), 0, 0
    for article in store.datasets.rows(dataset.id):
        if not article.section or not (article.split or article.fold):
            continue
        if rows % stride == 0:
            texts.append((article.title, article.body))
        rows += 1
        if in_folds or article.split == "train":
            train += 1
            codes.add(article.section)
    if len(codes) < 2:
        raise TrainingError(
            "too_little",
            f"The data set {name} has {train} articles of {len(codes)} section(s) to learn from.",
            "Add articles of at least two sections, or divide the set anew.",
        )
    folds = dataset.plan.folds if in_folds else 1
    if in_folds:
        train = train * (folds - 2) // folds
    encoder = text_encoder(folder, spec.preprocessing)
    lengths = np.array([row.tokens_total for row in encoder.encode_many(texts)], dtype=np.int64)
    known = tuple(section.code for section in dataset.sections if section.code in codes)
    return DataFacts(known, train, rows, 1 if spec.fold else folds, lengths)


def measure(
    spec: FinetuneSpec, facts: DataFacts, folder: Path, device: Device, tell: Tell
) -> tuple[Cost | None, int]:
    """Trial steps; what they cost, None where nothing fits, and the bytes of the weights."""
    tell("loading the base model")
    network = new_network(folder, facts.codes, spec.tuning, spec.seed)
    size = sum(part.numel() * part.element_size() for part in network.parameters())
    longest = width_of(facts.lengths, spec.preprocessing.max_tokens)
    try:
        learner = _learner(spec, network, len(facts.codes), device)
    except (RuntimeError, MemoryError) as error:
        if is_out_of_memory(error):
            return None, size
        raise
    return measure_cost(learner, micro_of(spec), longest, tell), size


def _learner(
    spec: FinetuneSpec, network: PreTrainedModel, sections: int, device: Device
) -> Learner:
    device.bring(network).train()
    quicken(network)
    if spec.tuning.freeze_encoder:
        freeze_encoder(network)
    elif spec.tuning.checkpoint_layers:
        network.activation_checkpointing_enable({"use_reentrant": False})
    optimiser = build_optimiser(network, spec.tuning, 1e-6, 1e-6)
    weights = section_weights(np.arange(sections), sections).to(device.place)
    return Learner(network, optimiser, device.scaler(), Labels(weights), spec.tuning.clip, device)


def make_plan(
    spec: FinetuneSpec,
    facts: DataFacts,
    cost: Cost | None,
    device: str,
    memory: DeviceMemory,
    weights: int,
    disk_free: int,
) -> Plan:
    """Put what was measured together.

    cost: None where not even one short article fits. weights: bytes of the network's.
    """
    room = Room(spec, facts, cost, int(memory.free * (1 - SPARE)))
    trials = most_trials(spec, facts.folds)
    a_trial = math.ceil(facts.train / spec.tuning.batch) * spec.tuning.epochs
    disk = _disk(spec, facts, weights)
    seconds = room.seconds(spec.preprocessing.max_tokens, spec.tuning.checkpoint_layers)
    needed = room.memory(
        micro_of(spec), spec.preprocessing.max_tokens, spec.tuning.checkpoint_layers
    )
    enough = cost is not None and needed <= room.limit
    proposals = room.better() if enough else room.fitting()
    return Plan(
        device=device,
        device_name=memory.name,
        device_memory=memory.total,
        device_free=memory.free,
        articles=facts.train,
        trials=trials,
        steps=a_trial * trials,
        seconds_a_step=seconds / max(a_trial * trials, 1),
        seconds=seconds,
        memory=needed,
        disk=disk,
        disk_free=disk_free,
        fits=enough and disk <= disk_free,
        proposals=tuple(proposals),
        reasons=tuple(_reasons(spec, facts, room, memory, needed, disk, disk_free)),
    )


def _disk(spec: FinetuneSpec, facts: DataFacts, weights: int) -> int:
    """Bytes at most: two newest checkpoints while one is written, two best, the weights of two
    trials, the model folder, and the tokens."""
    moments = 1 if spec.tuning.freeze_encoder else 3
    read = np.minimum(facts.lengths, spec.preprocessing.max_tokens)
    views = 3 if spec.tuning.title_only + spec.tuning.body_only > 0 else 1
    tokens = facts.rows * float(read.mean() if len(read) else 0.0) * 5 * views
    return int(weights * (2 * moments + 2 + 2 + 2.25) + tokens)


def _reasons(
    spec: FinetuneSpec,
    facts: DataFacts,
    room: Room,
    memory: DeviceMemory,
    needed: int,
    disk: int,
    disk_free: int,
) -> Iterator[str]:
    longest = spec.preprocessing.max_tokens
    free = f"{memory.free / 1e9:.1f} GB are free on the {memory.name}"
    if room.cost is None:
        yield (
            f"Not even one short article fits: {free}. Choose a smaller base model, or another "
            "device."
        )
    elif needed > room.limit:
        yield (
            f"It needs about {needed / 1e9:.1f} GB at {micro_of(spec)} articles of {longest} "
            f"tokens at once, but {free}."
        )
        if not room.fitting():
            yield "No setting fits. Choose a smaller base model, or another device."
    else:
        yield f"It needs about {needed / 1e9:.1f} GB; {free}."
    if disk > disk_free:
        yield (
            f"It needs up to {disk / 1e9:.1f} GB of disk, but {disk_free / 1e9:.1f} GB are free. "
            "Make room first."
        )
    cut = float(np.mean(facts.lengths > longest)) if len(facts.lengths) else 0.0
    if cut > 0.01:
        yield f"{cut:.0%} of the articles are longer than {longest} tokens and are read in part."


def plan(spec: FinetuneSpec, store: Store, name: str, tell: Tell) -> Plan:
    """Measure and plan. Raises NewsdeskError where something is missing."""
    check_teachers(spec)
    tell("looking for the base model")
    folder = encoder_folder(base_of(spec))
    check_length(folder, spec.preprocessing.max_tokens)
    tell("reading the data set")
    facts = data_facts(store, name, spec, folder)
    device = open_device(spec.schedule.device, spec.tuning.precision)
    memory = memory_of(device)  # before anything of ours lies there
    cost, weights = measure(spec, facts, folder, device, tell)
    free = shutil.disk_usage(_existing(paths.home())).free
    return make_plan(spec, facts, cost, device.name, memory, weights, free)


def _existing(folder: Path) -> Path:
    while not folder.exists():
        folder = folder.parent
    return folder


def main(arguments: list[str]) -> int:
    """The command; 0, or 1 where there is no plan, which the last line explains."""
    parser = argparse.ArgumentParser(prog="python -m training plan")
    parser.add_argument("spec", type=Path)
    parser.add_argument("--dataset", default="")
    given = parser.parse_args(arguments)
    try:
        spec = read_recipe(given.spec)
        store = Store.open()
        try:
            found = plan(spec, store, given.dataset or spec.dataset, _tell)
        finally:
            store.close()
    except NewsdeskError as error:
        _emit({"event": "failed", "problem": _as_dict(error.problem)})
        return 1
    _emit({"event": "plan", "plan": msgspec.to_builtins(found)})
    return 0


def _tell(phase: str) -> None:
    _emit({"event": "progress", "phase": phase})


def _emit(event: dict[str, Any]) -> None:
    sys.stdout.write(msgspec.json.encode(event).decode() + "\n")
    sys.stdout.flush()


def _as_dict(problem: Problem) -> dict[str, str]:
    return {"kind": problem.kind, "message": problem.message, "remedy": problem.remedy}
