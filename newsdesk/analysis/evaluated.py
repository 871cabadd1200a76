"""What one evaluation found of each article: arrays that are kept in a folder of their own."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import msgspec
import numpy as np
from numpy.typing import NDArray

from newsdesk.core import paths
from newsdesk.core.errors import StoreError
from newsdesk.core.section import Section
from newsdesk.engine.examined import FeatureKind
from newsdesk.store import failures

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]
FEATURE_KINDS: tuple[FeatureKind, ...] = ("text", "cover", "fused")


class _Columns(msgspec.Struct, frozen=True):
    """What is known of the articles besides numbers, each in the order of the articles."""

    sections: tuple[Section, ...]
    titles: list[str]
    dates: list[str]
    sources: list[str]
    languages: list[str]
    covers: list[str]


@dataclass(frozen=True)
class Evaluated:
    """N articles and what a model said of them, over S sections.

    keys: shape (N,): the row's number in its data set, or the id of the desk's article.
    truth: shape (N,): place of the section that people gave it.
    probabilities: shape (N, S), calibrated. lengths: shape (N,): tokens in full, 0 where unknown.
    abstained: shape (N,): whether the model said that it cannot read the text.
    dates: ISO 8601 where known, else "". covers: digests, "" for none.
    """

    sections: tuple[Section, ...]
    keys: Ints
    truth: Ints
    probabilities: Floats
    lengths: Ints
    abstained: NDArray[np.bool_]
    titles: list[str]
    dates: list[str]
    sources: list[str]
    languages: list[str]
    covers: list[str]

    def __len__(self) -> int:
        return len(self.keys)

    @cached_property
    def predicted(self) -> Ints:
        """Place of the likeliest section, shape (N,)."""
        if not self.probabilities.size:
            return np.zeros(len(self), dtype=np.int64)
        return np.asarray(self.probabilities.argmax(axis=1), dtype=np.int64)

    @cached_property
    def confidence(self) -> Floats:
        """Probability of the likeliest section, shape (N,)."""
        if not self.probabilities.size:
            return np.zeros(len(self), dtype=np.float32)
        return np.asarray(self.probabilities.max(axis=1))

    @cached_property
    def right(self) -> NDArray[np.bool_]:
        """Whether the likeliest section is the right one, shape (N,)."""
        return np.equal(self.predicted, self.truth)

    @property
    def codes(self) -> list[str]:
        """The codes of the sections."""
        return [section.code for section in self.sections]

    def chosen(self, places: Sequence[int] | Ints) -> Evaluated:
        """Only the articles at these places, in this order."""
        where = np.asarray(places, dtype=np.int64)

        def of(values: list[str]) -> list[str]:
            return [values[place] for place in where]

        return replace(
            self,
            keys=self.keys[where],
            truth=self.truth[where],
            probabilities=self.probabilities[where],
            lengths=self.lengths[where],
            abstained=self.abstained[where],
            titles=of(self.titles),
            dates=of(self.dates),
            sources=of(self.sources),
            languages=of(self.languages),
            covers=of(self.covers),
        )


def save(evaluation_id: int, evaluated: Evaluated, features: Mapping[FeatureKind, Floats]) -> None:
    """Keep what an evaluation found; its folder has its name only once it is whole.

    features: shape (N, width) each, rows that are not there NaN. Raises StoreError.
    """
    folder = paths.evaluation(evaluation_id)
    part = folder.with_name(f"{folder.name}.part")
    columns = _Columns(
        evaluated.sections, evaluated.titles, evaluated.dates, evaluated.sources,
        evaluated.languages, evaluated.covers,
    )  # fmt: skip
    try:
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        (part / "articles.msgpack").write_bytes(msgspec.msgpack.encode(columns))
        for name in ("keys", "truth", "probabilities", "lengths", "abstained"):
            np.save(part / f"{name}.npy", getattr(evaluated, name))
        for kind, values in features.items():
            np.save(part / f"{kind}.features.npy", values.astype(np.float32))
        shutil.rmtree(folder, ignore_errors=True)
        part.rename(folder)
    except OSError as error:
        shutil.rmtree(part, ignore_errors=True)
        raise failures.from_os(error, str(folder)) from error


def load(evaluation_id: int) -> Evaluated:
    """What an evaluation found. Raises StoreError (`lost_evaluation`) where it is not whole."""
    folder = paths.evaluation(evaluation_id)
    try:
        raw = (folder / "articles.msgpack").read_bytes()
        columns = msgspec.msgpack.decode(raw, type=_Columns)
        names = ("keys", "truth", "probabilities", "lengths", "abstained")
        arrays = {name: np.load(folder / f"{name}.npy", allow_pickle=False) for name in names}
    except (OSError, ValueError, msgspec.MsgspecError) as error:
        raise _lost(evaluation_id) from error
    if len({len(columns.titles), *map(len, arrays.values())}) != 1:
        raise _lost(evaluation_id)
    return Evaluated(**arrays, **msgspec.structs.asdict(columns))


def load_features(evaluation_id: int, kind: FeatureKind) -> Floats | None:
    """Features of shape (N, width), rows that are not there NaN; None where there are none."""
    path = paths.evaluation(evaluation_id) / f"{kind}.features.npy"
    if not path.is_file():
        return None
    try:
        return np.asarray(np.load(path, allow_pickle=False), dtype=np.float32)
    except (OSError, ValueError) as error:
        raise _lost(evaluation_id) from error


def feature_kinds(evaluation_id: int) -> list[FeatureKind]:
    """Which features were kept."""
    folder = paths.evaluation(evaluation_id)
    return [kind for kind in FEATURE_KINDS if (folder / f"{kind}.features.npy").is_file()]


def forget(evaluation_id: int) -> None:
    """Delete what an evaluation found, or has found so far."""
    folder = paths.evaluation(evaluation_id)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.rmtree(folder.with_name(f"{folder.name}.part"), ignore_errors=True)
    forget_so_far(evaluation_id)


def forget_so_far(evaluation_id: int) -> None:
    """Delete the single answers of which the evaluation was made."""
    shutil.rmtree(paths.evaluation_so_far(evaluation_id), ignore_errors=True)


def _lost(evaluation_id: int) -> StoreError:
    return StoreError(
        "lost_evaluation",
        f"What evaluation {evaluation_id} found is not there any more, or is damaged.",
        "Make the evaluation again.",
    )
