"""Articles to predictions: encode, sort by length, batch, run, calibrate."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from newsdesk.core.article import Article
from newsdesk.core.errors import ModelError
from newsdesk.core.manifest import Manifest
from newsdesk.core.prediction import CoverUse, Prediction, SectionScore
from newsdesk.engine import readable
from newsdesk.engine.model_folder import ModelFolder, open_folder
from newsdesk.engine.picture_branch import PictureBranchGraphs
from newsdesk.engine.preprocess import Encoded, TextEncoder, pad
from newsdesk.engine.runtime import Graph, load_graph

BATCH_TOKENS = 2048
"""Padded tokens in one batch: small enough to stay in cache and to answer a Cancel quickly."""
CHUNK = 256
"""Articles encoded and sorted at a time: enough for even batches, and the first answer is early."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Numbered:
    index: int
    article: Article
    encoded: Encoded


class Classifier:
    """One model, loaded and ready."""

    def __init__(self, model: ModelFolder, device: str = "cpu", threads: int | None = None) -> None:
        self.model = model
        manifest = model.manifest
        self._encoder = TextEncoder.from_folder(model.path, manifest.preprocessing)
        # int8 is for the CPU: a card runs the fp32 graph, and without one stays out of it.
        if not (model.path / "model.onnx").is_file():
            device = "cpu"
        graph = model.onnx("model", prefer_int8=device == "cpu")
        self._pictures = PictureBranchGraphs.load(model, device, threads)
        outputs = ("logits", "text_features") if self._pictures else ("logits",)
        self._text: Graph = load_graph(graph, device, threads, outputs)
        self._offsets = np.array(manifest.offsets or [0.0] * len(manifest.sections))
        readable.warm_up()

    @classmethod
    def from_folder(cls, path: Path, device: str = "cpu", threads: int | None = None) -> Classifier:
        """Open and load a model folder; ModelError where it does not fit together."""
        return cls(open_folder(path), device, threads)

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model.name

    @property
    def manifest(self) -> Manifest:
        """The model's manifest."""
        return self.model.manifest

    @property
    def device(self) -> str:
        """Where the text branch really runs: `cuda` or `cpu`."""
        return self._text.device

    def classify(self, articles: Sequence[Article]) -> list[Prediction]:
        """Predictions in the order of the articles."""
        answers = dict(self.stream(articles))
        return [answers[index] for index in range(len(articles))]

    def stream(
        self, articles: Sequence[Article], check: Callable[[], None] = lambda: None
    ) -> Iterator[tuple[int, Prediction]]:
        """(index, prediction) as they come, batches of like length together.

        check: called between batches; what it raises ends the work.
        """
        for start in range(0, len(articles), CHUNK):
            chunk = articles[start : start + CHUNK]
            check()
            encoded = self._encoder.encode_many([(a.title, a.body) for a in chunk])
            numbered = [
                _Numbered(start + i, article, code)
                for i, (article, code) in enumerate(zip(chunk, encoded, strict=True))
            ]
            for batch in length_batches(numbered):
                check()
                yield from self._answer(batch)

    def _answer(self, batch: list[_Numbered]) -> Iterator[tuple[int, Prediction]]:
        logits, uses = self._logits(batch)
        if logits.shape[1] != len(self._offsets):
            raise ModelError(
                "sections_mismatch",
                f"The model {self.model.name} gives {logits.shape[1]} values for "
                f"{len(self._offsets)} sections.",
                "Import the model again from its source.",
            )
        if not np.isfinite(logits).all():
            raise ModelError(
                "not_finite",
                f"The model {self.model.name} gives values that are no numbers.",
                "Import the model again from its source; if that does not help, train it anew.",
            )
        probabilities = calibrated(logits, self._offsets, self.model.manifest.temperature)
        for item, row, use in zip(batch, probabilities, uses, strict=True):
            yield item.index, self._prediction(item, row, use)

    def _logits(self, batch: list[_Numbered]) -> tuple[Floats, list[CoverUse]]:
        longest = self.model.manifest.preprocessing.max_tokens
        ids, mask, types = pad([item.encoded for item in batch], self._encoder.pad_id, 8, longest)
        text = self._text.run(input_ids=ids, attention_mask=mask, token_type_ids=types)
        covers = [item.article.cover for item in batch]
        if self._pictures is None:
            return text["logits"], ["masked" if cover else "none" for cover in covers]
        return self._pictures.fuse(text["logits"], text["text_features"], covers)

    def _prediction(self, item: _Numbered, p: NDArray[np.float64], use: CoverUse) -> Prediction:
        manifest, code = self.model.manifest, item.encoded
        order = np.argsort(-p, kind="stable")
        sections = [manifest.sections[i] for i in order]
        said = readable.judge(
            item.article.text, manifest.languages, code.unknown_share, self.model.name
        )
        # A cover that was looked at is something to go by, even without a text.
        pictured = use == "used" and said.abstains == "empty"
        return Prediction(
            model=self.model.name,
            scores=tuple(
                SectionScore(section.code, section.name(), float(p[i]))
                for section, i in zip(sections, order, strict=True)
            ),
            tokens_read=code.tokens_read,
            tokens_total=code.tokens_total,
            unknown_share=code.unknown_share,
            head_end=code.head_end,
            tail_start=code.tail_start,
            cover="masked" if use == "none" and _lost_cover(item.article) else use,
            notices=said.notices,
            abstains="" if pictured else said.abstains,
            language=said.language,
            language_p=said.language_p,
        )


def length_batches(items: list[_Numbered]) -> Iterator[list[_Numbered]]:
    """Batches of like length, at most BATCH_TOKENS padded tokens each, shortest first."""
    batch: list[_Numbered] = []
    for item in sorted(items, key=lambda item: item.encoded.tokens_read):
        width = -(-item.encoded.tokens_read // 8) * 8
        if batch and width * (len(batch) + 1) > BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(item)
    if batch:
        yield batch


def calibrated(
    logits: Floats, offsets: NDArray[np.float64], temperature: float
) -> NDArray[np.float64]:
    """softmax((logits + offsets) / temperature), shape (rows, sections)."""
    scaled = (logits.astype(np.float64) + offsets) / temperature
    scaled -= scaled.max(axis=1, keepdims=True)
    exponentials = np.exp(scaled)
    return np.asarray(exponentials / exponentials.sum(axis=1, keepdims=True))


def _lost_cover(article: Article) -> bool:
    return any(notice.kind.startswith("cover_") for notice in article.notices)
