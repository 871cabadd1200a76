"""The learning curve in a process of its own, and kept beside the evaluation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np

from newsdesk.analysis.learning import LearningCurve, Texts, learning_curve
from newsdesk.analysis.linear import check_extra
from newsdesk.analysis.material import Case, cases_of
from newsdesk.core import paths
from newsdesk.core.errors import StoreError
from newsdesk.core.evaluation import Evaluation, Material
from newsdesk.core.worker import Call
from newsdesk.store import Store, failures

_TESTED = 5
"""Of the desk's decisions every so many are tested on: the newest ones."""


def learning(call: Call) -> None:
    """Make the learning curve of what an evaluation was made on.

    Wants evaluation. Tells `progress` with done and total, at last `learned` with curve.
    """
    with Store.open() as store:
        evaluation = store.evaluations.get(int(call.request["evaluation"]))
        if evaluation is None:
            raise StoreError(
                "no_evaluation", "The evaluation is not there any more.", "Choose another one."
            )
        check_extra("sklearn")
        learn, test, sections, mark = texts_of(store, evaluation.material)
        curve = learning_curve(learn, test, sections, call.tell_progress, call.check)
        curve = msgspec.structs.replace(curve, mark=mark)
        keep(evaluation, curve)
        call.tell("learned", curve=curve)


def texts_of(store: Store, material: Material) -> tuple[Texts, Texts, int, str]:
    """The articles to learn from and those to test on, how many sections, and their fingerprint.

    Of a data set its train part and its test part; of the desk's decisions the newest fifth is
    tested on. Raises StoreError where there is no data set or nothing in one of its parts.
    """
    if material.from_desk:
        cases = sorted(cases_of(store, material), key=lambda case: case.date)
        first = len(cases) - len(cases) // _TESTED
        learn, test, mark = cases[:first], cases[first:], ""
    else:
        parts = [cases_of(store, replace(material, part=part)) for part in ("train", "test")]
        learn, test, mark = list(parts[0]), list(parts[1]), parts[0].mark
    codes = {code: i for i, code in enumerate(sorted({c.section for c in (*learn, *test)}))}
    return _texts(learn, codes), _texts(test, codes), len(codes), mark


def keep(evaluation: Evaluation, curve: LearningCurve) -> None:
    """Write the curve beside the evaluation, whole or not at all. Raises StoreError."""
    path = place_of(evaluation)
    part = path.with_suffix(".part")
    try:
        part.write_bytes(msgspec.json.encode(curve))
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise failures.from_os(error, str(path)) from error


def kept(evaluation: Evaluation) -> LearningCurve | None:
    """The curve that was made before; None where there is none, or of what is there no more."""
    try:
        curve = msgspec.json.decode(place_of(evaluation).read_bytes(), type=LearningCurve)
    except (OSError, msgspec.MsgspecError):
        return None
    return curve if curve.mark in ("", evaluation.data_mark) else None


def place_of(evaluation: Evaluation) -> Path:
    """The file that holds the curve."""
    return paths.evaluation(evaluation.id) / "learning.json"


def _texts(cases: Sequence[Case], codes: dict[str, int]) -> Texts:
    labels = np.array([codes[case.section] for case in cases], dtype=np.int64)
    return Texts([f"{case.title}\n{case.body}" for case in cases], labels)
