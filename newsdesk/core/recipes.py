"""Recipes: what a job is asked to do, read from TOML and checked before anything starts.

The titles and descriptions of the fields are what the window's form shows, too.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from newsdesk.core.errors import TrainingError
from newsdesk.core.manifest import Preprocessing
from newsdesk.core.schema_words import in_words
from newsdesk.core.section import Section

Share = Annotated[float, Meta(ge=0, lt=1)]
Positive = Annotated[float, Meta(gt=0)]
Count = Annotated[int, Meta(ge=1)]
Precision = Literal["auto", "fp32", "bf16", "fp16"]
NIGHT = r"^(([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d)?$"
NAME = r"^\w[\w.-]*$"


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


class FinetuneSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Fine-tune one encoder on labelled articles, and say how good it came out.

    licence: of the model; limits: what it cannot do, for the card.
    encoder: a folder in the Hugging Face layout, a name of the catalogue, or any name on the hub.
    dataset: a data set of the store. Or else `sets`: files below a data folder, with `sections`
    in the order of the logits, `test_share` and `dev_share`.
    across: the set left out of a second training and tested on, to show another publisher's
    articles; empty for none. across_aim: points of accuracy over the baseline to reach there.
    """

    recipe: Literal["finetune"] = "finetune"
    name: Annotated[
        str,
        Meta(pattern=NAME, title="Name", description="Of the job, and of the model's folder."),
    ]
    title: Annotated[str, Meta(title="Title", description="Of the model, for people.")] = ""
    description: Annotated[str, Meta(title="Description", description="What it is for.")] = ""
    limits: Annotated[str, Meta(title="Limits", description="What it cannot do.")] = ""
    licence: Annotated[str, Meta(title="Licence", description="Of the model.")] = ""
    encoder: Annotated[str, Meta(title="Base model", description="What it is made from.")]
    dataset: Annotated[str, Meta(title="Data set", description="What it learns from.")] = ""
    fold: Annotated[
        int,
        Meta(
            ge=0,
            title="Fold",
            description="Of a set in folds: the one tested on; 0: each of them in turn.",
        ),
    ] = 0
    sections: tuple[Section, ...] = ()
    sets: tuple[SetSpec, ...] = ()
    across: str = ""
    across_aim: float = 0.0
    seed: Annotated[int, Meta(title="Seed", description="Of all that is left to chance.")] = 13
    test_share: Share = 0.15
    dev_share: Share = 0.1
    preprocessing: Preprocessing = Preprocessing()
    tuning: TuningSpec = TuningSpec()
    sweep: SweepSpec = SweepSpec()
    schedule: ScheduleSpec = ScheduleSpec()


def read_recipe(path: Path) -> FinetuneSpec:
    """Read and check a specification; TrainingError where it is missing or wrong."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise TrainingError(
            "no_recipe",
            f"The specification {path} cannot be read: {reason}.",
            "Check its name and that you may read it.",
        ) from error
    return parse_recipe(text, str(path))


def parse_recipe(text: str, name: str = "specification") -> FinetuneSpec:
    """A specification from TOML text; TrainingError that names the field where it is wrong."""
    try:
        spec = msgspec.toml.decode(text, type=FinetuneSpec)
    except (msgspec.MsgspecError, ValueError) as error:
        raise _wrong(name, in_words(str(error), FinetuneSpec)) from error
    if spec.sets:
        _check_sets(spec, name)
    if spec.dataset and spec.sets:
        raise _wrong(name, "it names both a data set of the store and files; give one of them")
    if spec.tuning.micro_batch > spec.tuning.batch:
        raise _wrong(name, "its micro-batch is larger than its batch")
    if spec.sweep.way != "single" and not spec.sweep.encoder_rates:
        raise _wrong(name, "its sweep has no encoder rate to try")
    return spec


def write_recipe(spec: FinetuneSpec) -> str:
    """A specification as TOML text without what is left at its default."""
    values = _changed(spec)
    return msgspec.toml.encode(values).decode("utf-8")


def _changed(spec: msgspec.Struct) -> dict[str, Any]:
    """The fields that differ from their defaults, nested ones too; a recipe says its name."""
    values: dict[str, Any] = {}
    for field in msgspec.structs.fields(spec):
        value = getattr(spec, field.name)
        if value is None or (value == field.default and field.name != "recipe"):
            continue
        if isinstance(value, msgspec.Struct):
            inner = _changed(value)
            if inner:
                values[field.name] = inner
        elif value != () or field.default is msgspec.NODEFAULT:
            values[field.name] = msgspec.to_builtins(value)
    return values


def _check_sets(spec: FinetuneSpec, name: str) -> None:
    codes = [section.code for section in spec.sections]
    if len(codes) < 2 or len(set(codes)) != len(codes):
        raise _wrong(name, "it needs at least two sections, each with a code of its own")
    for source in spec.sets:
        unknown = sorted(set(source.labels.values()) - set(codes))
        if unknown:
            raise _wrong(name, f"{source.code} maps to {', '.join(unknown)}, which is no section")
    names = [source.code for source in spec.sets]
    if len(set(names)) != len(names):
        raise _wrong(name, "each of its data sets needs a code of its own")
    if spec.across and spec.across not in names:
        raise _wrong(name, f"across names {spec.across}, which is none of its sets")


def _wrong(name: str, reason: str) -> TrainingError:
    return TrainingError(
        "bad_recipe",
        f"The specification {name} is wrong: {reason.rstrip('.')}.",
        "Mend it and start again.",
    )
