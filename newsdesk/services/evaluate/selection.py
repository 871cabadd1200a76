"""One selection for all charts: what is picked in one is outlined in the others and listed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

Mask = NDArray[np.bool_]
How = Literal["replace", "add", "remove", "intersect"]

_COMBINED: dict[How, Callable[[Mask, Mask], Mask]] = {
    "replace": lambda old, new: new,
    "add": lambda old, new: old | new,
    "remove": lambda old, new: old & ~new,
    "intersect": lambda old, new: old & new,
}


class Selection(QObject):
    """Which of the evaluation's articles are picked.

    changed: others are picked now. what: in words, what was picked, such as "local → life".
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mask: Mask = np.zeros(0, dtype=np.bool_)
        self.what = ""

    @property
    def mask(self) -> Mask:
        """Whether each article is picked, shape (N,)."""
        return self._mask

    @property
    def places(self) -> NDArray[np.int64]:
        """The places of the picked articles, in order."""
        return np.flatnonzero(self._mask)

    def begin(self, articles: int) -> None:
        """Another evaluation with so many articles; nothing of it is picked."""
        self._mask, self.what = np.zeros(articles, dtype=np.bool_), ""
        self.changed.emit()

    def pick(self, mask: Mask, what: str = "", how: How = "replace") -> None:
        """Pick articles: these alone, or along with, out of, or among those picked before."""
        combined = _COMBINED[how](self._mask, mask)
        self.what = what if how == "replace" else f"{int(combined.sum()):,} picked"
        self._mask = combined
        self.changed.emit()

    def clear(self) -> None:
        """Pick nothing."""
        self.begin(len(self._mask))
