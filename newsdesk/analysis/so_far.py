"""What a model has said so far in an evaluation, kept as it comes: a kill costs one portion."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

import msgspec

from newsdesk.analysis.material import Case
from newsdesk.core import paths
from newsdesk.engine.examined import FeatureKind
from newsdesk.store import failures

_BYTES = 16


class Answer(msgspec.Struct, frozen=True):
    """What a model said of one article.

    probabilities: calibrated, in the order of the evaluation's sections. length: tokens in full, 0
    where unknown. abstained: it cannot read the text. features: float32 as bytes.
    """

    probabilities: list[float]
    length: int
    abstained: bool
    features: dict[FeatureKind, bytes]


class _Portion(msgspec.Struct, frozen=True):
    """mark: of the articles that the answers are about, as the model reads them."""

    mark: str
    answers: list[Answer]


def kept_answers(evaluation_id: int, place: int, cases: Sequence[Case]) -> list[Answer] | None:
    """The answers about the portion at this place; None where none are kept about these articles.

    A damaged file, and one about articles that have changed since, are read as none.
    """
    try:
        raw = _path(evaluation_id, place).read_bytes()
        portion = msgspec.msgpack.decode(raw, type=_Portion)
    except (OSError, msgspec.MsgspecError):
        return None
    return portion.answers if portion.mark == _mark(cases) else None


def keep_answers(
    evaluation_id: int, place: int, cases: Sequence[Case], answers: list[Answer]
) -> None:
    """Keep the answers about a portion; its file has its name once it is whole.

    Raises StoreError.
    """
    path = _path(evaluation_id, place)
    part = path.with_suffix(".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(msgspec.msgpack.encode(_Portion(_mark(cases), answers)))
        part.replace(path)
    except OSError as error:
        raise failures.from_os(error, str(path)) from error


def _path(evaluation_id: int, place: int) -> Path:
    return paths.evaluation_so_far(evaluation_id) / f"{place}.msgpack"


def _mark(cases: Sequence[Case]) -> str:
    read = [(case.title, case.body, case.source, case.cover) for case in cases]
    return blake2b(msgspec.msgpack.encode(read), digest_size=_BYTES).hexdigest()
