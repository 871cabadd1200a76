"""The recipe `finetune`, and what every other recipe has as well."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from newsdesk.core.manifest import Preprocessing
from newsdesk.core.recipes.numbers import NAME, Share
from newsdesk.core.recipes.parts import ScheduleSpec, SetSpec, SweepSpec, TuningSpec
from newsdesk.core.section import Section


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
