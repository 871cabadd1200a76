"""A stage of `distil` in which a student learns to compute as its teacher does (TRAINING, distil).

There is no dev here: a fixed number of epochs, and what is left at the end is the student.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec
from transformers import PreTrainedModel

from newsdesk.core.errors import TrainingError
from newsdesk.core.recipes import ImitationSpec, TuningSpec
from training.distillation.capture import make_visible
from training.distillation.language import Language
from training.distillation.lessons import Computing, add_projections, drop_projections
from training.distillation.mapping import layer_map
from training.learning import Lesson
from training.recipes.stage import NOT_FINITE, Stage, Standing


@dataclass(slots=True, kw_only=True)
class Taught(Stage):
    """One stage. title: what people are told it is."""

    teacher: PreTrainedModel
    title: str
    _lesson: Computing | Language = field(init=False)

    @property
    def name(self) -> str:
        """What messages call it."""
        return f"The {self.title}"

    def lesson(self) -> Lesson:
        """What the teacher does."""
        return self._lesson

    def _meet_teacher(self) -> Computing | Language:
        raise NotImplementedError

    def _part_from_teacher(self) -> None:
        """Take away what only the lesson needed."""

    def run(self) -> Standing:
        """Train to the end and leave the student in evaluation mode, without what only it needed.

        Raises Stopped where a person wants it, with everything saved for a pause; TrainingError
        where the loss is no number or a single article does not fit into the memory.
        """
        self._lesson = self._meet_teacher()
        standing = Standing(self.encoder_rate, self._micro())
        saved = self._load("newest")
        if saved is not None:
            standing = Standing(**saved["standing"])
        self._start_learning(standing.rate)
        if saved is not None:
            self._restore(saved, standing)
        self._check_together(standing)
        while not standing.ended:
            self._run_steps(standing)
            if standing.ended == NOT_FINITE:
                raise _not_finite(self.title)
            standing.epoch += 1
            standing.at = 0
            if standing.epoch >= self.tuning.epochs:
                standing.ended = "all epochs are done"
            self._save("newest", standing)
        self._part_from_teacher()
        self.network.train(False)
        return standing

    def _terms(self) -> dict[str, float]:
        return self._lesson.terms.take()


@dataclass(slots=True, kw_only=True)
class Imitation(Taught):
    """The student learns to compute as its teacher does."""

    spec: ImitationSpec

    def _meet_teacher(self) -> Computing:
        student, teacher = self.network, self.teacher
        depth = int(teacher.config.num_hidden_layers)
        way = self.spec.map_layers or self.spec.map
        layers = layer_map(way, int(student.config.num_hidden_layers), depth)
        _check_pair(student, teacher, self.spec, layers)
        add_projections(student, teacher, self.spec.shared_projection, self.seed)
        self._prepare(first_only=False)
        make_visible(student)
        self.device.bring(teacher).train(False)
        make_visible(teacher)
        return Computing(teacher, layers, self.spec)

    def _part_from_teacher(self) -> None:
        drop_projections(self.network)


@dataclass(slots=True, kw_only=True)
class Guessing(Taught):
    """The student learns to guess masked words as its teacher does, without any labels.

    special: ids of pieces that are never masked. mask_id: of the mask.
    """

    special: tuple[int, ...]
    mask_id: int

    def _meet_teacher(self) -> Language:
        self._prepare(first_only=False)
        self.device.bring(self.teacher).train(False)
        return Language(self.teacher, self.special, self.mask_id)


def tuning_of(spec: ImitationSpec, general: TuningSpec) -> TuningSpec:
    """The numbers of an imitation; what it does not say is as in the prediction."""
    return msgspec.structs.replace(
        general,
        encoder_rate=spec.rate,
        head_rate=spec.rate,
        batch=spec.batch,
        micro_batch=min(general.micro_batch, spec.batch),
        epochs=max(spec.epochs, 1),
        freeze_encoder=False,
        freeze_embeddings=False,
        checkpoint_layers=False,
        title_only=0.0,
        body_only=0.0,
    )


def _check_pair(
    student: PreTrainedModel, teacher: PreTrainedModel, spec: ImitationSpec, layers: tuple[int, ...]
) -> None:
    """Raise TrainingError where the two cannot be compared in the way that is asked for."""
    mine, theirs = (int(each.config.num_attention_heads) for each in (student, teacher))
    if spec.attention and mine != theirs:
        raise TrainingError(
            "other_heads",
            f"The student has {mine} attention heads and its teacher {theirs}: their attention "
            "cannot be compared head by head.",
            "Set the weight of attention to 0 and that of relations to 1, or give the student "
            f"{theirs} heads.",
        )
    if spec.layer_weights and len(spec.layer_weights) != len(layers):
        raise TrainingError(
            "bad_weights",
            f"There are {len(spec.layer_weights)} layer weights for {len(layers)} layers.",
            "Give one for each layer of the student, or none.",
        )
    if spec.relation_layer > int(teacher.config.num_hidden_layers):
        raise TrainingError(
            "no_layer",
            f"The teacher has no layer {spec.relation_layer}.",
            f"Name one from 1 to {int(teacher.config.num_hidden_layers)}, or 0 for the last.",
        )
    if not (spec.attention or spec.hidden or spec.embeddings or spec.relation):
        raise TrainingError(
            "nothing_to_learn",
            "All weights of the stage are 0: there is nothing to learn from.",
            "Give one of them a weight, or leave the stage out.",
        )


def _not_finite(title: str) -> TrainingError:
    return TrainingError(
        "not_finite",
        f"The loss of the {title} was not a number.",
        "Lower its rate, or compute in full precision (fp32).",
    )
