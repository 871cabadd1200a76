"""Articles to predictions: encode, sort by length, batch, run, calibrate."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from newsdesk.core.article import Article
from newsdesk.core.errors import ModelError
from newsdesk.core.manifest import Manifest
from newsdesk.core.prediction import CoverUse, Prediction, SectionScore
from newsdesk.engine import readable
from newsdesk.engine.examined import Examined, FeatureKind, features_of
from newsdesk.engine.model_folder import ModelFolder, open_folder
from newsdesk.engine.picture_branch import PictureBranchGraphs
from newsdesk.engine.preprocess import Encoded, TextEncoder, pad
from newsdesk.engine.runtime import MOST_THREADS, Graph, load_graph, usable_cores

BATCH_TOKENS = 2048
"""Padded tokens in one batch: small enough to stay in cache and to answer a Cancel quickly."""
CHUNK = 256
"""Articles encoded and sorted at a time: enough for even batches, and the first answer is early."""

INT8_ENDING = ".int8.onnx"

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
        # An int8 graph takes its steps from the widest value in the batch: the answer to a short
        # text moves by up to 18 points with what stands beside it. Each is asked alone, several
        # at a time, which is about as fast.
        self._alone = graph.name.endswith(INT8_ENDING)
        self._askers = ThreadPoolExecutor(threads or min(usable_cores(), MOST_THREADS))
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
        for index, examined in self.examine(articles, check):
            yield index, examined.prediction

    def examine(
        self, articles: Sequence[Article], check: Callable[[], None] = lambda: None
    ) -> Iterator[tuple[int, Examined]]:
        """As `stream`, with the features behind each answer."""
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

    def _answer(self, batch: list[_Numbered]) -> Iterator[tuple[int, Examined]]:
        text = self._each_alone(batch) if self._alone else self._read(batch)
        logits = text["logits"]
        features: dict[FeatureKind, Floats | None] = {"text": text.get("text_features")}
        covers = [item.article.cover for item in batch]
        uses: list[CoverUse] = ["masked" if cover else "none" for cover in covers]
        if self._pictures is not None:
            fused = self._pictures.fuse(logits, text["text_features"], covers)
            logits, uses = fused.logits, fused.uses
            features |= {"cover": fused.cover, "fused": fused.fused}
        self._check(logits)
        probabilities = calibrated(logits, self._offsets, self.model.manifest.temperature)
        for row, item in enumerate(batch):
            prediction = self._prediction(item, probabilities[row], uses[row])
            yield item.index, Examined(prediction, features_of(features, row))

    def _check(self, logits: Floats) -> None:
        """Raise ModelError where these cannot be the answers of this model."""
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

    def _each_alone(self, batch: list[_Numbered]) -> dict[str, Floats]:
        answers = list(self._askers.map(self._read, [[item] for item in batch]))
        return {name: np.concatenate([each[name] for each in answers]) for name in answers[0]}

    def _read(self, batch: list[_Numbered]) -> dict[str, Floats]:
        """What the text's graph gives for a batch, by the name of its outputs."""
        longest = self.model.manifest.preprocessing.max_tokens
        ids, mask, types = pad([item.encoded for item in batch], self._encoder.pad_id, 8, longest)
        return self._text.run(input_ids=ids, attention_mask=mask, token_type_ids=types)

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
