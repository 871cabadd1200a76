"""What the trials of a job begin from, and what its teachers say of the articles."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from newsdesk.core.dataset import LabelledArticle
from newsdesk.core.recipes import DistilSpec, FinetuneSpec, LayerDropSpec
from newsdesk.core.teachers import check_teachers
from newsdesk.store.store import Store
from training.devices import Device
from training.distillation.teachers import Teacher, answers_of, check_sections, open_teacher
from training.material import Material, articles_of, learnable
from training.networks import encoder_folder
from training.snapshot import Snapshot, take_snapshot
from training.students.making import Making
from training.watch import Watch

GENERAL = "snapshot-general"


@dataclass(frozen=True, slots=True)
class Beginning:
    """A job before its trials. folder: of the job."""

    spec: FinetuneSpec
    snapshot: Snapshot
    folder: Path
    device: Device
    watch: Watch

    def take_general(self, store: Store) -> None:
        """Keep the articles of the general stage as they are now."""
        spec = self.spec
        if isinstance(spec, DistilSpec) and spec.general.epochs:
            take_snapshot(store, spec.general_dataset, self.folder / GENERAL, self.watch.check)

    def source(self) -> Path:
        """The folder of the base model, made now where the recipe makes one.

        Raises TrainingError where teacher and data set do not go together, before anything is
        made.
        """
        spec = self.spec
        if not isinstance(spec, DistilSpec | LayerDropSpec):
            return encoder_folder(spec.encoder)
        check_teachers(spec)
        codes, learned = learnable(self.snapshot, spec)
        teachers = self.teachers()
        for note in check_sections(teachers, codes):
            self.watch.say(note, "warning")
        return Making(
            spec=spec,
            articles=learned,
            codes=codes,
            fingerprint=self.snapshot.info.fingerprint,
            teachers=teachers,
            general=self._general(),
            folder=self.folder / "student",
            device=self.device,
            watch=self.watch,
        ).run()

    def teachers(self) -> list[Teacher]:
        """The teachers of the recipe; none where it has none."""
        names = self.spec.teachers if isinstance(self.spec, DistilSpec) else ()
        return [open_teacher(name) for name in names]

    def said(self, material: Material) -> NDArray[np.float32] | None:
        """The teachers' logits of every row of the material; None without teachers."""
        teachers = self.teachers()
        if not teachers:
            return None
        self.watch.phase("asking the teacher" if len(teachers) == 1 else "asking the teachers")
        articles = articles_of(self.snapshot, material)
        return answers_of(teachers, articles, material.codes, self.device, self.watch.check)

    def _general(self) -> list[LabelledArticle]:
        folder = self.folder / GENERAL
        return list(Snapshot(folder).rows()) if folder.is_dir() else []
