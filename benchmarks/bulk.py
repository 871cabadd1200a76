"""Part `bulk`: 1,000 articles of mixed length, beside transformers' own pipeline."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import torch
from transformers import AutoTokenizer, pipeline

from benchmarks.articles import Sample, sample
from benchmarks.figures import Figure, Size
from benchmarks.models import shipped_model, threads
from benchmarks.torch_twin import torch_twin
from newsdesk.core.metrics import confusion_counts, macro_f1
from newsdesk.engine.classifier import Classifier
from newsdesk.engine.model_folder import ModelFolder

TIMES_PIPELINE = 2.0
MOST_POINTS_APART = 0.5
BATCHES = (1, 8, 32)
_WARM_UP = 32
_TRIAL = 200

Sorter = Callable[[int | None], list[str]]
"""Classifies so many of the articles, all where None is given; returns their sections."""


def measure(size: Size) -> list[Figure]:
    """A trial finds the pipeline's best batch size; then both take turns. Medians."""
    torch.set_num_threads(threads())
    model, given = shipped_model(), sample(size.articles)
    ours = _ours(model, given)
    pipelines = _pipelines(model, given)
    for warm_up in (ours, *pipelines.values()):
        warm_up(_WARM_UP)
    trial = {batch: _trial(side) for batch, side in pipelines.items()}
    best = min(trial, key=lambda batch: trial[batch])
    our_times, their_times = [], []
    for _ in range(size.rounds):
        seconds, our_sections = _timed(ours)
        our_times.append(seconds)
        seconds, their_sections = _timed(pipelines[best])
        their_times.append(seconds)
    count, tried = len(given.articles), min(_TRIAL, len(given.articles))
    rate, beside = count / statistics.median(our_times), count / statistics.median(their_times)
    note = "trial: " + ", ".join(f"{batch}: {tried / trial[batch]:.1f}" for batch in BATCHES)
    return [
        Figure(f"pipeline, batches of {best}", beside, "a second", note=note),
        Figure("Newsdesk in bulk", rate, "a second", note=given.origin),
        Figure("… in times of the pipeline", rate / beside, "×", TIMES_PIPELINE, "higher"),
        *_agreement(model, given, our_sections, their_sections),
    ]


def _ours(model: ModelFolder, given: Sample) -> Sorter:
    classifier = Classifier(model, threads=threads())
    return lambda most: [p.section for p in classifier.classify(given.articles[:most])]


def _pipelines(model: ModelFolder, given: Sample) -> dict[int, Sorter]:
    """One for every batch size, all with the same network; logit order is the model's own."""
    network, tokenizer = torch_twin(model.path), AutoTokenizer.from_pretrained(model.path)
    # The model's own offsets of its sections are a bias that stands outside the network.
    network.get_parameter("classifier.bias").data += torch.tensor(model.manifest.offsets or 0.0)
    network.config.id2label = {i: s.code for i, s in enumerate(model.manifest.sections)}
    classify = pipeline("text-classification", model=network, tokenizer=tokenizer, device="cpu")
    # As a pair, the way in which the model learned to read title and body.
    texts = [{"text": a.title, "text_pair": a.body} for a in given.articles]
    longest = model.manifest.preprocessing.max_tokens

    def sorter(batch: int) -> Sorter:
        def run(most: int | None) -> list[str]:
            answers: list[dict[str, Any]] = classify(
                texts[:most], batch_size=batch, truncation=True, max_length=longest
            )
            return [answer["label"] for answer in answers]

        return run

    return {batch: sorter(batch) for batch in BATCHES}


def _trial(side: Sorter) -> float:
    """Seconds for the first articles, the better of two times: a busy moment must not decide."""
    return min(_timed(side, _TRIAL)[0] for _ in range(2))


def _timed(side: Sorter, most: int | None = None) -> tuple[float, list[str]]:
    begun = time.perf_counter()
    sections = side(most)
    return time.perf_counter() - begun, sections


def _agreement(
    model: ModelFolder, given: Sample, ours: Sequence[str], theirs: Sequence[str]
) -> list[Figure]:
    """How far apart the answers are: in macro-F1 where the right ones are known."""
    same = sum(a == b for a, b in zip(ours, theirs, strict=True)) / len(ours)
    figures = [Figure("articles that both put in the same section", same * 100, "%")]
    if given.sections:
        codes = [section.code for section in model.manifest.sections]
        our_f1, their_f1 = (
            100 * macro_f1(confusion_counts(given.sections, found, codes))
            for found in (ours, theirs)
        )
        apart, note = abs(our_f1 - their_f1), f"Newsdesk {our_f1:.2f}, pipeline {their_f1:.2f}"
        figures.append(Figure("macro-F1 apart", apart, "points", MOST_POINTS_APART, note=note))
    return figures
