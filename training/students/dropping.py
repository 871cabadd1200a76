"""Which layers go when layers are dropped (Sajjad et al. 2020, Poor Man's BERT, section 3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from newsdesk.core.errors import TrainingError

Strategy = Literal["top", "bottom", "odd", "even", "symmetric", "contribution"]


def layers_kept(
    strategy: Strategy, total: int, dropped: int, alike: Sequence[float] = ()
) -> tuple[int, ...]:
    """The layers that stay, counted from 1.

    top, bottom: the last or first go. odd, even: every other one goes, from the top down.
    symmetric: those in the middle go. contribution: those go whose output is most like their
    input; alike: that likeness of each layer.
    Raises TrainingError where none would stay, or where there are not so many of every other.
    """
    if not 0 <= dropped < total:
        raise _too_many(f"{dropped} of {total} layers cannot be dropped", f"at most {total - 1}")
    gone = _gone(strategy, total, dropped, alike)
    if len(gone) < dropped or min(gone, default=1) < 1:
        raise _too_many(
            f"there are not {dropped} {strategy} layers among {total}", f"at most {total // 2}"
        )
    return tuple(layer for layer in range(1, total + 1) if layer not in gone)


def _gone(strategy: Strategy, total: int, dropped: int, alike: Sequence[float]) -> set[int]:
    if strategy == "top":
        return set(range(total - dropped + 1, total + 1))
    if strategy == "bottom":
        return set(range(1, dropped + 1))
    if strategy in ("odd", "even"):
        first = total if (total % 2 == 0) == (strategy == "even") else total - 1
        return set(range(first, first - 2 * dropped, -2))
    if strategy == "symmetric":
        below = -(-(total - dropped) // 2)
        return set(range(below + 1, below + dropped + 1))
    if strategy == "contribution":
        assert len(alike) == total
        order = sorted(range(1, total + 1), key=lambda layer: (-alike[layer - 1], -layer))
        return set(order[:dropped])
    raise TrainingError(
        "bad_strategy",
        f"Layers cannot be dropped by {strategy}.",
        f"Choose one of {', '.join(get_args(Strategy))}.",
    )


def _too_many(reason: str, instead: str) -> TrainingError:
    return TrainingError("too_many_layers", f"{reason[0].upper()}{reason[1:]}.", f"Drop {instead}.")
