"""The recipes that make a small model from a larger one: `distil` and `layer_drop`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from newsdesk.core.recipes.finetune import FinetuneSpec
from newsdesk.core.recipes.numbers import Count, Positive

Weight = Annotated[float, Meta(ge=0)]


class StudentSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a student begins."""

    layers: Annotated[
        int,
        Meta(ge=0, title="Layers", description="How many it has; 0: all of the base model's."),
    ] = 0
    keep: Annotated[
        tuple[Count, ...],
        Meta(
            title="Layers kept",
            description="Which of the base model's, counted from 1; empty: spread evenly.",
        ),
    ] = ()
    width: Annotated[
        int,
        Meta(
            ge=0,
            title="Width",
            description="0: the base model's own. Any other begins from nothing.",
        ),
    ] = 0
    heads: Annotated[int, Meta(ge=0, title="Heads", description="0: one for every 32.")] = 0
    inner: Annotated[int, Meta(ge=0, title="Inner width", description="0: four times.")] = 0
    pieces: Annotated[
        int,
        Meta(
            ge=0,
            title="Vocabulary",
            description="Pieces kept at most, those that the articles use; 0: all.",
        ),
    ] = 0


class ImitationSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stage in which the student learns to compute as its teacher does (TinyBERT, section 3)."""

    epochs: Annotated[int, Meta(ge=0, title="Epochs", description="0: this stage is left out.")] = (
        10
    )
    rate: Annotated[Positive, Meta(title="Rate", description="Highest learning rate.")] = 5e-5
    batch: Annotated[Count, Meta(title="Batch", description="Articles a step.")] = 32
    max_tokens: Annotated[
        int, Meta(ge=0, title="Longest input", description="Tokens; 0: as in the prediction.")
    ] = 0
    map: Annotated[
        Literal["uniform", "top", "bottom"],
        Meta(title="Map", description="Which of the teacher's layers each layer learns from."),
    ] = "uniform"
    map_layers: Annotated[
        tuple[Count, ...],
        Meta(title="Layers of the map", description="Instead: the teacher's layers, from 1 on."),
    ] = ()
    attention: Annotated[Weight, Meta(title="Attention", description="Weight of its loss.")] = 1.0
    hidden: Annotated[Weight, Meta(title="Hidden states", description="Weight.")] = 1.0
    embeddings: Annotated[Weight, Meta(title="Embeddings", description="Weight.")] = 1.0
    relation: Annotated[
        Weight,
        Meta(
            title="Relations",
            description="Weight of MiniLM's loss on the last layer; works with other head counts.",
        ),
    ] = 0.0
    relation_layer: Annotated[
        int, Meta(ge=0, title="Layer of the relations", description="Teacher's; 0: its last.")
    ] = 0
    layer_weights: Annotated[
        tuple[Weight, ...],
        Meta(title="Layer weights", description="One a layer of the student; empty: all alike."),
    ] = ()
    shared_projection: Annotated[
        bool,
        Meta(title="One projection", description="As published; else one a layer."),
    ] = False


class GeneralSpec(ImitationSpec, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The stage on any articles, whose labels do not count."""

    epochs: Annotated[int, Meta(ge=0, title="Epochs", description="0: it is left out.")] = 0
    max_tokens: Annotated[
        int, Meta(ge=0, title="Longest input", description="Tokens; 0: as in the prediction.")
    ] = 128
    form: Annotated[
        Literal["computing", "language"],
        Meta(
            title="Form",
            description="language: guess masked words as a base model does, as DistilBERT.",
        ),
    ] = "computing"


class PredictionSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the student learns what its teacher answers."""

    alpha: Annotated[
        float,
        Meta(ge=0, le=1, title="Teacher's part", description="The rest are the labels."),
    ] = 0.7
    loss: Annotated[
        Literal["logit_mse", "soft_ce", "kl"],
        Meta(title="Loss", description="How far the two answers are apart."),
    ] = "logit_mse"
    temperature: Annotated[
        Positive, Meta(title="Temperature", description="Softens both answers; not of logit_mse.")
    ] = 1.0


class DistilSpec(FinetuneSpec, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Teach a small student what a larger teacher knows (TRAINING, distil).

    encoder: what the student begins from; empty: the first teacher's own body.
    """

    recipe: Literal["distil"] = "distil"  # type: ignore[assignment]
    encoder: Annotated[
        str,
        Meta(title="Base model", description="Of the student; empty: the teacher's own layers."),
    ] = ""
    teachers: Annotated[
        tuple[str, ...],
        Meta(title="Teachers", description="Models; what several say is averaged."),
    ] = ()
    student: StudentSpec = StudentSpec()
    general: GeneralSpec = GeneralSpec()
    general_dataset: Annotated[
        str,
        Meta(title="Articles of the general stage", description="A data set; labels do not count."),
    ] = ""
    intermediate: ImitationSpec = ImitationSpec()
    prediction: PredictionSpec = PredictionSpec()


class LayerDropSpec(FinetuneSpec, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Leave layers of a base model out, then fine-tune once (TRAINING, layer_drop)."""

    recipe: Literal["layer_drop"] = "layer_drop"  # type: ignore[assignment]
    drop: Annotated[Count, Meta(title="Layers dropped", description="How many.")]
    strategy: Annotated[
        Literal["top", "bottom", "odd", "even", "symmetric", "contribution"],
        Meta(title="Which layers", description="contribution: those that change least."),
    ] = "top"
