"""Which of the teacher's layers each of the student's layers learns from (TRAINING, distil)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from newsdesk.core.errors import TrainingError

UNIFORM, TOP, BOTTOM = "uniform", "top", "bottom"


def layer_map(way: str | Sequence[int], student: int, teacher: int) -> tuple[int, ...]:
    """The teacher's layer g(m) for m = 1 to M, counted from 1; g(0) = 0, the embeddings.

    way: uniform, g(m) = ⌊m·N/M + ½⌋; top or bottom, the last or first M; or the layers themselves.
    student, teacher: M and N, how many layers each has.
    Raises TrainingError where the map has another length, is not strictly increasing or names a
    layer that the teacher does not have.
    """
    if not isinstance(way, str):
        found = tuple(way)
    elif way == UNIFORM:
        found = tuple((2 * m * teacher + student) // (2 * student) for m in range(1, student + 1))
    elif way == TOP:
        found = tuple(range(teacher - student + 1, teacher + 1))
    elif way == BOTTOM:
        found = tuple(range(1, student + 1))
    else:
        raise _wrong(f"there is no way called {way}", "uniform, top, bottom, or a list of layers")
    if student > teacher and isinstance(way, str):
        raise _wrong(
            f"the student has {student} layers, more than the teacher's {teacher}",
            "a smaller student, or prediction alone",
        )
    _check(found, student, teacher)
    return found


def _check(layers: tuple[int, ...], student: int, teacher: int) -> None:
    listed = " ".join(map(str, layers)) or "nothing"
    if len(layers) != student:
        raise _wrong(
            f"it names {len(layers)} layers ({listed}), and the student has {student}",
            "one layer of the teacher for each of the student's",
        )
    outside = [layer for layer in layers if not 1 <= layer <= teacher]
    if outside:
        raise _wrong(f"the teacher has no layer {outside[0]}", f"layers from 1 to {teacher}")
    if any(after <= before for before, after in pairwise(layers)):
        raise _wrong(f"it is not increasing ({listed})", "layers in order, each once")


def _wrong(reason: str, instead: str) -> TrainingError:
    return TrainingError("bad_map", f"The map of layers is wrong: {reason}.", f"Give {instead}.")
