"""The optional picture branch: cover.onnx and fusion.onnx beside the text graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from newsdesk.core.article import Cover
from newsdesk.core.errors import DocumentError
from newsdesk.core.manifest import PictureBranch
from newsdesk.core.pictures import open_picture
from newsdesk.core.prediction import CoverUse
from newsdesk.engine.model_folder import ModelFolder
from newsdesk.engine.preprocess import to_pixels
from newsdesk.engine.runtime import Graph, load_graph

Floats = NDArray[np.float32]
_KEPT = 8
"""Covers whose features are kept: an article that is explained is asked about many times."""


@dataclass(frozen=True, slots=True)
class Fused:
    """What covers make of the answers to a batch.

    logits: shape (rows, sections). uses: how each row's cover was used.
    cover, fused: features, shape (rows, width), NaN where no cover was seen; None where none was.
    """

    logits: Floats
    uses: list[CoverUse]
    cover: Floats | None = None
    fused: Floats | None = None


@dataclass(frozen=True, slots=True)
class PictureBranchGraphs:
    """Covers to features, and text and cover features to logits."""

    settings: PictureBranch
    cover: Graph
    fusion: Graph
    _features: dict[Cover, Floats | None] = field(default_factory=dict)

    @classmethod
    def load(
        cls, model: ModelFolder, device: str, threads: int | None
    ) -> PictureBranchGraphs | None:
        """The branch of a model, or None where it reads text only."""
        settings = model.manifest.picture
        if settings is None:
            return None
        prefer_int8, place = device == "cpu", (device, threads)
        return cls(
            settings=settings,
            cover=load_graph(model.onnx("cover", prefer_int8), *place, ("cover_features",)),
            fusion=load_graph(model.onnx("fusion", prefer_int8), *place, ("logits",)),
        )

    def fuse(self, logits: Floats, text_features: Floats, covers: Sequence[Cover | None]) -> Fused:
        """The covers seen, where there are any.

        Rows without a cover keep the text's own logits and cost no picture time.
        """
        known = self._look_at(list(dict.fromkeys(cover for cover in covers if cover is not None)))
        found = [known[cover] if cover is not None else None for cover in covers]
        seen = [index for index, features in enumerate(found) if features is not None]
        uses: list[CoverUse] = ["masked" if cover else "none" for cover in covers]
        if not seen:
            return Fused(logits, uses)
        features = np.stack([each for each in found if each is not None])
        fused = self.fusion.run(
            text_features=text_features[seen],
            cover_features=features,
            has_cover=np.ones((len(seen), 1), dtype=np.float32),
        )
        logits = logits.copy()
        logits[seen] = fused["logits"]
        for index in seen:
            uses[index] = "used"
        both = fused.get("fused_features")
        return Fused(logits, uses, _spread(features, seen, len(covers)),
                     None if both is None else _spread(both, seen, len(covers)))  # fmt: skip

    def _look_at(self, covers: Sequence[Cover]) -> dict[Cover, Floats | None]:
        """The features of each cover, None where no picture opens; the newest few are kept."""
        known = {cover: self._features[cover] for cover in covers if cover in self._features}
        new = {cover: self._pixels(cover) for cover in covers if cover not in known}
        opened = {cover: pixels for cover, pixels in new.items() if pixels is not None}
        known |= dict.fromkeys(new)
        if opened:
            stacked = np.stack(list(opened.values()))
            rows = self.cover.run(pixel_values=stacked)["cover_features"]
            known |= dict(zip(opened, rows, strict=True))
        self._features.clear()
        self._features.update(list(known.items())[-_KEPT:])
        return known

    def _pixels(self, cover: Cover) -> Floats | None:
        """Pixels of shape (3, crop, crop), or None where there is no picture that opens."""
        try:
            return to_pixels(open_picture(cover.data, cover.name), self.settings)
        except DocumentError:
            return None


def _spread(values: Floats, places: Sequence[int], rows: int) -> Floats:
    """The values at their places among so many rows, NaN between them."""
    spread = np.full((rows, *values.shape[1:]), np.nan, dtype=np.float32)
    spread[places] = values
    return spread
