"""The parts that the specification of every recipe has."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from newsdesk.core.recipes.numbers import NIGHT, Count, Positive, Precision, Share


class SetSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One file of articles to learn from, for a model made from several publishers' files.

    code, title: how results and the card name it.
    file: JSON Lines, relative to the data folder.
    labels: its label to a section's code; rows with any other label are left out.
    language: only rows in this language (BCP 47).
    terms: under what terms its articles may be used, for the card.
    note: what the card says of the mapping.
    """

    code: str
    title: str
    file: str
    labels: dict[str, str]
    language: str
    terms: str
    note: str = ""


class TuningSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The numbers of one training (TRAINING, Common and finetune)."""

    encoder_rate: Annotated[
        Positive, Meta(title="Encoder rate", description="Highest learning rate of the encoder.")
    ] = 5e-5
    head_rate: Annotated[
        Positive | None,
        Meta(title="Head rate", description="Empty: head factor times the encoder's."),
    ] = None
    head_factor: Annotated[
        Positive, Meta(title="Head factor", description="Head rate as a multiple.")
    ] = 10.0
    batch: Annotated[Count, Meta(title="Batch", description="Articles a step.")] = 16
    micro_batch: Annotated[
        int,
        Meta(
            ge=0,
            title="Micro-batch",
            description="Computed at once; 0: all. Smaller takes less memory.",
        ),
    ] = 0
    epochs: Annotated[Count, Meta(title="Epochs", description="At most.")] = 5
    patience: Annotated[
        Count,
        Meta(title="Patience", description="Epochs without a better dev macro-F1 before it ends."),
    ] = 2
    warm_up: Annotated[
        Share, Meta(title="Warm-up", description="Part of all steps over which the rate rises.")
    ] = 0.1
    decay: Annotated[float, Meta(ge=0, title="Weight decay", description="")] = 0.01
    clip: Annotated[
        Positive, Meta(title="Clipping", description="Largest norm of the gradient.")
    ] = 1.0
    section_weights: Annotated[
        Literal["root", "none"],
        Meta(
            title="Section weights",
            description="root: rare sections weigh more, by the root of their size.",
        ),
    ] = "root"
    freeze_encoder: Annotated[
        bool, Meta(title="Freeze the encoder", description="Only the head learns: quick, weaker.")
    ] = False
    freeze_embeddings: Annotated[
        bool,
        Meta(
            title="Freeze the vocabulary",
            description="Keeps words that the set never shows where the encoder learned them.",
        ),
    ] = False
    dropout: Annotated[Share, Meta(title="Dropout", description="")] = 0.1
    attention_dropout: Annotated[Share, Meta(title="Attention dropout", description="")] = 0.1
    title_only: Annotated[
        Share, Meta(title="Title only", description="Part of the articles shown without body.")
    ] = 0.0
    body_only: Annotated[
        Share, Meta(title="Body only", description="Part of the articles shown without title.")
    ] = 0.0
    collapse: Annotated[
        Positive,
        Meta(
            title="Collapse limit",
            description="Part of the prior's entropy over which dev loss after one epoch counts as "
            "a collapse; it is then tried again at half the rate.",
        ),
    ] = 0.85
    precision: Annotated[
        Precision,
        Meta(title="Precision", description="auto: bf16 or fp16 on a card, fp32 on a processor."),
    ] = "auto"
    checkpoint_layers: Annotated[
        bool,
        Meta(
            title="Recompute layers",
            description="Gradient checkpointing: a third slower, far less memory.",
        ),
    ] = False


class SweepSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Several rates and seeds in one job.

    With `staged` the encoder's rates come first, then the head's at the best of them; `grid`
    tries all pairs. The rates of the best mean dev macro-F1 over the seeds are taken, and of
    their seeds the best.
    """

    way: Annotated[
        Literal["single", "staged", "grid"],
        Meta(title="Rates", description="single: those above. staged or grid: the lists below."),
    ] = "single"
    encoder_rates: Annotated[
        tuple[Positive, ...], Meta(title="Encoder rates", description="To be tried.")
    ] = (2e-5, 3e-5, 4e-5, 5e-5)
    head_rates: Annotated[
        tuple[Positive, ...],
        Meta(
            title="Head rates", description="To be tried; empty: head factor times the encoder's."
        ),
    ] = ()
    seeds: Annotated[
        tuple[int, ...], Meta(title="Seeds", description="Each trains once; empty: the seed above.")
    ] = ()


class ScheduleSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where and when a job goes."""

    device: Annotated[
        str, Meta(title="Device", description="auto, cpu, or a card such as cuda:0.")
    ] = "auto"
    devices: Annotated[
        Count, Meta(title="Devices", description="Cards, or processes on the CPU, that share it.")
    ] = 1
    night: Annotated[
        str,
        Meta(
            pattern=NIGHT,
            title="Night window",
            description="Only between these hours, such as 22:00-06:00; empty: at any time.",
        ),
    ] = ""
    after: Annotated[
        tuple[str, ...],
        Meta(title="After", description="Names of jobs that must be done first."),
    ] = ()
    yields_to_desk: Annotated[
        bool,
        Meta(title="The desk has right of way", description="Waits while articles are classified."),
    ] = True
    attempts: Annotated[Count, Meta(title="Attempts", description="How often it may be begun.")] = 3
    tensorboard: Annotated[
        bool, Meta(title="TensorBoard files", description="Written beside the log.")
    ] = False
