"""Teachers: trained models whose answers a student learns, realigned by the names of sections."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray
from transformers import PreTrainedModel

from newsdesk.core import paths
from newsdesk.core.errors import TrainingError
from newsdesk.core.manifest import Manifest, file_digest, read_manifest
from newsdesk.core.teachers import WEIGHTS, find_teacher
from training.devices import Device
from training.networks import known_sections, load_network, text_encoder, tokenizer_file
from training.predict import logits_of
from training.tokens import Readable, encode_rows


@dataclass(frozen=True, slots=True)
class Teacher:
    """A trained model with its weights. codes: its sections in the order of its logits."""

    name: str
    folder: Path
    manifest: Manifest
    codes: tuple[str, ...]

    def network(self) -> PreTrainedModel:
        """The teacher's network in evaluation mode; it never learns."""
        network = load_network(self.folder, self.codes)
        network.requires_grad_(False)
        network.train(False)
        return network

    @property
    def digest(self) -> str:
        """Hash of its weights, its tokenizer and the way it reads."""
        parts = (
            file_digest(self.folder / WEIGHTS),
            file_digest(tokenizer_file(self.folder)),
            self.manifest.preprocessing,
            self.manifest.temperature,
        )
        return blake2b(msgspec.json.encode(parts), digest_size=16).hexdigest()


def open_teacher(name: str) -> Teacher:
    """A teacher by the name of an installed model, or by its folder.

    Raises TrainingError where it is not here or has no weights to learn from, ModelError where its
    manifest is damaged.
    """
    folder = find_teacher(name)
    return Teacher(name, folder, read_manifest(folder), tuple(known_sections(folder)))


def check_sections(teachers: Sequence[Teacher], codes: Sequence[str]) -> list[str]:
    """What people should know of how the teachers' sections go with those of the data set.

    Raises TrainingError where a teacher does not know a section.
    """
    notes = []
    for teacher in teachers:
        missing = [code for code in codes if code not in teacher.codes]
        if missing:
            raise TrainingError(
                "other_sections",
                f"The teacher {teacher.name} does not know {', '.join(missing)}: it knows "
                f"{', '.join(teacher.codes)}.",
                "Choose another teacher, or merge or rename the sections of the data set.",
            )
        more = [code for code in teacher.codes if code not in codes]
        if more:
            notes.append(
                f"The teacher {teacher.name} also knows {', '.join(more)}; the student will not."
            )
    return notes


def answers_of(
    teachers: Sequence[Teacher],
    articles: Sequence[Readable],
    codes: Sequence[str],
    device: Device,
    check: Callable[[], None],
) -> NDArray[np.float32]:
    """The teachers' calibrated logits, averaged: shape (articles, codes), in the order of `codes`.

    Each teacher reads in its own way. What it said once is kept on the disk by its weights, its
    tokenizer, its way of reading and the articles.
    """
    said = [_answers(teacher, articles, codes, device, check) for teacher in teachers]
    return np.asarray(np.mean(said, axis=0), dtype=np.float32)


def _answers(
    teacher: Teacher,
    articles: Sequence[Readable],
    codes: Sequence[str],
    device: Device,
    check: Callable[[], None],
) -> NDArray[np.float32]:
    kept = paths.teacher_answers() / f"{teacher.digest}-{_digest_of(articles)}.npy"
    logits = _read(kept, (len(articles), len(teacher.codes)))
    if logits is None:
        logits = np.asarray(_ask(teacher, articles, codes, device, check))
        _write(kept, logits)
    columns = [teacher.codes.index(code) for code in codes]
    return np.asarray(logits[:, columns] / teacher.manifest.temperature, dtype=np.float32)


def _ask(
    teacher: Teacher,
    articles: Sequence[Readable],
    codes: Sequence[str],
    device: Device,
    check: Callable[[], None],
) -> NDArray[np.float32]:
    preprocessing = teacher.manifest.preprocessing
    encoder = text_encoder(teacher.folder, preprocessing)
    rows = encode_rows(articles, codes, encoder, check=check)
    network = device.bring(teacher.network())
    return logits_of(network, rows.whole, encoder.pad_id, preprocessing.max_tokens, check=check)


def _digest_of(articles: Sequence[Readable]) -> str:
    total = blake2b(digest_size=16)
    for article in articles:
        total.update(f"{article.title}\x1f{article.body}\x1e".encode())
    return total.hexdigest()


def _read(path: Path, shape: tuple[int, int]) -> NDArray[np.float32] | None:
    try:
        found = np.load(path)
    except (OSError, ValueError):
        return None
    return np.asarray(found, dtype=np.float32) if found.shape == shape else None


def _write(path: Path, logits: NDArray[np.float32]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    writing = path.with_suffix(".writing.npy")
    np.save(writing, logits)
    writing.replace(path)
